//! A game whose positions are sets of moves, and the parts into which a position falls.

use super::move_set::MoveSet;

/// An impartial game whose positions are sets of moves, in which a player who has none loses.
#[derive(Clone, Debug)]
pub struct ShrinkingGame {
    /// The moves that each move takes away, itself among them.
    pub(super) takes: Vec<MoveSet>,
    /// The moves that each move takes away or is taken away by.
    pub(super) near: Vec<MoveSet>,
}

impl ShrinkingGame {
    /// The most moves that a game may have.
    pub const MOST_MOVES: usize = MoveSet::<4>::MOST;

    /// The game in which each move takes these moves away. `None` if there are more moves than a
    /// set has room for, if one is no number of a move, or if a move does not take itself away, so
    /// that play need not end.
    #[must_use]
    pub fn new(takes: Vec<MoveSet>) -> Option<Self> {
        let all: MoveSet = (0..takes.len().min(Self::MOST_MOVES)).collect();
        let is_sound =
            |(number, taken): (usize, &MoveSet)| taken.has(number) && taken.without(all).is_empty();
        if takes.len() > Self::MOST_MOVES || !takes.iter().enumerate().all(is_sound) {
            return None;
        }
        let mut near = takes.clone();
        for (number, taken) in takes.iter().enumerate() {
            taken.iter().for_each(|other| near[other].insert(number));
        }
        Some(Self { takes, near })
    }

    /// The position after a move.
    ///
    /// # Panics
    ///
    /// There is no move of this number.
    #[must_use]
    pub fn after(&self, position: MoveSet, number: usize) -> MoveSet {
        position.without(self.takes[number])
    }

    /// The parts of a position, the smallest first. No move of one part takes one of another away.
    #[must_use]
    pub fn parts(&self, position: MoveSet) -> Vec<MoveSet> {
        let (mut left, mut parts) = (position, Vec::new());
        while let Some(first) = left.iter().next() {
            let mut part: MoveSet = MoveSet::default();
            let mut edge: MoveSet = MoveSet::from_iter([first]);
            while !edge.is_empty() {
                part = part.or(edge);
                let near = edge.iter().map(|number| self.near[number]);
                let near = near.fold(MoveSet::default(), MoveSet::or);
                edge = near.and(left).without(part);
            }
            left = left.without(part);
            parts.push(part);
        }
        parts.sort_by_key(MoveSet::len);
        parts
    }

    /// The key of a part, under which its nimber is remembered. Parts with the same key have the same nimber;
    /// parts with the same nimber may have different keys.
    pub(crate) fn key(&self, part: MoveSet) -> Key {
        let moves: Vec<usize> = part.iter().take(Key::MOST_SMALL + 1).collect();
        if moves.len() > Key::MOST_SMALL {
            return Key::Large(part);
        }
        let mut taken = [0; Key::MOST_SMALL];
        for (taken, &number) in taken.iter_mut().zip(&moves) {
            for (place, &other) in moves.iter().enumerate() {
                *taken |= u16::from(self.takes[number].has(other)) << place;
            }
        }
        Key::Small(taken)
    }
}

/// A part of a position, by its moves, or by how these take each other if they are few. As a move
/// takes itself, the number of moves follows from the latter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Key {
    Small([u16; Self::MOST_SMALL]),
    Large(MoveSet),
}

impl Key {
    pub(super) const MOST_SMALL: usize = u16::BITS as usize;
}
