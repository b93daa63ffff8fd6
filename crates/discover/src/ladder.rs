//! The systems of digits that are tried, one after the other.

use zug_automata::{Automaton, Bounds, Digits, Track};
use zug_game::linear::{LinearCondition, LinearGame, LinearSum};
use zug_job::Job;

use crate::compile::Compiler;
use crate::error::Error;
use crate::invariants::invariants;
use crate::learn::learn;
use crate::proof::{Refutation, refute, stays};
use crate::question::Question;
use crate::rank::rank;
use crate::words::words;

/// How much is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The most states of a pattern.
    pub states: usize,
    /// The most positions that are solved.
    pub positions: usize,
    /// The most states of an automaton within a proof.
    pub proof_states: usize,
    /// The most letters that all automata of a proof read.
    pub proof_letters: u64,
}

impl Limits {
    /// The limits for a pattern of this game. Nimbers, for which a heap of Nim is beside the position, take more
    /// states than lost positions.
    #[must_use]
    pub fn for_game(game: &LinearGame) -> Self {
        let limits = Self::default();
        let states = match game.nim_heap {
            Some(_) => 2 * limits.states,
            None => limits.states,
        };
        Self { states, ..limits }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            states: 60,
            positions: 40_000,
            proof_states: 20_000,
            proof_letters: 300_000_000,
        }
    }
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Finding {
    /// How it ended.
    pub end: End,
    /// The number of positions solved.
    pub positions: usize,
    /// The systems of digits that were tried, in order.
    pub tried: Vec<Digits>,
}

/// How the search for a pattern ended.
#[derive(Clone, Debug)]
pub enum End {
    /// A pattern is proved.
    Proved(Pattern),
    /// A pattern agrees with all positions that were solved, and the proof took too long.
    Agrees(Pattern, Error),
    /// A pattern agrees with all positions that were solved, and is false.
    Refuted(Pattern, Refutation),
    /// No pattern was found; the reason, if there is one beside that none fits.
    None(Option<NoPattern>),
}

/// Why no pattern can be looked for.
#[derive(Clone, Debug, thiserror::Error)]
pub enum NoPattern {
    /// Moves leave what the rules allow.
    #[error("{}: {}", .0.what, named(&.0.values))]
    Leaves(Refutation),
    /// No sum of the variables falls with each move.
    #[error("no sum of the variables falls with every move")]
    NoRank,
    /// Something was too large.
    #[error(transparent)]
    TooLarge(Error),
}

fn named(values: &[(String, u64)]) -> String {
    let values = values.iter().map(|(name, value)| format!("{name}={value}"));
    values.collect::<Vec<_>>().join(" ")
}

/// A pattern of lost positions.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// The automaton that accepts the lost positions; its tracks are variables of the game.
    pub automaton: Automaton,
    /// A sum that each move makes less.
    pub rank: LinearSum,
    /// What all play keeps beside what the rules allow. The pattern is about such positions.
    pub invariants: Vec<LinearCondition>,
    /// A sentence that says which positions are accepted.
    pub words: Option<String>,
    /// The largest number up to which it was compared with solved positions.
    pub compared: u64,
}

/// The digits that are tried, and whether the parameters are read too.
const LADDER: [(Digits, bool); 7] = [
    (Digits::base(2), false),
    (Digits::FIBONACCI, false),
    (Digits::base(3), false),
    (Digits::recurrent(2), false),
    (Digits::base(2), true),
    (Digits::FIBONACCI, true),
    (Digits::base(3), true),
];

/// Looks for a pattern.
///
/// # Errors
///
/// The job was stopped. Everything else is an [`End`].
pub fn find(game: &LinearGame, limits: Limits, job: &Job) -> Result<Finding, Error> {
    let mut question = Question::new(game, job);
    let mut tried = Vec::new();
    let end = match climb(game, limits, job, &mut question, &mut tried) {
        Err(stopped @ Error::Stopped(_)) => return Err(stopped),
        Err(error) => End::None(Some(NoPattern::TooLarge(error))),
        Ok(end) => end,
    };
    Ok(Finding {
        end,
        positions: question.positions(),
        tried,
    })
}

