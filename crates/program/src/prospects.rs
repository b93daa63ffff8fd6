//! How play can still end from a position, by the numbers that the rules compare at the end.
//!
//! Rules that end a game by counting compare sums of fields when it is over: a store with half
//! of the seeds, one's boxes with the opponent's. Long before that, one player may have so much
//! that nobody can change who wins. Here that is derived from the rules: for each sum that a
//! result compares it is looked for sums that bound it at every end that play can reach.
//!
//! **Method.** A *ceiling* of a sum is a sum which is nowhere less and which no move raises. So
//! what the ceiling is now, the sum is at most at any end. A *floor* is the same from below. A sum
//! that no move raises is its own ceiling. Otherwise a ceiling adds to the sum what may still come
//! to it: some other fields, each unit of them counted as a unit of the sum, as the seeds in the
//! pits are, which may all come to a store; or, where single moves add something and use up what
//! they are made of, each field times the most that such a move adds. What each move does to a
//! sum is followed by `levels/carried`, whatever the position is that the move is made in. (A sum
//! that never falls is a ranking function as in `levels`, but need not rise; potentials of
//! this kind bound what loops of programs consume: J. Hoffmann and M. Hofmann, *Amortized resource
//! analysis with polynomial potential*, 2010.)
//!
//! A result is possible at an end if the bounds of what it compares allow it. It is sure, if they
//! leave nothing else and what else it asks holds at every end: that a player is stuck, or
//! something that holds wherever one is stuck, as that all own pits are empty. What no result says
//! is said by the convention of play. All results that are possible, of either player to move,
//! make the worst outcome and the best. Scores are bounded the same way.
//!
//! **Cost.** About as much as finding levels, once; a few counts of ones under masks for each
//! position. **When not to use it.** Where moves themselves end the game, or where results
//! compare counts of cells, which are no sums of fields, nothing is found.

use std::collections::BTreeMap;

use zug_job::{Job, Why};
use zug_values::Outcome;

use crate::levels::changes::{Change, Kind, told_by_content};
use crate::levels::{Class, Weights, carried, climb, counted, total_of};
use crate::residual::{ExprId, Node, Residual, Side};
use crate::standing::{Sum, sum_of_fields};
use crate::total::Total;
use crate::word::Word;

/// The most different sums that results may compare.
const MOST_SUMS: usize = 4;

/// The most fields of one sum.
const MOST_FIELDS: usize = 16;

/// The most classes of other fields of which all choices are tried.
const MOST_CLASSES: usize = 10;

/// The most ceilings of one sum.
const MOST_CEILINGS: usize = 4;

/// The most fields that weigh something of their own.
const MOST_SINGLE: usize = 256;

/// The most times that weights are raised until no move raises a sum.
const MOST_ROUNDS: usize = 64;

/// The most that a unit of a field weighs.
const MOST_WEIGHT: i64 = 1 << 24;

/// The most contents of a field that are looked at one by one.
const MOST_CONTENTS: u128 = 1 << 10;

/// Bounds of how play can end.
#[derive(Clone, Debug)]
pub struct Prospects<W> {
    sums: Vec<Bounded<W>>,
    /// How the game can end with First to move, and with Second.
    ends: [Vec<End>; 2],
    /// The bit that tells that it is Second's turn.
    turn: u32,
}

/// The least and the most that each sum can be at an end.
type AllBounds = [(i64, i64); MOST_SUMS];

/// A sum, with what bounds it at all ends that play can reach.
#[derive(Clone, Debug)]
struct Bounded<W> {
    floors: Vec<Total<W>>,
    ceilings: Vec<Total<W>>,
    /// The least and the greatest sum that the declared ranges of the fields allow.
    range: (i64, i64),
}

/// A sum of [`Prospects::sums`], times a sign, and a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Compared {
    sum: usize,
    sign: i64,
    constant: i64,
}

/// One way in which a game can end.
#[derive(Clone, Debug)]
struct End {
    /// The outcome for First: 1 is a win, 0 a draw and −1 a loss.
    outcome: i64,
    /// The score for First, if there is one that is a sum.
    score: Option<Compared>,
    /// What must be above 0.
    above: Vec<Compared>,
    /// Where the game is over, and has not ended in one of the ways before this one, it ends in
    /// this way if all of `above` are above 0.
    is_sure: bool,
}

