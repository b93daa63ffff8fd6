//! Law of reading a proof: no file makes the reader panic, and an entry that is read is one that the
//! writer can write.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zug_job::{Budget, Job};
use zug_tablebase::{Error, ProofFile};

fuzz_target!(|bytes: &[u8]| {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let path = folder.path().join("proof");
    std::fs::write(&path, bytes).expect("a file can be written there");
    let Ok(file) = ProofFile::open(&path, &Budget::of_bytes(64 << 20)) else { return };
    let _ = file.each_block(&Job::default(), |_| Ok::<(), Error>(()));
});
