//! Solved positions in a folder: found there, or solved and written.
//!
//! The library that solves does no I/O, and the one that reads and writes tables knows no
//! games. This is the place where they meet: what a table is of is said here, in one way for
//! those that are written and those that are looked for.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, bail};
use indicatif::HumanCount;
use zug::{
    AnswerBy, Method, Play, Problem, Reply, Request, Room, Scope, Solution, SolveError,
    SolveOptions, Stopped, Tiers,
};
use zug_solve::strong::tiers::store::StoreError;
use zug_solve::table::{Counts, Table};
use zug_tablebase::{Checked, Error, Identity, Manifest, StoredTable, TierStore, Totals, Writer};

use crate::checkpoint::Pacer;
use crate::memory;
use crate::message::{Kind, tell};
use crate::signal;

/// Solved positions, in memory or on disk.
#[derive(Debug)]
pub(crate) struct Solved {
    pub(crate) problem: Problem,
    pub(crate) solution: Solution,
    /// Why the table was not written, where the positions were solved and writing failed.
    pub(crate) unwritten: Option<Error>,
}

impl Solved {
    /// Solved positions of which no table was to be written.
    pub(crate) fn without_table(problem: Problem, solution: Solution) -> Self {
        Self {
            problem,
            solution,
            unwritten: None,
        }
    }

    /// The solved positions as a reply, and why they were not written.
    pub(crate) fn reply(self) -> (Reply, Option<Error>) {
        let reply = Reply::Positions {
            problem: Box::new(self.problem),
            solution: Box::new(self.solution),
            theorem: None,
        };
        (reply, self.unwritten)
    }
}

/// The positions of a request: from the table in the folder, or solved and written there if
/// there is none.
///
/// The answer of hours of work is not lost because a disk is full: then the positions are
/// given, and the error beside them. While positions are solved there are checkpoints in the
/// folder, with this time between them at least.
pub(crate) fn solved(
    request: &Request,
    options: &SolveOptions,
    folder: &Path,
    every: Duration,
) -> Result<Solved> {
    if options.answer_by == AnswerBy::Theorem {
        bail!("--table keeps the values of positions, and --method theorem solves none");
    }
    let problem = before_the_work(folder, Problem::prepare(request, options))?;
    problem.refuse_draws_beside_endless("a table on disk")?;
    match Manifest::read(folder) {
        Ok(manifest) => return found(problem, request, &manifest, options, folder),
        Err(Error::Absent(_)) => {}
        Err(error) => return Err(error.into()),
    }
    // Finished tiers go to the folder, so that they need not all fit into the memory.
    let options = &options.clone().with_store(true);
    let method = problem.plan(options).method;
    let may_have_scores = matches!(method, Method::Tiers | Method::Dense)
        && options.method == Method::Auto
        && problem.has_scores()
        // What an earlier run has begun in tiers goes on so.
        && !Writer::has_unfinished(folder)?;
    if may_have_scores && let Some(solved) = with_scores(&problem, request, options, folder)? {
        return Ok(solved);
    }
    let by_number = (method == Method::Dense).then_some(options);
    // The lock comes before the work, so that two runs do not solve the same positions.
    let of = before_the_work(folder, identity(request, &problem, by_number))?;
    let writer = Writer::new(folder, &of)?;
    // Another run may have finished in the meantime.
    if let Ok(manifest) = Manifest::read(folder) {
        drop(writer);
        return found(problem, request, &manifest, options, folder);
    }
    if matches!(method, Method::Tiers | Method::Dense) {
        before_the_work(folder, refuse_if_hopeless(&problem, options, folder))?;
        return in_tiers(problem, writer, options);
    }
    with_checkpoints(problem, writer, options, every)
}

/// What is told where the positions of a game that ends with scores go to the folder tier by tier.
const NO_SCORES: &str = "the table gets no scores, which take all positions and their moves in memory: it keeps who \
     wins, and in how many moves";

