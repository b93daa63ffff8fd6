//! Finds that a machine with finitely many states repeats itself, and jumps ahead once
//! it does.
//!
//! R. P. Brent, *An improved Monte Carlo factorization algorithm*, 1980: keep a copy of
//! the state, compare every later state with it, and take a new copy after 1, 2, 4, 8 …
//! steps. Once the copy lies on the cycle and is kept long enough, the first state that
//! equals it comes one period later. Cost: at most about three times preperiod + period
//! steps, and one copy.

/// A machine that goes on for ever; each state depends only on the one before.
pub(super) trait Machine: Clone {
    /// Goes one step, and returns the number of lost heaps passed.
    fn step(&mut self) -> u64;

    /// A number that is the same for equal states, and seldom for different ones.
    fn fingerprint(&self) -> u64;

    /// Whether the states are equal, compared in full.
    fn is_where(&self, other: &Self) -> bool;

    /// The cost of a copy, in steps.
    fn weight(&self) -> u64;

    /// The cost of a step, in looks; at least 1.
    fn looks(&self) -> u64;
}

/// The size of a machine, known before it is made.
#[derive(Clone, Copy)]
pub(super) struct Size {
    /// The bytes that the machine takes; a copy takes as many.
    pub(super) bytes: u64,
    /// The cost of a copy, in steps.
    pub(super) weight: u64,
    /// The cost of a step, in looks.
    pub(super) looks: u64,
}

/// What a walk may use.
pub(super) struct Allowance {
    /// The number of looks that are left.
    pub(super) looks: u64,
    /// Whether there is room for a copy of the machine, without which no cycle is
    /// found.
    pub(super) copy: Copying,
}

/// Whether a machine may be copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Copying {
    Allowed,
    TooLarge,
}

/// The number of steps that a machine of this weight takes before its first copy. So a
/// short walk makes no copy, which would double the memory.
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
    /// `None` until the first copy is worth its cost.
    copy: Option<M>,
    steps_since: u64,
    /// The number of steps after which the next copy is taken.
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

    /// Takes a new copy if one is due; to be called before each step. Returns whether a
    /// copy was taken.
    fn renew(&mut self, machine: &M) -> bool {
        let is_due = self.steps_since == self.patience;
        if is_due {
            self.copy = Some(machine.clone());
            self.steps_since = 0;
            self.patience = self.patience.saturating_mul(2);
        }
        is_due
    }

    /// To be called after each step. Returns the length of the cycle, if the state
    /// equals the copy.
    fn closed(&mut self, machine: &M) -> Option<u64> {
        self.steps_since += 1;
        let copy = self.copy.as_ref()?;
        let is_closed = copy.fingerprint() == machine.fingerprint() && copy.is_where(machine);
        is_closed.then_some(self.steps_since)
    }
}

/// Takes the machine `steps` steps on, and returns the number of lost heaps passed;
/// `None` if the looks do not suffice and there is no cycle to jump over.
pub(super) fn run<M: Machine>(machine: &mut M, steps: u64, allowed: &mut Allowance) -> Option<u64> {
    let mut most = allowed.looks / machine.looks();
    let may_find_a_cycle =
        allowed.copy == Copying::Allowed && steps_before_copy(machine.weight()) < most;
    if steps > most && !may_find_a_cycle {
        return None; // refused at once, as it is plain
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
            // These steps are less than a cycle, which was walked already: no limit is
            // needed.
            allowed.looks = most * machine.looks();
            return Some((0..left % length).fold(lost, |lost, _| lost + machine.step()));
        }
    }
    allowed.looks = most * machine.looks();
    Some(lost)
}

/// The first state that comes again, if its repeat is found within `most` steps.
pub(super) fn first_repeat<M: Machine>(start: &M, most: u64) -> Option<Repeat> {
    let mut machine = start.clone();
    let mut earlier = Earlier::new(start);
    let length = (0..most).find_map(|_| {
        earlier.renew(&machine);
        machine.step();
        earlier.closed(&machine)
    })?;
    drop(earlier);
    // Two machines that are a cycle apart have the same state from the start of the
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
