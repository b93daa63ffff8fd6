//! Expanding a position, and many in one call.

use zug_game::{Expanded, Fault, Game, Orbits, Step};
use zug_values::Outcome;

use crate::coins::Coins;
use crate::ring::Ring;

/// What `expand` says of a position: its successors, and the outcome if it is over.
fn expanded<G: Game>(
    game: &G,
    position: &G::Position,
) -> (Vec<Step<G::Position>>, Option<Outcome>) {
    let mut steps = Vec::new();
    let outcome = game.expand(position, &mut steps).unwrap();
    (steps, outcome)
}

/// What `expand` must say, by the other methods.
fn by_moves<G: Game>(
    game: &G,
    position: &G::Position,
) -> (Vec<Step<G::Position>>, Option<Outcome>) {
    if let Some(outcome) = game.result(position).unwrap() {
        return (Vec::new(), Some(outcome));
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves).unwrap();
    let steps = moves
        .iter()
        .map(|choice| game.play(position, choice).unwrap());
    let stuck = moves.is_empty().then(|| game.stuck());
    (steps.collect(), stuck)
}

fn blocks_are_positions_one_by_one<G: Game>(game: &G, positions: &[G::Position]) {
    for room in [0, 1, 2, 3, 7, 50, 10_000] {
        let mut rest = positions;
        while !rest.is_empty() {
            let mut out = Vec::with_capacity(room);
            let mut ends = vec![Expanded::GoesOn(u32::MAX); rest.len()];
            let done = game.expand_block(rest, &mut out, &mut ends).unwrap();
            assert!(done >= 1, "a call with room for {room} does nothing");
            let mut successors = out.into_iter();
            for (position, end) in rest[..done].iter().zip(&ends) {
                let (steps, outcome) = expanded(game, position);
                let count = match *end {
                    Expanded::GoesOn(count) => count,
                    Expanded::Over(over) => {
                        assert_eq!(Some(over), outcome);
                        0
                    }
                };
                let own: Vec<_> = successors.by_ref().take(count as usize).collect();
                assert_eq!(own, steps);
            }
            assert_eq!(successors.next(), None);
            rest = &rest[done..];
        }
    }
}

#[test]
fn to_expand_is_to_play_each_move() {
    for state in Ring::states() {
        assert_eq!(expanded(&Ring, &state), by_moves(&Ring, &state));
    }
    for coins in 0..9 {
        assert_eq!(expanded(&Coins(8), &coins), by_moves(&Coins(8), &coins));
    }
}

#[test]
fn expanding_adds_behind_what_is_there() {
    let mut out = vec![Step::passing(99)];
    assert_eq!(Coins(8).expand(&1, &mut out).unwrap(), None);
    assert_eq!(Coins(8).expand(&0, &mut out).unwrap(), Some(Outcome::Loss));
    assert_eq!(out, [99, 0].map(Step::passing));
}

#[test]
fn a_block_is_its_positions_one_by_one() {
    let states: Vec<_> = Ring::states().collect();
    blocks_are_positions_one_by_one(&Ring, &states);
    blocks_are_positions_one_by_one(&Orbits::new(&Ring), &states);
    blocks_are_positions_one_by_one(&Coins(8), &[0, 5, 8, 1, 0, 2]);
}

#[test]
fn a_fault_of_one_position_is_the_fault_of_its_block() {
    let mut ends = [Expanded::GoesOn(0); 3];
    let mut out: Vec<Step<u32>> = Vec::with_capacity(9);
    let expand = |&position: &u32, _: &mut Vec<Step<u32>>| match position {
        2 => Err(Fault::new("two")),
        _ => Ok(None),
    };
    let done = Expanded::one_by_one(&[1, 2, 3], &mut out, &mut ends, expand);
    assert_eq!(done, Err(Fault::new("two")));
}
