//! The second pass of a search: a list of positions that proves what was found.
//!
//! **Problem.** A search answers and keeps no reason. Whoever does not trust it wants a list of
//! positions, with what is claimed of each, that code which only plays can check.
//!
//! **Method.** The pass walks from the root, and follows what a checker follows. Of the
//! position of an entry that misses an aim all moves are looked at: behind each of them the
//! opponent has one move that decides, and the position after *that* move is the next entry.
//! The positions between need none, since a checker finds the deciding move by playing all
//! moves of such a position. Where a move keeps the turn the position behind it may need an
//! entry of its own.
//!
//! The deciding move is the one that leads to an end of the game or to an entry that is there
//! already; else the one whose proof cost the search least, as far as the table tells; else it is
//! searched again. So what the table forgot costs time and not truth.
//!
//! Where a theorem that the checker works out again tells who wins, no entry is needed, and the pass
//! goes no further. The search itself may have been told more, by a theorem that no checker knows:
//! there the pass goes on to the ends of play, and the search finds the moves again.
//!
//! Where no level is known that every move climbs, entries that claim a win tell plies (`plies`).
//! Where play comes back to positions, who wins at all comes from closed sets, which know their
//! own entries (`closed`).
//!
//! In a game that ends with scores the two claims "at least this score" and "at most this score"
//! prove a score, each by a walk of its own.
//!
//! **Cost.** A look at the moves of each entry and of each position behind them, the searches
//! for what the table forgot, and about 70 bytes an entry.

mod plies;

use std::collections::HashMap;

use zug_game::{Searchable, Step, U256};
use zug_job::{Charge, Job, Phase, Progress, Stopped};
use zug_values::{Bounds, Outcome, Score, Wanted};

use crate::error::Error;

use super::node::of_end;
use super::table::{Entry, NO_MOVE};
use super::theorem::NodeTheorem;
use super::together::Together;
use super::walk::Ended;

pub(super) use plies::within;

/// A list that proves what a search found ([`Search::proof`](super::Search::proof)): positions,
/// each the one of its images that stands for them, in the order of their packed forms, with
/// what is claimed of the player to move there.
#[derive(Debug)]
pub struct Proof<P> {
    entries: Vec<(P, Bounds)>,
    /// The memory of the entries.
    _charge: Charge,
}

impl<P> Proof<P> {
    /// The positions, with what is claimed of them.
    #[must_use]
    pub fn entries(&self) -> &[(P, Bounds)] {
        &self.entries
    }
}

/// The entries of a proof, as they are gathered.
pub(super) struct Entries<'a, P> {
    bounds: HashMap<P, Bounds>,
    /// What was added and not looked at yet.
    pending: Vec<(P, Wanted)>,
    job: &'a Job,
    charge: Charge,
    charged_pending: usize,
    /// The number of positions that were looked at.
    looked_at: u64,
}

/// After this number of positions the job is asked whether the work goes on.
const LOOKS_BETWEEN_CHECKS: u64 = 256;

impl<'a, P: Copy + Eq + std::hash::Hash> Entries<'a, P> {
    pub(super) fn new(job: &'a Job) -> Self {
        Self {
            bounds: HashMap::new(),
            pending: Vec::new(),
            job,
            charge: job.budget.open(),
            charged_pending: 0,
            looked_at: 0,
        }
    }

    /// What is claimed of a position.
    fn of(&self, position: &P) -> Bounds {
        self.bounds
            .get(position)
            .copied()
            .unwrap_or(Bounds::UNKNOWN)
    }

    /// Sees to it that an entry shows this of a position, which is true. Returns whether the
    /// entry had to be made or changed.
    pub(super) fn add(&mut self, position: P, claim: Wanted) -> Result<bool, Error> {
        let known = self.of(&position);
        if known.show(claim) {
            return Ok(false);
        }
        self.make_room()?;
        self.bounds.insert(position, known.and(claim));
        Ok(true)
    }

    /// As [`Entries::add`], for an entry whose moves have to be looked at.
    fn add_pending(&mut self, position: P, claim: Wanted) -> Result<(), Error> {
        if self.add(position, claim)? {
            if self.pending.len() == self.charged_pending {
                self.charge
                    .make_room(&mut self.pending, 1)
                    .map_err(|refusal| Stopped::out_of_memory(refusal, self.reached()))?;
                self.charged_pending = self.pending.capacity();
            }
            self.pending.push((position, claim));
        }
        Ok(())
    }

