//! The moves into a position: what retrograde analysis asks for.
//!
//! [`Reversed`] has the edges of a graph turned round, by counting sort. Each thread counts and
//! writes the edges into positions of its own; it looks at all edges for that, one after the
//! other, which costs little beside the counters and places that it looks up. Cost: each edge
//! three times; 4 bytes for each edge and 4 for each position.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use zug_job::{Charge, Job, Phase, Progress, Refusal};
use zug_values::Turn;

use crate::crew::share;
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

        let parts = job.threads.get().min(count.div_ceil(BLOCK));
        let most = count.div_ceil(parts.max(1)).next_multiple_of(BLOCK);
        let mut counted: Vec<&mut [u32]> = ends.chunks_mut(most.max(1)).collect();
        in_parts(&mut counted, (edges, count), job, |part, into, pace| {
            count_moves((edges, count), part * most, into, pace)
        })?;
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
        let mut filled = targets(&mut reversed, &mut ends, &blocks, parts);
        in_parts(&mut filled, (edges, count), job, |_, into, pace| {
            into.fill(edges, count, pace)
        })?;
        Ok(Self {
            edges: reversed,
            ends,
            blocks,
            _charge: charge,
        })
    }

    /// The edges into a position.
    #[inline]
    pub(crate) fn edges_into(&self, position: usize) -> impl ExactSizeIterator<Item = Edge> {
        self.edges[self.places_into(position)].iter().copied()
    }

    /// The edge at this place.
    #[inline]
    pub(crate) fn edge(&self, place: usize) -> Edge {
        self.edges[place]
    }

    /// The places of the edges into a position.
    #[inline]
    pub(crate) fn places_into(&self, position: usize) -> Range<usize> {
        let block = self.blocks[position / BLOCK];
        let start = if position.is_multiple_of(BLOCK) {
            0
        } else {
            self.ends[position - 1] as usize
        };
        let end = self.ends[position] as usize;
        block + start..block + end
    }
}

/// The edges into the positions of some blocks, while they are written.
struct Into<'a> {
    /// The first of the positions.
    first: usize,
    /// For each of the positions, where the next edge into it goes, counted from the start of its
    /// block.
    places: &'a mut [u32],
    /// Where the edges into each block of these start among all edges.
    blocks: &'a [usize],
    /// The edges into the positions.
    edges: &'a mut [Edge],
}

/// Cuts the edges into all positions into `parts` parts of about as many edges each, of whole
/// blocks.
fn targets<'a>(
    mut edges: &'a mut [Edge],
    mut places: &'a mut [u32],
    mut blocks: &'a [usize],
    parts: usize,
) -> Vec<Into<'a>> {
    let (all, mut first) = (edges.len(), 0);
    let mut targets = Vec::with_capacity(parts);
    for part in 1..=parts {
        let start = all - edges.len();
        let count = if part == parts {
            blocks.len()
        } else {
            blocks.partition_point(|block| *block < all / parts * part)
        };
        let (own, left) = blocks.split_at(count);
        let end = left.first().copied().unwrap_or(all);
        let (own_edges, edges_left) = edges.split_at_mut(end - start);
        let (own_places, places_left) = places.split_at_mut(places.len().min(count * BLOCK));
        targets.push(Into {
            first,
            places: own_places,
            blocks: own,
            edges: own_edges,
        });
        first += count * BLOCK;
        (edges, places, blocks) = (edges_left, places_left, left);
    }
    targets
}

