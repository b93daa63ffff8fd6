//! Games on heaps as arguments.

use std::fmt;

use anyhow::Result;
use zug_heaps::{HeapGame, NotationError, NotationFault};

use crate::message::shortened;

/// The number of characters of a text that are shown on either side of a fault.
const SHOWN: usize = 30;

/// The most characters of a name that are shown.
const LONGEST_NAME: usize = 60;

/// The least likeness of a name that is suggested, from 0 to 1.
const LEAST_LIKENESS: f64 = 0.8;

/// The game on heaps that a text means: a notation, or a name.
pub(crate) fn game(text: &str) -> Result<HeapGame> {
    let game = text.parse().map_err(|error| HeapsError {
        text: text.to_owned(),
        error,
    })?;
    Ok(game)
}

/// Whether a text that names no game of the catalogue means a game on heaps: it is
/// one, or begins as one does, or is more like the name of one than like any name
/// of the catalogue.
pub(crate) fn is_meant(text: &str) -> bool {
    match text.parse::<HeapGame>() {
        Ok(_) => true,
        Err(error) if error.is_notation() => true,
        Err(_) => nearest(text).is_some_and(|known| {
            zug_catalogue::nearest(text)
                .is_none_or(|listed| likeness(text, known) > likeness(text, listed))
        }),
    }
}

/// The name of a game on heaps that is most like this one, if its likeness reaches
/// [`LEAST_LIKENESS`].
fn nearest(name: &str) -> Option<&'static str> {
    zug_heaps::known()
        .iter()
        .flat_map(|known| {
            [known.name]
                .into_iter()
                .chain(known.aliases.iter().copied())
        })
        .map(|known| (likeness(name, known), known))
        .filter(|(likeness, _)| *likeness >= LEAST_LIKENESS)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| name)
}

/// How much a text is like a name, from 0 to 1.
fn likeness(text: &str, name: &str) -> f64 {
    let text = text.to_lowercase().replace(['_', ' '], "-");
    strsim::jaro_winkler(&text, name)
}

/// A text that is no game on heaps. It is the caller's doing: exit code 2.
#[derive(Debug, thiserror::Error)]
pub(crate) struct HeapsError {
    text: String,
    /// Not a `#[source]`, because the message above already contains it.
    error: NotationError,
}

impl HeapsError {
    /// What to do instead.
    pub(crate) fn advice(&self) -> Option<&'static str> {
        let is_name = matches!(self.error.fault, NotationFault::Unknown { .. });
        is_name.then_some("a game on heaps is written as 0.137, {1,3,4} or split(2)")
    }
}

impl fmt::Display for HeapsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let NotationFault::Unknown { name } = &self.error.fault {
            let known = nearest(name);
            let name = shortened(name, LONGEST_NAME);
            write!(f, "there is no game on heaps `{name}`")?;
            if let Some(known) = known {
                write!(f, "; did you mean `{known}`?")?;
            }
            return Ok(());
        }
        write!(f, "{}", self.error)?;
        if self.text.trim().is_empty() {
            return Ok(());
        }
        let (line, marks) = marked(&self.text, &self.error);
        write!(f, "\n  {line}\n  {marks}")
    }
}

/// The text around a fault, on one line, and what marks the fault below it.
fn marked(text: &str, error: &NotationError) -> (String, String) {
    let sign = |sign: char| if sign.is_control() { ' ' } else { sign };
    let (before, rest) = text.split_at(error.place.start);
    let fault = text[error.place.clone()].chars().count();
    let length = before.chars().count();
    let mut line = String::new();
    if length > SHOWN {
        line.push_str("… ");
    }
    let left_out = length.saturating_sub(SHOWN);
    line.extend(before.chars().skip(left_out).map(sign));
    let column = line.chars().count();
    line.extend(rest.chars().take(SHOWN).map(sign));
    if rest.chars().nth(SHOWN).is_some() {
        line.push_str(" …");
    }
    let marks = "^".repeat(fault.clamp(1, SHOWN));
    let line = line.trim_end().to_owned();
    (line, format!("{}{marks}", " ".repeat(column)))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        game(text).unwrap_err().to_string()
    }

    #[test]
    fn a_fault_is_marked() {
        assert_eq!(
            message("0.13G7"),
            "expected a digit of a code, 0 to 9 or A to F\n  0.13G7\n      ^"
        );
        assert_eq!(
            message("{12, 7..3}"),
            "the range goes from 7 down to 3\n  {12, 7..3}\n       ^^^^"
        );
        assert_eq!(
            message("0.("),
            "expected a digit of a code, 0 to 9 or A to F\n  0.(\n     ^"
        );
    }

    #[test]
    fn of_a_long_text_the_fault_is_shown() {
        let text = format!("0.{}x{}", "7".repeat(1000), "3".repeat(1000));
        let sevens = "7".repeat(30);
        let threes = "3".repeat(29);
        let marks = " ".repeat(32);
        assert_eq!(
            message(&text),
            format!(
                "expected a digit of a code, 0 to 9 or A to F\n  … {sevens}x{threes} …\n  {marks}^"
            )
        );
        let name = "z".repeat(10_000);
        assert!(message(&name).len() < 200);
    }

    #[test]
    fn signs_that_break_the_line_are_blanks() {
        assert_eq!(
            message("{1,\n\t0}"),
            "taking 0 is not a move: numbers from 1 up\n  {1,  0}\n       ^"
        );
    }

    #[test]
    fn codes_are_told_from_names_of_the_catalogue() {
        for text in [
            "0.77",
            "2.7",
            ".x",
            "{",
            "split",
            "leave it",
            "dawson's kayles",
            "guils",
            "officer",
        ] {
            assert!(is_meant(text), "{text}");
        }
        for text in [
            "tictactoe",
            "nimm",
            "kales",
            "backgammon",
            "splits",
            "chess",
        ] {
            assert!(!is_meant(text), "{text}");
        }
    }

    #[test]
    fn slips_of_the_pen_are_understood() {
        for (slip, meant) in [
            ("kales", "kayles"),
            ("dawson chess", "dawsons-chess"),
            ("trebblecross", "treblecross"),
        ] {
            assert_eq!(nearest(slip), Some(meant), "{slip}");
        }
        assert_eq!(nearest("backgammon"), None);
    }
}
