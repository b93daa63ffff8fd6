//! The counts of positions where images share a number, and who wins them.

use std::ops::ControlFlow;

use zug_game::{DenseIndex, Player};
use zug_job::{Job, Phase, Progress};

use super::known::add_to;
use super::slots;
use super::table::{Slotted, entry};
use crate::crew::share;
use crate::error::Error;
use crate::table::{Counts, Wins};

/// What says who is to move in a position.
pub(super) type MoverOf<'a, P> = &'a (dyn Fn(&P) -> Player + Sync);

/// The number of positions of each kind, images included: each number that play can reach counts with
/// the number of positions that share it. Who wins them is `None` without a `mover`.
pub(super) fn counts<P: Send, I: DenseIndex<P>>(
    slots: &Slotted,
    index: &I,
    mover: Option<MoverOf<'_, P>>,
    job: &Job,
) -> Result<(Counts, Option<Wins>), Error> {
    let pieces = slots.pieces();
    let mut states: Vec<State<P>> = Vec::new();
    states.resize_with(job.threads.get(), State::default);
    let reached = |_| Progress::at(Phase::Counting, 0);
    let count = |state: &mut State<P>, piece: usize| {
        let read = pieces[piece].each(slots.found(), &mut |numbers, held| {
            state.add(index, mover, numbers, held);
            ControlFlow::Continue(())
        });
        read.map(|_| ()).map_err(Error::from)
    };
    share(job, &mut states, pieces.len(), reached, count)?;
    let all = counted(states.iter().map(|state| &state.all));
    let first_to_move = counted(states.iter().map(|state| &state.first_to_move));
    let wins = mover.map(|_| all.wins_by_player(&first_to_move));
    Ok((all, wins))
}

/// What a thread has counted.
struct State<P> {
    /// The number of positions of each slot.
    all: Vec<u64>,
    /// The number of positions of each slot in which First is to move.
    first_to_move: Vec<u64>,
    sizes: Vec<u32>,
    positions: Vec<P>,
}

impl<P> Default for State<P> {
    fn default() -> Self {
        Self {
            all: Vec::new(),
            first_to_move: Vec::new(),
            sizes: Vec::new(),
            positions: Vec::new(),
        }
    }
}

impl<P> State<P> {
    /// Counts the positions of some numbers, whose slots are `held`.
    fn add<I: DenseIndex<P>>(
        &mut self,
        index: &I,
        mover: Option<MoverOf<'_, P>>,
        numbers: &[u64],
        held: &[u32],
    ) {
        self.sizes.clear();
        index.orbit_sizes(numbers, &mut self.sizes);
        for (size, slot) in self.sizes.iter().zip(held) {
            add_to(&mut self.all, *slot, u64::from(*size));
        }
        let Some(mover) = mover else { return };
        self.positions.clear();
        index.positions(numbers, &mut self.positions);
        for ((position, size), slot) in self.positions.iter().zip(&self.sizes).zip(held) {
            if mover(position) == Player::First {
                add_to(&mut self.first_to_move, *slot, u64::from(*size));
            }
        }
    }
}

/// The counts of all threads, from the number of positions that each has of each slot.
fn counted<'a>(threads: impl Iterator<Item = &'a Vec<u64>>) -> Counts {
    let mut all = Counts::default();
    for counts in threads {
        let present = (0..).zip(counts).filter(|(_, number)| **number > 0);
        for (slot, &number) in present {
            all.add(&entry((), slots::value(slot)), number);
        }
    }
    all
}
