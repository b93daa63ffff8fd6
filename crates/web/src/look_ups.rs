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
    /// A game of the catalogue that others left no memory for.
    Alone,
}

/// Who may look something up.
#[derive(Debug)]
pub(crate) struct LookUps {
    /// Held by those in the catalogue that run.
    catalogue: Arc<Semaphore>,
    /// The most of these.
    at_a_time: u32,
    /// Held by the one that runs of those that requests bring along.
    brought: Arc<Semaphore>,
    /// Held by the one that takes long, while it runs and while it is the next to run.
    slow: Arc<Semaphore>,
    /// Held by each that waits: those that requests bring along, and those of them that take long.
    waiting: [Semaphore; 2],
}

/// Leave to look something up, until it is dropped.
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
            waiting: [(); 2].map(|()| Semaphore::new(LOOK_UPS_WAITING)),
        }
    }

    /// Waits until a look-up may run; `None` if too many of its kind wait already.
    pub(crate) async fn take(&self, pace: Pace) -> Option<Leave> {
        let next = async |of: &Arc<Semaphore>| of.clone().acquire_owned().await.ok();
        let [brought, slow] = &self.waiting;
        let (runs, _waits, besides) = match pace {
            Pace::Catalogue => (&self.catalogue, None, None),
            Pace::Brought => (&self.brought, Some(brought.try_acquire().ok()?), None),
            Pace::Slow => {
                let waits = slow.try_acquire().ok()?;
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

    /// Whether others wait that are known to take long.
    pub(crate) fn slow_ones_wait(&self) -> bool {
        self.waiting[1].available_permits() < LOOK_UPS_WAITING
    }
}
