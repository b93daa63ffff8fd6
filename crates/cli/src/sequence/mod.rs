//! The parts of `zug sequence`: the work with its progress and its state file, the
//! forms in which the facts about a sequence are printed.

mod error;
pub(crate) mod progress;
mod state_file;
mod work;

pub(crate) mod verified;

pub(crate) mod text;
pub(crate) mod table;
pub(crate) mod plot;

pub(crate) use error::{FileFault, SequenceError};
pub(crate) use state_file::StateFile;
pub(crate) use work::{Ended, work_out};
