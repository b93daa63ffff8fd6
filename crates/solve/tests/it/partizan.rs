//! Values of partizan games whose moves only become fewer, by parts and symmetries, against plain recursion.

use std::collections::HashMap;

use zug_game::Player;
use zug_partizan::{Arena, Form};
use zug_solve::Job;
use zug_solve::partizan::{PartizanValues, SumSearch};
use zug_solve::shrinking::{MoveSet, ShrinkingGame, ShrinkingParts};

/// The value of a set of moves, from the values behind each move.
fn plain(
    game: &ShrinkingGame,
    of_first: usize,
    left: MoveSet,
    known: &mut HashMap<MoveSet, Form>,
    arena: &mut Arena,
) -> Form {
    if let Some(form) = known.get(&left) {
        return *form;
    }
    let mut options = [Vec::new(), Vec::new()];
    for number in left {
        let behind = plain(game, of_first, game.after(left, number), known, arena);
        options[usize::from(number >= of_first)].push(behind);
    }
    let form = arena.from_options(&options[0], &options[1]).unwrap();
    known.insert(left, form);
    form
}

/// Checks the values of all sets of moves of a game.
fn check(takes: &[MoveSet], of_first: usize) {
    let game = ShrinkingGame::new(takes.to_vec()).unwrap();
    let (mut known, mut arena) = (HashMap::new(), Arena::default());
    let parts = ShrinkingParts::new(game.clone(), of_first);
    let mut values = PartizanValues::new(parts.clone(), &Job::default());
    for bits in 0..1_u32 << takes.len() {
        let left: MoveSet = (0..takes.len())
            .filter(|number| bits >> number & 1 == 1)
            .collect();
        let by_parts = values.value(parts.parts(left), &mut arena).unwrap();
        let plain = plain(&game, of_first, left, &mut known, &mut arena);
        assert_eq!(
            by_parts, plain,
            "{left:?} of {takes:?}, {of_first} of First"
        );
    }
}

/// The places of dominoes on a board, upright ones first, with the number of these.
fn dominoes(width: usize, height: usize) -> (Vec<MoveSet>, usize) {
    let cell = |x, y| y * width + x;
    let mut places = Vec::new();
    for (across, up) in [(0, 1), (1, 0)] {
        for y in 0..height - up {
            for x in 0..width - across {
                places.push([cell(x, y), cell(x + across, y + up)]);
            }
        }
    }
    let meet = |a: &[usize; 2], b: &[usize; 2]| a.iter().any(|cell| b.contains(cell));
    let takes = |a| (0..places.len()).filter(|&b| meet(a, &places[b])).collect();
    (places.iter().map(takes).collect(), width * (height - 1))
}

#[test]
fn boards_are_worth_what_plain_recursion_says() {
    for (width, height) in [(1, 2), (2, 2), (3, 2), (2, 3), (4, 2), (3, 3)] {
        let (takes, of_first) = dominoes(width, height);
        check(&takes, of_first);
    }
}

#[test]
fn rings_and_random_games_are_worth_what_plain_recursion_says() {
    // Moves in a ring take those at some distances: turns of the ring are symmetries, and some swap the players.
    for moves in 2..=9_usize {
        for distances in [&[1][..], &[2], &[1, 2], &[1, 3]] {
            for of_first in [0, moves / 2, moves / 2 + 1, moves] {
                let takes = |number: usize| {
                    let near = distances.iter().map(|by| (number + by) % moves);
                    near.chain([number]).collect()
                };
                let takes: Vec<MoveSet> = (0..moves).map(takes).collect();
                check(&takes, of_first);
            }
        }
    }
    let mut random = fastrand::Rng::with_seed(54);
    for _ in 0..300 {
        let moves = random.usize(1..=8);
        let chance = random.f64() * 0.6;
        let mut takes = |number| {
            let takes = (0..moves).filter(|&other| other == number || random.f64() < chance);
            takes.collect()
        };
        let takes: Vec<MoveSet> = (0..moves).map(&mut takes).collect();
        check(&takes, random.usize(0..=moves));
    }
}

#[test]
fn a_game_of_many_symmetries_is_ready_at_once() {
    // No move takes another: each order of the moves is a symmetry.
    let takes: Vec<MoveSet> = (0..200)
        .map(|number| MoveSet::from_iter([number]))
        .collect();
    let game = ShrinkingGame::new(takes).unwrap();
    let parts = ShrinkingParts::new(game, 100);
    let all = parts.parts((0..200).collect());
    let mut arena = Arena::default();
    let value = PartizanValues::new(parts, &Job::default()).value(all, &mut arena);
    assert_eq!(value.unwrap(), Form::ZERO);
}

/// Who wins each pair of positions of two games, by a search in which small parts are values, and by all values.
/// Returns the number of states that were searched.
fn check_search(takes: &[MoveSet], of_first: usize) -> usize {
    let game = ShrinkingGame::new(takes.to_vec()).unwrap();
    let parts = ShrinkingParts::new(game, of_first);
    let all: MoveSet = (0..takes.len()).collect();
    let mut positions = vec![parts.parts(all)];
    for number in 0..takes.len() {
        positions.push(parts.parts(all.without([number].into_iter().collect())));
    }
    let (mut arena, job) = (Arena::default(), Job::default());
    let mut values = PartizanValues::new(parts.clone(), &job);
    let mut search = SumSearch::new(&job);
    let played = search.add(parts.clone(), positions.clone()).unwrap();
    // The same game once more: no part of it cancels one of the first.
    let again = search.add(parts, positions.clone()).unwrap();
    for (one, position) in played.iter().zip(&positions) {
        let of_one = values.value(position.clone(), &mut arena).unwrap();
        for (other, position) in again.iter().zip(&positions) {
            let rest = arena.parse("^*").unwrap();
            let value = values.value(position.clone(), &mut arena).unwrap();
            let value = arena.sum([of_one, value, rest]).unwrap();
            let parts = [&one[..], &other[..]].concat();
            for (player, wins) in [
                (Player::First, !arena.is_at_most(value, Form::ZERO).unwrap()),
                (
                    Player::Second,
                    !arena.is_at_least(value, Form::ZERO).unwrap(),
                ),
            ] {
                let found = search.wins(&parts, rest, player, &mut arena).unwrap();
                assert_eq!(found, wins, "{parts:?}, {player:?}");
            }
        }
    }
    search.states()
}

#[test]
fn a_search_finds_the_winner_that_the_values_say() {
    for (width, height) in [(3, 4), (4, 3), (4, 4)] {
        let (takes, of_first) = dominoes(width, height);
        assert!(check_search(&takes, of_first) > 0);
    }
    let mut random = fastrand::Rng::with_seed(59);
    let mut states = 0;
    for _ in 0..20 {
        let moves = random.usize(18..=20);
        let mut takes = |number| {
            let takes = (0..moves).filter(|&other| other == number || random.f64() < 0.15);
            takes.collect()
        };
        let takes: Vec<MoveSet> = (0..moves).map(&mut takes).collect();
        states += check_search(&takes, random.usize(3..=moves - 3));
    }
    assert!(states > 1000, "{states}");
}
