//! The moves between positions, packed.
//!
//! An edge is the number of a position shifted left by one, with the lowest bit set if the
//! move keeps the turn. The edges of position 0 come first, then those of position 1, and
//! so on, in the order of the moves. The number of edges of each position is noted; the
//! place where they start is noted for every 64th position alone. Cost: 4 bytes for each
//! edge, and 1.125 bytes for each position (3.125 or 5.125 in segments where a position has
//! at least 256 or at least 65,536 moves).
//!
//! Where moves can be taken back the edges may be let go at any time. The number of edges
//! of each position stays.

use std::ops::Range;

use zug_job::{Budget, Refusal};
use zug_values::Turn;

use crate::cells::Cells;
use crate::segments::Segments;

/// A move: the number of the position that it leads to, and whether it passes the turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Edge(u32);

impl Edge {
    #[inline]
    pub(crate) fn new(to: usize, turn: Turn) -> Self {
        Self((to as u32) << 1 | u32::from(turn == Turn::Kept))
    }

    /// The edge as a number.
    pub(crate) fn to_bits(self) -> u32 {
        self.0
    }

    /// The edge that is this number.
    pub(crate) fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    #[inline]
    pub(crate) fn to(self) -> usize {
        (self.0 >> 1) as usize
    }

    #[inline]
    pub(crate) fn turn(self) -> Turn {
        if self.0 & 1 == 0 {
            Turn::Passes
        } else {
            Turn::Kept
        }
    }
}

/// The number of positions that share one note of where their edges start.
const BLOCK: usize = 64;

#[derive(Debug)]
pub(crate) struct Edges {
    /// The edges themselves; `None` once they were let go.
    kept: Option<Kept>,
    /// The number of edges of each position, as far as it is noted.
    degrees: Cells,
    /// The sum of `degrees`.
    closed: usize,
}

#[derive(Debug)]
struct Kept {
    flat: Segments<Edge>,
    /// Where the edges of every `BLOCK`th position start.
    starts: Segments<u64>,
}

const LET_GO: &str = "edges are looked at only where they were kept";

impl Edges {
    pub(crate) fn new(budget: &Budget) -> Self {
        Self {
            kept: Some(Kept {
                flat: Segments::new(budget),
                starts: Segments::new(budget),
            }),
            degrees: Cells::new(budget),
            closed: 0,
        }
    }

    /// The number of edges.
    pub(crate) fn len(&self) -> usize {
        match &self.kept {
            Some(kept) => kept.flat.len(),
            None => self.closed,
        }
    }

    /// Whether the edges are there. Their numbers always are.
    pub(crate) fn are_kept(&self) -> bool {
        self.kept.is_some()
    }

    /// The number of positions whose number of edges is noted.
    pub(crate) fn noted(&self) -> usize {
        self.degrees.len()
    }

    /// Whether each edge that is kept is one of a position whose number of edges is noted, and
    /// none is missing.
    pub(crate) fn are_closed(&self) -> bool {
        self.len() == self.closed
    }

    /// Lets go of the edges, and keeps none from here on.
    pub(crate) fn let_go(&mut self) {
        self.kept = None;
    }

    /// Adds an edge behind all others.
    #[inline]
    pub(crate) fn push(&mut self, edge: Edge) -> Result<(), Refusal> {
        match &mut self.kept {
            Some(kept) => kept.flat.push(edge),
            None => Ok(()),
        }
    }

    /// Adds edges behind all others.
    pub(crate) fn extend(&mut self, edges: &[Edge]) -> Result<(), Refusal> {
        match &mut self.kept {
            Some(kept) => kept.flat.extend(edges),
            None => Ok(()),
        }
    }

    /// Notes that the next position has the next `degree` edges, which were added before.
    /// Returns their places.
    pub(crate) fn close(&mut self, degree: usize) -> Result<Range<usize>, Refusal> {
        if let Some(kept) = &mut self.kept
            && self.degrees.len().is_multiple_of(BLOCK)
        {
            kept.starts.push(self.closed as u64)?;
        }
        self.degrees.push(degree as u32)?;
        let start = self.closed;
        self.closed += degree;
        Ok(start..self.closed)
    }

    /// The number of edges of a position.
    #[inline]
    pub(crate) fn degree(&self, from: usize) -> usize {
        self.degrees.get(from) as usize
    }

    /// The places of the edges of a position. Cost: the sum of up to 63 numbers that lie
    /// side by side.
    ///
    /// # Panics
    ///
    /// If the edges were let go; so do [`Edges::at`] and [`Edges::pieces`].
    pub(crate) fn range(&self, from: usize) -> Range<usize> {
        let kept = self.kept.as_ref().expect(LET_GO);
        let block = from / BLOCK;
        let skipped = self.degrees.sum(block * BLOCK..from);
        let start = (kept.starts.get(block) + skipped) as usize;
        start..start + self.degree(from)
    }

    /// The edges in these places.
    #[inline]
    pub(crate) fn at(&self, range: Range<usize>) -> impl Iterator<Item = Edge> {
        let kept = self.kept.as_ref().expect(LET_GO);
        kept.flat.slices(range).flatten().copied()
    }

    /// All edges in order, in pieces that take a few milliseconds to look at.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = impl Iterator<Item = Edge>> {
        const PIECE: usize = 1 << 18;
        let end = self.len();
        (0..end)
            .step_by(PIECE)
            .map(move |start| self.at(start..end.min(start + PIECE)))
    }

    /// Drops the edges, and returns the number of edges of each position.
    pub(crate) fn into_degrees(self) -> Cells {
        self.degrees
    }
}
