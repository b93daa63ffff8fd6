//! Sets of turns that are counted without listing the turns.
//!
//! A turn picks some parts and an option of each. The number of winning turns may be
//! exponential in the number of parts: where each of a thousand parts has two good
//! options, the selective compound has 2^1000 winning turns. So a theorem tells the
//! winning turns as sets. In each set, each part that moves has a list of picks, and the
//! pick of one part does not depend on those of the other parts, but for one condition:
//! some picks are marked, and a turn has at least a given number of marked picks. No turn
//! is in two of the sets that a theorem tells.
//!
//! Cost: counting a set is one look at each pick. Listing goes depth first and gives up
//! the beginning of a turn as soon as the parts to come have too few marked picks, so
//! that a turn costs at most one look at each part.

use zug_game::Player;
use zug_values::Nimber;

use super::choice::Choice;
use super::part::Part;
use crate::positions::PositionId;

/// A part with its number among all parts of a question, and the player to move.
pub(crate) struct NumberedPart<'a> {
    pub(crate) index: usize,
    pub(crate) part: &'a Part,
    pub(crate) mover: Player,
}

impl<'a> NumberedPart<'a> {
    /// The part after each of the mover's options.
    pub(crate) fn options(&self) -> impl Iterator<Item = Part> + use<'a> {
        let part = self.part;
        part.options(self.mover).map(|to| part.at(to))
    }

    /// The nimber of the part; `None` if it has none.
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

    /// The part is moved to the position that `option` is in.
    pub(crate) fn to(option: &Part, marked: bool) -> Self {
        Self {
            to: Some(option.position()),
            marked,
        }
    }
}

/// All turns that take one pick from each list, at least `marks` of them marked.
#[derive(Clone, Debug)]
pub(crate) struct TurnSet {
    /// The least number of marked picks in a turn.
    pub(crate) marks: usize,
    /// Numbers of parts, each with the picks of that part. A part that is not named stays
    /// as it is.
    pub(crate) lists: Vec<(usize, Vec<Pick>)>,
}

impl TurnSet {
    /// The turns that move this part alone, to an option for which `wished` holds.
    pub(crate) fn single(of: &NumberedPart<'_>, wished: impl Fn(&Part) -> bool) -> Self {
        let picks = of.options().filter(wished);
        let picks = picks.map(|to| Pick::to(&to, false)).collect();
        Self {
            marks: 0,
            lists: vec![(of.index, picks)],
        }
    }

    /// The number of turns; `None` if 128 bits cannot hold it.
    pub(crate) fn count(&self) -> Option<u128> {
        // ways[m]: the number of beginnings of turns with m marked picks; the last entry
        // counts the beginnings with m or more.
        let mut ways = vec![0u128; self.marks + 1];
        ways[0] = 1;
        for (_, picks) in &self.lists {
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

    /// Returns turns of the sets: `most` turns, or all if there are fewer.
    pub(crate) fn list_all(sets: &mut dyn Iterator<Item = Self>, most: usize) -> Vec<Vec<Choice>> {
        let mut out = Vec::new();
        if most == 0 {
            return out;
        }
        for set in sets {
            if out.len() >= most {
                break;
            }
            set.list(most, &mut out);
        }
        out
    }

    /// Appends the turns to `out`, until `out` has `most` turns.
    pub(crate) fn list(&self, most: usize, out: &mut Vec<Vec<Choice>>) {
        if self.lists.iter().any(|(_, picks)| picks.is_empty()) {
            return;
        }
        // can_mark[n]: the most marked picks that the lists from the n-th on can give.
        let mut can_mark: Vec<usize> = vec![0];
        for (_, picks) in self.lists.iter().rev() {
            let one = usize::from(picks.iter().any(|pick| pick.marked));
            can_mark.push(can_mark[can_mark.len() - 1] + one);
        }
        can_mark.reverse();
        if can_mark[0] < self.marks {
            return;
        }
        let mut taken: Vec<usize> = Vec::with_capacity(self.lists.len());
        let mut marked = 0;
        let mut next = 0;
        while out.len() < most {
            let depth = taken.len();
            let picks: &[Pick] = if depth < self.lists.len() {
                &self.lists[depth].1
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
                marked -= usize::from(self.lists[depth - 1].1[last].marked);
                next = last + 1;
            } else {
                return;
            }
        }
    }

    /// The turn that takes the pick with the number `taken[n]` from the n-th list.
    fn turn(&self, taken: &[usize]) -> Vec<Choice> {
        let picked = self.lists.iter().zip(taken);
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

    /// The set with these lists of picks, each of which is marked or not.
    fn turn_set(marks: usize, lists: &[&[bool]]) -> TurnSet {
        let pick = |(n, &marked): (usize, &bool)| Pick {
            to: Some(PositionId::new(n)),
            marked,
        };
        let list = |list: &&[bool]| list.iter().enumerate().map(pick).collect();
        TurnSet {
            marks,
            lists: lists.iter().map(list).enumerate().collect(),
        }
    }

    /// All ways to take one pick from each list with at least `marks` marked picks.
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
    fn a_set_is_counted_and_listed_without_looking_at_what_lacks_marks() {
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
                let set = turn_set(marks, lists);
                let expected = by_hand(marks, lists);
                assert_eq!(set.count(), Some(expected.len() as u128));
                for most in [0, 1, 2, 100] {
                    let mut turns = Vec::new();
                    set.list(most, &mut turns);
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
        assert_eq!(turn_set(0, &lists).count(), Some(1 << 127));
        assert_eq!(turn_set(1, &lists).count(), Some((1 << 127) - 1));
        let lists: Vec<&[bool]> = vec![&[true, false]; 128];
        assert_eq!(turn_set(0, &lists).count(), None);
        let mut turns = Vec::new();
        turn_set(127, &lists).list(3, &mut turns);
        assert_eq!(turns.len(), 3);
    }
}
