//! Heap games in which the options of each size are an interval of smaller sizes, and
//! the bounds of the interval never fall.
//!
//! The problem: from x a move leads to any y with `lo(x) <= y <= hi(x) < x`, where `lo`
//! and `hi` never fall. What is the nimber of x?
//!
//! The method: sizes of equal nimber come in *runs*, and the mex of an interval depends
//! only on which runs it meets. That changes only when `hi` enters a new run or `lo`
//! leaves one. As neither ever falls, the next size at which either happens is found by
//! binary search. So the work goes from run to run, not from size to size: no table of
//! sizes is made, and 64-bit sizes are in reach when the runs are long. The mex is read
//! from the number of runs of each nimber in the interval. This is the well-known walk
//! over prefix counts of nimbers for Codeforces 255E, with equal neighbours drawn
//! together.
//!
//! Cost: for each change about 64 to 128 calls of `lo` and `hi`, and a look at the
//! nimbers up to the mex; 16 bytes a run.
//!
//! When not to use it: when runs are short (Nim has runs of length 1), a table is
//! faster. Nor when an interval is empty again after sizes with moves: the caller must
//! ensure that `lo(x) <= hi(x) < x` holds from the first size on. A size that breaks
//! this is refused ([`NotIntervals`]) only if it is looked at, which happens where the
//! interval meets another set of runs; elsewhere its nimber is wrong.
//!
//! ```
//! use zug_sequences::intervals::{self, Run};
//! use zug_values::Nimber;
//!
//! // Leave at most half of the heap, and at least a third of it.
//! let runs = intervals::runs(2, |x| x.div_ceil(3), |x| x / 2, 1_000_000_000)?;
//! assert_eq!(runs.nimber(1), Nimber(0));
//! assert_eq!(runs.nimber(5), Nimber(0)); // it goes to 2, which goes to 1
//! assert_eq!(runs.as_slice()[1], Run { first: 2, nimber: Nimber(1) });
//! # Ok::<(), zug_sequences::intervals::NotIntervals>(())
//! ```

use zug_values::Nimber;

/// The options of a size are not an interval of smaller sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the options of {size} are not an interval of smaller sizes: from {lo} to {hi}")]
#[non_exhaustive]
pub struct NotIntervals {
    /// The size.
    pub size: u64,
    /// The least option, by `lo`.
    pub lo: u64,
    /// The largest option, by `hi`.
    pub hi: u64,
}

/// The sizes from `first` to before the next run have this nimber.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The first size of the run.
    pub first: u64,
    /// The nimber of all its sizes; never that of the run before.
    pub nimber: Nimber,
}

/// The nimbers of all sizes up to some last one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Runs {
    /// Invariant: increasing, and the first run begins at 0.
    runs: Vec<Run>,
    last: u64,
}

impl Runs {
    /// The nimber of a size.
    ///
    /// # Panics
    ///
    /// If the size is larger than the last one worked out.
    pub fn nimber(&self, size: u64) -> Nimber {
        assert!(size <= self.last, "the size {size} was not asked for");
        self.runs[run_of(&self.runs, size)].nimber
    }

    /// The runs in order.
    pub fn as_slice(&self) -> &[Run] {
        &self.runs
    }

    /// The least size from `lo` to `hi` that has this nimber, if there is one.
    pub fn find(&self, nimber: Nimber, lo: u64, hi: u64) -> Option<u64> {
        let first = run_of(&self.runs, lo);
        self.runs[first..]
            .iter()
            .take_while(|run| run.first <= hi)
            .find(|run| run.nimber == nimber)
            .map(|run| run.first.max(lo))
    }
}

/// The runs of equal nimbers of all sizes up to `last`.
///
/// Sizes below `first` have no move. From `first` on, the options of x are all sizes
/// from `lo(x)` to `hi(x)`. The caller must ensure that neither bound ever falls, and
/// that `lo(x) <= hi(x) < x`.
///
/// # Errors
///
/// The options of some size that was looked at are empty, or are not all smaller. Not
/// every size is looked at: elsewhere this is not noticed.
pub fn runs(
    first: u64,
    lo: impl Fn(u64) -> u64,
    hi: impl Fn(u64) -> u64,
    last: u64,
) -> Result<Runs, NotIntervals> {
    let mut walk = Walk::new(first, lo, hi);
    while walk.reached() != Some(last) {
        walk.step(last, usize::MAX)?;
    }
    Ok(Runs {
        runs: walk.runs,
        last,
    })
}

/// A walk from run to run, after each step of which the caller decides whether it goes
/// on.
///
/// ```
/// use zug_sequences::intervals::Walk;
/// use zug_values::Nimber;
///
/// let mut walk = Walk::new(2, |x| x.div_ceil(3), |x| x / 2);
/// walk.step(1000, 1)?; // one size is looked at
/// assert_eq!((walk.reached(), walk.nimber(5)), (Some(2), None));
/// walk.step(1000, 100)?;
/// assert_eq!((walk.reached(), walk.nimber(5)), (Some(1000), Some(Nimber(0))));
/// # Ok::<(), zug_sequences::intervals::NotIntervals>(())
/// ```
#[derive(Clone, Debug)]
pub struct Walk<L, H> {
    first: u64,
    lo: L,
    hi: H,
    /// Invariant: increasing, and the first run begins at 0.
    runs: Vec<Run>,
    /// The runs `left..right` are those that the interval of size `looked` meets.
    left: usize,
    right: usize,
    met: Met,
    /// The last size that was looked at.
    looked: Option<u64>,
    /// The largest size that is worked out.
    reached: Option<u64>,
}

