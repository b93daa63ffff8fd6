//! How many moves of a position win at once, without making a successor.
//!
//! Where the mover wins by completing a pattern (a line of discs), and the moves differ by a
//! shift only (`runs`), all winning moves are found together. Seen from the place of the
//! move, a pattern that the move completes is one of few: the move's own cell stands at a
//! certain cell of the pattern, and the other cells are filled already. For each of these,
//! shifts and conjunctions give a word with a bit for each place at which the others are
//! filled; the disjunction of all, together with the word of the legal moves, has a bit for
//! each winning move. That is how programs written for Connect Four do it.
//!
//! Moves that belong to no run are asked one by one, those alone that touch a pattern: in
//! Breakthrough the steps onto the last row. What a pattern asks of other cells is asked of the
//! position before the move.
//!
//! All wins are found under these conditions, which are looked up in the program. Every move
//! belongs to a run and writes constants over bits that its guard knows. The results of the
//! next player that let the mover win stand before all that do not, and ask for patterns alone.
//! A player who is stuck does not lose, or a result says so before. A pattern that is there
//! before the move, and that the move does not touch, would win as well: then the code gives
//! up, as play does not come to such positions. Where a condition fails, some of the wins are
//! found: those by the patterns that stand before all other results. Where there are none, or too
//! many moves to be asked one by one, the function is of no use.
//!
//! The same function tells whether the game is over: a search asks both of the positions behind all
//! moves that it looks at.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, Value};
use zug_game::{Player, U256};
use zug_program::{ExprId, GroundResult, Node, Side};
use zug_values::Outcome;

use super::moves::{Constants, Ground};
use super::runs::{Places, Run};
use super::tests::{Cells, Shape, bits_of, shapes};
use super::word::word_of;
use super::{Lower, Purpose, Use};
use crate::call::over;

/// Tests `(position & mask) == pattern`, each as its mask and its pattern.
pub(super) type Tests = Vec<(U256, U256)>;

/// What the bits around a place must be, by their distance from it.
type Bits = BTreeMap<i32, bool>;

/// The places around which certain bits are as they must be, and the same shifted down.
type Found = HashMap<(Bits, i32), Vec<Value>>;

/// The most moves that are asked one by one.
const MOST_SINGLES: usize = 64;

/// The moves that may win at once, with the patterns that let the mover win.
pub(super) struct Plan<'a, 'g> {
    pub(super) runs: Vec<(Run, Tests)>,
    /// Moves of no run, each with what is left to be asked of the position before it.
    singles: Vec<(&'g Ground<'a>, Tests)>,
    /// No other move wins.
    pub(super) finds_all: bool,
}

/// The patterns after a move that let the player who moved win.
struct Winning {
    tests: Tests,
    /// Nothing else lets it win.
    are_all: bool,
}

/// What the moves of a run do to the patterns.
pub(super) struct Completing {
    /// The places at which a move completes a pattern.
    pub(super) places: Places,
    /// Not 0 where a pattern is complete before the move.
    before: Places,
}

