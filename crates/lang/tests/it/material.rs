//! The index by material numbers the positions without gaps, and leaves out none that play
//! can reach.

use std::collections::{HashMap, HashSet};

use zug_game::{DenseIndex, Game, PerfectIndex, Step, Symmetric};
use zug_lang::{AnyGame, MaterialIndex, NoIndex, Rules, RulesGame, Settings, Word};

fn game(name: &str, settings: &[(&str, u64)]) -> AnyGame {
    let source = zug_catalogue::find(name).unwrap().source;
    let settings = settings
        .iter()
        .fold(Settings::default(), |all, (key, value)| {
            all.set(*key, *value)
        });
    let rules = Rules::read(source).unwrap();
    rules.instance(&settings).unwrap().game().unwrap()
}

/// Checks the laws of the index, which is folded with the symmetries of the game if it can be; returns
/// the index.
fn the_laws_hold<W: Word>(game: &RulesGame<W>, name: &str) -> MaterialIndex {
    let index = game.material_index(game.start(), 1 << 22).unwrap();
    let size = DenseIndex::<W>::size(&index);
    let numbers: Vec<u64> = (0..size).collect();
    let mut positions: Vec<W> = Vec::new();
    index.positions(&numbers, &mut positions);
    assert_eq!(positions.len() as u64, size, "{name}");
    let every_seventh: Vec<u64> = numbers.iter().copied().step_by(7).collect();
    let mut some: Vec<W> = Vec::new();
    index.positions(&every_seventh, &mut some);
    let expected: Vec<W> = positions.iter().copied().step_by(7).collect();
    assert_eq!(some, expected, "{name}");
    assert_eq!(
        size,
        game.index_size(game.start(), 1 << 22).unwrap().numbers
    );

    // A position whose number is another one stands at a number that no position has.
    let elements = match index.folded_with() {
        [] => &[0],
        elements => elements,
    };
    assert_eq!(DenseIndex::<W>::symmetries(&index) as usize, elements.len());
    let mut numbered: HashMap<W, u64> = HashMap::new();
    let mut sizes = Vec::new();
    for (number, position) in numbers.iter().zip(&positions) {
        let own = index.number(position).unwrap();
        if own != *number {
            assert!(elements.len() > 1, "{name}");
            continue;
        }
        let mut images = 0;
        for element in elements {
            let image = game.image(position, *element);
            assert_eq!(index.number(&image), Some(own), "{name}");
            images += u32::from(numbered.insert(image, own).is_none());
        }
        sizes.clear();
        DenseIndex::<W>::orbit_sizes(&index, &[own], &mut sizes);
        assert_eq!(sizes, [images], "{name}: {position:?}");
    }

    let mut waiting = vec![game.start()];
    let mut found: HashSet<W> = waiting.iter().copied().collect();
    let mut steps: Vec<Step<W>> = Vec::new();
    while let Some(position) = waiting.pop() {
        assert!(numbered.contains_key(&position), "{name}: {position:?}");
        steps.clear();
        game.expand(&position, &mut steps).unwrap();
        let new = steps.iter().map(|step| step.position);
        waiting.extend(new.filter(|position| found.insert(*position)));
    }
    // Of every state, those have a number that the index gives one.
    let states = game.size();
    for rank in (0..states).step_by((states / 100_000).max(1) as usize) {
        let position = game.unrank(rank).unwrap();
        assert_eq!(
            index.number(&position),
            numbered.get(&position).copied(),
            "{name}: {position:?}"
        );
    }
    index
}

/// Checks the laws of the index without symmetries; returns its size.
fn size_without_symmetry<W: Word>(game: &RulesGame<W>, name: &str) -> u64 {
    let index = the_laws_hold(&game.without_symmetry(), name);
    assert!(index.folded_with().is_empty(), "{name}");
    DenseIndex::<W>::size(&index)
}

