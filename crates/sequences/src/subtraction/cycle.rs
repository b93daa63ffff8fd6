//! Finds that an automaton with finitely many states repeats itself, and jumps ahead once
//! it does.
//!
//! R. P. Brent, *An improved Monte Carlo factorization algorithm*, 1980: keep a copy of
//! the state, compare every later state with it, and take a new copy after 1, 2, 4, 8 …
//! steps. Once the copy lies on the cycle and is kept long enough, the first state that
//! equals it comes one period later. Cost: at most about three times preperiod + period
//! steps, and one copy.
//!
//! A walk may take minutes, so it asks every few milliseconds whether it is cancelled.

use std::ops::ControlFlow;

use zug_job::CancelToken;

/// An automaton that goes on for ever; each state depends only on the one before.
pub(super) trait Automaton: Clone {
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

/// The size of an automaton, known before it is made.
#[derive(Clone, Copy)]
pub(super) struct Size {
    /// The bytes that the automaton takes; a copy takes as many.
    pub(super) bytes: u64,
    /// The cost of a copy, in steps.
    pub(super) weight: u64,
    /// The cost of a step, in looks.
    pub(super) looks: u64,
}

/// What a walk may use, and who ends it.
pub(super) struct Allowance {
    /// The number of looks that are left.
    pub(super) looks: u64,
    pub(super) cancel: CancelToken,
    /// Whether there is room for a copy of the automaton, without which no cycle is
    /// found.
    pub(super) copy: Copying,
}

/// Whether an automaton may be copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Copying {
    Allowed,
    TooLarge,
}

/// The number of steps that an automaton of this weight takes before its first copy. So a
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
struct Earlier<A> {
    /// `None` until the first copy is worth its cost.
    copy: Option<A>,
    steps_since: u64,
    /// The number of steps after which the next copy is taken.
    patience: u64,
}

impl<A: Automaton> Earlier<A> {
    fn new(automaton: &A) -> Self {
        Self {
            copy: None,
            steps_since: 0,
            patience: steps_before_copy(automaton.weight()),
        }
    }

    /// Takes a new copy if one is due; to be called before each step. Returns whether a
    /// copy was taken.
    fn renew(&mut self, automaton: &A) -> bool {
        let is_due = self.steps_since == self.patience;
        if is_due {
            self.take(automaton);
        }
        is_due
    }

    /// Kept out of the loop over the steps, as a copy is rare.
    #[cold]
    fn take(&mut self, automaton: &A) {
        self.copy = Some(automaton.clone());
        self.steps_since = 0;
        self.patience = self.patience.saturating_mul(2);
    }

    /// To be called after each step. Returns the length of the cycle, if the state
    /// equals the copy.
    fn closed(&mut self, automaton: &A) -> Option<u64> {
        self.steps_since += 1;
        let copy = self.copy.as_ref()?;
        let is_closed = copy.fingerprint() == automaton.fingerprint() && copy.is_where(automaton);
        is_closed.then_some(self.steps_since)
    }
}

/// Why a walk did not come to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// The looks do not suffice, and there is no cycle to jump over.
    Looks,
    Cancelled,
}

/// The looks between two questions whether the caller has cancelled: a few milliseconds.
const LOOKS_UNASKED: u64 = 1 << 20;

/// Calls `step` with the numbers from 0 to `steps - 1` until it breaks, and returns what
/// it breaks with. A step costs `looks` looks.
pub(super) fn walk<B>(
    steps: u64,
    looks: u64,
    cancel: &CancelToken,
    mut step: impl FnMut(u64) -> ControlFlow<B>,
) -> Result<Option<B>, Ended> {
    let unasked = (LOOKS_UNASKED / looks).max(1);
    let mut from = 0;
    while from < steps {
        if cancel.is_cancelled() {
            return Err(Ended::Cancelled);
        }
        let until = from.saturating_add(unasked).min(steps);
        for number in from..until {
            if let ControlFlow::Break(found) = step(number) {
                return Ok(Some(found));
            }
        }
        from = until;
    }
    Ok(None)
}

/// Takes the automaton `steps` steps on, and returns the number of lost heaps passed.
pub(super) fn run<A: Automaton>(
    automaton: &mut A,
    steps: u64,
    allowed: &mut Allowance,
) -> Result<u64, Ended> {
    let looks = automaton.looks();
    let most = allowed.looks / looks;
    let may_find_a_cycle =
        allowed.copy == Copying::Allowed && steps_before_copy(automaton.weight()) < most;
    if steps > most && !may_find_a_cycle {
        return Err(Ended::Looks); // refused at once, as it is plain
    }
    let mut earlier = Earlier::new(automaton);
    if allowed.copy == Copying::TooLarge {
        earlier.patience = u64::MAX;
    }
    let (mut lost, mut lost_at_copy) = (0, 0);
    let closed = walk(steps.min(most), looks, &allowed.cancel, |done| {
        if earlier.renew(automaton) {
            lost_at_copy = lost;
        }
        lost += automaton.step();
        match earlier.closed(automaton) {
            Some(length) => ControlFlow::Break((done + 1, length)),
            None => ControlFlow::Continue(()),
        }
    })?;
    match closed {
        Some((done, length)) => {
            let left = steps - done;
            lost += left / length * (lost - lost_at_copy);
            // The steps that remain are less than a cycle, which was walked already: no
            // limit is needed.
            walk(left % length, looks, &allowed.cancel, |_| {
                lost += automaton.step();
                ControlFlow::<()>::Continue(())
            })?;
            allowed.looks = (most - done) * looks;
        }
        None if steps > most => return Err(Ended::Looks),
        None => allowed.looks = (most - steps) * looks,
    }
    Ok(lost)
}

/// The first state that comes again; `None` if its repeat is not found within `most`
/// steps, or the caller cancels.
pub(super) fn first_repeat<A: Automaton>(
    start: &A,
    most: u64,
    cancel: &CancelToken,
) -> Option<Repeat> {
    let looks = start.looks();
    let mut automaton = start.clone();
    let mut earlier = Earlier::new(start);
    let closed = walk(most, looks, cancel, |_| {
        earlier.renew(&automaton);
        automaton.step();
        match earlier.closed(&automaton) {
            Some(length) => ControlFlow::Break(length),
            None => ControlFlow::Continue(()),
        }
    });
    let length = closed.ok()??;
    drop(earlier);
    // Two automata that are a cycle apart have the same state from the start of the
    // cycle on, and not before.
    let mut behind = start.clone();
    automaton.clone_from(start);
    let ahead = walk(length, looks, cancel, |_| {
        automaton.step();
        ControlFlow::<()>::Continue(())
    });
    ahead.ok()?;
    let met = walk(u64::MAX, 2 * looks, cancel, |steps| {
        if behind.fingerprint() == automaton.fingerprint() && behind.is_where(&automaton) {
            return ControlFlow::Break(steps);
        }
        behind.step();
        automaton.step();
        ControlFlow::Continue(())
    });
    let start = met.ok()??;
    Some(Repeat { start, length })
}
