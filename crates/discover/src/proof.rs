//! The proof that an automaton accepts exactly the lost positions of a game.
//!
//! What is shown is what a certificate is checked for (`zug_certify::pattern` says why it suffices),
//! with other means: each condition becomes an automaton, and what must never be true a set that must be
//! empty.

use zug_automata::{Automaton, Error, Track};
use zug_game::linear::{LinearCondition, LinearGame};
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
    for step in &game.moves {
        let not_negative = step
            .after
            .iter()
            .map(|(_, sum)| LinearCondition::AtLeastZero(sum.clone()));
        let Some(after) = allowed.replaced(&step.after) else {
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
        let names = lost.tracks().iter().map(|track| {
            let changes = step
                .after
                .iter()
                .any(|(variable, _)| *variable == usize::from(*track));
            if changes {
                after(usize::from(*track))
            } else {
                *track
            }
        });
        let names: Vec<Track> = names.collect();
        let after_it = lost.renamed(&names, bounds)?;
        let mut leads = relation.and(&after_it, bounds)?;
        let both = leads.and(lost, bounds)?.and(&going_on, bounds)?;
        if let Some(found) = refuted(game, &both, "a move leads from lost to lost") {
            return Ok(Some(found));
        }
        for (variable, _) in &step.after {
            leads = leads.exists(after(*variable), bounds)?;
            relation = relation.exists(after(*variable), bounds)?;
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

/// The track of a variable after a move, behind those of all variables and choices.
pub(crate) fn after(variable: usize) -> Track {
    AFTER + variable as Track
}

/// The first track of a variable after a move.
const AFTER: Track = 1 << 12;

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
