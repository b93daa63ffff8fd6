//! How long one question of a search may take.
//!
//! A search knows no clock, and a caller who has one cancels. Questions that may turn out too
//! long are asked in turns, a little longer each time: what was learnt stays in the table. So the
//! same work is done in the same order on any machine, however far the caller lets it go.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use zug_job::{CancelToken, Job, Phase, Progress, Watch};

/// Stops a question after some work, or when the caller cancels. It is the watch of the search:
/// a search tells how far it is every few thousand positions, which is one *tick*.
#[derive(Clone)]
pub(super) struct Pace(Arc<Ticks>);

struct Ticks {
    /// The watch that the caller gave.
    watch: Arc<dyn Watch>,
    /// The token by which the caller stops all questions.
    cancelled: CancelToken,
    /// The token by which one question is stopped, a part of the caller's work.
    stop: CancelToken,
    /// The number of ticks that are left to this question.
    left: AtomicU64,
}

impl Pace {
    /// The pace of a job, and the job with which a search keeps to it.
    pub(super) fn of(job: Job) -> (Self, Job) {
        let stop = job.cancel.of_part();
        let pace = Self(Arc::new(Ticks {
            watch: job.watch.clone(),
            cancelled: job.cancel.clone(),
            stop: stop.clone(),
            left: AtomicU64::new(u64::MAX),
        }));
        let job = job.with_cancel(stop).with_watch(pace.clone());
        (pace, job)
    }

    /// A question begins, which may take this number of ticks.
    pub(super) fn begin(&self, ticks: u64) {
        self.0.left.store(ticks, Ordering::Relaxed);
        self.0.stop.reset();
    }

    /// Tells the caller how far work between two questions is.
    pub(super) fn tell(&self, positions: u64) {
        let reached = Progress::at(Phase::Searching, positions);
        self.0.watch.progress(&reached);
    }

    /// The number of ticks that are left to the last question.
    pub(super) fn left(&self) -> u64 {
        self.0.left.load(Ordering::Relaxed)
    }

    /// The token by which the caller stops all questions.
    pub(super) fn cancelled(&self) -> &CancelToken {
        &self.0.cancelled
    }

    /// Whether the caller stopped all questions.
    pub(super) fn is_cancelled(&self) -> bool {
        self.0.cancelled.is_cancelled()
    }
}

impl Watch for Pace {
    fn progress(&self, progress: &Progress) {
        let ticks = &self.0;
        ticks.watch.progress(progress);
        let left = self.left().saturating_sub(1);
        ticks.left.store(left, Ordering::Relaxed);
        if left == 0 {
            ticks.stop.cancel();
        }
    }

    fn wants_line(&self) -> bool {
        self.0.watch.wants_line()
    }

    fn line(&self, moves: &[String]) {
        self.0.watch.line(moves);
    }
}
