//! Moves as people type them.

use zug::testing::{has_ended, in_numbers, take_first};
use zug::{Meant, meant};

#[test]
fn a_square_may_be_typed_as_its_column_and_row() {
    let names = ["Ka2", "Kb2", "Qb3", "c4=queen", "e2-e4"];
    assert_eq!(meant("Kb2", &names), Meant::One(1));
    assert_eq!(meant("kb2", &names), Meant::One(1));
    assert_eq!(meant("K1,1", &names), Meant::One(1));
    assert_eq!(meant("K 0 1", &names), Meant::None);
    assert_eq!(meant("2,3=queen", &names), Meant::One(3));
    assert_eq!(meant("4,1-4,3", &names), Meant::One(4));
    let names = names.map(str::to_owned);
    let mut list = "K1,1, Q1,2 Ka2";
    for place in [1, 2, 0] {
        assert_eq!(take_first(&mut list, &names), Ok(place));
    }
    assert!(has_ended(list));
}

#[test]
fn a_move_without_squares_is_as_it_was() {
    for name in ["0,1", "pass", "1: 2", "10", "take"] {
        assert_eq!(in_numbers(name), None, "{name}");
    }
}
