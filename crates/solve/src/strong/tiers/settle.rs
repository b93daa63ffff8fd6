//! Gives the positions of a piece of a tier their values.
//!
//! The value of a position is the best that a move gives to its mover. A successor that a
//! cursor leads to is looked up at once. The others wait until there are many of them: then
//! they are put in the order of the keys' leading bits, so that looking them up goes through
//! the tier once and finds its neighbours in the cache.

use std::collections::VecDeque;

use zug_game::{Expanded, Graded, Step};
use zug_job::{Budget, Charge, Refusal};
use zug_values::Turn;

use crate::error::Error;
use crate::positions::finished_cell;

use super::cells::{Cell, Scale};
use super::expand::Batch;
use super::key::Key;
use super::lookup::{BUCKETS, Cursors, GROUP, Solved};
use super::store::StoreError;

/// The most successors that wait to be looked up.
const MOST_WAITING: usize = 1 << 18;

/// What the threads that solve a tier share.
pub(super) struct Settle<'a, G: Graded, S> {
    pub(super) game: &'a G,
    pub(super) tier: u32,
    /// The tiers behind it, the next tier first.
    pub(super) solved: &'a VecDeque<Solved<G::Position>>,
    pub(super) scale: &'a S,
}

/// What each thread has while it solves pieces of a tier.
pub(super) struct Settling<K, V> {
    cursors: Vec<Cursors<K>>,
    /// For each of the tiers behind, the successors there that wait.
    waiting: Vec<Vec<Waiting<K>>>,
    in_order: Vec<Waiting<K>>,
    /// For each position of the piece so far, the best that a move gives.
    best: Vec<V>,
    edges: u64,
    charge: Charge,
}

/// A successor that is to be looked up.
#[derive(Clone, Copy, Debug)]
struct Waiting<K> {
    key: K,
    /// The place of the position in its piece.
    place: u32,
    turn: Turn,
}

impl<K: Key, V: Copy + Ord + Default> Settling<K, V> {
    pub(super) fn new(tiers: usize, budget: &Budget) -> Self {
        Self {
            cursors: vec![Cursors::new(); tiers],
            waiting: (0..tiers).map(|_| Vec::new()).collect(),
            in_order: Vec::new(),
            best: Vec::new(),
            edges: 0,
            charge: budget.open(),
        }
    }

    /// Begins a piece.
    pub(super) fn begin(&mut self) {
        self.best.clear();
    }

    /// The number of moves since this was last asked.
    pub(super) fn take_edges(&mut self) -> u64 {
        std::mem::take(&mut self.edges)
    }

    fn make_room(&mut self, positions: usize, steps: usize) -> Result<(), Refusal> {
        self.charge.make_room(&mut self.best, positions)?;
        for waiting in &mut self.waiting {
            self.charge.make_room(waiting, steps)?;
        }
        Ok(())
    }
}

