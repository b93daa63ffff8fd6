//! Atomic weights of infinitesimals.
//!
//! **Theorem** (Conway 1976, as "uppitiness"; *Winning Ways*, chapter 8; Siegel, *Combinatorial
//! Game Theory*, 2013, section II.7): the atomic weight of an all-small G is {A' - 2 | A'' + 2},
//! where A' and A'' are the atomic weights of its options, unless this game is an integer. Then
//! compare G with a *remote star*, a nimber larger than all that occur in G:
//!
//! - if G is confused with it, the atomic weight is 0;
//! - if G is greater, it is the largest integer that is less than or confused with each A'' + 2;
//! - if G is less, it is the least integer that is greater than or confused with each A' - 2.
//!
//! Atomic weights add up, and that of n·up + *k is n. A game of atomic weight at least 2 is
//! positive (the two-ahead rule).
//!
//! A game that is not all-small, such as a tiny, is weighed with N ups in the place of each
//! positive number and -N in that of each negative one, for a large N: whoever compares the game
//! with some ups and a nimber gets the same answers, as long as these ups are fewer than N. If the
//! weight does not depend on N it is that of the game; otherwise the game has none.

use crate::arena::Arena;
use crate::dyadic::{Dyadic, End};
use crate::error::{PartizanError, Result};
use crate::form::{Form, Side};

impl Arena {
    /// The atomic weight of an infinitesimal value.
    pub fn atomic_weight(&mut self, form: Form) -> Result<Form> {
        let unsuitable = PartizanError::Unsuitable {
            operation: "an atomic weight",
            needs: "an all-small game, or another infinitesimal that some number of ups exceeds",
        };
        if !self.is_infinitesimal(form) {
            return Err(unsuitable);
        }
        if self.is_all_small(form)? {
            return self.weight(form, 0);
        }
        let many = i64::try_from(self.birthday(form)?).unwrap_or(i64::MAX);
        let many = many.saturating_mul(2).saturating_add(8);
        let weight = self.weight(form, many)?;
        if self.weight(form, many.saturating_add(1))? == weight {
            return Ok(weight);
        }
        Err(unsuitable)
    }

    /// The atomic weight, if `of_numbers` is the weight of a positive number.
    fn weight(&mut self, form: Form, of_numbers: i64) -> Result<Form> {
        let star = self.remote_star(form)?;
        let price = self.integer(-2)?;
        self.image(
            form,
            &mut |arena, form| {
                let weight = arena.as_plain(form).map(|plain| {
                    let sign = plain.number.cmp(&Dyadic::ZERO) as i64;
                    i64::from(plain.ups).saturating_add(sign * of_numbers)
                });
                weight.map(|weight| arena.integer(weight)).transpose()
            },
            &mut |arena, form, lists| {
                let [left, right] = arena.with_gain(lists, price)?;
                arena.weight_between(form, star, left, right)
            },
        )
    }

    /// The atomic weight of a value from those of its options, which the price of a move has
    /// changed.
    fn weight_between(
        &mut self,
        form: Form,
        star: Form,
        left: Vec<Form>,
        right: Vec<Form>,
    ) -> Result<Form> {
        let (lower, upper) = self.interval(&left, &right);
        let weight = self.value_with(left, right)?;
        let is_integer = self.as_number(weight).and_then(Dyadic::as_integer);
        if is_integer.is_none() {
            return Ok(weight);
        }
        if self.is_at_most(star, form)? {
            let end = upper.expect("a value with weights of options has options");
            self.integer(integer_below(end))
        } else if self.is_at_most(form, star)? {
            let end = lower.expect("a value with weights of options has options");
            self.integer(-integer_below(end.negated()))
        } else {
            Ok(Form::ZERO)
        }
    }

    /// A nimber that is larger than all that the followers of a value have.
    fn remote_star(&mut self, form: Form) -> Result<Form> {
        let followers = self.followers(form, |arena, form| arena.as_plain(form).is_some())?;
        let nimbers = followers.iter().filter_map(|&form| self.as_plain(form));
        // The followers of n·up + *k have nimbers up to k and k xor 1.
        let largest = nimbers.map(|plain| plain.nimber | 1).max().unwrap_or(1);
        let star = largest
            .checked_add(1)
            .and_then(u16::checked_next_power_of_two);
        self.nimber(star.ok_or(PartizanError::TooLarge("a remote star"))?)
    }
}

/// The largest integer of the numbers below an end of an interval.
fn integer_below(end: End) -> i64 {
    match end.at.as_integer() {
        Some(integer) if !end.included => integer - 1,
        _ => end.at.floor(),
    }
}

impl Arena {
    /// Whether the value is all-small: in each follower both players can move, or neither.
    pub fn is_all_small(&mut self, form: Form) -> Result<bool> {
        // Numbers other than 0 are the canonical forms in which one player alone can move,
        // somewhere.
        let followers = self.followers(form, |arena, form| arena.as_plain(form).is_some())?;
        let plain = |&form: &Form| self.as_plain(form);
        Ok(followers
            .iter()
            .filter_map(plain)
            .all(|plain| plain.number.is_zero()))
    }

    /// Whether both stops of the value are one number.
    #[must_use]
    pub fn is_numberish(&self, form: Form) -> bool {
        let facts = self.facts(form);
        facts.left_stop == facts.right_stop
    }

    /// Whether both stops of the value are 0.
    #[must_use]
    pub fn is_infinitesimal(&self, form: Form) -> bool {
        self.is_numberish(form) && self.stop(form, Side::Left).is_zero()
    }
}
