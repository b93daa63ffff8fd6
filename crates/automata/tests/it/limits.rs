//! Work stops where a bound or the caller says so.

use zug_automata::{Automaton, Bounds, Digits, Error, Linear, Relation};
use zug_job::{CancelToken, Job};

#[test]
fn too_many_states_and_too_many_steps_are_errors() {
    let job = Job::default();
    let far = Linear::new([(0, 1)], -5000);
    let linear = |bounds: &Bounds<'_>| {
        Automaton::linear(Digits::base(2), &far, Relation::AtLeastZero, bounds)
    };
    let few = Bounds::new(&job, 100);
    assert_eq!(linear(&few), Err(Error::TooManyStates { most: 100 }));
    let short = Bounds::new(&job, 10_000).with_letters(50);
    assert_eq!(linear(&short), Err(Error::TooLong { most: 50 }));
    assert!(linear(&Bounds::new(&job, 10_000)).is_ok());
}

#[test]
fn an_alphabet_has_a_largest_size_and_so_have_numbers() {
    let job = Job::default();
    let bounds = Bounds::new(&job, 100);
    let wide = Linear::new((0..20).map(|track| (track, 1)), 0);
    let large = Linear::new([(0, i64::MAX)], 0);
    for sum in [wide, large] {
        let made = Automaton::linear(Digits::base(2), &sum, Relation::Zero, &bounds);
        assert!(matches!(made, Err(Error::TooWide { .. })));
    }
}

#[test]
fn a_cancelled_job_ends_the_work() {
    let cancel = CancelToken::default();
    let job = Job::default().with_cancel(cancel.clone());
    let bounds = Bounds::new(&job, 100);
    cancel.cancel();
    let made = Automaton::all(Digits::base(2), &[0], &bounds);
    assert!(matches!(made, Err(Error::Stopped(stopped)) if stopped.is_cancelled()));
}
