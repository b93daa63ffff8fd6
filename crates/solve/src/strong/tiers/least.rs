//! The least memory in which positions are solved level by level.
//!
//! Most of what tiers take can be made smaller: what does not fit is gathered in passes, and
//! solved tiers are unpacked part by part. What is left is what cannot be cut: the buffers of a
//! thread, the cells of the largest tier, and what the store holds of each stream for as long as
//! the stream is open. [`Extent::least_bytes`] adds these up. A solver that is given less than
//! that is refused before the work, or as soon as the positions that were found show it; whoever
//! plans the work asks the same function.
//!
//! The sum is a lower bound: no run takes less. How much more a run needs to be done depends on
//! the game; twice the bound sufficed on all games that were tried.

use zug_game::Step;
use zug_job::Budget;

use crate::error::Error;

use super::block::BLOCK;
use super::expand::ROOM;
use super::store::{Store, StoreCost};

/// How many positions there are, as far as it is known: lower bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// The positions of all tiers.
    pub positions: u64,
    /// The positions of the largest tier.
    pub largest_tier: u64,
}

impl Extent {
    /// At least this number of positions, in at most this number of tiers: the largest tier has
    /// at least the average number.
    #[must_use]
    pub fn in_tiers(positions: u64, tiers: u32) -> Self {
        Self {
            positions,
            largest_tier: positions.div_ceil(tiers.max(1).into()),
        }
    }

    /// One more tier, of so many positions.
    pub(super) fn add(&mut self, positions: u64) {
        self.positions += positions;
        self.largest_tier = self.largest_tier.max(positions);
    }

    /// Refuses a tier whose keys, of type `K`, cannot be gathered in 32 passes in a budget of so
    /// many bytes, of which `taken` are not free for keys.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyPasses`].
    pub fn refuse_many_passes<K>(self, budget: u64, taken: u64) -> Result<(), Error> {
        let keys = self.largest_tier.saturating_mul(size_of::<K>() as u64);
        let passes = keys.div_ceil(budget.saturating_sub(taken).max(1));
        if passes <= MOST_PASSES {
            return Ok(());
        }
        Err(Error::TooManyPasses {
            passes,
            most: MOST_PASSES,
            bytes: taken.saturating_add(keys.div_ceil(MOST_PASSES)),
            budget,
        })
    }

    /// A lower bound on the bytes that are charged at once while these positions, of type `K`,
    /// are solved, with finished tiers in a store that costs so much.
    #[must_use]
    pub fn least_bytes<K>(self, store: StoreCost) -> u64 {
        let Self {
            positions,
            largest_tier,
        } = self;
        let expander = (ROOM * size_of::<Step<K>>()) as u64;
        let keys = store.bytes(positions, store.a_key_quarters);
        let values = store.bytes(positions, 4 * store.a_value);
        // While the largest tier is solved its values are in cells, and those of the tiers before
        // are not known. In the end all streams are complete.
        let solving = expander.saturating_add(largest_tier).saturating_add(keys);
        let all = keys.saturating_add(values);
        store.a_thread.saturating_add(solving.max(all))
    }
}

impl StoreCost {
    /// A lower bound on the bytes of streams of so many entries, each of which takes so many
    /// quarters of a byte.
    fn bytes(self, entries: u64, quarters: u64) -> u64 {
        let blocks = entries.div_ceil(BLOCK as u64);
        let of_blocks = blocks.saturating_mul(self.a_block);
        of_blocks.saturating_add((entries / 4).saturating_mul(quarters))
    }
}

/// The most passes over the moves into a tier in which its keys are gathered. Each pass costs as
/// much as finding the tier would where all of it fits into the memory.
pub(super) const MOST_PASSES: u64 = 32;

/// Refuses a tier that takes about so many passes, if that is too many.
pub(super) fn refuse_passes(passes: u64, budget: u64) -> Result<(), Error> {
    if passes <= MOST_PASSES {
        return Ok(());
    }
    Err(Error::TooManyPasses {
        passes,
        most: MOST_PASSES,
        bytes: (budget / MOST_PASSES).saturating_mul(passes),
        budget,
    })
}

/// Refuses work whose positions turn out to be too many for the memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Refusing {
    /// The bytes that were in use before the work.
    before: u64,
    limit: u64,
    cost: StoreCost,
}

impl Refusing {
    pub(super) fn new(budget: &Budget, store: &dyn Store) -> Self {
        let limit = budget.limit();
        let used = limit - budget.left().min(limit);
        Self {
            before: used.saturating_sub(store.held_bytes()),
            limit,
            cost: store.cost(),
        }
    }

    /// Refuses the work if there are at least so many positions and they cannot fit.
    pub(super) fn at_least<K>(&self, extent: Extent) -> Result<(), Error> {
        let bytes = extent.least_bytes::<K>(self.cost);
        let bytes = bytes.saturating_add(self.before);
        if bytes > self.limit {
            return Err(Error::TooLarge {
                positions: extent.positions,
                bytes,
                budget: self.limit,
            });
        }
        let buffers = Extent::default().least_bytes::<K>(self.cost);
        extent.refuse_many_passes::<K>(self.limit, self.before.saturating_add(buffers))
    }
}
