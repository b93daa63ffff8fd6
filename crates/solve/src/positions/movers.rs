//! For positions that stand for others with the players swapped: which of the two may be to
//! move in play.
//!
//! Let the symmetries of a game be a group H that leaves the root as it is, and the products of
//! H with a swap of the players, and let the position that stands for an orbit have First to
//! move. The orbit has one part with First to move and one with Second to move, and the swap
//! maps the one onto the other. What play reaches from the root is closed under H, so that it
//! has all of a part or nothing. Two bits for each orbit tell which parts play reaches.
//!
//! Method: the part that the root is in is reached; a move that passes the turn leads from a
//! part with one mover to the part of its target with the other mover, and a move that keeps
//! the turn to the part with the same mover. So no look at symmetries is needed, and the moves
//! as they were found tell everything. Passes over the positions in order of their numbers
//! spread what is new, until a pass finds nothing new: a fixpoint, the least one.
//!
//! Cost: at most two looks at the moves of each position, most often one, and half a byte for
//! each position. Where the moves were not kept they are played again. When not to use it: for
//! games whose positions stand for none with the players swapped.

use std::hash::Hash;

use zug_game::{Expanded, Player};
use zug_job::{Budget, Charge, Job, Phase, Refusal};
use zug_values::Turn;

use crate::error::Error;
use crate::positions::expand::{Batch, Moves};
use crate::positions::graph::Graph;
use crate::positions::id::PositionId;
use crate::positions::pace::Pace;

/// For each position that was found, who may be to move in the positions of play that it
/// stands for: one player, the other, or either.
#[derive(Debug)]
pub struct Movers {
    sets: Sets,
    /// The sum of the sizes of all sets.
    positions: u64,
    /// The number of moves, those of a position counted once for each of its movers.
    moves: u64,
}

impl Movers {
    /// Whether play reaches positions that this one stands for in which `mover` is to move.
    ///
    /// # Panics
    ///
    /// No position has this number.
    #[must_use]
    pub fn has(&self, id: PositionId, mover: Player) -> bool {
        self.sets.reached(id.index()) & bit(mover) != 0
    }

    /// The number of players who may be to move: 1 or 2.
    ///
    /// # Panics
    ///
    /// No position has this number.
    #[must_use]
    pub fn count(&self, id: PositionId) -> u64 {
        self.sets.reached(id.index()).count_ones().into()
    }

    /// The number of positions, each counted once for each player who may be to move.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// The number of moves out of the positions, each position counted once for each player
    /// who may be to move.
    #[must_use]
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// The bytes that the sets take.
    #[must_use]
    pub fn held_bytes(&self) -> u64 {
        self.sets.charge.bytes()
    }
}

impl<P: Copy + Eq + Hash> Graph<P> {
    /// Finds who may be to move in the positions of play that each position stands for, as the
    /// module says. `roots` are the positions of the roots that stand for them, with who is to
    /// move in the roots themselves.
    pub(crate) fn movers(
        &self,
        game: &dyn Moves<P>,
        roots: &mut dyn Iterator<Item = (P, Player)>,
        job: &Job,
    ) -> Result<Movers, Error> {
        let count = self.len();
        let refused = |refusal| Error::out_of_memory(refusal, Phase::Ordering, count);
        let sets = Sets::new(count, &job.budget).map_err(refused)?;
        let mut movers = Movers {
            sets,
            positions: 0,
            moves: 0,
        };
        for (root, mover) in roots {
            if let Some(root) = self.ids.find(&root) {
                movers.add(root, bit(mover));
            }
        }
        let mut pace = Pace::new(Phase::Ordering, count, self.edges.len(), job);
        loop {
            if self.edges.are_kept() {
                self.spread_by_edges(&mut movers, &mut pace)?;
            } else {
                self.spread_by_play(game, &mut movers, &mut pace, job)?;
            }
            if movers.sets.none_is_new() {
                return Ok(movers);
            }
        }
    }

    /// A pass over the positions that spreads what is new along the moves that were kept.
    fn spread_by_edges(&self, movers: &mut Movers, pace: &mut Pace<'_>) -> Result<(), Error> {
        /// The positions of a block start in one note of the edges.
        const BLOCK: usize = 64;
        let count = self.len();
        for first in (0..count).step_by(BLOCK) {
            pace.block(count as u64, self.edges.len() as u64, count - first)?;
            let last = count.min(first + BLOCK);
            if !movers.sets.has_new_in(first, last) {
                continue;
            }
            let mut start = self.edges.range(first).start;
            for from in first..last {
                let end = start + self.edges.degree(from);
                let new = movers.sets.take_new(from);
                if new != 0 {
                    movers.moves += u64::from(new.count_ones()) * (end - start) as u64;
                    for edge in self.edges.at(start..end) {
                        movers.add(edge.to(), after(new, edge.turn()));
                    }
                }
                start = end;
            }
        }
        Ok(())
    }

