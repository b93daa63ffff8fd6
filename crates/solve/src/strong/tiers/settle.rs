//! Gives the positions of a piece of a tier their values, nimbers or scores.
//!
//! The value of a position is the best that a move gives to its mover, and so is its score; its nimber is the least
//! that no move leads to. A successor waits until
//! there are many successors for one part of its tier (`lookup`): then they are looked up
//! together, while the part is in the cache.
//!
//! Memory: for each thread and each part at most 64 KiB of successors that wait, and four bytes
//! for each position of a piece.

use std::collections::VecDeque;

use zug_game::{Expanded, Graded, Step};
use zug_job::{Budget, Charge, Refusal};
use zug_values::{Outcome, Turn};

use crate::error::{Error, NoNimber};
use crate::positions::finished_cell;

use super::besides::{Besides, Scores};
use super::cells::{By, Meaning, Scale, cell_at, cell_of_nimber, put};
use super::expand::Batch;
use super::key::Key;
use super::lookup::Solved;
use super::store::StoreError;

/// The most successors that wait for one part, and the fewest for which there is room.
const MOST_WAITING: usize = 1 << 13;
const FEWEST_WAITING: usize = 1 << 6;

/// What the threads that solve a tier share.
pub(super) struct Settle<'a, G: Graded> {
    pub(super) game: &'a G,
    /// What is worked out besides values; `None` where these are.
    pub(super) besides: Option<Besides<'a, G::Position>>,
    pub(super) tier: u32,
    /// The tiers behind it, the next tier first.
    pub(super) solved: &'a VecDeque<Solved<G::Position>>,
    pub(super) scale: &'a Scale,
    /// The number of bytes of a cell.
    pub(super) width: usize,
    /// The most successors that wait for one part.
    pub(super) most_waiting: usize,
}

/// The most successors that wait for one part of these tiers, if all that wait in one thread
/// may take so many bytes.
pub(super) fn most_waiting<K: Key>(solved: &VecDeque<Solved<K>>, bytes: u64) -> usize {
    let parts: usize = solved.iter().map(Solved::parts).sum();
    let most = bytes / parts.max(1) as u64 / size_of::<Waiting<K>>() as u64;
    most.clamp(FEWEST_WAITING as u64, MOST_WAITING as u64) as usize
}

/// The successors that wait, by tier and part. A thread keeps the memory from tier to tier.
#[derive(Debug)]
pub(super) struct Waits<K> {
    tiers: Vec<Vec<Vec<Waiting<K>>>>,
    charge: Charge,
}

/// A successor that is to be looked up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiting<K> {
    pub(super) key: K,
    /// The place of the position in its piece.
    pub(super) place: u32,
    /// The move that leads there.
    pub(super) by: By,
}

/// What each thread has while it solves pieces of a tier.
pub(super) struct Settling<'a, K> {
    waits: &'a mut Waits<K>,
    /// For each position of the piece so far, what its moves are worth together; 0 if it has none.
    best: Vec<u32>,
    /// Whether the cells of finished positions fit.
    ends_fit: bool,
    edges: u64,
    /// What the moves of a position gain.
    gains: Vec<i64>,
    charge: Charge,
}

impl<K: Key> Waits<K> {
    pub(super) fn new(budget: &Budget) -> Self {
        Self {
            tiers: Vec::new(),
            charge: budget.open(),
        }
    }

    /// The bytes that are charged.
    pub(super) fn bytes(&self) -> u64 {
        self.charge.bytes()
    }

    /// Gives the memory back.
    pub(super) fn clear(&mut self) {
        self.tiers.clear();
        self.charge.shrink(self.charge.bytes());
    }

    /// Makes a place for each part of these tiers.
    fn fit(&mut self, solved: &VecDeque<Solved<K>>) {
        self.tiers
            .resize_with(self.tiers.len().max(solved.len()), Vec::new);
        for (parts, solved) in self.tiers.iter_mut().zip(solved) {
            parts.resize_with(parts.len().max(solved.parts()), Vec::new);
        }
    }
}

