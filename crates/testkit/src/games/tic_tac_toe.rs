//! Tic-tac-toe on any small board: mark an empty cell; `k` in a line win.
//!
//! 3 × 3, three in a line: 5478 positions that play can reach, 765 up to
//! symmetry (S. Schaefer, 2002); a draw.

use zug_game::{Fault, Game, Player, Players, Step, Symmetric};
use zug_values::Outcome;

/// The cells of X in the low half, those of O in the high half.
pub type Board = u64;

pub struct TicTacToe {
    cells: u32,
    lines: Vec<u32>,
    /// For each symmetry, where each cell goes.
    symmetries: Vec<Vec<u32>>,
}

impl TicTacToe {
    pub fn square(side: u32, k: u32) -> Self {
        let cell = |x: u32, y: u32| y * side + x;
        let inside =
            |x: i64, y: i64| (0..side as i64).contains(&x) && (0..side as i64).contains(&y);
        let mut lines = Vec::new();
        for x in 0..side as i64 {
            for y in 0..side as i64 {
                for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                    let last = k as i64 - 1;
                    if inside(x + last * dx, y + last * dy) {
                        let along = |n| cell((x + n * dx) as u32, (y + n * dy) as u32);
                        lines.push((0..k as i64).map(|n| 1 << along(n)).sum());
                    }
                }
            }
        }
        let symmetries = (0..8)
            .map(|element| {
                (0..side * side)
                    .map(|c| {
                        let (mut x, mut y) = (c % side, c / side);
                        if element & 1 != 0 {
                            x = side - 1 - x;
                        }
                        if element & 2 != 0 {
                            y = side - 1 - y;
                        }
                        if element & 4 != 0 {
                            (x, y) = (y, x);
                        }
                        cell(x, y)
                    })
                    .collect()
            })
            .collect();
        Self {
            cells: side * side,
            lines,
            symmetries,
        }
    }

    fn turn_of_o(board: Board) -> bool {
        (board as u32).count_ones() > ((board >> 32) as u32).count_ones()
    }

    fn has_line(&self, marks: u32) -> bool {
        self.lines.iter().any(|&line| !marks & line == 0)
    }
}

impl Game for TicTacToe {
    type Position = Board;
    type Move = u32;

    fn start(&self) -> Board {
        0
    }

    fn players(&self) -> Players<Self> {
        Players::Partizan(|_, &board| {
            if Self::turn_of_o(board) {
                Player::Second
            } else {
                Player::First
            }
        })
    }

    fn result(&self, &board: &Board) -> Result<Option<Outcome>, Fault> {
        let last = if Self::turn_of_o(board) {
            board
        } else {
            board >> 32
        } as u32;
        let full = board.count_ones() == self.cells;
        Ok(if self.has_line(last) {
            Some(Outcome::Loss)
        } else {
            full.then_some(Outcome::Draw)
        })
    }

    fn moves(&self, &board: &Board, out: &mut Vec<u32>) -> Result<(), Fault> {
        let taken = board as u32 | (board >> 32) as u32;
        out.extend((0..self.cells).filter(|cell| taken >> cell & 1 == 0));
        Ok(())
    }

    fn play(&self, &board: &Board, &cell: &u32) -> Result<Step<Board>, Fault> {
        let half = if Self::turn_of_o(board) { 32 } else { 0 };
        Ok(Step::passing(board | 1 << (cell + half)))
    }

    fn move_name(&self, _: &Board, cell: &u32) -> String {
        cell.to_string()
    }

    fn expand(&self, board: &Board, out: &mut Vec<Step<Board>>) -> Result<Option<Outcome>, Fault> {
        if let Some(outcome) = self.result(board)? {
            return Ok(Some(outcome));
        }
        let taken = *board as u32 | (board >> 32) as u32;
        let half = if Self::turn_of_o(*board) { 32 } else { 0 };
        let mut empty = !taken & ((1 << self.cells) - 1);
        while empty != 0 {
            out.push(Step::passing(board | 1 << (empty.trailing_zeros() + half)));
            empty &= empty - 1;
        }
        Ok(None)
    }
}

impl Symmetric for TicTacToe {
    fn order(&self) -> usize {
        self.symmetries.len()
    }

    fn image(&self, &board: &Board, element: usize) -> Board {
        let to = &self.symmetries[element];
        (0..self.cells)
            .flat_map(|cell| {
                [
                    (cell, to[cell as usize]),
                    (cell + 32, to[cell as usize] + 32),
                ]
            })
            .map(|(from, to)| (board >> from & 1) << to)
            .sum()
    }

    fn canonical(&self, board: &Board) -> Board {
        (0..self.order())
            .map(|element| self.image(board, element))
            .min()
            .unwrap_or(*board)
    }
}
