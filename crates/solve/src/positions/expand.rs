//! Expands a run of positions, on any thread.
//!
//! Playing the rules is most of the work of discovery, and may be done in any order. Each
//! thread fills a [`Batch`] of its own; the batches are then taken up one after the other,
//! so that the numbers of positions do not depend on the number of threads. Where there
//! are several threads, a batch also looks up the numbers of the positions that its moves
//! lead to, as the hash table does not change while batches are filled.

use std::hash::Hash;
use std::ops::Range;

use zug_game::{Expanded, Fault, Game, Step};
use zug_job::{Budget, CancelToken, Charge, Phase, Progress, Refusal, Stopped, bytes_of};
use zug_values::Outcome;

use crate::error::Error;
use crate::positions::edges::Edge;
use crate::positions::ids::{Ids, Target, hash};

/// The methods of [`Game`] that discovery calls, for use as a trait object.
///
/// Discovery takes a game as `&dyn Moves`, so that its code is compiled once for each type of positions and not
/// again for each type of games.
pub(crate) trait Moves<P> {
    /// [`Game::is_impartial`].
    fn is_impartial(&self) -> bool;

    /// [`Game::expand`].
    fn expand(&self, position: &P, out: &mut Vec<Step<P>>) -> Result<Option<Outcome>, Fault>;

    /// [`Game::expand_block`].
    fn expand_block(
        &self,
        positions: &[P],
        out: &mut Vec<Step<P>>,
        ends: &mut [Expanded],
    ) -> Result<usize, Fault>;
}

impl<G: Game> Moves<G::Position> for G {
    fn is_impartial(&self) -> bool {
        Game::is_impartial(self)
    }

    fn expand(
        &self,
        position: &G::Position,
        out: &mut Vec<Step<G::Position>>,
    ) -> Result<Option<Outcome>, Fault> {
        Game::expand(self, position, out)
    }

    fn expand_block(
        &self,
        positions: &[G::Position],
        out: &mut Vec<Step<G::Position>>,
        ends: &mut [Expanded],
    ) -> Result<usize, Fault> {
        Game::expand_block(self, positions, out, ends)
    }
}

/// When the positions that moves lead to are looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LookUp {
    /// While the batch is filled, which pays where several threads fill batches.
    Now,
    /// When the batch is taken up.
    Later,
}

/// The number of positions that are expanded together.
const BLOCK: usize = 64;

/// The moves of a run of positions.
#[derive(Debug)]
pub(crate) struct Batch<P> {
    /// The moves of all positions, one position after the other.
    pub(crate) steps: Vec<Step<P>>,
    /// For each of the steps, the position that it leads to.
    pub(crate) targets: Vec<Target>,
    /// For each position, how the game ends there or the number of its moves.
    pub(crate) positions: Vec<Expanded>,
    /// The steps whose targets were not known, while they are numbered (`numbering`).
    pub(super) unknown: Vec<Unknown>,
    /// The new positions that the steps lead to, and that no batch before leads to.
    pub(super) new: Vec<P>,
    /// The moves of all positions as edges, once they are numbered.
    pub(super) edges: Vec<Edge>,
    /// Whether a move keeps the turn, once they are numbered.
    pub(super) keeps_turn: bool,
    /// Whether every move leads to a larger number, if that was asked.
    pub(super) leads_forward: bool,
    pub(super) charge: Charge,
}

/// A move of a batch to a position that was not known when the batch was filled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unknown {
    /// The place of the step in the batch.
    pub(super) step: u32,
    /// Who numbers the position.
    pub(super) owner: u32,
    pub(super) leads_to: LeadsTo,
}

/// Where such a move leads.
#[derive(Clone, Copy, Debug)]
pub(super) enum LeadsTo {
    /// The position with this number.
    Number(usize),
    /// The new position of the owner with this place, which a batch before led to.
    New(u32),
}

impl<P: Copy + Eq + Hash> Batch<P> {
    pub(crate) fn new(budget: &Budget) -> Self {
        Self {
            steps: Vec::new(),
            targets: Vec::new(),
            positions: Vec::new(),
            unknown: Vec::new(),
            new: Vec::new(),
            edges: Vec::new(),
            keeps_turn: false,
            leads_forward: false,
            charge: budget.open(),
        }
    }

