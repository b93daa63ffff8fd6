//! Explanations, trees, graphs, sequences and sums.

use serde_json::{Value, json};
use zug::report::TreeReport;
use zug::{Problem, Request, SolveOptions, Tree, TreeLimits};

use crate::client::Server;

#[test]
fn an_explanation_is_the_command_lines() {
    let server = Server::new();
    let told = server.ask(
        "explain",
        &json!({"game": "nim", "set": {"piles": "[1, 2, 3]"}}),
    );
    assert_eq!(told["why"][0], "The player to move loses: in 6 moves.");
    assert_eq!(told["theorem"]["name"], "the xor of the piles");
    assert_eq!(told["value"]["remoteness"], 6);
    assert_eq!(
        told["numbers"],
        json!([
            {"number": 1, "part": 0, "places": []},
            {"number": 2, "part": 1, "places": []},
            {"number": 3, "part": 2, "places": []},
        ])
    );
    assert_eq!(told["value"]["nimber"], 0);
    assert_eq!(told["option_nimbers"], json!([1, 2, 3]));
    assert_eq!(told["nim_sum"], json!({"numbers": [1, 2, 3], "total": 0}));
    let told = server.ask(
        "explain",
        &json!({"game": "connect-four", "by": "search", "seconds": 1}),
    );
    assert_eq!(told["known_by"], "search");
    assert!(!told["why"].as_array().unwrap().is_empty());
}

#[test]
fn rules_that_break_in_a_game_are_drawn_with_the_position_and_the_move() {
    let rules = "game breaks(n = 2)\nplayers A, B\ntype cells = grid(n, n)\n\
                 board[cells]: player? = none\nplaced: 0..3 = 0\n\
                 move put(c in cells) if board[c] == none \"{c}\":\n    board[c] = me\n    \
                 placed += 1\nshow board\n";
    let server = Server::new();
    let problem = server.problem("values", &json!({"rules": rules}));
    assert_eq!(problem["type"], "fault", "{problem}");
    assert_eq!(problem["diagnostic"]["line"], 8);
    assert_eq!(
        problem["diagnostic"]["message"],
        "`placed` would leave its range 0..3"
    );
    let scene = &problem["scene"];
    assert!(
        scene["position"]
            .as_str()
            .unwrap()
            .contains("placed=3 turn=B"),
        "{scene}"
    );
    assert!(
        scene["picture"].as_str().unwrap().contains("0 1"),
        "{scene}"
    );
    assert!(scene["move"].is_string(), "{scene}");
}

#[test]
fn a_game_with_a_theorem_is_explained_by_it() {
    let server = Server::new();
    let mut explained = 0;
    for game in zug_catalogue::entries() {
        let request = Request::catalogue(game.name).unwrap();
        let options = SolveOptions::default();
        let theorem = zug::TheoremPlan::of(&request, &options).unwrap();
        let applied = theorem.map(|theorem| theorem.apply(&options).unwrap());
        let Some(theorem) = applied.flatten() else {
            continue;
        };
        let told = server.ask("explain", &json!({"game": game.name}));
        assert_eq!(told["theorem"]["name"], theorem.name(), "{}", game.name);
        explained += 1;
    }
    assert_eq!(explained, 30);
}

#[test]
fn a_tree_is_drawn_as_deep_as_it_may_be() {
    let server = Server::new();
    let asked = json!({"game": "number-game", "depth": 4});
    let tree = server.ask("tree", &asked);
    let nodes = tree["nodes"].as_array().unwrap();
    let problem = Problem::new(&Request::catalogue("number-game").unwrap()).unwrap();
    let solution = problem.solve(&SolveOptions::default()).unwrap();
    let limits = TreeLimits::default().with_depth(Some(4));
    let drawn = Tree::new(&problem, &solution, &limits).unwrap();
    let drawn = TreeReport::of(&problem, &drawn).nodes;
    assert_eq!(nodes.len(), drawn.len());
    for (node, drawn) in nodes.iter().zip(&drawn) {
        assert_eq!(node["position"], drawn.position);
        assert_eq!(node["minimax"].as_i64(), drawn.minimax);
        assert_eq!(
            node["parent"].as_u64(),
            drawn.parent.map(|parent| parent as u64)
        );
    }
    assert_eq!(nodes[0]["parent"], Value::Null);
    assert_eq!(
        (&tree["minimax_for"], &nodes[0]["mover"]),
        (&json!("X"), &json!("X"))
    );
    let small = server.ask(
        "tree",
        &json!({"game": "tic-tac-toe", "depth": 9, "nodes": 100}),
    );
    assert_eq!(small["depth"], 2);
    assert_eq!(small["nodes"].as_array().unwrap().len(), 82);
}

