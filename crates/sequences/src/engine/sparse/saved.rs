//! The state of the engine as it is saved: enough to go on, and no more.

use serde::{Deserialize, Serialize};

use super::RARE_LIMIT;
use super::space::Space;
use super::trail::Trail;
use crate::engine::moves::Moves;

/// The classes, the heaps that are kept, and the list of rare heaps.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Saved {
    mask: u32,
    split_parity: Option<u64>,
    base: u64,
    kept: Vec<u8>,
    first: Vec<u8>,
    wide: Vec<(u64, u32)>,
    pub(super) rares: Vec<u64>,
    /// The largest distance at which a witness was needed.
    pub(super) reach: u64,
}

impl Saved {
    pub(super) fn of(trail: &Trail, rares: &[u64], reach: u64) -> Self {
        let space = trail.space();
        let kept = trail.bytes(trail.base(), trail.end());
        Self {
            mask: space.mask(),
            split_parity: space.heap_parity(),
            base: trail.base(),
            kept: kept.unwrap_or_default().to_vec(),
            first: trail.first().to_vec(),
            wide: trail.wide().to_vec(),
            rares: rares.to_vec(),
            reach,
        }
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        postcard::from_bytes(bytes).ok()
    }

    pub(super) fn to_bytes(&self) -> Option<Vec<u8>> {
        postcard::to_allocvec(self).ok()
    }

    /// The trail of a game with these moves; `None` if the parts do not fit together.
    pub(super) fn trail(&self, moves: &Moves) -> Option<Trail> {
        let is_one = self.mask != 0
            && !self.kept.is_empty()
            && self.first.len() as u64 <= self.base
            && self.base.checked_add(self.kept.len() as u64).is_some()
            && self.wide.is_sorted()
            && (self.split_parity.is_none() || self.split_parity == moves.split_parity());
        if !is_one {
            return None;
        }
        let trail = Trail::of_kept(
            Space::new(self.mask, self.split_parity),
            self.base,
            &self.kept,
            self.first.clone(),
            self.wide.clone(),
        )?;
        // Of one class or the other a heap is by its nimber. Rare heaps are read again and again:
        // they must be kept, and their nimbers must have a byte.
        let kept = (1..self.first.len() as u64).chain(self.base.max(1)..trail.end());
        let mut rares = self.rares.iter();
        for heap in kept {
            let nimber = trail.nimber(heap)?;
            if !trail.space().is_common(nimber, heap)
                && (rares.next() != Some(&heap) || nimber >= RARE_LIMIT)
            {
                return None;
            }
        }
        let looks_back = self.reach <= trail.end();
        (rares.next().is_none() && looks_back).then_some(trail)
    }
}
