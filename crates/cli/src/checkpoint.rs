//! When checkpoints are written: the clock that solvers do not have.
//!
//! A checkpoint is worth its time when more work would be lost without it than writing it takes.
//! So one is written after [`Pacer::every`] at the soonest, and never so often that more than a
//! twentieth of the time goes into them: the next one waits nineteen times as long as the last
//! one took, or as long as its bytes are likely to take.
//!
//! When a signal asks the work to stop, a last checkpoint is written first, if writing it is
//! likely to take less time than the work since the last one: at the next moment that the solver
//! offers, and if none comes within [`PATIENCE`] the work is stopped without it.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::HumanCount;
use zug::CancelToken;
use zug_solve::checkpoint::{Event, Keeper, Moment};
use zug_solve::strong::tiers::store::Store;
use zug_tablebase::TierStore;

use crate::message::{Kind, tell};
use crate::question::told_time;
use crate::signal::LastWill;

/// The time between two checkpoints for each unit of time that one takes.
const BETWEEN: u32 = 19;

/// The bytes of a checkpoint that are written in a second, where none was measured yet.
const BYTES_A_SECOND: u64 = 150 << 20;

/// The time within which a moment for the last checkpoint must come.
const PATIENCE: Duration = Duration::from_secs(10);

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
    /// Stops the work.
    cancel: CancelToken,
}

/// Says when what is known is worth writing.
#[derive(Debug)]
pub(crate) struct Clock {
    /// When the work began, or the last checkpoint ended.
    since: Instant,
    /// When the checkpoint began that is written now.
    begun: Option<Instant>,
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
    /// Keeps checkpoints in this store. Messages to the person name the folder. The token stops
    /// the work.
    pub(crate) fn new(
        store: Arc<TierStore>,
        folder: PathBuf,
        every: Duration,
        cancel: CancelToken,
    ) -> Self {
        Self {
            store,
            folder,
            every,
            clock: Mutex::new(Clock::new()),
            cancel,
        }
    }

    /// Tells the person, whose work was stopped, from where the next run goes on.
    pub(crate) fn tell_of_next_run(&self) {
        let clock = self.clock();
        let text = match (clock.written, clock.goes_on) {
            (0, false) => format!(
                "no checkpoint was written to {} by then: the next run begins anew",
                self.folder.display()
            ),
            (0, true) => format!(
                "the next run with {} goes on from where this one began",
                self.folder.display()
            ),
            _ => format!(
                "the next run with {} goes on from a checkpoint that was written {} before the end",
                self.folder.display(),
                told_seconds(clock.since.elapsed())
            ),
        };
        tell(Kind::Note, &text);
    }

    fn clock(&self) -> MutexGuard<'_, Clock> {
        self.clock.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a checkpoint of so many bytes is due, this long after the last one.
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
        let now = Instant::now();
        let elapsed = now.duration_since(clock.since);
        let is_due = if clock.is_ending {
            is_worth_waiting_for(bytes, elapsed)
        } else {
            self.every.is_zero() || self.is_worth_it(&clock, moment, bytes, elapsed)
        };
        if clock.is_ending && !is_due {
            self.cancel.cancel();
        }
        if is_due {
            clock.begun = Some(now);
        }
        is_due
    }

    fn tell(&self, event: &Event) {
        let note = |text: &str| tell(Kind::Note, text);
        match event {
            Event::Found {
                positions,
                expanded,
            } => {
                self.clock().goes_on = true;
                note(&format!(
                    "the work goes on from a checkpoint with {} positions, of which {} were \
                     expanded",
                    HumanCount(*positions),
                    HumanCount(*expanded),
                ));
            }
            Event::Solved { remoteness } => note(&format!(
                "in the checkpoint all wins and losses in at most {remoteness} plies are known"
            )),
            Event::Unfit => note(&format!(
                "a checkpoint in {} does not suit this way to solve the positions, and is not used",
                self.folder.display()
            )),
            Event::Written => {
                let mut clock = self.clock();
                clock.written += 1;
                clock.has_failed = false;
                clock.ended();
                if clock.is_ending {
                    self.cancel.cancel();
                }
            }
            Event::Unwritten(why) => {
                let mut clock = self.clock();
                clock.ended();
                if clock.is_ending {
                    self.cancel.cancel();
                }
                if !std::mem::replace(&mut clock.has_failed, true) {
                    note(&format!(
                        "a checkpoint could not be written, and the work goes on without it: {why}"
                    ));
                }
            }
            _ => {}
        }
    }
}

impl LastWill for Pacer {
    fn ends_by_itself(self: Arc<Self>) -> bool {
        let mut clock = self.clock();
        if clock.begun.is_none() && clock.since.elapsed() < SHORT {
            return false;
        }
        clock.is_ending = true;
        drop(clock);
        tell(
            Kind::Note,
            "the work stops once a last checkpoint is written; another signal stops it at once",
        );
        let waiting = std::thread::Builder::new().name("patience".to_owned());
        let waits = waiting.spawn({
            let pacer = self.clone();
            move || {
                std::thread::sleep(PATIENCE);
                // A checkpoint that is being written is finished before the work stops.
                if pacer.clock().begun.is_none() {
                    pacer.cancel.cancel();
                }
            }
        });
        waits.is_ok()
    }
}

/// Whether so many bytes are worth writing before the work stops, this long after the last
/// checkpoint.
fn is_worth_waiting_for(bytes: u64, elapsed: Duration) -> bool {
    elapsed >= Clock::likely(bytes)
}

/// A time, to the second.
fn told_seconds(time: Duration) -> String {
    told_time(Duration::from_secs(time.as_secs()))
}

impl Clock {
    /// The work begins.
    pub(crate) fn new() -> Self {
        Self {
            since: Instant::now(),
            begun: None,
            cost: Duration::ZERO,
            written: 0,
            has_failed: false,
            goes_on: false,
            is_ending: false,
        }
    }

    /// The time that writing so many bytes is likely to take.
    fn likely(bytes: u64) -> Duration {
        Duration::from_secs_f64(bytes as f64 / BYTES_A_SECOND as f64)
    }

    /// Whether so many bytes are worth writing, this long after the last time.
    fn is_worth_it(&self, bytes: u64, every: Duration, elapsed: Duration) -> bool {
        elapsed >= every && elapsed >= Self::likely(bytes).max(self.cost) * BETWEEN
    }

    /// Whether so many bytes are to be written now, at most once in this time.
    pub(crate) fn is_due(&self, bytes: u64, every: Duration) -> bool {
        self.is_worth_it(bytes, every, self.since.elapsed())
    }

    /// Something is written now.
    pub(crate) fn begins(&mut self) {
        self.begun = Some(Instant::now());
    }

    /// A checkpoint was written, or not.
    pub(crate) fn ended(&mut self) {
        self.since = Instant::now();
        if let Some(begun) = self.begun.take() {
            self.cost = self.since.duration_since(begun);
        }
    }
}
