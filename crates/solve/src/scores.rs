//! The score of every position of a game that ends with scores, or whose moves gain points.
//!
//! J. von Neumann (*Zur Theorie der Gesellschaftsspiele*, 1928): where the players' scores add up
//! to 0 and play ends, the score of a position under best play is the largest that a move leads
//! to, and the opponent's score is its negative. The positions are worked out in an order in which
//! successors come first, as in backward induction. What a move gains is added to the score that it
//! leads to, so that the score of a position is the most that the player to move can still get:
//! what was gained before is no part of it.
//!
//! Scores are refused where play can come back to a position: what it is worth to go round for
//! ever the rules do not say.
//!
//! In a game that only ends with scores the other solvers say who wins. Where moves gain points, who
//! wins from a position on is the sign of its score, and no solver of outcomes can say it
//! ([`gains`]).
//!
//! Cost: one look at each edge; 1 byte a position (2 where a score is below −128 or above 127, 4
//! where one is below −32,768 or above 32,767, and 8 for all positions where one is below −2^31 + 1
//! or above 2^31 − 1), and 4 bytes a position for an order where the order of discovery does not
//! do. With gains besides, 1 byte a position (2 or 4 in long games), and what it takes to ask each
//! position for what its moves gain.

use std::hash::Hash;

use zug_game::Fault;
use zug_job::{Budget, Charge, Job, Phase, Refusal};
use zug_values::Plies;

use crate::attained::{read, written};
use crate::cells::Cells;
use crate::error::Error;
use crate::positions::{Edge, Graph, Order, Pace, PositionId};
use crate::strong::{Acyclic, Route, Solution};

pub use crate::attained::{Attained, by_move};

/// The largest score, and the negative of the least one. A sum of two scores and of what a move gains
/// fits into 64 bits.
pub const LARGEST_SCORE: i64 = 1_000_000_000_000_000_000;

/// The score of every position of a graph for the player to move, by the position's id.
#[derive(Debug)]
pub struct Scores(Kept);

/// Where the scores are kept.
#[derive(Debug)]
enum Kept {
    /// No score takes more than 32 bits.
    Narrow(Cells),
    /// Some score takes more than 32 bits.
    Wide { scores: Vec<i64>, charge: Charge },
}

impl Scores {
    /// `count` scores of 0.
    fn zeros(count: usize, budget: &Budget) -> Result<Self, Refusal> {
        Cells::zeros(count, budget).map(|cells| Self(Kept::Narrow(cells)))
    }

    /// The score of the position with this id. The id must come from the graph that the scores
    /// were worked out for.
    ///
    /// # Panics
    ///
    /// If no position of that graph has this id.
    #[must_use]
    pub fn get(&self, id: PositionId) -> i64 {
        self.at(id.index())
    }

    #[inline]
    fn at(&self, index: usize) -> i64 {
        match &self.0 {
            Kept::Narrow(cells) => read(cells.get(index)),
            Kept::Wide { scores, .. } => scores[index],
        }
    }

    /// Puts the score of a position, within a budget.
    fn set(&mut self, index: usize, score: i64, budget: &Budget) -> Result<(), Refusal> {
        if let Kept::Narrow(cells) = &mut self.0 {
            if score.unsigned_abs() < 1 << 31 {
                return cells.set(index, written(score));
            }
            let (mut scores, mut charge) = (Vec::new(), budget.open());
            charge.regrow(&mut scores, cells.len())?;
            scores.extend((0..cells.len()).map(|index| read(cells.get(index))));
            self.0 = Kept::Wide { scores, charge };
        }
        if let Kept::Wide { scores, .. } = &mut self.0 {
            scores[index] = score;
        }
        Ok(())
    }

    /// The scores of all positions, in order of discovery.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = i64> {
        let count = match &self.0 {
            Kept::Narrow(cells) => cells.len(),
            Kept::Wide { scores, .. } => scores.len(),
        };
        (0..count).map(|index| self.at(index))
    }

    /// The bytes that the scores take.
    #[must_use]
    pub fn held_bytes(&self) -> u64 {
        match &self.0 {
            Kept::Narrow(cells) => cells.bytes(),
            Kept::Wide { charge, .. } => charge.bytes(),
        }
    }
}

/// Refuses a score that is too large.
fn must_fit(score: i64) -> Result<i64, Error> {
    let largest = LARGEST_SCORE;
    if score.unsigned_abs() > largest as u64 {
        return Err(Error::Score { score, largest });
    }
    Ok(score)
}

