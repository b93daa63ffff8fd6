//! Which road answers a request: a theorem, the positions, or both.
//!
//! A theorem is at hand at once, but says nothing of how long the game takes.
//! So where the positions are few they are solved as well, and the two must
//! agree; where they are many, or do not even fit into a word, the theorem
//! stands alone.

use crate::error::Error;
use crate::problem::{Problem, Request, SolveOptions, Way};
use crate::solution::{Extent, Solution};
use crate::theorem::Theorem;
use crate::verified::Verified;

/// Memory in which positions are solved beside a theorem: a fraction of a
/// second.
const FEW_BYTES: u64 = 16 << 20;

/// The answer to a request.
#[derive(Debug)]
pub enum Reply {
    /// By a theorem alone.
    Theorem(Box<Theorem>),
    /// By the positions, and by a theorem where one applies.
    Positions {
        /// The game and the position.
        problem: Box<Problem>,
        /// The values of all positions.
        solution: Box<Solution>,
        /// What else answers, and agrees.
        theorem: Option<Box<Theorem>>,
    },
}

impl Reply {
    /// Answers.
    ///
    /// # Errors
    ///
    /// As [`Problem::new`] and [`Problem::solve`]; a theorem was asked for and
    /// there is none.
    pub fn to(request: &Request, options: &SolveOptions<'_>) -> Result<Self, Error> {
        let Some(theorem) = Theorem::of(request, options)? else {
            let problem = Problem::prepare(request, options)?;
            let solution = problem.solve(options)?;
            return Self::agreed(problem, solution, None);
        };
        if !theorem.with_positions(options) {
            return Ok(Self::Theorem(Box::new(theorem)));
        }
        let few = SolveOptions {
            memory: options.memory.min(FEW_BYTES),
            probe: false, // it would take longer than the work
            ..options.clone()
        };
        let problem = Problem::prepare(request, options)?;
        match problem.solve(&few) {
            Ok(solution) => Self::agreed(problem, solution, Some(theorem)),
            Err(Error::Solve(error)) if error.is_too_large() => {
                Ok(Self::Theorem(Box::new(theorem)))
            }
            Err(error) => Err(error),
        }
    }

    /// Checks the positions of the reply by code that cannot solve, and compares them
    /// with a theorem where one applies to the request; `None` where a theorem alone
    /// answered.
    ///
    /// # Errors
    ///
    /// Those of [`Solution::verify_with`]; a theorem does not say the same.
    pub fn verify(
        &self,
        request: &Request,
        extent: Extent,
        options: &SolveOptions<'_>,
    ) -> Result<Option<Verified>, Error> {
        let Self::Positions {
            problem, solution, ..
        } = self
        else {
            return Ok(None);
        };
        let certificate = solution.verify_with(extent, options)?;
        let with_theorems = SolveOptions {
            way: Way::Any,
            ..options.clone()
        };
        let theorem = match Theorem::of(request, &with_theorems) {
            // The parts of a sum may be too large to be solved alone.
            Err(Error::Solve(error)) if error.is_too_large() => None,
            theorem => theorem?,
        };
        let agreement = theorem.map(|theorem| theorem.agree(problem, solution));
        Ok(Some(Verified {
            certificate,
            agreement: agreement.transpose()?,
        }))
    }

    /// The reply, if theorem and positions say the same.
    fn agreed(
        problem: Problem,
        solution: Solution,
        theorem: Option<Theorem>,
    ) -> Result<Self, Error> {
        if let Some(theorem) = &theorem {
            let root = problem.root();
            let outcome = solution.value(&root).map(zug_values::Value::outcome);
            let nimbers = solution.nimber(&root).zip(theorem.nimber());
            if outcome != Some(theorem.outcome()) || nimbers.is_some_and(|(a, b)| a != b) {
                return Err(Error::Disagreement {
                    theorem: theorem.name().to_owned(),
                    position: problem.print(&root),
                });
            }
        }
        Ok(Self::Positions {
            problem: Box::new(problem),
            solution: Box::new(solution),
            theorem: theorem.map(Box::new),
        })
    }
}
