//! The memory that a solver may take, counted before it is taken.
//!
//! A solver that finds a hundred million positions runs out of memory before it runs out of
//! time. Every array that grows with the game holds a [`Charge`] against one [`Budget`]. The
//! charge grows *before* the array does; while the old block of an array is copied to the
//! new block, both are charged. The charge falls when the array is dropped. So a refusal of
//! memory is an answer, never a killed process.
//!
//! **What is counted.** The ledger of a budget has the payload of every array whose
//! size depends on the number of positions or edges. It does not have what the game
//! itself allocates: its rules, its machine code, its names. A program that counts all that
//! it allocates tells a budget so ([`Budget::within`]). Then a charge is also refused where
//! the whole process would hold too much, and [`Budget::check`] tells work that charges
//! nothing when to stop. A share of what the process may hold is a reserve (see
//! [`Process::most`]): no charge gets it.
//!
//! A budget is a handle: clones count into the same ledger, so that several
//! jobs can share one.
//!
//! ```
//! use zug_job::Budget;
//! let budget = Budget::of_bytes(100);
//! let mut held = budget.charge(60)?;
//! assert!(budget.charge(50).is_err()); // refused, nothing changed
//! held.grow(40)?;
//! drop(held);
//! assert_eq!((budget.used(), budget.peak()), (0, 100));
//! # Ok::<(), zug_job::Refusal>(())
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
    process: Option<Process>,
}

/// How much memory the whole process holds and may hold. The program that has the allocator
/// knows it; a solver does not.
#[derive(Clone, Copy, Debug)]
pub struct Process {
    /// The most bytes that the process may hold. A 32nd of these bytes is a reserve for small
    /// allocations that nobody charges; no charge gets it.
    pub most: u64,
    /// Returns the number of bytes that the process holds now.
    pub held: fn() -> u64,
    /// Runs code that handles a refusal of memory by the machine.
    pub attempt: fn(&mut dyn FnMut()),
}

impl Process {
    /// The most bytes that the process may hold after a charge is granted.
    fn grantable(&self) -> u64 {
        self.most - self.most / 32
    }
}

impl Budget {
    /// A budget of `limit` bytes.
    #[must_use]
    pub fn of_bytes(limit: u64) -> Self {
        Self::new(limit, None)
    }

    fn new(limit: u64, process: Option<Process>) -> Self {
        Self(Arc::new(Ledger {
            limit,
            used: AtomicU64::new(0),
            peak: AtomicU64::new(0),
            process,
        }))
    }

    /// A budget with the same limit and a new ledger, which also keeps the whole process, with
    /// all memory that is charged nowhere, from holding more than it may.
    #[must_use]
    pub fn within(self, process: Process) -> Self {
        Self::new(self.limit(), Some(process))
    }

    /// A budget without a limit. What is charged is counted all the same.
    #[must_use]
    pub fn unlimited() -> Self {
        Self::of_bytes(u64::MAX)
    }

    /// The limit in bytes.
    #[must_use]
    pub fn limit(&self) -> u64 {
        self.0.limit
    }

    /// The number of bytes that are charged now.
    #[must_use]
    pub fn used(&self) -> u64 {
        self.0.used.load(Ordering::Relaxed)
    }

    /// The most bytes that were ever charged at once.
    #[must_use]
    pub fn peak(&self) -> u64 {
        self.0.peak.load(Ordering::Relaxed)
    }

    /// The number of bytes that a charge can still get.
    #[must_use]
    pub fn left(&self) -> u64 {
        let of_process = self.0.process.map_or(u64::MAX, |process| {
            process.grantable().saturating_sub((process.held)())
        });
        of_process.min(self.limit().saturating_sub(self.used()))
    }

    /// Whether the process holds no more than it may, for work that charges nothing.
    ///
    /// # Errors
    ///
    /// The process holds more than it may. A budget without a [`Process`] never says so.
    pub fn check(&self) -> Result<(), Refusal> {
        self.admits(0)
    }

