//! Positions folded with symmetries of the board.
//!
//! A symmetry that carries the contents of cells to other cells, and leaves all that stands beside
//! the board alone, keeps the value and the material of a position. The halves of the board are
//! made of whole orbits of cells, so that each symmetry acts on each half for itself. Of the
//! images of a filling of the high half the first one is *canonical*, and only boards with a
//! canonical high half have numbers. The number of any other board is that of its image under a
//! symmetry that makes the high half canonical: a look-up for each half.
//!
//! Where several symmetries make a high half canonical, the image with the first low half is meant.
//! These symmetries are a coset of those that keep the canonical half as it is; there are few such
//! sets, and for each set the image of every low half is listed. Such a row of numbers has some
//! that are of no position, as that has the number of its image; no move leads there.
//!
//! Cost: a look-up more for each number that a move leads to. Memory: four bytes for each filling of
//! the low half and each of those sets of symmetries. What it saves is nearly the order of the group,
//! in numbers and in work.

use std::collections::HashMap;

use zug_program::Wiring;

use super::board::Board;
use super::half::{CONTENTS, Half};
use super::map::{BoardMap, HalfMap};
use super::numbering::{Counts, Numbering};

/// The symmetries of a board with which positions are folded.
#[derive(Clone, Debug)]
pub(super) struct BoardGroup {
    /// What each symmetry does to the board, the identity first.
    elements: Vec<BoardMap>,
    /// The place of each in the group that was given.
    places: Vec<usize>,
}

/// The largest number of symmetries of a group with which positions are folded; a larger group is not
/// used at all.
const MOST_ELEMENTS: usize = 64;

/// The largest number of symmetries of which subgroups are looked for: their number grows quickly.
const MOST_WITH_SUBGROUPS: usize = 16;

impl BoardGroup {
    /// A group of symmetries of positions, the identity first, as it acts on a board; `None` if there
    /// is nothing but the identity, or if a symmetry does more than carry the contents of cells to other
    /// cells.
    pub(super) fn of(board: &Board, group: &[Wiring]) -> Option<Self> {
        if !(2..=MOST_ELEMENTS).contains(&group.len()) {
            return None;
        }
        let elements = group.iter().map(|one| BoardMap::of_wiring(board, one));
        Some(Self {
            elements: elements.collect::<Option<_>>()?,
            places: (0..group.len()).collect(),
        })
    }

    /// The groups with which positions can be folded, the larger ones first: this one, and, if it is
    /// not large, those that one or two of its symmetries generate, but for the identity alone. `swap` is the swap of the
    /// players with which positions are folded too: each symmetry of these groups is one of the group
    /// with the players swapped as well.
    pub(super) fn subgroups(&self, swap: Option<&BoardMap>) -> Vec<Self> {
        let mut found: Vec<Vec<usize>> = vec![(0..self.order()).collect()];
        let generators = if self.order() > MOST_WITH_SUBGROUPS {
            0
        } else {
            self.order()
        };
        for one in 0..generators {
            for two in one..generators {
                let subgroup = self.generated_by(&[one, two]);
                if subgroup.len() > 1 && !found.contains(&subgroup) {
                    found.push(subgroup);
                }
            }
        }
        found.sort_by_key(|places| (usize::MAX - places.len(), places.clone()));
        let group = |places: Vec<usize>| Self {
            elements: places
                .iter()
                .map(|place| self.elements[*place].clone())
                .collect(),
            places: places.iter().map(|place| self.places[*place]).collect(),
        };
        let groups = found.into_iter().map(group);
        groups.filter(|group| group.is_kept_by(swap)).collect()
    }

    /// Whether a swap of the players, a symmetry of the group and the swap once more are always a
    /// symmetry of the group together.
    fn is_kept_by(&self, swap: Option<&BoardMap>) -> bool {
        swap.is_none_or(|swap| {
            let swapped = |element| swap.then(element).then(swap);
            self.elements
                .iter()
                .all(|element| self.elements.contains(&swapped(element)))
        })
    }

    /// The places of all symmetries that some generate, in rising order.
    fn generated_by(&self, generators: &[usize]) -> Vec<usize> {
        let mut places = vec![0];
        let mut next = 0;
        while next < places.len() {
            for generator in generators {
                let product = self.elements[places[next]].then(&self.elements[*generator]);
                let place = self.elements.iter().position(|element| *element == product);
                if let Some(place) = place.filter(|place| !places.contains(place)) {
                    places.push(place);
                }
            }
            next += 1;
        }
        places.sort_unstable();
        places
    }

    /// The number of symmetries, the identity included.
    pub(super) fn order(&self) -> usize {
        self.elements.len()
    }

    /// The places of the symmetries in the group that was given.
    pub(super) fn places(&self) -> &[usize] {
        &self.places
    }

