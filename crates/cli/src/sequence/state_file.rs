//! The file of `--save`: always whole, whatever ends the process.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use zug_solve::impartial::heaps::{Saved, Sequence};

use super::{FileFault, SequenceError};
use crate::whole_file;

/// The time between two states is so many times that of writing one, at least.
const WORK_TO_WRITING: u32 = 20;

/// Where the state of a sequence is written now and then.
pub(crate) struct StateFile {
    path: PathBuf,
    every: Duration,
    /// When it is written next; never, if that is further than the clock goes.
    due: Option<Instant>,
    /// So many heaps were known when the file was written or read last.
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

    /// What it holds; nothing if there is no such file.
    pub(crate) fn read(&mut self) -> Result<Option<Saved>, SequenceError> {
        let fault = |source| self.fault(FileFault::Read, source);
        match fs::metadata(&self.path) {
            Ok(found) if found.is_file() => {}
            Ok(_) => return Err(fault(io::Error::other("it is no plain file"))),
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

    /// Writes the state if it is time to.
    pub(crate) fn write_if_due(&mut self, sequence: &Sequence) -> Result<(), SequenceError> {
        match self.due {
            Some(due) if Instant::now() >= due => self.write(sequence),
            _ => Ok(()),
        }
    }

    /// Writes the state, unless the file holds it.
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
