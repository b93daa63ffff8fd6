//! What was found true of an answer.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use zug_certify::Certificate;

/// An answer by the positions that was checked and found right.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verified {
    /// The record of the check of the positions.
    pub certificate: Certificate,
    /// How far a theorem was compared with the positions, where a theorem applies.
    pub agreement: Option<Agreement>,
}

/// How far a theorem was compared with the positions, and agrees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "AgreementReport")]
#[non_exhaustive]
pub struct Agreement {
    /// The name of the theorem.
    #[serde(rename = "name")]
    pub theorem: String,
    /// The number of moves that were compared.
    pub moves: u64,
    /// The number of other positions that were compared.
    pub positions: u64,
}

impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} says the same of {} moves and {} positions",
            self.theorem, self.moves, self.positions
        )
    }
}

impl fmt::Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.certificate)?;
        if let Some(agreement) = &self.agreement {
            write!(f, "; {agreement}")?;
        }
        Ok(())
    }
}
