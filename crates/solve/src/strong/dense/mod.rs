//! Strong solutions over an index with few gaps: a byte for each number, no keys, no moves.
//!
//! Where positions have numbers ([`DenseIndex`]) and play reaches a fair share of them, a
//! position is its number. Where the game knows tiers of numbers, to which play does not come
//! back, it goes through them one after the other (`tiers`): forward for the positions, backward
//! for the values. Discovery marks the numbers that moves lead to in a set of bits, and goes
//! through those of a tier that wait in rising order, again and again until none waits. So
//! neighbours are looked at together. Values of a tier come by retrograde analysis (R. Bellman, 1965;
//! K. Thompson, 1986; see `retrograde`), level by level of remoteness. A level is a set of
//! bits too, and each of its positions is asked for its predecessors. A predecessor that is
//! finished or out of reach has a slot that says so, so that it need not be sifted out
//! before.
//!
//! Cost: each position is expanded once, and each won or lost position is asked once for its
//! predecessors. Bytes for each number of the index: 1 for what is known of it (2 or 4 where
//! a remoteness or a number of moves asks for it), and a quarter for two sets of bits while
//! it works. Where the game folds positions with the players swapped ([`NumberTier::images`]), two
//! numbers share a byte. Where that does not fit, the bytes are those of a tier and of the tiers that its
//! moves lead to, and each position is expanded twice; values go to a store of tiers, which also
//! is where a run goes on that was killed. Many machines share the work tier by tier (`units`). When not to use it: for an index of which play reaches one number in twenty or
//! fewer; for nimbers, which need the moves.

use std::marker::PhantomData;
use std::sync::Arc;

use zug_game::{DenseIndex, NumberTier, NumberedGame};
use zug_job::{Budget, Charge, Job, Phase, Progress};

use crate::error::Error;
use crate::strong::tiers::Memory;
use crate::strong::tiers::store::Store;
use crate::table::{Counts, Wins};

mod crew;
mod bits;
pub(in crate::strong) mod slots;
mod known;
mod discover;
mod regions;
mod levels;
mod streams;
mod tiers;
mod near;
pub(in crate::strong) mod units;
pub(in crate::strong) mod tier_table;
mod ranked;
mod table;
mod orbits;

use bits::{Bits, One, Window};
use slots::Slots;
use table::Slotted;
use tiers::{Keeping, Passage, Passed};

pub use ranked::Ranked;

/// The number of positions that are looked at together, but for a few more.
const BLOCK: usize = 1 << 9;

/// Every position that play can reach from the roots, with its value, by the numbers of an
/// index.
#[derive(Debug)]
pub struct DenseSolution<P, I> {
    index: I,
    slots: Slotted,
    positions: u64,
    moves: u64,
    orbit_counts: Option<Counts>,
    /// Who wins the positions that are counted there.
    wins: Option<Wins>,
    budget: Budget,
    _index_charge: Charge,
    of: PhantomData<fn() -> P>,
}

/// The positions from which play begins.
#[derive(Debug)]
pub enum Roots<'a, P> {
    /// These positions.
    At(&'a [P]),
    /// Every position that has a number.
    Everywhere,
}

/// Finds every position that play can reach from the roots, and its value. `game` tells the
/// moves by the numbers of `index`.
///
/// # Errors
///
/// The rules break in a position; the budget does not suffice, or the caller cancelled;
/// [`Error::OutsideIndex`] if play leads to a position that has no number.
pub fn solve_dense<P, I: DenseIndex<P>>(
    game: &dyn NumberedGame,
    index: I,
    roots: &Roots<'_, P>,
    job: &Job,
) -> Result<DenseSolution<P, I>, Error> {
    solve_dense_in(None, game, index, roots, job)
}

/// As [`solve_dense`], and each tier goes to the store as soon as it is finished. What the store
/// has complete is not worked out again. It must be of the same game, of the same index and of
/// the same roots.
///
/// # Errors
///
/// Those of [`solve_dense`]; the store fails ([`Error::Store`]).
pub fn solve_dense_in<P, I: DenseIndex<P>>(
    store: Option<Arc<dyn Store>>,
    game: &dyn NumberedGame,
    index: I,
    roots: &Roots<'_, P>,
    job: &Job,
) -> Result<DenseSolution<P, I>, Error> {
    assert_eq!(
        index.size(),
        game.size(),
        "a game goes by the numbers of its index"
    );
    let begin = |found: &Bits| begin_with(found, &index, roots, job);
    let solved = solve_numbered(store, game, index.bytes(), &begin, job)?;
    Ok(DenseSolution {
        index,
        slots: solved.slots,
        positions: solved.counters.positions,
        moves: solved.counters.moves,
        orbit_counts: None,
        wins: None,
        budget: job.budget.clone(),
        _index_charge: solved.index_charge,
        of: PhantomData,
    })
}

/// A solution by numbers alone.
struct Solved {
    slots: Slotted,
    counters: Counters,
    /// What is charged for the index.
    index_charge: Charge,
}

