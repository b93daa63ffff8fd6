//! `zug schema [COMMAND]`: what the JSON of each command looks like.

use anyhow::Result;
use clap::ValueEnum;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value};

use crate::arguments::{Reporting, SchemaArguments};
use crate::{command, json, output, sequence};

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
    let mut schema = match command {
        Reporting::Solve => schema::<zug::report::SolveReport>(),
        Reporting::Plan => schema::<command::plan::Report>(),
        Reporting::Explain => schema::<zug::report::ExplainReport>(),
        Reporting::Value => schema::<command::value::Report>(),
        Reporting::Sequence => schema::<sequence::json::Report<'_>>(),
        Reporting::Quotient => schema::<command::quotient::Report>(),
        Reporting::Pairs => schema::<command::pairs::Report>(),
        Reporting::Tree => schema::<command::tree::Report>(),
        Reporting::Games => schema::<command::games::Report>(),
    };
    let title = format!("What zug {} --json prints", command.name());
    schema.insert("title".to_owned(), title.into());
    schema
}

fn schema<T: JsonSchema>() -> Schema {
    // What is written, not what would be read.
    let settings = SchemaSettings::draft2020_12().for_serialize();
    settings.into_generator().into_root_schema_for::<T>()
}