    /// What each symmetry does, the identity first.
    pub(super) fn elements(&self) -> &[BoardMap] {
        &self.elements
    }

    /// For each number of a material, the number of canonical fillings of some cells, which are
    /// whole orbits: by the lemma of Cauchy and Frobenius that is the number of fillings that a
    /// symmetry leaves as they are, on average over the symmetries.
    pub(super) fn count_canonical(&self, cells: &[usize], numbering: &Numbering) -> Vec<u64> {
        let mut all = vec![0; numbering.count];
        for element in &self.elements {
            let kept = kept_fillings(element, cells, numbering);
            all.iter_mut()
                .zip(kept)
                .for_each(|(all, kept)| *all += kept);
        }
        all.iter().map(|all| all / self.order() as u64).collect()
    }
}

/// For each number of a material, the number of fillings of some cells that a symmetry leaves as they
/// are: each cycle of cells holds one kind.
fn kept_fillings(element: &BoardMap, cells: &[usize], numbering: &Numbering) -> Vec<u64> {
    let mut ways: HashMap<Counts, u64> = HashMap::from([(vec![0; numbering.kinds()], 1)]);
    for cycle in cycles(element, cells) {
        let mut more = HashMap::with_capacity(2 * ways.len());
        for (counts, number) in &ways {
            for kind in 0..counts.len() {
                let mut counts = counts.clone();
                counts[kind] += cycle;
                if numbering.has(&counts) {
                    *more.entry(counts).or_default() += number;
                }
            }
        }
        ways = more;
    }
    let mut kept = vec![0; numbering.count];
    for (counts, number) in ways {
        kept[numbering.number(&counts) as usize] += number;
    }
    kept
}

/// The lengths of the cycles into which a symmetry takes some cells apart.
fn cycles(element: &BoardMap, cells: &[usize]) -> Vec<u32> {
    let mut lengths = Vec::new();
    let mut left = cells.to_vec();
    while let Some(first) = left.pop() {
        let (mut length, mut cell) = (1, element.cells[first]);
        while cell != first {
            left.retain(|other| *other != cell);
            (length, cell) = (length + 1, element.cells[cell]);
        }
        lengths.push(length);
    }
    lengths
}

/// Look-up tables that tell which image of a board has a number, for the halves of the board.
#[derive(Debug)]
pub(super) struct Fold {
    /// The places of the symmetries in the group that was given, the identity first.
    elements: Vec<usize>,
    /// For each filling of the high half, the canonical one.
    high: Vec<Canonical>,
    /// The canonical fillings of the high half, by their places among all fillings.
    fillings: Vec<u32>,
    /// For each number of a material, where its canonical fillings start in `fillings`; behind the
    /// last one the length of `fillings`.
    starts: Vec<u32>,
    /// For each way and each filling of the low half, the place of its image.
    low: Vec<u32>,
    /// The number of fillings of the low half.
    low_count: usize,
    /// For each way, the way of the canonical half that it leads to: the symmetries that keep it.
    keepers: Vec<u32>,
    /// For each way that is all symmetries that keep a canonical half, if there are several: for
    /// each filling of the low half how many symmetries keep that too. For other ways nothing.
    stabilisers: Vec<Vec<u8>>,
}

/// The canonical image of a filling of the high half.
#[derive(Clone, Copy, Debug)]
pub(super) struct Canonical {
    /// Its place among the canonical fillings of its material.
    pub(super) place: u32,
    /// The way that leads there, by its number.
    pub(super) way: u32,
}

/// Symmetries that make one filling of the high half canonical, by their places, in rising order.
type Way = Vec<u8>;

impl Fold {
    /// The number of ways that are expected of a group of this order, and a few more.
    fn most_ways(order: usize) -> usize {
        8 * order
    }

    /// The most bytes that the lists of images take, if the halves have `low` and `high` fillings:
    /// one list of low halves for each way, and while the ways are found one of high halves for each
    /// symmetry.
    pub(super) fn most_bytes(order: usize, [low, high]: [u64; 2]) -> u64 {
        let entries = Self::most_ways(order) as u64 * low + order as u64 * high;
        entries * size_of::<u32>() as u64
    }

