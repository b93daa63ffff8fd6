//! A store of tiers on disk: what was finished is there after the process is gone, and nothing
//! else is.

use std::fs;
use std::path::Path;

use zug_game::U256;
use zug_job::{Budget, Job};
use zug_solve::strong::tiers::store::{Block, Store, Stream};
use zug_solve::table::Counts;
use zug_tablebase::{Error, TierStore, Writer};

use crate::sample::identity;

fn begin(folder: &Path) -> TierStore {
    let writer = Writer::new(folder, &identity()).unwrap();
    TierStore::new(writer, &Budget::unlimited()).unwrap()
}

fn finished(folder: &Path) -> Result<TierStore, Error> {
    TierStore::open_of(folder, &identity(), &Budget::unlimited())
}

/// What the block with a number has, of a stream.
fn block(number: u32) -> (Block, Vec<u8>) {
    let count = number % 3 + 1;
    let first = U256::from(number) * 100;
    (Block { first, count }, vec![number as u8; 50])
}

/// Writes a stream of this number of blocks.
fn write(store: &TierStore, stream: Stream, blocks: u32) {
    let mut writer = store.create(stream).unwrap();
    for number in 0..blocks {
        let (block, bytes) = block(number);
        writer.write(block, &bytes).unwrap();
    }
    writer.finish(blocks.into()).unwrap();
}

/// Whether a stream has these blocks, or is absent.
fn is(store: &TierStore, stream: Stream, blocks: Option<u32>) {
    let reader = store.open(stream).unwrap();
    assert_eq!(reader.is_some(), blocks.is_some(), "{stream}");
    let Some((reader, blocks)) = reader.zip(blocks) else {
        return;
    };
    assert_eq!(reader.note(), u64::from(blocks));
    assert_eq!(reader.blocks().len(), blocks as usize);
    let mut read = b"before".to_vec();
    for number in (0..blocks).rev() {
        let (block, bytes) = block(number);
        assert_eq!(reader.blocks()[number as usize], block);
        reader.read(number as usize, &mut read).unwrap();
        assert_eq!(read, bytes);
    }
}

#[test]
fn a_stream_is_absent_until_it_is_finished() {
    let folder = tempfile::tempdir().unwrap();
    let store = begin(folder.path());
    let (keys, values) = (Stream::keys(3), Stream::values(3));
    let mut dropped = store.create(keys).unwrap();
    dropped.write(block(0).0, &block(0).1).unwrap();
    is(&store, keys, None);
    drop(dropped);
    is(&store, keys, None);
    write(&store, keys, 5);
    is(&store, keys, Some(5));
    is(&store, values, None);
    write(&store, values, 0);
    is(&store, values, Some(0));
    assert!(store.held_bytes() > 0);
}

#[test]
fn a_later_run_finds_what_an_earlier_one_has_finished() {
    let folder = tempfile::tempdir().unwrap();
    let store = begin(folder.path());
    write(&store, Stream::keys(0), 4);
    write(&store, Stream::keys(1), 7);
    let mut unfinished = store.create(Stream::keys(2)).unwrap();
    unfinished.write(block(0).0, &block(0).1).unwrap();
    // The process is killed: nothing is dropped.
    std::mem::forget(unfinished);
    drop(store);
    assert!(matches!(finished(folder.path()), Err(Error::Absent(_))));

    let store = begin(folder.path());
    is(&store, Stream::keys(0), Some(4));
    is(&store, Stream::keys(1), Some(7));
    is(&store, Stream::keys(2), None);
    write(&store, Stream::keys(2), 1);
    for (tier, blocks) in [(2, 1), (1, 7), (0, 4)] {
        write(&store, Stream::values(tier), blocks);
    }
    let manifest = store.finish(Counts::default(), None, false).unwrap();
    assert_eq!(manifest.files.len(), 6);
    drop(store);

    let store = finished(folder.path()).unwrap();
    is(&store, Stream::keys(1), Some(7));
    is(&store, Stream::values(2), Some(1));
    is(&store, Stream::values(3), None);
    assert!(store.create(Stream::keys(3)).is_err());
    let checked = store.check(&Job::default()).unwrap();
    assert_eq!((checked.files, checked.blocks), (6, 24));
    assert!(manifest.is_in_tiers());
}

#[test]
fn the_streams_of_something_else_are_refused_before_they_are_read() {
    let folder = tempfile::tempdir().unwrap();
    write(&begin(folder.path()), Stream::keys(0), 4);
    let mut other = identity();
    other.parameters[0].1 = "4".to_owned();
    let error = Writer::new(folder.path(), &other).unwrap_err();
    assert!(matches!(error, Error::Foreign { .. }), "{error}");
    is(&begin(folder.path()), Stream::keys(0), Some(4));
    // Streams that nothing is said of are of nothing.
    fs::remove_file(folder.path().join("unfinished.json")).unwrap();
    is(&begin(folder.path()), Stream::keys(0), None);
}

#[test]
fn a_stream_of_something_else_among_those_of_a_run_is_refused() {
    let (folder, others) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut other = identity();
    other.parameters[0].1 = "4".to_owned();
    let writer = Writer::new(others.path(), &other).unwrap();
    let keys = Stream::keys(0);
    write(
        &TierStore::new(writer, &Budget::unlimited()).unwrap(),
        keys,
        4,
    );
    drop(begin(folder.path()));
    let name = "00000-00000.packed";
    fs::copy(others.path().join(name), folder.path().join(name)).unwrap();
    let error = begin(folder.path()).open(keys).unwrap_err();
    assert!(
        error.to_string().contains("belongs to another table"),
        "{error}"
    );
}

#[test]
fn damage_in_any_byte_of_a_stream_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let store = begin(folder.path());
    write(&store, Stream::keys(0), 6);
    write(&store, Stream::values(0), 6);
    store.finish(Counts::default(), None, false).unwrap();
    drop(store);
    let read = || finished(folder.path())?.check(&Job::default());
    read().unwrap();
    for name in ["00000-00000.packed", "00000-00000.cells"] {
        let path = folder.path().join(name);
        let whole = fs::read(&path).unwrap();
        for place in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[place] ^= 1 << (place % 8);
            fs::write(&path, damaged).unwrap();
            let error = read().unwrap_err();
            assert!(error.to_string().contains(name), "byte {place}: {error}");
            fs::write(&path, &whole[..place]).unwrap();
            let error = read().unwrap_err();
            assert!(error.to_string().contains(name), "length {place}: {error}");
        }
        fs::write(&path, whole).unwrap();
    }
}

#[test]
fn scratch_tiers_are_gone_with_their_store() {
    let place = tempfile::tempdir().unwrap();
    let scratch = || TierStore::scratch(place.path(), &Budget::unlimited()).unwrap();
    let (store, other) = (scratch(), scratch());
    write(&store, Stream::keys(0), 4);
    is(&store, Stream::keys(0), Some(4));
    is(&other, Stream::keys(0), None);
    // Nothing is left that could be a table.
    assert!(matches!(
        store.finish(Counts::default(), None, false),
        Err(Error::Absent(_))
    ));
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 2);
    drop((store, other));
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
}
