//! A move in each part of a non-empty set that is not all of them: the proper
//! selective compound.
//!
//! **Normal play, impartial parts that end.** The compound is lost exactly if all nimbers
//! are equal (for n heaps of Nim the case k = n - 1 of E. H. Moore's Nim, 1910, in which a turn
//! takes from at most k heaps; the tutorial *Algorithm Games* of `TopCoder` teaches it). Why: a turn
//! changes the nimber of each part that it moves, for no option has the nimber of its
//! position, and at least one part stays; so from equal nimbers a turn leads to nimbers
//! that are not all equal. If they are not all equal, let m be the least nimber; by mex
//! every part worth more has an option worth m. Moving just these parts makes all nimbers
//! equal, and at least one part, worth m, stays. Play ends, and where no turn can be made
//! either all nimbers are 0 or there is a single part: all nimbers are equal.
//!
//! Two remarks save work, under either convention and for any parts. With two parts a
//! turn moves one of them: that is the disjunctive sum. And as soon as one part is dead,
//! no turn can move all parts: that is the selective compound of the others.
//!
//! Cost: one look at each part. Where three or more parts are live, no rule is known to
//! us for misère play, nor for parts that have no nimber: the product is solved.
//!
//! ```
//! use zug_solve::compound::proper_selective;
//! use zug_values::{Nimber, Outcome};
//!
//! assert_eq!(proper_selective::normal([2, 2, 2].map(Nimber)), Outcome::Loss);
//! assert_eq!(proper_selective::normal([2, 0, 2].map(Nimber)), Outcome::Win);
//! ```

use std::collections::BTreeSet;

use zug_values::{Nimber, Outcome};

use super::turn_set::{NumberedPart, Pick, TurnSet};

/// The mover's outcome in normal play, from the nimbers of the parts.
pub fn normal(parts: impl IntoIterator<Item = Nimber>) -> Outcome {
    let mut parts = parts.into_iter();
    let first = parts.next();
    if parts.all(|part| Some(part) == first) {
        Outcome::Loss
    } else {
        Outcome::Win
    }
}

/// The winning turns of normal play.
///
/// After a winning turn all parts are worth the same nimber v. At least one part stayed,
/// so v is the nimber of a part before the turn. The parts worth v stayed, as none of
/// their options is worth v, and all other parts moved.
pub(crate) fn normal_turns<'a>(
    parts: &'a [NumberedPart<'a>],
) -> impl Iterator<Item = TurnSet> + 'a {
    let values: BTreeSet<Nimber> = parts.iter().filter_map(NumberedPart::nimber).collect();
    let won = values.len() > 1;
    let values = values.into_iter().filter(move |_| won);
    values.map(move |value| {
        let others = parts.iter().filter(|of| of.nimber() != Some(value));
        let lists = others.map(|of| {
            let there = of.options().filter(|option| option.nimber() == Ok(value));
            (of.index, there.map(|to| Pick::to(&to, false)).collect())
        });
        TurnSet {
            marks: 0,
            lists: lists.collect(),
        }
    })
}
