//! A sequence as a table, one line for each heap.

use std::io::{self, Write};

use zug::heaps::{SequenceFacts, Terms};
use zug_draw::plot::no_period;
use zug_sequences::Sequence;

use super::{text, verified};

/// Comma-separated values, with the names of the columns.
pub(crate) fn write_csv(
    out: &mut impl Write,
    sequence: &Sequence,
    facts: &SequenceFacts,
) -> io::Result<()> {
    writeln!(out, "heap,nimber")?;
    for (heap, nimber) in Terms::of(sequence, facts.heaps.clone())
        .into_iter()
        .flatten()
    {
        writeln!(out, "{heap},{nimber}")?;
    }
    Ok(())
}

/// The b-file format of the OEIS, with the facts about the sequence as comments.
pub(crate) fn write_bfile(
    out: &mut impl Write,
    sequence: &Sequence,
    facts: &SequenceFacts,
) -> io::Result<()> {
    writeln!(out, "# {}: nimber of a heap of n", facts.code)?;
    match facts.proof {
        Some(proof) => {
            writeln!(out, "# {}", text::period(&proof))?;
            writeln!(out, "# {}", text::theorem(&proof))?;
        }
        None => writeln!(out, "# {}", no_period(facts.known))?,
    }
    for line in facts.verified.iter().flat_map(verified::lines) {
        writeln!(out, "# {line}")?;
    }
    for (heap, nimber) in Terms::of(sequence, facts.heaps.clone())
        .into_iter()
        .flatten()
    {
        writeln!(out, "{heap} {nimber}")?;
    }
    Ok(())
}
