//! The options of boards, and of heaps of games by their notation, by their rules alone.

use std::collections::{BTreeSet, HashSet};
use std::fmt;

use zug_game::{Boards, Fault, Player, Step};
use zug_heaps::{HeapGame, PairGame};
use zug_values::{Outcome, Turn, Variant};

use super::Options;
use crate::heaps::moves::MoveCount;

/// Why a game cannot be played here.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotPlayed {
    /// The rules break.
    #[error(transparent)]
    Fault(Box<Fault>),
    /// The rules end the game otherwise than by a player without a move.
    #[error("the rules end the game otherwise than by leaving a player without a move")]
    Result,
    /// A position, such as a heap, is too large to be played. The text names what is too large.
    #[error("{0} is too large to be played")]
    TooLarge(&'static str),
}

/// The boards of a game. Left is the first player of the rules.
pub struct BoardOptions<'g, G: Boards>(pub &'g G);

impl<G: Boards> fmt::Debug for BoardOptions<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BoardOptions").finish_non_exhaustive()
    }
}

impl<G: Boards> Options for BoardOptions<'_, G> {
    type Position = G::Board;
    type Error = NotPlayed;

    fn options(&mut self, board: &G::Board) -> Result<[Vec<G::Board>; 2], NotPlayed> {
        let left = turns(self.0, *board, Player::First)?;
        Ok([left, turns(self.0, *board, Player::Second)?])
    }
}

/// The boards of a variant of a game. A position is a board, and whether the players have changed sides.
pub struct VariedOptions<'g, G: Boards>(pub &'g G, pub Variant);

impl<G: Boards> fmt::Debug for VariedOptions<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("VariedOptions").field(&self.1).finish()
    }
}

impl<G: Boards> Options for VariedOptions<'_, G> {
    type Position = (G::Board, bool);
    type Error = NotPlayed;

    fn options(
        &mut self,
        &(board, are_swapped): &(G::Board, bool),
    ) -> Result<[Vec<(G::Board, bool)>; 2], NotPlayed> {
        let of_players = BoardOptions(self.0).options(&board)?;
        let after = self.1.swaps_after(are_swapped);
        let options = self.1.options(of_players, are_swapped);
        Ok(options.map(|boards| boards.into_iter().map(|board| (board, after)).collect()))
    }
}

/// The boards that whole turns of a player lead to.
fn turns<G: Boards>(game: &G, from: G::Board, player: Player) -> Result<Vec<G::Board>, NotPlayed> {
    let (mut after, mut found) = (HashSet::new(), Vec::new());
    // A move that keeps the turn leads to a board in the middle of the turn.
    let mut middle = HashSet::from([from]);
    let mut open = vec![from];
    let mut steps = Vec::new();
    while let Some(board) = open.pop() {
        steps.clear();
        let over = game.options(&board, player, &mut steps);
        match over.map_err(|fault| NotPlayed::Fault(Box::new(fault)))? {
            None | Some(Outcome::Loss) => {}
            Some(_) => return Err(NotPlayed::Result),
        }
        for Step { position, turn } in &steps {
            match turn {
                Turn::Passes if after.insert(*position) => found.push(*position),
                Turn::Kept if middle.insert(*position) => open.push(*position),
                Turn::Passes | Turn::Kept => {}
            }
        }
    }
    Ok(found)
}

/// Heaps of a game; each move is made in one heap. A position has the heaps in increasing order.
#[derive(Debug)]
pub struct HeapOptions<'g>(pub &'g HeapGame);

/// The largest number of moves of a heap that are listed.
const MOST_OPTIONS: u64 = 1 << 20;

impl Options for HeapOptions<'_> {
    type Position = Vec<u64>;
    type Error = NotPlayed;

    fn options(&mut self, heaps: &Vec<u64>) -> Result<[Vec<Vec<u64>>; 2], NotPlayed> {
        let mut found = BTreeSet::new();
        for (place, &heap) in heaps.iter().enumerate() {
            if MoveCount::of(self.0).at(heap) > MOST_OPTIONS as f64 {
                return Err(NotPlayed::TooLarge("a heap"));
            }
            let others = [&heaps[..place], &heaps[place + 1..]].concat();
            self.0.options(heap, &mut |left| {
                let mut after = others.clone();
                after.extend(left.iter().filter(|&&heap| heap > 0));
                after.sort_unstable();
                found.insert(after);
            });
        }
        let options: Vec<Vec<u64>> = found.into_iter().collect();
        Ok([options.clone(), options])
    }
}

/// Two heaps of a game in which a move may change both.
#[derive(Debug)]
pub struct PairOptions<'g>(pub &'g PairGame);

impl Options for PairOptions<'_> {
    type Position = [u64; 2];
    type Error = NotPlayed;

    fn options(&mut self, heaps: &[u64; 2]) -> Result<[Vec<[u64; 2]>; 2], NotPlayed> {
        if heaps.iter().any(|&heap| heap > MOST_OPTIONS) {
            return Err(NotPlayed::TooLarge("a heap"));
        }
        let mut found = BTreeSet::new();
        self.0.options(heaps[0], heaps[1], &mut |a, b| {
            found.insert([a, b]);
        });
        let options: Vec<[u64; 2]> = found.into_iter().collect();
        Ok([options.clone(), options])
    }
}
