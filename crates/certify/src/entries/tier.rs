//! Checks one tier of a claim whose tiers lead to themselves and to later tiers alone.
//!
//! In this way several machines check a claim together, one tier each, although play can go round within a tier. The
//! claim about a tier has the entries of the tier first, and behind them those of the tiers that its moves lead to. Two
//! steps check a tier:
//!
//! 1. [`TierCheck::certified`] plays every position of the tier, and compares its value with the best of those of its
//!    successors. It returns which entries behind the tier the moves lead to.
//! 2. [`TierCheck::is_reached`] follows play within the tier from the root and from the entries that moves out of
//!    earlier tiers lead to. It must come to every position of the tier.
//!
//! If all tiers pass both steps, the argument of [`crate`] holds for the claim as a whole: what a position of one tier
//! was compared with are the entries that are played as those of another tier. By induction over the tiers play reaches
//! every entry. As in [`crate::shard`], an entry that play reaches counts as reached with all positions that it stands
//! for, where it was reached from another tier.
//!
//! Cost: an expansion of each position, and one more where a position of the tier is reached only from the tier
//! itself. Memory: up to three bits for each position of the tier and of those that its moves lead to.

use std::ops::Range;

use zug_game::Game;
use zug_game::Scored;
use zug_job::Job;

use crate::certificate::Certificate;
use crate::claim::Claim;
use crate::terms::Terms;

use super::reach::Reached;
use super::{Check, Checked};

/// What checks a tier.
pub struct TierCheck<'c, 't, J: Game, Q, C> {
    /// Makes a judge, which says what the rules are.
    pub judge: &'c (dyn Fn() -> J + Sync),
    /// Plays all positions.
    pub quick: &'c Q,
    /// The claim about the tier, and about those that its moves lead to.
    pub claim: &'c C,
    /// The number of numbers of the tier. Behind them are those of other tiers.
    pub end: u64,
    /// The roots that are in the tier, [`Listed::Reachable`](crate::Listed), and which positions the judge plays.
    pub terms: &'c Terms<'t, J::Position>,
    /// When to stop.
    pub job: &'c Job,
}

impl<J: Game, Q, C> std::fmt::Debug for TierCheck<'_, '_, J, Q, C> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TierCheck")
            .field("end", &self.end)
            .finish_non_exhaustive()
    }
}

impl<J, Q, C> TierCheck<'_, '_, J, Q, C>
where
    J: Scored,
    Q: Scored<Position = J::Position> + Sync,
    C: Claim<Position = J::Position> + Sync,
{
    /// Plays all positions of the tier, and compares their values with those of their successors.
    ///
    /// # Errors
    ///
    /// The first [`Flaw`](crate::Flaw) in the order of the entries; or the claim cannot be read; or the check was
    /// cancelled, or memory was refused.
    pub fn certified(&self) -> Checked<(Certificate, Left), C> {
        let check = self.check()?;
        check.roots_are_there()?;
        let certificate = check.all_entries()?;
        let left = Left {
            most_positions: self.claim.most_positions(),
            behind: self.end..self.claim.numbers(),
            reached: check.reached,
        };
        Ok((certificate, left))
    }

    /// Checks that play reaches all positions of the tier from the roots, and from the entries `entered`, to which moves
    /// out of other tiers lead.
    ///
    /// # Errors
    ///
    /// A position is not reached, or those of [`TierCheck::certified`].
    pub fn is_reached(
        &self,
        entered: impl Iterator<Item = Result<u64, C::Unreadable>>,
    ) -> Checked<(), C> {
        let mut check = self.check()?;
        let mut listed = Vec::new();
        for number in entered {
            let number = number.map_err(crate::NotCertified::Unreadable)?;
            check.entry(number, &mut listed)?;
            for place in 0..listed.len() {
                check.reached.mark(number, place as u64);
            }
        }
        if check.first_outside(&check.reached)?.is_none() {
            return Ok(());
        }
        let without_marks = Reached::without_room(self.job);
        let entered = std::mem::replace(&mut check.reached, without_marks);
        check.all_are_followed(entered)
    }

    fn check(&self) -> Checked<Check<'_, '_, J, Q, C>, C> {
        let mut check = Check::new(self.judge, self.quick, self.claim, self.terms, self.job)?;
        check.end = self.end.min(self.claim.numbers());
        Ok(check)
    }
}

/// The entries behind a tier that its moves lead to.
#[derive(Debug)]
pub struct Left {
    reached: Reached,
    most_positions: u64,
    behind: Range<u64>,
}

impl Left {
    /// The numbers of the entries, in rising order.
    pub fn numbers(&self) -> impl Iterator<Item = u64> + '_ {
        let is_reached =
            |number: &u64| (0..self.most_positions).any(|place| self.reached.has(*number, place));
        self.behind.clone().filter(is_reached)
    }
}