impl<W: Word> Prospects<W> {
    /// The bounds that the rules show; `None` if they show none. Whoever is stuck has the
    /// outcome `stuck`, where no result says otherwise.
    ///
    /// # Errors
    ///
    /// The job was cancelled, or its memory is used up.
    pub fn of(residual: &Residual, stuck: Outcome, job: &Job) -> Result<Option<Self>, Why> {
        let layout = &residual.layout;
        let ([first, second], Some(turn), None) = (&residual.sides[..], layout.turn, layout.over)
        else {
            return Ok(None);
        };
        if layout.shares_bits() {
            return Ok(None);
        }
        let mut sums = Vec::new();
        let ends = [(first, false), (second, true)]
            .map(|(side, is_second)| ends(residual, side, is_second, stuck, &mut sums));
        if sums.is_empty() || sums.len() > MOST_SUMS {
            return Ok(None);
        }
        let Some(sums) = bounded(residual, &sums, job)? else {
            return Ok(None);
        };
        Ok(Some(Self {
            sums,
            ends,
            turn: layout.fields[turn].shift,
        }))
    }

    /// The worst outcome and the best that the player to move can get, however both play: 1 is a
    /// win, 0 a draw and −1 a loss. A draw because play never ends is not among them.
    #[inline]
    pub fn outcomes(&self, position: W) -> (i64, i64) {
        self.between(position, |end, _| Some((end.outcome, end.outcome)))
            .unwrap_or((-1, 1))
    }

    /// The least score and the greatest that the player to move can get, however both play, in
    /// a game in which every end has a score.
    #[inline]
    pub fn scores(&self, position: W) -> (i64, i64) {
        self.between(position, |end, bounds| Some(end.score?.of(bounds)))
            .unwrap_or((i64::MIN, i64::MAX))
    }

    /// What a function tells of all ends that are possible, for First, put together for the
    /// player to move; `None` where it tells nothing of one of them.
    #[inline]
    fn between(
        &self,
        position: W,
        told: impl Fn(&End, &AllBounds) -> Option<(i64, i64)>,
    ) -> Option<(i64, i64)> {
        let bounds = self.bounds(position);
        let (mut least, mut most) = (i64::MAX, i64::MIN);
        for ends in &self.ends {
            for end in ends {
                let mut lowest = 1;
                let mut highest = 1;
                for above in &end.above {
                    let (lo, hi) = above.of(&bounds);
                    (lowest, highest) = (lowest.min(lo), highest.min(hi));
                }
                if highest > 0 {
                    let (lo, hi) = told(end, &bounds)?;
                    (least, most) = (least.min(lo), most.max(hi));
                    if end.is_sure && lowest > 0 {
                        break;
                    }
                }
            }
        }
        let is_of_first = (position >> self.turn).low() & 1 == 0;
        Some(if is_of_first {
            (least, most)
        } else {
            (-most, -least)
        })
    }

    /// The least and the most that each sum can be at an end.
    #[inline]
    fn bounds(&self, position: W) -> AllBounds {
        let mut all = [(0, 0); MOST_SUMS];
        for (bounds, sum) in all.iter_mut().zip(&self.sums) {
            let (mut least, mut most) = sum.range;
            for floor in &sum.floors {
                least = least.max(floor.of(position));
            }
            for ceiling in &sum.ceilings {
                most = most.min(ceiling.of(position));
            }
            *bounds = (least, most);
        }
        all
    }
}

impl Compared {
    /// Its least value and its greatest, by the bounds of the sums.
    #[inline]
    fn of(self, bounds: &AllBounds) -> (i64, i64) {
        let (least, most) = bounds[self.sum];
        if self.sign > 0 {
            (least + self.constant, most + self.constant)
        } else {
            (self.constant - most, self.constant - least)
        }
    }

    fn negated(self) -> Self {
        Self {
            sign: -self.sign,
            constant: -self.constant,
            ..self
        }
    }
}

/// Fields, each with its factor.
type Factors = BTreeMap<usize, i64>;

