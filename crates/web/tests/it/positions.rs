//! Positions as data, and moves.

use serde_json::{Value, json};

use crate::client::Server;

#[test]
fn a_board_is_told_cell_by_cell() {
    let server = Server::new();
    let asked = json!({"game": "tic-tac-toe", "moves": ["1,1", "0,2"]});
    let told = server.ask("position", &asked);
    assert_eq!(told["position"], "board=O../.X./... turn=X");
    assert_eq!(
        (&told["turn"], &told["finished"]),
        (&json!(0), &Value::Null)
    );
    let picture = &told["parts"][0]["pictures"][0];
    assert_eq!(
        (&picture["form"], &picture["variable"]),
        (&json!("grid"), &json!("board"))
    );
    let cells = picture["cells"].as_array().unwrap();
    assert_eq!(cells.len(), 9);
    let cell = |key: &str| cells.iter().find(|cell| cell["key"] == key).unwrap();
    assert_eq!(cell("1,1")["player"], 0);
    assert_eq!(
        (&cell("0,2")["mark"], &cell("0,2")["y"]),
        (&json!("O"), &json!(2))
    );
    assert_eq!(cell("0,0")["content"], Value::Null);
    let history = told["history"].as_array().unwrap();
    assert_eq!(
        (history.len(), &history[1]["move"], &history[1]["turn"]),
        (2, &json!("0,2"), &json!(1))
    );
    let corner = told["moves"]
        .as_array()
        .unwrap()
        .iter()
        .find(|of| of["move"] == "0,0")
        .unwrap();
    assert_eq!(corner["name"], "mark");
    assert_eq!(corner["choices"], json!([{"name": "c", "value": "0,0"}]));
    assert_eq!(
        corner["changed"],
        json!([{"part": 0, "variable": "board", "key": "0,0", "before": null, "after": "X"}])
    );
    assert_eq!(corner["position"], "board=O../.X./X.. turn=O");
}

#[test]
fn what_follows_from_a_choice_is_told_too() {
    let told = Server::new().ask("position", &json!({"game": "dodgem"}));
    let drive = told["moves"]
        .as_array()
        .unwrap()
        .iter()
        .find(|of| of["name"] == "drive")
        .unwrap();
    let names: Vec<&Value> = drive["choices"]
        .as_array()
        .unwrap()
        .iter()
        .map(|of| &of["name"])
        .collect();
    assert_eq!(names, ["c", "d", "to"]);
    assert_eq!(
        drive["picks"],
        json!([drive["choices"][0]["value"], drive["choices"][2]["value"]])
    );
}

#[test]
fn a_sum_has_a_part_for_each_game() {
    let told = Server::new().ask("position", &json!({"game": "northcott"}));
    let parts = told["parts"].as_array().unwrap();
    assert_eq!(parts.len(), 3);
    assert_eq!(parts[1]["parameters"]["black"], 1);
    assert_eq!(parts[0]["pictures"][0]["form"], "row");
    assert_eq!(parts[0]["pictures"][0]["cells"][3]["player"], 0);
    let of_first = told["moves"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|of| of["part"] == 0);
    assert!(of_first.count() > 0);
}

#[test]
fn edges_of_a_graph_are_told() {
    let told = Server::new().ask("position", &json!({"game": "geography"}));
    assert_eq!(told["parts"][0]["parameters"]["arcs"][0], "0,1");
    let told = Server::new().ask("position", &json!({"game": "pong-hau-ki"}));
    assert!(told["parts"][0]["constants"]["lines"].is_array());
}

#[test]
fn players_alternate_in_an_impartial_game() {
    let server = Server::new();
    let asked = json!({"game": "nim", "set": {"piles": "[1, 2]"}, "moves": ["1: 1", "2: 2"]});
    let told = server.ask("position", &asked);
    assert_eq!(told["turn"], 0);
    // Whoever cannot move loses, so that the second player has won.
    assert_eq!(told["finished"]["outcome"], "loss");
    assert_eq!(told["finished"]["winner"], 1);
    assert_eq!(told["moves"], json!([]));
}

#[test]
fn a_move_that_is_not_legal_is_named() {
    let server = Server::new();
    let asked = json!({"game": "tic-tac-toe", "moves": ["1,1", "1,1"]});
    let problem = server.problem("position", &asked);
    assert_eq!(
        (&problem["type"], &problem["index"]),
        (&json!("move"), &json!(1))
    );
    let problem = server.problem(
        "position",
        &json!({"game": "tic-tac-toe", "position": "board=X"}),
    );
    assert_eq!(problem["type"], "position");
}

#[test]
fn every_game_of_the_catalogue_is_told() {
    let server = Server::new();
    for entry in zug_catalogue::entries() {
        let told = server.ask("position", &json!({"game": entry.name}));
        let parts = told["parts"].as_array().unwrap();
        assert!(!parts.is_empty(), "{}", entry.name);
        let moves = told["moves"].as_array().unwrap();
        assert!(!moves.is_empty(), "{}", entry.name);
        for of in moves {
            assert!(
                !of["changed"].as_array().unwrap().is_empty() || of["name"] == "pass",
                "{}: {of}",
                entry.name
            );
        }
        for variable in parts[0]["variables"].as_array().unwrap() {
            let values = variable["values"].as_array().unwrap().len();
            let keys = variable["index"]["keys"].as_array().map_or(1, Vec::len);
            assert_eq!(values, keys, "{}: {variable}", entry.name);
        }
    }
}
