//! Samples of positions.

use zug_certify::Sample;

#[test]
fn a_sample_has_about_the_size_asked_for() {
    let sample = Sample::of(10_000, 1_000_000, 100_000, 7);
    let taken = |entry: u64| sample.takes(entry / 4, entry % 4, entry.is_multiple_of(10));
    let size = (0..1_000_000).filter(|entry| taken(*entry)).count();
    // The sample has all four positions of each of the first entries.
    assert!((11_000..14_000).contains(&size), "{size}");
}

#[test]
fn a_sample_of_more_than_there_are_is_all() {
    let sample = Sample::of(1000, 500, 0, 1);
    assert!((0..500).all(|entry| sample.takes(entry, 0, false)));
}