impl<G, S> Settle<'_, G, S>
where
    G: Graded<Position: Key>,
    S: Scale,
{
    /// Takes up the next positions of the piece. The cells of those where the game is over
    /// are written.
    pub(super) fn take_up<C: Cell>(
        &self,
        settling: &mut Settling<G::Position, S::Worth>,
        batch: Batch<'_, G::Position>,
        cells: &mut [C],
    ) -> Result<(), Error> {
        let room = settling.make_room(batch.positions.len(), batch.steps.len());
        room.map_err(StoreError::from)?;
        settling.edges += batch.steps.len() as u64;
        let mut steps = batch.steps;
        for ((end, &position), cell) in batch.ends.iter().zip(batch.positions).zip(cells) {
            let moves = match *end {
                Expanded::GoesOn(moves) if moves > 0 => moves as usize,
                over => {
                    let outcome = match over {
                        Expanded::Over(outcome) => outcome,
                        Expanded::GoesOn(_) => self.game.stuck(),
                    };
                    *cell = C::of(finished_cell(outcome)).unwrap_or_default();
                    0
                }
            };
            let (here, rest) = steps.split_at(moves);
            let worth = self.known(settling, position, here)?;
            settling.best.push(worth);
            steps = rest;
        }
        if settling
            .waiting
            .iter()
            .any(|waiting| waiting.len() >= MOST_WAITING)
        {
            self.look_up(settling)?;
        }
        Ok(())
    }

    /// The best of the successors that cursors lead to. The others wait.
    #[inline]
    fn known(
        &self,
        settling: &mut Settling<G::Position, S::Worth>,
        position: G::Position,
        steps: &[Step<G::Position>],
    ) -> Result<S::Worth, Error> {
        let place = settling.best.len() as u32;
        let mut best = S::Worth::default();
        for &Step {
            position: key,
            turn,
        } in steps
        {
            let above = if self.game.longest_climb() == 1 {
                0
            } else {
                self.game.level(&key).wrapping_sub(self.tier + 1) as usize
            };
            let Some(cursors) = settling.cursors.get_mut(above) else {
                return Err(self.lost(&key));
            };
            let solved = &self.solved[above];
            match cursors.find(solved, position, key) {
                Some(found) => best = best.max(self.scale.before(solved.cells().get(found), turn)),
                None => settling.waiting[above].push(Waiting { key, place, turn }),
            }
        }
        Ok(best)
    }

    /// Ends the piece, whose positions have these cells; returns whether their values fit.
    pub(super) fn end<C: Cell>(
        &self,
        settling: &mut Settling<G::Position, S::Worth>,
        cells: &mut [C],
    ) -> Result<bool, Error> {
        self.look_up(settling)?;
        let mut fits = true;
        for (cell, &best) in cells.iter_mut().zip(&settling.best) {
            // A finished position has no moves, and its cell already.
            if best != S::Worth::default() {
                match C::of(self.scale.cell(best)) {
                    Some(number) => *cell = number,
                    None => fits = false,
                }
            }
        }
        Ok(fits)
    }

    /// Looks up the successors that wait.
    fn look_up(&self, settling: &mut Settling<G::Position, S::Worth>) -> Result<(), Error> {
        let Settling {
            waiting,
            in_order,
            best,
            charge,
            ..
        } = settling;
        for (solved, waiting) in self.solved.iter().zip(waiting) {
            in_order.clear();
            charge
                .make_room(in_order, waiting.len())
                .map_err(StoreError::from)?;
            put_in_order(solved, waiting, in_order);
            waiting.clear();
            for group in in_order.chunks(GROUP) {
                let wanted = std::array::from_fn(|n| group[n.min(group.len() - 1)].key);
                let Some(places) = solved.find(&wanted) else {
                    return Err(self.lost(&wanted[0]));
                };
                for (one, found) in group.iter().zip(places) {
                    let worth = self.scale.before(solved.cells().get(found), one.turn);
                    let best = &mut best[one.place as usize];
                    *best = worth.max(*best);
                }
            }
        }
        Ok(())
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

/// Appends the successors by the leading bits of their keys.
fn put_in_order<K: Key>(
    solved: &Solved<K>,
    waiting: &[Waiting<K>],
    in_order: &mut Vec<Waiting<K>>,
) {
    let Some(&filler) = waiting.first() else {
        return;
    };
    let mut ends = [0; BUCKETS + 1];
    for one in waiting {
        ends[solved.bucket(one.key) + 1] += 1;
    }
    for bucket in 0..BUCKETS {
        ends[bucket + 1] += ends[bucket];
    }
    in_order.resize(waiting.len(), filler);
    for &one in waiting {
        let end = &mut ends[solved.bucket(one.key)];
        in_order[*end] = one;
        *end += 1;
    }
}

/// A successor is not among the positions of its tier.
#[derive(Debug, thiserror::Error)]
#[error("a move from tier {from} leads to a position that is not in tier {to}")]
struct Lost {
    from: u32,
    to: u32,
}
