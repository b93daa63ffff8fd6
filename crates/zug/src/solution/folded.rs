//! Positions in memory, one for each orbit of a group of symmetries with a swap of the players.
//!
//! The swap moves the position asked about, so that play may reach one part of an orbit and not
//! the other: the part with First to move, or the part with Second to move. The value is that
//! of both. [`Movers`] tells which parts play reaches.
//!
//! To whoever asks, this is a table of the positions that stand for orbits of the symmetries
//! *without* the swap: exactly the positions that play reaches, each in an entry of its own.
//! So nothing that stands on a table, be it counts, a certificate or a table on disk, needs to
//! know of the swap, and nothing believes in it: a certificate checks each of these entries.
//!
//! Cost: half a byte for each position kept; two images for a look-up. When not to use it:
//! where few orbits have both parts within reach, since then there is as much to keep as
//! without the swap.

use std::fmt;
use std::hash::Hash;

use zug_game::{Player, Step};
use zug_solve::positions::{Movers, PositionId};
use zug_solve::table::{Counts, Entry, Table, Take, Unreadable, Wins};
use zug_values::Value;

use crate::subject::Subject;

use super::stored::InMemory;

/// Positions of which each stands for others with the players swapped, with their values.
pub(super) struct Folded<P> {
    /// The positions kept, all with First to move.
    pub(super) memory: InMemory<P>,
    /// Who may be to move in the positions that they stand for.
    pub(super) movers: Movers,
    swap: Box<dyn Swap<P> + Send + Sync>,
}

/// What a game knows of swapped players.
trait Swap<P> {
    /// Who is to move.
    fn mover(&self, position: &P) -> Player;

    /// The position kept that stands for this one.
    fn kept(&self, position: &P) -> P;

    /// Puts, in the place of each position with First to move, the position that stands for
    /// its images with Second to move.
    fn swap(&self, steps: &mut [Step<P>]);

    /// For each position, the number of its images with First to move, which is also the
    /// number of its images with Second to move.
    fn images_by_mover(&self, positions: &[P], images: &mut Vec<usize>);
}

/// A game with the symmetries that keep the position asked about, and with their products with
/// a swap of the players.
struct Games<G> {
    keeping: G,
    swapping: G,
}

impl<G: Subject> Swap<G::Position> for Games<G> {
    fn mover(&self, position: &G::Position) -> Player {
        self.keeping.mover(position)
    }

    fn kept(&self, position: &G::Position) -> G::Position {
        self.swapping.canonical(position)
    }

    fn swap(&self, steps: &mut [Step<G::Position>]) {
        let swapping = self.swapping.order() / 2;
        for step in &mut *steps {
            step.position = self.swapping.image(&step.position, swapping);
        }
        self.keeping.canonical_steps(steps);
    }

    fn images_by_mover(&self, positions: &[G::Position], images: &mut Vec<usize>) {
        self.swapping.orbits(positions, images);
        for images in images {
            *images /= 2;
        }
    }
}

impl<P: Copy + Eq + Hash> Folded<P> {
    /// Positions found by the game `swapping`, whose second half of symmetries swap the
    /// players; the symmetries of `keeping` are its first half.
    pub(super) fn new<G>(memory: InMemory<P>, movers: Movers, keeping: G, swapping: G) -> Self
    where
        G: Subject<Position = P> + Send + 'static,
    {
        Self {
            memory,
            movers,
            swap: Box::new(Games { keeping, swapping }),
        }
    }

    /// The number of positions of each kind, and who wins them: each position kept counts with the
    /// number of positions of play that it stands for.
    pub(super) fn orbit_counts(&self) -> Result<(Counts, Wins), Unreadable> {
        let (mut counts, mut wins) = (Counts::default(), Wins::default());
        let (mut positions, mut images) = (Vec::new(), Vec::new());
        let mut number = 0;
        self.memory.each_block(&mut |block| {
            positions.clear();
            positions.extend(block.iter().map(|entry| *entry.position()));
            self.swap.images_by_mover(&positions, &mut images);
            for (entry, &images) in block.iter().zip(&images) {
                let id = PositionId::new(number);
                for mover in [Player::First, Player::Second] {
                    if self.movers.has(id, mover) {
                        counts.add(entry, images as u64);
                        wins.add(mover, entry.value().outcome(), images as u64);
                    }
                }
                number += 1;
            }
            std::ops::ControlFlow::Continue(())
        })?;
        Ok((counts, wins))
    }

