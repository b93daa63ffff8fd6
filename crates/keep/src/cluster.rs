//! Units of work in a folder: which can be done, and doing them.
//!
//! The folder says what is done: a unit whose file is there is done. Whoever does a unit looks
//! first whether all that it reads is there, and afterwards removes what no unit needs any more.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::str::FromStr;

use zug::{Problem, ProblemUnits, Request, SolveError, SolveOptions, Stopped};
use zug_solve::strong::tiers::store::{Kind as StreamKind, Store, StoreError, Stream};
use zug_solve::strong::tiers::units::{self, Needs, NoUnit, Unit};
use zug_tablebase::{Cluster, Error as FileError, Manifest};

use crate::error::{Error, Result};
use crate::identity;

/// What is to be done: a unit of the solver, or the end of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// A unit of the solver.
    Unit(Unit),
    /// Makes a table of the shards.
    Finish,
}

impl std::fmt::Display for Task {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unit(unit) => unit.fmt(f),
            Self::Finish => f.write_str("finish"),
        }
    }
}

impl FromStr for Task {
    type Err = NoUnit;

    fn from_str(text: &str) -> Result<Self, NoUnit> {
        match text {
            "finish" => Ok(Self::Finish),
            unit => Ok(Self::Unit(unit.parse()?)),
        }
    }
}

/// The work in a folder.
#[derive(Debug)]
pub enum Work {
    /// Units are to be done.
    Begun(Box<Begun>),
    /// All are done.
    Done(Box<Manifest>),
}

/// The units of a folder.
#[derive(Debug)]
pub struct Begun {
    cluster: Cluster,
    units: ProblemUnits,
}

/// What is there, and what can be done.
#[derive(Debug)]
pub struct State {
    /// What is done, and what can be done.
    pub needs: Needs,
    /// The size of all files.
    pub bytes: u64,
    /// The sizes of the streams that are there.
    pub(crate) sizes: HashMap<Stream, u64>,
}

/// Begins units in a folder, which need not be there. `shard_positions` bounds the positions of a shard.
///
/// # Errors
///
/// The game has no tiers, so that there are no units; the folder has a table, or units of another game;
/// the system refuses.
pub fn begin(
    request: &Request,
    options: &SolveOptions,
    folder: &Path,
    shard_positions: u64,
) -> Result<(Problem, Begun)> {
    let problem = Problem::prepare(request, options)?;
    let units = problem.units(options)?;
    let of = identity::of_tiers(request, &problem, units.order(), options)?;
    match Manifest::read(folder) {
        Err(FileError::Absent(_)) => {}
        Err(error) => return Err(error.into()),
        Ok(manifest) => {
            manifest.must_be_of(folder, &of)?;
            return Err(Error::Finished(folder.display().to_string()));
        }
    }
    let cluster = Cluster::begin(folder, &of, shard_positions)?;
    Ok((problem, Begun { cluster, units }))
}

impl State {
    /// What can be done now; nothing if the folder has a table.
    #[must_use]
    pub fn tasks(&self) -> Vec<Task> {
        if self.needs.all_done() {
            return vec![Task::Finish];
        }
        self.needs.ready().map(Task::Unit).collect()
    }
}

impl Work {
    /// The work in a folder.
    ///
    /// # Errors
    ///
    /// No units were begun there, or by another version of this program; the system refuses.
    pub fn open(folder: &Path, options: &SolveOptions) -> Result<Self> {
        match Manifest::read(folder) {
            Ok(manifest) => return Ok(Self::Done(Box::new(manifest))),
            Err(FileError::Absent(_)) => {}
            Err(error) => return Err(error.into()),
        }
        let cluster = Cluster::read(folder)?;
        let request = identity::request(cluster.of(), folder.display().to_string());
        let problem = Problem::prepare(&request, options)?;
        let units = problem.units(options)?;
        let here = identity::of_tiers(&request, &problem, units.order(), options)?;
        if let Some((found, wanted)) = cluster.of().difference(&here) {
            let path = folder.to_owned();
            return Err(FileError::Foreign {
                path,
                found,
                wanted,
            }
            .into());
        }
        Ok(Self::Begun(Box::new(Begun { cluster, units })))
    }
}

impl Begun {
    /// The folder, and what its units are of.
    #[must_use]
    pub fn cluster(&self) -> &Cluster {
        &self.cluster
    }

    /// The units of the solver.
    #[must_use]
    pub fn units(&self) -> &ProblemUnits {
        &self.units
    }

    /// The number of tiers.
    #[must_use]
    pub fn tiers(&self) -> u32 {
        self.units.order().tiers().len() as u32
    }

    /// What is there now, and what can be done.
    ///
    /// # Errors
    ///
    /// A file is damaged, and is removed; the system refuses.
    pub fn state(&self, options: &SolveOptions) -> Result<State> {
        let store = self.cluster.store(&options.job().budget);
        let (mut sizes, mut shards, mut bytes) = (HashMap::new(), BTreeMap::new(), 0);
        for file in self.cluster.streams()? {
            let stream = file.stream;
            bytes += file.bytes;
            if stream.kind == StreamKind::Split {
                match units::shards(&store, stream.tier) {
                    Ok(Some(count)) => shards.insert(stream.tier, count),
                    // Another process has removed it meanwhile.
                    Ok(None) => continue,
                    Err(error) if Self::removes_damaged(&error)?.is_some() => continue,
                    Err(error) => return Err(zug::Error::from(error).into()),
                };
            }
            sizes.insert(stream, file.bytes);
        }
        let there = sizes.keys().copied().collect();
        let needs = Needs::new(
            self.units.order().clone(),
            self.units.kinds(),
            there,
            shards,
        );
        Ok(State {
            needs,
            bytes,
            sizes,
        })
    }

