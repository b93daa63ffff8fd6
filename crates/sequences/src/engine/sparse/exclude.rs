//! The least common nimber that no rare heap excludes, 64 heaps at a time.
//!
//! Partners at a distance of 64 or more are *far*: their bytes are known before the
//! block begins. 16 nimbers at a time are excluded by looking each byte up in two
//! tables of 16 single bits. Partners at a distance of 29 or more are looked up in the
//! same way for 16 heaps at a time, and those at 8 or more for four heaps, while the
//! four heaps before these are worked out: heap by heap the work is one long chain of
//! dependent instructions, and no slow step may be part of it. Nearer partners are
//! looked at heap by heap. Few heaps need more than the first 16 nimbers.
//!
//! With AVX2 a heap of 0.16 with its 51 partners takes 64 instructions, a heap of 0.106
//! with its 15 partners takes 36 (counted by callgrind). The number of instructions is
//! the limit: hardly any time is lost by waiting.

#![expect(
    clippy::inline_always,
    reason = "only so is it compiled for these vectors"
)]

use std::cell::Cell;
use std::ops::BitOr;

use super::lanes::{HIGH, LOW, Lanes, Vectors, Work};
use super::partners::{BLOCK, EIGHTH, FOUR, Nearest, Partner, Partners, QUARTER};
use super::trail::{INDICES, Trail};

/// The number of nimbers that are excluded in one go.
const CHUNK: usize = 16;
const CHUNKS: usize = INDICES as usize / CHUNK;

impl Nearest {
    /// The part of a row that holds what this partner excludes from each heap of a
    /// block.
    #[inline(always)]
    fn of<'a, N, const ADDED: usize>(&self, rows: &'a [Row<N>; ADDED]) -> &'a [Cell<N>; BLOCK] {
        let row = &rows[self.added % ADDED];
        row[EIGHTH - self.distance % EIGHTH..]
            .first_chunk()
            .unwrap_or_else(|| unreachable!("a row is longer than a block"))
    }
}

/// Why the work ended before its goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// All common nimbers with an index below 128 are excluded for the next heap.
    NoneLeft,
}

/// Adds blocks of heaps to the trail up to `goal` or a little less, each heap with the
/// least common nimber that is not excluded.
///
/// That nimber is right if every smaller rare nimber is attained, which remains to be
/// shown. Invariant: none of the last 64 heaps is rare or wide.
pub(super) fn extend(
    vectors: Vectors,
    trail: &mut Trail,
    partners: &Partners,
    goal: u64,
) -> Option<Halt> {
    debug_assert!(trail.end() > trail.last_rare_or_wide() + BLOCK as u64);
    let mut blocks = goal.saturating_sub(trail.end()) as usize / BLOCK;
    let bytes = trail.bytes_mut();
    while blocks > 0 {
        let last = &bytes[bytes.len() - BLOCK..];
        let is_narrow = partners.is_narrow && last.iter().all(|&byte| byte < 64);
        let done = vectors.run(Extend {
            bytes,
            partners,
            blocks,
            is_narrow,
        });
        match done {
            Ok(()) => return None,
            Err(Pause::NoneLeft) => return Some(Halt::NoneLeft),
            Err(Pause::NoLongerNarrow { blocks_left }) => blocks = blocks_left,
        }
    }
    None
}

/// Why the work on blocks paused; the heaps worked out before stay in the trail.
enum Pause {
    NoneLeft,
    /// The index of a nimber is 64 or more.
    NoLongerNarrow {
        blocks_left: usize,
    },
}

struct Extend<'a> {
    bytes: &'a mut Vec<u8>,
    partners: &'a Partners,
    blocks: usize,
    is_narrow: bool,
}

