//! The scores of solved positions, in a game that ends with scores.
//!
//! The sign of a score says who wins, so that all methods solve such a game as any other one. The
//! scores come on top: the positions are found once more, with their moves, and scores are worked
//! out from the ends of play.

use std::collections::HashMap;

use zug_certify::Sample;
use zug_game::{Fault, Game, Notation, Orbits, Step, Symmetric, U256};
use zug_job::{Phase, Progress, Stopped};
use zug_lang::{Reference, RulesGame, Word};
use zug_solve::positions::{Graph, PositionId};
use zug_solve::scores::{Scores, scores};
use zug_solve::{Error as SolveError, Job};
use zug_values::Turn;

use crate::error::Error;
use crate::flaw::SolutionFlaw;
use crate::native::{Width, native};
use crate::plan::table::TablePlan;
use crate::problem::Problem;
use crate::subject::AnyGame;

use super::verify::Extent;

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

    fn verify(&self, sample: Option<u64>, job: &Job) -> Result<(), Error> {
        match sample {
            None => self.verify_as_written(job),
            Some(size) => {
                self.verify_as_interpreted(job)?;
                self.verify_sample(size, job)
            }
        }
    }

    /// Checks every score by the plain evaluator's moves and ends of play, depth first: each
    /// position that play reaches must have the best score that its moves lead to, and play must
    /// end.
    fn verify_as_written(&self, job: &Job) -> Result<(), Error> {
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

    /// Checks the score of every canonical position that play reaches by the interpreter's moves
    /// and ends of play, depth first, against the scores told of its successors; and that play
    /// ends. Then all these scores are right, if the interpreter is.
    fn verify_as_interpreted(&self, job: &Job) -> Result<(), Error> {
        let refused = |refusal| {
            let reached = Progress::at(Phase::Verifying, 0);
            SolveError::from(Stopped::out_of_memory(refusal, reached))
        };
        let count = self.graph.len();
        let _charge = job.budget.charge(count as u64).map_err(refused)?;
        let quick = self.game.interpreted();
        let mut met = vec![Met::Never; count];
        let mut way = vec![self.id(self.root)?];
        let mut steps = Vec::new();
        while let Some(&id) = way.last() {
            job.check()?;
            match met[id.index()] {
                Met::Never => {
                    met[id.index()] = Met::OnTheWay;
                    let position = self.graph.position(id);
                    steps.clear();
                    quick.expand(&position, &mut steps)?;
                    self.check(position, &steps, || quick.score(position))?;
                    for step in &steps {
                        let next = self.id(step.position)?;
                        match met[next.index()] {
                            Met::Never => way.push(next),
                            Met::OnTheWay => return Err(Error::EndlessScores { positions: 1 }),
                            Met::Done => {}
                        }
                    }
                }
                Met::OnTheWay | Met::Done => {
                    met[id.index()] = Met::Done;
                    way.pop();
                }
            }
        }
        Ok(())
    }

    /// Checks the scores of about `size` positions, chosen at random among all and among those in
    /// which the game is over, by the plain evaluator's moves and ends of play.
    fn verify_sample(&self, size: u64, job: &Job) -> Result<(), Error> {
        let ids = || (0..self.graph.len()).map(PositionId::new);
        let is_over = |id| self.graph.finished(id).is_some();
        let orbit = self.game.order() as u64;
        let over = ids().filter(|&id| is_over(id)).count() as u64 * orbit;
        let positions = self.graph.len() as u64 * orbit;
        let sample = Sample::of(size, positions, over, Extent::SEED);
        let rules = Reference::new(self.game.instance());
        let mut steps = Vec::new();
        for id in ids() {
            job.check()?;
            for element in 0..self.game.order() {
                if !sample.takes(id.index() as u64, element as u64, is_over(id)) {
                    continue;
                }
                let position = self.game.image(&self.graph.position(id), element).widen();
                steps.clear();
                rules.expand(&position, &mut steps)?;
                let narrow = steps.iter().map(|step| Step {
                    position: W::narrow(step.position),
                    turn: step.turn,
                });
                let narrow: Vec<Step<W>> = narrow.collect();
                self.check(W::narrow(position), &narrow, || rules.score(position))?;
            }
        }
        Ok(())
    }

    /// Checks the score of a position against the scores told of its successors or, if there are
    /// none, against the score with which the game ends there.
    fn check(
        &self,
        position: W,
        steps: &[Step<W>],
        end: impl FnOnce() -> Result<Option<i64>, Fault>,
    ) -> Result<(), Error> {
        let mut best: Option<i64> = None;
        for step in steps {
            let after = self.scores.get(self.id(step.position)?);
            best = best.max(Some(match step.turn {
                Turn::Passes => -after,
                Turn::Kept => after,
            }));
        }
        let found = match best {
            Some(best) => best,
            None => end()?.ok_or_else(|| no_score(&self.game.print(&position)))?,
        };
        let told = self.scores.get(self.id(position)?);
        if told == found {
            return Ok(());
        }
        let position = self.game.print(&position);
        Err(SolutionFlaw::Score {
            position,
            told,
            found,
        }
        .into())
    }

    /// The number of the canonical image of a position.
    ///
    /// # Errors
    ///
    /// Nothing is told of the position.
    fn id(&self, position: W) -> Result<PositionId, Error> {
        let id = self.graph.id(&self.game.canonical(&position));
        id.ok_or_else(|| Error::NotSolved {
            position: self.game.print(&position),
        })
    }

    fn score(&self, position: W) -> Option<i64> {
        let id = self.graph.id(&self.game.canonical(&position))?;
        Some(self.scores.get(id))
    }
}

