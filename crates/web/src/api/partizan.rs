//! Values of partizan games, as the replies about positions and sums tell them.

use schemars::JsonSchema;
use serde::Serialize;
use zug::PartizanWorth;
use zug_draw::thermograph;

use crate::limits::VALUE_TEXT;

/// A partizan value. Left is the first player of the rules. Numbers and values are texts in the notation of
/// `zug value`; the text of a value is null where it takes more than 2000 bytes.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PartizanReply {
    /// The value.
    pub value: Option<String>,
    /// Who wins: `L` Left, `R` Right, `N` whoever moves first, `P` whoever moves second.
    pub class: String,
    /// Who wins, in words.
    pub who: String,
    /// The Left stop: the number that play comes to if Left begins.
    pub left_stop: String,
    /// The Right stop: the number that play comes to if Right begins.
    pub right_stop: String,
    /// The mean.
    pub mean: String,
    /// The temperature.
    pub temperature: String,
    /// The reduced canonical form.
    pub reduced: Option<String>,
    /// The atomic weight of an all-small value; null for others.
    pub atomic_weight: Option<String>,
    /// The birthday.
    pub birthday: u64,
    /// The thermograph as a picture (SVG).
    pub thermograph: String,
}

impl PartizanReply {
    pub(super) fn of(worth: &PartizanWorth) -> Self {
        Self {
            value: short(&worth.value),
            class: worth.class.letter().to_string(),
            who: worth.who().to_owned(),
            left_stop: worth.left_stop.clone(),
            right_stop: worth.right_stop.clone(),
            mean: worth.mean.clone(),
            temperature: worth.temperature.clone(),
            reduced: short(&worth.reduced),
            atomic_weight: worth.atomic_weight.as_deref().and_then(short),
            birthday: worth.birthday,
            thermograph: thermograph::drawn(&worth.value, worth),
        }
    }
}

/// The text of a value, unless it is too long for a reply.
pub(super) fn short(value: &str) -> Option<String> {
    (value.len() <= VALUE_TEXT).then(|| value.to_owned())
}
