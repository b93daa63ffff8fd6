//! Every row of `testdata/games.toml` that is small enough, solved by plain
//! fixpoint iteration over the rules.

use std::collections::{HashMap, HashSet};

use zug_catalogue::find;
use zug_game::{Game, Notation, Orbits, Symmetric};
use zug_lang::{AnyGame, Instance, Rules, RulesGame, Settings, Word};
use zug_testkit::is_todays;
use zug_testkit::oracle::{nimber, score, solve};
use zug_testkit::rows::{Convention, GameRow, View, data, swap_alone};
use zug_values::{Nimber, Outcome, Play, Plies, Value};

/// Rows with more positions are left to the solvers.
const MOST_POSITIONS: usize = 200_000;

/// Rows with more positions take turns: one of eight each day.
const FEW_POSITIONS: usize = 20_000;

fn instance(source: &str, parameters: &HashMap<String, String>, play: Convention) -> Instance {
    let settings: Settings = parameters.iter().collect();
    let settings = match play {
        // Normal is left to the rules.
        Convention::Normal => settings,
        Convention::Misere => settings.play(Play::Misere),
    };
    let rules = Rules::read(source).unwrap();
    rules.instance(&settings).unwrap()
}

fn check_game(row: &GameRow) {
    let source = find(&row.game).unwrap().source;
    let source = match row.view {
        None => source.to_owned(),
        Some(View::Mover) => swap_alone(source),
    };
    match instance(&source, &row.parameters, Convention::Normal).game() {
        Ok(AnyGame::Narrow(game)) => check_positions(row, &game),
        Ok(AnyGame::Wide(game)) => check_positions(row, &game),
        Ok(AnyGame::Widest(game)) => check_positions(row, &game),
        Err(fault) => panic!("{}: {fault}", row.game),
    }
}

fn check_positions<W: Word>(row: &GameRow, game: &RulesGame<W>) {
    let what = format!("{} {:?}", row.game, row.parameters);
    let start = game.start();
    let solved = match row.view {
        None => solve(game, [start]),
        Some(View::Mover) => {
            assert_eq!(game.order(), 2, "{what}: `symmetry swap` is declared");
            let orbits = Orbits::new(game);
            solve(&orbits, [orbits.start()])
        }
    };
    assert_eq!(solved.positions.len(), row.positions, "{what}: positions");
    let count = |outcome| {
        let values = solved.values.iter();
        values.filter(|value| value.outcome() == outcome).count()
    };
    let counts = [Outcome::Win, Outcome::Loss, Outcome::Draw].map(count);
    assert_eq!(counts, [row.wins, row.losses, row.draws], "{what}");
    assert_eq!(
        solved.values[0].outcome(),
        row.start.into(),
        "{what}: start"
    );
    assert_eq!(
        solved.values[0].remoteness(),
        row.remoteness.map(Plies),
        "{what}: remoteness"
    );
    let largest = |outcome| {
        let values = solved.values.iter();
        values
            .filter(|value| value.outcome() == outcome)
            .filter_map(|value| value.remoteness())
            .max()
    };
    for (outcome, most) in [(Outcome::Win, row.max_win), (Outcome::Loss, row.max_loss)] {
        if let Some(most) = most {
            assert_eq!(largest(outcome), Some(Plies(most)), "{what}: {outcome}");
        }
    }
    if let Some(moves) = row.moves {
        assert_eq!(solved.moves, moves, "{what}: moves");
    }
    if let Some(canonical) = row.canonical {
        let orbits: HashSet<W> = solved
            .positions
            .iter()
            .map(|position| game.canonical(position))
            .collect();
        assert_eq!(orbits.len(), canonical, "{what}: canonical");
    }
}

