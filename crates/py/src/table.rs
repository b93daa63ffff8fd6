//! Tables of solved positions on disk.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use pyo3::prelude::*;
use zug::report::TableQueryReport;
use zug::{Method, Play, Problem, Reply, Request, Scope, Solution, SolveOptions, Tiers};
use zug_solve::table::Counts;
use zug_tablebase::{Identity, Manifest, StoredTable, TierStore, Writer};

use crate::answer::Answer;
use crate::failure::{Failure, Result, json, soon};
use crate::game::{Core, Position};
use crate::work::Work;

/// The scope as tables have it.
fn scope_word(scope: Scope) -> &'static str {
    match scope {
        Scope::Everywhere => "all",
        _ => "reachable",
    }
}

/// What the table of a problem is of. A table by number, which is solved by the options `by_number`, has landmarks with
/// their numbers, too.
fn identity(
    request: &Request,
    problem: &Problem,
    by_number: Option<&SolveOptions>,
) -> Result<Identity> {
    let symmetries = match by_number {
        Some(options) => problem.plan(options).symmetries_used,
        None => problem.symmetries_used(),
    };
    Ok(Identity {
        game: problem.name().to_owned(),
        rules: request.source.clone(),
        parameters: problem.parameters(),
        play: problem.play().to_string(),
        position: problem.print(&problem.root()),
        scope: scope_word(problem.scope()).to_owned(),
        symmetries: symmetries as u64,
        landmarks: problem.landmarks_in_words(by_number)?,
    })
}

/// The solved positions of a table, with the request and the problem that they are of.
fn opened(
    folder: &std::path::Path,
    options: &SolveOptions,
) -> Result<(Request, Problem, Solution)> {
    let manifest = Manifest::read(folder)?;
    let of = &manifest.of;
    let is_of = |word: &dyn std::fmt::Display, told: &str| word.to_string() == told;
    let scope = if is_of(&scope_word(Scope::Everywhere), &of.scope) {
        Scope::Everywhere
    } else {
        Scope::Reachable
    };
    let play = if is_of(&Play::Misere, &of.play) {
        Play::Misere
    } else {
        Play::Normal
    };
    let mut request = Request::rules(&of.rules, folder.display().to_string()).at(&of.position);
    request.settings.parameters.clone_from(&of.parameters);
    let request = request.with_play(Some(play)).with_scope(scope);
    let problem = Problem::prepare(&request, options)?;
    let by_number = manifest.is_by_number().then_some(options);
    let identity = identity(&request, &problem, by_number)?;
    let budget = options.job().budget;
    let solution = if manifest.is_in_tiers() {
        let store = TierStore::open_of(folder, &identity, &budget)?;
        let counts = manifest.positions.map(Counts::from);
        let tiers = Tiers::new(Arc::new(store)).with_orbit_counts(counts);
        // All tiers of the table are there, so that the solver finds nothing left to do.
        let method = match by_number {
            Some(_) => Method::Dense,
            None => Method::Tiers,
        };
        let options = options.clone().with_method(method).with_probe(false);
        problem.solve_in(&options, tiers)?
    } else {
        Solution::of_table(&problem, StoredTable::open_of(folder, &identity, &budget)?)
    };
    Ok((request, problem, solution))
}

/// The answer that a table on disk is.
#[pyfunction]
pub(crate) fn open_table(py: Python<'_>, work: &Work, folder: PathBuf) -> PyResult<Answer> {
    work.run(py, |options| {
        let begun = Instant::now();
        let (request, problem, solution) = opened(&folder, options)?;
        let core = Arc::new(Core::of_table(request, problem.clone()));
        let reply = Reply::Positions {
            problem: Box::new(problem),
            solution: Box::new(solution),
            theorem: None,
        };
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
        let Some(request) = answer.core().request() else {
            let why = "a table keeps the rules of its game, and a game written in Python has none";
            return Err(Failure::Setting(why.to_owned()));
        };
        problem.refuse_draws_beside_endless("a table on disk")?;
        let of = identity(request, problem, None)?;
        match Manifest::read(&folder) {
            Ok(manifest) => return Ok(manifest.must_be_of(&folder, &of)?),
            Err(zug_tablebase::Error::Absent(_)) => {}
            Err(error) => return Err(error.into()),
        }
        let writer = Writer::new(&folder, &of)?;
        let counts = solution.orbit_counts()?;
        writer.write(&solution.packed(), Some(counts), &options.job())?;
        Ok(())
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
