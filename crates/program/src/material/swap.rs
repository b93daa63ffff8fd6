//! Positions folded with the players swapped.
//!
//! Where the rules declare that the players may be swapped, each position with Second to move has
//! an image with First to move, in which the same moves can be made and the mover has the same
//! value. Then the numbers of a tier have two parts: the positions with First to move, and behind
//! them the positions with Second to move, each in the place that its image has in the first part.
//! So whoever knows the value of a number of the first part knows that of the number in the second
//! part as well ([`zug_game::NumberTier::images`]).
//!
//! The swap must act on each half of the board alone, so that moves still lead from halves to halves
//! ([`super::links`]). For that a half of the board is made of whole orbits of cells: of
//! cells that stay where they are, and of pairs of cells that change places.
//!
//! Cost: the image of a filling of a half is a look-up. When not to use it: where play reaches
//! materials whose image it does not reach, since their images would have numbers too.

use std::collections::HashSet;
use std::ops::Range;

use zug_game::U256;

use super::board::Board;
use super::half::{CONTENTS, Chunk, Half, chunks_of};
use super::numbering::Counts;
use super::rest::Rest;
use crate::word::Word;

/// What a swap of the players does to a board.
#[derive(Clone, Debug)]
pub(super) struct BoardSwap {
    /// For each cell, the cell that its content goes to.
    cells: Vec<usize>,
    /// For each kind of piece, what it becomes.
    kinds: Vec<usize>,
}

impl BoardSwap {
    /// What a swap does to a board. `image` gives the image of a position, in which what becomes of
    /// a field depends on that field alone. `None` if the swap changes the kinds of pieces of
    /// different cells in different ways, is not its own inverse, or mixes the board with what
    /// stands beside it.
    pub(super) fn of(board: &Board, image: &dyn Fn(U256) -> U256) -> Option<Self> {
        let count = board.cells();
        let of_none = image(U256::ZERO);
        let of = |cell: usize, kind: usize| image(U256::from(kind as u64) << board.shift_of(cell));
        let mut swap = Self {
            cells: Vec::with_capacity(count),
            kinds: Vec::new(),
        };
        for cell in 0..count {
            let images: Vec<U256> = (0..board.kinds).map(|kind| of(cell, kind)).collect();
            let changed = images
                .iter()
                .fold(U256::ZERO, |all, bits| all | (bits ^ of_none));
            let to = (0..count).find(|to| changed & !board.mask(*to) == 0)?;
            let kinds = images.iter().map(|bits| board.kind(*bits, to));
            let kinds: Vec<usize> = kinds.collect();
            if cell == 0 {
                swap.kinds = kinds;
            } else if swap.kinds != kinds {
                return None;
            }
            swap.cells.push(to);
        }
        let undone = |map: &[usize]| {
            let twice = |(from, to): (usize, &usize)| map.get(*to) == Some(&from);
            map.iter().enumerate().all(twice)
        };
        (undone(&swap.cells) && undone(&swap.kinds)).then_some(swap)
    }

    /// The orbits of the cells, in the order of their least cells.
    pub(super) fn orbits(&self) -> impl Iterator<Item = Vec<usize>> {
        let orbits = self.cells.iter().enumerate();
        orbits.filter(|(cell, to)| cell <= to).map(|(cell, &to)| {
            if cell == to {
                vec![cell]
            } else {
                vec![cell, to]
            }
        })
    }

    /// The material of the images of all boards of this material.
    pub(super) fn material(&self, counts: &[u32]) -> Counts {
        self.kinds.iter().map(|kind| counts[*kind]).collect()
    }

    /// Whether the images of all these materials are among them.
    pub(super) fn keeps(&self, materials: &[Counts]) -> bool {
        let all: HashSet<&Counts> = materials.iter().collect();
        materials
            .iter()
            .all(|counts| all.contains(&self.material(counts)))
    }
}

/// A swap of the players, as it acts on the parts of which numbers are made.
#[derive(Debug)]
pub(super) struct Swap {
    pub(super) board: BoardSwap,
    pub(super) low: HalfSwap,
    pub(super) high: HalfSwap,
    /// The place of the bit that is set where Second is to move.
    turn: u32,
    /// For each content beside the board with Second to move, that of its image.
    to_first: Vec<u64>,
    /// For each content beside the board with First to move, that of its image.
    to_second: Vec<u64>,
}

