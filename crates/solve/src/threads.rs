//! Starting the threads that share a piece of work.
//!
//! The machine may refuse to start a thread, because the process has too many threads or
//! because there is no memory for another stack. Then the threads that did start do all
//! the work: no answer depends on their number.

use std::io;
use std::thread::{Builder, Scope, ScopedJoinHandle};

/// At most this number of threads shares one piece of work, even if the caller allows more.
pub(crate) const MOST_THREADS: usize = 256;

/// Starts the work on a thread of its own; an error if the machine refuses it.
pub(crate) fn start<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    #[cfg(test)]
    if refusing::is_refusing() {
        return Err(io::ErrorKind::WouldBlock.into());
    }
    Builder::new().spawn_scoped(scope, work)
}

/// For tests: a machine that refuses threads.
#[cfg(test)]
pub(crate) mod refusing {
    use std::cell::Cell;

    thread_local! {
        static REFUSING: Cell<bool> = const { Cell::new(false) };
    }

    pub(super) fn is_refusing() -> bool {
        REFUSING.get()
    }

    /// Runs the code while every thread that it starts is refused.
    pub(crate) fn without_threads<T>(code: impl FnOnce() -> T) -> T {
        REFUSING.set(true);
        let result = code();
        REFUSING.set(false);
        result
    }
}