fn climb(
    game: &LinearGame,
    limits: Limits,
    job: &Job,
    question: &mut Question<'_>,
    tried: &mut Vec<Digits>,
) -> Result<End, Error> {
    let bounds = || Bounds::new(job, limits.proof_states).with_letters(limits.proof_letters);
    let binary_bounds = bounds();
    let binary = Compiler {
        digits: Digits::base(2),
        bounds: &binary_bounds,
    };
    let invariants = invariants(game, &binary)?;
    let allowed = invariants
        .iter()
        .cloned()
        .fold(game.domain.clone(), LinearCondition::and);
    if let Some(leaves) = stays(game, &allowed, &binary)? {
        return Ok(End::None(Some(NoPattern::Leaves(leaves))));
    }
    let Some(rank) = rank(game, &allowed, &binary)? else {
        return Ok(End::None(Some(NoPattern::NoRank)));
    };
    // What positions are worth together is the xor of binary digits.
    let is_sum = game.moves.iter().any(|step| !step.beside.is_empty());
    let mut second = End::None(None);
    let levels = (1..=LEVELS).flat_map(|level| LADDER.map(|rung| (level, rung)));
    for (level, (digits, with_parameters)) in levels {
        if with_parameters && game.parameters == 0 || is_sum && digits != Digits::base(2) {
            continue;
        }
        if !tried.contains(&digits) {
            tried.push(digits);
        }
        let first = if with_parameters { 0 } else { game.parameters };
        let tracks: Vec<Track> = (first as Track..game.variables.len() as Track).collect();
        let search = Search {
            game,
            allowed: &allowed,
            tracks: &tracks,
            digits,
        };
        let bounds = bounds();
        let Some((automaton, compared)) = search.learned(level, limits, question, &bounds)? else {
            continue;
        };
        let mut pattern = Pattern {
            automaton,
            rank: rank.clone(),
            invariants: invariants.clone(),
            words: None,
            compared,
        };
        let compiler = Compiler {
            digits,
            bounds: &bounds,
        };
        let refuted = refute(game, &allowed, &pattern.automaton, &compiler);
        match refuted.map_err(Error::from) {
            Ok(None) => {
                pattern.words = sentence(game, &allowed, &pattern.automaton, limits, job)?;
                return Ok(End::Proved(pattern));
            }
            Ok(Some(refutation)) if matches!(second, End::None(_)) => {
                second = End::Refuted(pattern, refutation);
            }
            Err(stopped @ Error::Stopped(_)) => return Err(stopped),
            Err(error) if !matches!(second, End::Agrees(..)) => {
                second = End::Agrees(pattern, error);
            }
            Ok(Some(_)) | Err(_) => {}
        }
    }
    Ok(second)
}

/// Returns a sentence that says which of the allowed positions the automaton accepts; `None` if none was found,
/// or the search took too long. A sentence is as true as the automaton.
///
/// # Errors
///
/// The job was stopped.
pub fn sentence(
    game: &LinearGame,
    allowed: &LinearCondition,
    lost: &Automaton,
    limits: Limits,
    job: &Job,
) -> Result<Option<String>, Error> {
    let bounds = Bounds::new(job, limits.proof_states).with_letters(limits.proof_letters);
    let compiler = Compiler {
        digits: lost.digits(),
        bounds: &bounds,
    };
    match words(game, allowed, lost, &compiler).map_err(Error::from) {
        Err(stopped @ Error::Stopped(_)) => Err(stopped),
        Err(_) => Ok(None),
        Ok(words) => Ok(words),
    }
}

/// The number of rounds; each round takes twice as many positions as the one before.
const LEVELS: u32 = 5;

/// The value of parameters that are not read.
const FAR: u64 = 1 << 20;

/// Where all numbers are below this, parameters that are not read are tried with small values too.
const NEAR: u64 = 8;

/// The search for a pattern in some digits of some variables.
struct Search<'a> {
    game: &'a LinearGame,
    allowed: &'a LinearCondition,
    tracks: &'a [Track],
    digits: Digits,
}

