//! The state of the engine as it is saved: enough to go on, and no more.

use serde::{Deserialize, Serialize};

use super::space::Space;
use super::trail::Trail;

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

    /// The trail; `None` if the parts do not fit together.
    pub(super) fn trail(&self) -> Option<Trail> {
        let is_one = self.mask != 0
            && !self.kept.is_empty()
            && self.first.len() as u64 <= self.base
            && self.base.checked_add(self.kept.len() as u64).is_some()
            && self.wide.is_sorted()
            && self.rares.is_sorted();
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
        // Rare heaps are read again and again: they must be kept, and their nimbers
        // must have a byte.
        let is_small = |&rare: &u64| trail.nimber(rare).is_some_and(|nimber| nimber < 254);
        self.rares.iter().all(is_small).then_some(trail)
    }
}
