//! Canonical forms from options.
//!
//! **Theorems** (Conway 1976; Siegel, *Combinatorial Game Theory*, 2013, sections II.2 and II.3):
//!
//! - *Simplicity.* If some number x has no Left option of G at least x and no Right option at most
//!   x, then G is the simplest such number; otherwise G is not a number. A Left option forbids the
//!   numbers that it is at least: those up to its Right stop, which belongs to them exactly if the
//!   option is at least its Right stop. So the numbers that are left are an interval.
//! - *Domination.* A Left option that is at most another one may be removed.
//! - *Reversibility.* A Left option H that has a Right option H' ≤ G may be replaced by all Left
//!   options of H'.
//! - A game without dominated and reversible options, whose options are canonical, is canonical.
//!
//! Stops and masks depend on the value alone, so that they are known before any option is removed,
//! and decide most questions H' ≤ G.

use crate::arena::{Arena, CANDIDATE, Facts};
use crate::comparisons::{self, ZERO};
use crate::dyadic::{Dyadic, End};
use crate::error::Result;
use crate::form::{Form, Side};

impl Arena {
    /// The value of the game with these options.
    pub fn from_options(&mut self, left: &[Form], right: &[Form]) -> Result<Form> {
        self.value_with(left.to_vec(), right.to_vec())
    }

    /// As [`Arena::from_options`], of lists that may be changed.
    pub(crate) fn value_with(&mut self, mut left: Vec<Form>, mut right: Vec<Form>) -> Result<Form> {
        self.step()?;
        let (lower, upper) = self.interval(&left, &right);
        if let Some(number) = Dyadic::simplest(lower, upper)? {
            return self.number(number);
        }
        // A game that is not a number has options of both players: otherwise an end of the
        // interval would be infinite.
        self.remove_dominated(&mut left, Side::Left)?;
        self.remove_dominated(&mut right, Side::Right)?;
        if let Some(known) = self.known(&left, &right)? {
            return Ok(known);
        }
        let facts = self.facts_of(&left, &right);
        self.set_candidate(left, right, facts);
        let left = self.without_reversible(Side::Left)?;
        let right = self.without_reversible(Side::Right)?;
        if let Some(known) = self.known(&left, &right)? {
            return Ok(known);
        }
        self.braces(&left, &right, facts)
    }

    /// The ends of the interval of numbers that no option forbids.
    pub(crate) fn interval(&self, left: &[Form], right: &[Form]) -> (Option<End>, Option<End>) {
        let lower = left.iter().map(|&option| {
            let facts = self.facts(option);
            let included = facts.at_least & ZERO == 0;
            let at = self.dyadic(facts.right_stop);
            End { at, included }
        });
        let upper = right.iter().map(|&option| {
            let facts = self.facts(option);
            let included = facts.at_most & ZERO == 0;
            let at = self.dyadic(facts.left_stop);
            End { at, included }
        });
        (
            lower.max_by_key(|end| (end.at, !end.included)),
            upper.min_by_key(|end| (end.at, end.included)),
        )
    }

    /// The stops and masks of the game with these options, which is not a number.
    pub(crate) fn facts_of(&self, left: &[Form], right: &[Form]) -> Facts {
        let facts = |&option: &Form| self.facts(option);
        let mut left_stop = facts(&left[0]).right_stop;
        for option in left {
            let stop = facts(option).right_stop;
            if self.compare_numbers(stop, left_stop).is_gt() {
                left_stop = stop;
            }
        }
        let mut right_stop = facts(&right[0]).left_stop;
        for option in right {
            let stop = facts(option).left_stop;
            if self.compare_numbers(stop, right_stop).is_lt() {
                right_stop = stop;
            }
        }
        let at_stop = |stop| move |is: &Facts| is.right_stop == stop;
        let attained = left.iter().map(facts).filter(at_stop(left_stop));
        let attained = attained.fold(0, |tests, is| tests | is.at_least);
        let conceded = right
            .iter()
            .map(facts)
            .filter(|is| is.left_stop == right_stop);
        let conceded = conceded.fold(0, |tests, is| tests | is.at_most);
        let (at_most, at_least) =
            comparisons::of_options(attained, conceded, left_stop == right_stop);
        Facts {
            left_stop,
            right_stop,
            at_most,
            at_least,
        }
    }

    /// Sorts the options of a player and removes those that are no better than another one.
    pub(crate) fn remove_dominated(&mut self, options: &mut Vec<Form>, side: Side) -> Result<()> {
        self.remove_dominated_by(options, |arena, one, than| {
            arena.is_no_better(one, than, side)
        })
    }

