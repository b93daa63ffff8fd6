//! Tables of games that end with scores.

use std::fs;
use std::path::Path;
use std::process::Output;

use zug_testkit::summing;

use super::{answer, named, zug};

/// Rules that end with scores, and whose every state can be solved.
const POINTS: &str = "\
game points(n = 3)
players A, B
left: 0..n = n

move take(k in 1..2) if k <= left:
    left -= k

score 2 if stuck
";

#[test]
fn where_scores_are_not_known_this_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("all");
    let file = folder.path().join("points.zug");
    fs::write(&file, POINTS).unwrap();
    let game = ["solve", named(&file)];
    let text = |output: Output| answer(&output);
    for asked in [
        // Where no moves are kept there are no scores.
        zug(
            &[&game[..], &["--method", "retracting"]].concat(),
            Some(&table),
        ),
        zug(&game, Some(&table)),
        zug(&["table", "query", named(&table)], None),
        zug(&[&game[..], &["--method", "search"]].concat(), Some(&table)),
        zug(
            &[&game[..], &["--method", "search", "--remoteness"]].concat(),
            None,
        ),
    ] {
        let told = text(asked);
        assert!(told.contains("scores are not told: "), "{told}");
        assert!(!told.contains("score +2"), "{told}");
    }
    let searched = text(zug(&[&game[..], &["--method", "search"]].concat(), None));
    assert!(searched.contains("score +2"), "{searched}");
    let note = "scores are not known";
    let play = ["play", named(&file)];
    let played = zug(&play, Some(&table));
    assert!(String::from_utf8_lossy(&played.stderr).contains(note));
    let played = zug(&play, None);
    assert!(!String::from_utf8_lossy(&played.stderr).contains(note));
}

/// The lines of an answer that tell a score or a move, and the sentences that an explanation ends
/// with.
fn of_scores(text: &str) -> Vec<&str> {
    let lines = text.lines().filter(|line| {
        let is_move = line.starts_with("  ");
        is_move
            || ["score", "best play", "With best play", "Every move"]
                .iter()
                .any(|begin| line.starts_with(begin))
    });
    lines.collect()
}

#[test]
fn a_table_of_a_game_that_ends_with_scores_tells_what_is_told_without_it() {
    let folder = tempfile::tempdir().unwrap();
    let kalah = folder.path().join("kalah.zug");
    fs::write(&kalah, summing::KALAH).unwrap();
    let games: [&[&str]; 3] = [
        &["coins-in-a-row"],
        &[named(&kalah), "--set", "pits=2"],
        &[
            "dots-and-boxes-by-margin",
            "--set",
            "width=2",
            "--set",
            "height=1",
        ],
    ];
    for (place, game) in games.into_iter().enumerate() {
        let table = folder.path().join(place.to_string());
        let asked = |command: &str, more: &[&str], table: Option<&Path>| {
            answer(&zug(&[&[command], game, more].concat(), table))
        };
        let without = asked("solve", &[], None);
        assert!(without.contains("\nscore "), "{without}");
        let written = asked("solve", &[], Some(&table));
        let read = asked("solve", &[], Some(&table));
        for told in [written, read] {
            assert_eq!(of_scores(&told), of_scores(&without));
        }
        let query = answer(&zug(&["table", "query", named(&table)], None));
        let wanted: Vec<&str> = of_scores(&without);
        let wanted = wanted.iter().filter(|line| !line.starts_with("best play"));
        assert_eq!(of_scores(&query), wanted.copied().collect::<Vec<_>>());
        let tree = ["--depth", "2"];
        assert_eq!(
            asked("tree", &tree, Some(&table)),
            asked("tree", &tree, None)
        );
        let explained = asked("explain", &["--method", "positions"], None);
        let by_table = asked("explain", &["--method", "positions"], Some(&table));
        assert!(explained.contains("\nWith best play the score is"));
        assert_eq!(of_scores(&by_table), of_scores(&explained));
        let played = zug(&[&["play"], game].concat(), Some(&table));
        let notes = String::from_utf8_lossy(&played.stderr).into_owned();
        assert!(!notes.contains("scores are not known"), "{notes}");

        let json = |arguments: &[&str], table: Option<&Path>| -> serde_json::Value {
            let all = [arguments, &["--json"]].concat();
            serde_json::from_str(&answer(&zug(&all, table))).unwrap()
        };
        let solved = json(&[&["solve"], game].concat(), None);
        let query = json(&["table", "query", named(&table)], None);
        assert_eq!(query["score"], solved["score"]);
        assert_eq!(query["moves"], solved["moves"]);
        let info = json(&["table", "info", named(&table)], None);
        let range = ["least", "largest"].map(|end| info["scores"][end].as_i64().unwrap());
        let gains = game[0] != named(&kalah);
        assert_eq!(info["form"], if gains { 5 } else { 3 });
        let info = answer(&zug(&["table", "info", named(&table)], None));
        assert!(
            info.contains("\nscores from ") && info.contains(", scores "),
            "{info}"
        );

        // The rows that are exported have the same least and largest score that `zug table info`
        // tells.
        let csv = answer(&zug(
            &["table", "export", named(&table), "--format", "csv"],
            None,
        ));
        let mut lines = csv.lines();
        assert!(lines.next().unwrap().ends_with(",finished,score"));
        let scores = lines.map(|line| line.rsplit(',').next().unwrap().parse().unwrap());
        let scores: Vec<i64> = scores.collect();
        assert_eq!(scores.iter().copied().min(), Some(range[0]));
        assert_eq!(scores.iter().copied().max(), Some(range[1]));
    }
}

