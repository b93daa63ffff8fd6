//! Whoever asks for what is kept: a command line, a package of Python, a page.

use std::any::Any;
use std::fmt::Debug;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::error::Error;

/// Knows the time, hears how the work stands, and may ask it to end.
pub trait Face: Debug + Send + Sync {
    /// The time since a moment that stays the same.
    fn now(&self) -> Duration;

    /// Hears of an event, which the face puts into words or ignores.
    fn tell(&self, _: &Event<'_>) {}

    /// Work begins that can write a last checkpoint before it ends. While the guard lives that is returned, whoever
    /// wants the work to end may ask for that first.
    fn ask_first(&self, _: Arc<dyn Ending>) -> Box<dyn Any> {
        Box::new(())
    }
}

/// Work that can write a last checkpoint before it ends.
pub trait Ending: Send + Sync {
    /// Asks for a last checkpoint, after which the work cancels its own token. Returns whether that is worth waiting
    /// for; if not, whoever asks cancels the token.
    fn end_soon(&self) -> bool;

    /// Cancels the token of the work now, unless a checkpoint is being written, which is finished first.
    fn give_up(&self);
}

/// A face that hears nothing. Its time stands still, so that nothing is written before the work ends.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl Face for Silent {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

/// A folder or a file in which work is kept.
#[derive(Clone, Copy, Debug)]
pub struct Place<'p> {
    pub(crate) path: &'p Path,
    pub(crate) every: Duration,
    pub(crate) face: &'p Arc<dyn Face>,
}

impl<'p> Place<'p> {
    /// Keeps work here, with this time between two checkpoints at least; the face hears of it.
    pub fn new(path: &'p Path, every: Duration, face: &'p Arc<dyn Face>) -> Self {
        Self { path, every, face }
    }
}

/// Something that a person may want to know of work that is kept.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<'e> {
    /// The work was stopped before it changed anything in the folder.
    Untouched(&'e Path),
    /// What does not fit into the memory is not kept in the folder that was named for it.
    NoScratch(WhyNoScratch),
    /// The disk is likely to become full.
    DiskLikelyFull {
        /// The folder of the table.
        folder: &'e Path,
        /// The bytes that its disk has room for.
        room: u64,
        /// The bytes that the table is likely to take.
        likely: u64,
        /// The least number of its positions.
        positions: u64,
    },
    /// The work was stopped; the next run goes on from the finished tiers.
    TiersKept {
        /// The folder of the table.
        folder: &'e Path,
        /// The number of tiers whose positions are found.
        found: usize,
        /// The number of tiers whose positions are solved.
        solved: usize,
    },
    /// The work goes on from a checkpoint with this number of positions.
    GoesOn {
        /// The number of positions that are found.
        positions: u64,
        /// The number of positions whose moves are followed.
        expanded: u64,
    },
    /// In the checkpoint all wins and losses in at most this number of plies are known.
    SolvedTo(u32),
    /// A checkpoint in the folder does not suit the way to solve the positions.
    UnfitCheckpoint(&'e Path),
    /// A checkpoint could not be written, and the work goes on.
    CheckpointUnwritten(&'e (dyn std::error::Error + Send + Sync)),
    /// The work was stopped.
    CheckpointKept {
        /// The folder of the table.
        folder: &'e Path,
        /// How long before the end the last checkpoint was written; `None` if this run wrote none.
        before: Option<Duration>,
        /// Whether this run began from a checkpoint of an earlier one.
        goes_on: bool,
    },
    /// A search goes on from a file.
    SearchGoesOn {
        /// The file.
        file: &'e Path,
        /// The number of positions that earlier runs searched.
        searched: u64,
        /// The number of positions of which the file holds something.
        held: u64,
    },
    /// What a search knows could not be written to the file, and the search goes on.
    SearchUnwritten(&'e Path, &'e io::Error),
    /// The search was stopped, and what it knew could not be written.
    SearchLost(&'e Error),
    /// The search was stopped, and the next one goes on from this file.
    SearchKept(&'e Path),
}

/// Why nothing is kept in a folder for what does not fit into the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyNoScratch {
    /// All positions fit into the memory.
    Fits,
    /// The positions are not solved tier by tier.
    NoTiers,
}
