//! What is proved of a position where not all is.

use zug::testing::{Aim, Proving};
use zug::{Known, Plies, Turn, Value};

fn values() -> Vec<Value> {
    let decided = (0..5).flat_map(|n| [Value::Win(Plies(n)), Value::Loss(Plies(n))]);
    decided.chain([Value::Draw]).collect()
}

#[test]
fn what_is_known_of_values_is_known_of_moves_and_positions() {
    for value in values() {
        let known = Known::of_value(value);
        assert_eq!(known.value(), Some(value));
        assert_eq!(known.to_string(), value.to_string());
        for turn in [Turn::Passes, Turn::Kept] {
            assert_eq!(known.before(turn).value(), Some(value.before(turn)));
        }
        for other in values() {
            let moves = [value, other].map(|value| value.before(Turn::Passes));
            let of_moves = Known::of_moves(moves.into_iter().map(Known::of_value));
            assert_eq!(of_moves.value(), moves.into_iter().max(), "{value} {other}");
        }
    }
}

#[test]
fn aims_that_are_told_are_known() {
    for value in values() {
        // The game goes on.
        if value.remoteness() == Some(Plies(0)) {
            continue;
        }
        let mut known = Known::NOTHING;
        for plies in (0..6).map(Plies) {
            for (aim, attains) in [
                (
                    Aim::WinWithin(plies),
                    matches!(value, Value::Win(n) if n <= plies),
                ),
                (
                    Aim::Last(plies),
                    !matches!(value, Value::Loss(n) if n < plies),
                ),
            ] {
                assert!(
                    known.tells(aim).is_none_or(|told| told == attains),
                    "{value}"
                );
                known = known.with(aim, attains);
                assert_eq!(known.tells(aim), Some(attains), "{value} {aim:?}");
            }
        }
        let told = Known::of_outcome(value.outcome()).and(known);
        assert_eq!(told.value(), Some(value));
    }
}

#[test]
fn doubt_is_told_in_words() {
    let nothing = Known::NOTHING;
    let told = nothing
        .with(Aim::WinWithin(Plies(7)), false)
        .with(Aim::Last(Plies(6)), true);
    assert_eq!(
        told.to_string(),
        "not known, no win within 7, no loss within 5"
    );
    assert_eq!(
        told.with(Aim::Draw, true).to_string(),
        "draw at least, no win within 7"
    );
    let won = told.with(Aim::WinWithin(Plies(9)), true);
    assert_eq!(won.to_string(), "win within 9");
    assert_eq!(
        won.with(Aim::WinWithin(Plies(8)), false).to_string(),
        "win in 9"
    );
}
