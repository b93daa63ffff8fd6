//! Half of a board: some of its cells, and all their fillings.
//!
//! A filling is a word with the bits that these cells have in a position, shifted to the lowest
//! place. In most games a half is a run of neighbouring cells. Where positions are folded with the
//! players swapped ([`super::swap`]) it is any set of cells, so that a word may have gaps.
//!
//! The fillings of each material are numbered in the order of their words, in which the
//! highest cell decides first. This *place* is a sum with one term a *chunk* of a few neighbouring cells:
//! the term depends on the content of the chunk and on the material of the cells below,
//! which is a sum as well.

use std::ops::Range;

use zug_program::Word;

use super::board::Board;
use super::numbering::{Counts, Numbering, fillings};

/// The number of bits of a chunk, at most.
pub(super) const CHUNK_BITS: u32 = 8;

/// The number of contents of a chunk.
pub(super) const CONTENTS: usize = 1 << CHUNK_BITS;

/// A part of a board.
#[derive(Debug)]
pub(super) struct Half {
    /// The cells, in rising order.
    pub(super) cells: Vec<usize>,
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

/// A few neighbouring cells of a half.
#[derive(Debug)]
pub(super) struct Chunk {
    /// The place of the lowest bit in the fillings of the half.
    shift: u32,
    mask: u8,
    /// What the content adds to the place, by the material of the cells below in the half,
    /// and then by the content.
    terms: Vec<[u32; CONTENTS]>,
}

/// The place of the lowest bit of the first of some cells, and all of their bits shifted by that.
pub(super) fn bits_of(board: &Board, cells: &[usize]) -> (u32, u64) {
    let lowest = cells.first().map_or(0, |cell| board.shift_of(*cell));
    let bits = cells.iter().map(|cell| board.mask(*cell) >> lowest);
    (lowest, bits.fold(0, |mask, bits| mask | bits.as_u64()))
}

/// The runs of neighbouring cells of a half, each short enough for a chunk.
pub(super) fn chunks_of(board: &Board, cells: &[usize]) -> Vec<Range<usize>> {
    let in_chunk = (CHUNK_BITS / board.bits) as usize;
    let mut chunks: Vec<Range<usize>> = Vec::new();
    for &cell in cells {
        match chunks.last_mut() {
            Some(last) if last.end == cell && last.len() < in_chunk => last.end += 1,
            _ => chunks.push(cell..cell + 1),
        }
    }
    chunks
}

impl Half {
    /// The fillings of some cells, which are in rising order, with materials of this numbering;
    /// `None` if their tables would be too large.
    pub(super) fn new(board: &Board, cells: Vec<usize>, numbering: &Numbering) -> Option<Self> {
        let (shift, mask) = bits_of(board, &cells);
        let mut chunks = Vec::new();
        for chunk in chunks_of(board, &cells) {
            let below = cells.partition_point(|cell| *cell < chunk.start) as u32;
            chunks.push(Chunk::new(board, chunk, (shift, below), numbering)?);
        }
        let (words, starts) = list(board, (shift, &cells), numbering)?;
        Some(Self {
            cells,
            shift,
            mask,
            chunks,
            words,
            starts,
        })
    }

    /// The filling that a position has.
    #[inline]
    pub(super) fn word<W: Word>(&self, position: W) -> u64 {
        (position >> self.shift).low() & self.mask
    }

    /// The bits that a filling has in a position.
    #[inline]
    pub(super) fn bits<W: Word>(&self, word: u64) -> W {
        W::of_low(word) << self.shift
    }

    /// The place of the lowest bit, and all bits shifted by that.
    pub(super) fn bits_of(&self) -> (u32, u64) {
        (self.shift, self.mask)
    }

    /// The number of fillings of the material with this number.
    pub(super) fn count(&self, state: usize) -> u64 {
        u64::from(self.starts[state + 1] - self.starts[state])
    }

    /// The fillings of the material with this number.
    pub(super) fn words_of(&self, state: usize) -> &[u64] {
        &self.words[self.starts[state] as usize..self.starts[state + 1] as usize]
    }

    /// The material of a filling, in the numberings of `contents`.
    #[inline]
    pub(super) fn material(&self, word: u64, contents: &[u64; CONTENTS]) -> u64 {
        let chunks = self.chunks.iter();
        chunks.fold(0, |all, chunk| all + contents[chunk.content(word)])
    }

    /// The place of a filling among those of its material.
    #[inline]
    pub(super) fn place(&self, word: u64, contents: &[u64; CONTENTS]) -> u64 {
        let (mut state, mut place) = (0, 0);
        for chunk in &self.chunks {
            let content = chunk.content(word);
            let terms = chunk.terms.get(state);
            place += terms.map_or(0, |terms| u64::from(terms[content]));
            state += contents[content] as u32 as usize;
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

/// All fillings of some cells, by the numbers of their materials, and where those of each
/// material start; `None` if there are more than 2^32. The lowest bit of the first cell is at
/// `shift` in a position.
fn list(
    board: &Board,
    cells: (u32, &[usize]),
    numbering: &Numbering,
) -> Option<(Vec<u64>, Vec<u32>)> {
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

/// Hands each way to fill these cells to `take` in rising order, with what is above them.
fn fill(
    board: &Board,
    (shift, cells): (u32, &[usize]),
    above: u64,
    counts: &mut Counts,
    numbering: &Numbering,
    take: &mut impl FnMut(u64, &Counts),
) {
    let Some((&cell, below)) = cells.split_last() else {
        take(above, counts);
        return;
    };
    for kind in 0..board.kinds {
        counts[kind] += 1;
        if numbering.has(counts) {
            let word = above | (kind as u64) << (board.shift_of(cell) - shift);
            fill(board, (shift, below), word, counts, numbering, take);
        }
        counts[kind] -= 1;
    }
}

impl Chunk {
    /// The terms of these cells of a half that starts at `shift` in a position, and that has
    /// `below` cells below these; `None` if a place needs more than 32 bits.
    fn new(
        board: &Board,
        cells: Range<usize>,
        (shift, below): (u32, u32),
        numbering: &Numbering,
    ) -> Option<Self> {
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
            shift: board.shift_of(cells.start) - shift,
            mask: u8::MAX >> (CHUNK_BITS - bits),
            terms,
        })
    }

    /// The content of the chunk in a filling of the half.
    #[inline]
    pub(super) fn content(&self, word: u64) -> usize {
        (word >> self.shift & u64::from(self.mask)) as usize
    }

    /// The filling of the half in which the chunk has this content, and all other cells have the
    /// kind 0.
    pub(super) fn with_content(&self, content: usize) -> u64 {
        (content as u64 & u64::from(self.mask)) << self.shift
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
