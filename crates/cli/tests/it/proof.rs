//! Proofs of searches, as a person uses them.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use zug_testkit::summing;

/// What `zug` prints, says and ends with.
fn zug(arguments: &[&str], file: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zug"));
    command.args(arguments).arg(file).stdin(Stdio::null());
    command.output().unwrap()
}

fn told(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What is said on stderr, and the exit code.
fn refusal(output: &Output) -> (String, i32) {
    assert!(output.stdout.is_empty(), "{output:?}");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    (message, output.status.code().unwrap())
}

#[test]
fn a_proof_stands_alone_and_tells_what_it_proves() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.proof");
    for (game, sentence) in [
        (
            &["connect-four", "--set", "width=4", "--set", "height=4"][..],
            "draw",
        ),
        (
            &["subtraction", "--set", "n=9", "--remoteness"],
            "in 6 moves",
        ),
        (&["dodgem"], "A to move wins"),
        (
            &["tic-tac-toe", "--from", "board=XX./OO./... turn=X"],
            "X to move wins",
        ),
        (&["tic-tac-toe", "--play", "misere"], "draw"),
    ] {
        let written = told(&zug(&[&["solve"], game, &["--proof"]].concat(), &file));
        assert!(written.contains("\nproof written: "), "{written}");
        let proved = told(&zug(&["certify"], &file));
        assert!(proved.contains("\nproved: "), "{proved}");
        assert!(proved.contains("of the catalogue"), "{proved}");
        for text in [&written, &proved] {
            assert!(text.contains(sentence), "{text}");
        }
    }
}

#[test]
fn a_proof_shows_the_score_of_a_game_that_ends_with_scores() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.proof");
    let solve = ["solve", "coins-in-a-row", "--proof"];
    let written = told(&zug(&solve, &file));
    let score = written.lines().find(|line| line.starts_with("score "));
    let score = score.expect("a score is told").to_owned();
    let proved = told(&zug(&["certify"], &file));
    assert!(proved.contains(&score), "{proved}");
    let json = told(&zug(&["certify", "--json"], &file));
    assert!(json.contains("\"score\": "), "{json}");
    // Where no moves gain points, the number of moves has a proof of its own, without the score.
    let rules = folder.path().join("kalah.zug");
    fs::write(&rules, summing::KALAH).unwrap();
    let kalah = ["solve", rules.to_str().unwrap(), "--set", "pits=2"];
    let solve = [&kalah[..], &["--remoteness", "--proof"]].concat();
    let written = told(&zug(&solve, &file));
    assert!(written.contains("scores are not told"), "{written}");
    let proved = told(&zug(&["certify"], &file));
    assert!(!proved.contains("score "), "{proved}");
    let solve = ["solve", "coins-in-a-row", "--remoteness", "--proof"];
    let refused = zug(&solve, &file);
    let error = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        error.contains("a search tells its score and not"),
        "{error}"
    );
}

/// A game whose positions have 180 bits, of which play reaches few.
const WIDE: &str = "\
game wide
impartial
type cells = 1..180
free[c in cells]: bool = c <= 12
move take(c in cells) if free[c]:
    free[c] = false
move two(c in 1..179) if free[c] and free[c+1]:
    free[c] = false
    free[c+1] = false
";

#[test]
fn positions_of_more_than_128_bits_have_proofs_tables_and_search_files() {
    let folder = tempfile::tempdir().unwrap();
    let rules = folder.path().join("wide.zug");
    fs::write(&rules, WIDE).unwrap();
    let rules = rules.to_str().unwrap();
    let file = folder.path().join("game.proof");
    let first_line = |text: &str| {
        let of_players = text.lines().find(|line| line.contains("wins"));
        of_players.expect("it is told who wins").to_owned()
    };
    let solved = first_line(&told(&zug(&["solve"], Path::new(rules))));
    told(&zug(&["solve", rules, "--proof"], &file));
    let proved = told(&zug(&["certify"], &file));
    assert!(proved.contains("\nproved: "), "{proved}");
    let saved = folder.path().join("game.search");
    for _ in 0..2 {
        let search = ["solve", rules, "--method", "search", "--save"];
        let found = first_line(&told(&zug(&search, &saved)));
        assert!(solved.starts_with(found.trim_end_matches('.')), "{found}");
    }
    for method in ["any", "tiers"] {
        let table = folder.path().join(method);
        let method = if method == "any" {
            &[][..]
        } else {
            &["--method", "tiers"]
        };
        for _ in 0..2 {
            let solve = [&["solve", rules], method, &["--table"]].concat();
            assert_eq!(first_line(&told(&zug(&solve, &table))), solved);
        }
        told(&zug(&["table", "verify"], &table));
    }
}

#[test]
fn damaged_and_strange_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.proof");
    let solve = ["solve", "tic-tac-toe", "--proof"];
    told(&zug(&solve, &file));
    let bytes = fs::read(&file).unwrap();
    let other = folder.path().join("other.proof");
    // A bit that is another, anywhere, and an end that is missing.
    for place in (0..bytes.len()).step_by(97) {
        let mut changed = bytes.clone();
        changed[place] ^= 1 << (place % 8);
        fs::write(&other, changed).unwrap();
        let (message, code) = refusal(&zug(&["certify"], &other));
        assert!(message.starts_with("error: "), "{message}");
        assert!(code == 1 || code == 2, "{place}: {code}");
        fs::write(&other, &bytes[..place]).unwrap();
        refusal(&zug(&["certify"], &other));
    }
    for text in [
        "",
        "short",
        "no proof at all, and a text that is long enough",
    ] {
        fs::write(&other, text).unwrap();
        let (message, code) = refusal(&zug(&["certify"], &other));
        assert!(
            message.contains("is no proof") && message.contains("--proof FILE"),
            "{message}"
        );
        assert_eq!(code, 2);
    }
    let (_, code) = refusal(&zug(&["certify"], &folder.path().join("absent")));
    assert_eq!(code, 2);
}

#[test]
fn a_proof_is_of_a_search_and_of_a_file_that_can_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.proof");
    let retrograde = ["solve", "tic-tac-toe", "--method", "retrograde", "--proof"];
    let (message, code) = refusal(&zug(&retrograde, &file));
    assert!(message.contains("--method search"), "{message}");
    assert_eq!(code, 2);
    let nowhere = folder.path().join("absent/game.proof");
    let (message, _) = refusal(&zug(&["solve", "tic-tac-toe", "--proof"], &nowhere));
    assert!(message.contains("cannot be written"), "{message}");
    assert!(fs::read_dir(folder.path()).unwrap().next().is_none());
    let little = ["solve", "tic-tac-toe", "--memory", "8KiB", "--proof"];
    refusal(&zug(&little, &file));
    assert!(!file.exists());
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_is_told_though_its_proof_cannot_be_written() {
    let output = zug(&["solve", "tic-tac-toe", "--proof"], Path::new("/dev/full"));
    let answer = String::from_utf8_lossy(&output.stdout);
    assert!(answer.contains("draw"), "{output:?}");
    assert!(!answer.contains("proof written"), "{answer}");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(
        message.contains("the proof cannot be written to /dev/full"),
        "{message}"
    );
    assert_eq!(output.status.code(), Some(1));
}
