//! `zug judge northcott`: Northcott's game (HDU 1730).
//!
//! Input: groups until the input ends: `n m`, then n lines with the columns of Tom's
//! and of Jerry's piece; Tom moves first. Output: `I win!` or `bad luck!` for each
//! group.

use std::io::{BufRead, Write};

use zug_catalogue::northcott::{Northcott, Row};
use zug_values::Outcome;

use super::cases;
use super::tokens::InputError;

/// The contest has at most 1000 rows.
const MOST_ROWS: u32 = 1_000_000;
/// The contest has at most 100 columns.
const MOST_COLUMNS: u32 = 1_000_000_000;

pub(crate) fn judge(input: impl BufRead, output: impl Write) -> Result<(), InputError> {
    cases::until_the_end(input, output, |tokens, place| {
        let count = tokens.number("the number of rows", 1..=MOST_ROWS)?;
        let columns = tokens.number("the number of columns", 2..=MOST_COLUMNS)?;
        let mut rows = Vec::new();
        for _ in 0..count {
            let place = tokens.place()?;
            let black = tokens.number("Tom's column", 1..=columns)?;
            let white = tokens.number("Jerry's column", 1..=columns)?;
            if black == white {
                return Err(place.case(format_args!("both pieces are in column {black}")));
            }
            rows.push(Row { black, white });
        }
        let game = Northcott::new(columns, rows).map_err(|error| place.case(error))?;
        Ok(match game.outcome() {
            Outcome::Win => "I win!",
            Outcome::Loss | Outcome::Draw => "bad luck!",
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::testing::{answered, broken, endless_digits_are_refused, refused};

    #[test]
    fn the_sample_is_answered() {
        let groups = "3 6\n4 5\n1 2\n1 2\n\n3 6\n4 5\n1 3\n1 2\n";
        assert_eq!(answered(judge, groups), "bad luck!\nI win!\n");
    }

    #[test]
    fn blank_lines_may_stand_anywhere() {
        let groups = "\n\r\n 3 6\n\n4\n5 1 2\r\n\n\n1 2\n3 6 4 5 1 3 1 2\n\n\n";
        assert_eq!(answered(judge, groups), "bad luck!\nI win!\n");
    }

    #[test]
    fn the_whole_range_of_the_contest_is_taken() {
        let rows = "1 100\n".repeat(1000);
        assert_eq!(answered(judge, &format!("1000 100\n{rows}")), "bad luck!\n");
        assert_eq!(answered(judge, "1 2\n2 1\n"), "bad luck!\n");
        assert_eq!(answered(judge, "1 100\n100 2"), "I win!\n");
    }

    #[test]
    fn a_broken_group_leaves_the_answers_before_it() {
        let error = |text: &str| refused(judge, text);
        let (output, message) = broken(judge, "1 6\n4 6\n\n2 6\n4 5\n1\n");
        assert_eq!(output, "I win!\n");
        assert_eq!(
            message,
            "line 7, column 1: expected Jerry's column from 1 to 6, found the end of the input"
        );
        assert_eq!(
            error(""),
            "line 1, column 1: expected the number of rows from 1 to 1000000, found the end of \
             the input"
        );
        assert_eq!(
            error("2 6\n4 5\n7 1\n"),
            "line 3, column 1: expected Tom's column from 1 to 6, found `7`"
        );
        assert_eq!(
            error("2 6\n4 5\n2 2\n"),
            "line 3, column 1: both pieces are in column 2"
        );
        assert!(error("1 x").starts_with("line 1, column 3: expected the number of columns"));
        assert!(error("0 6\n").contains("found `0`"));
        assert!(error("1 1\n1 1\n").contains("expected the number of columns from 2"));
        // A large count alone takes no memory: rows are kept as they come.
        assert!(error("1000000 6\n4 5\n").contains("expected Tom's column"));
    }

    #[test]
    fn endless_digits_are_refused_at_once() {
        endless_digits_are_refused(judge, &["", "3 ", "3 6 "]);
    }
}