/// What a swap of the players does to the fillings of a half.
#[derive(Debug)]
pub(super) struct HalfSwap {
    /// For each chunk and each of its contents, the bits of the image.
    images: Vec<[u64; CONTENTS]>,
    /// For each filling, the place of its image among the fillings of the image's material.
    places: Vec<u32>,
}

/// The most contents beside the board where positions are folded.
const MOST_BESIDE: u64 = 1 << 12;

impl Swap {
    /// How a swap acts on these halves and on what stands beside the board, if it does not mix
    /// them. `turn` is the bit that is set where Second is to move.
    pub(super) fn new(
        board: &Board,
        swap: BoardSwap,
        (low, high): (&Half, &Half),
        (rest, turn): (&Rest, U256),
        contents: &[u64; CONTENTS],
        image: &dyn Fn(U256) -> U256,
    ) -> Option<Self> {
        if rest.count > MOST_BESIDE {
            return None;
        }
        let (mut to_first, mut to_second) = (Vec::new(), Vec::new());
        let of_board = board.whole_mask();
        for content in 0..rest.count {
            let first: U256 = rest.word(content);
            let [of_second, of_first] = [first | turn, first].map(image);
            let is_right = of_second & turn == 0
                && of_first & turn != 0
                && of_second & of_board == image(turn) & of_board
                && of_first & of_board == image(U256::ZERO) & of_board;
            if !is_right {
                return None;
            }
            to_first.push(rest.rank(of_second));
            to_second.push(rest.rank(of_first));
        }
        let back = |(from, to): (u64, &u64)| to_second.get(*to as usize) == Some(&from);
        let is_inverse = (0..).zip(&to_first).all(back);
        is_inverse.then(|| Self {
            low: HalfSwap::new(board, &swap, low, contents),
            high: HalfSwap::new(board, &swap, high, contents),
            board: swap,
            turn: turn.trailing_zeros(),
            to_first,
            to_second,
        })
    }

    /// Whether Second is to move in a position.
    #[inline]
    pub(super) fn is_seconds<W: Word>(&self, position: W) -> bool {
        (position >> self.turn).low() & 1 == 1
    }

    /// What stands beside the board with First to move, by its number, where `rest` stands there
    /// with Second to move.
    #[inline]
    pub(super) fn to_first(&self, rest: u64) -> u64 {
        self.to_first[rest as usize]
    }

    /// The bits beside the board with Second to move in the image of positions with First to move
    /// that have the content `rest` there.
    pub(super) fn seconds<W: Word>(&self, content: u64, rest: &Rest) -> W {
        W::of_low(1) << self.turn | rest.word(self.to_second[content as usize])
    }

    /// The bytes that the tables take.
    pub(super) fn bytes(&self) -> usize {
        let halves = [&self.low, &self.high];
        let tables = halves.map(|half| {
            half.images.len() * size_of::<[u64; CONTENTS]>() + size_of_val(&half.places[..])
        });
        tables.iter().sum()
    }
}

impl HalfSwap {
    fn new(board: &Board, swap: &BoardSwap, half: &Half, contents: &[u64; CONTENTS]) -> Self {
        let of_chunk = |chunk: &Chunk, cells: Range<usize>| {
            let image = |content: usize| {
                let word = chunk.with_content(content);
                cells.clone().fold(0, |image, cell| {
                    let kind = board.kind(half.bits(word), cell);
                    // No filling has a larger kind.
                    let kind = swap.kinds.get(kind).copied().unwrap_or(0) as u64;
                    image | kind << (board.shift_of(swap.cells[cell]) - half.shift)
                })
            };
            std::array::from_fn(image)
        };
        let chunks = half.chunks.iter().zip(chunks_of(board, &half.cells));
        let mut own = Self {
            images: chunks
                .map(|(chunk, cells)| of_chunk(chunk, cells))
                .collect(),
            places: Vec::new(),
        };
        let places = half.words.iter().map(|word| {
            let image = own.image(half, *word);
            half.place(image, contents) as u32
        });
        own.places = places.collect();
        own
    }

    /// The image of a filling of the half.
    #[inline]
    pub(super) fn image(&self, half: &Half, word: u64) -> u64 {
        let chunks = half.chunks.iter().zip(&self.images);
        chunks.fold(0, |image, (chunk, images)| {
            image | images[chunk.content(word)]
        })
    }

    /// The place of the image of a filling, by its place among all fillings.
    #[inline]
    pub(super) fn place(&self, filling: usize) -> u32 {
        self.places[filling]
    }
}
