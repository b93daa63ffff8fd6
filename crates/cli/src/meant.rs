//! What a person most likely meant by arguments that are no question.

use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use zug::{Request, Rules};

use crate::question;

/// Options of other programs, and the line to type here.
const OTHER_WORDS: [(&[&str], &str); 9] = [
    (&["misere", "misère"], "--play misere"),
    (&["normal"], "--play normal"),
    (&["csv"], "--format csv"),
    (&["svg"], "--format svg"),
    (&["dot"], "--format dot"),
    (&["position", "fen", "start", "board"], "--from POSITION"),
    (
        &["param", "parameter", "params", "p"],
        "--set PARAMETER=VALUE",
    ),
    (&["move", "line"], "--moves 'a, b, c'"),
    (&["mem", "ram"], "--memory 8GiB"),
];

/// Options of commands that ask about one game.
const OF_ONE_GAME: [&str; 3] = ["moves", "from", "set"];

/// A message in place of that of the argument parser.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Meant {
    /// The fault.
    pub(crate) fault: String,
    /// What to type.
    pub(crate) help: String,
}

/// What a person most likely meant, given the arguments behind the name of the program; `None` where
/// nothing is better than the message of the argument parser.
pub(crate) fn meant(error: &clap::Error, arguments: &[String]) -> Option<Meant> {
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else {
                return None;
            };
            as_command(word, arguments)
        }
        ErrorKind::UnknownArgument => {
            let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg) else {
                return None;
            };
            match option.strip_prefix('-') {
                Some(_) => as_option(option, arguments),
                None => as_word(option, arguments),
            }
        }
        ErrorKind::MissingRequiredArgument => {
            let Some(ContextValue::Strings(missing)) = error.get(ContextKind::InvalidArg) else {
                return None;
            };
            without(missing, arguments)
        }
        _ => None,
    }
}

/// The commands behind which another command stands, as in `zug table query`.
const WITH_COMMANDS: [&str; 2] = ["table", "cluster"];

/// What to type for commands that need something else than a game first.
const NEEDS: [(&str, &str); 7] = [
    (
        "certify",
        "`zug solve GAME --proof FILE` writes a proof, `zug discover GAME --certificate FILE` that of a \
         pattern, and `zug certify FILE` checks either",
    ),
    (
        "cluster",
        "`zug cluster begin FOLDER tic-tac-toe` begins, `zug cluster units FOLDER` lists units, and \
         `zug cluster do FOLDER UNIT` does one",
    ),
    (
        "pairs",
        "`zug pairs wythoff`, or `zug pairs wythoff --at 3,5`",
    ),
    (
        "quotient",
        "`zug quotient kayles --heaps 10`, or a code such as 0.77",
    ),
    ("sequence", "`zug sequence kayles`, or a code such as 0.77"),
    (
        "table",
        "`zug solve tic-tac-toe --table FOLDER` writes a table, and `zug table query FOLDER POSITION` \
         asks it",
    ),
    (
        "value",
        "`zug value 'nim(3) + kayles(5)'`, or a value such as `zug value '{2|-1} + ^'`",
    ),
];

/// Arguments that lack what the command needs.
fn without(missing: &[String], arguments: &[String]) -> Option<Meant> {
    let is_position = |name: &String| name.starts_with('<') && !name.contains('-');
    if !missing.iter().all(is_position) {
        return None;
    }
    let first = arguments.first()?;
    let second = arguments
        .get(1)
        .filter(|_| WITH_COMMANDS.contains(&&**first));
    let command = second.map_or(first.clone(), |second| format!("{first} {second}"));
    let needs = NEEDS.iter().find(|(name, _)| name == first);
    let help = match needs {
        Some((_, line)) => (*line).to_owned(),
        None if missing.iter().any(|name| name == "<GAME>") => format!(
            "`zug {command} tic-tac-toe`, or a rules file: `zug {command} ./my-game.zug`; `zug games` \
             lists the catalogue"
        ),
        None => return None,
    };
    let missing: Vec<String> = missing
        .iter()
        .map(|name| name.trim_matches(['<', '>', '.']).to_lowercase())
        .collect();
    Some(Meant {
        fault: format!("`zug {command}` needs a {}", missing.join(" and a ")),
        help,
    })
}

/// A word too many.
fn as_word(word: &str, arguments: &[String]) -> Option<Meant> {
    let command = arguments.first()?;
    let game = arguments.get(1)?;
    let help = match &**command {
        "discover" => format!(
            "`zug discover {game}` looks for a pattern of all positions; `zug explain {game} '{word}'` is \
             about one"
        ),
        "pairs" => format!("`zug pairs {game} --at A,B` is about two heaps of this size"),
        "sequence" => format!(
            "`zug sequence {game} --from N --terms M` prints the nimbers of M heaps from heap N on"
        ),
        "quotient" => format!("`zug quotient {game} --at 3,4,5` says who wins these heaps"),
        _ => return None,
    };
    Some(Meant {
        fault: format!("`zug {command}` does not take `{word}`"),
        help,
    })
}