/// The positions of a problem whose game ends with scores, solved in memory and written with their
/// scores; `None` if they do not fit into the memory. Nothing of this work is kept before its end.
///
/// A table in tiers has no scores: these are worked out from all positions and moves at once. So
/// the positions go to tiers where they must.
fn with_scores(
    problem: &Problem,
    request: &Request,
    options: &SolveOptions,
    folder: &Path,
) -> Result<Option<Solved>> {
    let of = before_the_work(folder, identity(request, problem, None))?;
    let writer = Writer::new(folder, &of)?;
    // Another run may have finished in the meantime.
    if let Ok(manifest) = Manifest::read(folder) {
        drop(writer);
        return found(problem.clone(), request, &manifest, options, folder).map(Some);
    }
    let options = options
        .clone()
        .with_store(false)
        .with_method(Method::Backward);
    let tell_if_stopped = |error: &(dyn std::error::Error + 'static)| {
        if is_cancelled(error) {
            let folder = folder.display();
            let text = format!("nothing was written to {folder} by then: the next run begins anew");
            tell(Kind::Note, &text);
        }
    };
    let solution = match problem.solve(&options) {
        Ok(solution) => solution,
        Err(zug::Error::Solve(error)) if error.is_too_large() => {
            tell(Kind::Note, NO_SCORES);
            return Ok(None);
        }
        // Then there are no scores either, and whoever works the scores out says so.
        Err(zug::Error::Solve(SolveError::Cyclic { .. })) => return Ok(None),
        Err(error) => {
            tell_if_stopped(&error);
            return Err(error.into());
        }
    };
    let counts = solution.orbit_counts()?;
    let written = writer.write(&solution.packed(), Some(counts), &options.job());
    let unwritten = unwritten(written.inspect_err(|error| tell_if_stopped(error)))?;
    Ok(Some(Solved {
        problem: problem.clone(),
        solution,
        unwritten,
    }))
}

/// The positions of a problem, solved in memory and written. A run that is killed goes on from its
/// last checkpoint; the checkpoints go when the table is whole.
fn with_checkpoints(
    problem: Problem,
    writer: Writer,
    options: &SolveOptions,
    every: Duration,
) -> Result<Solved> {
    let folder = writer.folder().to_owned();
    let store = Arc::new(TierStore::new(writer, &options.job().budget)?);
    let cancel = signal::cancelling()?;
    let keeper = Arc::new(Pacer::new(store.clone(), folder, every, cancel));
    let asked_first = signal::ask_first(keeper.clone());
    let solved = problem.solve_with_checkpoints(options, keeper.clone());
    drop(asked_first);
    let tell_if_stopped = |error: &anyhow::Error| {
        if is_cancelled(error.as_ref()) {
            keeper.tell_of_next_run();
        }
    };
    let solution = solved.map_err(Into::into).inspect_err(tell_if_stopped)?;
    let unwritten = write(&store, &solution, options).inspect_err(tell_if_stopped)?;
    Ok(Solved {
        problem,
        solution,
        unwritten,
    })
}

/// Writes the solved positions as a table; returns the error where the system does not let it.
fn write(store: &TierStore, solution: &Solution, options: &SolveOptions) -> Result<Option<Error>> {
    let counts = solution.orbit_counts()?;
    unwritten(store.write(&solution.packed(), Some(counts), &options.job()))
}

/// The error by which a table was not written, where the system did not let it be written: then
/// the answer is given all the same. Other errors are handed on.
fn unwritten(written: Result<Manifest, Error>) -> Result<Option<Error>> {
    match written {
        Ok(_) => Ok(None),
        Err(error @ Error::System { .. }) => Ok(Some(error)),
        Err(error) => Err(error.into()),
    }
}

/// The positions of a problem, solved tier by tier and kept as they are solved: a run that is
/// killed goes on from its last finished tier. The files of the tiers are the table.
fn in_tiers(problem: Problem, writer: Writer, options: &SolveOptions) -> Result<Solved> {
    let store = Arc::new(TierStore::new(writer, &options.job().budget)?);
    let solved = problem.solve_in(options, Tiers::new(store.clone()));
    let solution = solved.inspect_err(|error| {
        if is_cancelled(error) || is_full_disk(error) {
            tell_of_tiers(&store);
        }
    })?;
    finish(&store, &solution).inspect_err(|error| {
        if is_cancelled(error.as_ref()) {
            tell_of_tiers(&store);
        }
    })?;
    Ok(Solved {
        problem,
        solution,
        unwritten: None,
    })
}

