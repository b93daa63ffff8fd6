//! Reads whole numbers and words from a stream, and tells their place in it.
//!
//! Inputs may have many megabytes: only the token that is being read is kept, and a
//! token longer than any number is refused before it grows.

use std::fmt;
use std::io::{self, BufRead};
use std::ops::RangeInclusive;

/// The most characters of a token that are read.
const LONGEST: usize = 40;

/// Why an input is not in the format of the problem.
#[derive(Debug, thiserror::Error)]
pub(crate) enum InputError {
    /// Another token was expected here.
    #[error("{place}: expected {expected}, found {found}")]
    Unexpected {
        place: Place,
        expected: String,
        found: String,
    },
    /// Each number is in its range, but the case makes no sense.
    #[error("{place}: {message}")]
    Case { place: Place, message: String },
    /// The input could not be read.
    #[error("cannot read the input")]
    Io(#[from] io::Error),
}

/// A place in the input; lines and columns count from 1, columns in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    line: u64,
    column: u64,
}

impl Place {
    /// The error for a case that begins at this place.
    pub(crate) fn case(self, message: impl fmt::Display) -> InputError {
        InputError::Case {
            place: self,
            message: message.to_string(),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Whole numbers and words, separated by white space.
pub(crate) struct Tokens<R> {
    input: R,
    at: Place,
}

impl<R: BufRead> Tokens<R> {
    pub(crate) fn new(input: R) -> Self {
        Self {
            input,
            at: Place { line: 1, column: 1 },
        }
    }

    /// The place where the next token begins, or the input ends.
    pub(crate) fn place(&mut self) -> io::Result<Place> {
        self.skip_white_space()?;
        Ok(self.at)
    }

    /// Whether a token is left.
    pub(crate) fn more(&mut self) -> io::Result<bool> {
        self.skip_white_space()?;
        Ok(self.peek()?.is_some())
    }

    /// An error unless the input has been read to its end.
    pub(crate) fn end(&mut self) -> Result<(), InputError> {
        if !self.more()? {
            return Ok(());
        }
        let place = self.at;
        let found = self.word()?;
        Err(unexpected(place, "the end of the input", &found))
    }

    fn peek(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.input.fill_buf() {
                Ok(buffer) => return Ok(buffer.first().copied()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn advance(&mut self, byte: u8) {
        self.input.consume(1);
        if byte == b'\n' {
            self.at.line += 1;
            self.at.column = 1;
        } else {
            self.at.column += 1;
        }
    }

    fn skip_white_space(&mut self) -> io::Result<()> {
        while let Some(byte) = self.peek()?.filter(u8::is_ascii_whitespace) {
            self.advance(byte);
        }
        Ok(())
    }

    /// The bytes up to the next white space; of a longer token only the first
    /// [`LONGEST`] bytes and "...".
    fn word(&mut self) -> io::Result<String> {
        let mut text = Vec::new();
        while let Some(byte) = self.peek()?.filter(|byte| !byte.is_ascii_whitespace()) {
            if text.len() == LONGEST {
                text.extend(b"...");
                break;
            }
            self.advance(byte);
            text.push(byte);
        }
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// The next number, which must lie in the range.
    ///
    /// `what` names the number in messages.
    pub(crate) fn number<T>(
        &mut self,
        what: &str,
        range: RangeInclusive<T>,
    ) -> Result<T, InputError>
    where
        T: TryFrom<i64> + PartialOrd + fmt::Display,
    {
        let place = self.place()?;
        let found = self.word()?;
        let (least, most) = range.into_inner();
        let number = found.parse::<i64>().ok();
        match number.and_then(|number| T::try_from(number).ok()) {
            Some(number) if (&least..=&most).contains(&&number) => Ok(number),
            _ => {
                let expected = format!("{what} from {least} to {most}");
                Err(unexpected(place, expected, &found))
            }
        }
    }

    /// Reads a count, and then that many numbers.
    ///
    /// The numbers are kept as they come: a large count alone takes no memory.
    pub(crate) fn list<T>(
        &mut self,
        what_count: &str,
        counts: RangeInclusive<u32>,
        what: &str,
        range: RangeInclusive<T>,
    ) -> Result<Vec<T>, InputError>
    where
        T: TryFrom<i64> + PartialOrd + fmt::Display + Copy,
    {
        let (least, most) = range.into_inner();
        let mut numbers = Vec::new();
        for _ in 0..self.number(what_count, counts)? {
            numbers.push(self.number(what, least..=most)?);
        }
        Ok(numbers)
    }

    /// Reads a word, which must be the text of one of `choices`, and returns that
    /// choice.
    ///
    /// `what` names the word in messages.
    pub(crate) fn one_of<T: Copy + fmt::Display>(
        &mut self,
        what: &str,
        choices: &[T],
    ) -> Result<T, InputError> {
        let place = self.place()?;
        let found = self.word()?;
        let meant = choices.iter().find(|choice| choice.to_string() == found);
        meant.copied().ok_or_else(|| {
            let words: Vec<String> = choices.iter().map(T::to_string).collect();
            let expected = format!("{what}, one of {}", words.join(", "));
            unexpected(place, expected, &found)
        })
    }
}

/// The error for a token that should be another; an empty `found` is the end of the
/// input.
fn unexpected(place: Place, expected: impl Into<String>, found: &str) -> InputError {
    InputError::Unexpected {
        place,
        expected: expected.into(),
        found: match found {
            "" => "the end of the input".to_owned(),
            word => format!("`{}`", word.escape_debug()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(text: &str) -> Result<Vec<i64>, InputError> {
        let mut tokens = Tokens::new(text.as_bytes());
        (0..3).map(|_| tokens.number("n", -9..=9)).collect()
    }

    #[test]
    fn numbers_are_read_across_lines() {
        assert_eq!(numbers(" 1\n\n-2\t3").unwrap(), [1, -2, 3]);
    }

    #[test]
    fn a_fault_is_found_at_its_line_and_column() {
        let message = |text: &str| numbers(text).unwrap_err().to_string();
        assert_eq!(
            message("1\n 2 x"),
            "line 2, column 4: expected n from -9 to 9, found `x`"
        );
        assert_eq!(
            message("1 22"),
            "line 1, column 3: expected n from -9 to 9, found `22`"
        );
        assert!(message("1 2").ends_with("found the end of the input"));
    }

    #[test]
    fn a_word_is_one_of_those_that_mean_something() {
        let mut tokens = Tokens::new("\n red  reddish".as_bytes());
        let colours = ["green", "red"];
        assert_eq!(tokens.one_of("a colour", &colours).unwrap(), "red");
        let error = tokens.one_of("a colour", &colours).unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 2, column 7: expected a colour, one of green, red, found `reddish`"
        );
        let error = tokens.one_of("a colour", &colours).unwrap_err();
        assert!(error.to_string().ends_with("found the end of the input"));
    }

    #[test]
    fn a_number_is_of_the_type_that_its_range_has() {
        let mut tokens = Tokens::new("7 4294967295 -1".as_bytes());
        assert_eq!(tokens.number("n", 0..=9_usize).unwrap(), 7);
        assert_eq!(tokens.number("n", 0..=u32::MAX).unwrap(), u32::MAX);
        let error = tokens.number("n", 0..=u32::MAX).unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 1, column 14: expected n from 0 to 4294967295, found `-1`"
        );
    }

    #[test]
    fn a_list_is_as_long_as_its_count_says() {
        let list = |text: &str| {
            let mut tokens = Tokens::new(text.as_bytes());
            let list = tokens.list("the number of digits", 0..=9, "a digit", 1..=9_u32);
            list.map_err(|error| error.to_string())
        };
        assert_eq!(list("3 1 4 1 5"), Ok(vec![1, 4, 1]));
        assert_eq!(list("0"), Ok(vec![]));
        assert_eq!(
            list("10 1").unwrap_err(),
            "line 1, column 1: expected the number of digits from 0 to 9, found `10`"
        );
        assert_eq!(
            list("9 1 2").unwrap_err(),
            "line 1, column 6: expected a digit from 1 to 9, found the end of the input"
        );
    }

    #[test]
    fn endless_digits_are_not_kept() {
        let endless = io::BufReader::new(io::repeat(b'7'));
        let error = Tokens::new(endless).number("n", 0..=9).unwrap_err();
        assert!(error.to_string().len() < 120);
    }
}
