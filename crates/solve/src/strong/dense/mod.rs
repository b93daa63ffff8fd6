//! Strong solutions over an index with few gaps: a byte for each number, no keys, no moves.
//!
//! Where positions have numbers ([`DenseIndex`]) and play reaches a fair share of them, a
//! position is its number. Discovery marks the numbers that moves lead to in a set of bits,
//! and goes through those that wait in rising order, again and again until none waits. So
//! neighbours are looked at together. Values come by retrograde analysis (R. Bellman, 1965;
//! K. Thompson, 1986; see `retrograde`), level by level of remoteness. A level is a set of
//! bits too, and each of its positions is asked for its predecessors. A predecessor that is
//! finished or out of reach has a slot that says so, so that it need not be sifted out
//! before.
//!
//! Cost: each position is expanded once, and each won or lost position is asked once for its
//! predecessors. Bytes for each number of the index: 1 for what is known of it (2 or 4 where
//! a remoteness or a number of moves asks for it), and a quarter for two sets of bits while
//! it works. When not to use it: for an index of which play reaches one number in twenty or
//! fewer; for nimbers, which need the moves.

use std::marker::PhantomData;

use zug_game::{DenseIndex, NumberedGame};
use zug_job::{Budget, Charge, Job, Phase, Progress};

use crate::error::Error;

mod crew;
mod bits;
mod slots;
mod discover;
mod levels;
mod ranked;
mod table;

use bits::Bits;
use crew::{Alone, Many, One};
use discover::Discovery;
use levels::Levels;
use slots::{Slot, Slots};

pub use ranked::Ranked;

/// The number of positions that are looked at together, but for a few more.
const BLOCK: usize = 1 << 9;

/// Every position that play can reach from the roots, with its value, by the numbers of an
/// index.
#[derive(Debug)]
pub struct DenseSolution<P, I> {
    index: I,
    slots: Slots,
    positions: u64,
    moves: u64,
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
    game: &impl NumberedGame,
    index: I,
    roots: &Roots<'_, P>,
    job: &Job,
) -> Result<DenseSolution<P, I>, Error> {
    let refused = |refusal| Error::out_of_memory(refusal, Phase::Discovering, 0);
    let too_large = || Error::TooManyPositions {
        limit: usize::MAX as u64,
    };
    let size = usize::try_from(index.size()).map_err(|_| too_large())?;
    assert_eq!(
        index.size(),
        game.size(),
        "a game goes by the numbers of its index"
    );
    let (bytes, budget) = (least_bytes(&index), job.budget.left());
    if bytes > budget {
        return Err(Error::IndexTooLarge {
            numbers: index.size(),
            bytes,
            budget,
        });
    }
    let index_charge = job.budget.charge(index.bytes()).map_err(refused)?;
    let discovery = Discovery {
        found: Bits::below(size, &job.budget).map_err(refused)?,
        waiting: Bits::below(size, &job.budget).map_err(refused)?,
        slots: Slots::absent(size, &job.budget).map_err(refused)?,
        counters: Counters::default(),
        game,
        job,
    };
    match roots {
        Roots::At(roots) => {
            for root in *roots {
                discovery.root(index.number(root).ok_or(Error::OutsideIndex)?)?;
            }
        }
        Roots::Everywhere => {
            for number in 0..size as u64 {
                if number % (1 << 16) == 0 {
                    job.go_on(Progress::default)?;
                }
                discovery.root(number)?;
            }
        }
    }
    let (slots, counters) = match job.threads.get() {
        1 => solved::<One, _>(discovery)?,
        _ => solved::<Many, _>(discovery)?,
    };
    Ok(DenseSolution {
        index,
        slots,
        positions: counters.positions,
        moves: counters.moves,
        budget: job.budget.clone(),
        _index_charge: index_charge,
        of: PhantomData,
    })
}

/// Finds all positions from the roots that wait, and gives them their values.
fn solved<A: Alone, G: NumberedGame>(
    mut discovery: Discovery<'_, G>,
) -> Result<(Slots, Counters), Error> {
    discovery.run::<A>()?;
    let Discovery {
        game,
        job,
        found,
        waiting,
        slots,
        counters,
    } = discovery;
    let mut levels = Levels {
        game,
        job,
        slots,
        counters,
        here: waiting,
        next: found,
    };
    levels.run::<A>()?;
    Ok((levels.slots, levels.counters))
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

/// The least number of bytes in which the positions of an index are solved: those of the index,
/// of a slot of one byte and of two bits for each number.
#[must_use]
pub fn least_bytes<P>(index: &impl DenseIndex<P>) -> u64 {
    let size = index.size();
    let sets = size.div_ceil(u64::from(u64::BITS)).saturating_mul(16);
    index.bytes().saturating_add(size).saturating_add(sets)
}