impl Work for Extend<'_> {
    type Done = Result<(), Pause>;

    #[inline(always)]
    fn work<L: Lanes>(self, lanes: L) -> Result<(), Pause> {
        if !self.is_narrow {
            return self.any::<L, u128>(lanes);
        }
        // A loop over a few items is unrolled if their number is known to the compiler.
        let Partners { added, nearest, .. } = self.partners;
        match (&added[..], &nearest[..]) {
            (&[x], [a]) => self.few(lanes, [x], [a]),
            (&[x, y], [a, b]) => self.few(lanes, [x, y], [a, b]),
            (&[x, y], [a, b, c]) => self.few(lanes, [x, y], [a, b, c]),
            (&[x, y], [a, b, c, d]) => self.few(lanes, [x, y], [a, b, c, d]),
            (&[x, y], [a, b, c, d, e]) => self.few(lanes, [x, y], [a, b, c, d, e]),
            _ => self.any::<L, u64>(lanes),
        }
    }
}

impl Extend<'_> {
    #[inline(always)]
    fn few<L: Lanes, const ADDED: usize, const NEAREST: usize>(
        self,
        lanes: L,
        added: [u64; ADDED],
        nearest: [&Nearest; NEAREST],
    ) -> Result<(), Pause> {
        let rows = rows::<u64, ADDED>();
        let nearest = nearest.map(|it| it.of(&rows));
        self.blocks(lanes, &rows, &added, &nearest)
    }

    #[inline(always)]
    fn any<L: Lanes, N: Excluded>(self, lanes: L) -> Result<(), Pause> {
        let rows = rows::<N, EIGHTH>();
        let Partners { added, nearest, .. } = self.partners;
        let nearest: Vec<&[Cell<N>; BLOCK]> = nearest.iter().map(|it| it.of(&rows)).collect();
        self.blocks(lanes, &rows, added, &nearest)
    }

    /// `rows` has a row for each of the different indices in `added`, and `nearest` are
    /// parts of these rows.
    #[inline(always)]
    fn blocks<L: Lanes, N: Excluded, const ADDED: usize>(
        self,
        lanes: L,
        rows: &[Row<N>; ADDED],
        added: &[u64],
        nearest: &[&[Cell<N>; BLOCK]],
    ) -> Result<(), Pause> {
        let partners = self.partners;
        let (near, middle, far) = (partners.near(), partners.middle(), partners.far());
        let by_fours = &partners.by_fours[..];
        let first = self.bytes.len();
        self.bytes.resize(first + self.blocks * BLOCK, 0);
        let bytes = &mut self.bytes[..];
        let mut later = Later::default();
        begin_rows(rows, added, &bytes[first - EIGHTH..first]);
        let mut seen = bytes[..first - FOUR]
            .last_chunk()
            .map_or_else(|| lanes.seen(&[0; 32]), |bytes| lanes.seen(bytes));
        let mut four_before = bytes[..first]
            .last_chunk()
            .copied()
            .map_or(0, u32::from_le_bytes);
        let mut by_fours_now = lanes.pick(seen, by_fours);
        for done in 0..self.blocks {
            let start = first + done * BLOCK;
            let by_far = exclude(lanes, bytes, start, far, 0);
            later.ready = 1;
            for quarter in 0..BLOCK / QUARTER {
                let quarter = quarter * QUARTER;
                let mut by_quarter = by_far.quarter(lanes, quarter);
                add(lanes, &mut by_quarter, bytes, start + quarter, middle);
                let by_quarter = lanes.store_bits(by_quarter);
                for (four, by_quarter) in by_quarter.into_iter().enumerate() {
                    let four = quarter + four * FOUR;
                    let excluded = by_quarter | by_fours_now;
                    seen = lanes.see(seen, four_before);
                    by_fours_now = lanes.pick(seen, by_fours);
                    let mut four_now = 0;
                    for nth in 0..FOUR {
                        let heap = (four + nth) % BLOCK;
                        let by_others = N::from((excluded >> (16 * nth)) as u16);
                        let excluded = nearest
                            .iter()
                            .fold(by_others, |any, one| any | one[heap].get());
                        let mut index = excluded.least_free();
                        if index >= CHUNK {
                            rarely();
                            write_four(bytes, start + four, four_now);
                            let found = lanes.run(Slow {
                                bytes,
                                start,
                                heap,
                                near,
                                far,
                                later: &mut later,
                                by_near: excluded,
                            });
                            index = match found {
                                Some(found) if found < N::MOST => found,
                                _ => return Err(self.pause(start + heap, done, found)),
                            };
                        }
                        four_now |= (index as u32) << (8 * nth);
                        for (row, added) in rows.iter().zip(added) {
                            row[EIGHTH + heap].set(N::one(index as u64 ^ added));
                        }
                    }
                    write_four(bytes, start + four, four_now);
                    four_before = four_now;
                }
            }
            end_rows(rows);
        }
        Ok(())
    }

    /// Drops the heaps that are not worked out, at `heap` bytes after `done` blocks. The
    /// heap has the index `index`, which the sets of excluded nimbers cannot hold, or none.
    fn pause(self, heap: usize, done: usize, index: Option<usize>) -> Pause {
        self.bytes.truncate(heap);
        let Some(index) = index else {
            return Pause::NoneLeft;
        };
        self.bytes.push(index as u8);
        Pause::NoLongerNarrow {
            blocks_left: self.blocks - done,
        }
    }
}