/// As [`solve_dense_in`], for a game whose index takes `index_bytes`; `begin` adds the roots to the
/// positions that are found.
fn solve_numbered(
    store: Option<Arc<dyn Store>>,
    game: &dyn NumberedGame,
    index_bytes: u64,
    begin: &dyn Fn(&Bits) -> Result<(), Error>,
    job: &Job,
) -> Result<Solved, Error> {
    let refused = |refusal| Error::out_of_memory(refusal, Phase::Discovering, 0);
    let too_large = || Error::TooManyPositions {
        limit: usize::MAX as u64,
    };
    let size = usize::try_from(game.size()).map_err(|_| too_large())?;
    let tiers = game.tiers();
    let mut keeps = true;
    let budget = job.budget.left();
    if index_bytes.saturating_add(bytes_in_memory(&tiers)) > budget {
        let bytes = index_bytes.saturating_add(bytes_at_once(&tiers));
        if bytes > budget {
            let limit = job.budget.limit();
            return Err(Error::IndexTooLarge {
                numbers: game.size(),
                bytes: bytes.saturating_add(limit.saturating_sub(budget)),
                budget: limit,
            });
        }
        keeps = false;
    }
    let index_charge = job.budget.charge(index_bytes).map_err(refused)?;
    let found = Bits::below(size, &job.budget).map_err(refused)?;
    begin(&found)?;
    let store = match store {
        None if !keeps => Some(Arc::new(Memory::new(&job.budget)) as Arc<dyn Store>),
        given => given,
    };
    let keeping = Keeping {
        store: store.as_deref(),
        in_memory: keeps,
    };
    let windows: Vec<Window> = tiers.iter().map(Window::of).collect();
    let passage = Passage::new(game, tiers, found, keeping, job);
    let Passed {
        tiers,
        counters,
        found,
    } = passage.run()?;
    let tiers = windows.into_iter().zip(tiers).collect();
    Ok(Solved {
        slots: Slotted::new(tiers, found, store, job.budget.open()).map_err(refused)?,
        counters,
        index_charge,
    })
}

/// Adds the roots to the positions that are found.
fn begin_with<P, I: DenseIndex<P>>(
    found: &Bits,
    index: &I,
    roots: &Roots<'_, P>,
    job: &Job,
) -> Result<(), Error> {
    match roots {
        Roots::At(roots) => {
            for root in *roots {
                let number = index.number(root).filter(|number| *number < index.size());
                found.insert::<One>(number.ok_or(Error::OutsideIndex)? as usize);
            }
        }
        Roots::Everywhere => {
            for number in 0..index.size() {
                if number.is_multiple_of(1 << 16) {
                    job.go_on(Progress::default)?;
                }
                found.insert::<One>(number as usize);
            }
        }
    }
    Ok(())
}

/// What is counted of the positions.
#[derive(Clone, Copy, Debug, Default)]
struct Counters {
    positions: u64,
    moves: u64,
    /// The largest number of moves of any position.
    most_moves: u32,
}

impl Counters {
    /// The least number in a slot of a position that is not solved.
    fn unsolved(self, slots: &Slots) -> u32 {
        slots.largest() - self.most_moves.saturating_sub(1)
    }
}

/// The least number of bytes in which the positions of one tier are solved: those of its slots, and
/// of the sets of bits that are there at once.
fn bytes_of_tier(tier: &NumberTier) -> u64 {
    tier.part().saturating_add(bytes_of_sets(tier))
}

/// The bytes of a set of all numbers of a tier, by which its positions are found, or of two sets of
/// its slots, by which they get their values.
fn bytes_of_sets(tier: &NumberTier) -> u64 {
    let all = bytes_of_set(tier.numbers.end - tier.numbers.start);
    all.max(bytes_of_set(tier.part()).saturating_mul(2))
}

/// The bytes of a set of bits.
fn bytes_of_set(numbers: u64) -> u64 {
    numbers.div_ceil(u64::from(u64::BITS)).saturating_mul(8)
}

/// The least number of bytes in which tiers are solved whose slots all stay in memory.
fn bytes_in_memory(tiers: &[NumberTier]) -> u64 {
    let slots: u64 = tiers.iter().map(NumberTier::part).sum();
    let sets = tiers.iter().map(bytes_of_sets).max().unwrap_or(0);
    slots
        .saturating_add(bytes_of_found(tiers))
        .saturating_add(sets)
}

/// The bytes of the set of all positions that were found.
fn bytes_of_found(tiers: &[NumberTier]) -> u64 {
    bytes_of_set(tiers.last().map_or(0, |tier| tier.numbers.end))
}

/// The least number of bytes that are held at once where slots go to a store.
fn bytes_at_once(tiers: &[NumberTier]) -> u64 {
    let at_once = tiers.iter().map(|tier| {
        let exits = tier.exits.iter().map(|exit| tiers[*exit].part());
        bytes_of_tier(tier).saturating_add(exits.sum())
    });
    bytes_of_found(tiers).saturating_add(at_once.max().unwrap_or(0))
}

/// The least number of bytes in which all positions of an index are solved together: those of the
/// index, of a slot of one byte and of two bits for each number.
#[must_use]
pub fn least_bytes<P>(index: &impl DenseIndex<P>) -> u64 {
    let size = index.size();
    let sets = bytes_of_set(size).saturating_mul(2);
    index.bytes().saturating_add(size).saturating_add(sets)
}
