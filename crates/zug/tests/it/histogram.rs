//! Histograms of remoteness.

use zug::{Histogram, Plies};

#[test]
fn a_long_game_takes_no_more_rows_than_a_short_one() {
    let mut histogram = Histogram::default();
    for plies in 0..100_000 {
        histogram.add(Plies(plies), 2);
    }
    assert_eq!(histogram.width(), 32);
    assert!(histogram.rows().count() <= 4096);
    assert!(histogram.rows().all(|(_, positions)| positions == 64));
    histogram.add(Plies(u32::MAX), 1);
    let (last, positions) = histogram.rows().last().unwrap();
    assert_eq!((positions, last.0), (1, u32::MAX - (histogram.width() - 1)));
    let all: u64 = histogram.rows().map(|(_, positions)| positions).sum();
    assert_eq!(all, 200_001);
}

#[test]
fn rows_that_are_made_wider_count_the_same_positions() {
    let mut histogram = Histogram::default();
    for plies in [0, 1, 5] {
        histogram.add(Plies(plies), 1);
    }
    let wide = histogram.widened(2);
    let rows: Vec<(Plies, u64)> = wide.rows().collect();
    assert_eq!(rows, [(Plies(0), 2), (Plies(4), 1)]);
}