impl Search<'_> {
    /// Returns an automaton that agrees with solved positions at twice the size of those it was learned from,
    /// and the largest number compared; `None` if none was found.
    fn learned(
        &self,
        level: u32,
        limits: Limits,
        question: &mut Question<'_>,
        bounds: &Bounds<'_>,
    ) -> Result<Option<(Automaton, u64)>, Error> {
        let letters = self.digits.count().saturating_pow(self.tracks.len() as u32);
        let most = 4usize.pow(level + 1);
        let fit = (1..=12).take_while(|length| letters.saturating_pow(*length) <= most);
        let Some(length) = fit.last() else {
            return Ok(None);
        };
        question.allow(limits.positions >> (LEVELS - level));
        // Positions that are not allowed may be accepted or not: first whichever suits, then none.
        for outside in [None, Some(false)] {
            let found = self.attempt(length as usize, level, outside, limits, question, bounds)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    fn attempt(
        &self,
        length: usize,
        level: u32,
        outside: Option<bool>,
        limits: Limits,
        question: &mut Question<'_>,
        bounds: &Bounds<'_>,
    ) -> Result<Option<(Automaton, u64)>, Error> {
        let (mut largest, mut is_outside) = (0, false);
        let mut ask = |numbers: &[u64]| {
            largest = numbers.iter().copied().fold(largest, u64::max);
            let answer = self.ask(numbers, FAR, question)?;
            is_outside |= answer.is_none();
            Ok(answer.or(outside))
        };
        let states = limits.states.min(4 << (level + 2));
        let learned = learn(self.digits, self.tracks, length, states, &mut ask, bounds);
        let learned = match learned {
            // Larger positions take too long.
            Err(Error::TooManyPositions { .. } | Error::Choices(_) | Error::Automata(_)) => None,
            other => other?,
        };
        let Some(automaton) = learned.filter(|_| outside.is_none() || is_outside) else {
            return Ok(None);
        };
        question.allow(limits.positions >> (LEVELS - level));
        let compared = self.agrees(&automaton, largest, question)?;
        Ok(compared.map(|compared| (automaton, compared)))
    }

    /// Whether the position with these numbers is lost, where each parameter that is not read has the
    /// value `parameter`; `None` if it is not allowed.
    fn ask(
        &self,
        numbers: &[u64],
        parameter: u64,
        question: &mut Question<'_>,
    ) -> Result<Option<bool>, Error> {
        let mut position = vec![parameter as i64; self.game.variables.len()];
        for (track, number) in self.tracks.iter().zip(numbers) {
            position[usize::from(*track)] = *number as i64;
        }
        if !self.allowed.holds(&position) {
            return Ok(None);
        }
        question.is_lost(&position).map(Some)
    }

    /// Compares an automaton with positions whose numbers are up to twice `largest`, as far as the positions
    /// that may be solved suffice for more than it was learned from; returns up to which, or `None` if
    /// it is wrong somewhere.
    fn agrees(
        &self,
        automaton: &Automaton,
        largest: u64,
        question: &mut Question<'_>,
    ) -> Result<Option<u64>, Error> {
        /// The most tuples that are compared.
        const MOST: u64 = 5_000;
        let count = self.tracks.len() as u32;
        let mut root = 1u64;
        while (root + 1).saturating_pow(count) <= MOST && root < MOST {
            root += 1;
        }
        let most = (2 * largest + 1).min(root - 1);
        for near in 0..=most {
            match self.agrees_to(automaton, near, question) {
                Ok(true) => {}
                Err(Error::TooManyPositions { .. }) if near > largest.min(most / 2) => {
                    return Ok(Some(near - 1));
                }
                Ok(false) | Err(Error::TooManyPositions { .. }) => return Ok(None),
                Err(error) => return Err(error),
            }
        }
        Ok(Some(most))
    }

    /// Whether an automaton is right about the positions whose largest number is `near`.
    fn agrees_to(
        &self,
        automaton: &Automaton,
        near: u64,
        question: &mut Question<'_>,
    ) -> Result<bool, Error> {
        // Small parameters are tried too, as the pattern must not depend on those that are not read.
        let parameters = if near < NEAR {
            vec![FAR, near]
        } else {
            vec![FAR]
        };
        let mut numbers = vec![0; self.tracks.len()];
        loop {
            if numbers.iter().max() == Some(&near) || numbers.is_empty() {
                for parameter in &parameters {
                    let lost = self.ask(&numbers, *parameter, question)?;
                    if lost.is_some_and(|lost| lost != automaton.accepts(&numbers)) {
                        return Ok(false);
                    }
                }
            }
            let Some(place) = numbers.iter().position(|number| *number < near) else {
                return Ok(true);
            };
            numbers[place] += 1;
            numbers[..place].fill(0);
        }
    }
}
