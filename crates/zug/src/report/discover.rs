//! What `zug discover --json` prints, and `zug certify --json` of the certificate of a pattern.

use schemars::JsonSchema;
use serde::Serialize;

use crate::pattern::{Discovery, PatternAbout, PatternStatus};

use super::cited::ProgramVersion;
use super::head::{PlayWord, Version};

/// What `zug discover --json` prints: a pattern of the lost positions of a game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct DiscoverReport {
    /// The version of the form of the report.
    pub version: Version,
    /// The version of Zug that made the report.
    pub zug: ProgramVersion,
    /// The name of the game in its rules, or the notation of a game on heaps.
    pub game: String,
    /// The hash of the text of the rules, or of the notation, as hexadecimal digits.
    pub rules_hash: String,
    /// What the pattern says of positions.
    pub about: PatternAbout,
    /// Who wins when a player is stuck.
    pub play: PlayWord,
    /// The parameters that stay open: the answer is about all their values from 0 on.
    pub open: Vec<String>,
    /// How the search ended.
    pub status: PatternStatus,
    /// The pattern in words, if words were proved to say the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// The pattern; absent if none was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pattern: Option<PatternReport>,
    /// Why it is not proved, or where it is false, or why none was found; absent if there is no more to
    /// say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The number of positions that were solved.
    pub positions: usize,
    /// The systems of digits that were tried, in order.
    pub tried: Vec<String>,
    /// What was checked of the pattern; absent where it is not proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<PatternCertificateReport>,
    /// The time that the work took, in seconds.
    pub seconds: f64,
}

/// A pattern: an automaton that accepts the lost positions, or the positions with their nimbers.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PatternReport {
    /// The digits that are read, the most significant first: `base 2`, `Fibonacci` or `recurrent 2`.
    pub digits: String,
    /// The variables whose digits are read, in order.
    pub reads: Vec<String>,
    /// For each state the next state for each letter. The first state is the start. A letter is
    /// the sum of the digits, each times the number of different digits to the power of its place.
    pub next: Vec<Vec<u32>>,
    /// The states that accept.
    pub accepting: Vec<u32>,
    /// A sum of multiples of the variables that each move makes smaller, so that play ends.
    pub rank: String,
    /// What all play keeps, beside what the rules allow; the pattern is about such positions.
    pub invariants: Vec<String>,
    /// The first lost positions, or positions with their nimbers, by the numbers that are read.
    pub members: Vec<Vec<u64>>,
}

/// What was checked of a pattern.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PatternCertificateReport {
    /// What was shown, in words: that the contrary never happens.
    pub never: Vec<String>,
    /// The number of nodes of the searches.
    pub nodes: u64,
    /// The number of steps of the searches.
    pub steps: u64,
    /// The number of small positions in which the rules in play were found to be what was searched.
    pub judged: usize,
}

impl DiscoverReport {
    /// The report of what was found in this time.
    #[must_use]
    pub fn of(found: &Discovery, seconds: f64) -> Self {
        let pattern = found.claim.as_ref().map(|claim| {
            let accepting = claim.automaton.accepting.iter().zip(0..);
            PatternReport {
                digits: found.digits(),
                reads: found.reads().into_iter().map(str::to_owned).collect(),
                next: claim.automaton.next.clone(),
                accepting: accepting
                    .filter(|(accepts, _)| **accepts)
                    .map(|(_, state)| state)
                    .collect(),
                rank: found.rank(),
                invariants: found.invariants(),
                members: found.first_members(12),
            }
        });
        let certificate = found
            .certificate
            .as_ref()
            .map(|shown| PatternCertificateReport {
                never: shown.shown.iter().map(ToString::to_string).collect(),
                nodes: shown.nodes,
                steps: shown.steps,
                judged: found.judged,
            });
        Self {
            version: Version::CURRENT,
            zug: ProgramVersion::CURRENT,
            game: found.name.clone(),
            rules_hash: found.subject.hash(),
            about: found.about(),
            play: found.play.into(),
            open: found.game.variables[..found.game.parameters].to_vec(),
            status: found.status,
            words: found.words.clone(),
            pattern,
            reason: found.reason.clone(),
            positions: found.positions,
            tried: found.tried.clone(),
            certificate,
            seconds,
        }
    }
}
