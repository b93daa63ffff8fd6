//! The file of `zug solve --save`, in which a search keeps what it knows.
//!
//! It is written by the clock of checkpoints, when the person stops the search, and at the end;
//! always whole (`whole_file`). A lock beside it keeps two runs apart, and whoever has the lock
//! removes the temporary files of runs that were killed.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::Result;
use indicatif::HumanCount;
use zug::{
    Beside, Budget, KnownPosition, Problem, Request, SearchKeeper, Searched, SolveError,
    SolveOptions, TakeKnown,
};
use zug_solve::strong::tiers::store::StoreError;
use zug_tablebase::{Error, Identity, SearchFile, SearchHead, SearchRoom, write_search};

use crate::checkpoint::Clock;
use crate::message::{Kind, tell};
use crate::{proof, whole_file};

/// Why what a search knew cannot be had from a file, or what it knows cannot be written there.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SaveError {
    /// The file cannot be read, or is damaged, or is no such file.
    #[error(transparent)]
    File(#[from] Error),
    /// The file was written by a search of another game.
    #[error("{path} is of a search of {found}, and not of {wanted}")]
    Foreign {
        path: String,
        found: String,
        wanted: String,
    },
    /// Another run has the file.
    #[error("another run of this program writes {0} now")]
    InUse(String),
    /// The file cannot be written.
    #[error("what the search knows cannot be written to {path}: {why}")]
    Unwritten { path: String, why: io::Error },
}

impl SaveError {
    /// Whether the person named a file that is not what it should be, and nothing failed.
    pub(crate) fn is_misuse(&self) -> bool {
        matches!(self, Self::Foreign { .. } | Self::File(Error::NoSearch(_)))
    }

    /// What to try instead.
    pub(crate) fn advice(&self) -> Option<&'static str> {
        Some(match self {
            Self::Foreign { .. } | Self::File(Error::NoSearch(_)) => "name another file",
            Self::InUse(_) => "wait until it is done, or name another file",
            Self::File(Error::Damaged { .. } | Error::SearchVersion { .. }) => {
                "remove the file, or name another one: the search begins from the start then"
            }
            Self::Unwritten { why, .. } if why.kind() == io::ErrorKind::StorageFull => {
                "make room on the disk, or name another file"
            }
            _ => return None,
        })
    }
}

