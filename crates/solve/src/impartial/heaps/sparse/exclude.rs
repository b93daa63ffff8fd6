//! The least common nimber that no rare heap excludes, 64 heaps at a time.
//!
//! A rare heap r and a split that takes k exclude from heap n the xor of the
//! nimbers of r and n - k - r. So each pair of the two is a *partner* at a fixed
//! distance k + r with a fixed index to be added, and so is a move that leaves one
//! heap, with nothing to be added.
//!
//! Partners 64 or more away are *far*: their bytes are there before the block
//! begins. 16 nimbers at a time are excluded by looking each byte up in two tables
//! of 16 single bits. Those 24 or more away are dealt with in the same way for 16
//! heaps at a time, those 8 or more away for 8, and only what is nearer is looked
//! at heap by heap. The last heaps stay in registers: to read bytes together that
//! were just written apart would wait until they are in the cache. Few heaps need
//! more than the first 16 nimbers.

#![expect(clippy::inline_always, reason = "only so is it built for the machine")]

use super::super::moves::Moves;
use super::lanes::{HIGH, LOW, Lanes, Machine, Work};
use super::trail::{MOST_COMMON, Trail};

/// Heaps of a block.
pub(super) const BLOCK: usize = 64;
/// Nimbers that are excluded in one go.
const CHUNK: usize = 16;
const CHUNKS: usize = MOST_COMMON as usize / CHUNK;

/// What excludes common nimbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Partners {
    /// All, in order of the distance.
    all: Vec<Partner>,
    /// So many are nearer than [`QUARTER_FROM`] and than a block.
    nearer: [usize; 2],
    nearest: Vec<Nearest>,
    /// Those one eighth away, and those two.
    by_eighths: [Vec<ByEighth>; 2],
    /// Whether all that is added is below 64.
    is_narrow: bool,
}

/// Heaps that are worked out together, by how far away a partner is.
const EIGHTH: usize = 8;
const QUARTER: usize = 16;
/// From this distance on what a quarter reads is not of the last eighth.
const QUARTER_FROM: usize = QUARTER + EIGHTH;

/// A heap a fixed distance back, and what is added to its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Partner {
    distance: usize,
    index: u8,
}

/// A partner less than an eighth away: how far its byte is shifted to the right in
/// the last eight, the last of which is the highest.
#[derive(Clone, Copy, Debug)]
struct Nearest {
    shift: u32,
    index: u64,
}

/// Two partners one or two eighths away: for each, which of 16 bytes are those of
/// an eighth, the last 16 or those before the last 8.
#[derive(Clone, Copy, Debug)]
struct ByEighth {
    pick: [u8; 16],
    indices: [u8; 16],
}

impl Partners {
    /// Those of a game with these rare heaps.
    pub(super) fn new(moves: &Moves, trail: &Trail, rares: &[u64]) -> Self {
        let space = trail.space();
        let alone = moves
            .singles
            .iter()
            .filter(|&&take| !space.turns_after(take))
            .map(|&take| (take, 0));
        let index = |heap| trail.nimber(heap).map_or(0, |nimber| space.index(nimber));
        let pairs = moves
            .splits
            .iter()
            .flat_map(|take| rares.iter().map(move |&rare| (take + rare, index(rare))));
        let mut all: Vec<Partner> = alone
            .chain(pairs)
            .map(|(distance, index)| Partner {
                distance: distance as usize,
                index: index as u8,
            })
            .collect();
        all.sort_unstable();
        all.dedup();
        let [below_8, below_24, below_64] = [EIGHTH, QUARTER_FROM, BLOCK]
            .map(|border| all.partition_point(|partner| partner.distance < border));
        let (nearest, middle) = all[..below_24].split_at(below_8);
        let (one, two): (Vec<Partner>, _) = middle
            .iter()
            .partition(|partner| partner.distance < 2 * EIGHTH);
        Self {
            is_narrow: all.iter().all(|partner| partner.index < 64),
            nearest: nearest.iter().map(Nearest::of).collect(),
            by_eighths: [one, two].map(|some| some.chunks(2).map(ByEighth::of).collect()),
            nearer: [below_24, below_64],
            all,
        }
    }

    /// The least distance, or one that is at least an eighth.
    fn nearest_distance(&self) -> usize {
        self.all.first().map_or(EIGHTH, |partner| partner.distance)
    }

    /// The largest distance.
    pub(super) fn reach(&self) -> u64 {
        self.all.last().map_or(0, |partner| partner.distance as u64)
    }
}

impl Nearest {
    fn of(&Partner { distance, index }: &Partner) -> Self {
        let shift = 8 * (EIGHTH - distance) as u32;
        let index = index.into();
        Self { shift, index }
    }
}

