//! A ground move that is said to be a constant step changes every position in
//! which it is legal by the same bits, and its rank by the same number.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod small;

use std::collections::{HashSet, VecDeque};

use zug_game::{Game, PerfectIndex};
use zug_lang::{AnyGame, RulesGame, StepGuard, Word};

/// Positions of a game that are looked at.
const MOST: usize = 4000;

/// Follows play and compares; how many moves were constant steps, and how many
/// were not.
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
            let Some(step) = steps[mover][choice.place()] else {
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
        // Where a test is the whole guard it says that the move is legal.
        if !moves.is_empty() {
            for (place, step) in steps[mover].iter().enumerate() {
                let Some(step) = step else { continue };
                let holds = position.widen() & step.mask == step.pattern;
                let legal = moves.iter().any(|choice| choice.place() == place);
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

#[test]
fn a_constant_step_is_the_same_everywhere() {
    let mut table = String::new();
    for (name, game) in small::games() {
        let (steps, played) = match &game {
            AnyGame::Narrow(game) => (game.constant_steps(), steps_hold(game)),
            AnyGame::Wide(game) => (game.constant_steps(), steps_hold(game)),
        };
        let all: usize = steps.iter().map(Vec::len).sum();
        let constant = steps.iter().flatten().flatten().count();
        assert_eq!(constant > 0, played.0 > 0, "{name}");
        if constant == all {
            assert_eq!(played.1, 0, "{name}");
        }
        if constant > 0 {
            table += &format!("{name} {constant} of {all}\n");
        }
    }
    println!("{table}");
}
