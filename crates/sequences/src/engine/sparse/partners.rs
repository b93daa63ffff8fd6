//! What excludes common nimbers, sorted by its distance.
//!
//! A rare heap r and a split that takes k exclude from heap n the xor of the nimbers of
//! r and n - k - r. So a pair (r, k) is a *partner* at the fixed distance k + r, to
//! whose index the fixed index of r is added. A move that leaves one heap is a partner
//! too, with nothing to add.

use super::super::moves::Moves;
use super::lanes::Pick;
use super::trail::Trail;

/// The number of heaps that are worked out together: for far partners, and for those at
/// smaller distances.
pub(super) const BLOCK: usize = 64;
pub(super) const QUARTER: usize = 16;
pub(super) const EIGHTH: usize = 8;
pub(super) const FOUR: usize = 4;
/// Four heaps read a partner below this distance among the 24 heaps that are known when
/// the four heaps before them begin.
const QUARTER_FROM: usize = 24 + FOUR + 1;

/// All partners of a game, sorted.
#[derive(Clone, Debug, Default)]
pub(super) struct Partners {
    /// All partners, by increasing distance.
    all: Vec<Partner>,
    /// The number of partners below the distance [`QUARTER_FROM`], and below [`BLOCK`].
    nearer: [usize; 2],
    /// The partners below the distance [`EIGHTH`], the nearest last.
    pub(super) nearest: Vec<Nearest>,
    /// The different indices that the partners in `nearest` add.
    pub(super) added: Vec<u64>,
    /// The partners from the distance [`EIGHTH`] to below [`QUARTER_FROM`].
    pub(super) by_fours: Vec<Pick>,
    /// Whether all indices that are added are below 64.
    pub(super) is_narrow: bool,
}

/// The heap at a fixed distance back, and the index that is added to its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Partner {
    pub(super) distance: usize,
    pub(super) index: u8,
}

/// A partner below the distance [`EIGHTH`]; `added` is the place of its index in
/// [`Partners::added`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearest {
    pub(super) distance: usize,
    pub(super) added: usize,
}

impl Partners {
    /// The partners of a game with these rare heaps.
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

    /// The partners at a distance below [`BLOCK`].
    pub(super) fn near(&self) -> &[Partner] {
        &self.all[..self.nearer[1]]
    }

    /// The partners of [`Self::near`] that are too far away for [`Partners::by_fours`].
    pub(super) fn middle(&self) -> &[Partner] {
        &self.all[self.nearer[0]..self.nearer[1]]
    }

    /// The partners at a distance of at least [`BLOCK`].
    pub(super) fn far(&self) -> &[Partner] {
        &self.all[self.nearer[1]..]
    }

    /// The largest distance.
    pub(super) fn reach(&self) -> u64 {
        self.all.last().map_or(0, |partner| partner.distance as u64)
    }
}

/// The partners at distances from 8 to 28, four in each half of a [`Pick`].
fn picks(partners: &[Partner]) -> Vec<Pick> {
    // Up to the distance `last` a partner is found among the last 16 heaps, and from 16
    // on among the 16 heaps before the last 8, as they are seen four heaps earlier.
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
            // For a missing partner the result is never below 16.
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
