//! The clock: the core reads none, so that whoever wants work to end in time cancels it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::task::JoinHandle;
use zug::CancelToken;

/// Cancels a token after a time, unless it is dropped before.
#[derive(Debug)]
pub(crate) struct Alarm {
    clock: JoinHandle<()>,
    rang: Arc<AtomicBool>,
}

impl Alarm {
    /// An alarm that rings after this time.
    ///
    /// # Panics
    ///
    /// The thread is none of a Tokio runtime.
    pub(crate) fn set(token: CancelToken, after: Duration) -> Self {
        Self::set_if(token, after, || true)
    }

    /// An alarm that rings after this time if a condition holds then.
    ///
    /// # Panics
    ///
    /// The thread is none of a Tokio runtime.
    pub(crate) fn set_if(
        token: CancelToken,
        after: Duration,
        holds: impl FnOnce() -> bool + Send + 'static,
    ) -> Self {
        let rang = Arc::new(AtomicBool::new(false));
        let rings = rang.clone();
        let clock = Handle::current().spawn(async move {
            tokio::time::sleep(after).await;
            if holds() {
                rings.store(true, Ordering::Relaxed);
                token.cancel();
            }
        });
        Self { clock, rang }
    }

    /// Whether the time was over.
    pub(crate) fn rang(&self) -> bool {
        self.rang.load(Ordering::Relaxed)
    }
}

impl Drop for Alarm {
    fn drop(&mut self) {
        self.clock.abort();
    }
}
