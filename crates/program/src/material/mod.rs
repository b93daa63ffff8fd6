//! A tight index of positions, by the number of pieces of each kind on the board.
//!
//! A mixed radix gives a number to every filling of a board. Where moves carry pieces about
//! and rarely add or remove a piece, nearly all of these fillings are out of reach: of the
//! 2·3^25 states of Dodgem with four cars a side on 25 cells, play can reach one in ten
//! thousand. Here the *material* of a position is the number of cells that hold each kind of
//! piece. Each ground move changes the material by the same numbers wherever it is legal, so
//! that the materials within reach are known before any position is; and the fillings of one
//! material are numbered without gaps (a multinomial rank: the combinatorial number system of
//! D. H. Lehmer, 1964, for several kinds).
//!
//! The board is cut into two halves, of which all fillings are listed. The number of a board
//! is made of three parts: where the boards start that have its material and the material of
//! its high half (a *group*); the place of the high half among the fillings of that material,
//! times the number of fillings of the low half; and the place of the low half. So boards
//! with the same high half stand side by side (a *row*), in the order in which the fillings
//! of the low half are listed. To go through positions in the order of their numbers takes
//! two look-ups for each; and a move within the high half leads from all boards of a row to
//! those of another row by adding one number.
//!
//! Materials stand in the order in which play can go through them (`tiers`): each tier has
//! numbers in a row. Within a tier, what is beside the board (whose turn it is, counters) is
//! the highest digits.
//!
//! Cost: some hundred kilobytes to some megabytes of tables, and about 10 ns for the number
//! of a position that comes from elsewhere. When not to use it: where moves change the
//! material in ways that depend on the position, and where play reaches few fillings of a
//! material.

mod numbering;
mod board;
mod shift;
mod change;
mod tiers;
mod half;
mod links;
mod results;
mod moves;

use std::fmt;

use zug_game::{DenseIndex, NumberTier};

use crate::layout::{Digit, Layout};
use crate::residual::Residual;
use crate::word::Word;
use board::Board;
use change::Unknown;
use half::{CHUNK_BITS, CONTENTS, Half};
use links::NO_GROUP;
use numbering::{Counts, Numbering, fillings};
use tiers::Tier;

pub use moves::{IndexedMoves, NoMoves};

/// The number of a position that has none.
const ABSENT: u64 = u64::MAX;

/// The largest number of chunks of a half.
const MOST_CHUNKS: usize = 16;

/// The largest number of fillings of a half, as they are listed.
const MOST_FILLINGS: u64 = 1 << 22;

/// The largest number of entries of the terms of all chunks.
const MOST_TERMS: usize = 1 << 22;

/// Numbers for all positions of the materials within reach.
///
/// Laws: each position of those materials has a number of its own below the size, and every
/// position that play can reach from the start is one of them.
///
/// ```
/// use zug_game::DenseIndex;
/// # use zug_program::{GroundMove, Layout, Meter, Op, Residual, Scalar, Side};
/// use zug_program::material::MaterialIndex;
/// # let mut layout = Layout::default();
/// # for _ in 0..6 {
/// #     let field = layout.add_field(Scalar { lo: 0, hi: 1 })?;
/// #     layout.add_digit(zug_program::Digit::Field(field))?;
/// # }
/// # let mut program = Residual::new(layout, Meter::new(&zug_job::Job::default(), 1000));
/// # let guard = program.test_mask(0b11, 0b01);
/// # let body = vec![Op::Write { clear: 0b11, set: 0b10 }];
/// # let step = GroundMove { derived: Vec::new(), guard, body };
/// # program.sides.push(Side { results: Vec::new(), moves: vec![step] });
/// // Two pieces on six cells, which a move carries about.
/// let index = MaterialIndex::new(&program, 0b00_0011_u64, u64::MAX)?;
/// assert_eq!(DenseIndex::<u64>::size(&index), 15);
/// assert_eq!(index.number(&0b11_0000_u64), Some(14));
/// assert_eq!(index.number(&0b11_1000_u64), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct MaterialIndex {
    board: Board,
    low: Half,
    high: Half,
    /// For each content of a chunk its material, as a number for the tables of the halves,
    /// and above 32 bits as a number for `places`.
    contents: Box<[u64; CONTENTS]>,
    /// The numbers for materials of a half.
    numbering: Numbering,
    /// The numbers for materials of the whole board.
    everything: Numbering,
    /// The number of numbers for materials of a half.
    states: usize,
    /// For each material of the whole board its place in `materials`, or `OUT_OF_REACH`.
    places: Vec<u32>,
    /// The materials within reach.
    materials: Vec<Counts>,
    /// The tiers of the materials.
    tiers: Vec<Tier>,
    /// For each tier its first number and the number of its boards.
    starts: Vec<Start>,
    /// For each material within reach and each material of the high half, the boards that
    /// have both.
    groups: Vec<Group>,
    /// The places in `groups` of those that have boards, in the order of their numbers.
    in_order: Vec<u32>,
    rest: Rest,
    size: u64,
}

