//! Retrograde analysis whose levels threads share.
//!
//! The method is that of [`super::retrograde`]: level by level of remoteness, each position of a
//! level is asked for the moves into it, and a counter tells when the last move of a position is
//! known to lose. Value and counter of a position share one slot
//! ([`slots`](super::dense::slots)), which changes in one step from what a thread saw to what the
//! thread makes of it, or not at all. So each move counts once, whoever comes first. A position
//! that a move wins never loses its last move, and all positions of a level have one remoteness:
//! the values do not depend on the number of threads. Each thread gathers the positions that it
//! settles; together these are the next level, in an order that nothing depends on.
//!
//! Cost: that of retrograde analysis, and a locked change for each move into a settled position
//! from a position that is not settled. Memory: the slots (1, 2 or 4 bytes for each position) in
//! place of the counters. When not to use it: for one thread.

use zug_job::{Budget, Job, Phase, Progress, Refusal};
use zug_values::{Plies, Turn, Value};

use crate::checkpoint::{Held, LevelLog, WithCounters};
use crate::crew::share;
use crate::error::Error;
use crate::positions::{Number, Values, cell_of};
use crate::segments::Segments;
use crate::strong::dense::slots::{self, Slot, Slots, for_each_width};
use crate::strong::predecessors::Reversed;
use crate::strong::retrograde::Known;

/// The number of positions of a level that a thread takes up at once.
const PIECE: usize = if cfg!(test) { 4 } else { 1 << 10 };

/// The number of positions whose slots a thread fills at once.
const FILLED: usize = if cfg!(test) { 8 } else { 1 << 16 };

/// Retrograde analysis by several threads.
pub(super) struct SharedLevels<'a, N> {
    predecessors: &'a Reversed,
    slots: Slots,
    /// The largest number of moves of any position.
    most_moves: u32,
    /// The number of moves of all positions.
    moves: usize,
    /// For each thread the positions that it has settled.
    settled: Vec<Segments<N>>,
    /// The remoteness of the positions that are settled.
    remoteness: u32,
    /// What keeps checkpoints.
    log: Option<LevelLog>,
    job: &'a Job,
}

/// What the slots of the level that is made hold.
#[derive(Clone, Copy)]
struct Step {
    loss: u32,
    win: u32,
    /// The least slot of a position that is not solved.
    unsolved: u32,
}

impl<'a, N: Number + Send + Sync> SharedLevels<'a, N> {
    /// The slots of all positions, of which those that are `known` have values. Takes the log.
    pub(super) fn new(
        predecessors: &'a Reversed,
        known: &mut Known,
        job: &'a Job,
    ) -> Result<Self, Error> {
        let count = known.values.len();
        let refused = |refusal| Error::out_of_memory(refusal, Phase::Solving, count);
        let mut slots = Slots::absent(count, &job.budget).map_err(refused)?;
        let most_moves = known.open_moves.counters.largest();
        let win = slots::solved(Value::Win(Plies(known.remoteness)));
        while most_moves > slots.largest() / 2 || win >= slots.largest() / 2 {
            slots.widen(slots.largest()).map_err(refused)?;
        }
        let settled = || Segments::new(&job.budget);
        let mut levels = Self {
            predecessors,
            slots,
            most_moves,
            moves: known.open_moves.moves,
            settled: std::iter::repeat_with(settled)
                .take(job.threads.get())
                .collect(),
            remoteness: known.remoteness,
            log: None,
            job,
        };
        levels.begin(known)?;
        levels.log = known.log.take();
        Ok(levels)
    }

    /// Gives every position its value. The finished positions have theirs already.
    pub(super) fn run(mut self, values: Values) -> Result<Values, Error> {
        let mut left = values.len();
        loop {
            let level = self.take_level();
            let settled: usize = level.iter().map(Segments::len).sum();
            if settled == 0 {
                return self.told(values);
            }
            self.keep(&values, left)?;
            self.remoteness += 1;
            let step = self.step(self.remoteness)?;
            self.level(&level, left, step)?;
            left -= settled;
        }
    }

