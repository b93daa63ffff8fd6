//! Un-moves: ground moves that lead from a position back to those before it.
//!
//! Retrograde analysis asks for the positions before a position. A stored graph answers, but
//! takes four bytes or more for each move; un-moves answer from the position alone. They are
//! a residual program too, so that whatever runs the moves runs the un-moves.
//!
//! The body of a ground move is executed symbolically on an unknown position `p`
//! (`path`): what each field holds afterwards is an expression on the fields of `p`, and each
//! branch is a path of its own with the conditions under which it is taken. The contents that
//! the written fields had before are then unknowns, and each written field gives an equation
//! (`solve`):
//!
//! - what the guard or a condition fixes is known: it is written back;
//! - `q = p + e` and similar equations are solved for `p`, if nothing in `e` is unknown;
//! - what is left is tried: one un-move for each value that the field can have.
//!
//! The guard of an un-move asks that each solved value is in its range, that the equations
//! that were not used hold, that the counts of each bag add up to its size, and that the
//! conditions and the guard of the move hold in `p`.
//!
//! None of this is taken on trust. A runner that goes back plays the move in `p` once more,
//! and keeps `p` only if that leads to `q` and `p` is not finished. So each position
//! that it gives is a predecessor. No predecessor is missed, because a move that leads from `p` to `q` goes
//! one of its paths, and each unknown is known, solved or tried there, so that one of the
//! un-moves gives `p`. Machine code may ask less where less decides ([`going_on`]); the
//! interpreter, to which it is compared, always plays the move.
//!
//! Cost: the number of un-moves is the number of paths and of values tried. A move with more
//! than [`MOST_WAYS`] un-moves is refused. So are all moves together if there are many more
//! un-moves than moves, since all un-moves are asked in each position. The first refusal
//! ends the work, and a meter bounds it.

use zug_job::Why;
use zug_program::layout::number;
use zug_program::{GroundMove, Halt, Meter, Residual, Side, Unmoves};
use zug_values::Turn;

mod path;
mod replace;
mod solve;
mod going_on;

pub use path::{Path, fields_read, paths};
pub use replace::Known;

/// Why a move cannot be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Obstacle {
    /// The move has more than 1024 un-moves.
    #[error("it can have gone more ways than are worth trying")]
    TooManyWays,
    /// The move asks whether there is a legal move.
    #[error("it asks whether there is a move")]
    AsksStuck,
    /// The position has fields that share bits ([`Layout::shares_bits`](zug_program::Layout::shares_bits)).
    #[error("fields of its positions share bits")]
    SharedBits,
    /// A number in an un-move may leave 64 bits.
    #[error("taking it back needs numbers too large for 64 bits")]
    Overflow,
    /// The work takes too many steps, or there are too many un-moves.
    #[error("with the moves before it, there are more ways back than are worth working out")]
    TooLong,
    /// The job was cancelled, or the memory that it allows was used up.
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

/// The most paths and un-moves of one ground move.
const MOST_WAYS: usize = 1024;

/// A game may have this number of un-moves for each of its moves, and [`MOST_BESIDE`] more.
const MOST_FOR_EACH_MOVE: usize = 256;
/// See [`MOST_FOR_EACH_MOVE`].
const MOST_BESIDE: usize = 4096;

/// A ground move that cannot be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Refused {
    /// The place of the player to move among the sides of the program.
    pub side: usize,
    /// The place of the move among the moves of the side.
    pub place: usize,
    /// Why the move cannot be taken back.
    pub why: Obstacle,
}

/// The un-moves of all ground moves.
///
/// # Errors
///
/// The first move that cannot be taken back.
pub fn unmoves(residual: &Residual, meter: Meter) -> Result<Unmoves, Refused> {
    let mut back = residual.clone().past_the_end().measured_by(meter.clone());
    back.sides.clear();
    back.slots = 0;
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
    let going_on = going_on::program(residual, meter);
    Ok(Unmoves::new(back, of, going_on))
}

/// The un-moves of one move, each with the player to move after the move.
fn of_move(
    back: &mut Residual,
    forward: &Residual,
    mover: usize,
    ground: &GroundMove,
) -> Result<Vec<(usize, GroundMove)>, Obstacle> {
    if forward.layout().shares_bits() {
        return Err(Obstacle::SharedBits);
    }
    let mut found = Vec::new();
    for path in path::paths(back, mover, ground)? {
        let after = if path.end.turn() == Turn::Kept || forward.sides.len() < 2 {
            mover
        } else {
            number::PLAYERS[mover].opponent() as usize
        };
        solve::solve(back, forward.layout().over, &path, &mut |unmove| {
            found.push((after, unmove));
            if found.len() > MOST_WAYS {
                return Err(Obstacle::TooManyWays);
            }
            Ok(())
        })?;
    }
    Ok(found)
}
