//! What `zug pairs --json` prints.

use schemars::JsonSchema;
use serde::Serialize;
use zug_sequences::pairs::{PairNimbers, Reason};

use crate::heaps::{PairAnswer, PairQuestion, RulesRead};

use super::cited::ProgramVersion;
use super::head::{OutcomeWord, PlayWord, Version};
use super::sequence::RulesReadReport;

/// What `--json` prints: lost positions, nimbers, or one position of a game on two
/// heaps.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct PairsReport {
    /// The version of the form of the report.
    pub version: Version,
    /// The version of Zug that made the report.
    pub zug: ProgramVersion,
    /// The game in its notation.
    pub game: String,
    /// The rules that the game was read from, if it is not given by its notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<RulesReadReport>,
    /// Who wins when a player is stuck.
    pub play: PlayWord,
    /// The largest heap looked at; absent where none was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<u64>,
    /// The lost positions, the smaller heap first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<Vec<(u64, u64)>>,
    /// Whether there are more lost positions up to `to`, or at all without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more_positions: Option<bool>,
    /// The nimbers, a row for each size of the first heap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nimbers: Option<Vec<Vec<u32>>>,
    /// The position asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<(u64, u64)>,
    /// What the player to move gets there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomeWord>,
    /// The nimber of the position asked about, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nimber: Option<u32>,
    /// The positions that the winning moves lead to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<(u64, u64)>>,
    /// By what the answer is known: `theorem` or `table`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
}

impl PairsReport {
    /// The report of the answer to a question.
    ///
    /// ```
    /// use zug::heaps::{PairQuestion, Pairs};
    /// use zug::report::PairsReport;
    ///
    /// let question = PairQuestion::new("wythoff".parse()?, Pairs::At(1, 2));
    /// let answer = question.run(&zug::Job::default())?;
    /// let report = PairsReport::of(&question, &answer);
    /// assert_eq!(report.position, Some((1, 2)));
    /// assert_eq!(report.method.as_deref(), Some("theorem"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of(question: &PairQuestion, answer: &PairAnswer) -> Self {
        let nothing = Self {
            version: Version::CURRENT,
            zug: ProgramVersion::CURRENT,
            game: question.game.to_string(),
            rules: None,
            play: question.play.into(),
            to: None,
            positions: None,
            more_positions: None,
            nimbers: None,
            position: None,
            outcome: None,
            nimber: None,
            moves: None,
            method: None,
        };
        match answer {
            PairAnswer::Lost {
                largest,
                positions,
                more,
                reason,
            } => Self {
                to: *largest,
                positions: Some(positions.clone()),
                more_positions: Some(*more),
                method: Some(method(*reason)),
                ..nothing
            },
            PairAnswer::Nimbers(nimbers) => Self {
                to: Some(nimbers.size() - 1),
                nimbers: Some(rows(nimbers)),
                ..nothing
            },
            PairAnswer::At { position, found } => Self {
                position: Some(*position),
                outcome: Some(found.worth.outcome().into()),
                nimber: found.worth.nimber().map(|nimber| nimber.0),
                moves: Some(found.winning.clone()),
                method: Some(method(found.reason)),
                ..nothing
            },
        }
    }
}

impl PairsReport {
    /// The same report of a game that was read from these rules.
    #[must_use]
    pub fn with_rules(self, rules: Option<&RulesRead>) -> Self {
        let rules = rules.map(RulesReadReport::of);
        Self { rules, ..self }
    }
}

fn method(reason: Reason) -> String {
    let word = match reason {
        Reason::Nim | Reason::Wythoff | Reason::Euclid => "theorem",
        _ => "table",
    };
    word.to_owned()
}

/// All nimbers, a row for each size of the first heap.
fn rows(nimbers: &PairNimbers) -> Vec<Vec<u32>> {
    let heaps = 0..nimbers.size();
    let row = |a| {
        let row = heaps.clone().filter_map(move |b| nimbers.get(a, b));
        row.map(|nimber| nimber.0).collect()
    };
    heaps.clone().map(row).collect()
}
