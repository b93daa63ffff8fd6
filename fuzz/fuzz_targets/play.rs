//! Laws: no rules text makes a game panic, whatever is played; the interpreter
//! does what the plain evaluator does; notation and rank read back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zug_game::{Game, Notation, PerfectIndex};
use zug_lang::{AnyGame, Reference, Rules, RulesGame, Settings, Word};

/// Positions that are looked at.
const MOST: usize = 8;

fuzz_target!(|text: &str| {
    let Ok(rules) = Rules::read(text) else { return };
    let Ok(instance) = rules.instance(&Settings::default()) else { return };
    match instance.game() {
        Ok(AnyGame::Narrow(game)) => play(&game),
        Ok(AnyGame::Wide(game)) => play(&game),
        Err(_) => {}
    }
});

fn play<W: Word>(game: &RulesGame<W>) {
    if game.ground_moves().into_iter().sum::<usize>() > 100 {
        return;
    }
    let reference = Reference::new(game.instance());
    let mut positions = vec![game.start()];
    let mut at = 0;
    while at < positions.len().min(MOST) {
        let position = positions[at];
        at += 1;
        assert_eq!(game.parse(&game.print(&position)).unwrap(), position);
        assert_eq!(game.unrank(game.rank(&position)), Some(position));
        let (mut fast, mut plain) = (Vec::new(), Vec::new());
        let outcome = game.expand(&position, &mut fast);
        let meant = reference.expand(&position.widen(), &mut plain);
        match (outcome, meant) {
            (Ok(outcome), Ok(meant)) => assert_eq!(outcome, meant),
            (Err(_), Err(_)) => continue,
            (fast, plain) => panic!("{fast:?} but the rules mean {plain:?}"),
        }
        assert_eq!(fast.len(), plain.len());
        for (fast, plain) in fast.iter().zip(&plain) {
            assert_eq!((fast.position.widen(), fast.turn), (plain.position, plain.turn));
            positions.push(fast.position);
        }
    }
}
