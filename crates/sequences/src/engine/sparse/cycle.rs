//! Proves a period by a state that comes again.
//!
//! The nimber of a heap depends on the bytes of the heaps before it, no farther back
//! than the farthest partner and the farthest witness. When that many bytes in a row
//! come a second time, at a distance that leaves the classes as they are, all that
//! followed them follows again: the same nimbers are excluded, and the same pairs are
//! witnesses. So the heaps repeat for ever.
//!
//! The state is compared with one kept *anchor* that moves on when the trail has
//! grown by half, so that a period of any length is seen once the anchor lies past
//! the preperiod (after R. P. Brent 1980).

use memchr::memmem;

use super::trail::Trail;

/// The number of bytes at the end of the anchor that are searched for; where they are
/// found, all bytes are compared.
const NEEDLE: usize = 64;

/// The state that later states are compared with.
#[derive(Clone, Debug)]
pub(super) struct Anchor {
    /// The heap after the last heap of the window.
    at: u64,
    /// The bytes of the heaps before `at`.
    window: Vec<u8>,
    /// A window that ends before this heap was compared already.
    searched: u64,
}

/// A state that came twice: it is made of the heaps before `at`, and came again
/// `period` heaps later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cycle {
    pub(super) at: u64,
    pub(super) period: u64,
    /// The number of heaps in the state.
    pub(super) window: u64,
}

impl Anchor {
    /// The state at the end of the trail, of at least `reach` heaps; `None` if fewer
    /// are kept.
    pub(super) fn new(trail: &Trail, reach: u64) -> Option<Self> {
        let end = trail.end();
        let length = reach.max(NEEDLE as u64);
        // A window that holds heap 0 could not come again.
        let from = end.checked_sub(length).filter(|&from| from > 0)?;
        Some(Self {
            at: end,
            window: trail.bytes(from, end)?.to_vec(),
            searched: end + 1,
        })
    }

    /// Whether the anchor should move on.
    pub(super) fn is_stale(&self, trail: &Trail, reach: u64) -> bool {
        trail.end() > self.at + self.at / 2 || reach > self.window.len() as u64
    }

    /// Looks for the anchor's state among the heaps added since the last look.
    pub(super) fn look(&mut self, trail: &Trail) -> Option<Cycle> {
        let end = trail.end();
        let from = self.searched.saturating_sub(NEEDLE as u64);
        let bytes = trail.bytes(from, end)?;
        let needle = &self.window[self.window.len() - NEEDLE..];
        let length = self.window.len() as u64;
        for at in memmem::find_iter(bytes, needle) {
            let again = from + (at + NEEDLE) as u64;
            let period = again - self.at;
            if again >= self.searched
                && !trail.space().turns_after(period)
                && trail.bytes(again - length, again) == Some(&self.window[..])
            {
                return Some(Cycle {
                    at: self.at,
                    period,
                    window: length,
                });
            }
        }
        self.searched = end + 1;
        None
    }
}
