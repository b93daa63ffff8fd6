//! Limits how many jobs run at the same time.
//!
//! At most half of the jobs that run are on rules and parameters that requests bring along. The other
//! half is free for games of the catalogue, however many other jobs wait. Of jobs on games of the
//! catalogue one at a time is in line for the next turn, so that the two sorts alternate however many
//! wait of either.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::prepared::Origin;

/// The turns of the jobs of one lane.
#[derive(Clone, Debug)]
pub(crate) struct Turns {
    /// Held by each job while it runs.
    free: Arc<Semaphore>,
    /// Held by a job on a game of the catalogue while it waits for `free`, so that one such job waits
    /// there at a time.
    catalogue: Arc<Semaphore>,
    /// Held by a job on what a request brings along, from when it waits for `free` until it has run.
    brought: Arc<Semaphore>,
}

/// A job may run as long as it holds this.
#[derive(Debug)]
pub(crate) struct Turn {
    _free: OwnedSemaphorePermit,
    _brought: Option<OwnedSemaphorePermit>,
}

impl Turns {
    /// At most `at_a_time` jobs run at the same time.
    pub(crate) fn new(at_a_time: usize) -> Self {
        Self {
            free: Arc::new(Semaphore::new(at_a_time)),
            catalogue: Arc::new(Semaphore::new(1)),
            brought: Arc::new(Semaphore::new((at_a_time / 2).max(1))),
        }
    }

    /// Waits until a job on a game of this origin may run.
    pub(crate) async fn take(&self, origin: Origin) -> Turn {
        let next = async |of: &Arc<Semaphore>| {
            let permit = of.clone().acquire_owned().await;
            permit.expect("a semaphore that is never closed has permits")
        };
        let (in_line, brought) = match origin {
            Origin::Catalogue => (Some(next(&self.catalogue).await), None),
            Origin::Request => (None, Some(next(&self.brought).await)),
        };
        let free = next(&self.free).await;
        drop(in_line);
        Turn {
            _free: free,
            _brought: brought,
        }
    }
}
