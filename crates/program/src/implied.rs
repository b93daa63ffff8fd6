//! Fields that the other fields imply.
//!
//! In tic-tac-toe the numbers of X and O tell whose turn it is; a counter of the men on a board
//! is told by the board; where each man steps to a cell of the other colour, the colours on which
//! the men stand tell the turn. Such a field need not be stored where a position is known by a
//! number: the mixed radix leaves its digit out, and there are half as many numbers, or fewer.
//!
//! Nobody declares such fields. They follow from sums that no move changes (`invariants`): a
//! weight for each content of each field, such that every move leaves the sum of the weights as it
//! is, as a whole number or modulo a small prime. A field whose contents have different weights in
//! such a sum is implied by the other fields and by the sum at the start.
//!
//! Fields are taken one after the other, each time the one that saves the most for the sums that
//! it uses up. A sum that implies a field is one in which the fields taken before have no weight,
//! so that fields are worked out in the reverse of the order in which they were taken.
//!
//! Cost: a system of linear equations with a few unknowns for each field, once. When not to use it:
//! where positions are keys of a hash table, a field that is left out saves nothing unless the key
//! then fits into a smaller word; and from positions whose sums are not those of the start the
//! fields cannot be told.

use std::collections::BTreeSet;

use zug_game::U256;
use zug_job::{Job, Why};

use crate::invariants::{self, Columns, Form, Space};
use crate::layout::{Digit, Layout};
use crate::residual::Residual;
use crate::total::{Total, Weights};

/// A field that other fields imply: the weights of what all fields hold have the same sum in all
/// positions that play can reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Implied {
    field: usize,
    /// The weight of each content of the field. No two are equal.
    weights: Weights,
    /// The sum over the other fields.
    others: Total<U256>,
    /// The sum over all fields.
    all: Total<U256>,
    /// The other fields that have a weight.
    sources: Vec<usize>,
    /// The sum over all fields in the positions of play.
    sum: i64,
    modulus: Option<i64>,
}

impl Implied {
    fn new(layout: &Layout, field: usize, form: &Form, start: U256) -> Option<Self> {
        let fields = || {
            form.weights
                .iter()
                .map(|(field, weights)| (*field, weights))
        };
        let (_, weights) = form.weights.iter().find(|(of, _)| *of == field)?;
        let all = Total::new(layout, fields());
        Some(Self {
            field,
            weights: weights.clone(),
            others: Total::new(layout, fields().filter(|(of, _)| *of != field)),
            sources: fields()
                .map(|(of, _)| of)
                .filter(|of| *of != field)
                .collect(),
            sum: all.of(start),
            all,
            modulus: form.modulus,
        })
    }

    /// The place of the field in the layout.
    #[must_use]
    pub fn field(&self) -> usize {
        self.field
    }

    /// The places of the fields that imply it.
    #[must_use]
    pub fn sources(&self) -> &[usize] {
        &self.sources
    }

    /// The weight of each content of the field. No two are equal.
    #[must_use]
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The sum of the weights of what the other fields hold.
    #[must_use]
    pub fn others(&self) -> &Total<U256> {
        &self.others
    }

    /// The sum of the weights of what all fields hold.
    #[must_use]
    pub fn all(&self) -> &Total<U256> {
        &self.all
    }

    /// The sum over all fields in the positions of play.
    #[must_use]
    pub fn sum(&self) -> i64 {
        self.sum
    }

    /// The number modulo which sums are compared; `None` if they are equal.
    #[must_use]
    pub fn modulus(&self) -> Option<i64> {
        self.modulus
    }

    /// Whether the weights of what the fields of a position hold add up to what they add up to at the
    /// start. In all positions that play can reach they do.
    #[must_use]
    pub fn keeps_sum(&self, position: U256) -> bool {
        self.reduced(self.sum - self.all.of(position)) == 0
    }

    /// The content that the other fields of a position imply; `None` if no position of play has
    /// such fields.
    #[must_use]
    pub fn content(&self, position: U256, contents: u128) -> Option<i64> {
        let weight = self.reduced(self.sum - self.others.of(position));
        match &self.weights {
            Weights::Slope(slope) => {
                debug_assert_eq!(*slope, 1, "a content weighs itself");
                let is_content = weight >= 0 && (weight as u128) < contents;
                is_content.then_some(weight)
            }
            Weights::Contents(weights) => {
                let place = weights.iter().position(|of| *of == weight)?;
                Some(place as i64)
            }
        }
    }

    fn reduced(&self, number: i64) -> i64 {
        self.modulus
            .map_or(number, |modulus| number.rem_euclid(modulus))
    }
}

