//! Laws of games made from any text. No game panics, whatever is played. The
//! interpreter agrees with the plain evaluator, and machine code with the interpreter,
//! on moves and on un-moves. Notation and rank read back what they write.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::Arc;

use zug_game::{Game, Notation, PerfectIndex, Retractable, Step, Symmetric};
use zug_jit::Machine;
use zug_lang::{AnyGame, Reference, Rules, RulesGame, Settings};

/// The most positions that are compared.
const MOST: usize = 8;

fuzz_target!(|text: &str| {
    let Ok(rules) = Rules::read(text) else { return };
    let Ok(instance) = rules.instance(&Settings::default()) else { return };
    match instance.game() {
        Ok(AnyGame::Narrow(game)) => play(&game),
        Ok(AnyGame::Wide(game)) => play(&game),
        Ok(AnyGame::Widest(game)) => play(&game),
        Err(_) => {}
    }
});

fn play<W: Machine>(game: &RulesGame<W>) {
    if game.ground_move_counts().into_iter().sum::<usize>() > 100 {
        return;
    }
    let reference = Reference::new(game.instance());
    let machine = zug_jit::compile(game.interpreter()).ok();
    let machine = machine.map(|(machine, _)| game.clone().run_by(Arc::new(machine)));
    let mut positions = vec![game.start()];
    let mut at = 0;
    while at < positions.len().min(MOST) {
        let position = positions[at];
        at += 1;
        assert_eq!(game.parse(&game.print(&position)).unwrap(), position);
        let has_ranks = game.instance().size().is_some();
        if has_ranks {
            assert_eq!(game.unrank(game.rank(&position)), Some(position));
        }
        let (mut fast, mut plain) = (Vec::new(), Vec::new());
        let outcome = game.expand(&position, &mut fast);
        let meant = reference.expand(&position.widen(), &mut plain);
        let meant_too;
        match (outcome, meant) {
            (Ok(outcome), Ok(meant)) => {
                assert_eq!(outcome, meant);
                meant_too = meant;
            }
            (Err(_), Err(_)) => continue,
            (fast, plain) => panic!("{fast:?} but the rules mean {plain:?}"),
        }
        assert_eq!(fast.len(), plain.len());
        if let Some(machine) = &machine {
            let mut compiled = Vec::new();
            assert_eq!(machine.expand(&position, &mut compiled), Ok(meant_too));
            assert_eq!(compiled, fast);
            assert_eq!(machine.canonical(&position), game.canonical(&position));
            assert_eq!(machine.orbit(&position), game.orbit(&position));
            if has_ranks {
                let rank = game.rank(&position);
                assert_eq!(machine.rank(&position), rank);
                assert_eq!(machine.unrank(rank), Some(position));
            }
        }
        for (fast, plain) in fast.iter().zip(&plain) {
            assert_eq!((fast.position.widen(), fast.turn), (plain.position, plain.turn));
            positions.push(fast.position);
        }
    }
    if let Some(machine) = &machine {
        positions.truncate(MOST);
        go_back(game, machine, &positions);
    }
}

/// Compares the predecessors that the interpreter and machine code find for each
/// position.
fn go_back<W: Machine>(game: &RulesGame<W>, machine: &RulesGame<W>, positions: &[W]) {
    let (Ok(slow), Ok(fast)) = (game.retraction(), machine.retraction()) else { return };
    for position in positions {
        let before = |game: &dyn Fn(&mut Vec<Step<W>>)| {
            let mut steps = Vec::new();
            game(&mut steps);
            steps.sort_unstable_by_key(|step| (step.position, step.turn as u8));
            steps
        };
        assert_eq!(
            before(&|steps| fast.predecessors(position, steps).unwrap()),
            before(&|steps| slow.predecessors(position, steps).unwrap())
        );
    }
}