/// Makes a table of the finished tiers.
fn finish(store: &TierStore, solution: &Solution) -> Result<()> {
    let kept = solution.packed().counts().map_err(zug::Error::from)?;
    store.finish(kept, Some(solution.orbit_counts()?))?;
    Ok(())
}

/// Whether the work ended because a signal asked for it.
pub(crate) fn is_cancelled(error: &(dyn std::error::Error + 'static)) -> bool {
    Stopped::behind(error).is_some_and(Stopped::is_cancelled)
}

/// Whether the work ended because the disk has no room for a tier.
fn is_full_disk(error: &zug::Error) -> bool {
    let zug::Error::Solve(SolveError::Store(StoreError::Failed(why))) = error else {
        return false;
    };
    why.downcast_ref().is_some_and(Error::is_full_disk)
}

/// What was done before the work on the table of a folder. Where a signal stopped it, the person
/// is told that the folder was not changed.
fn before_the_work<T>(folder: &Path, done: Result<T, impl Into<anyhow::Error>>) -> Result<T> {
    done.map_err(Into::into).inspect_err(|error| {
        if is_cancelled(error.as_ref()) {
            let folder = folder.display();
            let text =
                format!("stopped before the work began: {folder} is as it was before this run");
            tell(Kind::Note, &text);
        }
    })
}

/// Tells the person, whose work was stopped, from where the next run goes on.
fn tell_of_tiers(store: &TierStore) {
    let folder = store.folder().display();
    let text = match store.finished_tiers() {
        (0, _) => format!("no tier was finished in {folder} by then: the next run begins anew"),
        (found, solved) => format!(
            "the next run with {folder} goes on from the tiers that are finished: the positions \
             of {found} are found, the values of {solved} are known"
        ),
    };
    tell(Kind::Note, &text);
}

/// The solution of a problem, which keeps in the folder what does not fit into the memory, if
/// its positions can be solved tier by tier: level by level, or over an index. They are solved so
/// if the plan says it, and if not all of them are certain to fit into the memory. Nothing is left
/// there at the end.
pub(crate) fn solved_in_scratch(
    problem: &Problem,
    options: &SolveOptions,
    folder: &Path,
) -> Result<Solution> {
    let beside_store = options.clone().with_store(true);
    let plan = problem.plan(&beside_store);
    let why_not = match plan.method {
        Method::Tiers => None,
        _ if plan.fits_without_store => Some("all positions fit into the memory"),
        Method::Dense => None,
        _ => Some("these positions are not solved tier by tier"),
    };
    if let Some(why_not) = why_not {
        tell(Kind::Note, &format!("--scratch is not used: {why_not}"));
        return Ok(problem.solve(options)?);
    }
    refuse_if_hopeless(problem, &beside_store, folder)?;
    let store = TierStore::scratch(folder, &options.job().budget)?;
    Ok(problem.solve_in(&beside_store, Tiers::new(Arc::new(store)))?)
}

/// The bytes that a position takes on the disk in the tables of large games that were measured:
/// 0.28 for its key and 0.12 for its value.
const STORED_TENTHS: u64 = 4;

/// Refuses positions that can fit neither into the memory beside a store in this folder nor onto
/// its disk, and warns of a disk that is likely to become full.
fn refuse_if_hopeless(problem: &Problem, options: &SolveOptions, folder: &Path) -> Result<()> {
    let room = zug_tablebase::room(folder);
    let outlook = problem.outlook(options, &room_of(room))?;
    let likely = outlook.positions / 10 * STORED_TENTHS;
    if let Some(room) = room.filter(|room| *room < likely) {
        tell(
            Kind::Note,
            &format!(
                "the disk of {} is likely to become full: it has room for {}, and tables of other \
                 games took {} for as many positions as this game has at least ({})",
                folder.display(),
                memory::told(room),
                memory::told(likely),
                HumanCount(outlook.positions),
            ),
        );
    }
    Ok(())
}

/// What is asked of a store of tiers that has this room on its disk.
pub(crate) fn room_of(room: Option<u64>) -> Room {
    Room {
        cost: TierStore::COST,
        least_stored: TierStore::least_on_disk,
        room,
    }
}

/// The positions of the table in a folder, which must be of the game of the request: leaves of a
/// search. The table may begin from any position.
pub(crate) fn leaves(request: &Request, options: &SolveOptions, folder: &Path) -> Result<Solution> {
    let manifest = Manifest::read(folder)?;
    let problem = Problem::prepare(request, options)?;
    Ok(found(problem, request, &manifest, options, folder)?.solution)
}

/// The positions of a request, from the table that is there.
fn found(
    problem: Problem,
    request: &Request,
    manifest: &Manifest,
    options: &SolveOptions,
    folder: &Path,
) -> Result<Solved> {
    let by_number = manifest.is_by_number().then_some(options);
    let asked = identity(request, &problem, by_number)?;
    let of = &manifest.of;
    // A table from an earlier position answers too, and says so where it does not have the
    // position asked about.
    let same_game = Identity {
        position: of.position.clone(),
        symmetries: of.symmetries,
        landmarks: of.landmarks.clone(),
        scope: match problem.scope() {
            Scope::Reachable => of.scope.clone(),
            _ => asked.scope.clone(),
        },
        ..asked.clone()
    };
    manifest.must_be_of(folder, &same_game)?;
    // What is left there is in nobody's way, and the folder may be one that only can be read.
    let _ = Writer::tidy(folder, of);
    let solution = if asked == *of {
        open(&problem, &asked, manifest, options, folder)?
    } else {
        let request = request.clone().at(&of.position);
        let (problem, identity) = problem_of(request, manifest, options)?;
        open(&problem, &identity, manifest, options, folder)?
    };
    Ok(Solved {
        problem,
        solution,
        unwritten: None,
    })
}

/// The solution in a folder, with the problem that it is of.
pub(crate) fn opened(folder: &Path, options: &SolveOptions) -> Result<(Problem, Solution)> {
    let manifest = Manifest::read(folder)?;
    let request = request_of(&manifest.of, folder);
    let (problem, identity) = problem_of(request, &manifest, options)?;
    let solution = open(&problem, &identity, &manifest, options, folder)?;
    Ok((problem, solution))
}

/// The request about what a folder is of.
pub(crate) fn request_of(of: &Identity, folder: &Path) -> Request {
    let mut request = Request::rules(&of.rules, folder.display().to_string()).at(&of.position);
    request.settings.parameters.clone_from(&of.parameters);
    request.with_play(Some(play(of)))
}

/// Reads every block of the table in a folder, and compares the checksums.
pub(crate) fn checked(folder: &Path, options: &SolveOptions) -> Result<Checked> {
    let manifest = Manifest::read(folder)?;
    let job = options.job();
    Ok(if manifest.is_in_tiers() {
        TierStore::open_of(folder, &manifest.of, &job.budget)?.check(&job)?
    } else {
        StoredTable::open_of(folder, &manifest.of, &job.budget)?.check(&job)?
    })
}

/// Refuses a table whose manifest counts other positions than its solution has, which was verified.
pub(crate) fn refuse_other_counts(folder: &Path, solution: &Solution) -> Result<()> {
    let manifest = Manifest::read(folder)?;
    let kept = Totals::from(solution.packed().counts().map_err(zug::Error::from)?);
    if manifest.kept == kept {
        return Ok(());
    }
    bail!(
        "{} is wrong: its manifest counts other positions than the table has",
        folder.display()
    )
}

/// The problem that a request at a table's position poses, and what its table is of.
fn problem_of(
    request: Request,
    manifest: &Manifest,
    options: &SolveOptions,
) -> Result<(Problem, Identity)> {
    let scope = if manifest.of.scope == scope_word(Scope::Everywhere) {
        Scope::Everywhere
    } else {
        Scope::Reachable
    };
    let request = request.with_scope(scope);
    let problem = Problem::prepare(&request, options)?;
    let by_number = manifest.is_by_number().then_some(options);
    let identity = identity(&request, &problem, by_number)?;
    Ok((problem, identity))
}

fn open(
    problem: &Problem,
    of: &Identity,
    manifest: &Manifest,
    options: &SolveOptions,
    folder: &Path,
) -> Result<Solution> {
    if manifest.is_in_tiers() {
        let store = TierStore::open_of(folder, of, &options.job().budget)?;
        let counts = manifest.positions.map(Counts::from);
        let tiers = Tiers::new(Arc::new(store)).with_orbit_counts(counts);
        // All tiers of the table are there, so that the solver finds nothing left to do.
        let method = if manifest.is_by_number() {
            Method::Dense
        } else {
            Method::Tiers
        };
        let options = options.clone().with_method(method).with_probe(false);
        return Ok(problem.solve_in(&options, tiers)?);
    }
    let table = StoredTable::open_of(folder, of, &options.job().budget)?;
    Ok(Solution::of_table(problem, table))
}

/// What the table of a request's problem is of. A table by number, which is solved by the options
/// `by_number`, has all positions; it has landmarks with their numbers, too.
pub(crate) fn identity(
    request: &Request,
    problem: &Problem,
    by_number: Option<&SolveOptions>,
) -> Result<Identity> {
    Ok(Identity {
        game: problem.name().to_owned(),
        rules: request.source.clone(),
        parameters: problem.parameters(),
        play: problem.play().to_string(),
        position: problem.print(&problem.root()),
        scope: scope_word(problem.scope()).to_owned(),
        symmetries: match by_number {
            Some(options) => problem.plan(options).symmetries_used as u64,
            None => problem.symmetries_used() as u64,
        },
        landmarks: problem.landmarks_in_words(by_number)?,
    })
}

/// The scope as tables have it.
fn scope_word(scope: Scope) -> &'static str {
    match scope {
        Scope::Everywhere => "all",
        _ => "reachable",
    }
}

