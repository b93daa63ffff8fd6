//! `zug schema [COMMAND]`: what the JSON of each command looks like.

use anyhow::Result;
use clap::ValueEnum;
use schemars::Schema;
use serde_json::{Map, Value};
use zug::report::Kind;

use crate::arguments::{Reporting, SchemaArguments};
use crate::{json, output};

pub(crate) fn run(arguments: &SchemaArguments) -> Result<()> {
    let mut out = output::answers();
    if let Some(command) = arguments.command {
        json::write(&mut out, &of(command))?;
    } else {
        let all = Reporting::value_variants().iter();
        let all = all.map(|&command| (command.name(), Value::from(of(command))));
        json::write(&mut out, &all.collect::<Map<_, _>>())?;
    }
    Ok(())
}

/// The JSON Schema of what a command prints with `--json`.
fn of(command: Reporting) -> Schema {
    let report = match command {
        Reporting::Solve => Kind::Solve,
        Reporting::Plan => Kind::Plan,
        Reporting::Explain => Kind::Explain,
        Reporting::Value => Kind::Value,
        Reporting::Sequence => Kind::Sequence,
        Reporting::Quotient => Kind::Quotient,
        Reporting::Pairs => Kind::Pairs,
        Reporting::Tree => Kind::Tree,
        Reporting::Games => Kind::Games,
    };
    let mut schema = report.schema();
    let title = format!("What zug {} --json prints", command.name());
    schema.insert("title".to_owned(), title.into());
    schema
}