    /// The number of bytes that a move takes in a batch.
    pub(crate) fn bytes_a_move() -> usize {
        size_of::<Step<P>>() + size_of::<Target>() + size_of::<Edge>()
    }

    /// Expands the positions with the numbers `run`, and stops before the end of the run
    /// once there are `most_moves` moves. The length of `positions` then tells how many
    /// were expanded, at least one.
    pub(crate) fn fill(
        &mut self,
        game: &dyn Moves<P>,
        ids: &Ids<P>,
        run: Range<usize>,
        most_moves: usize,
        look_up: LookUp,
        cancel: &CancelToken,
    ) -> Result<(), Error> {
        let refused = |refusal| Error::out_of_memory(refusal, Phase::Discovering, ids.len());
        self.clear();
        let mut most_of_one = 8;
        for run in ids.positions(run) {
            self.expand_all(game, run, &mut most_of_one, most_moves, cancel, &refused)?;
            if self.steps.len() >= most_moves {
                break;
            }
        }
        self.find_targets(ids, look_up).map_err(refused)
    }

    /// Expands these positions, and looks up where the moves lead.
    pub(crate) fn fill_with(
        &mut self,
        game: &dyn Moves<P>,
        ids: &Ids<P>,
        positions: &[P],
        cancel: &CancelToken,
    ) -> Result<(), Error> {
        let refused = |refusal| Error::out_of_memory(refusal, Phase::Solving, ids.len());
        self.clear();
        self.expand_all(game, positions, &mut 8, usize::MAX, cancel, &refused)?;
        self.find_targets(ids, LookUp::Now).map_err(refused)
    }

    /// Whether every move leads from a position to one with a larger number, where the first
    /// position has the number `first` and all positions that moves lead to are numbered.
    pub(crate) fn leads_forward(&self, first: usize) -> bool {
        let mut targets = self.targets.iter();
        (first..).zip(&self.positions).all(|(from, expanded)| {
            let moves = match *expanded {
                Expanded::GoesOn(moves) => moves as usize,
                Expanded::Over(_) => 0,
            };
            let mut targets = targets.by_ref().take(moves);
            targets.all(|target| !target.is_at_most(from))
        })
    }

    fn clear(&mut self) {
        self.steps.clear();
        self.targets.clear();
        self.positions.clear();
    }

    /// Expands the first of these positions, until there are `most_moves` moves in all.
    fn expand_all(
        &mut self,
        game: &dyn Moves<P>,
        positions: &[P],
        most_of_one: &mut usize,
        most_moves: usize,
        cancel: &CancelToken,
        refused: &dyn Fn(Refusal) -> Error,
    ) -> Result<(), Error> {
        let mut left = positions;
        while !left.is_empty() && self.steps.len() < most_moves {
            if cancel.is_cancelled() {
                return Err(Stopped::cancelled(Progress::default()).into());
            }
            let together = ((most_moves - self.steps.len()) / *most_of_one).clamp(1, BLOCK);
            let block = &left[..together.min(left.len())];
            let done = self.expand(game, block, most_of_one, refused)?;
            left = &left[done..];
        }
        Ok(())
    }

    /// Expands the first positions of a block, at least one, and returns their number.
    fn expand(
        &mut self,
        game: &dyn Moves<P>,
        block: &[P],
        most_of_one: &mut usize,
        refused: &dyn Fn(Refusal) -> Error,
    ) -> Result<usize, Error> {
        let Self {
            steps,
            positions,
            charge,
            ..
        } = self;
        charge.make_room(positions, block.len()).map_err(refused)?;
        // The game stops where the room ends. A position with more than twice the moves of
        // any position before it may make more room by itself; that is charged afterwards.
        charge.make_room(steps, 2 * *most_of_one).map_err(refused)?;
        let (capacity, first) = (steps.capacity(), positions.len());
        positions.resize(first + block.len(), Expanded::GoesOn(0));
        let done = game.expand_block(block, steps, &mut positions[first..])?;
        positions.truncate(first + done);
        charge
            .grow(bytes_of::<Step<P>>(steps.capacity() - capacity))
            .map_err(refused)?;
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
