//! What is known before the work of positions that are solved tier by tier.

use zug::{Error, Method, Problem, Request, Room, SolveError, SolveOptions};
use zug_solve::strong::tiers::store::StoreCost;

/// A store that takes 1600 bytes of memory, and 100 bytes of its own, for 2048 positions.
fn room(room: Option<u64>) -> Room {
    Room {
        cost: StoreCost {
            a_thread: 1 << 20,
            a_block: 800,
            ..StoreCost::default()
        },
        least_stored: |positions| positions.div_ceil(2048) * 100,
        room,
    }
}

fn connect_four(width: &str, height: &str) -> Problem {
    let request = Request::catalogue("connect-four").unwrap();
    Problem::new(&request.set("width", width).set("height", height)).unwrap()
}

fn in_memory(mebibytes: u64) -> SolveOptions {
    SolveOptions::default()
        .with_memory(mebibytes << 20)
        .with_method(Method::Tiers)
        .with_store(true)
}

#[test]
fn a_game_that_can_never_fit_is_refused_with_the_numbers() {
    let whole = connect_four("7", "6");
    let refused = whole.outlook(&in_memory(8), &room(None)).unwrap_err();
    let Error::Solve(SolveError::TooLarge {
        positions,
        bytes,
        budget,
    }) = refused
    else {
        panic!("{refused}");
    };
    assert_eq!(budget, 8 << 20);
    assert!(bytes > budget && bytes >= positions / 2048 * 1600 && positions < 4_531_985_219_092);
    let refused = whole.outlook(&in_memory(1 << 10), &room(Some(1 << 20)));
    let Err(Error::NoRoom {
        positions,
        bytes,
        room: 0x0010_0000,
    }) = refused
    else {
        panic!("{refused:?}");
    };
    assert!(bytes > 1 << 20 && positions > 20_000_000);
}

#[test]
fn a_game_that_fits_is_not_refused() {
    let small = connect_four("5", "4");
    let outlook = small.outlook(&in_memory(16), &room(Some(1 << 30))).unwrap();
    // There are 1,706,255 positions, of which symmetry keeps about half.
    assert!(outlook.positions > 1000 && outlook.positions < 900_000);
    let mut in_room = outlook.stored;
    assert!(small.outlook(&in_memory(16), &room(Some(in_room))).is_ok());
    in_room /= 2;
    assert!(small.outlook(&in_memory(16), &room(Some(in_room))).is_err());
    // Buffers alone are too large.
    let refused = small.outlook(&in_memory(1), &room(None)).unwrap_err();
    let nothing = SolveError::TooLarge {
        positions: 0,
        bytes: (1 << 20) + (1 << 16),
        budget: 1 << 20,
    };
    assert!(matches!(refused, Error::Solve(error) if error == nothing));
}
