//! Starting the threads that share a piece of work.
//!
//! The machine may refuse a thread: there are too many, or no memory for its stack.
//! Whoever wanted it does the work alone, for no answer depends on the number of
//! threads.

use std::io;
use std::thread::{Builder, Scope, ScopedJoinHandle};

/// Threads that share one piece of work, at most, however many are allowed.
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
