//! The heaps with each nimber, as a set of bits.

use super::{BASE, Blocks};
use crate::Statistics;
use crate::subtraction::Small;

/// For each nimber the set of heaps that have it.
#[derive(Clone, Debug)]
pub(super) struct Sets {
    small: Small,
    /// The moves that take 64 or more.
    large: Vec<Large>,
    /// `with[v]` is the set of the heaps with nimber v, the smallest in the lowest bit.
    /// Invariant: all sets have `blocks` words, and each heap is in exactly one set.
    with: Vec<Vec<u64>>,
    blocks: usize,
}

/// A move of `64 * words + bits`.
#[derive(Clone, Copy, Debug)]
struct Large {
    words: usize,
    bits: u32,
}

impl Sets {
    /// No heap is worked out yet. The moves must increase.
    pub(super) fn new(moves: &[u64]) -> Self {
        let large = moves.iter().filter(|&&take| take >= 64);
        Self {
            small: Small::of(moves),
            large: large
                .map(|take| Large {
                    words: usize::try_from(take / 64).unwrap_or(usize::MAX),
                    bits: (take % 64) as u32,
                })
                .collect(),
            with: Vec::new(),
            blocks: 0,
        }
    }

    /// Makes room for one block more in the sets of all nimbers seen so far. The error
    /// is the number of bytes needed, if they are more than `memory`.
    fn reserve(&mut self, memory: u64) -> Result<(), u64> {
        let full = |set: &Vec<u64>| set.len() == set.capacity();
        if !self.with.iter().any(full) {
            return Ok(());
        }
        // While a set grows, its old block is held too.
        let needed = |more: usize| {
            let words = self.with.len() * (self.blocks + more) + self.blocks;
            8 * words as u64
        };
        let more = [self.blocks.max(64), 64, 1]
            .into_iter()
            .find(|&more| needed(more) <= memory)
            .ok_or(needed(1))?;
        for set in &mut self.with {
            set.reserve_exact(more);
        }
        Ok(())
    }

    /// The heaps of the next block that can move to a heap of this set.
    fn excluded(&self, set: &[u64]) -> u64 {
        let last = set.last().copied().unwrap_or(0);
        let mut excluded = self.small.beyond(last);
        for &Large { words, bits } in &self.large {
            // A move of 64 * words + bits leads into two neighbouring words.
            let before = set.len().wrapping_sub(words);
            let Some(&near) = set.get(before) else {
                // Moves increase, so the remaining moves are too large as well.
                break;
            };
            let far = set.get(before.wrapping_sub(1)).copied().unwrap_or(0);
            excluded |= near << bits | far >> 1 >> (63 - bits);
        }
        excluded
    }

    /// The 64 bits of a set before heap `end`, the last one in the highest bit.
    fn before(set: &[u64], end: u64) -> u64 {
        let (word, bits) = ((end / 64) as usize, end % 64);
        let low = match word.checked_sub(1) {
            Some(below) => set[below],
            None => 0,
        };
        match bits {
            0 => low,
            _ => low >> bits | set[word] << (64 - bits),
        }
    }

    /// Counts the heaps `from..to` by nimber.
    pub(super) fn add_to_statistics(&self, from: u64, to: u64, statistics: &mut Statistics) {
        if from >= to {
            return;
        }
        statistics.heaps += to - from;
        for (nimber, set) in self.with.iter().enumerate() {
            let (mut count, mut first) = (0, None);
            for word in from / 64..to.div_ceil(64) {
                let mut bits = set[word as usize];
                let start = 64 * word;
                if start < from {
                    bits &= u64::MAX << (from - start);
                }
                if to - start < 64 {
                    bits &= (1 << (to - start)) - 1;
                }
                if first.is_none() && bits != 0 {
                    first = Some(start + u64::from(bits.trailing_zeros()));
                }
                count += u64::from(bits.count_ones());
            }
            let Some(first) = first else {
                continue;
            };
            if statistics.counts.len() <= nimber {
                statistics.counts.resize(nimber + 1, 0);
            }
            statistics.counts[nimber] += count;
            let nimber = nimber as u32;
            if statistics.largest.is_none_or(|(most, _)| nimber > most) {
                statistics.largest = Some((nimber, first));
            }
        }
    }

