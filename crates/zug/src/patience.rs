//! How long a search goes on once it has told what matters most.
//!
//! Who wins is often known soon, and what the other moves are worth much later. A search tells the
//! latter as far as it is found in about as much work as the former took, and leaves out the rest. As
//! long as all positions are being solved besides, which may soon tell more, it takes more work.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use zug_job::{CancelToken, Job, Progress, Watch};

use crate::error::Error;
use crate::turns::Turns;

/// The number of positions that a question may take in any case: a second or two of work.
const LEAST: u64 = 1 << 21;

/// A search has this many times the patience while all positions are being solved besides.
const BESIDE_POSITIONS: u64 = 2;

/// Stops a question after some number of positions that a search looks at. It is the watch of the
/// search.
#[derive(Clone)]
pub(crate) struct Patience(Arc<Inner>);

struct Inner {
    /// The watch that the caller gave.
    watch: Arc<dyn Watch>,
    /// The token by which the caller stops all questions.
    cancelled: CancelToken,
    /// The token by which one question is stopped, a part of the caller's work.
    stop: CancelToken,
    /// How the search takes turns with solving all positions, if it does.
    turns: Option<Arc<Turns>>,
    /// The number of positions that the search has told of.
    told: AtomicU64,
    /// The number of positions that are left to this question.
    left: AtomicU64,
}

impl Patience {
    /// The patience with a job, and the job with which a search keeps to it.
    pub(crate) fn of(job: &Job, turns: Option<&Arc<Turns>>) -> (Self, Job) {
        let stop = job.cancel.of_part();
        let patience = Self(Arc::new(Inner {
            watch: job.watch.clone(),
            cancelled: job.cancel.clone(),
            stop: stop.clone(),
            turns: turns.cloned(),
            told: AtomicU64::new(0),
            left: AtomicU64::new(u64::MAX),
        }));
        let job = job.clone().with_cancel(stop).with_watch(patience.clone());
        (patience, job)
    }

    /// Does work that need not end: `None` if it is stopped. Before it the search has looked at `nodes`
    /// positions; it may look at as many again, and at more while all are being solved.
    pub(crate) fn within<T>(
        &self,
        nodes: u64,
        work: impl FnOnce() -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
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
        let positions_go_on = |turns: &Arc<Turns>| !turns.is_search_alone();
        if left == u64::MAX {
            return;
        }
        let done = progress.positions.saturating_sub(before);
        let counted = match &inner.turns {
            Some(turns) if positions_go_on(turns) => done / BESIDE_POSITIONS,
            _ => done,
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

#[cfg(test)]
mod tests {
    use zug_job::Phase;

    use super::*;
    use crate::turns::{First, in_turns};

    /// A search that goes on from where it was.
    struct Work {
        job: Job,
        nodes: u64,
    }

    impl Work {
        /// Looks at this number of positions.
        fn search(&mut self, nodes: u64) -> Result<(), Error> {
            let end = self.nodes + nodes;
            while self.nodes < end {
                self.nodes += LEAST / 16;
                let told = self.job.tell(&Progress::at(Phase::Searching, self.nodes));
                told.map_err(|stopped| Error::Solve(stopped.into()))?;
            }
            Ok(())
        }
    }

    #[test]
    fn work_is_stopped_after_as_many_positions_as_were_needed_before() {
        let (patience, job) = Patience::of(&Job::default(), None);
        let mut work = Work { job, nodes: 0 };
        work.search(4 * LEAST).unwrap();
        let mut ends = |nodes, most| {
            patience
                .within(nodes, || work.search(most))
                .unwrap()
                .is_some()
        };
        assert!(ends(0, LEAST / 2));
        assert!(!ends(0, 2 * LEAST));
        assert!(ends(4 * LEAST, 3 * LEAST));
        assert!(!ends(4 * LEAST, 5 * LEAST));
        // What comes later may take as long as it needs.
        work.search(8 * LEAST).unwrap();
    }

    #[test]
    fn a_caller_who_cancels_is_no_lack_of_patience() {
        let caller = Job::default();
        let (patience, job) = Patience::of(&caller, None);
        let mut work = Work { job, nodes: 0 };
        caller.cancel.cancel();
        assert!(patience.within(0, || work.search(LEAST / 2)).is_err());
    }

    #[test]
    fn while_positions_are_solved_there_is_more_patience() {
        let solving = |job: &Job| {
            for positions in 1.. {
                let told = job.tell(&Progress::at(Phase::Discovering, positions));
                told.map_err(|stopped| Error::Solve(stopped.into()))?;
            }
            Ok(())
        };
        let searching = |job: &Job, turns: &Arc<Turns>| {
            let (patience, job) = Patience::of(job, Some(turns));
            let mut work = Work { job, nodes: 0 };
            let mut ends = |most| patience.within(0, || work.search(most));
            Ok([ends(3 * LEAST / 2)?, ends(3 * LEAST)?])
        };
        let first = in_turns(&Job::default(), Some(0), |_| false, solving, searching);
        assert!(matches!(first, Ok(First::Search([Some(()), None]))));
    }
}
