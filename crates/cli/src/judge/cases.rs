//! Inputs with many cases: each case is read and answered, on a line of its own, before
//! the next one is read.

use std::fmt::Display;
use std::io::{BufRead, Write};

use super::tokens::{InputError, Place, Tokens};

/// The most cases that an input may announce. Cases take time, but no memory.
const MOST: u64 = 1_000_000_000;

/// Answers an input that has the number of cases first, then the cases.
///
/// `what` names that number in messages; `case` reads one case, which begins at the
/// given place, and returns its answer.
pub(super) fn counted<R: BufRead, A: Display>(
    input: R,
    mut output: impl Write,
    what: &str,
    mut case: impl FnMut(&mut Tokens<R>, Place) -> Result<A, InputError>,
) -> Result<(), InputError> {
    let mut tokens = Tokens::new(input);
    for _ in 0..tokens.number(what, 1..=MOST)? {
        let place = tokens.place()?;
        let answer = case(&mut tokens, place)?;
        writeln!(output, "{answer}")?;
    }
    tokens.end()
}

/// Answers an input that has cases until its end, at least one.
pub(super) fn until_the_end<R: BufRead, A: Display>(
    input: R,
    mut output: impl Write,
    mut case: impl FnMut(&mut Tokens<R>, Place) -> Result<A, InputError>,
) -> Result<(), InputError> {
    let mut tokens = Tokens::new(input);
    loop {
        let place = tokens.place()?;
        let answer = case(&mut tokens, place)?;
        writeln!(output, "{answer}")?;
        if !tokens.more()? {
            return Ok(());
        }
    }
}