/// How far the check of a position is, which goes depth first.
#[derive(Clone, Copy)]
enum Met {
    /// The position was not met yet.
    Never,
    /// The position is checked, and positions that play reaches from it are not.
    OnTheWay,
    /// The position is checked with all that play reaches from it.
    Done,
}

/// The score with which the game is over in a position.
fn end<W: Word>(game: &RulesGame<W>, position: &W) -> Result<i64, Fault> {
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

    /// The scores of the game above, each end told as this much more than it is.
    fn scored(more: i64) -> Scored<u64> {
        let problem = Problem::new(&Request::rules(DEQUE, "deque.zug")).unwrap();
        let options = SolveOptions::default();
        let job = options.job();
        let plan = TablePlan::new(&problem, &options, &job.budget);
        let scored = AnyScored::of(&problem, &plan, &job).unwrap().unwrap();
        let AnyScored::Narrow(right) = scored else {
            panic!("64 bits suffice");
        };
        let told = |position: &u64| Ok(end(&right.game, position)? + more);
        let scores = scores(&right.graph, told, &job).unwrap();
        Scored { scores, ..right }
    }

    /// How much is checked by the rules as they are written: all, a few, nothing.
    const SAMPLES: [Option<u64>; 3] = [None, Some(8), Some(0)];

    #[test]
    fn scores_that_are_right_are_believed() {
        for sample in SAMPLES {
            scored(0).verify(sample, &Job::default()).unwrap();
        }
    }

    #[test]
    fn scores_that_are_wrong_are_found() {
        for sample in SAMPLES {
            let found = scored(1).verify(sample, &Job::default());
            assert!(
                matches!(&found, Err(Error::Flaw(SolutionFlaw::Score { .. }))),
                "{sample:?}: {found:?}"
            );
        }
        let found = scored(1).verify_sample(4, &Job::default());
        assert!(found.is_err(), "a quarter of the sample is of ends of play");
    }

    #[test]
    fn a_score_wrong_in_one_position_alone_is_found() {
        let right = scored(0);
        let positions = right.graph.len();
        for wrong in (0..positions).map(PositionId::new) {
            let mut end_of_play = 0;
            // The scores are those of another play, in which one end is worth more.
            let told = |position: &u64| {
                let is_there = right.graph.id(position) == Some(wrong);
                end_of_play += i64::from(is_there);
                Ok(end(&right.game, position)? + i64::from(is_there))
            };
            let scores = scores(&right.graph, told, &Job::default()).unwrap();
            let other = Scored {
                scores,
                ..scored(0)
            };
            for sample in SAMPLES {
                let found = other.verify(sample, &Job::default());
                assert_eq!(found.is_err(), end_of_play > 0, "{wrong:?} {sample:?}");
            }
        }
    }
}
