//! Shows that every rare nimber below the nimber found is attained.
//!
//! Two common heaps i and n - k - i of a split that takes k are a *witness* that their
//! xor is attained at n. There is a plane of bits for each index u, with a bit for each
//! heap, set if the index of the heap is u. With i fixed, the heaps at which i is a
//! witness for one rare nimber are therefore a plane, shifted. 512 heaps at a time,
//! such planes are or-ed together until all heaps that need a witness have one. Which i
//! are tried, and in which order, is chosen by how often the other heap of the pair
//! occurs, and learned from the heaps that were left over. Those heaps are *open*, and
//! `exact` finds their witnesses one by one.

#![expect(
    clippy::inline_always,
    reason = "only so is it compiled for these vectors"
)]

use std::ops::Range;

use super::super::moves::Moves;
use super::lanes::{Lanes, Vectors, Work};
use super::space::Space;
use super::trail::{INDICES, Trail};

/// The largest distance of a witness that is tried for many heaps at once.
pub(super) const REACH: u64 = 1 << 15;
/// The largest distance at which witnesses are chosen; farther ones are learned.
const CHOICE: u64 = 1 << 12;
/// The number of heaps that are looked at together.
const BLOCK: usize = 512;
const WORDS: usize = BLOCK / 64;
/// The number of heaps that the planes hold besides those within reach.
const ROOM: usize = 1 << 14;
/// The bytes of a plane, with two blocks more, which are read but hold no heap.
const STRIDE: usize = (REACH as usize + ROOM) / 8 + 2 * BLOCK / 8;
/// The most witnesses that are chosen, and that are ever tried, for one rare nimber.
const CHOSEN: usize = 256;
const MOST: usize = 1024;
/// The most chosen witnesses with the same index: such witnesses often serve the same
/// heaps.
const OF_ONE_INDEX: usize = 16;
/// After this many witnesses it is seen whether all heaps have one.
const BETWEEN_LOOKS: usize = 4;

/// One heap of a pair that is a witness: its distance includes what the split takes;
/// the index is that of its nimber.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Witness {
    pub(super) distance: u64,
    pub(super) index: u8,
}

/// A heap at which a rare nimber, given by its index, has no witness yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Open {
    pub(super) rare: u8,
    pub(super) heap: u64,
}

/// The planes of the last heaps, and the witnesses that are tried.
#[derive(Clone, Debug)]
pub(super) struct Witnesses {
    vectors: Vectors,
    /// Bit i of a plane belongs to heap `origin + i`. Invariant: a multiple of 64.
    origin: u64,
    /// The heap after the last one of the planes.
    end: u64,
    planes: Vec<u8>,
    /// The bytes of the heaps after the last whole word of the planes.
    rest: Vec<u8>,
    /// `tries[j]` are the witnesses that are tried for the rare nimber with index j.
    tries: Vec<Vec<Witness>>,
    /// `needs[j]` says which heaps need a witness for the rare nimber with index j.
    needs: Vec<Need>,
}

/// Tells which common heaps have a larger nimber than a certain rare one.
///
/// An index leaves out the lowest digit of the mask. So if the two indices are equal in
/// all digits above that place, that digit decides, and exactly one of the two nimbers
/// has it: which one, depends only on the rare nimber and the parity of the heap.
#[derive(Clone, Copy, Debug)]
struct Need {
    /// Heaps whose index is above this have a larger nimber.
    above: u8,
    /// So have heaps whose index is at least this, if their bit in `tied` is set.
    from: u8,
    tied: u64,
}

impl Need {
    fn new(space: Space, rare: u32) -> Self {
        let below = !space.mask() & (space.mask() - 1);
        // The even heaps, and the odd ones.
        let tied = [(0, EVEN), (1, !EVEN)].map(|(parity, heaps)| {
            let is_below = space.rares_below(rare, parity) > rare;
            if is_below { heaps } else { 0 }
        });
        Self {
            above: (rare | below) as u8,
            from: (rare & !below) as u8,
            tied: tied[0] | tied[1],
        }
    }

