//! `zug schema [COMMAND]`: what the JSON of each command looks like.

use anyhow::Result;
use clap::ValueEnum;
use schemars::Schema;
use serde_json::{Map, Value};
use zug::report::cluster::{
    ClusterPlanReport, ClusterStatusReport, ClusterUnitsReport, ClusterVerifyReport,
};
use zug::report::{
    CertifyReport, DiscoverReport, ExplainReport, ExplainValueReport, GamesReport, PairsReport,
    PlanReport, QueryReport, QuotientReport, SequenceReport, SolveReport, SweepReport,
    TableDigestReport, TableInfoReport, TableQueryReport, TableVerifyReport, TreeReport,
    ValueBoardsReport, ValueReport, schema,
};

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
    let mut schema = match command {
        Reporting::Solve => schema::<SolveReport>(),
        Reporting::SolveRange => schema::<SweepReport>(),
        Reporting::Query => schema::<QueryReport>(),
        Reporting::Plan => schema::<PlanReport>(),
        Reporting::Explain => schema::<ExplainReport>(),
        Reporting::ExplainValue => schema::<ExplainValueReport>(),
        Reporting::Value => schema::<ValueReport>(),
        Reporting::ValueBoards => schema::<ValueBoardsReport>(),
        Reporting::Sequence => schema::<SequenceReport<'_>>(),
        Reporting::Quotient => schema::<QuotientReport>(),
        Reporting::Pairs => schema::<PairsReport>(),
        Reporting::Tree => schema::<TreeReport>(),
        Reporting::Games => schema::<GamesReport>(),
        Reporting::TableInfo => schema::<TableInfoReport>(),
        Reporting::TableQuery => schema::<TableQueryReport>(),
        Reporting::TableVerify => schema::<TableVerifyReport>(),
        Reporting::TableDigest => schema::<TableDigestReport>(),
        Reporting::ClusterUnits => schema::<ClusterUnitsReport>(),
        Reporting::ClusterStatus => schema::<ClusterStatusReport>(),
        Reporting::ClusterPlan => schema::<ClusterPlanReport>(),
        Reporting::ClusterVerify => schema::<ClusterVerifyReport>(),
        Reporting::Certify => schema::<CertifyReport>(),
        Reporting::Discover => schema::<DiscoverReport>(),
    };
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
