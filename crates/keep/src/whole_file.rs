//! A file that is written whole or not at all.
//!
//! Its bytes go to a temporary file beside it, are flushed to the disk, and get their
//! name in one step. A process that is killed leaves the old file or the new one, and
//! perhaps a temporary file, `.NAME.….partial`.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The temporary file that has no name of its own yet.
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Makes a file with these bytes, one piece after the other, or puts it in the place
/// of the file that has this name.
///
/// # Errors
///
/// The system refuses.
pub fn write(path: &Path, pieces: &[&[u8]]) -> io::Result<()> {
    write_by(path, |file| {
        pieces.iter().try_for_each(|piece| file.write_all(piece))
    })
}

/// Makes a file whose bytes the work writes one after the other, or puts it in the place of
/// the file that has this name. If the work fails, nothing is changed.
pub fn write_by<E: From<io::Error>>(
    path: &Path,
    work: impl FnOnce(&mut File) -> Result<(), E>,
) -> Result<(), E> {
    // A link stays, and what it points to is replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    refuse_named_pipe(&path)?;
    if fs::metadata(&path).is_ok_and(|found| !found.is_file()) {
        // A device or a pipe is no file that could be replaced.
        let mut device = File::options().write(true).open(&path)?;
        return work(&mut device);
    }
    let folder = folder_of(&path)?;
    let mut file = begin(&path, folder)?;
    work(file.as_file_mut())?;
    // The name must not reach the disk before what it names.
    file.as_file().sync_all()?;
    finish(file, &path)?;
    // Some systems cannot open a folder; there the system brings the name to the disk
    // later.
    if let Ok(folder) = File::open(folder) {
        folder.sync_all()?;
    }
    Ok(())
}

/// Refuses a pipe that has a name of its own: to open it would take until somebody reads from it,
/// and no signal would end that. The standard output is none, even where it is a pipe.
pub fn refuse_named_pipe(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if fs::symlink_metadata(path).is_ok_and(|found| found.file_type().is_fifo()) {
            return Err(io::Error::other("it is a pipe, and not a file"));
        }
    }
    let _ = path;
    Ok(())
}

/// Removes the temporary files that runs left which were killed while they wrote this file. The
/// caller knows that no other run writes it.
pub(crate) fn remove_left(path: &Path, folder: &Path) -> io::Result<()> {
    let prefix = prefix(path);
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        let (bytes, prefix) = (name.as_encoded_bytes(), prefix.as_encoded_bytes());
        if bytes.starts_with(prefix) && bytes.ends_with(SUFFIX.as_bytes()) {
            fs::remove_file(folder.join(name))?;
        }
    }
    Ok(())
}

/// What the temporary file for a file ends with.
const SUFFIX: &str = ".partial";

/// What the name of the temporary file for a file begins with.
fn prefix(path: &Path) -> OsString {
    let mut prefix = OsString::from(".");
    prefix.push(path.file_name().unwrap_or_default());
    prefix.push(".");
    prefix
}

/// The folder of a file, which must be there.
pub fn folder_of(path: &Path) -> io::Result<&Path> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    fs::metadata(folder)?; // the error names a folder that is not there
    Ok(folder)
}

/// Removes the file that is being written. No file is begun after that, and none gets its
/// name: for whoever ends the process at once.
pub fn abandon() {
    let unfinished = unfinished();
    if let Some(path) = &*unfinished {
        // It may be gone, if writing it failed.
        let _ = fs::remove_file(path);
    }
    // Whoever writes waits for this lock until the process ends.
    std::mem::forget(unfinished);
}

fn unfinished() -> MutexGuard<'static, Option<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

fn begin(path: &Path, folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut unfinished = unfinished();
    let file = beside(path, folder)?;
    *unfinished = Some(file.path().to_owned());
    Ok(file)
}

fn finish(file: tempfile::NamedTempFile, path: &Path) -> io::Result<()> {
    let mut unfinished = unfinished();
    file.persist(path).map_err(|failed| failed.error)?;
    *unfinished = None;
    Ok(())
}

/// A temporary file in the folder, that others may read if they may read any new file.
fn beside(path: &Path, folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let prefix = prefix(path);
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(SUFFIX);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_by_all_pieces() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state");
        write(&path, &[b"old and long"]).unwrap();
        write(&path, &[b"ne", b"w"]).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("state"), folder.path().join("link"));
        write(&path, &[b"old"]).unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        write(&link, &[b"new"]).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_device_is_written_to_and_stays() {
        write(Path::new("/dev/null"), &[b"gone"]).unwrap();
        let full = write(Path::new("/dev/full"), &[b"lost"]).unwrap_err();
        assert_eq!(full.kind(), io::ErrorKind::StorageFull);
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }
}
