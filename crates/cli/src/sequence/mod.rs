//! The parts of `zug sequence`: the work with its progress and its state file, the
//! facts about a sequence, and the forms in which these are printed.

mod error;
pub(crate) mod progress;
mod state_file;
mod work;

pub(crate) mod verified;

mod facts;
mod terms;

pub(crate) mod text;
pub(crate) mod json;
pub(crate) mod table;
pub(crate) mod plot;

pub(crate) use error::{FileFault, SequenceError};
pub(crate) use facts::Facts;
pub(crate) use state_file::StateFile;
pub(crate) use work::{Ended, work_out};
