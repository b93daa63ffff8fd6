//! Finds two equal windows.
//!
//! Brent's algorithm compares every state with one that was put by, and puts a new one
//! by after 1, 2, 4, 8 … steps. Here 64 states in a row are put by, and only every 64th
//! state is compared with them: once in each period one of the 64 is met. A state is
//! not copied, because all nimbers are kept. It has a *mark*, a number made of its last
//! 64 nimbers, and windows with equal marks are compared in full.

use super::Blocks;
use crate::Repetition;
use crate::subtraction::prime_divisors;

/// Looks for a window that equals an earlier one.
#[derive(Clone, Debug)]
pub(super) struct Search {
    /// The number of heaps in a window.
    window: u64,
    /// The marks of the windows before heap `latest`, before heap `latest - 1`, and so
    /// on; empty at first.
    marks: Vec<u64>,
    /// The first twelve bits of each mark choose a bit, which is set: most look-ups end
    /// here.
    filter: [u64; 64],
    latest: u64,
    /// New windows are put by at this heap.
    next: u64,
}

impl Search {
    pub(super) fn new(window: u64) -> Self {
        Self {
            window,
            marks: Vec::new(),
            filter: [0; 64],
            latest: 0,
            // From here on, all heaps of the windows and of the marks exist.
            next: (window / 64).saturating_add(3).saturating_mul(64),
        }
    }

    /// Compares the window before heap `end` with those put by. Each call must be for
    /// 64 heaps more than the last.
    pub(super) fn look(&mut self, kept: &dyn Blocks, end: u64) -> Option<Repetition> {
        if end < self.next && self.marks.is_empty() {
            return None;
        }
        let mark = kept.mark(end);
        let (word, bit) = place(mark);
        if self.filter[word] & bit != 0 {
            let found = (self.latest.saturating_sub(63)..=self.latest)
                .rev()
                .zip(&self.marks)
                .find(|&(earlier, other)| *other == mark && kept.same(earlier, end, self.window));
            if let Some((earlier, _)) = found {
                return Some(least(kept, earlier - self.window, end - earlier));
            }
        }
        if end >= self.next {
            self.marks.clear();
            self.marks
                .extend((0..64).map(|before| kept.mark(end - before)));
            self.filter.fill(0);
            for &mark in &self.marks {
                let (word, bit) = place(mark);
                self.filter[word] |= bit;
            }
            self.latest = end;
            self.next = end.saturating_mul(2);
        }
        None
    }

    pub(super) fn bytes(&self) -> u64 {
        8 * self.marks.capacity() as u64
    }
}

/// The word of the filter for a mark, and the bit in it.
fn place(mark: u64) -> (usize, u64) {
    ((mark >> 58) as usize, 1 << (mark >> 52 & 63))
}

/// The least preperiod and period of nimbers that are known to have this period from
/// heap `start` on.
fn least(kept: &dyn Blocks, start: u64, period: u64) -> Repetition {
    // A shorter period divides this one, and shows within one whole period.
    let (whole, mut least) = (start + period, period);
    for prime in prime_divisors(period) {
        while least.is_multiple_of(prime)
            && kept.same(whole - least / prime, whole, period - least / prime)
        {
            least /= prime;
        }
    }
    // Finds by bisection how many heaps before the start have the period too.
    let (mut have, mut have_not) = (0, start + 1);
    while have_not - have > 1 {
        let middle = have + (have_not - have) / 2;
        if kept.same(start, start + least, middle) {
            have = middle;
        } else {
            have_not = middle;
        }
    }
    Repetition {
        preperiod: start - have,
        period: least,
        saltus: 0,
    }
}