    /// How a group acts on these halves, which are made of whole orbits of cells; `None` if it acts in
    /// too many ways.
    pub(super) fn new(
        board: &Board,
        group: &BoardGroup,
        (low, high): (&Half, &Half),
        contents: &[u64; CONTENTS],
    ) -> Option<Self> {
        let maps = |half: &Half| -> Vec<HalfMap> {
            let map = |element| HalfMap::new(board, element, half, contents);
            group.elements.iter().map(map).collect()
        };
        let order = group.order();
        let mut ways: Vec<Way> = (0..order).map(|element| vec![element as u8]).collect();
        let mut numbers: HashMap<Way, u32> = ways.iter().cloned().zip(0..).collect();
        let mut own = Self {
            elements: group.places().to_vec(),
            high: Vec::with_capacity(high.words.len()),
            fillings: Vec::new(),
            starts: vec![0],
            low: Vec::new(),
            low_count: low.words.len(),
            keepers: vec![0; order],
            stabilisers: Vec::new(),
        };
        let of_high = maps(high);
        for of_state in high.starts.windows(2) {
            let before = own.fillings.len() as u32;
            for filling in of_state[0]..of_state[1] {
                let images = of_high
                    .iter()
                    .map(|map| of_state[0] + map.place(filling as usize));
                let images: Vec<u32> = images.collect();
                let least = images.iter().copied().min()?;
                let leads_there = |element: &u8| images[usize::from(*element)] == least;
                let way: Way = (0..order as u8).filter(leads_there).collect();
                let next = ways.len() as u32;
                let way = *numbers.entry(way).or_insert_with_key(|way| {
                    ways.push(way.clone());
                    own.keepers.push(0);
                    next
                });
                let place = if least == filling {
                    own.fillings.push(filling);
                    own.fillings.len() as u32 - 1 - before
                } else {
                    own.high[least as usize].place
                };
                own.high.push(Canonical { place, way });
                own.keepers[way as usize] = own.high[least as usize].way;
            }
            own.starts.push(own.fillings.len() as u32);
        }
        if ways.len() > Self::most_ways(order) {
            return None;
        }
        own.list_low(&maps(low), &ways);
        Some(own)
    }

    /// Lists the images of low halves. `maps` is what each symmetry does to them.
    fn list_low(&mut self, maps: &[HalfMap], ways: &[Way]) {
        for way in ways {
            let images = |filling: usize| {
                let images = way.iter().map(move |element| usize::from(*element));
                images.map(move |element| maps[element].place(filling))
            };
            let fillings = 0..self.low_count;
            let least = fillings
                .clone()
                .map(|filling| images(filling).min().unwrap_or(0));
            self.low.extend(least);
            let keeps_high = way[0] == 0 && way.len() > 1;
            let stabiliser = |filling| {
                let here = maps[0].place(filling);
                images(filling).filter(|image| *image == here).count() as u8
            };
            let stabilisers = fillings.filter(|_| keeps_high).map(stabiliser);
            self.stabilisers.push(stabilisers.collect());
        }
    }

    /// The number of symmetries.
    pub(super) fn order(&self) -> u32 {
        self.elements.len() as u32
    }

    /// The places of the symmetries in the group that was given, the identity first.
    pub(super) fn elements(&self) -> &[usize] {
        &self.elements
    }

    /// The canonical image of a filling of the high half, by its place among all fillings.
    #[inline]
    pub(super) fn high(&self, filling: usize) -> Canonical {
        self.high[filling]
    }

    /// The canonical fillings of the high half with the material of this number, by their places
    /// among all fillings.
    #[inline]
    pub(super) fn fillings_of(&self, state: usize) -> &[u32] {
        &self.fillings[self.starts[state] as usize..self.starts[state + 1] as usize]
    }

    /// Where the images of the fillings of the low half under a way begin that start with `first`:
    /// the place behind by `n` has the image of the filling `first + n`.
    #[inline]
    pub(super) fn images(&self, way: u32, first: usize) -> usize {
        way as usize * self.low_count + first
    }

    /// The place of the image of a low half among the fillings of its material. [`Fold::images`] and
    /// the place of the low half together are `at`.
    #[inline]
    pub(super) fn image(&self, at: usize) -> u32 {
        self.low[at]
    }

    /// For each filling of the low half the number of symmetries that keep a board with it and with
    /// the canonical high half that a way leads to; `None` if it is 1 for all fillings.
    #[inline]
    pub(super) fn stabilisers(&self, way: u32) -> Option<&[u8]> {
        let stabilisers = &self.stabilisers[self.keepers[way as usize] as usize];
        (!stabilisers.is_empty()).then_some(stabilisers)
    }

    /// The number of symmetries that keep a board as it is: one with the canonical high half that
    /// `way` leads to, and the low half that has this place behind the start of `images`.
    #[inline]
    pub(super) fn stabiliser(&self, way: u32, images: usize, place: u32) -> u8 {
        let first = images - self.images(way, 0);
        self.stabilisers(way)
            .map_or(1, |all| all[first + place as usize])
    }

    /// The bytes that the tables take.
    pub(super) fn bytes(&self) -> usize {
        let stabilisers = self.stabilisers.iter().map(Vec::len);
        size_of_val(&self.high[..])
            + size_of_val(&self.fillings[..])
            + size_of_val(&self.starts[..])
            + size_of_val(&self.low[..])
            + size_of_val(&self.keepers[..])
            + stabilisers.sum::<usize>()
    }
}
