//! How a caller tells a solver to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Tells a solver to stop. Clones are the same token.
///
/// ```
/// let token = zug_job::CancelToken::default();
/// token.clone().cancel();
/// assert!(token.is_cancelled());
/// ```
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<Asked>);

#[derive(Debug, Default)]
struct Asked {
    is_cancelled: AtomicBool,
    /// Whoever cancels this token cancels the token of this work too, which is a part of other
    /// work.
    whole: Option<CancelToken>,
}

impl CancelToken {
    /// Asks the solver to stop. The solver then soon returns [`crate::Why::Cancelled`].
    pub fn cancel(&self) {
        self.0.is_cancelled.store(true, Ordering::Relaxed);
    }

    /// Withdraws the request to stop, so that work which can go on after it was cancelled
    /// may do so. Where the token is one of a part, the work as a whole stays as it is.
    pub fn reset(&self) {
        self.0.is_cancelled.store(false, Ordering::Relaxed);
    }

    /// A token for a part of the work: whoever cancels this token stops the part as well.
    ///
    /// ```
    /// let whole = zug_job::CancelToken::default();
    /// let part = whole.of_part();
    /// part.cancel();
    /// assert!(part.is_cancelled() && !whole.is_cancelled());
    /// part.reset();
    /// whole.cancel();
    /// assert!(part.is_cancelled());
    /// ```
    #[must_use]
    pub fn of_part(&self) -> Self {
        Self(Arc::new(Asked {
            is_cancelled: AtomicBool::new(false),
            whole: Some(self.clone()),
        }))
    }

    /// Whether the solver was asked to stop.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        let is_cancelled = self.0.is_cancelled.load(Ordering::Relaxed);
        is_cancelled || self.0.whole.as_ref().is_some_and(Self::is_cancelled)
    }
}
