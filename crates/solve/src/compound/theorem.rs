//! The theorems about compounds, and which of them holds for which parts.

use std::fmt;

use zug_values::Play;

use super::disjunctive;
use super::kind::Compound;
use super::part::Part;
use super::question::Question;

/// A theorem that gives the outcome of a compound from what each part is worth alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum CompoundTheorem {
    /// No turn can be made, now or later.
    NoTurn,
    /// All parts but one are dead, and the live one is played alone.
    OnePart,
    /// The xor of the nimbers is 0 exactly if the mover loses (Sprague, 1935; Grundy,
    /// 1939).
    NimSum,
    /// Loopy nimbers add up, and say who can win (Smith, 1966; Fraenkel and Perl, 1975).
    LoopyNimSum,
    /// Misère Nim (Bouton, 1901).
    MisereNim,
    /// The compound is lost exactly if every part is lost (Smith, 1966).
    AllLost,
    /// In misère play with at least two live parts, the compound is lost exactly if every
    /// part is lost in normal play.
    AllLostButTheLast,
    /// The compound is lost exactly if all nimbers are equal (for heaps of Nim Moore, 1910, with
    /// at most all heaps but one in a turn).
    EqualNimbers,
    /// The part with the least remoteness decides (Smith, 1966).
    LeastRemoteness,
}

impl CompoundTheorem {
    /// Who found the theorem, and when; `None` if that is not known to us.
    #[must_use]
    pub fn source(self) -> Option<&'static str> {
        match self {
            // `super::selective` and the documentation of `super` say why these hold.
            Self::NoTurn | Self::OnePart | Self::AllLostButTheLast => None,
            Self::NimSum => Some("R. Sprague, 1935; P. M. Grundy, 1939"),
            Self::LoopyNimSum => Some("C. A. B. Smith, 1966; A. S. Fraenkel and Y. Perl, 1975"),
            Self::MisereNim => Some("C. L. Bouton, 1901"),
            Self::AllLost | Self::LeastRemoteness => Some("C. A. B. Smith, 1966"),
            Self::EqualNimbers => Some("E. H. Moore, 1910, for heaps of Nim"),
        }
    }
}

impl fmt::Display for CompoundTheorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::NoTurn => "nobody can move",
            Self::OnePart => "all parts but one are at their end",
            Self::NimSum => "the xor of the nimbers is 0 exactly if the mover loses",
            Self::LoopyNimSum => {
                "a sum of loopy nimbers is lost if it is 0, won if it is another number or \
                 ∞ with 0 in its set, else drawn"
            }
            Self::MisereNim => {
                "misere Nim is lost as Nim is, or, if no heap has two or more, when the \
                 number of heaps of one is odd"
            }
            Self::AllLost => "lost exactly if every part is lost",
            Self::AllLostButTheLast => {
                "while two parts can be moved, misere play is lost exactly if every part is \
                 lost in normal play"
            }
            Self::EqualNimbers => "lost exactly if all nimbers are equal",
            Self::LeastRemoteness => "the part that ends first decides",
        })
    }
}

/// A theorem that holds for the parts of a question.
#[derive(Clone, Debug)]
pub(super) struct Applicable {
    pub(super) theorem: CompoundTheorem,
    /// The numbers of the parts that the theorem looks at, in order.
    pub(super) parts: Vec<usize>,
}

/// Returns a theorem that answers the question, or `None` if none of them does.
pub(super) fn applicable(question: &Question) -> Option<Applicable> {
    use self::CompoundTheorem as Theorem;
    let (all, convention) = (question.parts(), question.convention());
    let everything: Vec<usize> = (0..all.len()).collect();
    let mut live = everything.clone();
    live.retain(|&index| !all[index].is_dead());
    let found = |theorem, parts| Some(Applicable { theorem, parts });
    // What `NotAll` comes to; it is itself where at least three parts are all live.
    let compound = match (question.compound(), all.len(), live.len()) {
        (Compound::All, ..) => return found(Theorem::LeastRemoteness, everything),
        (_, _, 0) | (Compound::NotAll, 1, _) => return found(Theorem::NoTurn, live),
        // A dead part is never moved, so no turn moves all parts.
        (Compound::NotAll, all, live) if live < all => Compound::Some,
        (Compound::NotAll, 2, _) => Compound::One,
        (compound, ..) => compound,
    };
    if live.len() == 1 {
        return found(Theorem::OnePart, live);
    }
    let own = || live.iter().map(|&index| &all[index]);
    let have_loopy_nimbers = || own().all(|part| part.loopy_nimber().is_ok());
    let have_nimbers = || own().all(|part| part.nimber().is_ok());
    let theorem = match (compound, convention) {
        (Compound::One, Play::Normal) if have_nimbers() => Theorem::NimSum,
        (Compound::One, Play::Normal) if have_loopy_nimbers() => Theorem::LoopyNimSum,
        (Compound::One, Play::Misere) if disjunctive::are_heaps(own()) => Theorem::MisereNim,
        (Compound::Some, Play::Normal) if own().all(Part::is_impartial) => Theorem::AllLost,
        // A part that has a nimber is impartial, and its play ends.
        (Compound::Some, Play::Misere) if have_nimbers() => Theorem::AllLostButTheLast,
        (Compound::NotAll, Play::Normal) if have_nimbers() => Theorem::EqualNimbers,
        _ => return None,
    };
    found(theorem, live)
}
