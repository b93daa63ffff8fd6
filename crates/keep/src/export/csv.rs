//! Comma-separated values, by RFC 4180 but for the ends of lines, which are those of Unix.

use std::io::{BufWriter, Write};

use zug::Column;

use crate::error::Result;
use crate::export::field::{Field, rows};

/// Writes rows as lines.
pub(crate) struct Lines<W: Write> {
    out: BufWriter<W>,
    has_names: bool,
}

impl<W: Write> Lines<W> {
    pub(crate) fn new(out: W) -> Self {
        Self {
            out: BufWriter::new(out),
            has_names: false,
        }
    }

    /// Writes the rows of a block; before the first one the names of the columns.
    pub(crate) fn write(&mut self, columns: &[Column]) -> Result<()> {
        if !std::mem::replace(&mut self.has_names, true) {
            self.line(columns.iter().map(|column| Field::Text(&column.name)))?;
        }
        for row in 0..rows(&columns[0].values) {
            self.line(columns.iter().map(|column| Field::at(&column.values, row)))?;
        }
        Ok(())
    }

    /// Writes what is still to be written.
    pub(crate) fn finish(mut self) -> Result<()> {
        Ok(self.out.flush()?)
    }

    fn line<'c>(&mut self, fields: impl Iterator<Item = Field<'c>>) -> Result<()> {
        for (place, field) in fields.enumerate() {
            if place > 0 {
                self.out.write_all(b",")?;
            }
            match field {
                Field::Text(text) if needs_quotes(text) => {
                    write!(self.out, "\"{}\"", text.replace('"', "\"\""))?;
                }
                Field::Text(text) => self.out.write_all(text.as_bytes())?,
                Field::Number(digit @ 0..10) => self.out.write_all(&[b'0' + digit as u8])?,
                Field::Number(number) => write!(self.out, "{number}")?,
                Field::None => {}
            }
        }
        Ok(self.out.write_all(b"\n")?)
    }
}

/// Whether a text has a character that would end the field, or would be read as a number.
fn needs_quotes(text: &str) -> bool {
    // All numbers begin with one of these, `inf` and `nan` among them.
    let may_be_number = text.starts_with(|first: char| {
        first.is_ascii_digit() || matches!(first, '+' | '-' | '.' | 'i' | 'I' | 'n' | 'N')
    });
    let ends = |byte: &u8| matches!(byte, b',' | b'"' | b'\n' | b'\r');
    text.as_bytes().iter().any(ends) || (may_be_number && text.parse::<f64>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_would_be_read_otherwise_stand_in_quotation_marks() {
        for text in [
            "a,b",
            "\"",
            "a\nb",
            "7",
            "-1",
            "+.5",
            ".5",
            "1e9",
            "inf",
            "NaN",
            "-Infinity",
        ] {
            assert!(needs_quotes(text), "{text}");
        }
        for text in ["", ".", "none", "X", "board=XO./... turn=X", "1-2", "info"] {
            assert!(!needs_quotes(text), "{text}");
        }
    }
}
