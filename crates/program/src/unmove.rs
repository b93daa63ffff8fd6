//! The un-moves of a game, as a program that runs backwards.
//!
//! They are data: whoever makes them works out what each ground move can have changed
//! (`zug-analyse` does), and whoever runs them plays each move once more to see whether it leads back
//! (the [`Interpreter`](crate::Interpreter) does).

use crate::residual::Residual;

/// The un-moves of a game.
#[derive(Debug)]
pub struct Unmoves {
    /// A program whose moves are the un-moves. Its sides are those of the player to move in
    /// the position from which an un-move goes back.
    residual: Residual,
    /// For each side and un-move, the place of the move that is taken back. The un-moves of
    /// one move stand side by side.
    of: Vec<Vec<usize>>,
    /// See [`Unmoves::going_on`].
    going_on: Option<Residual>,
}

impl Unmoves {
    /// The un-moves of a program, as a program whose moves they are; for each of its sides and moves
    /// the place of the move that is taken back; and the program of [`Unmoves::going_on`].
    ///
    /// # Panics
    ///
    /// The places are not one for each un-move.
    #[must_use]
    pub fn new(residual: Residual, of: Vec<Vec<usize>>, going_on: Option<Residual>) -> Self {
        let counts = residual.sides.iter().map(|side| side.moves.len());
        assert!(
            counts.eq(of.iter().map(Vec::len)),
            "each un-move takes back a move"
        );
        Self {
            residual,
            of,
            going_on,
        }
    }

    /// The program whose moves are the un-moves. The player to move is the player who moves
    /// in the position from which an un-move goes back.
    #[must_use]
    pub fn residual(&self) -> &Residual {
        &self.residual
    }

    /// The program that decides whether an un-move gives a predecessor, if that is a question of
    /// whether the game goes on in the position that the un-move gives: in this program the
    /// only move is legal wherever the game goes on, and leaves the position as it is.
    ///
    /// `None` where the move must be played again to find that out.
    #[must_use]
    pub fn going_on(&self) -> Option<&Residual> {
        self.going_on.as_ref()
    }

    /// For each un-move of a side the place of the move that is taken back.
    pub(crate) fn of(&self, side: usize) -> &[usize] {
        &self.of[side]
    }

    /// The number of un-moves, for each player to move in the position from which an un-move
    /// goes back.
    #[must_use]
    pub fn counts(&self) -> Vec<usize> {
        self.of.iter().map(Vec::len).collect()
    }
}
