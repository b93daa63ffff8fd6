//! Treblecross: both players put crosses on the cells of a strip, and whoever first has
//! three side by side wins.
//!
//! The problem: who wins, and by which moves?
//!
//! The theorem (E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, 1982, chapter 4).
//! Where two crosses are within two cells of each other, the mover completes three. So
//! nobody wants to put a cross within two cells of another, and whoever has no other cell
//! left loses. A run of m free cells, each at least three away from every cross, is a heap
//! of m + 2 of the octal game 0.007: a cross on it leaves a run on each side, and the heaps
//! of these runs have three less together. The runs are a sum, so the mover loses exactly
//! if the nim sum of their nimbers is 0.
//!
//! The nimbers of 0.007 are not those of Treblecross, which ends by a win and so has none:
//! they tell who wins this game alone, and nothing of a sum.
//!
//! Cost: the nimbers of 0.007 up to the longest run, for which a period is not known: half
//! the square of its length in short steps. A strip without crosses and with an odd number
//! of cells needs none: the first player begins in the middle and then mirrors.
//!
//! When not to use it: runs longer than [`LONGEST_RUN`] are refused.
//!
//! ```
//! use zug_catalogue::treblecross::Treblecross;
//! use zug_values::Outcome;
//!
//! assert_eq!(Treblecross::new(6, [])?.outcome(), Outcome::Loss);
//! assert_eq!(Treblecross::new(7, [])?.winning_moves().cells, [4]);
//! assert_eq!(Treblecross::new(9, [2, 4])?.winning_moves().cells, [3]);
//! # Ok::<(), zug_catalogue::treblecross::TreblecrossError>(())
//! ```

use std::ops::RangeInclusive;
use std::sync::Arc;

use zug_heaps::HeapGame;
use zug_values::{NimSum, Nimber, Outcome};

use crate::heap_position::{HeapPositionError, Table};

/// The longest run of free cells whose nimber is worked out.
pub const LONGEST_RUN: u64 = 40_000;

/// The largest number of runs that a reason lists one by one.
const MOST_LISTED: usize = 20;

/// Why a strip has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TreblecrossError {
    /// A cell that has a cross is not on the strip.
    #[error("there is no cell {cell}: the strip has the cells 1 to {cells}")]
    NoCell {
        /// The cell.
        cell: u64,
        /// The number of cells.
        cells: u64,
    },
    /// Three crosses are side by side, or there are fewer than three cells.
    #[error("nobody can move here")]
    Over,
    /// A run of free cells is too long.
    #[error("a run of {run} free cells is too long: at most {LONGEST_RUN}")]
    TooLong {
        /// The number of cells.
        run: u64,
    },
    /// The nimbers of 0.007 could not be worked out.
    #[error(transparent)]
    Heaps(#[from] HeapPositionError),
}

/// The cells that win.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WinningCells {
    /// Cells on which a cross wins, in increasing order.
    pub cells: Vec<u64>,
    /// Whether a cross on any other cell loses.
    pub all: bool,
}

/// A position: a strip with some crosses on it.
#[derive(Clone, Debug)]
pub struct Treblecross {
    cells: u64,
    state: State,
}

/// How a position is answered.
#[derive(Clone, Debug)]
enum State {
    /// A cross on any of these cells makes three side by side.
    AtOnce(Vec<u64>),
    /// No two crosses are within two cells of each other.
    Runs(Vec<RangeInclusive<u64>>, Arc<Table>),
    /// The strip is empty, and its number of cells is odd and too large for a table.
    Mirror,
}

impl Treblecross {
    /// The strip with this number of cells, numbered from 1, and with crosses on some.
    ///
    /// # Errors
    ///
    /// The strip has fewer than three cells, or no cell of a cross; three crosses are side
    /// by side; a run of free cells is too long.
    pub fn new(
        cells: u64,
        crosses: impl IntoIterator<Item = u64>,
    ) -> Result<Self, TreblecrossError> {
        let mut crosses: Vec<u64> = crosses.into_iter().collect();
        crosses.sort_unstable();
        crosses.dedup();
        if let Some(&cell) = crosses.iter().find(|cell| !(1..=cells).contains(cell)) {
            return Err(TreblecrossError::NoCell { cell, cells });
        }
        if cells < 3 || crosses.windows(3).any(|three| three[2] - three[0] == 2) {
            return Err(TreblecrossError::Over);
        }
        let completing = completing(cells, &crosses);
        if !completing.is_empty() {
            return Ok(Self {
                cells,
                state: State::AtOnce(completing),
            });
        }
        let runs = free_runs(cells, &crosses);
        let longest = runs.iter().map(length).max().unwrap_or(0);
        if longest > LONGEST_RUN {
            if crosses.is_empty() && cells % 2 == 1 {
                let state = State::Mirror;
                return Ok(Self { cells, state });
            }
            return Err(TreblecrossError::TooLong { run: longest });
        }
        let game = "0.007".parse().map(HeapGame::Breaking);
        let game = game.expect("0.007 is a code");
        let table = Table::reaching(&game, longest + 2, LONGEST_RUN + 2)?;
        Ok(Self {
            cells,
            state: State::Runs(runs, Arc::new(table)),
        })
    }