    /// Does units, one after the other. What is done already is not done again.
    ///
    /// # Errors
    ///
    /// There is no such unit, or what it reads is not there yet; a file is damaged, and is removed; memory does
    /// not suffice, the work was cancelled, or the system refuses.
    pub fn make(&self, tasks: &[Task], options: &SolveOptions) -> Result<()> {
        let mut state = self.state(options)?;
        let mut is_fresh = true;
        for &task in tasks {
            let is_known = |needs: &Needs| match task {
                Task::Unit(unit) => needs.is_known(unit),
                Task::Finish => true,
            };
            let can_begin = |needs: &Needs| match task {
                Task::Unit(unit) => needs.is_done(unit) || needs.is_ready(unit),
                Task::Finish => needs.all_done(),
            };
            if !can_begin(&state.needs) && !is_fresh {
                // What was done since may have made it ready.
                state = self.state(options)?;
                is_fresh = true;
            }
            if !is_known(&state.needs) {
                return Err(Error::NoSuchUnit {
                    folder: self.cluster.folder().display().to_string(),
                    unit: task.to_string(),
                });
            }
            if !can_begin(&state.needs) {
                return Err(Error::UnitNotReady(task.to_string()));
            }
            match task {
                Task::Finish => self.finish(&state.needs, options)?,
                Task::Unit(unit) if state.needs.is_done(unit) => {}
                Task::Unit(unit) => {
                    self.make_unit(unit, options)?;
                    is_fresh = false;
                }
            }
        }
        let has_shards = self.units.order().has_shards();
        let removes = |task: &Task| match task {
            Task::Unit(Unit::Values(..)) => true,
            Task::Unit(Unit::Keys(..)) => !has_shards,
            _ => false,
        };
        if tasks.iter().any(removes) {
            let store = self.cluster.store(&options.job().budget);
            for stream in self.state(options)?.needs.unneeded() {
                let removed = store.remove(stream).map_err(SolveError::from);
                removed.map_err(zug::Error::from)?;
            }
        }
        Ok(())
    }

    fn make_unit(&self, unit: Unit, options: &SolveOptions) -> Result<()> {
        let job = options.job();
        let store = self.cluster.store(&job.budget);
        let shard = self.cluster.shard_positions();
        let Err(error) = self.units.make(unit, &store, shard, &job) else {
            return Ok(());
        };
        if Stopped::behind(&error).is_some_and(Stopped::is_cancelled) {
            return Err(error.into());
        }
        // Another process may have done it meanwhile, and removed what no unit needs any more.
        if self.is_finished() || self.state(options)?.needs.is_done(unit) {
            return Ok(());
        }
        if let zug::Error::Solve(error) = &error
            && let Some(damaged) = Self::removes_damaged(error)?
        {
            return Err(damaged);
        }
        Err(error.into())
    }

    /// Makes a table of all shards.
    fn finish(&self, needs: &Needs, options: &SolveOptions) -> Result<()> {
        let job = options.job();
        let store = self.cluster.store(&job.budget);
        let counted = match units::counted(&store, needs.shards()) {
            Ok(counted) => counted,
            Err(_) if self.is_finished() => return Ok(()),
            Err(error) => {
                return Err(match Self::removes_damaged(&error)? {
                    Some(damaged) => damaged,
                    None => zug::Error::from(error).into(),
                });
            }
        };
        let counts = (counted.kept, counted.orbits);
        let kinds = self.units.kinds();
        match self.cluster.finish(needs.shards(), &kinds, counts, &job) {
            Err(error) if !self.is_finished() => Err(match removes(&error)? {
                Some(damaged) => damaged,
                None => error.into(),
            }),
            _ => Ok(()),
        }
    }

    fn is_finished(&self) -> bool {
        Manifest::read(self.cluster.folder()).is_ok()
    }

    /// Removes the file of the store that is damaged, if the error says that one is.
    fn removes_damaged(error: &SolveError) -> Result<Option<Error>> {
        let SolveError::Store(StoreError::Failed(why)) = error else {
            return Ok(None);
        };
        why.downcast_ref().map_or(Ok(None), removes)
    }
}

/// Removes the file that is damaged, if the error says that one is. All files of units are written by one version of the
/// program, so that a file of another version is damaged too.
fn removes(error: &FileError) -> Result<Option<Error>> {
    let (FileError::Damaged { path, .. } | FileError::Version { path, .. }) = error else {
        return Ok(None);
    };
    match std::fs::remove_file(path) {
        Err(source) if source.kind() != std::io::ErrorKind::NotFound => {
            let path = path.clone();
            Err(FileError::System {
                what: "remove",
                path,
                source,
            }
            .into())
        }
        _ => Ok(Some(Error::DamagedUnit(error.to_string()))),
    }
}
