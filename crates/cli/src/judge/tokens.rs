//! Reads whole numbers from a stream, and knows where it is.
//!
//! Inputs may be many megabytes: nothing is kept but the token being read, and
//! a token longer than any number is refused before it grows.

use std::io::{self, BufRead};

/// The longest text of a number that is read.
const LONGEST: usize = 40;

/// An input that is not of the problem's format.
#[derive(Debug, thiserror::Error)]
pub(crate) enum InputError {
    /// Something else was expected here.
    #[error("line {line}, column {column}: expected {expected}, found {found}")]
    Unexpected {
        line: u64,
        column: u64,
        expected: String,
        found: String,
    },
    /// A case as a whole makes no sense.
    #[error("line {line}: {message}")]
    Case { line: u64, message: String },
    /// The input could not be read.
    #[error("cannot read the input")]
    Io(#[from] io::Error),
}

/// Whole numbers, separated by white space.
pub(crate) struct Tokens<R> {
    input: R,
    line: u64,
    column: u64,
}

impl<R: BufRead> Tokens<R> {
    pub(crate) fn new(input: R) -> Self {
        Self {
            input,
            line: 1,
            column: 1,
        }
    }

    /// The line of the next byte, from 1.
    pub(crate) fn line(&self) -> u64 {
        self.line
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
            self.line += 1;
            self.column = 1;
        } else {
            self.column += 1;
        }
    }

    /// The next number, which must lie in the range.
    ///
    /// `what` names it in messages.
    pub(crate) fn number(
        &mut self,
        what: &str,
        range: std::ops::RangeInclusive<i64>,
    ) -> Result<i64, InputError> {
        while let Some(byte) = self.peek()?.filter(u8::is_ascii_whitespace) {
            self.advance(byte);
        }
        let (line, column) = (self.line, self.column);
        let mut text = Vec::new();
        while let Some(byte) = self.peek()?.filter(|byte| !byte.is_ascii_whitespace()) {
            if text.len() == LONGEST {
                text.extend(b"...");
                break;
            }
            self.advance(byte);
            text.push(byte);
        }
        let unexpected = |found: String| InputError::Unexpected {
            line,
            column,
            expected: format!("{what} from {} to {}", range.start(), range.end()),
            found,
        };
        if text.is_empty() {
            return Err(unexpected("the end of the input".to_owned()));
        }
        let text = String::from_utf8_lossy(&text);
        match text.parse::<i64>() {
            Ok(number) if range.contains(&number) => Ok(number),
            _ => Err(unexpected(format!("`{}`", text.escape_debug()))),
        }
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
    fn endless_digits_are_not_kept() {
        let endless = io::BufReader::new(io::repeat(b'7'));
        let error = Tokens::new(endless).number("n", 0..=9).unwrap_err();
        assert!(error.to_string().len() < 120);
    }
}