    /// Appends the first `blocks` words of each set, one nimber after the other.
    pub(super) fn save(&self, blocks: u64, saved: &mut Vec<u8>) {
        for set in &self.with {
            for word in &set[..blocks as usize] {
                saved.extend_from_slice(&word.to_le_bytes());
            }
        }
    }

    /// Restores the sets from what was saved; `None` if the number of words is wrong,
    /// or some heap is not in exactly one set.
    pub(super) fn restore(&mut self, blocks: u64, saved: &[u8]) -> Option<()> {
        let blocks = usize::try_from(blocks).ok()?;
        let (words, rest) = saved.as_chunks::<8>();
        let whole = rest.is_empty() && words.len().checked_rem(blocks).unwrap_or(words.len()) == 0;
        if !whole {
            return None;
        }
        let words: Vec<u64> = words.iter().map(|word| u64::from_le_bytes(*word)).collect();
        let sets: Vec<Vec<u64>> = match blocks {
            0 => Vec::new(),
            _ => words.chunks(blocks).map(<[u64]>::to_vec).collect(),
        };
        for block in 0..blocks {
            let mut all = 0;
            for set in &sets {
                if all & set[block] != 0 {
                    return None;
                }
                all |= set[block];
            }
            if all != u64::MAX {
                return None;
            }
        }
        self.blocks = blocks;
        self.with = sets;
        Some(())
    }

    /// Forgets all blocks but the first ones.
    pub(super) fn truncate(&mut self, blocks: usize) {
        for set in &mut self.with {
            set.truncate(blocks);
        }
        self.blocks = self.blocks.min(blocks);
    }
}

impl Blocks for Sets {
    fn block(&mut self, memory: u64) -> Result<(), u64> {
        self.reserve(memory)?;
        let (mut undecided, mut nimber) = (u64::MAX, 0);
        while undecided != 0 {
            if nimber == self.with.len() {
                let needed = self.bytes() + 8 * (self.blocks as u64 + 64);
                if needed > memory {
                    for set in &mut self.with {
                        set.truncate(self.blocks);
                    }
                    return Err(needed);
                }
                let mut set = Vec::with_capacity(self.blocks + 64);
                set.resize(self.blocks, 0);
                self.with.push(set);
            }
            let open = undecided & !self.excluded(&self.with[nimber]);
            let lost = self.small.lost(open);
            self.with[nimber].push(lost);
            undecided &= !lost;
            nimber += 1;
        }
        for set in &mut self.with[nimber..] {
            set.push(0);
        }
        self.blocks += 1;
        Ok(())
    }

    fn mark(&self, end: u64) -> u64 {
        // A nimber that is first seen later adds 0 to the marks of earlier heaps.
        let mut weight = 1u64;
        self.with.iter().fold(0u64, |mark, set| {
            weight = weight.wrapping_mul(BASE);
            mark.wrapping_add(Self::before(set, end).wrapping_mul(weight))
        })
    }

    fn same(&self, end: u64, other: u64, heaps: u64) -> bool {
        (0..heaps.div_ceil(64)).all(|word| {
            let back = 64 * word;
            let more = (heaps - back).min(64);
            let mask = u64::MAX << (64 - more);
            self.with.iter().all(|set| {
                let one = Self::before(set, end - back);
                (one ^ Self::before(set, other - back)) & mask == 0
            })
        })
    }

    fn read(&self, from: u64, out: &mut [u32]) {
        out.fill(0);
        let to = from + out.len() as u64;
        for (nimber, set) in self.with.iter().enumerate().skip(1) {
            for word in from / 64..to.div_ceil(64) {
                let mut bits = set[word as usize];
                while bits != 0 {
                    let heap = 64 * word + u64::from(bits.trailing_zeros());
                    if (from..to).contains(&heap) {
                        out[(heap - from) as usize] = nimber as u32;
                    }
                    bits &= bits - 1;
                }
            }
        }
    }

    fn bytes(&self) -> u64 {
        let words: usize = self.with.iter().map(Vec::capacity).sum();
        8 * words as u64
    }
}
