//! Sizes, counts and tables of positions, and rules that break in play.

use serde_json::json;

use crate::client::{Server, limits};

const BREAKS: &str = "game broken(n = 3)\nimpartial\nheap: 0..n = n\nlet t = [1, 2, 3]\n\
    move take(k in 1..2) if k <= heap and t[0 if heap > 3 else heap] > 0:\n    heap -= k\n";

#[test]
fn the_catalogue_tells_the_sizes_that_the_book_tells() {
    let book = include_str!("../../../../book/src/games.md");
    let server = Server::new();
    let games = server.get("/api/v1/games").json();
    let kinds = games["kinds"].as_array().unwrap().iter();
    let mut solved = 0;
    for game in kinds.flat_map(|kind| kind["games"].as_array().unwrap()) {
        let name = game["name"].as_str().unwrap();
        let (_, rest) = book.split_once(&format!("\n`{name}`")).unwrap();
        let (_, told) = rest.split_once("- **Zug:** ").unwrap();
        let told = told.lines().next().unwrap();
        match game["positions"].as_u64() {
            Some(positions) => {
                assert!(told.contains(&format!(" {positions} positions.")), "{name}");
                solved += 1;
            }
            None => assert!(told.starts_with("more positions"), "{name}: {told}"),
        }
    }
    assert_eq!(solved, zug_catalogue::entries().len() - 2);
}

#[test]
fn the_positions_that_each_player_wins_add_up() {
    let server = Server::new();
    let table = server.ask("table", &json!({"game": "tic-tac-toe"}));
    assert_eq!(table["players"], json!(["X", "O"]));
    let number = |name: &str| table[name].as_u64().unwrap();
    let won = [0, 1].map(|side| table["won_by"][side].as_u64().unwrap());
    assert_eq!((number("positions"), number("finished")), (5478, 958));
    assert_eq!(won[0] + won[1], number("wins") + number("losses"));
    assert_eq!(won[0] + won[1] + number("draws"), 5478);
    // Whoever has moved last has won: X in 626 positions of the end, O in 316.
    assert_eq!(won, [2936, 1474]);
    assert_eq!(table["value"]["outcome"], "draw");
    assert!(table["csv"].is_null());
    let nim = server.ask("table", &json!({"game": "nim", "set": {"piles": "[1, 2]"}}));
    assert!(nim["won_by"].is_null());
    assert_eq!((&nim["wins"], &nim["losses"]), (&json!(4), &json!(2)));
}

#[test]
fn the_positions_are_told_as_csv() {
    let server = Server::new();
    let asked = json!({"game": "nim", "set": {"piles": "[1, 2]"}, "csv": true});
    let table = server.ask("table", &asked);
    let mut lines: Vec<&str> = table["csv"].as_str().unwrap().lines().collect();
    assert_eq!(
        lines.remove(0),
        "position,orbit,outcome,remoteness,finished,nimber"
    );
    assert_eq!(lines.len(), 6);
    assert!(lines.contains(&"\"1.stones=1 2.stones=2\",1,win,3,0,3"));
    assert!(lines.contains(&"\"1.stones=0 2.stones=0\",1,loss,0,1,0"));
    let drawn = server.ask("table", &json!({"game": "pong-hau-ki", "csv": true}));
    let csv = drawn["csv"].as_str().unwrap();
    assert!(csv.contains(",draw,,0\n"), "{csv}");
}

#[test]
fn too_many_positions_are_no_table() {
    let server = Server::with(limits().with_work(std::time::Duration::from_secs(60)));
    let asked = json!({"game": "go", "set": {"width": "5", "height": "5"}, "whole": true});
    let answer = server.post("/api/v1/table", &asked);
    let error = match answer.status {
        202 => server.finished(answer.json()["id"].as_str().unwrap())["error"].clone(),
        _ => answer.problem(),
    };
    assert_eq!(error["type"], "too-large", "{error}");
}

#[test]
fn rules_that_break_in_the_first_positions_are_told_with_their_place() {
    let server = Server::new();
    let checked = server.ask("check", &json!({"rules": BREAKS}));
    assert_eq!(checked["ok"], false);
    let fault = &checked["diagnostics"][0];
    assert_eq!((&fault["line"], &fault["column"]), (&json!(5), &json!(39)));
    let start = fault["start"].as_u64().unwrap() as usize;
    assert!(BREAKS[start..].starts_with("t[0 if"));
    assert_eq!(
        fault["message"],
        "there is no such element: they go from 0 to 2"
    );
    assert_eq!(
        fault["remedy"],
        "the rules break in the position heap=3, by the move take 1"
    );
    let sound = server.ask("check", &json!({"rules": BREAKS.replace("n = 3", "n = 2")}));
    assert_eq!(sound["ok"], true, "{sound}");
}

#[test]
fn rules_that_break_far_from_the_start_are_told_with_their_place() {
    let server = Server::new();
    let rules = BREAKS
        .replace("n = 3", "n = 900")
        .replace("heap > 3", "heap > 9");
    assert_eq!(server.ask("check", &json!({"rules": rules}))["ok"], true);
    let answer = server.post("/api/v1/table", &json!({"rules": rules}));
    let error = match answer.status {
        202 => server.finished(answer.json()["id"].as_str().unwrap())["error"].clone(),
        _ => answer.problem(),
    };
    assert_eq!(error["type"], "fault");
    assert_eq!(error["diagnostic"]["line"], 5);
}

#[test]
fn a_tree_has_the_boards_of_its_nodes() {
    let server = Server::new();
    let tree = server.ask(
        "tree",
        &json!({"game": "hexapawn", "depth": 1, "boards": true}),
    );
    assert_eq!(tree["players"], json!(["White", "Black"]));
    let nodes = tree["nodes"].as_array().unwrap();
    assert_eq!(nodes.len(), 4);
    for node in nodes {
        assert_eq!(
            node["board"][0]["pictures"][0]["cells"]
                .as_array()
                .unwrap()
                .len(),
            9
        );
    }
    let without = server.ask("tree", &json!({"game": "hexapawn", "depth": 1}));
    assert_eq!(without["nodes"][0]["board"], json!([]));
}
