//! `zug judge calendar`: the Calendar Game (LA 2321, POJ 1082).
//!
//! Input: T, then T dates, `YYYY MM DD`. Output: for each date a line, `YES` if Adam,
//! who moves first, wins, otherwise `NO`.

use std::io::{BufRead, Write};

use zug::Outcome;
use zug_catalogue::calendar::Date;

use super::cases;
use super::tokens::InputError;

pub(crate) fn judge(input: impl BufRead, output: impl Write) -> Result<(), InputError> {
    cases::counted(input, output, "the number of dates", |tokens, place| {
        let year = tokens.number("a year", 1900..=2001)?;
        let month = tokens.number("a month", 1..=12)?;
        let day = tokens.number("a day", 1..=31)?;
        let date = Date::new(year, month, day).map_err(|error| place.case(error))?;
        Ok(match date.outcome() {
            Outcome::Win => "YES",
            Outcome::Loss | Outcome::Draw => "NO",
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::testing::{answered, broken, endless_digits_are_refused};

    #[test]
    fn the_sample_is_answered() {
        let answers = answered(judge, "3\n2001 11 3\n2001 11 2\n2001 10 3\n");
        assert_eq!(answers, "YES\nNO\nNO\n");
    }

    #[test]
    fn the_first_and_the_last_date_are_answered() {
        let answers = answered(judge, "3\n1900 01 01\n2001 11 04\n2000 02 29\n");
        assert_eq!(answers, "YES\nNO\nNO\n");
    }

    #[test]
    fn malformed_input_is_refused_where_it_breaks() {
        let error = |text: &str| broken(judge, text).1;
        assert_eq!(
            error(""),
            "line 1, column 1: expected the number of dates from 1 to 1000000000, \
             found the end of the input"
        );
        assert_eq!(
            error("1\n1899 12 31"),
            "line 2, column 1: expected a year from 1900 to 2001, found `1899`"
        );
        assert_eq!(
            error("1\n1999 13 31"),
            "line 2, column 6: expected a month from 1 to 12, found `13`"
        );
        assert_eq!(
            error("1\n1999 12 32"),
            "line 2, column 9: expected a day from 1 to 31, found `32`"
        );
        assert_eq!(
            error("1\n 1900 2 29"),
            "line 2, column 2: there is no date 1900-02-29"
        );
        assert_eq!(
            error("1\n2001 11 5"),
            "line 2, column 1: 2001-11-05 is not from 1900-01-01 to 2001-11-04"
        );
        assert_eq!(
            error("1\n2001 November 5"),
            "line 2, column 6: expected a month from 1 to 12, found `November`"
        );
        assert!(error("2\n2001 11 3\n2001 11").ends_with("found the end of the input"));
    }

    #[test]
    fn a_broken_date_leaves_the_answers_before_it() {
        let (output, error) = broken(judge, "2\n2001 11 3\n2001 4 31\n");
        assert_eq!(output, "YES\n");
        assert_eq!(error, "line 3, column 1: there is no date 2001-04-31");
        let (output, error) = broken(judge, "1\n2001 11 3\n2001 4 30\n");
        assert_eq!(output, "YES\n");
        assert_eq!(
            error,
            "line 3, column 1: expected the end of the input, found `2001`"
        );
    }

    #[test]
    fn endless_digits_are_refused_at_once() {
        endless_digits_are_refused(judge, &["", "1 ", "1 1999 12 "]);
    }
}
