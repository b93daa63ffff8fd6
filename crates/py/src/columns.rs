//! Solved positions as columns, whole or in blocks.

use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread::Builder;
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use zug::{CancelToken, Column, ColumnValues, Error, Job, Reply};

use crate::answer::Answer;
use crate::failure::{Failure, Result, soon};
use crate::work::Work;

/// The time between two looks for signals.
const OFTEN: Duration = Duration::from_millis(50);

/// A column: its name; what its data are (`number`, `truth`, `name` or `text`); the data; the bytes of each; the names
/// that places stand for; and whether each row has a value, if some have none.
type Told<'py> = (
    String,
    &'static str,
    Bound<'py, PyAny>,
    usize,
    Option<Vec<String>>,
    Option<Bound<'py, PyBytes>>,
);

fn told(py: Python<'_>, columns: Vec<Column>) -> PyResult<Vec<Told<'_>>> {
    let told = columns.into_iter().map(|column| {
        let data = |bytes: &[u8]| PyBytes::new(py, bytes).into_any();
        let name = column.name;
        Ok(match column.values {
            ColumnValues::Numbers {
                width,
                bytes,
                defined,
            } => {
                let defined = defined.map(|defined| PyBytes::new(py, &defined));
                (name, "number", data(&bytes), width, None, defined)
            }
            ColumnValues::Truths(bytes) => (name, "truth", data(&bytes), 1, None, None),
            ColumnValues::Names {
                names,
                width,
                bytes,
            } => (name, "name", data(&bytes), width, Some(names), None),
            ColumnValues::Texts(texts) => (
                name,
                "text",
                texts.into_pyobject(py)?.into_any(),
                0,
                None,
                None,
            ),
        })
    });
    told.collect()
}

/// All solved positions as columns.
#[pyfunction]
pub(crate) fn columns<'py>(
    py: Python<'py>,
    answer: &Answer,
    work: &Work,
    texts: bool,
) -> PyResult<Vec<Told<'py>>> {
    let columns = work.run(py, |options| {
        let (problem, solution) = answer.solved()?;
        let mut all = Vec::new();
        solution.columns(problem, usize::MAX, texts, &options.job(), &mut |columns| {
            all = columns;
            ControlFlow::Continue(())
        })?;
        Ok(all)
    })?;
    told(py, columns)
}

/// The solved positions as columns, in blocks of this number of rows.
#[pyfunction]
pub(crate) fn batches(answer: &Answer, rows: usize, texts: bool) -> PyResult<Batches> {
    soon(|| {
        answer.solved()?;
        if rows == 0 {
            return Err(Failure::Setting("a batch has at least 1 row".to_owned()));
        }
        let reply = answer.reply().clone();
        let cancel = CancelToken::default();
        let job = Job::default().with_cancel(cancel.clone());
        let (sender, blocks) = sync_channel(1);
        let read = move || {
            let Reply::Positions {
                problem, solution, ..
            } = &*reply
            else {
                return;
            };
            let read = solution.columns(problem, rows, texts, &job, &mut |columns| match sender
                .send(Ok(columns))
            {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            });
            if let Err(error) = read {
                // Whoever asked may want no more blocks.
                let _ = sender.send(Err(error));
            }
        };
        // A game written in Python is asked for texts: Python makes its state of this thread once then.
        let asks_python = answer.core().request().is_none();
        let thread = Builder::new().name("zug".to_owned()).spawn(move || {
            if asks_python {
                Python::attach(|py| py.detach(read));
            } else {
                read();
            }
        });
        thread.map_err(|error| Failure::Python(error.into()))?;
        Ok(Batches {
            blocks: Mutex::new(blocks),
            cancel,
        })
    })
}

/// The blocks of a table, which are read one after the other while they are asked for.
#[pyclass(frozen, module = "zug._zug")]
pub(crate) struct Batches {
    blocks: Mutex<Receiver<std::result::Result<Vec<Column>, Error>>>,
    cancel: CancelToken,
}

#[pymethods]
impl Batches {
    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Vec<Told<'py>>>> {
        loop {
            let next = py.detach(|| {
                let blocks = self.blocks.lock().unwrap_or_else(PoisonError::into_inner);
                blocks.recv_timeout(OFTEN)
            });
            match next {
                Ok(block) => {
                    let columns: Result<Vec<Column>> = block.map_err(Into::into);
                    return told(py, columns?).map(Some);
                }
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
    }
}

impl Drop for Batches {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}
