//! The winning turns of a compound.
//!
//! A theorem tells them as families (`turn_set.rs`), which are counted without listing
//! the turns. Where no theorem holds, the turns are those of the product that lead to a
//! lost position, and each is looked up.

use std::fmt;
use std::ops::ControlFlow;

use zug_game::{Game, Player};
use zug_values::{Outcome, Play, Value};

use super::kind::Choice;
use super::part::Part;
use super::product::Product;
use super::turn_set::{Family, Live};
use super::{conjunctive, disjunctive, proper_selective, selective};
use crate::strong::Solution;

/// From where the winning turns are known.
pub(crate) enum Source {
    /// There is none.
    None,
    /// One part is played alone.
    Alone(usize),
    /// The nim-sum must be 0 after.
    NimSum,
    /// Bouton's rule.
    MisereNim,
    /// The selective rules.
    Selective,
    /// All nimbers must be equal after.
    EqualNimbers,
    /// The least remoteness must lose after.
    LeastRemoteness,
    /// All turns are looked up.
    Product(Box<(Product, Solution<u64>)>),
}

/// The turns that win; none where the mover does not.
pub struct Turns {
    pub(crate) parts: Vec<Part>,
    /// The parts that play goes on in.
    pub(crate) live: Vec<usize>,
    pub(crate) mover: Player,
    pub(crate) convention: Play,
    pub(crate) source: Source,
}

impl Turns {
    /// How many there are; `None` if they are too many for 128 bits.
    #[must_use]
    pub fn count(&self) -> Option<u128> {
        match &self.source {
            Source::Product(of) => {
                let mut count = 0;
                each_winning(of, |_| {
                    count += 1;
                    ControlFlow::Continue(())
                });
                Some(count)
            }
            _ => self.with_families(|families| {
                let mut counts = families.map(|family| family.count());
                counts.try_fold(0u128, |sum, count| sum.checked_add(count?))
            }),
        }
    }

    /// Whether no turn wins.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list(1).is_empty()
    }

    /// The first `most` of them: in each, the parts that move are in order. All
    /// are different; all winning turns are among them if these are fewer.
    #[must_use]
    pub fn list(&self, most: usize) -> Vec<Vec<Choice>> {
        let mut out = Vec::new();
        match &self.source {
            Source::Product(of) if most > 0 => each_winning(of, |turn| {
                out.push(turn.to_vec());
                if out.len() < most {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            }),
            _ => self.with_families(|families| {
                for family in families {
                    if out.len() >= most {
                        break;
                    }
                    family.list(most, &mut out);
                }
            }),
        }
        out
    }

    fn with_families<T>(&self, take: impl FnOnce(&mut dyn Iterator<Item = Family>) -> T) -> T {
        let convention = self.convention;
        let live: Vec<Live<'_>> = self
            .live
            .iter()
            .map(|&index| Live {
                index,
                part: &self.parts[index],
                mover: self.mover,
            })
            .collect();
        match self.source {
            Source::None | Source::Product(_) => take(&mut std::iter::empty()),
            Source::Alone(index) => {
                let of = live.iter().filter(|of| of.index == index);
                take(&mut of.map(|of| alone(of, convention)))
            }
            Source::NimSum => take(&mut disjunctive::normal_turns(&live)),
            Source::MisereNim => take(&mut disjunctive::misere_nim_turns(&live)),
            Source::Selective => match convention {
                Play::Normal => take(&mut selective::normal_turns(&live)),
                Play::Misere => take(&mut selective::misere_turns(&live)),
            },
            Source::EqualNimbers => take(&mut proper_selective::normal_turns(&live)),
            Source::LeastRemoteness => take(&mut conjunctive::turns(&live, convention)),
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

/// A part played alone is won by moving to what the opponent loses.
fn alone(of: &Live<'_>, convention: Play) -> Family {
    let opponent = of.mover.opponent();
    Family::single(of, |option| {
        option.value(opponent, convention).outcome() == Outcome::Loss
    })
}

/// The turns of the product that lead to a lost position, until `visit` breaks
/// off.
fn each_winning(
    of: &(Product, Solution<u64>),
    mut visit: impl FnMut(&[Choice]) -> ControlFlow<()>,
) {
    let (product, solution) = of;
    product.each_turn(product.start(), |turn, after| {
        match solution.value(&after).map(Value::outcome) {
            Some(Outcome::Loss) => visit(turn),
            _ => ControlFlow::Continue(()),
        }
    });
}
