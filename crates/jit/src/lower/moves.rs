//! Ground moves: their guards, what neighbouring guards share, and writing a successor.
//!
//! Where the guards of neighbouring moves test the same fields for the same values, that
//! test is done once, before all these moves. Where they test one field for many values, as moves
//! along the edges of a graph do, the field's content tells by a jump table which of them are left
//! (`choose`). Any other condition with which the guards of neighbouring moves begin is asked once
//! too. Moves that differ by a shift only are done
//! together (`runs`), and moves with guards of many tests are asked together (`lines`). A
//! move that only sets fields to constants is done without a jump: the successor is written
//! behind the last one, and counts if the guard holds.

use std::collections::BTreeMap;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I64};
use cranelift_codegen::ir::{Block, InstBuilder, MemFlags, Value};
use cranelift_frontend::Switch;
use zug_game::{Player, U256};
use zug_program::layout::number;
use zug_program::{ExprId, GroundMove, Node, Op, Residual, Side};

use crate::call::PLACE_AFTER_TURN;

use super::changes::changes;
use super::known::Mark;
use super::word::{WORDS, word_of, words_of};
use super::{EASY, Lower};

/// A ground move, taken apart.
#[derive(Clone)]
pub(super) struct Ground<'a> {
    pub(super) of: &'a GroundMove,
    /// The number of the move among those of both sides.
    pub(super) number: u32,
    /// The first test of the guard; with an empty mask it always holds.
    pub(super) mask: U256,
    pub(super) pattern: U256,
    /// The other parts of the guard.
    pub(super) rest: Vec<ExprId>,
    /// The number of the first parts of `rest` that may be asked before the move: neither they
    /// nor what comes before them can fail.
    free: usize,
    /// The bits of the position that are known where the move is made, as a mask and a
    /// pattern: the bits of the test, whose turn it is, and that the game is not over.
    pub(super) known: (U256, U256),
    /// What the body does, if it only sets fields to constants and adds constants to
    /// fields.
    pub(super) constants: Option<Constants>,
    /// Whether the move may be left out where its test is known to fail.
    may_be_skipped: bool,
}

/// What a body does that sets fields to constants and adds constants to fields: the
/// position becomes `(position & !clear) | set`, and then `more` is added to each word.
///
/// No field leaves its range, so that no field carries into the next.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Constants {
    pub(super) clear: U256,
    pub(super) set: U256,
    pub(super) more: [u64; WORDS],
    /// The bits of the fields to which a constant is added.
    pub(super) grown: U256,
    pub(super) keeps_turn: bool,
}

/// What all moves of a player have in common.
pub(super) struct OfSide {
    /// The mask of each field.
    fields: Vec<U256>,
    /// The player; `None` where both have the same moves.
    pub(super) mover: Option<Player>,
    /// The number of the first move.
    first: u32,
    /// The guards of all moves, where none of the moves has derived parameters.
    guards: Option<Vec<ExprId>>,
    /// Whether there are at most [`FEW`] moves.
    is_few: bool,
}

/// The fewest neighbouring moves for which a shared test is done once.
const WORTH_SHARING: usize = 3;

/// The fewest instructions that are saved where a part of guards is asked once.
const WORTH_A_JUMP: u32 = 24;

/// The fewest contents of a field for which moves are chosen by a jump table.
const WORTH_CHOOSING: usize = 8;

/// The most moves of a player among which short moves are done without jumps. Where there
/// are more moves, few are legal, and a processor predicts that their guards fail.
const FEW: usize = 96;

