//! Positions of Connect Four on 7 by 6 cells, as two words of bits, with a free bit above each column
//! (J. Tromp): what the search written for that game alone and the openings of the catalogue stand on.

pub(crate) const WIDTH: u32 = 7;
const HEIGHT: u32 = 6;
pub(crate) const CELLS: i32 = (WIDTH * HEIGHT) as i32;
pub(crate) const COLUMN: u64 = (1 << HEIGHT) - 1;
/// The bits from one column to the next.
pub(crate) const STRIDE: u32 = HEIGHT + 1;

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
    pub(crate) own: u64,
    pub(crate) all: u64,
    pub(crate) played: i32,
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

    pub(crate) fn play(self, cell: u64) -> Self {
        Self {
            own: self.own ^ self.all,
            all: self.all | cell,
            played: self.played + 1,
        }
    }

    /// A number that no other position with as many discs has.
    pub(crate) fn key(self) -> u64 {
        self.own + self.all
    }

    /// The cells that the next disc may fall into.
    pub(crate) fn open(self) -> u64 {
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
pub(crate) fn completing(discs: u64, all: u64) -> u64 {
    let mut cells = (discs << 1) & (discs << 2) & (discs << 3);
    for step in [STRIDE, STRIDE - 1, STRIDE + 1] {
        let two_before = (discs << step) & (discs << (2 * step));
        let two_behind = (discs >> step) & (discs >> (2 * step));
        cells |= two_before & ((discs << (3 * step)) | (discs >> step));
        cells |= two_behind & ((discs >> (3 * step)) | (discs << step));
    }
    cells & (BOARD ^ all)
}
