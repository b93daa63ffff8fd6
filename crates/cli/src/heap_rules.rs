//! Rules in the place of a notation of a game on heaps.

use std::path::Path;

use anyhow::{Result, bail};
use zug::Request;

use crate::question;

/// The rules that a text names instead of a game on heaps: a rules file, or a game of the catalogue that
/// no notation means.
///
/// # Errors
///
/// Parameters are set, and the game has no rules.
pub(crate) fn of(
    text: &str,
    settings: &[(String, String)],
    is_notation: bool,
) -> Result<Option<Request>> {
    let is_path = text.contains(std::path::MAIN_SEPARATOR)
        || Path::new(text).extension() == Some("zug".as_ref());
    let is_rules = is_path || !is_notation && zug_catalogue::find(text).is_some();
    if !is_rules {
        if let Some((name, _)) = settings.first() {
            bail!("`{text}` has no parameter `{name}`: --set is for rules files");
        }
        return Ok(None);
    }
    let request = question::rules(text)?;
    Ok(Some(question::with_settings(request, settings)?))
}
