//! Who does not lose, where play can go round for ever.
//!
//! **Question.** A player, the *claimant*, claims not to lose from a position: to win, to draw,
//! or to play on for ever. Two such questions, one for each player, tell who wins.
//!
//! **Method.** The claim holds if there is a closed set of positions: no position of it is
//! lost for the claimant by the rules; where the claimant is to move, some move stays in the set; where the opponent is to move, all
//! moves do. The set is looked for from the root: one move of the claimant is believed at a
//! time, all moves of the opponent are followed, and a position that turns out lost is taken
//! back from all that believed in it, who then try another move. When nothing is left to be
//! looked at, what is not lost is closed. This is the local computation of a greatest fixpoint (X. Liu and
//! S. A. Smolka, *Simple linear-time algorithms for minimal fixed points*, 1998). Nothing in
//! it depends on the way by which play came to a position: the misjudgement of
//! positions that come again, which a search with a table of results is prone to, cannot occur.
//!
//! **Cost.** Each position is looked at once, and once more for each move of the claimant that
//! turns out lost; about 100 bytes a position, none of which is forgotten.
//!
//! **When not to use it.** Where no position comes again, a search that may forget needs less
//! memory.

mod entries;

use std::collections::HashMap;

use zug_game::{Searchable, Step};
use zug_job::{Charge, Job, Phase, Progress, Stopped};
use zug_values::{Outcome, Turn};

use crate::error::Error;

/// A position, and whether the claimant is to move there.
type Place<P> = (P, bool);

/// What is known of a place.
#[derive(Clone, Copy, Debug)]
struct Node<P> {
    place: Place<P>,
    /// The number of nodes that were lost before this one; [`NONE`] while it is not lost.
    lost: u32,
    /// Its moves were looked at.
    is_explored: bool,
    /// The node whose place the claimant moves to, as long as that is believed to hold.
    chosen: u32,
    /// The last node that relies on this one, in the list of all such relations.
    relying: u32,
}

impl<P> Node<P> {
    fn is_lost(&self) -> bool {
        self.lost != NONE
    }
}

/// No node, or the end of a list.
const NONE: u32 = u32::MAX;

/// A node that relies on another one, and the relation before it.
#[derive(Clone, Copy, Debug)]
struct Relying {
    node: u32,
    before: u32,
}

/// What has to be done with a node.
#[derive(Clone, Copy, Debug)]
enum Task {
    /// Its moves have to be looked at, if anything still relies on it.
    Explore(u32),
    /// It is lost, which those that rely on it have to be told.
    Lose(u32),
    /// The move that the claimant chose there turned out lost: another one has to be chosen.
    Choose(u32),
}

/// Looks for closed sets. What one question finds lost stays lost for the next with the
/// same claimant.
pub(crate) struct Closed<'a, G: Searchable> {
    game: &'a G,
    job: &'a Job,
    nodes: Vec<Node<G::Position>>,
    ids: HashMap<Place<G::Position>, u32>,
    relying: Vec<Relying>,
    tasks: Vec<Task>,
    steps: Vec<Step<G::Position>>,
    /// The number of nodes that are lost.
    lost: u32,
    looked_at: u64,
    /// The number of looks at which the job is asked next.
    next_check: u64,
    charge: Charge,
}

/// After this number of looks the job is asked whether the work goes on, and memory is charged.
const LOOKS_BETWEEN_CHECKS: u64 = 1024;

impl<'a, G: Searchable> Closed<'a, G> {
    pub(crate) fn new(game: &'a G, job: &'a Job) -> Self {
        Self {
            game,
            job,
            nodes: Vec::new(),
            ids: HashMap::new(),
            relying: Vec::new(),
            tasks: Vec::new(),
            steps: Vec::new(),
            lost: 0,
            looked_at: 0,
            next_check: LOOKS_BETWEEN_CHECKS,
            charge: job.budget.open(),
        }
    }

    /// The number of times that the moves of a position were looked at.
    pub(crate) fn looked_at(&self) -> u64 {
        self.looked_at
    }