impl<L: Fn(u64) -> u64, H: Fn(u64) -> u64> Walk<L, H> {
    /// No size is worked out yet. `first`, `lo` and `hi` as for [`runs`].
    pub fn new(first: u64, lo: L, hi: H) -> Self {
        Self {
            first,
            lo,
            hi,
            runs: vec![Run {
                first: 0,
                nimber: Nimber::ZERO,
            }],
            left: 0,
            right: 0,
            met: Met::default(),
            looked: None,
            reached: None,
        }
    }

    /// The largest size that is worked out.
    pub fn reached(&self) -> Option<u64> {
        self.reached
    }

    /// The runs of the sizes that are worked out.
    pub fn as_slice(&self) -> &[Run] {
        &self.runs
    }

    /// The nimber of a size that is worked out.
    pub fn nimber(&self, size: u64) -> Option<Nimber> {
        (size <= self.reached?).then(|| self.runs[run_of(&self.runs, size)].nimber)
    }

    /// Works towards the size `last`, and looks at no more than `looks` sizes.
    ///
    /// # Errors
    ///
    /// As for [`runs`]. The sizes worked out before the error stay valid.
    pub fn step(&mut self, last: u64, looks: usize) -> Result<(), NotIntervals> {
        for _ in 0..looks {
            if self.reached.is_some_and(|reached| reached >= last) {
                return Ok(());
            }
            match self.next(last) {
                Some(size) => self.look_at(size)?,
                None => self.reached = Some(last),
            }
        }
        Ok(())
    }

    /// The next size up to `last` that must be looked at. All sizes before it meet the
    /// same runs as the size looked at last.
    fn next(&self, last: u64) -> Option<u64> {
        let Some(looked) = self.looked else {
            return (self.first <= last).then_some(self.first);
        };
        // Up to the size `reached` it is known that nothing changes.
        let from = self.reached.map_or(looked, |reached| reached.max(looked));
        // The last run has no end yet, so no interval leaves it or lies above it.
        let entered = self.runs.get(self.right).map(|run| run.first);
        let left_behind = self.runs.get(self.left + 1).map(|run| run.first);
        let enters = entered.and_then(|run| least(from, last, |x| (self.hi)(x) >= run));
        let leaves = left_behind
            .and_then(|run| least(from, enters.unwrap_or(last), |x| (self.lo)(x) >= run));
        leaves.or(enters)
    }

    fn look_at(&mut self, size: u64) -> Result<(), NotIntervals> {
        let (low, high) = ((self.lo)(size), (self.hi)(size));
        // Size 0 has no smaller size, and so no move.
        if low > high || high >= size {
            let (lo, hi) = (low, high);
            return Err(NotIntervals { size, lo, hi });
        }
        let runs = &self.runs;
        while self.right < runs.len() && runs[self.right].first <= high {
            self.met.enter(runs[self.right].nimber);
            self.right += 1;
        }
        while self.left + 1 < self.right && runs[self.left + 1].first <= low {
            self.met.leave(runs[self.left].nimber);
            self.left += 1;
        }
        let nimber = self.met.mex();
        if self.runs.last().is_none_or(|run| run.nimber != nimber) {
            self.runs.push(Run {
                first: size,
                nimber,
            });
        }
        self.looked = Some(size);
        self.reached = Some(size);
        Ok(())
    }
}

/// The least x above `from`, at most `last`, for which the condition holds; once
/// it holds, it must hold for all larger x.
fn least(from: u64, last: u64, holds: impl Fn(u64) -> bool) -> Option<u64> {
    let (mut no, mut yes) = (from, last);
    if yes <= no || !holds(yes) {
        return None;
    }
    while yes - no > 1 {
        let middle = no + (yes - no) / 2;
        if holds(middle) {
            yes = middle;
        } else {
            no = middle;
        }
    }
    Some(yes)
}

/// The index of the run that holds a size.
fn run_of(runs: &[Run], size: u64) -> usize {
    runs.partition_point(|run| run.first <= size) - 1
}

/// The number of runs of each nimber that an interval meets.
#[derive(Clone, Debug, Default)]
struct Met {
    runs_with: Vec<u32>,
}

impl Met {
    fn enter(&mut self, nimber: Nimber) {
        let index = nimber.0 as usize;
        if index >= self.runs_with.len() {
            self.runs_with.resize(index + 1, 0);
        }
        self.runs_with[index] += 1;
    }

    fn leave(&mut self, nimber: Nimber) {
        self.runs_with[nimber.0 as usize] -= 1;
    }

    fn mex(&self) -> Nimber {
        let missing = self.runs_with.iter().position(|&runs| runs == 0);
        Nimber(missing.unwrap_or(self.runs_with.len()) as u32)
    }
}