/// Where the numbers of a tier are.
#[derive(Clone, Copy, Debug)]
struct Start {
    /// The first number.
    first: u64,
    /// The number of boards: this is the distance of the numbers of one board with neighbouring
    /// contents beside it.
    boards: u64,
    /// The place in `in_order` of the first group.
    group: usize,
}

/// Says in `places` that a material is not within reach.
const OUT_OF_REACH: u32 = u32::MAX;

/// The boards of one material whose high halves have one material.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    /// The number of the first board with the first content beside the board.
    first: u64,
    /// What is added to the number for the next content beside the board: the number of boards
    /// of the tier.
    beside: u64,
    /// The number of boards; 0 if the high half cannot have this material.
    boards: u64,
    /// The number of boards of a row: of fillings of the low half.
    row: u64,
    /// The material of the high half.
    high: u32,
    /// The material of the low half.
    low: u32,
    /// The place of the material of the board among those within reach.
    material: u32,
}

/// The digits beside the board.
#[derive(Clone, Debug)]
struct Rest {
    /// The highest digit first.
    digits: Vec<RestDigit>,
    /// The number of contents of all digits.
    count: u64,
}

#[derive(Clone, Copy, Debug)]
struct RestDigit {
    shift: u32,
    mask: u64,
    radix: u64,
}

/// The size of an index by material.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct IndexSize {
    /// The number of positions that have a number.
    pub numbers: u64,
    /// The number of materials within reach.
    pub materials: usize,
    /// The number of tiers: sets of materials to which play does not come back once it has left
    /// them.
    pub tiers: usize,
    /// The number of positions of the largest tier.
    pub largest_tier: u64,
    /// The largest number of positions that a tier and those that moves lead to from there have
    /// together.
    pub at_once: u64,
}

/// What an index by material numbers.
struct Reach {
    board: Board,
    rest: Rest,
    /// The materials within reach, in the order of their tiers.
    materials: Vec<Counts>,
    tiers: Vec<Tier>,
}

impl Reach {
    fn of<W: Word>(program: &Residual, start: W, most: u64) -> Result<Self, NoIndex> {
        let layout = &program.layout;
        let board = Board::of(layout).ok_or(NoIndex::NoBoard)?;
        let rest = Rest::of(layout, &board)?;
        let counts = board.counts(start.widen()).ok_or(NoIndex::NoBoard)?;
        let most_boards = most / rest.count;
        let materials = change::within_reach(program, &board, counts, most_boards);
        let (materials, tiers) = materials.map_err(|unknown| match unknown {
            Unknown::Move => NoIndex::MoveDepends,
            Unknown::TooMany => NoIndex::TooManyPositions { most },
        })?;
        Ok(Self {
            board,
            rest,
            materials,
            tiers,
        })
    }
}

/// Why a game has no index by material.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoIndex {
    /// There are fewer than four fields of one small range.
    #[error("the position has no board of cells with a few kinds of pieces")]
    NoBoard,
    /// A move changes the number of pieces in ways that depend on the position.
    #[error("a move changes the pieces on the board in ways that depend on the position")]
    MoveDepends,
    /// A bag stands beside the board.
    #[error("a bag stands beside the board")]
    Bag,
    /// There are more positions of the materials within reach than are allowed.
    #[error("the board can have more fillings than are allowed ({most})")]
    TooManyPositions {
        /// The largest number of positions that is allowed.
        most: u64,
    },
    /// The tables of the index would be too large.
    #[error("there are too many kinds of pieces or cells for tables of the board")]
    TooManyTables,
}

