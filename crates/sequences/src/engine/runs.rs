//! Nimbers of a game in which the options of a heap are an interval of sizes.
//!
//! The problem, the method and its cost are those of [`crate::intervals`]:
//! from n a move leaves any heap from `lo(n)` to `hi(n)`, and neither bound ever falls.
//! The engine keeps runs of equal nimbers, not heaps, and a far heap is reached in one
//! step where the runs are long: with n / 3 to n / 2, a heap of 10^18 takes about a
//! hundred runs.
//!
//! When not to use it: where runs are short, as in Nim, it takes 16 bytes a heap, and
//! about a hundred calls of `lo` and `hi`. Where an interval may be empty again after
//! heaps with moves, or `lo` or `hi` may fall, see [`crate::intervals`].
//!
//! ```
//! use zug_sequences::engine::Engine;
//! use zug_sequences::engine::runs::Intervals;
//!
//! // Leave at most half of the heap, and at least a third of it.
//! let mut engine = Intervals::new(2, |n| n.div_ceil(3), |n| n / 2, 1 << 20);
//! let far = 1_000_000_000_000_000_000;
//! while engine.known() <= far {
//!     engine.step(far + 1)?;
//! }
//! let mut nimbers = [9; 2];
//! assert!(engine.read(far - 1, &mut nimbers));
//! assert_eq!(nimbers, [2, 2]);
//! assert!(engine.as_slice().len() < 200);
//! # Ok::<(), zug_sequences::Stop>(())
//! ```

use std::ops::RangeInclusive;

use zug_heaps::HeapGame;

use crate::intervals::{Run, Walk};

use super::{Engine, EngineKind, Stop};
use crate::Statistics;

/// The engine for a game whose options are intervals.
#[derive(Clone, Debug)]
pub struct Intervals<L, H> {
    walk: Walk<L, H>,
    memory: u64,
}

/// The number of sizes that one step looks at, so that it takes some milliseconds.
const LOOKS: usize = 1 << 10;

/// The engine for a game of intervals; `None` if heaps without a move come again and
/// again.
pub(crate) fn engine(game: &HeapGame, memory: u64) -> Option<Box<dyn Engine>> {
    let HeapGame::Leaving(leaving) = *game else {
        return None;
    };
    let first = leaving.first_with_moves()?;
    let size = move |n, at: fn(&RangeInclusive<u64>) -> u64| {
        leaving.sizes(n).map_or(0, |sizes| at(&sizes))
    };
    Some(Box::new(Intervals::new(
        first,
        move |n| size(n, |sizes| *sizes.start()),
        move |n| size(n, |sizes| *sizes.end()),
        memory,
    )))
}

impl<L, H> Intervals<L, H>
where
    L: Fn(u64) -> u64 + Send,
    H: Fn(u64) -> u64 + Send,
{
    /// A new engine, which knows no heap yet. Heaps below `first` have no option; from
    /// `first` on the options of n are all heaps from `lo(n)` to `hi(n)`. Neither bound
    /// may fall, and `lo(n) <= hi(n) < n`. At most `memory` bytes are held.
    pub fn new(first: u64, lo: L, hi: H, memory: u64) -> Self {
        let walk = Walk::new(first, lo, hi);
        Self { walk, memory }
    }

    /// The runs of the known heaps.
    pub fn as_slice(&self) -> &[Run] {
        self.walk.as_slice()
    }
}

impl<L, H> Engine for Intervals<L, H>
where
    L: Fn(u64) -> u64 + Send,
    H: Fn(u64) -> u64 + Send,
{
    fn method(&self) -> EngineKind {
        EngineKind::Runs
    }

    fn known(&self) -> u64 {
        // The last heap of 64 bits counts as unknown: no `u64` comes after it.
        self.walk.reached().map_or(0, |last| last.saturating_add(1))
    }

    fn step(&mut self, to: u64) -> Result<(), Stop> {
        let known = self.known();
        let Some(last) = to.checked_sub(1).filter(|_| known < to) else {
            return Ok(());
        };
        // Each look may add a run, and adding one may double the array.
        let needed = 16 * (2 * self.as_slice().len() + LOOKS) as u64;
        if needed > self.memory {
            return Err(Stop::memory(known, needed, self.memory));
        }
        self.walk.step(last, LOOKS).map_err(|_| Stop::Unsuited {
            method: self.method(),
        })
    }

    fn read(&self, from: u64, out: &mut [u32]) -> bool {
        if from
            .checked_add(out.len() as u64)
            .is_none_or(|to| to > self.known())
        {
            return false;
        }
        let runs = self.as_slice();
        let mut run = runs.partition_point(|run| run.first <= from);
        for (place, out) in out.iter_mut().enumerate() {
            let heap = from + place as u64;
            while runs.get(run).is_some_and(|run| run.first <= heap) {
                run += 1;
            }
            *out = runs[run - 1].nimber.0;
        }
        true
    }

    fn add_to_statistics(&self, from: u64, to: u64, statistics: &mut Statistics) {
        // Counts run by run: there may be far too many heaps to count one by one.
        let runs = self.as_slice();
        let mut at = from;
        while at < to {
            let next = runs.partition_point(|run| run.first <= at);
            let end = runs.get(next).map_or(to, |run| run.first.min(to));
            let nimber = runs[next - 1].nimber.0;
            statistics.add_many(at, nimber, end - at);
            at = end;
        }
    }

    fn bytes(&self) -> u64 {
        16 * self.as_slice().len() as u64
    }
}
