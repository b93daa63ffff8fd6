//! The interpreted residual program does what the plain evaluator says the rules mean:
//! on every position of small games, and on the first positions of large games.

use std::collections::{HashSet, VecDeque};

use zug_game::{Game, Notation, PerfectIndex, Step, Symmetric, U256};
use zug_lang::{AnyGame, Reference, Rules, RulesGame, Settings, Word};
use zug_testkit::all_or;

use crate::small;

/// Compares the game with its reference on at most `most` positions; returns the number
/// of positions compared.
pub(crate) fn agree<W: Word>(game: &RulesGame<W>, most: usize) -> usize {
    let reference = Reference::new(game.instance());
    let start = game.start();
    assert_eq!(start.widen(), reference.start());
    let mut seen = HashSet::from([start]);
    let mut queue = VecDeque::from([start]);
    let mut compared = 0;
    while let Some(position) = queue.pop_front() {
        let text = game.print(&position);
        assert_eq!(game.parse(&text).unwrap(), position, "{text}");
        assert!(game.rank(&position) < game.size(), "{text}");
        assert_eq!(game.unrank(game.rank(&position)), Some(position), "{text}");

        let (mut fast, mut plain) = (Vec::new(), Vec::new());
        let outcome = game.expand(&position, &mut fast).unwrap();
        let wide = position.widen();
        assert_eq!(
            outcome,
            reference.expand(&wide, &mut plain).unwrap(),
            "{text}"
        );
        let widened: Vec<Step<U256>> = fast
            .iter()
            .map(|step| Step {
                position: step.position.widen(),
                turn: step.turn,
            })
            .collect();
        assert_eq!(widened, plain, "{text}");
        assert_eq!(game.mover(&position), reference.mover(&wide), "{text}");

        let (mut moves, mut plain_moves) = (Vec::new(), Vec::new());
        game.moves(&position, &mut moves).unwrap();
        if outcome.is_none() {
            reference.moves(&wide, &mut plain_moves).unwrap();
        }
        let names = game.move_names(&position, &moves);
        let distinct: HashSet<&String> = names.iter().collect();
        assert_eq!(
            distinct.len(),
            names.len(),
            "two moves have one name: {names:?}"
        );
        assert_eq!(plain_moves.len(), names.len(), "{text}");

        compared += 1;
        if compared == most {
            break;
        }
        for step in fast {
            if seen.insert(step.position) {
                queue.push_back(step.position);
            }
        }
    }
    compared
}

/// Checks that images keep outcomes and successors, and that all positions of an orbit
/// have one least image.
fn symmetries_hold<W: Word>(game: &RulesGame<W>) {
    let mut queue = vec![game.start()];
    let mut seen: HashSet<W> = queue.iter().copied().collect();
    while let Some(position) = queue.pop() {
        let successors = |position: W| {
            let mut steps = Vec::new();
            let outcome = game.expand(&position, &mut steps).unwrap();
            let next: Vec<W> = steps.iter().map(|step| step.position).collect();
            (outcome, next)
        };
        let (outcome, next) = successors(position);
        for element in 0..game.order() {
            let image = game.image(&position, element);
            assert_eq!(game.canonical(&image), game.canonical(&position));
            let mut expected: Vec<W> = next.iter().map(|p| game.image(p, element)).collect();
            let (image_outcome, mut found) = successors(image);
            expected.sort_unstable();
            found.sort_unstable();
            assert_eq!((image_outcome, found), (outcome, expected));
        }
        if seen.len() < 300 {
            queue.extend(next.into_iter().filter(|p| seen.insert(*p)));
        }
    }
}

#[test]
fn the_interpreter_does_what_the_rules_mean() {
    let most = all_or(150, 1500);
    for (name, game) in small::games_of_today(4) {
        // The plain evaluator takes 50 ms for each position of Russian draughts.
        let most = if name == "russian-draughts" {
            most / 10
        } else {
            most
        };
        let compared = match game {
            AnyGame::Narrow(game) => {
                symmetries_hold(&game);
                agree(&game, most)
            }
            AnyGame::Wide(game) => {
                symmetries_hold(&game);
                agree(&game, most)
            }
            AnyGame::Widest(game) => {
                symmetries_hold(&game);
                agree(&game, most)
            }
        };
        assert!(compared >= 10, "{name}: {compared} positions");
    }
}

#[test]
fn wide_positions_mean_the_same() {
    // Connect Four 7 by 6 needs 85 bits.
    let entry = zug_catalogue::find("connect-four").unwrap();
    let rules = Rules::read(entry.source).unwrap();
    let AnyGame::Wide(game) = rules
        .instance(&Settings::default())
        .unwrap()
        .game()
        .unwrap()
    else {
        panic!("85 bits do not fit into 64");
    };
    symmetries_hold(&game);
    assert_eq!(agree(&game, 200), 200);
}
