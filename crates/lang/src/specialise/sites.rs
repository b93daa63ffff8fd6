//! The messages of the checks of a residual program, and the places in the rules that
//! they belong to.

use std::ops::Index;

use crate::text::span::Span;
use zug_program::{Residual, SiteId};

/// The fault of a check that fails.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    /// The message of the fault.
    pub(crate) message: String,
    /// The place in the rules.
    pub(crate) span: Span,
}

/// The faults of a program's checks, by the numbers that the program gives to its
/// checks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sites {
    all: Vec<Site>,
}

impl Sites {
    /// Makes a check of the program `residual`, all of whose checks must be made here.
    pub(crate) fn add(&mut self, residual: &mut Residual, message: String, span: Span) -> SiteId {
        let id = residual.new_site();
        debug_assert_eq!(
            id.index(),
            self.all.len(),
            "each check has something to say"
        );
        self.all.push(Site { message, span });
        id
    }
}

impl Index<SiteId> for Sites {
    type Output = Site;

    fn index(&self, id: SiteId) -> &Site {
        &self.all[id.index()]
    }
}
