//! All-but games: any number may be taken from a heap, except finitely many.
//!
//! The problem: the nimbers of all heaps up to n (Winning Ways, chapter 4, calls
//! these all-but subtraction games; A. S. Fraenkel gave some of them closed
//! forms, and most have none).
//!
//! The method: the options of n are all smaller heaps, except the few that a forbidden
//! number would lead to. One pass over the heaps keeps a histogram of all nimbers so
//! far, and the least nimber that no heap has. For n, the heaps that are forbidden as
//! options are taken out of the histogram, *all* of them before anything is read: two
//! of them may be the only heaps with one nimber. The mex is then the least nimber
//! whose count fell to 0, or, if there is none, the least nimber that no heap has.
//! Last, the forbidden heaps are put back.
//!
//! The mex can fall from one heap to the next. The least nimber that no heap has only
//! rises, so it is a pointer that is never searched for from the start.
//!
//! Cost: two steps a heap for each forbidden number; 8 bytes a heap.
//!
//! When not to use it: for finitely many *allowed* numbers see
//! [`super::subtraction`]. No period is looked for here; that is for
//! [`crate::engine::histogram`].
//!
//! ```
//! use zug_sequences::all_but::AllBut;
//! use zug_values::Nimber;
//!
//! let mut game = AllBut::new([1, 2, 3])?;
//! game.grow(20);
//! assert_eq!(game.get(7), Some(Nimber(1)));
//! assert_eq!(game.get(20), Some(Nimber(5)));
//! assert_eq!(game.get(21), None); // not asked for so far
//! # Ok::<(), zug_sequences::all_but::AllButError>(())
//! ```

use zug_heaps::TakeSet;
use zug_values::Nimber;

/// Why a set of forbidden numbers does not make a game.
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
    /// Invariant: increasing, and no number is 0.
    forbidden: Vec<usize>,
    /// `whole[n]` says whether a heap of n may be taken whole. For larger heaps
    /// `forbidden` decides that.
    whole: Vec<bool>,
    nimbers: Vec<u32>,
    /// `heaps_with[v]` is the number of heaps of the table that have the nimber v.
    heaps_with: Vec<u32>,
    /// The least nimber that no heap of the table has.
    missing: u32,
}

impl AllBut {
    /// The game in which the numbers `forbidden` may not be taken. They may come in any
    /// order and repeat. The table is empty.
    ///
    /// # Errors
    ///
    /// [`AllButError::ForbidsNothing`] if a forbidden number is 0.
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
        Ok(Self::with_sorted(forbidden))
    }

    /// The game in which the numbers `forbidden` may not be taken.
    pub(crate) fn of(forbidden: &TakeSet) -> Self {
        // A table reaches no heap that does not fit into 32 bits.
        let numbers = forbidden.as_slice().iter();
        let forbidden = numbers.filter_map(|&number| u32::try_from(number).ok());
        Self::with_sorted(forbidden.map(|number| number as usize).collect())
    }

    fn with_sorted(forbidden: Vec<usize>) -> Self {
        Self {
            forbidden,
            whole: Vec::new(),
            nimbers: Vec::new(),
            heaps_with: Vec::new(),
            missing: 0,
        }
    }

    /// The game in which `whole[n]` says whether a heap of n may be taken whole, for
    /// the first heaps from 0 on, whether or not n is a forbidden number.
    #[must_use]
    pub(super) fn with_whole(self, whole: Vec<bool>) -> Self {
        Self { whole, ..self }
    }

    /// Makes the table reach a heap of n; does nothing if the table reaches it already.
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

    /// The bytes that a new table takes when it grows at once to a heap of n. (A table
    /// that grows bit by bit takes up to three times as many.)
    pub fn bytes_to(n: u32) -> u64 {
        // There are n + 1 heaps, and at most n + 2 different nimbers are counted.
        2 * size_of::<u32>() as u64 * (u64::from(n) + 2)
    }

    /// Whether `take` counters may be taken from a heap that has them.
    pub fn allows(&self, take: u32) -> bool {
        take > 0 && self.forbidden.binary_search(&(take as usize)).is_err()
    }

    /// The nimbers of the heaps of the table, from heap 0 on.
    pub(super) fn nimbers(&self) -> &[u32] {
        &self.nimbers
    }

    /// The least nimber that no heap of the table has.
    pub(super) fn missing(&self) -> u32 {
        self.missing
    }

    /// The bytes that the table holds.
    pub(super) fn bytes(&self) -> u64 {
        4 * (self.nimbers.capacity() + self.heaps_with.capacity()) as u64
    }

    /// The most bytes that are held at once while room is made for one heap more.
    pub(super) fn bytes_to_push(&self) -> u64 {
        if self.nimbers.len() < self.nimbers.capacity()
            && self.heaps_with.len() + 2 <= self.heaps_with.capacity()
        {
            return self.bytes();
        }
        // Both vectors double, and the old blocks are held beside the new ones.
        3 * self.bytes() + 64
    }

    /// Works out the next heap and adds it to the table.
    pub(super) fn push(&mut self) {
        let heap = self.nimbers.len();
        if self.heaps_with.is_empty() {
            self.heaps_with.push(0);
        }
        // The smaller heaps that are not options: first those that are not empty, then
        // the empty heap if this heap may not be taken whole.
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
            // The nimbers given out so far are all below `missing`, or equal to it; the
            // next `missing` is above them all.
            self.missing += 1;
            self.heaps_with.push(0);
        }
    }
}
