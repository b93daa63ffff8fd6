//! The proof that an automaton accepts exactly the lost positions of a game.
//!
//! What is shown is what a certificate is checked for (`zug_certify::pattern` says why it suffices),
//! with other means: each condition becomes an automaton, and what must never be true a set that must be
//! empty.

use zug_automata::{Automaton, Error, Track};
use zug_game::linear::{LinearCondition, LinearGame, LinearMove};
use zug_values::Outcome;

use crate::compile::Compiler;

/// What a proof found to be false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// What is not true.
    pub what: &'static str,
    /// The variables with their values where it is not true.
    pub values: Vec<(String, u64)>,
}

/// Returns the first condition and position by which a game is not what a proof needs, whatever its lost
/// positions are: moves that leave what is allowed.
pub(crate) fn stays(
    game: &LinearGame,
    allowed: &LinearCondition,
    compiler: &Compiler<'_>,
) -> Result<Option<Refutation>, Error> {
    let moves = game.moves.iter();
    for (step, left) in moves.flat_map(|step| step.left().map(move |left| (step, left))) {
        let not_negative = left
            .iter()
            .map(|(_, sum)| LinearCondition::AtLeastZero(sum.clone()));
        let Some(after) = allowed.replaced(left) else {
            return Err(Error::TooWide { most: 0 });
        };
        let after = not_negative.fold(after, LinearCondition::and);
        let going_on = going_on(game, allowed).and(step.condition.clone());
        let leaves = compiler.condition(&going_on.and(after.negated()))?;
        if let Some(found) = refuted(
            game,
            &leaves,
            "a move leads out of the ranges of the variables",
        ) {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

fn going_on(game: &LinearGame, allowed: &LinearCondition) -> LinearCondition {
    let ended = game.won.clone().or(game.lost.clone());
    allowed.clone().and(ended.negated())
}

/// Returns what refutes the claim that the automaton, whose tracks are variables of the game, accepts
/// the lost positions among those allowed; `None` if the claim is proved.
pub(crate) fn refute(
    game: &LinearGame,
    allowed: &LinearCondition,
    lost: &Automaton,
    compiler: &Compiler<'_>,
) -> Result<Option<Refutation>, Error> {
    let bounds = compiler.bounds;
    let variables = game.variables.len();
    let domain = compiler.condition(allowed)?;
    let ends = [
        (&game.won, true, "the player to move has won by the rules"),
        (
            &game.lost,
            false,
            "the player to move has lost by the rules",
        ),
    ];
    for (ended, is_won, what) in ends {
        let ended = compiler.condition(ended)?.and(&domain, bounds)?;
        let wrong = if is_won {
            ended.and(lost, bounds)?
        } else {
            ended.minus(lost, bounds)?
        };
        if let Some(found) = refuted(game, &wrong, what) {
            return Ok(Some(found));
        }
    }
    let going_on = compiler.condition(&going_on(game, allowed))?;
    let mut can_move = compiler.condition(&LinearCondition::Known(false))?;
    let mut has_reply = can_move.clone();
    for step in &game.moves {
        let mut relation = compiler.step(step, variables, after)?;
        let mut leads = relation.and(&lost_after(game, step, lost, compiler)?, bounds)?;
        let both = leads.and(lost, bounds)?.and(&going_on, bounds)?;
        if let Some(found) = refuted(game, &both, "a move leads from lost to lost") {
            return Ok(Some(found));
        }
        for (place, left) in step.left().enumerate() {
            for (variable, _) in left {
                leads = leads.exists(after(place, *variable), bounds)?;
                relation = relation.exists(after(place, *variable), bounds)?;
            }
        }
        has_reply = has_reply.or(&leads, bounds)?;
        can_move = can_move.or(&relation, bounds)?;
    }
    let mut helpless = going_on.minus(lost, bounds)?.minus(&has_reply, bounds)?;
    if game.stuck == Outcome::Win {
        helpless = helpless.and(&can_move, bounds)?;
        let stuck = going_on.and(lost, bounds)?.minus(&can_move, bounds)?;
        if let Some(found) = refuted(game, &stuck, "whoever is stuck here wins") {
            return Ok(Some(found));
        }
    }
    Ok(refuted(game, &helpless, "no move leads from here to lost"))
}

/// Returns the set of the numbers after a move, in the tracks of [`after`], that are lost together: each position of a sum has
/// a nimber, and their xor is the heap of Nim.
fn lost_after(
    game: &LinearGame,
    step: &LinearMove,
    lost: &Automaton,
    compiler: &Compiler<'_>,
) -> Result<Automaton, Error> {
    let bounds = compiler.bounds;
    // The track of the size of the heap of Nim beside the position in this place.
    let sizes = |place: usize| SIZES + place as Track;
    let heap = game.nim_heap.filter(|_| !step.beside.is_empty());
    let mut together = match heap {
        None => compiler.all()?,
        Some(heap) => {
            let sizes = (0..=step.beside.len()).map(sizes);
            let all: Vec<Track> = std::iter::once(heap as Track).chain(sizes).collect();
            compiler.xor(&all)?
        }
    };
    for (place, left) in step.left().enumerate() {
        let names = lost.tracks().iter().map(|track| {
            let variable = usize::from(*track);
            match heap {
                Some(heap) if variable == heap => sizes(place),
                _ if left.iter().any(|(changed, _)| *changed == variable) => after(place, variable),
                _ => *track,
            }
        });
        let names: Vec<Track> = names.collect();
        together = together.and(&lost.renamed(&names, bounds)?, bounds)?;
        if heap.is_some() {
            together = together.exists(sizes(place), bounds)?;
        }
    }
    Ok(together)
}

/// The track of a variable of the position after a move, behind those of all variables and choices; from place 1 on
/// of the positions that the move leaves beside.
pub(crate) fn after(place: usize, variable: usize) -> Track {
    AFTER + (place as Track) * BESIDE + variable as Track
}

/// The first track of a variable after a move.
const AFTER: Track = 1 << 12;

/// The number of tracks between those of positions that a move leaves.
const BESIDE: Track = 1 << 9;

/// The first track of the size of a heap of Nim that a move leaves.
const SIZES: Track = 1 << 14;

/// Returns the member of a set as a refutation.
fn refuted(game: &LinearGame, set: &Automaton, what: &'static str) -> Option<Refutation> {
    if set.is_empty() {
        return None;
    }
    let numbers = set.least().unwrap_or_default();
    let named = set
        .tracks()
        .iter()
        .zip(numbers)
        .filter_map(|(track, number)| {
            let name = game.variables.get(usize::from(*track))?;
            Some((name.clone(), number))
        });
    let values = named.collect();
    Some(Refutation { what, values })
}