/// A game, or something else, in the place of a command.
fn as_command(word: &str, arguments: &[String]) -> Option<Meant> {
    let is_file = Path::new(word).extension() == Some("zug".as_ref());
    if !is_file && zug_catalogue::find(word).is_none() {
        return None;
    }
    let quoted = if word.contains(' ') {
        format!("'{word}'")
    } else {
        word.to_owned()
    };
    let help = match arguments.first().map(String::as_str) {
        Some("table") => format!(
            "`zug solve {quoted} --table FOLDER` keeps the solved positions, and `zug table` is about such a \
             folder; `zug solve {quoted} --set n=1..50` makes a table over a parameter n"
        ),
        Some("cluster") => format!("`zug cluster begin FOLDER {quoted}` begins to solve it"),
        _ => format!(
            "`zug solve {quoted}` tells who wins, `zug play {quoted}` plays it with you, and \
             `zug explain {quoted}` tells why"
        ),
    };
    Some(Meant {
        fault: format!("`{word}` is a game, and no command"),
        help,
    })
}

/// A parameter, or a word of another program, in the place of an option.
fn as_option(option: &str, arguments: &[String]) -> Option<Meant> {
    let name = option.trim_start_matches('-');
    let (name, value) = name.split_once('=').unwrap_or((name, ""));
    let fault = format!("there is no option `--{name}`");
    if is_parameter(name, arguments) {
        let written = arguments
            .iter()
            .position(|word| word.trim_start_matches('-') == name);
        let next = written.and_then(|place| arguments.get(place + 1));
        let value = match (value, next) {
            ("", Some(next)) if !next.starts_with('-') => next,
            ("", _) => "VALUE",
            (value, _) => value,
        };
        let help = format!("`{name}` is a parameter of the rules: write --set {name}={value}");
        return Some(Meant { fault, help });
    }
    if arguments.first().is_some_and(|command| command == "value") && OF_ONE_GAME.contains(&name) {
        let help = format!(
            "an expression has parameters and a position within it, \"nim(3) + tic-tac-toe at 'BOARD'\"; \
             `zug solve GAME --{name} …` asks about one game"
        );
        return Some(Meant { fault, help });
    }
    if arguments.first().is_some_and(|command| command == "query") && name == "json" {
        let help = "each answer of `zug query` is a line of JSON in any case".to_owned();
        return Some(Meant { fault, help });
    }
    let (_, line) = OTHER_WORDS
        .iter()
        .find(|(words, _)| words.contains(&name))?;
    let command = arguments.first().map_or("solve", String::as_str);
    Some(Meant {
        fault,
        help: format!("write {line}; `zug {command} --help` has all options"),
    })
}

/// Whether the game that the arguments name has a parameter with this name.
fn is_parameter(name: &str, arguments: &[String]) -> bool {
    let games = arguments
        .iter()
        .skip(1)
        .filter(|word| !word.starts_with('-'));
    let mut rules = games.filter_map(|word| question::rules(word).ok());
    rules.any(|Request { source, .. }| {
        Rules::read(&source)
            .is_ok_and(|rules| rules.parameters().iter().any(|(known, _)| known == name))
    })
}

/// A text that is no expression of games.
#[derive(Debug, thiserror::Error)]
#[error("{error}")]
pub(crate) struct NoExpression {
    pub(crate) error: zug::Error,
    /// What to type instead, where that can be guessed.
    pub(crate) help: Option<String>,
}

/// The line to type for games with numbers behind their names, such as `nim 3 5 + kayles 7`.
pub(crate) fn expression(text: &str) -> Option<String> {
    let games = text.split('+').map(|game| {
        let (name, rest) = game.trim().split_once(char::is_whitespace)?;
        let numbers = rest.split([' ', ',']).filter(|number| !number.is_empty());
        let numbers: Option<Vec<u64>> = numbers.map(|number| number.parse().ok()).collect();
        let numbers: Vec<String> = numbers?.iter().map(u64::to_string).collect();
        let is_game = zug_catalogue::find(name).is_some();
        // Each heap of Nim is a game; other games have parameters.
        let between = if name == "nim" { ") + nim(" } else { ", " };
        is_game.then(|| format!("{name}({})", numbers.join(between)))
    });
    let games: Option<Vec<String>> = games.collect();
    Some(format!("write zug value '{}'", games?.join(" + ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_behind_games_are_put_into_brackets() {
        let told = |text| expression(text).unwrap_or_default();
        assert_eq!(
            told("nim 3 5, 6 + kayles 7"),
            "write zug value 'nim(3) + nim(5) + nim(6) + kayles(7)'"
        );
        assert_eq!(told("chomp 3 4"), "write zug value 'chomp(3, 4)'");
        for other in ["nim", "nim(3", "what 3", "nim x", ""] {
            assert_eq!(expression(other), None, "{other}");
        }
    }
}
