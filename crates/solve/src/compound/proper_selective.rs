//! A move in each part of a non-empty set that is not all of them: the proper
//! selective compound.
//!
//! **Normal play, impartial parts that end.** Lost exactly if all nimbers are
//! equal (the tutorial *Algorithm Games* of `TopCoder` teaches it). Why: if all are equal, a move changes the nimber of each part
//! that it touches, for no option has the nimber of its position, and leaves one
//! part at least: they are no longer all equal. If they are not, let m be the
//! least; by mex every part worth more has an option worth m. Moving just those
//! makes all equal, and the parts worth m, of which there is one, stay. Play
//! ends, and where nobody can move all nimbers are 0 or there is one part alone,
//! which cannot be moved: all are equal.
//!
//! Two remarks save work, in either convention and for any parts. Of two parts
//! one is moved: that is the disjunctive sum. And as soon as one part is at its
//! end, "not all" asks for nothing: that is the selective compound of the others.
//!
//! Cost: one look at each part. For misère play of three live parts or more, and
//! for parts that have no nimber, no rule is known to us: the product is solved.
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

use super::turn_set::{Family, Live, Pick};

/// The mover's outcome in normal play.
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
/// After one, all are worth the same, v. Some part stayed, so v is the nimber of
/// a part; the parts worth v stayed, as none of their options is, and all others
/// moved.
pub(crate) fn normal_turns<'a>(live: &'a [Live<'a>]) -> impl Iterator<Item = Family> + 'a {
    let values: BTreeSet<Nimber> = live.iter().filter_map(Live::nimber).collect();
    let won = values.len() > 1;
    let values = values.into_iter().filter(move |_| won);
    values.map(move |value| {
        let others = live.iter().filter(|of| of.nimber() != Some(value));
        let steps = others.map(|of| {
            let there = of.options().filter(|option| option.nimber() == Ok(value));
            (of.index, there.map(|to| Pick::to(&to, false)).collect())
        });
        Family {
            marks: 0,
            steps: steps.collect(),
        }
    })
}
