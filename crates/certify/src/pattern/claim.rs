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

impl PatternDigits {
    /// Returns the number of different digits.
    #[must_use]
    pub fn count(self) -> usize {
        match self {
            Self::Base(base) => usize::from(base),
            Self::Recurrent(factor) => usize::from(factor) + 1,
        }
    }

    /// Returns the weights of this number of places, two at least, from the last place on; those that
    /// do not fit are the largest number.
    pub(super) fn weights(self, count: usize) -> Vec<u64> {
        let (factor, first, plus) = match self {
            Self::Base(base) => (u64::from(base), u64::from(base), 0),
            Self::Recurrent(factor) => (u64::from(factor), u64::from(factor) + 1, 1),
        };
        let mut weights = vec![1, first];
        while weights.len() < count {
            let [.., before, last] = weights[..] else {
                break;
            };
            weights.push(last.saturating_mul(factor).saturating_add(before * plus));
        }
        weights
    }
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

impl PatternClaim {
    /// Whether the automaton accepts these numbers, one for each variable that it reads, all below 2^56. The
    /// claim must be well formed.
    #[must_use]
    pub fn accepts(&self, numbers: &[u64]) -> bool {
        let largest = numbers.iter().copied().max().unwrap_or(0);
        let mut weights = self.digits.weights(2);
        while weights
            .last()
            .is_some_and(|last| *last <= largest.min(1 << 56))
        {
            weights = self.digits.weights(weights.len() + 1);
        }
        let mut rests = numbers.to_vec();
        let mut state = 0;
        for weight in weights.iter().rev() {
            let letter = rests.iter().rev().fold(0, |letter, rest| {
                letter * self.digits.count() + (rest / weight) as usize
            });
            for rest in &mut rests {
                *rest %= weight;
            }
            state = self.automaton.next[state][letter] as usize;
        }
        self.automaton.accepting[state]
    }

    /// The digits that a letter of the automaton stands for, one for each variable that it reads: the place of
    /// the letter in a row of [`PatternAutomaton::next`], with the digit of the first variable as its lowest one.
    #[must_use]
    pub fn digits_of(&self, letter: usize) -> Vec<usize> {
        let count = self.digits.count();
        let places = 0..self.reads.len() as u32;
        places
            .map(|place| letter / count.pow(place) % count)
            .collect()
    }
}