    /// The number of positions kept that stand for some position that play reaches.
    pub(super) fn reached(&self) -> u64 {
        let is_reached = |number: &usize| self.movers.count(PositionId::new(*number)) > 0;
        (0..self.memory.values.len()).filter(is_reached).count() as u64
    }

    /// The place of the position kept that stands for this one, and who is to move in this one;
    /// `None` if play does not reach it.
    fn number(&self, position: &P) -> Option<(PositionId, Player)> {
        let mover = self.swap.mover(position);
        let id = self.memory.values.id(&self.swap.kept(position))?;
        self.movers.has(id, mover).then_some((id, mover))
    }

    /// The entries that a block of entries kept stands for, in the order of their places. The
    /// first entry of the block has the number `first`.
    fn unfold(&self, first: usize, block: &[Entry<P>], out: &mut Vec<Entry<P>>) {
        let mut swapped: Vec<Step<P>> = block
            .iter()
            .map(|entry| Step::passing(*entry.position()))
            .collect();
        self.swap.swap(&mut swapped);
        out.clear();
        for ((number, entry), swapped) in (first..).zip(block).zip(swapped) {
            let id = PositionId::new(number);
            if self.movers.has(id, Player::First) {
                out.push(*entry);
            }
            if self.movers.has(id, Player::Second) {
                out.push(entry.map(|_| swapped.position));
            }
        }
    }
}

/// The place of an entry: twice the number of the position kept, and 1 more where Second is to
/// move.
fn place_of(id: PositionId, mover: Player) -> u64 {
    2 * id.index() as u64
        + match mover {
            Player::First => 0,
            Player::Second => 1,
        }
}

impl<P: Copy + Eq + Hash> Table for Folded<P> {
    type Position = P;

    fn find(&self, position: &P) -> Result<Option<Value>, Unreadable> {
        let number = self.number(position);
        Ok(number.map(|(id, _)| self.memory.values.value_of(id)))
    }

    fn score(&self, position: &P) -> Result<Option<i64>, Unreadable> {
        // A swap of the players leaves the score of the player to move as it is.
        let number = self.number(position);
        Ok(number.and_then(|(id, _)| self.memory.score_of(id)))
    }

    fn has_scores(&self) -> bool {
        self.memory.has_scores()
    }

    fn place(&self, position: &P) -> Result<Option<u64>, Unreadable> {
        let number = self.number(position);
        Ok(number.map(|(id, mover)| place_of(id, mover)))
    }

    fn entry(&self, place: u64) -> Result<Option<Entry<P>>, Unreadable> {
        let Some(kept) = self.memory.entry(place / 2)? else {
            return Ok(None);
        };
        let id = PositionId::new((place / 2) as usize);
        if place.is_multiple_of(2) {
            return Ok(self.movers.has(id, Player::First).then_some(kept));
        }
        let mut swapped = [Step::passing(*kept.position())];
        self.swap.swap(&mut swapped);
        let [Step { position, .. }] = swapped;
        let is_reached = self.movers.has(id, Player::Second);
        Ok(is_reached.then(|| kept.map(|_| position)))
    }

    fn places(&self) -> u64 {
        2 * self.memory.len()
    }

    fn len(&self) -> u64 {
        self.movers.positions()
    }

    fn held_bytes(&self) -> u64 {
        self.memory.held_bytes() + self.movers.held_bytes()
    }

    fn each_block(&self, take: &mut Take<'_, P>) -> Result<(), Unreadable> {
        let (mut first, mut unfolded) = (0, Vec::new());
        self.memory.each_block(&mut |block| {
            self.unfold(first, block, &mut unfolded);
            first += block.len();
            take(&unfolded)
        })
    }
}

impl<P> fmt::Debug for Folded<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Folded")
            .field("movers", &self.movers)
            .finish_non_exhaustive()
    }
}
