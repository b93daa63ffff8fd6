//! What the guards of neighbouring moves have in common is asked once for all these moves.
//!
//! `move go(l in 0..47, from in 0..15, to in 0..15)` can be twelve thousand ground moves.
//! All moves with the same `l` ask whether the same four cells are free; where a cell is not
//! free, none of these moves is legal. So moves are gathered into [`MoveRun`]s, with runs
//! within runs: if a condition of a run fails, all its moves are passed over. If the
//! conditions hold, the guards of the run's moves need not ask them again.
//!
//! Where neighbouring moves each ask for one content of the same field, as moves along the edges
//! of a graph ask for the node where a token stands, the content tells at once which of them are
//! left ([`ByContent`]): the work goes with the moves from that node and not with all edges. A
//! move may also ask for one of several contents ([`OneOf`]), as a move to a node asks whether
//! the token stands on one of the nodes with an edge to it.
//!
//! A condition is asked in advance only if it cannot fault, and if the guard asks it before
//! any part that can fault. Such conditions have no effect, so that asking them in another
//! order changes no answer.

use zug_game::U256;
use zug_job::{Job, Why};

use crate::residual::{ExprId, GroundMove, Node, Residual, Side};
use crate::word::Word;

/// The fewest moves that are worth a condition of their own.
const WORTH_SHARING: usize = 8;

/// The most conditions of one guard that runs may share.
const MOST_CONDITIONS: usize = 32;

/// The fewest contents of a field by which moves are chosen.
const WORTH_CHOOSING: usize = 8;

/// Where more moves than this ask for a content on the average, and these share other
/// conditions too, runs within runs ask less than all moves with the content would.
const MOST_FOR_CONTENT: usize = 16;

/// The most bits of a field by which moves are chosen.
const MOST_BITS: u32 = 24;

/// Neighbouring moves whose guards share conditions.
#[derive(Debug)]
pub(super) struct MoveRun<W> {
    /// The place of the first move.
    pub(super) first: usize,
    /// The place after the last move.
    pub(super) end: usize,
    /// The place of the next run that does not lie within this run.
    pub(super) after: usize,
    /// All moves of the run need `position & mask == pattern`.
    pub(super) mask: W,
    pub(super) pattern: W,
    /// All moves of the run need these expressions to be true.
    pub(super) parts: Box<[u32]>,
    /// The moves of the run by the content of a field, where each asks for one. Then there is
    /// no run within this one.
    pub(super) by_content: Option<Box<ByContent>>,
}

/// Which moves of a run may be legal, by the content of a field for which each of them asks.
#[derive(Debug)]
pub(super) struct ByContent {
    shift: u32,
    mask: u64,
    /// For each content the place in `moves` of the first move that asks for it, or for a larger
    /// content; and the number of all moves.
    firsts: Box<[u32]>,
    /// The places of the moves: those that ask for one content together, in order.
    moves: Box<[u32]>,
}

impl ByContent {
    /// The places of the moves that may be legal in a position, in order.
    #[inline]
    pub(super) fn of<W: Word>(&self, position: W) -> &[u32] {
        let content = (position >> self.shift).low() & self.mask;
        match self.firsts.get(content as usize..content as usize + 2) {
            Some(&[first, end]) => &self.moves[first as usize..end as usize],
            _ => &[],
        }
    }

    /// The moves from `first` on, by the contents of a field for which they ask: each by one of
    /// its contents.
    fn new(field: U256, first: usize, contents: &[Vec<u64>]) -> Self {
        let all = || contents.iter().flatten();
        let largest = all().max().copied().unwrap_or(0) as usize;
        let mut firsts = vec![0; largest + 2];
        for &content in all() {
            firsts[content as usize + 1] += 1;
        }
        for at in 1..firsts.len() {
            firsts[at] += firsts[at - 1];
        }
        let mut next = firsts.clone();
        let mut moves = vec![0; all().count()];
        for (place, contents) in (first as u32..).zip(contents) {
            for &content in contents {
                let at = &mut next[content as usize];
                moves[*at as usize] = place;
                *at += 1;
            }
        }
        let shift = field.trailing_zeros();
        Self {
            shift,
            mask: (field >> shift).as_u64(),
            firsts: firsts.into(),
            moves: moves.into(),
        }
    }
}

