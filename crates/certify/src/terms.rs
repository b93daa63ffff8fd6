//! What is asked of a check: which positions may be listed, and which the judge plays.

use crate::random::number;

/// What is asked of a check of a claim.
///
/// ```
/// use zug_certify::{Judged, Listed, Sample, Terms};
///
/// let terms = Terms::new(&[0_u32], Listed::Reachable);
/// assert_eq!(terms.judged, Judged::All);
/// let sample = Sample::of(1000, 1_000_000, 5000, 7);
/// let terms = terms.with_judged(Judged::Sample(sample));
/// # let _ = terms;
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Terms<'t, P> {
    /// Positions that the claim must speak of.
    pub roots: &'t [P],
    /// Which positions may be listed.
    pub listed: Listed,
    /// Which positions the judge plays.
    pub judged: Judged,
}

impl<'t, P> Terms<'t, P> {
    /// The claim must speak of these roots, and may list the positions that `listed` says.
    /// The judge plays all positions.
    #[must_use]
    pub fn new(roots: &'t [P], listed: Listed) -> Self {
        Self {
            roots,
            listed,
            judged: Judged::All,
        }
    }

    /// The same terms with the judge playing these positions.
    #[must_use]
    pub fn with_judged(self, judged: Judged) -> Self {
        Self { judged, ..self }
    }
}

/// Which positions a claim may list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Listed {
    /// The roots and what play can reach from them, and no others. That is checked soonest
    /// where a move leads to each position, but for the roots, from a position of an entry
    /// with a smaller number; in any other order play is followed from the roots once more.
    Reachable,
    /// Any positions, as long as every move from a listed position leads to a listed one.
    Closed,
}

/// Which positions the judge plays. The other positions are played by the quick game alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Judged {
    /// All positions.
    All,
    /// A sample of the positions.
    Sample(Sample),
}

/// A pseudo-random choice of positions.
///
/// Each position has a number, which is made of the seed, its entry and its place in the
/// entry. A position of a late entry is chosen or not by this number alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Another seed makes another choice.
    pub seed: u64,
    /// All positions of the entries whose number is below this one are in the sample. In a
    /// table in the order of discovery they are near the roots.
    pub first_entries: u64,
    /// A position of a later entry is in the sample if its number is below this one.
    pub below: u64,
    /// A position of a later entry in which the game is over is in the sample also if its
    /// number is below this one.
    pub below_if_over: u64,
}

impl Sample {
    /// A sample of about `size` of `positions` positions, of which `over` are finished. It
    /// has the positions of the first `size / 8` entries, about `size / 4` of the finished
    /// positions, and about `size / 2` of all positions.
    #[must_use]
    pub fn of(size: u64, positions: u64, over: u64, seed: u64) -> Self {
        Self {
            seed,
            first_entries: size / 8,
            below: share(size - size / 4 - size / 8, positions),
            below_if_over: share(size / 4, over),
        }
    }

    /// Whether a position is in the sample. `entry` is the number of its entry, `place` its place
    /// among the positions of the entry, and `is_over` whether the game is over there.
    #[must_use]
    pub fn takes(&self, entry: u64, place: u64, is_over: bool) -> bool {
        let number = number(number(self.seed ^ entry) ^ place);
        entry < self.first_entries
            || number < self.below
            || (is_over && number < self.below_if_over)
    }
}

/// The bound below which a random number of 64 bits is with probability `part / whole`.
fn share(part: u64, whole: u64) -> u64 {
    if part >= whole {
        return u64::MAX;
    }
    // The quotient is below 2^64, since the part is less than the whole.
    ((u128::from(part) << 64) / u128::from(whole)) as u64
}
