//! Why an evaluation gives no value, and the messages that say so.

use zug_job::{Refusal, Why};

use crate::text::diagnostic::Diagnostic;
use crate::text::span::Span;

/// Why an evaluation gives no value.
#[derive(Clone, Debug)]
pub(crate) enum NoValue {
    /// The rules ask for something that does not exist.
    Fault(Box<Diagnostic>),
    /// The value depends on the position, which is not known before the game starts.
    NeedsPosition(Span),
    /// The evaluation needs more steps, memory or depth than a rules file may take.
    TooMuch(Box<Diagnostic>),
    /// The rules make a value at this place for which the job has not enough memory.
    NoRoom(Box<Diagnostic>, Refusal),
    /// The job was cancelled, or its memory is used up.
    Interrupted(Why),
}

impl NoValue {
    /// Returns the fault that is shown to the author of the rules.
    pub(crate) fn diagnostic(self) -> Box<Diagnostic> {
        match self {
            Self::Fault(fault) | Self::TooMuch(fault) | Self::NoRoom(fault, _) => fault,
            Self::NeedsPosition(span) => Diagnostic::new(
                "this must be known before the game starts",
                span,
                "this depends on the position",
            )
            .help("use parameters and constants only"),
            Self::Interrupted(why) => Diagnostic::new(why.to_string(), Span::default(), ""),
        }
    }
}

pub(crate) fn fault(message: String, span: Span) -> NoValue {
    NoValue::Fault(Diagnostic::new(message, span, "this has no value"))
}

pub(crate) fn too_much(message: String, span: Span) -> NoValue {
    NoValue::TooMuch(Diagnostic::new(message, span, "too much to work out"))
}

pub(crate) fn too_deep(span: Span) -> NoValue {
    let fault = Diagnostic::new("this is nested too deeply", span, "reached from here");
    NoValue::TooMuch(fault.help("flatten the definitions that lead here"))
}

pub(crate) fn too_long(span: Span) -> NoValue {
    let fault = Diagnostic::new(
        "these rules take too long to work out",
        span,
        "the limit was reached here",
    );
    NoValue::TooMuch(
        fault.help("make the sets smaller that are gone through here, or the parameters"),
    )
}
