//! Vectors of 64 bytes.
//!
//! One trait, and three kinds of vectors: AVX-512, AVX2, and plain Rust that any
//! processor can run. [`Vectors::best`] chooses the fastest kind that this computer has.
//! All give the same results.

// A function that is not inlined is compiled for any processor, and gets its vectors
// through memory.
#![expect(
    clippy::inline_always,
    reason = "only so is it compiled for these vectors"
)]

#[cfg(target_arch = "x86_64")]
use pulp::{
    NullaryFnOnce, cast,
    x86::{V3, V4},
};

/// A kind of vectors, with which a processor works on 64 bytes at a time.
pub(super) trait Lanes: Copy {
    /// 64 bytes.
    type Bytes: Copy;
    /// 16 sets, each of numbers below 16.
    type Bits: Copy;
    /// The last 32 bytes of a sequence.
    type Seen: Copy;

    /// Does the work with these vectors, in a function that is not inlined.
    fn run<W: Work>(self, work: W) -> W::Done;

    /// 64 copies of one byte.
    fn splat(self, byte: u8) -> Self::Bytes;
    /// A table of 16 entries for [`Self::look_up`].
    fn table(self, entries: [u8; 16]) -> Self::Bytes;
    fn load(self, bytes: &[u8; 64]) -> Self::Bytes;
    fn store(self, bytes: Self::Bytes) -> [u8; 64];
    fn xor(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    fn or(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// For each byte below 16 its entry in the table; for any other byte 0.
    fn look_up(self, table: Self::Bytes, bytes: Nibbles<Self::Bytes>) -> Self::Bytes;
    /// Prepares bytes for [`Self::look_up`].
    fn nibbles(self, bytes: Self::Bytes) -> Nibbles<Self::Bytes>;
    /// Inserts each byte xor `with` into its set, if the result is below 16.
    fn add_bits(self, bits: &mut Self::Bits, bytes: &[u8; 16], with: u8);
    /// The sets whose members below 8 are the bits of `low`, and whose members from 8
    /// on are the bits of `high`.
    fn load_bits(self, low: &[u8; 16], high: &[u8; 16]) -> Self::Bits;
    /// The sets as 16 bits each, four sets to a word.
    fn store_bits(self, bits: Self::Bits) -> [u64; 4];
    /// The sequence that ends with these 32 bytes; the last byte is the latest.
    fn seen(self, bytes: &[u8; 32]) -> Self::Seen;
    /// Appends four bytes, the lowest of `four` first.
    fn see(self, seen: Self::Seen, four: u32) -> Self::Seen;
    /// Four sets of 16 bits each, whose members are the bytes that `picks` choose.
    fn pick(self, seen: Self::Seen, picks: &[Pick]) -> u64;
    /// Bit i is set if the bytes i of `a` and `b` are equal.
    fn equal(self, a: Self::Bytes, b: Self::Bytes) -> u64;
    /// Adds 1 to the count i where the bytes i of `a` and `b` are equal.
    fn count_equal(self, counts: Self::Bytes, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// Bit i is set if the byte i of `a` is larger than that of `b`.
    fn above(self, a: Self::Bytes, b: Self::Bytes) -> u64;
}

/// Bytes prepared for a table: those below 16 keep their low half, and the others have
/// the high bit set.
#[derive(Clone, Copy)]
pub(super) struct Nibbles<B>(B);

/// A choice of 32 bytes: the first 16 from the last 16 of the sequence, the others from
/// the 16 before its last 8. Byte i goes into set i modulo 4, after an xor with a byte
/// of its own, if the result is below 16.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pick {
    /// The places of the bytes, as [`Pick::place`] numbers them.
    pub(super) bytes: [u8; 32],
    pub(super) with: [u8; 32],
}

impl Pick {
    /// The place of the byte that has `back` bytes after it; the last byte has 0.
    pub(super) const fn place(back: u8) -> u8 {
        // The last four bytes have the first places, in order.
        back ^ 3
    }
}

/// The bit of each number below 8; 0 for the numbers from 8 to 15.
pub(super) const LOW: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];
/// The bit of each number from 8 to 15, less 8; 0 for the numbers below 8.
pub(super) const HIGH: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128];

