//! What moves do to the halves of a board.
//!
//! A move that changes the same cells from the same contents to the same contents wherever it
//! is legal looks at some cells of the low half of the board and at some of the high half.
//! A move that carries the contents of cells to other cells of the same half does so too
//! ([`super::shift`]). What it does to a half is known for each filling of the half: a *link* to the place of
//! another filling, worked out once. A move that leaves the low half alone adds one number to
//! the numbers of all positions of a row. A move that leaves the high half alone leads to a
//! row that is the same for all positions of a row. A move across the cut is possible in some
//! rows, and there from some fillings of the low half.

use std::collections::{HashMap, HashSet};

use zug_game::{Numbers, U256};
use zug_job::{Charge, Job};
use zug_values::Turn;

use super::board::Board;
use super::fold::Fold;
use super::half::{self, Half};
use super::map::HalfMap;
use super::moves::NoMoves;
use super::swap::Swap;
use super::{ABSENT, MaterialIndex, Row};

/// A move, or an un-move, between positions with known contents beside the board.
#[derive(Clone, Debug)]
pub(super) struct Edge {
    /// The content beside the board, by its number, before and after.
    pub(super) from: u64,
    pub(super) to: u64,
    /// What the move does to the turn.
    pub(super) turn: Turn,
    /// The bits of the board that are asked for.
    pub(super) mask: U256,
    /// What these bits are.
    pub(super) pattern: U256,
    /// The bits of the board that are written. Each such bit is asked for, or carried.
    pub(super) clear: U256,
    /// What is written there, but for what is carried.
    pub(super) set: U256,
    /// The cells whose contents are carried, each with the cell that it is carried to, which is
    /// in the same half of the board.
    pub(super) carried: Vec<(usize, usize)>,
    /// Whether the position becomes its image with the players swapped.
    pub(super) swapped: Swapped,
}

/// When a position becomes its image with the players swapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Swapped {
    /// It does not.
    No,
    /// Before the edge changes it.
    Before,
    /// After the edge has changed it.
    After,
}

impl Swapped {
    /// When an edge that is turned round swaps the players.
    fn turned_round(self) -> Self {
        match self {
            Self::No => Self::No,
            Self::Before => Self::After,
            Self::After => Self::Before,
        }
    }
}

impl Edge {
    /// The way back.
    pub(super) fn turned_round(&self, board: &Board) -> Self {
        let bits = |cells: &mut dyn Iterator<Item = usize>| {
            cells.fold(U256::ZERO, |bits, cell| bits | board.mask(cell))
        };
        let out_of = bits(&mut self.carried.iter().map(|(from, _)| *from));
        let into = bits(&mut self.carried.iter().map(|(_, to)| *to));
        Self {
            from: self.to,
            to: self.from,
            turn: self.turn,
            mask: self.mask & !self.clear | self.clear & !into,
            pattern: self.pattern & !self.clear | self.set,
            clear: self.clear,
            set: self.pattern & self.clear & !out_of,
            carried: self.carried.iter().map(|(from, to)| (*to, *from)).collect(),
            swapped: self.swapped.turned_round(),
        }
    }

    /// Whether another edge takes this one back, but for what stands beside the board.
    pub(super) fn is_undone_by(&self, other: &Self, board: &Board) -> bool {
        let mut back = self.turned_round(board);
        back.carried.sort_unstable();
        let mut carried = other.carried.clone();
        carried.sort_unstable();
        (back.mask, back.pattern, back.clear, back.set)
            == (other.mask, other.pattern, other.clear, other.set)
            && back.carried == carried
    }

    /// What the edge adds to the number of pieces of each kind in some cells.
    pub(super) fn change(&self, board: &Board, cells: impl IntoIterator<Item = usize>) -> Vec<i32> {
        let mut change = vec![0; board.kinds];
        for cell in cells
            .into_iter()
            .filter(|cell| self.clear & board.mask(*cell) != 0)
        {
            // What is carried stays in the same half.
            if self.carried.iter().all(|(from, _)| *from != cell) {
                change[board.kind(self.pattern, cell)] -= 1;
            }
            if self.carried.iter().all(|(_, to)| *to != cell) {
                let after = self.pattern & !self.clear | self.set;
                change[board.kind(after, cell)] += 1;
            }
        }
        change
    }

