//! Games in which moves only ever become fewer.
//!
//! In such a game a move that is legal takes some moves away, itself among them, and what it
//! writes makes no move legal that was not, neither for the player who moves nor for the other
//! one. Then a position is given by the moves that are left, and the game by which moves take
//! which away. Cram is one: a domino takes away all dominoes that would share a cell
//! with it. So is Domineering, where each player has moves of their own.
//!
//! Such games are found among those whose guards ask for bits and nothing else and whose
//! moves write constants. For each move and each other one there are three cases:
//! - the move writes no bit that the other one asks for: the other one stays what it was;
//! - the move writes such a bit, and not what the other one asks for: the other one is taken
//!   away;
//! - the move writes such bits just as the other one asks for them. Then these bits must have
//!   been so before, or the move could make the other one legal.
//!
//! Cost: one look at each pair of ground moves.

use std::collections::HashMap;

use zug_game::U256;
use zug_program::Residual;

use crate::plain_move::PlainMove;

/// What the moves of a game take away, if they only ever take moves away.
///
/// Moves are numbered through; where each player has moves of their own, those of Second come
/// behind those of First. A move is *left* in a position if it is legal there, or would be if it
/// were that player's turn.
///
/// Law: if `move` is legal in `p` and leads to `q`, then the moves that are left in `q` are
/// those that are left in `p` but for `takes[move]`.
#[derive(Clone, Debug)]
pub struct Shrinking {
    moves: Vec<PlainMove>,
    /// For each ground move, the ground moves that are not left after it, in rising order.
    takes: Vec<Vec<usize>>,
    /// The number of moves of First; of all moves in an impartial game.
    of_first: usize,
}

impl Shrinking {
    /// The most ground moves that are looked at.
    pub const MOST_MOVES: usize = 256;

    /// What the moves of a game take away; `None` if they may do anything else, or if the game
    /// can end otherwise than with a player who has no move left.
    #[must_use]
    pub fn of(residual: &Residual) -> Option<Self> {
        let counts = residual.sides.iter().map(|side| side.moves.len());
        if counts.sum::<usize>() > Self::MOST_MOVES {
            return None;
        }
        if residual.sides.iter().any(|side| !side.results.is_empty()) {
            return None;
        }
        let all = residual.sides.iter().flat_map(|side| &side.moves);
        let plain = all.map(|ground| {
            let (plain, end) = PlainMove::of(residual, ground)?;
            end.is_plain().then_some(plain)
        });
        let plain = plain.collect::<Option<Vec<_>>>()?;
        let of_first = residual.sides.first().map_or(0, |side| side.moves.len());
        Self::of_moves(&plain, of_first)
    }

    /// What these moves take away, of which the first `of_first` are those of First; `None` if one
    /// move can give a move, or stays after it was made, or if there are more than
    /// [`Shrinking::MOST_MOVES`].
    ///
    /// Law: the game ends only with a player who has no move left, and nothing else than these
    /// bits decides whether a move is legal.
    #[must_use]
    pub fn of_moves(moves: &[PlainMove], of_first: usize) -> Option<Self> {
        if moves.len() > Self::MOST_MOVES {
            return None;
        }
        let mut takes = Vec::with_capacity(moves.len());
        for (number, ground) in moves.iter().enumerate() {
            let mut taken = Vec::new();
            for (other, test) in moves.iter().enumerate() {
                if ground.takes(test)? {
                    taken.push(other);
                }
            }
            // A move that is still there after it could be made for ever.
            if !taken.contains(&number) {
                return None;
            }
            takes.push(taken);
        }
        Some(Self {
            moves: moves.to_vec(),
            takes,
            of_first,
        })
    }

    /// The number of moves of First; of all moves in an impartial game.
    #[must_use]
    pub fn of_first(&self) -> usize {
        self.of_first
    }

    /// For each ground move, the ground moves that are not left after it.
    #[must_use]
    pub fn takes(&self) -> &[Vec<usize>] {
        &self.takes
    }

    /// For each ground move, the bits that it asks for, and what it wants them to be where it is
    /// left.
    pub fn tests(&self) -> impl Iterator<Item = (U256, U256)> {
        self.moves.iter().map(|of| (of.mask, of.pattern))
    }

    /// The ground moves that are left in a position, in rising order.
    pub fn left(&self, position: U256) -> impl Iterator<Item = usize> {
        let tests = self.tests().enumerate();
        tests.filter_map(move |(number, (mask, pattern))| {
            (position & mask == pattern).then_some(number)
        })
    }

    /// The ground move that each one becomes under a map of positions, which may or may not change
    /// the roles of the players.
    ///
    /// It is looked for in a position in which all moves are left: after the move the image of the
    /// position lacks the moves that the one asked for takes away. `None` if there is no such
    /// position, or if this does not tell one move from the others. Whether the map is a symmetry
    /// of the game is not looked at.
    #[must_use]
    pub fn images(&self, map: impl Fn(U256) -> U256, swaps: bool) -> Option<Vec<usize>> {
        let patterns = self.moves.iter().map(|of| of.pattern);
        let full = patterns.fold(U256::ZERO, |all, pattern| all | pattern);
        if self.left(full).count() < self.moves.len() {
            return None;
        }
        let is_of_first = |number| number < self.of_first;
        let mut by_taken = HashMap::new();
        for (number, takes) in self.takes.iter().enumerate() {
            let twin = by_taken.insert((is_of_first(number), takes.clone()), number);
            if twin.is_some() {
                return None;
            }
        }
        let image = |(number, of): (usize, &PlainMove)| {
            let after = map(full & !of.clear | of.set);
            let gone = self.tests().enumerate();
            let gone = gone.filter(|(_, (mask, pattern))| after & mask != *pattern);
            let takes = gone.map(|(number, _)| number).collect();
            by_taken
                .get(&(is_of_first(number) != swaps, takes))
                .copied()
        };
        self.moves.iter().enumerate().map(image).collect()
    }
}
