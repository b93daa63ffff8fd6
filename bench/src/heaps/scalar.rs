//! The rival: rare and common nimbers one heap at a time, as one would write it.

use std::time::Instant;

use anyhow::{Result, ensure};
use zug_heaps::{HeapGame, Parts};

/// Heaps that are worked out by all pairs, for the choice of the digits.
const FIRST: usize = 20_000;

/// A game that leaves at most two heaps, and its nimbers.
pub(super) struct Scalar {
    singles: Vec<usize>,
    splits: Vec<usize>,
    ends: Vec<usize>,
    equal_too: bool,
    heaps: usize,
    pub(super) nimbers: Vec<u32>,
    pub(super) rares: Vec<usize>,
    seen: Vec<u64>,
}

impl Scalar {
    pub(super) fn new(game: &HeapGame, heaps: u64) -> Result<Self> {
        let mut scalar = Self {
            singles: Vec::new(),
            splits: vec![0],
            ends: Vec::new(),
            equal_too: true,
            heaps: heaps as usize,
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
            HeapGame::Splitting(splitting) => scalar.equal_too = splitting.parts == Parts::Any,
            _ => ensure!(false, "{game} does not split"),
        }
        Ok(scalar)
    }

    /// Works out all heaps; seconds a heap of the second half.
    pub(super) fn run(&mut self) -> f64 {
        while self.nimbers.len() < FIRST {
            self.by_all_pairs();
        }
        let (mask, by_parity) = self.best_digits();
        let split = self.splits[0];
        let is_common = |nimber: u32, heap: usize| {
            let turn = if by_parity { heap + split } else { 0 };
            ((nimber & mask).count_ones() as usize + turn) % 2 == 1
        };
        self.rares = (1..FIRST)
            .filter(|&heap| !is_common(self.nimbers[heap], heap))
            .collect();
        let mut begin = Instant::now();
        while self.nimbers.len() < self.heaps {
            if self.nimbers.len() == self.heaps / 2 {
                begin = Instant::now();
            }
            self.by_rares(is_common);
        }
        begin.elapsed().as_secs_f64() / (self.heaps - self.heaps / 2) as f64
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

    /// The digits by which most of the heaps worked out last are common.
    fn best_digits(&self) -> (u32, bool) {
        let largest = self.nimbers.iter().copied().max().unwrap_or(0);
        let digits = 32 - largest.leading_zeros();
        let sample = &self.nimbers[FIRST / 2..];
        let parities = self
            .splits
            .iter()
            .all(|take| take % 2 == self.splits[0] % 2);
        let mut best = (1, false, 0);
        for by_parity in [false, true].into_iter().take(1 + usize::from(parities)) {
            for mask in 1..1u32 << digits {
                let common = (FIRST / 2..).zip(sample).filter(|(heap, nimber)| {
                    let turn = if by_parity { heap + self.splits[0] } else { 0 };
                    ((*nimber & mask).count_ones() as usize + turn) % 2 == 1
                });
                let common = common.count();
                if common > best.2 {
                    best = (mask | u32::MAX << digits, by_parity, common);
                }
            }
        }
        (best.0, best.1)
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
