//! Files that are complete or absent, and the lock of a folder.
//!
//! A file is written under a temporary name (`NAME.partial`), flushed to the disk (fsync), and
//! gets its name in one step (rename); then the folder is flushed to the disk, because the name
//! stands there. Whoever kills the process or cuts the power leaves the whole file or none. A
//! temporary file that is left is worth nothing, and is removed by whoever writes next.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::error::Error;

const PARTIAL: &str = ".partial";
const LOCK: &str = "lock";

/// What stands in a temporary name between the name of the file and a number that is another one
/// for each process.
const TAG: char = '~';

/// The name that a file is to have, from its temporary name; any other name is returned as it is.
pub(crate) fn whole_name(name: &str) -> &str {
    match name.strip_suffix(PARTIAL) {
        Some(name) => name.split_once(TAG).map_or(name, |(name, _)| name),
        None => name,
    }
}

/// Opens a plain file. To open a pipe would take until somebody writes to it, and no signal would
/// end that.
pub(crate) fn open_plain(path: &Path) -> io::Result<File> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is no plain file"));
    }
    File::open(path)
}

/// A file that has no name of its own yet. It is removed when it is dropped before it has
/// one.
#[derive(Debug)]
pub(crate) struct PartialFile {
    file: BufWriter<File>,
    partial: PathBuf,
    path: PathBuf,
    has_name: bool,
}

impl PartialFile {
    /// Begins a file of the folder.
    pub(crate) fn create(folder: &Path, name: &str) -> Result<Self, Error> {
        Self::create_as(folder, name, &format!("{name}{PARTIAL}"))
    }

    /// Begins a file of the folder that other processes, on other machines too, may begin at the
    /// same time. Whoever ends last gives it its name.
    pub(crate) fn create_among_others(folder: &Path, name: &str) -> Result<Self, Error> {
        // The hasher's keys come from the system's source of random numbers.
        let random = RandomState::new().hash_one(name);
        Self::create_as(folder, name, &format!("{name}{TAG}{random:016x}{PARTIAL}"))
    }

    fn create_as(folder: &Path, name: &str, partial: &str) -> Result<Self, Error> {
        let partial = folder.join(partial);
        let file = File::create(&partial).map_err(|why| Error::system("create", &partial, why))?;
        Ok(Self {
            file: BufWriter::with_capacity(1 << 16, file),
            path: folder.join(name),
            partial,
            has_name: false,
        })
    }

    /// The path that the file will have.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Brings the file to the disk and gives it its name, in the place of any file that had
    /// it.
    pub(crate) fn finish(mut self) -> Result<(), Error> {
        // The name must not reach the disk before what it names.
        let flushed = self.file.flush();
        let synced = flushed.and_then(|()| self.file.get_ref().sync_all());
        synced.map_err(|why| Error::system("write", &self.path, why))?;
        self.name()?;
        let folder = self.path.parent().unwrap_or(Path::new("."));
        sync_folder(folder)
    }

    /// Gives the file its name, in the place of any file that had it. It is for a file that
    /// need not outlive the machine.
    pub(crate) fn finish_unsynced(mut self) -> Result<(), Error> {
        let flushed = self.file.flush();
        flushed.map_err(|why| Error::system("write", &self.path, why))?;
        self.name()
    }

    fn name(&mut self) -> Result<(), Error> {
        fs::rename(&self.partial, &self.path)
            .map_err(|why| Error::system("write", &self.path, why))?;
        self.has_name = true;
        Ok(())
    }
}

impl Write for PartialFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for PartialFile {
    fn drop(&mut self) {
        if !self.has_name {
            // Whoever writes next removes it where this fails.
            let _ = fs::remove_file(&self.partial);
        }
    }
}

/// Brings the names of a folder's files to the disk.
pub(crate) fn sync_folder(folder: &Path) -> Result<(), Error> {
    // Some systems cannot open a folder; there the system brings the names to the disk later.
    let Ok(opened) = File::open(folder) else {
        return Ok(());
    };
    opened
        .sync_all()
        .map_err(|why| Error::system("bring to the disk", folder, why))
}

/// A folder that this process alone writes into, until the lock is dropped.
///
/// The system gives the lock back when the process ends, however it ends.
#[derive(Debug)]
pub(crate) struct Lock {
    /// Held open for its lock.
    _file: File,
}

impl Lock {
    /// Makes the folder if it is not there, takes its lock and removes temporary files that
    /// an earlier run left.
    pub(crate) fn take(folder: &Path) -> Result<Self, Error> {
        fs::create_dir_all(folder).map_err(|why| Error::system("create", folder, why))?;
        let lock = Self::of_file(folder, File::options().create(true))?;
        for name in names(folder)? {
            if name.ends_with(PARTIAL) {
                let left = folder.join(name);
                fs::remove_file(&left).map_err(|why| Error::system("remove", &left, why))?;
            }
        }
        Ok(lock)
    }

    /// Takes the lock of a folder that has the file of its lock.
    pub(crate) fn take_there(folder: &Path) -> Result<Self, Error> {
        Self::of_file(folder, &mut File::options())
    }

    fn of_file(folder: &Path, options: &mut OpenOptions) -> Result<Self, Error> {
        let path = folder.join(LOCK);
        let opened = options.truncate(false).write(true).open(&path);
        let file = opened.map_err(|why| Error::system("open", &path, why))?;
        match file.try_lock() {
            Ok(()) => Ok(Self { _file: file }),
            Err(TryLockError::WouldBlock) => Err(Error::InUse(folder.to_owned())),
            Err(TryLockError::Error(why)) => Err(Error::system("lock", &path, why)),
        }
    }
}

/// Removes a file, if it is there.
pub(crate) fn remove_if_there(path: &Path) -> Result<(), Error> {
    match fs::remove_file(path) {
        Err(why) if why.kind() != io::ErrorKind::NotFound => {
            Err(Error::system("remove", path, why))
        }
        _ => Ok(()),
    }
}

/// The names of the files of a folder, but for that of its lock.
pub(crate) fn names(folder: &Path) -> Result<Vec<String>, Error> {
    let fault = |why| Error::system("read", folder, why);
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(fault)? {
        let name = entry.map_err(fault)?.file_name();
        let name = name.to_string_lossy().into_owned();
        if name != LOCK {
            names.push(name);
        }
    }
    names.sort_unstable();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_not_finished_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let mut file = PartialFile::create(folder.path(), "a").unwrap();
        file.write_all(b"half").unwrap();
        file.flush().unwrap();
        assert_eq!(names(folder.path()).unwrap(), ["a.partial"]);
        drop(file);
        assert!(names(folder.path()).unwrap().is_empty());
        let mut file = PartialFile::create(folder.path(), "a").unwrap();
        file.write_all(b"whole").unwrap();
        file.finish().unwrap();
        assert_eq!(fs::read(folder.path().join("a")).unwrap(), b"whole");
        assert_eq!(names(folder.path()).unwrap(), ["a"]);
    }

    #[test]
    fn a_folder_has_one_writer_and_what_a_dead_one_left_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new");
        let lock = Lock::take(&path).unwrap();
        fs::write(path.join("b.partial"), b"left").unwrap();
        fs::write(path.join("b"), b"kept").unwrap();
        assert!(matches!(Lock::take(&path), Err(Error::InUse(_))));
        assert_eq!(names(&path).unwrap().len(), 2);
        drop(lock);
        let _lock = Lock::take(&path).unwrap();
        assert_eq!(names(&path).unwrap(), ["b"]);
    }
}