    /// Whether `bytes` more are within the budget, for work that charges nothing and is about to
    /// take them.
    ///
    /// # Errors
    ///
    /// The bytes are refused: there is no room for them beside what is charged, or the process
    /// would hold more than it may.
    pub fn admits(&self, bytes: u64) -> Result<(), Refusal> {
        let (limit, used) = (self.limit(), self.used());
        if bytes > 0 && bytes > limit.saturating_sub(used) {
            return Err(Refusal {
                by: Refuser::Budget,
                budget: limit,
                in_use: used,
                needed: bytes,
            });
        }
        match self.0.process {
            Some(process) => process_admits(&process, bytes),
            None => Ok(()),
        }
    }

    /// Runs code that takes memory and handles a refusal by the machine, such as
    /// `Vec::try_reserve`.
    pub fn attempt<T>(&self, code: impl FnOnce() -> T) -> T {
        let Some(process) = self.0.process else {
            return code();
        };
        let mut code = Some(code);
        let mut result = None;
        (process.attempt)(&mut || result = code.take().map(|code| code()));
        result.expect("an attempt runs its code once")
    }

    /// Charges `bytes` until the charge is dropped.
    ///
    /// # Errors
    ///
    /// The bytes are refused. Then nothing is charged.
    pub fn charge(&self, bytes: u64) -> Result<Charge, Refusal> {
        let mut charge = self.open();
        charge.grow(bytes)?;
        Ok(charge)
    }

    /// A charge of no bytes, which can grow.
    #[must_use]
    pub fn open(&self) -> Charge {
        Charge {
            budget: self.clone(),
            bytes: 0,
        }
    }

    fn take(&self, bytes: u64) -> Result<(), Refusal> {
        let Ledger {
            limit,
            used,
            peak,
            process,
        } = &*self.0;
        // Relaxed suffices: the counters guard no other data.
        let before = used
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |now| {
                now.checked_add(bytes).filter(|&then| then <= *limit)
            })
            .map_err(|now| Refusal {
                by: Refuser::Budget,
                budget: *limit,
                in_use: now,
                needed: bytes,
            })?;
        if let Some(process) = process {
            process_admits(process, bytes).inspect_err(|_| {
                used.fetch_sub(bytes, Ordering::Relaxed);
            })?;
        }
        peak.fetch_max(before + bytes, Ordering::Relaxed);
        Ok(())
    }
}

