//! The memory that a solver may take, counted before it is taken.
//!
//! A solver that finds a hundred million positions dies of memory, not of time.
//! Every array that grows with the game holds a [`Charge`] against one
//! [`Budget`]. The charge grows *before* the array does, for the old and the
//! new block together while one is copied to the other, and falls when the array
//! is dropped. A refusal is thus an answer, never a killed process.
//!
//! What is counted: the payload of every array whose size depends on the number
//! of positions or edges. What is not: a few kilobytes of fixed size, what the
//! game itself allocates, and what the allocator adds.
//!
//! A budget is a handle: clones count into the same ledger, so that several
//! jobs can share one.
//!
//! ```
//! use zug_solve::Budget;
//! let budget = Budget::of_bytes(100);
//! let mut held = budget.charge(60)?;
//! assert!(budget.charge(50).is_err()); // refused, nothing changed
//! held.grow(40)?;
//! drop(held);
//! assert_eq!((budget.used(), budget.peak()), (0, 100));
//! # Ok::<(), zug_solve::Refusal>(())
//! ```

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A limit in bytes with the ledger of what is charged against it.
#[derive(Clone)]
pub struct Budget(Arc<Ledger>);

struct Ledger {
    limit: u64,
    used: AtomicU64,
    peak: AtomicU64,
}

impl Budget {
    /// At most this many bytes.
    #[must_use]
    pub fn of_bytes(limit: u64) -> Self {
        Self(Arc::new(Ledger {
            limit,
            used: AtomicU64::new(0),
            peak: AtomicU64::new(0),
        }))
    }

    /// No limit but the machine's; use is still counted.
    #[must_use]
    pub fn unlimited() -> Self {
        Self::of_bytes(u64::MAX)
    }

    /// The limit in bytes.
    #[must_use]
    pub fn limit(&self) -> u64 {
        self.0.limit
    }

    /// Bytes charged now.
    #[must_use]
    pub fn used(&self) -> u64 {
        self.0.used.load(Ordering::Relaxed)
    }

    /// The most bytes that were ever charged at once.
    #[must_use]
    pub fn peak(&self) -> u64 {
        self.0.peak.load(Ordering::Relaxed)
    }

    /// Takes `bytes` until the charge is dropped, or refuses and takes nothing.
    pub fn charge(&self, bytes: u64) -> Result<Charge, Refusal> {
        let mut charge = self.open();
        charge.grow(bytes)?;
        Ok(charge)
    }

    /// A charge of nothing yet.
    pub(crate) fn open(&self) -> Charge {
        Charge {
            budget: self.clone(),
            bytes: 0,
        }
    }

    fn take(&self, bytes: u64) -> Result<(), Refusal> {
        let Ledger { limit, used, peak } = &*self.0;
        // Relaxed suffices: the counters guard no other data.
        let before = used
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |now| {
                now.checked_add(bytes).filter(|&then| then <= *limit)
            })
            .map_err(|now| Refusal {
                budget: *limit,
                in_use: now,
                needed: bytes,
            })?;
        peak.fetch_max(before + bytes, Ordering::Relaxed);
        Ok(())
    }
}

impl fmt::Debug for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("limit", &self.limit())
            .field("used", &self.used())
            .field("peak", &self.peak())
            .finish()
    }
}

/// Bytes taken from a budget; given back when dropped.
#[derive(Debug)]
pub struct Charge {
    budget: Budget,
    bytes: u64,
}

impl Charge {
    /// The bytes held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    pub(crate) fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Takes more, or refuses and keeps what it had.
    pub fn grow(&mut self, bytes: u64) -> Result<(), Refusal> {
        self.budget.take(bytes)?;
        self.bytes += bytes;
        Ok(())
    }

    /// Gives some back; never more than it holds.
    pub fn shrink(&mut self, bytes: u64) {
        let bytes = bytes.min(self.bytes);
        self.bytes -= bytes;
        self.budget.0.used.fetch_sub(bytes, Ordering::Relaxed);
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.shrink(self.bytes);
    }
}

/// The budget does not have these bytes, or the machine does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{needed} more bytes do not fit: {in_use} of {budget} are in use")]
pub struct Refusal {
    /// The limit in bytes.
    pub budget: u64,
    /// Bytes in use when more were asked for.
    pub in_use: u64,
    /// How many more were asked for.
    pub needed: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_share_one_ledger() {
        let budget = Budget::of_bytes(10);
        let twin = budget.clone();
        let _held = budget.charge(7).unwrap();
        assert_eq!(
            twin.charge(4).unwrap_err(),
            Refusal {
                budget: 10,
                in_use: 7,
                needed: 4
            }
        );
    }

    #[test]
    fn a_charge_that_overflows_is_refused() {
        let budget = Budget::unlimited();
        let _held = budget.charge(u64::MAX).unwrap();
        assert!(budget.charge(1).is_err());
    }
}
