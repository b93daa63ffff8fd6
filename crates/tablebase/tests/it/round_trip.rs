//! A table that was written and opened is the table that was written.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use zug_game::U256;
use zug_job::{Budget, Job};
use zug_solve::table::{Entry, Table};
use zug_tablebase::{Cell, Ending, Error, Kind, StoredTable, Writer};

use crate::sample::{Sample, gaining, identity, scored, small};

pub(crate) fn write(folder: &Path, sample: &Sample) {
    let writer = Writer::new(folder, &identity()).unwrap();
    let job = Job::default();
    writer.write(sample, None, &job).unwrap();
}

pub(crate) fn open(folder: &Path) -> Result<StoredTable, Error> {
    StoredTable::open_of(folder, &identity(), &Budget::unlimited())
}

/// Whether a stored table says what the sample says, in every way of asking.
pub(crate) fn equals(stored: &StoredTable, sample: &Sample) -> Result<(), Error> {
    assert_eq!(stored.len(), sample.len());
    assert_eq!(stored.has_scores(), sample.has_scores());
    for (key, cell) in &sample.cells {
        assert_eq!(stored.cell(*key)?, Some(*cell), "{key}");
        assert_eq!(stored.find(key)?, Some(cell.value()));
        assert_eq!(stored.nimber(key)?, sample.nimber(key)?);
        assert_eq!(stored.score(key)?, sample.score(key)?);
        for near in [key.wrapping_sub(U256::ONE), key.wrapping_add(U256::ONE)] {
            assert_eq!(stored.cell(near)?, sample.cells.get(&near).copied());
        }
    }
    let mut all: Vec<Entry<U256>> = Vec::new();
    stored.each_block(&mut |block| {
        all.extend(block);
        ControlFlow::Continue(())
    })?;
    let known = sample.cells.iter();
    let known: Vec<Entry<U256>> = known.map(|(key, cell)| cell.entry(*key)).collect();
    assert_eq!(all, known);
    for (place, entry) in all.iter().enumerate() {
        assert_eq!(stored.place(entry.position())?, Some(place as u64));
        assert_eq!(stored.entry(place as u64)?, Some(*entry));
    }
    assert_eq!(stored.entry(stored.len())?, None);
    assert_eq!(stored.counts()?, sample.counts()?);
    assert_eq!(stored.check(&Job::default())?.positions, sample.len());
    Ok(())
}

#[test]
fn a_table_is_read_as_it_was_written() {
    for count in [1, 2, 5, 100, 2047, 2048, 2049, 10_000] {
        let folder = tempfile::tempdir().unwrap();
        let sample = small(count);
        write(folder.path(), &sample);
        equals(&open(folder.path()).unwrap(), &sample).unwrap();
    }
}

#[test]
fn an_empty_table_is_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let sample = Sample::default();
    write(folder.path(), &sample);
    let stored = open(folder.path()).unwrap();
    equals(&stored, &sample).unwrap();
    assert_eq!(stored.cell(U256::ZERO).unwrap(), None);
}

#[test]
fn a_table_without_nimbers_has_no_file_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let mut sample = small(100);
    for cell in sample.cells.values_mut() {
        cell.nimber = None;
    }
    write(folder.path(), &sample);
    let stored = open(folder.path()).unwrap();
    equals(&stored, &sample).unwrap();
    let files = stored.manifest().files.iter();
    assert_eq!(files.count(), 3);
}

