//! Whatever strangers send: a clear error or a cancelled job, and the server goes on.

use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::{Answer, PATIENCE, Server};

#[test]
fn a_body_that_is_no_json_is_refused() {
    let server = Server::new();
    for body in [
        "",
        "{",
        "null",
        "[]",
        "{\"game\": 5}",
        "{\"game\": \"nim\", \"sett\": 1}",
        "\u{0}",
    ] {
        let answer = server.send(server.request("POST", "/api/v1/position", body).as_bytes());
        let problem = answer.problem();
        assert_eq!(
            (answer.status, &problem["type"]),
            (400, &json!("bad-request")),
            "{body}"
        );
    }
    let deep = "[".repeat(100_000);
    let answer = server.send(server.request("POST", "/api/v1/position", &deep).as_bytes());
    assert_eq!(answer.status, 400);
    let neither = server.problem("position", &json!({}));
    assert_eq!(neither["type"], "bad-request");
    assert!(server.is_alive());
}

#[test]
fn a_body_of_ten_megabytes_is_refused() {
    let server = Server::new();
    let long = "x".repeat(10 << 20);
    let answer = server.send(server.request("POST", "/api/v1/check", &long).as_bytes());
    // The server may close before all was sent, so that the client reads nothing.
    assert!([413, 0].contains(&answer.status), "{}", answer.head);
    let claimed = "POST /api/v1/check HTTP/1.1\r\nhost: HOST\r\nconnection: close\r\n\
                   content-type: application/json\r\ncontent-length: 10485760\r\n\r\n";
    let claimed = claimed.replace("HOST", &server.address.to_string());
    assert_eq!(server.send(claimed.as_bytes()).status, 413);
    assert!(server.is_alive());
}

#[test]
fn absurd_parameters_are_refused() {
    let server = Server::new();
    for (game, name, value) in [
        ("tic-tac-toe", "width", "1000000"),
        ("tic-tac-toe", "width", "-1"),
        ("tic-tac-toe", "width", "9223372036854775807"),
        ("tic-tac-toe", "width", "99999999999999999999"),
        ("tic-tac-toe", "width", "\"wide\""),
        ("tic-tac-toe", "wdth", "3"),
        ("nim", "piles", "[x for x in 0..1000000000]"),
        ("nim", "piles", "(((((((((("),
        ("subtraction", "n", "10**1000"),
        ("connect-four", "width", "60"),
    ] {
        let begun = Instant::now();
        let asked = json!({"game": game, "set": {name: value}});
        let answer = server.post("/api/v1/values", &asked);
        let problem = answer.problem();
        assert!(
            (400..500).contains(&answer.status),
            "{game} {name}={value}: {problem}"
        );
        assert!(
            begun.elapsed() < Duration::from_secs(60),
            "{game} {name}={value}"
        );
    }
    assert!(server.is_alive());
}

#[test]
fn no_request_names_a_file() {
    let server = Server::new();
    let asked = json!({"game": "geography", "set": {"arcs": "@/etc/passwd"}});
    let problem = server.problem("position", &asked);
    assert_eq!(problem["type"], "setting");
    for game in [
        "/etc/passwd",
        "../../etc/passwd",
        "./nim.zug",
        "crates/catalogue/games/nim.zug",
    ] {
        assert_eq!(
            server.problem("position", &json!({"game": game}))["type"],
            "unknown-game"
        );
        let problem = server.problem("sum", &json!({"parts": [format!("{game}(n=3)")]}));
        assert!(
            ["unknown-game", "expression"].contains(&problem["type"].as_str().unwrap()),
            "{problem}"
        );
    }
    for path in [
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/assets/../../Cargo.toml",
        "//etc/passwd",
    ] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
}

