//! Whether what a table claims of a position is what its moves make it: its value, and its nimber or its score.

use std::cmp::Reverse;
use std::fmt::Debug;

use zug_game::Scored;
use zug_game::{Fault, Step};
use zug_values::{Mex, Nimber, Outcome, Plies, Turn, Value};

use crate::claim::{Beside, Told};
use crate::flaw::Flaw;

/// What the rules say of the scores of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ruled {
    /// The score with which the game is over; `None` if it goes on, or is over without a score.
    end: Option<i64>,
    /// What each move gains; nothing where no moves gain points.
    gains: Vec<i64>,
}

impl Ruled {
    /// Takes what the rules of this game say of a position with this number of moves in the place of what was here.
    ///
    /// # Errors
    ///
    /// The rules break.
    pub(crate) fn ask<G: Scored>(
        &mut self,
        game: &G,
        position: &G::Position,
        moves: usize,
    ) -> Result<(), Fault> {
        self.end = None;
        self.gains.clear();
        if moves == 0 {
            self.end = game.score_of_end(position)?;
        } else if game.moves_gain() {
            game.append_gains(position, &mut self.gains)?;
        }
        Ok(())
    }
}

impl Told {
    /// Whether the claim has a score. To judge it takes what the rules say of scores ([`Ruled`]).
    pub(crate) fn has_score(&self) -> bool {
        matches!(self.beside, Some(Beside::Score(_) | Beside::Attained(..)))
    }

    /// Checks what is claimed of a position. `over` is the outcome if the game is over there; else `after` are the claims
    /// for the positions behind the steps. `mex` is a buffer.
    pub(crate) fn judge<P: Copy + Debug>(
        &self,
        position: P,
        over: Option<Outcome>,
        (steps, after): (&[Step<P>], &[Self]),
        (ruled, mex): (&Ruled, &mut Mex),
    ) -> Result<(), Flaw<P>> {
        let attained = || best_attained(steps, after, &ruled.gains);
        let best = if let Some(Beside::Attained(..)) = self.beside {
            attained().map(value_of)
        } else {
            let values = steps.iter().zip(after);
            values
                .map(|(step, after)| after.value.before(step.turn))
                .max()
        };
        judge_value(position, self.value, over, best)?;
        if self
            .is_over
            .is_some_and(|claimed| claimed != over.is_some())
        {
            let is_over = over.is_some();
            return Err(Flaw::OverOtherwise { position, is_over });
        }
        let at_the_end = ruled.end.map(|score| (score, Plies::ZERO));
        let (claimed, actual) = match self.beside {
            None => return Ok(()),
            Some(Beside::Nimber(claimed)) => {
                return judge_nimber(position, claimed, over, (steps, after, mex));
            }
            Some(Beside::Score(claimed)) => {
                let best = best_score(steps, after).map(|score| (score, Plies::ZERO));
                ((claimed, Plies::ZERO), best)
            }
            Some(Beside::Attained(score, plies)) => ((score, plies), attained()),
        };
        let actual = if steps.is_empty() { at_the_end } else { actual };
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

/// Checks the claimed value of a position. `over` is the outcome if the game is over there;
/// else `best` is the best value that the claims for the successors give to the mover.
pub(crate) fn judge_value<P: Copy + Debug>(
    position: P,
    claimed: Value,
    over: Option<Outcome>,
    best: Option<Value>,
) -> Result<(), Flaw<P>> {
    if let Some(outcome) = over {
        let actual = Value::finished(outcome);
        return if claimed == actual {
            Ok(())
        } else {
            Err(Flaw::Finished {
                position,
                claimed,
                actual,
            })
        };
    }
    match best {
        Some(best) if best > claimed => Err(Flaw::BetterMove {
            position,
            claimed,
            best,
        }),
        Some(best) if best < claimed => Err(Flaw::NoSuchMove {
            position,
            claimed,
            best,
        }),
        _ => Ok(()),
    }
}

/// Checks a claimed nimber, which is the least that is claimed of no position behind the steps.
fn judge_nimber<P: Copy + Debug>(
    position: P,
    claimed: Nimber,
    over: Option<Outcome>,
    (steps, after, mex): (&[Step<P>], &[Told], &mut Mex),
) -> Result<(), Flaw<P>> {
    if over.is_some_and(|outcome| outcome != Outcome::Loss) {
        return Err(Flaw::NoNimber { position });
    }
    for (step, after) in steps.iter().zip(after) {
        match (after.beside, step.turn) {
            // The least nimber that is missing is at most the number of moves, so that larger ones do not matter.
            (Some(Beside::Nimber(nimber)), Turn::Passes) if nimber.0 as usize > steps.len() => {}
            (Some(Beside::Nimber(nimber)), Turn::Passes) => mex.insert(nimber),
            _ => return Err(Flaw::NoNimber { position }),
        }
    }
    let actual = mex.take();
    if actual == claimed {
        return Ok(());
    }
    Err(Flaw::Nimber {
        position,
        claimed,
        actual,
    })
}

/// The best score that the claims give by a move where moves gain nothing; `None` if a claim has no score.
fn best_score<P>(steps: &[Step<P>], after: &[Told]) -> Option<i64> {
    let mut best = None;
    for (step, after) in steps.iter().zip(after) {
        let Some(Beside::Score(score)) = after.beside else {
            return None;
        };
        best = best.max(Some(by_move(0, score, step.turn)));
    }
    best
}

/// What the best move attains where moves gain points: the score and the number of plies. Of equal scores whoever gets
/// less than 0 takes the longer way, anybody else the shorter one. `None` if a claim has no score, or no gains are
/// known.
fn best_attained<P>(steps: &[Step<P>], after: &[Told], gains: &[i64]) -> Option<(i64, Plies)> {
    let mut best = None;
    if gains.len() != steps.len() {
        return None;
    }
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

/// The value of a position in which the player to move attains this score after this number of plies.
fn value_of((score, plies): (i64, Plies)) -> Value {
    match Outcome::of_score(score) {
        Outcome::Win => Value::Win(plies),
        Outcome::Loss => Value::Loss(plies),
        Outcome::Draw => Value::Draw,
    }
}

/// The score of whoever makes a move that gains this, where the player to move behind it gets `after`.
fn by_move(gain: i64, after: i64, turn: Turn) -> i64 {
    match turn {
        Turn::Passes => gain.saturating_sub(after),
        Turn::Kept => gain.saturating_add(after),
    }
}
