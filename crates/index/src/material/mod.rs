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
//! the highest digits. Where moves leave sums as they are that the material and what is beside the
//! board have together, as men in the hand and men on the board, those that do not agree have no
//! numbers (`agree`, `order`).
//!
//! Where the rules let the players be swapped, the positions with Second to move have the numbers of
//! their images with First to move, behind those (`swap`). Where the rules declare symmetries that
//! only carry the contents of cells to other cells, a board and its images share one number
//! (`fold`).
//!
//! Cost: some hundred kilobytes to some megabytes of tables, and about 10 ns for the number
//! of a position that comes from elsewhere. When not to use it: where moves change the
//! material in ways that depend on the position, and where play reaches few fillings of a
//! material.

mod numbering;
mod agree;
mod board;
mod cut;
mod shift;
mod change;
mod tiers;
mod half;
mod map;
mod fold;
mod links;
mod rank;
mod reach;
mod order;
mod rest;
mod results;
mod swap;
mod moves;

use std::fmt;

use zug_game::{NumberTier, U256};
use zug_program::{Residual, Wiring, Word};

use board::Board;
use fold::{BoardGroup, Canonical, Fold};
use half::{CHUNK_BITS, CONTENTS, Half};
use links::{NO_GROUP, Swapped};
use numbering::{Counts, Numbering, fillings};
use order::Agreeing;
use rank::Row;
use reach::Reach;
use rest::Rest;
use swap::Swap;
use tiers::Tier;

pub use moves::{IndexedMoves, NoMoves};
pub use reach::NoIndex;

/// The largest number of chunks of both halves.
const MOST_CHUNKS: usize = 32;

/// The largest number of fillings of a half, as they are listed.
const MOST_FILLINGS: u64 = 1 << 22;

/// The most bytes of the lists of images of halves, where positions are folded with a group of
/// symmetries.
const MOST_FOLD_BYTES: u64 = 64 << 20;

/// The largest number of entries of the terms of all chunks.
const MOST_TERMS: usize = 1 << 22;

/// Numbers for all positions of the materials within reach.
///
/// Laws: each position of those materials has a number below the size, which it shares with its
/// images under the symmetries that positions are folded with and with no other position; and every
/// position that play can reach from the start has a number.
///
/// ```
/// use zug_game::DenseIndex;
/// # use zug_program::{GroundMove, Layout, Meter, Op, Residual, Scalar, Side};
/// use zug_index::{Folding, MaterialIndex};
/// # let mut layout = Layout::default();
/// # for _ in 0..6 {
/// #     let field = layout.add_field(Scalar { lo: 0, hi: 1 });
/// #     layout.add_digit(zug_program::Digit::Field(field));
/// # }
/// # let mut program = Residual::new(layout, Meter::new(&zug_job::Job::default(), 1000));
/// # let [first, second, both] = [0b01, 0b10, 0b11].map(zug_game::U256::new);
/// # let guard = program.test_mask(both, first);
/// # let body = vec![Op::Write { clear: both, set: second }];
/// # let step = GroundMove { derived: Vec::new(), guard, body, gain: None };
/// # program.sides.push(Side { results: Vec::new(), moves: vec![step] });
/// // Two pieces on six cells, which a move carries about.
/// let folding = Folding::default();
/// let index = MaterialIndex::new(&program, 0b00_0011_u64, &folding, u64::MAX)?;
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
    /// Where the numbers are, if not every content beside the board agrees with every material.
    agreeing: Option<Agreeing>,
    rest: Rest,
    /// The swap of the players with which positions are folded.
    swap: Option<Swap>,
    /// The other symmetries with which they are folded.
    fold: Option<Fold>,
    size: u64,
}

/// The symmetries with which positions may be folded.
#[derive(Clone, Copy, Default)]
pub struct Folding<'a> {
    /// The image of a position with the players swapped. The image of a field must depend on that
    /// field alone.
    pub swap: Option<&'a dyn Fn(U256) -> U256>,
    /// A group of symmetries that leave the turn as it is, the identity first. Play must reach all
    /// images of a position or none.
    pub group: &'a [Wiring],
}

impl fmt::Debug for Folding<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Folding")
            .field("swap", &self.swap.is_some())
            .field("group", &self.group.len())
            .finish()
    }
}

