//! Which theorem answers, if one does.

use std::fmt;

use super::disjunctive;
use super::kind::Compound;
use super::part::Part;
use zug_values::Play;

/// A way to the answer that needs no more than what each part is worth alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Theorem {
    /// Nobody will ever have a turn.
    NoTurn,
    /// All parts but one are at their end: that one is played alone.
    OnePart,
    /// The xor of the nimbers (Sprague, 1935; Grundy, 1939).
    NimSum,
    /// Misère Nim (Bouton, 1901).
    MisereNim,
    /// Lost exactly if every part is (Smith, 1966).
    AllLost,
    /// The same in misère play while two parts can be moved.
    AllLostButTheLast,
    /// Lost exactly if all nimbers are equal.
    EqualNimbers,
    /// The least remote part decides (Smith, 1966).
    LeastRemoteness,
}

impl Theorem {
    /// Who found it, and where, as far as we know.
    #[must_use]
    pub fn source(self) -> Option<&'static str> {
        match self {
            // The modules say why they hold.
            Self::NoTurn | Self::OnePart | Self::AllLostButTheLast => None,
            Self::NimSum => Some("R. Sprague, 1935; P. M. Grundy, 1939"),
            Self::MisereNim => Some("C. L. Bouton, 1901"),
            Self::AllLost | Self::LeastRemoteness => Some("C. A. B. Smith, 1966"),
            Self::EqualNimbers => Some("Algorithm Games, TopCoder"),
        }
    }
}

impl fmt::Display for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::NoTurn => "nobody can move",
            Self::OnePart => "all parts but one are at their end",
            Self::NimSum => "the xor of the nimbers is 0 exactly if the mover loses",
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

/// A theorem with the parts that it looks at.
pub(super) struct Plan {
    pub(super) theorem: Theorem,
    pub(super) live: Vec<usize>,
}

/// The theorem for these parts; `None` if only their product tells.
pub(super) fn plan(parts: &[Part], compound: Compound, convention: Play) -> Option<Plan> {
    let everything: Vec<usize> = (0..parts.len()).collect();
    let mut live = everything.clone();
    live.retain(|&index| !parts[index].is_dead());
    let found = |theorem, live| Some(Plan { theorem, live });
    // What `NotAll` comes to; from three live parts on it is itself.
    let compound = match (compound, parts.len(), live.len()) {
        (_, 0, _) => return None,
        (Compound::All, ..) => return found(Theorem::LeastRemoteness, everything),
        (_, _, 0) | (Compound::NotAll, 1, _) => return found(Theorem::NoTurn, live),
        // Parts that have ended stay so: one of them is never moved.
        (Compound::NotAll, all, left) if left < all => Compound::Some,
        (Compound::NotAll, 2, _) => Compound::One,
        _ => compound,
    };
    if live.len() == 1 {
        return found(Theorem::OnePart, live);
    }
    let own = || live.iter().map(|&index| &parts[index]);
    let have_nimbers = || own().all(|part| part.nimber().is_ok());
    let theorem = match (compound, convention) {
        (Compound::One, Play::Normal) if have_nimbers() => Theorem::NimSum,
        (Compound::One, Play::Misere) if disjunctive::are_heaps(own()) => Theorem::MisereNim,
        (Compound::Some, Play::Normal) if own().all(Part::is_impartial) => Theorem::AllLost,
        // To have a nimber is to be impartial and to end.
        (Compound::Some, Play::Misere) if have_nimbers() => Theorem::AllLostButTheLast,
        (Compound::NotAll, Play::Normal) if have_nimbers() => Theorem::EqualNimbers,
        _ => return None,
    };
    found(theorem, live)
}
