//! The moves into a position: what retrograde analysis asks for.
//!
//! [`Reversed`] has the edges of a graph turned round, by counting sort. Cost: each edge
//! three times; 4 bytes for each edge and 4 for each position.

use zug_job::{Charge, Job, Phase, Refusal};
use zug_values::Turn;

use crate::error::Error;
use crate::positions::{Edge, Edges, Pace};

/// Tells the moves into a position.
pub(crate) trait Predecessors {
    /// Hands on each move into a position: the number of the position that it leads from, and
    /// whether it passes the turn.
    fn each(
        &mut self,
        position: usize,
        take: impl FnMut(usize, Turn) -> Result<(), Error>,
    ) -> Result<(), Error>;
}

/// The edges of a graph, sorted by the position that they lead to: those into position 0
/// first, then those into position 1, and so on.
pub(crate) struct Reversed {
    /// An edge here names the position that it leads *from*.
    edges: Vec<Edge>,
    /// For each position, where the edges into it end, counted from the start of its block.
    ends: Vec<u32>,
    /// For each block of positions, where the edges into it start.
    blocks: Vec<usize>,
    _charge: Charge,
}

impl Predecessors for Reversed {
    #[inline]
    fn each(
        &mut self,
        position: usize,
        mut take: impl FnMut(usize, Turn) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.edges_into(position)
            .try_for_each(|edge| take(edge.to(), edge.turn()))
    }
}

/// The number of positions that count their edges from one start, so that 32 bits suffice.
const BLOCK: usize = 4096;

const TOO_MANY: Error = Error::TooManyMoves {
    limit: u32::MAX as u64,
};

impl Reversed {
    /// Turns the edges between `count` positions round.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyMoves`] if 32 bits cannot count the edges into a block of positions;
    /// out of memory; cancelled.
    pub(crate) fn new(edges: &Edges, count: usize, job: &Job) -> Result<Self, Error> {
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
            pace.tell(count)?;
            for edge in piece {
                let into = &mut ends[edge.to()];
                *into = into.checked_add(1).ok_or(TOO_MANY)?;
            }
        }
        // `ends` held the numbers of edges into each position; now it gets where they start.
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
        // Each edge is written to the next place of its position, so that starts become ends.
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

    /// The edges into a position.
    #[inline]
    fn edges_into(&self, position: usize) -> impl Iterator<Item = Edge> {
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

/// An empty vector with room for `capacity` items, which is charged before it is taken.
fn empty<T>(capacity: usize, charge: &mut Charge) -> Result<Vec<T>, Refusal> {
    let mut items = Vec::new();
    charge.regrow(&mut items, capacity)?;
    Ok(items)
}

/// Appends `item` until there are `count` items. It takes seconds where these are gigabytes,
/// and so may be cancelled meanwhile.
fn fill<T: Copy>(
    items: &mut Vec<T>,
    count: usize,
    item: T,
    pace: &mut Pace<'_>,
) -> Result<(), Error> {
    const PIECE: usize = 1 << 20;
    while items.len() < count {
        pace.tell(0)?;
        items.resize(count.min(items.len() + PIECE), item);
    }
    Ok(())
}
