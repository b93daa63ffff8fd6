//! The room of the disk that holds a folder.

use std::fs;
use std::path::Path;

/// The bytes that files of this folder can have in all: those that they have now, and those that
/// are free on the disk for this user. Returns `None` where the system does not tell. The folder
/// need not be there yet.
#[must_use]
pub fn room(folder: &Path) -> Option<u64> {
    let there = folder.ancestors().find(|above| above.exists());
    let there = match there {
        Some(there) if there.as_os_str().is_empty() => Path::new("."),
        Some(there) => there,
        None => Path::new("."),
    };
    let free = fs4::available_space(there).ok()?;
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let held = files.filter_map(|file| Some(file.metadata().ok()?.len()));
    Some(free.saturating_add(held.sum()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_is_not_there_has_the_room_of_its_disk() {
        let folder = tempfile::tempdir().unwrap();
        let here = room(folder.path()).unwrap();
        assert!(here > 0);
        assert!(room(&folder.path().join("new/folder")).is_some());
        assert!(room(Path::new("new-folder")).is_some());
        fs::write(folder.path().join("file"), vec![1; 1 << 20]).unwrap();
        // Others write too, so that little can be said of what is free.
        assert!(room(folder.path()).unwrap() > 1 << 20);
    }
}
