//! Errors, all in the form of RFC 9457.

use schemars::JsonSchema;
use serde::Serialize;

/// Why a request has no answer (RFC 9457, `application/problem+json`).
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Problem {
    /// The kind of problem, a name that does not change: `rules`, `setting`, `position`, `move`,
    /// `unknown-game`, `too-large`, `busy`, `cancelled`, `lost` and so on.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The kind of problem in words.
    pub title: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// What is wrong here.
    pub detail: String,
    /// What to do about it; null if nobody knows.
    pub remedy: Option<String>,
    /// The fault in the rules, where they are at fault.
    pub diagnostic: Option<Box<Diagnostic>>,
    /// The place of the move in `moves`, from 0, that is at fault.
    pub index: Option<usize>,
    /// Where the rules broke in the middle of a game; null for any other problem.
    pub scene: Option<Box<Scene>>,
}

/// The position in which the rules of a game broke, and the move.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Scene {
    /// The position in the game's notation.
    pub position: String,
    /// A picture of the position in several lines; null if the rules show none.
    pub picture: Option<String>,
    /// The move that was tried there; null if the rules broke where no move is made.
    #[serde(rename = "move")]
    pub tried: Option<String>,
}

/// A fault in a text of rules, of a game on heaps or of an expression.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Diagnostic {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters (Unicode scalar values).
    pub column: usize,
    /// The number of characters of the place on that line, at least 1.
    pub length: usize,
    /// Where the place begins in the text, in UTF-16 units, as JavaScript counts.
    pub start: usize,
    /// Where the place ends in the text, in UTF-16 units.
    pub end: usize,
    /// What is wrong, in one line.
    pub message: String,
    /// What stands there, or what was expected.
    pub label: String,
    /// How to mend it; null if nobody knows.
    pub remedy: Option<String>,
    /// The fault drawn under the line, as the command line shows it.
    pub drawn: String,
}