/// Refuses `bytes` more if the process would hold too much with them.
fn process_admits(process: &Process, bytes: u64) -> Result<(), Refusal> {
    let held = (process.held)();
    match held.checked_add(bytes) {
        Some(then) if then <= process.grantable() => Ok(()),
        _ => Err(Refusal {
            by: Refuser::Budget,
            budget: process.most,
            in_use: held,
            needed: bytes,
        }),
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

/// Bytes that are charged to a budget. They are given back when the charge is dropped.
#[derive(Debug)]
pub struct Charge {
    budget: Budget,
    bytes: u64,
}

impl Charge {
    /// The number of bytes charged.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The budget to which the bytes are charged.
    #[must_use]
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Charges `bytes` more.
    ///
    /// # Errors
    ///
    /// The bytes are refused. Then the charge stays as it was.
    pub fn grow(&mut self, bytes: u64) -> Result<(), Refusal> {
        self.budget.take(bytes)?;
        self.bytes += bytes;
        Ok(())
    }

    /// Makes room in a vector for `additional` more items. The room is charged before it is
    /// taken. If the vector has to grow, its capacity at least doubles.
    ///
    /// All room that the vector has must have been charged here, by this method.
    ///
    /// # Errors
    ///
    /// The budget or the machine refuses. Then the vector and the charge stay as they were.
    pub fn make_room<T>(&mut self, items: &mut Vec<T>, additional: usize) -> Result<(), Refusal> {
        let needed = items.len() + additional;
        if needed <= items.capacity() {
            return Ok(());
        }
        self.regrow(items, needed.max(items.capacity() * 2))
    }

    /// Moves a vector to a block of `capacity` items, which is charged before it is taken. The
    /// old block is given back once the items are in the new block.
    ///
    /// All room that the vector has must have been charged here, by this method.
    ///
    /// # Errors
    ///
    /// The budget or the machine refuses. Then the vector and the charge stay as they were.
    pub fn regrow<T>(&mut self, items: &mut Vec<T>, capacity: usize) -> Result<(), Refusal> {
        let old = bytes_of::<T>(items.capacity());
        let additional = capacity - items.len();
        self.replace(old, bytes_of::<T>(capacity), || {
            items.try_reserve_exact(additional)
        })
    }

    /// Charges `new` bytes before `take` takes them, and gives back the `old` bytes that were charged
    /// here for what the new ones replace.
    ///
    /// # Errors
    ///
    /// The budget or the machine refuses. Then the charge stays as it was.
    pub fn replace<E>(
        &mut self,
        old: u64,
        new: u64,
        take: impl FnOnce() -> Result<(), E>,
    ) -> Result<(), Refusal> {
        self.grow(new)?;
        if self.budget.attempt(take).is_err() {
            self.shrink(new);
            return Err(self.refused_by_machine(new));
        }
        self.shrink(old);
        Ok(())
    }

    /// The refusal to be told where this charge was granted `needed` bytes and the machine did
    /// not give them.
    #[must_use]
    pub fn refused_by_machine(&self, needed: u64) -> Refusal {
        Refusal {
            by: Refuser::Machine,
            budget: self.budget.limit(),
            in_use: self.budget.used(),
            needed,
        }
    }

    /// Gives `bytes` back; all bytes if the charge holds fewer.
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

/// The number of bytes that `items` items take side by side.
#[must_use]
pub fn bytes_of<T>(items: usize) -> u64 {
    (items * size_of::<T>()) as u64
}

/// An upper bound on the number of bytes of a `hashbrown` table with room for `capacity` items.
///
/// The table has a power of two of slots, and uses at most 7/8 of its slots. Each slot takes the bytes of
/// an item and one control byte. Behind the items stand at most 15 empty bytes, and behind the control
/// bytes at most 32 more. A table with room for no item takes 0 bytes.
#[must_use]
pub fn table_bytes<T>(capacity: usize) -> u64 {
    const GROUP: usize = 32;
    if capacity == 0 {
        return 0;
    }
    let slots = (capacity * 8).div_ceil(7).next_power_of_two().max(4);
    let items = (slots * size_of::<T>()).next_multiple_of(16);
    (items + slots + GROUP) as u64
}

/// Memory was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{by} refused {needed} more bytes: {in_use} of {budget} are in use")]
pub struct Refusal {
    /// Who refused the memory.
    pub by: Refuser,
    /// The limit in bytes.
    pub budget: u64,
    /// The number of bytes in use when more were asked for.
    pub in_use: u64,
    /// The number of bytes that were asked for.
    pub needed: u64,
}

impl Refusal {
    /// The refusal of work that takes `needed` bytes in all, by a budget of `budget` bytes that
    /// are all free. It is for solvers that compare the two numbers before they charge.
    #[must_use]
    pub fn in_all(budget: u64, needed: u64) -> Self {
        Self {
            by: Refuser::Budget,
            budget,
            in_use: 0,
            needed,
        }
    }
}

/// Who refused memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refuser {
    /// The budget: more of it would help.
    Budget,
    /// The machine, which has less than the budget allows.
    Machine,
}

impl fmt::Display for Refuser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Budget => "the budget",
            Self::Machine => "the machine",
        })
    }
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
                by: Refuser::Budget,
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

    #[test]
    fn what_the_process_holds_counts_although_nobody_charged_it() {
        let process = Process {
            most: 3200,
            held: || 2000,
            attempt: |code| code(),
        };
        let budget = Budget::of_bytes(10_000).within(process);
        assert_eq!(budget.left(), 1100);
        assert!(budget.charge(1100).is_ok());
        assert_eq!(
            budget.charge(1101).unwrap_err(),
            Refusal {
                by: Refuser::Budget,
                budget: 3200,
                in_use: 2000,
                needed: 1101
            }
        );
        assert_eq!(budget.used(), 0);
        assert!(budget.check().is_ok());
        assert!(budget.admits(1100).is_ok());
        assert!(budget.admits(1101).is_err());
        assert!(Budget::of_bytes(10).admits(11).is_err());
        let full = Process {
            held: || 3101,
            ..process
        };
        assert!(Budget::of_bytes(10_000).within(full).check().is_err());
    }

    #[test]
    fn an_attempt_gives_what_its_code_gives() {
        let process = Process {
            most: 1,
            held: || 0,
            attempt: |code| code(),
        };
        for budget in [Budget::unlimited(), Budget::unlimited().within(process)] {
            assert_eq!(budget.attempt(|| 7), 7);
        }
    }
}
