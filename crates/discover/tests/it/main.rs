//! Patterns of games of the catalogue are found, proved and certified; what was changed is refused.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod found;
mod mutants;
mod nimbers;
mod replies;

use zug_certify::pattern::{PatternAutomaton, PatternClaim, PatternDigits};
use zug_discover::Pattern;

/// A pattern as a claim to be checked.
fn claim(pattern: &Pattern) -> PatternClaim {
    let automaton = &pattern.automaton;
    let digits = automaton.digits();
    PatternClaim {
        digits: if digits.is_recurrent() {
            PatternDigits::Recurrent(digits.factor())
        } else {
            PatternDigits::Base(digits.factor())
        },
        reads: automaton
            .tracks()
            .iter()
            .map(|track| usize::from(*track))
            .collect(),
        automaton: PatternAutomaton {
            next: automaton.rows().map(<[u32]>::to_vec).collect(),
            accepting: automaton.accepting().to_vec(),
        },
        rank: pattern.rank.clone(),
        invariants: pattern.invariants.clone(),
    }
}
