//! Where machine code takes over from the interpreter.
//!
//! A compiler takes a game's [residual](crate::residual) program and gives back
//! something [`Native`], which the game then asks first. The interpreter stays:
//! it names the moves, and it is asked wherever machine code gives up, so that a
//! fault has its place in the rules, whoever met it.

use std::fmt;

use zug_game::{Expanded, Step};

/// How far machine code came in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// So many are done.
    pub done: usize,
    /// A check failed in the next one: the interpreter knows which.
    pub faulted: bool,
}

/// Machine code for one game. It works on blocks of positions, in buffers of the
/// caller.
///
/// Law: all answers are the interpreter's.
pub trait Native<W>: fmt::Debug + Send + Sync {
    /// Appends every successor of the first position in the order of the rules, then
    /// of the next, as long as `out` has room: one at least is done unless a check
    /// fails. Of each, `ends` tells what became of it.
    ///
    /// # Panics
    ///
    /// There are fewer `ends` than positions.
    fn expand(&self, positions: &[W], out: &mut Vec<Step<W>>, ends: &mut [Expanded]) -> Stopped;

    /// Puts the least image in the place of each position that a step leads to, under
    /// the symmetries that the game had when it was compiled; false, and all is as it
    /// was, if that was not compiled.
    fn canonical(&self, steps: &mut [Step<W>]) -> bool;

    /// How many of the same images are the position itself, which is one of them;
    /// `None` if that was not compiled.
    fn same_images(&self, position: W) -> Option<usize>;

    /// Writes the rank of each position, negative where the fields hold no state;
    /// false, and all is as it was, if that was not compiled.
    ///
    /// # Panics
    ///
    /// There are not as many ranks as positions.
    fn rank(&self, positions: &[W], ranks: &mut [i64]) -> bool;

    /// Writes the position of each rank; false, and all is as it was, if that was not
    /// compiled, or some rank belongs to no position.
    ///
    /// # Panics
    ///
    /// There are not as many positions as ranks.
    fn unrank(&self, ranks: &[u64], positions: &mut [W]) -> bool;
}
