//! One position of a game on heaps in misère play: who wins, and by which moves.
//!
//! The misère quotient decides, where it is found within its limits. Else the outcomes of all positions
//! that play can reach are worked out.

use std::fmt;

use zug_heaps::HeapGame;
use zug_job::Job;
use zug_sequences::misere::{MisereError, Recursion};
use zug_values::{Outcome, Play};

use super::moves::{HeapMove, moves_of_heap};
use super::quotient::{QuotientAnswer, QuotientQuestion};

/// Some heaps in misère play.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MiserePosition {
    /// The outcome for the player to move.
    pub outcome: Outcome,
    /// The winning moves; none if the position is lost.
    pub winning: Vec<HeapMove>,
    /// Whether moves of some heap were too many to be looked at, so that others may win too.
    pub more: bool,
    /// By what the outcome is known.
    pub by: MisereReason,
}

/// By what an outcome in misère play is known.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MisereReason {
    /// The misère quotient.
    Quotient {
        /// The number of elements of the quotient.
        order: usize,
        /// The largest heap that the quotient is proved for; `None` if that is every heap.
        largest: Option<u64>,
    },
    /// The outcomes of all positions that play can reach.
    Positions {
        /// The number of positions.
        positions: usize,
    },
}

impl fmt::Display for MisereReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Quotient { order, largest } => {
                write!(f, "the misère quotient, which has {order} elements")?;
                match largest {
                    Some(largest) => write!(f, " for heaps up to {largest}"),
                    None => write!(f, " for all heaps"),
                }
            }
            Self::Positions { positions } => {
                write!(f, "all {positions} positions that play can reach")
            }
        }
    }
}

impl MiserePosition {
    /// Who wins these heaps of a game in misère play.
    ///
    /// ```
    /// use zug::Outcome;
    /// use zug::heaps::MiserePosition;
    /// use zug_job::Job;
    ///
    /// let kayles = "0.77".parse()?;
    /// let found = MiserePosition::of(&kayles, &[1, 1], &Job::default())?;
    /// assert_eq!(found.outcome, Outcome::Win);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Neither the quotient nor the positions are found within the limits, or the caller cancelled.
    pub fn of(game: &HeapGame, heaps: &[u64], job: &Job) -> Result<Self, MisereError> {
        let largest = heaps.iter().copied().max().unwrap_or_default();
        let answer = QuotientQuestion::new(game.clone(), largest).run(job);
        Self::of_answer(game, &answer, heaps, job)
    }

    /// As [`MiserePosition::of`], where the quotient was looked for already.
    ///
    /// # Errors
    ///
    /// Those of [`MiserePosition::of`].
    pub fn of_answer(
        game: &HeapGame,
        answer: &QuotientAnswer,
        heaps: &[u64],
        job: &Job,
    ) -> Result<Self, MisereError> {
        if let Some(MisereError::Stopped(stopped)) = &answer.stopped
            && stopped.is_cancelled()
        {
            return Err(MisereError::Stopped(*stopped));
        }
        let quotient = answer.quotients.quotient();
        if let Some(outcome) = answer.outcome(heaps) {
            let reason = MisereReason::Quotient {
                order: quotient.monoid().order(),
                largest: match answer.period {
                    Some(_) => None,
                    None => Some(quotient.heaps()),
                },
            };
            // Heaps that a move leaves are not larger than the heap that it changes.
            return Self::by(game, heaps, (outcome, reason), |heaps| {
                Ok(answer.outcome(heaps) == Some(Outcome::Loss))
            });
        }
        let limits = zug_sequences::misere::Limits::default();
        let mut recursion = Recursion::new(game, Play::Misere, limits, job);
        let outcome = recursion.outcome(heaps)?;
        let reason = MisereReason::Positions {
            positions: recursion.positions(),
        };
        Self::by(game, heaps, (outcome, reason), |heaps| {
            Ok(recursion.outcome(heaps)? == Outcome::Loss)
        })
    }

    /// The position with its winning moves, which lead to a lost position.
    fn by(
        game: &HeapGame,
        heaps: &[u64],
        (outcome, by): (Outcome, MisereReason),
        mut is_lost: impl FnMut(&[u64]) -> Result<bool, MisereError>,
    ) -> Result<Self, MisereError> {
        let mut found = Self {
            outcome,
            winning: Vec::new(),
            more: false,
            by,
        };
        // Without a heap that can be moved, the player to move wins and has no move.
        for at in (0..heaps.len()).filter(|_| outcome == Outcome::Win) {
            let Some(moves) = moves_of_heap(game, heaps[at]) else {
                found.more = true;
                continue;
            };
            for left in moves {
                let after = HeapMove { at, left };
                if is_lost(&after.apply(heaps))? {
                    found.winning.push(after);
                }
            }
        }
        Ok(found)
    }
}
