//! The catalogue, and what is told of rules.

use serde_json::{Value, json};

use crate::client::Server;

#[test]
fn all_games_of_the_catalogue_are_listed_by_kind() {
    let server = Server::new();
    let games = server.get("/api/v1/games").json();
    let kinds = games["kinds"].as_array().unwrap();
    let names: Vec<&str> = kinds
        .iter()
        .flat_map(|kind| kind["games"].as_array().unwrap())
        .map(|game| game["name"].as_str().unwrap())
        .collect();
    assert_eq!(names.len(), zug_catalogue::entries().len());
    assert!(names.contains(&"northcott"));
    assert_eq!(kinds[0]["kind"], "Heaps and numbers");
}

#[test]
fn a_game_has_its_rules_and_parameters_with_bounds() {
    let server = Server::new();
    let game = server.get("/api/v1/games/morris").json();
    assert_eq!(game["players"], json!(["White", "Black"]));
    assert_eq!(game["picture"], "lines");
    assert!(game["text"].as_str().unwrap().contains("game morris"));
    let rings = &game["parameters"][0];
    assert_eq!(
        (
            &rings["name"],
            &rings["value"],
            &rings["least"],
            &rings["most"]
        ),
        (&json!("rings"), &json!(1), &json!(1), &json!(3))
    );
    let grid = server.get("/api/v1/games/tic-tac-toe").json();
    assert_eq!(grid["picture"], "grid");
    let heaps = server.get("/api/v1/games/nim").json();
    assert_eq!(heaps["picture"], "numbers");
    assert_eq!(heaps["players"], Value::Null);
    assert_eq!(
        server.get("/api/v1/games/northcott").json()["picture"],
        "row"
    );
}

#[test]
fn an_unknown_game_is_met_with_the_nearest_name() {
    let problem = Server::new().get("/api/v1/games/conect4").problem();
    assert_eq!(problem["type"], "unknown-game");
    assert_eq!(problem["remedy"], "try `connect-four`");
}

#[test]
fn rules_are_checked_and_sized() {
    let server = Server::new();
    let rules =
        "game take(n = 10)\nimpartial\nheap: 0..n = n\nmove one if heap > 0:\n    heap -= 1\n";
    let checked = server.ask("check", &json!({"rules": rules, "set": {"n": 99}}));
    assert_eq!(checked["ok"], true);
    assert_eq!(checked["size"]["states"], "100");
    assert_eq!(checked["size"]["fits"], true);
    assert_eq!(checked["start"], "heap=99");
}

#[test]
fn a_fault_is_told_with_its_place_and_its_remedy() {
    let server = Server::new();
    let rules =
        "game take\nimpartial\n# ä𝄞\nheap: 0..9 = 9\nmove one if heap > 0:\n    haep -= 1\n";
    let checked = server.ask("check", &json!({"rules": rules}));
    assert_eq!(checked["ok"], false);
    let fault = &checked["diagnostics"][0];
    assert_eq!(
        (&fault["line"], &fault["column"], &fault["length"]),
        (&json!(6), &json!(5), &json!(4))
    );
    assert_eq!(fault["remedy"], "did you mean `heap`?");
    assert!(fault["drawn"].as_str().unwrap().contains("^^^^"));
    // The place in units of UTF-16, as JavaScript counts: the clef takes two.
    let units: Vec<u16> = rules.encode_utf16().collect();
    let range = |field: &str| usize::try_from(fault[field].as_u64().unwrap()).unwrap();
    let place = String::from_utf16(&units[range("start")..range("end")]).unwrap();
    assert_eq!(place, "haep");
    // As an error of another question it has the same place.
    let problem = server.problem("position", &json!({"rules": rules}));
    assert_eq!(problem["diagnostic"], *fault);
}

#[test]
fn a_parameter_that_does_not_fit_is_no_fault_of_the_rules() {
    let server = Server::new();
    let rules =
        "game take(n = 10)\nimpartial\nheap: 0..n = n\nmove one if heap > 0:\n    heap -= 1\n";
    let checked = server.ask("check", &json!({"rules": rules, "set": {"m": 1}}));
    assert_eq!(checked["ok"], false);
    assert!(
        checked["setting"]
            .as_str()
            .unwrap()
            .contains("no parameter `m`")
    );
}

#[test]
fn the_api_describes_itself() {
    let server = Server::new();
    let described = server.get("/api/v1/openapi.json").json();
    assert!(described["openapi"].as_str().unwrap().starts_with("3.1"));
    let paths = described["paths"].as_object().unwrap();
    for path in [
        "games", "position", "values", "explain", "tree", "graph", "check", "sequence", "sum",
    ] {
        assert!(paths.contains_key(&format!("/api/v1/{path}")), "{path}");
    }
    // Whatever is described is served: it may refuse an empty request, but not for its path or method.
    for (path, operations) in paths {
        let path = path.replace("{name}", "nim").replace("{id}", "unknown");
        for method in operations.as_object().unwrap().keys() {
            let answer = match method.as_str() {
                "get" => server.get(&path),
                "post" => server.post(&path, &json!({})),
                "delete" => server.delete(&path),
                _ => panic!("the test knows no method {method}"),
            };
            let refused = answer.json()["kind"].clone();
            assert!(
                refused != "unknown-path" && refused != "method",
                "{method} {path}"
            );
        }
    }
    // Every reference leads somewhere.
    let text = described.to_string();
    for reference in text.split("\"#/components/schemas/").skip(1) {
        let name = reference.split('"').next().unwrap();
        assert!(
            described["components"]["schemas"][name].is_object(),
            "{name}"
        );
    }
}
