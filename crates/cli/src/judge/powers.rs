//! `zug judge powers`: whoever takes a number takes all its powers with it (Codeforces
//! 317D).
//!
//! Input: n. Output: `Vasya` if the mover wins, otherwise `Petya`.

use std::io::{BufRead, Write};

use zug::Outcome;
use zug_catalogue::powers::{LARGEST, Powers};

use super::tokens::{InputError, Tokens};

pub(crate) fn judge(input: impl BufRead, mut output: impl Write) -> Result<(), InputError> {
    let mut tokens = Tokens::new(input);
    let place = tokens.place()?;
    let n = tokens.number("n", 1..=LARGEST)?;
    tokens.end()?;
    let game = Powers::new(n).map_err(|error| place.case(error))?;
    let winner = match game.outcome() {
        Outcome::Win => "Vasya",
        Outcome::Loss | Outcome::Draw => "Petya",
    };
    writeln!(output, "{winner}")?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::testing::{answered, endless_digits_are_refused, refused};

    #[test]
    fn the_samples_are_answered() {
        assert_eq!(answered(judge, "1\n"), "Vasya\n");
        assert_eq!(answered(judge, "2\n"), "Petya\n");
        assert_eq!(answered(judge, "8\n"), "Petya\n");
    }

    #[test]
    fn what_is_no_input_is_refused_with_its_place_and_without_an_answer() {
        let error = |text: &str| refused(judge, text);
        assert_eq!(
            error(""),
            "line 1, column 1: expected n from 1 to 17592186044415, \
             found the end of the input"
        );
        assert!(error("0").ends_with("found `0`"));
        assert!(error("-1").ends_with("found `-1`"));
        assert!(error("17592186044416").ends_with("found `17592186044416`"));
        assert!(error("ten").ends_with("found `ten`"));
        assert!(error("8 8").ends_with("expected the end of the input, found `8`"));
    }

    #[test]
    fn endless_digits_are_refused_at_once() {
        endless_digits_are_refused(judge, &[""]);
    }
}