    /// A pass over the positions that plays the moves of those where something is new, and
    /// spreads it.
    fn spread_by_play(
        &self,
        game: &dyn Moves<P>,
        movers: &mut Movers,
        pace: &mut Pace<'_>,
        job: &Job,
    ) -> Result<(), Error> {
        /// The number of positions that are played together.
        const TOGETHER: usize = 1 << 8;
        let count = self.len();
        let mut batch = Batch::new(&job.budget);
        let mut positions = Vec::with_capacity(TOGETHER);
        let mut new = Vec::with_capacity(TOGETHER);
        let mut at = 0;
        while at < count {
            positions.clear();
            new.clear();
            while at < count && positions.len() < TOGETHER {
                let is_new = movers.sets.take_new(at);
                if is_new != 0 {
                    positions.push(self.ids.position(at));
                    new.push(is_new);
                }
                pace.step(count - at)?;
                at += 1;
            }
            pace.tell(count - at)?;
            batch.fill_with(game, &self.ids, &positions, &job.cancel)?;
            let mut moves = batch.steps.iter().zip(&batch.targets);
            for (&new, expanded) in new.iter().zip(&batch.positions) {
                let Expanded::GoesOn(degree) = *expanded else {
                    continue;
                };
                movers.moves += u64::from(new.count_ones()) * u64::from(degree);
                for (step, target) in moves.by_ref().take(degree as usize) {
                    let to = self.ids.number(&step.position, *target);
                    movers.add(to, after(new, step.turn));
                }
            }
        }
        Ok(())
    }
}

impl Movers {
    /// Adds a player who may be to move, or removes the player who is there: a fault that tests plant.
    #[cfg(feature = "testing")]
    pub fn flip(&mut self, id: PositionId, mover: Player) {
        let word = &mut self.sets.words[id.index() / A_WORD];
        *word ^= bit(mover) << shift(id.index());
        if self.has(id, mover) {
            self.positions += 1;
        } else {
            self.positions -= 1;
        }
    }

    fn add(&mut self, position: usize, movers: u64) {
        self.positions += u64::from(self.sets.add(position, movers));
    }
}

/// The bit of a player in a set of players.
fn bit(player: Player) -> u64 {
    match player {
        Player::First => 1,
        Player::Second => 2,
    }
}

/// Who moves after a move of these players.
#[inline]
fn after(movers: u64, turn: Turn) -> u64 {
    match turn {
        Turn::Kept => movers,
        Turn::Passes => movers >> 1 | (movers & 1) << 1,
    }
}

/// For each position, four bits: the players who may be to move, and those of them that the
/// moves of the position were not yet followed for.
#[derive(Debug)]
struct Sets {
    words: Vec<u64>,
    charge: Charge,
}

/// The number of positions whose bits are in a word.
const A_WORD: usize = 16;
const BOTH: u64 = 0b11;
const EACH_NEW: u64 = 0xcccc_cccc_cccc_cccc;

fn shift(position: usize) -> usize {
    4 * (position % A_WORD)
}

impl Sets {
    fn new(count: usize, budget: &Budget) -> Result<Self, Refusal> {
        let mut charge = budget.open();
        let mut words = Vec::new();
        let length = count.div_ceil(A_WORD);
        charge.regrow(&mut words, length)?;
        words.resize(length, 0);
        Ok(Self { words, charge })
    }

    fn reached(&self, position: usize) -> u64 {
        self.words[position / A_WORD] >> shift(position) & BOTH
    }

    /// Adds players, and returns the number of those that are new.
    #[inline]
    fn add(&mut self, position: usize, movers: u64) -> u32 {
        let word = &mut self.words[position / A_WORD];
        let new = movers & !(*word >> shift(position));
        if new == 0 {
            return 0;
        }
        *word |= (new | new << 2) << shift(position);
        new.count_ones()
    }

    /// The players that are new, who are not new any more.
    #[inline]
    fn take_new(&mut self, position: usize) -> u64 {
        let word = &mut self.words[position / A_WORD];
        let new = *word >> shift(position) >> 2 & BOTH;
        *word &= !(new << 2 << shift(position));
        new
    }

    /// Whether something is new in one of the positions from `first`, which begins a word, to
    /// below `last`.
    fn has_new_in(&self, first: usize, last: usize) -> bool {
        let words = &self.words[first / A_WORD..last.div_ceil(A_WORD)];
        words.iter().any(|word| word & EACH_NEW != 0)
    }

    fn none_is_new(&self) -> bool {
        self.words.iter().all(|word| word & EACH_NEW == 0)
    }
}