/// The convention of play of a table.
pub(crate) fn play(of: &Identity) -> Play {
    if of.play == Play::Misere.to_string() {
        Play::Misere
    } else {
        Play::Normal
    }
}

/// The end of a command that has answered: that of the error by which the table was not
/// written, if it was not.
pub(crate) fn told(unwritten: Option<Error>) -> Result<()> {
    unwritten.map_or(Ok(()), |error| Err(error.into()))
}

/// What to try where a table cannot be had.
pub(crate) fn advice(error: &Error) -> Option<&'static str> {
    Some(match error {
        Error::Absent(_) => "`zug solve GAME --table FOLDER` writes one",
        Error::Foreign { .. } | Error::Occupied { .. } | Error::OtherShards { .. } => {
            "name another folder"
        }
        Error::OfCluster(_) => "`zug cluster do` goes on with them, until the folder holds a table",
        Error::NoUnits(_) => "`zug cluster begin FOLDER GAME` begins them",
        Error::OtherProgram { .. } => "take that version, or begin again in another folder",
        Error::InUse(_) => "wait until it is done, or name another folder",
        Error::Damaged { .. } => "remove the folder, and solve the positions again",
        Error::Version { .. } => {
            "solve the positions again into another folder, or take the program that wrote the \
             table"
        }
        error if error.is_full_disk() => "make room on the disk, and try again",
        _ => return None,
    })
}

/// Whether the person named a folder that is not what it should be, and nothing failed.
pub(crate) fn is_misuse(error: &Error) -> bool {
    matches!(
        error,
        Error::Absent(_)
            | Error::Foreign { .. }
            | Error::Occupied { .. }
            | Error::OfCluster(_)
            | Error::NoUnits(_)
            | Error::OtherShards { .. }
    )
}
