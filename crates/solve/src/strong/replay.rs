//! Values by moves that are played again: no move is kept, and none is taken back.
//!
//! Where every move leads to a position with a larger number, the positions are taken from the
//! last number to the first, each is expanded once more, and the best of its moves is its
//! value: backward induction without the moves in memory.
//!
//! Else the values come level by level. Level r has the positions won or lost in r plies.
//! Sweep r expands every position that has no value yet. It is a win in r if a move leads to a
//! position won for the mover with r - 1 plies to go; it is a loss in r if every move leads to
//! a position lost for the mover, the longest of them with r - 1 plies to go. All positions of
//! the levels before have their values by then. A sweep that finds nothing is the last, as
//! level r + 1 stands on level r; what has no value then is a draw, the greatest fixpoint.
//!
//! Cost: one expansion of each position by number, and by levels one expansion for each level
//! that the position waits; a look-up in the hash table for each move. Memory: the buffers of
//! one batch. When not to use it: where the moves fit, or where the game can take moves back.

use std::hash::Hash;

use zug_game::Expanded;
use zug_job::{Job, Phase};
use zug_values::Value;

use crate::checkpoint::{Held, LevelLog, WithCounters};
use crate::error::Error;
use crate::positions::{Ascending, Batch, Graph, Ids, Moves, Pace, Values, must_fit};
use crate::strong::solution::{Acyclic, Route, Solution};

/// The largest number of positions that are expanded together.
const MOST_TOGETHER: usize = 1 << 10;

/// The number of positions that are expanded together, so that the buffers take about a
/// sixteenth of the budget.
fn together<P: Copy + Eq + Hash>(positions: usize, moves: usize, job: &Job) -> usize {
    let a_position = (moves / positions.max(1) + 1) * Batch::<P>::bytes_a_move();
    // A buffer that grows is there twice for a moment, the second time with double its size.
    let most = job.budget.limit() / 16 / 3 / a_position as u64;
    most.clamp(1, MOST_TOGETHER as u64) as usize
}

/// Gives every position its value; the edges are let go.
pub(crate) fn solve<P: Copy + Eq + Hash>(
    mut graph: Graph<P>,
    game: &dyn Moves<P>,
    log: Option<LevelLog>,
    job: &Job,
) -> Result<Solution<P>, Error> {
    graph.edges.let_go();
    let moves = graph.edges.len();
    let mut again = Again {
        game,
        ids: &graph.ids,
        values: graph.values,
        batch: Batch::new(&job.budget),
        together: together::<P>(graph.ids.len(), moves, job),
        pace: Pace::new(Phase::Solving, graph.ids.len(), moves, job),
        job,
    };
    let (route, acyclic) = match graph.ascending {
        Ascending::All => {
            again.by_number()?;
            (Route::ReplayedBackward, Acyclic::Yes)
        }
        Ascending::NotAll => {
            again.by_levels(log)?;
            (Route::ReplayedByLevels, Acyclic::NotLookedAt)
        }
    };
    let values = again.values;
    Ok(Solution::new(
        graph.ids,
        values,
        moves as u64,
        route,
        acyclic,
        &graph.budget,
    ))
}

/// Positions that are expanded again.
struct Again<'a, P> {
    game: &'a dyn Moves<P>,
    ids: &'a Ids<P>,
    values: Values,
    batch: Batch<P>,
    /// The number of positions of a batch.
    together: usize,
    pace: Pace<'a>,
    job: &'a Job,
}

/// What the moves of a position give to its mover, as far as the values are known.
struct Offered {
    /// The best of the values that are known.
    best: Option<Value>,
    /// Whether some move leads to a position without a value.
    is_open: bool,
}