    /// Writes what is known of all positions into the log of checkpoints.
    fn keep(&mut self, values: &Values, left: usize) -> Result<(), Error> {
        let count = values.len();
        let Some(log) = &mut self.log else {
            return Ok(());
        };
        let largest = self.slots.largest();
        let unsolved = largest - self.most_moves.saturating_sub(1);
        let held = |position: usize| {
            let slot = for_each_width!(&self.slots.of, slots => slots[position].get());
            match values.finished(position) {
                Some(_) => Held::Solved(values.cell(position)),
                // No level reaches it.
                None if slot == slots::DRAW => Held::Open(0),
                None if slot >= unsolved => Held::Open(largest - slot + 1),
                None => Held::Solved(cell_of(slots::value(slot).0)),
            }
        };
        let to = (count, left);
        log.keep(self.remoteness, to, WithCounters::Yes, self.job, &held)
    }

    /// Fills the slots, and gathers the last level that is known.
    fn begin(&mut self, known: &Known) -> Result<(), Error> {
        fn fill<T: Slot>(
            slots: &[T],
            first: usize,
            known: &Known,
            mut take: impl FnMut(usize) -> Result<(), Refusal>,
        ) -> Result<(), Refusal> {
            let Known {
                values, open_moves, ..
            } = known;
            for (position, slot) in (first..).zip(slots) {
                slot.set(match (values.finished(position), values.get(position)) {
                    (Some(outcome), _) => slots::finished(outcome),
                    (None, Some(value)) => slots::solved(value),
                    (None, None) => match open_moves.counters.get(position) {
                        // No move leads on, and no rule ends the game: no level reaches it.
                        0 => slots::DRAW,
                        moves => slots::open::<T>(moves),
                    },
                });
                if known.is_in_level(position) {
                    take(position)?;
                }
            }
            Ok(())
        }
        let (count, moves, budget) = (known.values.len(), self.moves, &self.job.budget);
        let refused = |refusal| Error::out_of_memory(refusal, Phase::Solving, count);
        share(
            self.job,
            &mut self.settled,
            count.div_ceil(FILLED),
            |_| progress(count, moves, count, budget),
            |settled, piece| {
                let first = piece * FILLED;
                let end = count.min(first + FILLED);
                let take = |position| settled.push(N::new(position));
                for_each_width!(&self.slots.of, slots => {
                    fill(&slots[first..end], first, known, take)
                })
                .map_err(refused)
            },
        )
    }

    /// What the threads have settled, which is let go.
    fn take_level(&mut self) -> Vec<Segments<N>> {
        let (job, settled) = (self.job, &mut self.settled);
        let take = |settled| std::mem::replace(settled, Segments::new(&job.budget));
        settled.iter_mut().map(take).collect()
    }

    /// What the slots of the level with this remoteness hold, which are made wide enough.
    fn step(&mut self, remoteness: u32) -> Result<Step, Error> {
        let count = for_each_width!(&self.slots.of, slots => slots.len());
        let least = |slots: &Slots| slots.largest() - self.most_moves.saturating_sub(1);
        let win = slots::solved(Value::Win(Plies(remoteness)));
        while win >= least(&self.slots) {
            let unsolved = least(&self.slots);
            self.slots
                .widen(unsolved)
                .map_err(|refusal| Error::out_of_memory(refusal, Phase::Solving, count))?;
        }
        Ok(Step {
            loss: slots::solved(Value::Loss(Plies(remoteness))),
            win,
            unsolved: least(&self.slots),
        })
    }

