//! What the integration tests of several crates share. It is built once and is a dev-dependency of
//! the crates whose tests use it, `zug-lang`, `zug-solve` and `zug` among them.
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

use std::time::SystemTime;

/// `all` where tests play all that they can, which `cargo xtask nightly` asks for by setting
/// `ZUG_THOROUGH`; else `part`, which takes a fraction of the time.
pub fn all_or<T>(part: T, all: T) -> T {
    if std::env::var_os("ZUG_THOROUGH").is_some() {
        all
    } else {
        part
    }
}

/// Whether the item with this number has its turn today. One of every `parts` items has, and the next day another
/// one, so that all have had their turn after `parts` days. Where tests play all that they can, each item has its
/// turn. `ZUG_DAY` sets the day.
pub fn is_todays(number: usize, parts: usize) -> bool {
    all_or((number as u64 + today()).is_multiple_of(parts as u64), true)
}

/// The items that have their turn today ([`is_todays`]). Prints the day, for a run that failed to be repeated.
pub fn todays<T>(parts: usize, all: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
    println!("ZUG_DAY={}", today());
    let numbered = all.into_iter().enumerate();
    let having = numbered.filter(move |(number, _)| is_todays(*number, parts));
    having.map(|(_, thing)| thing)
}

/// The number of days since 1970, or what `ZUG_DAY` sets.
fn today() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    number(
        "ZUG_DAY",
        since.map_or(0, |since| since.as_secs() / (24 * 60 * 60)),
    )
}

/// Returns the number that an environment variable holds; `otherwise` if it is not set.
fn number(variable: &str, otherwise: u64) -> u64 {
    match std::env::var(variable) {
        Ok(text) => text.parse().expect("a number"),
        Err(_) => otherwise,
    }
}