    /// What the edge asks of a half of the board, and does to it. The lowest bit of the half is at
    /// `lowest` in a position, and `mask` has all its bits, shifted to the lowest place.
    fn on(&self, board: &Board, (lowest, mask): (u32, u64)) -> Part {
        let part = |bits: U256| (bits >> lowest).as_u64() & mask;
        let shift = |cell: usize| board.shift_of(cell).wrapping_sub(lowest);
        let carried = self.carried.iter();
        let carried = carried.filter(|(cell, _)| part(board.mask(*cell)) != 0);
        Part {
            mask: part(self.mask),
            pattern: part(self.pattern),
            clear: part(self.clear),
            set: part(self.set),
            carried: carried
                .map(|(from, to)| (shift(*from), shift(*to)))
                .collect(),
            cell: zug_program::layout::mask(board.bits).as_u64(),
            swapped: self.swapped,
        }
    }
}

/// What an edge asks of one half of the board, and does to it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Part {
    mask: u64,
    pattern: u64,
    clear: u64,
    set: u64,
    /// The places of the lowest bits of cells whose contents are carried, and of those that
    /// they are carried to.
    carried: Vec<(u32, u32)>,
    /// The mask of a cell, shifted to the lowest place.
    cell: u64,
    swapped: Swapped,
}

impl Part {
    /// Whether the edge asks nothing of the half, and does nothing to it.
    fn is_free(&self) -> bool {
        self.mask == 0 && self.clear == 0
    }

    /// What a filling of `half` becomes, where `swap` is what a swap of the players does to the
    /// half; `None` if the edge is not there.
    fn apply(&self, word: u64, half: &Half, swap: Option<&HalfMap>) -> Option<u64> {
        let image = |word: u64| swap.map_or(word, |swap| swap.image(half, word));
        let word = match self.swapped {
            Swapped::Before => image(word),
            Swapped::No | Swapped::After => word,
        };
        if word & self.mask != self.pattern {
            return None;
        }
        let carry = |after: u64, (from, to): &(u32, u32)| after | (word >> from & self.cell) << to;
        let after = self
            .carried
            .iter()
            .fold(word & !self.clear | self.set, carry);
        Some(match self.swapped {
            Swapped::After => image(after),
            Swapped::No | Swapped::Before => after,
        })
    }
}

/// Which half of the board an edge asks about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Concerns {
    Low,
    High,
    /// Both halves, and this of the high half.
    Both(Part),
}

/// What an edge does, but for the places of fillings.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Kind {
    /// The content beside the board afterwards.
    to: u64,
    /// What is added to the number of pieces of each kind on the board.
    change: Vec<i32>,
    concerns: Concerns,
    /// What is added to the number of pieces of each kind on the high half.
    change_of_high: Vec<i32>,
    swapped: Swapped,
}

/// Whether there are no more kinds of edges among these than lists of links can have, where the high
/// half has these cells.
pub(super) fn fit(board: &Board, high: &[usize], edges: &[&Edge]) -> bool {
    let is_low = |cell: &usize| !high.contains(cell);
    let low: Vec<usize> = (0..board.cells()).filter(is_low).collect();
    let [low_bits, high_bits] = [&low[..], high].map(|cells| half::bits_of(board, cells));
    let mut kinds = HashSet::new();
    edges.iter().all(|edge| {
        let (low, high_part) = (edge.on(board, low_bits), edge.on(board, high_bits));
        kinds.insert(Kind::of(board, high, edge, &low, &high_part));
        kinds.len() <= MOST_KINDS
    })
}

