//! The nimbers of the heaps one by one, for games with many moves.

use zug_values::{Mex, Nimber};

use super::{BASE, Blocks};
use crate::Statistics;

/// The nimbers of all heaps worked out so far. They must fit into a `T`.
#[derive(Clone, Debug)]
pub(super) struct Values<T> {
    /// Invariant: increasing.
    moves: Vec<u64>,
    nimbers: Vec<T>,
    mex: Mex,
}

impl<T: Copy + Eq + Into<u32>> Values<T> {
    pub(super) fn new(moves: &[u64]) -> Self {
        Self {
            moves: moves.to_vec(),
            nimbers: Vec::new(),
            mex: Mex::default(),
        }
    }

    pub(super) fn add_to_statistics(&self, from: u64, to: u64, statistics: &mut Statistics) {
        let nimbers = &self.nimbers[from as usize..to as usize];
        for (heap, &nimber) in (from..).zip(nimbers) {
            statistics.add(heap, nimber.into());
        }
    }
}

impl<T: Copy + Eq + Into<u32> + TryFrom<u32>> Blocks for Values<T> {
    fn block(&mut self, memory: u64) -> Result<(), u64> {
        let known = self.nimbers.len();
        // The stamps of the mex; and the nimbers, held twice while the vector grows.
        let needed = |heaps: usize| {
            let stamps = 4 * (self.moves.len() + 1);
            (stamps + 8 * self.moves.len() + size_of::<T>() * heaps) as u64
        };
        if self.nimbers.capacity() < known + 64 {
            let more = [known.max(1024), 64]
                .into_iter()
                .find(|more| needed(2 * known + more) <= memory)
                .ok_or(needed(2 * known + 64))?;
            self.nimbers.reserve_exact(more);
        }
        for heap in known..known + 64 {
            let fits = self.moves.partition_point(|&take| take <= heap as u64);
            for &take in &self.moves[..fits] {
                let nimber = self.nimbers[heap - take as usize];
                self.mex.insert(Nimber(nimber.into()));
            }
            let nimber = T::try_from(self.mex.take().0);
            let nimber = nimber.unwrap_or_else(|_| unreachable!("no more nimbers than moves"));
            self.nimbers.push(nimber);
        }
        Ok(())
    }

    fn mark(&self, end: u64) -> u64 {
        let end = end as usize;
        let nimbers = &self.nimbers[end - 64..end];
        nimbers.iter().fold(0u64, |mark, &nimber| {
            mark.wrapping_mul(BASE).wrapping_add(nimber.into().into())
        })
    }

    fn same(&self, end: u64, other: u64, heaps: u64) -> bool {
        let before = |end: u64| &self.nimbers[(end - heaps) as usize..end as usize];
        before(end) == before(other)
    }

    fn read(&self, from: u64, out: &mut [u32]) {
        let nimbers = &self.nimbers[from as usize..];
        for (out, &nimber) in out.iter_mut().zip(nimbers) {
            *out = nimber.into();
        }
    }

    fn bytes(&self) -> u64 {
        let stamps = 4 * (self.moves.len() + 1);
        let bytes = stamps + 8 * self.moves.len() + size_of::<T>() * self.nimbers.capacity();
        bytes as u64
    }
}
