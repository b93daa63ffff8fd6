//! Un-moves: ground moves that lead from a position back to those before it.
//!
//! Retrograde analysis asks for the positions before a position. A stored graph
//! answers, at four bytes a move and more; rules that can be turned round answer
//! from the position alone. The result is a residual program of its own, so that
//! whatever runs the one runs the other.
//!
//! A ground move is followed through its body on a position `p` that is not known
//! (`path`): what each field holds afterwards is an expression on the fields of
//! `p`, and each branch is a path of its own with the conditions under which it is
//! taken. The fields written are then the unknowns of as many equations (`solve`):
//!
//! - what the guard or a condition fixes is known: it is written back;
//! - `q = p + e` and its kin are solved for `p`, if `e` holds nothing unknown;
//! - what is left is tried: one un-move for each value that the field can have.
//!
//! The guard of an un-move asks that what was solved is in its range, that the
//! equations not used hold, that each bag holds its number of things, and that the
//! conditions and the guard of the move hold in `p`.
//!
//! None of this is taken on trust. Whoever asks plays the move in `p` once more
//! and keeps `p` only if that leads back and `p` is not
//! finished, so that a predecessor is one. That none is missed stands on the
//! above: a move that leads from `p` to `q` goes one of its paths, each unknown is
//! known, solved or tried there, and so one of the un-moves gives `p`.
//!
//! Cost: as many un-moves as there are paths and values tried. A move with more than
//! [`MOST_WAYS`] is refused; so are all moves together if there are many more un-moves
//! than moves, as whoever goes back asks all of them in each position. The first
//! refusal ends the work, and a meter bounds it.

use crate::layout::number;
use crate::meter::{Halt, Meter};
use crate::residual::{GroundMove, Residual, Side};
use zug_job::Why;

mod path;
mod replace;
mod solve;

/// Why a move cannot be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Obstacle {
    /// It has more ways back than are tried.
    #[error("it can have gone more ways than are worth trying")]
    TooManyWays,
    /// It asks whether there is a legal move.
    #[error("it asks whether there is a move")]
    AsksStuck,
    /// A number of the un-move may leave 64 bits.
    #[error("taking it back needs numbers too large for 64 bits")]
    Overflow,
    /// The work, or the program, becomes too long.
    #[error("with the moves before it, there are more ways back than are worth working out")]
    TooLong,
    /// The caller interrupted the work.
    #[error(transparent)]
    Interrupted(Why),
}

impl From<Halt> for Obstacle {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::TooLong => Self::TooLong,
            Halt::Interrupted(why) => Self::Interrupted(why),
        }
    }
}

/// Ways that one ground move may have gone; more are refused.
const MOST_WAYS: usize = 1024;

/// Un-moves that a game may have for each of its moves, and beside those.
const MOST_FOR_EACH_MOVE: usize = 256;
const MOST_BESIDE: usize = 4096;

/// A ground move that cannot be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The place of the player to move among the sides of the program.
    pub side: usize,
    /// The place of the move among those of the side.
    pub place: usize,
    /// Why it cannot.
    pub why: Obstacle,
}

/// The un-moves of a game.
#[derive(Debug)]
pub struct Unmoves {
    /// A program whose moves are the un-moves. The player to move is the one who
    /// moves in the position that is gone back from.
    pub residual: Residual,
    /// For each un-move the place of its move. Those of one move stand together.
    pub of: Vec<Vec<usize>>,
}

/// The un-moves of all ground moves.
///
/// # Errors
///
/// The first move that cannot be taken back.
pub fn unmoves(residual: &Residual, meter: Meter) -> Result<Unmoves, Refused> {
    let mut back = residual.clone().measured_by(meter);
    back.sides.clear();
    back.slots = 0;
    // The game may be over in the position after a move.
    back.layout.over = None;
    let count = residual.sides.len();
    let mut sides = vec![Side::default(); count];
    let mut of = vec![Vec::new(); count];
    let moves: usize = residual.sides.iter().map(|side| side.moves.len()).sum();
    let mut left = MOST_FOR_EACH_MOVE * moves + MOST_BESIDE;
    for (mover, side) in residual.sides.iter().enumerate() {
        for (place, ground) in side.moves.iter().enumerate() {
            let refused = |why| Refused {
                side: mover,
                place,
                why,
            };
            let found = of_move(&mut back, residual, mover, ground).map_err(refused)?;
            left = left
                .checked_sub(found.len())
                .ok_or_else(|| refused(Obstacle::TooLong))?;
            for (after, unmove) in found {
                back.count_move(&unmove);
                sides[after].moves.push(unmove);
                of[after].push(place);
            }
        }
    }
    back.sides = sides;
    Ok(Unmoves { residual: back, of })
}

/// The un-moves of one move, each with the player to move after the move.
fn of_move(
    back: &mut Residual,
    forward: &Residual,
    mover: usize,
    ground: &GroundMove,
) -> Result<Vec<(usize, GroundMove)>, Obstacle> {
    let mut found = Vec::new();
    for path in path::paths(back, mover, ground)? {
        let after = if path.again || forward.sides.len() < 2 {
            mover
        } else {
            number::PLAYERS[mover].opponent() as usize
        };
        solve::solve(back, forward.layout.over, &path, &mut |unmove| {
            found.push((after, unmove));
            if found.len() > MOST_WAYS {
                return Err(Obstacle::TooManyWays);
            }
            Ok(())
        })?;
    }
    Ok(found)
}
