//! What was found true of an answer.

use std::fmt;

use zug_certify::Certificate;

/// An answer by the positions, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// What was checked of the positions.
    pub certificate: Certificate,
    /// How far a theorem says the same, where one applies.
    pub agreement: Option<Agreement>,
}

/// How far a theorem and the positions were compared. They agree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// What the theorem is called.
    pub theorem: String,
    /// Moves of the position asked about.
    pub moves: u64,
    /// Other positions.
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
