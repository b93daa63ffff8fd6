//! What `zug solve --statistics --json` says of all positions.

use schemars::JsonSchema;
use serde::Serialize;
use zug_values::{Outcome, Plies};

use crate::error::Error;
use crate::problem::Problem;
use crate::solution::{Histogram, Solution, Statistics};

/// What all positions show of a game. Positions count as the rules define them, with whose turn it
/// is.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct StatisticsReport {
    /// For each remoteness, in rising order, the number of positions that have it. A remoteness
    /// that no position has is left out.
    pub remoteness: Vec<RemotenessRow>,
    /// The number of plies that a row of `remoteness` stands for: 1, unless the game is very long.
    pub remoteness_width: u32,
    /// A position with the longest win, and the best moves from there on; absent if no position is
    /// won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hardest: Option<HardestReport>,
    /// The number of moves of a position in which the game goes on; absent if there is no such
    /// position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branching: Option<BranchingReport>,
    /// How many of the moves of the position asked about win, draw and lose.
    pub first_moves: FirstMovesReport,
}

/// The number of positions with one remoteness.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct RemotenessRow {
    /// The remoteness; the least one where a row stands for several.
    pub plies: u32,
    /// The number of positions that the player to move wins.
    pub wins: u64,
    /// The number of positions that the player to move loses.
    pub losses: u64,
}

/// A position with the longest win.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct HardestReport {
    /// The position.
    pub position: String,
    /// The number of plies that the win takes.
    pub remoteness: u32,
    /// The best moves from the position on, at most 1000.
    pub moves: Vec<String>,
}

/// The number of moves of a position in which the game goes on.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct BranchingReport {
    /// The number of moves on average.
    pub mean: f64,
    /// The largest number of moves.
    pub largest: u64,
    /// A position that has the largest number of moves.
    pub position: String,
}

/// How many moves win, draw and lose for the player who makes them.
#[derive(Clone, Copy, Debug, Default, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct FirstMovesReport {
    /// The number of moves that win.
    pub wins: u64,
    /// The number of moves that draw.
    pub draws: u64,
    /// The number of moves that lose.
    pub losses: u64,
}

/// The largest number of moves from the hardest position on.
const LONGEST_LINE: usize = 1000;

impl RemotenessRow {
    /// The rows of two histograms, and the number of plies of a row. There are at most `most` rows,
    /// which must be 2 or more.
    #[must_use]
    pub fn all(statistics: &Statistics, most: u32) -> (Vec<Self>, u32) {
        let Statistics { wins, losses, .. } = statistics;
        let last = |of: &Histogram| of.rows().last().map_or(0, |(Plies(plies), _)| plies);
        let longest = last(wins).max(last(losses));
        let mut width = wins.width().max(losses.width());
        while longest / width >= most {
            width *= 2;
        }
        let mut rows: Vec<Self> = Vec::new();
        let mut of = |plies: Plies, positions: u64, is_win: bool| {
            let at = rows.partition_point(|row| row.plies < plies.0);
            if rows.get(at).is_none_or(|row| row.plies != plies.0) {
                let row = Self {
                    plies: plies.0,
                    wins: 0,
                    losses: 0,
                };
                rows.insert(at, row);
            }
            let row = &mut rows[at];
            *(if is_win {
                &mut row.wins
            } else {
                &mut row.losses
            }) += positions;
        };
        for (plies, positions) in wins.widened(width).rows() {
            of(plies, positions, true);
        }
        for (plies, positions) in losses.widened(width).rows() {
            of(plies, positions, false);
        }
        (rows, width)
    }
}

impl StatisticsReport {
    /// The report of these statistics of a solution.
    ///
    /// # Errors
    ///
    /// The position asked about is not among those solved, or the table of values cannot be read.
    pub fn of(
        problem: &Problem,
        solution: &Solution,
        statistics: &Statistics,
    ) -> Result<Self, Error> {
        let (remoteness, remoteness_width) = RemotenessRow::all(statistics, u32::MAX);
        let hardest = statistics.hardest.map(|position| {
            let longest = statistics.counts.longest_win.unwrap_or(Plies::ZERO);
            Ok::<_, Error>(HardestReport {
                position: problem.print(&position),
                remoteness: longest.0,
                moves: solution.line(&position, LONGEST_LINE)?.moves,
            })
        });
        let mut first_moves = FirstMovesReport::default();
        for of in solution.moves(&problem.root())? {
            match of.value.outcome() {
                Outcome::Win => first_moves.wins += 1,
                Outcome::Draw => first_moves.draws += 1,
                Outcome::Loss => first_moves.losses += 1,
            }
        }
        let branching = statistics.mean_moves().zip(statistics.most_moves);
        Ok(Self {
            remoteness,
            remoteness_width,
            hardest: hardest.transpose()?,
            branching: branching.map(|(mean, (largest, position))| BranchingReport {
                mean,
                largest,
                position: problem.print(&position),
            }),
            first_moves,
        })
    }
}