/// Work that can be done with vectors of any kind.
pub(super) trait Work {
    type Done;

    /// To be inlined always, with all functions that it calls: only then is it compiled
    /// for the vectors.
    fn work<L: Lanes>(self, lanes: L) -> Self::Done;
}

/// The kind of vectors that the work uses, chosen once.
#[derive(Clone, Copy, Debug)]
pub(super) enum Vectors {
    Plain,
    #[cfg(target_arch = "x86_64")]
    Avx2(V3),
    #[cfg(target_arch = "x86_64")]
    Avx512(V4),
}

impl Vectors {
    /// The fastest kind that this computer has.
    pub(super) fn best() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(avx512) = V4::try_new() {
                return Self::Avx512(avx512);
            }
            if let Some(avx2) = V3::try_new() {
                return Self::Avx2(avx2);
            }
        }
        Self::Plain
    }

    /// All kinds that this computer has.
    #[cfg(test)]
    pub(super) fn all() -> Vec<Self> {
        let mut all = vec![Self::Plain];
        #[cfg(target_arch = "x86_64")]
        {
            all.extend(V3::try_new().map(Self::Avx2));
            all.extend(V4::try_new().map(Self::Avx512));
        }
        all
    }

    /// Does the work with these vectors.
    pub(super) fn run<W: Work>(self, work: W) -> W::Done {
        match self {
            Self::Plain => Plain.run(work),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(avx2) => avx2.run(work),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(avx512) => avx512.run(work),
        }
    }
}

/// Work with vectors whose instructions must be enabled first.
#[cfg(target_arch = "x86_64")]
struct On<W, L> {
    work: W,
    lanes: L,
}

#[cfg(target_arch = "x86_64")]
impl<W: Work, L: Lanes> NullaryFnOnce for On<W, L> {
    type Output = W::Done;

    #[inline(always)]
    fn call(self) -> W::Done {
        self.work.work(self.lanes)
    }
}

/// Plain Rust, for any processor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plain;

impl Lanes for Plain {
    type Bytes = [u8; 64];
    type Bits = [u16; 16];
    /// The latest byte comes last.
    type Seen = [u8; 32];

