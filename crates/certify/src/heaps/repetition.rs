//! Checks that nimbers repeat as claimed, and that they do so for ever.

use zug_heaps::HeapGame;

use super::claim::{Ground, RepetitionClaim};
use super::effort::{Checked, Effort};
use super::flaw::HeapFlaw;
use super::missing;
use super::moves::{at_most_two, most_taken};
use super::state::{last_rare, witnesses};

/// What a check of a repetition reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reached {
    /// The number of heaps, from 0 on, that the theorem asks for. They repeat as claimed, and
    /// so do all other known heaps.
    pub heaps_needed: u64,
    /// For [`Ground::RepeatedState`], the number of heaps of the last period whose witnesses
    /// were found. If these are not all heaps, it is not certain that the theorem applies.
    pub witnesses: Option<Checked>,
}

/// Checks that nimbers repeat as claimed, and that enough nimbers are known for the theorem
/// that is claimed. The nimbers are taken to be true.
///
/// The effort says for which heaps witnesses are looked for; it counts from the first heap of
/// the last period. Cost: one look at each heap, for each prime factor of the period one
/// look at the heaps of a period, and the moves of the heaps whose witnesses are looked for.
///
/// # Errors
///
/// What is wrong with the claim, or why the theorem does not apply.
///
/// ```
/// use zug_certify::heaps::{Effort, Ground, HeapFlaw, RepetitionClaim, certify_repetition};
///
/// // Take one or two: the nimbers repeat 0, 1, 2.
/// let game = "{1,2}".parse()?;
/// let nimbers = [0, 1, 2, 0, 1, 2, 0];
/// let claim = RepetitionClaim {
///     preperiod: 0,
///     period: 3,
///     saltus: 0,
///     ground: Ground::Window,
/// };
/// let reached = certify_repetition(&game, &nimbers, &claim, &Effort::WHOLE)?;
/// assert_eq!(reached.heaps_needed, 5);
///
/// let wrong = RepetitionClaim { period: 2, ..claim };
/// let flaw = certify_repetition(&game, &nimbers, &wrong, &Effort::WHOLE).unwrap_err();
/// assert!(matches!(flaw, HeapFlaw::Broken { heap: 2, .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn certify_repetition(
    game: &HeapGame,
    nimbers: &[u32],
    claim: &RepetitionClaim,
    effort: &Effort,
) -> Result<Reached, HeapFlaw> {
    let ground = claim.ground;
    let unsuited = HeapFlaw::NoTheorem { ground };
    if claim.saltus != 0 && ground != Ground::MissingNimbers {
        return Err(unsuited);
    }
    if claim.period == 0 {
        return Err(HeapFlaw::NoPeriod);
    }
    let known = nimbers.len() as u64;
    let once = claim.preperiod.saturating_add(claim.period);
    let needed = match (ground, game) {
        (Ground::GuySmith, _) => {
            let most = most_taken(at_most_two(game).ok_or(unsuited)?);
            once.saturating_mul(2).saturating_add(most + 1)
        }
        (Ground::Window, HeapGame::Subtraction(takes)) => {
            once.saturating_add(takes.largest().unwrap_or(0))
        }
        (Ground::Window, _) => {
            let code = at_most_two(game).ok_or(unsuited)?;
            if code.digits().iter().any(|&digit| digit >= 4) {
                return Err(unsuited);
            }
            // Where a digit allows only one of taking the whole heap and leaving a heap, one
            // more heap is needed, so that no heap behind the known ones can be taken whole.
            let is_subtraction = code.digits().iter().all(|digit| [0, 3].contains(digit));
            let more = u64::from(!is_subtraction);
            once.saturating_add(most_taken(code) + more)
        }
        (Ground::RepeatedState, _) => {
            let code = at_most_two(game).ok_or(unsuited)?;
            let needed = once.saturating_add(last_rare(code, nimbers, claim.period));
            needed.saturating_add(most_taken(code) + 1)
        }
        (Ground::MissingNimbers, _) => {
            once.saturating_add(missing::largest_forbidden(game).ok_or(unsuited)?)
        }
    };
    if known < needed {
        return Err(HeapFlaw::TooFew { known, needed });
    }
    // Both are below the number of nimbers, as more heaps than these are needed.
    let (start, period) = (claim.preperiod as usize, claim.period as usize);
    repeats(nimbers, start, period, claim.saltus)?;
    if let Some(largest) = missing::largest_forbidden(game)
        && ground == Ground::MissingNimbers
    {
        let cut = nimbers.len() - largest as usize;
        missing::repeat(&nimbers[..cut], period, claim.saltus)?;
    }
    is_least(nimbers, start, period, claim.saltus)?;
    let witnesses = match (ground, at_most_two(game)) {
        (Ground::RepeatedState, Some(code)) => {
            Some(witnesses(code, nimbers, start, period, effort)?)
        }
        _ => None,
    };
    Ok(Reached {
        heaps_needed: needed,
        witnesses,
    })
}

/// Whether `later` is `before` with the saltus added.
fn is_later(later: u32, before: u32, saltus: u64) -> bool {
    later.checked_sub(before).map(u64::from) == Some(saltus)
}

/// Checks that the nimbers of all known heaps from `start` on repeat.
fn repeats(nimbers: &[u32], start: usize, period: usize, saltus: u64) -> Result<(), HeapFlaw> {
    let mut pairs = nimbers[start..].iter().zip(&nimbers[start + period..]);
    match pairs.position(|(&before, &later)| !is_later(later, before, saltus)) {
        None => Ok(()),
        Some(place) => Err(HeapFlaw::Broken {
            heap: (start + place + period) as u64,
            nimber: nimbers[start + place + period],
            before: (start + place) as u64,
            other: nimbers[start + place],
        }),
    }
}

/// Checks that neither a smaller preperiod nor a smaller period will do, where the nimbers
/// repeat for ever from `start` on.
fn is_least(nimbers: &[u32], start: usize, period: usize, saltus: u64) -> Result<(), HeapFlaw> {
    if let Some(before) = start.checked_sub(1)
        && is_later(nimbers[before + period], nimbers[before], saltus)
    {
        let heap = before as u64;
        return Err(HeapFlaw::EarlierStart { heap });
    }
    // The least period divides every other period. So if the claimed one is not the least,
    // it can be divided by one of its prime factors, and the saltus by the same factor.
    let once = &nimbers[start..start + period];
    for prime in prime_factors(period).filter(|&prime| saltus.is_multiple_of(prime as u64)) {
        let (shorter, added) = (period / prime, saltus / prime as u64);
        let within = once.iter().zip(&once[shorter..]);
        let across = once[period - shorter..].iter().zip(once);
        if within.clone().all(|(&n, &later)| is_later(later, n, added))
            // The period that comes after this one is this one with the saltus added.
            && across.clone().all(|(&n, &first)| {
                u64::from(first) + saltus == u64::from(n) + added
            })
        {
            let period = shorter as u64;
            return Err(HeapFlaw::ShorterPeriod { period });
        }
    }
    Ok(())
}

/// The different prime factors of a number.
fn prime_factors(number: usize) -> impl Iterator<Item = usize> {
    let (mut rest, mut factor) = (number, 2);
    std::iter::from_fn(move || {
        while rest > 1 {
            if factor * factor > rest {
                factor = rest;
            }
            if rest.is_multiple_of(factor) {
                while rest.is_multiple_of(factor) {
                    rest /= factor;
                }
                return Some(factor);
            }
            factor += 1;
        }
        None
    })
}
