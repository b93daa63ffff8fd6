//! Who wins where play can go round: closed sets and searches within few plies, in turns.
//!
//! **Problem.** Where play can come back to a position, closed sets tell who wins (`closed`),
//! whatever the outcome. They forget nothing, though, so that a large game does not fit; and where
//! a player wins soon they look at far more than that win.
//!
//! **Method.** A win within a number of plies is true however play came to a position. So two ways
//! take turns: closed sets, and searches for a win or a loss within more and more plies, each of
//! them with the table of the ones before. A win and a loss are found by whichever is first, a draw
//! by closed sets alone. The next search begins once closed sets have looked at twice as many
//! positions as all searches will have searched by its end, if it grows as the last ones did. So
//! where closed sets tell, the searches cost at most about half as much again.
//!
//! Where closed sets find no more memory they give it back, and the searches go on alone, as long
//! as they are not expected to take more than a multiple of what closed sets had looked at.

use zug_game::Searchable;
use zug_job::Job;
use zug_values::{MOST_PLIES, Score};

use crate::error::Error;

use super::SearchOptions;
use super::closed::Closed;
use super::together::Together;

/// Closed sets look at this many times as many positions as are searched within few plies.
const SETS_BEFORE_LENGTHS: u64 = 2;

/// In each of their turns closed sets look at no fewer positions than this number of times as many
/// as one thread searches alone.
const LEAST_TURN: u64 = 1 << 2;

/// Once closed sets found no more memory, at most about this many times as many positions are
/// searched as they had looked at.
const PATIENCE: u64 = 16;

/// The next search has this many plies more: where turns alternate a win takes an odd number of
/// plies.
const MORE_PLIES: u32 = 2;

/// Both ways to tell who wins where play can go round.
pub(super) struct Round<'a, G: Searchable> {
    /// Closed sets for the mover of the position asked about, and for the opponent, or the refusal
    /// of more memory for which they were given up.
    sets: Result<[Closed<'a, G>; 2], Error>,
    /// What closed sets that gave their memory back had looked at.
    looked_at: u64,
    /// The least number of positions that closed sets look at in a turn.
    least_turn: u64,
    lengths: Lengths<G::Position>,
}

/// The searches of one position within more and more plies.
struct Lengths<P> {
    position: Option<P>,
    /// The number of plies of the next search.
    plies: u32,
    /// How many positions the last search took, and the one before it.
    last: [u64; 2],
    /// How many positions all of them took.
    searched: u64,
    /// The win or loss that was found.
    found: Option<Score>,
}

impl<P> Lengths<P> {
    fn new(position: Option<P>) -> Self {
        Self {
            position,
            plies: 1,
            last: [0; 2],
            searched: 0,
            found: None,
        }
    }

    /// Whether no search is left: a search tells no more plies.
    fn are_all_searched(&self) -> bool {
        self.plies > MOST_PLIES
    }

    /// How many positions all searches will have taken, the next one too.
    fn expected(&self) -> u64 {
        let [before, last] = self.last;
        let growth = last.div_ceil(before.max(1)).max(2);
        self.searched.saturating_add(last.saturating_mul(growth))
    }
}

impl<'a, G: Searchable + Sync> Round<'a, G> {
    pub(super) fn new(game: &'a G, options: &SearchOptions, job: &'a Job) -> Self {
        Self {
            sets: Ok([(); 2].map(|()| Closed::new(game, job))),
            looked_at: 0,
            least_turn: (LEAST_TURN * options.alone).max(1),
            lengths: Lengths::new(None),
        }
    }

    /// How often closed sets looked at the moves of a position.
    pub(super) fn looked_at(&self) -> u64 {
        let sets = self.sets.iter().flatten();
        self.looked_at + sets.map(Closed::looked_at).sum::<u64>()
    }

    /// What a search within few plies found of the position asked about last: a win or a loss in
    /// so many plies at most.
    pub(super) fn found(&self) -> Option<Score> {
        self.lengths.found
    }

    /// The closed sets for the mover of the position asked about, and for the opponent.
    pub(super) fn sets(&mut self) -> Option<&mut [Closed<'a, G>; 2]> {
        self.sets.as_mut().ok()
    }

    /// Whether the player to move attains a win or a draw. Once the caller cancelled, the question
    /// may be asked again, and the work goes on.
    pub(super) fn attains(
        &mut self,
        walks: &mut Together<'a, G>,
        position: &G::Position,
        aim: Score,
    ) -> Result<bool, Error> {
        if self.lengths.position.as_ref() != Some(position) {
            self.lengths = Lengths::new(Some(*position));
        }
        loop {
            if let Some(found) = self.lengths.found {
                return Ok(found >= aim);
            }
            if let Some(told) = self.by_sets(position, aim)? {
                return Ok(told);
            }
            if let Err(refusal) = &self.sets
                && (self.lengths.are_all_searched()
                    || self.lengths.expected() > self.most_searched())
            {
                return Err(refusal.clone());
            }
            self.search_on(walks, position)?;
        }
    }

    /// The number of positions that may be searched once there are no closed sets.
    fn most_searched(&self) -> u64 {
        PATIENCE * self.looked_at.max(self.least_turn)
    }

    /// What closed sets tell, as far as it is their turn.
    fn by_sets(&mut self, position: &G::Position, aim: Score) -> Result<Option<bool>, Error> {
        let looked_at = self.looked_at();
        let Ok([mover, opponent]) = &mut self.sets else {
            return Ok(None);
        };
        let until = if self.lengths.are_all_searched() {
            u64::MAX
        } else {
            let until = self.lengths.expected().saturating_mul(SETS_BEFORE_LENGTHS);
            until.max(looked_at + self.least_turn)
        };
        let looks = until - looked_at;
        let told = if aim == Score::WIN {
            let holds = opponent.holds(position, false, looks);
            holds.map(|told| told.map(|holds| !holds))
        } else {
            mover.holds(position, true, looks)
        };
        match told {
            Err(error) if error.is_refusal() => {
                self.looked_at = self.looked_at();
                self.sets = Err(error);
                Ok(None)
            }
            told => told,
        }
    }

    /// Searches within the next number of plies.
    fn search_on(
        &mut self,
        walks: &mut Together<'a, G>,
        position: &G::Position,
    ) -> Result<(), Error> {
        let lengths = &mut self.lengths;
        let before = walks.nodes();
        let within = Score::win_within(lengths.plies);
        let lasts = Score::lasts(lengths.plies);
        if walks.attains(position, within)? {
            lengths.found = Some(within);
        } else if !walks.attains(position, lasts)? {
            lengths.found = Some(lasts.below());
        }
        let searched = walks.nodes() - before;
        lengths.searched += searched;
        lengths.last = [lengths.last[1], searched];
        lengths.plies += MORE_PLIES;
        Ok(())
    }
}
