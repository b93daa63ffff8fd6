//! A move in exactly one part: the disjunctive sum.
//!
//! **Normal play, impartial parts that end.** The sum is worth the xor of its
//! parts' nimbers, and is lost exactly if that is 0 (R. Sprague, 1935; P. M.
//! Grundy, 1939). Why: a move changes the nimber of its part, and so the xor,
//! for no option has the nimber of its position; from xor 0 it thus leads
//! elsewhere. From xor x > 0, some nimber g has the highest bit of x, so
//! g xor x < g, and by mex the part has an option worth that: it makes 0. Play
//! ends, and where nobody can move the xor is 0.
//!
//! **Misère play.** There is no such rule: two parts of the same nimber may
//! change the outcome of a sum in different ways. For heaps of Nim there is one
//! (C. L. Bouton, 1901): as in normal play while some heap has two or more; with
//! heaps of 0 and 1 alone, lost exactly if the number of ones is odd. Why: a
//! single heap of two or more has xor > 0, and is brought to 0 or to 1,
//! whichever leaves an odd number of ones. So who wins normal play makes xor 0
//! until a single such heap is left, on his own turn, for from xor 0 with large
//! heaps there are at least two of them.
//!
//! Nimbers do not suffice for Bouton's rule: the parts must *be* heaps
//! ([`Part::heap`] verifies it on the table). The catalogue's Nim, whose parts are
//! heaps from the start, calls [`misere_nim`] as well.
//!
//! Cost: one look at each part. Not for parts that can go round in a circle, nor
//! for partizan ones: those have no nimbers here.
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
use super::turn_set::{Family, Live};

/// What the sum is worth: the mover loses exactly if it is 0.
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

/// The winning turns of normal play: in one part, to the nimber that makes 0.
pub(crate) fn normal_turns<'a>(live: &'a [Live<'a>]) -> impl Iterator<Item = Family> + 'a {
    let total = nim_sum(live.iter().filter_map(Live::nimber));
    live.iter()
        .filter(move |_| !total.is_zero())
        .map(move |of| {
            let wanted = of.nimber().map(|nimber| nimber + total);
            Family::single(of, |option| option.nimber().ok() == wanted)
        })
}

/// The winning turns of misère Nim.
pub(crate) fn misere_nim_turns<'a>(live: &'a [Live<'a>]) -> impl Iterator<Item = Family> + 'a {
    let total = nim_sum(live.iter().filter_map(Live::nimber));
    let large = |heap: &Nimber| *heap > Nimber(1);
    let all_large = live.iter().filter_map(Live::nimber).filter(large).count();
    live.iter().map(move |of| {
        let own = of.nimber().unwrap_or_default();
        let others = total + own;
        let others_large = all_large - usize::from(large(&own));
        Family::single(of, |option| {
            option.nimber().is_ok_and(|heap| {
                // Bouton's rule for what is left; the others are told by their
                // xor and by whether one of them is large.
                let any_large = others_large > 0 || large(&heap);
                (others + heap).is_zero() == any_large
            })
        })
    })
}

/// Whether Bouton's rule holds for these parts.
pub(crate) fn are_heaps<'a>(parts: impl IntoIterator<Item = &'a Part>) -> bool {
    parts.into_iter().all(|part| part.heap().is_some())
}
