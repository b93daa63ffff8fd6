//! The check of scores that are told of positions, wherever they are stored.
//!
//! A score is right if it is the best score that a move leads to, with what the move gains, or, where
//! play ends, the score that the rules tell; and if play ends at all. So each position is compared with the positions
//! behind its moves, depth first from the position that play begins from, and a position that play
//! comes back to is refused.

use std::collections::HashMap;

use zug_certify::Sample;
use zug_game::{Fault, Game, Notation, Step, Symmetric};
use zug_job::{Phase, Progress, Stopped};
use zug_lang::{Reference, RulesGame};
use zug_solve::scores::by_move;
use zug_solve::table::Table;
use zug_solve::{Error as SolveError, Job};

use crate::error::Error;
use crate::flaw::SolutionFlaw;
use crate::native::Width;
use crate::subject::Subject;

use super::verify::Extent;

/// The number of positions that a check of scores met.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reached {
    /// All positions that play reaches.
    Positions(u64),
    /// The canonical positions that play reaches.
    Canonical(u64),
}

impl Reached {
    /// The number of positions that were met.
    pub(super) fn number(self) -> u64 {
        let (Self::Positions(number) | Self::Canonical(number)) = self;
        number
    }

    /// The number of positions that should be met, of all and of the canonical ones.
    pub(super) fn of(self, positions: u64, canonical: u64) -> u64 {
        match self {
            Self::Positions(_) => positions,
            Self::Canonical(_) => canonical,
        }
    }
}

/// A check of the scores that `told` tells.
pub(super) struct ScoreCheck<'s, W> {
    /// The game, whose symmetries tell which one of several images of a position is canonical:
    /// scores are told of this one.
    pub(super) game: &'s RulesGame<W>,
    /// The position that play begins from; `None` where play may begin from every position that has a
    /// score.
    pub(super) root: Option<W>,
    /// The table whose scores are checked: it has the canonical positions.
    pub(super) told: &'s (dyn Table<Position = W> + Send + Sync),
}

