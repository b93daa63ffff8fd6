//! Counts positions by their cells.

use std::collections::BTreeMap;

use zug_game::Player;

use crate::table::{Counts, Wins};

use super::cells::told;

/// The number of positions that have each cell.
#[derive(Clone, Debug)]
pub(in crate::strong) struct Tally {
    small: [Numbers; 256],
    large: BTreeMap<u32, Numbers>,
}

/// The number of positions with one cell.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::strong) struct Numbers {
    /// One for each position that the table has.
    pub(in crate::strong) kept: u64,
    /// For each position that the table has, those that it stands for.
    pub(in crate::strong) orbits: u64,
    /// Those of `orbits` in which First is to move.
    pub(in crate::strong) first_to_move: u64,
}

/// What positions are counted as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tallied {
    /// One for each position that the table has.
    pub(super) kept: Counts,
    /// For each position that the table has, those that it stands for.
    pub(super) orbits: Counts,
    /// Who wins the positions of `orbits`; `None` if positions do not say whose turn it is.
    pub(super) wins: Option<Wins>,
}

impl Tally {
    pub(in crate::strong) fn new() -> Self {
        Self {
            small: [Numbers::default(); 256],
            large: BTreeMap::new(),
        }
    }

    /// Counts one more position with this cell, which stands for `orbit` positions. `mover` is to
    /// move there.
    #[inline]
    pub(super) fn add(&mut self, cell: u32, orbit: u64, mover: Player) {
        let first_to_move = match mover {
            Player::First => orbit,
            Player::Second => 0,
        };
        let numbers = Numbers {
            kept: 1,
            orbits: orbit,
            first_to_move,
        };
        self.add_all(cell, numbers);
    }

    /// Adds what another has counted.
    pub(super) fn join(&mut self, other: &Self) {
        other.each(|cell, numbers| self.add_all(cell, numbers));
    }

    /// Counts more positions with this cell.
    #[inline]
    pub(in crate::strong) fn add_all(&mut self, cell: u32, numbers: Numbers) {
        let known = match self.small.get_mut(cell as usize) {
            Some(known) => known,
            None => self.large.entry(cell).or_default(),
        };
        known.kept += numbers.kept;
        known.orbits += numbers.orbits;
        known.first_to_move += numbers.first_to_move;
    }

    /// The counts of all positions.
    pub(super) fn counts(&self) -> Tallied {
        let (mut kept, mut orbits) = (Counts::default(), Counts::default());
        let mut first_to_move = Counts::default();
        self.each(|cell, numbers| {
            if let Some(entry) = told(cell) {
                kept.add(&entry, numbers.kept);
                orbits.add(&entry, numbers.orbits);
                first_to_move.add(&entry, numbers.first_to_move);
            }
        });
        Tallied {
            kept,
            orbits,
            wins: Some(orbits.wins_by_player(&first_to_move)),
        }
    }

    /// Hands on each cell that some position has.
    pub(super) fn each(&self, mut take: impl FnMut(u32, Numbers)) {
        let small = (0..).zip(&self.small);
        for (cell, &numbers) in small.chain(self.large.iter().map(|(&cell, n)| (cell, n))) {
            if numbers.kept > 0 {
                take(cell, numbers);
            }
        }
    }
}
