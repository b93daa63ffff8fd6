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

use zug_game::{DenseIndex, Expanded, NumberedGame};
use zug_job::{Budget, Charge, Job, Phase};
use zug_values::{Outcome, Plies, Turn, Value};

use crate::error::Error;
use crate::positions::Pace;

mod bits;
mod slots;
mod ranked;
mod table;

pub use ranked::Ranked;

use bits::Bits;
use slots::{Slot, Slots, for_each_width};

/// The number of positions that are looked at together, but for a few more.
const BLOCK: usize = 1 << 10;

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
    let mut work = Work {
        found: Bits::below(size, &job.budget).map_err(refused)?,
        waiting: Bits::below(size, &job.budget).map_err(refused)?,
        slots: Slots::absent(size, &job.budget).map_err(refused)?,
        positions: 0,
        moves: 0,
        most_moves: 1,
        game,
        job,
    };
    match roots {
        Roots::At(roots) => {
            for root in *roots {
                let number = index.number(root).ok_or(Error::OutsideIndex)?;
                work.reach(number)?;
            }
        }
        Roots::Everywhere => {
            for number in 0..size {
                work.reach(number as u64)?;
            }
        }
    }
    work.discover()?;
    work.solve()?;
    let Work {
        slots,
        positions,
        moves,
        ..
    } = work;
    Ok(DenseSolution {
        index,
        slots,
        positions,
        moves,
        budget: job.budget.clone(),
        _index_charge: index_charge,
        of: PhantomData,
    })
}

/// The least number of bytes in which the positions of an index are solved: those of the index,
/// of a slot of one byte and of two bits for each number.
#[must_use]
pub fn least_bytes<P>(index: &impl DenseIndex<P>) -> u64 {
    let size = index.size();
    let sets = size.div_ceil(u64::from(u64::BITS)).saturating_mul(16);
    index.bytes().saturating_add(size).saturating_add(sets)
}

/// A solution in the making.
struct Work<'a, G> {
    game: &'a G,
    job: &'a Job,
    slots: Slots,
    positions: u64,
    moves: u64,
    /// While positions are found: those that were. After: the level of remoteness that is
    /// made.
    found: Bits,
    /// While positions are found: those whose moves were not looked at. After: the level of
    /// remoteness that is looked at.
    waiting: Bits,
    /// The largest number of moves of any position.
    most_moves: u32,
}

impl<G: NumberedGame> Work<'_, G> {
    /// Play reaches this number.
    #[inline]
    fn reach(&mut self, number: u64) -> Result<(), Error> {
        if number >= self.game.size() {
            return Err(Error::OutsideIndex);
        }
        if self.found.insert(number as usize) {
            self.waiting.insert(number as usize);
        }
        Ok(())
    }

    /// Marks all positions that play can reach, and notes of each its number of moves, or
    /// how the rules end the game there.
    fn discover(&mut self) -> Result<(), Error> {
        let mut pace = Pace::new(Phase::Discovering, 0, 0, self.job);
        let mut numbers = Vec::with_capacity(BLOCK + 64);
        let mut ends = Vec::with_capacity(BLOCK + 64);
        let mut after = Vec::new();
        let mut from = 0;
        loop {
            numbers.clear();
            let began = from;
            // Positions that come to wait behind are for the next time through.
            from = self.waiting.take(from, BLOCK, &mut numbers).unwrap_or(0);
            if began == 0 && numbers.is_empty() {
                return Ok(());
            }
            ends.clear();
            after.clear();
            self.game.expand(&numbers, &mut after, &mut ends)?;
            for (number, end) in numbers.iter().zip(&ends) {
                self.note(*number as usize, *end)?;
            }
            for &number in &after {
                self.reach(number)?;
            }
            pace.block(self.positions, self.moves, numbers.len())?;
        }
    }

    /// Notes what becomes of a position.
    #[inline]
    fn note(&mut self, number: usize, end: Expanded) -> Result<(), Error> {
        self.positions += 1;
        match end {
            Expanded::Over(outcome) => {
                let slot = slots::finished(outcome);
                for_each_width!(&mut self.slots.of, slots => slots[number] = Slot::of(slot));
            }
            Expanded::GoesOn(moves) => {
                self.moves += u64::from(moves);
                if moves > self.most_moves {
                    self.make_room_for_moves(moves)?;
                }
                for_each_width!(&mut self.slots.of, slots => slots[number] = slots::open(moves));
            }
        }
        Ok(())
    }

    /// Makes slots wide enough for positions with this number of moves.
    #[cold]
    fn make_room_for_moves(&mut self, moves: u32) -> Result<(), Error> {
        while moves > self.slots.largest() / 2 {
            let positions = self.positions as usize;
            let unsolved = self.unsolved();
            self.slots
                .widen(unsolved)
                .map_err(|refusal| Error::out_of_memory(refusal, Phase::Discovering, positions))?;
        }
        self.most_moves = moves;
        Ok(())
    }

    /// The least slot of a position that is not solved.
    fn unsolved(&self) -> u32 {
        self.slots.largest() - (self.most_moves - 1)
    }

    /// Gives every position its value.
    fn solve(&mut self) -> Result<(), Error> {
        let mut pace = Pace::new(Phase::Solving, self.positions as usize, 0, self.job);
        self.begin(&mut pace)?;
        let mut remoteness = 0;
        let mut left = self.positions as usize;
        loop {
            self.make_room_for_value(remoteness + 1)?;
            let unsolved = self.unsolved();
            let mut level = Level {
                game: self.game,
                here: &mut self.waiting,
                next: &mut self.found,
                unsolved,
                remoteness: remoteness + 1,
                settled: 0,
                pace: &mut pace,
                positions: self.positions,
                moves: self.moves,
                left,
            };
            for_each_width!(&mut self.slots.of, slots => level.go_back(slots))?;
            left = level.left;
            if level.settled == 0 {
                break;
            }
            std::mem::swap(&mut self.found, &mut self.waiting);
            remoteness += 1;
        }
        let unsolved = self.unsolved();
        for_each_width!(&mut self.slots.of, slots => {
            for slots in slots.chunks_mut(SWEEP) {
                pace.block(self.positions, self.moves, left)?;
                for slot in slots {
                    if slot.number() >= unsolved {
                        *slot = Slot::of(slots::DRAW);
                    }
                }
            }
        });
        Ok(())
    }

    /// Puts the positions that are finished with a win or a loss into the first level.
    fn begin(&mut self, pace: &mut Pace<'_>) -> Result<(), Error> {
        let (lost, won) = (
            slots::finished(Outcome::Loss),
            slots::finished(Outcome::Win),
        );
        self.found.clear();
        let waiting = &mut self.waiting;
        for_each_width!(&self.slots.of, slots => {
            for (block, slots) in slots.chunks(SWEEP).enumerate() {
                pace.block(self.positions, self.moves, self.positions as usize)?;
                for (place, slot) in slots.iter().enumerate() {
                    if slot.number() == lost || slot.number() == won {
                        waiting.insert(block * SWEEP + place);
                    }
                }
            }
        });
        Ok(())
    }

    /// Makes slots wide enough for a win in this number of plies.
    fn make_room_for_value(&mut self, plies: u32) -> Result<(), Error> {
        while slots::solved(Value::Win(Plies(plies))) >= self.unsolved() {
            let unsolved = self.unsolved();
            let positions = self.positions as usize;
            self.slots
                .widen(unsolved)
                .map_err(|refusal| Error::out_of_memory(refusal, Phase::Solving, positions))?;
        }
        Ok(())
    }
}