/// One of the conditions that all have to hold for a move to be legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Condition {
    /// `(position & mask) == pattern`, of the bits of one field.
    Test { mask: U256, pattern: U256 },
    /// An expression is true.
    Holds(ExprId),
}

/// A condition of a move that a field has one of several contents.
#[derive(Clone, Debug, PartialEq, Eq)]
struct OneOf {
    part: ExprId,
    /// A mask that has all bits of the field, and no others.
    field: U256,
    contents: Vec<u64>,
}

/// The runs of a side's moves, and what is left to ask of each move.
#[derive(Debug)]
pub(super) struct Runs<W> {
    /// The runs by their first move; a run comes before those within it.
    pub(super) runs: Vec<MoveRun<W>>,
    /// For each move the conditions that the runs around it ask; empty where no move has
    /// any.
    asked: Vec<Vec<Condition>>,
}

impl<W> Runs<W> {
    /// Whether the runs around the move at `place` have asked all that `part` says, which is
    /// a part of the move's guard.
    pub(super) fn have_asked(&self, residual: &Residual, place: usize, part: ExprId) -> bool {
        let Some(asked) = self.asked.get(place) else {
            return false;
        };
        match residual.nodes[part.index()] {
            Node::Test { mask, pattern } => {
                let (known, content) = tested(asked);
                mask & !known == 0 && content & mask == pattern
            }
            _ => asked.contains(&Condition::Holds(part)),
        }
    }
}

/// Gathers the moves of a side into runs.
///
/// # Errors
///
/// The job was cancelled, or the memory that it allows was used up.
pub(super) fn runs<W: Word>(
    residual: &Residual,
    side: &Side,
    uses_slots: &[bool],
    job: &Job,
) -> Result<Runs<W>, Why> {
    if side.moves.len() < WORTH_SHARING {
        return Ok(Runs {
            runs: Vec::new(),
            asked: Vec::new(),
        });
    }
    let fields = fields_by_bit(residual);
    let mut conditions = Vec::with_capacity(side.moves.len());
    let mut one_of = Vec::with_capacity(side.moves.len());
    for ground in &side.moves {
        job.check()?;
        let of_move = conditions_of(residual, ground, uses_slots, &fields);
        one_of.push(one_of_contents(residual, &of_move, &fields));
        conditions.push(of_move);
    }
    let mut gather = Gather {
        conditions,
        one_of,
        fields,
        runs: Vec::new(),
        asked: vec![Vec::new(); side.moves.len()],
        job,
    };
    gather.range(0, side.moves.len(), &[])?;
    Ok(Runs {
        runs: gather.runs,
        asked: gather.asked,
    })
}

/// For each bit of a position, all bits of the field that it belongs to.
fn fields_by_bit(residual: &Residual) -> [U256; U256::BITS as usize] {
    let mut fields = [U256::ZERO; U256::BITS as usize];
    for field in &residual.layout.fields {
        let bits = field.shift..field.shift + field.bits;
        bits.for_each(|bit| fields[bit as usize] = field.mask());
    }
    fields
}

/// The conditions of a move that may be asked before its guard, sorted and without
/// duplicates.
fn conditions_of(
    residual: &Residual,
    ground: &GroundMove,
    uses_slots: &[bool],
    fields: &[U256; U256::BITS as usize],
) -> Vec<Condition> {
    let faults = |id: ExprId| residual.facts(id).faults;
    if ground.derived.iter().any(|(_, value)| faults(*value)) {
        return Vec::new();
    }
    let parts = match &residual.nodes[ground.guard.index()] {
        Node::And(parts) => parts,
        _ => std::slice::from_ref(&ground.guard),
    };
    let mut conditions = Vec::new();
    for &part in parts.iter().take_while(|part| !faults(**part)) {
        match residual.nodes[part.index()] {
            Node::Test { mask, pattern } => {
                let mut rest = mask;
                while rest != 0 {
                    // The bits of one field, as far as they are tested.
                    let mask = rest & fields[rest.trailing_zeros() as usize];
                    rest &= !mask;
                    conditions.push(Condition::Test {
                        mask,
                        pattern: pattern & mask,
                    });
                }
            }
            _ if uses_slots[part.index()] || residual.facts(part).stuck => {}
            _ => conditions.push(Condition::Holds(part)),
        }
        if conditions.len() >= MOST_CONDITIONS {
            break;
        }
    }
    conditions.sort_unstable();
    conditions.dedup();
    conditions
}

