//! The values of boards in partizan theory: canonical forms, in which Left is the first player.
//!
//! A board is worth the game whose options are the values of the boards that each player's moves lead to,
//! and a position that falls into parts is worth the sum of the parts (J. H. Conway, *On Numbers and Games*,
//! 1976; A. N. Siegel, *Combinatorial Game Theory*, 2013, chapter II). Play has to end, normal play decides,
//! and whoever cannot move loses.
//!
//! Two ways: [`BoardValues`] knows a board as a whole, for any rules that end; [`PartValues`] knows sets of
//! moves, where moves only become fewer, and works out each part once wherever it stands.
//!
//! Cost: canonical forms, each kept once in the [`Arena`](zug_partizan::Arena), and an entry for each board
//! or part. When not to use it: to find out only who wins one large board, a search needs fewer positions.

mod boards;
mod parts;

use zug_game::Fault;
use zug_job::Stopped;
use zug_partizan::PartizanError;

pub use boards::BoardValues;
pub use parts::PartValues;

/// Why a board has no value here.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NoValue {
    /// The rules break.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// Play can come back to a board.
    #[error("play can go round in a circle")]
    Cyclic,
    /// The rules end the game otherwise than by a player who cannot move.
    #[error("the rules end the game otherwise than by leaving a player without a move")]
    Result,
    /// A value is too large, or the work was stopped.
    #[error(transparent)]
    Value(#[from] PartizanError),
    /// The caller cancelled, or the memory does not suffice.
    #[error("{0}")]
    Stopped(#[from] Stopped),
}

/// Moves from one side to the other: a player of a game as a player of partizan theory.
fn player(side: zug_partizan::Side) -> zug_game::Player {
    match side {
        zug_partizan::Side::Left => zug_game::Player::First,
        zug_partizan::Side::Right => zug_game::Player::Second,
    }
}