impl Into<'_> {
    /// Writes the edges into the positions, of all edges between `count` positions.
    fn fill(&mut self, edges: &Edges, count: usize, pace: &mut Pace<'_>) -> Result<(), Error> {
        let (first, base) = (self.first, self.blocks.first().copied().unwrap_or(0));
        let mut picked = Picked::new(first, self.places.len());
        let is_all = self.places.len() == count;
        let mut write = |to: usize, edge: Edge| {
            let place = &mut self.places[to];
            let start = self.blocks[to / BLOCK] - base;
            self.edges[start + *place as usize] = edge;
            *place += 1;
        };
        let mut start = 0;
        for from in 0..count {
            pace.step(count - from)?;
            let end = start + edges.degree(from);
            for edge in edges.at(start..end) {
                let turned = Edge::new(from, edge.turn());
                if is_all {
                    write(edge.to(), turned);
                    continue;
                }
                picked.add(edge.to(), turned);
                if picked.is_full() {
                    picked.each(&mut write);
                }
            }
            start = end;
        }
        picked.each(&mut write);
        Ok(())
    }
}

/// Counts the edges into the positions from `first` on, of which there are as many as counters.
fn count_moves(
    (edges, count_all): (&Edges, usize),
    first: usize,
    into: &mut [u32],
    pace: &mut Pace<'_>,
) -> Result<(), Error> {
    let is_all = into.len() == count_all;
    let mut picked = Picked::new(first, into.len());
    let mut is_too_many = false;
    let mut count = |to: usize, ()| match into[to].checked_add(1) {
        Some(more) => into[to] = more,
        None => is_too_many = true,
    };
    for piece in edges.pieces() {
        pace.tell(count_all)?;
        for edge in piece {
            if is_all {
                count(edge.to(), ());
                continue;
            }
            picked.add(edge.to(), ());
            if picked.is_full() {
                picked.each(&mut count);
            }
        }
    }
    picked.each(&mut count);
    if is_too_many { Err(TOO_MANY) } else { Ok(()) }
}

/// Edges into the positions of a part, picked from among all edges without a branch: which part
/// an edge leads into is a matter of chance.
struct Picked<T> {
    first: usize,
    /// The number of positions of the part.
    positions: usize,
    /// The place of the position within the part, and what is to be done with it.
    items: [(u32, T); PICKED],
    count: usize,
}

/// The number of edges that are dealt with together.
const PICKED: usize = 1 << 8;

impl<T: Copy + Default> Picked<T> {
    fn new(first: usize, positions: usize) -> Self {
        Self {
            first,
            positions,
            items: [(0, T::default()); PICKED],
            count: 0,
        }
    }

    fn is_full(&self) -> bool {
        self.count == PICKED
    }

    /// Picks an edge if it leads into the part. There must be room.
    #[inline]
    fn add(&mut self, to: usize, item: T) {
        let place = to.wrapping_sub(self.first);
        self.items[self.count] = (place as u32, item);
        self.count += usize::from(place < self.positions);
    }

    /// Hands on all that were picked, and lets go of them.
    #[inline]
    fn each(&mut self, take: &mut impl FnMut(usize, T)) {
        for (place, item) in &self.items[..self.count] {
            take(*place as usize, *item);
        }
        self.count = 0;
    }
}

/// Does `work` on each part, on the threads of the job. The work on the first part tells how far
/// it is, and that on the others asks whether it goes on.
fn in_parts<T: Send>(
    parts: &mut [T],
    (edges, count): (&Edges, usize),
    job: &Job,
    work: impl Fn(usize, &mut T, &mut Pace<'_>) -> Result<(), Error> + Sync,
) -> Result<(), Error> {
    // Each part is locked once, by the thread that works on it.
    let parts: Vec<Mutex<&mut T>> = parts.iter_mut().map(Mutex::new).collect();
    let progress = |_| Progress {
        phase: Phase::Reversing,
        positions: count as u64,
        edges: edges.len() as u64,
        frontier: count as u64,
        whole: Some(count as u64),
        bytes: job.budget.used(),
        ..Progress::default()
    };
    let mut threads = vec![(); parts.len()];
    share(job, &mut threads, parts.len(), progress, |(), part| {
        let mut own = parts[part].lock().unwrap_or_else(PoisonError::into_inner);
        let mut pace = Pace::new(Phase::Reversing, count, edges.len(), job);
        if part > 0 {
            pace = pace.in_silence();
        }
        work(part, &mut own, &mut pace)
    })
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
