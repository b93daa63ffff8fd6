//! Lets a number of pieces of work run at a time. At most half of them are on rules and parameters
//! that requests bring along, however many of these wait: games of the catalogue find room.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::library::Origin;

/// Who may run.
#[derive(Clone, Debug)]
pub(crate) struct Turns {
    free: Arc<Semaphore>,
    /// Held by work on what a request brings along while it runs, and while it is the next to run.
    brought: Arc<Semaphore>,
}

/// Leave to run, until it is dropped.
#[derive(Debug)]
pub(crate) struct Turn {
    _free: OwnedSemaphorePermit,
    _brought: Option<OwnedSemaphorePermit>,
}

impl Turns {
    /// Turns of which `at_a_time` are taken at the same time.
    pub(crate) fn new(at_a_time: usize) -> Self {
        Self {
            free: Arc::new(Semaphore::new(at_a_time)),
            brought: Arc::new(Semaphore::new((at_a_time / 2).max(1))),
        }
    }

    /// Waits until work on a game of this origin may run.
    pub(crate) async fn take(&self, origin: Origin) -> Turn {
        let next = async |of: &Arc<Semaphore>| {
            let permit = of.clone().acquire_owned().await;
            permit.expect("a semaphore that is never closed has permits")
        };
        let brought = match origin {
            Origin::Catalogue => None,
            Origin::Request => Some(next(&self.brought).await),
        };
        Turn {
            _free: next(&self.free).await,
            _brought: brought,
        }
    }
}
