//! Whatever a rules file holds, it is read or refused: nothing panics. If it makes a
//! game, the fast game and the plain evaluator agree on it.
//!
//! The rules files of the tests and of the catalogue are mutated: tokens are swapped,
//! deleted, doubled or put in from another file, lines are moved, bytes are changed.
//! The cases are always the same. `ZUG_FUZZ_CASES` sets their number, and
//! `ZUG_FUZZ_FIRST` the first case, so that one case can be run again:
//!
//! ```text
//! ZUG_FUZZ_CASES=1000000 cargo test --release -p zug-lang --test it fuzz -- --nocapture
//! ```

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use zug_game::{Game, Notation, PerfectIndex};
use zug_lang::{AnyGame, Instance, Reference, Rules, RulesGame, Settings, Word};
use zug_testkit::all_or;
use zug_testkit::random::Random;

/// Splits rules into words, numbers, runs of spaces, and single other characters.
fn tokens(source: &str) -> Vec<&str> {
    let class = |c: char| match c {
        _ if c.is_alphanumeric() || c == '_' => 0,
        ' ' => 1,
        _ => 2,
    };
    let mut tokens = Vec::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let length = match class(first) {
            2 => first.len_utf8(),
            same => rest.find(|c| class(c) != same).unwrap_or(rest.len()),
        };
        let (token, after) = rest.split_at(length);
        tokens.push(token);
        rest = after;
    }
    tokens
}

/// Pieces that rules are made of, and pieces that break them.
const PIECES: [&str; 48] = [
    "me",
    "other",
    "none",
    "stuck",
    "player",
    "player?",
    "bool",
    "true",
    "0",
    "1",
    "-1",
    "9223372036854775807",
    "[]",
    "{}",
    "()",
    "(0, 0)",
    "[0]",
    "{A: 1}",
    "any",
    "len",
    "min",
    "a for a in ",
    "bag(2) of ",
    "grid(2, 2)",
    "0..1",
    "..",
    "if",
    "else",
    "not ",
    " and ",
    " in ",
    "+",
    "*",
    "**",
    "//",
    "%",
    "==",
    "<",
    "again",
    "win me",
    "draw",
    "impartial\n",
    "misere\n",
    "symmetry swap\n",
    "let ",
    "\n    ",
    "\"{x}\"",
    "é",
];

/// Small numbers, and numbers at which something overflows.
const NUMBERS: [&str; 12] = [
    "0",
    "1",
    "2",
    "3",
    "5",
    "40",
    "127",
    "4096",
    "1000000",
    "4294967296",
    "4611686018427387904",
    "9223372036854775807",
];

fn mutate(random: &mut Random, sources: &[String]) -> String {
    let mut text = sources[random.place(sources.len())].clone();
    for _ in 0..random.place(5).saturating_sub(1).max(1) {
        let mut parts: Vec<&str> = tokens(&text);
        let other = &sources[random.place(sources.len())];
        let place = random.place(parts.len());
        let next = match random.place(13) {
            0 if !parts.is_empty() => {
                parts.remove(place);
                parts.concat()
            }
            1 if !parts.is_empty() => {
                parts.insert(place, parts[place]);
                parts.concat()
            }
            2 if !parts.is_empty() => {
                let second = random.place(parts.len());
                parts.swap(place, second);
                parts.concat()
            }
            3 if !parts.is_empty() => {
                let strange = tokens(other);
                parts[place] = strange[random.place(strange.len())];
                parts.concat()
            }
            4 => {
                parts.insert(place, PIECES[random.place(PIECES.len())]);
                parts.concat()
            }
            5 if !parts.is_empty() => {
                parts[place] = PIECES[random.place(PIECES.len())];
                parts.concat()
            }
            6 => {
                let mut lines: Vec<&str> = text.lines().collect();
                let line = other.lines().nth(random.place(other.lines().count()));
                let place = random.place(lines.len());
                match random.place(3) {
                    0 => lines.insert(place, line.unwrap_or_default()),
                    1 if !lines.is_empty() => lines[place] = line.unwrap_or_default(),
                    _ if !lines.is_empty() => {
                        let second = random.place(lines.len());
                        lines.swap(place, second);
                    }
                    _ => {}
                }
                lines.join("\n") + "\n"
            }
            7 if !text.is_empty() => {
                let mut bytes = text.clone().into_bytes();
                let place = random.place(bytes.len());
                bytes[place] = (random.number() % 128) as u8;
                String::from_utf8_lossy(&bytes).into_owned()
            }
            8 | 9 => {
                // A name is replaced by another name: the rules are often still well
                // formed.
                let is_name = |part: &&str| part.starts_with(char::is_alphabetic);
                let names: Vec<usize> = (0..parts.len()).filter(|&i| is_name(&parts[i])).collect();
                if let (false, from, to) = (
                    names.is_empty(),
                    random.place(names.len()),
                    random.place(names.len()),
                ) {
                    parts[names[to]] = parts[names[from]];
                }
                parts.concat()
            }
            10 | 11 => {
                let is_number = |part: &&str| part.starts_with(|c: char| c.is_ascii_digit());
                let numbers: Vec<usize> =
                    (0..parts.len()).filter(|&i| is_number(&parts[i])).collect();
                let number = NUMBERS[random.place(NUMBERS.len())];
                if !numbers.is_empty() {
                    parts[numbers[random.place(numbers.len())]] = number;
                }
                parts.concat()
            }
            _ => {
                let strange = tokens(other);
                let from = random.place(strange.len());
                let to = (from + random.place(20)).min(strange.len());
                parts.splice(place..place, strange[from..to].iter().copied());
                parts.concat()
            }
        };
        text = next;
    }
    text
}

