//! Vasya and Chess: the player who can mirror the other wins.
//!
//! The problem: a board of n by n cells, (row, column). A white queen stands on (1, 1),
//! a black queen on (1, n), a neutral pawn on every other cell. White begins. Each move
//! must capture: the queen goes along a row, a column or a diagonal onto the first
//! piece there, a pawn or the enemy queen. Whoever cannot capture, or whose queen is
//! taken, loses. Who wins? (Codeforces 493D, 2014.)
//!
//! The theorem: White wins exactly when n is even, and (1, 2) is a winning first move:
//! among the winning ones that with the smallest row, then the smallest column.
//!
//! Why: let n be odd. Black answers (r, c) by (r, n + 1 − c), its mirror image in the
//! middle column. While White stays off that column, all pawns on it stand, the board
//! is its own mirror image, and neither queen can take the other or cross: each line
//! passes through a cell of the column, and there is a pawn on it. So Black always has
//! the answer, and if anybody is stuck it is White; a move of White onto the middle
//! column is answered by taking the white queen there, because the mirrored line leads
//! to the same cell. Let n be even. White takes (1, 2), and then Black is to move on
//! columns 2 to n, which are n − 1, an odd number, between two queens in their corners:
//! White mirrors, (r, c) by (r, n + 2 − c). Black cannot come to column 1, which has no
//! image, without crossing the middle. With n = 2 the first move takes the black queen.
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

/// A cell of the board; rows and columns count from 1.
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

/// Why there is no board of this size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VasyaChessError {
    /// The board has no room for two queens.
    #[error("a board of {n} by {n} cells has no room for two queens: n must be at least 2")]
    TooSmall {
        /// The size of the board.
        n: u64,
    },
}

/// The starting position on a board of some size.
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

    /// The number of columns and of rows.
    pub fn size(self) -> u64 {
        self.n
    }

    /// The column in which the answers of the player who mirrors are images of the moves; `None` on
    /// the smallest board, where the first move ends the game.
    pub fn mirror(self) -> Option<u64> {
        (self.n > 2).then_some(self.n / 2 + 1)
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

    /// The answer of the player who mirrors to a move onto this cell: of Black if n is
    /// odd, of White after [`VasyaChess::first_move`] if n is even. `None` if the cell
    /// has no image on the board.
    pub fn answer(self, to: Cell) -> Option<Cell> {
        // For odd n the mirror maps columns 1 to n onto themselves, for even n columns
        // 2 to n.
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
