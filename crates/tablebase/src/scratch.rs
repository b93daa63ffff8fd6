//! A folder for what does not fit into the memory and need not outlive the process.
//!
//! Each process makes a folder of its own inside the folder that the person names, and removes
//! it when the work ends. A process that is killed leaves its folder behind. The next one that
//! is given the same place finds that nobody holds the lock there any more, and removes it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::durable::{self, Lock};
use crate::error::Error;

/// What the names of these folders begin with.
const PREFIX: &str = "zug-scratch-";

/// What the name of a folder begins with that has no lock yet.
const NEW: &str = "zug-new-scratch-";

/// A folder that is removed when it is dropped.
#[derive(Debug)]
pub(crate) struct ScratchFolder {
    path: PathBuf,
    _lock: Lock,
}

impl ScratchFolder {
    /// Makes a folder inside this one, which is made too if it is not there. Removes the
    /// folders that processes left there that were killed.
    pub(crate) fn create(place: &Path) -> Result<Self, Error> {
        fs::create_dir_all(place).map_err(|why| Error::system("create", place, why))?;
        remove_left(place)?;
        let names = (0..).map(|number| format!("{}-{number}", std::process::id()));
        for name in names {
            let new = place.join(format!("{NEW}{name}"));
            let path = place.join(format!("{PREFIX}{name}"));
            if path.exists() {
                continue;
            }
            match fs::create_dir(&new) {
                Ok(()) => {}
                Err(why) if why.kind() == std::io::ErrorKind::AlreadyExists => continue,
                Err(why) => return Err(Error::system("create", &new, why)),
            }
            // It gets its name once it is locked, so that nobody takes it for one that was
            // left behind.
            let lock = Lock::take(&new)?;
            fs::rename(&new, &path).map_err(|why| Error::system("rename", &new, why))?;
            return Ok(Self { path, _lock: lock });
        }
        unreachable!("there is a number for every folder")
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for ScratchFolder {
    fn drop(&mut self) {
        // Where this fails, the next process that is given the same place removes it.
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Removes the folders that nobody holds any more.
fn remove_left(place: &Path) -> Result<(), Error> {
    for name in durable::names(place)? {
        let path = place.join(&name);
        if !name.starts_with(PREFIX) || !path.is_dir() {
            continue;
        }
        // Whoever holds the lock, or may have removed the folder since, is left alone.
        if let Ok(_lock) = Lock::take_there(&path) {
            let _ = fs::remove_dir_all(&path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_there_as_long_as_it_is_held() {
        let place = tempfile::tempdir().unwrap();
        let place = place.path().join("new");
        let one = ScratchFolder::create(&place).unwrap();
        let two = ScratchFolder::create(&place).unwrap();
        fs::write(one.path().join("a"), b"something").unwrap();
        assert_ne!(one.path(), two.path());
        assert!(one.path().join("a").exists());
        drop((one, two));
        assert_eq!(fs::read_dir(&place).unwrap().count(), 0);
    }

    #[test]
    fn what_a_dead_process_left_is_removed_and_nothing_else() {
        let place = tempfile::tempdir().unwrap();
        let left = place.path().join(format!("{PREFIX}1-0"));
        fs::create_dir(&left).unwrap();
        fs::write(left.join("lock"), b"").unwrap();
        fs::write(left.join("00001-00000.keys"), b"left").unwrap();
        let other = place.path().join("mine");
        fs::create_dir(&other).unwrap();
        let without_lock = place.path().join(format!("{PREFIX}of-mine"));
        fs::create_dir(&without_lock).unwrap();
        let held = ScratchFolder::create(place.path()).unwrap();
        let again = ScratchFolder::create(place.path()).unwrap();
        assert!(!left.exists());
        assert!(other.exists() && without_lock.exists());
        assert!(held.path().exists() && again.path().exists());
    }
}
