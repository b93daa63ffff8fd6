//! Vasya and Chess: the player who can mirror the other wins.
//!
//! The problem: a board of n by n cells, (row, column). A white queen stands on
//! (1, 1), a black queen on (1, n), a neutral pawn on every other cell. White
//! begins. Each move must capture: the queen goes along a row, a column or a
//! diagonal onto the first piece there, a pawn or the enemy queen. Who cannot
//! capture, or whose queen is taken, loses. Who wins? (Codeforces 493D, 2014.)
//!
//! The theorem: White wins exactly when n is even, and (1, 2) is a winning first
//! move, the one with the smallest row and column.
//!
//! Why it is so: let n be odd. Black answers (r, c) by (r, n + 1 − c), the cell
//! seen in the mirror of the middle column. While White stays beside that
//! column, all its pawns stand, the board is its own mirror image, and neither
//! queen can take the other or cross: each line passes through a cell of the
//! column, and there is a pawn on it. So the answer is always there: if anybody
//! is stuck it is White; and a move onto the middle column is answered by taking
//! the queen there, for the mirrored line leads to the same
//! cell. Let n be even. White takes (1, 2), and then it is Black to move on
//! columns 2 to n, which are n − 1, an odd number, between two queens in their
//! corners: White mirrors, (r, c) by (r, n + 2 − c). Black does not come to
//! column 1, which has no image: he would have to cross the middle. With n = 2
//! the first move takes the black queen.
//!
//! Cost: the parity of n.
//!
//! When not to use it: for other positions of the queens, or a board with pawns
//! missing; solve the rules of `vasya-chess`, up to n = 4 or 5.
//!
//! ```
//! use zug_catalogue::vasya_chess::{Cell, VasyaChess};
//! use zug_values::Outcome;
//!
//! let game = VasyaChess::new(1_000_000_000)?;
//! assert_eq!(game.outcome(), Outcome::Win);
//! assert_eq!(game.first_move(), Some(Cell { row: 1, column: 2 }));
//! let black = Cell { row: 1, column: 999_999_999 };
//! assert_eq!(game.answer(black), Some(Cell { row: 1, column: 3 }));
//! # Ok::<(), zug_catalogue::vasya_chess::VasyaChessError>(())
//! ```

use std::fmt;

use zug_values::Outcome;

/// A cell of the board; both count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The row.
    pub row: u64,
    /// The column.
    pub column: u64,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.row, self.column)
    }
}

/// Why there is no such board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VasyaChessError {
    /// Two queens do not fit.
    #[error("a board of {n} by {n} cells has no room for two queens: n must be at least 2")]
    TooSmall {
        /// The size of the board.
        n: u64,
    },
}

/// A board with its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VasyaChess {
    n: u64,
}

impl VasyaChess {
    /// The board of n by n cells.
    ///
    /// # Errors
    ///
    /// n is less than 2.
    pub fn new(n: u64) -> Result<Self, VasyaChessError> {
        match n {
            0 | 1 => Err(VasyaChessError::TooSmall { n }),
            _ => Ok(Self { n }),
        }
    }

    /// The outcome for White, who moves first.
    pub fn outcome(self) -> Outcome {
        if self.n.is_multiple_of(2) {
            Outcome::Win
        } else {
            Outcome::Loss
        }
    }

    /// White's winning first move with the smallest row, then the smallest
    /// column; `None` if White loses.
    pub fn first_move(self) -> Option<Cell> {
        match self.outcome() {
            Outcome::Win => Some(Cell { row: 1, column: 2 }),
            Outcome::Loss | Outcome::Draw => None,
        }
    }

    /// What the player who mirrors answers to a move onto this cell: Black if n
    /// is odd; if n is even White, after [`VasyaChess::first_move`]. `None` if
    /// the cell has no image on the board.
    pub fn answer(self, to: Cell) -> Option<Cell> {
        // Odd n maps columns 1 to n onto themselves, even n columns 2 to n.
        let first = match self.outcome() {
            Outcome::Win => 2,
            Outcome::Loss | Outcome::Draw => 1,
        };
        let is_inside = (first..=self.n).contains(&to.column) && (1..=self.n).contains(&to.row);
        is_inside.then(|| Cell {
            row: to.row,
            column: self.n - (to.column - first),
        })
    }

    /// The reasons for the outcome.
    pub fn why(self) -> Vec<String> {
        let n = self.n;
        match (n, self.first_move()) {
            (2, Some(to)) => vec![format!("White takes the black queen on {to}")],
            (_, Some(to)) => vec![
                format!(
                    "n = {n} is even: White takes {to}; columns 2 to {n}, an odd number, are then between the queens"
                ),
                format!(
                    "White answers each move to (r, c) by (r, {} - c), its mirror image in column {}",
                    u128::from(n) + 2,
                    n / 2 + 1
                ),
                format!(
                    "a black queen that comes to column {} is taken there, and none can cross it",
                    n / 2 + 1
                ),
            ],
            (_, None) => vec![
                format!("n = {n} is odd: column {} is in the middle", n / 2 + 1),
                format!(
                    "Black answers each move to (r, c) by (r, {} - c), its mirror image",
                    u128::from(n) + 1
                ),
                "a white queen that comes to the middle column is taken there, and none can cross it"
                    .to_owned(),
            ],
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]
mod tests {
    use super::*;

    #[test]
    fn a_board_without_room_is_refused() {
        for n in [0, 1] {
            assert_eq!(VasyaChess::new(n), Err(VasyaChessError::TooSmall { n }));
        }
    }

    #[test]
    fn the_largest_boards_have_answers() {
        let n = u64::MAX;
        let odd = VasyaChess::new(n).unwrap();
        assert_eq!(odd.outcome(), Outcome::Loss);
        assert_eq!(odd.first_move(), None);
        let cell = |row, column| Cell { row, column };
        assert_eq!(odd.answer(cell(n, 1)), Some(cell(n, n)));
        assert_eq!(odd.answer(cell(n, n)), Some(cell(n, 1)));
        assert_eq!(odd.answer(cell(1, 0)), None);
        assert_eq!(odd.answer(cell(0, 1)), None);
        assert!(odd.why()[1].contains("(r, 18446744073709551616 - c)"));
        let even = VasyaChess::new(n - 1).unwrap();
        assert_eq!(even.answer(cell(1, n - 1)), Some(cell(1, 2)));
        assert_eq!(even.answer(cell(1, n)), None);
        assert_eq!(even.answer(cell(1, 1)), None);
        assert!(even.why()[1].contains("(r, 18446744073709551616 - c)"));
    }
}
