//! What the integration tests of several crates share. It is built once and is a dev-dependency of
//! `zug-lang`, `zug-jit`, `zug-solve`, `zug-sequences`, `zug-certify`, `zug-catalogue` and `zug`.
//!
//! Known answers: [`rows`] reads `testdata/games.toml`, [`heap_rows`] reads the files of
//! `testdata/heaps`, and [`chess`] has counts of lines of play.
//!
//! The dumbest correct solvers: [`oracle`] lists the positions of a game with their values, and also
//! gives scores of games written as rules. [`graph_oracle`] gives the values of the positions of
//! hand-written games, and [`endless`] those of games in which a player wins where play never ends.
//!
//! Games: [`games`] has some that are written in Rust, [`partizan`] those whose moves only become
//! fewer. [`random`], [`graphs`] and [`faults`] write the rules of games as text.
//!
//! The unit tests within a crate on which this one depends cannot use it: to them, its types are
//! those of another crate.

#![forbid(unsafe_code)]
#![allow(
    missing_docs,
    reason = "fields of rows and methods of small games are named after what they are"
)]
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]
#![allow(
    clippy::implicit_hasher,
    reason = "tests remember what is known in maps of the usual kind"
)]

pub mod rows;
pub mod heap_rows;
pub mod chess;
pub mod oracle;
pub mod graph_oracle;
pub mod endless;
pub mod games;
pub mod partizan;
pub mod random;
pub mod summing;
pub mod graphs;
pub mod faults;

/// `all` where tests play all that they can, which `cargo xtask nightly` asks for by setting
/// `ZUG_THOROUGH`; else `part`, which takes a fraction of the time.
pub fn all_or<T>(part: T, all: T) -> T {
    if std::env::var_os("ZUG_THOROUGH").is_some() {
        all
    } else {
        part
    }
}