    /// The mover's outcome.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match &self.state {
            State::AtOnce(_) | State::Mirror => Outcome::Win,
            State::Runs(runs, table) => nim_sum(runs, table).outcome(),
        }
    }

    /// The runs of free cells, each with the nimber of its heap of 0.007; none where three
    /// side by side can be made at once, or where no nimber is needed.
    #[must_use]
    pub fn runs(&self) -> Vec<(RangeInclusive<u64>, Nimber)> {
        match &self.state {
            State::AtOnce(_) | State::Mirror => Vec::new(),
            State::Runs(runs, table) => {
                let runs = runs.iter();
                runs.map(|run| (run.clone(), worth(table, length(run) + 2)))
                    .collect()
            }
        }
    }

    /// The cells on which a cross wins.
    #[must_use]
    pub fn winning_moves(&self) -> WinningCells {
        let (runs, table) = match &self.state {
            State::AtOnce(cells) => {
                let cells = cells.clone();
                return WinningCells { cells, all: true };
            }
            State::Mirror => {
                let cells = vec![self.cells / 2 + 1];
                return WinningCells { cells, all: false };
            }
            State::Runs(runs, table) => (runs, table),
        };
        let total = nim_sum(runs, table);
        let mut cells = Vec::new();
        if !total.is_zero() {
            for run in runs {
                let length = length(run);
                let wanted = total + worth(table, length + 2);
                let wins = |before: &u64| {
                    worth(table, *before) + worth(table, length - 1 - before) == wanted
                };
                cells.extend((0..length).filter(wins).map(|before| run.start() + before));
            }
        }
        WinningCells { cells, all: true }
    }

    /// The reasons for the outcome, in a few lines.
    #[must_use]
    pub fn why(&self) -> Vec<String> {
        const NEAR: &str = "a cross within two cells of another lets the opponent make three";
        let (runs, table) = match &self.state {
            State::AtOnce(cells) => {
                return vec![format!(
                    "two crosses are within two cells of each other: a cross on cell {} makes three \
                     side by side",
                    cells[0]
                )];
            }
            State::Mirror => {
                return vec![
                    NEAR.to_owned(),
                    format!(
                        "a cross on cell {}, in the middle, leaves two equal halves: then every \
                         cross is answered by its mirror image",
                        self.cells / 2 + 1
                    ),
                ];
            }
            State::Runs(runs, table) => (runs, table),
        };
        if runs.is_empty() {
            return vec![format!(
                "{NEAR}, and no other cell is left: every move loses"
            )];
        }
        let nimbers: Vec<Nimber> = self.runs().into_iter().map(|(_, nimber)| nimber).collect();
        let mut lines = vec![match &runs[..] {
            [run] => format!(
                "{NEAR}, so {} free cells are a heap of {} of the octal game 0.007, with nimber {}",
                length(run),
                length(run) + 2,
                nimbers[0]
            ),
            _ if runs.len() > MOST_LISTED => format!(
                "{NEAR}, so {} runs of free cells are heaps of the octal game 0.007, each larger by \
                 2; the nim sum is {}",
                runs.len(),
                nim_sum(runs, table)
            ),
            _ => {
                let heaps: Vec<String> = runs
                    .iter()
                    .map(|run| (length(run) + 2).to_string())
                    .collect();
                format!(
                    "{NEAR}, so the runs of free cells are heaps of {} of the octal game 0.007; \
                     their nimbers, added up: {}",
                    heaps.join(", "),
                    NimSum(&nimbers)
                )
            }
        }];
        lines.push(match self.winning_moves().cells.first() {
            Some(cell) => format!("a cross on cell {cell} makes the nim sum 0, which is lost"),
            None => "0 is lost: every cross on a free cell makes it another".to_owned(),
        });
        lines
    }
}

/// The number of cells of a run.
fn length(run: &RangeInclusive<u64>) -> u64 {
    run.end() - run.start() + 1
}

fn worth(table: &Table, heap: u64) -> Nimber {
    let known = table.nimber(heap);
    known.expect("the table reaches the longest run")
}

fn nim_sum(runs: &[RangeInclusive<u64>], table: &Table) -> Nimber {
    runs.iter().map(|run| worth(table, length(run) + 2)).sum()
}

/// The cells on which a cross makes three side by side, in increasing order; `crosses` are
/// in order, and no three crosses are side by side.
fn completing(cells: u64, crosses: &[u64]) -> Vec<u64> {
    let mut completing: Vec<u64> = crosses
        .windows(2)
        .flat_map(|two| match two[1] - two[0] {
            1 => vec![two[0] - 1, two[1] + 1],
            2 => vec![two[0] + 1],
            _ => Vec::new(),
        })
        .filter(|cell| (1..=cells).contains(cell))
        .collect();
    completing.sort_unstable();
    completing.dedup();
    completing
}

/// The runs of cells that are at least three away from every cross.
fn free_runs(cells: u64, crosses: &[u64]) -> Vec<RangeInclusive<u64>> {
    let mut runs = Vec::new();
    let mut start = 1;
    for &cross in crosses {
        if cross >= 3 + start {
            runs.push(start..=cross - 3);
        }
        start = cross + 3;
    }
    if start <= cells {
        runs.push(start..=cells);
    }
    runs
}
