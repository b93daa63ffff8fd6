//! All-but games: any number may be taken from a heap, except finitely many.
//!
//! The problem: the nimbers of all heaps up to n (Winning Ways, chapter 4, calls
//! these all-but subtraction games; A. S. Fraenkel gave some of them closed
//! forms, and most have none).
//!
//! The method: the options of n are all smaller heaps but the few that forbidden
//! numbers lead to. One pass over the heaps keeps a histogram of all nimbers so
//! far, and the least nimber that no heap has. For n, the forbidden options are
//! taken out of the histogram, *all* of them before anything is read: two of them
//! may be the only heaps with one nimber. The mex is then the least of the
//! nimbers that went missing, or else the one that no heap has. Last, they
//! are put back.
//!
//! The mex can fall from one heap to the next. What no heap has only rises, so it
//! is a pointer that is never searched for from the start.
//!
//! Cost: two steps a heap for each forbidden number; 8 bytes a heap.
//!
//! When not to use it: for finitely many *allowed* numbers see
//! [`super::subtraction`]. No period is looked for here; that is for
//! [`super::heaps::histogram`].
//!
//! ```
//! use zug_solve::impartial::all_but::AllBut;
//! use zug_values::Nimber;
//!
//! let mut game = AllBut::new([1, 2, 3])?;
//! game.grow(20);
//! assert_eq!(game.get(7), Some(Nimber(1)));
//! assert_eq!(game.get(20), Some(Nimber(5)));
//! assert_eq!(game.get(21), None); // not asked for so far
//! # Ok::<(), zug_solve::impartial::all_but::AllButError>(())
//! ```

use zug_values::Nimber;

/// Why a set of forbidden numbers makes no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AllButError {
    /// To take nothing is never a move, so it cannot be forbidden.
    #[error("a forbidden number must be at least 1")]
    ForbidsNothing,
}

/// A table of nimbers that grows on demand.
#[derive(Clone, Debug)]
pub struct AllBut {
    /// Invariant: increasing, and none is 0.
    forbidden: Vec<usize>,
    /// Whether a heap may be taken whole, for the first heaps; it goes by
    /// `forbidden` for the others.
    whole: Vec<bool>,
    nimbers: Vec<u32>,
    /// `heaps_with[v]` heaps of the table have the nimber v.
    heaps_with: Vec<u32>,
    /// The least nimber that no heap of the table has.
    missing: u32,
}

impl AllBut {
    /// The game in which these numbers may not be taken, in any order, perhaps
    /// repeated. The table is empty.
    ///
    /// # Errors
    ///
    /// A forbidden number is 0.
    pub fn new(forbidden: impl IntoIterator<Item = u32>) -> Result<Self, AllButError> {
        let mut forbidden: Vec<usize> = forbidden
            .into_iter()
            .map(|number| number as usize)
            .collect();
        forbidden.sort_unstable();
        forbidden.dedup();
        if forbidden.first() == Some(&0) {
            return Err(AllButError::ForbidsNothing);
        }
        Ok(Self {
            forbidden,
            whole: Vec::new(),
            nimbers: Vec::new(),
            heaps_with: Vec::new(),
            missing: 0,
        })
    }

    /// The game in which the first heaps, from 0 on, may or may not be taken
    /// whole, whatever else is said of that number.
    #[must_use]
    pub(super) fn with_whole(self, whole: Vec<bool>) -> Self {
        Self { whole, ..self }
    }

    /// Makes the table reach a heap of n; does nothing if it does so already.
    pub fn grow(&mut self, n: u32) {
        let heaps = n as usize + 1;
        // The caller may ask for one heap more each time.
        if self.nimbers.len() < heaps {
            let more = heaps - self.nimbers.len();
            self.nimbers.reserve(more);
            self.heaps_with.reserve(more + 1);
        }
        while self.nimbers.len() < heaps {
            self.push();
        }
    }

    /// The nimber of a heap, if the table reaches it.
    pub fn get(&self, heap: u32) -> Option<Nimber> {
        self.nimbers.get(heap as usize).copied().map(Nimber)
    }

    /// Bytes that a new table takes when it grows at once to a heap of n. (Grown
    /// bit by bit, up to three times as many.)
    pub fn bytes_to(n: u32) -> u64 {
        // Each heap, and one more, may have a nimber of its own.
        2 * size_of::<u32>() as u64 * (u64::from(n) + 2)
    }

    /// Whether so many may be taken from a heap that has them.
    pub fn allows(&self, take: u32) -> bool {
        take > 0 && self.forbidden.binary_search(&(take as usize)).is_err()
    }

    /// The nimbers so far.
    pub(super) fn nimbers(&self) -> &[u32] {
        &self.nimbers
    }

    /// The least nimber that no heap has so far.
    pub(super) fn missing(&self) -> u32 {
        self.missing
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> u64 {
        4 * (self.nimbers.capacity() + self.heaps_with.capacity()) as u64
    }

    /// Bytes held for a moment when room is made for one heap more.
    pub(super) fn bytes_to_push(&self) -> u64 {
        if self.nimbers.len() < self.nimbers.capacity()
            && self.heaps_with.len() + 2 <= self.heaps_with.capacity()
        {
            return self.bytes();
        }
        // Both vectors double, the old ones beside the new ones.
        3 * self.bytes() + 64
    }

    /// Works out the next heap.
    pub(super) fn push(&mut self) {
        let heap = self.nimbers.len();
        if self.heaps_with.is_empty() {
            self.heaps_with.push(0);
        }
        // The options that are not there: of those that leave something, and of
        // the empty heap.
        let within = self.forbidden.partition_point(|&number| number < heap);
        let mut forbidden = &self.forbidden[..within];
        let by_number = self.forbidden.get(within) != Some(&heap);
        let takes_whole = self.whole.get(heap).copied().unwrap_or(by_number);
        let with_whole;
        if !takes_whole && heap > 0 {
            if by_number {
                with_whole = [forbidden, &[heap]].concat();
                forbidden = &with_whole;
            } else {
                forbidden = &self.forbidden[..=within];
            }
        }
        for number in forbidden {
            self.heaps_with[self.nimbers[heap - number] as usize] -= 1;
        }
        let mut mex = self.missing;
        for number in forbidden {
            let nimber = self.nimbers[heap - number];
            if self.heaps_with[nimber as usize] == 0 {
                mex = mex.min(nimber);
            }
        }
        for number in forbidden {
            self.heaps_with[self.nimbers[heap - number] as usize] += 1;
        }
        self.nimbers.push(mex);
        self.heaps_with[mex as usize] += 1;
        if mex == self.missing {
            // Every nimber given out so far was at most the one missing: the
            // next one is new.
            self.missing += 1;
            self.heaps_with.push(0);
        }
    }
}
