//! Connect Four on 7 by 6 cells, searched by a program written for that game alone.
//!
//! It has what the best public programs have: two words of bits for a position, with a free
//! bit above each column (J. Tromp); the cells that complete a line, for all cells at once;
//! no moves behind which the opponent wins at once; moves in the order of how many such cells
//! they make, the middle first; null windows and a table of one word an entry. The
//! scores tell how many moves are left, as a distance from the full board (the ideas are told in P. Pons,
//! *Solving Connect 4: how to build a perfect AI*, 2015).

const WIDTH: u32 = 7;
const HEIGHT: u32 = 6;
const CELLS: i32 = (WIDTH * HEIGHT) as i32;
const COLUMN: u64 = (1 << HEIGHT) - 1;
/// The bits from one column to the next.
const STRIDE: u32 = HEIGHT + 1;

/// The lowest cell of each column.
const BOTTOM: u64 = {
    let (mut cells, mut column) = (0, 0);
    while column < WIDTH {
        cells |= 1 << (column * STRIDE);
        column += 1;
    }
    cells
};
const BOARD: u64 = BOTTOM * COLUMN;

/// A position: the discs of the player to move, and those of both.
#[derive(Clone, Copy)]
pub(crate) struct Position {
    own: u64,
    all: u64,
    played: i32,
}

impl Position {
    /// The position after these columns were played, from 0.
    pub(crate) fn after(columns: impl IntoIterator<Item = u32>) -> Self {
        let empty = Self {
            own: 0,
            all: 0,
            played: 0,
        };
        let drop = |position: Self, column: u32| {
            let cell = (position.all + (1 << (column * STRIDE))) & (COLUMN << (column * STRIDE));
            position.play(cell)
        };
        columns.into_iter().fold(empty, drop)
    }

    fn play(self, cell: u64) -> Self {
        Self {
            own: self.own ^ self.all,
            all: self.all | cell,
            played: self.played + 1,
        }
    }

    /// A number that tells the position from all others with as many discs.
    pub(crate) fn key(self) -> u64 {
        self.own + self.all
    }

    /// The number of discs.
    pub(crate) fn discs(self) -> usize {
        self.all.count_ones() as usize
    }

    /// The cells that the next disc may fall into.
    fn open(self) -> u64 {
        (self.all + BOTTOM) & BOARD
    }

    /// What each move leads to, from the left column to the right.
    pub(crate) fn moves(self) -> impl Iterator<Item = Self> {
        let columns = (0..WIDTH).map(move |column| self.open() & (COLUMN << (column * STRIDE)));
        let open = columns.filter(|cell| *cell != 0);
        open.map(move |cell| self.play(cell))
    }

    /// The position in a mirror.
    pub(crate) fn mirrored(self) -> Self {
        let mirror = |cells: u64| {
            let columns = (0..WIDTH).map(|column| {
                let discs = cells >> (column * STRIDE) & COLUMN;
                discs << ((WIDTH - 1 - column) * STRIDE)
            });
            columns.sum()
        };
        Self {
            own: mirror(self.own),
            all: mirror(self.all),
            ..self
        }
    }

    /// The discs of each column from below: whether they are the mover's.
    pub(crate) fn columns(self) -> Vec<Vec<bool>> {
        let discs = |column: u32| {
            let cells = (0..HEIGHT).map(move |row| 1 << (column * STRIDE + row));
            let taken = cells.take_while(|cell| self.all & cell != 0);
            taken.map(|cell| self.own & cell != 0).collect()
        };
        (0..WIDTH).map(discs).collect()
    }

    /// Whether the player who moved last has a line.
    pub(crate) fn is_lost(self) -> bool {
        let discs = self.own ^ self.all;
        [1, STRIDE, STRIDE - 1, STRIDE + 1].iter().any(|step| {
            let two = discs & (discs >> step);
            two & (two >> (2 * step)) != 0
        })
    }

    /// The value where the game is over, -1, or where the mover completes a line at once, 1.
    pub(crate) fn value_at_once(self) -> Option<i8> {
        let wins = completing(self.own, self.all) & self.open() != 0;
        self.is_lost().then_some(-1).or(wins.then_some(1))
    }

    /// Whether the game goes on and neither player can complete a line with the next disc.
    pub(crate) fn is_quiet(self) -> bool {
        let loses = completing(self.own ^ self.all, self.all) & self.open() != 0;
        self.value_at_once().is_none() && !loses
    }
}

/// The empty cells that complete a line of these discs.
fn completing(discs: u64, all: u64) -> u64 {
    let mut cells = (discs << 1) & (discs << 2) & (discs << 3);
    for step in [STRIDE, STRIDE - 1, STRIDE + 1] {
        let two_before = (discs << step) & (discs << (2 * step));
        let two_behind = (discs >> step) & (discs >> (2 * step));
        cells |= two_before & ((discs << (3 * step)) | (discs >> step));
        cells |= two_behind & ((discs >> (3 * step)) | (discs << step));
    }
    cells & (BOARD ^ all)
}

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
