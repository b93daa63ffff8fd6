//! Threads that share a pass over all numbers.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::scope;

use zug_job::{Job, Phase, Progress, Stopped, Tier};

use crate::error::Error;
use crate::positions::Pace;

/// The number of words of bits that a thread takes up at once. Other threads wait at the end of a
/// pass for the one that took up the last words, so these are few.
const TOGETHER: usize = if cfg!(test) { 1 } else { 1 << 7 };

/// Threads are not worth starting for so few words, whatever is done with them.
const LITTLE: usize = if cfg!(test) { 1 } else { 1 << 10 };

/// A pass over all words of some sets of bits, of which each thread takes up some at a time.
///
/// Each part of the pass is cut into *stripes*. A thread begins with its own stripe of each part.
/// Once that is done, it takes up pieces from the ends of the other threads' stripes, so that two
/// threads rarely work on neighbouring words.
pub(super) struct Pass<'a> {
    job: &'a Job,
    phase: Phase,
    tier: Option<Tier>,
    /// The number of words of each part.
    parts: Vec<usize>,
    /// The caller's thread does all of the work, as there is little of it.
    is_little: bool,
    stripes: Vec<Stripe>,
    /// Some thread failed, so that all others may stop.
    is_over: AtomicBool,
}

/// How many pieces of a stripe threads have taken up: its own thread from its beginning on, in the
/// lower half of the bits, and others from its end on, in the higher half.
#[derive(Default)]
struct Stripe(AtomicU64);

impl Stripe {
    /// Takes up the next piece of this number of pieces; `None` if all were taken up.
    fn take(&self, pieces: usize, from_end: bool) -> Option<usize> {
        let of = |taken: u64| [taken as u32 as usize, (taken >> u32::BITS) as usize];
        let one_more = |taken: u64| {
            let is_left = of(taken).iter().sum::<usize>() < pieces;
            is_left.then(|| taken + if from_end { 1 << u32::BITS } else { 1 })
        };
        let taken = self
            .0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more);
        let [of_own, of_others] = of(taken.ok()?);
        Some(if from_end {
            pieces - 1 - of_others
        } else {
            of_own
        })
    }
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

impl<'a> Pass<'a> {
    /// A pass over this number of words, which are those of a tier, in rising order.
    pub(super) fn new(job: &'a Job, phase: Phase, tier: Option<Tier>, words: usize) -> Self {
        Self {
            job,
            phase,
            tier,
            parts: vec![words],
            is_little: job.threads.get() == 1 || words <= LITTLE,
            stripes: vec![Stripe::default()],
            is_over: AtomicBool::new(false),
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
        Self {
            parts,
            stripes: std::iter::repeat_with(Stripe::default)
                .take(job.threads.get())
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

    /// Takes up words for a thread, of its own stripe as long as there are any. Returns the part
    /// that the words are of, and their range; `None` if all words were taken up.
    fn take_up(&self, thread: usize) -> Option<(usize, Range<usize>)> {
        let stripes = self.stripes.len();
        (0..stripes).find_map(|other| {
            let stripe = (thread + other) % stripes;
            let bounds = |words: usize| [0, 1].map(|more| words * (stripe + more) / stripes);
            let pieces = |[first, end]: [usize; 2]| (end - first).div_ceil(TOGETHER);
            let all = self.parts.iter().map(|words| pieces(bounds(*words))).sum();
            let mut piece = self.stripes[stripe].take(all, other > 0)?;
            for (part, words) in self.parts.iter().enumerate() {
                let [first, end] = bounds(*words);
                let pieces = pieces([first, end]);
                if piece < pieces {
                    let first = first + piece * TOGETHER;
                    return Some((part, first..end.min(first + TOGETHER)));
                }
                piece -= pieces;
            }
            None
        })
    }

    /// Hands all ranges of words to `work`, each with the part that it is of, on all threads of
    /// the job. Each thread makes what it needs with `begin` and hands it to `end`.
    pub(super) fn run<T>(
        &self,
        begin: impl Fn() -> T + Sync,
        work: impl Fn(&mut T, (usize, Range<usize>), &mut Worker<'_>) -> Result<(), Error> + Sync,
        end: impl Fn(T) + Sync,
    ) -> Result<(), Error> {
        self.on_all_threads(&|thread| {
            let mut own = begin();
            let worked = self.take_all(thread, &mut |range, worker| work(&mut own, range, worker));
            end(own);
            worked
        })
    }

    /// Does the work of the thread of this number: it takes up ranges of words and hands them to
    /// `work`, until none is left or some thread fails.
    ///
    /// Like [`Pass::on_all_threads`] it is told the work by reference to a closure of any type, so
    /// that the compiler does not make its code again for each kind of work.
    fn take_all(&self, thread: usize, work: &mut WorkOnRange<'_>) -> Result<(), Error> {
        let is_caller = thread == 0;
        let mut worker = Worker {
            job: self.job,
            phase: self.phase,
            pace: is_caller.then(|| Pace::new(self.phase, 0, 0, self.job).in_tier(self.tier)),
            is_over: &self.is_over,
            is_alone: self.is_little,
        };
        while !self.is_over.load(Ordering::Relaxed) {
            let Some(range) = self.take_up(thread) else {
                break;
            };
            work(range, &mut worker)?;
        }
        Ok(())
    }

    /// Starts the threads of the job, and has each of them call `one` with its number, which is 0 for
    /// the thread of the caller. Returns the first failure.
    fn on_all_threads(
        &self,
        one: &(dyn Fn(usize) -> Result<(), Error> + Sync),
    ) -> Result<(), Error> {
        let failure = Mutex::new(None);
        let one = |thread| {
            if let Err(error) = one(thread)
                && !self.is_over.swap(true, Ordering::Relaxed)
            {
                // The first failure counts: others stop because of it.
                *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            }
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

/// What a thread does with a range of words: it is told the number of the part that they are of, and
/// the range.
type WorkOnRange<'w> = dyn FnMut((usize, Range<usize>), &mut Worker<'_>) -> Result<(), Error> + 'w;

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
