//! What `zug sequence --json` prints.

use schemars::JsonSchema;
use serde::Serialize;
use zug_sequences::Sequence;

use crate::heaps::{RulesRead, SequenceFacts, Terms, VerifiedSequence};

use super::cited::ProgramVersion;
use super::head::{Parameters, PlayWord, Version, parameters};

/// What `--json` prints: the nimbers of heaps, and what is known of them.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct SequenceReport<'a> {
    /// The version of the form of the report.
    pub version: Version,
    /// The version of Zug that made the report.
    pub zug: ProgramVersion,
    /// The game on heaps, in its notation.
    pub code: &'a str,
    /// The rules that the game was read from, if it is not given by its notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<RulesReadReport>,
    /// Always `normal`: nimbers belong to normal play.
    pub play: PlayWord,
    /// The first heap that is told, if it is not heap 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<u64>,
    /// The number of heaps that are told.
    pub terms: u64,
    /// The nimbers, a number for each heap.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Vec<u32>>")]
    pub values: Option<Terms<'a>>,
    /// The period, if one is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<u64>,
    /// The first heap of the part that repeats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preperiod: Option<u64>,
    /// What a period adds to each nimber.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub saltus: Option<u64>,
    /// The last heap before the part that repeats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_exception: Option<u64>,
    /// What proves the period.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<ProofReport>,
    /// A repetition that the heaps worked out show, where no period is proved: larger heaps may
    /// break it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seen: Option<SeenReport>,
    /// The largest nimber that was seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_value: Option<u32>,
    /// The first heap with the largest nimber.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_heap: Option<u64>,
    /// The number of rare heaps among the heaps worked out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rares: Option<u64>,
    /// The largest rare heap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_rare: Option<u64>,
    /// The number of heaps with each nimber, from nimber 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counts: Option<&'a [u64]>,
    /// The heaps that `counts` is of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counted: Option<CountedReport>,
    /// What was checked by code that cannot work nimbers out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verified: Option<VerifiedReport>,
    /// What was checked of the file that the work went on from, if not all of its heaps were: then
    /// all that is told here, a period too, stands on that file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resumed: Option<VerifiedReport>,
    /// The name of the method that worked the nimbers out.
    pub method: &'static str,
    /// The time that the work took, in seconds.
    pub seconds: f64,
}

/// Rules that were read as a game on heaps.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct RulesReadReport {
    /// The rules file, or the name of the game of the catalogue.
    pub game: String,
    /// The parameters with which the rules were played.
    pub parameters: Parameters,
    /// The largest heap whose moves were played: nothing is known of larger ones.
    pub compared_to: u64,
}

impl RulesReadReport {
    pub(super) fn of(rules: &RulesRead) -> Self {
        Self {
            game: rules.origin.clone(),
            parameters: parameters(rules.parameters.clone()),
            compared_to: rules.compared,
        }
    }
}

/// What proves a period.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct ProofReport {
    /// The theorem.
    pub theorem: String,
    /// The last heap that the theorem asks for.
    pub checked_to: u64,
}

/// A repetition that is not proved.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct SeenReport {
    /// The number of heaps after which the nimbers repeat.
    pub period: u64,
    /// The first heap of the part that repeats.
    pub preperiod: u64,
    /// What a period adds to each nimber.
    pub saltus: u64,
    /// The number of heaps that were looked at, from heap 0 on.
    pub heaps: u64,
}

/// Heaps that were counted.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct CountedReport {
    /// The first heap.
    pub from: u64,
    /// The number of heaps.
    pub terms: u64,
}

/// What was checked: all heaps below, and a sample of the others.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct VerifiedReport {
    /// The number of heaps that were worked out.
    pub heaps: u64,
    /// Each heap below this one was checked.
    pub all_below: u64,
    /// The number of other heaps that were checked.
    pub sampled: u64,
    /// Why not all heaps were checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_checked: Option<String>,
    /// What was checked of the period.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<PeriodReport>,
    /// Why the period was not checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period_not_checked: Option<String>,
}

/// A period that was checked.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct PeriodReport {
    /// The theorem that proves it.
    pub theorem: String,
    /// The last heap that was looked at.
    pub checked_to: u64,
    /// Where the theorem asks for witnesses: the number of heaps of one period for which
    /// they were found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub witnesses: Option<u64>,
}

/// The parts of a report that the caller may leave out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SequenceParts {
    /// Whether the first heap is told.
    pub from: bool,
    /// Whether the nimbers are told, as far as the sequence can tell them.
    pub values: bool,
    /// Whether it is told how often each nimber comes.
    pub statistics: bool,
}

impl<'a> SequenceReport<'a> {
    /// The report of a sequence with these facts about it. The nimbers are read from the
    /// sequence when the report is written: they are never all in memory for its sake.
    #[must_use]
    pub fn of(sequence: &'a Sequence, facts: &'a SequenceFacts, parts: SequenceParts) -> Self {
        let repetition = facts.proof.map(|proof| proof.repetition);
        let statistics = &facts.statistics;
        Self {
            version: Version::CURRENT,
            zug: ProgramVersion::CURRENT,
            play: PlayWord::Normal,
            code: &facts.code,
            rules: facts.rules.as_ref().map(RulesReadReport::of),
            from: parts.from.then_some(facts.heaps.start),
            terms: facts.heaps.end.saturating_sub(facts.heaps.start),
            values: parts
                .values
                .then(|| Terms::of(sequence, facts.heaps.clone()))
                .flatten(),
            period: repetition.map(|repetition| repetition.period()),
            preperiod: repetition.map(|repetition| repetition.preperiod()),
            saltus: repetition.map(|repetition| repetition.saltus()),
            last_exception: repetition.and_then(|repetition| repetition.last_exception()),
            proof: facts.proof.map(|proof| ProofReport {
                theorem: proof.theorem.to_string(),
                checked_to: proof.checked_to,
            }),
            seen: facts.seen.map(|seen| SeenReport {
                period: seen.period(),
                preperiod: seen.preperiod(),
                saltus: seen.saltus(),
                heaps: facts.known,
            }),
            max_value: statistics.largest.map(|(nimber, _)| nimber),
            max_heap: statistics.largest.map(|(_, heap)| heap),
            rares: facts.rares.map(|rares| rares.count),
            last_rare: facts.rares.and_then(|rares| rares.last),
            counts: parts.statistics.then_some(&statistics.counts[..]),
            counted: parts.statistics.then(|| CountedReport {
                from: facts.counted.start,
                terms: facts.counted.end - facts.counted.start,
            }),
            verified: facts.verified.as_ref().map(VerifiedReport::of),
            resumed: facts.resumed.as_ref().map(VerifiedReport::of),
            method: facts.method.name(),
            seconds: facts.time.as_secs_f64(),
        }
    }
}

impl VerifiedReport {
    fn of(verified: &VerifiedSequence) -> Self {
        let (period, period_not_checked) = match &verified.period {
            None => (None, None),
            Some(Err(reason)) => (None, Some(reason.to_string())),
            Some(Ok(period)) => {
                let report = PeriodReport {
                    theorem: period.theorem().to_owned(),
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