    /// A word with a bit for each of 64 heaps that need a witness. The first heap is
    /// even.
    #[inline(always)]
    fn of<L: Lanes>(self, lanes: L, heaps: L::Bytes) -> u64 {
        let larger = lanes.above(heaps, lanes.splat(self.above));
        let smaller = lanes.above(lanes.splat(self.from), heaps);
        larger | self.tied & !smaller
    }
}

/// Every other bit, from bit 0 on.
const EVEN: u64 = u64::MAX / 3;

impl Witnesses {
    /// Makes the planes of the last heaps of the trail, and chooses witnesses by them.
    pub(super) fn new(vectors: Vectors, moves: &Moves, trail: &Trail) -> Self {
        let end = trail.end();
        let space = trail.space();
        let needs = (0..INDICES).map(|rare| Need::new(space, rare));
        let origin = Self::first(end, trail);
        let mut witnesses = Self {
            vectors,
            origin,
            end: origin,
            planes: Vec::new(),
            rest: Vec::new(),
            tries: Vec::new(),
            needs: needs.collect(),
        };
        let bytes = trail.bytes(origin, end).unwrap_or_default();
        witnesses.absorb(bytes);
        witnesses.tries = choose(moves, trail);
        witnesses
    }

    /// Chooses witnesses again, and keeps those that were tried before.
    pub(super) fn choose_again(&mut self, moves: &Moves, trail: &Trail) {
        let learned = std::mem::replace(&mut self.tries, choose(moves, trail));
        if self.tries.len() < learned.len() {
            self.tries.resize_with(learned.len(), Vec::new);
        }
        for (tries, learned) in self.tries.iter_mut().zip(learned) {
            tries.retain(|witness| !learned.contains(witness));
            tries.truncate(CHOSEN / 2);
            tries.extend(learned);
            tries.truncate(MOST);
        }
    }

    /// The bytes that the planes and the witnesses take.
    pub(super) fn held(&self) -> u64 {
        let tries = self.tries.len() * MOST * size_of::<Witness>();
        (self.planes.capacity() + tries) as u64
    }

    /// Adds heaps to the planes that need no witness.
    pub(super) fn absorb(&mut self, bytes: &[u8]) {
        self.append_in_pieces(bytes, |_, _, _| {});
    }

    /// Adds heaps and finds witnesses for them. Heaps without a witness are added to
    /// `open`, in any order.
    pub(super) fn check(&mut self, bytes: &[u8], open: &mut Vec<Open>) {
        self.append_in_pieces(bytes, |witnesses, from, bytes| {
            witnesses.vectors.run(Check {
                witnesses,
                bytes,
                from,
                open: &mut *open,
            });
        });
    }

    /// Adds heaps, as many at a time as there is room for, and calls `then` with the
    /// first heap of each piece and with its bytes.
    fn append_in_pieces(&mut self, mut bytes: &[u8], mut then: impl FnMut(&Self, u64, &[u8])) {
        while !bytes.is_empty() {
            self.make_room();
            let from = self.end;
            let room = self.origin + ROOM as u64 + REACH - from;
            let (now, later) = bytes.split_at(bytes.len().min(room as usize));
            self.append(now);
            then(self, from, now);
            bytes = later;
        }
    }

    /// Adds a witness to those that are tried for a rare nimber.
    pub(super) fn learn(&mut self, rare: u8, witness: Witness) {
        if witness.distance > REACH {
            return;
        }
        let rare = usize::from(rare);
        if self.tries.len() <= rare {
            self.tries.resize_with(rare + 1, Vec::new);
        }
        let tries = &mut self.tries[rare];
        tries.retain(|tried| *tried != witness);
        tries.truncate(MOST - 1);
        tries.insert(tries.len().min(2 * BETWEEN_LOOKS), witness);
    }

    /// Forgets the heaps from this one on.
    pub(super) fn truncate(&mut self, heap: u64, trail: &Trail) {
        // Heaps that were dropped to make room are needed again.
        self.origin = self.origin.min(Self::first(heap, trail));
        self.end = self.origin.max(heap.saturating_sub(REACH + 64) / 64 * 64);
        self.rest.clear();
        let bytes = trail.bytes(self.end, heap).unwrap_or_default();
        self.append(bytes);
    }

