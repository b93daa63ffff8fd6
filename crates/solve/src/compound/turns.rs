//! The winning turns of a compound.
//!
//! A theorem tells the winning turns as sets of turns (`turn_set`), which are counted
//! without listing the turns. Where no theorem holds, each turn of the product is looked
//! up: it wins if it leads to a lost position.

use std::fmt;
use std::ops::ControlFlow;

use zug_game::Game;
use zug_values::{Outcome, Play, Value};

use super::choice::Choice;
use super::product::Product;
use super::question::Question;
use super::theorem::{Applicable, CompoundTheorem};
use super::turn_set::{NumberedPart, TurnSet};
use super::{conjunctive, disjunctive, proper_selective, selective};
use crate::strong::Solution;

/// What tells the winner: a theorem, or the solved product of the parts.
pub(super) enum FoundBy {
    Theorem(Applicable),
    /// The product of the parts and its solution.
    Product(Box<(Product, Solution<u64>)>),
}

/// The turns that win; none where the mover does not win.
pub struct Turns {
    pub(super) question: Question,
    pub(super) found_by: FoundBy,
}

impl Turns {
    /// The number of winning turns; `None` if 128 bits cannot hold it.
    #[must_use]
    pub fn count(&self) -> Option<u128> {
        match &self.found_by {
            FoundBy::Product(solved) => {
                let mut count = 0;
                each_winning(solved, |_| {
                    count += 1;
                    ControlFlow::Continue(())
                });
                Some(count)
            }
            FoundBy::Theorem(applicable) => self.with_sets(applicable, |sets| {
                let mut counts = sets.map(|set| set.count());
                counts.try_fold(0u128, |sum, count| sum.checked_add(count?))
            }),
        }
    }

    /// Whether no turn wins.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list(1).is_empty()
    }

    /// Returns different winning turns: `most` turns, or all if there are fewer. In each
    /// turn the parts that move are in order.
    #[must_use]
    pub fn list(&self, most: usize) -> Vec<Vec<Choice>> {
        let mut out = Vec::new();
        if most == 0 {
            return out;
        }
        match &self.found_by {
            FoundBy::Product(solved) => each_winning(solved, |turn| {
                out.push(turn.to_vec());
                if out.len() < most {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            }),
            FoundBy::Theorem(applicable) => self.with_sets(applicable, |sets| {
                for set in sets {
                    if out.len() >= most {
                        break;
                    }
                    set.list(most, &mut out);
                }
            }),
        }
        out
    }

    /// Hands on the sets of winning turns that the theorem tells. No turn is in two sets.
    fn with_sets<T>(
        &self,
        applicable: &Applicable,
        take: impl FnOnce(&mut dyn Iterator<Item = TurnSet>) -> T,
    ) -> T {
        let convention = self.question.convention();
        let numbers = applicable.parts.iter();
        let parts: Vec<NumberedPart<'_>> = numbers
            .map(|&index| NumberedPart {
                index,
                part: &self.question.parts()[index],
                mover: self.question.mover(),
            })
            .collect();
        match applicable.theorem {
            CompoundTheorem::NoTurn => take(&mut std::iter::empty()),
            CompoundTheorem::OnePart => take(&mut parts.iter().map(|of| alone(of, convention))),
            CompoundTheorem::NimSum => take(&mut disjunctive::normal_turns(&parts)),
            CompoundTheorem::MisereNim => take(&mut disjunctive::misere_nim_turns(&parts)),
            CompoundTheorem::AllLost => take(&mut selective::normal_turns(&parts)),
            CompoundTheorem::AllLostButTheLast => take(&mut selective::misere_turns(&parts)),
            CompoundTheorem::EqualNimbers => take(&mut proper_selective::normal_turns(&parts)),
            CompoundTheorem::LeastRemoteness => take(&mut conjunctive::turns(&parts, convention)),
        }
    }
}

impl fmt::Debug for Turns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 4;
        f.debug_struct("Turns")
            .field("count", &self.count())
            .field("first", &self.list(SHOWN))
            .finish()
    }
}

/// The winning turns of a part that is played alone: to any position that the opponent
/// loses.
fn alone(of: &NumberedPart<'_>, convention: Play) -> TurnSet {
    let opponent = of.mover.opponent();
    TurnSet::single(of, |option| {
        option.value(opponent, convention).outcome() == Outcome::Loss
    })
}

/// Calls `visit` for each turn of the product that leads to a lost position, until `visit`
/// breaks off.
fn each_winning(
    (product, solution): &(Product, Solution<u64>),
    mut visit: impl FnMut(&[Choice]) -> ControlFlow<()>,
) {
    product.each_turn(product.start(), |turn, after| {
        match solution.value(&after).map(Value::outcome) {
            Some(Outcome::Loss) => visit(turn),
            _ => ControlFlow::Continue(()),
        }
    });
}
