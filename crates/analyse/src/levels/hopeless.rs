//! Moves that no weights let climb.
//!
//! A kind of move asks that a sum of weights is at least 1, for each of the contents that its
//! fields may have had. A move that may leave all as it was asks this of 0; a move and another
//! that takes it back ask it of a sum and of its negative. Where there are such moves, as in
//! most games whose play can come back to a position, no weights need to be looked for.

use std::collections::{BTreeMap, BTreeSet};

use super::changes::{Change, Kind};
use super::ties::Ties;

/// The most sums that one kind of move is asked for.
const MOST_SUMS: usize = 64;

/// How often the weight of each group of tied contents is added.
type Sum = BTreeMap<usize, i128>;

/// Whether some of the sums that the moves ask to be at least 1 cannot be so together, whatever
/// the weights. Not all such sums are found.
pub(super) fn are_hopeless(kinds: &[Kind], ties: &Ties) -> bool {
    let mut asked = BTreeSet::new();
    for kind in kinds {
        for sum in sums(kind, ties) {
            let negative = sum.iter().map(|(&group, times)| (group, -times)).collect();
            if sum.is_empty() || asked.contains(&negative) {
                return true;
            }
            asked.insert(sum);
        }
    }
    false
}

/// Some of the sums that a kind of move asks to be at least 1.
fn sums(kind: &Kind, ties: &Ties) -> Vec<Sum> {
    let mut all = vec![Sum::new()];
    for change in kind {
        let choices = choices(change, ties);
        // A field that may stay as it was doubles the sums, and many such fields come in a loop
        // over a board: from some number of sums on, those with nothing added are enough.
        if all.len() * choices.len() > MOST_SUMS
            && choices.iter().any(|choice| adds_nothing(choice))
        {
            continue;
        }
        let both = all
            .iter()
            .flat_map(|sum| choices.iter().map(move |choice| (sum, choice)));
        let longer = both.take(MOST_SUMS).map(|(sum, choice)| {
            let mut sum = sum.clone();
            for &(group, times) in choice {
                *sum.entry(group).or_default() += times;
            }
            sum.retain(|_, times| *times != 0);
            sum
        });
        all = longer.collect();
    }
    all
}

/// What a change may add: groups, and how often their weights are added.
fn choices(change: &Change, ties: &Ties) -> Vec<Vec<(usize, i128)>> {
    match change {
        Change::Contents { class, pairs } => {
            let group = |content: i64| ties.group(*class, content as usize);
            let added = pairs
                .iter()
                .map(|&(old, new)| vec![(group(new), 1), (group(old), -1)]);
            added.collect()
        }
        &Change::Slope { class, lo, hi } => {
            let group = ties.group(class, 0);
            let nothing = (lo..=hi).contains(&0).then_some(0);
            let times = nothing.into_iter().chain([lo, hi]);
            times
                .map(|times| vec![(group, i128::from(times))])
                .collect()
        }
        Change::Carried { lo, hi, to } => {
            let carried = [*lo, *hi].into_iter();
            let added = |carried: i64| {
                let of = to.iter();
                of.map(|&(class, times)| {
                    (
                        ties.group(class, 0),
                        i128::from(times) * i128::from(carried),
                    )
                })
                .collect()
            };
            carried.map(added).collect()
        }
    }
}

/// Whether a choice leaves every sum as it is, whatever the weights.
fn adds_nothing(choice: &[(usize, i128)]) -> bool {
    let of = |group: usize| {
        let added = choice.iter().filter(|(other, _)| *other == group);
        added.map(|(_, times)| times).sum::<i128>()
    };
    choice.iter().all(|&(group, _)| of(group) == 0)
}

#[cfg(test)]
mod tests {
    use super::super::{Class, Form};
    use super::*;

    /// Whether moves of these kinds are hopeless, on one class of three contents and one of many.
    fn hopeless(kinds: &[Kind]) -> bool {
        let class = |contents, form| Class {
            fields: vec![0],
            contents,
            form,
        };
        let classes = [class(3, Form::Contents), class(100, Form::Slope)];
        are_hopeless(kinds, &Ties::none(&classes))
    }

    fn contents(pairs: &[(i64, i64)]) -> Change {
        Change::Contents {
            class: 0,
            pairs: pairs.to_vec(),
        }
    }

    fn slope(lo: i64, hi: i64) -> Change {
        Change::Slope { class: 1, lo, hi }
    }

    #[test]
    fn a_move_that_may_leave_all_as_it_was_never_climbs() {
        assert!(hopeless(&[vec![]]));
        assert!(hopeless(&[vec![slope(-1, 1)]]));
        assert!(hopeless(&[vec![contents(&[(0, 1), (2, 2)])]]));
        // A man goes from one cell to another one.
        assert!(hopeless(&[vec![contents(&[(1, 0)]), contents(&[(0, 1)])]]));
    }

    #[test]
    fn a_man_that_walks_past_many_fields_that_may_change_never_climbs() {
        let all: Vec<(i64, i64)> = (0..3).flat_map(|a| (0..3).map(move |b| (a, b))).collect();
        let mut there = vec![contents(&all); 200];
        there.extend([contents(&[(1, 0)]), slope(2, 2)]);
        let mut back = vec![contents(&all); 200];
        back.extend([contents(&[(0, 1)]), slope(-2, -2)]);
        assert!(hopeless(&[there, back]));
    }

    #[test]
    fn moves_that_take_each_other_back_never_climb_both() {
        let there = vec![contents(&[(0, 1)]), slope(2, 2)];
        let back = vec![slope(-2, -2), contents(&[(1, 0)])];
        assert!(!hopeless(std::slice::from_ref(&there)));
        assert!(hopeless(&[there.clone(), back]));
        // What a field held goes to another one, and back.
        let carried = |times| {
            let (lo, hi, to) = (1, 3, vec![(1, times)]);
            vec![Change::Carried { lo, hi, to }]
        };
        assert!(!hopeless(&[carried(1)]));
        assert!(hopeless(&[carried(1), carried(-1)]));
        let elsewhere = vec![slope(-2, -1), contents(&[(1, 2)])];
        assert!(!hopeless(&[there, elsewhere]));
    }
}