    /// Settles the positions from which a move leads to a position of this level, as far as such
    /// moves decide. `left` positions have no level before this one.
    fn level(&mut self, level: &[Segments<N>], left: usize, step: Step) -> Result<(), Error> {
        let pieces = level.iter().enumerate().flat_map(|(part, positions)| {
            let starts = (0..positions.len()).step_by(PIECE);
            starts.map(move |start| (part, start))
        });
        let pieces: Vec<(usize, usize)> = pieces.collect();
        let count = for_each_width!(&self.slots.of, slots => slots.len());
        let refused = |refusal| Error::out_of_memory(refusal, Phase::Solving, count);
        let (moves, budget) = (self.moves, &self.job.budget);
        let (predecessors, slots) = (self.predecessors, &self.slots.of);
        share(
            self.job,
            &mut self.settled,
            pieces.len(),
            |piece| progress(count, moves, left.saturating_sub(piece * PIECE), budget),
            |settled, piece| {
                let (part, start) = pieces[piece];
                let positions = &level[part];
                let end = positions.len().min(start + PIECE);
                let positions = positions.slices(start..end).flatten();
                let take = |position| settled.push(N::new(position));
                for_each_width!(slots, slots => tell(predecessors, slots, positions, step, take))
                    .map_err(refused)
            },
        )
    }

    /// The values, of which those that play gives are taken from the slots.
    fn told(self, mut values: Values) -> Result<Values, Error> {
        let count = values.len();
        let refused = |refusal| Error::out_of_memory(refusal, Phase::Solving, count);
        let unsolved = self.slots.largest() - self.most_moves.saturating_sub(1);
        for first in (0..count).step_by(FILLED) {
            self.job
                .tell(&progress(count, self.moves, 0, &self.job.budget))?;
            for position in first..count.min(first + FILLED) {
                if values.finished(position).is_none() {
                    let slot = for_each_width!(&self.slots.of, slots => slots[position].get());
                    let value = match slot {
                        slot if slot >= unsolved => Value::Draw,
                        slot => slots::value(slot).0,
                    };
                    values.set(position, value).map_err(refused)?;
                }
            }
        }
        Ok(values)
    }
}

/// How far the work is, when `left` positions have no value.
fn progress(count: usize, moves: usize, left: usize, budget: &Budget) -> Progress {
    Progress {
        phase: Phase::Solving,
        positions: count as u64,
        edges: moves as u64,
        frontier: left as u64,
        whole: Some(count as u64),
        bytes: budget.used(),
        ..Progress::default()
    }
}

