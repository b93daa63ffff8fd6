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
const TOGETHER: usize = if cfg!(test) { 1 } else { 1 << 10 };

/// A pass over all words of some sets of bits, of which each thread takes up some at a time.
///
/// Each part of the pass is cut into *stripes*. A thread begins with its own stripe of each part,
/// and goes on with those of others, so that threads are far from each other.
pub(super) struct Pass<'a, A> {
    job: &'a Job,
    phase: Phase,
    tier: Option<Tier>,
    /// The number of words of each part.
    parts: Vec<usize>,
    /// The caller's thread does all of the work, as there is little of it.
    is_little: bool,
    /// For each stripe, the first of its pieces that no thread has taken up.
    next: Vec<AtomicUsize>,
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
    /// No other thread works on the pass.
    is_alone: bool,
}

impl<'a, A: Alone> Pass<'a, A> {
    /// A pass over this number of words, which are those of a tier, in rising order.
    pub(super) fn new(job: &'a Job, phase: Phase, tier: Option<Tier>, words: usize) -> Self {
        Self {
            job,
            phase,
            tier,
            parts: vec![words],
            // Other threads would find nothing to take up.
            is_little: A::IS_ALONE || words <= TOGETHER,
            next: vec![AtomicUsize::new(0)],
            is_over: AtomicBool::new(false),
            alone: PhantomData,
        }
    }

    /// A pass over parts with these numbers of words, in which threads begin at different places.
    pub(super) fn of_parts(
        job: &'a Job,
        phase: Phase,
        tier: Option<Tier>,
        parts: Vec<usize>,
    ) -> Self {
        let pass = Self::new(job, phase, tier, parts.iter().sum());
        let stripes = if A::IS_ALONE { 1 } else { job.threads.get() };
        Self {
            parts,
            next: std::iter::repeat_with(AtomicUsize::default)
                .take(stripes)
                .collect(),
            ..pass
        }
    }

    /// The same pass, in which this number of positions are looked at.
    pub(super) fn over(mut self, positions: u64) -> Self {
        /// Threads are not worth starting for less work, in words that are looked through.
        const LEAST: u64 = if cfg!(test) { 1 } else { 1 << 16 };
        /// The words that are looked through while a position is dealt with.
        const A_POSITION: u64 = 1 << 5;
        let work = positions.saturating_mul(A_POSITION);
        self.is_little |= work.saturating_add(self.parts.iter().sum::<usize>() as u64) < LEAST;
        self
    }

    /// Takes up the next words of a stripe, or of those behind it. Returns the part that the words
    /// are of, and their range; `None` if all words were taken up.
    fn take_up(&self, stripe: &mut usize) -> Option<(usize, Range<usize>)> {
        let stripes = self.next.len();
        for _ in 0..stripes {
            let mut piece = self.next[*stripe].fetch_add(1, Ordering::Relaxed);
            for (part, words) in self.parts.iter().enumerate() {
                let [first, end] = [0, 1].map(|more| words * (*stripe + more) / stripes);
                let pieces = (end - first).div_ceil(TOGETHER);
                if piece < pieces {
                    let first = first + piece * TOGETHER;
                    return Some((part, first..end.min(first + TOGETHER)));
                }
                piece -= pieces;
            }
            *stripe = (*stripe + 1) % stripes;
        }
        None
    }

    /// Hands all ranges of words to `work`, each with the part that it is of, on all threads of
    /// the job. Each thread makes what it needs with `begin` and hands it to `end`.
    pub(super) fn run<T>(
        &self,
        begin: impl Fn() -> T + Sync,
        work: impl Fn(&mut T, (usize, Range<usize>), &mut Worker<'_>) -> Result<(), Error> + Sync,
        end: impl Fn(T) + Sync,
    ) -> Result<(), Error> {
        let failure = Mutex::new(None);
        let one = |thread: usize| {
            let is_caller = thread == 0;
            let mut worker = Worker {
                job: self.job,
                phase: self.phase,
                pace: is_caller.then(|| Pace::new(self.phase, 0, 0, self.job).in_tier(self.tier)),
                is_over: &self.is_over,
                is_alone: self.is_little,
            };
            let mut own = begin();
            let mut stripe = thread % self.next.len();
            let mut result = Ok(());
            while result.is_ok() && !self.is_over.load(Ordering::Relaxed) {
                let Some(range) = self.take_up(&mut stripe) else {
                    break;
                };
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
            one(0);
        } else {
            let threads = self.job.threads;
            // The scope waits for the helpers, and panics if a helper did.
            scope(|scope| {
                for thread in 1..threads.get() {
                    let one = &one;
                    if threads.start(scope, move || one(thread)).is_err() {
                        break;
                    }
                }
                one(0);
            });
        }
        let failure = failure.into_inner().unwrap_or_else(PoisonError::into_inner);
        failure.map_or(Ok(()), Err)
    }
}

impl Worker<'_> {
    /// Whether no other thread works on the pass, so that nothing that is changed need be locked.
    pub(super) fn is_alone(&self) -> bool {
        self.is_alone
    }

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
