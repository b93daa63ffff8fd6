//! The JSON Schema of each report.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

use super::certify::CertifyReport;
use super::cluster::{
    ClusterPlanReport, ClusterStatusReport, ClusterUnitsReport, ClusterVerifyReport,
};
use super::discover::DiscoverReport;
use super::explain::ExplainReport;
use super::explain_value::ExplainValueReport;
use super::games::GamesReport;
use super::pairs::PairsReport;
use super::plan::PlanReport;
use super::query::QueryReport;
use super::quotient::QuotientReport;
use super::sequence::SequenceReport;
use super::solve::SolveReport;
use super::sweep::SweepReport;
use super::table::{TableDigestReport, TableInfoReport, TableQueryReport, TableVerifyReport};
use super::tree::TreeReport;
use super::value::ValueReport;
use super::value_boards::ValueBoardsReport;

/// The kinds of reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ReportKind {
    /// [`SolveReport`].
    Solve,
    /// [`SweepReport`].
    Sweep,
    /// [`QueryReport`].
    Query,
    /// [`PlanReport`].
    Plan,
    /// [`ExplainReport`].
    Explain,
    /// [`ExplainValueReport`].
    ExplainValue,
    /// [`ValueReport`].
    Value,
    /// [`ValueBoardsReport`].
    ValueBoards,
    /// [`SequenceReport`].
    Sequence,
    /// [`QuotientReport`].
    Quotient,
    /// [`PairsReport`].
    Pairs,
    /// [`TreeReport`].
    Tree,
    /// [`GamesReport`].
    Games,
    /// [`TableInfoReport`].
    TableInfo,
    /// [`TableQueryReport`].
    TableQuery,
    /// [`TableVerifyReport`].
    TableVerify,
    /// [`TableDigestReport`].
    TableDigest,
    /// [`ClusterUnitsReport`].
    ClusterUnits,
    /// [`ClusterStatusReport`].
    ClusterStatus,
    /// [`ClusterPlanReport`].
    ClusterPlan,
    /// [`ClusterVerifyReport`].
    ClusterVerify,
    /// [`CertifyReport`].
    Certify,
    /// [`DiscoverReport`].
    Discover,
}

impl ReportKind {
    /// All kinds.
    pub const ALL: [Self; 23] = [
        Self::Solve,
        Self::Sweep,
        Self::Query,
        Self::Plan,
        Self::Explain,
        Self::ExplainValue,
        Self::Value,
        Self::ValueBoards,
        Self::Sequence,
        Self::Quotient,
        Self::Pairs,
        Self::Tree,
        Self::Games,
        Self::TableInfo,
        Self::TableQuery,
        Self::TableVerify,
        Self::TableDigest,
        Self::ClusterUnits,
        Self::ClusterStatus,
        Self::ClusterPlan,
        Self::ClusterVerify,
        Self::Certify,
        Self::Discover,
    ];

    /// The JSON Schema of the reports of this kind, made from their type.
    ///
    /// ```
    /// use zug::report::ReportKind;
    ///
    /// let schema = ReportKind::Solve.schema();
    /// assert_eq!(schema.pointer("/properties/version/$ref").unwrap(), "#/$defs/Version");
    /// ```
    #[must_use]
    pub fn schema(self) -> Schema {
        match self {
            Self::Solve => schema::<SolveReport>(),
            Self::Sweep => schema::<SweepReport>(),
            Self::Query => schema::<QueryReport>(),
            Self::Plan => schema::<PlanReport>(),
            Self::Explain => schema::<ExplainReport>(),
            Self::ExplainValue => schema::<ExplainValueReport>(),
            Self::Value => schema::<ValueReport>(),
            Self::ValueBoards => schema::<ValueBoardsReport>(),
            Self::Sequence => schema::<SequenceReport<'_>>(),
            Self::Quotient => schema::<QuotientReport>(),
            Self::Pairs => schema::<PairsReport>(),
            Self::Tree => schema::<TreeReport>(),
            Self::Games => schema::<GamesReport>(),
            Self::TableInfo => schema::<TableInfoReport>(),
            Self::TableQuery => schema::<TableQueryReport>(),
            Self::TableVerify => schema::<TableVerifyReport>(),
            Self::TableDigest => schema::<TableDigestReport>(),
            Self::ClusterUnits => schema::<ClusterUnitsReport>(),
            Self::ClusterStatus => schema::<ClusterStatusReport>(),
            Self::ClusterPlan => schema::<ClusterPlanReport>(),
            Self::ClusterVerify => schema::<ClusterVerifyReport>(),
            Self::Certify => schema::<CertifyReport>(),
            Self::Discover => schema::<DiscoverReport>(),
        }
    }
}

fn schema<T: JsonSchema>() -> Schema {
    // What is written, not what would be read.
    let settings = SchemaSettings::draft2020_12().for_serialize();
    settings.into_generator().into_root_schema_for::<T>()
}
