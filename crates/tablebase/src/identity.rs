//! What a table is of.

use std::path::Path;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_128;

use crate::error::Error;
use crate::frame::Stamp;

/// What a table is of: the rules with their parameters, the position that it begins from, and
/// what its keys mean.
///
/// Two tables are of one thing if all fields are equal. The crate compares them and knows the
/// meaning of none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Identity {
    /// The name of the game.
    pub game: String,
    /// The text of the rules.
    pub rules: String,
    /// The parameters with their values, in the order of the rules.
    pub parameters: Vec<(String, String)>,
    /// Who wins when a player is stuck: `normal` or `misere`.
    pub play: String,
    /// The position that the table begins from, as the rules write it.
    pub position: String,
    /// Which positions the table has: `reachable` from that position, or `all` states.
    pub scope: String,
    /// The number of symmetries in use, the identity included. Of the positions that they
    /// make equal the table has one.
    pub symmetries: u64,
    /// Whether each draw of the rules is taken for a win of the player who loses where play never ends.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub draws_won: bool,
    /// Packed positions near the first one, which tell whether this program packs positions
    /// as the program did that wrote the table.
    pub landmarks: Vec<String>,
}

impl Identity {
    /// The hash that the files of the table carry.
    #[must_use]
    pub fn stamp(&self) -> Stamp {
        // Field by field, each with its length, so that no two tables give the same bytes.
        let mut bytes = Vec::new();
        let mut add = |text: &str| {
            bytes.extend((text.len() as u64).to_le_bytes());
            bytes.extend(text.as_bytes());
        };
        for text in [
            &self.game,
            &self.rules,
            &self.play,
            &self.position,
            &self.scope,
        ] {
            add(text);
        }
        add(&self.symmetries.to_string());
        add(&self.parameters.len().to_string());
        for (name, value) in &self.parameters {
            add(name);
            add(value);
        }
        if self.draws_won {
            add("draws won");
        }
        for landmark in &self.landmarks {
            add(landmark);
        }
        Stamp(xxh3_128(&bytes))
    }

    /// The hash of the text of the rules, as hexadecimal digits.
    #[must_use]
    pub fn rules_hash(&self) -> String {
        format!("{:032x}", xxh3_128(self.rules.as_bytes()))
    }

    /// Refuses what is in a folder and of this, where it should be of `wanted`.
    pub(crate) fn must_be(&self, folder: &Path, wanted: &Self) -> Result<(), Error> {
        match self.difference(wanted) {
            None => Ok(()),
            Some((found, wanted)) => Err(Error::Foreign {
                path: folder.to_owned(),
                found,
                wanted,
            }),
        }
    }

    /// The first thing in which two identities differ, told of each; `None` if they are
    /// equal.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<(String, String)> {
        let told = |one: &str, two: &str, what: &str| {
            (one != two).then(|| (format!("{what}{one}"), format!("{what}{two}")))
        };
        let rules = || {
            let told = |identity: &Self| {
                format!(
                    "rules of {} with the hash {}",
                    identity.game,
                    identity.rules_hash()
                )
            };
            (self.rules != other.rules).then(|| (told(self), told(other)))
        };
        told(&self.game, &other.game, "")
            .or_else(rules)
            .or_else(|| told(&parameters(self), &parameters(other), ""))
            .or_else(|| told(&self.play, &other.play, "the game under play convention "))
            .or_else(|| {
                let of = |identity: &Self| {
                    if identity.draws_won {
                        "the game in which its draws are won"
                    } else {
                        "the game with its draws"
                    }
                };
                told(of(self), of(other), "")
            })
            .or_else(|| told(&self.scope, &other.scope, "the positions in the scope "))
            .or_else(|| told(&self.position, &other.position, "the position "))
            .or_else(|| {
                let told = |identity: &Self| match identity.symmetries {
                    1 => "positions kept without symmetries".to_owned(),
                    many => format!("positions kept by {many} symmetries"),
                };
                (self.symmetries != other.symmetries).then(|| (told(self), told(other)))
            })
            .or_else(|| {
                let told = |what: &str| format!("positions as {what} packs them");
                let differ = self.landmarks != other.landmarks;
                differ.then(|| (told("another program"), told("this program")))
            })
    }
}

/// The game with its parameters, on one line.
fn parameters(identity: &Identity) -> String {
    let settings = identity.parameters.iter();
    let settings = settings.map(|(name, value)| format!(" {name}={value}"));
    identity.game.clone() + &settings.collect::<String>()
}
