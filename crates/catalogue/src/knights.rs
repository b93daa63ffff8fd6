//! What a knight is worth on every cell of a board.
//!
//! The problem: on a board of N by N cells a knight makes only those of its moves that
//! bring it closer to the corner (0, 0): from (x, y) to (x - 2, y + 1), (x - 2, y - 1),
//! (x + 1, y - 2) or (x - 1, y - 2). Whoever cannot move it loses. What is it worth,
//! alone and among other knights? (The tutorial *Algorithm Games* of `TopCoder`, where
//! several knights are played in four ways.)
//!
//! The theorem of Sprague (1935) and Grundy (1939): the nimber of a cell is the mex of
//! the nimbers of its options. The remoteness of C. A. B. Smith (1966) tells how long
//! the knight lasts. Every move lowers x + y, by 1 or by 3, so in order of x + y each
//! cell comes after its options. The border matters: a cell near it has fewer moves
//! than on a larger board, and this changes all cells from which play can reach it.
//!
//! Cost: four look-ups and 4 bytes a cell, for the whole board at once. When not to
//! use it: for misère play, solve the rules.
//!
//! ```
//! use zug_catalogue::knights::KnightBoard;
//! use zug_values::{Nimber, Plies, Value};
//!
//! let board = KnightBoard::new(8)?;
//! assert_eq!(board.nimber(3, 4), Some(Nimber(4)));
//! assert_eq!(board.value(7, 7), Some(Value::Loss(Plies(6))));
//! assert_eq!(board.nimber(8, 0), None); // off the board
//! # Ok::<(), zug_catalogue::knights::KnightBoardError>(())
//! ```

use zug_values::{Nimber, Plies, Turn, Value};

/// The moves, as steps in x and y.
const MOVES: [(i32, i32); 4] = [(-2, 1), (-2, -1), (1, -2), (-1, -2)];

/// The longest side: the table of its board takes 4 MiB.
const LONGEST_SIDE: u32 = 1024;

/// Why there is no board of this size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum KnightBoardError {
    /// The side is 0 or too long.
    #[error("a board of side {side} is not one of 1 to {most}")]
    Side {
        /// The side asked for.
        side: u32,
        /// The longest side allowed.
        most: u32,
    },
}

/// A board with the nimber and the value of a knight on each of its cells.
#[derive(Clone, Debug)]
pub struct KnightBoard {
    side: u32,
    /// The cells by diagonals, see [`KnightBoard::place`].
    cells: Vec<Cell>,
}

/// The worth of a knight on a cell; kept small, because boards are large.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    /// The remoteness. A move lowers x + y, so it is below twice the side.
    remoteness: u16,
    /// The nimber, at most 4, because there are at most four moves.
    nimber: u8,
}

impl Cell {
    /// The value: a loser of normal play is stuck, so a win takes an odd number of
    /// plies.
    fn value(self) -> Value {
        let plies = Plies(u32::from(self.remoteness));
        if self.remoteness % 2 == 1 {
            Value::Win(plies)
        } else {
            Value::Loss(plies)
        }
    }
}

impl KnightBoard {
    /// Works out the worth of all cells.
    ///
    /// # Errors
    ///
    /// The side is 0, or too long for a table.
    pub fn new(side: u32) -> Result<Self, KnightBoardError> {
        let most = LONGEST_SIDE;
        if !(1..=most).contains(&side) {
            return Err(KnightBoardError::Side { side, most });
        }
        let mut board = Self {
            side,
            cells: vec![Cell::default(); (side * side) as usize],
        };
        for sum in 0..=2 * (side - 1) {
            for x in sum.saturating_sub(side - 1)..=sum.min(side - 1) {
                let y = sum - x;
                // Bit n is set if one of the at most four options has the nimber n.
                let mut nimbers = 0u8;
                let mut best: Option<Value> = None;
                for option in board.options(x, y) {
                    nimbers |= 1 << option.nimber;
                    best = best.max(Some(option.value().before(Turn::Passes)));
                }
                let remoteness = best.and_then(Value::remoteness).unwrap_or_default();
                let place = board.place(x, y);
                board.cells[place] = Cell {
                    remoteness: remoteness.0 as u16,
                    nimber: nimbers.trailing_ones() as u8,
                };
            }
        }
        Ok(board)
    }