    /// The first heap of the planes, if they end before heap `end`.
    fn first(end: u64, trail: &Trail) -> u64 {
        let within_reach = end.saturating_sub(REACH + 64) / 64 * 64;
        within_reach.max(trail.base().next_multiple_of(64)).min(end)
    }

    /// Makes room for at least one block of heaps.
    fn make_room(&mut self) {
        let held = (self.end - self.origin) as usize;
        if held + BLOCK <= ROOM + REACH as usize {
            return;
        }
        let words = (held - REACH as usize) / 64;
        for plane in self.planes.chunks_exact_mut(STRIDE) {
            plane.copy_within(8 * words.., 0);
            plane[STRIDE - 8 * words..].fill(0);
        }
        self.origin += 64 * words as u64;
    }

    /// Adds heaps for which there is room.
    fn append(&mut self, bytes: &[u8]) {
        let whole = self.end - self.rest.len() as u64;
        self.rest.extend_from_slice(bytes);
        self.end += bytes.len() as u64;
        // A plain loop, which is compiled to vectors.
        let most = self.rest.iter().fold(0, |most, &byte| {
            most.max(if Trail::is_rare_or_wide(byte) {
                0
            } else {
                byte
            })
        });
        let planes = usize::from(most) + 1;
        if self.planes.len() < planes * STRIDE {
            self.planes.resize(planes * STRIDE, 0);
        }
        let mut rest = std::mem::take(&mut self.rest);
        let last = rest.len() / 64 * 64;
        // The last word may be cut: a heap that is not known yet is in no plane.
        let heaps = rest.len();
        rest.resize(last + 64, u8::MAX);
        let first_word = ((whole - self.origin) / 64) as usize;
        self.vectors.run(Fill {
            planes: &mut self.planes,
            bytes: &rest,
            first_word,
        });
        rest.truncate(heaps);
        rest.drain(..last);
        self.rest = rest;
    }
}

/// Chooses witnesses for each rare nimber by how often the other heap of the pair
/// occurs among the last heaps.
fn choose(moves: &Moves, trail: &Trail) -> Vec<Vec<Witness>> {
    let end = trail.end();
    let from = end.saturating_sub(CHOICE).max(trail.base());
    let bytes = trail.bytes(from, end).unwrap_or_default();
    let mut often = [0u32; INDICES as usize];
    for &byte in bytes.iter().filter(|&&byte| !Trail::is_rare_or_wide(byte)) {
        often[usize::from(byte)] += 1;
    }
    // For each index the distances of the first heaps that have it, a few for all
    // splits.
    let mut firsts: Vec<Vec<u64>> = vec![Vec::new(); INDICES as usize];
    for &take in &moves.splits {
        for heap in 1..CHOICE.saturating_sub(take) {
            if let Some(index) = trail.common(heap) {
                let heaps = &mut firsts[usize::from(index)];
                if heaps.len() < OF_ONE_INDEX {
                    heaps.push(heap + take);
                }
            }
        }
    }
    let last = often.iter().rposition(|&count| count > 0).unwrap_or(0);
    let pairs = (last + 1).next_power_of_two();
    (0..pairs)
        .map(|rare| {
            let mut others: Vec<usize> = (0..pairs).collect();
            others.sort_by_key(|&other| std::cmp::Reverse(often[other]));
            others
                .into_iter()
                .take_while(|&other| often[other] > 0)
                .flat_map(|other| {
                    let index = rare ^ other;
                    firsts[index].iter().map(move |&distance| Witness {
                        distance,
                        index: index as u8,
                    })
                })
                .take(CHOSEN)
                .collect()
        })
        .collect()
}

/// The work of writing whole words of all planes.
struct Fill<'a> {
    planes: &'a mut [u8],
    bytes: &'a [u8],
    first_word: usize,
}

