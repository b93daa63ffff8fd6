//! Connect Four on 7 by 6 cells, searched by a program written for that game alone.
//!
//! It has what the best public programs have: two words of bits for a position, with a free
//! bit above each column (J. Tromp); the cells that complete a line, for all cells at once;
//! no moves behind which the opponent wins at once; moves in the order of how many such cells
//! they make, the middle first; null windows and a table of one word an entry. The
//! scores tell how many moves are left, as a distance from the full board (the ideas are told in P. Pons,
//! *Solving Connect 4: how to build a perfect AI*, 2015).

use crate::discs::{CELLS, COLUMN, Position, STRIDE, WIDTH, completing};

/// Searches positions.
pub(crate) struct Rival {
    /// A key and, in the lowest eight bits, a bound.
    table: Vec<u64>,
    pub(crate) nodes: u64,
}

/// Bounds are noted as these numbers more: upper ones below `LOWER`, lower ones above.
const UPPER: i32 = 22;
const LOWER: i32 = 3 * UPPER;

impl Rival {
    pub(crate) fn new(bytes: usize) -> Self {
        let entries = (bytes / size_of::<u64>()).next_power_of_two();
        Self {
            table: super::ready(0, entries),
            nodes: 0,
        }
    }

    /// The score: positive if the mover wins, and the larger the sooner.
    pub(crate) fn score(&mut self, position: Position, with_length: bool) -> i32 {
        let (mut low, mut high) = if with_length {
            (
                -(CELLS - position.played) / 2,
                (CELLS + 1 - position.played) / 2,
            )
        } else {
            (-1, 1)
        };
        while low < high {
            let mut middle = low + (high - low) / 2;
            if middle <= 0 && low / 2 < middle {
                middle = low / 2;
            } else if middle >= 0 && high / 2 > middle {
                middle = high / 2;
            }
            let score = self.search(position, middle, middle + 1);
            if score <= middle {
                high = score;
            } else {
                low = score;
            }
        }
        low
    }

    fn search(&mut self, position: Position, mut low: i32, mut high: i32) -> i32 {
        self.nodes += 1;
        let Position { own, all, played } = position;
        let threats = completing(own ^ all, all);
        let mut moves = position.open();
        let forced = moves & threats;
        if forced != 0 {
            if forced & (forced - 1) != 0 {
                return -(CELLS - played) / 2;
            }
            moves = forced;
        }
        moves &= !(threats >> 1);
        if moves == 0 {
            return -(CELLS - played) / 2;
        }
        if played >= CELLS - 2 {
            return 0;
        }
        low = low.max(-(CELLS - 2 - played) / 2);
        high = high.min((CELLS - 1 - played) / 2);
        let key = position.key();
        let place =
            (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20) as usize & (self.table.len() - 1);
        let entry = self.table[place];
        if entry >> 8 == key {
            let noted = (entry & 255) as i32;
            if noted > LOWER - UPPER {
                low = low.max(noted - LOWER);
            } else if noted > 0 {
                high = high.min(noted - UPPER);
            }
        }
        if low >= high {
            return if low > high { high } else { low };
        }
        let mut list = [(0_u64, 0_u32); WIDTH as usize];
        let mut count = 0;
        for column in [6, 0, 5, 1, 4, 2, 3] {
            let cell = moves & (COLUMN << (column * STRIDE));
            if cell == 0 {
                continue;
            }
            let makes = completing(own | cell, all | cell).count_ones();
            let mut at = count;
            count += 1;
            while at > 0 && list[at - 1].1 > makes {
                list[at] = list[at - 1];
                at -= 1;
            }
            list[at] = (cell, makes);
        }
        for &(cell, _) in list[..count].iter().rev() {
            let score = -self.search(position.play(cell), -high, -low);
            if score >= high {
                self.table[place] = key << 8 | (score + LOWER) as u64;
                return score;
            }
            low = low.max(score);
        }
        self.table[place] = key << 8 | (low + UPPER) as u64;
        low
    }
}
