//! What excludes common nimbers, by how far away it is.
//!
//! A rare heap r and a split that takes k exclude from heap n the xor of the
//! nimbers of r and n - k - r. So each pair of the two is a *partner* at a fixed
//! distance k + r with a fixed index to be added, and so is a move that leaves one
//! heap, with nothing to be added.

use super::super::moves::Moves;
use super::lanes::Pick;
use super::trail::Trail;

/// Heaps that are worked out together, by how far away a partner is.
pub(super) const BLOCK: usize = 64;
pub(super) const QUARTER: usize = 16;
pub(super) const EIGHTH: usize = 8;
pub(super) const FOUR: usize = 4;
/// Below this distance what four heaps read is among the 24 that are there as the
/// four before them begin.
const QUARTER_FROM: usize = 24 + FOUR + 1;

/// What excludes common nimbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Partners {
    /// All, in order of the distance.
    all: Vec<Partner>,
    /// So many are nearer than [`QUARTER_FROM`] and than a block.
    nearer: [usize; 2],
    /// Those less than an eighth away, the nearest last.
    pub(super) nearest: Vec<Nearest>,
    /// The different indices that the nearest add.
    pub(super) added: Vec<u64>,
    /// Those from there to [`QUARTER_FROM`].
    pub(super) by_fours: Vec<Pick>,
    /// Whether all that is added is below 64.
    pub(super) is_narrow: bool,
}

/// A heap a fixed distance back, and what is added to its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Partner {
    pub(super) distance: usize,
    pub(super) index: u8,
}

/// A partner less than an eighth away, and which of [`Partners::added`] it adds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearest {
    pub(super) distance: usize,
    pub(super) added: usize,
}

impl Partners {
    /// Those of a game with these rare heaps.
    pub(super) fn new(moves: &Moves, trail: &Trail, rares: &[u64]) -> Self {
        let space = trail.space();
        let alone = moves
            .singles
            .iter()
            .filter(|&&take| !space.turns_after(take))
            .map(|&take| (take, 0));
        let index = |heap| trail.nimber(heap).map_or(0, |nimber| space.index(nimber));
        let pairs = moves
            .splits
            .iter()
            .flat_map(|take| rares.iter().map(move |&rare| (take + rare, index(rare))));
        let mut all: Vec<Partner> = alone
            .chain(pairs)
            .map(|(distance, index)| Partner {
                distance: distance as usize,
                index: index as u8,
            })
            .collect();
        all.sort_unstable();
        all.dedup();
        let [below_8, below_29, below_64] = [EIGHTH, QUARTER_FROM, BLOCK]
            .map(|border| all.partition_point(|partner| partner.distance < border));
        let (nearest, middle) = all[..below_29].split_at(below_8);
        let mut added: Vec<u64> = nearest.iter().map(|partner| partner.index.into()).collect();
        added.sort_unstable();
        added.dedup();
        let place = |partner: &Partner| Nearest {
            distance: partner.distance,
            added: added.partition_point(|&added| added < partner.index.into()),
        };
        Self {
            is_narrow: all.iter().all(|partner| partner.index < 64),
            nearest: nearest.iter().rev().map(place).collect(),
            added,
            by_fours: picks(middle),
            nearer: [below_29, below_64],
            all,
        }
    }

    /// Those less than a block away.
    pub(super) fn near(&self) -> &[Partner] {
        &self.all[..self.nearer[1]]
    }

    /// Those of them that are too far away for [`Partners::by_fours`].
    pub(super) fn middle(&self) -> &[Partner] {
        &self.all[self.nearer[0]..self.nearer[1]]
    }

    /// Those at least a block away.
    pub(super) fn far(&self) -> &[Partner] {
        &self.all[self.nearer[1]..]
    }

    /// The largest distance.
    pub(super) fn reach(&self) -> u64 {
        self.all.last().map_or(0, |partner| partner.distance as u64)
    }
}

/// Partners from 8 to 28 away, four by four.
fn picks(partners: &[Partner]) -> Vec<Pick> {
    // Up to here one is found among the last 16 heaps, and from 16 on among the 16
    // before the last 8, seen four heaps before.
    let last = QUARTER + FOUR;
    let (either, before) = partners.split_at(partners.partition_point(|it| it.distance <= last));
    let (last, either) = either.split_at(either.partition_point(|it| it.distance < QUARTER));
    let mut sides = [last.to_vec(), before.to_vec()];
    for &partner in either {
        let [last, before] = &mut sides;
        let fewer = if last.len() < before.len() {
            last
        } else {
            before
        };
        fewer.push(partner);
    }
    let most = sides.iter().map(Vec::len).max().unwrap_or(0);
    (0..most)
        .step_by(FOUR)
        .map(|first| {
            // What is not there is never below 16.
            let mut pick = Pick {
                bytes: [0; 32],
                with: [0x80; 32],
            };
            for (side, partners) in sides.iter().enumerate() {
                let four = partners.iter().skip(first).take(FOUR);
                for (nth, partner) in four.enumerate() {
                    for heap in 0..FOUR {
                        let back = partner.distance - FOUR - 1 - heap - side * EIGHTH;
                        let lane = (side * FOUR + nth) * FOUR + heap;
                        pick.bytes[lane] = Pick::place(back as u8);
                        pick.with[lane] = partner.index;
                    }
                }
            }
            pick
        })
        .collect()
}
