//! What runs a program on blocks of positions.
//!
//! A solver asks for many positions at once, and does not care who answers. There are two
//! runners: the [`Interpreter`], and machine code that a compiler made of the same program.
//! Machine code has the interpreter beside it and asks it where it gives up, so that both
//! always give the same answers.

use std::fmt;
use std::sync::Arc;

use std::slice;

use zug_game::{Expanded, Seen, Step, WinsFound};
use zug_job::{Job, Why};
use zug_values::{Outcome, Turn};

use crate::interpreter::Interpreter;
use crate::residual::SiteId;
use crate::unmove::Unmoves;
use crate::word::Word;

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
/// # let coin = layout.add_field(Scalar { lo: 0, hi: 1 });
/// # let mut program = Residual::new(layout, Meter::new(&job, 1000));
/// # let guard = program.field(coin);
/// # let (clear, set) = (zug_game::U256::ONE, zug_game::U256::ZERO);
/// # let body = vec![Op::Write { clear, set }];
/// # let take = GroundMove { derived: Vec::new(), guard, body, gain: None };
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

    /// The same runner with what a search of one position asks made fast; `None` where this
    /// runner has nothing faster to offer.
    ///
    /// # Errors
    ///
    /// The job was cancelled, or the memory that it allows was used up.
    fn with_search(&self, _job: &Job) -> Result<Option<Arc<dyn Runner<W>>>, Why> {
        Ok(None)
    }

    /// Appends the successors of a position in the order of the rules, and beside each the
    /// number of its ground move; the moves of the second side are numbered behind those of
    /// the first. Returns the outcome of a finished position, and appends nothing then.
    ///
    /// # Errors
    ///
    /// A check fails in the position. What was appended is of no use then.
    fn expand_placed(
        &self,
        position: W,
        out: &mut Vec<Step<W>>,
        places: &mut Vec<u32>,
    ) -> Result<Option<Outcome>, Faulted<W>>
    where
        W: Word,
    {
        let interpreter = self.interpreter();
        let sides = &interpreter.residual().sides[..interpreter.side(position)];
        let before = sides.iter().map(|side| side.moves.len()).sum::<usize>() as u32;
        let mut placed = Vec::new();
        let ended = interpreter
            .placed_successors(position, &mut placed)
            .map_err(|site| Faulted { site, position })?;
        out.extend(placed.iter().map(|(_, step)| *step));
        places.extend(placed.iter().map(|(place, _)| place + before));
        Ok(ended)
    }

    /// Appends, for each legal move of a position in the order of the rules, the number of points that
    /// the mover gains by it. It is asked of positions in which the game goes on and no move faults.
    ///
    /// # Errors
    ///
    /// A check fails in the position.
    fn gains(&self, position: W, out: &mut Vec<i64>) -> Result<(), Faulted<W>>
    where
        W: Word,
    {
        let told = self.interpreter().gains(position, out);
        told.map_err(|site| Faulted { site, position })
    }

    /// Does what [`Runner::expand_placed`] does of a quiet position, in which the game goes on and no
    /// move wins at once, as the caller knows. Appends to `seen` what is seen of each successor, or
    /// nothing where none of them is seen.
    ///
    /// # Errors
    ///
    /// As [`Runner::expand_placed`].
    fn expand_quiet(
        &self,
        position: W,
        out: &mut Vec<Step<W>>,
        places: &mut Vec<u32>,
        _seen: &mut Vec<Seen>,
    ) -> Result<(), Faulted<W>>
    where
        W: Word,
    {
        self.expand_placed(position, out, places)?;
        Ok(())
    }

    /// Writes the outcome of each position where the game is over, for the player to move
    /// there; `None` where it goes on.
    ///
    /// # Errors
    ///
    /// A check fails in a position.
    ///
    /// # Panics
    ///
    /// There are not as many outcomes as positions.
    fn outcomes(
        &self,
        positions: &[W],
        outcomes: &mut [Option<Outcome>],
    ) -> Result<(), Faulted<W>> {
        let length = outcomes.len();
        assert_eq!(positions.len(), length, "each position has an outcome");
        let mut steps = Vec::new();
        for (position, outcome) in positions.iter().zip(outcomes) {
            steps.clear();
            *outcome = match expand_one(self, position, &mut steps)? {
                Expanded::Over(outcome) => Some(outcome),
                Expanded::GoesOn(_) => None,
            };
        }
        Ok(())
    }

    /// Writes the number of moves of each position that win at once: the game is over after
    /// them, and the player who moved has won. A move after which a check fails does not
    /// count. 0 where the game is over before. Some of them may be missing where
    /// [`Runner::finds_wins_at_once`] says so.
    ///
    /// # Errors
    ///
    /// A check fails in a position.
    ///
    /// # Panics
    ///
    /// There are not as many numbers as positions.
    fn winning_moves(&self, positions: &[W], wins: &mut [u32]) -> Result<(), Faulted<W>> {
        assert_eq!(positions.len(), wins.len(), "each position has a number");
        let mut steps = Vec::new();
        for (position, wins) in positions.iter().zip(wins) {
            steps.clear();
            *wins = 0;
            if let Expanded::Over(_) = expand_one(self, position, &mut steps)? {
                continue;
            }
            for step in &steps {
                let mut ended = [None];
                let known = self.outcomes(slice::from_ref(&step.position), &mut ended);
                *wins += u32::from(known.is_ok() && wins_at_once(ended[0], step.turn));
            }
        }
        Ok(())
    }

    /// Writes what [`Runner::outcomes`] and [`Runner::winning_moves`] tell, which some runners find
    /// together.
    ///
    /// # Errors
    ///
    /// A check fails in a position.
    ///
    /// # Panics
    ///
    /// `outcomes` or `wins` has not as many places as there are positions.
    fn ends_and_wins(
        &self,
        positions: &[W],
        outcomes: &mut [Option<Outcome>],
        wins: &mut [u32],
    ) -> Result<(), Faulted<W>> {
        self.outcomes(positions, outcomes)?;
        self.winning_moves(positions, wins)
    }

    /// How moves that win at once are found.
    fn finds_wins_at_once(&self) -> WinsFound {
        WinsFound::BySuccessors
    }

    /// Writes how threatening each position is: about how many moves win at once, now or
    /// when play has made them legal. It is a hint, which may differ between runners; provided is
    /// [`Runner::winning_moves`].
    ///
    /// # Errors
    ///
    /// A check fails in a position.
    ///
    /// # Panics
    ///
    /// There are not as many numbers as positions.
    fn threats(&self, positions: &[W], threats: &mut [u32]) -> Result<(), Faulted<W>> {
        self.winning_moves(positions, threats)
    }

    /// Writes the number of moves of each position; 0 where the game is over.
    ///
    /// # Errors
    ///
    /// A check fails in a position.
    ///
    /// # Panics
    ///
    /// There are not as many numbers as positions.
    fn move_counts(&self, positions: &[W], counts: &mut [u32]) -> Result<(), Faulted<W>> {
        assert_eq!(positions.len(), counts.len(), "each position has a number");
        let mut steps = Vec::new();
        for (position, count) in positions.iter().zip(counts) {
            steps.clear();
            *count = match expand_one(self, position, &mut steps)? {
                Expanded::GoesOn(count) => count,
                Expanded::Over(_) => 0,
            };
        }
        Ok(())
    }
}

fn expand_one<W>(
    runner: &(impl Runner<W> + ?Sized),
    position: &W,
    out: &mut Vec<Step<W>>,
) -> Result<Expanded, Faulted<W>> {
    let mut end = [Expanded::GoesOn(0)];
    runner.expand(slice::from_ref(position), out, &mut end)?;
    Ok(end[0])
}

/// Whether a move wins at once that makes this of the turn, and leads to a position with this
/// outcome for the player to move there; `None` where the game goes on.
#[must_use]
#[inline]
pub fn wins_at_once(outcome: Option<Outcome>, turn: Turn) -> bool {
    matches!(
        (outcome, turn),
        (Some(Outcome::Loss), Turn::Passes) | (Some(Outcome::Win), Turn::Kept)
    )
}
