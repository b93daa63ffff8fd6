//! Where machine code takes over from the interpreter.
//!
//! A compiler takes a game's [`residual`](crate::residual) program and gives back
//! something [`Native`], which the game then asks first. The interpreter stays:
//! it names the moves, and it is asked wherever machine code gives up, so that a
//! fault has its place in the rules, whoever met it.

use std::fmt;

use zug_game::Step;
use zug_values::Outcome;

/// What became of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expanded {
    /// The game goes on; the successors were appended.
    GoesOn,
    /// The game is over, with this outcome for the mover.
    Over(Outcome),
    /// A check failed: the interpreter knows which one.
    Faulted,
}

/// Machine code for one game.
///
/// Law: but for [`Expanded::Faulted`] all answers are the interpreter's.
pub trait Native<W>: fmt::Debug + Send + Sync {
    /// Appends every successor in the order of the rules. If the game does not go
    /// on, `out` is as it was.
    fn expand(&self, position: W, out: &mut Vec<Step<W>>) -> Expanded;

    /// The least image under the symmetries that the game had when it was compiled;
    /// `None` if that was not compiled.
    fn canonical(&self, position: W) -> Option<W>;

    /// How many of the same images are the position itself, which is one of them;
    /// `None` if that was not compiled.
    fn same_images(&self, position: W) -> Option<usize>;

    /// The rank of a position; `None` if that was not compiled, or the fields hold
    /// no state.
    fn rank(&self, position: W) -> Option<u128>;

    /// The position of a rank; `None` if that was not compiled, or there is none.
    fn unrank(&self, rank: u128) -> Option<W>;
}