/// Follows the moves into some positions of a level, and hands each position that one of these
/// moves settles to `take`.
fn tell<'n, T: Slot, N: Number + 'n>(
    predecessors: &Reversed,
    slots: &[T],
    positions: impl Iterator<Item = &'n N>,
    step: Step,
    mut take: impl FnMut(usize) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let Step {
        loss,
        win,
        unsolved,
    } = step;
    for position in positions {
        let position = position.index();
        let is_lost = slots::is_lost(slots[position].get());
        for edge in predecessors.edges_into(position) {
            let slot = &slots[edge.to()];
            // The move wins if it leaves the opponent lost, or the mover won.
            let wins = is_lost == (edge.turn() == Turn::Passes);
            let mut held = slot.get();
            while held >= unsolved {
                let is_settled = wins || held == T::LARGEST;
                let new = match wins {
                    true => win,
                    false if held == T::LARGEST => loss,
                    false => held + 1,
                };
                if slot.replace(held, new) {
                    if is_settled {
                        take(edge.to())?;
                    }
                    break;
                }
                held = slot.get();
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use proptest::prelude::*;

    use super::*;
    use crate::positions::{Edge, Edges};
    use zug_values::Outcome;

    use crate::strong::retrograde::{self, OpenMoves};

    /// For each position, how it ended or its moves.
    type Drawn = Vec<Result<Vec<(usize, Turn)>, Outcome>>;

    fn graphs() -> impl Strategy<Value = Drawn> {
        let turns = || prop_oneof![3 => Just(Turn::Passes), 1 => Just(Turn::Kept)];
        (1..60usize).prop_flat_map(move |count| {
            let ended = prop_oneof![Just(Outcome::Win), Just(Outcome::Loss), Just(Outcome::Draw)];
            let moves = prop::collection::vec((0..count, turns()), 0..5);
            let node = prop_oneof![1 => ended.prop_map(Err), 3 => moves.prop_map(Ok)];
            prop::collection::vec(node, count)
        })
    }

    fn packed(drawn: &Drawn) -> (Edges, Values) {
        let budget = Budget::unlimited();
        let (mut edges, mut values) = (Edges::new(&budget), Values::new(&budget));
        for node in drawn {
            match node {
                Ok(moves) => {
                    for &(to, turn) in moves {
                        edges.push(Edge::new(to, turn)).unwrap();
                    }
                    values.push_unsolved().unwrap();
                    edges.close(moves.len()).unwrap();
                }
                Err(outcome) => {
                    values.push_finished(*outcome).unwrap();
                    edges.close(0).unwrap();
                }
            }
        }
        (edges, values)
    }

    fn all(values: &Values) -> Vec<Option<Value>> {
        (0..values.len()).map(|n| values.get(n)).collect()
    }

    /// The values by one thread, whose levels are not shared.
    fn plain(drawn: &Drawn) -> Vec<Option<Value>> {
        let (edges, values) = packed(drawn);
        let job = Job::default();
        let predecessors = Reversed::new(&edges, values.len(), &job).unwrap();
        let open_moves = OpenMoves {
            moves: edges.len(),
            counters: edges.into_degrees(),
        };
        let known = Known::begun(open_moves, values);
        all(&retrograde::solve(predecessors, known, &job).unwrap())
    }

    fn shared(drawn: &Drawn, threads: usize) -> Vec<Option<Value>> {
        let (edges, values) = packed(drawn);
        let job = Job::default().with_threads(NonZeroUsize::new(threads).unwrap());
        let predecessors = Reversed::new(&edges, values.len(), &job).unwrap();
        let open_moves = OpenMoves {
            moves: edges.len(),
            counters: edges.into_degrees(),
        };
        let mut known = Known::begun(open_moves, values);
        let levels = SharedLevels::<u32>::new(&predecessors, &mut known, &job).unwrap();
        all(&levels.run(known.values).unwrap())
    }

    #[test]
    fn a_long_way_and_many_moves_make_the_slots_wider() {
        // A way of 300 positions to a lost one, and one position with a move to each of these.
        let way = (0..300).map(|n| Ok(vec![(n + 1, Turn::Passes)]));
        let mut drawn: Drawn = way.collect();
        drawn.push(Err(Outcome::Loss));
        drawn.push(Ok((0..300).map(|n| (n, Turn::Passes)).collect()));
        let expected = plain(&drawn);
        assert_eq!(expected[0], Some(Value::Loss(Plies(300))));
        for threads in [1, 2, 8] {
            assert_eq!(shared(&drawn, threads), expected);
        }
    }

    #[test]
    fn the_edges_turned_round_do_not_depend_on_the_number_of_threads() {
        // More positions than a block of theirs has, with moves all over them.
        let count = 40_000;
        let to = |n: usize, by: usize| (n * 7919 + by * 104_729) % count;
        let moves = |n| (0..n % 4).map(|by| (to(n, by), Turn::Passes)).collect();
        let (edges, _) = packed(&(0..count).map(|n| Ok(moves(n))).collect());
        let turned = |threads| {
            let job = Job::default().with_threads(NonZeroUsize::new(threads).unwrap());
            let reversed = Reversed::new(&edges, count, &job).unwrap();
            let into = (0..count).map(|n| reversed.edges_into(n).map(Edge::to).collect());
            into.collect::<Vec<Vec<usize>>>()
        };
        let alone = turned(1);
        assert_eq!(alone.iter().map(Vec::len).sum::<usize>(), edges.len());
        assert!((0..count).all(|n| alone[to(n, 0)].contains(&n) || n % 4 == 0));
        for threads in [2, 3, 8, 40] {
            assert_eq!(turned(threads), alone);
        }
    }

    proptest! {
        #[test]
        fn shared_levels_give_the_values_of_one_thread(drawn in graphs()) {
            let expected = plain(&drawn);
            for threads in [1, 2, 3, 8] {
                prop_assert_eq!(&shared(&drawn, threads), &expected);
            }
        }
    }
}
