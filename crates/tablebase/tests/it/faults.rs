//! Damage of every kind is found and named, and never misread.

use std::fs;
use std::path::Path;

use zug_game::U256;
use zug_job::{Budget, Job};
use zug_tablebase::{Error, Fault, Identity, Place, StoredTable, Writer};

use crate::round_trip::{open, write};
use crate::sample::{identity, scored, small};

/// Opens the table and reads all of it.
fn read_all(folder: &Path) -> Result<(), Error> {
    open(folder)?.check(&Job::default()).map(drop)
}

/// The names of the files of a table.
fn files(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| name != "lock").collect();
    names.sort();
    names
}

/// Whether an error is about this file, as the person reads it.
fn names_file(error: &Error, name: &str) -> bool {
    error.to_string().contains(name)
}

#[test]
fn a_flipped_bit_in_any_byte_of_any_file_is_found() {
    for sample in [small(300), scored(300)] {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), &sample);
        let names = files(folder.path());
        assert_eq!(names.len(), 5);
        for name in names {
            let path = folder.path().join(&name);
            let whole = fs::read(&path).unwrap();
            for place in 0..whole.len() {
                let mut damaged = whole.clone();
                damaged[place] ^= 1 << (place % 8);
                fs::write(&path, damaged).unwrap();
                let error = read_all(folder.path()).unwrap_err();
                assert!(names_file(&error, &name), "byte {place} of {name}: {error}");
            }
            fs::write(&path, whole).unwrap();
            read_all(folder.path()).unwrap();
        }
    }
}

#[test]
fn a_damaged_block_is_named_when_it_is_looked_at_and_other_blocks_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let sample = small(10_000);
    write(folder.path(), &sample);
    let path = folder.path().join("00000-00000.outcomes");
    let mut bytes = fs::read(&path).unwrap();
    // The footer has the place of the directory, whose second entry has that of the block.
    let number = |bytes: &[u8], place: usize| {
        u64::from_le_bytes(bytes[place..place + 8].try_into().unwrap()) as usize
    };
    let directory = number(&bytes, bytes.len() - 40);
    let block = number(&bytes, directory + 56 + 32);
    bytes[block] ^= 4;
    fs::write(&path, &bytes).unwrap();
    let stored = open(folder.path()).unwrap();
    let keys: Vec<U256> = sample.cells.keys().copied().collect();
    let error = stored.cell(keys[3000]).unwrap_err();
    let Error::Damaged { place, fault, .. } = &error else {
        panic!("{error}");
    };
    assert_eq!((*place, *fault), (Place::Block(1), Fault::Checksum));
    let message = "00000-00000.outcomes is damaged: block 1 does not have the checksum that was \
                   written";
    assert!(error.to_string().ends_with(message), "{error}");
    assert!(stored.cell(keys[1]).unwrap().is_some());
    assert!(stored.cell(keys[9000]).unwrap().is_some());
}

#[test]
fn a_file_that_is_too_short_or_too_long_is_found_at_every_length() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &scored(300));
    for name in files(folder.path()) {
        let path = folder.path().join(&name);
        let whole = fs::read(&path).unwrap();
        for length in 0..whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let error = read_all(folder.path()).unwrap_err();
            assert!(names_file(&error, &name), "{length} of {name}: {error}");
        }
        let mut longer = whole.clone();
        longer.push(b' ');
        fs::write(&path, longer).unwrap();
        assert!(read_all(folder.path()).is_err());
        fs::remove_file(&path).unwrap();
        assert!(read_all(folder.path()).is_err(), "without {name}");
        fs::write(&path, whole).unwrap();
    }
}

#[test]
fn a_file_of_another_table_is_found() {
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (sample, mut other) = (small(300), small(300));
    // Of the same size, of the same rules, with other values.
    for cell in other.cells.values_mut() {
        cell.plies ^= 2 * u32::from(cell.plies > 100);
    }
    write(one.path(), &sample);
    write(two.path(), &other);
    let name = "00000-00000.remoteness";
    fs::copy(two.path().join(name), one.path().join(name)).unwrap();
    let error = open(one.path()).unwrap_err();
    assert!(names_file(&error, name), "{error}");
    // In the place of another stream of its own table.
    let nimbers = two.path().join("00000-00000.nimbers");
    fs::copy(nimbers, two.path().join(name)).unwrap();
    let error = open(two.path()).unwrap_err();
    let Error::Damaged { place, fault, .. } = error else {
        panic!("{error}");
    };
    assert_eq!((place, fault), (Place::Header, Fault::Stranger));
}

