//! Whole boards of a variant of the rules.

use zug_game::{Boards, InParts, PartKey, Player};
use zug_values::Variant;

use super::boards::WholeBoards;
use super::no_value::NoValue;

/// The boards of a variant of a game, each one part. A part is a board, and whether the players have changed sides.
///
/// Whole boards, as a variant does not always keep parts apart: in the dicotic one a player may move in one
/// region because the other player can move in another.
#[derive(Debug)]
pub struct VariedBoards<'g, G>(pub &'g G, pub Variant);

impl<G: Boards> InParts for VariedBoards<'_, G> {
    type Part = (G::Board, bool);
    type Key = ();
    type Refusal = NoValue;

    fn key(&mut self, _: &(G::Board, bool)) -> Option<PartKey<()>> {
        None
    }

    fn options(
        &mut self,
        &(board, are_swapped): &(G::Board, bool),
        player: Player,
        out: &mut Vec<Vec<(G::Board, bool)>>,
    ) -> Result<(), NoValue> {
        let mut of_players = [Vec::new(), Vec::new()];
        for (options, player) in of_players.iter_mut().zip([Player::First, Player::Second]) {
            WholeBoards(self.0).options(&board, player, options)?;
        }
        let [left, right] = self.1.options(of_players, are_swapped);
        let own = match player {
            Player::First => left,
            Player::Second => right,
        };
        let are_swapped = self.1.swaps_after(are_swapped);
        let beside = |option: Vec<G::Board>| option.into_iter().map(|board| (board, are_swapped));
        out.extend(own.into_iter().map(|option| beside(option).collect()));
        Ok(())
    }
}
