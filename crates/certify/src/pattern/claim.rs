//! What a certificate of a pattern claims.

use zug_game::linear::{LinearCondition, LinearSum};

/// How numbers are written.
///
/// The weights of the places, from the last place on, are 1, m, m², … in the base m. In a recurrent
/// system they are 1 and m + 1, and from there on m times the last weight plus the weight before; then
/// digits are at most m, and 0 follows a digit m.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternDigits {
    /// The base, 2 at least.
    Base(u8),
    /// The factor m, 1 at least. For 1 the weights are the Fibonacci numbers.
    Recurrent(u8),
}

/// A table that reads digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternAutomaton {
    /// For each state the next state for each letter. The first state is the start. A letter is
    /// the sum of the digits, each times the number of different digits to the power of the place
    /// of its variable.
    pub next: Vec<Vec<u32>>,
    /// For each state whether it accepts.
    pub accepting: Vec<bool>,
}

/// The claim that an automaton accepts the lost positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternClaim {
    /// How numbers are written.
    pub digits: PatternDigits,
    /// The numbers of the variables that the automaton reads.
    pub reads: Vec<usize>,
    /// The automaton.
    pub automaton: PatternAutomaton,
    /// A sum that each move makes less. No coefficient is below 0.
    pub rank: LinearSum,
    /// Conditions that are true at each start and that moves keep, beside what the rules allow.
    pub invariants: Vec<LinearCondition>,
}
