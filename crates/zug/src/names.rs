//! Names that a person gives to values: `let a = {3|1}`.

use std::collections::HashMap;

use zug_heaps::PairGame;
use zug_partizan::{AnyValue, Function, ReadError, ReadFault, is_infinitesimal, is_loopy};

use crate::expression::extent;

/// The names of the value that was worked out last.
pub(crate) const OF_LAST: [&str; 2] = ["ans", "_"];

/// What `let` says.
pub(crate) struct Let<'t> {
    /// The name.
    pub(crate) name: &'t str,
    /// The byte at which the expression begins.
    pub(crate) body: usize,
}

/// The name that a line gives; `None` if the line does not begin with `let`.
pub(crate) fn of_let(line: &str) -> Result<Option<Let<'_>>, ReadError> {
    let behind = line.trim_start().strip_prefix("let");
    let Some(behind) = behind.filter(|behind| behind.starts_with(char::is_whitespace)) else {
        return Ok(None);
    };
    let behind = behind.trim_start();
    let start = line.len() - behind.len();
    let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let end = behind.find(|letter| !is_of_name(letter));
    let name = &behind[..end.unwrap_or(behind.len())];
    let fault = |fault, from: usize, to: usize| {
        Err(ReadError {
            span: from..to,
            fault,
        })
    };
    if !name.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_') {
        return fault(
            ReadFault::Expected("a name of letters and digits"),
            start,
            start + name.len(),
        );
    }
    let end = start + name.len();
    if let Some(what) = taken(name) {
        return fault(
            ReadFault::Refused(format!("`{name}` is {what}")),
            start,
            end,
        );
    }
    let rest = line[end..].trim_start();
    let at = line.len() - rest.len();
    match rest.strip_prefix('=') {
        Some(_) => Ok(Some(Let { name, body: at + 1 })),
        None => fault(ReadFault::Expected("`=` behind the name"), at, at),
    }
}

/// What a name means already.
fn taken(name: &str) -> Option<&'static str> {
    if OF_LAST.contains(&name) {
        return Some("the last value");
    }
    if name == "let" || name == "at" {
        return Some("a word of the notation");
    }
    if Function::named(name).is_some() {
        return Some("a function");
    }
    if is_infinitesimal(name) || is_loopy(name) {
        return Some("a value");
    }
    // People call some games by one letter; only the name in the catalogue is taken.
    let is_game = zug_catalogue::find(name).is_some_and(|game| game.name == name)
        || zug_heaps::find(name).is_some()
        || name.parse::<PairGame>().is_ok();
    is_game.then_some("a game")
}

/// The given name that a text begins with, unless the name of a game with a hyphen is longer.
pub(crate) fn at_start<'t>(text: &'t str, given: &HashMap<String, AnyValue>) -> Option<&'t str> {
    if given.is_empty() {
        return None;
    }
    let is_known = |word: &str| given.contains_key(word) || zug_catalogue::find(word).is_some();
    let name = &text[..extent::longest_known(text, &is_known)?];
    given.contains_key(name).then_some(name)
}
