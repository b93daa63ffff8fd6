//! The answer to a request: by a theorem, by the positions, by both, or by a search.

use zug_lang::Diagnostic;
use zug_values::Worth;

use crate::error::Error;
use crate::method::AnswerBy;
use crate::options::SolveOptions;
use crate::problem::Problem;
use crate::request::Request;
use crate::searched::Searched;
use crate::solution::{Extent, Solution};
use crate::theorem::Theorem;
use crate::verified::Verified;

/// The answer to a request. Exhaustive, so that nobody leaves a kind of answer untold.
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
        /// The theorem that answers too, and agrees with the positions.
        theorem: Option<Box<Theorem>>,
    },
    /// By a search of the position asked about.
    Searched {
        /// The game and the position.
        problem: Box<Problem>,
        /// What was found.
        searched: Box<Searched>,
    },
}

impl Reply {
    /// The theorem that answers, if one does.
    #[must_use]
    pub fn theorem(&self) -> Option<&Theorem> {
        match self {
            Self::Theorem(theorem) => Some(theorem),
            Self::Positions { theorem, .. } => theorem.as_deref(),
            Self::Searched { .. } => None,
        }
    }

    /// What the position asked about is worth to the player to move: all that theorem
    /// and positions tell together.
    ///
    /// # Errors
    ///
    /// The position was not among those solved; or theorem and positions contradict
    /// one another.
    pub fn worth(&self) -> Result<Worth, Error> {
        match self {
            Self::Theorem(theorem) => {
                let position = || theorem.position().unwrap_or_default();
                theorem.worth().map_err(|_| Error::Disagreement {
                    theorem: theorem.name().to_owned(),
                    position: position(),
                })
            }
            Self::Searched { searched, .. } => Ok(searched.worth.clone()),
            Self::Positions {
                problem,
                solution,
                theorem,
            } => {
                let root = problem.root();
                let position = || problem.print(&root);
                let found = solution.worth(&root)?;
                let found = found.ok_or_else(|| problem.not_solved(&root))?;
                // A theorem may have to walk far for a nimber, so it is asked only for a
                // nimber that the positions do not tell.
                let Some(theorem) = theorem.as_ref().filter(|_| found.loopy_nimber().is_none())
                else {
                    return Ok(found);
                };
                let both = theorem.worth().and_then(|told| found.and(&told));
                both.map_err(|_| Error::Disagreement {
                    theorem: theorem.name().to_owned(),
                    position: position(),
                })
            }
        }
    }

    /// What looks like a mistake in the rules and is none for certain: [`Problem::warnings`]; where
    /// a theorem alone answered, what the text of the rules shows.
    pub fn warnings(&self) -> Vec<Diagnostic> {
        match self {
            Self::Theorem(theorem) => theorem.warnings(),
            Self::Positions { problem, .. } | Self::Searched { problem, .. } => problem.warnings(),
        }
    }

    /// The text of the rules; `None` for a game that is written in Rust.
    pub fn rules(&self) -> Option<&str> {
        match self {
            Self::Theorem(theorem) => Some(theorem.rules()),
            Self::Positions { problem, .. } | Self::Searched { problem, .. } => problem.rules(),
        }
    }

    /// Checks the positions of the reply by code that cannot solve, and compares them
    /// with a theorem where one applies to the request; `None` where a theorem or a search
    /// alone answered.
    ///
    /// # Errors
    ///
    /// Those of [`Solution::verify_with`]; a theorem does not say the same.
    pub fn verify(
        &self,
        request: &Request,
        extent: Extent,
        options: &SolveOptions,
    ) -> Result<Option<Verified>, Error> {
        let Self::Positions {
            problem, solution, ..
        } = self
        else {
            return Ok(None);
        };
        let certificate = solution.verify_with(extent, options)?;
        let with_theorems = SolveOptions {
            answer_by: AnswerBy::Any,
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
}
