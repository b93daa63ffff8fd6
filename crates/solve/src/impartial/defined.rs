//! Where nimbers are defined: the rules of an impartial game under normal play.

use std::hash::Hash;

use zug_job::{Job, Phase};
use zug_values::Outcome;

use crate::error::{Error, NoNimber};
use crate::positions::{Graph, Pace};

/// Refuses a graph of a game that has no nimbers, whether or not play ends.
///
/// # Errors
///
/// [`NoNimber`] if the players' moves differ, if a move keeps the turn, or if the rules end the game
/// otherwise than by a stuck player losing; the caller cancelled.
pub(super) fn refuse_undefined<P>(graph: &Graph<P>, job: &Job) -> Result<(), Error>
where
    P: Copy + Eq + Hash,
{
    if !graph.impartial {
        return Err(NoNimber::Partizan.into());
    }
    if graph.turn_kept {
        return Err(NoNimber::KeptTurn.into());
    }
    let count = graph.len();
    let mut pace = Pace::new(Phase::Solving, count, graph.edges.len(), job);
    for position in 0..count {
        pace.step(count)?;
        if matches!(
            graph.values.finished(position),
            Some(Outcome::Win | Outcome::Draw)
        ) {
            return Err(NoNimber::Result.into());
        }
    }
    Ok(())
}
