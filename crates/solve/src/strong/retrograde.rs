//! Retrograde analysis: from the finished positions back to those before them.
//!
//! R. Bellman, *On the application of dynamic programming to the determination
//! of optimal play in chess and checkers* (1965); T. Ströhlein (1970) and K.
//! Thompson, *Retrograde analysis of certain endgames* (1986) for tables. A
//! position is won as soon as one move is known to win, and lost as soon as all
//! moves are known to lose, which a counter of moves left tells. Positions are
//! dealt with level by level of remoteness, so the first value that reaches a
//! position is the one of the winner who hurries, and the last counter to fall
//! that of the loser who delays. What no level reaches neither player can force:
//! a draw.
//!
//! A move that keeps the turn counts the other way round: it wins if it leads to
//! a win. [`Value::before`] says so; the loop only asks whether the value that
//! comes back is a win or a loss.
//!
//! Where a game can take moves back ([`zug_game::Retractable`]) it is asked for the
//! positions before a position, and no move need be kept: a position that was
//! found is looked up, any other is none of ours.
//!
//! Cost: each edge twice, in both directions. Memory on top of the graph: 4 bytes
//! an edge and 4 a position for the reversed edges, 4 a position for two levels
//! at most; the forward edges are dropped once reversed. With moves taken back the
//! two levels alone, for one look-up an edge and what taking back costs. Not where
//! play always ends: backward induction needs neither reversal nor counters.

use zug_game::{Game, Retractable, Step};
use zug_job::{Charge, Job, Phase, Refusal};
use zug_values::{Plies, Value};

use crate::error::Error;
use crate::positions::{Edge, Edges, Ids, Pace, Values};
use crate::segments::Segments;

/// Solves any graph.
pub(crate) fn retrograde(edges: Edges, values: Values, job: &Job) -> Result<Values, Error> {
    let before = Predecessors::of(&edges, values.len(), job)?;
    levels(before, edges, values, job)
}

/// Solves positions of which the number of moves is known, by moves taken back.
pub(crate) fn retracting<G: Retractable>(
    game: &G,
    ids: &Ids<G::Position>,
    edges: Edges,
    values: Values,
    job: &Job,
) -> Result<Values, Error> {
    let before = TakenBack {
        game,
        ids,
        steps: Vec::new(),
    };
    levels(before, edges, values, job)
}

/// Tells the moves into a position.
trait Before {
    /// Hands over each move into a position, named by where it comes from.
    fn each(
        &mut self,
        position: usize,
        take: impl FnMut(Edge) -> Result<(), Error>,
    ) -> Result<(), Error>;
}

/// Level by level of remoteness.
fn levels(
    mut before: impl Before,
    edges: Edges,
    mut values: Values,
    job: &Job,
) -> Result<Values, Error> {
    let count = values.len();
    let mut pace = Pace::new(Phase::Solving, count, edges.len(), job);
    let mut open_moves = edges.into_degrees();
    let mut left = count;
    let found = |refusal| Error::out_of_memory(refusal, Phase::Solving, count);

    let mut level = Segments::new(&job.budget);
    for position in 0..count {
        pace.step(count)?;
        if let Some(value @ (Value::Win(_) | Value::Loss(_))) = values.get(position) {
            debug_assert_eq!(value.remoteness(), Some(Plies::ZERO));
            level.push(position as u32).map_err(found)?;
        }
    }
    while level.len() > 0 {
        let mut next = Segments::new(&job.budget);
        for &position in level.slices(0..level.len()).flatten() {
            pace.step(left)?;
            left -= 1;
            let value = values
                .get(position as usize)
                .expect("a level holds solved positions");
            before.each(position as usize, |edge| {
                let from = edge.to();
                if values.get(from).is_some() {
                    return Ok(());
                }
                let reached = value.before(edge.turn());
                let settled = match reached {
                    Value::Win(_) => true,
                    Value::Loss(_) => {
                        let open = open_moves.get(from) - 1;
                        open_moves.set(from, open).map_err(found)?;
                        open == 0
                    }
                    Value::Draw => false,
                };
                if settled {
                    values.set(from, reached).map_err(found)?;
                    next.push(from as u32).map_err(found)?;
                }
                Ok(())
            })?;
        }
        level = next;
    }
    for position in 0..count {
        pace.step(left)?;
        if values.get(position).is_none() {
            values.set(position, Value::Draw).map_err(found)?;
        }
    }
    Ok(values)
}

