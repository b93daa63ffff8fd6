//! Comma-separated values, by RFC 4180 but for the ends of lines, which are those of Unix.

use std::io::{BufWriter, Write};

use anyhow::Result;

use super::{Column, Field};

/// Writes rows as lines.
pub(super) struct Sink<W: Write> {
    out: BufWriter<W>,
}

impl<W: Write> Sink<W> {
    /// Writes the names of the columns.
    pub(super) fn new(out: W, columns: &[Column]) -> Result<Self> {
        let mut sink = Self {
            out: BufWriter::new(out),
        };
        let names = columns.iter().map(|column| &*column.name);
        for (place, name) in names.enumerate() {
            sink.separate(place)?;
            sink.text(name)?;
        }
        writeln!(sink.out)?;
        Ok(sink)
    }

    /// Writes what is still to be written.
    pub(super) fn finish(mut self) -> Result<()> {
        self.out.flush()?;
        Ok(())
    }

    fn separate(&mut self, place: usize) -> Result<()> {
        if place > 0 {
            write!(self.out, ",")?;
        }
        Ok(())
    }

    /// Writes a text, in quotes where it has a character that would end the field, or where it
    /// would be read as a number: `0110` is a row of four cells.
    fn text(&mut self, text: &str) -> Result<()> {
        if text.contains([',', '"', '\n', '\r']) || text.parse::<f64>().is_ok() {
            write!(self.out, "\"{}\"", text.replace('"', "\"\""))?;
        } else {
            write!(self.out, "{text}")?;
        }
        Ok(())
    }
}

impl<W: Write> super::Sink for Sink<W> {
    fn row(&mut self, fields: &[Field]) -> Result<()> {
        for (place, field) in fields.iter().enumerate() {
            self.separate(place)?;
            match field {
                Field::Text(text) => self.text(text)?,
                Field::Number(number) => write!(self.out, "{number}")?,
                Field::None => {}
            }
        }
        writeln!(self.out)?;
        Ok(())
    }
}
