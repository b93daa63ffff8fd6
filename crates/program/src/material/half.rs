//! Half of a board: some neighbouring cells, and all their fillings.
//!
//! The fillings of each material are numbered in the order of their words, in which the
//! highest cell decides first. This *place* is a sum with one term a *chunk* of a few cells:
//! the term depends on the content of the chunk and on the material of the cells below,
//! which is a sum as well.

use std::ops::Range;

use super::board::Board;
use super::numbering::{Counts, Numbering, fillings};

/// The number of bits of a chunk, at most.
pub(super) const CHUNK_BITS: u32 = 8;

/// The number of contents of a chunk.
pub(super) const CONTENTS: usize = 1 << CHUNK_BITS;

/// A part of a board: a run of cells whose bits lie next to each other in the packed position.
#[derive(Debug)]
pub(super) struct Half {
    /// The place of the lowest bit of the first cell.
    pub(super) shift: u32,
    /// The bits of the cells, shifted to the lowest place.
    pub(super) mask: u64,
    pub(super) chunks: Vec<Chunk>,
    /// The fillings, as words shifted to the lowest place: those of the material with
    /// number 0 first, and those of each material in rising order.
    pub(super) words: Vec<u64>,
    /// For each number of a material, where its fillings start in `words`; then the number
    /// of all fillings.
    pub(super) starts: Vec<u32>,
}

/// A few neighbouring cells.
#[derive(Debug)]
pub(super) struct Chunk {
    pub(super) shift: u32,
    pub(super) mask: u8,
    /// What the content adds to the place, by the material of the cells below in the half,
    /// and then by the content.
    pub(super) terms: Vec<[u32; CONTENTS]>,
}

impl Half {
    /// The fillings of some cells with materials of this numbering; `None` if their tables
    /// would be too large.
    pub(super) fn new(board: &Board, cells: Range<usize>, numbering: &Numbering) -> Option<Self> {
        let in_chunk = (CHUNK_BITS / board.bits) as usize;
        let chunks = cells.clone().step_by(in_chunk).map(|first| {
            let chunk = first..cells.end.min(first + in_chunk);
            let below = (first - cells.start) as u32;
            Chunk::new(board, chunk, below, numbering)
        });
        let (words, starts) = list(board, cells.len(), numbering)?;
        Some(Self {
            shift: board.shift_of(cells.start),
            mask: crate::layout::mask(board.bits * cells.len() as u32).as_u64(),
            chunks: chunks.collect::<Option<_>>()?,
            words,
            starts,
        })
    }

    /// The number of fillings of the material with this number.
    pub(super) fn count(&self, state: usize) -> u64 {
        u64::from(self.starts[state + 1] - self.starts[state])
    }

    /// The fillings of the material with this number.
    pub(super) fn words_of(&self, state: usize) -> &[u64] {
        &self.words[self.starts[state] as usize..self.starts[state + 1] as usize]
    }

    /// The place of a filling, shifted to the lowest place, among those of its material.
    pub(super) fn place(&self, word: u64, contents: &[u64; CONTENTS]) -> u64 {
        let (mut state, mut place) = (0, 0);
        for chunk in &self.chunks {
            let content = (word >> (chunk.shift - self.shift)) & u64::from(chunk.mask);
            let terms = chunk.terms.get(state);
            place += terms.map_or(0, |terms| u64::from(terms[content as usize]));
            state += contents[content as usize] as u32 as usize;
        }
        place
    }

    /// The bytes that the tables take.
    pub(super) fn bytes(&self) -> usize {
        let terms: usize = self
            .chunks
            .iter()
            .map(|chunk| size_of_val(&chunk.terms[..]))
            .sum();
        terms + size_of_val(&self.words[..]) + size_of_val(&self.starts[..])
    }
}

/// The number of fillings of some cells with materials of the numbering.
pub(super) fn count(cells: usize, numbering: &Numbering) -> u64 {
    (0..numbering.count)
        .filter_map(|state| fillings(&numbering.counts(state as u32, cells as u32)?))
        .fold(0, u64::saturating_add)
}

/// All fillings of the lowest `cells` cells, by the numbers of their materials, and where
/// those of each material start; `None` if there are more than 2^32.
fn list(board: &Board, cells: usize, numbering: &Numbering) -> Option<(Vec<u64>, Vec<u32>)> {
    let mut of_state: Vec<Vec<u64>> = vec![Vec::new(); numbering.count];
    let mut counts = vec![0; board.kinds];
    fill(
        board,
        cells,
        0,
        &mut counts,
        numbering,
        &mut |word, counts| {
            of_state[numbering.number(counts) as usize].push(word);
        },
    );
    let mut starts = Vec::with_capacity(numbering.count + 1);
    let mut words = Vec::with_capacity(of_state.iter().map(Vec::len).sum());
    for more in &of_state {
        starts.push(u32::try_from(words.len()).ok()?);
        words.extend_from_slice(more);
    }
    starts.push(u32::try_from(words.len()).ok()?);
    Some((words, starts))
}

/// Hands each way to fill the lowest `cells` cells to `take` in rising order, with what is
/// above them.
fn fill(
    board: &Board,
    cells: usize,
    above: u64,
    counts: &mut Counts,
    numbering: &Numbering,
    take: &mut impl FnMut(u64, &Counts),
) {
    let Some(cell) = cells.checked_sub(1) else {
        take(above, counts);
        return;
    };
    for kind in 0..board.kinds {
        counts[kind] += 1;
        if numbering.has(counts) {
            let word = above | (kind as u64) << (cell as u32 * board.bits);
            fill(board, cell, word, counts, numbering, take);
        }
        counts[kind] -= 1;
    }
}

impl Chunk {
    /// The terms of these cells, of which `below` cells of the half stand below; `None` if a
    /// place needs more than 32 bits.
    fn new(board: &Board, cells: Range<usize>, below: u32, numbering: &Numbering) -> Option<Self> {
        let bits = cells.len() as u32 * board.bits;
        let mut terms = vec![[0; CONTENTS]; numbering.count];
        for (state, terms) in terms.iter_mut().enumerate() {
            let Some(counts) = numbering.counts(state as u32, below) else {
                continue;
            };
            for (content, term) in terms[..1 << bits].iter_mut().enumerate() {
                *term = place(board, &counts, content, cells.len(), numbering)?;
            }
        }
        Some(Self {
            shift: board.shift_of(cells.start),
            mask: u8::MAX >> (CHUNK_BITS - bits),
            terms,
        })
    }

    /// The content of the chunk in a position.
    #[inline]
    pub(super) fn content<W: crate::word::Word>(&self, position: W) -> usize {
        ((position >> self.shift).low() & u64::from(self.mask)) as usize
    }
}

/// What the content of `cells` cells adds to the place where the cells below have the
/// material `below`: the number of fillings that have the same cells above and are smaller.
/// It is 0 if no filling has this content; `None` if it needs more than 32 bits.
fn place(
    board: &Board,
    below: &[u32],
    content: usize,
    cells: usize,
    numbering: &Numbering,
) -> Option<u32> {
    let mut counts = below.to_vec();
    let mut place = 0u64;
    for cell in 0..cells {
        let kind = content >> (cell as u32 * board.bits) & ((1 << board.bits) - 1);
        if kind >= board.kinds {
            return Some(0);
        }
        counts[kind] += 1;
        if !numbering.has(&counts) {
            return Some(0);
        }
        for smaller in 0..kind {
            if counts[smaller] > 0 {
                counts[smaller] -= 1;
                place = place.checked_add(fillings(&counts)?)?;
                counts[smaller] += 1;
            }
        }
    }
    u32::try_from(place).ok()
}
