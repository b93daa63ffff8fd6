//! What rules answer a search of one position.

use zug_game::{Fault, Packed, Searchable, Seen, Step, Symmetric, U256, WinsFound};
use zug_job::{Job, Why};
use zug_program::{Faulted, Word};
use zug_values::Outcome;

use super::RulesGame;

impl<W: Word, U> Packed for RulesGame<W, U> {
    fn pack(&self, position: &W) -> U256 {
        position.widen()
    }

    fn unpack(&self, packed: U256) -> W {
        W::narrow(packed)
    }
}

impl<W: Word> RulesGame<W> {
    /// Returns the game with what a search of one position asks made fast, if the present
    /// runner can be. That takes some time, so that only a search should ask.
    ///
    /// # Errors
    ///
    /// The job was cancelled, or the memory that it allows was used up.
    pub fn with_search(self, job: &Job) -> Result<Self, Why> {
        Ok(match self.runner.with_search(job)? {
            Some(runner) => self.run_by(runner),
            None => self,
        })
    }
}

impl<W: Word, U> RulesGame<W, U> {
    /// Returns the game with a search of it telling scores, and not only who wins, if it ends with
    /// scores.
    #[must_use]
    pub fn with_scores_told(self) -> Self {
        Self {
            tells_scores: self.has_scores(),
            ..self
        }
    }

    #[cold]
    fn faulted(&self, Faulted { site, position }: Faulted<W>) -> Fault {
        self.fault(site, position)
    }
}

/// The place of a move is the number of its ground move; those of Second come behind those of
/// First.
impl<W: Word, U> Searchable for RulesGame<W, U> {
    fn bits(&self) -> u32 {
        self.layout().bits
    }

    fn places(&self) -> usize {
        self.ground_move_counts().iter().sum::<usize>().max(1)
    }

    fn expand_placed(
        &self,
        position: &W,
        out: &mut Vec<Step<W>>,
        places: &mut Vec<u32>,
    ) -> Result<Option<Outcome>, Fault> {
        let ended = self.runner.expand_placed(*position, out, places);
        ended.map_err(|faulted| self.faulted(faulted))
    }

    fn expand_quiet(
        &self,
        position: &W,
        out: &mut Vec<Step<W>>,
        places: &mut Vec<u32>,
        seen: &mut Vec<Seen>,
    ) -> Result<(), Fault> {
        let done = self.runner.expand_quiet(*position, out, places, seen);
        done.map_err(|faulted| self.faulted(faulted))
    }

    fn outcomes(&self, positions: &[W], outcomes: &mut [Option<Outcome>]) -> Result<(), Fault> {
        let done = self.runner.outcomes(positions, outcomes);
        done.map_err(|faulted| self.faulted(faulted))
    }

    fn winning_moves(&self, positions: &[W], wins: &mut [u32]) -> Result<(), Fault> {
        let done = self.runner.winning_moves(positions, wins);
        done.map_err(|faulted| self.faulted(faulted))
    }

    fn ends_and_wins(
        &self,
        positions: &[W],
        outcomes: &mut [Option<Outcome>],
        wins: &mut [u32],
    ) -> Result<(), Fault> {
        let done = self.runner.ends_and_wins(positions, outcomes, wins);
        done.map_err(|faulted| self.faulted(faulted))
    }

    fn finds_wins_at_once(&self) -> WinsFound {
        self.runner.finds_wins_at_once()
    }

    fn threats(&self, positions: &[W], threats: &mut [u32]) -> Result<(), Fault> {
        let done = self.runner.threats(positions, threats);
        done.map_err(|faulted| self.faulted(faulted))
    }

    fn move_counts(&self, positions: &[W], counts: &mut [u32]) -> Result<(), Fault> {
        let done = self.runner.move_counts(positions, counts);
        done.map_err(|faulted| self.faulted(faulted))
    }

    fn turned(&self, position: &W) -> Option<W> {
        let turn = W::narrow(self.layout().turn_bit());
        (turn != W::default()).then(|| (*position | turn) & !(*position & turn))
    }

    fn has_standing(&self) -> bool {
        self.inner.standing.is_some()
    }

    fn standing(&self, position: &W) -> i64 {
        let standing = self.inner.standing.as_ref();
        standing.map_or(0, |standing| standing.ahead(*position))
    }

    fn tells_scores(&self) -> bool {
        self.tells_scores
    }

    fn fold(&self, steps: &mut [Step<W>]) {
        if self.order() > 1 {
            self.canonical_steps(steps);
        }
    }
}
