//! A pattern as files of Walnut, for a second proof by a program that shares nothing with this one.
//!
//! Walnut (Mousavi 2016) decides sentences on natural numbers with `+`, `<` and automata that read digits; most papers
//! on such patterns prove theirs by it. There are two files: the automaton, for the folder `Automata Library`, and the
//! commands, for the folder `Command Files`. Each command states in Walnut's language one of the conditions
//! of [`zug_certify::pattern`]; the pattern is proved if Walnut says TRUE of each.
//!
//! Automata of Zug read the most significant digit first, which Walnut calls `msd`. Walnut knows the bases
//! (`msd_2`) and the Fibonacci digits (`msd_fib`); other recurrent digits are those of Ostrowski for the continued fraction
//! [0; m + 1, m, m, …], and the command `ost` makes them known.

mod commands;
mod names;
mod predicate;

use std::fmt::Write as _;

use zug_certify::pattern::{PatternClaim, PatternDigits};
use zug_game::linear::LinearGame;
use zug_values::Play;

use super::error::PatternError;
use commands::Commands;
use names::{Names, plain, system};

/// A file for Walnut.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WalnutFile {
    /// The folder within that of Walnut.
    pub folder: &'static str,
    /// The name of the file.
    pub name: String,
    /// What is in it.
    pub text: String,
}

/// The largest number that Walnut reads.
const MOST: i32 = i32::MAX;

/// The files by which Walnut proves a pattern of a game, or refutes it: the automaton, and the commands.
///
/// # Errors
///
/// The rules have too large numbers, or a move leaves several positions.
pub fn files(
    name: &str,
    play: Play,
    rules: &LinearGame,
    claim: &PatternClaim,
) -> Result<[WalnutFile; 2], PatternError> {
    let play = match play {
        Play::Normal => "",
        Play::Misere => "_misere",
    };
    if rules.moves.iter().any(|step| !step.beside.is_empty()) {
        return Err(PatternError::SumForWalnut);
    }
    let game = format!("{}{play}", plain(name));
    let says = match rules.nim_heap {
        Some(_) => "nimbers",
        None => "lost",
    };
    let names = Names::of(rules, format!("{game}_{says}"));
    let automaton = WalnutFile {
        folder: "Automata Library",
        name: format!("{}.txt", names.lost),
        text: automaton(claim),
    };
    let mut commands = Commands::new(&game, rules, claim, &names);
    if let PatternDigits::Recurrent(factor @ 2..) = claim.digits {
        commands.define_digits(factor);
    }
    let is_number = |part: &str| part.is_empty() || part.parse::<i32>().is_ok();
    let is_read = |text: &String| {
        let mut parts = text.split(|letter: char| !letter.is_ascii_digit());
        parts.all(is_number)
    };
    let too_large = PatternError::TooLargeForWalnut { most: MOST };
    let commands = WalnutFile {
        folder: "Command Files",
        name: format!("{game}.txt"),
        text: commands.all().filter(is_read).ok_or(too_large)?,
    };
    Ok([automaton, commands])
}

/// The automaton: the digits of each number that is read; each state with 1 if it accepts, and its arrows.
fn automaton(claim: &PatternClaim) -> String {
    let table = &claim.automaton;
    if claim.reads.is_empty() {
        return format!("{}\n", table.accepting[0]);
    }
    let mut text = vec![system(claim.digits); claim.reads.len()].join(" ");
    text.push('\n');
    for (state, row) in table.next.iter().enumerate() {
        let _ = writeln!(text, "\n{state} {}", u8::from(table.accepting[state]));
        for (letter, next) in row.iter().enumerate() {
            let digits = claim.digits_of(letter);
            let digits: Vec<String> = digits.iter().map(usize::to_string).collect();
            let _ = writeln!(text, "{} -> {next}", digits.join(" "));
        }
    }
    text
}