impl MaterialIndex {
    /// The index of all positions whose material moves can lead to from that of `start`.
    ///
    /// # Errors
    ///
    /// The game has no such index, or it has more than `most` positions, or its tables take
    /// more bytes than about `most` bits.
    pub fn new<W: Word>(program: &Residual, start: W, most: u64) -> Result<Self, NoIndex> {
        let Reach {
            board,
            rest,
            materials: within_reach,
            tiers,
        } = Reach::of(program, start, most)?;
        let too_many = NoIndex::TooManyPositions { most };
        let of_kind = |kind: usize| within_reach.iter().map(move |counts| counts[kind]);
        let most_pieces = (0..board.kinds).map(|kind| of_kind(kind).max().unwrap_or(0));
        let tables = NoIndex::TooManyTables;
        let numbering = Numbering::new(most_pieces.collect()).ok_or(tables)?;
        let everything = Numbering::new(vec![board.cells() as u32; board.kinds]).ok_or(tables)?;
        let most_bytes = most / u64::from(u8::BITS);
        let (low, high) = halves(&board, &numbering, most_bytes).ok_or(tables)?;

        let mut index = Self {
            contents: contents(&board, &numbering, &everything),
            states: numbering.count,
            places: vec![OUT_OF_REACH; everything.count],
            materials: within_reach,
            tiers,
            starts: Vec::new(),
            groups: Vec::new(),
            in_order: Vec::new(),
            size: 0,
            numbering,
            everything,
            board,
            low,
            high,
            rest,
        };
        for tier in 0..index.tiers.len() {
            index.add_tier(tier).ok_or(too_many)?;
        }
        Ok(index)
    }

    /// Adds the groups of a tier behind those that there are; `None` if there are too many
    /// positions.
    fn add_tier(&mut self, tier: usize) -> Option<()> {
        let (first, groups) = (self.size, self.groups.len());
        let start = Start {
            first,
            boards: 0,
            group: self.in_order.len(),
        };
        let mut end = first;
        for material in self.tiers[tier].materials.clone() {
            end = self.add_groups(material, end);
        }
        let boards = end - first;
        for group in &mut self.groups[groups..] {
            group.beside = boards;
        }
        self.starts.push(Start { boards, ..start });
        self.size = first.checked_add(boards.checked_mul(self.rest.count)?)?;
        Some(())
    }

    /// Adds the groups of the boards of one material within reach behind those that there are.
    /// `first` is the number of the first board. Returns the number behind the last board.
    fn add_groups(&mut self, material: usize, first: u64) -> u64 {
        let counts = &self.materials[material];
        let number = self.everything.number(counts);
        self.places[number as usize] = material as u32;
        let mut end = first;
        let cells = (self.board.cells() - self.cut()) as u32;
        for high in 0..self.states as u32 {
            let mut group = Group {
                first: end,
                material: material as u32,
                high,
                ..Group::default()
            };
            let of_high = self.numbering.counts(high, cells);
            let of_low = of_high.and_then(|of_high| {
                let parts = counts.iter().zip(&of_high);
                let of_low = parts.map(|(all, high)| all.checked_sub(*high));
                of_low.collect::<Option<Counts>>()
            });
            if let Some(of_low) = of_low {
                group.low = self.numbering.number(&of_low);
                group.row = self.low.count(group.low as usize);
                group.boards = group.row * self.high.count(high as usize);
                if group.boards > 0 {
                    self.in_order.push(self.groups.len() as u32);
                    end += group.boards;
                }
            }
            self.groups.push(group);
        }
        debug_assert_eq!(Some(end - first), fillings(&self.materials[material]));
        end
    }

    /// The number of cells of the low half.
    fn cut(&self) -> usize {
        ((self.high.shift - self.low.shift) / self.board.bits) as usize
    }

