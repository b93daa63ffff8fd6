//! What a table in shards claims of a position besides its value: a nimber or a score.

use std::cmp::Reverse;
use std::fmt::Debug;

use zug_game::{Fault, Step};
use zug_values::{Mex, Nimber, Outcome, Plies, Turn, Value};

use crate::certificate::judge_nimber;
use crate::flaw::Flaw;

/// What a table claims of a position besides its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// The nimber of the position.
    Nimber(Nimber),
    /// The score that the player to move gets.
    Score(i64),
    /// The score that the player to move can still get where moves gain points, and the number of plies until play ends
    /// with it. The value of the position is the sign of the score.
    Attained(i64, Plies),
}

/// What an entry of a table claims of each position that it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claimed {
    /// The value.
    pub value: Value,
    /// Whether the game is over.
    pub is_over: bool,
    /// What is claimed besides.
    pub beside: Option<Beside>,
}

/// Scores, by the rules of a game.
pub trait Scores<P> {
    /// The score for the player to move with which the game is over in a position; `None` if it is over without one.
    ///
    /// # Errors
    ///
    /// The rules break.
    fn end(&self, position: &P) -> Result<Option<i64>, Fault>;

    /// What each of this number of moves of a position gains, in the order in which the moves are played.
    ///
    /// # Errors
    ///
    /// The rules break.
    fn gains(&self, position: &P, moves: usize) -> Result<Vec<i64>, Fault>;
}

/// What the rules say of the scores of a position: the score with which the game is over there, and what moves gain.
pub(super) type Ruled = (Option<i64>, Vec<i64>);

/// Asks the rules about the scores of a position.
pub(super) fn ruled<P: Copy + Debug>(
    scores: &dyn Scores<P>,
    position: P,
    moves: usize,
) -> Result<Ruled, Flaw<P>> {
    let ask = || match moves {
        0 => Ok((scores.end(&position)?, Vec::new())),
        _ => Ok((None, scores.gains(&position, moves)?)),
    };
    ask().map_err(|fault| Flaw::Fault { position, fault })
}

impl Claimed {
    /// The best value that the claims for the successors give to the player to move by these steps; `None` where there are no
    /// steps. Where moves gain points it is that of what they attain.
    pub(super) fn best_value<P>(
        &self,
        steps: &[Step<P>],
        after: &[Self],
        ruled: &Ruled,
    ) -> Option<Value> {
        let Some(Beside::Attained(..)) = self.beside else {
            let values = steps.iter().zip(after);
            return values
                .map(|(step, after)| after.value.before(step.turn))
                .max();
        };
        let (score, plies) = best_attained(steps, after, ruled)?;
        Some(match Outcome::of_score(score) {
            Outcome::Win => Value::Win(plies),
            Outcome::Loss => Value::Loss(plies),
            Outcome::Draw => Value::Draw,
        })
    }

    /// Checks what is claimed besides the value of a position. `over` is the outcome if the game is over there; else
    /// `after` are the claims for the positions behind the steps.
    pub(super) fn judge_beside<P: Copy + Debug>(
        &self,
        position: P,
        over: Option<Outcome>,
        steps: &[Step<P>],
        (after, ruled): (&[Self], &Ruled),
    ) -> Result<(), Flaw<P>> {
        let (claimed, actual) = match self.beside {
            None => return Ok(()),
            Some(Beside::Nimber(claimed)) => {
                let mut mex = Mex::default();
                for (step, after) in steps.iter().zip(after) {
                    match (after.beside, step.turn) {
                        (Some(Beside::Nimber(nimber)), Turn::Passes) => mex.insert(nimber),
                        _ => return Err(Flaw::NoNimber { position }),
                    }
                }
                return judge_nimber(position, claimed, over, mex.take());
            }
            Some(Beside::Score(claimed)) => {
                let scores = steps
                    .iter()
                    .zip(after)
                    .map(|(step, after)| match after.beside {
                        Some(Beside::Score(score)) => Some(by_move(0, score, step.turn)),
                        _ => None,
                    });
                let best = scores.max().unwrap_or(ruled.0);
                (
                    (claimed, Plies::ZERO),
                    best.map(|score| (score, Plies::ZERO)),
                )
            }
            Some(Beside::Attained(score, plies)) => {
                let at_the_end = ruled.0.map(|score| (score, Plies::ZERO));
                let best = best_attained(steps, after, ruled);
                ((score, plies), best.or(at_the_end))
            }
        };
        if actual == Some(claimed) {
            return Ok(());
        }
        let (claimed, actual) = (claimed.0, actual.map(|actual| actual.0));
        Err(Flaw::Score {
            position,
            claimed,
            actual,
        })
    }
}

/// What the best move attains where moves gain points: the score and the number of plies. Of equal scores whoever gets
/// less than 0 takes the longer way, anybody else the shorter one. `None` if there are no steps, or if a claim has no score.
fn best_attained<P>(
    steps: &[Step<P>],
    after: &[Claimed],
    (_, gains): &Ruled,
) -> Option<(i64, Plies)> {
    let mut best = None;
    for ((step, after), gain) in steps.iter().zip(after).zip(gains) {
        let Some(Beside::Attained(score, Plies(plies))) = after.beside else {
            return None;
        };
        let (score, plies) = (by_move(*gain, score, step.turn), plies.saturating_add(1));
        let longer = if score < 0 { plies } else { 0 };
        best = best.max(Some((score, longer, Reverse(plies))));
    }
    best.map(|(score, _, Reverse(plies))| (score, Plies(plies)))
}

/// The score of whoever makes a move that gains this, where the player to move behind it gets `after`.
fn by_move(gain: i64, after: i64, turn: Turn) -> i64 {
    match turn {
        Turn::Passes => gain.saturating_sub(after),
        Turn::Kept => gain.saturating_add(after),
    }
}
