//! What a proof should show, and what was found true of it.

use std::fmt;

use zug_values::{Outcome, Wanted};

use crate::terms::Judged;

/// Returns the rank of a position.
pub(super) type Rank<'r, P> = dyn Fn(&P) -> u32 + Sync + 'r;

/// The claims that a proof should show, with the facts of the game that a checker needs.
pub struct Question<'q, P, J> {
    /// The position that the proof is about.
    pub root: P,
    /// What the proof should show of it.
    pub claims: &'q [Wanted],
    /// A number for each position by which claims of progress are seen not to stand on
    /// themselves; `None` where none is known.
    pub rank: Option<&'q Rank<'q, P>>,
    /// Whether the judge knows a position as one of the game. The rules are not asked about
    /// any other.
    pub is_position: &'q (dyn Fn(&J, &P) -> bool + Sync),
    /// Which entries the judge plays too.
    pub judged: Judged,
    /// Whether the claims are about scores, and not about outcomes.
    pub scores: bool,
    /// Whether moves of the game gain points.
    pub gains: bool,
    /// Who wins by a count of the moves that are left, where the count decides it; `None` for a game
    /// in which moves are not counted, and if the claims are about scores.
    pub counted: Option<&'q CountedOutcome<'q, P>>,
}

/// Returns the outcome for the player to move, in a position where the game goes on, if a count of
/// moves ([`MovesTaken`](super::MovesTaken)) decides it.
pub type CountedOutcome<'q, P> = dyn Fn(&P) -> Option<Outcome> + Sync + 'q;

impl<P: fmt::Debug, J> fmt::Debug for Question<'_, P, J> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Question")
            .field("root", &self.root)
            .field("claims", &self.claims)
            .field("judged", &self.judged)
            .finish_non_exhaustive()
    }
}

/// What was checked of a proof and found true. Only a check can make one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Proved {
    /// The number of entries that were checked.
    pub entries: u64,
    /// The number of positions that these entries stand for, which were all checked.
    pub positions: u64,
    /// The number of moves that were played.
    pub moves: u64,
    /// The number of positions that the judge played, by the rules as they are written.
    pub judged: u64,
    /// How often a count of the moves that are left showed a claim, so that no entry was needed.
    pub counted: u64,
}

impl Proved {
    /// Adds the numbers of another proof, or of another part of this one.
    pub fn add(&mut self, other: &Self) {
        self.entries += other.entries;
        self.positions += other.positions;
        self.moves += other.moves;
        self.judged += other.judged;
        self.counted += other.counted;
    }
}
