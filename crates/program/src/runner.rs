//! What runs a program on blocks of positions.
//!
//! A solver asks for many positions at once, and does not care who answers. There are two
//! runners: the [`Interpreter`], and machine code that a compiler made of the same program.
//! Machine code has the interpreter beside it and asks it where it gives up, so that both
//! always give the same answers.

use std::fmt;
use std::sync::Arc;

use zug_game::{Expanded, Step};
use zug_job::{Job, Why};

use crate::interpreter::Interpreter;
use crate::residual::SiteId;
use crate::unmove::Unmoves;

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
/// Law: all answers are those of the [`Interpreter`] of the same program. The interpreter is
/// a runner itself, so that another runner can leave to it what it does not do better.
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicUsize, Ordering};
///
/// use zug_game::{Expanded, Step};
/// use zug_job::{Job, Why};
/// use zug_program::{Faulted, Interpreter, Runner, Unmoves};
///
/// /// Counts the positions that it expands, which the interpreter does for it.
/// #[derive(Debug)]
/// struct Counting {
///     interpreter: Interpreter<u64>,
///     expanded: AtomicUsize,
/// }
///
/// impl Runner<u64> for Counting {
///     fn interpreter(&self) -> &Interpreter<u64> {
///         &self.interpreter
///     }
///     fn expand(
///         &self,
///         positions: &[u64],
///         out: &mut Vec<Step<u64>>,
///         ends: &mut [Expanded],
///     ) -> Result<usize, Faulted<u64>> {
///         let done = self.interpreter.expand(positions, out, ends)?;
///         self.expanded.fetch_add(done, Ordering::Relaxed);
///         Ok(done)
///     }
///     fn canonical(&self, steps: &mut [Step<u64>]) {
///         self.interpreter.canonical(steps);
///     }
///     // … and so with the other methods.
/// #   fn stabilisers(&self, positions: &[u64], orders: &mut [u64]) {
/// #       self.interpreter.stabilisers(positions, orders);
/// #   }
/// #   fn rank(&self, positions: &[u64], ranks: &mut [u128]) {
/// #       self.interpreter.rank(positions, ranks);
/// #   }
/// #   fn unrank(&self, ranks: &[u128], positions: &mut [u64]) {
/// #       self.interpreter.unrank(ranks, positions);
/// #   }
/// #   fn predecessors(&self, all: &[u64], out: &mut Vec<Step<u64>>, counts: &mut [usize]) {
/// #       self.interpreter.predecessors(all, out, counts);
/// #   }
/// #   fn with_unmoves(&self, back: Arc<Unmoves>, job: &Job) -> Result<Arc<dyn Runner<u64>>, Why> {
/// #       Ok(Arc::new(Self {
/// #           interpreter: self.interpreter.turned_round(back, job)?,
/// #           expanded: AtomicUsize::new(0),
/// #       }))
/// #   }
/// }
///
/// # use zug_program::{GroundMove, Layout, Meter, Op, Residual, Scalar, Side, Symmetries};
/// # let job = Job::default();
/// # let mut layout = Layout::default();
/// # let coin = layout.add_field(Scalar { lo: 0, hi: 1 })?;
/// # let mut program = Residual::new(layout, Meter::new(&job, 1000));
/// # let guard = program.field(coin);
/// # let body = vec![Op::Write { clear: 1, set: 0 }];
/// # let take = GroundMove { derived: Vec::new(), guard, body };
/// # program.sides.push(Side { results: Vec::new(), moves: vec![take] });
/// # let none = Arc::new(Symmetries::none());
/// # let interpreter = Interpreter::new(program, zug_values::Outcome::Loss, none, &job)?;
/// // One coin lies there, to be taken.
/// let counting = Counting { interpreter, expanded: AtomicUsize::new(0) };
/// let (mut steps, mut ends) = (Vec::with_capacity(4), [Expanded::GoesOn(0); 2]);
/// assert_eq!(counting.expand(&[1, 0], &mut steps, &mut ends), Ok(2));
/// assert_eq!(steps, [Step::passing(0)]);
/// assert_eq!(counting.expanded.into_inner(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
