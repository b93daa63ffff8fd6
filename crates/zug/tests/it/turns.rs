//! Two ways to one answer, which take turns.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use zug::testing::{First, Turns, in_turns};
use zug::{Error, Job, Phase, Progress, Stopped};

/// Work that reports its progress `times` times, each time after a moment.
fn work(job: &Job, phase: Phase, times: u64) -> Result<u64, Error> {
    for done in 1..=times {
        thread::sleep(Duration::from_millis(1));
        let told = job.tell(&Progress::at(phase, done));
        told.map_err(|stopped| Error::Solve(stopped.into()))?;
    }
    Ok(times)
}

/// Whichever ends first of solving positions and a search, which report their progress this number of
/// times.
fn first(found_first: Option<u64>, [solving, searching]: [u64; 2]) -> First<u64, u64> {
    let positions = |job: &Job| work(job, Phase::Discovering, solving);
    let search = |job: &Job, _: &Arc<Turns>| work(job, Phase::Searching, searching);
    let given_up = |_: &Error| false;
    in_turns(&Job::default(), found_first, given_up, positions, search).unwrap()
}

#[test]
fn what_takes_less_ends_first() {
    assert!(matches!(first(Some(0), [u64::MAX, 30]), First::Search(30)));
    assert!(matches!(
        first(Some(0), [30, u64::MAX]),
        First::Positions(30)
    ));
}

#[test]
fn few_positions_are_solved_before_the_search_begins() {
    assert!(matches!(first(Some(50), [50, 0]), First::Positions(50)));
    assert!(matches!(first(None, [50, 0]), First::Positions(50)));
}

/// An error by which a way is given up.
fn given_up() -> Error {
    Error::PreparationTooLarge
}

#[test]
fn what_is_given_up_leaves_the_answer_to_the_other_way() {
    let is_given_up = |error: &Error| matches!(error, Error::PreparationTooLarge);
    let job = Job::default();
    let searched = in_turns(
        &job,
        None,
        is_given_up,
        |_: &Job| Err::<(), _>(given_up()),
        |_: &Job, turns: &Arc<Turns>| Ok(turns.is_search_alone()),
    );
    assert!(matches!(searched.unwrap(), First::Search(true)));
    let solved = in_turns(
        &job,
        Some(0),
        is_given_up,
        |job: &Job| work(job, Phase::Discovering, 100),
        |_: &Job, _: &Arc<Turns>| Err::<(), _>(given_up()),
    );
    assert!(matches!(solved.unwrap(), First::Positions(100)));
    let neither = in_turns(
        &job,
        None,
        is_given_up,
        |_: &Job| Err::<(), _>(given_up()),
        |_: &Job, _: &Arc<Turns>| Err::<(), _>(given_up()),
    );
    assert!(matches!(neither, Err(Error::PreparationTooLarge)));
}

#[test]
fn an_error_of_one_way_ends_the_other() {
    let never = |_: &Error| false;
    let ended = in_turns(
        &Job::default(),
        Some(0),
        never,
        |job: &Job| work(job, Phase::Discovering, u64::MAX),
        |_: &Job, _: &Arc<Turns>| Err::<(), _>(Error::NoTheorem),
    );
    assert!(matches!(ended, Err(Error::NoTheorem)));
}

#[test]
fn the_caller_cancels_both_ways() {
    let job = Job::default();
    let token = job.cancel.clone();
    let ended = in_turns(
        &job,
        Some(0),
        |_: &Error| false,
        |job: &Job| work(job, Phase::Discovering, u64::MAX),
        |job: &Job, _: &Arc<Turns>| {
            work(job, Phase::Searching, 20)?;
            token.cancel();
            work(job, Phase::Searching, u64::MAX)
        },
    );
    let error = ended.unwrap_err();
    assert!(Stopped::behind(&error).is_some_and(Stopped::is_cancelled));
}
