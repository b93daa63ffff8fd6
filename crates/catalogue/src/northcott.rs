//! Northcott's game, as Nim on the gaps.
//!
//! The problem: each row of a board holds one black and one white piece. A move slides
//! one of the mover's pieces along its row, any distance, without reaching or passing
//! the enemy's piece. Whoever cannot move loses. Who wins, and by which moves?
//!
//! The theorem (D. G. Northcott; Berlekamp, Conway and Guy, *Winning Ways*,
//! 1982): whoever is to move loses exactly when the xor of the gaps, the numbers
//! of empty cells between the two pieces of each row, is 0.
//!
//! Why: an advance takes cells from a gap, as a move of Nim takes stones. A retreat
//! adds cells, and is answered by following: the other piece of the row advances as
//! far, and the gap is what it was. So the player whom Nim favours can always advance
//! to xor 0. A piece whose player never retreats cannot advance for ever, so play ends,
//! although the rules let it go round in a circle, and it ends with the other player
//! stuck: there are no draws.
//!
//! In a sum: beside other games, too, a board plays the part of a heap of Nim as large
//! as the xor of its gaps, if each other part is such a board, or is impartial and
//! ends, under normal play. For let the xor of all be 0. A move in an impartial part,
//! or an advance, changes the xor, and as in Nim an answer makes it 0 again; a retreat
//! is answered by following. So the opponent always has an answer, and never retreats.
//! Each answer in a row moves the opponent's piece there forward for good, so the
//! number of such answers is finite, and so is the number of moves in the parts that
//! end. Play ends, and the player who was to move at xor 0 is stuck. None of this holds
//! with partizan parts of other kinds, with parts that can go round in a circle, or in
//! misère play.
//!
//! Cost: time in proportion to the number of rows, for all winning advances.
//!
//! When not to use it: some retreats win too, namely those that make the xor 0; they
//! are not listed, because they gain nothing. For retreats, and for remoteness, solve
//! the rules.
//!
//! ```
//! use zug_catalogue::northcott::{Northcott, Row, Slide};
//! use zug_game::Player;
//! use zug_values::Outcome;
//!
//! let rows = [(4, 5), (1, 3), (1, 2)].map(|(black, white)| Row { black, white });
//! let game = Northcott::new(6, rows)?;
//! assert_eq!(game.outcome(), Outcome::Win);
//! assert_eq!(game.winning_advances(Player::First), [Slide { row: 1, to: 2 }]);
//! # Ok::<(), zug_catalogue::northcott::NorthcottError>(())
//! ```

use zug_game::Player;
use zug_values::{Nimber, Outcome};

use crate::nim::Nim;

/// A row: the columns of its two pieces, from 1. In the rules Black moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Row {
    /// The column of Black's piece ([`Player::First`]).
    pub black: u32,
    /// The column of White's piece ([`Player::Second`]).
    pub white: u32,
}

/// A move: the mover's piece of a row goes to another column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slide {
    /// The row's place in the list, from 0.
    pub row: usize,
    /// The column that the piece goes to, from 1.
    pub to: u32,
}

/// Why a position or a move does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NorthcottError {
    /// A piece is not on the board.
    #[error("row {}: the column {column} is not in 1..{columns}", row + 1)]
    Column {
        /// The row's place in the list, from 0.
        row: usize,
        /// The column of the piece.
        column: u32,
        /// The number of columns.
        columns: u32,
    },
    /// Both pieces of a row are on one cell.
    #[error("row {}: both pieces are in column {column}", row + 1)]
    SameColumn {
        /// The row's place in the list, from 0.
        row: usize,
        /// The column of both pieces.
        column: u32,
    },
    /// A move is in a row that the board does not have.
    #[error("there is no row {}: there are {rows}", row + 1)]
    NoRow {
        /// The row's place in the list, from 0.
        row: usize,
        /// The number of rows.
        rows: usize,
    },
    /// A move reaches or passes the enemy's piece, or does not leave its cell.
    #[error("row {}: the piece in column {from} cannot slide to column {to}", row + 1)]
    NoSlide {
        /// The row's place in the list, from 0.
        row: usize,
        /// The column of the piece.
        from: u32,
        /// The column that it would go to.
        to: u32,
    },
}

