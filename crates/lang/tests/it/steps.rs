//! A ground move that is said to be a constant step changes the same bits of every
//! position in which it is legal, and adds the same number to the rank.

use std::collections::{HashSet, VecDeque};

use zug_game::{Game, PerfectIndex};
use zug_lang::{AnyGame, RulesGame, StepGuard, Word};

use crate::small;

/// The most positions of a game that are checked.
const MOST: usize = 4000;

/// Follows play and checks every move; returns the number of moves that are constant
/// steps, and of those that are not.
fn steps_hold<W: Word>(game: &RulesGame<W>) -> (usize, usize) {
    let steps = game.constant_steps();
    let mut seen = HashSet::from([game.start()]);
    let mut queue = VecDeque::from([game.start()]);
    let (mut constant, mut others) = (0, 0);
    while let Some(position) = queue.pop_front() {
        let (mut moves, mut next) = (Vec::new(), Vec::new());
        let mover = game.mover(&position) as usize;
        game.moves(&position, &mut moves).unwrap();
        game.expand(&position, &mut next).unwrap();
        for (choice, after) in moves.iter().zip(&next) {
            let Some(step) = steps[mover][choice.number()] else {
                others += 1;
                continue;
            };
            constant += 1;
            let wide = position.widen();
            assert_eq!(wide & step.mask, step.pattern);
            assert_eq!(after.position.widen(), wide ^ step.delta);
            assert_eq!(after.turn, step.turn);
            let rank = game.rank(&position) as i128 + step.step;
            assert_eq!(game.rank(&after.position) as i128, rank);
        }
        // If the test is the whole guard, it says whether the move is legal.
        if !moves.is_empty() {
            for (place, step) in steps[mover].iter().enumerate() {
                let Some(step) = step else { continue };
                let holds = position.widen() & step.mask == step.pattern;
                let legal = moves.iter().any(|choice| choice.number() == place);
                match step.guard {
                    StepGuard::Test => assert_eq!(legal, holds),
                    StepGuard::More => assert!(holds || !legal),
                }
            }
        }
        if seen.len() < MOST {
            let found = next.iter().map(|step| step.position);
            queue.extend(found.filter(|position| seen.insert(*position)));
        }
    }
    (constant, others)
}

/// The games with constant steps: for each the number of ground moves that are constant
/// steps and the number of all ground moves. No other game has any.
const CONSTANT: [(&str, usize, usize); 18] = [
    ("breakthrough", 24, 60),
    ("clobber", 96, 96),
    ("connect-four", 18, 18),
    ("dawsons-kayles", 14, 14),
    ("dodgem", 42, 42),
    ("domineering", 24, 24),
    ("furlo-rublo", 5, 12),
    ("hexapawn", 28, 28),
    ("kayles", 15, 15),
    ("misere-tic-tac-toe", 18, 18),
    ("morris", 16, 144),
    ("mu-torere", 64, 64),
    ("pong-hau-ki", 28, 28),
    ("powers", 7, 8),
    ("reversi", 2, 34),
    ("sim", 12, 12),
    ("three-mens-morris", 48, 66),
    ("tic-tac-toe", 18, 18),
];

#[test]
fn a_constant_step_is_the_same_everywhere() {
    for (name, game) in small::games() {
        let (steps, (played, others)) = match &game {
            AnyGame::Narrow(game) => (game.constant_steps(), steps_hold(game)),
            AnyGame::Wide(game) => (game.constant_steps(), steps_hold(game)),
        };
        let all: usize = steps.iter().map(Vec::len).sum();
        let constant = steps.iter().flatten().flatten().count();
        let known = CONSTANT.iter().find(|(known, ..)| *known == name);
        let expected = known.map_or((0, all), |(_, constant, all)| (*constant, *all));
        assert_eq!((constant, all), expected, "{name}");
        assert_eq!(constant > 0, played > 0, "{name}");
        assert!(constant < all || others == 0, "{name}");
    }
}
