//! Positions that are found in a folder, or solved and written there.

use std::path::Path;
use std::sync::Arc;

use zug::{
    Holding, PackedTable, Problem, Reply, Request, Solution, SolveError, SolveOptions, Tiers,
};
use zug_solve::strong::tiers::store::StoreError;
use zug_solve::table::Table;
use zug_tablebase::{Error as TableError, Manifest, TierStore, Writer};

use crate::error::{Error, Result};
use crate::face::{Event, Face, Place, Silent, WhyNoScratch};
use crate::pace::Pacer;
use crate::{identity, table};

/// Solved positions, in memory or on disk.
#[derive(Debug)]
pub struct Solved {
    /// The problem whose positions are solved.
    pub problem: Problem,
    /// The solved positions.
    pub solution: Solution,
    /// Why the table was not written, where the positions were solved and writing failed.
    pub unwritten: Option<TableError>,
}

impl Solved {
    /// Solved positions of which every table is written that was to be written.
    pub fn written((problem, solution): (Problem, Solution)) -> Self {
        Self {
            problem,
            solution,
            unwritten: None,
        }
    }

    /// The solved positions as a reply, and why they were not written.
    pub fn reply(self) -> (Reply, Option<TableError>) {
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
/// folder, with the time of the place between them at least.
///
/// # Errors
///
/// There is no answer; the folder holds something else, or cannot be written.
pub fn solved(request: &Request, options: &SolveOptions, place: Place<'_>) -> Result<Solved> {
    let problem = before_the_work(place, Problem::prepare(request, options))?;
    let Some([first, second]) = problem.halves() else {
        return solved_alone(problem, request, options, place);
    };
    if let Ok(manifests) = table::manifests(&problem, place.path) {
        let found = table::found(problem, request, &manifests[0], options, place.path);
        return found.map(Solved::written);
    }
    let [_, folder] = table::folders(place.path);
    let of_draws = Place {
        path: &folder,
        ..place
    };
    let solved = solved_alone(first, request, options, place)?;
    let drawn = solved_alone(second, request, options, of_draws)?;
    Ok(Solved {
        problem,
        solution: solved.solution.with_draws_won(drawn.solution),
        unwritten: solved.unwritten.or(drawn.unwritten),
    })
}

/// The positions of a problem without halves, which the request poses or which is a half of what it poses.
fn solved_alone(
    problem: Problem,
    request: &Request,
    options: &SolveOptions,
    place: Place<'_>,
) -> Result<Solved> {
    let folder = place.path;
    match Manifest::read(folder) {
        Ok(manifest) => {
            return table::found(problem, request, &manifest, options, folder).map(Solved::written);
        }
        Err(TableError::Absent(_)) => {}
        Err(error) => return Err(error.into()),
    }
    // Finished tiers go to the folder, so that they need not all fit into the memory.
    let options = &options.clone().with_store(true);
    let holding = problem.plan(options).holding();
    let by_number = (holding == Holding::Numbers).then_some(options);
    // The lock comes before the work, so that two runs do not solve the same positions.
    let of = identity::of_table(request, &problem, by_number);
    let writer = Writer::new(folder, &before_the_work(place, of)?)?;
    // Another run may have finished in the meantime.
    if let Ok(manifest) = Manifest::read(folder) {
        drop(writer);
        return table::found(problem, request, &manifest, options, folder).map(Solved::written);
    }
    if holding != Holding::Together {
        let face = &**place.face;
        before_the_work(place, refuse_if_hopeless(&problem, options, folder, face))?;
        return in_tiers(problem, writer, options, face);
    }
    with_checkpoints(problem, writer, options, place)
}

/// Writes solved positions as a table into a folder; does nothing if it has this table already.
///
/// # Errors
///
/// The folder holds something else, or cannot be written.
pub fn save(
    request: &Request,
    problem: &Problem,
    solution: &Solution,
    options: &SolveOptions,
    folder: &Path,
) -> Result<()> {
    save_table(request, problem, &solution.packed(), options, folder)?;
    if let Some((drawn, table)) = problem.draws_won().zip(solution.packed_with_draws_won()) {
        let [_, folder] = table::folders(folder);
        save_table(request, drawn, &table, options, &folder)?;
    }
    Ok(())
}

fn save_table(
    request: &Request,
    problem: &Problem,
    table: &PackedTable<'_>,
    options: &SolveOptions,
    folder: &Path,
) -> Result<()> {
    let of = identity::of_table(request, problem, None)?;
    match Manifest::read(folder) {
        Ok(manifest) => return Ok(manifest.must_be_of(folder, &of)?),
        Err(TableError::Absent(_)) => {}
        Err(error) => return Err(error.into()),
    }
    let writer = Writer::new(folder, &of)?;
    writer.write(table, Some(table.counts_of_orbits()?), &options.job())?;
    Ok(())
}

/// The positions of a problem, solved in memory and written. A run that is killed goes on from its
/// last checkpoint; the checkpoints go when the table is whole.
fn with_checkpoints(
    problem: Problem,
    writer: Writer,
    options: &SolveOptions,
    place: Place<'_>,
) -> Result<Solved> {
    let job = options.job();
    let store = Arc::new(TierStore::new(writer, &job.budget)?);
    let pacer = Arc::new(Pacer::new(store.clone(), place, job.cancel.clone()));
    let asked_first = place.face.ask_first(pacer.clone());
    let solved = problem.solve_with_checkpoints(options, pacer.clone());
    drop(asked_first);
    let tell_if_stopped = |error: &Error| {
        if error.is_cancelled() {
            pacer.tell_of_next_run();
        }
    };
    let solution = solved.map_err(Error::from).inspect_err(tell_if_stopped)?;
    let counts = solution.packed().counts_of_orbits()?;
    let written = store.write(&solution.packed(), Some(counts), &job);
    Ok(Solved {
        problem,
        unwritten: unwritten(written).inspect_err(tell_if_stopped)?,
        solution,
    })
}

/// The error by which a table was not written, where the system did not let it be written: then
/// the answer is given all the same. Other errors are handed on.
fn unwritten(written: Result<Manifest, TableError>) -> Result<Option<TableError>> {
    match written {
        Ok(_) => Ok(None),
        Err(error @ TableError::System { .. }) => Ok(Some(error)),
        Err(error) => Err(error.into()),
    }
}

/// The positions of a problem, solved tier by tier and kept as they are solved: a run that is
/// killed goes on from its last finished tier. The files of the tiers are the table.
fn in_tiers(
    problem: Problem,
    writer: Writer,
    options: &SolveOptions,
    face: &dyn Face,
) -> Result<Solved> {
    let store = Arc::new(TierStore::new(writer, &options.job().budget)?);
    let solved = problem.solve_in(options, Tiers::new(store.clone()));
    let finished = solved.map_err(Error::from).and_then(|solution| {
        let kept = solution.packed().counts().map_err(zug::Error::from)?;
        let counts = solution.packed().counts_of_orbits()?;
        store.finish(kept, Some(counts), solution.has_gains())?;
        Ok(solution)
    });
    let solution = finished.inspect_err(|error| {
        if error.is_cancelled() || is_full_disk(error) {
            let (found, solved) = store.finished_tiers();
            face.tell(&Event::TiersKept {
                folder: store.folder(),
                found,
                solved,
            });
        }
    })?;
    Ok(Solved::written((problem, solution)))
}

/// Whether the work ended because the disk has no room for a tier.
fn is_full_disk(error: &Error) -> bool {
    let Error::Zug(zug::Error::Solve(SolveError::Store(StoreError::Failed(why)))) = error else {
        return false;
    };
    why.downcast_ref().is_some_and(TableError::is_full_disk)
}

/// What was done before the work on the table of a folder. Where the work was stopped, the face
/// hears that the folder was not changed.
fn before_the_work<T>(place: Place<'_>, done: Result<T, impl Into<Error>>) -> Result<T> {
    done.map_err(Into::into).inspect_err(|error| {
        if error.is_cancelled() {
            place.face.tell(&Event::Untouched(place.path));
        }
    })
}

/// The solution of a problem, which keeps in the folder what does not fit into the memory, if
/// its positions can be solved tier by tier: level by level, or over an index. They are solved so
/// if the plan says it, and if not all positions are certain to fit into the memory. Nothing is left
/// there at the end.
///
/// # Errors
///
/// There is no answer; the folder cannot be written.
pub fn in_scratch(
    problem: &Problem,
    options: &SolveOptions,
    folder: &Path,
    face: &dyn Face,
) -> Result<Solution> {
    if let Some([first, second]) = problem.halves() {
        let solution = in_scratch(&first, options, folder, face)?;
        // What the face hears about the first half holds for the second, too.
        let drawn = in_scratch(&second, options, folder, &Silent)?;
        return Ok(solution.with_draws_won(drawn));
    }
    let beside_store = options.clone().with_store(true);
    let plan = problem.plan(&beside_store);
    let why_not = match plan.holding() {
        Holding::Levels => None,
        _ if plan.fits_without_store => Some(WhyNoScratch::Fits),
        Holding::Numbers => None,
        _ => Some(WhyNoScratch::NoTiers),
    };
    if let Some(why_not) = why_not {
        face.tell(&Event::NoScratch(why_not));
        return Ok(problem.solve(options)?);
    }
    refuse_if_hopeless(problem, &beside_store, folder, face)?;
    let store = TierStore::scratch(folder, &options.job().budget)?;
    Ok(problem.solve_in(&beside_store, Tiers::new(Arc::new(store)))?)
}

/// The bytes that a position takes on the disk in the tables of large games that were measured:
/// 0.28 for its key and 0.12 for its value.
const STORED_TENTHS: u64 = 4;

/// Refuses positions that can fit neither into the memory beside a store in this folder nor onto
/// its disk, and warns of a disk that is likely to become full.
fn refuse_if_hopeless(
    problem: &Problem,
    options: &SolveOptions,
    folder: &Path,
    face: &dyn Face,
) -> Result<()> {
    let room = zug_tablebase::room(folder);
    let outlook = problem.outlook(options, &table::room_of(room))?;
    let likely = outlook.positions / 10 * STORED_TENTHS;
    if let Some(room) = room.filter(|room| *room < likely) {
        face.tell(&Event::DiskLikelyFull {
            folder,
            room,
            likely,
            positions: outlook.positions,
        });
    }
    Ok(())
}
