//! What rules answer a search of one position.

use zug_game::{Fault, Packed, Searchable, Step, Symmetric};
use zug_program::Word;
use zug_values::Outcome;

use super::RulesGame;

impl<W: Word, U> Packed for RulesGame<W, U> {
    fn pack(&self, position: &W) -> u128 {
        position.widen()
    }

    fn unpack(&self, packed: u128) -> W {
        W::narrow(packed)
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
        let side = self.interpreter().side(*position);
        let before: usize = self.residual().sides[..side]
            .iter()
            .map(|side| side.moves.len())
            .sum();
        let mut placed = Vec::new();
        let ended = self.each_successor(*position, &mut placed, |place, step| (place, step))?;
        out.extend(placed.iter().map(|(_, step)| *step));
        places.extend(placed.iter().map(|(place, _)| place + before as u32));
        Ok(ended)
    }

    fn turned(&self, position: &W) -> Option<W> {
        let turn = W::narrow(self.layout().turn_bit());
        (turn != W::default()).then(|| (*position | turn) & !(*position & turn))
    }

    fn fold(&self, steps: &mut [Step<W>]) {
        if self.order() > 1 {
            self.canonical_steps(steps);
        }
    }
}
