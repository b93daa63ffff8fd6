//! A move in exactly one part: the disjunctive sum.
//!
//! **Normal play, impartial parts that end.** The sum is worth the xor of its
//! parts' nimbers, and is lost exactly if the xor is 0 (R. Sprague, 1935; P. M.
//! Grundy, 1939). Why: a move changes the nimber of its part, and so the xor,
//! for no option has the nimber of its position; from xor 0 it thus leads
//! to another xor. From xor x > 0, some nimber g has the highest bit of x, so
//! g xor x < g, and by mex the part has an option worth g xor x: that move makes the
//! xor 0. Play ends, and where nobody can move the xor is 0.
//!
//! **Misère play.** Nimbers do not tell the outcome of a sum: two parts of one nimber
//! may change it in different ways. For heaps of Nim there is a rule (C. L. Bouton,
//! 1901): while some heap has two or more, the outcome is that of normal play; with
//! heaps of 0 and 1 alone, the sum is lost exactly if the number of ones is odd. Why: a
//! single heap of two or more has xor > 0, and is brought to 0 or to 1,
//! whichever leaves an odd number of ones. So the winner of normal play makes the xor 0
//! until a single heap of two or more is left. That happens on the winner's own turn,
//! since with xor 0 there are either no such heaps or at least two.
//!
//! Nimbers do not suffice for Bouton's rule: the parts must *be* heaps
//! ([`Part::heap`] verifies it on the table). The catalogue's Nim, whose parts are
//! heaps from the start, calls [`misere_nim`] as well.
//!
//! Cost: one look at each part. Not for parts in which play can go round in a circle, which
//! [`super::loopy`] adds up, nor for partizan parts, which have no nimbers.
//!
//! ```
//! use zug_solve::compound::disjunctive;
//! use zug_values::{Nimber, Outcome};
//!
//! assert_eq!(disjunctive::nim_sum([5, 3, 6].map(Nimber)), Nimber::ZERO); // lost
//! assert_eq!(disjunctive::misere_nim([1, 1, 1].map(Nimber)), Outcome::Loss);
//! assert_eq!(disjunctive::misere_nim([2, 2].map(Nimber)), Outcome::Loss);
//! ```

use zug_values::{Nimber, Outcome};

use super::part::Part;
use super::turn_set::{NumberedPart, TurnSet};

/// The nimber of the sum. The mover loses exactly if it is 0.
pub fn nim_sum(parts: impl IntoIterator<Item = Nimber>) -> Nimber {
    parts.into_iter().sum()
}

/// The mover's outcome in misère Nim with these heaps.
pub fn misere_nim(heaps: impl IntoIterator<Item = Nimber>) -> Outcome {
    let (mut sum, mut largest) = (Nimber::ZERO, Nimber::ZERO);
    for heap in heaps {
        sum += heap;
        largest = largest.max(heap);
    }
    if sum.is_zero() == (largest > Nimber(1)) {
        Outcome::Loss
    } else {
        Outcome::Win
    }
}

/// The winning turns of normal play: one part moves to the nimber that makes the xor 0.
pub(crate) fn normal_turns<'a>(
    parts: &'a [NumberedPart<'a>],
) -> impl Iterator<Item = TurnSet> + 'a {
    let total = nim_sum(parts.iter().filter_map(NumberedPart::nimber));
    parts
        .iter()
        .filter(move |_| !total.is_zero())
        .map(move |of| {
            let wanted = of.nimber().map(|nimber| nimber + total);
            TurnSet::single(of, |option| option.nimber().ok() == wanted)
        })
}

/// The winning turns of misère Nim.
pub(crate) fn misere_nim_turns<'a>(
    parts: &'a [NumberedPart<'a>],
) -> impl Iterator<Item = TurnSet> + 'a {
    let total = nim_sum(parts.iter().filter_map(NumberedPart::nimber));
    let large = |heap: &Nimber| *heap > Nimber(1);
    let all_large = parts
        .iter()
        .filter_map(NumberedPart::nimber)
        .filter(large)
        .count();
    parts.iter().map(move |of| {
        let own = of.nimber().unwrap_or_default();
        let others = total + own;
        let others_large = all_large - usize::from(large(&own));
        TurnSet::single(of, |option| {
            option.nimber().is_ok_and(|heap| {
                // Bouton's rule for the position after the move: `others` is the xor of
                // the other heaps, and `others_large` the number of large heaps there.
                let any_large = others_large > 0 || large(&heap);
                (others + heap).is_zero() == any_large
            })
        })
    })
}

/// Whether all parts are heaps of Nim, so that Bouton's rule holds.
pub(crate) fn are_heaps<'a>(parts: impl IntoIterator<Item = &'a Part>) -> bool {
    parts.into_iter().all(|part| part.heap().is_some())
}
