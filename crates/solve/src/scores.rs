//! The score of every position of a game that ends with scores.
//!
//! J. von Neumann (*Zur Theorie der Gesellschaftsspiele*, 1928): where the players' scores add up
//! to 0 and play ends, the score of a position under best play is the largest that a move leads
//! to, and the opponent's score is its negative. The positions are worked out in an order in which
//! successors come first, as in backward induction.
//!
//! Scores are refused where play can come back to a position: what it is worth to go round for
//! ever the rules do not say.
//!
//! Cost: one look at each edge; 1 byte a position (2 where a score is below −128 or above 127, 4
//! where one is below −32,768 or above 32,767), and 4 bytes a position for an order where the order of discovery does not do.

use std::hash::Hash;

use zug_game::Fault;
use zug_job::{Job, Phase};
use zug_values::Turn;

use crate::cells::Cells;
use crate::error::Error;
use crate::positions::{Graph, Pace, PositionId};

/// The largest score, and the negative of the least one.
pub const LARGEST_SCORE: i64 = i32::MAX as i64;

/// The score of every position of a graph for the player to move, by the position's id.
#[derive(Debug)]
pub struct Scores(Cells);

impl Scores {
    /// The score of the position with this id. The id must come from the graph that the scores
    /// were worked out for.
    ///
    /// # Panics
    ///
    /// If no position of that graph has this id.
    #[must_use]
    pub fn get(&self, id: PositionId) -> i64 {
        read(self.0.get(id.index()))
    }

    /// The scores of all positions, in order of discovery.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = i64> {
        (0..self.0.len()).map(|index| read(self.0.get(index)))
    }

    /// The bytes that the scores take.
    #[must_use]
    pub fn held_bytes(&self) -> u64 {
        self.0.bytes()
    }
}

/// A score as a number of a cell: small where the score is near to 0.
fn written(score: i64) -> u32 {
    (score << 1 ^ score >> 63) as u32
}

fn read(cell: u32) -> i64 {
    i64::from(cell >> 1) ^ -i64::from(cell & 1)
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
    let mut scores = Cells::zeros(count, &job.budget).map_err(refused)?;
    for place in (0..count).rev() {
        pace.step(place)?;
        let position = order.position(place);
        let edges = graph.edges.at(graph.edges.range(position));
        let best = edges.map(|edge| {
            let after = read(scores.get(edge.to()));
            match edge.turn() {
                Turn::Passes => -after,
                Turn::Kept => after,
            }
        });
        let score = match best.max() {
            Some(best) => best,
            None => end(&graph.ids.position(position))?,
        };
        if score.unsigned_abs() > LARGEST_SCORE as u64 {
            let largest = LARGEST_SCORE;
            return Err(Error::Score { score, largest });
        }
        scores.set(position, written(score)).map_err(refused)?;
    }
    Ok(Scores(scores))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_score_is_read_as_it_was_written() {
        for near in [0, 1 << 15, 1 << 16, LARGEST_SCORE - 99] {
            for score in near..near + 99 {
                assert_eq!(read(written(score)), score);
                assert_eq!(read(written(-score)), -score);
            }
        }
        assert_eq!(read(written(LARGEST_SCORE)), LARGEST_SCORE);
        assert_eq!(read(written(-LARGEST_SCORE)), -LARGEST_SCORE);
        assert!(written(-128) < 256 && written(127) < 256);
        assert!(written(-32_768) < 1 << 16 && written(32_767) < 1 << 16);
    }
}
