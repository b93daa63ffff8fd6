//! What is known while the interpreter works on one position.

use zug_values::Outcome;

use crate::residual::SiteId;

/// What a run keeps besides the position.
pub(super) struct Run<'s> {
    pub(super) slots: &'s mut [i64],
    /// For each node that keeps its value: when it was worked out, and what it was.
    pub(super) kept: Vec<(u64, i64)>,
    /// Counts the changes of what expressions read: the position, slots, whether there is
    /// a legal move, and a fault that is passed over.
    pub(super) changes: u64,
    /// Whether there is no legal move; the site where a guard faults.
    pub(super) stuck: Result<bool, SiteId>,
    pub(super) fault: Option<SiteId>,
    pub(super) again: bool,
    pub(super) end: Option<Outcome>,
}

impl Run<'_> {
    #[cold]
    pub(super) fn fail(&mut self, site: SiteId) -> i64 {
        self.fault.get_or_insert(site);
        0
    }

    /// A number; or, where there is none, 0 and the fault of this site.
    #[inline]
    pub(super) fn or_fail(&mut self, number: Option<i64>, site: Option<SiteId>) -> i64 {
        match (number, site) {
            (Some(number), _) => number,
            (None, Some(site)) => self.fail(site),
            (None, None) => 0,
        }
    }

    /// The fault, if there was one. What was worked out with it is not kept: the next
    /// to ask for it meets the fault again.
    #[inline]
    pub(super) fn pass_over_fault(&mut self) -> Option<SiteId> {
        let fault = self.fault.take();
        if fault.is_some() {
            self.change();
        }
        fault
    }

    /// From now on expressions are worked out anew.
    #[inline]
    pub(super) fn change(&mut self) {
        self.changes += 1;
    }

    /// Keeps a number in a slot.
    #[inline]
    pub(super) fn bind(&mut self, slot: u32, value: i64) {
        self.slots[slot as usize] = value;
        self.change();
    }
}