/// The number of slots that are gone through between two questions whether to go on.
const SWEEP: usize = 1 << 16;

/// One level of remoteness, from which the next is made.
struct Level<'a, 'j, G> {
    game: &'a G,
    /// The positions of this level that were not looked at.
    here: &'a mut Bits,
    /// The positions of the next level.
    next: &'a mut Bits,
    /// The least slot of a position that is not solved.
    unsolved: u32,
    /// The remoteness of the positions of the next level.
    remoteness: u32,
    /// The number of positions of the next level.
    settled: u64,
    pace: &'a mut Pace<'j>,
    positions: u64,
    moves: u64,
    left: usize,
}

impl<G: NumberedGame> Level<'_, '_, G> {
    /// Tells the predecessors of the positions of the level.
    fn go_back<T: Slot>(&mut self, slots: &mut [T]) -> Result<(), Error> {
        let mut numbers = Vec::with_capacity(BLOCK + 64);
        let (mut lost, mut won) = (numbers.clone(), numbers.clone());
        let mut from = Some(0);
        while let Some(start) = from {
            numbers.clear();
            from = self.here.take(start, BLOCK, &mut numbers);
            lost.clear();
            won.clear();
            for &number in &numbers {
                if slots::is_lost(slots[number as usize].number()) {
                    lost.push(number);
                } else {
                    won.push(number);
                }
            }
            self.tell(slots, &lost, Turn::Passes)?;
            self.tell(slots, &won, Turn::Kept)?;
            self.left -= numbers.len();
            self.pace.block(self.positions, self.moves, self.left)?;
        }
        Ok(())
    }

    /// Tells the predecessors of some positions: by a move after which the turn is `winning`
    /// their mover wins, by another the mover loses.
    #[inline]
    fn tell<T: Slot>(
        &mut self,
        slots: &mut [T],
        numbers: &[u64],
        winning: Turn,
    ) -> Result<(), Error> {
        let plies = Plies(self.remoteness);
        let loss = T::of(slots::solved(Value::Loss(plies)));
        let win = T::of(slots::solved(Value::Win(plies)));
        let unsolved = self.unsolved;
        let (next, settled) = (&mut *self.next, &mut self.settled);
        self.game.predecessors(numbers, |number, turn| {
            let Some(slot) = slots.get_mut(number as usize) else {
                return;
            };
            let open = slot.number();
            if open < unsolved {
                return;
            }
            if turn == winning {
                *slot = win;
            } else if open < T::LARGEST {
                *slot = T::of(open + 1);
                return;
            } else {
                *slot = loss;
            }
            next.insert(number as usize);
            *settled += 1;
        })?;
        Ok(())
    }
}
