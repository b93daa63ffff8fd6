//! Names that Walnut reads: letters, digits and `_`, the first one a letter other than `A`, `E` and `I`, which are
//! quantifiers.

use zug_certify::pattern::PatternDigits;
use zug_game::linear::LinearGame;

/// The names of all numbers of a game, all different.
#[derive(Debug)]
pub(super) struct Names {
    /// The names of the variables, and behind them those of the choices of a move.
    pub(super) numbers: Vec<String>,
    /// A name for a number that only a condition knows.
    pub(super) quotient: String,
    /// The name of the automaton.
    pub(super) lost: String,
}

impl Names {
    pub(super) fn of(game: &LinearGame, lost: String) -> Self {
        let mut numbers: Vec<String> = Vec::new();
        for variable in &game.variables {
            let name = other(&numbers, &plain(variable));
            numbers.push(name);
        }
        let most = game.moves.iter().map(|step| step.choices).max();
        for _ in 0..most.unwrap_or(0) {
            let name = other(&numbers, "k");
            numbers.push(name);
        }
        let quotient = other(&numbers, "q");
        Self {
            numbers,
            quotient,
            lost,
        }
    }
}

/// Returns the name, or one made of it that is not among those known.
pub(super) fn other(known: &[String], name: &str) -> String {
    let mut found = name.to_owned();
    let mut number = 1;
    while known.contains(&found) {
        number += 1;
        found = format!("{name}_{number}");
    }
    found
}

/// Returns a name that Walnut reads: `piles_0` for `piles[0]`, `stones_1` for `1.stones`.
pub(super) fn plain(name: &str) -> String {
    let parts = name.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    let mut parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    let is_number = |part: &&str| part.starts_with(|letter: char| letter.is_ascii_digit());
    if parts.len() > 1 && parts.first().is_some_and(is_number) {
        parts.rotate_left(1);
    }
    let joined = parts.join("_");
    let is_letter = |letter: char| letter.is_ascii_alphabetic() && !"AEI".contains(letter);
    if joined.starts_with(is_letter) {
        joined
    } else {
        format!("z{joined}")
    }
}

/// What Walnut calls digits.
pub(super) fn system(digits: PatternDigits) -> String {
    match digits {
        PatternDigits::Base(base) => format!("msd_{base}"),
        PatternDigits::Recurrent(1) => "msd_fib".to_owned(),
        PatternDigits::Recurrent(factor) => format!("msd_recurrent{factor}"),
    }
}