#[test]
fn a_graph_knows_that_play_goes_round() {
    let server = Server::new();
    let graph = server.ask("graph", &json!({"game": "pong-hau-ki"}));
    assert_eq!(graph["cyclic"], true);
    assert_eq!(graph["cut"], false);
    let nodes = graph["nodes"].as_array().unwrap();
    assert_eq!(nodes[0]["outcome"], "draw");
    let count = nodes.len() as u64;
    for edge in graph["edges"].as_array().unwrap() {
        assert!(edge["from"].as_u64().unwrap() < count && edge["to"].as_u64().unwrap() < count);
    }
    let graph = server.ask("graph", &json!({"game": "subtraction", "nodes": 5}));
    assert_eq!(
        (&graph["cyclic"], &graph["cut"]),
        (&json!(false), &json!(true))
    );
    assert_eq!(graph["nodes"].as_array().unwrap().len(), 5);
}

#[test]
fn a_period_is_told_only_if_it_is_proved() {
    let server = Server::new();
    let told = server.ask("sequence", &json!({"code": "0.137", "terms": 300}));
    assert_eq!(told["period"]["period"], 34);
    assert_eq!(told["period"]["preperiod"], 52);
    assert_eq!(told["values"].as_array().unwrap().len(), 300);
    assert_eq!(told["complete"], true);
    let told = server.ask("sequence", &json!({"code": "0.137", "terms": 60}));
    assert_eq!(told["period"], Value::Null);
    let far = server.ask(
        "sequence",
        &json!({"code": "0.137", "from": 1_000_000_000_000_000_000_u64, "terms": 5}),
    );
    assert_eq!(far["values"], json!([7, 4, 8, 1, 1]));
    let problem = server.problem("sequence", &json!({"code": "0.1x7"}));
    assert_eq!(problem["type"], "notation");
    assert_eq!(problem["diagnostic"]["column"], 4);
}

#[test]
fn a_sum_has_its_nimbers_and_winning_moves() {
    let server = Server::new();
    let told = server.ask("sum", &json!({"parts": ["nim(3)", "kayles(2)"]}));
    assert_eq!(told["value"]["nimber"], 1);
    assert_eq!(told["parts"][0]["nimber"], 3);
    assert_eq!(told["moves"][0]["moves"][0]["part"], 0);
    let all = server.ask(
        "sum",
        &json!({"parts": ["nim(3)", "kayles(2)"], "compound": "all"}),
    );
    assert_eq!(all["value"]["outcome"], "win");
    let later = server.ask(
        "sum",
        &json!({"parts": ["subtraction(9) at heap=4", "nim(3)"]}),
    );
    assert_eq!(later["parts"][0]["text"], "subtraction(9) at heap=4");
    assert_eq!(later["parts"][0]["nimber"], 2);
    let problem = server.problem("sum", &json!({"parts": ["nim(3)", "nim(("]}));
    assert_eq!(
        (&problem["type"], &problem["index"]),
        (&json!("expression"), &json!(1))
    );
}

/// A game with a parameter that is a text.
const DIGITS: &str = "game digits(s = \"c\", n = 3)\nimpartial\nheap: 0..99 = len(s)\n\n\
                      move take if heap > 0:\n    heap -= 1\n";

#[test]
fn a_hundred_texts_of_digits_are_taken_letter_by_letter() {
    let server = Server::new();
    for number in 0..100_u32 {
        let text = match number % 5 {
            0 => format!("{number:07}"),
            1 => format!("{number}^3"),
            2 => format!("{number:b}").replace('1', "0_"),
            3 => format!(" +{number} -0 "),
            _ => format!("{:04b}", number / 5),
        };
        let told = server.ask("check", &json!({"rules": DIGITS, "set": {"s": text}}));
        assert_eq!(told["parameters"][0]["value"], text, "{told}");
        assert_eq!(told["start"], format!("heap={}", text.len()));
    }
    let told = server.ask(
        "check",
        &json!({"rules": DIGITS, "set": {"s": "", "n": "007"}}),
    );
    assert_eq!(told["start"], "heap=0");
    assert_eq!(told["parameters"][1]["value"], 7);
    let texts = [
        &told["parameters"][0]["text"],
        &told["parameters"][1]["text"],
    ];
    assert_eq!(texts, [&json!(true), &json!(false)]);
}

#[test]
fn a_value_that_is_none_is_refused_with_what_is_expected() {
    let server = Server::new();
    for wrong in [json!([1]), json!(1.5), Value::Null, json!({})] {
        let problem = server.problem("check", &json!({"rules": DIGITS, "set": {"n": wrong}}));
        let detail = problem["detail"].as_str().unwrap();
        assert!(
            detail.contains("has to be a whole number, a truth value, or text"),
            "{detail}"
        );
    }
}