/// Where the numbers of a tier are.
#[derive(Clone, Copy, Debug)]
struct Start {
    /// The first number.
    first: u64,
    /// The number of boards: this is the distance of the numbers of one board with neighbouring
    /// contents beside it, where all contents agree with all materials.
    boards: u64,
    /// The place in `in_order` of the first group.
    group: usize,
}

/// What stands in the place of a number where there is none.
const ABSENT: u64 = u64::MAX;

/// Says in `places` that a material is not within reach.
const OUT_OF_REACH: u32 = u32::MAX;

/// The boards of one material whose high halves have one material.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    /// The number of the first board with the first content beside the board, where all contents agree
    /// with all materials ([`MaterialIndex::first`]).
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
    /// The number of positions that share one number by the swap: 2 where positions are folded with
    /// the players swapped, else 1.
    pub images: u32,
    /// The number of other symmetries with which positions are folded, the identity included: about
    /// this number of positions share a number.
    pub symmetries: u32,
    /// The largest number of positions that a tier and those that moves lead to from there have
    /// together.
    pub at_once: u64,
}

impl MaterialIndex {
    /// The index of all positions whose material moves can lead to from that of `start`.
    ///
    /// # Errors
    ///
    /// The game has no such index, or it has more than `most` numbers, or its tables take
    /// more bytes than about `most` bits.
    pub fn new<W: Word>(
        program: &Residual,
        start: W,
        folding: &Folding<'_>,
        most: u64,
    ) -> Result<Self, NoIndex> {
        for folding in folding.in_order() {
            let shape = Shape::of(program, start, &folding, most)?;
            if let Some(index) = Self::of_shape(program, shape, &folding, most)? {
                return Ok(index);
            }
        }
        Err(NoIndex::TooManyTables)
    }

    /// The index of this shape; `None` if it cannot be folded so.
    fn of_shape(
        program: &Residual,
        shape: Shape,
        folding: &Folding<'_>,
        most: u64,
    ) -> Result<Option<Self>, NoIndex> {
        let Shape {
            reach,
            group,
            numbering,
            everything,
            cells: [low, high],
        } = shape;
        let board = reach.board;
        let contents = contents(&board, &numbering, &everything);
        let halves = [low, high].map(|cells| Half::new(&board, cells, &numbering));
        let [Some(low), Some(high)] = halves else {
            return Ok(None);
        };
        let mut swap = None;
        if let (Some(of_board), Some(image)) = (reach.swap, folding.swap) {
            let beside = (&reach.rest, program.layout().turn_bit());
            swap = Swap::new(&board, of_board, (&low, &high), beside, &contents, image);
            if swap.is_none() {
                return Ok(None);
            }
        }
        let mut fold = None;
        if let Some(group) = &group {
            fold = Fold::new(&board, group, (&low, &high), &contents);
            if fold.is_none() {
                return Ok(None);
            }
        }
        let mut index = Self {
            contents,
            states: numbering.count,
            places: vec![OUT_OF_REACH; everything.count],
            materials: reach.materials,
            tiers: reach.tiers,
            starts: Vec::new(),
            groups: Vec::new(),
            in_order: Vec::new(),
            agreeing: None,
            size: 0,
            numbering,
            everything,
            board,
            low,
            high,
            rest: reach.rest,
            swap,
            fold,
        };
        for tier in 0..index.tiers.len() {
            let added = index.add_tier(tier);
            added.ok_or(NoIndex::TooManyPositions { most })?;
        }
        if let Some(agreement) = &reach.agreement {
            index.leave_out(agreement);
        }
        Ok(Some(index))
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
        let beside = self.rest.count * self.images();
        self.size = first.checked_add(boards.checked_mul(beside)?)?;
        Some(())
    }