    fn make_room(&mut self) -> Result<(), Error> {
        if self.bounds.len() == self.bounds.capacity() {
            let more = self.bounds.capacity().max(1024);
            // A table of the standard library has at least an eighth of its places free, and
            // a byte beside each; while it grows the old one is there too.
            let entry = (size_of::<(P, Bounds)>() + 1) as u64;
            let charged = self.charge.grow(2 * entry * more as u64);
            charged.map_err(|refusal| Stopped::out_of_memory(refusal, self.reached()))?;
            self.bounds.reserve(more);
        }
        Ok(())
    }

    pub(super) fn look(&mut self) -> Result<(), Error> {
        self.looked_at += 1;
        if self.looked_at.is_multiple_of(LOOKS_BETWEEN_CHECKS) {
            self.job.tell(&self.reached())?;
        }
        Ok(())
    }

    fn reached(&self) -> Progress {
        Progress {
            frontier: self.pending.len() as u64,
            bytes: self.job.budget.used(),
            ..Progress::at(Phase::Proving, self.bounds.len() as u64)
        }
    }

    /// All entries, in the order of their packed positions.
    pub(super) fn into_proof(self, packed: &dyn Fn(&P) -> U256) -> Result<Proof<P>, Error> {
        let mut entries = Vec::new();
        let mut charge = self.job.budget.open();
        let room = charge.make_room(&mut entries, self.bounds.len());
        room.map_err(|refusal| Stopped::out_of_memory(refusal, self.reached()))?;
        entries.extend(self.bounds);
        entries.sort_unstable_by_key(|(position, _)| packed(position));
        Ok(Proof {
            entries,
            _charge: charge,
        })
    }
}

/// Walks the proof of what a search found.
pub(super) struct Prover<'p, 'a, G: Searchable> {
    pub(super) walks: &'p mut Together<'a, G>,
    pub(super) game: &'a G,
    /// A theorem that the checker works out again.
    pub(super) checked: Option<&'a dyn NodeTheorem<G::Position>>,
    pub(super) entries: &'p mut Entries<'a, G::Position>,
}

/// A move of a position.
struct Move<P> {
    step: Step<P>,
    /// The number of points that it gains.
    gain: i64,
    /// The score behind it, if it ends the game.
    ended: Option<Score>,
}

impl<P> Move<P> {
    /// What must hold of the position behind the move so that it attains this aim; `None` where that
    /// is beyond the scores of a search.
    fn wanted(&self, aim: Score) -> Option<Wanted> {
        aim.wanted_with(self.gain, self.step.turn)
    }
}

impl<G: Searchable + Sync> Prover<'_, '_, G> {
    /// Adds the entries that show a claim about the root, which is true.
    pub(super) fn prove(&mut self, root: G::Position, claim: Wanted) -> Result<(), Ended> {
        if self.checker_is_told(&root, claim) {
            return Ok(());
        }
        self.entries.add_pending(root, claim)?;
        while let Some((position, claim)) = self.entries.pending.pop() {
            let known = self.entries.of(&position);
            let is_told = match claim {
                Wanted::Attains(aim) => known.lower == aim,
                Wanted::Misses(aim) => known.upper == aim.below(),
            };
            // Otherwise the entry came to claim more, which is looked at for itself.
            if is_told {
                self.entry(position, claim)?;
            }
        }
        Ok(())
    }

    /// Adds what an entry stands on.
    fn entry(&mut self, position: G::Position, claim: Wanted) -> Result<(), Ended> {
        let Some(moves) = self.moves(position)? else {
            return Ok(());
        };
        match claim {
            Wanted::Attains(aim) => self.decide(position, aim, &moves),
            Wanted::Misses(aim) => {
                for one in moves.iter().filter(|one| one.ended.is_none()) {
                    let position = one.step.position;
                    match one.wanted(aim).ok_or(Error::MORE_POINTS)?.negated() {
                        Wanted::Attains(aim) => self.seen(position, aim)?,
                        missed @ Wanted::Misses(_) => {
                            if !self.checker_is_told(&position, missed) {
                                self.entries.add_pending(position, missed)?;
                            }
                        }
                    }
                }
                Ok(())
            }
        }
    }

    /// Sees to it that a checker which plays the moves of a position sees that it attains an
    /// aim.
    fn seen(&mut self, position: G::Position, aim: Score) -> Result<(), Ended> {
        let wanted = Wanted::Attains(aim);
        let is_listed = self.entries.of(&position).show(wanted);
        if is_listed || Bounds::GOES_ON.show(wanted) || self.checker_is_told(&position, wanted) {
            return Ok(());
        }
        match self.moves(position)? {
            Some(moves) => self.decide(position, aim, &moves),
            None => Ok(()),
        }
    }

