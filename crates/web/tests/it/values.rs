//! Values by a table, by a theorem and by a search, all as the façade tells them.

use serde_json::{Value, json};
use zug::{Problem, Request, SolveOptions};
use zug_web::Limits;

use crate::client::{Server, limits};

/// The outcome, the remoteness and the nimber that a reply tells.
fn told(value: &Value) -> (Option<String>, Option<u64>, Option<u64>) {
    let outcome = value["outcome"].as_str().map(str::to_owned);
    (
        outcome,
        value["remoteness"].as_u64(),
        value["nimber"].as_u64(),
    )
}

#[test]
fn values_are_those_of_the_solved_game() {
    let server = Server::new();
    for name in [
        "tic-tac-toe",
        "dodgem",
        "hexapawn",
        "mu-torere",
        "kayles",
        "grundy",
        "kalah",
    ] {
        let problem = Problem::new(&Request::catalogue(name).unwrap()).unwrap();
        let solution = problem.solve(&SolveOptions::default()).unwrap();
        let mut at = problem.root();
        let mut moves: Vec<String> = Vec::new();
        for _ in 0..4 {
            let plan = server.ask("values", &json!({"game": name, "moves": moves}));
            let asked = json!({"game": name, "moves": moves, "by": "table"});
            let reply = server.ask("values", &asked);
            assert_eq!(
                plan["value"], reply["value"],
                "{name}: what ends first answers"
            );
            assert_eq!(
                (&reply["for"], &reply["unit"]),
                (&json!("mover"), &json!("plies"))
            );
            assert_eq!(reply["known_by"], "table", "{name}");
            let value = solution.value(&at).unwrap().unwrap();
            let nimber = solution.nimber(&at).unwrap().map(|nimber| nimber.0.into());
            let remoteness = value.remoteness().map(|plies| plies.0.into());
            let wanted = (Some(value.outcome().to_string()), remoteness, nimber);
            assert_eq!(told(&reply["value"]), wanted, "{name}");
            let solved = solution.moves(&at).unwrap();
            let replied = reply["moves"].as_array().unwrap();
            assert_eq!(replied.len(), solved.len());
            for (of, solved) in replied.iter().zip(&solved) {
                assert_eq!(of["move"], solved.name);
                assert_eq!(of["outcome"], solved.value.outcome().to_string());
                assert_eq!(of["position"], problem.print(&solved.position));
                assert_eq!(of["best"], solved.value == solved_best(&solution, &at));
            }
            let Some(last) = solved.last() else { break };
            moves.push(last.name.clone());
            at = last.position;
        }
    }
}

fn solved_best(solution: &zug::Solution, at: &zug::Position) -> zug::Value {
    solution.moves(at).unwrap()[0].value
}

#[test]
fn a_theorem_answers_where_the_positions_are_too_many() {
    let asked = json!({"game": "nim", "set": {"piles": "[65536, 40000, 4096]"}});
    let reply = Server::new().ask("values", &asked);
    assert_eq!(reply["known_by"], "theorem");
    assert_eq!(reply["theorem"]["name"], "the xor of the piles");
    assert_eq!(reply["value"]["nimber"], 0x10000 ^ 0x9c40 ^ 0x1000);
    assert_eq!(reply["value"]["outcome"], "win");
    assert_eq!(reply["value"]["remoteness"], Value::Null);
    assert_eq!(reply["moves"][0]["outcome"], "win");
}

#[test]
fn a_large_game_is_searched_for_a_time() {
    let server = Server::new();
    // Seven columns are full but for their upper rows.
    let position = "board=......./......./XOXOXOX/XOXOXOX/OXOXOXO/OXOXOXO turn=X";
    let asked =
        json!({"game": "connect-four", "position": position, "by": "search", "seconds": 10});
    let reply = server.ask("values", &asked);
    assert_eq!(reply["known_by"], "search");
    assert_eq!(reply["complete"], true);
    let outcome = reply["value"]["outcome"].as_str().unwrap().to_owned();
    let asked = json!({"game": "connect-four", "position": position, "by": "table"});
    let solved = server.ask("values", &asked);
    assert_eq!(
        (&solved["known_by"], &solved["value"]["outcome"]),
        (&json!("table"), &json!(outcome))
    );
}

#[test]
fn what_a_search_does_not_prove_is_null() {
    let server = Server::new();
    let reply = server.ask(
        "values",
        // A board of which the catalogue has no openings.
        &json!({"game": "connect-four", "set": {"width": "8"}, "by": "search", "seconds": 1}),
    );
    assert_eq!(reply["complete"], false);
    assert_eq!(reply["value"]["outcome"], Value::Null);
    assert_eq!(reply["value"]["at_least"], "loss");
    assert_eq!(reply["moves"].as_array().unwrap().len(), 8);
}

#[test]
fn the_positions_before_are_valued_too() {
    let asked = json!({"game": "tic-tac-toe", "moves": ["0,0", "0,1"], "history": true});
    let reply = Server::new().ask("values", &asked);
    let outcomes: Vec<&Value> = reply["history"]
        .as_array()
        .unwrap()
        .iter()
        .map(|of| &of["outcome"])
        .collect();
    assert_eq!(outcomes, ["draw", "draw"]);
    // The second player has slipped.
    assert_eq!(reply["value"]["outcome"], "win");
}

