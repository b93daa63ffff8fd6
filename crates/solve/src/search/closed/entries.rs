//! The entries of a proof by closed sets.
//!
//! **The claimant does not lose.** Its closed set is the proof: where the opponent is to move, an
//! entry says that the player to move does not win. Where the claimant is to move no entry is
//! needed, since a checker finds the move that stays in the set; but where that move keeps the
//! turn, so that the claimant is to move once more.
//!
//! **The claimant loses.** A loss must not stand on itself, and the order in which nodes were
//! lost sees to that: each lost node was lost for nodes that had been lost before it. So the
//! number of plies in which the opponent wins by those nodes is found by going through them in
//! that order. Where the claimant is to move it is one more than the largest number behind its
//! moves, and where the opponent is to move one more than the number behind the move that was
//! lost first. It need not be the remoteness; it falls with each move of the
//! opponent who keeps to the proof, which is all that a proof needs. An entry says that the player
//! to move loses within these plies.

use std::collections::HashSet;

use zug_game::{Searchable, Step};
use zug_job::Stopped;
use zug_values::{Outcome, Score, Wanted};

use super::{Closed, NONE, Node, behind};
use crate::error::Error;
use crate::search::proof::{Entries, within};

/// The moves of a place, with the outcome behind each.
type Moves<P> = Vec<(Step<P>, Option<Outcome>)>;

impl<G: Searchable> Closed<'_, G> {
    /// Adds the closed set from a place where the claimant does not lose.
    pub(crate) fn add_closed(
        &self,
        root: G::Position,
        moves_first: bool,
        entries: &mut Entries<'_, G::Position>,
    ) -> Result<(), Error> {
        let Some(&root_node) = self.ids.get(&(root, moves_first)) else {
            unreachable!("closed sets were looked for from the root");
        };
        if !moves_first {
            entries.add(root, Wanted::Misses(Score::WIN))?;
        }
        let mut met = HashSet::from([root_node]);
        let mut waiting = vec![root_node];
        while let Some(number) = waiting.pop() {
            let node = &self.nodes[number as usize];
            let (position, is_own) = node.place;
            for (step, ended) in self.moves(&position, entries)? {
                let place = behind(&step, is_own);
                let Some(&next) = self.ids.get(&place) else {
                    continue;
                };
                if ended.is_some() || is_own && node.chosen != next {
                    continue;
                }
                match (is_own, place.1) {
                    (_, false) => entries.add(place.0, Wanted::Misses(Score::WIN))?,
                    (true, true) => entries.add(place.0, Wanted::Attains(Score::DRAW))?,
                    (false, true) => false,
                };
                if met.insert(next) {
                    waiting.push(next);
                }
            }
        }
        Ok(())
    }

    /// Adds why the claimant loses from a place.
    pub(crate) fn add_lost(
        &mut self,
        root: G::Position,
        moves_first: bool,
        entries: &mut Entries<'_, G::Position>,
    ) -> Result<(), Error> {
        let Some(&root) = self.ids.get(&(root, moves_first)) else {
            unreachable!("closed sets were looked for from the root");
        };
        let mut plies = Vec::new();
        let room = self.charge.make_room(&mut plies, self.nodes.len());
        room.map_err(|refusal| Stopped::out_of_memory(refusal, self.reached()))?;
        plies.resize(self.nodes.len(), NONE);
        // The nodes that the loss of the root stands on, and whether each needs an entry.
        let mut needed = vec![(root, moves_first)];
        let mut at = 0;
        plies[root as usize] = 0;
        while let Some(&(node, _)) = needed.get(at) {
            at += 1;
            let (_, is_own) = self.nodes[node as usize].place;
            for next in self.stands_on(node, entries)? {
                let (_, next_is_own) = self.nodes[next as usize].place;
                let keeps_turn = !is_own && !next_is_own;
                if plies[next as usize] == NONE {
                    plies[next as usize] = 0;
                    needed.push((next, next_is_own || keeps_turn));
                } else if keeps_turn {
                    needed.push((next, true));
                }
            }
        }
        sort_by_key(&mut needed, &|node| self.nodes[node as usize].lost);
        for (node, needs_entry) in needed {
            let behind = self.stands_on(node, entries)?;
            let behind = behind.iter().map(|next| plies[*next as usize]).max();
            let longest = behind.unwrap_or(0) + 1;
            plies[node as usize] = longest;
            let (position, is_own) = self.nodes[node as usize].place;
            if needs_entry {
                entries.add(position, within(!is_own, longest)?)?;
            }
        }
        Ok(())
    }

    /// The lost nodes that a lost node stands on, where the game goes on: those behind all
    /// moves of the claimant, or the one behind the opponent's move that was lost first. There
    /// is none where the opponent wins at once.
    fn stands_on(
        &self,
        node: u32,
        entries: &mut Entries<'_, G::Position>,
    ) -> Result<Vec<u32>, Error> {
        let Node { place, lost, .. } = self.nodes[node as usize];
        let (position, is_own) = place;
        let mut on = Vec::new();
        for (step, ended) in self.moves(&position, entries)? {
            let Some(&next) = self.ids.get(&behind(&step, is_own)) else {
                continue;
            };
            if self.nodes[next as usize].lost >= lost {
                debug_assert!(!is_own, "all moves of a lost claimant were lost before");
                continue;
            }
            match (is_own, ended.is_some()) {
                (true, true) => {}
                (false, true) => return Ok(Vec::new()),
                (_, false) => on.push(next),
            }
        }
        if !is_own {
            let first = on
                .into_iter()
                .min_by_key(|next| self.nodes[*next as usize].lost);
            on = first.into_iter().collect();
        }
        Ok(on)
    }

    /// The moves of a position; none where the game is over.
    fn moves(
        &self,
        position: &G::Position,
        entries: &mut Entries<'_, G::Position>,
    ) -> Result<Moves<G::Position>, Error> {
        entries.look()?;
        let mut steps = Vec::new();
        if self.game.expand(position, &mut steps)?.is_some() {
            return Ok(Vec::new());
        }
        self.game.fold(&mut steps);
        let behind: Vec<G::Position> = steps.iter().map(|step| step.position).collect();
        let mut ended = vec![None; behind.len()];
        self.game.outcomes(&behind, &mut ended)?;
        Ok(steps.into_iter().zip(ended).collect())
    }
}

/// Sorts nodes by their keys.
fn sort_by_key(nodes: &mut [(u32, bool)], key: &dyn Fn(u32) -> u32) {
    nodes.sort_unstable_by_key(|(node, _)| key(*node));
}
