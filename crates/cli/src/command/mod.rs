//! One file for each command.

pub(crate) mod solve;
pub(crate) mod plan;
pub(crate) mod explain;
pub(crate) mod explain_value;
pub(crate) mod query;
pub(crate) mod value;
pub(crate) mod heaps;
mod value_boards;
pub(crate) mod calc;
pub(crate) mod sequence;
pub(crate) mod quotient;
pub(crate) mod pairs;
pub(crate) mod discover;
pub(crate) mod play;
pub(crate) mod tree;
pub(crate) mod serve;
pub(crate) mod table;
pub(crate) mod cluster;
mod cluster_plan;
pub(crate) mod certify;
pub(crate) mod games;
pub(crate) mod judge;
pub(crate) mod schema;
pub(crate) mod completions;
pub(crate) mod man;
