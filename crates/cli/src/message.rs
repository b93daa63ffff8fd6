//! Standard error: the one way by which messages leave.
//!
//! A message is never the reason why Zug fails: standard error may be closed or
//! full, and the message is lost then. What it quotes cannot steer a terminal.
//! Its first word is coloured where the usual rules allow colours (a terminal,
//! no `NO_COLOR`).

use std::io::{self, Write};
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use indicatif::HumanDuration;
use zug::visible;
pub(crate) use zug_draw::column::shortened;

/// What a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Why there is no answer.
    Error,
    /// What else one should know.
    Note,
    /// What to try instead.
    Help,
}

impl Kind {
    fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Note => "note",
            Self::Help => "help",
        }
    }

    fn style(self) -> Style {
        let colour = match self {
            Self::Error => AnsiColor::Red,
            Self::Note => AnsiColor::Green,
            Self::Help => AnsiColor::Cyan,
        };
        colour.on_default().bold()
    }
}

/// The largest number of characters that is shown of a line: a message may quote
/// megabytes.
pub(crate) const LONGEST_LINE: usize = 2000;

/// Tells the person `kind: text`.
pub(crate) fn tell(kind: Kind, text: &str) {
    let style = kind.style();
    let line = format!("{style}{}:{style:#} {}\n", kind.word(), visible(text));
    write_all(&line);
}

/// Tells the person what was drawn for a terminal, colours included, and steers
/// it in no other way.
pub(crate) fn show(drawn: &str) {
    write_all(&format!("{drawn}\n"));
}

/// A time as a person reads it.
pub(crate) fn told_time(time: Duration) -> String {
    if time.subsec_millis() == 0 {
        HumanDuration(time).to_string()
    } else {
        format!("{} seconds", time.as_secs_f64())
    }
}

/// Ends a line that something else began.
pub(crate) fn end_line() {
    write_all("\n");
}

/// Whether messages are coloured.
pub(crate) fn is_coloured() -> bool {
    AutoStream::choice(&io::stderr()) != ColorChoice::Never
}

/// A message that cannot be written is lost: nobody could be told.
fn write_all(text: &str) {
    let mut out = anstream::stderr().lock();
    let _ = out.write_all(text.as_bytes());
    let _ = out.flush();
}
