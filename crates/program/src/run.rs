//! What the interpreter asks of a program that runs on packed positions.

use std::fmt;

use zug_game::Step;
use zug_job::{Job, Why};
use zug_values::Outcome;

use crate::residual::{Residual, SiteId};

/// A residual program that runs on positions of type `W`.
///
/// Other crates name the interpreter. If it held the program by its type, each would compile the
/// program's code once more. Behind this trait the code is compiled in this crate alone, once for each word
/// ([`Runnable::program`]).
pub trait Run<W>: fmt::Debug + Send + Sync {
    /// The outcome of a player who is stuck, where no result says otherwise.
    fn stuck(&self) -> Outcome;

    /// The place of the side that is to move.
    fn side(&self, position: W) -> usize;

    /// Appends the step of each legal move in order. If the game is over it returns the mover's
    /// outcome and appends nothing.
    ///
    /// # Errors
    ///
    /// The site of the first fault, as with the methods below. Then nothing is appended either.
    fn expand(&self, position: W, out: &mut Vec<Step<W>>) -> Result<Option<Outcome>, SiteId>;

    /// As [`Run::expand`], with the place of each move.
    fn expand_placed(
        &self,
        position: W,
        out: &mut Vec<(u32, Step<W>)>,
    ) -> Result<Option<Outcome>, SiteId>;

    /// The score with which the rules end the game in a position, for the player to move; `None`
    /// if they do not end it there, or with no score.
    fn score(&self, position: W) -> Result<Option<i64>, SiteId>;

    /// The place, among the results of the player to move, of the one that ends the game in a
    /// position; `None` if none does.
    fn ending(&self, position: W) -> Result<Option<usize>, SiteId>;

    /// Appends, for each legal move in order, the number of points that the mover gains by it. It is
    /// asked of positions in which the game goes on and no move faults.
    fn gains(&self, position: W, out: &mut Vec<i64>) -> Result<(), SiteId>;

    /// Visits each legal move with its place and its step. A move that faults does not count as
    /// legal; results are not asked.
    fn each_legal(&self, position: W, visit: &mut dyn FnMut(usize, Step<W>));

    /// The step of the move at this place; `None` if the game is over, or the move is not legal.
    /// No other move is asked.
    fn play(&self, place: usize, position: W) -> Result<Option<Step<W>>, SiteId>;
}

/// A word for whose positions this crate makes programs. Other crates cannot name this trait, so that they
/// neither implement [`Word`](crate::Word) nor make code that this crate has.
pub trait Runnable: Sized {
    /// The program for this width, which must hold the layout's bits.
    ///
    /// # Errors
    ///
    /// The job was cancelled, or the memory that it allows was used up.
    fn program(residual: &Residual, stuck: Outcome, job: &Job) -> Result<Box<dyn Run<Self>>, Why>;
}
