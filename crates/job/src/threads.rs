//! Starting the threads that share a piece of work.
//!
//! The machine may refuse to start a thread, because the process has too many threads or
//! because there is no memory for another stack. Then the threads that started do all the
//! work: no answer depends on their number.

use std::io;
use std::num::NonZeroUsize;
use std::thread::{Builder, Scope, ScopedJoinHandle};

/// The number of threads that may share one piece of work. No answer depends on it.
///
/// ```
/// use std::num::NonZeroUsize;
/// use zug_job::Threads;
///
/// assert_eq!(Threads::default().get(), 1);
/// assert_eq!(Threads::from(NonZeroUsize::MAX).get(), Threads::MOST);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads {
    most: NonZeroUsize,
    starting: Starting,
}

/// What becomes of a request to start a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Starting {
    AskTheMachine,
    Refuse,
}

impl Threads {
    /// More threads than this never share one piece of work, even if the caller allows more.
    pub const MOST: usize = 256;

    /// The same number of threads, each of which is refused when it is to be started. It is
    /// for tests of work that gets no threads.
    #[must_use]
    pub fn refused(self) -> Self {
        Self {
            starting: Starting::Refuse,
            ..self
        }
    }

    /// The number of threads that may share the work, that of the caller included: from 1 to
    /// [`Threads::MOST`].
    #[must_use]
    pub fn get(self) -> usize {
        self.most.get().min(Self::MOST)
    }

    /// Starts the work on a thread of its own.
    ///
    /// # Errors
    ///
    /// The machine refuses to start a thread.
    pub fn start<'scope, T: Send + 'scope>(
        self,
        scope: &'scope Scope<'scope, '_>,
        work: impl FnOnce() -> T + Send + 'scope,
    ) -> io::Result<ScopedJoinHandle<'scope, T>> {
        // Boxed, so that the compiler makes the code that starts a thread once for each `T`. Made for
        // each closure, it was about a tenth of all code of the crate `zug`.
        let work: Box<dyn FnOnce() -> T + Send + 'scope> = Box::new(work);
        match self.starting {
            Starting::AskTheMachine => Builder::new().spawn_scoped(scope, work),
            Starting::Refuse => Err(io::ErrorKind::WouldBlock.into()),
        }
    }
}

impl Default for Threads {
    /// The caller's thread alone.
    fn default() -> Self {
        NonZeroUsize::MIN.into()
    }
}

impl From<NonZeroUsize> for Threads {
    fn from(most: NonZeroUsize) -> Self {
        Self {
            most,
            starting: Starting::AskTheMachine,
        }
    }
}
