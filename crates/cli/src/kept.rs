//! What is kept in files (`zug-keep`), with the words, the signals and the clock of the command line.

use std::any::Any;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use indicatif::HumanCount;
use zug::{AnswerBy, Request, SolveOptions};
use zug_keep::solved::Solved;
use zug_keep::{Ending, Error, Event, Face, Place, WhyNoScratch, solved};
use zug_tablebase::Error as FileError;

use crate::memory;
use crate::message::{Kind, tell, told_time};
use crate::signal::{self, LastWill};

/// The time within which a moment for the last checkpoint must come.
const PATIENCE: Duration = Duration::from_secs(10);

/// The command line, to what is kept.
#[derive(Debug)]
struct Terminal {
    begun: Instant,
}

/// The command line, to what is kept.
pub(crate) fn face() -> Arc<dyn Face> {
    Arc::new(Terminal {
        begun: Instant::now(),
    })
}

impl Face for Terminal {
    fn now(&self) -> Duration {
        self.begun.elapsed()
    }

    fn tell(&self, event: &Event<'_>) {
        if let Some(text) = of_folder(event).or_else(|| of_checkpoint(event)) {
            tell(Kind::Note, &text);
        }
    }

    fn ask_first(&self, work: Arc<dyn Ending>) -> Box<dyn Any> {
        Box::new(signal::ask_first(Arc::new(LastCheckpoint(work))))
    }
}

/// Work that writes a last checkpoint when a signal asks it to stop.
struct LastCheckpoint(Arc<dyn Ending>);

impl LastWill for LastCheckpoint {
    fn ends_by_itself(self: Arc<Self>) -> bool {
        if !self.0.end_soon() {
            return false;
        }
        tell(
            Kind::Note,
            "the work stops once a last checkpoint is written; another signal stops it at once",
        );
        let waiting = std::thread::Builder::new().name("patience".to_owned());
        let waits = waiting.spawn(move || {
            std::thread::sleep(PATIENCE);
            self.0.give_up();
        });
        waits.is_ok()
    }
}

/// What a person reads of an event in a folder.
fn of_folder(event: &Event<'_>) -> Option<String> {
    Some(match event {
        Event::Untouched(folder) => {
            let folder = folder.display();
            format!("stopped before the work began: {folder} is as it was before this run")
        }
        Event::NoScratch(WhyNoScratch::Fits) => {
            "--scratch is not used: all positions fit into the memory".to_owned()
        }
        Event::NoScratch(WhyNoScratch::NoTiers) => {
            "--scratch is not used: these positions are not solved tier by tier".to_owned()
        }
        Event::DiskLikelyFull {
            folder,
            room,
            likely,
            positions,
        } => format!(
            "the disk of {} is likely to become full: it has room for {}, and tables of other games took {} for as \
             many positions as this game has at least ({})",
            folder.display(),
            memory::told(*room),
            memory::told(*likely),
            HumanCount(*positions),
        ),
        Event::TiersKept {
            folder, found: 0, ..
        } => {
            let folder = folder.display();
            format!("no tier was finished in {folder} by then: the next run begins anew")
        }
        Event::TiersKept {
            folder,
            found,
            solved,
        } => format!(
            "the next run with {} goes on from the tiers that are finished: the positions of {found} are found, the \
             values of {solved} are known",
            folder.display()
        ),
        _ => return None,
    })
}

/// What a person reads of a checkpoint, or of the file of a search.
fn of_checkpoint(event: &Event<'_>) -> Option<String> {
    Some(match event {
        Event::GoesOn {
            positions,
            expanded,
        } => format!(
            "the work goes on from a checkpoint with {} positions, of which {} were expanded",
            HumanCount(*positions),
            HumanCount(*expanded),
        ),
        Event::SolvedTo(plies) => {
            format!("in the checkpoint all wins and losses in at most {plies} plies are known")
        }
        Event::UnfitCheckpoint(folder) => format!(
            "a checkpoint in {} does not suit this way to solve the positions, and is not used",
            folder.display()
        ),
        Event::CheckpointUnwritten(why) => {
            format!("a checkpoint could not be written, and the work goes on without it: {why}")
        }
        Event::CheckpointKept {
            folder,
            before: Some(before),
            ..
        } => format!(
            "the next run with {} goes on from a checkpoint that was written {} before the end",
            folder.display(),
            told_time(Duration::from_secs(before.as_secs())),
        ),
        Event::CheckpointKept {
            folder,
            goes_on: true,
            ..
        } => {
            let folder = folder.display();
            format!("the next run with {folder} goes on from where this one began")
        }
        Event::CheckpointKept { folder, .. } => {
            let folder = folder.display();
            format!("no checkpoint was written to {folder} by then: the next run begins anew")
        }
        Event::SearchGoesOn {
            file,
            searched,
            held,
        } => format!(
            "the search goes on from {}: {} positions were searched by then, and something is kept of {}",
            file.display(),
            HumanCount(*searched),
            HumanCount(*held),
        ),
        Event::SearchUnwritten(file, why) => {
            let file = file.display();
            format!("{file} cannot be written now, and the search goes on: {why}")
        }
        Event::SearchLost(why) => why.to_string(),
        Event::SearchKept(file) => {
            let file = file.display();
            format!("what the search knows is in {file}, from which the next one goes on")
        }
        _ => return None,
    })
}

