//! Tables of solved positions that are there.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use zug::{
    Certificate, Extent, Holding, Problem, Request, Room, Scope, Solution, SolveOptions, Tiers,
};
use zug_solve::table::{Counts, Table};
use zug_tablebase::{Checked, Identity, Manifest, StoredTable, TierStore, Totals, Writer};

use crate::error::{Error, Result};
use crate::identity;

/// The solution in a folder, with the problem that it is of.
///
/// # Errors
///
/// There is no table, it is damaged, or memory does not suffice.
pub fn opened(folder: &Path, options: &SolveOptions) -> Result<(Problem, Solution)> {
    let (_, problem, solution) = opened_with_request(folder, options)?;
    Ok((problem, solution))
}

/// As [`opened`], with the request that the table answers.
///
/// # Errors
///
/// As of [`opened`].
pub fn opened_with_request(
    folder: &Path,
    options: &SolveOptions,
) -> Result<(Request, Problem, Solution)> {
    let manifest = Manifest::read(folder)?;
    let request = identity::request(&manifest.of, folder.display().to_string());
    let (problem, solution) = open_of_request(&request, &manifest, options, folder)?;
    Ok((request, problem, solution))
}

/// The positions of the table in a folder, which must be of the game of the request: leaves of a
/// search. The table may begin from any position.
///
/// # Errors
///
/// As of [`opened`]; the table is of another game.
pub fn leaves(request: &Request, options: &SolveOptions, folder: &Path) -> Result<Solution> {
    let manifest = Manifest::read(folder)?;
    let problem = Problem::prepare(request, options)?;
    Ok(found(problem, request, &manifest, options, folder)?.1)
}

/// The name of the folder inside that of a table that holds the table of the second half of its problem
/// ([`Problem::halves`]).
pub const DRAWS: &str = "draws";

/// The folders of the tables of two halves, where `folder` is the one that a person names: the table of the first
/// half lies in it, and that of the second in a folder inside it.
pub(crate) fn folders(folder: &Path) -> [PathBuf; 2] {
    [folder.to_owned(), folder.join(DRAWS)]
}

/// The manifests of the tables of a problem: one, or two if it has halves.
///
/// # Errors
///
/// They cannot be read.
pub fn manifests(problem: &Problem, folder: &Path) -> Result<Vec<Manifest>> {
    let tables = if problem.draws_won().is_some() { 2 } else { 1 };
    let manifests = folders(folder).into_iter().take(tables);
    Ok(manifests
        .map(|folder| Manifest::read(&folder))
        .collect::<Result<_, _>>()?)
}

/// The positions of a request, from the table that is there.
pub(crate) fn found(
    problem: Problem,
    request: &Request,
    manifest: &Manifest,
    options: &SolveOptions,
    folder: &Path,
) -> Result<(Problem, Solution)> {
    let by_number = manifest.is_by_number().then_some(options);
    let asked = identity::of_table(request, &problem, by_number)?;
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
    // Files that a stopped run left are removed if they can be. That they stay is no fault: the folder may
    // be one from which this process can only read.
    let _ = Writer::tidy(folder, of);
    if asked == *of {
        let solution = open(request, &problem, manifest, options, folder)?;
        return Ok((problem, solution));
    }
    // The problem that was asked is answered, by the positions of a table that begins elsewhere.
    let of_table = request.clone().at(&of.position);
    let of_table = of_table.with_scope(identity::scope(of));
    let (_, solution) = open_of_request(&of_table, manifest, options, folder)?;
    Ok((problem, solution))
}

/// The problem that a request at a table's position poses, and the table's solution of it.
fn open_of_request(
    request: &Request,
    manifest: &Manifest,
    options: &SolveOptions,
    folder: &Path,
) -> Result<(Problem, Solution)> {
    let problem = Problem::prepare(request, options)?;
    let solution = open(request, &problem, manifest, options, folder)?;
    Ok((problem, solution))
}

/// The solution of a problem that a table begins with. Of a problem with halves it is made of two tables.
fn open(
    request: &Request,
    problem: &Problem,
    manifest: &Manifest,
    options: &SolveOptions,
    folder: &Path,
) -> Result<Solution> {
    let Some([first, second]) = problem.halves() else {
        return open_alone(request, problem, manifest, options, folder);
    };
    let solution = open_alone(request, &first, manifest, options, folder)?;
    let [_, folder] = folders(folder);
    let manifest = Manifest::read(&folder)?;
    let drawn = open_alone(request, &second, &manifest, options, &folder)?;
    Ok(solution.with_draws_won(drawn))
}

fn open_alone(
    request: &Request,
    problem: &Problem,
    manifest: &Manifest,
    options: &SolveOptions,
    folder: &Path,
) -> Result<Solution> {
    let by_number = manifest.is_by_number().then_some(options);
    let of = &identity::of_table(request, problem, by_number)?;
    if manifest.is_in_tiers() {
        let store = TierStore::open_of(folder, of, &options.job().budget)?;
        let counts = manifest.positions.map(Counts::from);
        let tiers = Tiers::new(Arc::new(store)).with_orbit_counts(counts);
        // All tiers of the table are there, so that the solver finds nothing left to do.
        let holding = if manifest.is_by_number() {
            Holding::Numbers
        } else {
            Holding::Levels
        };
        let options = options.clone().with_holding(holding).with_probe(false);
        return Ok(problem.solve_in(&options, tiers)?);
    }
    let table = StoredTable::open_of(folder, of, &options.job().budget)?;
    Ok(Solution::of_table(problem, table))
}

/// What was checked of a table.
#[derive(Debug)]
pub struct VerifiedTable {
    /// The blocks that were read.
    pub checked: Checked,
    /// What was found true of the values.
    pub certificate: Certificate,
    /// Whether the table has scores, which were found true as well.
    pub scores: bool,
}

/// Reads all of a table, and then compares its values, and its scores if it has any, with the
/// rules.
///
/// # Errors
///
/// As of [`opened`]; a value is wrong, or the manifest counts other positions than the table has.
pub fn verified(folder: &Path, extent: Extent, options: &SolveOptions) -> Result<VerifiedTable> {
    let (problem, solution) = opened(folder, options)?;
    let (manifests, job) = (manifests(&problem, folder)?, options.job());
    let mut checked = Checked::default();
    for (manifest, folder) in manifests.iter().zip(folders(folder)) {
        checked += if manifest.is_in_tiers() {
            TierStore::open_of(&folder, &manifest.of, &job.budget)?.check(&job)?
        } else {
            StoredTable::open_of(&folder, &manifest.of, &job.budget)?.check(&job)?
        };
    }
    let certificate = solution.verify_with(extent, options)?;
    let tables = [Some(solution.packed()), solution.packed_with_draws_won()];
    for (manifest, table) in manifests.iter().zip(tables.into_iter().flatten()) {
        let kept = Totals::from(table.counts().map_err(zug::Error::from)?);
        if manifest.kept != kept {
            return Err(Error::OtherCounts(folder.display().to_string()));
        }
    }
    Ok(VerifiedTable {
        checked,
        certificate,
        scores: solution.tells_scores(),
    })
}

/// What a store of tiers on disk costs, for a plan: `room` is the number of bytes that are free on the disk.
pub fn room_of(room: Option<u64>) -> Room {
    Room {
        cost: TierStore::COST,
        least_stored: TierStore::least_on_disk,
        room,
    }
}