impl Work for Fill<'_> {
    type Done = ();

    #[inline(always)]
    fn work<L: Lanes>(self, lanes: L) {
        let (blocks, _) = self.bytes.as_chunks::<64>();
        for (word, block) in (self.first_word..).zip(blocks) {
            let bytes = lanes.load(block);
            for (index, plane) in self.planes.chunks_exact_mut(STRIDE).enumerate() {
                let bits = lanes.equal(bytes, lanes.splat(index as u8));
                plane[8 * word..8 * word + 8].copy_from_slice(&bits.to_le_bytes());
            }
        }
    }
}

/// The work of finding witnesses for heaps that are in the planes.
struct Check<'a> {
    witnesses: &'a Witnesses,
    bytes: &'a [u8],
    from: u64,
    open: &'a mut Vec<Open>,
}

impl Work for Check<'_> {
    type Done = ();

    #[inline(always)]
    fn work<L: Lanes>(self, lanes: L) {
        let Witnesses {
            origin,
            planes,
            tries,
            needs,
            ..
        } = self.witnesses;
        let to = self.from + self.bytes.len() as u64;
        // Blocks begin at whole words.
        let mut block = self.from / 64 * 64;
        while block < to {
            let first = self.from.max(block);
            let last = to.min(block + BLOCK as u64);
            let heaps = (first - block) as usize..(last - block) as usize;
            let mut bytes = [[0u8; 64]; WORDS];
            bytes.as_flattened_mut()[heaps.clone()].copy_from_slice(
                &self.bytes[(first - self.from) as usize..(last - self.from) as usize],
            );
            let most = bytes
                .as_flattened()
                .iter()
                .fold(0, |most, &byte| most.max(byte));
            let asked = bits_of(heaps);
            let bytes = bytes.map(|word| lanes.load(&word));
            for (rare, need) in (0..).zip(needs) {
                if need.from > most {
                    break;
                }
                let mut missing = [0; WORDS];
                for (missing, (&word, asked)) in missing.iter_mut().zip(bytes.iter().zip(asked)) {
                    *missing = need.of(lanes, word) & asked;
                }
                let tries = tries.get(usize::from(rare)).map_or(&[][..], |tries| tries);
                for some in tries.chunks(BETWEEN_LOOKS) {
                    for witness in some {
                        let plane = usize::from(rare ^ witness.index) * STRIDE;
                        let Some(bit) = (block - origin).checked_sub(witness.distance) else {
                            continue;
                        };
                        let byte = plane + (bit / 8) as usize;
                        let Some(bits) = planes.get(byte..byte + BLOCK / 8 + 8) else {
                            continue;
                        };
                        clear(&mut missing, bits, (bit % 8) as u32);
                    }
                    if missing == [0; WORDS] {
                        break;
                    }
                }
                for (word, mut missing) in (0..).zip(missing) {
                    while missing != 0 {
                        let bit = u64::from(missing.trailing_zeros());
                        missing &= missing - 1;
                        let heap = block + 64 * word + bit;
                        self.open.push(Open { rare, heap });
                    }
                }
            }
            block += BLOCK as u64;
        }
    }
}

/// Words with the bits of a range set.
#[inline(always)]
fn bits_of(range: Range<usize>) -> [u64; WORDS] {
    let mut words = [0; WORDS];
    for (word, first) in words.iter_mut().zip((0..).step_by(64)) {
        let up_to = |end: usize| match end.saturating_sub(first) {
            bits @ 0..64 => (1 << bits) - 1,
            _ => u64::MAX,
        };
        *word = up_to(range.end) & !up_to(range.start);
    }
    words
}

/// Clears each bit of `missing` that is set in `bits`, read from the bit `shift` on.
#[inline(always)]
fn clear(missing: &mut [u64; WORDS], bits: &[u8], shift: u32) {
    for (word, missing) in missing.iter_mut().enumerate() {
        let read = |from: usize| {
            let bytes = bits[from..from + 8].try_into().unwrap_or_default();
            u64::from_le_bytes(bytes)
        };
        *missing &= !(read(8 * word) >> shift | read(8 * word + 1) << (8 - shift));
    }
}
