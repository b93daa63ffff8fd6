//! What is known of the position of each number, in slots as narrow as the largest
//! remoteness and the largest number of moves allow.
//!
//! | slot | means |
//! |---|---|
//! | 0 | play cannot reach the position |
//! | 1 | the rules end the game in a draw |
//! | 2 | a draw by play |
//! | 3 + 2r | a loss in r plies |
//! | 4 + 2r | a win in r plies |
//! | largest + 1 − m | not solved; m moves are not known to lose |
//!
//! Values take the slots from below, and numbers of moves those from above. Where the two
//! would meet, all slots become wider.

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, Ordering};

use zug_job::{Budget, Charge, Refusal};
use zug_values::{Outcome, Plies, Value};

pub(in crate::strong) const ABSENT: u32 = 0;
pub(in crate::strong) const FINISHED_DRAW: u32 = 1;
pub(in crate::strong) const DRAW: u32 = 2;
pub(in crate::strong) const FIRST_LOSS: u32 = 3;
const FIRST_WIN: u32 = 4;

/// A slot of one width, that several threads may change at once.
pub(in crate::strong) trait Slot: Default + Send + Sync {
    /// The largest number that a slot of this width holds.
    const LARGEST: u32;

    /// The number that the slot holds.
    fn get(&self) -> u32;

    /// Puts a number, which is at most the largest, into the slot.
    fn set(&self, number: u32);

    /// Puts a number into the slot if it still holds `old`, and returns whether it did.
    fn replace(&self, old: u32, new: u32) -> bool;
}

macro_rules! slot {
    ($($atomic:ty, $width:ty);*) => {$(
        impl Slot for $atomic {
            const LARGEST: u32 = <$width>::MAX as u32;

            #[inline]
            fn get(&self) -> u32 {
                u32::from(self.load(Ordering::Relaxed))
            }

            #[inline]
            fn set(&self, number: u32) {
                self.store(number as $width, Ordering::Relaxed);
            }

            #[inline]
            fn replace(&self, old: u32, new: u32) -> bool {
                let (old, new) = (old as $width, new as $width);
                self.compare_exchange(old, new, Ordering::Relaxed, Ordering::Relaxed)
                    .is_ok()
            }
        }
    )*};
}

slot!(AtomicU8, u8; AtomicU16, u16; AtomicU32, u32);

/// The slots of all numbers, charged to a budget.
#[derive(Debug)]
pub(in crate::strong) struct Slots {
    pub(in crate::strong) of: Width,
    charge: Charge,
}

/// Slots of one width.
#[derive(Debug)]
pub(in crate::strong) enum Width {
    Bytes(Vec<AtomicU8>),
    Halves(Vec<AtomicU16>),
    Words(Vec<AtomicU32>),
}

/// Runs code for the vector of slots of any width.
macro_rules! for_each_width {
    ($slots:expr, $vector:ident => $code:expr) => {
        match $slots {
            $crate::strong::dense::slots::Width::Bytes($vector) => $code,
            $crate::strong::dense::slots::Width::Halves($vector) => $code,
            $crate::strong::dense::slots::Width::Words($vector) => $code,
        }
    };
}

pub(in crate::strong) use for_each_width;

impl Slots {
    /// Slots of positions of which play reaches none.
    pub(in crate::strong) fn absent(count: usize, budget: &Budget) -> Result<Self, Refusal> {
        let mut charge = budget.open();
        let slots = absent(count, &mut charge)?;
        let of = Width::Bytes(slots);
        Ok(Self { of, charge })
    }

    /// The slots, and what is charged for them.
    pub(in crate::strong) fn into_parts(self) -> (Width, Charge) {
        (self.of, self.charge)
    }

    /// The largest number that a slot can hold.
    pub(in crate::strong) fn largest(&self) -> u32 {
        match self.of {
            Width::Bytes(_) => AtomicU8::LARGEST,
            Width::Halves(_) => AtomicU16::LARGEST,
            Width::Words(_) => AtomicU32::LARGEST,
        }
    }

    /// Makes all slots wider. Before, values are below `unsolved` and numbers of moves at or
    /// above it. Slots of the largest width stay as they are.
    pub(in crate::strong) fn widen(&mut self, unsolved: u32) -> Result<(), Refusal> {
        let Self { of, charge } = self;
        let wider = match of {
            Width::Bytes(slots) => Width::Halves(widened(slots, unsolved, charge)?),
            Width::Halves(slots) => Width::Words(widened(slots, unsolved, charge)?),
            Width::Words(_) => return Ok(()),
        };
        let old = std::mem::replace(of, wider);
        charge.shrink(for_each_width!(&old, slots => size_of_val(&slots[..]) as u64));
        Ok(())
    }
}

fn absent<T: Slot>(count: usize, charge: &mut Charge) -> Result<Vec<T>, Refusal> {
    let mut slots = Vec::new();
    charge.regrow(&mut slots, count)?;
    slots.resize_with(count, T::default);
    Ok(slots)
}

fn widened<A: Slot, B: Slot>(
    slots: &[A],
    unsolved: u32,
    charge: &mut Charge,
) -> Result<Vec<B>, Refusal> {
    let wide: Vec<B> = absent(slots.len(), charge)?;
    for (wide, slot) in wide.iter().zip(slots) {
        wide.set(match slot.get() {
            value if value < unsolved => value,
            moves => open::<B>(moves_left::<A>(moves)),
        });
    }
    Ok(wide)
}

/// The slot of a position that is not solved, with a number of moves.
#[inline]
pub(in crate::strong) fn open<T: Slot>(moves: u32) -> u32 {
    T::LARGEST - (moves - 1)
}

/// The number of moves that the slot of a position that is not solved tells.
#[inline]
fn moves_left<T: Slot>(slot: u32) -> u32 {
    T::LARGEST - slot + 1
}

/// The slot of a finished position.
pub(in crate::strong) fn finished(outcome: Outcome) -> u32 {
    match outcome {
        Outcome::Draw => FINISHED_DRAW,
        Outcome::Loss => FIRST_LOSS,
        Outcome::Win => FIRST_WIN,
    }
}

/// The slot of a position with this value.
pub(in crate::strong) fn solved(value: Value) -> u32 {
    match value {
        Value::Draw | Value::EndlessWin | Value::EndlessLoss => DRAW,
        Value::Loss(Plies(plies)) => FIRST_LOSS + 2 * plies,
        Value::Win(Plies(plies)) => FIRST_WIN + 2 * plies,
    }
}

/// Whether a slot tells a loss; it tells a win or a loss.
#[inline]
pub(in crate::strong) fn is_lost(slot: u32) -> bool {
    (slot - FIRST_LOSS).is_multiple_of(2)
}

/// The value that the slot of a solved position tells, and how the rules end the game in the
/// position.
pub(in crate::strong) fn value(slot: u32) -> (Value, Option<Outcome>) {
    let value = match slot {
        FINISHED_DRAW | DRAW => Value::Draw,
        slot => {
            let plies = Plies((slot - FIRST_LOSS) / 2);
            if is_lost(slot) {
                Value::Loss(plies)
            } else {
                Value::Win(plies)
            }
        }
    };
    let finished = match slot {
        FINISHED_DRAW => Some(Outcome::Draw),
        FIRST_LOSS => Some(Outcome::Loss),
        FIRST_WIN => Some(Outcome::Win),
        _ => None,
    };
    (value, finished)
}
