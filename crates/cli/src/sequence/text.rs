//! A sequence as text for a person.

use std::io::{self, Write};
use std::ops::Range;

use zug::heaps::{SequenceFacts, Terms};
use zug_draw::plot::no_period;
use zug_sequences::{Proof, Repetition, Sequence};

use super::verified;

/// The most nimbers that `--statistics` lists; `--json` has all of them.
const MOST_COUNTS: usize = 20;

/// Writes the nimbers in a line, for use in another program.
pub(crate) fn write_values(
    out: &mut impl Write,
    sequence: &Sequence,
    facts: &SequenceFacts,
) -> io::Result<()> {
    if facts.heaps.is_empty() {
        return Ok(());
    }
    for (heap, nimber) in Terms::of(sequence, facts.heaps.clone())
        .into_iter()
        .flatten()
    {
        if heap > facts.heaps.start {
            write!(out, ", ")?;
        }
        write!(out, "{nimber}")?;
    }
    writeln!(out, "\n")
}

/// Writes the facts about the sequence.
pub(crate) fn write_facts(out: &mut impl Write, facts: &SequenceFacts) -> io::Result<()> {
    match facts.proof {
        Some(proof) => {
            writeln!(out, "{}", period(&proof))?;
            let condition = facts
                .resumed
                .as_ref()
                .map_or("", |_| ", if the file is right");
            writeln!(out, "{}{condition}", theorem(&proof))?;
        }
        None => writeln!(out, "{}", no_period(facts.known))?,
    }
    if let Some(seen) = &facts.seen {
        writeln!(
            out,
            "a repetition is seen there, and larger heaps may break it: {}",
            repetition(seen)
        )?;
    }
    if let Some((nimber, heap)) = facts.statistics.largest {
        let among = if facts.counted == (0..facts.known) {
            String::new()
        } else {
            format!(", among {}", heaps(&facts.counted))
        };
        writeln!(out, "largest nimber {nimber}, first of heap {heap}{among}")?;
    }
    if let Some(rares) = facts.rares {
        match rares.last {
            Some(last) => writeln!(out, "rare heaps: {}, the last is {last}", rares.count)?,
            None => writeln!(out, "no rare heaps")?,
        }
    }
    for line in facts.resumed.iter().flat_map(verified::lines_of_file) {
        writeln!(out, "{line}")?;
    }
    if let Some(checked) = &facts.verified {
        for line in verified::lines(checked) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

/// Writes how often each nimber occurs.
pub(crate) fn write_statistics(out: &mut impl Write, facts: &SequenceFacts) -> io::Result<()> {
    let statistics = &facts.statistics;
    if statistics.heaps == 0 {
        return Ok(());
    }
    let common = statistics.most_common(MOST_COUNTS);
    let different = statistics.counts.iter().filter(|&&count| count > 0).count();
    writeln!(out, "\nof {}:", heaps(&facts.counted))?;
    let most = common.first().map_or(0, |&(_, count)| count);
    let width = most.to_string().len().max("heaps".len());
    writeln!(out, "  nimber  {:>width$}", "heaps")?;
    for (nimber, count) in &common {
        writeln!(out, "  {nimber:>6}  {count:>width$}")?;
    }
    let (hidden, large) = (different - common.len(), statistics.uncounted);
    if hidden > 0 {
        writeln!(out, "  … and {hidden} more nimbers")?;
    }
    if large > 0 {
        let least = zug_sequences::Statistics::COUNTED;
        writeln!(out, "  … and {large} heaps with nimbers from {least} on")?;
    }
    writeln!(out, "worked out by the {} method", facts.method)
}

/// A text such as `period 12 from heap 71 on`, with saltus and last exception.
pub(crate) fn period(proof: &Proof) -> String {
    let exception = match proof.repetition.last_exception() {
        None => String::new(),
        Some(last) => format!("; the last exception is heap {last}"),
    };
    format!("{}{exception}", repetition(&proof.repetition))
}

/// A text such as `period 12 from heap 71 on`, with the saltus.
fn repetition(repetition: &Repetition) -> String {
    let adding = match repetition.saltus() {
        0 => String::new(),
        saltus => format!(", each adding {saltus}"),
    };
    format!(
        "period {} from heap {} on{adding}",
        repetition.period(),
        repetition.preperiod()
    )
}

/// A text such as `proved by Guy-Smith, checked to heap 176`.
pub(crate) fn theorem(proof: &Proof) -> String {
    format!(
        "proved by {}, checked to heap {}",
        proof.theorem, proof.checked_to
    )
}

fn heaps(heaps: &Range<u64>) -> String {
    match heaps.end - heaps.start {
        0 => "no heaps".to_owned(),
        1 => format!("heap {}", heaps.start),
        _ => format!("heaps {} to {}", heaps.start, heaps.end - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zug_sequences::PeriodTheorem;

    #[test]
    fn a_period_is_told_with_what_it_adds_and_what_does_not_fit() {
        let told = |preperiod, saltus| {
            period(&Proof {
                repetition: Repetition::new(preperiod, 4, saltus),
                theorem: PeriodTheorem::Arithmetic,
                checked_to: 20,
            })
        };
        assert_eq!(told(0, 0), "period 4 from heap 0 on");
        assert_eq!(
            told(3, 2),
            "period 4 from heap 3 on, each adding 2; the last exception is heap 2"
        );
    }
}