impl Layout {
    /// The same fields, where the digits of the rank leave out those that others imply.
    #[must_use]
    pub fn leaving_out(&self, implied: Vec<Implied>) -> Self {
        let is_left_out = |digit: &Digit| {
            let Digit::Field(field) = *digit else {
                return false;
            };
            implied.iter().any(|implied| implied.field == field)
        };
        let mut layout = Self {
            digits: Vec::new(),
            size: Some(1),
            ..self.clone()
        };
        for digit in self.digits.iter().filter(|digit| !is_left_out(digit)) {
            layout.add_digit(digit.clone());
        }
        layout.implied = implied;
        layout
    }
}

/// The fields that other fields imply in all positions that play can reach from `start`, in the
/// order in which they are worked out: a field may be implied by those before it.
///
/// # Errors
///
/// The job was cancelled, or its memory is used up.
pub fn implied(residual: &Residual, start: U256, job: &Job) -> Result<Vec<Implied>, Why> {
    let layout = &residual.layout;
    let Some(columns) = Columns::of(layout) else {
        return Ok(Vec::new());
    };
    let mut spaces = invariants::spaces(residual, &columns, job)?;
    let digits = layout.digits.iter().filter_map(|digit| match *digit {
        Digit::Field(field) => Some(field),
        Digit::Bag { .. } => None,
    });
    let mut open: BTreeSet<usize> = digits.filter(|field| columns.has(*field)).collect();
    let mut taken = Vec::new();
    while let Some((field, space)) = best(&spaces, &columns, &open) {
        job.check()?;
        let Some(form) = spaces[space].form(&columns, field) else {
            open.remove(&field);
            continue;
        };
        taken.extend(Implied::new(layout, field, &form, start));
        open.remove(&field);
        for space in &mut spaces {
            space.leave_out(&columns, field);
        }
    }
    taken.reverse();
    Ok(taken)
}

/// The field that saves the most for the sums that it uses up, and the place of the space of sums
/// that imply it.
fn best(spaces: &[Space], columns: &Columns, open: &BTreeSet<usize>) -> Option<(usize, usize)> {
    let mut best = None;
    let mut most = 0.0;
    for &field in open {
        for (place, space) in spaces.iter().enumerate() {
            let Some(sums) = space.sums_that_imply(columns, field) else {
                continue;
            };
            let saved = (columns.contents(field) as f64).ln() / sums as f64;
            if saved > most {
                most = saved;
                best = Some((field, place));
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Scalar;
    use crate::meter::Meter;
    use crate::residual::{GroundMove, Op, Side};

    /// A program in which a player marks one of some cells, and the turn passes unless that is one of
    /// the cells that keep it.
    fn marking(cells: usize, keep: usize) -> Residual {
        let mut layout = Layout::default();
        for _ in 0..cells {
            let field = layout.add_field(Scalar { lo: 0, hi: 1 });
            layout.add_digit(Digit::Field(field));
        }
        layout.add_turn();
        let mut program = Residual::new(layout, Meter::new(&Job::default(), 1000));
        for _ in 0..2 {
            let mut side = Side::default();
            for cell in 0..cells {
                let bit = U256::ONE << cell as u32;
                let mark = Op::Write {
                    clear: U256::ZERO,
                    set: bit,
                };
                side.moves.push(GroundMove {
                    derived: Vec::new(),
                    guard: program.test_mask(bit, U256::ZERO),
                    body: if cell < keep {
                        vec![mark, Op::Again]
                    } else {
                        vec![mark]
                    },
                });
            }
            program.sides.push(side);
        }
        program
    }

    #[test]
    fn the_number_of_marks_tells_whose_turn_it_is() {
        for keep in 0..3 {
            let program = marking(3, keep);
            let implied = implied(&program, U256::ZERO, &Job::default()).unwrap();
            // One of the cells that pass the turn is implied, which comes before the turn.
            let [told] = &implied[..] else {
                panic!("{implied:?}");
            };
            assert_eq!((told.field(), told.modulus()), (keep, Some(2)));
            let expected: Vec<usize> = (keep + 1..=3).collect();
            assert_eq!(told.sources(), expected);
            let layout = program.layout().leaving_out(implied);
            assert_eq!(layout.size, Some(8));
            for marks in 0..8_u64 {
                let passes = (marks >> keep).count_ones() % 2;
                let position = U256::from(marks | u64::from(passes) << 3);
                let rank = layout.rank_of(position);
                assert_eq!(layout.position_of(rank), Some(position));
                assert_eq!(
                    layout.rank_of(position ^ U256::from(8_u64)),
                    Layout::NO_RANK
                );
            }
        }
    }

    #[test]
    fn where_all_marks_keep_the_turn_it_never_changes() {
        let program = marking(3, 3);
        let implied = implied(&program, U256::from(8_u64), &Job::default()).unwrap();
        let [told] = &implied[..] else {
            panic!("{implied:?}");
        };
        assert_eq!((told.field(), told.sources()), (3, &[][..]));
        assert_eq!(told.content(U256::ZERO, 2), Some(1));
    }
}
