//! `zug judge forbidden-take-away`: piles, and three numbers that may not be
//! taken (CMU 15-295).
//!
//! Input: `a b c`, the number k of piles, and k pile sizes. Output: the k nimbers in a
//! line, then `First` if the mover wins, otherwise `Second`.

use std::io::{BufRead, Write};

use zug::Outcome;
use zug_catalogue::forbidden_take_away::{ForbiddenTakeAway, LARGEST_PILE};

use super::tokens::{InputError, Tokens};

/// All piles are kept until the last one is read: 4 bytes each.
const MOST_PILES: u32 = 10_000_000;

pub(crate) fn judge(input: impl BufRead, mut output: impl Write) -> Result<(), InputError> {
    let mut tokens = Tokens::new(input);
    let place = tokens.place()?;
    let mut forbidden = [0; 3];
    for number in &mut forbidden {
        *number = tokens.number("a forbidden number", 1..=1_000_000_000)?;
    }
    let counts = 1..=MOST_PILES;
    let piles = tokens.list("the number of piles", counts, "a pile", 0..=LARGEST_PILE)?;
    tokens.end()?;
    let game = ForbiddenTakeAway::new(forbidden, piles).map_err(|error| place.case(error))?;
    for (index, nimber) in game.nimbers().enumerate() {
        let space = if index == 0 { "" } else { " " };
        write!(output, "{space}{nimber}")?;
    }
    let winner = match game.outcome() {
        Outcome::Win => "First",
        Outcome::Loss | Outcome::Draw => "Second",
    };
    writeln!(output, "\n{winner}")?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::testing::{answered, endless_digits_are_refused, refused};

    #[test]
    fn the_sample_is_answered() {
        let output = answered(judge, "1 2 3\n4\n5 6 7 20\n");
        assert_eq!(output, "1 1 1 5\nFirst\n");
    }

    #[test]
    fn forbidden_numbers_may_coincide_and_piles_may_be_empty() {
        assert_eq!(answered(judge, "1 1 1 3 0 1 2"), "0 0 1\nFirst\n");
        assert_eq!(answered(judge, "1000000 1 1000000 1 1"), "0\nSecond\n");
    }

    #[test]
    fn what_is_no_input_is_refused_with_its_place_and_without_an_answer() {
        let error = |text: &str| refused(judge, text);
        assert_eq!(
            error(""),
            "line 1, column 1: expected a forbidden number from 1 to 1000000000, \
             found the end of the input"
        );
        assert_eq!(
            error("1 2 3\n4\n5 6 7"),
            "line 3, column 6: expected a pile from 0 to 10000000, found the end of the input"
        );
        assert!(error("1 2 3\n10000000\n5").ends_with("found the end of the input"));
        assert!(error("1 2 0").contains("a forbidden number from 1"));
        assert!(error("1 2 3 0").contains("the number of piles from 1"));
        assert!(error("1 2 3 1 -1").contains("a pile from 0"));
        assert!(error("1 2 3 1 10000001").contains("a pile from 0"));
        assert!(error("1 2 3 1 x").ends_with("found `x`"));
        assert!(error("1 2 3 1 5 6").ends_with("expected the end of the input, found `6`"));
    }

    #[test]
    fn endless_digits_are_refused_at_once() {
        endless_digits_are_refused(judge, &["", "1 2 3 ", "1 2 3 4 "]);
    }
}