/// Returns the first of a move's conditions that asks whether one field has one of several
/// contents, if there is one.
fn one_of_contents(
    residual: &Residual,
    conditions: &[Condition],
    fields: &[U256; U256::BITS as usize],
) -> Option<OneOf> {
    conditions.iter().find_map(|condition| {
        let Condition::Holds(part) = *condition else {
            return None;
        };
        let Node::AnyTest(tests) = &residual.nodes[part.index()] else {
            return None;
        };
        let shift = tests.first()?.0.trailing_zeros();
        let field = *fields.get(shift as usize)?;
        let mut contents = Vec::with_capacity(tests.len());
        for &(mask, pattern) in tests {
            if mask != field {
                return None;
            }
            contents.push((pattern >> shift).as_u64());
        }
        (field.count_ones() <= MOST_BITS).then_some(OneOf {
            part,
            field,
            contents,
        })
    })
}

struct Gather<'p, W> {
    /// For each move, its conditions, sorted.
    conditions: Vec<Vec<Condition>>,
    /// For each move the condition by which it may be chosen, beside those that are tests.
    one_of: Vec<Option<OneOf>>,
    /// For each bit of a position, all bits of its field.
    fields: [U256; U256::BITS as usize],
    runs: Vec<MoveRun<W>>,
    /// For each move the conditions of the runs around it.
    asked: Vec<Vec<Condition>>,
    job: &'p Job,
}

