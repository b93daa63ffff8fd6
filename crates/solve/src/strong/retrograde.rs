//! Retrograde analysis: from the finished positions back to those before them.
//!
//! R. Bellman, *On the application of dynamic programming to the determination
//! of optimal play in chess and checkers* (1965); T. Ströhlein (1970) and K.
//! Thompson, *Retrograde analysis of certain endgames* (1986) for tables. A
//! position is won as soon as one move is known to win, and lost as soon as all
//! moves are known to lose, which a counter of the moves that are left tells. Positions are
//! dealt with in order of remoteness, level by level. So the first win that reaches a
//! position is that of a winner who hurries, and the loss that brings its counter to 0 is
//! that of a loser who delays. A position that no level reaches is a draw.
//!
//! A move that keeps the turn wins if it leads to a win, as the mover stays the same.
//! [`Value::before`] turns a value into what the move gives to its mover, so that the loop
//! need only ask whether that is a win or a loss.
//!
//! The moves into a position are those that discovery kept, turned round, or those that the
//! game takes back ([`crate::strong::retract`]). Where moves were kept and there are several
//! threads, these share the levels (`shared_levels`).
//!
//! Cost: each edge twice, in both directions. Memory beside the graph: 4 bytes for each
//! position for two levels at most (5 with more than 2^32 positions), and what the moves into a position take. When not to
//! use it: where play always ends, backward induction needs neither moves turned round nor
//! counters.

use zug_job::{Job, Phase};
use zug_values::{Plies, Value};

use crate::cells::Cells;
use crate::checkpoint::{Held, LevelLog, WithCounters};
use crate::error::Error;
use crate::positions::{Edges, Long, MOST_SHORT, Number, Pace, Values, must_fit};
use crate::segments::Segments;
use crate::strong::predecessors::{Predecessors, Reversed};
use crate::strong::shared_levels::SharedLevels;

/// Solves a graph by the moves that were kept, which are let go once they are turned round.
pub(crate) fn by_kept_moves(
    edges: Edges,
    values: Values,
    log: Option<LevelLog>,
    job: &Job,
) -> Result<Values, Error> {
    let moves = edges.len();
    let predecessors = Reversed::new(&edges, values.len(), job)?;
    let counters = edges.into_degrees();
    let mut known = Known::restored(OpenMoves { counters, moves }, values, log, job)?;
    if job.threads.get() > 1 && known.values.len() <= MOST_SHARED {
        let levels = SharedLevels::<u32>::new(&predecessors, &mut known, job);
        match levels {
            Ok(levels) => {
                known.open_moves.counters = Cells::new(&job.budget);
                return levels.run(known.values);
            }
            // Without slots beside the counters it may fit.
            Err(Error::Stopped(stopped)) if stopped.refusal().is_some() => {}
            Err(other) => return Err(other),
        }
    }
    solve(predecessors, known, job)
}

/// The most positions whose levels threads share: their slots hold any remoteness that play
/// between so many positions can have.
const MOST_SHARED: usize = if MOST_SHORT < 1 << 30 {
    MOST_SHORT
} else {
    1 << 30
};

/// For each position, the number of its moves that are not known to lose.
pub(crate) struct OpenMoves {
    /// A counter for each position. At first it has the number of the position's moves.
    pub(crate) counters: Cells,
    /// The number of moves of all positions.
    pub(crate) moves: usize,
}

/// What is known of all positions before a level.
pub(crate) struct Known {
    pub(crate) values: Values,
    pub(crate) open_moves: OpenMoves,
    /// The remoteness up to which all values are known, and no others.
    pub(crate) remoteness: u32,
    /// What keeps checkpoints.
    pub(crate) log: Option<LevelLog>,
}

impl Known {
    /// What is known when the finished positions have their values, and each position has the
    /// number of its moves.
    pub(crate) fn begun(open_moves: OpenMoves, values: Values) -> Self {
        Self {
            values,
            open_moves,
            remoteness: 0,
            log: None,
        }
    }

    /// As [`Known::begun`], with all that the last checkpoint has.
    pub(crate) fn restored(
        open_moves: OpenMoves,
        values: Values,
        log: Option<LevelLog>,
        job: &Job,
    ) -> Result<Self, Error> {
        let mut known = Self::begun(open_moves, values);
        if let Some(mut log) = log {
            let counters = Some(&mut known.open_moves.counters);
            known.remoteness = log.restore(&mut known.values, counters, job)?;
            known.log = Some(log);
        }
        Ok(known)
    }

    /// Whether a position was won or lost in as many plies as the last level has.
    pub(crate) fn is_in_level(&self, position: usize) -> bool {
        let value = self.values.get(position);
        value.and_then(Value::remoteness) == Some(Plies(self.remoteness))
    }
}

/// Gives every position its value. The finished positions have theirs already.
pub(crate) fn solve(
    predecessors: impl Predecessors,
    known: Known,
    job: &Job,
) -> Result<Values, Error> {
    if known.values.len() <= MOST_SHORT {
        by_levels::<u32>(predecessors, known, job)
    } else {
        by_levels::<Long>(predecessors, known, job)
    }
}

/// Gives every position its value. `N` are the numbers of positions in a level.
fn by_levels<N: Number>(
    mut predecessors: impl Predecessors,
    known: Known,
    job: &Job,
) -> Result<Values, Error> {
    let count = known.values.len();
    let mut pace = Pace::new(Phase::Solving, count, known.open_moves.moves, job);
    let mut left = count;
    let refused = |refusal| Error::out_of_memory(refusal, Phase::Solving, count);

    let mut level = Segments::new(&job.budget);
    for position in 0..count {
        pace.step(count)?;
        if known.is_in_level(position) {
            level.push(N::new(position)).map_err(refused)?;
        }
    }
    let Known {
        mut values,
        open_moves,
        mut remoteness,
        mut log,
    } = known;
    let mut open_moves = open_moves.counters;
    while level.len() > 0 {
        if let Some(log) = &mut log {
            let held = |position| match values.cell(position) {
                0 => Held::Open(open_moves.get(position)),
                cell => Held::Solved(cell),
            };
            log.keep(remoteness, (count, left), WithCounters::Yes, job, &held)?;
        }
        remoteness += 1;
        let mut next = Segments::new(&job.budget);
        for position in level.slices(0..level.len()).flatten() {
            let position = position.index();
            pace.step(left)?;
            left -= 1;
            let value = values
                .get(position)
                .expect("a level holds solved positions");
            predecessors.each(position, |from, turn| {
                if values.get(from).is_some() {
                    return Ok(());
                }
                let reached = value.before(turn);
                let settled = match reached {
                    Value::Win(_) => true,
                    Value::Loss(_) => {
                        let open = open_moves.get(from) - 1;
                        open_moves.set(from, open).map_err(refused)?;
                        open == 0
                    }
                    Value::Draw | Value::EndlessWin | Value::EndlessLoss => false,
                };
                if settled {
                    must_fit(reached)?;
                    values.set(from, reached).map_err(refused)?;
                    next.push(N::new(from)).map_err(refused)?;
                }
                Ok(())
            })?;
        }
        level = next;
    }
    for position in 0..count {
        pace.step(left)?;
        if values.get(position).is_none() {
            values.set(position, Value::Draw).map_err(refused)?;
        }
    }
    Ok(values)
}