/// A position of Northcott's game, for either player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Northcott {
    columns: u32,
    rows: Vec<Row>,
}

impl Northcott {
    /// Checks that every piece is on the board.
    ///
    /// # Errors
    ///
    /// An error names the first row that is impossible.
    pub fn new(columns: u32, rows: impl Into<Vec<Row>>) -> Result<Self, NorthcottError> {
        let rows = rows.into();
        for (row, &Row { black, white }) in rows.iter().enumerate() {
            for column in [black, white] {
                if !(1..=columns).contains(&column) {
                    return Err(NorthcottError::Column {
                        row,
                        column,
                        columns,
                    });
                }
            }
            if black == white {
                let column = black;
                return Err(NorthcottError::SameColumn { row, column });
            }
        }
        Ok(Self { columns, rows })
    }

    /// The rows of the board.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The position of Nim whose piles are the gaps.
    pub fn gaps(&self) -> Nim {
        Nim::new(self.rows.iter().map(|row| row.gap()).collect::<Vec<u32>>())
    }

    /// The xor of the gaps. The game is partizan, so this is not a nimber of the
    /// position, but it decides the outcome nevertheless.
    pub fn nim_sum(&self) -> Nimber {
        self.rows.iter().map(|row| Nimber(row.gap())).sum()
    }

    /// The outcome for the player to move, whether Black or White.
    pub fn outcome(&self) -> Outcome {
        self.nim_sum().outcome()
    }

    /// All winning advances of `mover`, at most one for each row, in the order of the
    /// rows.
    pub fn winning_advances(&self, mover: Player) -> Vec<Slide> {
        let moves = self.gaps().winning_moves().into_iter();
        moves
            .map(|nim| Slide {
                row: nim.pile,
                to: self.rows[nim.pile].advanced(mover, nim.take),
            })
            .collect()
    }

    /// The position after a slide of `mover`.
    ///
    /// # Errors
    ///
    /// The slide is not legal.
    pub fn after(&self, mover: Player, slide: Slide) -> Result<Self, NorthcottError> {
        let Slide { row, to } = slide;
        let mut rows = self.rows.clone();
        let rows_in_all = rows.len();
        let pieces = rows.get_mut(row).ok_or(NorthcottError::NoRow {
            row,
            rows: rows_in_all,
        })?;
        let columns = self.columns;
        if !(1..=columns).contains(&to) {
            let column = to;
            return Err(NorthcottError::Column {
                row,
                column,
                columns,
            });
        }
        let (from, enemy) = pieces.seen_by(mover);
        if to == from || to == enemy || (to < enemy) != (from < enemy) {
            return Err(NorthcottError::NoSlide { row, from, to });
        }
        match mover {
            Player::First => pieces.black = to,
            Player::Second => pieces.white = to,
        }
        Ok(Self { columns, rows })
    }

    /// An advance of the opponent that answers a slide of `mover` so that `mover` is
    /// lost: in the same row if an advance there wins, so that a retreat is followed,
    /// otherwise as in Nim. `None` if no advance wins.
    ///
    /// If `mover` was lost before the slide, there always is an answer.
    ///
    /// # Errors
    ///
    /// The slide is not legal.
    pub fn answer(&self, mover: Player, slide: Slide) -> Result<Option<Slide>, NorthcottError> {
        let advances = self.after(mover, slide)?.winning_advances(mover.opponent());
        // After a retreat from xor 0, following is the winning advance in that row.
        let here = advances.iter().find(|advance| advance.row == slide.row);
        Ok(here.or(advances.first()).copied())
    }