impl<P: Copy + Eq + Hash> Again<'_, P> {
    /// Backward induction, from the last position to the first.
    fn by_number(&mut self) -> Result<(), Error> {
        let mut positions = Vec::with_capacity(self.together);
        let mut end = self.ids.len();
        while end > 0 {
            self.pace.tell(end)?;
            let start = end.saturating_sub(self.together);
            positions.clear();
            positions.extend(self.ids.positions(start..end).flatten().copied());
            self.expand(&positions)?;
            let mut last = self.batch.steps.len();
            for place in (0..positions.len()).rev() {
                let first = last - self.moves_of(place);
                if let Some(best) = self.offered(first..last).best {
                    self.set(start + place, best)?;
                }
                last = first;
            }
            end = start;
        }
        Ok(())
    }

    /// Level by level, in sweeps over the positions that have no value yet.
    fn by_levels(&mut self, mut log: Option<LevelLog>) -> Result<(), Error> {
        let count = self.ids.len();
        let mut level = 0;
        if let Some(log) = &mut log {
            level = log.restore(&mut self.values, None, self.job)?;
        }
        let mut left = 0;
        for position in 0..count {
            self.pace.step(count)?;
            left += usize::from(self.values.get(position).is_none());
        }
        loop {
            if let Some(log) = &mut log {
                let held = |position| match self.values.cell(position) {
                    0 => Held::Open(0),
                    cell => Held::Solved(cell),
                };
                log.keep(level, (count, left), WithCounters::No, self.job, &held)?;
            }
            level += 1;
            let settled = self.sweep(level, left)?;
            left -= settled;
            if settled == 0 {
                break;
            }
        }
        for position in 0..count {
            self.pace.step(left)?;
            if self.values.get(position).is_none() {
                self.set(position, Value::Draw)?;
            }
        }
        Ok(())
    }

    /// Settles the positions of a level, and returns their number. `left` positions have no
    /// value yet.
    fn sweep(&mut self, level: u32, left: usize) -> Result<usize, Error> {
        let count = self.ids.len();
        let together = self.together;
        let mut numbers = Vec::with_capacity(together);
        let mut positions = Vec::with_capacity(together);
        let (mut at, mut settled) = (0, 0);
        while at < count {
            numbers.clear();
            positions.clear();
            while at < count && numbers.len() < together {
                self.pace.step(left - settled)?;
                if self.values.get(at).is_none() {
                    numbers.push(at);
                    positions.push(self.ids.position(at));
                }
                at += 1;
            }
            self.pace.tell(left - settled)?;
            self.expand(&positions)?;
            let mut first = 0;
            for (place, number) in numbers.iter().enumerate() {
                let last = first + self.moves_of(place);
                let Offered { best, is_open } = self.offered(first..last);
                let is_settled = match best {
                    Some(Value::Win(plies)) => plies.0 == level,
                    Some(Value::Loss(plies)) => plies.0 == level && !is_open,
                    Some(Value::Draw | Value::EndlessWin | Value::EndlessLoss) | None => false,
                };
                if let Some(best) = best.filter(|_| is_settled) {
                    self.set(*number, best)?;
                    settled += 1;
                }
                first = last;
            }
        }
        Ok(settled)
    }

    fn expand(&mut self, positions: &[P]) -> Result<(), Error> {
        let (ids, cancel) = (self.ids, &self.job.cancel);
        self.batch.fill_with(self.game, ids, positions, cancel)
    }

    /// The number of moves of a position of the batch, by its place there.
    fn moves_of(&self, place: usize) -> usize {
        match self.batch.positions[place] {
            Expanded::GoesOn(moves) => moves as usize,
            Expanded::Over(_) => 0,
        }
    }

    /// What the moves in these places of the batch give to the mover.
    fn offered(&self, moves: std::ops::Range<usize>) -> Offered {
        let mut offered = Offered {
            best: None,
            is_open: false,
        };
        let Batch { steps, targets, .. } = &self.batch;
        for (step, target) in steps[moves.clone()].iter().zip(&targets[moves]) {
            let to = self.ids.number(&step.position, *target);
            match self.values.get(to) {
                Some(value) => offered.best = offered.best.max(Some(value.before(step.turn))),
                None => offered.is_open = true,
            }
        }
        offered
    }

    fn set(&mut self, position: usize, value: Value) -> Result<(), Error> {
        let count = self.ids.len();
        let refused = |refusal| Error::out_of_memory(refusal, Phase::Solving, count);
        must_fit(value)?;
        self.values.set(position, value).map_err(refused)
    }
}