#[test]
fn small_games_have_the_positions_and_values_that_are_known() {
    let mut checked = 0;
    for (number, row) in data().game.into_iter().enumerate() {
        assert!(!row.source.is_empty());
        assert_eq!(row.wins + row.losses + row.draws, row.positions, "{row:?}");
        assert_eq!(row.slow, row.positions > 5_000_000, "{row:?}");
        let most = if is_todays(number, 8) {
            MOST_POSITIONS
        } else {
            FEW_POSITIONS
        };
        if row.positions <= most {
            check_game(&row);
            checked += 1;
        }
    }
    assert!(checked >= 15, "{checked}");
}

/// Run by hand, with `--release`: minutes, and gigabytes.
#[test]
#[ignore = "takes minutes"]
fn large_games_have_the_positions_and_values_that_are_known() {
    for row in data().game {
        if (MOST_POSITIONS..4_000_000).contains(&row.positions) {
            check_game(&row);
        }
    }
}

/// What is found of one position: its value, its nimber in an impartial game, and its score in a
/// game that ends with scores.
struct Answer {
    value: Value,
    nimber: Option<Nimber>,
    score: Option<i64>,
}

/// The answer for one position; for the start if none is named.
fn answer<W: Word>(game: &RulesGame<W>, position: Option<&str>) -> Answer {
    let position = match position {
        Some(text) => game.parse(text).unwrap(),
        None => game.start(),
    };
    let value = solve(game, [position]).values[0];
    let has_nimber = game.is_impartial() && game.stuck() == Outcome::Loss;
    Answer {
        value,
        nimber: has_nimber.then(|| nimber(game, position, &mut HashMap::new())),
        score: game
            .has_scores()
            .then(|| score(game, position, &mut HashMap::new())),
    }
}

fn answer_any(
    game: &str,
    parameters: &HashMap<String, String>,
    play: Convention,
    position: Option<&str>,
) -> Answer {
    match instance(find(game).unwrap().source, parameters, play).game() {
        Ok(AnyGame::Narrow(game)) => answer(&game, position),
        Ok(AnyGame::Wide(game)) => answer(&game, position),
        Ok(AnyGame::Widest(game)) => answer(&game, position),
        Err(fault) => panic!("{game}: {fault}"),
    }
}

#[test]
fn series_are_as_known() {
    for row in data().series {
        assert!(!row.source.is_empty());
        assert!(row.outcomes.is_some() || row.nimbers.is_some(), "{row:?}");
        let mut outcomes = String::new();
        let mut nimbers = Vec::new();
        for value in &row.values {
            let mut parameters = row.parameters.clone();
            parameters.insert(row.parameter.clone(), value.clone());
            let Answer { value, nimber, .. } = answer_any(&row.game, &parameters, row.play, None);
            outcomes.push(match value.outcome() {
                Outcome::Win => 'W',
                Outcome::Loss => 'L',
                Outcome::Draw => 'D',
            });
            nimbers.extend(nimber.map(|nimber| nimber.0));
        }
        if let Some(known) = row.outcomes {
            assert_eq!(outcomes, known, "{} {}", row.game, row.source);
        }
        if let Some(known) = row.nimbers {
            assert_eq!(nimbers, known, "{} {}", row.game, row.source);
        }
    }
}

#[test]
fn facts_are_as_known() {
    for row in data().fact {
        assert!(!row.source.is_empty());
        let is_told = row.outcome.is_some() || row.nimber.is_some() || row.score.is_some();
        assert!(is_told, "{row:?}");
        let position = row.position.as_deref();
        let Answer {
            value,
            nimber,
            score,
        } = answer_any(&row.game, &row.parameters, row.play, position);
        if let Some(outcome) = row.outcome {
            assert_eq!(value.outcome(), outcome.into(), "{row:?}");
        }
        if let Some(remoteness) = row.remoteness {
            assert_eq!(value.remoteness(), Some(Plies(remoteness)), "{row:?}");
        }
        if let Some(known) = row.nimber {
            assert_eq!(nimber, Some(Nimber(known)), "{row:?}");
        }
        if row.score.is_some() {
            assert_eq!(score, row.score, "{row:?}");
        }
    }
}