    /// For each material the tier of the boards with this change of the number of pieces of
    /// each kind; [`NO_GROUP`] if there are no such boards.
    fn tiers_after(&self, change: &[i32]) -> Vec<u32> {
        let mut tier_of = vec![0; self.materials.len()];
        for (place, tier) in self.tiers.iter().enumerate() {
            tier_of[tier.materials.clone()].fill(place as u32);
        }
        let after = |counts: &Counts| {
            let material = self.places[self.everything.number(&added(counts, change)?) as usize];
            (material != OUT_OF_REACH).then(|| tier_of[material as usize])
        };
        let materials = self.materials.iter();
        materials
            .map(|counts| after(counts).unwrap_or(NO_GROUP))
            .collect()
    }

    /// For each group the group of the boards with these changes of the number of pieces of
    /// each kind, on the board and on its high half; [`NO_GROUP`] if there are no such boards.
    fn groups_after(&self, change: &[i32], of_high: &[i32]) -> Vec<u32> {
        let cells = (self.board.cells() - self.cut()) as u32;
        let after = |group: &Group| {
            let material = added(&self.materials[group.material as usize], change)?;
            let material = self.places[self.everything.number(&material) as usize];
            let high = added(&self.numbering.counts(group.high, cells)?, of_high)?;
            if material == OUT_OF_REACH || !self.numbering.has(&high) {
                return None;
            }
            let group = material as usize * self.states + self.numbering.number(&high) as usize;
            (self.groups[group].boards > 0).then_some(group as u32)
        };
        let groups = self.groups.iter();
        groups
            .map(|group| after(group).unwrap_or(NO_GROUP))
            .collect()
    }

    /// The size that the index of a game has, without making it.
    ///
    /// # Errors
    ///
    /// The game has no such index, or it has more than `most` positions.
    pub fn size_of<W: Word>(program: &Residual, start: W, most: u64) -> Result<IndexSize, NoIndex> {
        let reach = Reach::of(program, start, most)?;
        let numbers = reach.tiers.iter().map(|tier| {
            let materials = reach.materials[tier.materials.clone()].iter();
            let boards = materials.filter_map(|counts| fillings(counts));
            boards.sum::<u64>() * reach.rest.count
        });
        let numbers: Vec<u64> = numbers.collect();
        let at_once = reach.tiers.iter().zip(&numbers).map(|(tier, own)| {
            let exits = tier.exits.iter().map(|exit| numbers[*exit]);
            own + exits.sum::<u64>()
        });
        Ok(IndexSize {
            numbers: numbers.iter().sum(),
            materials: reach.materials.len(),
            tiers: reach.tiers.len(),
            largest_tier: numbers.iter().copied().max().unwrap_or(0),
            at_once: at_once.max().unwrap_or(0),
        })
    }

    /// The number of materials within reach.
    #[must_use]
    pub fn materials(&self) -> usize {
        self.materials.len()
    }

    /// The tiers of numbers, in order.
    #[must_use]
    pub fn tiers(&self) -> Vec<NumberTier> {
        let ends = self.starts.iter().skip(1).map(|start| start.first);
        let ends = ends.chain([self.size]);
        let ranges = self.starts.iter().zip(ends);
        let tiers = ranges
            .zip(&self.tiers)
            .map(|((start, end), tier)| NumberTier {
                numbers: start.first..end,
                exits: tier.exits.clone(),
            });
        tiers.collect()
    }

    /// The number of a position; [`ABSENT`] if its material is not within reach.
    #[inline]
    fn rank<W: Word>(&self, position: W) -> u64 {
        let mut contents = [0usize; 2 * MOST_CHUNKS];
        let (low, high) = (&self.low.chunks[..], &self.high.chunks[..]);
        let mut places = contents.iter_mut();
        let mut note = |chunks: &[half::Chunk]| {
            let mut material = 0;
            for (chunk, place) in chunks.iter().zip(&mut places) {
                *place = chunk.content(position);
                material += self.contents[*place];
            }
            material
        };
        let (of_low, of_high) = (note(low), note(high));
        let material = self.places[((of_low + of_high) >> 32) as usize];
        if material == OUT_OF_REACH {
            return ABSENT;
        }
        let mut contents = contents.iter();
        let mut place = |chunks: &[half::Chunk]| {
            let (mut state, mut place) = (0, 0);
            for (chunk, content) in chunks.iter().zip(&mut contents) {
                place += u64::from(chunk.terms[state][*content]);
                state += self.contents[*content] as u32 as usize;
            }
            place
        };
        let (in_low, in_high) = (place(low), place(high));
        let group = &self.groups[material as usize * self.states + of_high as u32 as usize];
        let board = group.first + in_high * group.row + in_low;
        self.rest.rank(position) * group.beside + board
    }

