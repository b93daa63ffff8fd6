//! Rules read as linear conditions do what the plain evaluator says, on all small positions.

use zug_game::linear::LinearGame;
use zug_job::Job;
use zug_lang::{Reference, Rules, Settings};
use zug_testkit::all_or;
use zug_values::Play;

/// Compares a game with the plain evaluator for all values up to `most` of its open parameters; returns
/// the number of states compared.
fn agree(rules: &Rules, game: &LinearGame, settings: &Settings, most: i64) -> usize {
    let names: Vec<(String, usize)> = rules
        .parameters()
        .into_iter()
        .filter_map(|(name, _)| {
            let of = |open: &&String| **open == name || open.starts_with(&format!("{name}["));
            let open = game.variables[..game.parameters].iter().filter(of).count();
            (open > 0).then_some((name, open))
        })
        .collect();
    let mut values = vec![0; game.parameters];
    let mut compared = 0;
    loop {
        let mut settings = settings.clone();
        let mut rest = values.iter();
        for (name, count) in &names {
            let own: Vec<String> = rest
                .by_ref()
                .take(*count)
                .map(ToString::to_string)
                .collect();
            let is_list = game.variables.contains(&format!("{name}[0]"));
            let text = own.join(", ");
            settings = settings.set(name, if is_list { format!("[{text}]") } else { text });
        }
        // Where the rules refuse the parameters there is no position.
        if let Ok(instance) = rules.instance(&settings) {
            compared += Reference::new(&instance).agrees_with(game, 2_000).unwrap();
        }
        let Some(next) = (0..values.len()).rev().find(|i| values[*i] < most) else {
            return compared;
        };
        values[next] += 1;
        values[next + 1..].fill(0);
    }
}

/// The games of the catalogue that are read, with the number of their open parameters.
#[test]
fn games_of_the_catalogue_are_what_the_plain_evaluator_plays() {
    let mut accepted = Vec::new();
    for known in zug_catalogue::entries() {
        let rules = Rules::read(known.source).unwrap();
        for play in [Play::Normal, Play::Misere] {
            let settings = Settings::default().play(play);
            let Ok(game) = rules.linear(&settings, &Job::default()) else {
                continue;
            };
            let most = match game.parameters {
                0 | 1 => all_or(20, 32),
                2 => all_or(7, 32),
                3 => all_or(3, 8),
                _ => all_or(1, 3),
            };
            let compared = agree(&rules, &game, &settings, most);
            if play == Play::Normal {
                accepted.push(format!("{} {} {compared}", known.name, game.parameters));
            }
        }
    }
    insta::assert_snapshot!(accepted.join("\n"));
}
