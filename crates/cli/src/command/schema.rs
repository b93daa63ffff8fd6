//! `zug schema [COMMAND]`: what the JSON of each command looks like.

use anyhow::Result;
use clap::ValueEnum;
use schemars::Schema;
use serde_json::{Map, Value};
use zug::report::ReportKind;

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
        Reporting::Solve => ReportKind::Solve,
        Reporting::SolveRange => ReportKind::Sweep,
        Reporting::Query => ReportKind::Query,
        Reporting::Plan => ReportKind::Plan,
        Reporting::Explain => ReportKind::Explain,
        Reporting::ExplainValue => ReportKind::ExplainValue,
        Reporting::Value => ReportKind::Value,
        Reporting::ValueBoards => ReportKind::ValueBoards,
        Reporting::Sequence => ReportKind::Sequence,
        Reporting::Quotient => ReportKind::Quotient,
        Reporting::Pairs => ReportKind::Pairs,
        Reporting::Tree => ReportKind::Tree,
        Reporting::Games => ReportKind::Games,
        Reporting::TableInfo => ReportKind::TableInfo,
        Reporting::TableQuery => ReportKind::TableQuery,
        Reporting::TableVerify => ReportKind::TableVerify,
        Reporting::TableDigest => ReportKind::TableDigest,
        Reporting::ClusterUnits => ReportKind::ClusterUnits,
        Reporting::ClusterStatus => ReportKind::ClusterStatus,
        Reporting::ClusterPlan => ReportKind::ClusterPlan,
        Reporting::ClusterVerify => ReportKind::ClusterVerify,
        Reporting::Certify => ReportKind::Certify,
        Reporting::Discover => ReportKind::Discover,
    };
    let mut schema = report.schema();
    let title = match command {
        Reporting::SolveRange => "What zug solve --set n=1..50 --json prints".to_owned(),
        Reporting::ExplainValue => "What zug explain --json prints of values".to_owned(),
        Reporting::ValueBoards => {
            "What zug value --json prints with --boards, --positions or --find".to_owned()
        }
        _ => format!("What zug {} --json prints", command.command()),
    };
    schema.insert("title".to_owned(), title.into());
    schema
}