impl<W: Width> ScoreCheck<'_, W> {
    /// Checks every score by the rules as they are written; if a size of a sample is given, by the
    /// interpreter, and about that many scores by the rules as they are written.
    ///
    /// # Errors
    ///
    /// The first score that is wrong; too little memory; the caller cancelled.
    pub(super) fn verify(&self, sample: Option<u64>, job: &Job) -> Result<Reached, Error> {
        match sample {
            None => self.verify_as_written(job).map(Reached::Positions),
            Some(size) => {
                let reached = self.verify_as_interpreted(job)?;
                self.verify_sample(size, job)?;
                Ok(Reached::Canonical(reached))
            }
        }
    }

    /// Checks every score by the plain evaluator's moves and ends of play, depth first: each
    /// position that play reaches must have the best score that its moves lead to, and play must
    /// end. Returns the number of positions that play reaches.
    fn verify_as_written(&self, job: &Job) -> Result<u64, Error> {
        let rules = Reference::new(self.game.instance());
        let mut known: HashMap<W, Option<i64>> = HashMap::new();
        if let Some(root) = self.root {
            self.verify_behind(root, &rules, &mut known, job)?;
            return Ok(known.len() as u64);
        }
        for number in 0..self.told.places() as usize {
            if let Some(told) = self.told.entry(number as u64)? {
                for element in 0..self.game.order() {
                    let position = self.game.image(told.position(), element);
                    self.verify_behind(position, &rules, &mut known, job)?;
                }
            }
        }
        Ok(known.len() as u64)
    }

    /// Checks the scores of a position and of all positions that play reaches from it, but for those
    /// that are `known`.
    fn verify_behind(
        &self,
        position: W,
        rules: &Reference<'_>,
        known: &mut HashMap<W, Option<i64>>,
        job: &Job,
    ) -> Result<(), Error> {
        let mut way = vec![(position, None)];
        while let Some((position, steps)) = way.pop() {
            job.check()?;
            let Some(steps) = steps else {
                if known.contains_key(&position) {
                    continue;
                }
                known.insert(position, None);
                let steps = rules.gaining(position.widen())?;
                let next: Vec<W> = steps.iter().map(|(of, _)| W::narrow(of.position)).collect();
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
            let by_moves = steps.iter().map(|(step, gain)| {
                let after = known[&W::narrow(step.position)].unwrap_or_default();
                by_move(*gain, after, step.turn)
            });
            let found = match by_moves.max() {
                Some(best) => Some(best),
                None => rules.score(position.widen())?,
            };
            let found = found.ok_or_else(|| no_score(&self.game.print(&position)))?;
            let told = self.score(position)?;
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
    /// ends. Then all these scores are right, if the interpreter is. Returns the number of canonical
    /// positions that play reaches.
    fn verify_as_interpreted(&self, job: &Job) -> Result<u64, Error> {
        let refused = |refusal| {
            let reached = Progress::at(Phase::Verifying, 0);
            SolveError::from(Stopped::out_of_memory(refusal, reached))
        };
        let count = self.told.places() as usize;
        let _charge = job.budget.charge(count as u64).map_err(refused)?;
        let quick = self.game.interpreted();
        let mut met = vec![Met::Never; count];
        if let Some(root) = self.root {
            self.verify_from(self.number(root)?, &quick, &mut met, job)?;
        } else {
            for number in 0..count {
                if self.told.entry(number as u64)?.is_some() {
                    self.verify_from(number, &quick, &mut met, job)?;
                }
            }
        }
        let reached = met.iter().filter(|met| **met == Met::Done);
        Ok(reached.count() as u64)
    }

    /// Checks the scores of the position with a number and of all positions that play reaches from it,
    /// but for those that were `met` before.
    fn verify_from(
        &self,
        number: usize,
        quick: &RulesGame<W>,
        met: &mut [Met],
        job: &Job,
    ) -> Result<(), Error> {
        let mut way = vec![number];
        while let Some(&number) = way.last() {
            job.check()?;
            match met[number] {
                Met::Never => {
                    met[number] = Met::OnTheWay;
                    let position = self.position(number)?;
                    let steps = gaining(quick, position)?;
                    self.check(position, &steps, || quick.score(position))?;
                    for (step, _) in &steps {
                        let next = self.number(step.position)?;
                        match met[next] {
                            Met::Never => way.push(next),
                            Met::OnTheWay => return Err(Error::EndlessScores { positions: 1 }),
                            Met::Done => {}
                        }
                    }
                }
                Met::OnTheWay | Met::Done => {
                    met[number] = Met::Done;
                    way.pop();
                }
            }
        }
        Ok(())
    }

    /// Checks the scores of about `size` positions, chosen at random among all and among those in
    /// which the game is over, by the plain evaluator's moves and ends of play.
    pub(super) fn verify_sample(&self, size: u64, job: &Job) -> Result<(), Error> {
        let orbit = self.game.order() as u64;
        let (mut positions, mut over) = (0, 0);
        for number in 0..self.told.places() as usize {
            job.check()?;
            if let Some(told) = self.told.entry(number as u64)? {
                positions += orbit;
                over += if told.finished().is_some() { orbit } else { 0 };
            }
        }
        let sample = Sample::of(size, positions, over, Extent::SEED);
        let rules = Reference::new(self.game.instance());
        for number in 0..self.told.places() as usize {
            job.check()?;
            let Some(told) = self.told.entry(number as u64)? else {
                continue;
            };
            for element in 0..self.game.order() {
                if !sample.takes(number as u64, element as u64, told.finished().is_some()) {
                    continue;
                }
                let position = self.game.image(told.position(), element).widen();
                let narrow = rules.gaining(position)?.into_iter().map(|(step, gain)| {
                    let turn = step.turn;
                    let position = W::narrow(step.position);
                    (Step { position, turn }, gain)
                });
                let narrow: Vec<(Step<W>, i64)> = narrow.collect();
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
        steps: &[(Step<W>, i64)],
        end: impl FnOnce() -> Result<Option<i64>, Fault>,
    ) -> Result<(), Error> {
        let mut best: Option<i64> = None;
        for (step, gain) in steps {
            let after = self.known_score(step.position)?;
            best = best.max(Some(by_move(*gain, after, step.turn)));
        }
        let found = match best {
            Some(best) => best,
            None => end()?.ok_or_else(|| no_score(&self.game.print(&position)))?,
        };
        let told = self.known_score(position)?;
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

    /// The number under which the scores are told of a position, or of its canonical image.
    ///
    /// # Errors
    ///
    /// Nothing is told of the position.
    fn number(&self, position: W) -> Result<usize, Error> {
        let place = self.told.place(&self.game.canonical(&position))?;
        let place = place.ok_or_else(|| self.not_told(position))?;
        Ok(place as usize)
    }

    /// The position that has this number among those of which scores are told.
    ///
    /// # Errors
    ///
    /// No position has this number.
    fn position(&self, number: usize) -> Result<W, Error> {
        let told = self.told.entry(number as u64)?;
        let told =
            told.ok_or_else(|| Fault::new("a position of play has no number in the table"))?;
        Ok(*told.position())
    }

    /// The score that is told of a position; `None` if none is told.
    fn score(&self, position: W) -> Result<Option<i64>, Error> {
        Ok(self.told.score(&self.game.canonical(&position))?)
    }

    /// The score that is told of a position.
    ///
    /// # Errors
    ///
    /// None is told.
    fn known_score(&self, position: W) -> Result<i64, Error> {
        self.score(position)?.ok_or_else(|| self.not_told(position))
    }

    fn not_told(&self, position: W) -> Error {
        Error::NotSolved {
            position: self.game.print(&position),
        }
    }
}

/// The position after each legal move by the interpreter, with what the move gains.
fn gaining<W: Width>(game: &RulesGame<W>, position: W) -> Result<Vec<(Step<W>, i64)>, Error> {
    let mut steps = Vec::new();
    game.expand(&position, &mut steps)?;
    let gains = game.gain_of_each(&position, steps.len())?;
    Ok(steps.into_iter().zip(gains).collect())
}

/// How far the check of a position is, which goes depth first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Met {
    /// The position was not met yet.
    Never,
    /// The position is checked, and positions that play reaches from it are not.
    OnTheWay,
    /// The position is checked with all that play reaches from it.
    Done,
}

/// The fault of a position in which a player is stuck, and no score is told.
fn no_score(position: &str) -> Fault {
    Fault::new(format!(
        "nobody can move, and no `score … if …` holds in the position {position}"
    ))
}