/// The ways in which the game can end for a player to move. Sums that they compare are added to
/// the list of sums.
fn ends(
    residual: &Residual,
    side: &Side,
    is_second: bool,
    stuck: Outcome,
    sums: &mut Vec<Factors>,
) -> Vec<End> {
    let of_first = |outcome: Outcome| {
        let of_mover = match outcome {
            Outcome::Win => 1,
            Outcome::Draw => 0,
            Outcome::Loss => -1,
        };
        if is_second { -of_mover } else { of_mover }
    };
    // What the results ask that is no sum.
    let mut others: Vec<Vec<ExprId>> = Vec::new();
    let mut ends = Vec::new();
    for result in &side.results {
        // A law never counts.
        if residual.facts(result.condition).hi == 0 {
            continue;
        }
        let condition = std::slice::from_ref(&result.condition);
        let parts = match residual.node(result.condition) {
            Node::And(parts) => parts,
            _ => condition,
        };
        let (mut above, mut asked) = (Vec::new(), Vec::new());
        for &part in parts {
            let sum = above_nothing(residual, part);
            match sum.and_then(|sum| compared(residual, &sum, sums)) {
                Some(compared) => above.push(compared),
                None => asked.push(part),
            }
        }
        let score = result
            .score
            .and_then(|score| sum_of_fields(residual, score));
        let score = score.and_then(|sum| compared(residual, &sum, sums));
        ends.push(End {
            outcome: of_first(result.outcome),
            score: score.map(|score| if is_second { score.negated() } else { score }),
            above,
            is_sure: false,
        });
        others.push(asked);
    }
    for (at, end) in ends.iter_mut().enumerate() {
        let holds = |part: &ExprId| {
            let asked_by =
                |others: &Vec<ExprId>| others.iter().any(|of| implies(residual, *of, *part));
            others[at..].iter().all(asked_by) && holds_if_stuck(residual, side, *part)
        };
        end.is_sure = others[at].iter().all(holds);
    }
    ends.push(End {
        outcome: of_first(stuck),
        score: None,
        above: Vec::new(),
        is_sure: true,
    });
    ends
}

/// The sum that is above 0 where a condition holds, and not above 0 where it fails, if there is
/// one.
fn above_nothing(residual: &Residual, condition: ExprId) -> Option<Sum> {
    match *residual.node(condition) {
        Node::Less(a, b) => sum_of_fields(residual, b)?.plus(&sum_of_fields(residual, a)?, -1),
        Node::Not(inner) => {
            let Node::Less(a, b) = *residual.node(inner) else {
                return None;
            };
            let more = sum_of_fields(residual, a)?.plus(&sum_of_fields(residual, b)?, -1)?;
            let one = Sum {
                constant: 1,
                ..Sum::default()
            };
            more.plus(&one, 1)
        }
        _ => None,
    }
}

/// A sum as one of the list, to which it is added if it is not there yet.
fn compared(residual: &Residual, sum: &Sum, sums: &mut Vec<Factors>) -> Option<Compared> {
    let (_, &first) = sum.fields.first_key_value()?;
    if sum.fields.len() > MOST_FIELDS || sum.constant.unsigned_abs() > 1 << 32 {
        return None;
    }
    let sign = first.signum();
    let mut factors = sum.fields.clone();
    for (field, times) in &mut factors {
        *times *= sign;
        let range = residual.layout.fields[*field].scalar;
        let is_small = |number: i64| number.unsigned_abs() < 1 << 24;
        if !(is_small(*times) && is_small(range.lo) && is_small(range.hi)) {
            return None;
        }
    }
    let known = sums.iter().position(|of| *of == factors);
    Some(Compared {
        sum: known.unwrap_or_else(|| {
            sums.push(factors);
            sums.len() - 1
        }),
        sign,
        constant: sum.constant,
    })
}

/// Whether one condition holds wherever another one does, as far as this is seen.
fn implies(residual: &Residual, one: ExprId, other: ExprId) -> bool {
    match (residual.node(one), residual.node(other)) {
        _ if one == other => true,
        (
            Node::Test { mask, pattern },
            Node::Test {
                mask: part,
                pattern: of_part,
            },
        ) => *mask & *part == *part && *pattern & *part == *of_part,
        _ => false,
    }
}

