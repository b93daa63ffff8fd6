//! The packed positions that tiers are made of.

use std::fmt::Debug;
use std::hash::Hash;

use zug_game::U256;

/// A packed position: a number, by which positions are put in order.
pub trait Key: Copy + Ord + Hash + Debug + Default + Send + Sync + 'static {
    /// The number of bytes of a key.
    const BYTES: usize;

    /// The key as a number of 256 bits.
    fn to_bits(self) -> U256;

    /// The key that is the low bits of a number.
    fn from_bits(bits: U256) -> Self;

    /// A number that is different for most keys, above all in its high bits.
    fn mixed(self) -> u64;

    /// The key less another, without what is borrowed from above its bits.
    #[must_use]
    fn minus(self, other: Self) -> Self;

    /// The key and a difference, without the carry out of its bits.
    #[must_use]
    fn plus(self, difference: Self) -> Self;

    /// The key shifted up by fewer bits than it has.
    #[must_use]
    fn shifted(self, bits: u32) -> Self;

    /// The key shifted down by fewer bits than it has.
    #[must_use]
    fn shifted_down(self, bits: u32) -> Self;

    /// The bits that this key or another has.
    #[must_use]
    fn or(self, other: Self) -> Self;

    /// The number of bits without the zeros at the high end.
    fn bits(self) -> u32;

    /// Writes all bytes of the key at a place, the lowest first. The bytes must not end before.
    fn store(self, bytes: &mut [u8], at: usize);

    /// The low `width` bytes of the number that begins at `at` in the bytes; `None` if the
    /// bytes end before [`Key::BYTES`] bytes were read.
    fn load(bytes: &[u8], at: usize, width: usize) -> Option<Self>;
}

macro_rules! key {
    ($number:ty, |$bits:ident| $narrowed:expr) => {
        impl Key for $number {
            const BYTES: usize = size_of::<$number>();

            fn to_bits(self) -> U256 {
                self.into()
            }

            fn from_bits($bits: U256) -> Self {
                $narrowed
            }

            #[inline]
            fn mixed(self) -> u64 {
                let (top, wide) = U256::from(self).into_words();
                let wide = wide ^ top.rotate_left(32);
                let folded = wide as u64 ^ (wide >> 64) as u64;
                folded.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            }

            #[inline]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }

            #[inline]
            fn plus(self, difference: Self) -> Self {
                self.wrapping_add(difference)
            }

            #[inline]
            fn shifted(self, bits: u32) -> Self {
                self << bits
            }

            #[inline]
            fn shifted_down(self, bits: u32) -> Self {
                self >> bits
            }

            #[inline]
            fn or(self, other: Self) -> Self {
                self | other
            }

            #[inline]
            fn bits(self) -> u32 {
                Self::BITS - self.leading_zeros()
            }

            #[inline]
            fn store(self, bytes: &mut [u8], at: usize) {
                bytes[at..at + Self::BYTES].copy_from_slice(&self.to_le_bytes());
            }

            #[inline]
            fn load(bytes: &[u8], at: usize, width: usize) -> Option<Self> {
                let raw = bytes.get(at..)?.first_chunk()?;
                let above = 8 * (Self::BYTES - width) as u32;
                Some(Self::from_le_bytes(*raw) << above >> above)
            }
        }
    };
}

key!(u16, |bits| bits.as_u16());
key!(u32, |bits| bits.as_u32());
key!(u64, |bits| bits.as_u64());
key!(u128, |bits| bits.as_u128());
key!(U256, |bits| bits);
