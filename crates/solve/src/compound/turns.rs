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
use super::{conjunctive, disjunctive, loopy, proper_selective, selective};
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
                each_leaving(solved, Outcome::Loss, |_| {
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
        match &self.found_by {
            FoundBy::Product(solved) => listed(solved, Outcome::Loss, most),
            FoundBy::Theorem(applicable) => {
                self.with_sets(applicable, |sets| TurnSet::list_all(sets, most))
            }
        }
    }

    /// Returns different turns that leave the opponent a draw: `most` turns, or all if there are fewer;
    /// in a drawn compound these are the turns that keep the draw. `None` where the theorem that told
    /// the winner does not tell them.
    #[must_use]
    pub fn list_drawing(&self, most: usize) -> Option<Vec<Vec<Choice>>> {
        let applicable = match &self.found_by {
            FoundBy::Product(solved) => return Some(listed(solved, Outcome::Draw, most)),
            FoundBy::Theorem(applicable) => applicable,
        };
        let parts = self.numbered(applicable);
        let convention = self.question.convention();
        match applicable.theorem {
            CompoundTheorem::OnePart => {
                let mut sets = parts.iter().map(|of| alone(of, convention, Outcome::Draw));
                Some(TurnSet::list_all(&mut sets, most))
            }
            CompoundTheorem::LoopyNimSum => {
                let mut sets = loopy::turns(&parts, Outcome::Draw);
                Some(TurnSet::list_all(&mut sets, most))
            }
            CompoundTheorem::NoTurn
            | CompoundTheorem::NimSum
            | CompoundTheorem::MisereNim
            | CompoundTheorem::AllLostButTheLast
            | CompoundTheorem::EqualNimbers => Some(Vec::new()),
            CompoundTheorem::AllLost | CompoundTheorem::LeastRemoteness => None,
        }
    }

    /// Hands on the sets of winning turns that the theorem tells. No turn is in two sets.
    fn with_sets<T>(
        &self,
        applicable: &Applicable,
        take: impl FnOnce(&mut dyn Iterator<Item = TurnSet>) -> T,
    ) -> T {
        let convention = self.question.convention();
        let parts = self.numbered(applicable);
        match applicable.theorem {
            CompoundTheorem::NoTurn => take(&mut std::iter::empty()),
            CompoundTheorem::OnePart => {
                let lost = Outcome::Loss;
                take(&mut parts.iter().map(|of| alone(of, convention, lost)))
            }
            CompoundTheorem::NimSum => take(&mut disjunctive::normal_turns(&parts)),
            CompoundTheorem::LoopyNimSum => take(&mut loopy::turns(&parts, Outcome::Loss)),
            CompoundTheorem::MisereNim => take(&mut disjunctive::misere_nim_turns(&parts)),
            CompoundTheorem::AllLost => take(&mut selective::normal_turns(&parts)),
            CompoundTheorem::AllLostButTheLast => take(&mut selective::misere_turns(&parts)),
            CompoundTheorem::EqualNimbers => take(&mut proper_selective::normal_turns(&parts)),
            CompoundTheorem::LeastRemoteness => take(&mut conjunctive::turns(&parts, convention)),
        }
    }

    /// The parts that the theorem looks at.
    fn numbered(&self, applicable: &Applicable) -> Vec<NumberedPart<'_>> {
        let numbers = applicable.parts.iter();
        numbers
            .map(|&index| NumberedPart {
                index,
                part: &self.question.parts()[index],
                mover: self.question.mover(),
            })
            .collect()
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

/// The turns of a part that is played alone which leave the opponent this outcome.
fn alone(of: &NumberedPart<'_>, convention: Play, left: Outcome) -> TurnSet {
    let opponent = of.mover.opponent();
    TurnSet::single(of, |option| {
        option.value(opponent, convention).outcome() == left
    })
}

/// Returns turns of the product that leave the opponent this outcome: `most` turns, or all if there are
/// fewer.
fn listed(solved: &(Product, Solution<u64>), left: Outcome, most: usize) -> Vec<Vec<Choice>> {
    let mut out = Vec::new();
    if most > 0 {
        each_leaving(solved, left, |turn| {
            out.push(turn.to_vec());
            if out.len() < most {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
    }
    out
}

/// Calls `visit` for each turn of the product that leaves the opponent this outcome, until `visit`
/// breaks off.
fn each_leaving(
    (product, solution): &(Product, Solution<u64>),
    left: Outcome,
    mut visit: impl FnMut(&[Choice]) -> ControlFlow<()>,
) {
    product.each_turn(product.start(), |turn, after| {
        if solution.value(&after).map(Value::outcome) == Some(left) {
            visit(turn)
        } else {
            ControlFlow::Continue(())
        }
    });
}
