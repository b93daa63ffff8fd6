//! The clock by which a search is stopped, which knows none itself.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Result;
use zug::{CancelToken, Progress, SolveOptions, Watch};

use crate::signal;
use crate::terminal::ProgressLine;

/// Stops work when its time is over, and shows how far it is until then.
///
/// The work is stopped by the token that Ctrl-C cancels too. Once the time was over the token is
/// withdrawn, so that other work can begin.
#[derive(Clone)]
pub(crate) struct Clock(Arc<Inner>);

struct Inner {
    line: ProgressLine,
    cancel: CancelToken,
    /// When the work that is going on has to end.
    end: Mutex<Option<Instant>>,
    /// The work was stopped because its time was over.
    rang: AtomicBool,
}

impl Clock {
    /// A clock, and the options by which work keeps to it.
    pub(crate) fn new(options: SolveOptions) -> Result<(Self, SolveOptions)> {
        let cancel = signal::cancelling()?;
        let clock = Self(Arc::new(Inner {
            line: ProgressLine::new(),
            cancel: cancel.clone(),
            end: Mutex::new(None),
            rang: AtomicBool::new(false),
        }));
        let options = options
            .with_watch(Arc::new(clock.clone()))
            .with_cancel(cancel);
        Ok((clock, options))
    }

    /// Does work, which is cancelled after this time; a signal stops it too.
    pub(crate) fn within<T>(&self, time: Duration, work: impl FnOnce() -> T) -> T {
        let inner = &self.0;
        signal::work_begins();
        *self.end() = Instant::now().checked_add(time);
        let done = work();
        *self.end() = None;
        inner.line.finish();
        signal::work_is_done();
        if inner.rang.swap(false, Ordering::Relaxed) {
            inner.cancel.reset();
        }
        done
    }

    /// Whether a signal asked to stop; to be asked after the work.
    pub(crate) fn is_stopped(&self) -> bool {
        self.0.cancel.is_cancelled()
    }

    fn end(&self) -> std::sync::MutexGuard<'_, Option<Instant>> {
        self.0.end.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Watch for Clock {
    fn progress(&self, progress: &Progress) {
        self.0.line.progress(progress);
        let is_over = self.end().is_some_and(|end| Instant::now() >= end);
        if is_over && !self.0.cancel.is_cancelled() {
            self.0.rang.store(true, Ordering::Relaxed);
            self.0.cancel.cancel();
        }
    }

    fn wants_line(&self) -> bool {
        self.0.line.wants_line()
    }

    fn line(&self, moves: &[String]) {
        self.0.line.line(moves);
    }
}
