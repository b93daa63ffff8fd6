//! Nimbers of games whose moves only become fewer, beside their definition.

use std::collections::HashMap;

use proptest::prelude::*;
use zug_solve::impartial::NimberSearch;
use zug_solve::shrinking::{MoveSet, ShrinkingGame, ShrinkingParts};
use zug_solve::{Budget, Job, Stopped};
use zug_values::{Mex, Nimber};

/// The nimber of a position by the definition: the least number that no option has.
fn by_definition(
    game: &ShrinkingGame,
    position: MoveSet,
    known: &mut HashMap<MoveSet, Nimber>,
) -> Nimber {
    if let Some(nimber) = known.get(&position) {
        return *nimber;
    }
    let mut mex = Mex::default();
    for number in position {
        mex.insert(by_definition(game, game.after(position, number), known));
    }
    let nimber = mex.take();
    known.insert(position, nimber);
    nimber
}

/// A game of as many moves in which move n takes away move m if `takes` says so.
fn game(moves: usize, takes: impl Fn(usize, usize) -> bool) -> ShrinkingGame {
    let taken = |of| {
        (0..moves)
            .filter(|other| of == *other || takes(of, *other))
            .collect()
    };
    ShrinkingGame::new((0..moves).map(taken).collect()).unwrap()
}

/// Cram: a move puts a domino on two neighbouring cells.
fn cram(width: usize, height: usize) -> ShrinkingGame {
    let cells = |x: usize, y: usize| y * width + x;
    let mut dominoes = Vec::new();
    for y in 0..height {
        for x in 0..width {
            if x + 1 < width {
                dominoes.push([cells(x, y), cells(x + 1, y)]);
            }
            if y + 1 < height {
                dominoes.push([cells(x, y), cells(x, y + 1)]);
            }
        }
    }
    let count = dominoes.len();
    game(count, move |one, other| {
        dominoes[one]
            .iter()
            .any(|cell| dominoes[other].contains(cell))
    })
}

proptest! {
    #[test]
    fn every_position_of_a_random_game_has_its_nimber(
        moves in 1..9usize,
        edges in prop::collection::vec(any::<bool>(), 64),
    ) {
        let game = game(moves, |one, other| edges[one * 8 + other]);
        let job = Job::default();
        let parts = ShrinkingParts::impartial(game.clone());
        let mut search = NimberSearch::new(parts.clone(), &job);
        let mut known = HashMap::new();
        for bits in 0..1u32 << moves {
            let position: MoveSet = (0..moves).filter(|of| bits >> of & 1 == 1).collect();
            let nimber = by_definition(&game, position, &mut known);
            for other in 0..=moves as u32 + 1 {
                let has = search.has_nimber(parts.parts(position), Nimber(other)).unwrap();
                prop_assert_eq!(has, Some(nimber == Nimber(other)));
            }
            prop_assert_eq!(search.nimber(parts.parts(position)).unwrap(), Some(nimber));
        }
    }
}

#[test]
fn cram_on_boards_has_the_nimbers_of_its_definition() {
    for (width, height) in [(1, 9), (2, 3), (2, 4), (3, 3), (3, 4), (4, 4)] {
        let game = cram(width, height);
        let all: MoveSet = (0..2 * width * height - width - height).collect();
        let wanted = by_definition(&game, all, &mut HashMap::new());
        let parts = ShrinkingParts::impartial(game);
        let mut search = NimberSearch::new(parts.clone(), &Job::default());
        let found = search.nimber(parts.parts(all)).unwrap();
        assert_eq!(found, Some(wanted), "{width} by {height}");
    }
}

#[test]
fn large_nimbers_are_found_too() {
    // A heap of Nim: the move to n coins takes away all moves to n coins or more.
    let heap = game(100, |to, other| other >= to);
    let parts = ShrinkingParts::impartial(heap);
    let mut search = NimberSearch::new(parts.clone(), &Job::default());
    for coins in [1, 63, 64, 65, 100] {
        let position = parts.parts((0..coins).collect());
        assert_eq!(search.nimber(position).unwrap(), Some(Nimber(coins as u32)));
    }
}

#[test]
fn a_game_that_need_not_end_is_none() {
    let none = [MoveSet::default()];
    assert!(ShrinkingGame::new(none.to_vec()).is_none());
    let beyond: MoveSet = [0, 1].into_iter().collect();
    assert!(ShrinkingGame::new(vec![beyond]).is_none());
    let one: MoveSet = [0].into_iter().collect();
    assert!(ShrinkingGame::new(vec![one; ShrinkingGame::MOST_MOVES + 1]).is_none());
}

#[test]
fn memory_that_does_not_suffice_is_refused_and_a_cancelled_search_ends() {
    let all: MoveSet = (0..2 * 25 - 10).collect();
    let little = Job::default().with_budget(Budget::of_bytes(1 << 16));
    let parts = ShrinkingParts::impartial(cram(5, 5));
    let all = parts.parts(all);
    let mut search = NimberSearch::new(parts.clone(), &little);
    let refused = search.nimber(all.clone()).unwrap_err();
    drop(search);
    assert!(Stopped::behind(&refused).unwrap().refusal().is_some());
    assert!(little.budget.peak() <= 1 << 16);
    assert_eq!(little.budget.used(), 0);
    let job = Job::default();
    job.cancel.cancel();
    let cancelled = NimberSearch::new(parts, &job).nimber(all).unwrap_err();
    assert!(Stopped::behind(&cancelled).unwrap().is_cancelled());
}
