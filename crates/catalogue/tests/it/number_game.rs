//! The theorem of The Number Game against its rules, played out to the end.

use zug_catalogue::{NumberGame, NumberGameSetup, find};
use zug_game::Game;
use zug_lang::{AnyGame, Rules, Settings};
use zug_values::Value;

/// Plain recursion: the dumbest correct solver.
fn value<G: Game>(game: &G, position: G::Position) -> Value {
    let mut steps = Vec::new();
    match game.expand(&position, &mut steps).unwrap() {
        Some(outcome) => Value::finished(outcome),
        None => steps
            .into_iter()
            .map(|step| value(game, step.position).before(step.turn))
            .max()
            .unwrap(),
    }
}

/// All sets of at most two numbers below `p`.
fn goal_sets(p: u32) -> Vec<Vec<u32>> {
    let mut sets = vec![vec![]];
    for a in 0..p {
        sets.push(vec![a]);
        sets.extend((a + 1..p).map(|b| vec![a, b]));
    }
    sets
}

#[test]
fn layers_give_what_the_rules_give_on_all_small_instances() {
    let rules = Rules::read(find("number-game").unwrap().source).unwrap();
    let mut instances = 0;
    for p in [3, 5, 7] {
        for goals in goal_sets(p) {
            for (e, start, rounds) in (2..p)
                .flat_map(|e| (0..p).map(move |start| (e, start)))
                .flat_map(|(e, start)| (1..=3).map(move |rounds| (e, start, rounds)))
            {
                let settings = Settings::default()
                    .set("n0", start)
                    .set("rounds", rounds)
                    .set("e", e)
                    .set("p", p)
                    .set("goals", format!("{goals:?}"));
                let game = rules.instance(&settings).unwrap().game().unwrap();
                let AnyGame::Narrow(game) = game else {
                    panic!("the game is small");
                };
                let theorem = NumberGame::new(NumberGameSetup {
                    start,
                    rounds,
                    e,
                    p,
                    goals: goals.clone(),
                });
                assert_eq!(
                    theorem.unwrap().value(),
                    value(&game, game.start()).outcome(),
                    "{settings:?}"
                );
                instances += 1;
            }
        }
    }
    assert_eq!(instances, 63 + 720 + 3045);
}
