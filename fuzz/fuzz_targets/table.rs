//! Law of reading a table: whatever bytes of its files are changed, a reader does not panic, and what
//! it reads is what was written, or an error.
#![no_main]

#[path = "../../crates/tablebase/tests/it/sample.rs"]
#[allow(dead_code, clippy::unwrap_used)]
mod sample;

use std::fs;
use std::path::Path;

use libfuzzer_sys::fuzz_target;
use zug_job::{Budget, Job};
use zug_tablebase::{StoredTable, Writer};

use sample::{identity, scored, small};

/// The number of positions of a table.
const POSITIONS: u128 = 300;

// Each change is a file, a place in the file, and what stands there afterwards.
fuzz_target!(|input: (bool, Vec<(u8, u16, u8)>)| {
    let (has_scores, changes) = input;
    let sample = if has_scores { scored(POSITIONS) } else { small(POSITIONS) };
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let writer = Writer::new(folder.path(), &identity()).expect("the folder is empty");
    writer.write(&sample, None, &Job::default()).expect("the table is written");
    for (file, place, byte) in changes {
        change(folder.path(), file, place, byte);
    }
    let Ok(stored) = StoredTable::open(folder.path(), &Budget::of_bytes(64 << 20)) else { return };
    let is_whole = stored.check(&Job::default()).is_ok();
    for (key, cell) in &sample.cells {
        match stored.cell(*key) {
            Ok(read) => assert_eq!(read, Some(*cell), "position {key:?}"),
            Err(error) => assert!(!is_whole, "{error}"),
        }
    }
});

/// Changes a byte of a file, or puts it behind the last one.
fn change(folder: &Path, file: u8, place: u16, byte: u8) {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let path = &paths[usize::from(file) % paths.len()];
    let mut bytes = fs::read(path).expect("the file is there");
    match usize::from(place) % (bytes.len() + 1) {
        end if end == bytes.len() => bytes.push(byte),
        place => bytes[place] = byte,
    }
    fs::write(path, bytes).expect("the file can be written");
}
