//! A pattern of lost positions or of nimbers, applied to one position.
//!
//! Which positions of a game are lost is what an automaton says that reads the digits of their numbers. It
//! was found from the rules and proved for all sizes (`crate::pattern`), so that it answers as quickly
//! as digits are read. It knows no number of moves, and nimbers only where it was found for them.

use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

use zug_discover::Reply;
use zug_job::Job;
use zug_values::{Nimber, Outcome};

use crate::error::Error;
use crate::pattern::{CheckedPattern, PatternAbout, PatternError};
use crate::request::Request;

use super::asked::Asked;
use super::facts::Facts;
use super::{Applied, Found, Named};

/// What a pattern says of a position.
#[derive(Debug)]
struct Told {
    pattern: Arc<CheckedPattern>,
    /// The parameters and the position as numbers.
    values: Vec<i64>,
    job: Job,
    nimber: OnceLock<Option<Nimber>>,
    replies: OnceLock<Option<(Vec<Reply>, bool)>>,
}

/// A pattern, and what it says of the position asked about.
type PatternHere = (Arc<CheckedPattern>, Box<dyn Applied>);

/// What the theorem is called.
pub(super) fn name(pattern: &CheckedPattern) -> String {
    let (states, digits) = (pattern.states(), pattern.digits());
    format!("an automaton with {states} states that reads {digits} digits")
}

/// Where the pattern comes from.
pub(super) fn source(pattern: &CheckedPattern) -> &'static str {
    if pattern.is_kept() {
        "found from the rules by Zug and proved for all sizes; kept in the catalogue"
    } else {
        "a certificate that was checked"
    }
}

/// The pattern of lost positions in the catalogue that speaks of the position asked about, and what it says.
pub(super) fn kept(asked: &Asked, request: &Request) -> Result<Option<PatternHere>, Error> {
    let facts = asked.facts();
    if facts.is_over() {
        return Ok(None);
    }
    let (play, about) = (asked.play, PatternAbout::Lost);
    for pattern in CheckedPattern::kept(request, play, about, facts.job)? {
        let pattern = Arc::new(pattern);
        if let Some(here) = at(&pattern, &facts) {
            return Ok(Some((pattern, here)));
        }
    }
    Ok(None)
}

/// What the pattern that was given says of the position asked about.
///
/// # Errors
///
/// It is of other rules or parameters, or does not speak of the position.
pub(super) fn given(
    pattern: &Arc<CheckedPattern>,
    asked: &Asked,
) -> Result<Box<dyn Applied>, PatternError> {
    pattern.must_be_of(&asked.rules, asked.play)?;
    let facts = asked.facts();
    pattern.open_values(facts.parameters)?;
    at(pattern, &facts).ok_or(PatternError::OtherPosition)
}

/// What a pattern says of the position of some facts; `None` if it does not speak of it.
fn at(pattern: &Arc<CheckedPattern>, facts: &Facts<'_>) -> Option<Box<dyn Applied>> {
    let parameters = pattern.open_values(facts.parameters).ok()?;
    let position = facts
        .place
        .map(|(instance, position)| instance.all_numbers(position));
    Some(Box::new(Told {
        values: pattern.values(&parameters, position)?,
        pattern: pattern.clone(),
        job: facts.job.clone(),
        nimber: OnceLock::new(),
        replies: OnceLock::new(),
    }))
}

pub(super) fn of(pattern: Arc<CheckedPattern>, here: Box<dyn Applied>) -> Found {
    Found {
        name: name(&pattern),
        source: source(&pattern),
        read: Box::new(move |facts| at(&pattern, facts)),
        here,
    }
}

impl Told {
    /// The moves to lost positions, and whether they are all.
    fn replies(&self) -> Option<&(Vec<Reply>, bool)> {
        let found = self.replies.get_or_init(|| match self.outcome() {
            Outcome::Win => self.pattern.replies(&self.values, &self.job),
            _ => Some((Vec::new(), true)),
        });
        found.as_ref()
    }

    /// The texts of moves, each once.
    fn named(&self, replies: &[Reply], are_all: bool) -> Option<Named> {
        let moves = replies.iter().map(|reply| self.pattern.written(reply));
        let mut moves: Vec<String> = moves.collect::<Option<_>>()?;
        // Two moves of one text are written once.
        let mut seen = HashSet::new();
        moves.retain(|text| seen.insert(text.clone()));
        Some(if are_all {
            Named::all(moves)
        } else {
            Named::some(moves)
        })
    }
}

impl Applied for Told {
    fn outcome(&self) -> Outcome {
        if self.pattern.is_lost(&self.values) {
            Outcome::Loss
        } else {
            Outcome::Win
        }
    }

    fn nimber(&self) -> Option<Nimber> {
        let found = self.nimber.get_or_init(|| {
            let nimber = self.pattern.nimber(&self.values, &self.job)?;
            u32::try_from(nimber).ok().map(Nimber)
        });
        *found
    }

    fn winning_moves_beside(&self, rest: Nimber) -> Option<Named> {
        if rest.is_zero() {
            let (replies, are_all) = self.replies()?;
            return self.named(replies, *are_all);
        }
        let values = self.pattern.beside(&self.values, rest)?;
        let (replies, are_all) = self.pattern.replies(&values, &self.job)?;
        self.named(&replies, are_all)
    }

    fn why(&self) -> Vec<String> {
        let Self {
            pattern, values, ..
        } = self;
        let mut why = vec![format!("for every size, {}", pattern.clause(&self.job))];
        let here = self
            .nimber()
            .and_then(|nimber| pattern.beside(values, nimber));
        why.push(format!(
            "here {}",
            pattern.in_digits(here.as_ref().unwrap_or(values))
        ));
        let reply = self.replies().and_then(|(replies, _)| replies.first());
        if let Some(reply) = reply {
            let (text, after) = (pattern.written(reply), pattern.after(reply));
            let by = text.map_or_else(|| "a move".to_owned(), |text| format!("the move {text}"));
            why.push(format!("{by} leaves {after}, which is lost"));
        } else if self.outcome() == Outcome::Loss {
            why.push("no move leads to a lost position".to_owned());
        }
        why
    }
}
