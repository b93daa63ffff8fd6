//! The scores of solved positions, in a game that ends with scores.
//!
//! The sign of a score says who wins, so that all methods solve such a game as any other one. The
//! scores come on top: the positions are found once more, with their moves, and scores are worked
//! out from the ends of play.

use zug_game::{Fault, Notation, Orbits, Symmetric, U256};
use zug_lang::{RulesGame, Word};
use zug_solve::positions::{Graph, PositionId};
use zug_solve::scores::{Scores, scores};
use zug_solve::{Error as SolveError, Job};

use crate::error::Error;
use crate::native::{Width, native};
use crate::plan::table::TablePlan;
use crate::problem::Problem;
use crate::subject::AnyGame;

use super::score_check::{ScoreCheck, Told, ToldScores};

/// The scores of all positions within reach.
#[derive(Debug)]
pub(super) enum AnyScored {
    Narrow(Scored<u64>),
    Wide(Scored<u128>),
    Widest(Scored<U256>),
}

/// The scores of the canonical positions within reach.
#[derive(Debug)]
pub(super) struct Scored<W> {
    pub(super) game: RulesGame<W>,
    pub(super) root: W,
    pub(super) graph: Graph<W>,
    pub(super) scores: Scores,
}

impl AnyScored {
    /// The scores of the positions of a problem; `None` if its game does not end with scores, or
    /// if there is too little memory for them.
    pub(super) fn of(
        problem: &Problem,
        plan: &TablePlan,
        job: &Job,
    ) -> Result<Option<Self>, Error> {
        // Where moves gain points the table of values has the scores.
        if !problem.has_scores() || problem.has_gains() {
            return Ok(None);
        }
        let root = problem.root().to_bits();
        let scored = match problem.symmetric() {
            AnyGame::Narrow(game) => {
                Scored::of(game, Word::narrow(root), plan, job).map(Self::Narrow)
            }
            AnyGame::Wide(game) => Scored::of(game, Word::narrow(root), plan, job).map(Self::Wide),
            AnyGame::Widest(game) => Scored::of(game, root, plan, job).map(Self::Widest),
            AnyGame::Rust(_) => return Ok(None),
        };
        match scored {
            Ok(scored) => Ok(Some(scored)),
            // Who wins is known, as that takes less memory.
            Err(Error::Solve(error)) if error.is_too_large() => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// About the number of bytes that the scores and their positions hold.
    pub(super) fn held_bytes(&self) -> u64 {
        match self {
            Self::Narrow(scored) => scored.held_bytes(),
            Self::Wide(scored) => scored.held_bytes(),
            Self::Widest(scored) => scored.held_bytes(),
        }
    }

    /// Checks every score by the rules as they are written; if a size of a sample is given,
    /// by the interpreter, and about that many scores by the rules as they are written.
    ///
    /// # Errors
    ///
    /// The first score that is wrong; too little memory; the caller cancelled.
    pub(super) fn verify(&self, sample: Option<u64>, job: &Job) -> Result<(), Error> {
        match self {
            Self::Narrow(scored) => scored.verify(sample, job),
            Self::Wide(scored) => scored.verify(sample, job),
            Self::Widest(scored) => scored.verify(sample, job),
        }
    }

    /// The score of a packed position for the player to move; `None` if play does not lead there.
    pub(super) fn of_bits(&self, bits: U256) -> Option<i64> {
        match self {
            Self::Narrow(scored) => scored.score(Word::narrow(bits)),
            Self::Wide(scored) => scored.score(Word::narrow(bits)),
            Self::Widest(scored) => scored.score(bits),
        }
    }
}

/// The bytes that finding a position by hash takes, beside the position.
const BYTES_OF_ID: u64 = 12;

impl<W: Width> Scored<W> {
    fn held_bytes(&self) -> u64 {
        let of_position = size_of::<W>() as u64 + BYTES_OF_ID;
        let positions = self.graph.len() as u64 * of_position;
        let moves = self.graph.edges() * size_of::<u32>() as u64;
        positions + moves + self.scores.held_bytes()
    }

    fn of(game: &RulesGame<W>, root: W, plan: &TablePlan, job: &Job) -> Result<Self, Error> {
        let (game, _) = native(game, plan.run_by, job)?;
        let graph = Graph::explore(&Orbits::new(&game), [game.canonical(&root)], job)?;
        let scores = match scores(&graph, |position| end_of_orbit(&game, position), job) {
            Err(SolveError::Cyclic { positions }) => {
                return Err(Error::EndlessScores { positions });
            }
            scores => scores?,
        };
        Ok(Self {
            game,
            root,
            graph,
            scores,
        })
    }

    pub(super) fn verify(&self, sample: Option<u64>, job: &Job) -> Result<(), Error> {
        self.check().verify(sample, job)?;
        Ok(())
    }

    pub(super) fn check(&self) -> ScoreCheck<'_, W> {
        ScoreCheck {
            game: &self.game,
            root: Some(self.root),
            told: self,
        }
    }

    fn score(&self, position: W) -> Option<i64> {
        let id = self.graph.id(&self.game.canonical(&position))?;
        Some(self.scores.get(id))
    }
}

impl<W: Width> ToldScores<W> for Scored<W> {
    fn numbers(&self) -> usize {
        self.graph.len()
    }

    fn position(&self, number: usize) -> Result<Option<Told<W>>, Error> {
        let id = PositionId::new(number);
        Ok(Some(Told {
            position: self.graph.position(id),
            is_finished: self.graph.finished(id).is_some(),
        }))
    }

    fn number(&self, canonical: W) -> Result<Option<usize>, Error> {
        Ok(self.graph.id(&canonical).map(PositionId::index))
    }

    fn score(&self, canonical: W) -> Result<Option<i64>, Error> {
        let id = self.graph.id(&canonical);
        Ok(id.map(|id| self.scores.get(id)))
    }
}

/// The score with which the game is over in a position.
pub(super) fn end_of_orbit<W: Word>(game: &RulesGame<W>, position: &W) -> Result<i64, Fault> {
    let of = |position: W| game.score_of_end(position);
    let score = of(*position)?;
    for element in 1..game.order() {
        if of(game.image(position, element))? != score {
            let position = game.print(position);
            return Err(Fault::new(format!(
                "a declared symmetry changes the score of the position {position}"
            )));
        }
    }
    Ok(score)
}