    /// Adds the groups of the boards of one material within reach behind those that there are.
    /// `first` is the number of the first board. Returns the number behind the last board.
    fn add_groups(&mut self, material: usize, first: u64) -> u64 {
        let counts = &self.materials[material];
        let number = self.everything.number(counts);
        self.places[number as usize] = material as u32;
        let mut end = first;
        let cells = self.high.cells.len() as u32;
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
                group.boards = group.row * self.high_count(high as usize);
                if group.boards > 0 {
                    self.in_order.push(self.groups.len() as u32);
                    end += group.boards;
                }
            }
            self.groups.push(group);
        }
        debug_assert!(
            self.fold.is_some() || Some(end - first) == fillings(&self.materials[material])
        );
        end
    }

    /// The number of fillings of the high half with the material of this number that have numbers.
    fn high_count(&self, state: usize) -> u64 {
        match &self.fold {
            Some(fold) => fold.fillings_of(state).len() as u64,
            None => self.high.count(state),
        }
    }

    /// The filling of the high half of a group that has this place among those that have numbers, by
    /// its place among all fillings.
    #[inline]
    fn high_filling(&self, group: &Group, place: u64) -> usize {
        match &self.fold {
            Some(fold) => fold.fillings_of(group.high as usize)[place as usize] as usize,
            None => self.high.starts[group.high as usize] as usize + place as usize,
        }
    }

    /// The place of a filling of the high half among those of its material that have numbers, and
    /// the way to it. `filling` is its place among all fillings.
    #[inline]
    fn canonical(&self, state: usize, filling: usize) -> Canonical {
        match &self.fold {
            Some(fold) => fold.high(filling),
            None => Canonical {
                place: filling as u32 - self.high.starts[state],
                way: 0,
            },
        }
    }

    /// The number of parts that the numbers of each tier have: 2 where positions are folded with the
    /// players swapped, else 1.
    fn images(&self) -> u64 {
        reach::images(self.swap.is_some())
    }

    /// The place of positions with the content `rest` beside the board among those of one board:
    /// positions of the second part of a folded tier come behind those of the first part.
    fn beside(&self, is_second: bool, rest: u64) -> u64 {
        rest + if is_second { self.rest.count } else { 0 }
    }

    /// For each material the tier of the boards after a change of the number of pieces of
    /// each kind; [`NO_GROUP`] if there are no such boards.
    fn tiers_after(&self, change: &[i32], swapped: Swapped) -> Vec<u32> {
        let mut tier_of = vec![0; self.materials.len()];
        for (place, tier) in self.tiers.iter().enumerate() {
            tier_of[tier.materials.clone()].fill(place as u32);
        }
        let after = self.materials_after(change, swapped);
        let tiers = after.map(|material| material.map(|material| tier_of[material]));
        tiers.map(|tier| tier.unwrap_or(NO_GROUP)).collect()
    }

    /// For each material the place of the material after a change of the number of pieces of
    /// each kind, if play can come near that.
    fn materials_after(
        &self,
        change: &[i32],
        swapped: Swapped,
    ) -> impl Iterator<Item = Option<usize>> {
        self.materials.iter().map(move |counts| {
            let number = self
                .everything
                .number(&self.changed(counts, change, swapped)?);
            let material = self.places[number as usize];
            (material != OUT_OF_REACH).then_some(material as usize)
        })
    }

    /// For each group the group of the boards after these changes of the number of pieces of
    /// each kind, on the board and on its high half; [`NO_GROUP`] if there are no such boards.
    fn groups_after(&self, change: &[i32], of_high: &[i32], swapped: Swapped) -> Vec<u32> {
        let cells = self.high.cells.len() as u32;
        let after_high = |high: u32| {
            let counts = self.numbering.counts(high, cells)?;
            let counts = self.changed(&counts, of_high, swapped)?;
            let is_known = self.numbering.has(&counts);
            is_known.then(|| self.numbering.number(&counts) as usize)
        };
        // Groups have a material and a high half, and there are few of either.
        let materials: Vec<Option<usize>> = self.materials_after(change, swapped).collect();
        let high: Vec<Option<usize>> = (0..self.states as u32).map(after_high).collect();
        let after = |group: &Group| {
            let group =
                materials[group.material as usize]? * self.states + high[group.high as usize]?;
            (self.groups[group].boards > 0).then_some(group as u32)
        };
        let groups = self.groups.iter();
        groups
            .map(|group| after(group).unwrap_or(NO_GROUP))
            .collect()
    }

    /// A material after a change of the number of pieces of each kind; `None` if there is no such
    /// material.
    fn changed(&self, counts: &[u32], change: &[i32], swapped: Swapped) -> Option<Counts> {
        let image = |counts: &[u32]| match &self.swap {
            Some(swap) => swap.board.material(counts),
            None => counts.to_vec(),
        };
        match swapped {
            Swapped::No => added(counts, change),
            Swapped::Before => added(&image(counts), change),
            Swapped::After => added(counts, change).map(|counts| image(&counts)),
        }
    }

    /// The size that the index of a game has, without making it.
    ///
    /// # Errors
    ///
    /// The game has no such index, or it has more than `most` positions.
    pub fn size_of<W: Word>(
        program: &Residual,
        start: W,
        folding: &Folding<'_>,
        most: u64,
    ) -> Result<IndexSize, NoIndex> {
        Ok(Shape::of(program, start, folding, most)?.size())
    }

    /// The number of materials within reach.
    #[must_use]
    pub fn materials(&self) -> usize {
        self.materials.len()
    }

    /// The places of the symmetries under which images share a number, in the group that was given,
    /// the identity first; nothing if positions are not folded with any.
    #[must_use]
    pub fn folded_with(&self) -> &[usize] {
        self.fold.as_ref().map_or(&[], Fold::elements)
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
                images: self.images() as u32,
                exits: tier.exits.clone(),
            });
        tiers.collect()
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

