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

use zug_job::{Budget, Charge, Refusal};
use zug_values::{Outcome, Plies, Value};

pub(super) const ABSENT: u32 = 0;
const FINISHED_DRAW: u32 = 1;
pub(super) const DRAW: u32 = 2;
const FIRST_LOSS: u32 = 3;
const FIRST_WIN: u32 = 4;

/// A slot of one width.
pub(super) trait Slot: Copy + Default {
    /// The largest number that a slot of this width holds.
    const LARGEST: u32;

    /// The slot with this number, which is at most the largest.
    fn of(number: u32) -> Self;

    /// The number that the slot holds.
    fn number(self) -> u32;
}

macro_rules! slot {
    ($($width:ty),*) => {$(
        impl Slot for $width {
            const LARGEST: u32 = <$width>::MAX as u32;

            #[inline]
            fn of(number: u32) -> Self {
                number as Self
            }

            #[inline]
            fn number(self) -> u32 {
                u32::from(self)
            }
        }
    )*};
}

slot!(u8, u16, u32);

/// The slots of all numbers, charged to a budget.
#[derive(Debug)]
pub(super) struct Slots {
    pub(super) of: Width,
    charge: Charge,
}

/// Slots of one width.
#[derive(Debug)]
pub(super) enum Width {
    Bytes(Vec<u8>),
    Halves(Vec<u16>),
    Words(Vec<u32>),
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

pub(super) use for_each_width;

impl Slots {
    /// Slots of positions of which play reaches none.
    pub(super) fn absent(count: usize, budget: &Budget) -> Result<Self, Refusal> {
        let mut charge = budget.open();
        let slots = absent(count, &mut charge)?;
        let of = Width::Bytes(slots);
        Ok(Self { of, charge })
    }

    /// The bytes that the slots take.
    pub(super) fn bytes(&self) -> u64 {
        self.charge.bytes()
    }

    /// What the slot of a number holds.
    pub(super) fn get(&self, number: usize) -> u32 {
        for_each_width!(&self.of, slots => slots[number].number())
    }

    /// The largest number that a slot can hold.
    pub(super) fn largest(&self) -> u32 {
        match self.of {
            Width::Bytes(_) => u8::LARGEST,
            Width::Halves(_) => u16::LARGEST,
            Width::Words(_) => u32::LARGEST,
        }
    }

    /// Makes all slots wider. Before, values are below `unsolved` and numbers of moves at or
    /// above it. Slots of the largest width stay as they are.
    pub(super) fn widen(&mut self, unsolved: u32) -> Result<(), Refusal> {
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
    slots.resize(count, T::default());
    Ok(slots)
}

fn widened<A: Slot, B: Slot>(
    slots: &[A],
    unsolved: u32,
    charge: &mut Charge,
) -> Result<Vec<B>, Refusal> {
    let mut wide: Vec<B> = absent(slots.len(), charge)?;
    for (wide, slot) in wide.iter_mut().zip(slots) {
        *wide = match slot.number() {
            value if value < unsolved => B::of(value),
            moves => open::<B>(moves_left::<A>(moves)),
        };
    }
    Ok(wide)
}

/// The slot of a position that is not solved, with a number of moves.
#[inline]
pub(super) fn open<T: Slot>(moves: u32) -> T {
    T::of(T::LARGEST - (moves - 1))
}

/// The number of moves that the slot of a position that is not solved tells.
#[inline]
fn moves_left<T: Slot>(slot: u32) -> u32 {
    T::LARGEST - slot + 1
}

/// The slot of a finished position.
pub(super) fn finished(outcome: Outcome) -> u32 {
    match outcome {
        Outcome::Draw => FINISHED_DRAW,
        Outcome::Loss => FIRST_LOSS,
        Outcome::Win => FIRST_WIN,
    }
}

/// The slot of a position with this value.
pub(super) fn solved(value: Value) -> u32 {
    match value {
        Value::Draw => DRAW,
        Value::Loss(Plies(plies)) => FIRST_LOSS + 2 * plies,
        Value::Win(Plies(plies)) => FIRST_WIN + 2 * plies,
    }
}

/// Whether a slot tells a loss; it tells a win or a loss.
#[inline]
pub(super) fn is_lost(slot: u32) -> bool {
    (slot - FIRST_LOSS).is_multiple_of(2)
}

/// The value that the slot of a solved position tells, and how the rules end the game in the
/// position.
pub(super) fn value(slot: u32) -> (Value, Option<Outcome>) {
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
