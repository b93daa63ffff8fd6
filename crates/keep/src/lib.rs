//! What Zug keeps in files: tables of solved positions, checkpoints, what a search knows, proofs, exports.
//!
//! A solver does no I/O, and the crate that reads and writes tables knows no games. Here the two meet: what a file
//! is of is said in one way for files that are written and files that are looked for. The command line and the
//! package of Python call this crate alike. It has no terminal and no clock: a [`Face`] has the time, and
//! puts each [`Event`] into words.
//!
//! - [`solved::solved`] gives the positions of a request from the table in a folder, or solves them and writes the
//!   table, with checkpoints from which a run that was killed goes on; [`table::opened`] opens any table.
//! - [`cluster::Work`] solves the positions of a request by units of work, which many machines can do.
//! - [`demand::Demand`] says what its units take, and [`reached::Reached`] how far and how fast they are.
//! - [`estimate::estimate`] says what such work would take.
//! - [`checks::Check`] checks a table in parts, which many machines can do.
//! - [`search::search`] goes on from what a file holds of an earlier search, and keeps in it what this one learns.
//! - [`proof::write`] and [`proof::certify`] write and check proofs.
//! - [`export`] writes solved positions for other programs.
//! - [`whole_file`] writes a file whole or not at all.
//!
//! ```
//! use std::sync::Arc;
//! use std::time::Duration;
//! use zug::{Request, SolveOptions};
//! use zug_keep::{Face, Place, Silent, solved, table};
//!
//! let folder = tempfile::tempdir()?;
//! let face: Arc<dyn Face> = Arc::new(Silent);
//! let place = Place::new(folder.path(), Duration::from_secs(15), &face);
//! let request = Request::catalogue("tic-tac-toe")?;
//! let solved = solved::solved(&request, &SolveOptions::default(), place)?;
//! assert_eq!(solved.solution.counts()?.positions, 5478);
//!
//! let (problem, solution) = table::opened(folder.path(), &SolveOptions::default())?;
//! assert_eq!(solution.value(&problem.root())?, solved.solution.value(&solved.problem.root())?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod error;
mod face;
mod pace;
mod identity;
pub mod memory;
pub mod processor;
pub mod whole_file;
pub mod table;
pub mod solved;
pub mod cluster;
pub mod demand;
pub mod reached;
pub mod checks;
pub mod estimate;
pub mod proof;
pub mod search;
pub mod export;

pub use error::{Error, Result};
pub use face::{Ending, Event, Face, Place, Silent, WhyNoScratch};
pub use identity::play;
