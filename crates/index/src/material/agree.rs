//! Which contents beside the board agree with a material.
//!
//! The number of men that a player has not placed yet follows from the men on the board and those
//! that were captured; where the players place one man each in turn, the numbers of men say whose
//! turn it is. Moves leave sums as they are ([`invariants`]) in which all cells of the board weigh
//! alike; a material and a content beside the board whose sums are not those of the start are out of
//! reach, and have no numbers.

use zug_analyse::{Invariant, Total, Weights, invariants};
use zug_game::U256;
use zug_job::Job;
use zug_program::{Layout, Residual};

use super::board::Board;
use super::map::BoardMap;
use super::numbering::Counts;
use super::rest::Rest;

/// The most pairs of a material and of what stands beside the board that are looked at.
const MOST_PAIRS: u64 = 1 << 20;

/// The most contents beside the board that are looked at while materials within reach are found.
const MOST_CONTENTS: u64 = 1 << 12;

/// The sums that moves leave as they are.
pub(super) struct Sums(Vec<Sum>);

impl Sums {
    /// The sums that no move changes, in which all cells of the board weigh alike.
    pub(super) fn of(program: &Residual, board: &Board, start: U256) -> Self {
        Self(sums(program, board, start).unwrap_or_default())
    }

    /// Whether a material and what stands beside the board have the sums of the start.
    fn agree(&self, counts: &[u32], beside: U256) -> bool {
        self.0.iter().all(|sum| sum.is_kept(counts, beside))
    }

    /// The number of contents beside the board that agree with a material, as far as that is looked at.
    pub(super) fn count(&self, counts: &[u32], rest: &Rest) -> u64 {
        if rest.count > MOST_CONTENTS {
            return rest.count;
        }
        let contents = 0..rest.count;
        let agreeing = contents.filter(|content| self.agree(counts, rest.word(*content)));
        agreeing.count() as u64
    }
}

/// For each material within reach and each content beside the board, whether they agree.
#[derive(Clone, Debug)]
pub(super) struct Agreement {
    contents: usize,
    agrees: Vec<bool>,
}

/// A swap of the players with which positions are folded: what it does to the board, and to a
/// position.
pub(super) type Swapping<'a> = (&'a BoardMap, &'a dyn Fn(U256) -> U256);

impl Agreement {
    /// Which contents agree with these materials; `None` if all do, as far as sums tell, or there are
    /// too many to be looked at. `rest` has First to move where positions are folded with a swap.
    pub(super) fn of(
        sums: &Sums,
        board: &Board,
        rest: &Rest,
        materials: &[Counts],
        swap: Option<Swapping<'_>>,
    ) -> Option<Self> {
        let pairs = rest.count.checked_mul(materials.len() as u64)?;
        if pairs > MOST_PAIRS {
            return None;
        }
        let of_board = board.whole_mask();
        let mut agrees = Vec::with_capacity(pairs as usize);
        for counts in materials {
            let image = swap.map(|(map, of)| (map.material(counts), of));
            for content in 0..rest.count {
                let beside: U256 = rest.word(content);
                // A number is that of a position with First to move, and of the image of one with Second
                // to move.
                let is_image = image.as_ref().is_some_and(|(image, of_position)| {
                    sums.agree(image, of_position(beside) & !of_board)
                });
                agrees.push(is_image || sums.agree(counts, beside));
            }
        }
        agrees.contains(&false).then_some(Self {
            contents: rest.count as usize,
            agrees,
        })
    }

    /// Whether the material with this place agrees with a content, by its number.
    pub(super) fn agree(&self, material: usize, content: u64) -> bool {
        self.agrees[material * self.contents + content as usize]
    }

    /// The number of contents with which the material with this place agrees.
    pub(super) fn count(&self, material: usize) -> u64 {
        let of = &self.agrees[material * self.contents..][..self.contents];
        of.iter().filter(|agrees| **agrees).count() as u64
    }
}

/// A sum that no move changes, in which all cells of the board weigh alike.
struct Sum {
    /// The weight of each kind of piece.
    kinds: Weights,
    /// The sum over what stands beside the board.
    beside: Total<U256>,
    /// The whole sum at the start.
    at_start: i64,
    modulus: Option<i64>,
}

impl Sum {
    fn new(invariant: Invariant, layout: &Layout, board: &Board, start: U256) -> Option<Self> {
        let Invariant { weights, modulus } = invariant;
        let (of_board, beside): (Vec<_>, Vec<_>) = weights
            .into_iter()
            .partition(|(field, _)| board.fields.contains(field));
        let nothing = Weights::Slope(0);
        let mut sum = Self {
            kinds: of_board
                .into_iter()
                .next()
                .map_or(nothing, |(_, weights)| weights),
            beside: Total::new(
                layout,
                beside.iter().map(|(field, weights)| (*field, weights)),
            ),
            at_start: 0,
            modulus,
        };
        sum.at_start = sum.of(&board.counts(start)?, start);
        Some(sum)
    }

    fn of(&self, counts: &[u32], beside: U256) -> i64 {
        let kinds = (0..).zip(counts);
        let of_board = kinds.map(|(kind, count)| i64::from(*count) * self.kinds.of(kind));
        of_board.sum::<i64>() + self.beside.of(beside)
    }

    /// Whether the sum is that of the start.
    fn is_kept(&self, counts: &[u32], beside: U256) -> bool {
        let more = self.of(counts, beside) - self.at_start;
        self.modulus
            .map_or(more, |modulus| more.rem_euclid(modulus))
            == 0
    }
}

/// The sums; `None` where there are none.
fn sums(program: &Residual, board: &Board, start: U256) -> Option<Vec<Sum>> {
    let layout = program.layout();
    let beside = (0..layout.fields.len()).filter(|field| !board.fields.contains(field));
    let alike = beside.map(|field| vec![field]);
    let alike = alike.chain([board.fields.clone().collect()]);
    // There are a few unknowns, so that nobody waits for this.
    let kept = invariants(program, alike, &Job::default()).ok()?;
    let sums = kept.into_iter();
    sums.map(|kept| Sum::new(kept, layout, board, start))
        .collect()
}