    /// Sorts options and removes those that are no better than another one, as `is_no_better(arena, one, than)`
    /// says.
    pub(crate) fn remove_dominated_by(
        &mut self,
        options: &mut Vec<Form>,
        mut is_no_better: impl FnMut(&mut Self, Form, Form) -> Result<bool>,
    ) -> Result<()> {
        options.sort_unstable();
        options.dedup();
        let mut kept: Vec<Form> = Vec::with_capacity(options.len());
        'options: for &option in options.iter() {
            let mut number = 0;
            while number < kept.len() {
                if is_no_better(self, option, kept[number])? {
                    continue 'options;
                }
                if is_no_better(self, kept[number], option)? {
                    kept.remove(number);
                } else {
                    number += 1;
                }
            }
            kept.push(option);
        }
        *options = kept;
        Ok(())
    }

    /// Whether, for the player who moves to it, one value is no better than another.
    pub(crate) fn is_no_better(&mut self, one: Form, than: Form, side: Side) -> Result<bool> {
        match side {
            Side::Left => self.is_at_most(one, than),
            Side::Right => self.is_at_most(than, one),
        }
    }

    /// The options of the candidate after bypassing the reversible ones, without dominated ones.
    fn without_reversible(&mut self, side: Side) -> Result<Vec<Form>> {
        let mut open = self.candidate(side).to_vec();
        let mut kept = Vec::with_capacity(open.len());
        let mut bypassed = false;
        while let Some(option) = open.pop() {
            let Some(through) = self.reversing(option, CANDIDATE, side)? else {
                kept.push(option);
                continue;
            };
            bypassed = true;
            let mut number = 0;
            while let Some(next) = self.option(through, side, number)? {
                open.push(next);
                number += 1;
            }
        }
        if bypassed {
            self.remove_dominated(&mut kept, side)?;
        } else {
            kept.sort_unstable();
        }
        Ok(kept)
    }

    /// The answer of the opponent that makes an option of `game` reversible, if there is one.
    pub(crate) fn reversing(
        &mut self,
        option: Form,
        game: Form,
        side: Side,
    ) -> Result<Option<Form>> {
        let mut number = 0;
        while let Some(answer) = self.option(option, side.other(), number)? {
            if self.is_no_better(answer, game, side)? {
                return Ok(Some(answer));
            }
            number += 1;
        }
        Ok(None)
    }

    /// The value of the game with these options, if it is known without more work: the arena has a
    /// form with these options, or they are those of x + n·up + *k.
    fn known(&mut self, left: &[Form], right: &[Form]) -> Result<Option<Form>> {
        if let Some(known) = self.known_braces(left, right) {
            return Ok(Some(known));
        }
        let Some((x, ups, nimber)) = self.plain_with(left, right) else {
            return Ok(None);
        };
        self.plain_of(x, ups, nimber).map(Some)
    }

    /// The parts of x + n·up + *k, if its canonical form has these options. It is not a number.
    fn plain_with(
        &self,
        left: &[Form],
        right: &[Form],
    ) -> Option<(crate::arena::NumberId, i16, u16)> {
        let (x, ..) = self.plain_parts(*left.first()?)?;
        // All options as ups and nimber beside the one number x.
        let beside = |form: &Form| {
            let (number, ups, nimber) = self.plain_parts(*form)?;
            (number == x).then_some((ups, nimber))
        };
        if left == right {
            let mut nimbers: Vec<_> = left
                .iter()
                .map(|form| beside(form).filter(|&(ups, _)| ups == 0))
                .collect::<Option<_>>()?;
            nimbers.sort_unstable();
            let is_nimber = nimbers
                .iter()
                .enumerate()
                .all(|(n, &(_, k))| n == k as usize);
            let nimber = u16::try_from(nimbers.len()).ok()?;
            return is_nimber.then_some((x, 0, nimber));
        }
        let is_zero = |options: &[Form]| matches!(options, [only] if beside(only) == Some((0, 0)));
        let is_zero_and_star = |options: &[Form]| match options {
            [one, two] => {
                let pair = [beside(one), beside(two)];
                pair.contains(&Some((0, 0))) && pair.contains(&Some((0, 1)))
            }
            _ => false,
        };
        // Left's options, Right's options, and the sign of the ups.
        for (own, others, sign) in [(left, right, 1_i16), (right, left, -1)] {
            if is_zero_and_star(own) && is_zero(others) {
                return Some((x, sign, 1));
            }
            if is_zero(own)
                && let [only] = others
                && let Some((ups, nimber)) = beside(only)
                && ups * sign >= 0
            {
                return Some((x, ups.checked_add(sign)?, nimber ^ 1));
            }
        }
        None
    }
}