/// The score of every position of the graph. `end` tells the score of a position in which the game
/// is over, for the player to move there.
///
/// # Errors
///
/// [`Error::Cyclic`] if play can come back to a position; [`Error::Score`] if a score is larger
/// than [`LARGEST_SCORE`]; what `end` says; the other errors say that memory ran out or that the
/// caller cancelled the work.
pub fn scores<P>(
    graph: &Graph<P>,
    mut end: impl FnMut(&P) -> Result<i64, Fault>,
    job: &Job,
) -> Result<Scores, Error>
where
    P: Copy + Eq + Hash,
{
    let count = graph.len();
    let mut pace = Pace::new(Phase::Solving, count, graph.edges.len(), job);
    let order = graph.order(job)?;
    let refused = |refusal| Error::out_of_memory(refusal, Phase::Solving, count);
    let mut scores = Scores::zeros(count, &job.budget).map_err(refused)?;
    for place in (0..count).rev() {
        pace.step(place)?;
        let position = order.position(place);
        let edges = graph.edges.at(graph.edges.range(position));
        let best = edges.map(|edge| by_move(0, scores.at(edge.to()), edge.turn()));
        let score = match best.max() {
            Some(best) => best,
            None => must_fit(end(&graph.ids.position(position))?)?,
        };
        scores.set(position, score, &job.budget).map_err(refused)?;
    }
    Ok(scores)
}

/// What every position of a graph is worth where moves gain points, beside its value.
#[derive(Debug)]
pub struct Gained {
    /// The score of each position.
    pub scores: Scores,
    /// The number of plies that are left in each position, of draws too.
    plies: Cells,
}

impl Gained {
    /// The score of the position with this id, and the number of plies that are left there if both
    /// play for the largest score.
    ///
    /// # Panics
    ///
    /// If no position has this id.
    #[must_use]
    pub fn get(&self, id: PositionId) -> Attained {
        Attained {
            score: self.scores.get(id),
            plies: Plies(self.plies.get(id.index())),
        }
    }

    /// The bytes that the scores and the numbers of plies take.
    #[must_use]
    pub fn held_bytes(&self) -> u64 {
        self.scores.held_bytes() + self.plies.bytes()
    }
}

/// Works out what every position of a graph is worth where moves gain points. `end` returns the score
/// of a position in which the game is over, for the player to move there; `gains` appends what the
/// moves of a position gain, in their order. The value of a position is the sign of its score, with
/// the number of plies that are left.
///
/// # Errors
///
/// Those of [`scores`]; what `gains` says.
///
/// # Panics
///
/// If `gains` does not give one number for each move of a position.
pub fn gains<P>(
    mut graph: Graph<P>,
    mut end: impl FnMut(&P) -> Result<i64, Fault>,
    mut gains: impl FnMut(&P, &mut Vec<i64>) -> Result<(), Fault>,
    job: &Job,
) -> Result<(Solution<P>, Gained), Error>
where
    P: Copy + Eq + Hash,
{
    let count = graph.len();
    let mut pace = Pace::new(Phase::Solving, count, graph.edges.len(), job);
    let order = graph.order(job)?;
    let refused = |refusal| Error::out_of_memory(refusal, Phase::Solving, count);
    let mut scores = Scores::zeros(count, &job.budget).map_err(refused)?;
    let mut plies = Cells::zeros(count, &job.budget).map_err(refused)?;
    let mut gained = Vec::new();
    for place in (0..count).rev() {
        pace.step(place)?;
        let at = order.position(place);
        let position = graph.ids.position(at);
        if graph.values.finished(at).is_some() {
            let score = must_fit(end(&position)?)?;
            scores.set(at, score, &job.budget).map_err(refused)?;
            continue;
        }
        gained.clear();
        gains(&position, &mut gained)?;
        let edges = graph.edges.at(graph.edges.range(at));
        assert_eq!(gained.len(), graph.edges.degree(at), "each move has a gain");
        let attained = |(edge, gain): (Edge, &i64)| {
            let after = Attained {
                score: scores.at(edge.to()),
                plies: Plies(plies.get(edge.to())),
            };
            after.before(*gain, edge.turn())
        };
        let best = edges.zip(&gained).map(attained).reduce(Attained::better);
        let best = best.expect("a position in which the game goes on has a move");
        let score = must_fit(best.score)?;
        scores.set(at, score, &job.budget).map_err(refused)?;
        plies.set(at, best.plies.0).map_err(refused)?;
        graph.values.set(at, best.value()).map_err(refused)?;
    }
    let route = match order {
        Order::ByNumber => Route::DiscoveryOrder,
        Order::Listed(_) => Route::TopologicalOrder,
    };
    let edges = graph.edges.len() as u64;
    let values = Solution::new(
        graph.ids,
        graph.values,
        edges,
        route,
        Acyclic::Yes,
        &graph.budget,
    );
    Ok((values, Gained { scores, plies }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_of_more_than_32_bits_widen_all() {
        let budget = Budget::unlimited();
        let mut scores = Scores::zeros(4, &budget).unwrap();
        let put = [7, i64::from(i32::MIN), LARGEST_SCORE, -LARGEST_SCORE];
        for (index, score) in put.into_iter().enumerate() {
            scores.set(index, score, &budget).unwrap();
        }
        assert_eq!(scores.iter().collect::<Vec<_>>(), put);
        drop(scores);
        assert_eq!(budget.used(), 0);
    }
}
