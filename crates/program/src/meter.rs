//! A [`Meter`] counts the steps of long work and asks the caller's [`Job`] every few
//! thousand steps whether the work goes on.
//!
//! A rules file of a few lines can ask for any amount of work before the first position
//! is looked at: to work out its constants, to specialise its moves, to turn them round.
//! Each of these pieces of work has a bound of its own. Within the bound the caller
//! decides: the job may be cancelled, or the memory that it allows may be used up.

use zug_job::{Job, Why};

/// Why a meter stopped the work that it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The work is longer than its bound.
    TooLong,
    /// The job was cancelled, or the memory that it allows was used up.
    Interrupted(Why),
}

/// Counts the steps of one piece of work against a bound, and asks the caller's job every
/// few thousand steps whether the work goes on.
///
/// ```
/// use zug_job::{Job, Why};
/// use zug_program::{Halt, Meter};
///
/// let job = Job::default();
/// let mut meter = Meter::new(&job, 10_000);
/// meter.count(9_000);
/// assert_eq!(meter.check(), Ok(()));
/// job.cancel.cancel();
/// meter.count(5_000);
/// assert_eq!(meter.check(), Err(Halt::Interrupted(Why::Cancelled)));
/// ```
#[derive(Clone, Debug)]
pub struct Meter {
    job: Job,
    steps: u64,
    most: u64,
    /// The number of steps at which the job is asked next.
    next: u64,
    halt: Option<Halt>,
}

/// The number of steps between two questions to the job: they take about a millisecond.
const STEPS_BETWEEN: u64 = 4096;

impl Meter {
    /// A meter for work of at most `most` steps, which `job` may interrupt.
    pub fn new(job: &Job, most: u64) -> Self {
        Self {
            job: job.clone(),
            steps: 0,
            most,
            next: 0,
            halt: None,
        }
    }

    /// Counts steps that were done or are about to be done.
    #[inline]
    pub fn count(&mut self, steps: u64) {
        self.steps = self.steps.saturating_add(steps);
        if self.steps >= self.next {
            self.ask();
        }
    }

    #[cold]
    fn ask(&mut self) {
        self.next = self.steps.saturating_add(STEPS_BETWEEN);
        if self.halt.is_none() {
            self.halt = match self.job.check() {
                Err(why) => Some(Halt::Interrupted(why)),
                Ok(()) if self.steps > self.most => Some(Halt::TooLong),
                Ok(()) => None,
            };
        }
    }

    /// Whether the work goes on. Once the meter has stopped the work, it says so for ever.
    #[inline]
    pub fn check(&self) -> Result<(), Halt> {
        match self.halt {
            Some(halt) => Err(halt),
            None => Ok(()),
        }
    }
}
