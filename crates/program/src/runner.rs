//! What runs a program on blocks of positions.
//!
//! A solver asks for many positions at once, and does not care who answers. There are two
//! runners: the [`Interpreter`], and machine code that a compiler made of the same program.
//! Machine code has the interpreter beside it and asks it where it gives up, so that both
//! always give the same answers.

use std::fmt;
use std::sync::Arc;

use zug_game::{Expanded, Step};

use crate::interpreter::Interpreter;
use crate::residual::SiteId;
use crate::unmove::Unmoves;
use zug_job::{Job, Why};

/// A check failed in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Faulted<W> {
    /// The check that failed. The maker of the program knows what it says.
    pub site: SiteId,
    /// The position that was expanded.
    pub position: W,
}

/// Runs a program on blocks of positions, in buffers of the caller.
///
/// Law: all answers are those of the [`Interpreter`] of the same program.
pub trait Runner<W>: fmt::Debug + Send + Sync {
    /// The interpreter of the same program, with the same symmetries and un-moves. It
    /// answers what is asked of single moves.
    fn interpreter(&self) -> &Interpreter<W>;

    /// Appends every successor of the first position in the order of the rules, then every
    /// successor of the next position, as long as `out` has room and the call does not take
    /// long. At least one position is expanded. Writes to `ends` what became of each position
    /// that was expanded, and returns the number of these positions.
    ///
    /// # Errors
    ///
    /// A check fails in a position. What was appended is of no use then.
    ///
    /// # Panics
    ///
    /// There are fewer `ends` than positions.
    fn expand(
        &self,
        positions: &[W],
        out: &mut Vec<Step<W>>,
        ends: &mut [Expanded],
    ) -> Result<usize, Faulted<W>>;

    /// Puts the least image under the symmetries in the place of each position that a
    /// step leads to.
    fn canonical(&self, steps: &mut [Step<W>]);

    /// Writes the order of each position's stabiliser: the number of symmetries that
    /// leave the position as it is, the identity included.
    ///
    /// # Panics
    ///
    /// There are not as many orders as positions.
    fn stabilisers(&self, positions: &[W], orders: &mut [u64]);

    /// Writes the rank of each position.
    ///
    /// # Panics
    ///
    /// There are not as many ranks as positions.
    fn rank(&self, positions: &[W], ranks: &mut [u128]);

    /// Writes the position of each rank.
    ///
    /// # Panics
    ///
    /// A rank is not below the number of ranks, or there are not as many positions as
    /// ranks.
    fn unrank(&self, ranks: &[u128], positions: &mut [W]);

    /// Appends the predecessors of each position, with what the move from there does to the
    /// turn. In a predecessor the game goes on; it is appended as often as a move leads from
    /// it to the position. Writes the number of predecessors of each position to `counts`.
    ///
    /// # Panics
    ///
    /// The runner has no un-moves, or there are not as many counts as positions.
    fn predecessors(&self, positions: &[W], out: &mut Vec<Step<W>>, counts: &mut [usize]);

    /// The same runner with the un-moves of its program.
    ///
    /// # Errors
    ///
    /// The job was cancelled, or the memory that it allows was used up.
    fn with_unmoves(&self, unmoves: Arc<Unmoves>, job: &Job) -> Result<Arc<dyn Runner<W>>, Why>;
}
