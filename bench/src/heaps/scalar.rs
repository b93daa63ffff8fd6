//! The rival: rare and common nimbers, one heap at a time, in straightforward code.

use anyhow::{Result, ensure};
use zug_heaps::{HeapGame, Parts};

/// The number of heaps that are worked out by all pairs, to choose the digits by.
const FIRST: usize = 20_000;

/// A game that leaves at most two heaps, and its nimbers.
pub(super) struct Scalar {
    singles: Vec<usize>,
    splits: Vec<usize>,
    ends: Vec<usize>,
    equal_too: bool,
    digits: Digits,
    pub(super) nimbers: Vec<u32>,
    pub(super) rares: Vec<usize>,
    seen: Vec<u64>,
}

/// The digits that tell rare nimbers from common ones.
#[derive(Clone, Copy, Default)]
struct Digits {
    mask: u32,
    by_parity: bool,
    split: usize,
}

impl Digits {
    fn are_common(self, nimber: u32, heap: usize) -> bool {
        let turn = if self.by_parity { heap + self.split } else { 0 };
        ((nimber & self.mask).count_ones() as usize + turn) % 2 == 1
    }
}

impl Scalar {
    /// Works out the first heaps by all pairs.
    pub(super) fn new(game: &HeapGame) -> Result<Self> {
        let mut scalar = Self {
            singles: Vec::new(),
            splits: vec![0],
            ends: Vec::new(),
            equal_too: true,
            digits: Digits::default(),
            nimbers: Vec::new(),
            rares: Vec::new(),
            seen: vec![0; 1 << 12],
        };
        match game {
            HeapGame::Breaking(code) => {
                let takes = |bit: u8| {
                    let digits = (0..).zip(code.digits());
                    digits
                        .filter(|(_, digit)| *digit >> bit & 1 == 1)
                        .map(|(take, _)| take)
                        .collect()
                };
                scalar.ends = takes(0);
                scalar.singles = takes(1);
                scalar.splits = takes(2);
            }
            HeapGame::Splitting(splitting) => scalar.equal_too = splitting.parts() == Parts::Any,
            _ => ensure!(false, "{game} does not split"),
        }
        while scalar.nimbers.len() < FIRST {
            scalar.by_all_pairs();
        }
        scalar.digits = scalar.best_digits();
        scalar.rares = (1..FIRST)
            .filter(|&heap| !scalar.digits.are_common(scalar.nimbers[heap], heap))
            .collect();
        Ok(scalar)
    }

    /// Works out the heaps `0..heaps`.
    pub(super) fn extend(&mut self, heaps: u64) {
        let digits = self.digits;
        while self.nimbers.len() < heaps as usize {
            self.by_rares(|nimber, heap| digits.are_common(nimber, heap));
        }
    }

    fn by_all_pairs(&mut self) {
        let heap = self.nimbers.len();
        let stamp = heap as u64 + 1;
        if self.ends.contains(&heap) {
            self.seen[0] = stamp;
        }
        for take in self.singles.iter().filter(|&&take| take < heap) {
            self.seen[self.nimbers[heap - take] as usize] = stamp;
        }
        for sum in self
            .splits
            .iter()
            .filter_map(|&take| heap.checked_sub(take))
        {
            for first in 1..=sum / 2 {
                if self.equal_too || 2 * first < sum {
                    let nimber = self.nimbers[first] ^ self.nimbers[sum - first];
                    self.seen[nimber as usize] = stamp;
                }
            }
        }
        self.push_mex(stamp);
    }

    fn push_mex(&mut self, stamp: u64) {
        let mex = self.seen.iter().position(|&seen| seen != stamp);
        self.nimbers.push(mex.map_or(0, |mex| mex as u32));
    }

    /// The digits by which most of the last heaps worked out are common.
    fn best_digits(&self) -> Digits {
        let largest = self.nimbers.iter().copied().max().unwrap_or(0);
        let width = 32 - largest.leading_zeros();
        let sample = &self.nimbers[FIRST / 2..];
        let split = self.splits[0];
        let parities = self.splits.iter().all(|take| take % 2 == split % 2);
        let mut best = (0, Digits::default());
        for by_parity in [false, true].into_iter().take(1 + usize::from(parities)) {
            for mask in 1..1u32 << width {
                let digits = Digits {
                    mask: mask | u32::MAX << width,
                    by_parity,
                    split,
                };
                let common = (FIRST / 2..)
                    .zip(sample)
                    .filter(|&(heap, &nimber)| digits.are_common(nimber, heap));
                let common = common.count();
                if common > best.0 {
                    best = (common, digits);
                }
            }
        }
        best.1
    }

    fn by_rares(&mut self, is_common: impl Fn(u32, usize) -> bool) {
        let heap = self.nimbers.len();
        let stamp = heap as u64 + 1;
        for take in &self.singles {
            self.seen[self.nimbers[heap - take] as usize] = stamp;
        }
        for take in &self.splits {
            for &rare in &self.rares {
                if rare + take < heap {
                    let other = heap - take - rare;
                    let nimber = self.nimbers[rare] ^ self.nimbers[other];
                    self.seen[nimber as usize] = stamp;
                }
            }
        }
        let mut common = 0;
        while !is_common(common, heap) || self.seen[common as usize] == stamp {
            common += 1;
        }
        let is_missing = |seen: &[u64], nimber: u32| seen[nimber as usize] != stamp;
        let mut missing = (0..common)
            .filter(|&nimber| is_missing(&self.seen, nimber))
            .count();
        let mut first = 1;
        while missing > 0 && 2 * first <= heap {
            for take in &self.splits {
                let other = heap - take - first;
                if other > first || other == first && self.equal_too {
                    let nimber = self.nimbers[first] ^ self.nimbers[other];
                    if self.seen[nimber as usize] != stamp {
                        self.seen[nimber as usize] = stamp;
                        missing -= usize::from(nimber < common);
                    }
                }
            }
            first += 1;
        }
        if missing > 0 {
            self.rares.push(heap);
        }
        self.push_mex(stamp);
    }
}
