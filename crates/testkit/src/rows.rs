//! The rows of `testdata/games.toml`, as tests read them.

use std::collections::HashMap;

use serde::Deserialize;
use zug_values::Outcome;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Data {
    pub game: Vec<GameRow>,
    pub series: Vec<SeriesRow>,
    pub fact: Vec<FactRow>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRow {
    pub game: String,
    #[serde(default)]
    pub parameters: HashMap<String, String>,
    pub view: Option<View>,
    #[serde(default)]
    pub slow: bool,
    pub positions: usize,
    pub wins: usize,
    pub losses: usize,
    pub draws: usize,
    pub start: Name,
    pub remoteness: Option<u32>,
    pub max_win: Option<u32>,
    pub max_loss: Option<u32>,
    pub canonical: Option<usize>,
    pub moves: Option<usize>,
    pub source: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeriesRow {
    pub game: String,
    #[serde(default)]
    pub parameters: HashMap<String, String>,
    #[serde(default)]
    pub play: Convention,
    pub parameter: String,
    pub values: Vec<String>,
    pub outcomes: Option<String>,
    pub nimbers: Option<Vec<u32>>,
    pub source: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FactRow {
    pub game: String,
    #[serde(default)]
    pub parameters: HashMap<String, String>,
    #[serde(default)]
    pub play: Convention,
    pub position: Option<String>,
    pub outcome: Option<Name>,
    pub remoteness: Option<u32>,
    pub nimber: Option<u32>,
    pub score: Option<i64>,
    pub source: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Name {
    Win,
    Loss,
    Draw,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum View {
    Mover,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Convention {
    #[default]
    Normal,
    Misere,
}

impl From<Name> for Outcome {
    fn from(name: Name) -> Self {
        match name {
            Name::Win => Self::Win,
            Name::Loss => Self::Loss,
            Name::Draw => Self::Draw,
        }
    }
}

pub fn data() -> Data {
    toml::from_str(include_str!("../../../testdata/games.toml")).unwrap()
}

/// The rules without their symmetries but the exchange of the players, which is added where the
/// rules do not declare it.
pub fn swap_alone(source: &str) -> String {
    let others = source.lines().filter(|line| !line.starts_with("symmetry"));
    others
        .chain(["symmetry swap"])
        .flat_map(|line| [line, "\n"])
        .collect()
}
