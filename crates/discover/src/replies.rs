//! The moves from a position to lost ones, however large its numbers are.
//!
//! Trying all choices of a move would take as long as the numbers are large. **Method**: the digits of the
//! position are an automaton that accepts this position alone. Together with the conditions of a move and
//! the automaton of the lost positions it leaves the choices that lead to a lost position, which are
//! read off digit by digit. **Cost**: the number of digits times the states of these automata, for each move.

use zug_automata::{Automaton, Bounds, Track};
use zug_game::linear::{LinearCondition, LinearGame, LinearMove};
use zug_job::Job;

use crate::compile::Compiler;
use crate::error::Error;
use crate::ladder::Limits;
use crate::proof::after;

/// A move with its choices made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The number of the move.
    pub step: usize,
    /// The values of the variables of the game, and behind them of the choices.
    pub known: Vec<i64>,
}

impl Reply {
    /// Returns the position after the move.
    #[must_use]
    pub fn after(&self, game: &LinearGame) -> Vec<i64> {
        let mut values = self.known[..game.variables.len()].to_vec();
        for (variable, sum) in &game.moves[self.step].after {
            values[*variable] = sum.value(&self.known);
        }
        values
    }
}

/// Returns the moves from a position, in which the rules have not ended the game, to positions that the
/// automaton accepts: all if they are at most `most`, else more than `most`. Two moves may lead
/// to one position. Moves in a heap of Nim are left out, and no move may leave several positions.
///
/// # Errors
///
/// The job was stopped, or a bound of the limits was reached.
pub fn replies(
    game: &LinearGame,
    lost: &Automaton,
    position: &[i64],
    most: usize,
    limits: Limits,
    job: &Job,
) -> Result<Vec<Reply>, Error> {
    let mut found = Vec::new();
    let moves = game.moves.iter().enumerate();
    for (step, of) in moves.filter(|(_, step)| !game.is_of_nim(step)) {
        if found.len() > most {
            break;
        }
        let bounds = Bounds::new(job, limits.proof_states).with_letters(limits.proof_letters);
        let digits = lost.digits();
        let compiler = Compiler {
            digits,
            bounds: &bounds,
        };
        let known = |choices: Vec<u64>| {
            let choices = choices.into_iter().map(|choice| choice as i64);
            let known = position.iter().copied().chain(choices).collect();
            Reply { step, known }
        };
        if of.choices == 0 {
            let reply = known(Vec::new());
            if of.condition.holds(position) && accepts(lost, &reply.after(game)) {
                found.push(reply);
            }
            continue;
        }
        let Some(choices) = choices(of, lost, position, &compiler)? else {
            continue;
        };
        found.extend(choices.members(most).into_iter().map(known));
    }
    Ok(found)
}

/// Whether the automaton accepts a position, as far as it reads it.
fn accepts(lost: &Automaton, position: &[i64]) -> bool {
    let tracks = lost.tracks().iter();
    let numbers = tracks.map(|track| u64::try_from(position[usize::from(*track)]).ok());
    let numbers: Option<Vec<u64>> = numbers.collect();
    numbers.is_some_and(|numbers| lost.accepts(&numbers))
}

/// Returns the choices of a move that lead from the position to a lost one; `None` if there are none.
fn choices(
    step: &LinearMove,
    lost: &Automaton,
    position: &[i64],
    compiler: &Compiler<'_>,
) -> Result<Option<Automaton>, Error> {
    let bounds = compiler.bounds;
    let is_known = |track: Track| usize::from(track) < position.len();
    // What the position decides alone needs no automaton.
    let mut conditions = Vec::new();
    for condition in apart(&step.condition) {
        if tracks(condition).into_iter().all(is_known) {
            if !condition.holds(position) {
                return Ok(None);
            }
        } else {
            conditions.push(condition.clone());
        }
    }
    let mut names = Vec::new();
    for track in lost.tracks() {
        let changed = step.after.iter().find(|(v, _)| *v == usize::from(*track));
        let Some((variable, sum)) = changed else {
            names.push(*track);
            continue;
        };
        let mut difference = sum.clone();
        difference
            .terms
            .push((usize::from(after(0, *variable)), -1));
        conditions.push(LinearCondition::Zero(difference));
        names.push(after(0, *variable));
    }
    let read = conditions
        .iter()
        .flat_map(tracks)
        .chain(names.iter().copied());
    let mut read: Vec<Track> = read.filter(|track| is_known(*track)).collect();
    read.sort_unstable();
    read.dedup();
    let numbers: Option<Vec<(Track, u64)>> = read
        .iter()
        .map(|track| Some((*track, u64::try_from(position[usize::from(*track)]).ok()?)))
        .collect();
    let Some(numbers) = numbers else {
        return Ok(None);
    };
    let mut set = Automaton::only(compiler.digits, &numbers, bounds)?;
    for condition in &conditions {
        set = set.and(&compiler.condition(condition)?, bounds)?;
    }
    set = set.and(&lost.renamed(&names, bounds)?, bounds)?;
    // The choices are left, one and all, as otherwise any number would do.
    for track in set.tracks().to_vec() {
        let is_choice = !is_known(track) && usize::from(track) < position.len() + step.choices;
        if !is_choice {
            set = set.exists(track, bounds)?;
        }
    }
    let every = (position.len()..position.len() + step.choices).map(|choice| choice as Track);
    let set = set.and(
        &Automaton::all(compiler.digits, &every.collect::<Vec<_>>(), bounds)?,
        bounds,
    )?;
    Ok((!set.is_empty()).then_some(set))
}

/// The conditions that make up a condition together.
fn apart(condition: &LinearCondition) -> Vec<&LinearCondition> {
    match condition {
        LinearCondition::All(all) => all.iter().flat_map(apart).collect(),
        one => vec![one],
    }
}

/// The variables of a condition.
fn tracks(condition: &LinearCondition) -> Vec<Track> {
    let mut tracks = Vec::new();
    condition.each_sum(&mut |sum| {
        let terms = sum.terms.iter();
        tracks.extend(terms.map(|(variable, _)| *variable as Track));
    });
    tracks
}