/// All edges from positions with one content beside the board that do one thing to the turn.
#[derive(Debug)]
pub(super) struct Links {
    /// For each kind of edge and each group of positions, the group that it leads to;
    /// `NO_GROUP` if there is none.
    groups: Vec<Vec<u32>>,
    /// For each kind of edge, the content beside the board afterwards, by its number.
    to: Vec<u64>,
    /// For each kind of edge, whether it leaves the low half alone.
    is_whole: Vec<bool>,
    /// The kinds of edges that leave the high half alone.
    free: Vec<u32>,
    /// For each filling of the high half, where its links start in `high`; then their number.
    high_starts: Vec<u32>,
    high: Vec<HighLink>,
    /// For each filling of the low half, where its links start in `low`; then their number.
    low_starts: Vec<u32>,
    /// The kind of the edge above `PLACE_BITS` bits, and the place of the low half after it.
    low: Vec<u32>,
    /// Whether the edges swap the players: they all do, or none does.
    swaps: bool,
    charge: Charge,
}

/// What an edge does to a filling of the high half.
#[derive(Clone, Copy, Debug)]
struct HighLink {
    /// The kind of the edge above `WAY_BITS` bits, and the way by which the high half becomes
    /// canonical afterwards, where positions are folded with a group of symmetries.
    kind_and_way: u32,
    /// The place of the high half afterwards.
    place: u32,
}

/// The bits of a high link that tell the way.
const WAY_BITS: u32 = 16;

/// The bits of a low link that tell the place.
const PLACE_BITS: u32 = 24;

/// The largest number of kinds of edges.
const MOST_KINDS: usize = 1 << (u32::BITS - PLACE_BITS);

/// The bits of the place.
const PLACE_MASK: u32 = (1 << PLACE_BITS) - 1;

/// The largest number of links from the fillings of a half.
const MOST_LINKS: usize = 1 << 26;

/// Stands for the group that an edge leads to where there is none.
pub(super) const NO_GROUP: u32 = u32::MAX;

/// The base of an edge that is not there.
const NOWHERE: u64 = u64::MAX;

/// Where the edges from the positions of a row lead.
#[derive(Debug)]
pub(super) struct FromRow {
    /// For each edge that leaves the low half alone, the row that it leads to; side by side those
    /// whose low halves have the same images.
    pub(super) whole: Vec<ToRow>,
    /// The rows that the other edges lead to, by the kinds of the edges.
    rows: [ToRow; MOST_KINDS],
    /// Whether some of the rows may have positions that a symmetry keeps as they are.
    pub(super) has_stabilisers: bool,
}

/// A row that an edge leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct ToRow {
    /// What is added to the place of the low half after the edge, or to the place of its image;
    /// `NOWHERE` if the edge is not there.
    pub(super) base: u64,
    /// Where positions are folded with a group of symmetries: where the images of the low halves with
    /// the material of the row start ([`Fold::images`]).
    pub(super) images: usize,
    /// The way by which the high half becomes canonical.
    way: u32,
}

impl ToRow {
    const NOWHERE: Self = Self {
        base: NOWHERE,
        images: 0,
        way: 0,
    };
}

impl Default for FromRow {
    fn default() -> Self {
        Self {
            whole: Vec::new(),
            rows: [ToRow::NOWHERE; MOST_KINDS],
            has_stabilisers: false,
        }
    }
}

impl Links {
    /// The links of these edges, which start from positions with one content beside the board
    /// and do one thing to the turn. They may take about `most` bytes.
    pub(super) fn new(
        index: &MaterialIndex,
        edges: &[Edge],
        most: u64,
        job: &Job,
    ) -> Result<Self, NoMoves> {
        let mut links = Self {
            groups: Vec::new(),
            to: Vec::new(),
            is_whole: Vec::new(),
            free: Vec::new(),
            high_starts: Vec::new(),
            high: Vec::new(),
            low_starts: Vec::new(),
            low: Vec::new(),
            swaps: edges.iter().any(|edge| edge.swapped != Swapped::No),
            charge: job.budget.open(),
        };
        if edges.is_empty() {
            return Ok(links);
        }
        let mut numbers: HashMap<Kind, u32> = HashMap::new();
        let (mut of_low, mut of_high) = (Vec::new(), Vec::new());
        for edge in edges {
            let board = &index.board;
            let [low, high] = [&index.low, &index.high].map(|half| edge.on(board, half.bits_of()));
            let kind = Kind::of(board, &index.high.cells, edge, &low, &high);
            let next = links.groups.len() as u32;
            let number = *numbers.entry(kind.clone()).or_insert_with(|| {
                links.add(index, &kind, next, &mut of_high);
                next
            });
            match kind.concerns {
                Concerns::High => of_high.push((number, high)),
                Concerns::Low | Concerns::Both(_) => of_low.push((number, low)),
            }
        }
        if links.groups.len() > MOST_KINDS {
            return Err(NoMoves::TooLarge);
        }
        links.list_high(index, &of_high, most, job)?;
        links.list_low(index, &of_low, most, job)?;
        Ok(links)
    }

