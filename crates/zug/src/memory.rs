//! Whether a problem can fit into the memory allowed, before the work.

use std::num::NonZeroU32;

use zug_game::{Orbits, PerfectIndex, Symmetric};
use zug_job::{Job, Phase, Progress};
use zug_lang::{RulesGame, Word};
use zug_solve::Error as SolveError;
use zug_solve::positions::{self, MAX_POSITIONS, MAX_WITH_MOVES, probe, worst_case_bytes};

use crate::plan::table::Moves;
use crate::problem::Problem;
use crate::subject::{AnyGame, Subject, for_each_game};

/// The largest number of playouts in the first sample; each further sample has twice as
/// many playouts as the one before.
const FIRST_WALKS: u64 = 500;

/// The largest number of guards of moves that the first sample asks, unless it would have
/// fewer than [`FEWEST_WALKS`] playouts.
const FIRST_GUARDS: u64 = 1 << 26;

/// The smallest number of playouts of a sample: fewer say next to nothing.
const FEWEST_WALKS: u64 = 32;

/// A sample is doubled only if all samples then expand at most this part of the positions that the
/// work itself is likely to expand, one in so many.
const SHARE_OF_WORK: u64 = 10;

/// The largest number of playouts of a sample; after it the work itself finds out.
const MOST_WALKS: u32 = 256_000;

/// The largest number of playouts of a sample for tiers, which take a tenth of the memory of
/// other ways: more positions must be shown before they are too many.
pub(crate) const MOST_WALKS_FOR_TIERS: u32 = 1_024_000;

impl Problem {
    /// A number of bytes that no solution exceeds; `None` if there is no useful bound.
    pub(crate) fn most_bytes(&self) -> Option<u64> {
        for_each_game!(&self.game, AnyGame, game => most_bytes(game, game.states()?))
    }
}

/// A number of bytes that no solution exceeds which has at most this number of positions; `None` if
/// the moves of so many positions cannot be kept.
pub(crate) fn most_bytes<G: Subject>(game: &G, positions: u128) -> Option<u64> {
    let positions = u64::try_from(positions)
        .ok()
        .filter(|n| *n <= MAX_WITH_MOVES as u64)?;
    let moves = game.ground_moves().into_iter().max().unwrap_or(0) as u64;
    Some(worst_case_bytes(
        positions,
        positions.saturating_mul(moves),
        size_of::<G::Position>(),
    ))
}

/// Refuses a problem at once if a sample of play shows that its positions cannot fit.
///
/// Twice the playouts can raise the bound up to four times while they rarely
/// meet, and hardly at all once they have met everything that random play sees.
/// So the sample is doubled while that pays and is short beside the work itself, or until it
/// shows that the budget cannot suffice.
pub(crate) fn refuse_if_hopeless<G: Subject>(
    game: &G,
    root: G::Position,
    moves: Moves,
    job: &Job,
) -> Result<(), SolveError> {
    let key = size_of::<G::Position>();
    let most_walks = match moves {
        Moves::InTiers => MOST_WALKS_FOR_TIERS,
        _ => MOST_WALKS,
    };
    sampled(game, root, most_walks, job, |positions| {
        let bytes = moves.floor(positions, key);
        positions::refuse_if_too_large(positions, bytes, &job.budget)
    })?;
    Ok(())
}

/// A lower bound on the number of positions by samples of play, each of which has twice the
/// playouts of the one before; the first error of `refuse`, which is asked about each bound, ends
/// the work.
pub(crate) fn sampled<G: Subject, E: From<SolveError>>(
    game: &G,
    root: G::Position,
    most_walks: u32,
    job: &Job,
    refuse: impl Fn(u64) -> Result<(), E>,
) -> Result<u64, E> {
    let states = game.states().and_then(|states| u64::try_from(states).ok());
    let states = states.unwrap_or(u64::MAX);
    let guards = game.ground_moves().into_iter().max().unwrap_or(0) as u64;
    let first_walks = FIRST_GUARDS / (guards * probe::LONGEST as u64).max(1);
    let mut walks = first_walks.clamp(FEWEST_WALKS, FIRST_WALKS) as u32;
    let (mut before, mut expanded, mut stalled) = (0, 0, 0);
    while walks <= most_walks {
        let count = NonZeroU32::new(walks).unwrap_or(NonZeroU32::MIN);
        let bound = match probe(&Orbits::new(game), &[root], count, job) {
            // A sample that does not fit into the memory says nothing of the positions,
            // which may fit.
            Err(SolveError::Stopped(stopped)) if stopped.refusal().is_some() => return Ok(before),
            bound => bound?,
        };
        refuse(bound.positions)?;
        let reached = Progress::at(Phase::Sampling, bound.positions);
        job.tell(&reached).map_err(SolveError::from)?;
        if 2 * bound.positions < 3 * before {
            // A sample of which memory keeps a part grows more slowly, and less evenly.
            stalled += 1;
            if bound.is_whole || stalled > 2 {
                return Ok(before.max(bound.positions));
            }
        } else {
            stalled = 0;
        }
        before = before.max(bound.positions);
        expanded += bound.expanded;
        let with_next = expanded.saturating_add(2 * bound.expanded);
        let work = bound.likely.max(before).min(states);
        if with_next.saturating_mul(SHARE_OF_WORK) > work {
            return Ok(before);
        }
        walks *= 2;
    }
    Ok(before)
}

/// Refuses to solve every state if the states, whose number is known, cannot fit.
pub(crate) fn refuse_if_too_large<W: Word>(
    game: &RulesGame<W>,
    moves: Moves,
    job: &Job,
) -> Result<(), SolveError> {
    // At best every orbit is as large as the group.
    let orbits = game.size().div_ceil(game.order() as u128);
    let positions = u64::try_from(orbits).unwrap_or(u64::MAX);
    if positions > MAX_POSITIONS as u64 {
        return Err(SolveError::TooManyPositions {
            limit: MAX_POSITIONS as u64,
        });
    }
    let bytes = moves.floor(positions, size_of::<W>());
    positions::refuse_if_too_large(positions, bytes, &job.budget)
}
