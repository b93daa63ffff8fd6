//! How long a search goes on once it has told what matters most.
//!
//! Who wins is often known soon, and what the other moves are worth much later. A search finds the
//! latter as far as that is done in about as much work as the former took, and leaves out the rest. As
//! long as all positions are being solved besides, which may soon tell more, it takes more work.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use zug_job::{CancelToken, Job, Progress, Watch};

/// The number of positions that a question may take in any case: a second or two of work.
const LEAST: u64 = 1 << 21;

/// A search has this many times the patience while all positions are being solved besides.
const BESIDE_POSITIONS: u64 = 2;

/// Stops a question after some number of positions that a search looks at. It is the watch of the
/// search.
#[derive(Clone)]
pub struct Patience(Arc<Inner>);

struct Inner {
    /// The watch that the caller gave.
    watch: Arc<dyn Watch>,
    /// The token by which the caller stops all questions.
    cancelled: CancelToken,
    /// The token by which one question is stopped, a part of the caller's work.
    stop: CancelToken,
    /// Whether all positions are being solved in turns with this search.
    beside_positions: Box<dyn Fn() -> bool + Send + Sync>,
    /// The number of positions that the search has told of.
    told: AtomicU64,
    /// The number of positions that are left to this question.
    left: AtomicU64,
}

impl fmt::Debug for Patience {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Patience").finish_non_exhaustive()
    }
}

impl Patience {
    /// The patience with a job, and the job with which a search keeps to it.
    pub fn of(
        job: &Job,
        beside_positions: impl Fn() -> bool + Send + Sync + 'static,
    ) -> (Self, Job) {
        let stop = job.cancel.of_part();
        let patience = Self(Arc::new(Inner {
            watch: job.watch.clone(),
            cancelled: job.cancel.clone(),
            stop: stop.clone(),
            beside_positions: Box::new(beside_positions),
            told: AtomicU64::new(0),
            left: AtomicU64::new(u64::MAX),
        }));
        let job = job.clone().with_cancel(stop).with_watch(patience.clone());
        (patience, job)
    }

    /// Does work that need not end: `None` if it is stopped. Before it the search has looked at `nodes`
    /// positions; it may look at as many again, and at more while all are being solved.
    pub fn within<T, E>(
        &self,
        nodes: u64,
        work: impl FnOnce() -> Result<T, E>,
    ) -> Result<Option<T>, E> {
        let Self(inner) = self;
        inner.left.store(nodes.max(LEAST), Ordering::Relaxed);
        let done = work();
        inner.left.store(u64::MAX, Ordering::Relaxed);
        if done.is_err() && inner.stop.is_cancelled() && !inner.cancelled.is_cancelled() {
            inner.stop.reset();
            return Ok(None);
        }
        done.map(Some)
    }
}

impl Watch for Patience {
    fn progress(&self, progress: &Progress) {
        let Self(inner) = self;
        inner.watch.progress(progress);
        let before = inner.told.swap(progress.positions, Ordering::Relaxed);
        let left = inner.left.load(Ordering::Relaxed);
        if left == u64::MAX {
            return;
        }
        let done = progress.positions.saturating_sub(before);
        let counted = if (inner.beside_positions)() {
            done / BESIDE_POSITIONS
        } else {
            done
        };
        let left = left.saturating_sub(counted);
        inner.left.store(left, Ordering::Relaxed);
        if left == 0 {
            inner.stop.cancel();
        }
    }

    fn wants_line(&self) -> bool {
        self.0.watch.wants_line()
    }

    fn line(&self, moves: &[String]) {
        self.0.watch.line(moves);
    }
}