#[test]
fn rules_that_nest_deep_are_refused() {
    let server = Server::new();
    let head = "game g\nimpartial\nheap: 0..9 = 9\n";
    let nested = format!(
        "{head}let x = {}1{}\nmove m if heap > 0:\n    heap -= 1\n",
        "(".repeat(20_000),
        ")".repeat(20_000)
    );
    let blocks: Vec<String> = (1..3000)
        .map(|depth| format!("{}if heap > 0:\n", " ".repeat(depth % 60)))
        .collect();
    let blocks = blocks.concat();
    let blocks = format!("{head}move m if heap > 0:\n{blocks}");
    let minus = format!(
        "{head}let x = {}1\nmove m if heap > 0:\n    heap -= 1\n",
        "-".repeat(50_000)
    );
    let calls: Vec<String> = (1..2000)
        .map(|n| format!("let f{n}(a) = f{}(a) + 1\n", n - 1))
        .collect();
    let calls = calls.concat();
    let calls = format!("{head}let f0(a) = a\n{calls}move m if f1999(heap) > 0:\n    heap -= 1\n");
    let deep = "nested too deeply";
    for (rules, wanted) in [
        (nested, deep),
        (blocks, "the body of `if` is missing"),
        (minus, deep),
        (calls, deep),
    ] {
        let problem = server.problem("values", &json!({"rules": rules}));
        assert_eq!(problem["type"], "rules", "{problem}");
        let message = problem["diagnostic"]["message"].as_str().unwrap();
        assert!(message.contains(wanted), "{message}");
    }
    assert!(server.is_alive());
}

#[test]
fn rules_that_take_for_ever_to_prepare_are_given_up() {
    let server = Server::new();
    let rules = "game g(n = 400)\nimpartial\nheap: 0..9 = 9\n\
                 let x = sum(a * b * c for a in 0..n for b in 0..n for c in 0..n)\n\
                 move m(a in 0..n, b in 0..n, c in 0..n) if heap > (a * b * c) % 7 + x % 2:\n    heap -= 1\n";
    let begun = Instant::now();
    let problem = server.problem("position", &json!({"rules": rules}));
    assert!(begun.elapsed() < Duration::from_secs(60), "{problem}");
    assert!(server.is_alive());
}

#[test]
fn a_game_of_the_catalogue_is_opened_while_rules_wait_for_their_turn() {
    const RULES: usize = 6;
    let server = Server::new();
    let answered = AtomicUsize::new(0);
    thread::scope(|scope| {
        for number in 0..RULES {
            let (server, answered) = (&server, &answered);
            scope.spawn(move || {
                let rules = format!(
                    "game g\nimpartial\nheap: 0..9 = {number}\n\
                     let x = sum(a * b * c for a in 0..400 for b in 0..400 for c in 0..400)\n\
                     move m if heap > x % 2:\n    heap -= 1\n"
                );
                let asked = json!({"rules": rules});
                let told = server.post("/api/v1/position", &asked);
                assert_eq!(told.status, 422, "{told:?}");
                answered.fetch_add(1, Ordering::Relaxed);
            });
        }
        // All rules are on their way.
        thread::sleep(Duration::from_millis(200));
        server.ask("position", &json!({"game": "kayles"}));
        let before = answered.load(Ordering::Relaxed);
        assert!(
            before < RULES,
            "{before} of {RULES} rules were answered first"
        );
    });
}

#[test]
fn rules_whose_pictures_take_for_ever_are_shown_without() {
    let server = Server::new();
    // Each notation takes as long as an evaluation may.
    let rules = "game g\nimpartial\nheap: 0..99 = 99\n\
                 move m(k in 1..99) if k <= heap \"{k + 0 * heap * sum(a * b for a in 1..3000 for b in 1..3000)}\":\n\
                 \x20   heap -= k\n";
    let begun = Instant::now();
    let told = server.post("/api/v1/position", &json!({"rules": rules}));
    assert!([200, 422].contains(&told.status), "{told:?}");
    assert!(begun.elapsed() < Duration::from_secs(90));
    assert!(server.is_alive());
}