/// Writes the indices of four heaps, of which the lowest byte of `four` is the first.
#[inline(always)]
fn write_four(bytes: &mut [u8], at: usize, four: u32) {
    if let Some(bytes) = bytes[at..].first_chunk_mut() {
        *bytes = four.to_le_bytes();
    }
}

/// For each of the last eight heaps and each heap of a block, the set of what it
/// excludes with one index added.
type Row<N> = [Cell<N>; EIGHTH + BLOCK];

#[inline(always)]
fn rows<N: Excluded, const ADDED: usize>() -> [Row<N>; ADDED] {
    std::array::from_fn(|_| std::array::from_fn(|_| Cell::new(N::default())))
}

/// Writes what the last heaps before the first block exclude.
#[inline(always)]
fn begin_rows<N: Excluded>(rows: &[Row<N>], added: &[u64], last: &[u8]) {
    for (row, added) in rows.iter().zip(added) {
        for (one, &byte) in row.iter().zip(last) {
            one.set(N::one(u64::from(byte) ^ added));
        }
    }
}

/// The last heaps of this block are those before the next one.
#[inline(always)]
fn end_rows<N: Excluded>(rows: &[Row<N>]) {
    for row in rows {
        for heap in 0..EIGHTH {
            row[heap].set(row[heap + BLOCK].get());
        }
    }
}

/// The search for the index of a heap whose nimber is not among the first 16: there are
/// few such heaps.
struct Slow<'a, N> {
    bytes: &'a [u8],
    start: usize,
    heap: usize,
    near: &'a [Partner],
    far: &'a [Partner],
    later: &'a mut Later,
    by_near: N,
}

impl<N: Excluded> Work for Slow<'_, N> {
    /// The index of the heap; `None` if all are excluded.
    type Done = Option<usize>;

    #[inline(always)]
    fn work<L: Lanes>(self, lanes: L) -> Option<usize> {
        let mut by_near = self.by_near;
        for partner in self.near {
            let partners = self.bytes[self.start + self.heap - partner.distance];
            by_near = by_near | N::one((partners ^ partner.index).into());
        }
        (1..CHUNKS).find_map(|chunk| {
            let by_far = self
                .later
                .excluded(lanes, self.bytes, self.start, self.far, chunk);
            let free = !(by_far.of(self.heap) | by_near.chunk(chunk));
            (free != 0).then(|| chunk * CHUNK + free.trailing_zeros() as usize)
        })
    }
}

/// Adds what `partners` exclude among the first nimbers, for 16 heaps. A heap that is
/// not known yet excludes nothing.
#[inline(always)]
fn add<L: Lanes>(lanes: L, bits: &mut L::Bits, bytes: &[u8], start: usize, partners: &[Partner]) {
    for partner in partners {
        if let Some(of) = chunk(bytes, start + QUARTER, partner.distance) {
            lanes.add_bits(bits, of, partner.index);
        }
    }
}

/// The `BYTES` bytes that lie `distance` before those that end at `end`; `None` if
/// there are fewer.
#[inline(always)]
fn chunk<const BYTES: usize>(bytes: &[u8], end: usize, distance: usize) -> Option<&[u8; BYTES]> {
    bytes.get(..end.wrapping_sub(distance))?.last_chunk()
}

