//! A period that the first heaps prove.

use zug_heaps::HeapGame;
use zug_job::{Budget, CancelToken, Job};
use zug_sequences::{EngineKind, Proof, Sequence, SequenceOptions};

/// The number of heaps that are looked at for a period.
const HEAPS: u64 = 1000;

/// The number of bytes that the look at the first heaps may take.
const MEMORY: u64 = 64 << 20;

/// The proof of a period, if the first thousand heaps give one in little time and memory.
#[must_use]
pub fn early_period(game: &HeapGame) -> Option<Proof> {
    let job = Job::default().with_budget(Budget::of_bytes(MEMORY));
    // A game that no engine takes, or that an engine cannot follow far, has no early
    // period. That is no fault of the game.
    let mut sequence = Sequence::new(game, SequenceOptions::default(), &job).ok()?;
    look_early(&mut sequence, &job.cancel);
    sequence.proof()
}

/// Looks for a period in the first thousand heaps, though fewer are known, where that takes a moment.
/// What stops the work there is no fault.
pub fn look_early(sequence: &mut Sequence, cancel: &CancelToken) {
    // The engine that follows the definition proves no period, and takes long.
    if sequence.method() == EngineKind::Naive {
        return;
    }
    while sequence.proof().is_none() && sequence.known() < HEAPS && !cancel.is_cancelled() {
        if sequence.step(HEAPS).is_err() {
            return;
        }
    }
}
