//! Answers as data for other programs: what `--json` prints, typed.
//!
//! Every report is one object with a [`Version`]. Its fields are a promise: some may be
//! added, and none goes or changes its meaning while the version stays. Each type has a
//! JSON Schema ([`schemars`]), made from the same definition.

pub mod solve;
pub mod statistics;
pub mod plan;
pub mod explain;
pub mod explain_value;
pub mod value;
pub mod value_boards;
pub mod sequence;
pub mod discover;
pub mod quotient;
pub mod pairs;
pub mod tree;
pub mod cluster;
pub mod table;
pub mod certify;
pub mod games;
pub mod sweep;
pub mod query;
pub(crate) mod cited;
mod head;
mod loopy;
mod warning;
mod schema;

pub use certify::{CertifyReport, ProofReport};
pub use cited::{ProgramVersion, game_hash};
pub use discover::DiscoverReport;
pub use explain::{ExplainReport, PlacedNumberReport};
pub use explain_value::{
    BornReport, BornValueReport, BracesReport, ComparisonReport, DifferenceMoveReport,
    DifferencePart, EndReport, ExplainValueReport, FirstMoverReport, SideWord, StepReport,
    TermReport, TermWord,
};
pub use games::GamesReport;
pub use head::{Head, OutcomeWord, Parameters, PlayWord, TheoremReport, Version, parameters};
pub use loopy::LoopyReport;
pub use pairs::PairsReport;
pub use plan::PlanReport;
pub use query::QueryReport;
pub use quotient::QuotientReport;
pub use schema::schema;
pub use sequence::SequenceReport;
pub use solve::SolveReport;
pub use statistics::StatisticsReport;
pub use sweep::{SweepReport, SweepRow};
pub use table::{TableDigestReport, TableInfoReport, TableQueryReport, TableVerifyReport};
pub use tree::TreeReport;
pub use value::ValueReport;
pub use value_boards::{BoardReport, ValueBoardsReport};
pub use warning::WarningReport;