/// The excluded nimbers of a chunk, for each heap of a block: the lower eight and the
/// higher eight.
#[derive(Clone, Copy)]
struct Excludes {
    low: [u8; BLOCK],
    high: [u8; BLOCK],
}

impl Default for Excludes {
    fn default() -> Self {
        Self {
            low: [0; BLOCK],
            high: [0; BLOCK],
        }
    }
}

impl Excludes {
    #[inline(always)]
    fn of(&self, heap: usize) -> u16 {
        u16::from_le_bytes([self.low[heap], self.high[heap]])
    }

    #[inline(always)]
    fn quarter<L: Lanes>(&self, lanes: L, from: usize) -> L::Bits {
        let part = |all: &[u8; BLOCK]| *all[from..].first_chunk().unwrap_or(&[0; QUARTER]);
        lanes.load_bits(&part(&self.low), &part(&self.high))
    }
}

/// What far partners exclude in the chunks after the first, worked out when a chunk is
/// needed.
#[derive(Default)]
struct Later {
    /// The number of chunks that are worked out.
    ready: usize,
    chunks: [Excludes; CHUNKS],
}

impl Later {
    #[inline(always)]
    fn excluded<L: Lanes>(
        &mut self,
        lanes: L,
        bytes: &[u8],
        start: usize,
        far: &[Partner],
        chunk: usize,
    ) -> &Excludes {
        if chunk == self.ready {
            self.chunks[chunk] = exclude(lanes, bytes, start, far, chunk);
            self.ready += 1;
        }
        &self.chunks[chunk]
    }
}

/// What far partners exclude in one chunk of nimbers, for each heap of the block.
#[inline(always)]
fn exclude<L: Lanes>(
    lanes: L,
    bytes: &[u8],
    start: usize,
    far: &[Partner],
    chunk: usize,
) -> Excludes {
    let (low, high) = (lanes.table(LOW), lanes.table(HIGH));
    let chunk = (chunk * CHUNK) as u8;
    let (mut first, mut second) = (lanes.splat(0), lanes.splat(0));
    for partner in far {
        // Partners at a distance larger than the number of heaps exclude nothing so
        // far.
        let Some(partners) = self::chunk(bytes, start + BLOCK, partner.distance) else {
            break;
        };
        let indices = lanes.xor(lanes.load(partners), lanes.splat(partner.index ^ chunk));
        let nibbles = lanes.nibbles(indices);
        first = lanes.or(first, lanes.look_up(low, nibbles));
        second = lanes.or(second, lanes.look_up(high, nibbles));
    }
    Excludes {
        low: lanes.store(first),
        high: lanes.store(second),
    }
}

/// A set of excluded nimbers, by their indices.
trait Excluded: From<u16> + BitOr<Output = Self> + Copy + Default {
    /// Indices below this fit into the set.
    const MOST: usize;

    /// The set of one index, of which only the low digits are used.
    fn one(index: u64) -> Self;

    /// The least index that is not in the set.
    fn least_free(self) -> usize;

    fn chunk(self, chunk: usize) -> u16;
}

impl Excluded for u64 {
    const MOST: usize = 64;

    #[inline(always)]
    fn one(index: u64) -> Self {
        1 << (index % 64)
    }

    #[inline(always)]
    fn least_free(self) -> usize {
        self.trailing_ones() as usize
    }

    #[inline(always)]
    fn chunk(self, chunk: usize) -> u16 {
        self.checked_shr((chunk * CHUNK) as u32).unwrap_or(0) as u16
    }
}

impl Excluded for u128 {
    const MOST: usize = INDICES as usize;

    #[inline(always)]
    fn one(index: u64) -> Self {
        1 << (index % 128)
    }

    #[inline(always)]
    fn least_free(self) -> usize {
        self.trailing_ones() as usize
    }

    #[inline(always)]
    fn chunk(self, chunk: usize) -> u16 {
        (self >> (chunk * CHUNK)) as u16
    }
}

/// A call of this tells the compiler that the branch is rare, so that no registers are
/// reserved for it.
#[cold]
#[inline(never)]
fn rarely() {}
