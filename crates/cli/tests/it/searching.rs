//! Large games, which are searched within a time.

use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::signals;

fn zug(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zug"));
    command.args(arguments).stdin(Stdio::null());
    command
}

/// What a command prints on stdout; it ends well.
fn printed(arguments: &[&str]) -> String {
    let output = zug(arguments).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {told}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_game_is_played_to_its_end_by_search() {
    let small = ["--set", "width=4", "--set", "height=4"];
    let play = ["play", "connect-four", "--as", "none", "--method", "search"];
    let output = printed(&[&play[..], &small].concat());
    // The whole game is soon searched: a draw (J. Tromp).
    assert!(output.contains(", which draws.\n"), "{output}");
    assert!(output.ends_with("A draw after 16 moves.\n"), "{output}");
}

#[test]
fn a_large_game_is_played_explained_and_drawn_within_its_time() {
    let begin = Instant::now();
    // A board of which the catalogue has no openings.
    let game = ["connect-four", "--set", "width=8"];
    let of_game = |command, more: &[&str]| printed(&[&[command], &game[..], more].concat());
    let play = of_game("play", &["--as", "second", "--time", "200ms"]);
    assert!(
        play.contains("; who wins then is not known: nobody within "),
        "{play}"
    );
    let explained = of_game("explain", &["--time", "200ms"]);
    assert!(
        explained.starts_with("It is not known yet whether X to move wins"),
        "{explained}"
    );
    let tree = of_game("tree", &["--depth", "1", "--time", "200ms"]);
    assert!(tree.contains("[?]"), "{tree}");
    assert!(tree.contains("?: not known"), "{tree}");
    for format in ["svg", "dot"] {
        let drawn = of_game(
            "tree",
            &["--depth", "1", "--time", "100ms", "--format", format],
        );
        assert!(drawn.contains('?'), "{drawn}");
    }
    // Far from the time that an answer takes.
    assert!(begin.elapsed() < Duration::from_secs(300));
}

#[test]
fn proof_numbers_answer_and_what_they_find_is_proved() {
    let file = std::env::temp_dir().join(format!("numbers-{}.proof", std::process::id()));
    let file = file.to_str().unwrap();
    let game = ["connect-four", "--set", "width=4", "--set", "height=4"];
    let by_numbers = ["--method", "proof-number", "--remoteness", "--long"];
    let solve = [&["solve"], &game[..], &by_numbers].concat();
    let output = printed(&[&solve[..], &["--proof", file]].concat());
    assert!(output.contains("X to move: a draw"), "{output}");
    assert!(
        output.contains("method: search with proof numbers\n"),
        "{output}"
    );
    let certified = printed(&["certify", file]);
    std::fs::remove_file(file).unwrap();
    assert!(certified.contains("proved: "), "{certified}");
    let plan = printed(&["plan", "connect-four", "--method", "proof-number"]);
    assert!(
        plan.contains("a search by proof numbers of the position asked about"),
        "{plan}"
    );
}

#[test]
fn a_forced_win_is_told_at_once() {
    let position = "board=......./......./......./......./OOO..../XXX.... turn=X";
    let explained = printed(&["explain", "connect-four", position, "--time", "20s"]);
    assert!(explained.starts_with("X to move wins"), "{explained}");
    assert!(explained.contains("Winning: 3 (in 1)"), "{explained}");
}

#[cfg(unix)]
#[test]
fn a_signal_ends_a_search_with_what_is_known() {
    let play = zug(&[
        "play",
        "connect-four",
        "--set",
        "width=8",
        "--as",
        "none",
        "--time",
        "1h",
    ]);
    let mut child = signals::hearing(&play)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut board = [0; 20];
    child
        .stdout
        .as_mut()
        .unwrap()
        .read_exact(&mut board)
        .unwrap();
    std::thread::sleep(Duration::from_millis(500));
    signals::send("-INT", &child);
    let output = signals::ended(child);
    assert_eq!(output.status.code(), Some(130));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(
        told.contains("stopped; ") && told.ends_with("and nothing is known yet of who wins\n"),
        "{told}"
    );
}