/// Whether a condition holds wherever a player has no legal move, as far as this is seen.
fn holds_if_stuck(residual: &Residual, side: &Side, condition: ExprId) -> bool {
    match residual.node(condition) {
        Node::Stuck => true,
        Node::Test { mask, pattern } => {
            let layout = &residual.layout;
            let mut fields = layout.fields.iter().enumerate();
            fields.all(|(place, field)| {
                let of = *mask & field.mask();
                let contents = field.scalar.radix();
                if of == 0 {
                    return true;
                }
                // Each other content makes some move legal.
                contents <= MOST_CONTENTS
                    && (0..contents as i64).all(|content| {
                        let here = field.content(content + field.scalar.lo);
                        (here ^ *pattern) & of == 0
                            || side.moves.iter().any(|ground| {
                                told_by_content(residual, ground.guard, place, content)
                                    == Some(true)
                            })
                    })
            })
        }
        _ => false,
    }
}

/// The bounds of sums; `None` if none of them has any but those of its fields' ranges.
fn bounded<W: Word>(
    residual: &Residual,
    sums: &[Factors],
    job: &Job,
) -> Result<Option<Vec<Bounded<W>>>, Why> {
    let mut all = Vec::new();
    let mut is_known = false;
    for factors in sums {
        let negative: Factors = factors
            .iter()
            .map(|(field, times)| (*field, -times))
            .collect();
        let of_sum = ceilings(residual, factors, sums, job)?;
        let of_negative = ceilings(residual, &negative, sums, job)?;
        is_known |= !of_sum.is_empty() || !of_negative.is_empty();
        let mut range = (0, 0);
        for (field, times) in factors {
            let of = residual.layout.fields[*field].scalar;
            let ends = [of.lo * times, of.hi * times];
            range.0 += ends[0].min(ends[1]);
            range.1 += ends[0].max(ends[1]);
        }
        let total = |(classes, weights): &Weighed, sign: i64| {
            let mut constant = 0;
            for (class, &weight) in classes.iter().zip(weights) {
                for &field in &class.fields {
                    let of = residual.layout.fields[field].scalar;
                    constant += match factors.get(&field) {
                        // A field holds what it is more than its least value.
                        Some(times) => times * of.lo,
                        // What it lacks counts.
                        None => sign * (-weight).max(0) * (of.hi - of.lo),
                    };
                }
            }
            let weights: Vec<_> = weights
                .iter()
                .map(|times| Weights::Slope(sign * times))
                .collect();
            total_of(&residual.layout, classes, &weights).plus(constant)
        };
        all.push(Bounded {
            floors: of_negative.iter().map(|of| total(of, -1)).collect(),
            ceilings: of_sum.iter().map(|of| total(of, 1)).collect(),
            range,
        });
    }
    Ok(is_known.then_some(all))
}

/// Classes of fields, each with what a unit of content weighs; where that is less than 0, and the
/// class is none of the sum, with what a unit weighs that a field lacks.
type Weighed = (Vec<Class>, Vec<i64>);

/// Sums that are nowhere less than a sum and that no move raises.
fn ceilings(
    residual: &Residual,
    factors: &Factors,
    sums: &[Factors],
    job: &Job,
) -> Result<Vec<Weighed>, Why> {
    let classes = classes(residual, sums);
    let Some(kinds) = carried::kinds(residual, &classes, job)? else {
        return Ok(Vec::new());
    };
    let weights = weights_of(&classes, factors);
    if never_rises(&kinds, &weights) {
        return Ok(vec![(classes, weights)]);
    }
    let unit = factors.values().map(|times| times.abs()).max().unwrap_or(1);
    let others: Vec<usize> = (0..classes.len())
        .filter(|&class| weights[class] == 0)
        .collect();
    let mut chosen: Vec<u32> = Vec::new();
    if others.len() <= MOST_CLASSES {
        // Small choices come before those that hold them.
        let mut choices: Vec<u32> = (1..1 << others.len()).collect();
        choices.sort_by_key(|choice| choice.count_ones());
        for choice in choices {
            job.check()?;
            let is_weaker = chosen.iter().any(|less| less & choice == *less);
            if !is_weaker && never_rises(&kinds, &with(&weights, &others, choice, unit)) {
                chosen.push(choice);
            }
        }
    }
    if chosen.is_empty() {
        return raised(residual, factors, job).map(|found| found.into_iter().collect());
    }
    chosen.truncate(MOST_CEILINGS);
    let found = chosen
        .iter()
        .map(|&choice| (classes.clone(), with(&weights, &others, choice, unit)));
    Ok(found.collect())
}

