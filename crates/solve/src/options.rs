//! What a caller may choose.

use std::fmt;
use std::num::{NonZeroU32, NonZeroUsize};

use crate::budget::Budget;
use crate::watch::{CancelToken, Silent, Watch};

/// How the positions get their values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// Backward induction if play cannot go round in a circle, else retrograde
    /// analysis. The positions found decide, not a promise.
    #[default]
    Auto,
    /// Backward induction; an error if play can go round in a circle.
    Backward,
    /// Retrograde analysis, whether or not it is needed.
    Retrograde,
    /// Retrograde analysis that takes moves back and keeps none. Where the solver
    /// is not given a game that can do so, the same as [`Method::Retrograde`].
    Retracting,
}

/// What a caller may choose; the default is one thread, no limit, no word.
///
/// ```
/// use zug_solve::{Budget, Options};
/// let options = Options {
///     budget: Budget::of_bytes(1 << 30),
///     ..Options::default()
/// };
/// # let _ = options;
/// ```
#[derive(Clone)]
pub struct Options<'w> {
    /// The memory that may be taken.
    pub budget: Budget,
    /// Threads that may look at moves; more than 256 are never started. The answer
    /// does not depend on it.
    pub threads: NonZeroUsize,
    /// How the positions get their values.
    pub method: Method,
    /// Playouts that look, before the work, whether the job is hopeless.
    pub probe: Option<NonZeroU32>,
    /// Is told how far it is.
    pub watch: &'w dyn Watch,
    /// Asks it to stop.
    pub cancel: CancelToken,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            budget: Budget::unlimited(),
            threads: NonZeroUsize::MIN,
            method: Method::Auto,
            probe: None,
            watch: &Silent,
            cancel: CancelToken::default(),
        }
    }
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("budget", &self.budget)
            .field("threads", &self.threads)
            .field("method", &self.method)
            .field("probe", &self.probe)
            .field("cancel", &self.cancel)
            .finish_non_exhaustive()
    }
}
