//! A square of bits, row by row.

use zug_job::{Charge, Refusal};

/// `size` rows of `size` bits.
#[derive(Clone, Debug)]
pub(super) struct Square {
    words: Vec<u64>,
    /// The number of words of a row.
    stride: usize,
}

/// The number of words of a row of `size` bits.
fn stride(size: u64) -> u64 {
    size.div_ceil(64)
}

impl Square {
    /// The bytes that a square takes; `u64::MAX` if they are more.
    pub(super) fn bytes(size: u64) -> u64 {
        let bytes = u128::from(size) * u128::from(stride(size)) * 8;
        u64::try_from(bytes).unwrap_or(u64::MAX)
    }

    /// A square with all bits unset.
    pub(super) fn new(size: u64, charge: &mut Charge) -> Result<Self, Refusal> {
        let length = Self::bytes(size) / 8;
        let mut words = Vec::new();
        exactly(length, &mut words, charge)?;
        words.resize(length as usize, 0);
        Ok(Self {
            words,
            stride: stride(size) as usize,
        })
    }

    pub(super) fn row(&self, row: u64) -> &[u64] {
        &self.words[row as usize * self.stride..][..self.stride]
    }

    pub(super) fn set(&mut self, row: u64, bit: u64) {
        self.words[row as usize * self.stride + (bit / 64) as usize] |= 1 << (bit % 64);
    }

    pub(super) fn get(&self, row: u64, bit: u64) -> bool {
        self.row(row)[(bit / 64) as usize] >> (bit % 64) & 1 == 1
    }
}

/// Makes room for exactly `count` items in an empty vector, and charges it before
/// memory is taken.
pub(super) fn exactly<T>(
    count: u64,
    items: &mut Vec<T>,
    charge: &mut Charge,
) -> Result<(), Refusal> {
    let bytes = u128::from(count) * size_of::<T>() as u128;
    // No vector has more than `isize::MAX` bytes.
    if isize::try_from(bytes).is_ok() {
        return charge.regrow(items, count as usize);
    }
    let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
    charge.budget().charge(bytes)?;
    Err(charge.refused_by_machine(bytes))
}

/// Sets in `into` each bit of `from`, moved up by `up` places. Bits that move past the
/// end are lost.
pub(super) fn or_shifted(into: &mut [u64], from: &[u64], up: u64) {
    let (words, bits) = ((up / 64) as usize, up % 64);
    let Some(into) = into.get_mut(words..) else {
        return;
    };
    let mut below = 0;
    for (into, &word) in into.iter_mut().zip(from) {
        *into |= word << bits | below;
        below = match bits {
            0 => 0,
            _ => word >> (64 - bits),
        };
    }
}

/// The first bit from `from` on that is not set, if there is one.
pub(super) fn next_unset(words: &[u64], from: u64) -> Option<u64> {
    next(words, from, |word| !word)
}

/// The first bit from `from` on that is set, if there is one.
pub(super) fn next_set(words: &[u64], from: u64) -> Option<u64> {
    next(words, from, |word| word)
}

/// The first bit from `from` on that is set when `made` is applied to each word.
fn next(words: &[u64], from: u64, made: impl Fn(u64) -> u64) -> Option<u64> {
    let first = (from / 64) as usize;
    for (at, &word) in words.iter().enumerate().skip(first) {
        let mut word = made(word);
        if at == first {
            word &= u64::MAX << (from % 64);
        }
        if word != 0 {
            return Some(at as u64 * 64 + u64::from(word.trailing_zeros()));
        }
    }
    None
}