#[test]
fn a_table_with_scores_is_read_as_it_was_written_and_has_a_version_of_its_own() {
    for count in [1, 2, 5, 100, 2047, 2048, 2049, 10_000] {
        let folder = tempfile::tempdir().unwrap();
        let sample = scored(count);
        write(folder.path(), &sample);
        let stored = open(folder.path()).unwrap();
        equals(&stored, &sample).unwrap();
        let manifest = stored.manifest();
        let scores = sample.cells.values().filter_map(|cell| cell.score);
        let range = manifest.scores.unwrap();
        assert_eq!(scores.clone().min(), Some(range.least));
        assert_eq!(scores.max(), Some(range.largest));
        let last = manifest.files.last().unwrap();
        assert_eq!((manifest.files.len(), last.stream.kind), (4, Kind::Scores));
        assert_eq!(manifest.version, 3);
        // Of a position that the table does not have it has no score either.
        let unknown = U256::MAX - 9u128;
        assert_eq!(stored.score(&unknown).unwrap(), None);
    }
    // A score beyond 16 bits has another version.
    for (large, version) in [
        (32_767, 3),
        (32_768, 4),
        (0x7fff_ffff, 4),
        (1 << 31, 5),
        (1 << 60, 5),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let mut sample = scored(5000);
        for cell in sample.cells.values_mut().skip(4000) {
            cell.score = cell.score.map(|score| score.signum() * large);
        }
        write(folder.path(), &sample);
        let stored = open(folder.path()).unwrap();
        equals(&stored, &sample).unwrap();
        assert_eq!(stored.manifest().version, version);
    }
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &small(100));
    assert_eq!(open(folder.path()).unwrap().manifest().version, 2);
    let manifest = fs::read_to_string(folder.path().join("manifest.json")).unwrap();
    assert!(!manifest.contains("scores"), "{manifest}");
}

#[test]
fn a_table_of_a_game_whose_moves_gain_points_keeps_the_plies_of_draws() {
    for count in [1, 2, 5, 100, 2049, 5000] {
        let folder = tempfile::tempdir().unwrap();
        let sample = gaining(count);
        write(folder.path(), &sample);
        let stored = open(folder.path()).unwrap();
        equals(&stored, &sample).unwrap();
        assert_eq!(stored.manifest().version, 5);
        for (key, cell) in &sample.cells {
            assert_eq!(stored.plies(key).unwrap(), sample.plies(key).unwrap());
            assert_eq!(stored.cell(*key).unwrap(), Some(*cell));
        }
        assert_eq!(stored.plies(&(U256::MAX - 9u128)).unwrap(), None);
    }
    let folder = tempfile::tempdir().unwrap();
    let sample = scored(100);
    write(folder.path(), &sample);
    let stored = open(folder.path()).unwrap();
    let key = sample.cells.keys().next().unwrap();
    assert_eq!(stored.plies(key).unwrap(), None);
}

#[test]
fn the_least_and_the_greatest_key_are_keys() {
    let folder = tempfile::tempdir().unwrap();
    let cell = |ending, plies| Cell {
        ending,
        plies,
        nimber: None,
        score: None,
    };
    let sample = Sample::new([
        (U256::MAX, cell(Ending::Win, u32::MAX)),
        (U256::ZERO, cell(Ending::Loss, 0)),
        (U256::MAX - 1u128, cell(Ending::FinishedDraw, 0)),
    ]);
    write(folder.path(), &sample);
    equals(&open(folder.path()).unwrap(), &sample).unwrap();
}

#[test]
fn a_table_larger_than_the_memory_is_written_in_passes_and_is_the_same() {
    let sample = small(50_000);
    let bytes = |budget: Budget| {
        let folder = tempfile::tempdir().unwrap();
        let writer = Writer::new(folder.path(), &identity()).unwrap();
        let job = Job::default().with_budget(budget);
        let manifest = writer.write(&sample, None, &job).unwrap();
        equals(&open(folder.path()).unwrap(), &sample).unwrap();
        manifest.files
    };
    let tight = Budget::of_bytes(17 << 20);
    let left = tight.charge((17 << 20) - (16 << 20) - (120 << 10)).unwrap();
    assert_eq!(bytes(tight.clone()), bytes(Budget::unlimited()));
    assert!(tight.peak() <= 17 << 20);
    drop(left);
}

#[test]
fn a_table_is_opened_within_its_budget_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let sample = small(20_000);
    write(folder.path(), &sample);
    let budget = Budget::of_bytes(8 << 20);
    let stored = StoredTable::open(folder.path(), &budget).unwrap();
    equals(&stored, &sample).unwrap();
    assert_eq!(stored.held_bytes(), budget.used());
    let refused = StoredTable::open(folder.path(), &Budget::of_bytes(1 << 20)).unwrap_err();
    assert!(matches!(refused, Error::Stopped(_)), "{refused}");
}
