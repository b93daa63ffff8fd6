//! A game, a position and moves as an answer writes them.

use std::borrow::Cow;
use std::io::{self, Write};

use anyhow::Result;
use indicatif::HumanCount;
use zug::{Player, Position, Problem};

/// Writes the name of a game with its parameters, and a position of it.
pub(crate) fn write_head(
    out: &mut impl Write,
    game: &str,
    parameters: Vec<(String, String)>,
    position: Option<String>,
) -> io::Result<()> {
    write!(out, "{game}")?;
    for (name, value) in parameters {
        write!(out, " {name}={}", shortened(&value))?;
    }
    writeln!(out)?;
    if let Some(position) = position {
        writeln!(out, "{position}")?;
    }
    Ok(())
}

/// Returns the value of a parameter as a person reads it: of a long one, such as the edges of a
/// large graph, the beginning and the number of characters.
pub(crate) fn shortened(value: &str) -> Cow<'_, str> {
    let length = value.chars().count();
    if length <= LONGEST_VALUE {
        return Cow::Borrowed(value);
    }
    let beginning: String = value.chars().take(BEGINNING).collect();
    Cow::Owned(format!(
        "{beginning}… ({} characters)",
        HumanCount(length as u64)
    ))
}

/// The largest number of characters of a value that is written whole.
const LONGEST_VALUE: usize = 1000;

/// The number of characters that are written of a parameter's value that is too long to be shown.
const BEGINNING: usize = 60;

/// Writes the game, a position of it, and the picture if there is one.
pub(crate) fn write_position(
    out: &mut impl Write,
    problem: &Problem,
    position: &Position,
) -> Result<()> {
    let text = Some(problem.print(position));
    write_head(out, problem.name(), problem.parameters(), text)?;
    if let Some(picture) = problem.picture(position) {
        write!(out, "{picture}")?;
    }
    writeln!(out)?;
    Ok(())
}

/// The moves of a line from the position asked about, each with its number and, where the players have
/// names, with who makes it.
pub(super) fn numbered(problem: &Problem, line: &[String]) -> Result<Vec<String>> {
    let players = problem.players();
    let mut position = problem.root();
    let mut told = Vec::new();
    for (number, name) in (1..).zip(line) {
        let mover = players
            .as_ref()
            .map(|[first, second]| match problem.mover(&position) {
                Player::First => format!("{first} "),
                Player::Second => format!("{second} "),
            });
        told.push(format!("{number}) {}{name}", mover.unwrap_or_default()));
        let legal = problem.legal_moves(&position)?;
        if let Some(made) = legal.into_iter().find(|legal| legal.name == *name) {
            position = made.position;
        }
    }
    Ok(told)
}
