//! `zug judge vasya-chess`: Vasya and Chess (Codeforces 493D).
//!
//! Input: n, the size of the board. Output: `black`; or `white`, and on the next line
//! the row and the column of the first winning move.

use std::io::{BufRead, Write};

use zug_catalogue::vasya_chess::{Cell, VasyaChess};

use super::tokens::{InputError, Tokens};

/// The contest's boards are at most 10⁹ wide; the answer depends only on the parity.
const LARGEST: u64 = 1_000_000_000_000_000_000;

pub(crate) fn judge(input: impl BufRead, mut output: impl Write) -> Result<(), InputError> {
    let mut tokens = Tokens::new(input);
    let place = tokens.place()?;
    let n = tokens.number("the size of the board", 2..=LARGEST)?;
    tokens.end()?;
    let game = VasyaChess::new(n).map_err(|error| place.case(error))?;
    match game.first_move() {
        Some(Cell { row, column }) => writeln!(output, "white\n{row} {column}")?,
        None => writeln!(output, "black")?,
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::testing::{answered, endless_digits_are_refused, refused};

    #[test]
    fn the_samples_are_answered() {
        assert_eq!(answered(judge, "2\n"), "white\n1 2\n");
        assert_eq!(answered(judge, "3\n"), "black\n");
    }

    #[test]
    fn the_largest_boards_are_answered() {
        assert_eq!(answered(judge, "1000000000"), "white\n1 2\n");
        assert_eq!(answered(judge, "999999999"), "black\n");
    }

    #[test]
    fn malformed_input_is_refused() {
        let range = "expected the size of the board from 2 to 1000000000000000000";
        for (text, error) in [
            (
                "",
                format!("line 1, column 1: {range}, found the end of the input"),
            ),
            ("1", format!("line 1, column 1: {range}, found `1`")),
            ("\n two", format!("line 2, column 2: {range}, found `two`")),
            (
                "2 3",
                "line 1, column 3: expected the end of the input, found `3`".to_owned(),
            ),
        ] {
            assert_eq!(refused(judge, text), error);
        }
    }

    #[test]
    fn endless_digits_are_refused_at_once() {
        endless_digits_are_refused(judge, &[""]);
    }
}
