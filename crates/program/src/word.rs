//! The machine word that a position is kept in.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

use zug_game::U256;

use crate::run::Runnable;

/// The narrowest of `u64`, `u128` and [`U256`] that has room for all fields. There are no other
/// words: machine code is made for these three.
pub trait Word:
    Runnable
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

    /// The low bits of a number of 256 bits.
    fn narrow(wide: U256) -> Self;

    /// The same number in 256 bits.
    fn widen(self) -> U256;

    /// The word whose lowest 64 bits are these, and whose other bits are not set.
    fn of_low(low: u64) -> Self;

    /// The lowest 64 bits.
    fn low(self) -> u64;

    /// The number of ones in the word.
    fn ones(self) -> u32;

    /// The place of the lowest one; `BITS` if there is none.
    fn lowest(self) -> u32;

    /// The sum, without the carry out of the word.
    #[must_use]
    fn plus(self, more: Self) -> Self;
}

macro_rules! word {
    ($word:ty, |$wide:ident| $narrow:expr, |$own:ident| $low:expr) => {
        impl Word for $word {
            const BITS: u32 = Self::BITS;

            #[inline]
            fn narrow($wide: U256) -> Self {
                $narrow
            }

            #[inline]
            fn widen(self) -> U256 {
                self.into()
            }

            #[inline]
            fn of_low(low: u64) -> Self {
                low.into()
            }

            #[inline]
            fn low(self) -> u64 {
                let $own = self;
                $low
            }

            #[inline]
            fn ones(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn plus(self, more: Self) -> Self {
                self.wrapping_add(more)
            }
        }
    };
}

word!(u64, |wide| wide.as_u64(), |word| word);
word!(u128, |wide| wide.as_u128(), |word| word as u64);
word!(U256, |wide| wide, |word| word.as_u64());
