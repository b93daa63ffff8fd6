//! Outcomes, conventions and values read back from the words they are printed in.

use std::str::FromStr;

use crate::{Nimber, Outcome, Play, Plies, Value};

/// A text that names nothing of the kind that was asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}, found `{found}`")]
#[non_exhaustive]
pub struct UnknownWord {
    /// What the text may be.
    pub expected: &'static str,
    /// The text.
    pub found: String,
}

impl UnknownWord {
    fn new(expected: &'static str, found: &str) -> Self {
        let found = found.to_owned();
        Self { expected, found }
    }
}

impl FromStr for Outcome {
    type Err = UnknownWord;

    /// Reads what an outcome prints: `win`, `loss` or `draw`.
    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        match text {
            "win" => Ok(Self::Win),
            "loss" => Ok(Self::Loss),
            "draw" => Ok(Self::Draw),
            _ => Err(UnknownWord::new("win, loss or draw", text)),
        }
    }
}

impl FromStr for Play {
    type Err = UnknownWord;

    /// Reads what a convention prints: `normal` or `misere`.
    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        match text {
            "normal" => Ok(Self::Normal),
            "misere" => Ok(Self::Misere),
            _ => Err(UnknownWord::new("normal or misere", text)),
        }
    }
}

impl FromStr for Plies {
    type Err = UnknownWord;

    /// Reads a number of plies.
    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        let number = text.parse().map(Self);
        number.map_err(|_| UnknownWord::new("a number of plies", text))
    }
}

impl FromStr for Nimber {
    type Err = UnknownWord;

    /// Reads the size of the heap.
    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        let number = text.parse().map(Self);
        number.map_err(|_| UnknownWord::new("a nimber", text))
    }
}

impl FromStr for Value {
    type Err = UnknownWord;

    /// Reads what a value prints: `win in 3`, `loss in 4`, `draw`, `endless win` or `endless loss`.
    ///
    /// ```
    /// use zug_values::{Plies, Value};
    /// assert_eq!("win in 3".parse(), Ok(Value::Win(Plies(3))));
    /// assert!("win".parse::<Value>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        for value in [Self::Draw, Self::EndlessWin, Self::EndlessLoss] {
            if text == value.to_string() {
                return Ok(value);
            }
        }
        let unknown = || UnknownWord::new("win in …, loss in … or draw", text);
        let (outcome, plies) = text.split_once(" in ").ok_or_else(unknown)?;
        let plies = plies.parse().map_err(|_| unknown())?;
        match outcome.parse() {
            Ok(Outcome::Win) => Ok(Self::Win(plies)),
            Ok(Outcome::Loss) => Ok(Self::Loss(plies)),
            _ => Err(unknown()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn words_are_read_back() {
        for outcome in [Outcome::Win, Outcome::Loss, Outcome::Draw] {
            assert_eq!(outcome.to_string().parse(), Ok(outcome));
        }
        for play in [Play::Normal, Play::Misere] {
            assert_eq!(play.to_string().parse(), Ok(play));
        }
    }

    #[test]
    fn what_is_no_word_is_refused_with_what_was_expected() {
        let error = "won".parse::<Outcome>().unwrap_err();
        assert_eq!(error.to_string(), "expected win, loss or draw, found `won`");
        for text in [
            "draw in 3",
            "win in",
            "loss",
            "win in -1",
            "",
            "win in 4294967296",
        ] {
            assert!(text.parse::<Value>().is_err(), "{text}");
        }
        assert!("-1".parse::<Nimber>().is_err() && "x".parse::<Plies>().is_err());
    }

    proptest! {
        #[test]
        fn values_and_nimbers_are_read_back(number: u32) {
            let decided = [Value::Win(Plies(number)), Value::Loss(Plies(number))];
            let others = [Value::Draw, Value::EndlessWin, Value::EndlessLoss];
            for value in decided.into_iter().chain(others) {
                prop_assert_eq!(value.to_string().parse(), Ok(value));
            }
            prop_assert_eq!(Nimber(number).to_string().parse(), Ok(Nimber(number)));
            prop_assert_eq!(Plies(number).to_string().parse(), Ok(Plies(number)));
        }
    }
}