    /// The content beside the board of a number, and the place in `groups` of the group that
    /// has its board.
    fn group_of(&self, number: u64) -> (u64, usize) {
        let behind = self.starts.partition_point(|start| start.first <= number);
        let start = self.starts[behind - 1];
        let rest = (number - start.first) / start.boards;
        let board = number - rest * start.boards;
        let end = self.starts.get(behind).map(|start| start.group);
        let groups = &self.in_order[start.group..end.unwrap_or(self.in_order.len())];
        let first = |place: &u32| self.groups[*place as usize].first;
        let behind = groups.partition_point(|place| first(place) <= board);
        (rest, groups[behind - 1] as usize)
    }

    /// Hands on the numbers by rows: for each row that has some of the numbers, the row and
    /// those numbers. Numbers are below the size, and best in rising order.
    fn each_row<'n>(&self, mut numbers: &'n [u64], mut take: impl FnMut(&Row, &'n [u64])) {
        let mut row = Row::default();
        while let Some(&number) = numbers.first() {
            if !row.goes_on(number) {
                row.enter(self, number);
            }
            let end = row.first + row.len;
            let count = numbers
                .iter()
                .position(|number| !(row.first..end).contains(number))
                .unwrap_or(numbers.len());
            let (here, behind) = numbers.split_at(count);
            take(&row, here);
            numbers = behind;
        }
    }
}

/// The material with these changes of the number of pieces of each kind; `None` if there is no
/// such material.
fn added(counts: &[u32], change: &[i32]) -> Option<Counts> {
    let counts = counts.iter().zip(change);
    counts
        .map(|(count, more)| count.checked_add_signed(*more))
        .collect()
}

/// The positions that have the same high half and the same content beside the board.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    /// The number of the first position.
    first: u64,
    /// The number of positions.
    len: u64,
    /// The place of the group.
    group: usize,
    /// The number of the first position of the group with the same content beside the
    /// board.
    group_first: u64,
    /// The number of positions of the group.
    group_len: u64,
    /// The place of the high half among the fillings of its material.
    high: u64,
    /// The content beside the board, by its number.
    rest: u64,
}

impl Row {
    /// Goes to the row of a number if that is in the same group.
    #[inline]
    fn goes_on(&mut self, number: u64) -> bool {
        let within = number.wrapping_sub(self.group_first);
        if within >= self.group_len {
            return false;
        }
        if number.wrapping_sub(self.first) >= self.len {
            self.high = within / self.len;
            self.first = self.group_first + self.high * self.len;
        }
        true
    }

    /// Goes to the row of a number.
    #[cold]
    fn enter(&mut self, index: &MaterialIndex, number: u64) {
        assert!(
            number < index.size,
            "a number is below the size of the index"
        );
        (self.rest, self.group) = index.group_of(number);
        let group = &index.groups[self.group];
        self.group_first = group.first + self.rest * group.beside;
        self.group_len = group.boards;
        self.len = group.row;
        (self.first, self.high) = (self.group_first, 0);
        let is_within = self.goes_on(number);
        debug_assert!(is_within, "a number is in the group that was found for it");
    }
}

impl<W: Word> DenseIndex<W> for MaterialIndex {
    fn size(&self) -> u64 {
        self.size
    }

    fn number(&self, position: &W) -> Option<u64> {
        let number = self.rank(*position);
        (number != ABSENT).then_some(number)
    }

