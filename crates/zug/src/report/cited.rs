//! What a person writes down to cite an answer: the version of Zug, and a hash of the rules with
//! the values of their parameters.
//!
//! Two answers with one hash are about one game with one set of parameters, if nobody meant to
//! deceive: the hash (xxh3, 128 bits) is that of tables and proofs on a disk, and no signature.

use schemars::JsonSchema;
use serde::Serialize;
use xxhash_rust::xxh3::xxh3_128;

/// The version of Zug that made a report, such as `0.1.0`.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct ProgramVersion(&'static str);

impl ProgramVersion {
    /// The version of this program.
    pub const CURRENT: Self = Self(env!("CARGO_PKG_VERSION"));
}

/// Returns the hash of a text of rules with the values of its parameters, in the order of the
/// rules, as 32 hexadecimal digits.
///
/// ```
/// use zug::report::game_hash;
///
/// let rules = "game g(n = 3)";
/// let three = game_hash(rules, &[("n".to_owned(), "3".to_owned())]);
/// let four = game_hash(rules, &[("n".to_owned(), "4".to_owned())]);
/// assert_eq!(three.len(), 32);
/// assert_ne!(three, four);
/// ```
#[must_use]
pub fn game_hash(rules: &str, parameters: &[(String, String)]) -> String {
    // Each text comes with its length, so that no two games give the same bytes.
    let mut bytes = Vec::new();
    let mut add = |text: &str| {
        bytes.extend((text.len() as u64).to_le_bytes());
        bytes.extend(text.as_bytes());
    };
    add(rules);
    for (name, value) in parameters {
        add(name);
        add(value);
    }
    format!("{:032x}", xxh3_128(&bytes))
}
