//! The nimber of one heap, whatever is called rare, and a witness for one rare nimber.

use super::super::Stop;
use super::super::moves::Moves;
use super::trail::Trail;
use super::witnesses::{Open, Witness};

/// Works out one heap at a time from all heaps before it.
#[derive(Clone, Debug, Default)]
pub(super) struct Exact {
    /// `stamps[v] == stamp` says that v is attained.
    stamps: Vec<u64>,
    stamp: u64,
}

/// The nimber of a heap, and the largest distance of the witnesses that it needed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) nimber: u32,
    pub(super) reach: u64,
}

impl Exact {
    /// The nimber of the heap after the last one of the trail.
    ///
    /// It is the least common nimber that no rare heap excludes, unless a smaller rare
    /// nimber is attained by no option at all.
    pub(super) fn nimber(
        &mut self,
        moves: &Moves,
        trail: &Trail,
        rares: &[u64],
    ) -> Result<Found, Stop> {
        let (heap, space) = (trail.end(), trail.space());
        let of = |other| trail.nimber(other).ok_or(Stop::NotKept { heap });
        self.stamp += 1;
        if moves.ends.contains(&heap) {
            self.attain(0);
        }
        for take in moves.singles.iter().filter(|&&take| take < heap) {
            self.attain(of(heap - take)?);
        }
        for take in &moves.splits {
            for &rare in rares.iter().take_while(|&rare| rare + take < heap) {
                let other = heap - take - rare;
                if moves.equal_too || other != rare {
                    self.attain(of(rare)? ^ of(other)?);
                }
            }
        }
        let mut common = 0;
        while !space.is_common(common, heap) || self.is_attained(common) {
            common += 1;
        }
        let mut missing = (0..common)
            .filter(|&nimber| !self.is_attained(nimber))
            .count();
        let mut reach = 0;
        let mut first = 1;
        while missing > 0 && 2 * first <= heap {
            let of_first = of(first)?;
            for &take in &moves.splits {
                let Some(other) = heap.checked_sub(take + first) else {
                    continue;
                };
                if other < first || other == first && !moves.equal_too {
                    continue;
                }
                let nimber = of_first ^ of(other)?;
                if nimber < common && !self.is_attained(nimber) {
                    self.attain(nimber);
                    missing -= 1;
                    reach = take + first;
                }
            }
            first += 1;
        }
        let nimber = (0..common).find(|&nimber| !self.is_attained(nimber));
        Ok(Found {
            nimber: nimber.unwrap_or(common),
            reach,
        })
    }

    fn attain(&mut self, nimber: u32) {
        let at = nimber as usize;
        if self.stamps.len() <= at {
            self.stamps.resize(at + 1, 0);
        }
        self.stamps[at] = self.stamp;
    }

    fn is_attained(&self, nimber: u32) -> bool {
        self.stamps.get(nimber as usize) == Some(&self.stamp)
    }
}

/// The bytes of the first heaps in reverse, so that both heaps of the pairs of a sum
/// are read forwards.
#[derive(Clone, Debug, Default)]
pub(super) struct Mirror {
    /// Heap `i` is at `length - i`. A rare or wide heap has a byte that is no index.
    bytes: Vec<u8>,
}

/// The most heaps in the mirror.
const MIRRORED: u64 = 1 << 16;
/// The number of pairs that are looked at together.
const PAIRS: usize = 64;

impl Mirror {
    /// The mirror of the first heaps of a trail.
    pub(super) fn new(trail: &Trail) -> Self {
        let heaps = (1..trail.end().min(MIRRORED)).rev();
        Self {
            bytes: heaps
                .map(|heap| trail.common(heap).unwrap_or(u8::MAX))
                .collect(),
        }
    }

    /// A witness for a rare nimber at a heap of the trail, as near as possible: two
    /// common heaps, or one heap that a move leaves alone. Only these witnesses are
    /// looked for, though there may be others.
    pub(super) fn witness(&self, moves: &Moves, trail: &Trail, open: Open) -> Option<Witness> {
        let Open { heap, rare } = open;
        let space = trail.space();
        // A common heap that is left alone has a rare nimber for `heap` only if the
        // classes change between the two.
        let turned = |take: &&u64| **take < heap && space.turns_after(**take);
        for &take in moves.singles.iter().filter(turned) {
            if trail.common(heap - take) == Some(rare) {
                return Some(Witness {
                    distance: take,
                    index: 0,
                });
            }
        }
        let pairs = PAIRS as u64;
        let most = (self.bytes.len() as u64).min(heap / 2) / pairs * pairs;
        let mut first = 1;
        while first + pairs <= most {
            for &take in &moves.splits {
                let sum = heap.checked_sub(take);
                let Some(sum) = sum.filter(|sum| first + pairs < sum / 2) else {
                    continue;
                };
                if self.has(trail, first, sum, rare)
                    && let Some(witness) = (first..first + pairs)
                        .find_map(|first| pair(moves, trail, first, take, open))
                {
                    return Some(witness);
                }
            }
            first += pairs;
        }
        // The remaining pairs, one by one.
        (1..=heap / 2).find_map(|first| {
            let mut takes = moves.splits.iter();
            takes.find_map(|&take| pair(moves, trail, first, take, open))
        })
    }

    /// Whether one of the next `PAIRS` pairs with this sum may be a witness.
    fn has(&self, trail: &Trail, first: u64, sum: u64, rare: u8) -> bool {
        let end = self.bytes.len() + 1 - first as usize;
        let firsts = &self.bytes[end - PAIRS..end];
        let others = trail.bytes(sum + 1 - first - PAIRS as u64, sum + 1 - first);
        let others = others.unwrap_or_default();
        // A plain loop without an early exit is compiled to vectors.
        let hits = firsts.iter().zip(others).fold(0, |hits, (first, other)| {
            hits | u8::from(first ^ other == rare)
        });
        hits != 0
    }
}

/// The heaps `first` and `heap - take - first` as a witness, if they are one.
fn pair(moves: &Moves, trail: &Trail, first: u64, take: u64, open: Open) -> Option<Witness> {
    let Open { heap, rare } = open;
    let other = heap.checked_sub(take + first)?;
    let index = trail.common(first)?;
    let is_witness = other >= first
        && trail.common(other)? == index ^ rare
        && (moves.equal_too || other != first);
    is_witness.then_some(Witness {
        distance: take + first,
        index,
    })
}
