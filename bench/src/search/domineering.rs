//! Domineering, searched by a program written for that game alone.
//!
//! It is what a good programmer writes in an afternoon: two masks of bits for the places of
//! dominoes, depth first with a table of positions and, unless it is to be plain, first the moves that
//! leave the mover most places and the opponent least.

use super::Order;

/// Searches positions of a board.
pub(crate) struct Rival {
    width: u32,
    /// The cells that are not in the last column.
    inner: u64,
    /// A position and a bit for who moves, and two bits of what is known; 0 if the place is free.
    table: Vec<u64>,
    order: Order,
    pub(crate) nodes: u64,
}

/// The player to move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mover {
    /// Places dominoes upright.
    Left,
    /// Places dominoes flat.
    Right,
}

impl Rival {
    pub(crate) fn new(width: u32, height: u32, bytes: usize, order: Order) -> Self {
        let entries = (bytes / size_of::<u64>()).next_power_of_two();
        let row = (1 << (width - 1)) - 1;
        Self {
            width,
            inner: (0..height).fold(0, |cells, y| cells | row << (y * width)),
            table: super::ready(0, entries),
            order,
            nodes: 0,
        }
    }

    /// Whether Left wins who moves first on these empty cells.
    pub(crate) fn left_wins(&mut self, empty: u64) -> bool {
        self.wins(empty, Mover::Left)
    }

    /// The places where the mover can put a domino, each told by the lower or left one of its two cells.
    fn places(&self, empty: u64, mover: Mover) -> u64 {
        match mover {
            Mover::Left => empty & empty >> self.width,
            Mover::Right => empty & empty >> 1 & self.inner,
        }
    }

    fn wins(&mut self, empty: u64, mover: Mover) -> bool {
        self.nodes += 1;
        let mut moves = self.places(empty, mover);
        if moves == 0 {
            return false;
        }
        let (other, step) = match mover {
            Mover::Left => (Mover::Right, self.width),
            Mover::Right => (Mover::Left, 1),
        };
        let key = empty << 1 | u64::from(mover == Mover::Right);
        let place =
            (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20) as usize & (self.table.len() - 1);
        let entry = self.table[place];
        if entry >> 2 == key {
            return entry & 3 == 1;
        }
        let mut list = [(0_i32, 0_u64); 64];
        let mut count = 0;
        while moves != 0 {
            let first = moves & moves.wrapping_neg();
            moves &= moves - 1;
            let behind = empty & !(first | first << step);
            let rank = match self.order {
                Order::AsFound => 0,
                Order::FewestReplies => {
                    let theirs = self.places(behind, other).count_ones() as i32;
                    if theirs == 0 {
                        self.table[place] = key << 2 | 1;
                        return true;
                    }
                    theirs - self.places(behind, mover).count_ones() as i32
                }
            };
            list[count] = (rank, behind);
            count += 1;
        }
        if self.order == Order::FewestReplies {
            list[..count].sort_unstable();
        }
        let wins = list[..count]
            .iter()
            .any(|&(_, behind)| !self.wins(behind, other));
        self.table[place] = key << 2 | if wins { 1 } else { 2 };
        wins
    }
}
