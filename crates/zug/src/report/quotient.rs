//! What `zug quotient --json` prints.

use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;
use zug_sequences::misere::{Element, Genera, Presentation, Quotient};

use crate::heaps::{MiserePosition, QuotientAnswer, QuotientQuestion};

use super::cited::ProgramVersion;
use super::head::{OutcomeWord, PlayWord};
use super::sequence::ProofReport;

/// What `zug quotient --json` prints: the misère quotient of a game on heaps.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct QuotientReport {
    /// The version of the form of the report.
    pub version: QuotientVersion,
    /// The version of Zug that made the report.
    pub zug: ProgramVersion,
    /// The game on heaps as it was asked.
    pub code: String,
    /// Always `misere`.
    pub play: PlayWord,
    /// The number of heaps that were looked at, from heap 0.
    pub heaps: u64,
    /// The number of elements of the quotient.
    pub order: usize,
    /// The numbers of elements of the quotients to heap 0, 1, 2 and so on.
    pub orders: Vec<usize>,
    /// What is known of the next heap, where work stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<AtLeastReport>,
    /// If the quotient is that of Nim with heaps below 2^k, this k.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tame: Option<u32>,
    /// The letters that words are made of, with their heaps.
    pub generators: Vec<GeneratorReport>,
    /// Pairs of words that are the same element.
    pub relations: Vec<[String; 2]>,
    /// A shortest word for each element.
    pub elements: Vec<String>,
    /// The words of the elements that are lost.
    pub lost: Vec<String>,
    /// The word of each heap, from heap 0.
    pub phi: Vec<String>,
    /// The number of heaps after which the words repeat, if that is proved for all heaps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<u64>,
    /// The first heap of the part that repeats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preperiod: Option<u64>,
    /// What proves the period.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<ProofReport>,
    /// The genus of each heap, from heap 0, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub genus: Option<Vec<String>>,
    /// Who wins the heaps of `--at`; absent if that was not asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<MiserePositionReport>,
    /// The time that the work took, in seconds.
    pub seconds: f64,
}

/// Who wins some heaps in misère play, and by which moves.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct MiserePositionReport {
    /// The heaps.
    pub heaps: Vec<u64>,
    /// What the player to move gets.
    pub outcome: OutcomeWord,
    /// The winning moves.
    pub moves: Vec<HeapMoveReport>,
    /// Whether moves of some heap were too many to be looked at, so that others may win too.
    pub more_moves: bool,
    /// By what the outcome is known, in words.
    pub why: String,
}

/// A move in one of several heaps.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct HeapMoveReport {
    /// The heap that the move changes.
    pub heap: u64,
    /// The heaps that it leaves in the place of this heap.
    pub left: Vec<u64>,
}

impl MiserePositionReport {
    /// The report on these heaps.
    #[must_use]
    pub fn of(heaps: &[u64], found: &MiserePosition) -> Self {
        let moves = found.winning.iter().map(|winning| HeapMoveReport {
            heap: heaps[winning.at],
            left: winning.left.clone(),
        });
        Self {
            heaps: heaps.to_vec(),
            outcome: found.outcome.into(),
            moves: moves.collect(),
            more_moves: found.more,
            why: found.by.to_string(),
        }
    }
}

/// A quotient that was not finished.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct AtLeastReport {
    /// The quotient to this heap was not finished.
    pub heap: u64,
    /// It has at least this number of elements.
    pub order: usize,
    /// Why work stopped.
    pub stopped: String,
}

/// A letter and the heap that it stands for.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct GeneratorReport {
    /// The letter.
    pub letter: String,
    /// The size of the heap.
    pub heap: u64,
}

/// The version of the form of this report. In version 1 `period` was an object, which had all that
/// is told of the period; since version 2 it is a number, as in the report of a sequence.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct QuotientVersion(#[schemars(extend("const" = 2))] u32);

impl QuotientVersion {
    /// The version of the reports of this release.
    pub const CURRENT: Self = Self(2);
}

impl QuotientReport {
    /// The report of an answer that took this long. `code` is the game as it was asked.
    ///
    /// ```
    /// use std::time::Duration;
    /// use zug::heaps::QuotientQuestion;
    /// use zug::report::QuotientReport;
    ///
    /// let question = QuotientQuestion::new("0.3".parse()?, 4);
    /// let answer = question.run(&zug::Job::default());
    /// let report = QuotientReport::of("0.3", &question, &answer, Duration::ZERO);
    /// assert_eq!((report.order, report.tame), (2, Some(1)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of(
        code: &str,
        question: &QuotientQuestion,
        answer: &QuotientAnswer,
        time: Duration,
    ) -> Self {
        let quotient = answer.quotients.quotient();
        let monoid = quotient.monoid();
        let words = Words::of(quotient);
        let heaps = 0..=question.heaps;
        let phi = heaps.map_while(|heap| Some(words.of_element(answer.element(heap)?)));
        let at_least = answer.quotients.at_least().zip(answer.stopped.as_ref());
        let lost = monoid.elements().filter(|&element| monoid.is_lost(element));
        Self {
            version: QuotientVersion::CURRENT,
            zug: ProgramVersion::CURRENT,
            code: code.to_owned(),
            play: PlayWord::Misere,
            heaps: quotient.heaps(),
            order: quotient.order(),
            orders: answer.quotients.orders().to_vec(),
            at_least: at_least.map(|(bound, stop)| AtLeastReport {
                heap: bound.heap,
                order: bound.elements,
                stopped: stop.to_string(),
            }),
            tame: monoid.tame(),
            generators: words.generators(),
            relations: words.relations(),
            elements: monoid.elements().map(|x| words.of_element(x)).collect(),
            lost: lost.map(|element| words.of_element(element)).collect(),
            phi: phi.collect(),
            period: answer.period.as_ref().map(|period| period.period),
            preperiod: answer.period.as_ref().map(|period| period.preperiod),
            proof: answer.period.as_ref().map(|period| ProofReport {
                theorem: "Plambeck-Siegel".to_owned(),
                checked_to: period.checked_to,
            }),
            genus: answer
                .genera
                .as_ref()
                .map(|(genera, _)| told_genera(genera, question.heaps)),
            at: None,
            seconds: time.as_secs_f64(),
        }
    }
}

/// The genera of the heaps up to `largest`, as far as they are known.
fn told_genera(genera: &Genera, largest: u64) -> Vec<String> {
    let genera = genera.heaps().take(largest as usize + 1);
    genera.map(ToString::to_string).collect()
}

/// The words for the elements of a quotient.
struct Words<'q> {
    quotient: &'q Quotient,
    presentation: Presentation,
}

impl<'q> Words<'q> {
    fn of(quotient: &'q Quotient) -> Self {
        Self {
            quotient,
            presentation: quotient.presentation(),
        }
    }

    fn of_element(&self, element: Element) -> String {
        let word = self.presentation.word(element);
        word.map_or_else(String::new, ToString::to_string)
    }

    fn generators(&self) -> Vec<GeneratorReport> {
        let letters = self.quotient.monoid().generators().iter();
        let heaps = self.quotient.generators().iter();
        let generators = letters
            .zip(heaps)
            .map(|(&generator, &heap)| GeneratorReport {
                letter: self.of_element(generator),
                heap,
            });
        generators.collect()
    }

    fn relations(&self) -> Vec<[String; 2]> {
        let relations = self.presentation.relations().iter();
        relations
            .map(|(left, right)| [left.to_string(), right.to_string()])
            .collect()
    }
}