#[test]
fn a_table_of_something_else_is_refused_with_what_differs() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &small(10));
    let of = |change: &dyn Fn(&mut Identity)| {
        let mut wanted = identity();
        change(&mut wanted);
        let opened = StoredTable::open_of(folder.path(), &wanted, &Budget::unlimited());
        let message = opened.unwrap_err().to_string();
        message.split_once(" is of ").unwrap().1.to_owned()
    };
    assert_eq!(of(&|of| of.game = "nim".into()), "sample, and not of nim");
    assert!(of(&|of| of.rules.push(' ')).contains("rules of sample with the hash"));
    assert_eq!(
        of(&|of| of.parameters[0].1 = "4".into()),
        "sample n=3, and not of sample n=4"
    );
    assert!(of(&|of| of.play = "misere".into()).contains("misere"));
    assert!(of(&|of| of.position = "at=2".into()).contains("at=2"));
    assert!(of(&|of| of.scope = "all".into()).contains("scope all"));
    assert!(of(&|of| of.symmetries = 1).contains("positions kept without symmetries"));
    assert!(of(&|of| of.landmarks[0] = "2".into()).contains("another program"));
    open(folder.path()).unwrap();
}

#[test]
fn scores_of_another_table_and_a_manifest_that_contradicts_them_are_found() {
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (sample, mut other) = (scored(300), scored(300));
    for cell in other.cells.values_mut() {
        let score = cell.score.unwrap();
        cell.score = Some(score + score.signum());
    }
    write(one.path(), &sample);
    write(two.path(), &other);
    let manifest = |folder: &Path| fs::read(folder.join("manifest.json")).unwrap();
    // Scores that are those of nothing else in the table.
    let name = "00000-00000.scores";
    let own = fs::read(one.path().join(name)).unwrap();
    fs::copy(two.path().join(name), one.path().join(name)).unwrap();
    let error = open(one.path()).unwrap_err();
    assert!(names_file(&error, name), "{error}");
    fs::write(one.path().join(name), own).unwrap();
    read_all(one.path()).unwrap();
    // A manifest with a wrong range, sealed anew.
    let text = String::from_utf8(manifest(one.path())).unwrap();
    let change = |from: &str, to: &str| {
        assert!(text.contains(from), "{text}");
        let zeros = format!("\"checksum\": \"{}\"", "0".repeat(16));
        let begin = "{\n  ".len();
        let rest = text[begin + zeros.len()..].replace(from, to);
        let zeroed = format!("{{\n  {zeros}{rest}");
        let sum = format!("{:016x}", xxhash_rust::xxh3::xxh3_64(zeroed.as_bytes()));
        let sealed = zeroed.replacen(&"0".repeat(16), &sum, 1);
        fs::write(one.path().join("manifest.json"), sealed).unwrap();
        read_all(one.path()).unwrap_err()
    };
    let name = "manifest.json";
    let range = open(one.path()).unwrap().manifest().scores.unwrap();
    let largest = |score: i64| format!("\"largest\": {score}");
    let wrong = [
        (&*largest(range.largest), &*largest(range.largest - 1)),
        ("\"version\": 3", "\"version\": 2"),
        ("scores\": {", "points\": {"),
    ];
    for (from, to) in wrong {
        let error = change(from, to);
        assert!(names_file(&error, name), "{error}");
    }
}

#[test]
fn another_version_is_told_as_such() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &small(10));
    let path = folder.path().join("manifest.json");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("\"version\": 2", "\"version\": 8")).unwrap();
    let error = open(folder.path()).unwrap_err();
    assert!(
        matches!(
            error,
            Error::Version {
                found: 8,
                read: 7,
                ..
            }
        ),
        "{error}"
    );
}

#[test]
fn a_folder_without_a_manifest_has_no_table() {
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(open(folder.path()), Err(Error::Absent(_))));
    assert!(matches!(
        open(&folder.path().join("none")),
        Err(Error::Absent(_))
    ));
    write(folder.path(), &small(10));
    fs::remove_file(folder.path().join("manifest.json")).unwrap();
    assert!(matches!(open(folder.path()), Err(Error::Absent(_))));
    // Whoever writes next writes a whole table over what is left.
    write(folder.path(), &small(20));
    open(folder.path()).unwrap();
}

#[test]
fn two_runs_do_not_write_into_one_folder() {
    let folder = tempfile::tempdir().unwrap();
    let one = Writer::new(folder.path(), &identity()).unwrap();
    let error = Writer::new(folder.path(), &identity()).unwrap_err();
    assert!(matches!(error, Error::InUse(_)));
    let message = "another run of this program writes into";
    assert!(error.to_string().starts_with(message), "{error}");
    drop(one);
    Writer::new(folder.path(), &identity()).unwrap();
}
