//! Who may look something up now.
//!
//! **Problem.** A look-up of a game of the catalogue takes milliseconds. Rules and parameters that
//! requests bring along may take as long as they are allowed to, and nobody can say beforehand which.
//!
//! **Method.** Few look-ups run at a time, so that each is quick, and those of the catalogue do not
//! wait for others. Whatever a request brings along has a short time at first. If that does not
//! suffice it is begun again with more time, and from then on waits for its like: of all that take
//! long one at most is ahead of those that ask for little.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::limits::LOOK_UPS_WAITING;

/// What a look-up is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    /// A game of the catalogue as it stands there.
    Catalogue,
    /// Rules or parameters that a request brings along.
    Brought,
    /// Such rules or parameters that are known to take long.
    Slow,
    /// A game of the catalogue that did not fit into the memory that other work left.
    Alone,
}

/// Who may look something up.
#[derive(Debug)]
pub(crate) struct LookUps {
    /// Held by each look-up in the catalogue while it runs.
    catalogue: Arc<Semaphore>,
    /// The largest number of look-ups in the catalogue that run at the same time.
    at_a_time: u32,
    /// Held by a look-up of what a request brings along while it runs. There is one at a time.
    brought: Arc<Semaphore>,
    /// Held by a look-up that takes long, from when it waits for `brought` until it has run.
    slow: Arc<Semaphore>,
    /// Held by each look-up that waits for `brought`.
    brought_waiting: Semaphore,
    /// Held by each look-up that waits for `slow`.
    slow_waiting: Semaphore,
}

/// A look-up may run as long as it holds this.
#[derive(Debug)]
pub(crate) struct Leave {
    _runs: OwnedSemaphorePermit,
    _besides: Option<OwnedSemaphorePermit>,
}

impl LookUps {
    /// This number of look-ups in the catalogue run at the same time, and one more of what requests
    /// bring along.
    pub(crate) fn new(at_a_time: u32) -> Self {
        Self {
            catalogue: Arc::new(Semaphore::new(at_a_time as usize)),
            at_a_time,
            brought: Arc::new(Semaphore::new(1)),
            slow: Arc::new(Semaphore::new(1)),
            brought_waiting: Semaphore::new(LOOK_UPS_WAITING),
            slow_waiting: Semaphore::new(LOOK_UPS_WAITING),
        }
    }

    /// Waits until a look-up may run; `None` if too many of its kind wait already.
    pub(crate) async fn take(&self, pace: Pace) -> Option<Leave> {
        let next = async |of: &Arc<Semaphore>| of.clone().acquire_owned().await.ok();
        let (runs, _waits, besides) = match pace {
            Pace::Catalogue => (&self.catalogue, None, None),
            Pace::Brought => (
                &self.brought,
                Some(self.brought_waiting.try_acquire().ok()?),
                None,
            ),
            Pace::Slow => {
                let waits = self.slow_waiting.try_acquire().ok()?;
                (&self.brought, Some(waits), Some(next(&self.slow).await?))
            }
            Pace::Alone => {
                let all = self.catalogue.clone().acquire_many_owned(self.at_a_time);
                (&self.brought, None, Some(all.await.ok()?))
            }
        };
        Some(Leave {
            _runs: next(runs).await?,
            _besides: besides,
        })
    }

    /// Whether look-ups wait that are known to take long.
    pub(crate) fn slow_ones_wait(&self) -> bool {
        self.slow_waiting.available_permits() < LOOK_UPS_WAITING
    }
}