/// Checks the laws of the index with the symmetries that keep the start; returns how many it is
/// folded with, and its size.
fn folding<W: Word>(game: &RulesGame<W>, name: &str) -> (u32, u64) {
    let index = the_laws_hold(&game.fixing(game.start()), name);
    let symmetries = DenseIndex::<W>::symmetries(&index);
    (symmetries, DenseIndex::<W>::size(&index))
}

#[test]
fn every_number_has_a_position_and_every_position_within_reach_a_number() {
    let cases = [
        ("dodgem", Some(("n", 2)), 2 * 21),
        ("dodgem", Some(("n", 3)), 2 * 1_423),
        ("mu-torere", None, 2 * 630),
        ("pong-hau-ki", None, 2 * 30),
    ];
    for (name, setting, size) in cases {
        let found = match game(name, setting.as_slice()) {
            AnyGame::Narrow(game) => size_without_symmetry(&game, name),
            AnyGame::Wide(game) => size_without_symmetry(&game, name),
            AnyGame::Widest(game) => size_without_symmetry(&game, name),
        };
        assert_eq!(found, size, "{name}");
    }
    for name in [
        "three-mens-morris",
        "tic-tac-toe",
        "tigers-and-goats",
        "fox-and-geese",
        "toads-and-frogs",
    ] {
        match game(name, &[]) {
            AnyGame::Narrow(game) => size_without_symmetry(&game, name),
            AnyGame::Wide(game) => size_without_symmetry(&game, name),
            AnyGame::Widest(game) => size_without_symmetry(&game, name),
        };
    }
}

/// The number of symmetries, and the sizes of the index with them and without.
#[test]
fn an_index_is_folded_with_the_symmetries_that_keep_the_start() {
    let mut found = Vec::new();
    for (name, setting) in [
        ("mu-torere", None),
        ("pong-hau-ki", None),
        ("three-mens-morris", None),
        ("tic-tac-toe", None),
        ("quixo", Some(("n", 2))),
        ("quixo", Some(("n", 3))),
        ("achi", None),
        ("dodgem", Some(("n", 3))),
    ] {
        let (with, without) = match game(name, setting.as_slice()) {
            AnyGame::Narrow(game) => (folding(&game, name), size_without_symmetry(&game, name)),
            AnyGame::Wide(game) => (folding(&game, name), size_without_symmetry(&game, name)),
            AnyGame::Widest(game) => (folding(&game, name), size_without_symmetry(&game, name)),
        };
        found.push((name, with.0, with.1, without));
    }
    let expected = [
        ("mu-torere", 2, 700, 1260),
        ("pong-hau-ki", 2, 36, 60),
        ("three-mens-morris", 8, 3398, 13_598),
        ("tic-tac-toe", 8, 1444, 6046),
        // All four cells can change places. So the board can be cut with some of the 8 alone.
        ("quixo", 4, 108, 162),
        ("quixo", 8, 10_206, 39_366),
        ("achi", 8, 3398, 13_598),
        ("dodgem", 1, 2846, 2846),
    ];
    assert_eq!(found, expected);
}

#[test]
fn dodgem_has_the_sizes_that_were_worked_out_by_hand() {
    for (n, size) in [(4, 555_986), (5, 240_060_402)] {
        let AnyGame::Narrow(game) = game("dodgem", &[("n", n)]) else {
            unreachable!("its cells take 50 bits at most")
        };
        let index = game.material_index(game.start(), u64::MAX).unwrap();
        assert_eq!(DenseIndex::<u64>::size(&index), size);
        let refused = game.material_index(game.start(), size - 1).unwrap_err();
        assert!(
            matches!(refused, NoIndex::TooManyPositions { .. }),
            "{refused}"
        );
    }
}

#[test]
fn a_game_without_a_board_has_no_such_index() {
    let AnyGame::Narrow(game) = game("number-game", &[]) else {
        unreachable!("it has two small numbers")
    };
    let none = game.material_index(game.start(), u64::MAX);
    assert_eq!(none.unwrap_err(), NoIndex::NoBoard);
}
