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
const CONSTANT: [(&str, usize, usize); 69] = [
    ("achi", 64, 82),
    ("amazons", 224, 224),
    ("asalto", 80, 118),
    ("atomic-chess", 142, 398),
    ("breakthrough", 18, 42),
    ("cat-and-mouse", 26, 26),
    ("chinese-checkers", 228, 228),
    ("chomp", 1, 27),
    ("chomp-rows", 1, 11),
    ("chung-toi", 2, 280),
    ("clobber", 48, 48),
    ("coins-in-a-circle", 20, 20),
    ("col", 18, 18),
    ("connect-four", 18, 18),
    ("cram", 17, 17),
    ("cutcake", 38, 38),
    ("dao", 304, 304),
    ("dawsons-chess", 52, 52),
    ("dawsons-kayles", 14, 14),
    ("dodgem", 42, 42),
    ("domineering", 24, 24),
    ("eatcake", 54, 54),
    ("edge-geography", 16, 16),
    ("elephants-and-rhinos", 24, 24),
    ("fission", 30, 30),
    ("fox-and-geese", 54, 54),
    ("furlo-rublo", 5, 12),
    ("game-of-y", 20, 20),
    ("geography", 9, 9),
    ("gobblet-gobblers", 324, 324),
    ("hare-and-hounds", 86, 86),
    ("havannah", 14, 14),
    ("hex", 18, 18),
    ("hex-with-pie", 24, 36),
    ("hexapawn", 28, 28),
    ("kaooa", 90, 100),
    ("kayles", 15, 15),
    ("konane", 64, 96),
    ("l-game", 482, 578),
    ("maundy-cake", 56, 140),
    ("misere-tic-tac-toe", 18, 18),
    ("mock-turtles", 6, 41),
    ("morris", 16, 144),
    ("mu-torere", 64, 64),
    ("nim-with-a-pass", 1, 16),
    ("nogo", 18, 18),
    ("notakto", 9, 9),
    ("number-scrabble", 18, 18),
    ("order-and-chaos", 36, 36),
    ("pong-hau-ki", 28, 28),
    ("powers", 7, 8),
    ("push", 2, 72),
    ("reversi", 2, 34),
    ("reversi-by-margin", 2, 34),
    ("russian-draughts", 658, 1586),
    ("shove", 2, 16),
    ("silver-dollar", 66, 66),
    ("sim", 12, 12),
    ("snort", 18, 18),
    ("tac-tix", 27, 27),
    ("teeko", 200, 200),
    ("three-mens-morris", 48, 66),
    ("tic-tac-toe", 18, 18),
    ("tigers-and-goats", 64, 89),
    ("toads-and-frogs", 26, 26),
    ("toppling-dominoes", 2, 14),
    ("treblecross", 10, 10),
    ("turning-turtles", 6, 21),
    ("wild-tic-tac-toe", 18, 18),
];

#[test]
fn a_constant_step_is_the_same_everywhere() {
    let mut found = Vec::new();
    for (name, game) in small::games() {
        let (steps, (played, others)) = match &game {
            AnyGame::Narrow(game) => (game.constant_steps(), steps_hold(game)),
            AnyGame::Wide(game) => (game.constant_steps(), steps_hold(game)),
            AnyGame::Widest(game) => (game.constant_steps(), steps_hold(game)),
        };
        let all: usize = steps.iter().map(Vec::len).sum();
        let constant = steps.iter().flatten().flatten().count();
        if constant > 0 {
            found.push((name, constant, all));
        }
        assert_eq!(constant > 0, played > 0, "{name}");
        assert!(constant < all || others == 0, "{name}");
    }
    assert_eq!(found, CONSTANT);
}