#[test]
fn a_slow_client_holds_up_nobody() {
    let server = Server::new();
    let mut slow: Vec<_> = (0..50).map(|_| server.connect()).collect();
    for stream in &mut slow {
        let head = format!(
            "POST /api/v1/position HTTP/1.1\r\nhost: {}\r\n",
            server.address
        );
        stream.write_all(head.as_bytes()).unwrap();
    }
    // This one sends its head at once, and then its body letter by letter.
    let mut slower = server.connect();
    let head = server.request("POST", "/api/v1/position", &"x".repeat(1000));
    let (head, _) = head.split_at(head.len() - 1000);
    slower.write_all(head.as_bytes()).unwrap();
    let begun = Instant::now();
    assert!(server.is_alive());
    assert!(begun.elapsed() < Duration::from_secs(20));
    let letters = std::thread::spawn(move || {
        let mut sent = 0;
        while slower.write_all(b"x").is_ok() {
            sent += 1;
            std::thread::sleep(Duration::from_secs(1));
        }
        sent
    });
    // The server hangs up by itself, long before the client would.
    let answer = Answer::read(&mut slow[0]);
    assert!([0, 408].contains(&answer.status), "{answer:?}");
    assert!(begun.elapsed() < PATIENCE, "the client hung up");
    assert!(letters.join().unwrap() < 100, "the body came to its end");
}

#[test]
fn requests_that_ask_for_too_much_are_refused() {
    let server = Server::new();
    let moves = vec!["1,1"; 5000];
    for (path, asked) in [
        ("position", json!({"game": "tic-tac-toe", "moves": moves})),
        ("tree", json!({"game": "tic-tac-toe", "nodes": 10_000_000})),
        ("tree", json!({"game": "tic-tac-toe", "depth": 10_000_000})),
        ("graph", json!({"game": "tic-tac-toe", "nodes": 10_000_000})),
        ("sequence", json!({"code": "0.77", "terms": 10_000_000})),
        (
            "sequence",
            json!({"code": "0.77", "from": u64::MAX, "terms": 2}),
        ),
        ("sum", json!({"parts": ["1000*nim(3)"]})),
        ("sum", json!({"parts": []})),
        (
            "values",
            json!({"game": "tic-tac-toe", "by": "search", "seconds": 0}),
        ),
        (
            "values",
            json!({"game": "connect-four", "by": "search", "seconds": 100_000}),
        ),
    ] {
        assert_eq!(
            server.problem(path, &asked)["type"],
            "bad-request",
            "{path} {asked}"
        );
    }
}

#[test]
fn a_game_that_does_not_fit_is_too_large() {
    let server = Server::new();
    let asked = json!({"game": "connect-four", "by": "table"});
    let answer = server.post("/api/v1/values", &asked);
    let error = match answer.status {
        202 => server.finished(answer.json()["id"].as_str().unwrap())["error"].clone(),
        _ => answer.problem(),
    };
    assert_eq!(error["type"], "too-large");
    assert!(server.is_alive());
}

#[test]
fn two_hundred_clients_explore_at_once() {
    let server = Server::new();
    let games = [
        "tic-tac-toe",
        "dodgem",
        "hexapawn",
        "kayles",
        "northcott",
        "mu-torere",
        "nim",
        "domineering",
    ];
    let asked = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for client in 0..200_usize {
            let (server, asked) = (&server, &asked);
            scope.spawn(move || {
                let game = games[client % games.len()];
                let mut moves: Vec<String> = Vec::new();
                for step in 0..5 {
                    let request = json!({"game": game, "moves": moves});
                    let told = server.ask("position", &request);
                    let values = server.ask("values", &request);
                    let legal = told["moves"].as_array().unwrap();
                    assert_eq!(legal.len(), values["moves"].as_array().unwrap().len());
                    asked.fetch_add(2, Ordering::Relaxed);
                    let Some(next) = legal.get((client + step) % legal.len().max(1)) else {
                        break;
                    };
                    moves.push(next["move"].as_str().unwrap().to_owned());
                }
            });
        }
    });
    assert!(asked.into_inner() >= 400);
    assert!(server.is_alive());
}
