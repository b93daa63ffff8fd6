//! Lines of an explanation, with numbers that are added in binary.

use std::io::{self, Write};

use zug::NimAddition;

/// Writes the lines of an explanation. Numbers that are added in binary stand one under the other below
/// the line that adds them.
pub(crate) fn write_lines(
    out: &mut impl Write,
    lines: &[String],
    mut added: Option<NimAddition>,
) -> io::Result<()> {
    for line in lines {
        writeln!(out, "{line}")?;
        let Some(sum) = added.take_if(|sum| line.contains(&sum.equation())) else {
            continue;
        };
        let columns = sum.columns();
        for (number, column) in columns.iter().enumerate() {
            if number + 1 == columns.len() {
                writeln!(out, "    {}", "-".repeat(column.len()))?;
            }
            writeln!(out, "    {column}")?;
        }
    }
    Ok(())
}
