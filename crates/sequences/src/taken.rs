//! The words for work that takes more memory than is allowed.

use std::fmt;

use zug_job::{Refusal, Stopped};

/// The bytes that the work takes in all, and those that are allowed, in words.
pub(super) struct Taken<'a>(pub(super) &'a Stopped);

impl fmt::Display for Taken<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.refusal() {
            Some(Refusal { needed, budget, .. }) => {
                write!(f, "takes {needed} bytes, and {budget} are allowed")
            }
            None => write!(f, "was not reached: {}", self.0.why),
        }
    }
}
