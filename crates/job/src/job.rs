//! What a caller hands to work of any kind.

use std::fmt;
use std::sync::Arc;

use crate::budget::Budget;
use crate::cancel::CancelToken;
use crate::stopped::{Stopped, Why};
use crate::threads::Threads;
use crate::watch::{Progress, Silent, Watch};

/// What work may take, whom it tells how far it is, and who may stop it.
///
/// The default is one thread, no limit of memory, nobody told and nobody who cancels. A clone
/// shares the budget's ledger, the watch and the token. A job has no deadline, as solvers
/// read no clock: a caller who has one cancels. The place where work may be saved, to go on
/// another day, is to be a field of this struct too.
///
/// ```
/// use std::num::NonZeroUsize;
/// use zug_job::{Budget, CancelToken, Job};
///
/// let cancel = CancelToken::default();
/// let job = Job::default()
///     .with_budget(Budget::of_bytes(1 << 30))
///     .with_threads(NonZeroUsize::MIN)
///     .with_cancel(cancel.clone());
/// cancel.cancel();
/// assert!(job.cancel.is_cancelled());
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub struct Job {
    /// The memory that may be taken.
    pub budget: Budget,
    /// The threads that may share the work. The answer does not depend on their number.
    pub threads: Threads,
    /// By this token the caller asks the work to stop.
    pub cancel: CancelToken,
    /// Is told how far the work is.
    pub watch: Arc<dyn Watch>,
}

impl Job {
    /// The same job with this memory.
    #[must_use]
    pub fn with_budget(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }

    /// The same job on this number of threads.
    #[must_use]
    pub fn with_threads(self, threads: impl Into<Threads>) -> Self {
        let threads = threads.into();
        Self { threads, ..self }
    }

    /// The same job, which this token cancels.
    #[must_use]
    pub fn with_cancel(self, cancel: CancelToken) -> Self {
        Self { cancel, ..self }
    }

    /// The same job, which tells this watch how far it is.
    #[must_use]
    pub fn with_watch(self, watch: impl Watch + 'static) -> Self {
        self.with_shared_watch(Arc::new(watch))
    }

    /// The same job, which tells this watch how far it is; the caller may keep the watch too.
    #[must_use]
    pub fn with_shared_watch(self, watch: Arc<dyn Watch>) -> Self {
        Self { watch, ..self }
    }

    /// Whether the work goes on; `reached` tells how far it is.
    ///
    /// # Errors
    ///
    /// The caller cancelled.
    #[inline]
    pub fn go_on(&self, reached: impl FnOnce() -> Progress) -> Result<(), Stopped> {
        if self.cancel.is_cancelled() {
            return Err(Stopped::cancelled(reached()));
        }
        Ok(())
    }

    /// Whether work goes on that counts no positions and does not charge its memory to the
    /// budget: the work that comes before the first position. It asks every few thousand
    /// steps.
    ///
    /// ```
    /// use zug_job::{Job, Why};
    ///
    /// let job = Job::default();
    /// assert_eq!(job.check(), Ok(()));
    /// job.cancel.cancel();
    /// assert_eq!(job.check(), Err(Why::Cancelled));
    /// ```
    ///
    /// # Errors
    ///
    /// The caller cancelled, or the process holds more memory than it may
    /// ([`Budget::check`]).
    pub fn check(&self) -> Result<(), Why> {
        if self.cancel.is_cancelled() {
            return Err(Why::Cancelled);
        }
        self.budget.check().map_err(Why::OutOfMemory)
    }

    /// Tells the watch how far the work is, and whether the work goes on.
    ///
    /// # Errors
    ///
    /// The caller cancelled. Then the watch is told nothing.
    pub fn tell(&self, reached: &Progress) -> Result<(), Stopped> {
        self.go_on(|| *reached)?;
        self.watch.progress(reached);
        Ok(())
    }
}

impl Default for Job {
    fn default() -> Self {
        Self {
            budget: Budget::unlimited(),
            threads: Threads::default(),
            cancel: CancelToken::default(),
            watch: Arc::new(Silent),
        }
    }
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job")
            .field("budget", &self.budget)
            .field("threads", &self.threads)
            .field("cancel", &self.cancel)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;
    use crate::watch::Phase;

    #[test]
    fn a_job_can_be_sent_to_and_shared_by_threads() {
        fn travels<T: Clone + Send + Sync + 'static>() {}
        travels::<Job>();
    }

    #[test]
    fn a_job_tells_its_watch_until_it_is_cancelled() {
        let told = Arc::new(AtomicU64::new(0));
        let seen = told.clone();
        let watch = move |progress: &Progress| seen.store(progress.positions, Ordering::Relaxed);
        let job = Job::default().with_watch(watch);
        job.tell(&Progress::at(Phase::Solving, 5)).unwrap();
        job.cancel.cancel();
        let stopped = job.tell(&Progress::at(Phase::Solving, 9)).unwrap_err();
        assert_eq!(
            (stopped.reached.positions, stopped.is_cancelled()),
            (9, true)
        );
        assert_eq!(stopped.to_string(), "cancelled after 9 positions");
        assert_eq!(told.load(Ordering::Relaxed), 5);
        job.cancel.reset();
        job.tell(&Progress::at(Phase::Solving, 11)).unwrap();
    }

    #[test]
    fn why_work_stopped_is_found_behind_any_error() {
        #[derive(Debug, thiserror::Error)]
        #[error("the work on {what} stopped")]
        struct Outer {
            what: &'static str,
            #[source]
            stopped: Stopped,
        }

        let refusal = Budget::of_bytes(1).charge(2).unwrap_err();
        let outer = Outer {
            what: "a game",
            stopped: Stopped::out_of_memory(refusal, Progress::default()),
        };
        let found = Stopped::behind(&outer).unwrap();
        assert_eq!(found.refusal(), Some(refusal));
        assert!(Stopped::behind(&refusal).is_none());
    }
}