impl<W: Word> Gather<'_, W> {
    /// Gathers the moves from `first` to before `end` into runs. The conditions `asked` are
    /// asked already by the runs around these moves.
    fn range(&mut self, mut first: usize, end: usize, asked: &[Condition]) -> Result<(), Why> {
        // For fields that are no choice, up to which move they were looked at.
        let mut looked_at = Vec::new();
        while first < end {
            self.job.check()?;
            if let Some(next) = self.choose(first, end, asked, &mut looked_at) {
                first = next;
                continue;
            }
            let mut common: Vec<Condition> = self.conditions[first].clone();
            common.retain(|condition| !asked.contains(condition));
            let mut next = first + 1;
            while next < end {
                let other = &self.conditions[next];
                let mut kept = common.clone();
                kept.retain(|condition| other.binary_search(condition).is_ok());
                if kept.is_empty() {
                    break;
                }
                common = kept;
                next += 1;
            }
            if next - first >= WORTH_SHARING && !common.is_empty() {
                let place = self.runs.len();
                self.runs.push(run(first, next, &common));
                let asked = [asked, &common].concat();
                self.asked[first..next].fill(asked.clone());
                self.range(first, next, &asked)?;
                self.runs[place].after = self.runs.len();
            }
            first = next;
        }
        Ok(())
    }

    /// Gathers the moves from `first` on that each ask for a content of one field, if there are
    /// enough for a choice by content. Returns the place after them.
    fn choose(
        &mut self,
        first: usize,
        end: usize,
        asked: &[Condition],
        looked_at: &mut Vec<(U256, usize)>,
    ) -> Option<usize> {
        let tests = self.conditions[first].iter();
        let tested = tests
            .filter(|condition| !asked.contains(condition))
            .filter_map(|condition| match *condition {
                Condition::Test { mask, .. } => Some(mask),
                Condition::Holds(_) => None,
            })
            .filter(|mask| {
                let is_whole = self.fields[mask.trailing_zeros() as usize] == *mask;
                is_whole && mask.count_ones() <= MOST_BITS
            });
        let one_of = self.one_of[first].iter();
        let one_of = one_of.filter(|one_of| !asked.contains(&Condition::Holds(one_of.part)));
        let fields: Vec<U256> = tested.chain(one_of.map(|one_of| one_of.field)).collect();
        for field in fields {
            if looked_at.iter().any(|(of, to)| *of == field && *to > first) {
                continue;
            }
            let choices: Vec<(Condition, Vec<u64>)> = (first..end)
                .map_while(|place| self.choice(place, field))
                .collect();
            let next = first + choices.len();
            if !self.is_worthwhile(first, &choices, asked) {
                looked_at.retain(|(of, _)| *of != field);
                looked_at.push((field, next));
                continue;
            }
            let (conditions, contents): (Vec<Condition>, Vec<Vec<u64>>) =
                choices.into_iter().unzip();
            for (place, condition) in (first..next).zip(conditions) {
                self.asked[place] = [asked, &[condition]].concat();
            }
            let mut chosen = run(first, next, &[]);
            chosen.by_content = Some(Box::new(ByContent::new(field, first, &contents)));
            chosen.after = self.runs.len() + 1;
            self.runs.push(chosen);
            return Some(next);
        }
        None
    }

    /// Returns the condition of a move that asks for contents of a field, with these contents;
    /// `None` if the move has no such condition.
    fn choice(&self, place: usize, field: U256) -> Option<(Condition, Vec<u64>)> {
        let tests = self.conditions[place].iter();
        let mut tests = tests.filter_map(|condition| match *condition {
            Condition::Test { mask, pattern } if mask == field => Some((*condition, pattern)),
            _ => None,
        });
        if let Some((condition, pattern)) = tests.next() {
            let content = (pattern >> field.trailing_zeros()).as_u64();
            return Some((condition, vec![content]));
        }
        let one_of = self.one_of[place].as_ref()?;
        let condition = Condition::Holds(one_of.part);
        (one_of.field == field).then(|| (condition, one_of.contents.clone()))
    }

    /// Whether moves from `first` on should be chosen by a field, for whose contents they ask in
    /// these conditions.
    fn is_worthwhile(
        &self,
        first: usize,
        choices: &[(Condition, Vec<u64>)],
        asked: &[Condition],
    ) -> bool {
        let contents = choices.iter().flat_map(|(_, contents)| contents);
        let mut different: Vec<u64> = contents.copied().collect();
        let asked_for = different.len();
        different.sort_unstable();
        different.dedup();
        let different = different.len();
        if different < WORTH_CHOOSING {
            return false;
        }
        let share_more = (1..choices.len()).filter(|&at| {
            let [one, two] = [at - 1, at].map(|at| &self.conditions[first + at]);
            let chosen = choices[at].0;
            let mut others = one
                .iter()
                .filter(|of| **of != chosen && !asked.contains(of));
            choices[at - 1] == choices[at] && others.any(|of| two.binary_search(of).is_ok())
        });
        asked_for <= different * MOST_FOR_CONTENT || share_more.count() * 2 < choices.len()
    }
}

/// The bits that the conditions test, and what they must be.
fn tested(conditions: &[Condition]) -> (U256, U256) {
    let tests = conditions.iter().filter_map(|condition| match *condition {
        Condition::Test { mask, pattern } => Some((mask, pattern)),
        Condition::Holds(_) => None,
    });
    tests.fold(
        (U256::ZERO, U256::ZERO),
        |(all, wanted), (mask, pattern)| (all | mask, wanted | pattern),
    )
}

