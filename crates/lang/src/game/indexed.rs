//! Rules whose moves go by the numbers of their material index.

use std::sync::Arc;

use zug_game::{DenseIndex, Expanded, Fault, Game, NumberedGame, Predecessors, Step, Successors};
use zug_job::Job;
use zug_program::Word;
use zug_program::material::{IndexedMoves, MaterialIndex, NoMoves};

use super::RulesGame;

/// Rules whose moves and un-moves go by numbers ([`IndexedMoves`]). The rules themselves are
/// asked how a game ends where the pieces on the board do not tell it.
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

    /// Appends what becomes of each position, as the rules tell it.
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
        after: &mut impl Successors,
    ) -> Result<(), Fault> {
        let ask = |numbers: &[u64], ends: &mut Vec<Expanded>| self.ends(numbers, ends);
        self.moves.expand(numbers, ends, ask, after)
    }

    fn predecessors(&self, numbers: &[u64], before: &mut Predecessors) -> Result<(), Fault> {
        self.moves.predecessors(numbers, before);
        Ok(())
    }
}
