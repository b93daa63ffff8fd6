//! What the interpreter notes while it works on one position.

use zug_values::Outcome;

use crate::residual::SiteId;

/// The slots, and notes of what was found so far.
pub(super) struct Frame<'s> {
    pub(super) slots: &'s mut [i64],
    /// For each node that keeps its value: the value, with the number of changes at which it
    /// was worked out.
    pub(super) kept: Vec<(u64, i64)>,
    /// The number of changes of what expressions read: of the position, of slots, and of
    /// whether there is a legal move; a fault that is passed over counts as a change.
    pub(super) changes: u64,
    /// Whether there is no legal move; the site where a guard faults.
    pub(super) stuck: Result<bool, SiteId>,
    pub(super) fault: Option<SiteId>,
    pub(super) again: bool,
    pub(super) end: Option<Outcome>,
}

impl Frame<'_> {
    #[cold]
    pub(super) fn fail(&mut self, site: SiteId) -> i64 {
        self.fault.get_or_insert(site);
        0
    }

    /// The number; or, where there is none, 0, with a fault at the site.
    #[inline]
    pub(super) fn or_fail(&mut self, number: Option<i64>, site: Option<SiteId>) -> i64 {
        match (number, site) {
            (Some(number), _) => number,
            (None, Some(site)) => self.fail(site),
            (None, None) => 0,
        }
    }

    /// Forgets the fault and returns it, if there was one. No value is kept that was worked
    /// out with the fault: the next expression that asks for it meets the fault again.
    #[inline]
    pub(super) fn pass_over_fault(&mut self) -> Option<SiteId> {
        let fault = self.fault.take();
        if fault.is_some() {
            self.change();
        }
        fault
    }

    /// Has expressions worked out anew from now on.
    #[inline]
    pub(super) fn change(&mut self) {
        self.changes += 1;
    }

    /// Puts a number into a slot.
    #[inline]
    pub(super) fn bind(&mut self, slot: u32, value: i64) {
        self.slots[slot as usize] = value;
        self.change();
    }
}
