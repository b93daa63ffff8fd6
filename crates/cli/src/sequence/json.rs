//! A sequence as one JSON object.

use std::io::{self, Write};
use std::ops::Range;

use serde::{Serialize, Serializer};
use zug_solve::impartial::heaps::Sequence;

use super::terms::terms;
use super::verify::theorem;
use super::{Facts, Verified};

/// What of it is asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked {
    pub(crate) from: bool,
    pub(crate) values: bool,
    pub(crate) statistics: bool,
}

/// Writes the object, its values one after the other.
pub(crate) fn write(
    out: &mut impl Write,
    sequence: &Sequence,
    facts: &Facts,
    asked: Asked,
) -> io::Result<()> {
    let repetition = facts.proof.map(|proof| proof.repetition);
    let report = Report {
        code: &facts.code,
        from: asked.from.then_some(facts.heaps.start),
        terms: facts.heaps.end - facts.heaps.start,
        values: asked.values.then(|| Values {
            sequence,
            heaps: facts.heaps.clone(),
        }),
        period: repetition.map(|repetition| repetition.period),
        preperiod: repetition.map(|repetition| repetition.preperiod),
        saltus: repetition.map(|repetition| repetition.saltus),
        last_exception: repetition.and_then(|repetition| repetition.last_exception()),
        proof: facts.proof.map(|proof| ProofReport {
            theorem: proof.theorem.to_string(),
            checked_to: proof.checked_to,
        }),
        max_value: facts.statistics.largest.map(|(nimber, _)| nimber),
        max_heap: facts.statistics.largest.map(|(_, heap)| heap),
        rares: facts.rares.map(|rares| rares.count),
        last_rare: facts.rares.and_then(|rares| rares.last),
        counts: asked.statistics.then_some(&facts.statistics.counts),
        counted: asked.statistics.then(|| CountedReport {
            from: facts.counted.start,
            terms: facts.counted.end - facts.counted.start,
        }),
        verified: facts.verified.as_ref().map(VerifiedReport::new),
        method: facts.method.name(),
        seconds: facts.time.as_secs_f64(),
    };
    // What fails is the writing: the report itself can always be written.
    serde_json::to_writer_pretty(&mut *out, &report)?;
    writeln!(out)
}

/// What `--json` prints. Its words are a promise.
#[derive(Serialize)]
struct Report<'a> {
    code: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<u64>,
    terms: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Values<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    period: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    preperiod: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    saltus: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_exception: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<ProofReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_value: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_heap: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rares: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_rare: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counts: Option<&'a Vec<u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counted: Option<CountedReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verified: Option<VerifiedReport>,
    method: &'static str,
    seconds: f64,
}

#[derive(Serialize)]
struct ProofReport {
    theorem: String,
    checked_to: u64,
}

#[derive(Serialize)]
struct CountedReport {
    from: u64,
    terms: u64,
}

/// What was checked: all heaps below, and a sample of the others.
#[derive(Serialize)]
struct VerifiedReport {
    heaps: u64,
    all_below: u64,
    sampled: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    not_checked: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    period: Option<PeriodReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    period_not_checked: Option<String>,
}

#[derive(Serialize)]
struct PeriodReport {
    theorem: String,
    checked_to: u64,
    /// Where the theorem asks for witnesses: of so many heaps of one period.
    #[serde(skip_serializing_if = "Option::is_none")]
    witnesses: Option<u64>,
}

impl VerifiedReport {
    fn new(verified: &Verified) -> Self {
        let (period, period_not_checked) = match &verified.period {
            None => (None, None),
            Some(Err(reason)) => (None, Some(reason.to_string())),
            Some(Ok(period)) => {
                let report = PeriodReport {
                    theorem: theorem(period.ground).to_owned(),
                    checked_to: period.checked_to(),
                    witnesses: period.reached.witnesses.map(|checked| checked.heaps),
                };
                (Some(report), None)
            }
        };
        Self {
            heaps: verified.known,
            all_below: verified.all_below,
            sampled: verified.sampled,
            not_checked: verified.reason.as_ref().map(ToString::to_string),
            period,
            period_not_checked,
        }
    }
}

/// Terms that are never all in memory.
struct Values<'a> {
    sequence: &'a Sequence,
    heaps: Range<u64>,
}

impl Serialize for Values<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let values = terms(self.sequence, self.heaps.clone());
        serializer.collect_seq(values.map(|(_, nimber)| nimber))
    }
}