    /// Whether the claimant does not lose from a position, where it is to move if
    /// `moves_first`. `None` where it takes more than so many looks at moves. Then, and once the
    /// caller cancelled, the question may be asked again, and the work goes on; after any other
    /// error the sets are of no use.
    pub(crate) fn holds(
        &mut self,
        root: &G::Position,
        moves_first: bool,
        looks: u64,
    ) -> Result<Option<bool>, Error> {
        let until = self.looked_at.saturating_add(looks);
        let root = self.node((*root, moves_first))?;
        // What the last question left undone is done as well: this answer may stand on it.
        self.tasks.push(Task::Explore(root));
        while !self.nodes[root as usize].is_lost() {
            // Work that is stopped here can go on later: each task is done, or waits in the list.
            self.go_on()?;
            if self.looked_at >= until && !self.tasks.is_empty() {
                return Ok(None);
            }
            let Some(task) = self.tasks.pop() else {
                return Ok(Some(true));
            };
            match task {
                Task::Explore(node) => {
                    if node == root || self.is_relied_on(node) {
                        self.explore(node)?;
                    }
                }
                Task::Lose(node) => self.lose(node),
                Task::Choose(node) => self.choose_again(node)?,
            }
        }
        Ok(Some(false))
    }

    /// Asks the job now and then whether the work goes on.
    fn go_on(&mut self) -> Result<(), Error> {
        if self.looked_at >= self.next_check || self.job.cancel.is_cancelled() {
            self.next_check = self.looked_at + LOOKS_BETWEEN_CHECKS;
            self.job.tell(&self.reached())?;
        }
        Ok(())
    }

    /// Looks at the moves of a node for the first time.
    fn explore(&mut self, node: u32) -> Result<(), Error> {
        let known = &mut self.nodes[node as usize];
        if known.is_explored || known.is_lost() {
            return Ok(());
        }
        known.is_explored = true;
        let (_, is_own) = known.place;
        let ended = self.look(node)?;
        match ended {
            Some(outcome) => {
                let lost = if is_own { Outcome::Loss } else { Outcome::Win };
                if outcome == lost {
                    self.tasks.push(Task::Lose(node));
                }
                Ok(())
            }
            None if is_own => self.choose(node),
            None => self.follow_all(node),
        }
    }

    /// The claimant chooses a move of this node that is not known to be lost; the node is lost
    /// if there is none. Its moves are in `steps`.
    fn choose(&mut self, node: u32) -> Result<(), Error> {
        let steps = std::mem::take(&mut self.steps);
        let mut chosen = NONE;
        for step in &steps {
            let next = self.node(behind(step, true))?;
            let known = &self.nodes[next as usize];
            if known.is_lost() {
                continue;
            }
            // What was looked at already closes the set soonest.
            if known.is_explored {
                chosen = next;
                break;
            }
            if chosen == NONE {
                chosen = next;
            }
        }
        self.steps = steps;
        self.nodes[node as usize].chosen = chosen;
        if chosen == NONE {
            self.tasks.push(Task::Lose(node));
            return Ok(());
        }
        self.rely(node, chosen)
    }

    /// The opponent may make any move of this node; the node is lost if one is. Its moves are
    /// in `steps`.
    fn follow_all(&mut self, node: u32) -> Result<(), Error> {
        let steps = std::mem::take(&mut self.steps);
        for step in &steps {
            let next = self.node(behind(step, false))?;
            if self.nodes[next as usize].is_lost() {
                self.tasks.push(Task::Lose(node));
                break;
            }
            self.rely(node, next)?;
        }
        self.steps = steps;
        Ok(())
    }

