//! Work that several threads share by chunks, until one of them finds an error.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use zug_job::Threads;

/// Chunks of work with numbers from 0, of which each is done by one thread, and the error of the
/// earliest chunk that has one.
///
/// ```
/// use zug_certify::{Chunks, on_threads};
/// use zug_job::Threads;
///
/// let chunks = Chunks::new(10);
/// let done = on_threads(Threads::default(), 10, &|| (), &|_| {
///     let mut done = 0;
///     while let Some(chunk) = chunks.take() {
///         match chunk {
///             7 | 8 => chunks.fail(chunk, "there is a flaw"),
///             _ => done += 1,
///         }
///     }
///     done
/// });
/// assert_eq!(chunks.finished(), Err("there is a flaw"));
/// assert!(done.iter().sum::<u64>() <= 8);
/// ```
#[derive(Debug)]
pub struct Chunks<E> {
    count: u64,
    next: AtomicU64,
    first_failed: AtomicU64,
    failed: Mutex<Option<(u64, E)>>,
}

impl<E> Chunks<E> {
    /// Returns `count` chunks, none of which is done.
    #[must_use]
    pub fn new(count: u64) -> Self {
        Self {
            count,
            next: AtomicU64::new(0),
            first_failed: AtomicU64::new(u64::MAX),
            failed: Mutex::new(None),
        }
    }

    /// The next chunk to do; `None` if there are no more. The chunks before one that failed are
    /// still handed out, as they may have an earlier error.
    pub fn take(&self) -> Option<u64> {
        let chunk = self.next.fetch_add(1, Ordering::Relaxed);
        let end = self.count.min(self.first_failed.load(Ordering::Relaxed));
        (chunk < end).then_some(chunk)
    }

    /// Notes the error of a chunk.
    pub fn fail(&self, chunk: u64, error: E) {
        self.first_failed.fetch_min(chunk, Ordering::Relaxed);
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        if failed.as_ref().is_none_or(|(known, _)| chunk < *known) {
            *failed = Some((chunk, error));
        }
    }

    /// Ends the work.
    ///
    /// # Errors
    ///
    /// The error of the earliest chunk that has one.
    pub fn finished(self) -> Result<(), E> {
        match self
            .failed
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
        {
            Some((_, error)) => Err(error),
            None => Ok(()),
        }
    }
}

/// Does work on at most as many threads as are allowed and as there are chunks, that of the caller
/// included, and returns what each of them returns. The work calls the function that it is handed
/// after each chunk: on the thread of the caller that is `tell`, elsewhere it does nothing.
pub fn on_threads<T: Send>(
    threads: Threads,
    chunks: u64,
    tell: &dyn Fn(),
    work: &(dyn Fn(&dyn Fn()) -> T + Sync),
) -> Vec<T> {
    thread::scope(|scope| {
        let most = usize::try_from(chunks).unwrap_or(usize::MAX);
        let others = threads.get().min(most).saturating_sub(1);
        let mut started = Vec::new();
        for _ in 0..others {
            // Where the machine refuses a thread, the others do its work.
            match threads.start(scope, || work(&|| ())) {
                Ok(thread) => started.push(thread),
                Err(_) => break,
            }
        }
        let mut all = vec![work(tell)];
        for thread in started {
            match thread.join() {
                Ok(part) => all.push(part),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        all
    })
}
