//! What an engine for the nim-sequence of a game does.
//!
//! An [`Engine`] works out the heaps one after the other. [`naive`] is the definition,
//! and every other engine gives the same nimbers.

pub mod naive;
pub mod window;
pub mod histogram;
pub mod runs;
pub mod xor_sets;
pub mod dense;
pub mod sparse;
pub(crate) mod splits;

mod moves;

use std::fmt;

use zug_job::{Job, Phase, Progress, Refusal, Stopped, Threads};

use crate::taken::Taken;
use crate::{Proof, Statistics};

/// An engine: a method to work out nimbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EngineKind {
    /// By definition: the mex over all options.
    Naive,
    /// For a finite subtraction set: a window of the last nimbers.
    Window,
    /// For games in which all numbers but a few may be taken: a histogram of all
    /// nimbers so far.
    Histogram,
    /// Nimbers in two classes, rare and common.
    Sparse,
    /// All splits in two, many at a time.
    Dense,
    /// For splits into any number of heaps: the set of the xors of all ways to split.
    XorSets,
    /// For options that are an interval of sizes: runs of heaps with the same nimber.
    Runs,
}

impl EngineKind {
    /// Every engine.
    pub const ALL: [Self; 7] = [
        Self::Naive,
        Self::Window,
        Self::Histogram,
        Self::Sparse,
        Self::Dense,
        Self::XorSets,
        Self::Runs,
    ];

    /// The name by which an engine is asked for, and under which it is saved.
    pub fn name(self) -> &'static str {
        match self {
            Self::Naive => "naive",
            Self::Window => "window",
            Self::Histogram => "histogram",
            Self::Sparse => "sparse",
            Self::Dense => "dense",
            Self::XorSets => "xor-sets",
            Self::Runs => "runs",
        }
    }
}

impl fmt::Display for EngineKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why an engine cannot go on. The nimbers that it knows stay valid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Stop {
    /// The method asked for cannot do this game.
    #[error("the {method} method is not for this game")]
    Unsuited {
        /// The method that was asked for.
        method: EngineKind,
    },
    /// The next heaps take more bytes than are allowed.
    #[error("heap {heap} {}", Taken(stopped))]
    Memory {
        /// The heap that could not be reached.
        heap: u64,
        /// What was refused, with the bytes that this heap takes in all. The positions
        /// reached are the heaps that are worked out.
        #[source]
        stopped: Stopped,
    },
    /// A nimber is larger than the engine can store.
    #[error("the nimber of heap {heap} is larger than this method can hold")]
    Nimber {
        /// The heap whose nimber it is.
        heap: u64,
    },
    /// The engine kept only a window of the last heaps, and needs one further back.
    #[error("heap {heap} needs heaps that were not kept")]
    NotKept {
        /// The heap whose nimber was to be worked out.
        heap: u64,
    },
}

impl Stop {
    /// The error of an engine that has worked out the heaps below `heap` and needs
    /// `needed` bytes in all for `heap`, which is more than `allowed`.
    pub(super) fn memory(heap: u64, needed: u64, allowed: u64) -> Self {
        Self::memory_beyond(heap, heap, needed, allowed)
    }

    /// As [`Stop::memory`], for a heap further on than the first of those that are not
    /// worked out, which is `known`.
    pub(super) fn memory_beyond(known: u64, heap: u64, needed: u64, allowed: u64) -> Self {
        let refusal = Refusal::in_all(allowed, needed);
        let reached = Progress::at(Phase::Solving, known);
        Self::Memory {
            heap,
            stopped: Stopped::out_of_memory(refusal, reached),
        }
    }
}

/// Which heaps of a sequence are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Keep {
    /// Every heap is kept.
    #[default]
    All,
    /// Only the heaps are kept that the engine needs in order to go on.
    Window,
}

/// The bytes and threads that an engine may use, and the heaps that it keeps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    /// The most bytes that the engine may hold; the engine counts them itself.
    pub(super) memory: u64,
    pub(super) threads: Threads,
    pub(super) keep: Keep,
}

impl Terms {
    /// The terms of a job, with the bytes that are left now of its budget.
    pub(super) fn new(keep: Keep, job: &Job) -> Self {
        Self {
            memory: job.budget.left(),
            threads: job.threads,
            keep,
        }
    }
}

/// Writes the nimbers of the heaps `from..from + out.len()` to `out`, for an engine that keeps
/// these nimbers, from heap 0 on. Returns false if some heap is not among them.
fn copy_kept<N: Copy + Into<u32>>(nimbers: &[N], from: u64, out: &mut [u32]) -> bool {
    let kept = usize::try_from(from)
        .ok()
        .and_then(|from| nimbers.get(from..from.checked_add(out.len())?));
    let Some(kept) = kept else {
        return false;
    };
    for (out, &nimber) in out.iter_mut().zip(kept) {
        *out = nimber.into();
    }
    true
}

/// Works out the nimbers of heaps in order, from heap 0.
pub trait Engine: Send {
    /// The method of this engine.
    fn method(&self) -> EngineKind;

    /// The number of heaps that are worked out: heaps `0..known()`.
    fn known(&self) -> u64;

    /// Works towards knowing the heaps `0..to`: works out at least one more heap if
    /// heap `to - 1` is not known, and returns after some milliseconds where possible,
    /// so that the caller can look up between calls.
    fn step(&mut self, to: u64) -> Result<(), Stop>;

    /// Writes the nimbers of the known heaps `from..from + out.len()` to `out`. An
    /// engine that keeps heap n keeps all known heaps after n.
    ///
    /// Returns false, with `out` in any state, if the engine does not keep these heaps.
    #[must_use]
    fn read(&self, from: u64, out: &mut [u32]) -> bool;

    /// Adds the known heaps `from..to`, which must still be kept, to the statistics.
    fn add_to_statistics(&self, from: u64, to: u64, statistics: &mut Statistics) {
        let mut block = [0; 1024];
        let mut at = from;
        while at < to {
            let length = (to - at).min(block.len() as u64) as usize;
            let kept = self.read(at, &mut block[..length]);
            debug_assert!(kept, "a heap is counted while it is kept");
            for (heap, &nimber) in (at..).zip(&block[..length]) {
                statistics.add(heap, nimber);
            }
            at += length as u64;
        }
    }

    /// A period that the engine has proved by what it alone knows: for example, that
    /// its whole state came again.
    fn proof(&self) -> Option<Proof> {
        None
    }

    /// All that the engine needs to go on from here, in a format of its own; `None` if
    /// it cannot be saved.
    fn save(&self) -> Option<Vec<u8>> {
        None
    }

    /// The bytes that the engine holds.
    fn bytes(&self) -> u64;

    /// The rare heaps in order, of an engine that distinguishes rare from common; `None` of any
    /// other.
    fn rares(&self) -> Option<&[u64]> {
        None
    }
}
