//! Whether long work goes on: the caller hands in a [`Patience`], and the work asks it
//! every few thousand steps.
//!
//! A rules file of a few lines can ask for any amount of work before the first
//! position is looked at: to work out its constants, to specialise its moves, to turn
//! them round. Each of these has a bound of its own; within the bounds the caller
//! decides, who alone knows of keys that were pressed and of bytes that are left.

use std::fmt;
use std::sync::Arc;

/// Why work was given up before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Interruption {
    /// The caller wants no answer any more.
    #[error("cancelled")]
    Cancelled,
    /// The memory that the caller allows is used up.
    #[error("preparing the rules used up the memory allowed")]
    OutOfMemory,
}

/// Says whether long work goes on. Cheap to clone.
///
/// ```
/// use zug_program::{Interruption, Patience};
///
/// assert_eq!(Patience::endless().go_on(), Ok(()));
/// let none = Patience::asking(|| Err(Interruption::Cancelled));
/// assert_eq!(none.go_on(), Err(Interruption::Cancelled));
/// ```
#[derive(Clone, Default)]
pub struct Patience {
    ask: Option<Arc<Ask>>,
    room: Option<Arc<Room>>,
}

type Ask = dyn Fn() -> Result<(), Interruption> + Send + Sync;

type Room = dyn Fn() -> u64 + Send + Sync;

impl Patience {
    /// Work always goes on.
    #[must_use]
    pub fn endless() -> Self {
        Self::default()
    }

    /// Work goes on until `ask` says why not. It is asked at least every few
    /// milliseconds and should take less than a microsecond.
    pub fn asking(ask: impl Fn() -> Result<(), Interruption> + Send + Sync + 'static) -> Self {
        Self {
            ask: Some(Arc::new(ask)),
            room: None,
        }
    }

    /// The same, with what tells how many bytes of memory may still be taken: work that
    /// one can do without is not begun where it would take more.
    #[must_use]
    pub fn with_room(self, room: impl Fn() -> u64 + Send + Sync + 'static) -> Self {
        Self {
            room: Some(Arc::new(room)),
            ..self
        }
    }

    /// Bytes of memory that may still be taken.
    #[must_use]
    pub fn room(&self) -> u64 {
        self.room.as_ref().map_or(u64::MAX, |room| room())
    }

    /// Whether work goes on.
    ///
    /// # Errors
    ///
    /// Why not.
    pub fn go_on(&self) -> Result<(), Interruption> {
        match &self.ask {
            Some(ask) => ask(),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Patience {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.ask {
            Some(_) => "Patience(asking)",
            None => "Patience(endless)",
        })
    }
}

/// Why a meter stopped the work that it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The work is longer than its bound.
    TooLong,
    /// The caller interrupted it.
    Interrupted(Interruption),
}

/// Counts the steps of one piece of work against a bound, and asks every few thousand
/// of them whether the work goes on.
#[derive(Clone, Debug)]
pub struct Meter {
    patience: Patience,
    steps: u64,
    most: u64,
    /// The number of steps at which something is to be asked.
    next: u64,
    halt: Option<Halt>,
}

/// Steps between two questions: about a millisecond.
const STEPS_BETWEEN: u64 = 4096;

impl Meter {
    /// A meter for work of at most this many steps.
    pub fn new(patience: &Patience, most: u64) -> Self {
        Self {
            patience: patience.clone(),
            steps: 0,
            most,
            next: 0,
            halt: None,
        }
    }

    /// Counts steps that were done or are about to be.
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
            self.halt = match self.patience.go_on() {
                Err(interruption) => Some(Halt::Interrupted(interruption)),
                Ok(()) if self.steps > self.most => Some(Halt::TooLong),
                Ok(()) => None,
            };
        }
    }

    /// Whether the work goes on. Once it does not, it never does again.
    #[inline]
    pub fn check(&self) -> Result<(), Halt> {
        match self.halt {
            Some(halt) => Err(halt),
            None => Ok(()),
        }
    }
}