    /// Adds a kind of edges.
    fn add(
        &mut self,
        index: &MaterialIndex,
        kind: &Kind,
        number: u32,
        of_high: &mut Vec<(u32, Part)>,
    ) {
        let groups = index.groups_after(&kind.change, &kind.change_of_high, kind.swapped);
        self.groups.push(groups);
        self.to.push(kind.to);
        self.is_whole.push(kind.concerns == Concerns::High);
        match kind.concerns {
            Concerns::Low => self.free.push(number),
            Concerns::High => {}
            Concerns::Both(ref part) => of_high.push((number, part.clone())),
        }
    }

    fn list_high(
        &mut self,
        index: &MaterialIndex,
        parts: &[(u32, Part)],
        most: u64,
        job: &Job,
    ) -> Result<(), NoMoves> {
        let refused = |_| NoMoves::TooLarge;
        let fillings = index.high.words.len() + 1;
        let room = self.charge.make_room(&mut self.high_starts, fillings);
        room.map_err(refused)?;
        let swap = index.swap.as_ref().map(|swap| &swap.high);
        for (filling, &word) in index.high.words.iter().enumerate() {
            self.go_on(filling, most, job)?;
            let room = self.charge.make_room(&mut self.high, parts.len());
            room.map_err(refused)?;
            self.high_starts.push(self.high.len() as u32);
            for (kind, part) in parts {
                if let Some(after) = part.apply(word, &index.high, swap) {
                    let state = index.high.material(after, &index.contents) as u32 as usize;
                    let place = index.high.place(after, &index.contents);
                    // More pieces of a kind than play can come to have are no material of a half.
                    if state >= index.states || place >= index.high.count(state) {
                        continue;
                    }
                    let filling = index.high.starts[state] as usize + place as usize;
                    let canonical = index.canonical(state, filling);
                    self.high.push(HighLink {
                        kind_and_way: kind << WAY_BITS | canonical.way,
                        place: canonical.place,
                    });
                }
            }
        }
        self.high_starts.push(self.high.len() as u32);
        Ok(())
    }

    fn list_low(
        &mut self,
        index: &MaterialIndex,
        parts: &[(u32, Part)],
        most: u64,
        job: &Job,
    ) -> Result<(), NoMoves> {
        let refused = |_| NoMoves::TooLarge;
        let fillings = index.low.words.len() + 1;
        let room = self.charge.make_room(&mut self.low_starts, fillings);
        room.map_err(refused)?;
        let swap = index.swap.as_ref().map(|swap| &swap.low);
        for (filling, &word) in index.low.words.iter().enumerate() {
            self.go_on(filling, most, job)?;
            let room = self.charge.make_room(&mut self.low, parts.len());
            room.map_err(refused)?;
            self.low_starts.push(self.low.len() as u32);
            for (kind, part) in parts {
                if let Some(after) = part.apply(word, &index.low, swap) {
                    let place = index.low.place(after, &index.contents) as u32;
                    self.low.push(kind << PLACE_BITS | place & PLACE_MASK);
                }
            }
        }
        self.low_starts.push(self.low.len() as u32);
        Ok(())
    }

    /// Whether the lists may become longer, which is asked before each filling.
    fn go_on(&self, filling: usize, most: u64, job: &Job) -> Result<(), NoMoves> {
        if filling.is_multiple_of(1 << 10) {
            job.check().map_err(NoMoves::Interrupted)?;
            if self.low.len().max(self.high.len()) > MOST_LINKS {
                return Err(NoMoves::TooLarge);
            }
            if self.bytes() as u64 > most {
                return Err(NoMoves::TooLarge);
            }
        }
        Ok(())
    }