/// Moves taken back by the game, of which those count that come from a position
/// that was found.
struct TakenBack<'a, G: Game> {
    game: &'a G,
    ids: &'a Ids<G::Position>,
    steps: Vec<Step<G::Position>>,
}

impl<G: Retractable> Before for TakenBack<'_, G> {
    fn each(
        &mut self,
        position: usize,
        mut take: impl FnMut(Edge) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.steps.clear();
        let position = self.ids.position(position);
        self.game.predecessors(&position, &mut self.steps)?;
        for step in &self.steps {
            if let Some(from) = self.ids.find(&step.position) {
                take(Edge::new(from, step.turn))?;
            }
        }
        Ok(())
    }
}

impl Before for Predecessors {
    #[inline]
    fn each(
        &mut self,
        position: usize,
        take: impl FnMut(Edge) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.of_position(position).try_for_each(take)
    }
}

/// The edges turned round, by counting sort: those into position 0 first.
struct Predecessors {
    /// An edge here leads *from* the position that it names.
    edges: Vec<Edge>,
    /// Where the edges into a position end, counted from the start of its block.
    ends: Vec<u32>,
    /// Where each block starts.
    blocks: Vec<usize>,
    _charge: Charge,
}

/// Positions that count their edges from one start, so that 32 bits suffice.
const BLOCK: usize = 4096;

const TOO_MANY: Error = Error::TooManyMoves {
    limit: u32::MAX as u64,
};

impl Predecessors {
    fn of(edges: &Edges, count: usize, job: &Job) -> Result<Self, Error> {
        let refused = |refusal| Error::out_of_memory(refusal, Phase::Reversing, count);
        let mut pace = Pace::new(Phase::Reversing, count, edges.len(), job);
        let mut charge = job.budget.open();
        let mut reversed = empty(edges.len(), &mut charge).map_err(refused)?;
        fill(&mut reversed, edges.len(), Edge::default(), &mut pace)?;
        let mut ends = empty(count, &mut charge).map_err(refused)?;
        fill(&mut ends, count, 0u32, &mut pace)?;
        let mut blocks = empty(count.div_ceil(BLOCK), &mut charge).map_err(refused)?;
        fill(&mut blocks, count.div_ceil(BLOCK), 0usize, &mut pace)?;

        for piece in edges.pieces() {
            pace.look_up(count)?;
            for edge in piece {
                let into = &mut ends[edge.to()];
                *into = into.checked_add(1).ok_or(TOO_MANY)?;
            }
        }
        // Counts become starts.
        let mut block_start = 0;
        for (block, ends) in blocks.iter_mut().zip(ends.chunks_mut(BLOCK)) {
            pace.step(count)?;
            *block = block_start;
            let mut start = 0u32;
            for end in ends {
                let into = std::mem::replace(end, start);
                start = start.checked_add(into).ok_or(TOO_MANY)?;
            }
            block_start += start as usize;
        }
        // Starts become ends, as the edges drop into their places.
        let mut start = 0;
        for from in 0..count {
            pace.step(count - from)?;
            let end = start + edges.degree(from);
            for edge in edges.at(start..end) {
                let place = &mut ends[edge.to()];
                reversed[blocks[edge.to() / BLOCK] + *place as usize] =
                    Edge::new(from, edge.turn());
                *place += 1;
            }
            start = end;
        }
        Ok(Self {
            edges: reversed,
            ends,
            blocks,
            _charge: charge,
        })
    }

    /// The edges into a position, each named by where it comes from.
    #[inline]
    fn of_position(&self, position: usize) -> impl Iterator<Item = Edge> {
        let block = self.blocks[position / BLOCK];
        let start = if position.is_multiple_of(BLOCK) {
            0
        } else {
            self.ends[position - 1] as usize
        };
        let end = self.ends[position] as usize;
        self.edges[block + start..block + end].iter().copied()
    }
}

/// An empty vector of its final capacity, charged before it is taken.
fn empty<T>(capacity: usize, charge: &mut Charge) -> Result<Vec<T>, Refusal> {
    let mut items = Vec::new();
    charge.regrow(&mut items, capacity)?;
    Ok(items)
}

/// Fills a vector up to this number of items, which takes seconds where that is gigabytes.
fn fill<T: Copy>(
    items: &mut Vec<T>,
    count: usize,
    item: T,
    pace: &mut Pace<'_>,
) -> Result<(), Error> {
    const PIECE: usize = 1 << 20;
    while items.len() < count {
        pace.look_up(0)?;
        items.resize(count.min(items.len() + PIECE), item);
    }
    Ok(())
}