fn sources() -> Vec<String> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in ["tests/mistakes", "tests/games", "../catalogue/games"] {
        let Ok(entries) = std::fs::read_dir(here.join(folder)) else {
            continue;
        };
        for entry in entries {
            let path = entry.expect("the folder can be read").path();
            if path.extension().is_some_and(|extension| extension == "zug") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
        .iter()
        .map(|file| std::fs::read_to_string(file).expect("the rules can be read"))
        .collect()
}

fn number(variable: &str, otherwise: u64) -> u64 {
    match std::env::var(variable) {
        Ok(text) => text.parse().expect("a number of cases"),
        Err(_) => otherwise,
    }
}

/// Reads the rules and, if they make a game, plays it a little. Returns whether they
/// do.
fn try_rules(source: &str) -> bool {
    let rules = match Rules::read(source) {
        Ok(rules) => rules,
        Err(fault) => {
            assert!(!fault.render(source, "fuzz.zug", false).is_empty());
            return false;
        }
    };
    let instance = || rules.instance(&Settings::default());
    let game = match instance().map(Instance::game) {
        Ok(Ok(game)) => game,
        Ok(Err(fault)) => {
            assert!(!fault.render(source, "fuzz.zug", false).is_empty());
            return false;
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return false;
        }
    };
    let instance = instance().expect("what has been made can be made again");
    let reference = Reference::new(&instance);
    match game {
        AnyGame::Narrow(game) => play(&game, reference),
        AnyGame::Wide(game) => play(&game, reference),
        AnyGame::Widest(game) => play(&game, reference),
    }
    true
}

/// The most positions that are compared.
const POSITIONS: usize = 12;

/// The most moves that a position may have. The plain evaluator finds all moves again
/// for each move that it plays.
const MOST_MOVES: usize = 150;

/// Checks that the fast game and the plain evaluator agree on the first positions.
fn play<W: Word>(game: &RulesGame<W>, reference: Reference<'_>) {
    if game
        .ground_move_counts()
        .iter()
        .any(|&moves| moves > MOST_MOVES)
    {
        return;
    }
    let mut positions = vec![game.start()];
    assert_eq!(game.start().widen(), reference.start());
    let mut next = 0;
    while next < positions.len() {
        let position = positions[next];
        next += 1;
        let (mut fast, mut plain) = (Vec::new(), Vec::new());
        let ours = game.expand(&position, &mut fast);
        let theirs = reference.expand(&position.widen(), &mut plain);
        let shown = game.print(&position);
        match (&ours, &theirs) {
            (Ok(a), Ok(b)) => {
                assert_eq!(a, b, "the outcome of {shown}");
                let fast: Vec<_> = fast.iter().map(|s| (s.position.widen(), s.turn)).collect();
                let plain: Vec<_> = plain.iter().map(|s| (s.position, s.turn)).collect();
                assert_eq!(fast, plain, "the moves of {shown}");
            }
            (Err(_), Err(_)) => continue,
            _ => panic!("in {shown}: {ours:?}, but by the plain evaluator {theirs:?}"),
        }
        // Of 2^128 states and more none has a rank.
        let ranked = game.instance().size().map(|_| position);
        assert_eq!(game.unrank(game.rank(&position)), ranked, "{shown}");
        assert_eq!(game.parse(&shown), Ok(position), "{shown}");
        for step in fast {
            if positions.len() < POSITIONS && !positions.contains(&step.position) {
                positions.push(step.position);
            }
        }
    }
}

#[test]
fn no_rules_file_makes_the_reader_panic() {
    let sources = sources();
    let cases = number("ZUG_FUZZ_CASES", all_or(800, 3000));
    let first = number("ZUG_FUZZ_FIRST", 0);
    let mut right = 0;
    let mut slowest = (Duration::ZERO, 0, String::new());
    for case in first..first + cases {
        let source = mutate(&mut Random(case), &sources);
        if cases == 1 {
            println!("case {case}:\n{source}");
        }
        let start = Instant::now();
        let result = catch_unwind(AssertUnwindSafe(|| try_rules(&source)));
        let Ok(is_right) = result else {
            panic!("case {case} panics:\n{source}");
        };
        right += u64::from(is_right);
        let taken = start.elapsed();
        if taken > slowest.0 {
            slowest = (taken, case, source);
        }
    }
    let (taken, case, source) = slowest;
    println!("{right} of {cases} cases are games");
    println!("the slowest was case {case} with {taken:?}:\n{source}");
}

/// Cases that the mutations found, made small.
#[test]
fn mended_faults_stay_mended() {
    let outside_of_the_array = "\
game row
impartial
up[1..3]: bool = true
move two(i in 1..3, j = i + 9223372036854775807) if up[i] and up[j]:
    up[j] = false
";
    assert!(try_rules(outside_of_the_array));
}
