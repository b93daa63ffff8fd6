//! By how much the player to move is ahead, as a search is told.

use zug_game::{Game, Searchable};
use zug_lang::{AnyGame, Rules, RulesGame, Settings, Word};
use zug_testkit::summing;

use crate::small;

/// The games of the catalogue in which the rules compare sums of fields at the end.
const COMPARING: [&str; 2] = ["dots-and-boxes", "kalah"];

/// The games in which all that counts is shared out when the game ends.
const SHARED_OUT: [(&str, &str); 2] = [
    ("summed boxes", summing::BOXES),
    ("summed coins", summing::COINS),
];

/// Plays some games at random. Returns whether the game tells who is ahead.
fn check<W: Word>(name: &str, game: RulesGame<W>) -> bool {
    if !game.has_standing() {
        return false;
    }
    let game = game.with_scores_told();
    assert_eq!(
        game.standing(&game.start()),
        0,
        "{name}: nobody begins ahead"
    );
    let mut random = 1_u64;
    for _ in 0..50 {
        let mut position = game.start();
        // Play may go round.
        for _ in 0..200 {
            let standing = game.standing(&position);
            let turned = game.turned(&position).expect("there are two players");
            assert_eq!(game.standing(&turned), -standing, "{name}");
            let mut steps = Vec::new();
            if game.expand(&position, &mut steps).unwrap().is_some() {
                if SHARED_OUT.iter().any(|(shared, _)| *shared == name) {
                    let score = game.score_of_end(position).unwrap();
                    assert_eq!(score, standing, "{name}");
                }
                break;
            }
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            position = steps[(random >> 33) as usize % steps.len()].position;
        }
    }
    true
}

#[test]
fn who_is_ahead_is_what_the_rules_compare_at_the_end() {
    let mut compare = Vec::new();
    let shared = SHARED_OUT.map(|(name, rules)| {
        let rules = Rules::read(rules).unwrap();
        let instance = rules.instance(&Settings::default()).unwrap();
        (name, instance.game().unwrap())
    });
    for (name, game) in small::games().chain(shared) {
        let has_standing = match game {
            AnyGame::Narrow(game) => check(name, game),
            AnyGame::Wide(game) => check(name, game),
            AnyGame::Widest(game) => check(name, game),
        };
        if has_standing {
            compare.push(name);
        }
    }
    for name in COMPARING
        .into_iter()
        .chain(SHARED_OUT.map(|(name, _)| name))
    {
        assert!(compare.contains(&name), "{name} is not among {compare:?}");
    }
}