/// The error, as the rest of the command line knows it.
pub(crate) fn plain(error: Error) -> anyhow::Error {
    match error {
        Error::Zug(error) => error.into(),
        Error::Table(error) => error.into(),
        Error::Export(error) => error.into(),
        other => other.into(),
    }
}

/// The positions of a request, from the table in the folder, or solved and written there.
pub(crate) fn solved(
    request: &Request,
    options: &SolveOptions,
    folder: &Path,
    every: Duration,
) -> Result<Solved> {
    if options.answer_by == AnswerBy::Theorem {
        bail!("--table keeps the values of positions, and --method theorem solves none");
    }
    let face = face();
    let place = Place::new(folder, every, &face);
    solved::solved(request, options, place).map_err(plain)
}

/// The end of a command that has answered: that of the error by which the table was not
/// written, if it was not.
pub(crate) fn told(unwritten: Option<FileError>) -> Result<()> {
    unwritten.map_or(Ok(()), |error| Err(error.into()))
}

/// What to try where a table cannot be had.
pub(crate) fn advice_for_table(error: &FileError) -> Option<&'static str> {
    Some(match error {
        FileError::Absent(_) => "`zug solve GAME --table FOLDER` writes one",
        FileError::Foreign { .. } | FileError::Occupied { .. } | FileError::OtherShards { .. } => {
            "name another folder"
        }
        FileError::OfCluster(_) => {
            "`zug cluster do` goes on with them, until the folder holds a table"
        }
        FileError::NoUnits(_) => "`zug cluster begin FOLDER GAME` begins them",
        FileError::OtherProgram { .. } => "take that version, or begin again in another folder",
        FileError::InUse(_) => "wait until it is done, or name another folder",
        FileError::Damaged { .. } => "remove the folder, and solve the positions again",
        FileError::Version { .. } => {
            "solve the positions again into another folder, or take the program that wrote the \
             table"
        }
        error if error.is_full_disk() => "make room on the disk, and try again",
        _ => return None,
    })
}

/// Whether the person named a folder that is not what it should be, and nothing failed.
pub(crate) fn is_misuse_of_table(error: &FileError) -> bool {
    matches!(
        error,
        FileError::Absent(_)
            | FileError::Foreign { .. }
            | FileError::Occupied { .. }
            | FileError::OfCluster(_)
            | FileError::NoUnits(_)
            | FileError::OtherShards { .. }
    )
}

/// Whether an error is of the file of a search.
pub(crate) fn is_of_search(error: &Error) -> bool {
    matches!(
        error,
        Error::Search(_)
            | Error::SearchForeign { .. }
            | Error::SearchInUse(_)
            | Error::SearchUnwritten { .. }
    )
}

/// Whether the person named a file that is not what it should be, and nothing failed.
pub(crate) fn is_misuse(error: &Error) -> bool {
    match error {
        Error::Proof(FileError::System { source, .. }) => source.kind() == ErrorKind::NotFound,
        Error::Proof(FileError::NoProof(_))
        | Error::Search(FileError::NoSearch(_))
        | Error::SearchForeign { .. }
        | Error::OtherCounts(_)
        | Error::Finished(_)
        | Error::NoSuchUnit { .. }
        | Error::UnitNotReady(_)
        | Error::NotInShards(_)
        | Error::OtherRules(_)
        | Error::NoSuchPart { .. }
        | Error::PartNotReady(_) => true,
        _ => false,
    }
}

/// What to try where a proof or the file of a search cannot be had.
pub(crate) fn advice(error: &Error) -> Option<&'static str> {
    Some(match error {
        Error::Proof(_) if is_misuse(error) => "`zug solve GAME --proof FILE` writes a proof",
        Error::ProofUnwritten { why, .. }
            if matches!(
                why.kind(),
                ErrorKind::StorageFull | ErrorKind::QuotaExceeded
            ) =>
        {
            "make room on the disk, or name another file, and try again"
        }
        Error::UnitNotReady(_) => "`zug cluster units` lists the units that can be done",
        Error::PartNotReady(_) | Error::NoSuchPart { .. } => {
            "`zug cluster verify FOLDER --units` lists the parts that can be done"
        }
        Error::NotInShards(_) => {
            "`zug solve GAME --method tiers --table FOLDER` writes a table in sorted tiers; `zug table verify` checks any \
             table"
        }
        Error::OtherRules(_) => "name a table of a smaller board of the game",
        Error::SearchForeign { .. } | Error::Search(FileError::NoSearch(_)) => "name another file",
        Error::SearchInUse(_) => "wait until it is done, or name another file",
        Error::Search(FileError::Damaged { .. } | FileError::SearchVersion { .. }) => {
            "remove the file, or name another one: the search begins from the start then"
        }
        Error::SearchUnwritten { why, .. } if why.kind() == ErrorKind::StorageFull => {
            "make room on the disk, or name another file"
        }
        _ => return None,
    })
}
