//! Whether a position is lost, by playing all that follows it.

use rustc_hash::FxHashMap;
use zug_game::linear::LinearGame;
use zug_job::{Job, Phase, Progress, Stopped, Why};
use zug_values::Outcome;

use crate::error::Error;

/// The number of positions after which the job is asked whether to go on.
const POSITIONS_BETWEEN: usize = 256;

/// A position with positions that its moves lead to.
type Begun = (Vec<i64>, Vec<Vec<i64>>);

/// The number of moves that may be played for each position that may be solved.
const MOVES_A_POSITION: u64 = 40;

/// Solves positions and remembers them.
#[derive(Debug)]
pub(crate) struct Question<'a> {
    game: &'a LinearGame,
    job: &'a Job,
    most: usize,
    /// Whether the player to move loses; `None` while that is being worked out.
    known: FxHashMap<Vec<i64>, Option<bool>>,
    moves: u64,
    most_moves: u64,
}

impl<'a> Question<'a> {
    pub(crate) fn new(game: &'a LinearGame, job: &'a Job) -> Self {
        Self {
            game,
            job,
            most: 0,
            most_moves: 0,
            known: FxHashMap::default(),
            moves: 0,
        }
    }

    /// Allows from now on this number of further positions, and a number of moves.
    pub(crate) fn allow(&mut self, more: usize) {
        self.most = self.known.len() + more;
        self.most_moves = self.moves + MOVES_A_POSITION * more as u64;
    }

    /// Returns the number of positions solved.
    pub(crate) fn positions(&self) -> usize {
        self.known.len()
    }

    /// Whether the player to move loses.
    ///
    /// # Errors
    ///
    /// Play goes round in a circle, there are too many positions, or the job was stopped.
    pub(crate) fn is_lost(&mut self, position: &[i64]) -> Result<bool, Error> {
        if let Some(Some(lost)) = self.known.get(position) {
            return Ok(*lost);
        }
        let mut way = Vec::new();
        let solved = self.solve(position, &mut way);
        if solved.is_err() {
            // What was begun is not known.
            for (begun, _) in way {
                self.known.remove(&begun);
            }
        }
        solved
    }

    /// Solves a position. `way` gets each position on the way to the one that is looked at, with those that
    /// its moves lead to and that are not looked at yet.
    fn solve(&mut self, position: &[i64], way: &mut Vec<Begun>) -> Result<bool, Error> {
        way.push(self.open(position.to_vec())?);
        while let Some((here, left)) = way.last_mut() {
            let Some(next) = left.pop() else {
                // No move leads to a lost position.
                let lost = match self.game.ended(here) {
                    Some(outcome) => outcome == Outcome::Loss,
                    None => self.known[here] != Some(false),
                };
                let here = here.clone();
                self.known.insert(here, Some(lost));
                way.pop();
                continue;
            };
            match self.known.get(&next) {
                Some(Some(true)) => {
                    let here = here.clone();
                    self.known.insert(here, Some(false));
                    way.pop();
                }
                Some(Some(false)) => {}
                Some(None) => {
                    return Err(Error::Circle {
                        position: self.named(&next),
                    });
                }
                None => {
                    // It is asked again once it is known.
                    left.push(next.clone());
                    way.push(self.open(next)?);
                }
            }
        }
        Ok(self.known[position] == Some(true))
    }

    /// Begins with a position.
    fn open(&mut self, position: Vec<i64>) -> Result<Begun, Error> {
        if self.known.len() >= self.most || self.moves > self.most_moves {
            return Err(Error::TooManyPositions { most: self.most });
        }
        if self.known.len().is_multiple_of(POSITIONS_BETWEEN) {
            let reached = Progress::at(Phase::Solving, self.known.len() as u64);
            self.job.tell(&reached)?;
            self.job.check().map_err(|why| match why {
                Why::OutOfMemory(refusal) => Stopped::out_of_memory(refusal, reached),
                _ => Stopped::cancelled(reached),
            })?;
        }
        let mut after = Vec::new();
        let mut known = None;
        if self.game.ended(&position).is_none() {
            after = self.game.successors(&position)?;
            if after.is_empty() {
                known = Some(self.game.stuck == Outcome::Loss);
            }
        }
        self.moves += after.len() as u64 + 1;
        self.known.insert(position.clone(), known);
        Ok((position, after))
    }

    fn named(&self, position: &[i64]) -> String {
        let named = self.game.variables.iter().zip(position);
        let named = named.map(|(name, value)| format!("{name}={value}"));
        named.collect::<Vec<_>>().join(" ")
    }
}
