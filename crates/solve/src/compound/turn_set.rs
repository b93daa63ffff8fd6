//! Families of turns: winning turns, counted without listing them.
//!
//! A turn is a set of parts with an option for each. There may be exponentially
//! many: with a thousand parts of which each has two good options, 2^1000 in the
//! selective compound. A theorem tells the winning turns as *families*: in each family,
//! each part that moves has a list of its own to pick from, whatever the others pick,
//! but for one bond: some of the picks are marked, and a turn needs a number of
//! marked picks. No turn is in two families of a rule.
//!
//! Cost: counting a family is one look at each pick. Listing goes depth first and
//! gives up a beginning as soon as it lacks marks, so no work is lost on turns
//! that are not listed after all: each costs one look at each part at most.

use zug_game::Player;
use zug_values::Nimber;

use super::kind::Choice;
use super::part::Part;
use crate::positions::PositionId;

/// One part that can still be moved, with its place among all parts.
pub(crate) struct Live<'a> {
    pub(crate) index: usize,
    pub(crate) part: &'a Part,
    pub(crate) mover: Player,
}

impl<'a> Live<'a> {
    /// The part after each of the mover's options.
    pub(crate) fn options(&self) -> impl Iterator<Item = Part> + use<'a> {
        let part = self.part;
        part.options(self.mover).map(|to| part.at(to))
    }

    /// What it is worth in a sum under normal play, if it has a nimber.
    pub(crate) fn nimber(&self) -> Option<Nimber> {
        self.part.nimber().ok()
    }
}

/// What a part may do in a winning turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pick {
    to: Option<PositionId>,
    marked: bool,
}

impl Pick {
    /// The part stays as it is.
    pub(crate) fn stay(marked: bool) -> Self {
        Self { to: None, marked }
    }

    /// The part is moved so that it looks like this one.
    pub(crate) fn to(option: &Part, marked: bool) -> Self {
        Self {
            to: Some(option.position()),
            marked,
        }
    }
}

/// All turns that pick one from each list, with at least `marks` marked picks.
/// Parts without a list stay as they are.
#[derive(Clone, Debug)]
pub(crate) struct Family {
    pub(crate) marks: usize,
    pub(crate) steps: Vec<(usize, Vec<Pick>)>,
}

impl Family {
    /// One part moves, to any of its options that are as wished.
    pub(crate) fn single(of: &Live<'_>, wished: impl Fn(&Part) -> bool) -> Self {
        let picks = of.options().filter(wished);
        let picks = picks.map(|to| Pick::to(&to, false)).collect();
        Self {
            marks: 0,
            steps: vec![(of.index, picks)],
        }
    }

    /// How many turns it has; `None` if 128 bits cannot count them.
    pub(crate) fn count(&self) -> Option<u128> {
        // ways[m]: how many beginnings have m marks, the last one m or more.
        let mut ways = vec![0u128; self.marks + 1];
        ways[0] = 1;
        for (_, picks) in &self.steps {
            let marked = picks.iter().filter(|pick| pick.marked).count() as u128;
            let plain = picks.len() as u128 - marked;
            for m in (0..ways.len()).rev() {
                let stays = if m == self.marks {
                    plain.checked_add(marked)?
                } else {
                    plain
                };
                let grown = match m.checked_sub(1) {
                    Some(fewer) => ways[fewer].checked_mul(marked)?,
                    None => 0,
                };
                ways[m] = ways[m].checked_mul(stays)?.checked_add(grown)?;
            }
        }
        Some(ways[self.marks])
    }

