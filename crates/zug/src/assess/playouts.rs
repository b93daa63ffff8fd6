//! Random play, which tells moves apart of which nothing is proved.
//!
//! **Problem.** Early in a large game a search proves the same of most moves: nothing. One of them
//! must be played. **Method.** Each move is followed by random play to the end, many times, and the
//! move with the best mean result comes first (B. Abramson, *Expected-outcome*, 1990). It is no more
//! than a guess, so nothing is claimed by it. **Cost.** A small share of the search's work.

use zug_game::{Step, U256};
use zug_job::CancelToken;
use zug_lang::Word;
use zug_solve::Error as SolveError;
use zug_values::{Outcome, Turn};

use crate::chance;
use crate::subject::Subject;

/// The results of random play behind one move, for the player who makes it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Results {
    /// The number of wins less that of losses.
    balance: i64,
    games: u64,
}

impl Results {
    /// The mean result, from a loss to a win, as a whole number.
    pub(super) fn mean(self) -> i64 {
        const WIN: i64 = 1 << 20;
        self.balance * WIN / i64::try_from(self.games.max(1)).unwrap_or(i64::MAX)
    }
}

/// A game that has not ended after this number of plies counts as a draw.
const LONGEST: u32 = 300;

/// Plays games at random behind a move, until the moves of about this number of positions were
/// looked at, or the caller cancels.
pub(super) fn play<G: Subject>(
    game: &G,
    (step, gain): (Step<U256>, i64),
    positions: u32,
    (seed, results): (&mut u64, &mut Results),
    cancelled: &CancelToken,
) -> Result<(), SolveError> {
    let mut steps: Vec<Step<G::Position>> = Vec::new();
    let mut gains = Vec::new();
    let mut looked_at = 0;
    while looked_at < positions {
        let mut at: G::Position = Word::narrow(step.position);
        let mut is_own = step.turn == Turn::Kept;
        // By how much the player who made the move is ahead, by what moves gained.
        let mut ahead = gain;
        for _ in 0..LONGEST {
            if cancelled.is_cancelled() {
                return Ok(());
            }
            steps.clear();
            looked_at += 1;
            if let Some(outcome) = game.expand(&at, &mut steps)? {
                let outcome = if game.moves_gain() {
                    let score = game.score_of_end(&at)?.unwrap_or(0);
                    Outcome::of_score(score + if is_own { ahead } else { -ahead })
                } else {
                    outcome
                };
                results.balance += match (outcome, is_own) {
                    (Outcome::Draw, _) => 0,
                    (Outcome::Win, true) | (Outcome::Loss, false) => 1,
                    _ => -1,
                };
                break;
            }
            let place = (chance::next(seed) % steps.len() as u64) as usize;
            let chosen = steps[place];
            if game.moves_gain() {
                gains.clear();
                game.append_gains(&at, &mut gains)?;
                ahead += if is_own { gains[place] } else { -gains[place] };
            }
            at = chosen.position;
            is_own = is_own == (chosen.turn == Turn::Kept);
        }
        results.games += 1;
    }
    Ok(())
}
