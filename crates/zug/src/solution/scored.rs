//! The scores of solved positions, in a game that ends with scores.
//!
//! The sign of a score says who wins, so that all methods solve such a game as any other one. The
//! scores come on top: the positions are found once more, with their moves, and scores are worked
//! out from the ends of play.

use std::collections::HashMap;

use zug_game::{Fault, Game, Notation, Orbits, Step, Symmetric, U256};
use zug_lang::{Reference, RulesGame, Word};
use zug_solve::positions::Graph;
use zug_solve::scores::{Scores, scores};
use zug_solve::{Error as SolveError, Job};
use zug_values::Turn;

use crate::error::Error;
use crate::flaw::SolutionFlaw;
use crate::native::{Width, native};
use crate::plan::table::TablePlan;
use crate::problem::Problem;
use crate::subject::AnyGame;

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
    game: RulesGame<W>,
    root: W,
    graph: Graph<W>,
    scores: Scores,
}

impl AnyScored {
    /// The scores of the positions of a problem; `None` if its game does not end with scores, or
    /// if there is too little memory for them.
    pub(super) fn of(
        problem: &Problem,
        plan: &TablePlan,
        job: &Job,
    ) -> Result<Option<Self>, Error> {
        if !problem.has_scores() {
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

    /// Checks every score by the rules as they are written.
    ///
    /// # Errors
    ///
    /// The first score that is wrong; the caller cancelled.
    pub(super) fn verify(&self, job: &Job) -> Result<(), Error> {
        match self {
            Self::Narrow(scored) => scored.verify(job),
            Self::Wide(scored) => scored.verify(job),
            Self::Widest(scored) => scored.verify(job),
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

impl<W: Width> Scored<W> {
    fn of(game: &RulesGame<W>, root: W, plan: &TablePlan, job: &Job) -> Result<Self, Error> {
        let (game, _) = native(game, plan.run_by, job)?;
        let graph = Graph::explore(&Orbits::new(&game), [game.canonical(&root)], job)?;
        let scores = match scores(&graph, |position| end(&game, position), job) {
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

    /// Checks every score by the plain evaluator's moves and ends of play, depth first: each
    /// position that play reaches must have the best score that its moves lead to, and play must
    /// end.
    fn verify(&self, job: &Job) -> Result<(), Error> {
        let rules = Reference::new(self.game.instance());
        let mut known: HashMap<W, Option<i64>> = HashMap::new();
        let mut way = vec![(self.root, None)];
        while let Some((position, steps)) = way.pop() {
            job.check()?;
            let Some(steps) = steps else {
                if known.contains_key(&position) {
                    continue;
                }
                known.insert(position, None);
                let mut steps: Vec<Step<U256>> = Vec::new();
                rules.expand(&position.widen(), &mut steps)?;
                let next: Vec<W> = steps.iter().map(|of| W::narrow(of.position)).collect();
                way.push((position, Some(steps)));
                for next in next {
                    match known.get(&next) {
                        // The position is on the way, and was come back to.
                        Some(None) => return Err(Error::EndlessScores { positions: 1 }),
                        Some(Some(_)) => {}
                        None => way.push((next, None)),
                    }
                }
                continue;
            };
            let by_moves = steps.iter().map(|step| {
                let after = known[&W::narrow(step.position)].unwrap_or_default();
                match step.turn {
                    Turn::Passes => -after,
                    Turn::Kept => after,
                }
            });
            let found = match by_moves.max() {
                Some(best) => Some(best),
                None => rules.score(position.widen())?,
            };
            let found = found.ok_or_else(|| no_score(&self.game.print(&position)))?;
            let told = self.score(position);
            if told != Some(found) {
                return Err(Error::from(SolutionFlaw::Score {
                    position: self.game.print(&position),
                    told: told.unwrap_or_default(),
                    found,
                }));
            }
            known.insert(position, Some(found));
        }
        Ok(())
    }

    fn score(&self, position: W) -> Option<i64> {
        let id = self.graph.id(&self.game.canonical(&position))?;
        Some(self.scores.get(id))
    }
}

/// The score with which the game is over in a position.
fn end<W: Word>(game: &RulesGame<W>, position: &W) -> Result<i64, Fault> {
    let of = |position: W| {
        game.score(position)?
            .ok_or_else(|| no_score(&game.print(&position)))
    };
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

/// The fault of a position in which a player is stuck, and no score is told.
fn no_score(position: &str) -> Fault {
    Fault::new(format!(
        "nobody can move, and no `score … if …` holds in the position {position}"
    ))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]
mod tests {
    use super::*;
    use crate::options::SolveOptions;
    use crate::request::Request;

    const DEQUE: &str = "\
game deque(row = [3, 9, 1, 2, 7])
players Left, Right
let n = len(row)

from: 0..n = 0
to:   0..n = n
points[player]: 0..sum(row) = 0

move first if from < to:
    points[me] += row[from]
    from += 1

move last if from < to:
    to -= 1
    points[me] += row[to]

score points[me] - points[other] if stuck
";

    #[test]
    fn scores_that_are_wrong_are_found() {
        let problem = Problem::new(&Request::rules(DEQUE, "deque.zug")).unwrap();
        let options = SolveOptions::default();
        let job = options.job();
        let plan = TablePlan::new(&problem, &options, &job.budget);
        let scored = AnyScored::of(&problem, &plan, &job).unwrap().unwrap();
        scored.verify(&job).unwrap();
        let AnyScored::Narrow(right) = scored else {
            panic!("64 bits suffice");
        };
        let Scored {
            game, root, graph, ..
        } = right;
        // Each end is told as one more than it is.
        let told = |position: &u64| Ok(end(&game, position)? + 1);
        let scores = scores(&graph, told, &job).unwrap();
        let wrong = Scored {
            game: game.clone(),
            root,
            graph,
            scores,
        };
        let found = wrong.verify(&job);
        assert!(
            matches!(&found, Err(Error::Flaw(SolutionFlaw::Score { .. }))),
            "{found:?}"
        );
    }
}
