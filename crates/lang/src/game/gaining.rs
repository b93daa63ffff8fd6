//! What the moves of rules gain.

use zug_game::Fault;
use zug_game::Scored;
use zug_program::{Faulted, Word};

use super::RulesGame;

impl<W: Word, U> RulesGame<W, U> {
    /// Whether moves of the game gain points.
    pub fn has_gains(&self) -> bool {
        self.inner.has_gains
    }

    /// Appends, for each legal move in the order of the rules, the number of points that the mover gains
    /// by it. The game must go on in the position.
    ///
    /// # Errors
    ///
    /// The rules break there.
    pub fn gains(&self, position: W, out: &mut Vec<i64>) -> Result<(), Fault> {
        let done = self.runner.gains(position, out);
        done.map_err(|Faulted { site, position }| self.fault(site, position))
    }
}

impl<W: Word, U> Scored for RulesGame<W, U> {
    fn score_of_end(&self, position: &W) -> Result<Option<i64>, Fault> {
        self.score_of_end(*position).map(Some)
    }

    fn moves_gain(&self) -> bool {
        self.has_gains()
    }

    fn append_gains(&self, position: &W, out: &mut Vec<i64>) -> Result<(), Fault> {
        self.gains(*position, out)
    }
}
