//! Where the tiers of a solution are kept.

use std::sync::Arc;

use zug_solve::strong::tiers::store::Store;
use zug_solve::table;

/// Where the tiers of a solution are kept. Whoever gives it sees to it that what is complete
/// there is of the same problem.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Tiers {
    /// Keeps the tiers.
    pub store: Arc<dyn Store>,
    /// The counts of all positions as the rules define them ([`crate::PackedTable::counts_of_orbits`]), if
    /// the tiers are complete and the counts were kept with them.
    pub orbit_counts: Option<table::Counts>,
}

impl Tiers {
    /// Tiers in this store, whose counts are not known.
    pub fn new(store: Arc<dyn Store>) -> Self {
        Self {
            store,
            orbit_counts: None,
        }
    }

    /// The tiers with the counts that were kept with them, where there are any.
    #[must_use]
    pub fn with_orbit_counts(self, orbit_counts: Option<table::Counts>) -> Self {
        Self {
            orbit_counts,
            ..self
        }
    }
}
