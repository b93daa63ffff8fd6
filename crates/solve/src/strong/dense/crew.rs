//! Threads that share a pass over all numbers.

use std::marker::PhantomData;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::scope;

use zug_job::{Job, Phase, Progress, Stopped, Tier};

use crate::error::Error;
use crate::positions::Pace;

/// Whether one thread works alone, so that it need not lock what it changes.
pub(in crate::strong) trait Alone: Send + Sync + 'static {
    const IS_ALONE: bool;
}

/// One thread works.
#[derive(Debug)]
pub(in crate::strong) struct One;

/// Several threads work.
#[derive(Debug)]
pub(in crate::strong) struct Many;

impl Alone for One {
    const IS_ALONE: bool = true;
}

impl Alone for Many {
    const IS_ALONE: bool = false;
}

/// The number of words of bits that a thread takes up at once.
const TOGETHER: usize = 1 << 10;

/// A pass over all words of a set of bits, of which each thread takes up some at a time.
pub(super) struct Pass<'a, A> {
    job: &'a Job,
    phase: Phase,
    tier: Option<Tier>,
    words: usize,
    /// The caller's thread does all of the work, as there is little of it.
    is_little: bool,
    /// The first word that no thread has taken up.
    next: AtomicUsize,
    /// Some thread failed, so that all others may stop.
    is_over: AtomicBool,
    alone: PhantomData<A>,
}

/// One thread of a pass.
pub(super) struct Worker<'a> {
    job: &'a Job,
    phase: Phase,
    /// Tells how far the pass is; the caller's thread alone does so.
    pace: Option<Pace<'a>>,
    is_over: &'a AtomicBool,
}

impl<'a, A: Alone> Pass<'a, A> {
    /// A pass over this number of words, which are those of a tier.
    pub(super) fn new(job: &'a Job, phase: Phase, tier: Option<Tier>, words: usize) -> Self {
        Self {
            job,
            phase,
            tier,
            words,
            // Other threads would find nothing to take up.
            is_little: A::IS_ALONE || words <= TOGETHER,
            next: AtomicUsize::new(0),
            is_over: AtomicBool::new(false),
            alone: PhantomData,
        }
    }

    /// The same pass, in which this number of positions are looked at.
    pub(super) fn over(mut self, positions: u64) -> Self {
        /// Threads are not worth starting for less work, in words that are looked through.
        const LEAST: u64 = 1 << 15;
        /// The words that are looked through while a position is dealt with.
        const A_POSITION: u64 = 1 << 5;
        let work = positions.saturating_mul(A_POSITION);
        self.is_little |= work.saturating_add(self.words as u64) < LEAST;
        self
    }

    /// Hands all ranges of words to `work`, on all threads of the job. Each thread makes what
    /// it needs with `begin` and hands it to `end`.
    pub(super) fn run<T>(
        &self,
        begin: impl Fn() -> T + Sync,
        work: impl Fn(&mut T, Range<usize>, &mut Worker<'_>) -> Result<(), Error> + Sync,
        end: impl Fn(T) + Sync,
    ) -> Result<(), Error> {
        let failure = Mutex::new(None);
        let one = |is_caller: bool| {
            let mut worker = Worker {
                job: self.job,
                phase: self.phase,
                pace: is_caller.then(|| Pace::new(self.phase, 0, 0, self.job).in_tier(self.tier)),
                is_over: &self.is_over,
            };
            let mut own = begin();
            let mut result = Ok(());
            while result.is_ok() && !self.is_over.load(Ordering::Relaxed) {
                let first = self.next.fetch_add(TOGETHER, Ordering::Relaxed);
                if first >= self.words {
                    break;
                }
                let range = first..self.words.min(first + TOGETHER);
                result = work(&mut own, range, &mut worker);
            }
            if let Err(error) = result
                && !self.is_over.swap(true, Ordering::Relaxed)
            {
                // The first failure counts: others stop because of it.
                *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            }
            end(own);
        };
        if self.is_little {
            one(true);
        } else {
            let threads = self.job.threads;
            // The scope waits for the helpers, and panics if a helper did.
            scope(|scope| {
                for _ in 1..threads.get() {
                    if threads.start(scope, || one(false)).is_err() {
                        break;
                    }
                }
                one(true);
            });
        }
        let failure = failure.into_inner().unwrap_or_else(PoisonError::into_inner);
        failure.map_or(Ok(()), Err)
    }
}

impl Worker<'_> {
    /// Whether the pass goes on, after a block of some hundred positions; `found` positions
    /// and `edges` moves are known, and `left` positions are left.
    pub(super) fn block(&mut self, found: u64, edges: u64, left: u64) -> Result<(), Error> {
        if let Some(pace) = &mut self.pace {
            return pace.block(found, edges, usize::try_from(left).unwrap_or(usize::MAX));
        }
        if self.is_over.load(Ordering::Relaxed) || self.job.cancel.is_cancelled() {
            return Err(Stopped::cancelled(Progress::at(self.phase, found)).into());
        }
        Ok(())
    }
}
