//! Counts how often each byte occurs.
//!
//! A table of counts is slow where few values make up nearly all bytes: each count
//! waits for the one before. So where the values are few, they are counted one value
//! after another, 64 bytes at a time.

#![expect(
    clippy::inline_always,
    reason = "only so is it compiled for these vectors"
)]

use super::lanes::{Lanes, Vectors, Work};

/// The number of bytes that are looked at together.
const ROW: usize = 64;
/// The number of rows after which the count of a byte may reach 255.
const ROWS: usize = u8::MAX as usize;
/// Values are counted one after another if all are below this.
const FEW: u8 = 64;

/// How often each byte occurs at even places, and at odd places.
pub(super) fn byte_counts(vectors: Vectors, bytes: &[u8]) -> [[u64; 256]; 2] {
    vectors.run(Count { bytes })
}

struct Count<'a> {
    bytes: &'a [u8],
}

impl Work for Count<'_> {
    type Done = [[u64; 256]; 2];

    #[inline(always)]
    fn work<L: Lanes>(self, lanes: L) -> Self::Done {
        let mut counts = [[0; 256]; 2];
        // A part has an even number of bytes, unless it is the last.
        for part in self.bytes.chunks(ROW * ROWS) {
            let most = part.iter().fold(0, |most, &byte| most.max(byte));
            let (rows, rest) = if most < FEW {
                part.as_chunks::<ROW>()
            } else {
                (&[][..], part)
            };
            for value in 0..=most.min(FEW) {
                let of_value = lanes.splat(value);
                let mut times = lanes.splat(0);
                for row in rows {
                    times = lanes.count_equal(times, lanes.load(row), of_value);
                }
                for [even, odd] in lanes.store(times).as_chunks::<2>().0 {
                    counts[0][usize::from(value)] += u64::from(*even);
                    counts[1][usize::from(value)] += u64::from(*odd);
                }
            }
            for (place, &byte) in rest.iter().enumerate() {
                counts[place % 2][usize::from(byte)] += 1;
            }
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_vectors_counts_each_byte_once() {
        let small = |place: usize| (place * place % 61) as u8;
        let cases = [
            (0..20_001).map(small).collect(),
            (0..20_000).map(|place| (place % 256) as u8).collect(),
            vec![63; 16_321],
            vec![64; 100],
            vec![255; 31],
            Vec::new(),
        ];
        for bytes in cases as [Vec<u8>; 6] {
            let mut expected = [[0; 256]; 2];
            for (place, &byte) in bytes.iter().enumerate() {
                expected[place % 2][usize::from(byte)] += 1;
            }
            for vectors in Vectors::all() {
                assert_eq!(byte_counts(vectors, &bytes), expected, "{vectors:?}");
            }
        }
    }
}
