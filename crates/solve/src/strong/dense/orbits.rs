//! The counts of positions where images share a number.

use std::ops::ControlFlow;

use zug_game::DenseIndex;
use zug_job::{Job, Phase, Progress};

use super::known::add_to;
use super::slots;
use super::table::{Slotted, entry};
use crate::crew::share;
use crate::error::Error;
use crate::table::Counts;

/// The number of positions of each kind, images included: each number that play can reach counts with
/// the number of positions that share it.
pub(super) fn counts<P, I: DenseIndex<P>>(
    slots: &Slotted,
    index: &I,
    job: &Job,
) -> Result<Counts, Error> {
    let pieces = slots.pieces();
    // For each thread the number of positions of each slot.
    let mut states = vec![Vec::new(); job.threads.get()];
    let reached = |_| Progress::at(Phase::Counting, 0);
    let count = |counts: &mut Vec<u64>, piece: usize| {
        let mut sizes = Vec::new();
        let read = pieces[piece].each(slots.found(), &mut |numbers, held| {
            sizes.clear();
            index.orbit_sizes(numbers, &mut sizes);
            for (size, slot) in sizes.iter().zip(held) {
                add_to(counts, *slot, u64::from(*size));
            }
            ControlFlow::Continue(())
        });
        read.map(|_| ()).map_err(Error::from)
    };
    share(job, &mut states, pieces.len(), reached, count)?;
    let mut all = Counts::default();
    for counts in &states {
        let present = (0..).zip(counts).filter(|(_, number)| **number > 0);
        for (slot, &number) in present {
            all.add(&entry((), slots::value(slot)), number);
        }
    }
    Ok(all)
}
