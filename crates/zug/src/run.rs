//! Doing what a plan says.
//!
//! A theorem is at hand at once, but says nothing of how long the game takes. So where
//! the positions are few they are solved as well, and the two must agree; where they are
//! many, or do not even fit into a word, the theorem stands alone.
//!
//! Where the positions may be far too many, a search of the one asked about comes between: first as
//! many positions are found as takes some seconds, then the search has as long, and only then all
//! positions are found.

use std::sync::Arc;

use zug_job::{CancelToken, Phase, Progress, Stopped, Watch};

use crate::error::Error;
use crate::options::SolveOptions;
use crate::plan::{MANY_POSITIONS, Plan, PositionsPlan, SEARCHED_IN_BETWEEN, SearchPlan};
use crate::problem::Problem;
use crate::reply::Reply;
use crate::request::Request;
use crate::searched::Beside;
use crate::solution::Solution;
use crate::theorem::Theorem;

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
        if let Self::Positions {
            positions,
            in_between: Some(search),
            ..
        } = &self
            && let Some(reply) = positions.run_for_a_while(search, options)?
        {
            return Ok(reply);
        }
        match self.run_unless_searched(options)? {
            Ran::Answered(reply) => Ok(reply),
            Ran::ToBeSearched {
                problem,
                otherwise: Ok(search),
            } => searched(problem, &search, options),
            Ran::ToBeSearched {
                otherwise: Err(error),
                ..
            } => Err(error),
        }
    }

    /// Does what the plan says as long as that is no search, which may take for ever. So the
    /// caller can search for a time ([`Problem::with_search`]).
    ///
    /// # Errors
    ///
    /// Those of [`Plan::run`].
    pub fn run_unless_searched(self, options: &SolveOptions) -> Result<Ran, Error> {
        Ok(Ran::Answered(match self {
            Self::Theorem {
                theorem,
                positions,
                otherwise,
            } => match (theorem.apply(options)?, positions) {
                (Some(theorem), Some(positions)) => beside(theorem, positions, options)?,
                (Some(theorem), None) => Reply::Theorem(Box::new(theorem)),
                (None, _) => PositionsPlan::of(&otherwise, options)?.run(options)?,
            },
            Self::Positions {
                positions,
                otherwise,
                ..
            } => match positions.solve(options) {
                Ok(solution) => positions.reply(solution),
                Err(error) if is_too_large(&error) => {
                    return Ok(Ran::ToBeSearched {
                        problem: positions.problem,
                        otherwise: otherwise.ok_or(error),
                    });
                }
                Err(error) => return Err(error),
            },
            Self::Search { problem, search } => {
                return Ok(Ran::ToBeSearched {
                    problem,
                    otherwise: Ok(search),
                });
            }
        }))
    }
}

/// How far a plan comes without a search.
#[derive(Debug)]
pub enum Ran {
    /// The reply.
    Answered(Reply),
    /// A search was asked for, or the positions do not fit into the memory.
    ToBeSearched {
        /// The game and the position asked about.
        problem: Box<Problem>,
        /// How the position is searched if that is worth a try without any limit of time; else why
        /// the positions are not solved.
        otherwise: Result<SearchPlan, Error>,
    },
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
    fn run(self, options: &SolveOptions) -> Result<Reply, Error> {
        let solution = self.solve(options)?;
        Ok(self.reply(solution))
    }

    /// Solves the positions if they are not many, and else searches the one asked about for a while.
    /// Returns the reply, if there is one by then.
    fn run_for_a_while(
        &self,
        search: &SearchPlan,
        options: &SolveOptions,
    ) -> Result<Option<Reply>, Error> {
        let within = |most, phase| {
            let job = options.job();
            let part = job.cancel.of_part();
            let watch = Within {
                watch: job.watch.clone(),
                part: part.clone(),
                phase,
                most,
            };
            job.with_cancel(part).with_watch(watch)
        };
        let is_given_up = |error: &Error| {
            let stopped = Stopped::behind(error).is_some_and(Stopped::is_cancelled);
            is_too_large(error) || stopped && !options.cancel.is_cancelled()
        };
        let job = within(MANY_POSITIONS, Phase::Discovering);
        match Solution::new(&self.problem, &self.table, &job) {
            Ok(solution) => return Ok(Some(self.clone().reply(solution))),
            Err(error) if is_given_up(&error) => {}
            Err(error) => return Err(error),
        }
        let problem = self.problem.clone();
        let job = within(SEARCHED_IN_BETWEEN, Phase::Searching);
        match problem.search_by(search, Beside::default(), &job) {
            Ok(searched) => Ok(Some(Reply::Searched {
                problem,
                searched: Box::new(searched),
            })),
            Err(error) if is_given_up(&error) => Ok(None),
            Err(error) => Err(error),
        }
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

/// Stops a part of the work once it has come to this number of positions in a phase.
struct Within {
    /// The watch that the caller gave.
    watch: Arc<dyn Watch>,
    /// The token by which the part is stopped.
    part: CancelToken,
    phase: Phase,
    most: u64,
}

impl Watch for Within {
    fn progress(&self, progress: &Progress) {
        self.watch.progress(progress);
        if progress.phase == self.phase && progress.positions > self.most {
            self.part.cancel();
        }
    }

    fn wants_line(&self) -> bool {
        self.watch.wants_line()
    }

    fn line(&self, moves: &[String]) {
        self.watch.line(moves);
    }
}

/// The reply of a theorem and of the positions, where these are few; both must agree.
fn beside(
    theorem: Theorem,
    positions: PositionsPlan,
    options: &SolveOptions,
) -> Result<Reply, Error> {
    let solution = match positions.solve(options) {
        Ok(solution) => solution,
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
