//! Outcome, nimber and winning moves of one position of a game on two heaps, by
//! whatever reaches furthest.

use zug_heaps::PairGame;
use zug_job::Job;
use zug_values::{Nimber, Outcome, Play, Worth};

use super::{Lost, PairNimbers, PairsError, Wythoff, euclid};

/// What two heaps are worth, and how to win from them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PairWorth {
    /// What the two heaps are worth to the mover. In misère play no nimber is defined.
    /// Under normal play the nimber is known in Nim, for a lost position, and where the
    /// table of nimbers can be made.
    pub worth: Worth,
    /// The positions that a winning move leads to, in order.
    pub winning: Vec<(u64, u64)>,
    /// The theorem or the table that gave the outcome.
    pub reason: Reason,
}

impl PairWorth {
    /// The largest heap for which a table of nimbers is made.
    pub const LARGEST_WITH_NIMBER: u64 = 2000;
}

/// The theorem or the table by which a position was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// C. L. Bouton, 1901: the lost positions of Nim.
    Nim,
    /// W. A. Wythoff 1907, A. S. Fraenkel 1982: see [`Wythoff`].
    Wythoff,
    /// A. J. Cole and A. J. T. Davie, 1969: see [`euclid`].
    Euclid,
    /// A table of all lost positions up to the larger heap.
    Table,
}

/// Who wins from two heaps, and by which moves.
///
/// ```
/// use zug_sequences::pairs::at;
/// use zug_sequences::Job;
/// use zug_values::{Nimber, Outcome, Play};
///
/// let king = "king".parse()?;
/// let found = at(&king, Play::Normal, 3, 2, &Job::default())?;
/// assert_eq!(found.worth.outcome(), Outcome::Win);
/// assert_eq!(found.worth.nimber(), Some(Nimber(1)));
/// assert_eq!(found.winning, [(2, 2)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// No theorem answers, and the table would take more bytes than the budget has; a heap
/// is larger than the theorem allows; or the caller cancelled the work.
pub fn at(game: &PairGame, play: Play, a: u64, b: u64, job: &Job) -> Result<PairWorth, PairsError> {
    let (outcome, winning, reason) = if *game == PairGame::nim() {
        let lost = nim_partner(a, play) == b;
        (of(lost), nim_winning(a, b, play), Reason::Nim)
    } else if let Some(within) = game.as_wythoff() {
        let theorem = Wythoff::new(within, play);
        let told = theorem.outcome(a, b).zip(theorem.winning_options(a, b));
        let (outcome, winning) = told.ok_or(PairsError::Heap {
            heap: a.max(b),
            largest: Wythoff::LARGEST,
        })?;
        (outcome, winning, Reason::Wythoff)
    } else if *game == PairGame::Euclid {
        let winning = euclid::winning_options(a, b, play);
        (euclid::outcome(a, b, play), winning, Reason::Euclid)
    } else {
        let size = a.max(b).checked_add(1).ok_or(PairsError::Heap {
            heap: a.max(b),
            largest: u64::MAX - 1,
        })?;
        let lost = Lost::new(game, play, size, job)?;
        let is_lost = |x, y| lost.is_lost(x, y) == Some(true);
        let mut winning = Vec::new();
        game.options(a, b, &mut |x, y| {
            if is_lost(x, y) {
                winning.push((x, y));
            }
        });
        winning.sort_unstable();
        winning.dedup();
        (of(is_lost(a, b)), winning, Reason::Table)
    };
    let nimber = match (play, reason) {
        (Play::Misere, _) => None,
        (Play::Normal, Reason::Nim) => u32::try_from(a ^ b).ok().map(Nimber),
        _ if outcome == Outcome::Loss => Some(Nimber::ZERO),
        _ if a.max(b) > PairWorth::LARGEST_WITH_NIMBER => None,
        _ => match PairNimbers::new(game, a.max(b) + 1, job) {
            Ok(nimbers) => nimbers.get(a, b),
            Err(error @ PairsError::Stopped(_)) => return Err(error),
            // The outcome is known without the nimber.
            Err(_) => None,
        },
    };
    let worth = Worth::from(outcome);
    let worth = match nimber {
        Some(nimber) => worth
            .with_in_sum(nimber)
            .expect("in normal play two heaps are lost exactly if their nimber is 0"),
        None => worth,
    };
    Ok(PairWorth {
        worth,
        winning,
        reason,
    })
}

fn of(lost: bool) -> Outcome {
    if lost { Outcome::Loss } else { Outcome::Win }
}

/// The heap that makes a lost position of Nim together with `heap`: one of the same
/// size, except that in misère play 0 and 1 go together.
fn nim_partner(heap: u64, play: Play) -> u64 {
    match (play, heap) {
        (Play::Misere, 0 | 1) => 1 - heap,
        _ => heap,
    }
}

fn nim_winning(a: u64, b: u64, play: Play) -> Vec<(u64, u64)> {
    let mut winning = Vec::new();
    if nim_partner(a, play) < b {
        winning.push((a, nim_partner(a, play)));
    }
    if nim_partner(b, play) < a {
        winning.push((nim_partner(b, play), b));
    }
    winning.sort_unstable();
    winning
}