    /// Finds a move of a position by which it attains an aim, and adds the entry for the
    /// position behind it, if it needs one.
    fn decide(
        &mut self,
        position: G::Position,
        aim: Score,
        moves: &[Move<G::Position>],
    ) -> Result<(), Ended> {
        let shown = |entries: &Entries<'_, G::Position>, one: &Move<G::Position>| {
            let Some(wanted) = one.wanted(aim) else {
                return false;
            };
            match one.ended {
                Some(score) => Bounds::exactly(score).show(wanted),
                None => Bounds::GOES_ON.show(wanted) || entries.of(&one.step.position).show(wanted),
            }
        };
        if moves.iter().any(|one| shown(self.entries, one)) {
            return Ok(());
        }
        let mut going_on = moves.iter().filter(|one| one.ended.is_none());
        if going_on.any(|one| {
            let wanted = one.wanted(aim);
            wanted.is_some_and(|wanted| self.checker_is_told(&one.step.position, wanted))
        }) {
            return Ok(());
        }
        let best = match self.known_best(aim, moves) {
            Some(best) => best,
            None => self.searched_again(position, aim, moves)?,
        };
        let wanted = best.wanted(aim).ok_or(Error::MORE_POINTS)?;
        self.entries.add_pending(best.step.position, wanted)?;
        Ok(())
    }

    /// Whether the theorem that the checker works out again shows this of a position where the game
    /// goes on.
    fn checker_is_told(&self, position: &G::Position, claim: Wanted) -> bool {
        let told = self
            .checked
            .and_then(|checked| checked.tell(position).outcome);
        told.is_some_and(|outcome| Bounds::of_any_length(outcome).show(claim))
    }

    fn known(&self, position: &G::Position) -> Option<Entry> {
        self.walks.known(self.game.pack(position))
    }

    /// The move of which the table tells that it attains an aim, and whose proof cost least.
    fn known_best<'m>(
        &self,
        aim: Score,
        moves: &'m [Move<G::Position>],
    ) -> Option<&'m Move<G::Position>> {
        let going_on = moves.iter().filter(|one| one.ended.is_none());
        let known = going_on.filter_map(|one| {
            let entry = self.known(&one.step.position)?;
            let bounds = Bounds {
                lower: entry.lower,
                upper: entry.upper,
            };
            let shows = bounds.show(one.wanted(aim)?);
            shows.then_some((entry.work, one))
        });
        known.min_by_key(|(work, _)| *work).map(|(_, one)| one)
    }

    /// The move by which a position attains an aim, of which the table knows no more.
    fn searched_again<'m>(
        &mut self,
        position: G::Position,
        aim: Score,
        moves: &'m [Move<G::Position>],
    ) -> Result<&'m Move<G::Position>, Ended> {
        self.walks.attains(&position, aim)?;
        if let Some(best) = self.known_best(aim, moves) {
            return Ok(best);
        }
        let best = self.known(&position).map_or(NO_MOVE, |entry| entry.best);
        let first = moves.get(usize::from(best));
        for one in first.into_iter().chain(moves) {
            let Some(wanted) = one.wanted(aim).filter(|_| one.ended.is_none()) else {
                continue;
            };
            if wanted.is(self.walks.attains(&one.step.position, wanted.aim())?) {
                return Ok(one);
            }
        }
        // A position that attains an aim has a move for it; behind that one a search cannot ask.
        Err(Error::MORE_POINTS.into())
    }

    /// The moves of a position; `None` where the game is over.
    fn moves(&mut self, position: G::Position) -> Result<Option<Vec<Move<G::Position>>>, Error> {
        self.entries.look()?;
        let (mut steps, mut gains) = (Vec::new(), Vec::new());
        if self.game.expand(&position, &mut steps)?.is_some() {
            return Ok(None);
        }
        if self.game.moves_gain() {
            self.game.append_gains(&position, &mut gains)?;
        }
        self.game.fold(&mut steps);
        let behind: Vec<G::Position> = steps.iter().map(|step| step.position).collect();
        let mut outcomes = vec![None; behind.len()];
        self.game.outcomes(&behind, &mut outcomes)?;
        gains.resize(steps.len(), 0);
        let moves = steps.into_iter().zip(gains).zip(outcomes);
        let moves = moves.map(|((step, gain), outcome): (_, Option<Outcome>)| {
            let ended = outcome.map(|outcome| of_end(self.game, &step.position, outcome));
            let ended = ended.transpose()?;
            Ok(Move { step, gain, ended })
        });
        moves.collect::<Result<_, Error>>().map(Some)
    }
}
