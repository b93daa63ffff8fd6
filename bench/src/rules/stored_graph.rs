//! The rival of a whole solution: one program for one game, with a hash table of ids
//! and a stored graph, on one thread. It relies on play never going round in a circle.

use anyhow::{Context, Result};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use zug_values::{Outcome, Plies, Value};

use super::rival::Rival;

/// The result of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) positions: u64,
    /// The numbers of positions that the mover wins, loses and draws.
    pub(crate) outcomes: [u64; 3],
    /// The largest remoteness of a position.
    pub(crate) longest: Plies,
    /// The value of the start, for the mover.
    pub(crate) start: Value,
}

/// The score of a player who has won already; it is one less for each ply that the win
/// is away.
const WON: i16 = 10_000;

/// Solves the game of a rival. Each move must lead to a position that is found later
/// than the one before it, as in games where the board fills up.
pub(super) fn solve<R: Rival>(rival: &R) -> Result<Answer> {
    let start = rival.start();
    let mut positions = vec![start];
    let mut ids: HashMap<R::Key, u32, FxBuildHasher> = HashMap::default();
    ids.insert(start, 0);
    // The moves of position `i` are `edges[offsets[i]..offsets[i + 1]]`.
    let mut edges: Vec<u32> = Vec::new();
    let mut offsets = vec![0];
    let mut scores: Vec<i16> = Vec::new();
    let mut steps = Vec::new();
    while offsets.len() <= positions.len() {
        steps.clear();
        let finished = rival.expand(positions[offsets.len() - 1], &mut steps);
        scores.push(match finished {
            Some(Outcome::Win) => WON,
            Some(Outcome::Loss) => -WON,
            Some(Outcome::Draw) | None => 0,
        });
        for step in &steps {
            let id = *ids.entry(step.position).or_insert_with(|| {
                positions.push(step.position);
                positions.len() as u32 - 1
            });
            edges.push(id);
        }
        offsets.push(u32::try_from(edges.len()).context("too many moves")?);
    }
    for id in (0..positions.len()).rev() {
        let moves = &edges[offsets[id] as usize..offsets[id + 1] as usize];
        // Seen from one ply earlier, a win is worth less and a loss is less bad.
        let worth = |&next: &u32| {
            let score = -scores[next as usize];
            score - score.signum()
        };
        if let Some(best) = moves.iter().map(worth).max() {
            scores[id] = best;
        }
    }
    let value = |score: i16| {
        let plies = Plies(u32::from(WON.abs_diff(score.abs())));
        match score {
            1.. => Value::Win(plies),
            0 => Value::Draw,
            _ => Value::Loss(plies),
        }
    };
    let mut outcomes = [0; 3];
    let mut longest = Plies::ZERO;
    for &score in &scores {
        let value = value(score);
        longest = longest.max(value.remoteness().unwrap_or_default());
        outcomes[match value {
            Value::Win(_) => 0,
            Value::Loss(_) => 1,
            Value::Draw | Value::EndlessWin | Value::EndlessLoss => 2,
        }] += 1;
    }
    Ok(Answer {
        positions: positions.len() as u64,
        outcomes,
        longest,
        start: value(scores[0]),
    })
}

#[cfg(test)]
mod tests {
    use super::super::tic_tac_toe::TicTacToe;
    use super::*;

    #[test]
    fn tic_tac_toe_is_a_draw() {
        let answer = solve(&TicTacToe::<3>).unwrap();
        assert_eq!(answer.positions, 5478);
        assert_eq!(answer.outcomes, [2836, 1574, 1068]);
        assert_eq!(answer.longest, Plies(5));
        assert_eq!(answer.start, Value::Draw);
    }
}
