//! Errors and panics as exceptions of the package.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use zug::report::WarningReport;
use zug::{Diagnostic, Error, Refusal, SolveError, Stopped, visible};

/// Why a call has no answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The façade has no answer.
    #[error(transparent)]
    Zug(#[from] Error),
    /// What is kept in a file cannot be had.
    #[error(transparent)]
    Kept(zug_keep::Error),
    /// An argument does not fit.
    #[error("{0}")]
    Setting(String),
    /// A position was asked about of which the answer knows nothing.
    #[error("{0}")]
    NotSolved(String),
    /// Python raised an exception.
    #[error(transparent)]
    Python(#[from] PyErr),
    /// The time that the caller allowed is over.
    #[error("there was no answer within {0} seconds")]
    TimeOver(f64, #[source] Error),
    /// Play of a game written in Python reaches more positions than are allowed.
    #[error(
        "play reaches more than {0} positions: does it never end? python_game(…, positions=…) allows more"
    )]
    TooManyPositions(usize),
    /// Zug panicked.
    #[error("this is a defect of Zug, which panicked: {0}")]
    Panicked(String),
}

/// What a call returns.
pub(crate) type Result<T> = std::result::Result<T, Failure>;

impl Failure {
    /// The failure that a panic is.
    pub(crate) fn of_panic(panic: &(dyn Any + Send)) -> Self {
        let text = match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
            (Some(text), _) => (*text).to_owned(),
            (_, Some(text)) => text.clone(),
            _ => "it did not say why".to_owned(),
        };
        Self::Panicked(text)
    }

    /// The name of the class of the exception in `zug.errors`.
    fn class(&self) -> &'static str {
        match self {
            Self::Kept(_) if self.refusal().is_none() && !self.is_cancelled() => "TableError",
            Self::Setting(_) => "SettingError",
            Self::NotSolved(_) => "NotSolved",
            Self::TimeOver(..) => "Cancelled",
            Self::TooManyPositions(_) => "TooLarge",
            Self::Panicked(_) => "Defect",
            _ if self.refusal().is_some() => "OutOfMemory",
            _ if self.is_cancelled() => "Cancelled",
            Self::Zug(error) => class_of(error),
            Self::Kept(_) | Self::Python(_) => "Error",
        }
    }

    /// The memory that was refused, if that is why there is no answer.
    fn refusal(&self) -> Option<Refusal> {
        Stopped::behind(self).and_then(Stopped::refusal)
    }

    fn is_cancelled(&self) -> bool {
        Stopped::behind(self).is_some_and(Stopped::is_cancelled)
    }

    /// The exception.
    fn raised(&self, py: Python<'_>) -> PyResult<PyErr> {
        if let Self::Python(error) = self {
            return Ok(error.clone_ref(py));
        }
        let details = PyDict::new(py);
        if let Some(refusal) = self.refusal() {
            details.set_item("needed", refusal.needed)?;
            details.set_item("in_use", refusal.in_use)?;
            details.set_item("allowed", refusal.budget)?;
        }
        if let Self::TooManyPositions(most) = self {
            details.set_item("positions", most)?;
        }
        if let Some(stopped) = Stopped::behind(self) {
            details.set_item("positions", stopped.reached.positions)?;
        }
        let text = match self {
            Self::Zug(error) => text_of(error, &details)?,
            other => other.to_string(),
        };
        let class = py.import("zug.errors")?.getattr(self.class())?;
        let raised = class.call1((text,))?;
        for (name, value) in details {
            raised.setattr(name.cast::<pyo3::types::PyString>()?, value)?;
        }
        Ok(PyErr::from_value(raised))
    }
}

impl From<zug_keep::Error> for Failure {
    fn from(error: zug_keep::Error) -> Self {
        match error {
            zug_keep::Error::Zug(error) => Self::Zug(error),
            other => Self::Kept(other),
        }
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        Python::attach(|py| {
            let raised = failure.raised(py);
            // Where not even the exception can be made, its text is better than nothing.
            raised.unwrap_or_else(|_| PyRuntimeError::new_err(failure.to_string()))
        })
    }
}

/// The class of the exception that an error of the façade is.
fn class_of(error: &Error) -> &'static str {
    match error {
        Error::Rules { .. } | Error::Fault(_) | Error::Solve(SolveError::Fault(_)) => "RulesError",
        Error::NoRoomForRules { .. } | Error::PreparationTooLarge => "OutOfMemory",
        Error::Notation(_) | Error::Fen(_) | Error::IllegalMove { .. } | Error::OtherGame => {
            "PositionError"
        }
        Error::NotSolved { .. } => "NotSolved",
        Error::TreeTooLarge { .. } | Error::NoRoom { .. } => "TooLarge",
        Error::Solve(error) if error.is_too_large() => "TooLarge",
        Error::Unreadable(_) => "TableError",
        Error::Flaw(_) | Error::Disagreement { .. } | Error::WrongValue { .. } => "Defect",
        Error::UnknownGame { .. }
        | Error::NoRules { .. }
        | Error::Setting(_)
        | Error::Expression(_)
        | Error::NeitherPositionNorValue { .. }
        | Error::MixedPlay
        | Error::NoSuchValue { .. }
        | Error::UnsearchedValues(_) => "SettingError",
        _ => "Error",
    }
}

/// The text of an error, with the numbers and places that its exception has as attributes.
fn text_of(error: &Error, details: &Bound<'_, PyDict>) -> PyResult<String> {
    if let Error::Rules {
        diagnostic,
        source_text,
        ..
    }
    | Error::NoRoomForRules {
        diagnostic,
        source_text,
        ..
    } = error
    {
        set_place(diagnostic, source_text, details)?;
        return Ok(error.render(false));
    }
    if let Some(scene) = error.scene() {
        set_place(&Diagnostic::of_scene(scene), &scene.rules, details)?;
        details.set_item("position", &scene.position)?;
        return Ok(error.render(false));
    }
    if let Error::Solve(
        SolveError::TooLarge {
            positions,
            bytes,
            budget,
        }
        | SolveError::IndexTooLarge {
            numbers: positions,
            bytes,
            budget,
        },
    ) = error
    {
        details.set_item("positions", positions)?;
        details.set_item("needed", bytes)?;
        details.set_item("allowed", budget)?;
    }
    Ok(visible(&error.to_string()).into_owned())
}

/// Sets the place of a fault in the rules.
fn set_place(fault: &Diagnostic, rules: &str, details: &Bound<'_, PyDict>) -> PyResult<()> {
    for place in WarningReport::all(std::slice::from_ref(fault), rules) {
        details.set_item("message", place.message)?;
        details.set_item("line", place.line)?;
        details.set_item("column", place.column)?;
        details.set_item("hint", place.help)?;
    }
    Ok(())
}

/// Does what takes a moment; a panic becomes an exception.
pub(crate) fn soon<T>(work: impl FnOnce() -> Result<T>) -> PyResult<T> {
    let done = catch_unwind(AssertUnwindSafe(work));
    let done = done.unwrap_or_else(|panic| Err(Failure::of_panic(&*panic)));
    Ok(done?)
}

/// A report as the text that the command line prints for it.
pub(crate) fn json(report: &impl serde::Serialize) -> Result<String> {
    let text = serde_json::to_string(report);
    text.map_err(|error| Failure::Panicked(error.to_string()))
}

/// A picture in which no text of the rules is more than text.
pub(crate) fn drawn(picture: zug_draw::Result<String>) -> Result<String> {
    let picture = picture.map_err(|error| Failure::Setting(error.to_string()))?;
    Ok(visible(&picture).into_owned())
}
