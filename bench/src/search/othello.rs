//! Othello on 6 by 6 cells near its end, searched by a program written for that game alone.
//!
//! It is what a good programmer writes in an afternoon: a word of bits for the discs of each
//! player, moves by floods along the eight directions, alpha-beta on who has more discs at the end, a
//! table of positions and, unless it is to be plain, first the moves that leave the opponent fewest.

use super::Order;

const SIDE: u32 = 6;
const BOARD: u64 = (1 << (SIDE * SIDE)) - 1;
/// The cells that are not in the first, and not in the last column.
const NOT_FIRST: u64 = 0xf_befb_efbe;
const NOT_LAST: u64 = 0x7_df7d_f7df;

/// The discs of the player to move, and those of the opponent.
#[derive(Clone, Copy)]
pub(crate) struct Position {
    own: u64,
    other: u64,
}

/// The cells one step further in a direction.
fn stepped(cells: u64, direction: usize) -> u64 {
    BOARD
        & match direction {
            0 => (cells & NOT_LAST) << 1,
            1 => (cells & NOT_FIRST) >> 1,
            2 => cells << SIDE,
            3 => cells >> SIDE,
            4 => (cells & NOT_LAST) << (SIDE + 1),
            5 => (cells & NOT_FIRST) >> (SIDE + 1),
            6 => (cells & NOT_FIRST) << (SIDE - 1),
            _ => (cells & NOT_LAST) >> (SIDE - 1),
        }
}

impl Position {
    /// The start, from which Black moves.
    pub(crate) fn start() -> Self {
        let cell = |x: u32, y: u32| 1 << (y * SIDE + x);
        Self {
            own: cell(2, 3) | cell(3, 2),
            other: cell(2, 2) | cell(3, 3),
        }
    }

    /// The position after a move, which names a cell as `x,y` or is a pass.
    pub(crate) fn after(self, name: &str) -> Option<Self> {
        if name == "pass" {
            return Some(self.passed());
        }
        let (x, y) = name.split_once(',')?;
        let (x, y): (u32, u32) = (x.trim().parse().ok()?, y.trim().parse().ok()?);
        Some(self.play(1 << (y * SIDE + x)))
    }

    /// The number of empty cells.
    pub(crate) fn empty(self) -> usize {
        (BOARD & !(self.own | self.other)).count_ones() as usize
    }

    fn passed(self) -> Self {
        Self {
            own: self.other,
            other: self.own,
        }
    }

    fn moves(self) -> u64 {
        let empty = BOARD & !(self.own | self.other);
        (0..8).fold(0, |moves, direction| {
            let mut flood = stepped(self.own, direction) & self.other;
            for _ in 0..SIDE - 3 {
                flood |= stepped(flood, direction) & self.other;
            }
            moves | stepped(flood, direction) & empty
        })
    }

    fn play(self, cell: u64) -> Self {
        let mut turned = 0;
        for direction in 0..8 {
            let mut enclosed = 0;
            let mut at = stepped(cell, direction);
            while at & self.other != 0 {
                enclosed |= at;
                at = stepped(at, direction);
            }
            if at & self.own != 0 {
                turned |= enclosed;
            }
        }
        Self {
            own: self.other & !turned,
            other: self.own | turned | cell,
        }
    }

    fn result(self) -> i32 {
        (self.own.count_ones() as i32 - self.other.count_ones() as i32).signum()
    }
}

/// Searches positions.
pub(crate) struct Rival {
    /// The discs of a position, and the least and the greatest result that it may have, each one
    /// more than that; bounds of 0 where the place is free.
    table: Vec<([u64; 2], [u8; 2])>,
    order: Order,
    pub(crate) nodes: u64,
}

/// With fewer empty cells than this the table costs more than it saves.
const FEWEST_IN_TABLE: u32 = 4;

impl Rival {
    pub(crate) fn new(bytes: usize, order: Order) -> Self {
        let entries = (bytes / size_of::<([u64; 2], [u8; 2])>()).next_power_of_two() / 2;
        Self {
            table: super::ready(([0; 2], [0, 0]), entries),
            order,
            nodes: 0,
        }
    }

    /// The result for the player to move: 1, 0 or -1.
    pub(crate) fn result(&mut self, position: Position) -> i32 {
        self.search(position, -1, 1)
    }

    fn search(&mut self, position: Position, mut low: i32, mut high: i32) -> i32 {
        self.nodes += 1;
        let mut moves = position.moves();
        if moves == 0 {
            let passed = position.passed();
            return if passed.moves() == 0 {
                position.result()
            } else {
                -self.search(passed, -high, -low)
            };
        }
        let discs = [position.own, position.other];
        let empty = (BOARD & !(discs[0] | discs[1])).count_ones();
        let mixed = (discs[0] ^ discs[1].wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29))
            .wrapping_mul(0xff51_afd7_ed55_8ccd);
        let place = (mixed >> 24) as usize & (self.table.len() - 1);
        let (mut least, mut greatest) = (-1, 1);
        if empty >= FEWEST_IN_TABLE {
            let (noted, bounds) = self.table[place];
            if noted == discs && bounds != [0, 0] {
                (least, greatest) = (i32::from(bounds[0]) - 2, i32::from(bounds[1]) - 2);
                if least >= high || least == greatest {
                    return least;
                }
                if greatest <= low {
                    return greatest;
                }
                low = low.max(least);
                high = high.min(greatest);
            }
        }
        let is_ordered = self.order == Order::FewestReplies && empty > 4;
        let mut list = [(0_u32, position); 36];
        let mut count = 0;
        while moves != 0 {
            let cell = moves & moves.wrapping_neg();
            moves &= moves - 1;
            let behind = position.play(cell);
            let replies = if is_ordered {
                behind.moves().count_ones()
            } else {
                0
            };
            list[count] = (replies, behind);
            count += 1;
        }
        if is_ordered {
            list[..count].sort_by_key(|(replies, _)| *replies);
        }
        let (mut best, alpha) = (-1, low);
        for (at, &(_, behind)) in list[..count].iter().enumerate() {
            let told = -self.search(behind, -high, -low);
            best = if at == 0 { told } else { best.max(told) };
            low = low.max(told);
            if low >= high {
                break;
            }
        }
        if empty >= FEWEST_IN_TABLE {
            if best > alpha {
                least = least.max(best);
            }
            if best < high {
                greatest = greatest.min(best);
            }
            self.table[place] = (discs, [(least + 2) as u8, (greatest + 2) as u8]);
        }
        best
    }
}