/// Weights, and a unit more for each class that a choice takes.
fn with(weights: &[i64], others: &[usize], choice: u32, unit: i64) -> Vec<i64> {
    let mut weights = weights.to_vec();
    for (bit, &class) in others.iter().enumerate() {
        if choice >> bit & 1 == 1 {
            weights[class] += unit;
        }
    }
    weights
}

/// A class for each field of the sums, and one for all others that are neighbours and have one
/// range.
fn classes(residual: &Residual, sums: &[Factors]) -> Vec<Class> {
    let layout = &residual.layout;
    let is_summed = |field: usize| sums.iter().any(|factors| factors.contains_key(&field));
    let mut runs: Vec<Vec<usize>> = Vec::new();
    for field in counted(layout) {
        let scalar = layout.fields[field].scalar;
        match runs.last_mut() {
            Some(run)
                if run[run.len() - 1] + 1 == field
                    && !is_summed(field)
                    && !is_summed(run[0])
                    && layout.fields[run[0]].scalar == scalar =>
            {
                run.push(field);
            }
            _ => runs.push(vec![field]),
        }
    }
    let of_run = |run| Class::of_slope(layout, run);
    runs.into_iter().map(of_run).collect()
}

/// What a unit of each class weighs in a sum. A field of the sum is alone in its class.
fn weights_of(classes: &[Class], factors: &Factors) -> Vec<i64> {
    let of = |class: &Class| factors.get(&class.fields[0]).copied().unwrap_or(0);
    classes.iter().map(of).collect()
}

/// Whether no move makes a sum of fields larger.
fn never_rises(kinds: &[Kind], weights: &[i64]) -> bool {
    let weights: Vec<_> = weights.iter().map(|times| Weights::Slope(*times)).collect();
    kinds.iter().all(|kind| climb(kind, &weights).1 <= 0)
}

/// A ceiling in which each field weighs as much as the moves that use it up need, so that these do
/// not raise the sum; `None` if none is found.
fn raised(residual: &Residual, factors: &Factors, job: &Job) -> Result<Option<Weighed>, Why> {
    let layout = &residual.layout;
    let classes: Vec<Class> = counted(layout)
        .map(|field| Class::of_slope(layout, vec![field]))
        .collect();
    if classes.len() > MOST_SINGLE {
        return Ok(None);
    }
    let Some(kinds) = carried::kinds(residual, &classes, job)? else {
        return Ok(None);
    };
    let mut weights = weights_of(&classes, factors);
    let is_other = |class: usize| !factors.contains_key(&classes[class].fields[0]);
    for _ in 0..MOST_ROUNDS {
        job.check()?;
        let mut is_raised = false;
        for kind in &kinds {
            let slopes: Vec<_> = weights.iter().map(|times| Weights::Slope(*times)).collect();
            let (_, most) = climb(kind, &slopes);
            if most <= 0 {
                continue;
            }
            // A field that the move surely lowers, or one that it surely raises, which
            // then counts by what it lacks.
            let used_up = kind.iter().find_map(|change| match *change {
                Change::Slope { class, hi, .. } if hi < 0 && is_other(class) => Some((class, hi)),
                Change::Slope { class, lo, .. } if lo > 0 && is_other(class) => Some((class, lo)),
                _ => None,
            });
            let Some((class, by)) = used_up else {
                return Ok(None);
            };
            weights[class] -= by.signum() * ((most - 1) / by.abs() + 1);
            if weights[class].abs() > MOST_WEIGHT {
                return Ok(None);
            }
            is_raised = true;
        }
        if !is_raised {
            return Ok(Some((classes, weights)));
        }
    }
    Ok(None)
}
