//! Rules whose moves go by the numbers of their material index.

use std::sync::Arc;

use zug_game::{
    DenseIndex, Expanded, Fault, Game, Notation, NumberTier, NumberedGame, Predecessors, Step,
    Successors,
};
use zug_index::{IndexedMoves, MaterialIndex, NoMoves};
use zug_job::Job;
use zug_program::Word;

use super::RulesGame;

/// Rules whose moves and un-moves go by numbers ([`IndexedMoves`]). The rules themselves are
/// asked how a game ends where the pieces on the board do not tell it. Moves that were taken
/// apart are compared with the rules in one position of some thousand.
#[derive(Clone, Debug)]
pub struct IndexedRules<W> {
    game: RulesGame<W>,
    index: Arc<MaterialIndex>,
    moves: Arc<IndexedMoves>,
}

impl<W: Word> RulesGame<W> {
    /// Returns the game by the numbers of `index`, which must be the index of this game.
    ///
    /// # Errors
    ///
    /// The moves do not go by numbers, or the job was interrupted.
    pub fn by_number(
        &self,
        index: Arc<MaterialIndex>,
        job: &Job,
    ) -> Result<IndexedRules<W>, NoMoves> {
        let moves = IndexedMoves::new(self.residual(), index.clone(), job)?;
        Ok(IndexedRules {
            game: self.clone(),
            index,
            moves: Arc::new(moves),
        })
    }
}

impl<W: Word> IndexedRules<W> {
    /// The bytes that the lists of moves take, beside the index.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.moves.bytes()
    }

    /// Compares the moves of a position by its number with those of the rules, forward and back.
    ///
    /// # Errors
    ///
    /// They differ, or the rules break in the position.
    fn compare(&self, number: u64) -> Result<(), Fault> {
        let mut told = Vec::new();
        let ask = |numbers: &[u64], ends: &mut Vec<Expanded>| self.ends(numbers, ends);
        let mut ends = Vec::with_capacity(1);
        self.moves.expand(&[number], &mut ends, &ask, &mut told)?;
        let mut position: Vec<W> = Vec::with_capacity(1);
        self.index.positions(&[number], &mut position);
        let mut steps = Vec::new();
        let outcome = self.game.expand(&position[0], &mut steps)?;
        let after = steps.iter().map(|step| self.index.number(&step.position));
        let mut after: Vec<u64> = after.map(|after| after.unwrap_or(u64::MAX)).collect();
        told.sort_unstable();
        after.sort_unstable();
        let end = outcome.map_or(Expanded::GoesOn(steps.len() as u32), Expanded::Over);
        let is_taken_back = |step: &Step<W>| {
            let Some(after) = self.index.number(&step.position) else {
                return false;
            };
            let mut before = Predecessors::default();
            self.moves.predecessors(&[after], &mut before);
            before.by(step.turn).as_slice().contains(&number)
        };
        if ends == [end] && told == after && steps.iter().all(is_taken_back) {
            return Ok(());
        }
        let position = self.game.print(&position[0]);
        Err(Fault::new(format!(
            "the moves by number are not those of the rules in the position {position}"
        )))
    }

    /// Appends whether the game is over in each position, by the rules.
    fn ends(&self, numbers: &[u64], ends: &mut Vec<Expanded>) -> Result<(), Fault> {
        let mut positions: Vec<W> = Vec::with_capacity(numbers.len());
        self.index.positions(numbers, &mut positions);
        let mut steps: Vec<Step<W>> = Vec::with_capacity(16 * numbers.len());
        let first = ends.len();
        ends.resize(first + numbers.len(), Expanded::GoesOn(0));
        let mut done = 0;
        while done < positions.len() {
            steps.clear();
            let ends = &mut ends[first + done..];
            done += self
                .game
                .expand_block(&positions[done..], &mut steps, ends)?;
        }
        Ok(())
    }
}

impl<W: Word> NumberedGame for IndexedRules<W> {
    fn size(&self) -> u64 {
        DenseIndex::<W>::size(&*self.index)
    }

    fn expand(
        &self,
        numbers: &[u64],
        ends: &mut Vec<Expanded>,
        after: &mut dyn Successors,
    ) -> Result<(), Fault> {
        if self.moves.takes_apart() {
            // A prime, so that no pattern of the board is left out.
            let sample = numbers.iter().filter(|number| number.is_multiple_of(4099));
            sample
                .copied()
                .try_for_each(|number| self.compare(number))?;
        }
        let ask = |numbers: &[u64], ends: &mut Vec<Expanded>| self.ends(numbers, ends);
        self.moves.expand(numbers, ends, &ask, after)
    }

    fn tiers(&self) -> Vec<NumberTier> {
        self.index.tiers()
    }

    fn predecessors_in(
        &self,
        tier: usize,
        numbers: &[u64],
        before: &mut Predecessors,
    ) -> Result<(), Fault> {
        self.moves.predecessors_in(tier, numbers, before);
        Ok(())
    }
}