    /// The bytes that the links take.
    pub(super) fn bytes(&self) -> usize {
        let groups: usize = self
            .groups
            .iter()
            .map(|groups| size_of_val(&groups[..]))
            .sum();
        groups
            + size_of_val(&self.high_starts[..])
            + size_of_val(&self.high[..])
            + size_of_val(&self.low_starts[..])
            + size_of_val(&self.low[..])
    }

    /// Whether there is no edge.
    pub(super) fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// Finds where the edges from a row lead.
    pub(super) fn enter(&self, index: &MaterialIndex, row: &Row, from: &mut FromRow) {
        from.whole.clear();
        from.rows[..self.groups.len()].fill(ToRow::NOWHERE);
        from.has_stabilisers = false;
        // Where the players are swapped, an edge leads to the other part of the numbers of a tier.
        let to_second = row.is_second != self.swaps;
        let mut to_row = |kind: u32, filling: u32, way: u32| {
            let place = self.groups[kind as usize][row.group] as usize;
            let group = index.groups.get(place)?;
            let beside = index.beside(to_second, self.to[kind as usize]);
            let first = index.first(place, beside);
            if first == ABSENT {
                return None;
            }
            let images = index.fold.as_ref().map_or(0, |fold| {
                from.has_stabilisers |= fold.stabilisers(way).is_some();
                fold.images(way, index.low.starts[group.low as usize] as usize)
            });
            Some(ToRow {
                base: first + u64::from(filling) * group.row,
                images,
                way,
            })
        };
        let here = &index.groups[row.group];
        let filling = index.high_filling(here, row.high);
        let after = match self.swap(index) {
            Some(swap) => {
                let state = swap.high.state(here.high as usize);
                let first = index.high.starts[state] as usize;
                index.canonical(state, first + swap.high.place(filling) as usize)
            }
            None => index.canonical(here.high as usize, filling),
        };
        for &kind in &self.free {
            if let Some(row) = to_row(kind, after.place, after.way) {
                from.rows[kind as usize] = row;
            }
        }
        let links = self.high_starts[filling] as usize..self.high_starts[filling + 1] as usize;
        for link in &self.high[links] {
            let kind = link.kind_and_way >> WAY_BITS;
            let way = link.kind_and_way & ((1 << WAY_BITS) - 1);
            if let Some(row) = to_row(kind, link.place, way) {
                if self.is_whole[kind as usize] {
                    from.whole.push(row);
                } else {
                    from.rows[kind as usize] = row;
                }
            }
        }
        if index.fold.is_some() {
            from.whole.sort_unstable_by_key(|row| row.images);
        }
    }

