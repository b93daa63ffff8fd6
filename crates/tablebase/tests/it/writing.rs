//! A table that was not written to its end is no table, and leaves nothing that a later run
//! would believe.

use std::fs;

use zug_job::{Budget, CancelToken, Job, Stopped};
use zug_tablebase::{Ending, Error, Writer};

use crate::round_trip::{equals, open, write};
use crate::sample::{identity, scored, small};

#[test]
fn a_source_that_cannot_be_read_leaves_no_table() {
    let folder = tempfile::tempdir().unwrap();
    let mut sample = small(5000);
    sample.torn_after = Some(4000);
    let writer = Writer::new(folder.path(), &identity()).unwrap();
    let error = writer.write(&sample, None, &Job::default());
    assert!(matches!(error, Err(Error::Source(_))));
    assert!(matches!(open(folder.path()), Err(Error::Absent(_))));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "the lock");
}

#[test]
fn a_source_with_a_position_twice_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut sample = small(50);
    sample.order.push(sample.order[7]);
    let writer = Writer::new(folder.path(), &identity()).unwrap();
    let error = writer.write(&sample, None, &Job::default());
    assert!(matches!(error, Err(Error::NotAscending(_))), "{error:?}");
    assert!(matches!(open(folder.path()), Err(Error::Absent(_))));
}

#[test]
fn a_score_that_is_missing_or_contradicts_the_outcome_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    for wrong in [None, Some(0), Some(-1), Some(1), Some(i64::MIN)] {
        for ending in [Ending::Win, Ending::Loss, Ending::DrawByPlay] {
            let is_right = match ending {
                Ending::Win => wrong > Some(0),
                Ending::Loss => wrong == Some(-1),
                _ => wrong == Some(0),
            };
            let mut sample = scored(50);
            let mut cells = sample.cells.values_mut();
            cells.find(|cell| cell.ending == ending).unwrap().score = wrong;
            let writer = Writer::new(folder.path(), &identity()).unwrap();
            let written = writer.write(&sample, None, &Job::default());
            if is_right {
                written.unwrap();
                fs::remove_file(folder.path().join("manifest.json")).unwrap();
            } else {
                let error = written.unwrap_err();
                assert!(matches!(error, Error::Score { .. }), "{error}");
                assert!(matches!(open(folder.path()), Err(Error::Absent(_))));
            }
        }
    }
}

#[test]
fn a_cancelled_writer_leaves_no_table_and_the_next_one_writes_it() {
    let folder = tempfile::tempdir().unwrap();
    let sample = small(5000);
    let cancel = CancelToken::default();
    cancel.cancel();
    let job = Job::default().with_cancel(cancel);
    let writer = Writer::new(folder.path(), &identity()).unwrap();
    let error = writer.write(&sample, None, &job).unwrap_err();
    assert!(Stopped::behind(&error).is_some_and(Stopped::is_cancelled));
    drop(writer);
    write(folder.path(), &sample);
    equals(&open(folder.path()).unwrap(), &sample).unwrap();
}

#[test]
fn memory_that_is_refused_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let writer = Writer::new(folder.path(), &identity()).unwrap();
    let job = Job::default().with_budget(Budget::of_bytes(1 << 20));
    let error = writer.write(&small(500), None, &job).unwrap_err();
    assert!(Stopped::behind(&error).is_some_and(|stopped| stopped.refusal().is_some()));
}

#[test]
fn a_folder_of_other_files_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("thesis.tex"), "precious").unwrap();
    let error = Writer::new(folder.path(), &identity()).unwrap_err();
    assert!(error.to_string().contains("thesis.tex"), "{error}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}
