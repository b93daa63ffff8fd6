//! What `together` asks of a walk, whichever engine it is of.

use std::sync::atomic::AtomicBool;

use zug_job::Progress;
use zug_values::Score;

use super::table::Table;
use super::walk::Ended;

/// The verdict of a walk; `None` where it stopped before it had one.
pub(super) type Told = Result<Option<bool>, Ended>;

/// Searches one question after the other, each from its root, and shares what it finds with the
/// other walks of its engine.
pub(super) trait Walker<P> {
    /// Asks whether a position attains an aim. Returns the verdict where that needs no search
    /// of moves; otherwise [`Walker::go_on`] searches them.
    fn begin(&mut self, table: &Table, root: &P, aim: Score) -> Told;

    /// Goes on with what [`Walker::begin`] began, for some thousand positions, or less where
    /// another thread wants all walks to pause or the caller cancels.
    fn go_on(&mut self, table: &Table, pauses: &AtomicBool) -> Told;

    /// Ends what is searched now, so that other walks do not take it for searched.
    fn end(&mut self);

    /// Learns what another walk has learnt and does not share by tables.
    fn learn_from(&mut self, other: &Self);

    /// The number of positions that were searched.
    fn nodes(&self) -> u64;

    /// The number of positions whose values were known from elsewhere.
    fn leaves(&self) -> u64;

    /// The first positions on the way that is searched now, from the root.
    fn way(&self) -> Vec<P>;

    /// How far the walk is.
    fn reached(&self) -> Progress;

    /// Makes a table larger that the engine has for itself, if that is due. Other walks pause
    /// meanwhile.
    fn make_room(&self, pauses: &AtomicBool);
}
