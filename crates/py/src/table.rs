//! Tables, searches and proofs in files.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use pyo3::exceptions::PyRuntimeWarning;
use pyo3::prelude::*;
use zug::report::TableQueryReport;
use zug::{AnswerBy, Reply, Request, SolveOptions};
use zug_keep::solved::Solved;
use zug_keep::{Error, Face, Place, export, proof, search, solved, table, whole_file};

use crate::answer::Answer;
use crate::failure::{Failure, Result, json, soon};
use crate::game::{Core, Game, Position};
use crate::work::Work;

/// The least time between two checkpoints, as on the command line.
const EVERY: Duration = Duration::from_secs(15);

/// Python, to what is kept in files: it has the time, and hears of nothing.
#[derive(Debug)]
struct Interpreter(Instant);

impl Face for Interpreter {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// The files in which work is kept, and whether a search gathers its proof.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Files {
    folder: Option<PathBuf>,
    save: Option<PathBuf>,
    proof: bool,
}

impl Files {
    /// Answers the position that a game asks about. Returns beside the answer why it could not be kept, if it could
    /// not.
    fn reply(&self, core: &Core, options: &SolveOptions) -> Result<(Reply, Option<Error>)> {
        let asks_search = self.proof || self.save.is_some();
        if !asks_search && self.folder.is_none() {
            return Ok((core.plan(options)?.run(options)?, None));
        }
        let face: Arc<dyn Face> = Arc::new(Interpreter(Instant::now()));
        let place = |path| Place::new(path, EVERY, &face);
        let request = with_rules(core)?;
        let folder = self.folder.as_deref();
        match (options.answer_by, folder) {
            (AnswerBy::Any | AnswerBy::Positions, Some(folder)) if !asks_search => {
                let solved = solved::solved(request, options, place(folder))?;
                let (reply, unwritten) = solved.reply();
                Ok((reply, unwritten.map(Into::into)))
            }
            (AnswerBy::Any | AnswerBy::Search, _) => {
                let options = options
                    .clone()
                    .with_answer_by(AnswerBy::Search)
                    .with_proof(self.proof);
                let problem = core.problem()?;
                let save = self.save.as_deref().map(place);
                let (searched, unwritten) =
                    search::beside(request, problem, &options, folder, save)?;
                let reply = Reply::Searched {
                    problem: Box::new(problem.clone()),
                    searched: Box::new(searched),
                };
                Ok((reply, unwritten))
            }
            _ if asks_search => Err(Failure::Setting(
                "save and proof belong to a search: leave out the method, or name \"search\""
                    .to_owned(),
            )),
            _ => Err(Failure::Setting(
                "a folder keeps the values of positions, and a theorem solves none".to_owned(),
            )),
        }
    }
}

/// The request of a game, which must have rules.
fn with_rules(core: &Core) -> Result<&Request> {
    core.request().ok_or_else(|| {
        let why = "a file keeps the rules of its game, and a game written in Python has none";
        Failure::Setting(why.to_owned())
    })
}

/// Answers the position asked about. What is named is kept in files; a warning says that it could not be written.
#[pyfunction]
pub(crate) fn solve(
    py: Python<'_>,
    game: &Game,
    work: &Work,
    position: Option<&Position>,
    files: Files,
) -> PyResult<Answer> {
    let core = game.core().at(position)?;
    let (answer, unwritten) = work.run(py, |options| {
        let begun = Instant::now();
        let (reply, unwritten) = files.reply(&core, options)?;
        Ok((Answer::new(core.clone(), reply, begun.elapsed()), unwritten))
    })?;
    if let Some(why) = unwritten {
        let text = format!("the answer is not kept: {why}").replace('\0', "");
        let text = std::ffi::CString::new(text).unwrap_or_default();
        PyErr::warn(py, &py.get_type::<PyRuntimeWarning>(), &text, 2)?;
    }
    Ok(answer)
}

/// The answer that a table on disk is.
#[pyfunction]
pub(crate) fn open_table(py: Python<'_>, work: &Work, folder: PathBuf) -> PyResult<Answer> {
    work.run(py, |options| {
        let begun = Instant::now();
        let (request, problem, solution) = table::opened_with_request(&folder, options)?;
        let core = Arc::new(Core::of_table(request, problem.clone()));
        let (reply, _) = Solved::written((problem, solution)).reply();
        Ok(Answer::new(core, reply, begun.elapsed()))
    })
}

/// Writes the solved positions as a table into a folder.
#[pyfunction]
pub(crate) fn save_table(
    py: Python<'_>,
    answer: &Answer,
    work: &Work,
    folder: PathBuf,
) -> PyResult<()> {
    work.run(py, |options| {
        let (problem, solution) = answer.solved()?;
        let request = with_rules(answer.core())?;
        Ok(solved::save(request, problem, solution, options, &folder)?)
    })
}

/// Writes the solved positions to a file, as Parquet or as comma-separated values.
#[pyfunction]
pub(crate) fn export_table(
    py: Python<'_>,
    answer: &Answer,
    work: &Work,
    path: PathBuf,
    parquet: bool,
    texts: bool,
) -> PyResult<()> {
    work.run(py, |options| {
        let (problem, solution) = answer.solved()?;
        let job = options.job();
        let write = |file: &mut File| {
            if parquet {
                export::parquet(problem, solution, texts, file, &job)
            } else {
                export::csv(problem, solution, texts, file, &job)
            }
        };
        Ok(whole_file::write_by(&path, write)?)
    })
}

/// What `zug table query --json` prints.
#[pyfunction]
pub(crate) fn query_table(answer: &Answer, position: &Position) -> PyResult<String> {
    soon(|| {
        let (problem, solution) = answer.solved()?;
        let at = position.must_be_of(answer.core())?;
        json(&TableQueryReport::of(problem, solution, &at)?)
    })
}

/// Writes the proof of a search; returns what `zug solve --json` says of it.
#[pyfunction]
pub(crate) fn write_proof(
    py: Python<'_>,
    answer: &Answer,
    work: &Work,
    path: PathBuf,
) -> PyResult<String> {
    work.run(py, |options| {
        let written = match &**answer.reply() {
            Reply::Searched { problem, searched } => {
                let request = with_rules(answer.core())?;
                proof::write(&path, request, problem, searched, options)?
            }
            _ => None,
        };
        let report = written.ok_or_else(|| {
            let why = "this answer has no proof: solve(method=\"search\", proof=True) gathers one";
            Failure::NotSolved(why.to_owned())
        })?;
        json(&report)
    })
}

/// What `zug certify --json` prints of a proof.
#[pyfunction]
pub(crate) fn certify(py: Python<'_>, work: &Work, path: PathBuf) -> PyResult<String> {
    work.run(py, |options| {
        let begun = Instant::now();
        let certified = proof::certify(Path::new(&path), options)?;
        json(&certified.report(begun.elapsed().as_secs_f64()))
    })
}
