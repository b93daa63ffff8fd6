//! Memory that is used no more, kept for what needs as much a short while later.
//!
//! Memory that goes back to the system and comes again is cleared by it page by page, which
//! takes longer than much of the work on it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use zug_job::{Budget, Charge, Refusal, bytes_of};

/// A vector with what was charged for it.
pub(super) type Charged<T> = (Vec<T>, Charge);

/// Vectors that are used no more.
#[derive(Debug)]
pub(super) struct Spare<T> {
    vectors: Mutex<Vec<Charged<T>>>,
    budget: Budget,
}

impl<T> Spare<T> {
    pub(super) fn new(budget: &Budget) -> Self {
        Self {
            vectors: Mutex::default(),
            budget: budget.clone(),
        }
    }

    fn all(&self) -> MutexGuard<'_, Vec<Charged<T>>> {
        self.vectors.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps vectors for later.
    pub(super) fn put(&self, vectors: impl IntoIterator<Item = Charged<T>>) {
        let used = vectors
            .into_iter()
            .filter(|(items, _)| items.capacity() > 0);
        self.all().extend(used);
    }

    /// An empty vector as it was kept, or one without memory.
    pub(super) fn any(&self) -> Charged<T> {
        let (mut items, charge) = self
            .all()
            .pop()
            .unwrap_or_else(|| (Vec::new(), self.budget.open()));
        items.clear();
        (items, charge)
    }

    /// Gives the memory back that is kept, and returns whether there was any.
    pub(super) fn clear(&self) -> bool {
        let kept = std::mem::take(&mut *self.all());
        !kept.is_empty()
    }

    /// Whether little memory is left, even without what is kept here: less than an eighth of
    /// the budget, and less than 64 MiB.
    pub(super) fn is_short(&self) -> bool {
        let least = (self.budget.limit() / 8).min(64 << 20);
        if self.budget.left() >= least {
            return false;
        }
        self.clear();
        self.budget.left() < least
    }

    /// An empty vector with room for so many items.
    pub(super) fn with_room(&self, room: usize) -> Result<Charged<T>, Refusal> {
        let (mut items, mut charge) = self.any();
        if items.capacity() < room {
            charge.shrink(bytes_of::<T>(items.capacity()));
            items = Vec::new();
            if let Err(refusal) = charge.regrow(&mut items, room) {
                // What is kept may be what is missing.
                if !self.clear() {
                    return Err(refusal);
                }
                charge.regrow(&mut items, room)?;
            }
        }
        Ok((items, charge))
    }
}
