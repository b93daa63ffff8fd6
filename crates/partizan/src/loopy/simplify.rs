//! A graph with fewer options that is proposed in the place of another one.
//!
//! As for short games, a dominated option is left out, and a reversible one is replaced by what the player can go on
//! to behind the answer that reverses it; positions that are equal become one. Where play can go round these rules
//! can be wrong, for example where every option that dominates another one goes round: whoever proposes compares.

use rustc_hash::FxHashSet;

use super::contest::{Contest, Draft, Node, options};
use crate::arena::Arena;
use crate::error::Result;
use crate::form::Side;

/// Simplifies a graph.
pub(super) struct Simplifier<'a> {
    arena: &'a mut Arena,
    /// The graph as it was.
    original: &'a Draft,
    contest: Contest,
    /// The graph as it becomes.
    draft: Draft,
    /// What stands for each position: one of those that are equal to it.
    same: Vec<Node>,
}

/// An option on the way from one that a position has by bypassing what is reversible.
struct Bypassed {
    option: Node,
    /// The number of the option that was bypassed for it.
    before: Option<usize>,
}

impl<'a> Simplifier<'a> {
    /// The graph without what the rules leave out, and what stands for each of its positions, which keep their
    /// numbers.
    pub(super) fn simplified(
        arena: &'a mut Arena,
        original: &'a Draft,
    ) -> Result<(Draft, Vec<Node>)> {
        let contest = Contest::new(arena);
        let mut simplifier = Self {
            arena,
            original,
            contest,
            draft: original.clone(),
            same: (0..original.len()).map(Node::Open).collect(),
        };
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            for number in 0..original.len() {
                has_changed |= simplifier.changes(number)?;
            }
        }
        simplifier.find_equal()?;
        simplifier.unite();
        Ok((simplifier.draft, simplifier.same))
    }

    /// Finds positions that are equal to one before them.
    fn find_equal(&mut self) -> Result<()> {
        for later in 1..self.same.len() {
            for earlier in 0..later {
                let is_first = self.same[earlier] == Node::Open(earlier);
                if is_first && self.is_equal(Node::Open(later), Node::Open(earlier))? {
                    self.same[later] = Node::Open(earlier);
                    break;
                }
            }
        }
        Ok(())
    }

    fn is_equal(&mut self, one: Node, two: Node) -> Result<bool> {
        self.contest.is_equal(one, two, self.original, self.arena)
    }

    /// Whether, for the player who moves to it, one position is no better than another.
    fn is_no_better(&mut self, one: Node, than: Node, side: Side) -> Result<bool> {
        let (low, high) = match side {
            Side::Left => (one, than),
            Side::Right => (than, one),
        };
        self.contest
            .is_at_most(low, high, self.original, self.arena)
    }

    /// Simplifies the options of a position. Returns whether some have changed.
    fn changes(&mut self, number: usize) -> Result<bool> {
        let before = self.draft[number].clone();
        // What Right bypasses comes first: an option from which play goes round can dominate another one, and is no
        // use to him.
        self.bypass(number, Side::Right)?;
        for side in Side::BOTH {
            self.leave_out_dominated(number, side)?;
            self.bypass(number, side)?;
            self.leave_out_dominated(number, side)?;
            self.draft[number][side as usize].sort_unstable();
        }
        Ok(self.draft[number] != before)
    }

    fn leave_out_dominated(&mut self, number: usize, side: Side) -> Result<()> {
        let mut kept: Vec<Node> = Vec::new();
        'options: for option in std::mem::take(&mut self.draft[number][side as usize]) {
            let mut place = 0;
            while let Some(&other) = kept.get(place) {
                if self.is_no_better(option, other, side)? {
                    continue 'options;
                }
                if self.is_no_better(other, option, side)? {
                    kept.remove(place);
                } else {
                    place += 1;
                }
            }
            kept.push(option);
        }
        self.draft[number][side as usize] = kept;
        Ok(())
    }

    /// Makes equal positions one.
    fn unite(&mut self) {
        for side in self.draft.iter_mut().flatten() {
            for option in side.iter_mut() {
                if let Node::Open(number) = *option {
                    *option = self.same[number];
                }
            }
            side.sort_unstable();
            side.dedup();
        }
    }

    /// Replaces reversible options by what the player goes on to.
    fn bypass(&mut self, number: usize, side: Side) -> Result<()> {
        let options = std::mem::take(&mut self.draft[number][side as usize]);
        let first = |option: &Node| Bypassed {
            option: *option,
            before: None,
        };
        let mut found: Vec<Bypassed> = options.iter().map(first).collect();
        let mut open: Vec<usize> = (0..found.len()).collect();
        // The position is as it was while its options are looked at.
        self.draft[number][side as usize] = options;
        let (mut seen, mut kept) = (FxHashSet::default(), Vec::new());
        while let Some(place) = open.pop() {
            let option = found[place].option;
            if !seen.insert(option) {
                continue;
            }
            let Some(behind) = self.behind(number, side, &found, place)? else {
                kept.push(option);
                continue;
            };
            for option in behind {
                open.push(found.len());
                found.push(Bypassed {
                    option,
                    before: Some(place),
                });
            }
        }
        self.draft[number][side as usize] = kept;
        Ok(())
    }

    /// What stands in the place of an option, if it is reversible: the options of the same player behind an answer.
    /// Where these lead back to what was bypassed for the option, play could go round for ever. That is no use to
    /// Right, for whom they are left out; for Left such an answer is none.
    fn behind(
        &mut self,
        number: usize,
        side: Side,
        found: &[Bypassed],
        place: usize,
    ) -> Result<Option<Vec<Node>>> {
        let leads_back = |node: &Node| {
            let mut place = Some(place);
            while let Some(on_the_way) = place {
                if found[on_the_way].option == *node {
                    return true;
                }
                place = found[on_the_way].before;
            }
            false
        };
        for answer in options(found[place].option, side.other(), &self.draft, self.arena)? {
            if !self.is_no_better(answer, Node::Open(number), side)? {
                continue;
            }
            let mut behind = options(answer, side, &self.draft, self.arena)?;
            let all = behind.len();
            behind.retain(|node| !leads_back(node));
            if side == Side::Right || behind.len() == all {
                return Ok(Some(behind));
            }
        }
        Ok(None)
    }
}