impl<'a> Lower<'a, '_> {
    /// Notes the number of moves that win at once, or how the game is over, and ends the block. The
    /// results of the player to move are those before the first one that asks whether it is stuck,
    /// and all others. Notes in `of_use` how many of the moves are found.
    pub(super) fn wins(
        &mut self,
        side: &'a Side,
        [before, after]: [&'a [GroundResult]; 2],
        mover: Option<Player>,
        stuck: Outcome,
    ) {
        self.results(before);
        let Some(total) = self.count_wins(side, mover, stuck) else {
            return;
        };
        // The code for an outcome, which comes now, sets `out` to 1 once it finds a legal move.
        let none = self.int(0);
        self.b.def_var(self.out, none);
        self.purpose = Purpose::Outcome;
        self.any_move(side, mover);
        self.results(after);
        self.purpose = Purpose::Wins;
        let any = self.b.use_var(self.out);
        let stuck = self.b.ins().iconst(I64, over(stuck));
        let status = self.b.ins().select(any, total, stuck);
        self.give(status);
    }

    /// As [`Lower::wins`], but does not ask whether the player to move is stuck.
    pub(super) fn threats(&mut self, side: &'a Side, mover: Option<Player>, stuck: Outcome) {
        for result in side.results.iter().filter(|result| !result.asks_stuck) {
            self.results(std::slice::from_ref(result));
        }
        if let Some(total) = self.count_wins(side, mover, stuck) {
            self.give(total);
        }
    }

    /// The number of moves that win at once. Where the function is of no use, ends the block and
    /// returns `None`.
    fn count_wins(
        &mut self,
        side: &'a Side,
        mover: Option<Player>,
        stuck: Outcome,
    ) -> Option<Value> {
        let grounds = self.grounds(side, mover);
        let Some(plan) = self.plan_wins(side, &grounds, mover, stuck) else {
            self.of_use = Use::None;
            let none = self.int(0);
            self.give(none);
            return None;
        };
        if !plan.finds_all && self.of_use == Use::All {
            self.of_use = Use::Some;
        }
        for (ground, tests) in plan.singles {
            self.wins_of_one(ground, &tests);
        }
        let mut total = self.b.use_var(self.out);
        for (run, tests) in plan.runs {
            let more = self.wins_of_run(&run, &tests);
            total = self.b.ins().iadd(total, more);
        }
        Some(total)
    }

    /// The moves that may win at once, each with the patterns that let the mover win; `None`
    /// where there are none, or too many.
    pub(super) fn plan_wins<'g>(
        &self,
        side: &Side,
        grounds: &'g [Ground<'a>],
        mover: Option<Player>,
        stuck: Outcome,
    ) -> Option<Plan<'a, 'g>> {
        // Who is stuck has no move that wins: such results need not be asked.
        let asks_more =
            |result: &GroundResult| result.asks_stuck && !self.needs_stuck(result.condition);
        if side.results.iter().any(asks_more) {
            return None;
        }
        let winning = [false, true].map(|keeps| self.winning_tests(keeps, mover, stuck));
        let mut plan = Plan {
            runs: Vec::new(),
            singles: Vec::new(),
            finds_all: true,
        };
        let mut rest = grounds;
        while let Some(ground) = rest.first() {
            let run = self.run(rest, U256::ZERO);
            if let Some(run) = run.filter(|run| !run.one.ends && run.one.writes.is_some()) {
                rest = &rest[run.count..];
                let of = &winning[usize::from(run.one.keeps_turn)];
                plan.finds_all &= of.are_all;
                if of.are_all || !of.tests.is_empty() {
                    plan.runs.push((run, of.tests.clone()));
                }
                continue;
            }
            rest = &rest[1..];
            plan.finds_all = false;
            let Some(constants) = ground.constants.filter(|constants| constants.grown == 0) else {
                continue;
            };
            let of = &winning[usize::from(constants.keeps_turn)];
            let tests = completed(&constants, &of.tests);
            if !tests.is_empty() && ground.of.derived.is_empty() {
                plan.singles.push((ground, tests));
            }
        }
        let is_quick = plan.singles.len() <= MOST_SINGLES;
        let finds_some = !(plan.runs.is_empty() && plan.singles.is_empty());
        (is_quick && (plan.finds_all || finds_some)).then_some(plan)
    }

    /// Whether a condition holds only where there is no legal move.
    fn needs_stuck(&self, condition: ExprId) -> bool {
        match self.node(condition) {
            Node::Stuck => true,
            Node::And(parts) => parts.iter().any(|part| self.needs_stuck(*part)),
            _ => false,
        }
    }

    /// The patterns after a move that let the player who moved win.
    fn winning_tests(&self, keeps_turn: bool, mover: Option<Player>, stuck: Outcome) -> Winning {
        let next = match mover {
            Some(mover) if keeps_turn => mover,
            Some(mover) => mover.opponent(),
            None => Player::First,
        };
        let side = &self.residual.sides[next as usize];
        let won = if keeps_turn {
            Outcome::Win
        } else {
            Outcome::Loss
        };
        let mut tests = Vec::new();
        let (mut is_past, mut are_all, mut stuck_wins) = (false, true, stuck == won);
        for result in &side.results {
            // Where a check fails there is no outcome, and what stands behind is not asked.
            is_past |= self.residual.facts(result.condition).faults;
            if result.outcome == won {
                if is_past || result.asks_stuck {
                    are_all = false;
                } else {
                    are_all &= self.take_tests(result.condition, &mut tests);
                }
            } else {
                is_past = true;
                let is_stuck = matches!(self.node(result.condition), Node::Stuck);
                stuck_wins &= !is_stuck;
            }
        }
        let layout = self.residual.layout();
        let fixed = [layout.turn, layout.over].into_iter().flatten();
        let fixed = fixed.fold(U256::ZERO, |all, field| all | layout.fields[field].mask());
        let asked = tests.len();
        // A test that always holds has no place.
        tests.retain(|(mask, _)| *mask != 0 && mask & fixed == 0);
        are_all &= !stuck_wins && tests.len() == asked;
        Winning { tests, are_all }
    }

    /// Appends tests, each of which makes a condition hold. Returns whether there is no other
    /// way for it to hold.
    fn take_tests(&self, condition: ExprId, tests: &mut Tests) -> bool {
        match self.node(condition) {
            Node::Test { mask, pattern } => tests.push((*mask, *pattern)),
            Node::AnyTest(all) => tests.extend(all),
            Node::Or(parts) => {
                let mut all = true;
                for part in parts {
                    all &= self.take_tests(*part, tests);
                }
                return all;
            }
            Node::Const(0) => {}
            _ => return false,
        }
        true
    }

    /// Counts a move that is legal and completes one of some patterns, of which these tests of
    /// the position before the move are left.
    fn wins_of_one(&mut self, ground: &Ground<'a>, left: &[(U256, U256)]) {
        let skip = self.b.create_block();
        let mark = self.guard(ground, ground.mask, None, skip);
        let is_sure = left.iter().any(|(mask, _)| *mask == 0);
        let mut holds = None;
        for (mask, pattern) in left.iter().filter(|_| !is_sure) {
            let test = self.test(*mask, *pattern);
            holds = Some(match holds {
                Some(holds) => self.b.ins().bor(holds, test),
                None => test,
            });
        }
        self.tally(holds);
        self.b.ins().jump(skip, &[]);
        self.begin(skip);
        self.known.forget(mark);
    }

    /// The number of moves of a run that complete one of the patterns. The code gives up where
    /// one is complete before.
    fn wins_of_run(&mut self, run: &Run, tests: &[(U256, U256)]) -> Value {
        let all = self.completing(run, tests);
        if let Some(before) = self.any_of(&all.before) {
            let none = self.b.ins().icmp_imm(IntCC::Equal, before, 0);
            self.check(none);
        }
        let words = self.words();
        let legal = self.legal_places(run, &words);
        let mut total = self.int(0);
        for (legal, places) in legal.into_iter().zip(all.places) {
            if let (Some(legal), Some(places)) = (legal, places) {
                let wins = self.b.ins().band(legal, places);
                let wins = self.b.ins().popcnt(wins);
                total = self.b.ins().iadd(total, wins);
            }
        }
        total
    }

    /// What the moves of a run do to these patterns.
    pub(super) fn completing(&mut self, run: &Run, tests: &[(U256, U256)]) -> Completing {
        let nothing = || vec![None; self.position.len()];
        let mut all = Completing {
            places: nothing(),
            before: nothing(),
        };
        let mut found = Found::new();
        for shape in shapes(tests.iter().copied()) {
            self.complete(run, &shape, &mut found, &mut all);
        }
        all
    }

    fn any_of(&mut self, places: &Places) -> Option<Value> {
        let words = places.iter().flatten().copied();
        words.reduce(|a, b| self.b.ins().bor(a, b))
    }

    /// Adds the places at which a move of the run completes a pattern of this shape.
    fn complete(&mut self, run: &Run, shape: &Shape, found: &mut Found, all: &mut Completing) {
        let (written, after) = run.one.writes.expect("the plan asked for it");
        let places = run.places();
        let mut is_asked_before = false;
        for by in meetings(places, written, shape) {
            let touched = up(written, by) & shape.mask;
            let is_right = up(after, by) & touched == shape.pattern & touched;
            if touched == 0 || !is_right {
                continue;
            }
            // The bits that the move writes, and those that must be there, from its place.
            let bits = |mask: U256| -> Bits {
                let bit = |bit: u32| (bit as i32 - by, shape.pattern >> bit & 1 == 1);
                bits_of(mask).map(bit).collect()
            };
            let own = bits(touched);
            let others = bits(shape.mask & !touched);
            let places = up(shape.places, by);
            let completed = self.where_found(found, &others, &own, places);
            let is_whole = places.count_ones() == shape.places.count_ones();
            if is_whole && !is_asked_before {
                is_asked_before = true;
                let mine = self.words_found(found, &own);
                let before = completed.iter().zip(mine);
                let before = before
                    .map(|(places, mine)| places.map(|places| self.b.ins().band(places, mine)))
                    .collect();
                self.add_places(&mut all.before, before);
            }
            self.add_places(&mut all.places, completed);
        }
        if !is_asked_before {
            let before = self.places(shape, &mut Cells::new());
            self.add_places(&mut all.before, before.into_iter().map(Some).collect());
        }
    }

    fn add_places(&mut self, all: &mut Places, more: Places) {
        for (all, more) in all.iter_mut().zip(more) {
            *all = match (*all, more) {
                (Some(all), Some(more)) => Some(self.b.ins().bor(all, more)),
                (one, other) => one.or(other),
            };
        }
    }

    /// Those of the places around which the bits are as they must be. Where the bits are
    /// those of `unit` at several distances, these are looked for once, and shifted.
    fn where_found(&mut self, found: &mut Found, bits: &Bits, unit: &Bits, places: U256) -> Places {
        let (unit, distances) = units(bits, unit);
        let mut all: Places = (0..self.position.len())
            .map(|word| Some(word_of(places, word)).filter(|&places| places != 0))
            .map(|places| places.map(|places| self.int(places as i64)))
            .collect();
        match unit {
            Some(unit) => {
                for by in distances {
                    let words = self.shifted_unit(found, &unit, by);
                    self.meet(&mut all, &words);
                }
            }
            None => {
                for (&by, &is_set) in bits {
                    let unit = Bits::from([(0, is_set)]);
                    let words = self.shifted_unit(found, &unit, by);
                    self.meet(&mut all, &words);
                }
            }
        }
        all
    }

    fn meet(&mut self, all: &mut Places, words: &[Value]) {
        for (all, word) in all.iter_mut().zip(words) {
            *all = all.map(|all| self.b.ins().band(all, *word));
        }
    }

    /// The places around which all these bits are as they must be.
    fn words_found(&mut self, found: &mut Found, bits: &Bits) -> Vec<Value> {
        let lowest = bits.keys().next().copied().unwrap_or(0);
        let unit = bits.iter().map(|(by, is_set)| (by - lowest, *is_set));
        self.shifted_unit(found, &unit.collect(), lowest)
    }

    /// The places from which the unit is found `by` bits above.
    fn shifted_unit(&mut self, found: &mut Found, unit: &Bits, by: i32) -> Vec<Value> {
        if let Some(words) = found.get(&(unit.clone(), by)) {
            return words.clone();
        }
        let words = if by == 0 {
            self.unit(unit)
        } else {
            let words = self.shifted_unit(found, unit, 0);
            self.moved_down(&words, by)
        };
        found.insert((unit.clone(), by), words.clone());
        words
    }

    /// The places from which on the bits are as the unit tells.
    fn unit(&mut self, unit: &Bits) -> Vec<Value> {
        let position = self.words();
        // A bit that must be set comes first: the others are taken away from it.
        let mut bits: Vec<_> = unit.iter().collect();
        bits.sort_by_key(|(_, is_set)| !**is_set);
        let mut all: Option<Vec<Value>> = None;
        for (&by, &is_set) in bits {
            let here = self.moved_down(&position, by);
            all = Some(match all {
                Some(all) if is_set => self.each(&all, &here, |it, a, b| it.b.ins().band(a, b)),
                Some(all) => self.each(&all, &here, |it, a, b| it.b.ins().band_not(a, b)),
                None if is_set => here,
                None => here.iter().map(|word| self.b.ins().bnot(*word)).collect(),
            });
        }
        all.unwrap_or_else(|| position.iter().map(|_| self.int(-1)).collect())
    }
}

