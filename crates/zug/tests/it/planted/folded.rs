//! Faults planted in what a solution with the players swapped stands on.

use zug::testing::{Planted, PlantedValues, small_game};
use zug::{Job, Method, Player};
use zug_game::{Game, Orbits, Symmetric};
use zug_solve::positions::{Movers, PositionId};
use zug_solve::strong::{Positions, Solution};

use super::{assert_found, catalogue, find, flaw, root, verify};

/// The solution of a game with the players swapped. Each fault names a position and a player: if that
/// player may be to move there, the solution says the opposite, and the other way round.
fn told_with_swap(
    name: &str,
    faults: impl FnOnce(&Movers, &Solution<u64>) -> Vec<(PositionId, Player)>,
) -> Planted {
    let problem = catalogue(name);
    let (game, root) = (small_game(&problem), root(&problem));
    let swapping = game.fixing_with_swap(root).unwrap();
    let (job, method) = (Job::default(), Method::Auto);
    let (orbits, kept) = (Orbits::new(&swapping), swapping.canonical(&root));
    let positions = Positions::explore(&orbits, [kept], method, &job).unwrap();
    let roots = [(kept, game.mover(&root))];
    let mut movers = positions.movers(&orbits, roots, &job).unwrap();
    let values = positions.solve_replaying(&orbits, method, &job).unwrap();
    for (id, mover) in faults(&movers, &values) {
        movers.flip(id, mover);
    }
    let values = PlantedValues::Folded {
        values,
        movers,
        swapping,
    };
    Planted::new(game, values, root)
}

/// The last position kept that comes with exactly these movers.
fn last_with(movers: &Movers, solution: &Solution<u64>, wanted: &[Player]) -> PositionId {
    let ids = (0..solution.len()).rev().map(PositionId::new);
    let mut with = ids.filter(|id| {
        let is_as_wanted = |mover| movers.has(*id, mover) == wanted.contains(&mover);
        [Player::First, Player::Second]
            .into_iter()
            .all(is_as_wanted)
    });
    with.next().unwrap()
}

const BOTH: [Player; 2] = [Player::First, Player::Second];

#[test]
fn swapped_players_without_a_fault_are_right() {
    for (name, positions) in [("dodgem", 1963), ("hexapawn", 135)] {
        let certificate = verify(&told_with_swap(name, |_, _| Vec::new())).unwrap();
        assert_eq!(certificate.positions, positions, "{name}");
        assert!(certificate.is_all_judged());
    }
}

#[test]
fn a_mover_that_is_left_out_is_found() {
    for mover in BOTH {
        let solved = told_with_swap("dodgem", |movers, solution| {
            vec![(last_with(movers, solution, &BOTH), mover)]
        });
        assert_found(verify(&solved), "which the claim leaves out");
    }
}

#[test]
fn a_mover_that_play_does_not_reach_is_found() {
    for (mover, other) in [(BOTH[0], BOTH[1]), (BOTH[1], BOTH[0])] {
        let solved = told_with_swap("hexapawn", |movers, solution| {
            vec![(last_with(movers, solution, &[mover]), other)]
        });
        flaw(verify(&solved));
    }
}

#[test]
fn a_mover_in_the_place_of_the_other_is_found() {
    let solved = told_with_swap("hexapawn", |movers, solution| {
        let at = last_with(movers, solution, &[Player::Second]);
        BOTH.map(|mover| (at, mover)).to_vec()
    });
    flaw(verify(&solved));
}

#[test]
fn a_position_without_a_mover_is_found() {
    let solved = told_with_swap("hexapawn", |movers, solution| {
        let at = last_with(movers, solution, &[Player::First]);
        vec![(at, Player::First)]
    });
    flaw(verify(&solved));
}

#[test]
fn a_wrong_value_is_found_where_the_other_player_moves() {
    // The values are those of other positions: the solution is one of a game that is over
    // sooner.
    let problem = catalogue("hexapawn");
    let (game, root) = (small_game(&problem), root(&problem));
    let swapping = game.fixing_with_swap(root).unwrap();
    let lost = find(&problem, |position, _| {
        let over = game.expand(&position, &mut Vec::new()).unwrap();
        over.is_some() && game.mover(&position) == Player::Second
    });
    let (at, _) = lost.unwrap();
    let kept = swapping.canonical(&at);
    let orbits = Orbits::new(&swapping);
    let lying = super::Lying {
        game: &orbits,
        at: kept,
        lie: super::Moves(|_: &mut Vec<_>, outcome: &mut _| {
            *outcome = Some(zug_values::Outcome::Draw);
        }),
    };
    let (job, method) = (Job::default(), Method::Auto);
    let start = swapping.canonical(&root);
    let positions = Positions::explore(&lying, [start], method, &job).unwrap();
    let roots = [(start, game.mover(&root))];
    let movers = positions.movers(&lying, roots, &job).unwrap();
    let values = positions.solve_replaying(&lying, method, &job).unwrap();
    let values = PlantedValues::Folded {
        values,
        movers,
        swapping: swapping.clone(),
    };
    let wrong = Planted::new(game.clone(), values, root);
    assert_found(verify(&wrong), "is finished");
}
