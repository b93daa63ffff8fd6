//! The clock by which a search, or the solving of all positions, is stopped: they know no clock
//! themselves.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use zug::{CancelToken, Progress, SolveOptions, Watch};

use crate::signal;
use crate::terminal::ProgressLine;

/// Stops work when its time is over, and shows how far it is until then.
///
/// A thread waits for the end of the time: work that tells seldom how far it is, as where the rules
/// are slow, is stopped in time too.
///
/// The work is stopped by the token that Ctrl-C cancels too. Once the time was over the token is
/// withdrawn, so that other work can begin.
#[derive(Clone)]
pub(crate) struct Clock(Arc<Inner>);

struct Inner {
    line: ProgressLine,
    cancel: CancelToken,
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
            rang: AtomicBool::new(false),
        }));
        let options = options
            .with_watch(Arc::new(clock.clone()))
            .with_cancel(cancel);
        Ok((clock, options))
    }

    /// Does work, which is cancelled after this time; a signal stops it too.
    ///
    /// # Errors
    ///
    /// The machine refuses the thread that waits for the end of the time.
    pub(crate) fn within<T>(&self, time: Duration, work: impl FnOnce() -> T) -> Result<T> {
        let inner = &*self.0;
        signal::work_begins();
        let done = thread::scope(|scope| {
            let (until_done, done) = mpsc::channel::<()>();
            let wait = move || {
                let is_over = done.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
                if is_over && !inner.cancel.is_cancelled() {
                    inner.rang.store(true, Ordering::Relaxed);
                    inner.cancel.cancel();
                }
            };
            let clock = thread::Builder::new().name("clock".to_owned());
            let clock = clock.spawn_scoped(scope, wait);
            clock.context("cannot wait for the end of the time")?;
            let done = work();
            drop(until_done);
            Ok(done)
        });
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
}

impl Watch for Clock {
    fn progress(&self, progress: &Progress) {
        self.0.line.progress(progress);
    }

    fn wants_line(&self) -> bool {
        self.0.line.wants_line()
    }

    fn line(&self, moves: &[String]) {
        self.0.line.line(moves);
    }
}
