//! `zug judge number-game`: TNG (Bob Walton, 2001).
//!
//! Input: one game a line, `n0 r e p m g1 … gm`, and `-1` at the end. Output: `Game 1:
//! draw`, `Game 2: Y wins`, `Game 3: X wins` …

use std::io::{BufRead, Write};

use zug::Outcome;
use zug_catalogue::{NumberGame, NumberGameSetup};

use super::tokens::{InputError, Tokens};

/// The contest's modulus is at most 47; the method takes any modulus of which a table
/// of powers can be made.
const LARGEST: u32 = 1 << 20;

pub(crate) fn judge(input: impl BufRead, mut output: impl Write) -> Result<(), InputError> {
    let mut tokens = Tokens::new(input);
    for number in 1u64.. {
        let place = tokens.place()?;
        let start = tokens.number("n0, or -1 at the end,", -1..=i64::from(LARGEST))?;
        let Ok(start) = u32::try_from(start) else {
            return tokens.end();
        };
        let mut next = |what: &str| tokens.number(what, 0..=LARGEST);
        let (rounds, e, p) = (next("r")?, next("e")?, next("p")?);
        let goals = tokens.list("the number of goals", 0..=LARGEST, "a goal", 0..=LARGEST)?;
        let game = NumberGame::new(NumberGameSetup {
            start,
            rounds,
            e,
            p,
            goals,
        })
        .map_err(|error| place.case(format_args!("game {number}: {error}")))?;
        let verdict = match game.value() {
            Outcome::Win => "X wins",
            Outcome::Loss => "Y wins",
            Outcome::Draw => "draw",
        };
        writeln!(output, "Game {number}: {verdict}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::testing::{answered, broken, endless_digits_are_refused};

    #[test]
    fn the_sample_is_answered() {
        let output = answered(judge, "3 1 7 11 2 8 9\n3 2 7 11 2 8 9\n3 2 7 11 1 6\n-1\n");
        assert_eq!(output, "Game 1: draw\nGame 2: Y wins\nGame 3: X wins\n");
    }

    #[test]
    fn a_broken_case_leaves_the_answers_before_it() {
        let (output, error) = broken(judge, "3 1 7 11 2 8 9\n3 2 7 11 2 8\n");
        assert_eq!(output, "Game 1: draw\n");
        assert_eq!(
            error,
            "line 3, column 1: expected a goal from 0 to 1048576, found the end of the input"
        );
        let (output, error) = broken(judge, "3 1 7 12 0\n-1\n");
        assert_eq!(output, "");
        assert_eq!(error, "line 1, column 1: game 1: p = 12 is not a prime");
    }

    #[test]
    fn endless_digits_are_refused_at_once() {
        endless_digits_are_refused(judge, &["", "3 1 7 11 ", "3 1 7 11 2 "]);
    }
}
