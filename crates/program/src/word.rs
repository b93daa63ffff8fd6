//! The machine word that a position is kept in.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

/// `u64` where the fields fit, else `u128`. There are no other words: machine code is made
/// for these two.
pub trait Word:
    sealed::Sealed
    + Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The number of bits of the word.
    const BITS: u32;

    /// The low bits of a number of 128 bits.
    fn narrow(wide: u128) -> Self;

    /// The same number in 128 bits.
    fn widen(self) -> u128;

    /// The lowest 64 bits.
    fn low(self) -> u64;

    /// The number of ones in the word.
    fn ones(self) -> u32;

    /// The sum, without the carry out of the word.
    #[must_use]
    fn plus(self, more: Self) -> Self;
}

mod sealed {
    /// Keeps other crates from implementing [`Word`](super::Word).
    pub trait Sealed {}

    impl Sealed for u64 {}
    impl Sealed for u128 {}
}

impl Word for u64 {
    const BITS: u32 = 64;

    fn narrow(wide: u128) -> Self {
        wide as Self
    }

    fn widen(self) -> u128 {
        u128::from(self)
    }

    fn low(self) -> u64 {
        self
    }

    fn ones(self) -> u32 {
        self.count_ones()
    }

    fn plus(self, more: Self) -> Self {
        self.wrapping_add(more)
    }
}

impl Word for u128 {
    const BITS: u32 = 128;

    fn narrow(wide: u128) -> Self {
        wide
    }

    fn widen(self) -> u128 {
        self
    }

    fn low(self) -> u64 {
        self as u64
    }

    fn ones(self) -> u32 {
        self.count_ones()
    }

    fn plus(self, more: Self) -> Self {
        self.wrapping_add(more)
    }
}
