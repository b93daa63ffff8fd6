//! How answers are written as JSON.

use std::io::{self, Write};

use serde::Serialize;

/// Writes a report.
pub(crate) fn write(out: &mut (impl Write + ?Sized), report: &impl Serialize) -> io::Result<()> {
    // What fails is the writing: a report itself can always be written.
    serde_json::to_writer_pretty(&mut *out, report)?;
    writeln!(out)
}