    /// The number of cells along one side.
    pub fn side(&self) -> u32 {
        self.side
    }

    /// The nimber of a knight on the cell; `None` if the cell is off the board.
    pub fn nimber(&self, x: u32, y: u32) -> Option<Nimber> {
        let cell = self.cell(x, y)?;
        Some(Nimber(u32::from(cell.nimber)))
    }

    /// The value of a knight that is alone, for the mover; `None` if the cell is off
    /// the board.
    pub fn value(&self, x: u32, y: u32) -> Option<Value> {
        self.cell(x, y).map(Cell::value)
    }

    /// The reasons for the outcome of a knight that is alone; empty if the cell is off
    /// the board.
    pub fn why(&self, x: u32, y: u32) -> Vec<String> {
        let Some(value) = self.value(x, y) else {
            return vec![];
        };
        let options = self.reached(x, y).filter_map(|(x, y)| {
            let option = self.value(x, y)?;
            Some((x, y, option))
        });
        let answer = options.max_by_key(|(.., option)| option.before(Turn::Passes));
        vec![match (value, answer) {
            (_, None) => format!("from ({x}, {y}) the knight has no move"),
            (Value::Win(_), Some((u, v, _))) => {
                format!("from ({x}, {y}) the knight goes to ({u}, {v}), which is lost")
            }
            (_, Some((u, v, option))) => format!(
                "from ({x}, {y}) every move leads to a won cell; ({u}, {v}) lasts longest: a {option}"
            ),
        }]
    }

    fn cell(&self, x: u32, y: u32) -> Option<Cell> {
        let inside = x < self.side && y < self.side;
        inside.then(|| self.cells[self.place(x, y)])
    }

    /// The place of a cell in the table: the diagonals are kept one after the other
    /// from the corner on, in the order in which they are filled.
    fn place(&self, x: u32, y: u32) -> usize {
        let (side, sum) = (self.side, x + y);
        let place = if sum < side {
            sum * (sum + 1) / 2 + x
        } else {
            // The cells from this diagonal on form a triangle.
            let left = 2 * side - 1 - sum;
            side * side - left * (left + 1) / 2 + (x - (sum - (side - 1)))
        };
        place as usize
    }

    /// The cells that the knight can go to.
    fn reached(&self, x: u32, y: u32) -> impl Iterator<Item = (u32, u32)> {
        let side = self.side;
        MOVES.into_iter().filter_map(move |(dx, dy)| {
            let to = (x.checked_add_signed(dx)?, y.checked_add_signed(dy)?);
            (to.0 < side && to.1 < side).then_some(to)
        })
    }

    fn options(&self, x: u32, y: u32) -> impl Iterator<Item = Cell> + '_ {
        self.reached(x, y).filter_map(|(x, y)| self.cell(x, y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_has_a_side_of_1_to_1024() {
        let error = |side| KnightBoard::new(side).unwrap_err().to_string();
        assert_eq!(error(0), "a board of side 0 is not one of 1 to 1024");
        assert_eq!(
            error(u32::MAX),
            "a board of side 4294967295 is not one of 1 to 1024"
        );
        let board = KnightBoard::new(1).unwrap();
        assert_eq!(board.value(0, 0), Some(Value::Loss(Plies(0))));
        assert_eq!(board.value(0, 1), None);
        assert_eq!(board.value(u32::MAX, 0), None);
        assert_eq!(KnightBoard::new(1024).unwrap().side(), 1024);
    }

    #[test]
    fn reasons_name_the_cell_to_go_to() {
        let board = KnightBoard::new(8).unwrap();
        assert_eq!(board.why(1, 1), ["from (1, 1) the knight has no move"]);
        assert_eq!(
            board.why(3, 0),
            ["from (3, 0) the knight goes to (1, 1), which is lost"]
        );
        assert_eq!(
            board.why(4, 0),
            ["from (4, 0) every move leads to a won cell; (2, 1) lasts longest: a win in 1"]
        );
        assert!(board.why(8, 0).is_empty());
    }
}
