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
                write!(self.out, ",")?;
            }
            match field {
                // In quotes where it has a character that would end the field, or where it would be
                // read as a number.
                Field::Text(text)
                    if text.contains([',', '"', '\n', '\r']) || text.parse::<f64>().is_ok() =>
                {
                    write!(self.out, "\"{}\"", text.replace('"', "\"\""))?;
                }
                Field::Text(text) => write!(self.out, "{text}")?,
                Field::Number(number) => write!(self.out, "{number}")?,
                Field::None => {}
            }
        }
        Ok(writeln!(self.out)?)
    }
}
