//! Patterns of lost positions and of nimbers: found, proved, certified, written to a file and read from one.
//!
//! Rooms meet here that do not know each other: `zug_lang` reads the rules as linear conditions, `zug_heaps` those of
//! a game on heaps, `zug_discover` finds and proves a pattern, and `zug_certify::pattern` checks it by searches of its
//! own. Only what all say is called proved: the finder's proof, the certificate, and the linear
//! conditions beside the plain evaluator on all small positions.

pub(crate) mod error;
mod subject;
mod discovery;
mod file;
mod checked;
pub(crate) mod walnut;

pub use checked::CheckedPattern;
pub use discovery::{Discovery, PatternStatus, discover, discover_about};
pub use error::PatternError;
pub use file::{PatternFile, certify_pattern_file};
pub use subject::{PatternAbout, PatternSubject};
pub use walnut::WalnutFile;
