//! A move in exactly one part, where play in parts can go round in a circle.
//!
//! **Normal play, impartial parts.** Each part is worth a number or ∞(K), and the sum of these values
//! says who wins (C. A. B. Smith, 1966; A. S. Fraenkel and Y. Perl, 1975; [`zug_values::loopy`] has the
//! table of addition). Why: where all parts are worth numbers, the mover who faces an xor other than 0
//! has a move to xor 0, as in [`super::disjunctive`]. From xor 0 a move to a smaller number, or to a
//! larger one or ∞, is answered: a larger number or ∞ reverts to the number that the part had, and goes
//! back to a position that got its number earlier, so that this ends ([`crate::impartial`]). Where one
//! part is worth ∞(K) and the others x, a move makes all 0 exactly if x is in K. Else no move wins, and
//! some move leaves the opponent a sum of this kind again: from the option of ∞(K) that kept it from
//! being worth x. Where two parts are worth ∞, no move leaves fewer than one such part; a move to
//! ∞(K) beside x wins for the opponent if x is in K, and a move that leaves two does not lose.
//!
//! No remoteness is known: the theorem says who can win, not how soon.
//!
//! Cost: for each part one look at each option, and the additions of its value. Not for misère play,
//! nor for partizan parts.

use zug_values::{LoopyNimber, Outcome, loopy};

use super::turn_set::{NumberedPart, TurnSet};

/// The turns that leave the opponent a sum of this outcome.
pub(super) fn turns<'a>(
    parts: &'a [NumberedPart<'a>],
    left: Outcome,
) -> impl Iterator<Item = TurnSet> + 'a {
    let values: Vec<LoopyNimber> = parts
        .iter()
        .filter_map(|of| of.part.loopy_nimber().ok())
        .collect();
    let beside = loopy::beside(&values);
    parts.iter().zip(beside).map(move |(of, beside)| {
        TurnSet::single(of, |option| {
            let after = option.loopy_nimber();
            after.is_ok_and(|after| (after + beside.clone()).outcome() == left)
        })
    })
}