    /// The reasons why `mover`, who is to move, wins or loses, in a few lines.
    pub fn why(&self, mover: Player) -> Vec<String> {
        let gaps = self.gaps();
        if self.is_stuck(mover) {
            return vec!["no piece can slide: the mover is stuck and has lost".to_owned()];
        }
        let Some(&best) = self.winning_advances(mover).first() else {
            let mut lines = vec![format!("the gaps between the pieces: {}", gaps.equation())];
            lines.push(
                "whoever advances in one row is answered by an advance that makes it 0 again; a \
                 retreat is answered by following"
                    .to_owned(),
            );
            return lines;
        };
        let Slide { row, to } = best;
        let (from, enemy) = self.rows[row].seen_by(mover);
        let mut after = gaps.piles().to_vec();
        after[row] = to.abs_diff(enemy) - 1;
        vec![
            format!("the gaps between the pieces: {}, not 0", gaps.equation()),
            format!(
                "row {}, from column {from} to column {to}: {}",
                row + 1,
                Nim::new(after).equation()
            ),
            "from then on an advance is answered by an advance that makes it 0 again, and a \
             retreat by following"
                .to_owned(),
        ]
    }
}

impl Northcott {
    /// Whether no piece of the player can slide: each stands between the enemy's piece
    /// and the edge.
    fn is_stuck(&self, mover: Player) -> bool {
        self.rows.iter().all(|row| {
            let (own, enemy) = row.seen_by(mover);
            let edge = if own < enemy { 1 } else { self.columns };
            row.gap() == 0 && own == edge
        })
    }
}

impl Row {
    /// The number of empty cells between the two pieces.
    pub fn gap(self) -> u32 {
        self.black.abs_diff(self.white) - 1
    }

    /// The columns of the player's own piece and of the enemy's piece.
    fn seen_by(self, player: Player) -> (u32, u32) {
        match player {
            Player::First => (self.black, self.white),
            Player::Second => (self.white, self.black),
        }
    }

    /// The column of the player's piece after it has advanced by `cells`.
    fn advanced(self, player: Player, cells: u32) -> u32 {
        let (own, enemy) = self.seen_by(player);
        if own < enemy {
            own + cells
        } else {
            own - cells
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(columns: u32, rows: &[(u32, u32)]) -> Result<Northcott, NorthcottError> {
        let rows = rows.iter().map(|&(black, white)| Row { black, white });
        Northcott::new(columns, rows.collect::<Vec<Row>>())
    }

    #[test]
    fn the_row_at_fault_is_named() {
        let error = |rows: &[(u32, u32)]| game(6, rows).unwrap_err().to_string();
        assert_eq!(
            error(&[(1, 2), (3, 7)]),
            "row 2: the column 7 is not in 1..6"
        );
        assert_eq!(error(&[(0, 2)]), "row 1: the column 0 is not in 1..6");
        assert_eq!(error(&[(4, 4)]), "row 1: both pieces are in column 4");
    }

    #[test]
    fn an_illegal_slide_is_refused() {
        let board = game(6, &[(2, 5)]).unwrap();
        let error = |row, to| {
            let slide = Slide { row, to };
            board.after(Player::First, slide).unwrap_err().to_string()
        };
        assert_eq!(error(1, 3), "there is no row 2: there are 1");
        assert_eq!(error(0, 7), "row 1: the column 7 is not in 1..6");
        let stuck = "row 1: the piece in column 2 cannot slide to column ";
        assert_eq!(error(0, 6), format!("{stuck}6"));
        assert_eq!(error(0, 5), format!("{stuck}5"));
        assert_eq!(error(0, 2), format!("{stuck}2"));
    }

    #[test]
    fn the_reason_names_the_gaps_and_the_move() {
        let lost = game(6, &[(4, 6), (3, 1)]).unwrap();
        assert_eq!(
            lost.why(Player::First),
            [
                "the gaps between the pieces: 1 xor 1 = 0",
                "whoever advances in one row is answered by an advance that makes it 0 again; a \
                 retreat is answered by following"
            ]
        );
        let won = game(6, &[(4, 5), (1, 5)]).unwrap();
        assert_eq!(
            won.why(Player::Second)[..2],
            [
                "the gaps between the pieces: 0 xor 3 = 3, not 0",
                "row 2, from column 5 to column 2: 0 xor 0 = 0"
            ]
        );
    }
}
