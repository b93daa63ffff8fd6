//! What the checks of a residual program say where they fail, and where in the rules
//! that is.

use std::ops::Index;

use crate::text::span::Span;
use zug_program::{Residual, SiteId};

/// What to say when a check fails.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    /// The text of the fault.
    pub(crate) message: String,
    /// Where in the rules.
    pub(crate) span: Span,
}

/// What each check of a program says, by the program's number for the check.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sites {
    all: Vec<Site>,
}

impl Sites {
    /// A new check of `residual`, whose checks are all made here.
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