impl<'a> Folding<'a> {
    /// These symmetries, then fewer and fewer of them, to be tried one after the other: what some do
    /// beside the board may be more than can be folded.
    fn in_order(&self) -> impl Iterator<Item = Self> + use<'a> {
        let Self { swap, group } = *self;
        let without_group = Self { swap, group: &[] };
        let mut all = vec![Self { swap, group }, without_group, Self::default()];
        all.dedup_by_key(|folding| (folding.swap.is_some(), folding.group.len()));
        all.into_iter()
    }
}

/// An index whose tables are not made yet: what it numbers, and how the board is cut. This is enough
/// to tell its size.
struct Shape {
    reach: Reach,
    /// The symmetries with which positions are folded beside a swap of the players.
    group: Option<BoardGroup>,
    numbering: Numbering,
    everything: Numbering,
    /// The cells of the low and of the high half.
    cells: [Vec<usize>; 2],
}

impl Shape {
    /// The shape of the index of a game. Positions are folded with the largest part of the group of
    /// symmetries with which moves still go by numbers: the halves are made of whole orbits
    /// of cells, and the fewer ways there are to cut the board, the more moves go across the cut.
    fn of<W: Word>(
        program: &Residual,
        start: W,
        folding: &Folding<'_>,
        most: u64,
    ) -> Result<Self, NoIndex> {
        let too_many = NoIndex::TooManyPositions { most };
        let is_small = |shape: &Self| shape.size().numbers <= most;
        // All positions up to this number can share a number with their images.
        let most_unfolded = most.saturating_mul(folding.group.len().max(1) as u64);
        let reach = Reach::of(program, start, folding.swap, most_unfolded);
        let reach = reach.map_err(|none| match none {
            NoIndex::TooManyPositions { .. } => too_many,
            other => other,
        })?;
        let unfolded = Self::with(program, reach.clone(), None, most)?;
        if let Some(group) = BoardGroup::of(&reach.board, folding.group) {
            let by_number = |shape: &Self| shape.moves_go_by_number(program);
            // Where moves do not go by numbers in any way, no halves are better than others.
            let any = !unfolded.as_ref().is_some_and(by_number);
            for group in group.subgroups(reach.swap.as_ref()) {
                let shape = Self::with(program, reach.clone(), Some(group), most)?;
                if let Some(shape) = shape.filter(|shape| any || by_number(shape)) {
                    return Some(shape).filter(is_small).ok_or(too_many);
                }
            }
        }
        let shape = match unfolded {
            // Without the swap other halves are possible.
            None if reach.swap.is_some() => {
                let reach = Reach::of(program, start, None, most)?;
                Self::with(program, reach, None, most)?
            }
            unfolded => unfolded,
        };
        let shape = shape.ok_or(NoIndex::TooManyTables)?;
        Some(shape).filter(is_small).ok_or(too_many)
    }

