//! Finding that a machine with finitely many states repeats itself, and jumping
//! ahead once it does.
//!
//! R. P. Brent, *An improved Monte Carlo factorization algorithm*, 1980: keep a
//! copy of the state, compare every later state with it, and take a new copy
//! after 1, 2, 4, 8 … steps. Once the copy lies on the cycle and is waited for
//! long enough, the first state that equals it is one period later. Cost: at
//! most about three times preperiod + period steps, and one copy.

/// Something that goes on for ever and whose state alone says how.
pub(super) trait Machine: Clone {
    /// Goes one step; how many lost heaps were passed.
    fn step(&mut self) -> u64;

    /// The same for equal states; seldom for others.
    fn fingerprint(&self) -> u64;

    /// Whether the states are equal, beyond doubt.
    fn is_where(&self, other: &Self) -> bool;

    /// What a copy costs, in steps.
    fn weight(&self) -> u64;

    /// What a step costs, in looks; at least 1.
    fn looks(&self) -> u64;
}

/// How large a machine will be, told before it is made.
#[derive(Clone, Copy)]
pub(super) struct Size {
    /// Bytes that it takes; a copy takes as many.
    pub(super) bytes: u64,
    /// What a copy costs, in steps.
    pub(super) weight: u64,
    /// What a step costs, in looks.
    pub(super) looks: u64,
}

/// What a walk may take.
pub(super) struct Allowance {
    /// Looks that are left.
    pub(super) looks: u64,
    /// Whether there is room for a copy of the machine; without one no cycle is
    /// found.
    pub(super) copy: Copying,
}

/// Whether a machine may be copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Copying {
    Allowed,
    TooLarge,
}

/// Steps of a machine of this weight before its first copy. A short walk is made
/// without one, which would double the memory.
pub(super) fn steps_before_copy(weight: u64) -> u64 {
    weight.saturating_mul(4)
}

/// The state after `start` steps comes again `length` steps later; both are the
/// least such numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Repeat {
    pub(super) start: u64,
    pub(super) length: u64,
}

/// Brent's copy of an earlier state.
struct Earlier<M> {
    /// None before the first copy is worth its cost.
    copy: Option<M>,
    steps_since: u64,
    /// The next copy is taken after so many steps.
    patience: u64,
}

impl<M: Machine> Earlier<M> {
    fn new(machine: &M) -> Self {
        Self {
            copy: None,
            steps_since: 0,
            patience: steps_before_copy(machine.weight()),
        }
    }

    /// Whether a new copy was taken, which is due before a step.
    fn renew(&mut self, machine: &M) -> bool {
        let is_due = self.steps_since == self.patience;
        if is_due {
            self.copy = Some(machine.clone());
            self.steps_since = 0;
            self.patience = self.patience.saturating_mul(2);
        }
        is_due
    }

    /// After a step: the length of the cycle, if it is closed.
    fn closed(&mut self, machine: &M) -> Option<u64> {
        self.steps_since += 1;
        let copy = self.copy.as_ref()?;
        let is_closed = copy.fingerprint() == machine.fingerprint() && copy.is_where(machine);
        is_closed.then_some(self.steps_since)
    }
}

/// Brings the machine so many steps on, and counts the lost heaps passed. None
/// if there is more to walk than the looks left, without a cycle to jump over.
pub(super) fn run<M: Machine>(machine: &mut M, steps: u64, allowed: &mut Allowance) -> Option<u64> {
    let mut most = allowed.looks / machine.looks();
    let may_find_a_cycle =
        allowed.copy == Copying::Allowed && steps_before_copy(machine.weight()) < most;
    if steps > most && !may_find_a_cycle {
        return None; // at once, where it is plain
    }
    let mut earlier = Earlier::new(machine);
    if allowed.copy == Copying::TooLarge {
        earlier.patience = u64::MAX;
    }
    let (mut lost, mut lost_at_copy) = (0, 0);
    for done in 0..steps {
        most = most.checked_sub(1)?;
        if earlier.renew(machine) {
            lost_at_copy = lost;
        }
        lost += machine.step();
        if let Some(length) = earlier.closed(machine) {
            let left = steps - done - 1;
            lost += left / length * (lost - lost_at_copy);
            // Less than a cycle, which was walked already: no limit is needed.
            allowed.looks = most * machine.looks();
            return Some((0..left % length).fold(lost, |lost, _| lost + machine.step()));
        }
    }
    allowed.looks = most * machine.looks();
    Some(lost)
}

/// The first state that comes again, if a repeat is met within `most` steps.
pub(super) fn first_repeat<M: Machine>(start: &M, most: u64) -> Option<Repeat> {
    let mut machine = start.clone();
    let mut earlier = Earlier::new(start);
    let length = (0..most).find_map(|_| {
        earlier.renew(&machine);
        machine.step();
        earlier.closed(&machine)
    })?;
    drop(earlier);
    // Two machines a cycle apart are in the same state from the start of the
    // cycle on, and not before.
    let mut behind = start.clone();
    machine.clone_from(start);
    for _ in 0..length {
        machine.step();
    }
    let mut start = 0;
    while behind.fingerprint() != machine.fingerprint() || !behind.is_where(&machine) {
        behind.step();
        machine.step();
        start += 1;
    }
    Some(Repeat { start, length })
}
