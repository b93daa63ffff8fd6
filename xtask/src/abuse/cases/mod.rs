//! The cases, by what is done to the program.

mod commands;
mod arguments;
mod files;
mod environment;
mod streams;
mod limits;
mod signals;
mod states;
mod tables;
mod texts;
mod rules;

use std::path::Path;

use anyhow::Result;

use super::case::Case;
pub(super) use commands::COMMANDS;

/// Whether a short selection of the cases is run, or all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Length {
    /// About a minute: each change runs half of it, on the next day the other half.
    Short,
    /// Hours, if need be: by hand.
    Long {
        /// The number of mutated texts of each kind.
        mutations: usize,
    },
}

/// All cases; the same seed makes the same cases. Each case is made when it is asked
/// for, because a large process makes its children look large.
pub(super) fn all(
    length: Length,
    seed: u64,
    zug: &Path,
) -> Result<impl Iterator<Item = Case> + Send + use<>> {
    let few = |short| match length {
        Length::Short => short,
        Length::Long { mutations } => mutations,
    };
    Ok(arguments::cases()
        .chain(files::cases())
        .chain(environment::cases())
        .chain(streams::cases())
        .chain(limits::cases())
        .chain(signals::cases(length))
        .chain(states::cases(few(40), seed, zug)?)
        .chain(tables::cases(few(10), seed, zug)?)
        .chain(texts::cases(few(250), seed)?)
        .chain(rules::cases(few(250), seed)?))
}
