//! The entries of a table side by side in memory, for a check that asks about each many times.
//!
//! A table on a disk, or in tiers, takes long to tell where a position is: blocks are decoded, and
//! each tier is asked. A certificate asks that for every move. So the entries are copied once, with
//! their order by key, and moves are looked up in the copy by halving. The check does not believe
//! the copy: it asks the table itself about each position that the copy has (see
//! [`Entries`](super::verify)).
//!
//! Cost: for each entry, its position, its value and 4 bytes. Where there is no room for that, the
//! table is asked each time.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use zug_certify::{Beside, Told};
use zug_job::{Budget, Charge};
use zug_lang::Word;
use zug_solve::table::{Table, Unreadable};

/// The entries of a table by their places.
pub(super) struct Copied<P> {
    entries: Vec<(P, Told)>,
    /// The places in the order of the positions.
    by_position: Vec<u32>,
    _charge: Charge,
}

impl<P: Word> Copied<P> {
    /// Copies a table; `beside` returns what it says of a position besides its value. Returns `None` if there is no room,
    /// or if the table does not hand its entries on in the order of their places.
    pub(super) fn new(
        table: &dyn Table<Position = P>,
        beside: &dyn Fn(&P) -> Result<Option<Beside>, Unreadable>,
        budget: &Budget,
    ) -> Result<Option<Self>, Unreadable> {
        let Ok(places) = u32::try_from(table.places()) else {
            return Ok(None);
        };
        let (mut entries, mut by_position) = (Vec::new(), Vec::new());
        let mut charge = budget.open();
        let count = places as usize;
        if charge.regrow(&mut entries, count).is_err()
            || charge.regrow(&mut by_position, count).is_err()
        {
            return Ok(None);
        }
        let mut unreadable = None;
        table.each_block(&mut |block| {
            for entry in block {
                match beside(entry.position()) {
                    Ok(beside) if entries.len() < count => {
                        let told = Told {
                            value: entry.value(),
                            beside,
                            is_over: Some(entry.finished().is_some()),
                        };
                        entries.push((*entry.position(), told));
                    }
                    Ok(_) => return ControlFlow::Break(()),
                    Err(why) => {
                        unreadable = Some(why);
                        return ControlFlow::Break(());
                    }
                }
            }
            ControlFlow::Continue(())
        })?;
        if let Some(why) = unreadable {
            return Err(why);
        }
        if entries.len() < count {
            return Ok(None);
        }
        by_position.extend(0..places);
        let position = |place: &u32| entries[*place as usize].0;
        if !by_position.is_sorted_by_key(position) {
            let order = |one: &u32, two: &u32| position(one).cmp(&position(two));
            sort(&mut by_position, &order);
        }
        Ok(Some(Self {
            entries,
            by_position,
            _charge: charge,
        }))
    }

    /// The position at a place and what is told of it.
    pub(super) fn entry(&self, place: u64) -> Option<(P, Told)> {
        self.entries.get(usize::try_from(place).ok()?).copied()
    }

    /// The place of a position; `None` if there is no entry of it.
    pub(super) fn place(&self, position: &P) -> Option<u64> {
        let position_at = |place: &u32| self.entries[*place as usize].0;
        let found = self.by_position.binary_search_by_key(position, position_at);
        Some(u64::from(self.by_position[found.ok()?]))
    }
}

/// Sorts places by this order.
fn sort(places: &mut [u32], order: &dyn Fn(&u32, &u32) -> Ordering) {
    places.sort_unstable_by(order);
}
