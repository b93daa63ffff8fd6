//! How a parameter and the convention of play are set.

use clap::ValueEnum;

/// Who wins when a player is stuck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlayChoice {
    /// Whoever cannot move loses.
    Normal,
    /// Whoever cannot move wins.
    Misere,
}

/// Reads `PARAMETER=VALUE`.
pub(crate) fn setting(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        // A text is the letters as they stand, spaces and all.
        Some((name, value)) if !name.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.to_owned()))
        }
        _ => Err("write PARAMETER=VALUE".to_owned()),
    }
}