/// Of the patterns that a move touches, and whose bits it sets as they must be, what is left to
/// be asked of the position before the move.
fn completed(written: &Constants, tests: &[(U256, U256)]) -> Tests {
    let touches = tests.iter().filter(|(mask, pattern)| {
        let touched = mask & written.clear;
        touched != 0 && (pattern ^ written.set) & touched == 0
    });
    let left = |&(mask, pattern): &(U256, U256)| (mask & !written.clear, pattern & !written.clear);
    touches.map(left).collect()
}

/// The distances from a pattern up to the place of a move that touches it.
fn meetings(places: U256, written: U256, shape: &Shape) -> BTreeSet<i32> {
    let mut all = BTreeSet::new();
    for place in bits_of(places) {
        for at in bits_of(shape.places) {
            if written << place & shape.mask << at != 0 {
                all.insert(place as i32 - at as i32);
            }
        }
    }
    all
}

/// The bits moved up; down where `by` is negative.
fn up(bits: U256, by: i32) -> U256 {
    match by {
        0.. => bits.checked_shl(by as u32).unwrap_or(U256::ZERO),
        _ => bits.checked_shr(by.unsigned_abs()).unwrap_or(U256::ZERO),
    }
}

/// The unit moved down to distance 0, and the distances at which it makes up all the bits;
/// `None` if it does not.
fn units(bits: &Bits, unit: &Bits) -> (Option<Bits>, Vec<i32>) {
    let lowest = unit.keys().next().copied().unwrap_or(0);
    let unit: Bits = unit.iter().map(|(by, bit)| (by - lowest, *bit)).collect();
    let (mut left, mut distances) = (bits.clone(), Vec::new());
    while let Some(&first) = left.keys().next() {
        for (by, bit) in &unit {
            if left.remove(&(first + by)) != Some(*bit) {
                return (None, Vec::new());
            }
        }
        distances.push(first);
    }
    (Some(unit), distances)
}
