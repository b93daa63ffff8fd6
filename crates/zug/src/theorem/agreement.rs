//! Whether a theorem says of many positions what the solution says.

use std::ops::ControlFlow;

use super::{Applied, Theorem};
use crate::error::Error;
use crate::problem::{Position, Problem};
use crate::solution::Solution;
use crate::verified::Agreement;
use zug_game::Game;
use zug_lang::Reference;

/// The largest number of positions that are compared beside the position asked about and
/// those after its moves.
const COMPARED: usize = 1000;

impl Theorem {
    /// Compares the theorem with a solution: the position asked about, each of its
    /// moves, and up to [`COMPARED`] other positions, taken at even distances.
    ///
    /// # Errors
    ///
    /// The first position of which the two do not say the same.
    pub(crate) fn agree(&self, problem: &Problem, solution: &Solution) -> Result<Agreement, Error> {
        self.agree_here(problem, solution)?;
        let moves = self.same_moves(problem, solution)?;
        let mut agreement = Agreement {
            theorem: self.name().to_owned(),
            moves,
            positions: 0,
        };
        let Some((instance, _)) = &self.asked.sized else {
            return Ok(agreement);
        };
        let game = Reference::new(instance);
        for position in sample(solution)? {
            // Where the rules end the game, the rules tell the outcome, and not the
            // theorem.
            if game.result(&position.to_bits())?.is_some() {
                continue;
            }
            if let Some(there) = self.at(position.to_bits()) {
                self.same_of(problem, &position, &*there, solution)?;
                agreement.positions += 1;
            }
        }
        Ok(agreement)
    }

    /// Compares what theorem and solution say of the position asked about.
    ///
    /// # Errors
    ///
    /// The two do not say the same.
    pub(crate) fn agree_here(&self, problem: &Problem, solution: &Solution) -> Result<(), Error> {
        self.same_of(problem, &problem.root(), &*self.found.here, solution)
    }

    /// Compares what theorem and solution say of each move of the position asked about;
    /// returns the number of moves compared.
    fn same_moves(&self, problem: &Problem, solution: &Solution) -> Result<u64, Error> {
        let root = problem.root();
        let answers = solution.moves_in_order(&root)?;
        if let Some(told) = self.moves() {
            if told.len() != answers.len() {
                return Err(self.disagrees(problem, &root));
            }
            for (told, answer) in told.iter().zip(&answers) {
                let position = told.position.as_deref();
                let is_same = position == Some(&*problem.print(&answer.position))
                    && told.outcome == answer.value.outcome();
                if !is_same {
                    return Err(self.disagrees(problem, &answer.position));
                }
            }
            return Ok(answers.len() as u64);
        }
        let Some(named) = self.named_moves() else {
            return Ok(0);
        };
        for told in &named.moves {
            let answer = answers.iter().find(|answer| answer.name == told.name);
            if answer.is_none_or(|answer| answer.value.outcome() != told.outcome) {
                return Err(self.disagrees(problem, &root));
            }
        }
        Ok(named.moves.len() as u64)
    }

    /// Compares what the theorem, applied to a position, and the solution say of this
    /// position.
    fn same_of(
        &self,
        problem: &Problem,
        position: &Position,
        applied: &dyn Applied,
        solution: &Solution,
    ) -> Result<(), Error> {
        let found = solution.worth(position)?;
        let both = found.map(|found| applied.worth().and_then(|told| found.and(&told)));
        match both {
            Some(Ok(_)) => Ok(()),
            _ => Err(self.disagrees(problem, position)),
        }
    }

    fn disagrees(&self, problem: &Problem, position: &Position) -> Error {
        Error::Disagreement {
            theorem: self.name().to_owned(),
            position: problem.print(position),
        }
    }
}

/// At most about [`COMPARED`] positions of a solution, at even distances.
fn sample(solution: &Solution) -> Result<Vec<Position>, Error> {
    let count = usize::try_from(solution.counts()?.canonical).unwrap_or(usize::MAX);
    let distance = count.div_ceil(COMPARED).max(1);
    let (mut sample, mut place) = (Vec::new(), 0usize);
    solution.each_value(&mut |position, _| {
        if place.is_multiple_of(distance) {
            sample.push(position);
        }
        place += 1;
        ControlFlow::Continue(())
    })?;
    Ok(sample)
}
