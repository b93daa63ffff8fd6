//! The least common nimber that no rare heap excludes, 64 heaps at a time.
//!
//! A rare heap r and a split that takes k exclude from heap n the xor of the
//! nimbers of r and n - k - r. So each pair of the two is a *partner* at a fixed
//! distance k + r with a fixed index to be added, and so is a move that leaves one
//! heap, with nothing to be added.
//!
//! Partners 64 or more away are *far*: their bytes are there before the block
//! begins. 16 nimbers at a time are excluded by looking each byte up in two tables
//! of 16 single bits. Partners 16 or more away are dealt with in the same way for
//! 16 heaps at a time, those 8 or more away for 8, and only what is nearer is
//! looked at heap by heap. Few heaps need more than the first 16 nimbers.

#![expect(clippy::inline_always, reason = "only so is it built for the machine")]

use super::super::moves::Moves;
use super::lanes::{HIGH, LOW, Lanes, Machine, Work};
use super::trail::{MOST_COMMON, Trail};

/// Heaps of a block.
pub(super) const BLOCK: usize = 64;
/// Nimbers that are excluded in one go.
const CHUNK: usize = 16;
const CHUNKS: usize = MOST_COMMON as usize / CHUNK;

/// What excludes common nimbers, in order of the distance.
#[derive(Clone, Debug, Default)]
pub(super) struct Partners {
    all: Vec<Partner>,
    /// So many are nearer than each of [`BORDERS`].
    nearer: [usize; 3],
    /// Whether all that is added is below 64.
    is_narrow: bool,
}

/// Heaps that are worked out together, by how far away a partner is.
const BORDERS: [usize; 3] = [EIGHTH, QUARTER, BLOCK];
const EIGHTH: usize = 8;
const QUARTER: usize = 16;

/// A heap a fixed distance back, and what is added to its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Partner {
    distance: usize,
    index: u8,
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
        Self {
            is_narrow: all.iter().all(|partner| partner.index < 64),
            nearer: BORDERS.map(|d| all.partition_point(|partner| partner.distance < d)),
            all,
        }
    }

    /// The largest distance.
    pub(super) fn reach(&self) -> u64 {
        self.all.last().map_or(0, |partner| partner.distance as u64)
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
        if self.is_narrow {
            self.blocks::<L, u64>(lanes)
        } else {
            self.blocks::<L, u128>(lanes)
        }
    }
}

impl Extend<'_> {
    #[inline(always)]
    fn blocks<L: Lanes, N: Excluded>(self, lanes: L) -> Result<(), Pause> {
        let Partners { all, nearer, .. } = self.partners;
        let [below_8, below_16, below_64] = *nearer;
        let (near, far) = all.split_at(below_64);
        for done in 0..self.blocks {
            let start = self.bytes.len();
            self.bytes.resize(start + BLOCK, 0);
            let bytes = &mut self.bytes[..];
            let by_far = exclude(lanes, bytes, start, far, 0);
            let mut later = [[0; BLOCK]; CHUNKS];
            let mut ready = 1;
            for quarter in (0..BLOCK).step_by(QUARTER) {
                let mut bits = lanes.no_bits();
                add(lanes, &mut bits, bytes, start + quarter, &near[below_16..]);
                let by_quarter = lanes.store_bits(bits);
                for eighth in (quarter..quarter + QUARTER).step_by(EIGHTH) {
                    let mut bits = lanes.no_bits();
                    add(
                        lanes,
                        &mut bits,
                        bytes,
                        start + eighth,
                        &near[below_8..below_16],
                    );
                    let by_eighth = lanes.store_bits(bits);
                    for heap in eighth..eighth + EIGHTH {
                        let at = start + heap;
                        let excluded =
                            by_far[heap] | by_quarter[heap - quarter] | by_eighth[heap - eighth];
                        let mut by_nearest = N::default();
                        for partner in &near[..below_8] {
                            by_nearest.insert(bytes[at - partner.distance] ^ partner.index);
                        }
                        let free = !(excluded | by_nearest.chunk(0));
                        if free != 0 {
                            bytes[at] = free.trailing_zeros() as u8;
                            continue;
                        }
                        // Hardly ever: all near partners are looked at one by one.
                        let mut by_near = by_nearest;
                        for partner in &near[below_8..] {
                            by_near.insert(bytes[at - partner.distance] ^ partner.index);
                        }
                        let mut chunk = 1;
                        let index = loop {
                            if chunk == CHUNKS {
                                self.bytes.truncate(at);
                                return Err(Pause::NoneLeft);
                            }
                            if chunk == ready {
                                later[chunk] = exclude(lanes, bytes, start, far, chunk);
                                ready += 1;
                            }
                            let free = !(later[chunk][heap] | by_near.chunk(chunk));
                            if free != 0 {
                                break chunk * CHUNK + free.trailing_zeros() as usize;
                            }
                            chunk += 1;
                        };
                        bytes[at] = index as u8;
                        if index >= N::MOST {
                            self.bytes.truncate(at + 1);
                            return Err(Pause::NoLongerNarrow {
                                blocks_left: self.blocks - done,
                            });
                        }
                    }
                }
            }
        }
        Ok(())
    }
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

/// What far partners exclude of one chunk of nimbers, for each heap of the block.
#[inline(always)]
fn exclude<L: Lanes>(
    lanes: L,
    bytes: &[u8],
    start: usize,
    far: &[Partner],
    chunk: usize,
) -> [u16; BLOCK] {
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
    let (first, second) = (lanes.store(first), lanes.store(second));
    std::array::from_fn(|heap| u16::from_le_bytes([first[heap], second[heap]]))
}

/// A set of nimbers that are excluded.
trait Excluded: Default {
    /// Indices below this fit.
    const MOST: usize;

    fn insert(&mut self, index: u8);

    fn chunk(&self, chunk: usize) -> u16;
}

impl Excluded for u64 {
    const MOST: usize = 64;

    #[inline(always)]
    fn insert(&mut self, index: u8) {
        *self |= 1u64.wrapping_shl(u32::from(index));
    }

    #[inline(always)]
    fn chunk(&self, chunk: usize) -> u16 {
        self.checked_shr((chunk * CHUNK) as u32).unwrap_or(0) as u16
    }
}

impl Excluded for u128 {
    const MOST: usize = MOST_COMMON as usize;

    #[inline(always)]
    fn insert(&mut self, index: u8) {
        *self |= 1u128.wrapping_shl(u32::from(index));
    }

    #[inline(always)]
    fn chunk(&self, chunk: usize) -> u16 {
        (*self >> (chunk * CHUNK)) as u16
    }
}
