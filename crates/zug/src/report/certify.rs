//! What `zug certify --json` prints.
//!
//! The façade knows no files: whoever does fills in what these reports say of them.

use schemars::JsonSchema;
use serde::Serialize;

use super::head::{Head, OutcomeWord};

/// What `zug certify --json` prints: what a proof proves, and what was checked of it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CertifyReport {
    /// The game, its parameters and the convention of play.
    #[serde(flatten)]
    pub head: Head,
    /// The position that the proof is about.
    pub position: String,
    /// What the player to move gets there.
    pub outcome: OutcomeWord,
    /// The number of moves until the game ends when the winner hurries and the loser delays;
    /// absent for a draw, and where the proof does not show it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remoteness: Option<u32>,
    /// Whether somebody wins because play never ends; absent if not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub endless: bool,
    /// The score for the player to move there; absent where the proof does not show it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
    /// The number of entries of the proof, which were all checked.
    pub entries: u64,
    /// The number of positions that these entries stand for, which were all checked.
    pub positions: u64,
    /// The number of moves that were played.
    pub moves: u64,
    /// The number of positions that were played by the rules as they are written.
    pub by_the_rules_as_written: u64,
    /// How often a count of the moves that are left told who wins, so that the proof needs no
    /// entries behind that position.
    pub by_count_of_moves: u64,
    /// The size of the file, in bytes.
    pub bytes: u64,
    /// The time that reading and checking took, in seconds.
    pub seconds: f64,
    /// The program that checked the proof, with its version.
    pub program: String,
    /// The hash of the text of the rules, as hexadecimal digits.
    pub rules_hash: String,
    /// Whether that text is the one of a game of this program's catalogue.
    pub in_catalogue: bool,
}

/// A proof that `zug solve --proof` wrote.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ProofReport {
    /// The number of entries.
    pub entries: u64,
    /// The size of the file, in bytes.
    pub bytes: u64,
}
