//! `zug explain EXPRESSION` of partizan values, and `zug explain --born DAY`.

use std::io::Write;
use std::path::Path;

use anyhow::Result;
use zug::{Calculator, born_by, is_of_values, is_surely_of_values};

use crate::arguments::ExplainArguments;
use crate::calculation::NoCalculation;
use crate::exit::Cancelled;
use crate::{json, output, question};

/// Whether the arguments ask about values, and not about a position of a game.
pub(crate) fn is_asked(arguments: &ExplainArguments) -> bool {
    let game = &arguments.game.game;
    let is_game = zug_catalogue::find(game).is_some()
        || Path::new(game).extension() == Some("zug".as_ref())
        || Path::new(game).exists()
        || !matches!(question::heaps(&arguments.game), Ok(None));
    // A name that is misspelt is no value either.
    let is_name = game.len() > 3
        && !game.starts_with('v')
        && game
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    if arguments.born.is_some() || is_game || is_name {
        return arguments.born.is_some();
    }
    let text = text(arguments);
    let begins_as_value = |first: char| "0123456789*+-({^".contains(first);
    is_surely_of_values(&text)
        || text.starts_with(begins_as_value) && is_of_values(&text)
        || text.contains('(') && is_of_values(&text)
}

/// The expression, which a shell may have taken apart.
fn text(arguments: &ExplainArguments) -> String {
    let words = std::iter::once(&arguments.game.game).chain(&arguments.game.about);
    words.map(String::as_str).collect::<Vec<_>>().join(" ")
}

pub(crate) fn run(arguments: &ExplainArguments) -> Result<()> {
    let report = question::stoppable(&arguments.solver, |options| {
        if let Some(day) = arguments.born {
            return Ok(born_by(day, &options.job())?);
        }
        let text = text(arguments);
        let mut calculator = Calculator::new(&question::known_rules, options)?;
        let explained = calculator.explain(&text);
        if calculator.is_cancelled() {
            return Err(Cancelled.into());
        }
        explained.map_err(|error| NoCalculation::of(&text, &error).into())
    })?;
    let mut out = output::answers();
    if arguments.json {
        json::write(&mut out, &report)?;
        return Ok(());
    }
    for line in &report.why {
        writeln!(out, "{line}")?;
    }
    Ok(())
}
