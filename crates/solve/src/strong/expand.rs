//! Looking at the moves of a run of positions, on any thread.
//!
//! Playing the rules is most of the work of discovery, and needs no order. Each
//! thread fills a [`Batch`] of its own; the batches are then taken up one after
//! the other, so that the numbers of positions are the same for any number of
//! threads. With several threads a batch also looks up which of its positions
//! are known already, for the table does not change meanwhile.

use std::hash::Hash;
use std::ops::Range;

use zug_game::{Game, Step};
use zug_values::Outcome;

use crate::budget::{Budget, Charge, Refusal};
use crate::error::Error;
use crate::segments::{bytes_of, regrow};
use crate::strong::ids::{Ids, Target, hash};
use crate::watch::{CancelToken, Progress};

/// What a batch does with the positions that moves lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LookUp {
    /// Finds those that are known: worth it where others do the same at once.
    Now,
    /// Leaves it to who takes up the batch.
    Later,
}

/// How one position ended, or how many moves it has.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Expanded {
    Finished(Outcome),
    Moves(u32),
}

/// The moves of a run of positions.
#[derive(Debug)]
pub(crate) struct Batch<P> {
    pub(crate) steps: Vec<Step<P>>,
    pub(crate) targets: Vec<Target>,
    pub(crate) positions: Vec<Expanded>,
    charge: Charge,
}

impl<P: Copy + Eq + Hash> Batch<P> {
    pub(crate) fn new(budget: &Budget) -> Self {
        Self {
            steps: Vec::new(),
            targets: Vec::new(),
            positions: Vec::new(),
            charge: budget.open(),
        }
    }

    /// Bytes that a move takes in a batch.
    pub(crate) fn bytes_a_move() -> usize {
        size_of::<Step<P>>() + size_of::<Target>()
    }

    /// Looks at the moves of these positions, and stops early once there are
    /// `most_moves`; `positions` then tells how far it got (one at least).
    pub(crate) fn fill<G: Game<Position = P>>(
        &mut self,
        game: &G,
        ids: &Ids<P>,
        run: Range<usize>,
        most_moves: usize,
        look_up: LookUp,
        cancel: &CancelToken,
    ) -> Result<(), Error> {
        let refused = |refusal| Error::out_of_memory(refusal, ids.len());
        self.steps.clear();
        self.targets.clear();
        self.positions.clear();
        let mut most_of_one = 8;
        for id in run {
            if self.steps.len() >= most_moves {
                break;
            }
            if self.positions.len().is_multiple_of(256) && cancel.is_cancelled() {
                return Err(Error::Cancelled(Progress::default()));
            }
            reserve(&mut self.positions, 1, &mut self.charge).map_err(refused)?;
            // A position with more than twice the moves of any before it may
            // grow the block by itself; that is charged right after.
            reserve(&mut self.steps, 2 * most_of_one, &mut self.charge).map_err(refused)?;
            let capacity = self.steps.capacity();
            let before = self.steps.len();
            let position = ids.position(id);
            let result = game.expand(&position, &mut self.steps)?;
            self.charge
                .grow(bytes_of::<Step<P>>(self.steps.capacity() - capacity))
                .map_err(refused)?;
            if result.is_some() {
                self.steps.truncate(before);
            }
            let moves = self.steps.len() - before;
            most_of_one = most_of_one.max(moves);
            self.positions.push(match result {
                Some(outcome) => Expanded::Finished(outcome),
                None if moves == 0 => Expanded::Finished(game.stuck()),
                None => Expanded::Moves(moves as u32),
            });
        }
        self.find_targets(ids, look_up).map_err(refused)
    }

    fn find_targets(&mut self, ids: &Ids<P>, look_up: LookUp) -> Result<(), Refusal> {
        reserve(&mut self.targets, self.steps.len(), &mut self.charge)?;
        let hashed = |step: &Step<P>| Target::Hashed(hash(&step.position));
        self.targets.extend(self.steps.iter().map(hashed));
        if look_up == LookUp::Now {
            ids.find_known(&self.steps, &mut self.targets);
        }
        Ok(())
    }
}

/// Makes room for so many more, charged before it is taken.
fn reserve<T>(items: &mut Vec<T>, additional: usize, charge: &mut Charge) -> Result<(), Refusal> {
    let needed = items.len() + additional;
    if needed <= items.capacity() {
        return Ok(());
    }
    regrow(items, needed.max(items.capacity() * 2), charge)
}