    /// Notes that a node is lost, and tells those that rely on it.
    fn lose(&mut self, node: u32) {
        let lost = &mut self.nodes[node as usize];
        if lost.is_lost() {
            return;
        }
        lost.lost = self.lost;
        self.lost += 1;
        let mut at = lost.relying;
        while at != NONE {
            let Relying { node: by, before } = self.relying[at as usize];
            at = before;
            let relying = &self.nodes[by as usize];
            if relying.is_lost() {
                continue;
            }
            let (_, is_own) = relying.place;
            if !is_own {
                self.tasks.push(Task::Lose(by));
            } else if relying.chosen == node {
                self.tasks.push(Task::Choose(by));
            }
        }
    }

    /// The claimant chooses another move of a node whose chosen move turned out lost.
    fn choose_again(&mut self, node: u32) -> Result<(), Error> {
        let known = &self.nodes[node as usize];
        let chosen = known.chosen;
        if known.is_lost() || chosen == NONE || !self.nodes[chosen as usize].is_lost() {
            return Ok(());
        }
        self.look(node)?;
        self.choose(node)
    }

    /// Notes that a node relies on another one, which is looked at if it was not yet.
    fn rely(&mut self, node: u32, on: u32) -> Result<(), Error> {
        self.make_room()?;
        let relied = &mut self.nodes[on as usize];
        let before = std::mem::replace(&mut relied.relying, self.relying.len() as u32);
        let is_explored = relied.is_explored;
        self.relying.push(Relying { node, before });
        if !is_explored {
            self.tasks.push(Task::Explore(on));
        }
        Ok(())
    }

    /// Whether a node that is not lost still relies on this one.
    fn is_relied_on(&self, node: u32) -> bool {
        let mut at = self.nodes[node as usize].relying;
        while at != NONE {
            let Relying { node: by, before } = self.relying[at as usize];
            let relying = &self.nodes[by as usize];
            let (_, is_own) = relying.place;
            if !relying.is_lost() && (!is_own || relying.chosen == node) {
                return true;
            }
            at = before;
        }
        false
    }

    /// The moves of a node, into `steps`; the outcome for its mover where the game is over.
    fn look(&mut self, node: u32) -> Result<Option<Outcome>, Error> {
        self.looked_at += 1;
        let (position, _) = self.nodes[node as usize].place;
        self.steps.clear();
        let ended = self.game.expand(&position, &mut self.steps)?;
        self.game.fold(&mut self.steps);
        Ok(ended)
    }

    /// The node of a place.
    fn node(&mut self, place: Place<G::Position>) -> Result<u32, Error> {
        if let Some(&node) = self.ids.get(&place) {
            return Ok(node);
        }
        self.make_room()?;
        let node = self.nodes.len() as u32;
        self.nodes.push(Node {
            place,
            lost: NONE,
            is_explored: false,
            chosen: NONE,
            relying: NONE,
        });
        self.ids.insert(place, node);
        Ok(node)
    }

    /// Charges the memory for another node and another relation before they are made.
    fn make_room(&mut self) -> Result<(), Error> {
        let reached = self.reached();
        let refused = |refusal| Error::from(Stopped::out_of_memory(refusal, reached));
        let limit = u64::from(NONE);
        if self.nodes.len().max(self.relying.len()) as u64 >= limit {
            return Err(Error::TooManyPositions { limit });
        }
        self.charge.make_room(&mut self.nodes, 1).map_err(refused)?;
        self.charge
            .make_room(&mut self.relying, 1)
            .map_err(refused)?;
        if self.ids.len() == self.ids.capacity() {
            // A table of the standard library has at least an eighth of its places free, and a
            // byte beside each.
            let more = self.ids.capacity().max(1024);
            let entry = (size_of::<(Place<G::Position>, u32)>() + 1) as u64;
            self.charge.grow(2 * entry * more as u64).map_err(refused)?;
            self.ids.reserve(more);
        }
        Ok(())
    }

    fn reached(&self) -> Progress {
        Progress {
            bytes: self.job.budget.used(),
            ..Progress::at(Phase::Searching, self.looked_at)
        }
    }
}

/// The place that a move leads to, from one where the claimant is to move or not.
fn behind<P: Copy>(step: &Step<P>, is_own: bool) -> Place<P> {
    (step.position, is_own == (step.turn == Turn::Kept))
}
