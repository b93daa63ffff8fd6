//! Whole boards, of any rules that end.

use rustc_hash::FxHashSet;
use zug_game::{Boards, InParts, PartKey, Player, Step};
use zug_values::{Outcome, Turn};

use super::no_value::NoValue;

/// The boards of a game, each one part.
#[derive(Debug)]
pub struct WholeBoards<'g, G>(pub &'g G);

impl<G: Boards> InParts for WholeBoards<'_, G> {
    type Part = G::Board;
    type Key = ();
    type Refusal = NoValue;

    fn key(&mut self, _: &G::Board) -> Option<PartKey<()>> {
        None
    }

    /// Appends the boards that a player's turn can lead to, each once. A move that keeps the turn goes on
    /// until the turn passes. They come in the order of the rules.
    fn options(
        &mut self,
        board: &G::Board,
        player: Player,
        out: &mut Vec<Vec<G::Board>>,
    ) -> Result<(), NoValue> {
        let (mut after, mut steps) = (FxHashSet::default(), Vec::new());
        let (mut open, mut seen) = (vec![*board], FxHashSet::from_iter([*board]));
        while let Some(board) = open.pop() {
            steps.clear();
            match self.0.options(&board, player, &mut steps)? {
                None => {}
                // A player who is stuck in the middle of a turn has no whole turn.
                Some(Outcome::Loss) => continue,
                Some(_) => return Err(NoValue::Result),
            }
            for Step { position, turn } in steps.drain(..) {
                match turn {
                    Turn::Passes if after.insert(position) => out.push(vec![position]),
                    Turn::Kept if seen.insert(position) => open.push(position),
                    Turn::Passes | Turn::Kept => {}
                }
            }
        }
        Ok(())
    }
}
