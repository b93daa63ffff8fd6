//! Words and small things that several requests and replies share.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use zug::{Outcome, Play, Player};

/// Whose view a value has: always that of the player to move in the position asked about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum For {
    /// The player to move.
    #[default]
    Mover,
}

/// What a remoteness counts: always plies, which are moves by one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// One move by one player.
    #[default]
    Plies,
}

/// What a player gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(
    missing_docs,
    reason = "the text of the type tells what its words mean"
)]
pub enum OutcomeWord {
    Win,
    Loss,
    Draw,
}

impl From<Outcome> for OutcomeWord {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win => Self::Win,
            Outcome::Loss => Self::Loss,
            Outcome::Draw => Self::Draw,
        }
    }
}

/// Who wins when a player is stuck: the opponent under `normal` play, the stuck player under
/// `misere` play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(
    missing_docs,
    reason = "the text of the type tells what its words mean"
)]
pub enum PlayWord {
    Normal,
    Misere,
}

/// A player by the order of the rules: `first` is Left, `second` is Right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(
    missing_docs,
    reason = "the text of the type tells what its words mean"
)]
pub enum PlayerWord {
    #[default]
    First,
    Second,
}

impl From<PlayerWord> for Player {
    fn from(word: PlayerWord) -> Self {
        match word {
            PlayerWord::First => Self::First,
            PlayerWord::Second => Self::Second,
        }
    }
}

impl From<PlayWord> for Play {
    fn from(word: PlayWord) -> Self {
        match word {
            PlayWord::Normal => Self::Normal,
            PlayWord::Misere => Self::Misere,
        }
    }
}

impl From<Play> for PlayWord {
    fn from(play: Play) -> Self {
        match play {
            Play::Normal => Self::Normal,
            Play::Misere => Self::Misere,
        }
    }
}

/// What answered: the positions, all of which are solved; a search of this one position; or a
/// theorem about the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(
    missing_docs,
    reason = "the text of the type tells what its words mean"
)]
pub enum KnownBy {
    Table,
    Search,
    Theorem,
}

/// A theorem that answers.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TheoremReply {
    /// The name of the theorem.
    pub name: String,
    /// Who found it, and when.
    pub source: String,
}

/// Parameters by their names, as JSON: numbers and truth values as such, lists and sets as
/// arrays, all else as the text that the rules would write.
pub type Parameters = serde_json::Map<String, Json>;

/// A value of a parameter, as it is set: text as in the rules (`{1, 3, 4}`), a number, or a
/// truth value. A parameter that is itself a text takes the letters as they stand (`0110`).
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "the value of a parameter has to be a whole number, a truth value, or text as \
                 the rules write it, such as \"{1, 3, 4}\""
)]
pub enum SettingValue {
    /// A number.
    Number(i64),
    /// A truth value.
    Truth(bool),
    /// Text as in the rules.
    Text(String),
}

impl SettingValue {
    /// The value as the rules write it.
    pub(crate) fn written(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Truth(truth) => truth.to_string(),
            Self::Text(text) => text.clone(),
        }
    }
}

/// Parameters that are set, by their names.
pub type Set = BTreeMap<String, SettingValue>;

/// The number of a player: 0 for the first, 1 for the second.
pub(crate) fn number_of(player: Player) -> u8 {
    match player {
        Player::First => 0,
        Player::Second => 1,
    }
}