impl<'a, K: Key> Settling<'a, K> {
    /// Nothing waits for these tiers yet.
    pub(super) fn new(
        waits: &'a mut Waits<K>,
        solved: &VecDeque<Solved<K>>,
        budget: &Budget,
    ) -> Self {
        waits.fit(solved);
        Self {
            waits,
            best: Vec::new(),
            ends_fit: true,
            edges: 0,
            gains: Vec::new(),
            charge: budget.open(),
        }
    }

    /// Begins a piece of so many positions.
    pub(super) fn begin(&mut self, positions: usize) -> Result<(), Refusal> {
        self.best.clear();
        self.ends_fit = true;
        self.charge.make_room(&mut self.best, positions)
    }

    /// The number of moves since this was last asked.
    pub(super) fn take_edges(&mut self) -> u64 {
        std::mem::take(&mut self.edges)
    }
}

impl<G: Graded<Position: Key>> Settle<'_, G> {
    /// Takes up the next positions of the piece, which has these cells. The cells of those where
    /// the game is over are written.
    pub(super) fn take_up(
        &self,
        settling: &mut Settling<'_, G::Position>,
        batch: Batch<'_, G::Position>,
        cells: &mut [u8],
    ) -> Result<(), Error> {
        settling.edges += batch.steps.len() as u64;
        let mut steps = batch.steps;
        if self.scale.meaning() == Meaning::Nimber
            && steps.iter().any(|step| step.turn == Turn::Kept)
        {
            return Err(NoNimber::KeptTurn.into());
        }
        for (position, end) in batch.positions.iter().zip(batch.ends) {
            let place = settling.best.len();
            settling.best.push(0);
            let moves = match *end {
                Expanded::GoesOn(moves) if moves > 0 => moves as usize,
                over => {
                    let outcome = match over {
                        Expanded::Over(outcome) => outcome,
                        Expanded::GoesOn(_) => self.game.stuck(),
                    };
                    let cell = self.cell_of_end(position, outcome)?;
                    settling.ends_fit &= put(cells, self.width, place, cell);
                    continue;
                }
            };
            let (here, rest) = steps.split_at(moves);
            self.gain(settling, position, moves)?;
            self.wait(settling, place as u32, here)?;
            steps = rest;
        }
        Ok(())
    }

    /// Finds what the moves of a position gain, if moves gain points; else nothing.
    #[inline]
    fn gain(
        &self,
        settling: &mut Settling<'_, G::Position>,
        position: &G::Position,
        moves: usize,
    ) -> Result<(), Error> {
        if let Some(Besides::Scores(Scores {
            gains: Some(gains), ..
        })) = self.besides
        {
            settling.gains.clear();
            gains(position, &mut settling.gains)?;
            assert_eq!(settling.gains.len(), moves, "each move has a gain");
        }
        Ok(())
    }

    /// The cell of a position in which the game is over with this outcome.
    fn cell_of_end(&self, position: &G::Position, outcome: Outcome) -> Result<u32, Error> {
        Ok(match (self.besides, outcome) {
            (None, outcome) => finished_cell(outcome),
            (Some(Besides::Scores(scores)), _) => {
                let score = (scores.end)(position)?;
                self.scale.meaning().cell_of_score(score, 0)?
            }
            (Some(Besides::Nimbers), Outcome::Loss) => cell_of_nimber(0),
            (Some(Besides::Nimbers), _) => return Err(NoNimber::Result.into()),
        })
    }

    /// Puts the successors of a position among those that wait for the parts that have them.
    #[inline]
    fn wait(
        &self,
        settling: &mut Settling<'_, G::Position>,
        place: u32,
        steps: &[Step<G::Position>],
    ) -> Result<(), Error> {
        let Settling {
            waits, best, gains, ..
        } = settling;
        let Waits { tiers, charge } = &mut **waits;
        let mut gains = gains.iter();
        for &Step {
            position: key,
            turn,
        } in steps
        {
            let by = match gains.next() {
                None => By::turn(turn),
                Some(&gain) => By::gaining(turn, gain).ok_or(Error::Score {
                    score: gain,
                    largest: self.scale.meaning().largest_score(),
                })?,
            };
            let above = if self.game.longest_climb() == 1 {
                0
            } else {
                self.game.level(&key).wrapping_sub(self.tier + 1) as usize
            };
            let (Some(solved), Some(parts)) = (self.solved.get(above), tiers.get_mut(above)) else {
                return Err(self.lost(&key));
            };
            let part = solved.part(key);
            let waiting = &mut parts[part];
            if waiting.len() == waiting.capacity() {
                self.make_room([above, part], waiting, charge, best)?;
            }
            waiting.push(Waiting { key, place, by });
        }
        Ok(())
    }

    /// Makes room for one more successor: more room, or room by looking up what waits.
    #[cold]
    fn make_room(
        &self,
        [above, part]: [usize; 2],
        waiting: &mut Vec<Waiting<G::Position>>,
        charge: &mut Charge,
        best: &mut [u32],
    ) -> Result<(), Error> {
        if waiting.len() < self.most_waiting {
            let room = (2 * waiting.len()).clamp(FEWEST_WAITING, self.most_waiting);
            match charge.regrow(waiting, room) {
                // There is no more room for others to wait.
                Err(_) if !waiting.is_empty() => {}
                grown => return Ok(grown.map_err(StoreError::from)?),
            }
        }
        self.look_up(above, part, waiting, best)
    }

    /// Looks up the successors that wait for a part.
    fn look_up(
        &self,
        above: usize,
        part: usize,
        waiting: &mut Vec<Waiting<G::Position>>,
        best: &mut [u32],
    ) -> Result<(), Error> {
        let missed = self.solved[above].look_up(part, waiting, self.scale, best)?;
        if let Some(key) = missed {
            return Err(self.lost(&key));
        }
        waiting.clear();
        Ok(())
    }

    /// Ends the piece, whose positions have these cells.
    pub(super) fn end(
        &self,
        settling: &mut Settling<'_, G::Position>,
        cells: &mut [u8],
    ) -> Result<Ended, Error> {
        let tiers = settling.waits.tiers.iter_mut().take(self.solved.len());
        for (above, parts) in tiers.enumerate() {
            for (part, waiting) in parts.iter_mut().enumerate() {
                if !waiting.is_empty() {
                    self.look_up(above, part, waiting, &mut settling.best)?;
                }
            }
        }
        let mut ended = Ended {
            fits: settling.ends_fit,
            ..Ended::default()
        };
        let count = settling.best.len();
        for (place, &best) in settling.best.iter().enumerate() {
            // A finished position has no moves, and its cell already.
            if best != 0 && self.scale.is_wanted(|| cell_at(cells, count, place)) {
                let cell = self.scale.cell_before(best)?;
                ended.fits &= put(cells, self.width, place, cell);
                ended.goes_on |= self.scale.is_beyond(cell);
            }
        }
        Ok(ended)
    }

    /// The error where a move leads to a position that discovery did not find: it does not
    /// climb, or the store is of another game.
    fn lost(&self, key: &G::Position) -> Error {
        let (from, to) = (self.tier, self.game.level(key));
        if to <= from || to - from > self.game.longest_climb() {
            return Error::Level { from, to };
        }
        StoreError::failed(Lost { from, to }).into()
    }
}

/// How a piece ended.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ended {
    /// Whether the width of the cells has room for each number of the piece.
    pub(super) fits: bool,
    /// Whether some position has a larger nimber than the scale sees.
    pub(super) goes_on: bool,
}

/// A successor is not among the positions of its tier.
#[derive(Debug, thiserror::Error)]
#[error("a move from tier {from} leads to a position that is not in tier {to}")]
struct Lost {
    from: u32,
    to: u32,
}