impl ByEighth {
    /// Of two partners, or of one twice.
    fn of(two: &[Partner]) -> Self {
        let lanes: [usize; 16] = std::array::from_fn(|lane| lane);
        let partner = |lane: usize| two[lane / EIGHTH % two.len()];
        let first = |lane| EIGHTH - partner(lane).distance % EIGHTH;
        Self {
            pick: lanes.map(|lane| (first(lane) + lane % EIGHTH) as u8),
            indices: lanes.map(|lane| partner(lane).index),
        }
    }
}

/// What ended the work before its goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// The next heap has no common nimber below 128 that is not excluded.
    NoneLeft,
}

/// Adds blocks of heaps to the trail up to `goal` or a little less, each with the
/// least common nimber that is not excluded.
///
/// That is the heap's nimber if every smaller rare one is attained, which remains
/// to be shown. Invariant: no rare or wide heap among the 64 before.
pub(super) fn extend(
    machine: Machine,
    trail: &mut Trail,
    partners: &Partners,
    goal: u64,
) -> Option<Halt> {
    debug_assert!(trail.end() > trail.last_odd_one() + BLOCK as u64);
    let mut blocks = goal.saturating_sub(trail.end()) as usize / BLOCK;
    let bytes = trail.bytes_mut();
    while blocks > 0 {
        let last = &bytes[bytes.len() - BLOCK..];
        let is_narrow = partners.is_narrow && last.iter().all(|&byte| byte < 64);
        let done = machine.run(Extend {
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

/// Why the work on blocks paused; the heaps before are there.
enum Pause {
    NoneLeft,
    /// A nimber has an index of 64 or more.
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
        // Heaps nearer to each other than the nearest partner do not wait for one
        // another.
        let partners = self.partners;
        match (self.is_narrow, partners.nearest_distance()) {
            (true, 0..2) => self.groups::<L, 1>(lanes),
            (true, 2..4) => self.groups::<L, 2>(lanes),
            (true, 4..) => self.groups::<L, 4>(lanes),
            (false, _) => self.blocks::<L, u128, 1>(lanes, &partners.nearest),
        }
    }
}

impl Extend<'_> {
    #[inline(always)]
    fn groups<L: Lanes, const GROUP: usize>(self, lanes: L) -> Result<(), Pause> {
        // A loop over few whose number is known is unrolled.
        let partners = self.partners;
        match partners.nearest[..] {
            [a] => self.blocks::<L, u64, GROUP>(lanes, &[a]),
            [a, b] => self.blocks::<L, u64, GROUP>(lanes, &[a, b]),
            [a, b, c] => self.blocks::<L, u64, GROUP>(lanes, &[a, b, c]),
            [a, b, c, d] => self.blocks::<L, u64, GROUP>(lanes, &[a, b, c, d]),
            [a, b, c, d, e] => self.blocks::<L, u64, GROUP>(lanes, &[a, b, c, d, e]),
            ref nearest => self.blocks::<L, u64, GROUP>(lanes, nearest),
        }
    }

    #[inline(always)]
    fn blocks<L: Lanes, N: Excluded, const GROUP: usize>(
        self,
        lanes: L,
        nearest: &[Nearest],
    ) -> Result<(), Pause> {
        let Partners {
            all,
            nearer,
            by_eighths,
            ..
        } = self.partners;
        let [below_24, below_64] = *nearer;
        let (near, far) = all.split_at(below_64);
        let first = self.bytes.len();
        self.bytes.resize(first + self.blocks * BLOCK, 0);
        let bytes = &mut self.bytes[..];
        for done in 0..self.blocks {
            let start = first + done * BLOCK;
            let by_far = exclude(lanes, bytes, start, far, 0);
            let mut later = Later {
                ready: 1,
                chunks: [Excludes::default(); CHUNKS],
            };
            let mut last = eight(bytes, start - EIGHTH);
            let mut before = eight(bytes, start - QUARTER);
            let mut long_before = eight(bytes, start - QUARTER_FROM);
            for quarter in (0..BLOCK).step_by(QUARTER) {
                let mut by_quarter = by_far.quarter(lanes, quarter);
                add(
                    lanes,
                    &mut by_quarter,
                    bytes,
                    start + quarter,
                    &near[below_24..],
                );
                let halves = [by_quarter, lanes.latter_half(by_quarter)];
                for (eighth, by_quarter) in (quarter..).step_by(EIGHTH).zip(halves) {
                    let mut by_eighth = lanes.no_bits();
                    let sources = [sixteen(before, last), sixteen(long_before, before)];
                    for (of, partners) in sources.iter().zip(by_eighths) {
                        for two in partners {
                            lanes.add_picked_bits(&mut by_eighth, of, &two.pick, &two.indices);
                        }
                    }
                    let by_both = lanes.or_bits(by_eighth, lanes.latter_half(by_eighth));
                    let excluded = lanes.store_bits(lanes.or_bits(by_quarter, by_both));
                    let mut recent = last;
                    let groups = excluded.as_chunks::<GROUP>().0;
                    for (first, excluded) in (eighth..eighth + EIGHTH).step_by(GROUP).zip(groups) {
                        let mut sets = excluded.map(N::from);
                        for partner in nearest {
                            for (passed, set) in (0..).step_by(8).zip(&mut sets) {
                                let index = recent >> passed >> partner.shift ^ partner.index;
                                set.insert(index);
                            }
                        }
                        let mut indices = [0; GROUP];
                        let mut most = 0;
                        for (index, set) in indices.iter_mut().zip(&sets) {
                            *index = set.least_free();
                            most = most.max(*index);
                        }
                        if most >= CHUNK {
                            // Not often: all near partners are looked at one by one.
                            let at = start + first;
                            bytes[at - EIGHTH..at].copy_from_slice(&recent.to_le_bytes());
                            let heaps = indices.iter_mut().zip(sets).enumerate();
                            for (nth, (index, by_near)) in heaps {
                                let at = at + nth;
                                if *index < CHUNK {
                                    bytes[at] = *index as u8;
                                    continue;
                                }
                                let mut by_near = by_near;
                                for partner in near {
                                    let index = bytes[at - partner.distance] ^ partner.index;
                                    by_near.insert(index.into());
                                }
                                let mut chunk = 1;
                                *index = loop {
                                    if chunk == CHUNKS {
                                        self.bytes.truncate(at);
                                        return Err(Pause::NoneLeft);
                                    }
                                    let by_far = later.excluded(lanes, bytes, start, far, chunk);
                                    let free = !(by_far.of(first + nth) | by_near.chunk(chunk));
                                    if free != 0 {
                                        break chunk * CHUNK + free.trailing_zeros() as usize;
                                    }
                                    chunk += 1;
                                };
                                bytes[at] = *index as u8;
                                if *index >= N::MOST {
                                    self.bytes.truncate(at + 1);
                                    return Err(Pause::NoLongerNarrow {
                                        blocks_left: self.blocks - done,
                                    });
                                }
                            }
                        }
                        for index in indices {
                            recent = recent >> 8 | (index as u64) << 56;
                        }
                    }
                    let at = start + eighth;
                    bytes[at..at + EIGHTH].copy_from_slice(&recent.to_le_bytes());
                    (long_before, before, last) = (before, last, recent);
                }
            }
        }
        Ok(())
    }
}

/// Eight bytes, the first of them the lowest.
#[inline(always)]
fn eight(bytes: &[u8], from: usize) -> u64 {
    let eight = bytes[from..].first_chunk().copied().unwrap_or_default();
    u64::from_le_bytes(eight)
}

/// Eight bytes and the eight after them.
#[inline(always)]
fn sixteen(first: u64, last: u64) -> [u8; 16] {
    (u128::from(last) << 64 | u128::from(first)).to_le_bytes()
}

/// What partners exclude of the first nimbers, for 16 heaps; heaps that are not
/// there yet count for nothing.
#[inline(always)]
fn add<L: Lanes>(lanes: L, bits: &mut L::Bits, bytes: &[u8], start: usize, partners: &[Partner]) {
    for partner in partners {
        if let Some(of) = bytes[start - partner.distance..].first_chunk() {
            lanes.add_bits(bits, of, partner.index);
        }
    }
}

/// Which nimbers of a chunk are excluded, for each heap of a block: of the lower
/// eight and of the higher eight.
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

/// What far partners exclude of the chunks after the first, found when one of them
/// is wanted.
struct Later {
    /// Those of so many chunks are there.
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

/// What far partners exclude of one chunk of nimbers, for each heap of the block.
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
        // Partners farther away than there are heaps are for later.
        let Some(from) = start.checked_sub(partner.distance) else {
            break;
        };
        let Some(partners) = bytes[from..].first_chunk() else {
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

/// A set of nimbers that are excluded.
trait Excluded: From<u16> + Copy {
    /// Indices below this fit.
    const MOST: usize;

    /// Takes the low digits of `index` alone.
    fn insert(&mut self, index: u64);

    /// The least that is not in the set.
    fn least_free(&self) -> usize;

    fn chunk(&self, chunk: usize) -> u16;
}

impl Excluded for u64 {
    const MOST: usize = 64;

    #[inline(always)]
    fn insert(&mut self, index: u64) {
        *self |= 1 << (index % 64);
    }

    #[inline(always)]
    fn least_free(&self) -> usize {
        self.trailing_ones() as usize
    }

    #[inline(always)]
    fn chunk(&self, chunk: usize) -> u16 {
        self.checked_shr((chunk * CHUNK) as u32).unwrap_or(0) as u16
    }
}

impl Excluded for u128 {
    const MOST: usize = MOST_COMMON as usize;

    #[inline(always)]
    fn insert(&mut self, index: u64) {
        *self |= 1 << (index % 128);
    }

    #[inline(always)]
    fn least_free(&self) -> usize {
        self.trailing_ones() as usize
    }

    #[inline(always)]
    fn chunk(&self, chunk: usize) -> u16 {
        (*self >> (chunk * CHUNK)) as u16
    }
}