/// A run with no run within it.
fn run<W: Word>(first: usize, end: usize, common: &[Condition]) -> MoveRun<W> {
    let (mask, pattern) = tested(common);
    let parts = common.iter().filter_map(|condition| match condition {
        Condition::Test { .. } => None,
        Condition::Holds(part) => Some(part.index() as u32),
    });
    MoveRun {
        first,
        end,
        after: 0,
        mask: W::narrow(mask),
        pattern: W::narrow(pattern),
        parts: parts.collect(),
        by_content: None,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use zug_game::Step;
    use zug_values::Outcome;

    use super::*;
    use crate::layout::{Layout, Scalar};
    use crate::meter::Meter;
    use crate::residual::{Op, SiteId};
    use crate::{Interpreter, Symmetries};

    /// The number of fields of a position. The first one holds 0 to 15, each other one 0 to 3.
    const FIELDS: usize = 3;

    /// Draws numbers from 0 to below a bound.
    struct Random(u64);

    impl Random {
        fn below(&mut self, bound: u64) -> u64 {
            self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            (self.0 >> 33) % bound
        }
    }

    /// A part of a guard: a test, several tests, a comparison, or a division that faults.
    fn part(residual: &mut Residual, random: &mut Random) -> ExprId {
        let field = random.below(FIELDS as u64) as usize;
        let field = residual.field(field);
        let number = random.below(4) as i64;
        let number = residual.int(number);
        match random.below(8) {
            0..=3 => residual.equal(field, number),
            4 => {
                let one = residual.int(1);
                let tests = [residual.equal(field, number), residual.equal(field, one)];
                let any = residual.or(&tests);
                residual.not(any)
            }
            5 | 6 => {
                let sum = residual.add(field, number).unwrap();
                let four = residual.int(4);
                residual.less(sum, four)
            }
            _ => {
                let quotient = residual.divide(number, field, Residual::new_site).unwrap();
                let one = residual.int(1);
                residual.less(quotient, one)
            }
        }
    }

    /// Moves whose guards often begin with the same parts.
    fn program(random: &mut Random) -> Residual {
        let mut layout = Layout::default();
        for hi in [15, 3, 3] {
            layout.add_field(Scalar { lo: 0, hi });
        }
        let mut residual = Residual::new(layout, Meter::new(&Job::default(), u64::MAX));
        let mut side = Side::default();
        let mut shared = Vec::new();
        let asks_for_contents = random.below(2) == 0;
        for place in 0..40_u64 {
            if place % 10 == 0 {
                shared = (0..2).map(|_| part(&mut residual, random)).collect();
            }
            let mut parts = shared.clone();
            if asks_for_contents && place > 4 {
                parts.clear();
                let field = residual.field(0);
                let contents = 1 + random.below(2) * random.below(3);
                let tests: Vec<ExprId> = (0..contents)
                    .map(|_| {
                        let content = residual.int(random.below(16) as i64);
                        residual.equal(field, content)
                    })
                    .collect();
                parts.push(residual.or(&tests));
            }
            parts.extend((0..random.below(3)).map(|_| part(&mut residual, random)));
            side.moves.push(GroundMove {
                derived: Vec::new(),
                guard: residual.and(&parts),
                body: vec![Op::Write {
                    clear: U256::new(0b11),
                    set: U256::from(place % 4),
                }],
                gain: None,
            });
        }
        residual.sides.push(side);
        residual
    }

    #[test]
    fn moves_in_runs_are_legal_where_they_are_legal_alone() {
        let mut random = Random(1);
        let (mut shortened, mut chosen, mut legal, mut faults) = (0, 0, 0, 0);
        for _ in 0..200 {
            let residual = program(&mut random);
            let moves = residual.sides[0].moves.len();
            let uses_slots = residual.uses_slots();
            let job = Job::default();
            let found = runs::<u64>(&residual, &residual.sides[0], &uses_slots, &job).unwrap();
            shortened += found.asked.iter().filter(|asked| !asked.is_empty()).count();
            let by_content = found.runs.iter().filter(|run| run.by_content.is_some());
            chosen += by_content.count();
            let none = Arc::new(Symmetries::none());
            let interpreter = Interpreter::new(residual, Outcome::Loss, none, &job).unwrap();
            for position in 0..1_u64 << (2 * FIELDS + 2) {
                let alone: Result<Vec<(u32, Step<u64>)>, SiteId> = (0..moves)
                    .filter_map(|place| {
                        let step = interpreter.play(place, position).transpose()?;
                        Some(step.map(|step| (place as u32, step)))
                    })
                    .collect();
                let mut together = Vec::new();
                let made = interpreter.placed_successors(position, &mut together);
                match alone {
                    Ok(alone) => {
                        assert_eq!(made.map(|outcome| outcome.is_some()), Ok(alone.is_empty()));
                        assert_eq!(together, alone);
                        legal += alone.len();
                    }
                    Err(site) => {
                        assert_eq!(made, Err(site));
                        faults += 1;
                    }
                }
            }
        }
        assert!(shortened > 1000 && legal > 10_000 && faults > 1000);
        assert!(
            chosen > 50,
            "{chosen} times the content of a field chose moves"
        );
    }
}