#[test]
fn a_position_that_play_does_not_reach_is_solved_from_there() {
    let asked = json!({"game": "tic-tac-toe", "position": "board=XXX/.../... turn=X"});
    let reply = Server::new().ask("values", &asked);
    assert_eq!(reply["known_by"], "table");
}

#[test]
fn a_symmetry_that_is_false_off_the_start_changes_no_value() {
    let server = Server::new();
    let rules = include_str!("../../../../testdata/symmetries/from.zug");
    for by in ["any", "table", "search"] {
        let asked = json!({"rules": rules, "position": "board=.. odd=true turn=A", "by": by});
        let reply = server.ask("values", &asked);
        assert_eq!(
            told(&reply["value"]),
            (Some("win".to_owned()), Some(1), None)
        );
        let best = &reply["moves"][0];
        assert_eq!(
            (&best["move"], &best["best"]),
            (&json!("put 1"), &json!(true))
        );
    }
}

#[test]
fn scores_are_told() {
    let reply = Server::new().ask("values", &json!({"game": "kalah-by-margin"}));
    assert!(reply["value"]["score"].is_i64());
    assert!(reply["moves"][0]["score"].is_i64());
}

#[test]
fn what_moves_gain_is_told_and_counts_at_the_end() {
    let server = Server::new();
    for by in ["any", "table", "search"] {
        let asked = json!({"game": "coins-in-a-row", "by": by, "seconds": 30});
        let reply = server.ask("values", &asked);
        assert_eq!(reply["value"]["score"], 10, "{by}");
        let scores = ["last", "first"].map(|name| {
            let moves = reply["moves"].as_array().unwrap();
            moves.iter().find(|of| of["move"] == name).unwrap()["score"].clone()
        });
        assert_eq!(scores, [json!(10), json!(-10)], "{by}");
    }
    let moves = ["last", "last", "first", "first"];
    let position = |moves: &[&str]| {
        server.ask(
            "position",
            &json!({"game": "coins-in-a-row", "moves": moves}),
        )
    };
    assert_eq!(position(&moves[..2])["gained"], json!([30, 90]));
    let end = position(&moves);
    assert_eq!(end["gained"], json!([40, 170]));
    assert_eq!(end["finished"]["score"], -130);
    assert_eq!(end["finished"]["winner"], 1);
    let other = server.ask("position", &json!({"game": "reversi-by-margin"}));
    assert_eq!(other["gained"], json!(null));
}

#[test]
fn misere_play_is_another_game() {
    let server = Server::new();
    let ask = |play: &str| {
        let asked = json!({"game": "nim", "set": {"piles": "[1]"}, "play": play});
        server.ask("values", &asked)["value"]["outcome"].clone()
    };
    assert_eq!(
        (ask("normal"), ask("misere")),
        (json!("win"), json!("loss"))
    );
}

#[test]
fn ties_are_told_from_draws_that_never_end() {
    let server = Server::new();
    for (game, by, tie) in [
        ("tic-tac-toe", "any", json!(true)),
        ("tic-tac-toe", "search", json!(true)),
        ("pong-hau-ki", "any", json!(false)),
        ("hexapawn", "any", json!(null)),
    ] {
        let reply = server.ask("values", &json!({"game": game, "by": by, "seconds": 30}));
        assert_eq!(reply["value"]["tie"], tie, "{game} {by}");
        for of in reply["moves"].as_array().unwrap() {
            let wanted = match of["outcome"].as_str() {
                Some("draw") => &tie,
                _ => &json!(null),
            };
            assert_eq!(&of["tie"], wanted, "{game} {by} {of}");
        }
        let graph = server.ask("graph", &json!({"game": game, "nodes": 30}));
        for node in graph["nodes"].as_array().unwrap() {
            if node["outcome"] == "draw" {
                assert_eq!(node["tie"], tie, "{game} {node}");
            }
        }
    }
}

/// The number of positions that a search looked at.
fn searched(server: &Server, moves: &[&str]) -> u64 {
    let size = json!({"width": "5", "height": "4"});
    let asked = json!({
        "game": "connect-four", "set": size, "by": "search", "seconds": 60, "moves": moves,
    });
    let reply = server.ask("values", &asked);
    assert_eq!(reply["complete"], true);
    reply["searched"].as_u64().unwrap()
}

#[test]
fn the_next_click_goes_on_with_what_the_search_knows() {
    let kept = Server::with(limits().with_threads(1.try_into().unwrap()));
    searched(&kept, &[]);
    let after = searched(&kept, &["2"]);
    let alone = Server::with(limits().with_threads(1.try_into().unwrap()));
    let fresh = searched(&alone, &["2"]);
    assert!(after < fresh / 2, "{after} {fresh}");
}

#[test]
fn a_table_that_is_asked_for_is_never_answered_by_a_search() {
    let server = Server::with(Limits::of_memory(48 << 20));
    let game = json!({"game": "connect-four", "set": {"width": "6", "height": "5"}, "seconds": 1});
    assert_eq!(server.ask("values", &game)["known_by"], "search");
    let mut asked = game.clone();
    asked["by"] = json!("table");
    let answer = server.post("/api/v1/values", &asked);
    let error = match answer.status {
        202 => server.finished(answer.json()["id"].as_str().unwrap())["error"].clone(),
        _ => answer.problem(),
    };
    assert_eq!(error["type"], "too-large", "{error}");
}
