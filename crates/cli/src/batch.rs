//! Many questions, one on each line: answers are lines of JSON in the same order.
//!
//! An answer is written before the program waits for the next question, so that another program can ask
//! and read in turns. A question that has no answer gets a line with the reason in its place.

use std::io::{self, BufRead, Read, Write};

use anyhow::Result;
use serde::Serialize;
use zug::report::{QueryReport, ValueReport};

use crate::exit::{self, Cancelled, SomeUnanswered};
use crate::{output, signal};

/// The most bytes of a line.
const LONGEST_LINE: u64 = 1 << 20;

/// A question that is read from a line, or the reason why it cannot be read.
type Line = Result<String, &'static str>;

/// Answers questions and writes each answer to standard output.
///
/// # Errors
///
/// The questions cannot be read, the answers cannot be written, a signal stopped the work; or some
/// questions have no answer, which is said after the last one.
pub(crate) fn answer<R: Answer>(
    questions: &mut dyn Questions,
    mut answer: impl FnMut(u64, &str) -> Result<R>,
) -> Result<()> {
    let mut out = output::long_answers();
    let (mut number, mut failed) = (0, 0);
    let mut written = Vec::new();
    while let Some(line) = next(questions, &mut out)? {
        number += 1;
        written.clear();
        let answered = match line {
            Ok(line) => answer(number, line.trim()),
            Err(why) => Err(anyhow::anyhow!(why)),
        };
        match answered {
            Ok(report) => {
                failed += u64::from(!report.is_answered());
                serde_json::to_writer(&mut written, &report)?;
            }
            Err(error) if exit::is_cancelled(&error) => {
                out.flush()?;
                return Err(Cancelled.into());
            }
            Err(error) => {
                failed += 1;
                let report = QueryReport::of_error(exit::words(&error)).at_line(number);
                serde_json::to_writer(&mut written, &report)?;
            }
        }
        written.push(b'\n');
        out.write_all(&written)?;
    }
    out.flush()?;
    match failed {
        0 => Ok(()),
        failed => Err(SomeUnanswered { failed, of: number }.into()),
    }
}

/// The next question. What was written so far leaves first if the question is not there yet: whoever waits
/// for an answer before asking on has it then, and a signal ends the program while it waits.
fn next(questions: &mut dyn Questions, out: &mut dyn Write) -> Result<Option<Line>> {
    // An error of input and output alone would be taken for one of the answer.
    let unread = |error| anyhow::anyhow!("cannot read the questions: {error}");
    if questions.is_at_hand() {
        return questions.next().map_err(unread);
    }
    out.flush()?;
    signal::work_is_done();
    let line = questions.next();
    signal::work_begins();
    line.map_err(unread)
}

/// What is written for a question.
pub(crate) trait Answer: Serialize {
    /// Whether it says who wins.
    fn is_answered(&self) -> bool;
}

impl Answer for QueryReport {
    fn is_answered(&self) -> bool {
        self.outcome.is_some()
    }
}

impl Answer for ValueReport {
    fn is_answered(&self) -> bool {
        let is_calculated =
            self.partizan.is_some() || self.values.is_some() || self.answer.is_some();
        self.outcome.is_some() || is_calculated
    }
}

/// Where questions come from.
pub(crate) trait Questions {
    /// Whether the next question can be read without waiting for it.
    fn is_at_hand(&self) -> bool;

    /// The next question; `None` after the last one.
    fn next(&mut self) -> io::Result<Option<Line>>;
}

/// Questions of a list.
pub(crate) struct Listed<'a>(pub(crate) std::slice::Iter<'a, String>);

impl Questions for Listed<'_> {
    fn is_at_hand(&self) -> bool {
        true
    }

    fn next(&mut self) -> io::Result<Option<Line>> {
        Ok(self.0.next().cloned().map(Ok))
    }
}

/// Questions of a file or of standard input, one on each line.
pub(crate) struct OfLines<R>(pub(crate) io::BufReader<R>);

impl<R: Read> Questions for OfLines<R> {
    fn is_at_hand(&self) -> bool {
        self.0.buffer().contains(&b'\n')
    }

    fn next(&mut self) -> io::Result<Option<Line>> {
        let mut line = Vec::new();
        let longest = LONGEST_LINE + 1;
        if (&mut self.0).take(longest).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        if line.len() as u64 == longest && line.last() != Some(&b'\n') {
            self.0.skip_until(b'\n')?;
            return Ok(Some(Err("the line is longer than 1 MiB")));
        }
        let text = String::from_utf8(line);
        Ok(Some(text.map_err(|_| "the line is not text in UTF-8")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_or_no_text_does_not_hide_the_next() {
        let long = "x".repeat(3 << 20);
        let text = [b"one\n".as_slice(), long.as_bytes(), b"\n\xff\nlast"].concat();
        let mut lines = OfLines(io::BufReader::new(&text[..]));
        let mut next = || lines.next().unwrap();
        assert_eq!(next(), Some(Ok("one\n".to_owned())));
        assert_eq!(next(), Some(Err("the line is longer than 1 MiB")));
        assert_eq!(next(), Some(Err("the line is not text in UTF-8")));
        assert_eq!(next(), Some(Ok("last".to_owned())));
        assert_eq!(next(), None);
    }
}
