//! The file of `--save`: it always holds a whole state, however the process ends.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use zug_keep::whole_file;
use zug_sequences::{Saved, Sequence};

use super::{FileFault, SequenceError};

/// The time between two states is at least this many times the time of writing one.
const WORK_TO_WRITING: u32 = 20;

/// The file to which the state of a sequence is written now and then.
pub(crate) struct StateFile {
    path: PathBuf,
    every: Duration,
    /// The time at which the state is written next; `None` if that is beyond what the
    /// clock can tell.
    due: Option<Instant>,
    /// The number of heaps in the state that was last written or read.
    holds: Option<u64>,
}

impl StateFile {
    pub(crate) fn new(path: &Path, every: Duration) -> Self {
        Self {
            path: path.to_owned(),
            every,
            due: Some(Instant::now()),
            holds: None,
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The state in the file; `None` if there is no such file.
    pub(crate) fn read(&mut self) -> Result<Option<Saved>, SequenceError> {
        let fault = |source| self.fault(FileFault::Read, source);
        match fs::metadata(&self.path) {
            Ok(found) if found.is_file() => {}
            Ok(_) => return Err(fault(io::Error::other("it is not a regular file"))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(fault(error)),
        }
        let bytes = fs::read(&self.path).map_err(fault)?;
        let saved = Saved::from_bytes(bytes).map_err(|source| SequenceError::Saved {
            path: self.path.clone(),
            source,
        })?;
        self.holds = Some(saved.known);
        self.due = Instant::now().checked_add(self.every);
        Ok(Some(saved))
    }

    /// Writes the state if it is due.
    pub(crate) fn write_if_due(&mut self, sequence: &Sequence) -> Result<(), SequenceError> {
        match self.due {
            Some(due) if Instant::now() >= due => self.write(sequence),
            _ => Ok(()),
        }
    }

    /// Writes the state, unless the file already holds it.
    pub(crate) fn write(&mut self, sequence: &Sequence) -> Result<(), SequenceError> {
        if self.holds == Some(sequence.known()) {
            return Ok(());
        }
        let begin = Instant::now();
        let saved = sequence.save().ok_or(SequenceError::Unsaveable {
            method: sequence.method(),
        })?;
        let [before, after] = saved.around();
        whole_file::write(&self.path, &[&before, &saved.engine, &after])
            .map_err(|source| self.fault(FileFault::Written, source))?;
        self.holds = Some(saved.known);
        let now = Instant::now();
        self.due = now.checked_add(self.every.max(WORK_TO_WRITING * (now - begin)));
        Ok(())
    }

    fn fault(&self, fault: FileFault, source: io::Error) -> SequenceError {
        SequenceError::File {
            path: self.path.clone(),
            fault,
            source,
        }
    }
}
