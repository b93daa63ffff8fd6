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
//! It is exact under these conditions, which are looked up in the program; where one fails the
//! function is not made. Every move belongs to a run and writes constants over bits that its
//! guard knows. The results of the next player that let the mover win stand before all that
//! do not, and ask for patterns alone. A player who is stuck does not lose, or a result says
//! so before. A pattern that is there before the move, and that the move does not touch,
//! would win as well: then the code gives up, as play does not come to such positions.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use zug_game::Player;
use zug_program::{ExprId, GroundResult, Node, Side};
use zug_values::Outcome;

use super::Lower;
use super::moves::Ground;
use super::runs::{Places, Run};
use super::tests::{Cells, Shape, bits_of, shapes};
use super::word::word_of;

/// Tests `(position & mask) == pattern`, each as its mask and its pattern.
type Tests = Vec<(u128, u128)>;

/// What the bits around a place must be, by their distance from it.
type Bits = BTreeMap<i32, bool>;

/// The places around which certain bits are as they must be, and the same shifted down.
type Found = HashMap<(Bits, i32), Vec<Value>>;

/// What the moves of a run do to the patterns.
struct Completing {
    /// The places at which a move completes a pattern.
    places: Places,
    /// Not 0 where a pattern is complete before the move.
    before: Places,
}

impl<'a> Lower<'a, '_> {
    /// Notes the number of moves that win at once, and ends the block. Notes 0, and that the
    /// function is of no use, where the conditions do not hold.
    pub(super) fn wins(&mut self, side: &'a Side, mover: Option<Player>, stuck: Outcome) {
        let grounds = self.grounds(side, mover);
        let plan = self.plan_wins(side, &grounds, mover, stuck);
        let mut total = self.int(0);
        if let Some(plan) = plan {
            for result in side.results.iter().filter(|result| !result.asks_stuck) {
                self.results(std::slice::from_ref(result));
            }
            for (run, tests) in plan {
                let more = self.wins_of_run(&run, &tests);
                total = self.b.ins().iadd(total, more);
            }
        } else {
            self.is_refused = true;
        }
        self.give(total);
    }

    /// The runs of all moves, each with the patterns that let the mover win; `None` where the
    /// conditions do not hold.
    fn plan_wins(
        &self,
        side: &Side,
        grounds: &[Ground<'a>],
        mover: Option<Player>,
        stuck: Outcome,
    ) -> Option<Vec<(Run, Tests)>> {
        // Who is stuck has no move that wins: such results need not be asked.
        let asks_more =
            |result: &GroundResult| result.asks_stuck && !self.needs_stuck(result.condition);
        if side.results.iter().any(asks_more) {
            return None;
        }
        let mut plan = Vec::new();
        let mut rest = grounds;
        while !rest.is_empty() {
            let run = self.run(rest, 0)?;
            rest = &rest[run.count..];
            if run.one.ends || run.one.writes.is_none() {
                return None;
            }
            let tests = self.winning_tests(run.one.keeps_turn, mover, stuck)?;
            plan.push((run, tests));
        }
        Some(plan)
    }

    /// Whether a condition holds only where there is no legal move.
    fn needs_stuck(&self, condition: ExprId) -> bool {
        match self.node(condition) {
            Node::Stuck => true,
            Node::And(parts) => parts.iter().any(|part| self.needs_stuck(*part)),
            _ => false,
        }
    }

    /// The patterns after a move that let the player who moved win; `None` where something
    /// else decides.
    fn winning_tests(
        &self,
        keeps_turn: bool,
        mover: Option<Player>,
        stuck: Outcome,
    ) -> Option<Tests> {
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
        let (mut is_past, mut stuck_wins) = (false, stuck == won);
        for result in &side.results {
            if result.outcome == won {
                if is_past || result.asks_stuck {
                    return None;
                }
                self.take_tests(result.condition, &mut tests)?;
            } else {
                is_past = true;
                let is_stuck = matches!(self.node(result.condition), Node::Stuck);
                stuck_wins &= !is_stuck;
            }
        }
        let layout = self.residual.layout();
        let fixed = [layout.turn, layout.over].into_iter().flatten();
        let fixed = fixed.fold(0, |all, field| all | layout.fields[field].mask());
        let is_good = !stuck_wins && tests.iter().all(|(mask, _)| mask & fixed == 0);
        is_good.then_some(tests)
    }

    /// Appends the tests of which a condition asks whether one holds; `None` if it asks
    /// something else.
    fn take_tests(&self, condition: ExprId, tests: &mut Tests) -> Option<()> {
        match self.node(condition) {
            Node::Test { mask, pattern } => tests.push((*mask, *pattern)),
            Node::AnyTest(all) => tests.extend(all),
            Node::Or(parts) => {
                for part in parts {
                    self.take_tests(*part, tests)?;
                }
            }
            Node::Const(0) => {}
            _ => return None,
        }
        // A test that always holds has no place.
        tests.iter().all(|(mask, _)| *mask != 0).then_some(())
    }

    /// The number of moves of a run that complete one of the patterns. The code gives up where
    /// one is complete before.
    fn wins_of_run(&mut self, run: &Run, tests: &[(u128, u128)]) -> Value {
        let nothing = || vec![None; self.position.len()];
        let mut all = Completing {
            places: nothing(),
            before: nothing(),
        };
        let mut found = Found::new();
        for shape in shapes(tests.iter().copied()) {
            self.complete(run, &shape, &mut found, &mut all);
        }
        if let Some(before) = self.any_of(&all.before) {
            let none = self.b.ins().icmp_imm(IntCC::Equal, before, 0);
            self.check(none);
        }
        let legal = self.legal_places(run);
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
            let bits = |mask: u128| -> Bits {
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
    fn where_found(&mut self, found: &mut Found, bits: &Bits, unit: &Bits, places: u128) -> Places {
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

/// The distances from a pattern up to the place of a move that touches it.
fn meetings(places: u128, written: u128, shape: &Shape) -> BTreeSet<i32> {
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
fn up(bits: u128, by: i32) -> u128 {
    match by {
        0.. => bits.checked_shl(by as u32).unwrap_or(0),
        _ => bits.checked_shr(by.unsigned_abs()).unwrap_or(0),
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
