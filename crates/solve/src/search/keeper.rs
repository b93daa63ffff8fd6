//! What a search knows is kept outside, and a later search goes on from it.
//!
//! **What is kept.** The entries of the table: of each position its bounds, the move that attained
//! an aim last, and how much work it cost. They are true of the position however play came
//! there, so that a search of any position of the game with any aims may use them. They hold what
//! is known of the position asked about too: its entry cost most work and is given up last.
//!
//! **What is not kept.** Entries that cost little ([`Keeper::least_work`]), which most entries
//! did: they are soon found again. Closed sets, where play can come back to positions: what they
//! tell while they are unfinished depends on all of them.
//!
//! **How.** The solver has no clock and no files: a [`Keeper`] of the caller says when it is time,
//! and is handed the entries one after the other. The thread that tells how far the search is
//! hands them on, while all others go on searching; each bucket is locked while it is read.

use zug_game::U256;
use zug_values::Bounds;

use crate::error::Error;

use super::table::{Entry, NO_MOVE};

/// The least work of an entry that is kept, if the keeper does not say otherwise. Of Connect Four,
/// 6 wide 5 high, stopped after about 9.7 million of 18.1 million positions, files of entries with a
/// work of 0, 1, 2 and 3 at least took 48, 39, 25 and 14 MB, and the search went on from them with
/// 7.2, 6.5, 6.1 and 7.1 million positions.
const LEAST_WORK: u8 = 2;

/// What a search knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownPosition {
    /// The packed position.
    pub position: U256,
    /// What it is worth to the player to move.
    pub bounds: Bounds,
    /// The place of the move that attained an aim last, in the list of the position's moves.
    pub best: Option<u16>,
    /// The logarithm of the number of positions that were searched for it.
    pub work: u8,
}

impl KnownPosition {
    pub(super) fn of((position, entry): (U256, Entry)) -> Self {
        Self {
            position,
            bounds: Bounds {
                lower: entry.lower,
                upper: entry.upper,
            },
            best: (entry.best < NO_MOVE).then_some(entry.best),
            work: entry.work,
        }
    }

    pub(super) fn entry(self) -> Entry {
        Entry {
            lower: self.bounds.lower,
            upper: self.bounds.upper,
            best: self.best.map_or(NO_MOVE, |best| best.min(NO_MOVE)),
            work: self.work,
        }
    }
}

/// Takes what a search knows of one position after the other, until it returns an error.
pub type TakeKnown<'t> = dyn FnMut(KnownPosition) -> Result<(), Error> + 't;

/// Hands on known positions, one after the other.
pub type HandOn<'h> = dyn FnMut(&mut TakeKnown<'_>) -> Result<(), Error> + 'h;

/// Keeps what a search knows.
pub trait Keeper: Sync {
    /// Hands on what an earlier search of the same game knew.
    ///
    /// # Errors
    ///
    /// It cannot be read, or is not what an earlier search knew; or the error of `take`.
    fn read(&self, take: &mut TakeKnown<'_>) -> Result<(), Error>;

    /// The least work of an entry that is kept: the logarithm of the number of positions that were
    /// searched for it.
    fn least_work(&self) -> u8 {
        LEAST_WORK
    }

    /// Whether the entries of the table, of which there are about so many, should be kept now.
    fn is_due(&self, entries: u64) -> bool;

    /// Keeps what the table knows, in the place of what was kept before. A keeper that fails
    /// says so itself: the search goes on.
    fn keep(&self, searched: u64, known: &mut dyn Iterator<Item = KnownPosition>);
}
