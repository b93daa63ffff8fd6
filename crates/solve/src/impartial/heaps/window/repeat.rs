//! Finding two equal windows.
//!
//! Brent's algorithm compares every state with one that was put by, and puts a
//! new one by after 1, 2, 4, 8 … steps. Here 64 states in a row are put by, and
//! only every 64th is compared with them: one of the 64 is met at each period.
//! A state is not copied, for all nimbers are kept. It has a *mark*, a number
//! made of its last 64 nimbers, and windows with the same mark are compared in
//! full.

use super::super::super::subtraction::prime_divisors;
use super::super::Repetition;
use super::Blocks;

/// Looks for a window that came before.
#[derive(Clone, Debug)]
pub(super) struct Search {
    /// Heaps of a window.
    window: u64,
    /// The marks of the windows before heap `latest`, before the one below, and so
    /// on; none so far.
    marks: Vec<u64>,
    /// A bit for the first twelve bits of each mark: most look-ups end here.
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
            // All heaps of the windows exist, and those of the marks.
            next: (window / 64).saturating_add(3).saturating_mul(64),
        }
    }

    /// Looks at the window before this heap. Heaps must come in order, each 64
    /// after the last.
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

/// The word of the filter that is for a mark, and the bit of it.
fn place(mark: u64) -> (usize, u64) {
    ((mark >> 58) as usize, 1 << (mark >> 52 & 63))
}

/// The least preperiod and period of nimbers that are known to have this period
/// from this heap on, and of which so much is kept.
fn least(kept: &dyn Blocks, start: u64, period: u64) -> Repetition {
    // A shorter period divides this one, and shows in a whole one of these.
    let (whole, mut least) = (start + period, period);
    for prime in prime_divisors(period) {
        while least.is_multiple_of(prime)
            && kept.same(whole - least / prime, whole, period - least / prime)
        {
            least /= prime;
        }
    }
    // How many heaps before the start have the period too.
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
