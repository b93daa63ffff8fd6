//! A sequence as one JSON object.

use std::io::{self, Write};
use std::ops::Range;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use zug_sequences::Sequence;

use super::terms::terms;
use zug::heaps::Verified;

use super::Facts;
use super::verified::{Why, theorem};
use crate::json::{self, PlayWord, Version};

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
        version: Version::CURRENT,
        play: PlayWord::Normal,
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
    json::write(out, &report)
}

/// What `--json` prints: the nimbers of heaps, and what is known of them.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Report<'a> {
    version: Version,
    /// The game on heaps, in its notation.
    code: &'a str,
    /// Always `normal`: nimbers belong to normal play.
    play: PlayWord,
    /// The first heap that is told, if it is not heap 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<u64>,
    /// The number of heaps that are told.
    terms: u64,
    /// The nimbers, a number for each heap.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Vec<u32>>")]
    values: Option<Values<'a>>,
    /// The period, if one is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    period: Option<u64>,
    /// The first heap of the part that repeats.
    #[serde(skip_serializing_if = "Option::is_none")]
    preperiod: Option<u64>,
    /// What a period adds to each nimber.
    #[serde(skip_serializing_if = "Option::is_none")]
    saltus: Option<u64>,
    /// The last heap before the part that repeats.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_exception: Option<u64>,
    /// What proves the period.
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<ProofReport>,
    /// The largest nimber that was seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    max_value: Option<u32>,
    /// The first heap with the largest nimber.
    #[serde(skip_serializing_if = "Option::is_none")]
    max_heap: Option<u64>,
    /// How many rare heaps there are among those worked out.
    #[serde(skip_serializing_if = "Option::is_none")]
    rares: Option<u64>,
    /// The largest rare heap.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_rare: Option<u64>,
    /// How often each nimber comes, from nimber 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    counts: Option<&'a Vec<u64>>,
    /// The heaps that `counts` is of.
    #[serde(skip_serializing_if = "Option::is_none")]
    counted: Option<CountedReport>,
    /// What was checked by code that cannot work nimbers out.
    #[serde(skip_serializing_if = "Option::is_none")]
    verified: Option<VerifiedReport>,
    /// The name of the method that worked the nimbers out.
    method: &'static str,
    /// How long it took.
    seconds: f64,
}

/// What proves a period.
#[derive(Serialize, JsonSchema)]
struct ProofReport {
    /// The theorem.
    theorem: String,
    /// The last heap that the theorem asks for.
    checked_to: u64,
}

/// Heaps that were counted.
#[derive(Serialize, JsonSchema)]
struct CountedReport {
    /// The first heap.
    from: u64,
    /// The number of heaps.
    terms: u64,
}

/// What was checked: all heaps below, and a sample of the others.
#[derive(Serialize, JsonSchema)]
struct VerifiedReport {
    /// The number of heaps that were worked out.
    heaps: u64,
    /// Each heap below this one was checked.
    all_below: u64,
    /// The number of other heaps that were checked.
    sampled: u64,
    /// Why not all heaps were checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_checked: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    period: Option<PeriodReport>,
    /// Why the period was not checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    period_not_checked: Option<String>,
}

/// A period that was checked.
#[derive(Serialize, JsonSchema)]
struct PeriodReport {
    /// The theorem that proves it.
    theorem: String,
    /// The last heap that was looked at.
    checked_to: u64,
    /// Where the theorem asks for witnesses: of so many heaps of one period.
    #[serde(skip_serializing_if = "Option::is_none")]
    witnesses: Option<u64>,
}

impl VerifiedReport {
    fn new(verified: &Verified) -> Self {
        let (period, period_not_checked) = match &verified.period {
            None => (None, None),
            Some(Err(reason)) => (None, Some(Why(reason).to_string())),
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
            not_checked: verified.reason.as_ref().map(|why| Why(why).to_string()),
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