    fn positions(&self, numbers: &[u64], out: &mut Vec<W>) {
        self.each_row(numbers, |row, numbers| {
            let group = &self.groups[row.group];
            let high = self.high.words_of(group.high as usize)[row.high as usize];
            let above = W::narrow(u128::from(high)) << self.high.shift | self.rest.word(row.rest);
            let low = self.low.words_of(group.low as usize);
            out.extend(numbers.iter().map(|number| {
                let low = low[(number - row.first) as usize];
                above | W::narrow(u128::from(low)) << self.low.shift
            }));
        });
    }

    fn bytes(&self) -> u64 {
        let tables = size_of_val(&self.places[..])
            + size_of_val(&self.groups[..])
            + self.low.bytes()
            + self.high.bytes();
        tables as u64
    }
}

/// The materials of all contents of a chunk, in both numberings.
fn contents(board: &Board, numbering: &Numbering, everything: &Numbering) -> Box<[u64; CONTENTS]> {
    let in_chunk = CHUNK_BITS / board.bits;
    let material = |content: usize| {
        let mut counts = vec![0; board.kinds];
        for cell in 0..in_chunk {
            let kind = content >> (cell * board.bits) & ((1 << board.bits) - 1);
            // No filling has a larger kind; here it only must not break anything.
            counts[kind.min(board.kinds - 1)] += 1;
        }
        u64::from(everything.number(&counts)) << 32 | u64::from(numbering.number(&counts))
    };
    Box::new(std::array::from_fn(material))
}

/// The two halves of a board; `None` if their tables would be too large, or take more than
/// about `most_bytes` bytes. The low half is as
/// large as it can be without being listed at much greater length than the high half: long
/// rows are worth more than a short list.
fn halves(board: &Board, numbering: &Numbering, most_bytes: u64) -> Option<(Half, Half)> {
    let cells = board.cells();
    let cut = (1..cells)
        .min_by_key(|&cut| half::count(cut, numbering) / 2 + half::count(cells - cut, numbering))?;
    let most = half::count(cut, numbering).max(half::count(cells - cut, numbering));
    let chunks = cells.div_ceil((CHUNK_BITS / board.bits) as usize) + 1;
    let too_wide = cut.max(cells - cut) as u32 * board.bits > u64::BITS;
    let bytes = 2 * most * size_of::<u64>() as u64;
    if most > MOST_FILLINGS
        || bytes > most_bytes
        || too_wide
        || chunks > MOST_CHUNKS
        || chunks * numbering.count * CONTENTS > MOST_TERMS
    {
        return None;
    }
    let low = Half::new(board, 0..cut, numbering)?;
    let high = Half::new(board, cut..cells, numbering)?;
    Some((low, high))
}

impl Rest {
    fn of(layout: &Layout, board: &Board) -> Result<Self, NoIndex> {
        let mut rest = Self {
            digits: Vec::new(),
            count: 1,
        };
        for digit in &layout.digits {
            let Digit::Field(place) = *digit else {
                return Err(NoIndex::Bag);
            };
            let field = layout.fields[place];
            if board.fields.contains(&place) || field.bits == 0 {
                continue;
            }
            let radix = u64::try_from(field.scalar.radix()).map_err(|_| NoIndex::TooManyTables)?;
            rest.count = rest
                .count
                .checked_mul(radix)
                .ok_or(NoIndex::TooManyTables)?;
            rest.digits.push(RestDigit {
                shift: field.shift,
                mask: u64::MAX >> (u64::BITS - field.bits.min(u64::BITS)),
                radix,
            });
        }
        Ok(rest)
    }

    /// The number of what a position has beside the board.
    #[inline]
    fn rank<W: Word>(&self, position: W) -> u64 {
        self.digits.iter().fold(0, |rank, digit| {
            rank * digit.radix + ((position >> digit.shift).low() & digit.mask)
        })
    }

    /// The bits beside the board for a number.
    fn word<W: Word>(&self, mut rank: u64) -> W {
        self.digits.iter().rev().fold(W::default(), |word, digit| {
            let value = rank % digit.radix;
            rank /= digit.radix;
            word | W::narrow(u128::from(value)) << digit.shift
        })
    }
}

impl fmt::Display for MaterialIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} positions in {} materials",
            self.size,
            self.materials()
        )
    }
}
