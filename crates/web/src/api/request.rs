//! What most requests ask about: a position of a game, and what may answer.

use schemars::JsonSchema;
use serde::Deserialize;

use super::words::{PlayWord, Set};

/// A game with its parameters, and a position in it.
///
/// Exactly one of `game` and `rules` is given. The position is `position`, or the start, after
/// `moves` were made.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PositionRequest {
    /// The name of a game of the catalogue.
    pub game: Option<String>,
    /// The text of a rules file.
    pub rules: Option<String>,
    /// Parameters that are set, by their names.
    #[serde(default)]
    pub set: Set,
    /// Who wins when a player is stuck; if null, as the rules say.
    pub play: Option<PlayWord>,
    /// The position in the game's notation; the start if null.
    pub position: Option<String>,
    /// Moves to make from that position, one after the other, each as the rules write it.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// What may answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum By {
    /// The positions where they surely fit into the memory, else a theorem, else a search.
    #[default]
    Any,
    /// All positions, even if they may turn out to be too many.
    Table,
    /// A search of the position asked about.
    Search,
}
