//! Doing what a plan says.
//!
//! A theorem is at hand at once, but says nothing of how long the game takes. So where
//! the positions are few they are solved as well, and the two must agree; where they are
//! many, or do not even fit into a word, the theorem stands alone.
//!
//! Where the positions are not known to be few, solving them and a search of the one asked about take
//! turns (`turns`), and whichever ends first answers. So no question takes much more than twice the
//! time of the better way.

use std::sync::Arc;

use zug_job::{CancelToken, Progress, Watch};
use zug_solve::Error as SolveError;

use crate::error::Error;
use crate::options::SolveOptions;
use crate::plan::{Begins, InTurns, Plan, PositionsPlan, SearchPlan};
use crate::problem::Problem;
use crate::reply::Reply;
use crate::request::Request;
use crate::searched::Beside;
use crate::solution::Solution;
use crate::theorem::Theorem;
use crate::turns::{First, in_turns};

/// Answers a request by the plan that is made for it.
///
/// ```
/// use zug::{Outcome, Request, SolveOptions, answer};
///
/// let reply = answer(&Request::catalogue("tic-tac-toe")?, &SolveOptions::default())?;
/// assert_eq!(reply.worth()?.outcome(), Outcome::Draw);
/// # Ok::<(), zug::Error>(())
/// ```
///
/// # Errors
///
/// Those of [`Plan::of`] and [`Plan::run`].
pub fn answer(request: &Request, options: &SolveOptions) -> Result<Reply, Error> {
    Plan::of(request, options)?.run(options)
}

impl Plan {
    /// Does what the plan says. The options say how: threads, who watches, who may
    /// cancel.
    ///
    /// # Errors
    ///
    /// The rules break in some position, the budget does not suffice, the caller
    /// cancelled, or the method does not fit.
    pub fn run(self, options: &SolveOptions) -> Result<Reply, Error> {
        match self {
            Self::Theorem {
                theorem,
                positions,
                otherwise,
            } => match (theorem.apply(options)?, positions) {
                (Some(theorem), Some(positions)) => beside(theorem, positions, options),
                (Some(theorem), None) => Ok(Reply::Theorem(Box::new(theorem))),
                (None, _) => {
                    let positions = PositionsPlan::of(&otherwise, options)?;
                    let in_turns = positions.in_turns(options);
                    positions.run(in_turns, options)
                }
            },
            Self::Positions {
                positions,
                in_turns,
                ..
            } => positions.run(in_turns, options),
            Self::Search { problem, search } => searched(problem, &search, options),
        }
    }
}

/// The reply of a search.
fn searched(
    problem: Box<Problem>,
    plan: &SearchPlan,
    options: &SolveOptions,
) -> Result<Reply, Error> {
    let searched = problem.search_by(plan, Beside::default(), &options.job())?;
    Ok(Reply::Searched {
        problem,
        searched: Box::new(searched),
    })
}

impl PositionsPlan {
    /// Solves the positions, or searches the one asked about in turns with that.
    fn run(self, turns: Option<InTurns>, options: &SolveOptions) -> Result<Reply, Error> {
        let Some(InTurns { search, begins }) = turns else {
            let solution = self.solve(options)?;
            return Ok(self.reply(solution));
        };
        let found_first = match begins {
            Begins::AfterPositions(found) => Some(found),
            Begins::IfTooMany => None,
        };
        let first = in_turns(
            &options.job(),
            found_first,
            is_given_up,
            |job| Solution::new(&self.problem, &self.table, job),
            |job, turns| {
                let beside = Beside {
                    turns: Some(turns),
                    ..Beside::default()
                };
                self.problem.search_by(&search, beside, job)
            },
        )?;
        Ok(match first {
            First::Positions(solution) => self.reply(solution),
            First::Search(searched) => Reply::Searched {
                problem: self.problem,
                searched: Box::new(searched),
            },
        })
    }

    /// The reply that these positions give, once they are solved.
    fn reply(self, solution: Solution) -> Reply {
        Reply::Positions {
            problem: self.problem,
            solution: Box::new(solution),
            theorem: None,
        }
    }

    fn solve(&self, options: &SolveOptions) -> Result<Solution, Error> {
        let options = SolveOptions {
            memory: self.table.memory,
            ..options.clone()
        };
        Solution::new(&self.problem, &self.table, &options.job())
    }
}

/// The moves that positions beside a theorem may have. Piles of 300 and 200 stones have 15 million,
/// and to take them back by the rules takes ten seconds: with so few it takes about one.
const FEW_MOVES: u64 = 2_000_000;

/// Stops the work on positions that have more than [`FEW_MOVES`].
struct FewMoves {
    watch: Arc<dyn Watch>,
    stop: CancelToken,
}

impl Watch for FewMoves {
    fn progress(&self, progress: &Progress) {
        self.watch.progress(progress);
        if progress.edges > FEW_MOVES {
            self.stop.cancel();
        }
    }
}

/// The reply of a theorem and of the positions, where these and their moves are few; both must agree.
fn beside(
    theorem: Theorem,
    positions: PositionsPlan,
    options: &SolveOptions,
) -> Result<Reply, Error> {
    let stop = options.cancel.of_part();
    let watch = FewMoves {
        watch: options.watch.clone(),
        stop: stop.clone(),
    };
    let few = options
        .clone()
        .with_watch(Arc::new(watch))
        .with_cancel(stop);
    let solution = match positions.solve(&few) {
        Ok(solution) => solution,
        Err(Error::Solve(error)) if error.is_cancelled() && !options.cancel.is_cancelled() => {
            return Ok(Reply::Theorem(Box::new(theorem)));
        }
        // Machine code, too, may find no room in what is left for the positions.
        Err(error) if is_too_large(&error) => return Ok(Reply::Theorem(Box::new(theorem))),
        Err(error) => return Err(error),
    };
    let problem = positions.problem;
    theorem.agree_here(&problem, &solution)?;
    Ok(Reply::Positions {
        problem,
        solution: Box::new(solution),
        theorem: Some(Box::new(theorem)),
    })
}

/// Whether the positions are given up because the memory for them does not suffice.
fn is_too_large(error: &Error) -> bool {
    match error {
        Error::PreparationTooLarge | Error::NoRoomForRules { .. } => true,
        Error::Solve(error) => error.is_too_large(),
        _ => false,
    }
}

/// Whether one way to an answer is given up for the other one: memory does not suffice, or play is
/// longer than a search can tell, or it comes back to a position where the search tells scores, or
/// these are larger than it can tell.
fn is_given_up(error: &Error) -> bool {
    is_too_large(error)
        || matches!(
            error,
            Error::Solve(
                SolveError::TooLong { .. }
                    | SolveError::EndlessScores
                    | SolveError::Score { .. }
                    | SolveError::GainsTooLarge { .. }
            )
        )
}