impl<'a> Lower<'a, '_> {
    /// Does all moves of a side, and writes each successor behind the last.
    pub(super) fn moves(&mut self, side: &'a Side, mover: Option<Player>) {
        let grounds = self.grounds(side, mover);
        let fields = self.residual.layout().fields.iter();
        let of = OfSide {
            fields: fields
                .map(|field| field.mask())
                .filter(|&mask| mask != 0)
                .collect(),
            mover,
            first: grounds.first().map_or(0, |ground| ground.number),
            guards: grounds
                .iter()
                .map(|ground| ground.of.derived.is_empty().then_some(ground.of.guard))
                .collect(),
            is_few: grounds.len() <= FEW,
        };
        self.range(&grounds, &of, U256::ZERO);
    }

    /// The moves of a side, taken apart.
    pub(super) fn grounds(&self, side: &'a Side, mover: Option<Player>) -> Vec<Ground<'a>> {
        let before = match mover {
            Some(Player::Second) => self.residual.sides[0].moves.len() as u32,
            _ => 0,
        };
        let moves = side.moves.iter().zip(before..);
        moves
            .map(|(ground, number)| self.take_apart(ground, number, mover))
            .collect()
    }

    /// The parts of a ground move.
    fn take_apart(&self, of: &'a GroundMove, number: u32, mover: Option<Player>) -> Ground<'a> {
        let parts = match self.node(of.guard) {
            Node::And(parts) => parts.to_vec(),
            Node::Const(1) => Vec::new(),
            _ => vec![of.guard],
        };
        let residual = self.residual;
        let faults = |id: &ExprId| residual.facts(*id).faults;
        let reached = parts.iter().position(faults).unwrap_or(parts.len());
        let mut ground = Ground {
            of,
            number,
            mask: U256::ZERO,
            pattern: U256::ZERO,
            known: self.known_bits(mover),
            rest: parts.clone(),
            free: reached,
            constants: constants(residual, &of.body, mover),
            may_be_skipped: !of.derived.iter().any(|(_, value)| faults(value)),
        };
        for (at, part) in parts[..reached].iter().enumerate() {
            if let Node::Test { mask, pattern } = *self.node(*part) {
                (ground.mask, ground.pattern) = (mask, pattern);
                let (known, as_what) = ground.known;
                ground.known = (known | mask, as_what | pattern);
                ground.rest.remove(at);
                ground.free -= 1;
                break;
            }
        }
        ground
    }

    /// The bits of the position that are known before any guard is asked, as a mask and a
    /// pattern.
    fn known_bits(&self, mover: Option<Player>) -> (U256, U256) {
        let layout = self.residual.layout();
        let turn = layout.turn.zip(mover.map(number::of_player));
        let over = layout.over.map(|over| (over, number::GOES_ON));
        let fields = turn.into_iter().chain(over);
        fields.fold(
            (U256::ZERO, U256::ZERO),
            |(all, pattern), (field, value)| {
                let field = layout.fields[field];
                (all | field.mask(), pattern | field.content(value))
            },
        )
    }

    /// Does neighbouring moves, where the bits of `asked` are known to be as the moves' tests
    /// ask.
    fn range(&mut self, moves: &[Ground<'a>], of: &OfSide, asked: U256) {
        let mut rest = moves;
        let mut few_contents = Vec::new();
        while let Some(first) = rest.first() {
            let together = self.together(rest, asked);
            if together > 0 {
                rest = &rest[together..];
                continue;
            }
            let together = self.by_lines(rest, of, (asked, first.pattern & asked));
            if together > 0 {
                rest = &rest[together..];
                continue;
            }
            if let Some((field, moves)) = chosen_by(rest, &of.fields, asked, &mut few_contents) {
                self.choose(field, &rest[..moves], of, asked);
                rest = &rest[moves..];
                continue;
            }
            let (run, shared) = shared_run(rest, &of.fields, asked);
            if run < WORTH_SHARING {
                if let Some((part, run)) = self.shared_part(rest, asked) {
                    self.if_part_holds(part, &rest[..run], of, asked);
                    rest = &rest[run..];
                    continue;
                }
                self.one(first, of, asked);
                rest = &rest[1..];
                continue;
            }
            let [inside, after] = [self.b.create_block(), self.b.create_block()];
            let holds = self.test(shared, first.pattern & shared);
            self.b.ins().brif(holds, inside, &[], after, &[]);
            self.begin(inside);
            let mark = self.known.mark();
            self.range(&rest[..run], of, asked | shared);
            self.known.forget(mark);
            self.b.ins().jump(after, &[]);
            self.begin(after);
            rest = &rest[run..];
        }
    }

    /// The part of the first move's guard that comes first, and the number of moves from the first
    /// on that ask it too, if these are enough to ask it once.
    fn shared_part(&self, moves: &[Ground<'a>], asked: U256) -> Option<(ExprId, usize)> {
        let is_asked = |ground: &Ground<'_>| ground.mask & !asked == 0 && ground.may_be_skipped;
        let first = moves.first()?;
        let part = *first.rest[..first.free].first()?;
        if self.residual.facts(part).stuck || self.uses_slots[part.index()] {
            return None;
        }
        let asks = |ground: &&Ground<'_>| ground.rest[..ground.free].contains(&part);
        let run = moves.iter().take_while(|ground| is_asked(ground));
        let run = run.take_while(asks).count().max(1);
        let saved = self.cost(part).saturating_mul(run as u32 - 1);
        (run >= WORTH_SHARING && saved >= WORTH_A_JUMP).then_some((part, run))
    }

    /// Does neighbouring moves that all ask this part of their guards, which is asked once.
    fn if_part_holds(&mut self, part: ExprId, moves: &[Ground<'a>], of: &OfSide, asked: U256) {
        let [inside, after] = [self.b.create_block(), self.b.create_block()];
        let before = self.branch(part, inside, after);
        self.begin(inside);
        let mut moves = moves.to_vec();
        for ground in &mut moves {
            let is_other = |other: &ExprId| *other != part;
            ground.free = ground.rest[..ground.free]
                .iter()
                .filter(|other| is_other(other))
                .count();
            ground.rest.retain(is_other);
        }
        self.range(&moves, of, asked);
        self.known.forget(before);
        self.b.ins().jump(after, &[]);
        self.begin(after);
    }

    /// Does neighbouring moves each of which asks for a content of this field: those that ask for
    /// its content in the position, and no others.
    fn choose(&mut self, field: U256, moves: &[Ground<'a>], of: &OfSide, asked: U256) {
        let mut by_content: BTreeMap<u64, Vec<Ground<'a>>> = BTreeMap::new();
        for ground in moves {
            let content = content(ground, field);
            by_content.entry(content).or_default().push(ground.clone());
        }
        let (word, mask) = words_of(field).next().expect("a field has bits");
        let bits = self.word(word);
        let shift = mask.trailing_zeros();
        let bits = self.b.ins().ushr_imm(bits, i64::from(shift));
        let bits = self.b.ins().band_imm(bits, (mask >> shift) as i64);
        let after = self.b.create_block();
        let mut switch = Switch::new();
        let blocks: Vec<Block> = by_content
            .keys()
            .map(|&content| {
                let block = self.b.create_block();
                switch.set_entry(content.into(), block);
                block
            })
            .collect();
        switch.emit(&mut self.b, bits, after);
        for (block, moves) in blocks.into_iter().zip(by_content.values()) {
            self.begin(block);
            let mark = self.known.mark();
            // What does many moves together counts on neighbours.
            if moves.is_sorted_by(|one, next| one.number + 1 == next.number) {
                self.range(moves, of, asked | field);
            } else {
                for ground in moves {
                    self.one(ground, of, asked | field);
                }
            }
            self.known.forget(mark);
            self.b.ins().jump(after, &[]);
        }
        self.begin(after);
    }

    /// Does one move.
    fn one(&mut self, ground: &Ground<'a>, of: &OfSide, asked: U256) {
        let never = self.residual.constant(ground.of.guard) == Some(0) && ground.may_be_skipped;
        if never || self.is_too_large() {
            return;
        }
        for &(slot, value) in &ground.of.derived {
            let value = self.number(value);
            self.b.def_var(self.slots[slot], value);
        }
        let mask = ground.mask & !asked;
        let is_short = ground.rest.iter().all(|part| self.is_easy(*part))
            && ground.rest.iter().map(|part| self.cost(*part)).sum::<u32>() <= EASY;
        if let Some(constants) = ground.constants
            && is_short
            && of.is_few
        {
            let mut holds = (mask != 0).then(|| self.test(mask, ground.pattern & mask));
            for part in &ground.rest {
                let truth = self.truth(*part);
                holds = Some(match holds {
                    Some(holds) => self.b.ins().band(holds, truth),
                    None => truth,
                });
            }
            self.store_constants(ground, constants, holds);
        } else {
            let skip = self.b.create_block();
            let mark = self.guard(ground, mask, Some(of), skip);
            self.make(ground, of.mover);
            self.b.ins().jump(skip, &[]);
            self.begin(skip);
            self.known.forget(mark);
        }
        if !ground.of.derived.is_empty() {
            let uses_slots = self.uses_slots;
            self.known.drop_if(|id| uses_slots[id.index()]);
        }
    }

    /// Makes a legal move, and writes the successor or counts it.
    pub(super) fn make(&mut self, ground: &Ground<'a>, mover: Option<Player>) {
        if let Some(constants) = ground.constants {
            return self.store_constants(ground, constants, None);
        }
        match changes(self.residual, &ground.of.body, mover) {
            Some(changes) => self.store_changes(ground, &changes),
            None => self.body(&ground.of.body, mover, ground.number),
        }
    }

    /// Whether a part of a move's guard asks that no move before it is legal: a pass is legal
    /// where nothing else is. Then the number of legal moves so far tells.
    fn asks_for_no_other(&self, part: ExprId, ground: &Ground<'a>, of: &OfSide) -> bool {
        let (Node::Not(inner), Some(guards)) = (self.node(part), &of.guards) else {
            return false;
        };
        let Node::Or(others) = self.node(*inner) else {
            return false;
        };
        let first = ground.number - of.first;
        let mut before = guards[..first as usize].to_vec();
        let mut others = others.to_vec();
        for all in [&mut before, &mut others] {
            all.sort_unstable();
            all.dedup();
        }
        before == others
    }

    /// Jumps to `skip` unless the guard holds. Returns a mark: what is known there is valid
    /// in `skip` too.
    ///
    /// `of` is the side whose legal moves are counted up to this one, if they are.
    pub(super) fn guard(
        &mut self,
        ground: &Ground<'a>,
        mask: U256,
        of: Option<&OfSide>,
        skip: Block,
    ) -> Mark {
        let mut mark = None;
        if mask != 0 {
            let next = self.b.create_block();
            let holds = self.test(mask, ground.pattern & mask);
            self.b.ins().brif(holds, next, &[], skip, &[]);
            self.begin(next);
            mark = Some(self.known.mark());
        }
        for part in &ground.rest {
            let next = self.b.create_block();
            if of.is_some_and(|of| self.asks_for_no_other(*part, ground, of)) {
                let out = self.b.use_var(self.out);
                let none = self.b.ins().icmp(IntCC::Equal, out, self.first_out);
                self.b.ins().brif(none, next, &[], skip, &[]);
                self.begin(next);
                mark = mark.or(Some(self.known.mark()));
                continue;
            }
            // The first part is asked whenever the move is, if no test comes before.
            let first = self.branch(*part, next, skip);
            mark = mark.or(Some(first));
            self.begin(next);
        }
        mark.unwrap_or_else(|| self.known.mark())
    }

    /// Writes the successor of a move whose body is `constants`.
    fn store_constants(&mut self, ground: &Ground<'a>, constants: Constants, holds: Option<Value>) {
        if !self.purpose.writes() {
            return self.tally(holds);
        }
        let next = self.with_constants(ground, constants);
        let kept = self.b.ins().iconst(I8, i64::from(constants.keeps_turn));
        let number = self.number_of(ground.number);
        self.store(&next, kept, holds, number);
    }

    /// The position after a move whose body is `constants`.
    pub(super) fn with_constants(
        &mut self,
        ground: &Ground<'a>,
        constants: Constants,
    ) -> Vec<Value> {
        let mut words = self.words();
        for (word, value) in words.iter_mut().enumerate() {
            let [clear, set, known, pattern] = [
                constants.clear,
                constants.set,
                ground.known.0,
                ground.known.1,
            ]
            .map(|bits| word_of(bits, word));
            let mut more = constants.more[word];
            if clear & !known == 0 {
                // What the fields held is known: the difference is constant.
                more = more.wrapping_add(set).wrapping_sub(pattern & clear);
            } else {
                let kept = self.b.ins().band_imm(*value, !clear as i64);
                *value = self.b.ins().bor_imm(kept, set as i64);
            }
            *value = self.plus(*value, more as i64);
        }
        words
    }

    /// Writes a successor behind the last one, with the number of its move if that is asked.
    /// It counts if `holds` is 1 or `None`.
    pub(super) fn store(
        &mut self,
        words: &[Value],
        kept: Value,
        holds: Option<Value>,
        number: Option<Value>,
    ) {
        let out = self.b.use_var(self.out);
        let flags = MemFlags::trusted();
        for (word, value) in words.iter().enumerate() {
            self.b.ins().store(flags, *value, out, 8 * word as i32);
        }
        self.b.ins().store(flags, kept, out, self.turn_offset);
        if let Some(number) = number {
            let place = self.turn_offset + PLACE_AFTER_TURN;
            self.b.ins().store(flags, number, out, place);
        }
        let next = match holds {
            Some(holds) => {
                let holds = self.b.ins().uextend(I64, holds);
                let by = match self.step_bytes {
                    bytes if bytes.count_ones() == 1 => {
                        self.b.ins().ishl_imm(holds, i64::from(bytes.ilog2()))
                    }
                    bytes => self.b.ins().imul_imm(holds, bytes),
                };
                self.b.ins().iadd(out, by)
            }
            None => self.b.ins().iadd_imm(out, self.step_bytes),
        };
        self.b.def_var(self.out, next);
    }
}

/// The number of moves from the first on that share a test of whole fields which is not
/// asked yet, and the mask of that test.
fn shared_run(moves: &[Ground<'_>], fields: &[U256], asked: U256) -> (usize, U256) {
    let [first, second, ..] = moves else {
        return (1, U256::ZERO);
    };
    if !first.may_be_skipped || !second.may_be_skipped {
        return (1, U256::ZERO);
    }
    let shared = |other: &Ground<'_>| {
        let both = first.mask & other.mask & !asked & !(first.pattern ^ other.pattern);
        let whole = fields.iter().filter(|&&field| field & both == field);
        whole.fold(U256::ZERO, |all, field| all | field)
    };
    let common = shared(second);
    if common == 0 {
        return (1, U256::ZERO);
    }
    let same = |other: &&Ground<'_>| other.may_be_skipped && shared(other) & common == common;
    let run = moves[1..].iter().take_while(same).count();
    (1 + run, common)
}

/// The field for a content of which each of the first moves asks, and their number; `None` where
/// they ask for few contents. `few_contents` has the fields for which that was seen at moves
/// before, each with the number of moves that were left behind those that ask for it.
fn chosen_by(
    moves: &[Ground<'_>],
    fields: &[U256],
    asked: U256,
    few_contents: &mut Vec<(U256, usize)>,
) -> Option<(U256, usize)> {
    let first = moves.first()?;
    let in_one_word = |field: U256| words_of(field).count() == 1;
    let asks =
        |ground: &Ground<'_>, field: U256| ground.may_be_skipped && ground.mask & field == field;
    fields.iter().copied().find_map(|field| {
        if field & asked != 0 || !asks(first, field) || !in_one_word(field) {
            return None;
        }
        let was_seen = |(of, left): &(U256, usize)| *of == field && *left < moves.len();
        if few_contents.iter().any(was_seen) {
            return None;
        }
        let run = moves.iter().take_while(|ground| asks(ground, field));
        let mut contents: Vec<u64> = run.map(|ground| content(ground, field)).collect();
        let run = contents.len();
        contents.sort_unstable();
        contents.dedup();
        if contents.len() < WORTH_CHOOSING {
            few_contents.retain(|(of, _)| *of != field);
            few_contents.push((field, moves.len() - run));
            return None;
        }
        Some((field, run))
    })
}

/// The content of a field for which a move asks.
fn content(ground: &Ground<'_>, field: U256) -> u64 {
    ((ground.pattern & field) >> field.trailing_zeros()).as_u64()
}

/// What a body does, if it only sets fields to constants or adds constants to them, and
/// perhaps keeps the turn or ends the game.
pub(super) fn constants(
    residual: &Residual,
    body: &[Op],
    mover: Option<Player>,
) -> Option<Constants> {
    let mut all = Constants::default();
    let mut end = None;
    for op in body {
        match *op {
            Op::Write { clear, set } => all.write(clear, set)?,
            Op::Set {
                field,
                value,
                site: None,
            } => all.add(residual, field, value)?,
            Op::Again => all.keeps_turn = true,
            Op::End(outcome) => {
                end.get_or_insert(outcome);
            }
            _ => return None,
        }
    }
    let layout = residual.layout();
    if let (false, Some(turn), Some(mover)) = (all.keeps_turn, layout.turn, mover) {
        all.write_field(residual, turn, number::of_player(mover.opponent()))?;
    }
    if let (Some(end), Some(over)) = (end, layout.over) {
        let ended = if all.keeps_turn { end } else { end.flipped() };
        all.write_field(residual, over, number::of_outcome(ended))?;
    }
    Some(all)
}

impl Constants {
    /// Sets fields to constants. `None` if a constant was added to one of them before.
    fn write(&mut self, clear: U256, set: U256) -> Option<()> {
        self.clear |= clear | set;
        self.set = self.set & !clear | set;
        (self.clear & self.grown == 0).then_some(())
    }

    fn write_field(&mut self, residual: &Residual, field: usize, value: i64) -> Option<()> {
        let field = residual.layout().fields[field];
        self.write(field.mask(), field.content(value))
    }

    /// Sets a field to a value, which must be the field's value and a constant added up.
    /// `None` if it is not.
    fn add(&mut self, residual: &Residual, field: usize, value: ExprId) -> Option<()> {
        let more = residual.growth(field, value)?;
        let field = residual.layout().fields[field];
        let bits = field.mask();
        let (word, within) = ((field.shift / 64) as usize, field.shift % 64);
        let is_shared = field.weight.is_some();
        if bits == 0 || is_shared || self.clear & bits != 0 || within + field.bits > 64 {
            return None;
        }
        let more = (more as u64).wrapping_shl(within);
        self.more[word] = self.more[word].wrapping_add(more);
        self.grown |= bits;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::word::words_of;
    use super::*;

    #[test]
    fn later_writes_win() {
        let mut all = Constants::default();
        for (clear, set) in [(0b1111, 0b0101), (0b0011, 0b0010)] {
            all.write(U256::new(clear), U256::new(set))
                .expect("nothing was added");
        }
        assert_eq!((all.clear, all.set), (U256::new(0b1111), U256::new(0b0110)));
        assert_eq!(words_of(all.set).collect::<Vec<_>>(), [(0, 0b0110)]);
    }
}
