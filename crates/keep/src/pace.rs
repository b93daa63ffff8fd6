//! When checkpoints are written.
//!
//! A checkpoint is worth its time when more work would be lost without it than writing it takes.
//! So one is written after [`Pacer::every`] at the soonest, and never so often that more than a
//! twentieth of the time goes into them: the next one waits nineteen times as long as the last
//! one took, or as long as its bytes are likely to take.
//!
//! When the work is to end, a last checkpoint is written first, if writing it is likely to take
//! less time than the work since the last one: at the next moment that the solver offers. Whoever
//! asked does not wait for ever, and then the work is stopped without it.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use zug::CancelToken;
use zug_solve::checkpoint::{Event as Step, Keeper, Moment};
use zug_solve::strong::tiers::store::Store;
use zug_tablebase::TierStore;

use crate::face::{Ending, Event, Face, Place};

/// The time between two checkpoints for each unit of time that one takes.
const BETWEEN: u32 = 19;

/// The bytes of a checkpoint that are written in a second, where none was measured yet.
const BYTES_A_SECOND: u64 = 150 << 20;

/// Work that took less time is lost without regret when a signal asks it to stop.
const SHORT: Duration = Duration::from_secs(1);

/// Keeps checkpoints in the folder of a table.
#[derive(Debug)]
pub(crate) struct Pacer {
    store: Arc<TierStore>,
    folder: PathBuf,
    /// The least time between two checkpoints.
    every: Duration,
    clock: Mutex<Clock>,
    face: Arc<dyn Face>,
    /// Stops the work.
    cancel: CancelToken,
}

/// Decides when the next checkpoint is due, by the time that the work and the last checkpoint took.
#[derive(Debug)]
pub(crate) struct Clock {
    /// When the work began, or the last checkpoint ended.
    since: Duration,
    /// When the checkpoint began that is written now.
    begun: Option<Duration>,
    /// The time that the last checkpoint took.
    cost: Duration,
    written: u32,
    has_failed: bool,
    /// Whether the work goes on from a checkpoint of an earlier run.
    goes_on: bool,
    /// Whether the work is to stop once a last checkpoint is written.
    is_ending: bool,
}

impl Pacer {
    /// Keeps checkpoints in this store, which is in the folder of the place. The token stops the work.
    pub(crate) fn new(store: Arc<TierStore>, place: Place<'_>, cancel: CancelToken) -> Self {
        Self {
            store,
            folder: place.path.to_owned(),
            every: place.every,
            clock: Mutex::new(Clock::new(place.face.now())),
            face: place.face.clone(),
            cancel,
        }
    }

    /// Says to the face, whose work was stopped, from where the next run goes on.
    pub(crate) fn tell_of_next_run(&self) {
        let clock = self.clock();
        self.face.tell(&Event::CheckpointKept {
            folder: &self.folder,
            before: (clock.written > 0).then(|| clock.elapsed(self.face.now())),
            goes_on: clock.goes_on,
        });
    }

    fn clock(&self) -> MutexGuard<'_, Clock> {
        self.clock.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A checkpoint was written, or not. If it was the last one, the work is stopped.
    fn ended(&self, clock: &mut Clock) {
        clock.ended(self.face.now());
        if clock.is_ending {
            self.cancel.cancel();
        }
    }

    /// Whether a checkpoint of this number of bytes is due, this long after the last one.
    fn is_worth_it(&self, clock: &Clock, moment: Moment, bytes: u64, elapsed: Duration) -> bool {
        match moment {
            // Those before would be of little use without this one.
            Moment::AllFound => clock.written > 0 || elapsed >= self.every / 4,
            _ => clock.is_worth_it(bytes, self.every, elapsed),
        }
    }
}

impl Keeper for Pacer {
    fn store(&self) -> &dyn Store {
        &*self.store
    }

    fn is_due(&self, moment: Moment, bytes: u64) -> bool {
        let mut clock = self.clock();
        let now = self.face.now();
        let elapsed = clock.elapsed(now);
        let is_due = if clock.is_ending {
            is_worth_waiting_for(bytes, elapsed)
        } else {
            self.every.is_zero() || self.is_worth_it(&clock, moment, bytes, elapsed)
        };
        if clock.is_ending && !is_due {
            self.cancel.cancel();
        }
        if is_due {
            clock.begins(now);
        }
        is_due
    }

    fn tell(&self, step: &Step) {
        let tell = |event: &Event<'_>| self.face.tell(event);
        match step {
            Step::Found {
                positions,
                expanded,
            } => {
                self.clock().goes_on = true;
                tell(&Event::GoesOn {
                    positions: *positions,
                    expanded: *expanded,
                });
            }
            Step::Solved { remoteness } => tell(&Event::SolvedTo(*remoteness)),
            Step::Unfit => tell(&Event::UnfitCheckpoint(&self.folder)),
            Step::Written => {
                let mut clock = self.clock();
                clock.written += 1;
                clock.has_failed = false;
                self.ended(&mut clock);
            }
            Step::Unwritten(why) => {
                let mut clock = self.clock();
                self.ended(&mut clock);
                if !std::mem::replace(&mut clock.has_failed, true) {
                    tell(&Event::CheckpointUnwritten(why));
                }
            }
            _ => {}
        }
    }
}

impl Ending for Pacer {
    fn end_soon(&self) -> bool {
        let mut clock = self.clock();
        if clock.begun.is_none() && clock.elapsed(self.face.now()) < SHORT {
            return false;
        }
        clock.is_ending = true;
        true
    }

    fn give_up(&self) {
        if self.clock().begun.is_none() {
            self.cancel.cancel();
        }
    }
}

/// Whether this number of bytes is worth writing before the work stops, this long after the last
/// checkpoint.
fn is_worth_waiting_for(bytes: u64, elapsed: Duration) -> bool {
    elapsed >= Clock::likely(bytes)
}

impl Clock {
    /// The work begins.
    pub(crate) fn new(now: Duration) -> Self {
        Self {
            since: now,
            begun: None,
            cost: Duration::ZERO,
            written: 0,
            has_failed: false,
            goes_on: false,
            is_ending: false,
        }
    }

    /// The time that writing this number of bytes is likely to take.
    fn likely(bytes: u64) -> Duration {
        Duration::from_secs_f64(bytes as f64 / BYTES_A_SECOND as f64)
    }

    /// The time since the work began, or since the last checkpoint.
    fn elapsed(&self, now: Duration) -> Duration {
        now.saturating_sub(self.since)
    }

    /// Whether this number of bytes is worth writing, this long after the last time.
    fn is_worth_it(&self, bytes: u64, every: Duration, elapsed: Duration) -> bool {
        elapsed >= every && elapsed >= Self::likely(bytes).max(self.cost) * BETWEEN
    }

    /// Whether this number of bytes is to be written now, at most once in this time.
    pub(crate) fn is_due(&self, bytes: u64, every: Duration, now: Duration) -> bool {
        self.is_worth_it(bytes, every, self.elapsed(now))
    }

    /// Something is written from now on.
    pub(crate) fn begins(&mut self, now: Duration) {
        self.begun = Some(now);
    }

    /// A checkpoint was written, or not.
    pub(crate) fn ended(&mut self, now: Duration) {
        self.since = now;
        if let Some(begun) = self.begun.take() {
            self.cost = now.saturating_sub(begun);
        }
    }
}