    #[inline(never)]
    fn run<W: Work>(self, work: W) -> W::Done {
        work.work(self)
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> [u8; 64] {
        [byte; 64]
    }
    #[inline(always)]
    fn table(self, entries: [u8; 16]) -> [u8; 64] {
        std::array::from_fn(|at| entries[at % 16])
    }
    #[inline(always)]
    fn load(self, bytes: &[u8; 64]) -> [u8; 64] {
        *bytes
    }
    #[inline(always)]
    fn store(self, bytes: [u8; 64]) -> [u8; 64] {
        bytes
    }
    #[inline(always)]
    fn xor(self, a: [u8; 64], b: [u8; 64]) -> [u8; 64] {
        std::array::from_fn(|at| a[at] ^ b[at])
    }
    #[inline(always)]
    fn or(self, a: [u8; 64], b: [u8; 64]) -> [u8; 64] {
        std::array::from_fn(|at| a[at] | b[at])
    }
    #[inline(always)]
    fn nibbles(self, bytes: [u8; 64]) -> Nibbles<[u8; 64]> {
        Nibbles(bytes.map(|byte| byte.saturating_add(0x70)))
    }
    #[inline(always)]
    fn look_up(self, table: [u8; 64], bytes: Nibbles<[u8; 64]>) -> [u8; 64] {
        bytes.0.map(|byte| {
            let entry = table[usize::from(byte & 15)];
            if byte < 0x80 { entry } else { 0 }
        })
    }
    #[inline(always)]
    fn add_bits(self, bits: &mut [u16; 16], bytes: &[u8; 16], with: u8) {
        for (bits, byte) in bits.iter_mut().zip(bytes) {
            *bits |= 1u16.checked_shl(u32::from(byte ^ with)).unwrap_or(0);
        }
    }
    #[inline(always)]
    fn load_bits(self, low: &[u8; 16], high: &[u8; 16]) -> [u16; 16] {
        std::array::from_fn(|at| u16::from_le_bytes([low[at], high[at]]))
    }
    #[inline(always)]
    fn store_bits(self, bits: [u16; 16]) -> [u64; 4] {
        std::array::from_fn(|word| {
            (0..4).fold(0, |four, at| {
                four | u64::from(bits[4 * word + at]) << (16 * at)
            })
        })
    }
    #[inline(always)]
    fn seen(self, bytes: &[u8; 32]) -> [u8; 32] {
        *bytes
    }
    #[inline(always)]
    fn see(self, mut seen: [u8; 32], four: u32) -> [u8; 32] {
        seen.copy_within(4.., 0);
        seen[28..].copy_from_slice(&four.to_le_bytes());
        seen
    }
    #[inline(always)]
    fn pick(self, seen: [u8; 32], picks: &[Pick]) -> u64 {
        let mut sets = 0;
        for pick in picks {
            for (at, (place, with)) in pick.bytes.iter().zip(pick.with).enumerate() {
                let back = usize::from(place ^ 3) + at / 16 * 8;
                let byte = seen[31 - back] ^ with;
                sets |= 1u16.checked_shl(byte.into()).map_or(0, u64::from) << (at % 4 * 16);
            }
        }
        sets
    }
    #[inline(always)]
    fn equal(self, a: [u8; 64], b: [u8; 64]) -> u64 {
        bits(|at| a[at] == b[at])
    }
    #[inline(always)]
    fn count_equal(self, counts: [u8; 64], a: [u8; 64], b: [u8; 64]) -> [u8; 64] {
        std::array::from_fn(|at| counts[at].wrapping_add(u8::from(a[at] == b[at])))
    }
    #[inline(always)]
    fn above(self, a: [u8; 64], b: [u8; 64]) -> u64 {
        bits(|at| a[at] > b[at])
    }
}

#[inline(always)]
fn bits(is_set: impl Fn(usize) -> bool) -> u64 {
    (0..64).fold(0, |bits, at| bits | u64::from(is_set(at)) << at)
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::{__m128i, __m256i, __m512i};

    use super::{HIGH, LOW, Lanes, Nibbles, On, Pick, V3, V4, Work, cast};

    impl Lanes for V3 {
        type Bytes = [__m256i; 2];
        type Bits = [__m128i; 2];
        /// The last four bytes come first, in order; then the four before them, and so
        /// on.
        type Seen = __m256i;

        #[inline(always)]
        fn run<W: Work>(self, work: W) -> W::Done {
            self.vectorize(On { work, lanes: self })
        }

        #[inline(always)]
        fn splat(self, byte: u8) -> [__m256i; 2] {
            [self.avx._mm256_set1_epi8(byte as i8); 2]
        }
        #[inline(always)]
        fn table(self, entries: [u8; 16]) -> [__m256i; 2] {
            [cast([entries; 2]); 2]
        }
        #[inline(always)]
        fn load(self, bytes: &[u8; 64]) -> [__m256i; 2] {
            cast(*bytes)
        }
        #[inline(always)]
        fn store(self, bytes: [__m256i; 2]) -> [u8; 64] {
            cast(bytes)
        }
        #[inline(always)]
        fn xor(self, a: [__m256i; 2], b: [__m256i; 2]) -> [__m256i; 2] {
            [
                self.avx2._mm256_xor_si256(a[0], b[0]),
                self.avx2._mm256_xor_si256(a[1], b[1]),
            ]
        }
        #[inline(always)]
        fn or(self, a: [__m256i; 2], b: [__m256i; 2]) -> [__m256i; 2] {
            [
                self.avx2._mm256_or_si256(a[0], b[0]),
                self.avx2._mm256_or_si256(a[1], b[1]),
            ]
        }
        #[inline(always)]
        fn nibbles(self, bytes: [__m256i; 2]) -> Nibbles<[__m256i; 2]> {
            let more = self.avx._mm256_set1_epi8(0x70);
            Nibbles([
                self.avx2._mm256_adds_epu8(bytes[0], more),
                self.avx2._mm256_adds_epu8(bytes[1], more),
            ])
        }
        #[inline(always)]
        fn look_up(self, table: [__m256i; 2], bytes: Nibbles<[__m256i; 2]>) -> [__m256i; 2] {
            [
                self.avx2._mm256_shuffle_epi8(table[0], bytes.0[0]),
                self.avx2._mm256_shuffle_epi8(table[1], bytes.0[1]),
            ]
        }
        #[inline(always)]
        fn add_bits(self, bits: &mut [__m128i; 2], bytes: &[u8; 16], with: u8) {
            let with = self.sse2._mm_set1_epi8(with as i8);
            let bytes = self.sse2._mm_xor_si128(cast(*bytes), with);
            let bytes = self.sse2._mm_adds_epu8(bytes, cast([0x70u8; 16]));
            let low = self.ssse3._mm_shuffle_epi8(cast(LOW), bytes);
            let high = self.ssse3._mm_shuffle_epi8(cast(HIGH), bytes);
            *bits = [
                self.sse2._mm_or_si128(bits[0], low),
                self.sse2._mm_or_si128(bits[1], high),
            ];
        }
        #[inline(always)]
        fn load_bits(self, low: &[u8; 16], high: &[u8; 16]) -> [__m128i; 2] {
            [cast(*low), cast(*high)]
        }
        #[inline(always)]
        fn store_bits(self, bits: [__m128i; 2]) -> [u64; 4] {
            let low = self.sse2._mm_unpacklo_epi8(bits[0], bits[1]);
            let high = self.sse2._mm_unpackhi_epi8(bits[0], bits[1]);
            cast([low, high])
        }
        #[inline(always)]
        fn seen(self, bytes: &[u8; 32]) -> __m256i {
            let order = cast([7u32, 6, 5, 4, 3, 2, 1, 0]);
            self.avx2._mm256_permutevar8x32_epi32(cast(*bytes), order)
        }
        #[inline(always)]
        fn see(self, seen: __m256i, four: u32) -> __m256i {
            let order = cast([7u32, 0, 1, 2, 3, 4, 5, 6]);
            let before = self.avx2._mm256_permutevar8x32_epi32(seen, order);
            let four = self.sse2._mm_cvtsi32_si128(four as i32);
            let four = self.avx._mm256_castsi128_si256(four);
            self.avx2._mm256_blend_epi32::<1>(before, four)
        }
        #[inline(always)]
        fn pick(self, seen: __m256i, picks: &[Pick]) -> u64 {
            let order = cast([0u32, 1, 2, 3, 2, 3, 4, 5]);
            let from = self.avx2._mm256_permutevar8x32_epi32(seen, order);
            let mut low = self.avx._mm256_setzero_si256();
            let mut high = low;
            for pick in picks {
                let bytes = self.avx2._mm256_shuffle_epi8(from, cast(pick.bytes));
                let bytes = self.avx2._mm256_xor_si256(bytes, cast(pick.with));
                let bytes = self.avx2._mm256_adds_epu8(bytes, cast([0x70u8; 32]));
                let below = self.avx2._mm256_shuffle_epi8(cast([LOW; 2]), bytes);
                let above = self.avx2._mm256_shuffle_epi8(cast([HIGH; 2]), bytes);
                low = self.avx2._mm256_or_si256(low, below);
                high = self.avx2._mm256_or_si256(high, above);
            }
            let sets = [
                self.avx2._mm256_unpacklo_epi8(low, high),
                self.avx2._mm256_unpackhi_epi8(low, high),
            ];
            let sets: [__m128i; 2] = cast(self.avx2._mm256_or_si256(sets[0], sets[1]));
            let sets: [u64; 2] = cast(self.sse2._mm_or_si128(sets[0], sets[1]));
            sets[0] | sets[1]
        }
        #[inline(always)]
        fn equal(self, a: [__m256i; 2], b: [__m256i; 2]) -> u64 {
            let low = self.avx2._mm256_cmpeq_epi8(a[0], b[0]);
            let high = self.avx2._mm256_cmpeq_epi8(a[1], b[1]);
            let low = self.avx2._mm256_movemask_epi8(low) as u32;
            let high = self.avx2._mm256_movemask_epi8(high) as u32;
            u64::from(high) << 32 | u64::from(low)
        }
        #[inline(always)]
        fn count_equal(
            self,
            counts: [__m256i; 2],
            a: [__m256i; 2],
            b: [__m256i; 2],
        ) -> [__m256i; 2] {
            // Equal bytes give -1, and to subtract -1 is to add 1.
            let low = self.avx2._mm256_cmpeq_epi8(a[0], b[0]);
            let high = self.avx2._mm256_cmpeq_epi8(a[1], b[1]);
            [
                self.avx2._mm256_sub_epi8(counts[0], low),
                self.avx2._mm256_sub_epi8(counts[1], high),
            ]
        }
        #[inline(always)]
        fn above(self, a: [__m256i; 2], b: [__m256i; 2]) -> u64 {
            let excess = [
                self.avx2._mm256_subs_epu8(a[0], b[0]),
                self.avx2._mm256_subs_epu8(a[1], b[1]),
            ];
            !self.equal(excess, self.splat(0))
        }
    }

    impl Lanes for V4 {
        type Bytes = __m512i;
        type Bits = [__m128i; 2];
        /// The last four bytes come first, in order; then the four before them, and so
        /// on.
        type Seen = __m256i;

        #[inline(always)]
        fn run<W: Work>(self, work: W) -> W::Done {
            self.vectorize(On { work, lanes: self })
        }

        #[inline(always)]
        fn splat(self, byte: u8) -> __m512i {
            self.avx512f._mm512_set1_epi8(byte as i8)
        }
        #[inline(always)]
        fn table(self, entries: [u8; 16]) -> __m512i {
            cast([entries; 4])
        }
        #[inline(always)]
        fn load(self, bytes: &[u8; 64]) -> __m512i {
            cast(*bytes)
        }
        #[inline(always)]
        fn store(self, bytes: __m512i) -> [u8; 64] {
            cast(bytes)
        }
        #[inline(always)]
        fn xor(self, a: __m512i, b: __m512i) -> __m512i {
            self.avx512f._mm512_xor_si512(a, b)
        }
        #[inline(always)]
        fn or(self, a: __m512i, b: __m512i) -> __m512i {
            self.avx512f._mm512_or_si512(a, b)
        }
        #[inline(always)]
        fn nibbles(self, bytes: __m512i) -> Nibbles<__m512i> {
            Nibbles(self.avx512bw._mm512_adds_epu8(bytes, self.splat(0x70)))
        }
        #[inline(always)]
        fn look_up(self, table: __m512i, bytes: Nibbles<__m512i>) -> __m512i {
            self.avx512bw._mm512_shuffle_epi8(table, bytes.0)
        }
        #[inline(always)]
        fn add_bits(self, bits: &mut [__m128i; 2], bytes: &[u8; 16], with: u8) {
            (*self).add_bits(bits, bytes, with);
        }
        #[inline(always)]
        fn load_bits(self, low: &[u8; 16], high: &[u8; 16]) -> [__m128i; 2] {
            (*self).load_bits(low, high)
        }
        #[inline(always)]
        fn store_bits(self, bits: [__m128i; 2]) -> [u64; 4] {
            (*self).store_bits(bits)
        }
        #[inline(always)]
        fn seen(self, bytes: &[u8; 32]) -> __m256i {
            (*self).seen(bytes)
        }
        #[inline(always)]
        fn see(self, seen: __m256i, four: u32) -> __m256i {
            (*self).see(seen, four)
        }
        #[inline(always)]
        fn pick(self, seen: __m256i, picks: &[Pick]) -> u64 {
            (*self).pick(seen, picks)
        }
        #[inline(always)]
        fn equal(self, a: __m512i, b: __m512i) -> u64 {
            self.avx512bw._mm512_cmpeq_epi8_mask(a, b)
        }
        #[inline(always)]
        fn count_equal(self, counts: __m512i, a: __m512i, b: __m512i) -> __m512i {
            let equal = self.avx512bw._mm512_cmpeq_epi8_mask(a, b);
            let ones = self.splat(1);
            self.avx512bw
                ._mm512_mask_add_epi8(counts, equal, counts, ones)
        }
        #[inline(always)]
        fn above(self, a: __m512i, b: __m512i) -> u64 {
            self.avx512bw._mm512_cmpgt_epu8_mask(a, b)
        }
    }
}
