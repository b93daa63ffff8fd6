//! The value of every position that was found.
//!
//! Bytes held for each position: the position, 5.7 to 11.5 of hash table and 1 of value (2
//! or 4 where a remoteness is above 125 or 32,765). The moves are gone.

use std::hash::Hash;

use zug_job::Budget;
use zug_values::Value;

use crate::positions::{Ids, PositionId, Values};
use crate::table::{Counts, Entry, Table, Take, Unreadable};

/// Every position that play can reach from the roots, with its value.
#[derive(Debug)]
pub struct Solution<P> {
    ids: Ids<P>,
    values: Values,
    edges: u64,
    route: Route,
    acyclic: Acyclic,
    budget: Budget,
}

/// The way by which the positions got their values; [`Method`](super::Method) is the one
/// that is asked for.
///
/// It is not `non_exhaustive`: whoever tells a route must have words for every one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Route {
    /// Backward induction, from the position found last to the first: every move leads to a
    /// position found later.
    DiscoveryOrder,
    /// Backward induction in a topological order: some moves lead to positions
    /// found earlier, but no cycle exists.
    TopologicalOrder,
    /// Retrograde analysis, because play can go round in a circle or the caller asked for
    /// it.
    Retrograde,
    /// Retrograde analysis with moves taken back, because the moves did not fit or
    /// the caller asked for it.
    Retracting,
    /// Backward induction, from the position found last to the first, with moves played
    /// again.
    ReplayedBackward,
    /// Retrograde analysis level by level, with moves played again.
    ReplayedByLevels,
    /// Retrograde analysis over an index with few gaps, with moves taken back.
    Dense,
    /// Backward induction, from the last level to the first: every move climbs.
    Tiers,
}

/// Whether play can go round in a circle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Acyclic {
    /// It cannot.
    Yes,
    /// It can.
    No,
    /// It was not looked at: the caller asked for retrograde analysis, which need not know.
    NotLookedAt,
}

impl<P: Copy + Eq + Hash> Solution<P> {
    /// A solution of these positions. Invariant: every position has a value.
    pub(crate) fn new(
        ids: Ids<P>,
        values: Values,
        edges: u64,
        route: Route,
        acyclic: Acyclic,
        budget: &Budget,
    ) -> Self {
        Self {
            ids,
            values,
            edges,
            route,
            acyclic,
            budget: budget.clone(),
        }
    }

    /// The value of a position; `None` if play cannot reach it from the roots.
    #[must_use]
    pub fn value(&self, position: &P) -> Option<Value> {
        self.id(position).map(|id| self.value_of(id))
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there was no root.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of moves between the positions.
    #[must_use]
    pub fn edges(&self) -> u64 {
        self.edges
    }

    /// All positions with their values, in order of discovery.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (P, Value)> {
        (0..self.len()).map(|index| {
            let id = PositionId::new(index);
            (self.position(id), self.value_of(id))
        })
    }

    /// The number of positions of each kind.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.counts_by(|_| 1)
    }

    /// The number of positions of each kind where each position stands for `weight`
    /// positions, as a canonical one does for its orbit.
    #[must_use]
    pub fn counts_by(&self, mut weight: impl FnMut(&P) -> u64) -> Counts {
        let mut counts = Counts::default();
        for index in 0..self.len() {
            let entry = self.entry_of(index);
            counts.add(&entry, weight(entry.position()));
        }
        counts
    }

    /// What is known of the position with this number.
    fn entry_of(&self, index: usize) -> Entry<P> {
        let id = PositionId::new(index);
        let position = self.position(id);
        match self.values.finished(index) {
            Some(outcome) => Entry::of_finished(position, outcome),
            None => Entry::new(position, self.value_of(id)),
        }
    }

    /// The number of a position; `None` if play cannot reach it from the roots.
    #[must_use]
    pub fn id(&self, position: &P) -> Option<PositionId> {
        self.ids.find(position).map(PositionId::new)
    }

    /// The position with this number.
    ///
    /// # Panics
    ///
    /// If no position has this number; so does [`Solution::value_of`].
    #[must_use]
    pub fn position(&self, id: PositionId) -> P {
        self.ids.position(id.index())
    }

    /// The value of the position with this number.
    #[must_use]
    pub fn value_of(&self, id: PositionId) -> Value {
        self.values
            .get(id.index())
            .expect("every position of a solution has a value")
    }

    /// The way by which the positions got their values.
    #[must_use]
    pub fn route(&self) -> Route {
        self.route
    }

    /// Whether play can go round in a circle.
    #[must_use]
    pub fn acyclic(&self) -> Acyclic {
        self.acyclic
    }

    /// The most bytes that were charged to the budget at once, so far.
    #[must_use]
    pub fn peak_bytes(&self) -> u64 {
        self.budget.peak()
    }

    /// The bytes held now: positions, hash table and values.
    #[must_use]
    pub fn held_bytes(&self) -> u64 {
        self.ids.bytes() + self.values.bytes()
    }
}

impl<P: Copy + Eq + Hash> Table for Solution<P> {
    type Position = P;

    fn find(&self, position: &P) -> Result<Option<Value>, Unreadable> {
        Ok(self.value(position))
    }

    fn place(&self, position: &P) -> Result<Option<u64>, Unreadable> {
        Ok(self.ids.find(position).map(|index| index as u64))
    }

    fn entry(&self, place: u64) -> Result<Option<Entry<P>>, Unreadable> {
        let index = usize::try_from(place).ok();
        let index = index.filter(|index| *index < self.ids.len());
        Ok(index.map(|index| self.entry_of(index)))
    }

    fn len(&self) -> u64 {
        self.ids.len() as u64
    }

    fn held_bytes(&self) -> u64 {
        Self::held_bytes(self)
    }

    fn each_block(&self, take: &mut Take<'_, P>) -> Result<(), Unreadable> {
        const BLOCK: usize = 1 << 10;
        let mut block = Vec::with_capacity(BLOCK);
        let count = Self::len(self);
        for start in (0..count).step_by(BLOCK) {
            block.clear();
            block.extend((start..count.min(start + BLOCK)).map(|index| self.entry_of(index)));
            if take(&block).is_break() {
                break;
            }
        }
        Ok(())
    }
}
