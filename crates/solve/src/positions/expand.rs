//! Looking at the moves of a run of positions, on any thread.
//!
//! Playing the rules is most of the work of discovery, and needs no order. Each
//! thread fills a [`Batch`] of its own; the batches are then taken up one after
//! the other, so that the numbers of positions are the same for any number of
//! threads. With several threads a batch also looks up which of its positions
//! are known already, for the table does not change meanwhile.

use std::hash::Hash;
use std::ops::Range;

use zug_game::{Expanded, Game, Step};
use zug_job::{Budget, CancelToken, Charge, Phase, Progress, Refusal, Stopped, bytes_of};

use crate::error::Error;
use crate::positions::ids::{Ids, Target, hash};

/// What a batch does with the positions that moves lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LookUp {
    /// Finds those that are known: worth it where others do the same at once.
    Now,
    /// Leaves it to who takes up the batch.
    Later,
}

/// Positions that are expanded together.
const BLOCK: usize = 64;

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
        let refused = |refusal| Error::out_of_memory(refusal, Phase::Discovering, ids.len());
        self.steps.clear();
        self.targets.clear();
        self.positions.clear();
        let mut most_of_one = 8;
        'all: for run in ids.positions(run) {
            let mut left = run;
            while !left.is_empty() {
                if self.steps.len() >= most_moves {
                    break 'all;
                }
                if cancel.is_cancelled() {
                    return Err(Stopped::cancelled(Progress::default()).into());
                }
                let together = ((most_moves - self.steps.len()) / most_of_one).clamp(1, BLOCK);
                let block = &left[..together.min(left.len())];
                let done = self.expand(game, block, &mut most_of_one, refused)?;
                left = &left[done..];
            }
        }
        self.find_targets(ids, look_up).map_err(refused)
    }

    /// Expands positions, the first one at least; how many.
    fn expand<G: Game<Position = P>>(
        &mut self,
        game: &G,
        block: &[P],
        most_of_one: &mut usize,
        refused: impl Fn(Refusal) -> Error,
    ) -> Result<usize, Error> {
        let Self {
            steps,
            positions,
            charge,
            ..
        } = self;
        charge.make_room(positions, block.len()).map_err(&refused)?;
        // A block ends where the room does. A position with more than twice the moves of
        // any before it may make more by itself; that is charged right after.
        charge
            .make_room(steps, 2 * *most_of_one)
            .map_err(&refused)?;
        let (capacity, first) = (steps.capacity(), positions.len());
        positions.resize(first + block.len(), Expanded::GoesOn(0));
        let done = game.expand_block(block, steps, &mut positions[first..])?;
        positions.truncate(first + done);
        charge
            .grow(bytes_of::<Step<P>>(steps.capacity() - capacity))
            .map_err(&refused)?;
        for expanded in &positions[first..] {
            if let Expanded::GoesOn(moves) = *expanded {
                *most_of_one = (*most_of_one).max(moves as usize);
            }
        }
        Ok(done)
    }

    fn find_targets(&mut self, ids: &Ids<P>, look_up: LookUp) -> Result<(), Refusal> {
        self.charge.make_room(&mut self.targets, self.steps.len())?;
        let hashed = |step: &Step<P>| Target::Hashed(hash(&step.position));
        self.targets.extend(self.steps.iter().map(hashed));
        if look_up == LookUp::Now {
            ids.find_known(&self.steps, &mut self.targets);
        }
        Ok(())
    }
}
