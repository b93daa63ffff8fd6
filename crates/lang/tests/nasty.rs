//! Where the fast game and the plain evaluator could part: rules that lean on
//! the order in which things are worked out, on what must not be looked at, and
//! on the borders of words and ranges. `games/` holds those written by hand or
//! found by chance; [`random`] writes more.
//!
//! Always the same random games; `ZUG_RANDOM_GAMES` sets how many, and
//! `ZUG_RANDOM_FIRST` where to begin, so that one game can be made again:
//!
//! ```text
//! ZUG_RANDOM_GAMES=100000 cargo test --release -p zug-lang --test nasty -- --nocapture
//! ```

use std::collections::{HashSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use zug_game::{Game, Notation, PerfectIndex, Symmetric};
use zug_lang::{AnyGame, Reference, Rules, RulesGame, Settings, Word};

mod random;

/// Longer random rules take too long, and show no more.
const LONGEST: usize = 4000;

/// What was met on the way.
#[derive(Clone, Copy, Debug, Default)]
struct Met {
    positions: usize,
    faults: usize,
    ended: usize,
}

/// Compares the game with the plain evaluator on what can be reached, at most
/// on `most` positions. Where one faults, so must the other.
fn compare<W: Word>(game: &RulesGame<W>, most: usize) -> Met {
    let reference = Reference::new(game.instance());
    let start = game.start();
    assert_eq!(start.widen(), reference.start(), "the start");
    let mut met = Met::default();
    let mut seen = HashSet::from([start]);
    let mut queue = VecDeque::from([start]);
    while let Some(position) = queue.pop_front() {
        let text = game.print(&position);
        assert_eq!(game.parse(&text).as_ref(), Ok(&position), "{text}");
        assert!(game.rank(&position) < game.size(), "{text}");
        assert_eq!(game.unrank(game.rank(&position)), Some(position), "{text}");
        let wide = position.widen();
        assert_eq!(game.mover(&position), reference.mover(&wide), "{text}");

        let (mut fast, mut plain) = (Vec::new(), Vec::new());
        let ours = game.expand(&position, &mut fast);
        let theirs = reference.expand(&wide, &mut plain);
        met.positions += 1;
        match (&ours, &theirs) {
            (Ok(a), Ok(b)) => {
                assert_eq!(a, b, "the outcome of {text}");
                met.ended += usize::from(a.is_some());
            }
            (Err(_), Err(_)) => {
                met.faults += 1;
                continue;
            }
            _ => panic!("in {text}: {ours:?}, but by the plain evaluator {theirs:?}"),
        }
        let words: Vec<_> = fast.iter().map(|s| (s.position.widen(), s.turn)).collect();
        let plain: Vec<_> = plain.iter().map(|s| (s.position, s.turn)).collect();
        assert_eq!(words, plain, "the moves of {text}");

        let mut moves = Vec::new();
        game.moves(&position, &mut moves).expect("no fault before");
        let names: Vec<String> = moves.iter().map(|m| game.move_name(&position, m)).collect();
        let distinct: HashSet<&String> = names.iter().collect();
        assert_eq!(distinct.len(), names.len(), "names in {text}: {names:?}");
        for element in 0..game.order() {
            let image = game.image(&position, element);
            assert_eq!(game.canonical(&image), game.canonical(&position), "{text}");
        }
        if met.positions == most {
            break;
        }
        for step in fast {
            if seen.insert(step.position) {
                queue.push_back(step.position);
            }
        }
    }
    met
}

/// Reads rules and compares; what stands against it if they make no game.
fn play(source: &str, most: usize) -> Result<Met, String> {
    let rules = Rules::read(source).map_err(|fault| fault.render(source, "nasty.zug", false))?;
    let instance = rules.instance(&Settings::default());
    let game = instance
        .map_err(|error| error.to_string())?
        .game()
        .map_err(|fault| fault.render(source, "nasty.zug", false))?;
    Ok(match game {
        AnyGame::Narrow(game) => compare(&game, most),
        AnyGame::Wide(game) => compare(&game, most),
    })
}

#[test]
fn nasty_games_mean_what_the_evaluator_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games");
    let mut wrong = Vec::new();
    let entries = std::fs::read_dir(folder).expect("the folder can be read");
    for entry in entries {
        let path = entry.expect("the folder can be read").path();
        let source = std::fs::read_to_string(&path).expect("the rules can be read");
        let name = path.file_stem().unwrap_or_default().display().to_string();
        match catch_unwind(AssertUnwindSafe(|| play(&source, 2000))) {
            Ok(Ok(met)) => {
                println!("{name}: {met:?}");
                if met.positions < 3 {
                    wrong.push(format!("{name} shows little"));
                }
            }
            Ok(Err(refused)) => wrong.push(format!("{name} is refused: {refused}")),
            Err(_) => wrong.push(name),
        }
    }
    wrong.sort();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn number(variable: &str, otherwise: u64) -> u64 {
    match std::env::var(variable) {
        Ok(text) => text.parse().expect("a number of games"),
        Err(_) => otherwise,
    }
}

#[test]
fn random_games_mean_what_the_evaluator_says() {
    let games = number("ZUG_RANDOM_GAMES", 300);
    let first = number("ZUG_RANDOM_FIRST", 0);
    let (mut met, mut refused) = (Met::default(), 0);
    // The shortest is the easiest to understand.
    let mut wrong: Option<(u64, String)> = None;
    for seed in first..first + games {
        let source = random::game(seed);
        if source.len() > LONGEST {
            continue;
        }
        if games == 1 {
            println!("{source}");
        }
        match catch_unwind(AssertUnwindSafe(|| play(&source, 60))) {
            Ok(Ok(one)) => {
                met.positions += one.positions;
                met.faults += one.faults;
                met.ended += one.ended;
            }
            Ok(Err(message)) => {
                refused += 1;
                if games <= 20 {
                    println!("{message}");
                }
            }
            Err(_) if wrong.as_ref().is_none_or(|(_, s)| s.len() > source.len()) => {
                wrong = Some((seed, source));
            }
            Err(_) => {}
        }
    }
    if let Some((seed, source)) = wrong {
        panic!("game {seed}:\n{source}");
    }
    println!("{games} games, {refused} refused; {met:?}");
    assert!(refused * 2 < games, "too many random games are refused");
    assert!(met.positions as u64 > games / 2, "the games are too short");
}
