//! Partizan values of sums and of positions, each equal to that of the façade.

use serde_json::{Value, json};
use zug::{Compound, Expression, PartizanWorth, Player, Problem, Request, Shelf, SolveOptions};
use zug_web::Limits;

use crate::client::{Server, limits};

/// Whether a reply has this partizan value with its measures.
fn tells(reply: &Value, worth: &PartizanWorth) -> bool {
    let texts = [
        ("value", worth.value.clone()),
        ("class", worth.class.letter().to_string()),
        ("who", worth.who().to_owned()),
        ("left_stop", worth.left_stop.clone()),
        ("right_stop", worth.right_stop.clone()),
        ("mean", worth.mean.clone()),
        ("temperature", worth.temperature.clone()),
        ("reduced", worth.reduced.clone()),
    ];
    texts.iter().all(|(name, text)| reply[name] == **text)
        && reply["atomic_weight"].as_str() == worth.atomic_weight.as_deref()
        && reply["birthday"] == worth.birthday
}

#[test]
fn a_sum_of_partizan_games_has_its_value_and_the_winning_moves_of_each_player() {
    let server = Server::new();
    let options = SolveOptions::default();
    for parts in [
        vec!["domineering(2, 3)", "hackenbush", "nim(2)"],
        vec!["toads-and-frogs"],
        vec!["domineering(3, 3)", "snort", "0.77(3)"],
        vec!["domineering(4, 4)", "domineering(4, 3)"],
    ] {
        for (player, word) in [(Player::First, "first"), (Player::Second, "second")] {
            let told = server.ask("sum", &json!({"parts": parts, "to_move": word}));
            let expression = Expression::read(&parts.join(" + ")).unwrap();
            let how = (Compound::One, None);
            let mut shelf = Shelf::to_move(player);
            let sum = shelf.read(&expression, Request::catalogue, how, &options);
            let worth = sum.unwrap().solve(200, &options).unwrap();
            assert!(tells(&told["partizan"], &worth.partizan.unwrap()), "{told}");
            assert_eq!(told["mover_matters"], true);
            assert_eq!(told["to_move"], word);
            for (reply, part) in told["parts"].as_array().unwrap().iter().zip(&worth.parts) {
                assert_eq!(reply["value"].as_str(), part.value.as_deref(), "{parts:?}");
            }
            let hottest: Vec<usize> = (0..parts.len())
                .filter(|&part| worth.parts[part].is_hottest)
                .collect();
            assert_eq!(told["hottest"], json!(hottest));
            let moves: Vec<(usize, &str)> = worth
                .turns
                .iter()
                .map(|turn| (turn[0].part, &*turn[0].name))
                .collect();
            let replied = told["moves"].as_array().unwrap().iter();
            let replied: Vec<(usize, &str)> = replied
                .map(|turn| &turn["moves"][0])
                .map(|made| {
                    let part = made["part"].as_u64().unwrap();
                    (part as usize, made["move"].as_str().unwrap())
                })
                .collect();
            assert_eq!(replied, moves, "{parts:?}");
        }
    }
}

#[test]
fn a_sum_whose_value_does_not_fit_has_a_winner_by_a_search() {
    let server = Server::with(Limits::of_memory(36 << 20));
    for word in ["first", "second"] {
        let asked = json!({"parts": ["snort(4, 4)"], "to_move": word});
        let told = server.ask("sum", &asked);
        assert_eq!(told["partizan"], Value::Null, "{told}");
        // The board is its own negative, so that whoever begins loses.
        assert_eq!(told["value"]["outcome"], "loss");
        let why = told["why"][0].as_str().unwrap();
        assert!(why.starts_with("a search of "), "{why}");
    }
    // All that is there is tried, and the error is clear.
    let answer = server.post("/api/v1/sum", &json!({"parts": ["clobber(5, 6)"]}));
    let problem = match answer.status {
        202 => server.finished(answer.json()["id"].as_str().unwrap())["error"].clone(),
        _ => answer.problem(),
    };
    assert_eq!(problem["type"], "too-large", "{problem}");
    assert!(server.is_alive());
}

#[test]
fn sums_without_a_value_say_who_wins_where_that_is_known() {
    let server = Server::new();
    let misere = json!({"parts": ["hackenbush", "domineering(2, 3)"], "play": "misere"});
    let told = server.ask("sum", &misere);
    assert_eq!(
        (&told["partizan"], &told["hottest"]),
        (&Value::Null, &json!([]))
    );
    assert_eq!(told["value"]["outcome"], "loss");
    let other = json!({"parts": ["hackenbush"], "compound": "all"});
    let told = server.ask("sum", &other);
    assert_eq!(
        told["partizan"],
        Value::Null,
        "values belong to one move a turn"
    );
    // Play in Dodgem goes round, and ends otherwise than by a player without a move.
    let loopy = server.ask("sum", &json!({"parts": ["dodgem"]}));
    assert_eq!(loopy["partizan"], Value::Null);
    assert_eq!(loopy["value"]["outcome"], "win");
    let loopy = server.ask("sum", &json!({"parts": ["dodgem", "hackenbush"]}));
    assert_eq!(loopy["value"]["outcome"], Value::Null);
    assert_eq!(loopy["why"][0], "nothing can be said of the whole");
    let impartial = server.ask("sum", &json!({"parts": ["nim(3)", "kayles(2)"]}));
    assert_eq!(
        (&impartial["partizan"], &impartial["mover_matters"]),
        (&Value::Null, &json!(false))
    );
    let wrong = json!({"parts": ["hackenbush"], "to_move": "third"});
    assert_eq!(server.problem("sum", &wrong)["type"], "bad-request");
}

#[test]
fn a_position_has_its_value_and_those_behind_its_moves() {
    let server = Server::new();
    let options = SolveOptions::default();
    let mut behind = 0;
    for game in ["hackenbush", "toads-and-frogs", "snort", "domineering"] {
        let problem = Problem::new(&Request::catalogue(game).unwrap()).unwrap();
        let valued = problem.partizan_value(&options).unwrap().unwrap();
        let reply = server.ask("values", &json!({"game": game}));
        assert!(tells(&reply["partizan"], &valued.worth), "{reply}");
        for of in reply["moves"].as_array().unwrap() {
            let named = valued
                .moves
                .iter()
                .find(|valued| of["move"] == *valued.name);
            assert_eq!(of["partizan"], named.unwrap().value, "{game}");
            behind += 1;
        }
    }
    assert!(behind > 20, "{behind}");
}

#[test]
fn positions_without_a_value_have_none() {
    let server = Server::with(limits());
    for asked in [
        json!({"game": "dodgem"}),
        json!({"game": "domineering", "play": "misere"}),
        json!({"game": "tic-tac-toe"}),
        json!({"game": "kayles"}),
        json!({"game": "clobber", "seconds": 1}),
    ] {
        let reply = server.ask("values", &asked);
        assert_eq!(reply["partizan"], Value::Null, "{asked}");
        for of in reply["moves"].as_array().unwrap() {
            assert_eq!(of["partizan"], Value::Null, "{asked}");
        }
    }
}