#[test]
fn a_table_that_does_not_fit_into_the_memory_has_its_scores_tier_by_tier() {
    let folder = tempfile::tempdir().unwrap();
    let boxes = folder.path().join("boxes.zug");
    fs::write(&boxes, summing::BOXES).unwrap();
    let size = ["--set", "width=3", "--set", "height=2"];
    let games = [named(&boxes), "dots-and-boxes-by-margin"];
    for (place, game) in games.into_iter().enumerate() {
        let solve = [&["solve", game], &size[..]].concat();
        let expected = answer(&zug(&solve, None));
        assert!(expected.contains("\nscore "), "{expected}");
        let table = folder.path().join(place.to_string());
        let little = [&solve[..], &["--memory", "24MiB"]].concat();
        for asked in [&little, &solve] {
            let told = answer(&zug(asked, Some(&table)));
            assert_eq!(of_scores(&told), of_scores(&expected));
        }
        let info: serde_json::Value = serde_json::from_str(&answer(&zug(
            &["table", "info", named(&table), "--json"],
            None,
        )))
        .unwrap();
        assert_eq!(info["form"], 7);
        let csv = answer(&zug(
            &["table", "export", named(&table), "--format", "csv"],
            None,
        ));
        let scores = csv
            .lines()
            .skip(1)
            .map(|line| line.rsplit(',').next().unwrap().parse().unwrap());
        let scores: Vec<i64> = scores.collect();
        assert_eq!(
            scores.iter().min().copied(),
            info["scores"]["least"].as_i64()
        );
        assert_eq!(
            scores.iter().max().copied(),
            info["scores"]["largest"].as_i64()
        );
        let told = answer(&zug(&["table", "verify", named(&table)], None));
        assert!(told.contains(", and their scores"), "{told}");
    }
}

#[test]
fn a_table_that_does_not_fit_into_the_memory_has_its_nimbers_tier_by_tier() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("cram");
    let solve = ["solve", "cram", "--set", "width=5", "--set", "height=4"];
    let expected = answer(&zug(&solve, None));
    let nimber = expected.lines().find(|line| line.starts_with("nimber "));
    let little = [&solve[..], &["--memory", "20MiB"]].concat();
    for asked in [&little[..], &solve] {
        let told = answer(&zug(asked, Some(&table)));
        assert_eq!(
            told.lines().find(|line| line.starts_with("nimber ")),
            nimber
        );
    }
    let info = answer(&zug(&["table", "info", named(&table)], None));
    assert!(info.contains(", nimber-cells "), "{info}");
    answer(&zug(&["table", "verify", named(&table), "--full"], None));
}

#[test]
fn all_states_of_a_game_that_ends_with_scores_have_scores() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("all");
    let file = folder.path().join("points.zug");
    fs::write(&file, POINTS).unwrap();
    let solve = ["solve", named(&file), "--all"];
    for asked in [
        zug(&solve, None),
        zug(&solve, Some(&table)),
        zug(&solve, Some(&table)),
    ] {
        let told = answer(&asked);
        assert!(told.contains("score +2 for the player to move"), "{told}");
    }
    let told = answer(&zug(&["table", "verify", named(&table), "--full"], None));
    assert!(told.contains(", and their scores"), "{told}");
}

#[test]
fn all_states_of_a_game_whose_moves_gain_points_have_scores_on_disk() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("all");
    let game = ["dots-and-boxes-by-margin", "--all", "--set", "height=1"];
    let solve = [&["solve"], &game[..]].concat();
    let without = answer(&zug(&solve, None));
    let written = answer(&zug(&solve, Some(&table)));
    let read = answer(&zug(&solve, Some(&table)));
    assert!(without.contains("\nscore "), "{without}");
    for told in [written, read] {
        assert_eq!(of_scores(&told), of_scores(&without));
    }
    let info = answer(&zug(&["table", "info", named(&table)], None));
    assert!(
        info.contains("all states") && info.contains("form 5"),
        "{info}"
    );
    for extent in [&["--full"][..], &["--sample", "5"]] {
        let verify = [&["table", "verify", named(&table)], extent].concat();
        let told = answer(&zug(&verify, None));
        assert!(told.contains(", and their scores"), "{told}");
    }
}
