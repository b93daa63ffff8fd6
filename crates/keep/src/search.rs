//! A file in which a search keeps what it knows.
//!
//! It is written as often as checkpoints are, when the search is stopped, and at the end; always
//! whole (`whole_file`). A lock beside it keeps two runs apart, and whoever has the lock
//! removes the temporary files of runs that were killed.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use zug::{
    Beside, Budget, KnownPosition, Problem, Request, SearchKeeper, Searched, SolveError,
    SolveOptions, TakeKnown,
};
use zug_solve::strong::tiers::store::StoreError;
use zug_tablebase::{
    Error as FileError, Identity, SearchFile, SearchHead, SearchRoom, write_search,
};

use crate::error::{Error, Result};
use crate::face::{Event, Face, Place};
use crate::pace::Clock;
use crate::{identity, table, whole_file};

/// Searches the position that a problem asks about: beside the positions of the table in a folder, if one is named,
/// which are leaves of the search, and from what a file holds of an earlier search, if there is a place for one.
///
/// # Errors
///
/// As of [`search`]; there is no finished table of this game in the folder.
pub fn beside(
    request: &Request,
    problem: &Problem,
    options: &SolveOptions,
    folder: Option<&Path>,
    save: Option<Place<'_>>,
) -> Result<(Searched, Option<Error>)> {
    let leaves = folder.map(|folder| table::leaves(request, options, folder));
    let leaves = leaves.transpose()?;
    let mut beside = Beside::default();
    if let Some(leaves) = &leaves {
        beside = beside.with_leaves(leaves);
    }
    match save {
        Some(place) => search(place, request, (problem, beside), options),
        None => Ok((problem.search_with(options, beside)?, None)),
    }
}

/// Searches the position that a problem asks about, from what the file holds of an earlier search
/// of the game. Returns beside what was found why it could not be written, if it could not.
///
/// # Errors
///
/// There is no answer; the file is of another game, damaged, or in use.
pub fn search(
    place: Place<'_>,
    request: &Request,
    (problem, beside): (&Problem, Beside<'_>),
    options: &SolveOptions,
) -> Result<(Searched, Option<Error>)> {
    // Nothing else distinguishes bounds of scores from values of positions.
    let plan = problem.search_plan(options);
    let scope = if plan.tells_scores_beside(beside.leaves) {
        "search for scores"
    } else {
        "search"
    };
    let keeper = SearchKeeping::open(place, scope, request, (problem, options))?;
    let searched = problem.search_with(options, beside.with_keeper(&keeper));
    let searched = searched.map_err(|error| keeper.told(error))?;
    let unwritten = keeper.state().unwritten.take();
    Ok((searched, unwritten.map(|why| keeper.unwritten(why))))
}

/// Keeps what a search knows in a file.
struct SearchKeeping {
    path: PathBuf,
    every: Duration,
    face: Arc<dyn Face>,
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
    unread: Option<FileError>,
    /// Why the file could not be written the last time.
    unwritten: Option<io::Error>,
    /// The number of positions that this run had searched when the file was written.
    written_at: Option<u64>,
}

/// The bytes that a position takes in the file, about: what was measured in Connect Four.
const BYTES_A_POSITION: u64 = 6;

impl SearchKeeping {
    fn open(
        place: Place<'_>,
        scope: &str,
        request: &Request,
        (problem, options): (&Problem, &SolveOptions),
    ) -> Result<Self> {
        let path = place.path;
        let unwritten = |why| Error::of_search(path, why);
        let folder = whole_file::folder_of(path).map_err(unwritten)?;
        let lock = Lock::take(path, folder)?;
        whole_file::remove_left(path, folder).map_err(unwritten)?;
        let budget = options.job().budget;
        let room = SearchRoom::new(&budget).map_err(StoreError::Refused);
        let room = room.map_err(|why| zug::Error::Solve(why.into()))?;
        let of = identity::of_search(request, problem, options, scope)?;
        let is_there = match fs::metadata(path) {
            Ok(found) if found.is_file() => true,
            Ok(_) => return Err(unwritten(io::Error::other("it is not a regular file"))),
            Err(why) if why.kind() == io::ErrorKind::NotFound => false,
            Err(why) => return Err(unwritten(why)),
        };
        let mut keeping = Self {
            path: path.to_owned(),
            every: place.every,
            face: place.face.clone(),
            of,
            before: 0,
            budget,
            room,
            state: Mutex::new(State {
                clock: Clock::new(place.face.now()),
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
    /// position: bounds of positions do not depend on the position asked about.
    fn go_on(&mut self, request: &Request, options: &SolveOptions) -> Result<()> {
        let file = SearchFile::open(&self.path, &self.budget).map_err(Error::Search)?;
        let head = file.head();
        let refused = |(found, wanted)| Error::SearchForeign {
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
            return Err(refused(difference));
        }
        if head.of.position != self.of.position {
            // The landmarks are those of the position in the file, whose rules are the same.
            let request = request.clone().at(&head.of.position);
            let problem = Problem::prepare(&request, options)?;
            self.of = identity::of_search(&request, &problem, options, &self.of.scope)?;
        }
        if let Some(difference) = head.of.difference(&self.of) {
            return Err(refused(difference));
        }
        self.before = head.searched;
        self.state().file = Some(file);
        Ok(())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn unwritten(&self, why: io::Error) -> Error {
        Error::of_search(&self.path, why)
    }

    /// The error with which the search ended: that the file could not be read is an error of
    /// its own. The face hears from where a search that ends without an answer can go on.
    fn told(&self, error: zug::Error) -> Error {
        let mut state = self.state();
        if let Some(unread) = state.unread.take() {
            return Error::Search(unread);
        }
        if let Some(why) = state.unwritten.take() {
            self.face.tell(&Event::SearchLost(&self.unwritten(why)));
        } else if state.written_at.is_some() {
            self.face.tell(&Event::SearchKept(&self.path));
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
        self.face.tell(&Event::SearchGoesOn {
            file: &self.path,
            searched: self.before,
            held: positions,
        });
        Ok(())
    }

    fn is_due(&self, entries: u64) -> bool {
        let now = self.face.now();
        let clock = &self.state().clock;
        clock.is_due(entries * BYTES_A_POSITION, self.every, now)
    }

    fn keep(&self, searched: u64, known: &mut dyn Iterator<Item = KnownPosition>) {
        let has_failed = {
            let mut state = self.state();
            if state.written_at == Some(searched) {
                return; // nothing was learnt since
            }
            state.clock.begins(self.face.now());
            state.unwritten.is_some()
        };
        let written = self.write(searched, known);
        let mut state = self.state();
        state.clock.ended(self.face.now());
        match written {
            Ok(()) => {
                state.unwritten = None;
                state.written_at = Some(searched);
            }
            Err(why) => {
                if !has_failed {
                    self.face.tell(&Event::SearchUnwritten(&self.path, &why));
                }
                state.unwritten = Some(why);
            }
        }
    }
}

/// Why what a search knew was not read.
enum Unread {
    File(FileError),
    Search(SolveError),
}

impl From<FileError> for Unread {
    fn from(error: FileError) -> Self {
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
    fn take(of: &Path, folder: &Path) -> Result<Self> {
        let mut name = std::ffi::OsString::from(".");
        name.push(of.file_name().unwrap_or_default());
        name.push(".lock");
        let path = folder.join(name);
        let fault = |why| Error::of_search(of, why);
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
                    return Err(Error::SearchInUse(of.display().to_string()));
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