    /// The swap of the players, if the edges swap them.
    fn swap<'i>(&self, index: &'i MaterialIndex) -> Option<&'i Swap> {
        index.swap.as_ref().filter(|_| self.swaps)
    }

    /// Puts the places that low halves have after the edges that leave them alone into `after`, which
    /// has no others then: where the edges swap the players, those of their images. `places` are
    /// their places in a row, and `first` is the first filling of the low half with the material of the row.
    #[inline]
    pub(super) fn places_after(
        &self,
        index: &MaterialIndex,
        first: usize,
        places: &[u64],
        after: &mut Vec<u64>,
    ) {
        after.clear();
        match self.swap(index) {
            None => after.extend_from_slice(places),
            Some(swap) => after.extend(
                places
                    .iter()
                    .map(|place| u64::from(swap.low.place(first + *place as usize))),
            ),
        }
    }

    /// Adds the numbers to which the edges lead that leave the low half alone, from the
    /// positions of a row whose low halves have these places after the edges.
    pub(super) fn whole(index: &MaterialIndex, from: &FromRow, places: &[u64], out: &mut Numbers) {
        for row in &from.whole {
            match &index.fold {
                None => out.extend_if(places.iter().map(|place| (row.base + place, true))),
                Some(fold) => out.extend_if(places.iter().map(|place| {
                    let image = fold.image(row.images + *place as usize);
                    (row.base + u64::from(image), true)
                })),
            }
        }
    }

    /// Adds the numbers to which the edges lead that concern the low half: from a position
    /// with this place in the row that `from` was made for. `first` is the first filling of
    /// the low half with the material of the row.
    #[inline]
    pub(super) fn each(
        &self,
        index: &MaterialIndex,
        first: usize,
        place: u64,
        from: &FromRow,
        out: &mut Numbers,
    ) {
        let links = self.low_links(first, place);
        let row = |link: &u32| from.rows[(link >> PLACE_BITS) as usize];
        match &index.fold {
            None => out.extend_if(links.iter().map(|link| {
                let base = row(link).base;
                let number = base.wrapping_add(u64::from(link & PLACE_MASK));
                (number, base != NOWHERE)
            })),
            Some(fold) => out.extend_if(links.iter().map(|link| {
                let row = row(link);
                let image = fold.image(row.images + (link & PLACE_MASK) as usize);
                (row.base.wrapping_add(u64::from(image)), row.base != NOWHERE)
            })),
        }
    }

    /// What the edges that concern the low half do to the filling with this place in a row.
    #[inline]
    fn low_links(&self, first: usize, place: u64) -> &[u32] {
        let filling = first + place as usize;
        &self.low[self.low_starts[filling] as usize..self.low_starts[filling + 1] as usize]
    }

    /// Adds the numbers to which the edges, which are un-moves, lead from a position: each as often as
    /// moves from there lead to this position or to one of its images. `here` is the number of
    /// symmetries that keep this position as it is.
    ///
    /// Let `p` and `q` be positions with numbers. The number of moves from `p` to images
    /// of `q`, times the number of images of `p`, is the number of moves from images of `p` to
    /// `q`, times the number of images of `q`: both products count the moves from one orbit into
    /// the other.
    ///
    /// `place` is that of the position in the row that `from` was made for, and `whole_place` that of
    /// its low half after the edges that leave it alone; `first` is the first filling of the low half
    /// with the material of the row.
    pub(super) fn counted(
        &self,
        fold: &Fold,
        first: usize,
        (place, whole_place): (u64, u64),
        here: u8,
        from: &FromRow,
        out: &mut Numbers,
    ) {
        let whole = from.whole.iter().map(|row| (*row, whole_place as usize));
        let low = self.low_links(first, place).iter().map(|link| {
            let row = from.rows[(link >> PLACE_BITS) as usize];
            (row, (link & PLACE_MASK) as usize)
        });
        let all = whole.chain(low).filter(|(row, _)| row.base != NOWHERE);
        let found = all.map(|(row, place)| {
            let image = fold.image(row.images + place);
            let number = row.base + u64::from(image);
            (number, fold.stabiliser(row.way, row.images, image))
        });
        if here == 1 {
            found.for_each(|(number, there)| (0..there).for_each(|_| out.push(number)));
            return;
        }
        let mut found: Vec<(u64, u8)> = found.collect();
        found.sort_unstable();
        for same in found.chunk_by(|(one, _), (other, _)| one == other) {
            let (number, there) = same[0];
            let times = same.len() * usize::from(there);
            debug_assert!(times.is_multiple_of(usize::from(here)));
            (0..times / usize::from(here)).for_each(|_| out.push(number));
        }
    }
}

impl Kind {
    /// What an edge does whose parts on the halves are `low` and `high`.
    /// `cells` are those of the high half.
    fn of(board: &Board, cells: &[usize], edge: &Edge, low: &Part, high: &Part) -> Self {
        let concerns = match (low.is_free(), high.is_free()) {
            (true, _) => Concerns::High,
            (false, true) => Concerns::Low,
            (false, false) => Concerns::Both(high.clone()),
        };
        Self {
            to: edge.to,
            change: edge.change(board, 0..board.cells()),
            change_of_high: edge.change(board, cells.iter().copied()),
            concerns,
            swapped: edge.swapped,
        }
    }
}