    /// The shape of an index that is folded with a group of symmetries; `None` if its tables would be
    /// too large, or take more than about `most` bits.
    fn with(
        program: &Residual,
        mut reach: Reach,
        group: Option<BoardGroup>,
        most: u64,
    ) -> Result<Option<Self>, NoIndex> {
        let board = &reach.board;
        let of_kind = |kind: usize| reach.materials.iter().map(move |counts| counts[kind]);
        let most_pieces = (0..board.kinds).map(|kind| of_kind(kind).max().unwrap_or(0));
        let tables = NoIndex::TooManyTables;
        let numbering = Numbering::new(most_pieces.collect()).ok_or(tables)?;
        let everything = Numbering::new(vec![board.cells() as u32; board.kinds]).ok_or(tables)?;
        let elements = group.iter().flat_map(BoardGroup::elements);
        let maps: Vec<_> = reach.swap.iter().chain(elements).collect();
        let Some(cells) = cut::cut(program, board, &maps, &numbering) else {
            return Ok(None);
        };
        let groups = (reach.materials.len() * numbering.count) as u64;
        let contents = reach.rest.count * reach::images(reach.swap.is_some());
        if groups.saturating_mul(contents) > order::MOST_STARTS {
            reach.agreement = None;
        }
        let shape = Self {
            reach,
            group,
            numbering,
            everything,
            cells,
        };
        Ok(shape.has_room(most).then_some(shape))
    }

    /// Whether all moves go by the numbers of an index of this shape, if there is room for the lists
    /// of what they do.
    fn moves_go_by_number(&self, program: &Residual) -> bool {
        let [_, high] = &self.cells;
        moves::go_by_number(program, &self.reach, high)
    }

    /// The size of the index.
    fn size(&self) -> IndexSize {
        let reach = &self.reach;
        let boards = self.boards();
        let numbers = reach.tiers.iter().map(|tier| {
            let numbers = tier.materials.clone().map(|material| {
                boards(&reach.materials[material]).saturating_mul(reach.beside(material))
            });
            numbers.fold(0, u64::saturating_add)
        });
        let numbers: Vec<u64> = numbers.collect();
        let at_once = reach.tiers.iter().zip(&numbers).map(|(tier, own)| {
            let exits = tier.exits.iter().map(|exit| numbers[*exit]);
            exits.fold(*own, u64::saturating_add)
        });
        IndexSize {
            numbers: numbers.iter().copied().fold(0, u64::saturating_add),
            materials: reach.materials.len(),
            tiers: reach.tiers.len(),
            largest_tier: numbers.iter().copied().max().unwrap_or(0),
            images: reach::images(reach.swap.is_some()) as u32,
            symmetries: self.group.as_ref().map_or(1, |group| group.order() as u32),
            at_once: at_once.max().unwrap_or(0),
        }
    }

    /// The number of boards of a material that have numbers.
    fn boards(&self) -> impl Fn(&Counts) -> u64 {
        let [_, high] = &self.cells;
        let group = self.group.as_ref();
        let canonical = group.map(|group| group.count_canonical(high, &self.numbering));
        move |counts| {
            let Some(canonical) = &canonical else {
                return fillings(counts).unwrap_or(u64::MAX);
            };
            let of_high = (0..).zip(canonical).filter(|(_, number)| **number > 0);
            let boards = of_high.filter_map(|(state, number)| {
                let of_high = self.numbering.counts(state, high.len() as u32)?;
                let parts = counts.iter().zip(&of_high);
                let of_low = parts.map(|(all, high)| all.checked_sub(*high));
                Some(number * fillings(&of_low.collect::<Option<Counts>>()?)?)
            });
            boards.fold(0, u64::saturating_add)
        }
    }

    /// Whether tables of the halves are small enough, and take at most about `most` bits.
    fn has_room(&self, most: u64) -> bool {
        let (board, cells) = (&self.reach.board, self.cells.each_ref());
        let [low, high] = cells.map(|half| half::count(half.len(), &self.numbering));
        let fillings = low.max(high);
        let chunks = cells.map(|half| half::chunks_of(board, half).len());
        let chunks: usize = chunks.iter().sum();
        let too_wide = cells.iter().any(|half| {
            let span = half[half.len() - 1] - half[0] + 1;
            span as u32 * board.bits > u64::BITS
        });
        let of_fold = match &self.group {
            Some(group) => Fold::most_bytes(group.order(), [low, high]),
            None => 0,
        };
        let bytes = (2 * fillings * size_of::<u64>() as u64).saturating_add(of_fold);
        fillings <= MOST_FILLINGS
            && bytes <= most / u64::from(u8::BITS)
            && of_fold <= MOST_FOLD_BYTES
            && !too_wide
            && chunks <= MOST_CHUNKS
            && chunks * self.numbering.count * CONTENTS <= MOST_TERMS
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
