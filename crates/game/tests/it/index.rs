//! Ranks and names of positions.

use zug_game::{Notation, PerfectIndex};

use crate::ring::Ring;

#[test]
fn rank_and_unrank_are_inverse() {
    for rank in 0..Ring.size() {
        let state = Ring.unrank(rank).unwrap();
        assert_eq!(Ring.rank(&state), rank);
    }
    assert_eq!(Ring.unrank(Ring.size()), None);
    assert_eq!(Ring.unrank(u128::MAX), None);
}

#[test]
fn what_is_printed_is_read_back() {
    for state in Ring::states() {
        assert_eq!(Ring.parse(&Ring.print(&state)), Ok(state));
    }
    let error = Ring.parse("abc First").unwrap_err();
    assert_eq!(error.to_string(), "abc First is no ring of five cells");
}

#[test]
fn a_game_without_a_picture_has_none() {
    assert_eq!(Ring.picture(&Ring.unrank(0).unwrap()), None);
}