/// Searches the position that a problem asks about, from what the file holds of an earlier search
/// of the game. Returns beside what was found why it could not be written, if it could not.
pub(crate) fn search(
    path: &Path,
    every: Duration,
    request: &Request,
    (problem, beside): (&Problem, Beside<'_>),
    options: &SolveOptions,
) -> Result<(Searched, Option<SaveError>)> {
    // Bounds of scores and values of positions are told apart by nothing else.
    let plan = problem.search_plan(options);
    let scope = if plan.tells_scores_beside(beside.leaves) {
        "search for scores"
    } else {
        "search"
    };
    let keeper = SearchKeeping::open(path, every, scope, request, (problem, options))?;
    let searched = problem.search_with(options, beside.with_keeper(&keeper));
    let searched = searched.map_err(|error| keeper.told(error))?;
    let unwritten = keeper.state().unwritten.take();
    Ok((searched, unwritten.map(|why| keeper.unwritten(why))))
}

/// Keeps what a search knows in a file.
struct SearchKeeping {
    path: PathBuf,
    every: Duration,
    of: Identity,
    /// The number of positions that earlier runs searched.
    before: u64,
    budget: Budget,
    room: SearchRoom,
    state: Mutex<State>,
    _lock: Lock,
}

struct State {
    clock: Clock,
    /// What an earlier run left, until it is read.
    file: Option<SearchFile>,
    /// Why the file could not be read.
    unread: Option<Error>,
    /// Why the file could not be written the last time.
    unwritten: Option<io::Error>,
    /// The number of positions that this run had searched when the file was written.
    written_at: Option<u64>,
}

/// The bytes that a position takes in the file, about: what was measured in Connect Four.
const BYTES_A_POSITION: u64 = 6;

impl SearchKeeping {
    fn open(
        path: &Path,
        every: Duration,
        scope: &str,
        request: &Request,
        (problem, options): (&Problem, &SolveOptions),
    ) -> Result<Self> {
        let unwritten = |why| SaveError::Unwritten {
            path: path.display().to_string(),
            why,
        };
        let folder = whole_file::folder_of(path).map_err(unwritten)?;
        let lock = Lock::take(path, folder)?;
        whole_file::remove_left(path, folder).map_err(unwritten)?;
        let budget = options.job().budget;
        let room = SearchRoom::new(&budget).map_err(StoreError::Refused);
        let room = room.map_err(|why| zug::Error::Solve(why.into()))?;
        let of = Identity {
            scope: scope.to_owned(),
            ..proof::identity(request, problem, options)?
        };
        let is_there = match fs::metadata(path) {
            Ok(found) if found.is_file() => true,
            Ok(_) => return Err(unwritten(io::Error::other("it is not a regular file")).into()),
            Err(why) if why.kind() == io::ErrorKind::NotFound => false,
            Err(why) => return Err(unwritten(why).into()),
        };
        let mut keeping = Self {
            path: path.to_owned(),
            every,
            of,
            before: 0,
            budget,
            room,
            state: Mutex::new(State {
                clock: Clock::new(),
                file: None,
                unread: None,
                unwritten: None,
                written_at: None,
            }),
            _lock: lock,
        };
        if is_there {
            keeping.go_on(request, options)?;
        }
        Ok(keeping)
    }

    /// Opens the file of an earlier run, which must be of the same game. It may be of another
    /// position: what is known of positions does not depend on the one asked about.
    fn go_on(&mut self, request: &Request, options: &SolveOptions) -> Result<()> {
        let file = SearchFile::open(&self.path, &self.budget).map_err(SaveError::File)?;
        let head = file.head();
        let refused = |(found, wanted)| SaveError::Foreign {
            path: self.path.display().to_string(),
            found,
            wanted,
        };
        let same_game = Identity {
            position: head.of.position.clone(),
            landmarks: head.of.landmarks.clone(),
            ..self.of.clone()
        };
        if let Some(difference) = head.of.difference(&same_game) {
            return Err(refused(difference).into());
        }
        if head.of.position != self.of.position {
            // The landmarks are those of the position in the file, whose rules are the same.
            let request = request.clone().at(&head.of.position);
            let problem = Problem::prepare(&request, options)?;
            self.of = Identity {
                scope: self.of.scope.clone(),
                ..proof::identity(&request, &problem, options)?
            };
        }
        if let Some(difference) = head.of.difference(&self.of) {
            return Err(refused(difference).into());
        }
        self.before = head.searched;
        self.state().file = Some(file);
        Ok(())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn unwritten(&self, why: io::Error) -> SaveError {
        SaveError::Unwritten {
            path: self.path.display().to_string(),
            why,
        }
    }

    /// The error as a person is to be told it: that the file could not be read is an error of
    /// its own. Notes where a search that ends without an answer can go on from.
    fn told(&self, error: zug::Error) -> anyhow::Error {
        let mut state = self.state();
        if let Some(unread) = state.unread.take() {
            return SaveError::File(unread).into();
        }
        if let Some(why) = state.unwritten.take() {
            tell(Kind::Note, &self.unwritten(why).to_string());
        } else if state.written_at.is_some() {
            let path = self.path.display();
            tell(
                Kind::Note,
                &format!("what the search knows is in {path}, from which the next one goes on"),
            );
        }
        error.into()
    }

    fn write(
        &self,
        searched: u64,
        known: &mut dyn Iterator<Item = KnownPosition>,
    ) -> io::Result<()> {
        let head = SearchHead::new(self.of.clone(), self.before + searched);
        whole_file::write_by(&self.path, |file: &mut File| {
            let mut out = BufWriter::with_capacity(1 << 16, file);
            write_search(&mut out, &head, known, &self.room)?;
            Ok(())
        })
    }
}

impl SearchKeeper for SearchKeeping {
    fn read(&self, take: &mut TakeKnown<'_>) -> Result<(), SolveError> {
        let Some(file) = self.state().file.take() else {
            return Ok(());
        };
        let unread = |error| {
            // The search hands on no more than words.
            let words = StoreError::failed(format!("{error}"));
            self.state().unread = Some(error);
            SolveError::from(words)
        };
        let read = file.each(|known| take(known).map_err(Unread::Search));
        let positions = read.map_err(|why| match why {
            Unread::File(error) => unread(error),
            Unread::Search(error) => error,
        })?;
        tell(
            Kind::Note,
            &format!(
                "the search goes on from {}: {} positions were searched by then, and something is \
                 kept of {}",
                self.path.display(),
                HumanCount(self.before),
                HumanCount(positions),
            ),
        );
        Ok(())
    }

    fn is_due(&self, entries: u64) -> bool {
        self.state()
            .clock
            .is_due(entries * BYTES_A_POSITION, self.every)
    }

    fn keep(&self, searched: u64, known: &mut dyn Iterator<Item = KnownPosition>) {
        let has_failed = {
            let mut state = self.state();
            if state.written_at == Some(searched) {
                return; // nothing was learnt since
            }
            state.clock.begins();
            state.unwritten.is_some()
        };
        let written = self.write(searched, known);
        let mut state = self.state();
        state.clock.ended();
        match written {
            Ok(()) => {
                state.unwritten = None;
                state.written_at = Some(searched);
            }
            Err(why) => {
                if !has_failed {
                    let path = self.path.display();
                    tell(
                        Kind::Note,
                        &format!("{path} cannot be written now, and the search goes on: {why}"),
                    );
                }
                state.unwritten = Some(why);
            }
        }
    }
}

/// Why what a search knew was not read.
enum Unread {
    File(Error),
    Search(SolveError),
}

impl From<Error> for Unread {
    fn from(error: Error) -> Self {
        Self::File(error)
    }
}

/// Keeps other runs away from a file, until it is dropped or the process ends.
struct Lock {
    /// Held open for its lock.
    _file: File,
    path: PathBuf,
}

impl Lock {
    fn take(of: &Path, folder: &Path) -> Result<Self, SaveError> {
        let mut name = std::ffi::OsString::from(".");
        name.push(of.file_name().unwrap_or_default());
        name.push(".lock");
        let path = folder.join(name);
        let fault = |why| SaveError::Unwritten {
            path: of.display().to_string(),
            why,
        };
        let mut waits = 10;
        loop {
            let mut options = File::options();
            let file = options.create(true).truncate(false).write(true).open(&path);
            let file = file.map_err(fault)?;
            match file.try_lock() {
                Ok(()) => {}
                // The system may take a moment to end a process that was killed.
                Err(TryLockError::WouldBlock) if waits > 0 => {
                    waits -= 1;
                    std::thread::sleep(Duration::from_millis(50));
                    continue;
                }
                Err(TryLockError::WouldBlock) => {
                    return Err(SaveError::InUse(of.display().to_string()));
                }
                Err(TryLockError::Error(why)) => return Err(fault(why)),
            }
            // The run that had the lock may have removed its file in the meantime.
            if is_still(&file, &path) {
                return Ok(Self { _file: file, path });
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // A file that is left is in nobody's way.
        let _ = fs::remove_file(&self.path);
    }
}

/// Whether the path still names the file.
#[cfg(unix)]
fn is_still(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (file.metadata(), fs::metadata(path)) {
        (Ok(file), Ok(named)) => (file.dev(), file.ino()) == (named.dev(), named.ino()),
        _ => false,
    }
}

/// Whether the path still names the file: here a file that is open cannot be removed.
#[cfg(not(unix))]
fn is_still(_: &File, _: &Path) -> bool {
    true
}
