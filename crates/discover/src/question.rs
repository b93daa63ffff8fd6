//! Whether a position is lost, by playing all that follows it.

use rustc_hash::FxHashMap;
use zug_game::linear::LinearGame;
use zug_job::{Job, Phase, Progress, Stopped, Why};
use zug_values::Outcome;

use crate::error::Error;

/// The number of positions after which the job is asked whether to go on.
const POSITIONS_BETWEEN: usize = 256;

/// The number of moves that may be played for each position that may be solved.
const MOVES_A_POSITION: u64 = 200;

/// The number of those moves where the nimber of each position is worked out, and play leads to few positions.
const MOVES_A_NIMBER: u64 = 1000;

/// A position that is being looked at.
struct Begun {
    position: Vec<i64>,
    /// What its moves leave, as far as it is not looked at yet: for each move positions that are a sum.
    left: Vec<Vec<Vec<i64>>>,
    /// What the other moves are worth.
    reached: Vec<u64>,
}

/// Solves positions and remembers them.
#[derive(Debug)]
pub(crate) struct Question<'a> {
    game: &'a LinearGame,
    job: &'a Job,
    most: usize,
    /// What each position is worth: its nimber where the game has a heap of Nim beside it; else 0 if it is lost, and
    /// 1 if it is won. `None` while that is being worked out.
    known: FxHashMap<Vec<i64>, Option<u64>>,
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
        let moves = match self.game.nim_heap {
            Some(_) => MOVES_A_NIMBER,
            None => MOVES_A_POSITION,
        };
        self.most_moves = self.moves + moves * more as u64;
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
        let Some(heap) = self.game.nim_heap else {
            return Ok(self.worth(position)? == 0);
        };
        let mut alone = position.to_vec();
        let nimber = std::mem::take(&mut alone[heap]);
        Ok(u64::try_from(nimber) == Ok(self.worth(&alone)?))
    }

    fn worth(&mut self, position: &[i64]) -> Result<u64, Error> {
        if let Some(Some(worth)) = self.known.get(position) {
            return Ok(*worth);
        }
        let mut way = Vec::new();
        let solved = self.solve(position, &mut way);
        if solved.is_err() {
            // What was begun is not known.
            for begun in way {
                self.known.remove(&begun.position);
            }
        }
        solved
    }

    /// Solves a position. `way` gets each position on the way to the one that is looked at.
    fn solve(&mut self, position: &[i64], way: &mut Vec<Begun>) -> Result<u64, Error> {
        way.push(self.open(position.to_vec())?);
        let mut last = 0;
        while let Some(begun) = way.last_mut() {
            let worth = match begun.left.last() {
                None => Some(self.ended(begun)),
                Some(left) => match self.sum(left)? {
                    Ok(sum) => {
                        begun.left.pop();
                        begun.reached.push(sum);
                        // Whoever can move to a lost position wins.
                        (sum == 0 && self.game.nim_heap.is_none()).then_some(1)
                    }
                    // It is asked again once that is known.
                    Err(unknown) => {
                        let unknown = unknown.clone();
                        way.push(self.open(unknown)?);
                        continue;
                    }
                },
            };
            if let (Some(worth), Some(done)) = (worth, worth.and_then(|_| way.pop())) {
                self.known.insert(done.position, Some(worth));
                last = worth;
            }
        }
        Ok(last)
    }

    /// What a position is worth whose moves are all known.
    fn ended(&self, begun: &mut Begun) -> u64 {
        if let Some(Some(known)) = self.known.get(&begun.position) {
            return *known;
        }
        begun.reached.sort_unstable();
        begun.reached.dedup();
        let missing = begun
            .reached
            .iter()
            .zip(0..)
            .find(|(have, want)| *have != want);
        missing.map_or(begun.reached.len() as u64, |(_, least)| least)
    }

    /// Returns what positions are worth together; else the first one that is not known.
    fn sum<'p>(&self, positions: &'p [Vec<i64>]) -> Result<Result<u64, &'p Vec<i64>>, Error> {
        let mut sum = 0;
        for position in positions {
            match self.known.get(position) {
                Some(Some(worth)) => sum ^= worth,
                Some(None) => {
                    return Err(Error::Circle {
                        position: self.named(position),
                    });
                }
                None => return Ok(Err(position)),
            }
        }
        Ok(Ok(sum))
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
        let worth = |outcome: Outcome| u64::from(outcome == Outcome::Win);
        let mut left = Vec::new();
        let mut known = self.game.ended(&position).map(worth);
        if known.is_none() {
            left = self.game.options(&position)?;
            if left.is_empty() {
                known = Some(worth(self.game.stuck));
            }
        }
        self.moves += left.len() as u64 + 1;
        self.known.insert(position.clone(), known);
        Ok(Begun {
            position,
            left,
            reached: Vec::new(),
        })
    }

    fn named(&self, position: &[i64]) -> String {
        let named = self.game.variables.iter().zip(position);
        let named = named.map(|(name, value)| format!("{name}={value}"));
        named.collect::<Vec<_>>().join(" ")
    }
}
