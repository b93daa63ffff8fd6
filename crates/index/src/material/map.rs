//! What a symmetry of the rules does to a board, and to the fillings of its halves.
//!
//! A symmetry carries the contents of cells to other cells, and may make another kind of piece of
//! each, as a swap of the players does ([`super::swap`]). Where it carries the cells of a half to
//! cells of the same half, the image of each filling of the half is known once for all.

use std::collections::HashSet;
use std::ops::Range;

use zug_game::U256;
use zug_program::Wiring;

use super::board::Board;
use super::half::{CONTENTS, Chunk, Half, chunks_of};
use super::numbering::Counts;

/// What a symmetry does to a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BoardMap {
    /// For each cell, the cell that its content goes to.
    pub(super) cells: Vec<usize>,
    /// For each kind of piece, what it becomes.
    kinds: Vec<usize>,
}

impl BoardMap {
    /// What a swap of the players does to a board. `image` gives the image of a position, in which the image of a
    /// field depends on that field alone. `None` if the swap changes the kinds of pieces of
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

    /// What a symmetry does that carries the contents of cells to other cells as they are, and
    /// leaves all that stands beside the board alone; `None` if it does more.
    pub(super) fn of_wiring(board: &Board, wiring: &Wiring) -> Option<Self> {
        let goes_to = |bit: u32| wiring.to[bit as usize];
        let of_board = board.whole_mask();
        let is_beside = |bit: &u32| of_board & U256::ONE << *bit == U256::ZERO;
        let mut beside = (0..wiring.to.len() as u32).filter(is_beside);
        if wiring.flipped != U256::ZERO || !beside.all(|bit| goes_to(bit) == bit) {
            return None;
        }
        let goes_as_it_is = |(cell, to): (usize, &usize)| {
            let (first, to) = (board.shift_of(cell), board.shift_of(*to));
            (0..board.bits).all(|bit| goes_to(first + bit) == to + bit)
        };
        let to = |cell| (goes_to(board.shift_of(cell)) - board.shift) / board.bits;
        let cells: Vec<usize> = (0..board.cells()).map(|cell| to(cell) as usize).collect();
        let is_right = cells.iter().enumerate().all(goes_as_it_is);
        is_right.then(|| Self {
            kinds: (0..board.kinds).collect(),
            cells,
        })
    }

    /// The map that changes a board by this map and then by another.
    pub(super) fn then(&self, other: &Self) -> Self {
        let both = |one: &[usize], two: &[usize]| one.iter().map(|place| two[*place]).collect();
        Self {
            cells: both(&self.cells, &other.cells),
            kinds: both(&self.kinds, &other.kinds),
        }
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

/// What a symmetry does to the fillings of a half.
#[derive(Debug)]
pub(super) struct HalfMap {
    /// For each chunk and each of its contents, the bits of the image.
    images: Vec<[u64; CONTENTS]>,
    /// For each filling, the place of its image among the fillings of the image's material.
    places: Vec<u32>,
    /// For each number of a material, that of the images; 0 if there is no filling.
    states: Vec<u32>,
}

impl HalfMap {
    /// What `map` does to the fillings of a half, whose cells it carries to cells of the half.
    pub(super) fn new(
        board: &Board,
        map: &BoardMap,
        half: &Half,
        contents: &[u64; CONTENTS],
    ) -> Self {
        let of_chunk = |chunk: &Chunk, cells: Range<usize>| {
            let image = |content: usize| {
                let word = chunk.with_content(content);
                cells.clone().fold(0, |image, cell| {
                    let kind = board.kind(half.bits(word), cell);
                    // A chunk's bits can hold numbers that are no kind of piece. No filling has them.
                    let kind = map.kinds.get(kind).copied().unwrap_or(0) as u64;
                    image | kind << (board.shift_of(map.cells[cell]) - half.shift)
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
            states: Vec::new(),
        };
        let places = half.words.iter().map(|word| {
            let image = own.image(half, *word);
            half.place(image, contents) as u32
        });
        own.places = places.collect();
        let states = (0..half.starts.len() - 1).map(|state| match half.words_of(state).first() {
            Some(word) => half.material(own.image(half, *word), contents) as u32,
            None => 0,
        });
        own.states = states.collect();
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

    /// The number of the material of the images of all fillings with a material, by its number.
    #[inline]
    pub(super) fn state(&self, state: usize) -> usize {
        self.states[state] as usize
    }

    /// The bytes that the tables take.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.images[..])
            + size_of_val(&self.places[..])
            + size_of_val(&self.states[..])
    }
}
