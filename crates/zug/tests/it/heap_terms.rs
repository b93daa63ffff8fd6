//! The terms of a sequence.

use std::ops::Range;

use zug::Job;
use zug::heaps::Terms;
use zug_heaps::HeapGame;
use zug_sequences::{Sequence, SequenceOptions};

#[test]
fn a_range_that_ends_before_it_begins_has_no_terms() {
    let kayles: HeapGame = "0.77".parse().unwrap();
    let mut sequence = Sequence::new(&kayles, SequenceOptions::default(), &Job::default()).unwrap();
    while sequence.known() < 12 {
        sequence.step(12).unwrap();
    }
    let of = |heaps| Terms::of(&sequence, heaps).unwrap().count();
    assert_eq!([of(3..10), of(Range { start: 10, end: 3 })], [7, 0]);
}