    /// Lists its turns until there are `most` in all.
    pub(crate) fn list(&self, most: usize, out: &mut Vec<Vec<Choice>>) {
        if self.steps.iter().any(|(_, picks)| picks.is_empty()) {
            return;
        }
        // How many marks the steps from the n-th on can give.
        let mut can_mark: Vec<usize> = vec![0];
        for (_, picks) in self.steps.iter().rev() {
            let one = usize::from(picks.iter().any(|pick| pick.marked));
            can_mark.push(can_mark[can_mark.len() - 1] + one);
        }
        can_mark.reverse();
        if can_mark[0] < self.marks {
            return;
        }
        let mut taken: Vec<usize> = Vec::with_capacity(self.steps.len());
        let mut marked = 0;
        let mut next = 0;
        while out.len() < most {
            let depth = taken.len();
            let picks: &[Pick] = if depth < self.steps.len() {
                &self.steps[depth].1
            } else {
                out.push(self.turn(&taken));
                &[]
            };
            let fits =
                |pick: &Pick| marked + usize::from(pick.marked) + can_mark[depth + 1] >= self.marks;
            if let Some(n) = (next..picks.len()).find(|&n| fits(&picks[n])) {
                marked += usize::from(picks[n].marked);
                taken.push(n);
                next = 0;
            } else if let Some(last) = taken.pop() {
                marked -= usize::from(self.steps[depth - 1].1[last].marked);
                next = last + 1;
            } else {
                return;
            }
        }
    }

    fn turn(&self, taken: &[usize]) -> Vec<Choice> {
        let picked = self.steps.iter().zip(taken);
        picked
            .filter_map(|(&(part, ref picks), &n)| {
                let to = picks[n].to?;
                Some(Choice { part, to })
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each list is given by whether its picks are marked.
    fn family(marks: usize, lists: &[&[bool]]) -> Family {
        let pick = |(n, &marked): (usize, &bool)| Pick {
            to: Some(PositionId::new(n)),
            marked,
        };
        let list = |list: &&[bool]| list.iter().enumerate().map(pick).collect();
        Family {
            marks,
            steps: lists.iter().map(list).enumerate().collect(),
        }
    }

    /// All ways to pick, those with too few marks thrown away.
    fn by_hand(marks: usize, lists: &[&[bool]]) -> Vec<Vec<usize>> {
        let mut all: Vec<(usize, Vec<usize>)> = vec![(0, vec![])];
        for list in lists {
            let longer = all.iter().flat_map(|(marked, taken)| {
                list.iter().enumerate().map(move |(n, &mark)| {
                    let taken = taken.iter().copied().chain([n]).collect();
                    (marked + usize::from(mark), taken)
                })
            });
            all = longer.collect();
        }
        all.retain(|(marked, _)| *marked >= marks);
        all.into_iter().map(|(_, taken)| taken).collect()
    }

    #[test]
    fn a_family_is_counted_and_listed_without_looking_at_what_lacks_marks() {
        let (m, o) = (true, false);
        let cases: [&[&[bool]]; 6] = [
            &[],
            &[&[m]],
            &[&[o, m], &[m, o, o], &[o], &[m]],
            &[&[o, m, m], &[], &[m]],
            &[&[o, o], &[o]],
            &[&[m, m], &[m], &[o, m, o], &[m, o]],
        ];
        for lists in cases {
            for marks in 0..4 {
                let family = family(marks, lists);
                let expected = by_hand(marks, lists);
                assert_eq!(family.count(), Some(expected.len() as u128));
                for most in [0, 1, 2, 100] {
                    let mut turns = Vec::new();
                    family.list(most, &mut turns);
                    let picked: Vec<Vec<usize>> = turns
                        .iter()
                        .map(|turn| turn.iter().map(|choice| choice.to.index()).collect())
                        .collect();
                    let first = &expected[..most.min(expected.len())];
                    assert_eq!(picked, first, "{lists:?} {marks}");
                }
            }
        }
    }

    #[test]
    fn more_turns_than_128_bits_count_are_not_counted() {
        let lists: Vec<&[bool]> = vec![&[true, false]; 127];
        assert_eq!(family(0, &lists).count(), Some(1 << 127));
        assert_eq!(family(1, &lists).count(), Some((1 << 127) - 1));
        let lists: Vec<&[bool]> = vec![&[true, false]; 128];
        assert_eq!(family(0, &lists).count(), None);
        let mut turns = Vec::new();
        family(127, &lists).list(3, &mut turns);
        assert_eq!(turns.len(), 3);
    }
}
