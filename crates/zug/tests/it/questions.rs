//! Many questions about one game: what each is answered, against an answer of its own.

use zug::report::solve::SolveReport;
use zug::report::{Head, QueryReport};
use zug::{MovesAsked, Questions, Request, SolveOptions, Written, answer};

/// The answer to one question by itself.
fn alone(request: &Request, options: &SolveOptions) -> serde_json::Value {
    let reply = answer(request, options).unwrap();
    let report = SolveReport::of(&reply, std::time::Duration::ZERO, None).unwrap();
    serde_json::to_value(report).unwrap()
}

/// The fields that both reports have.
const SHARED: [&str; 9] = [
    "zug",
    "game_hash",
    "position",
    "outcome",
    "remoteness",
    "endless",
    "score",
    "nimber",
    "moves",
];

fn assert_equal(report: &QueryReport, alone: &serde_json::Value, question: &str) {
    let report = serde_json::to_value(report).unwrap();
    for field in SHARED {
        assert_eq!(report.get(field), alone.get(field), "{question}: {field}");
    }
    let moves = alone["moves"].as_array().unwrap();
    let best = report.get("best").map(|best| best.as_str().unwrap());
    assert_eq!(best.is_some(), !moves.is_empty(), "{question}");
    if let Some(best) = best {
        let best = moves.iter().find(|of| of["move"] == best).unwrap();
        assert_eq!(best["outcome"], alone["outcome"], "{question}");
    }
}

#[test]
fn a_question_among_many_has_the_answer_that_it_has_alone() {
    let options = SolveOptions::default();
    for (game, questions) in [
        (
            "tic-tac-toe",
            &[
                "",
                "X../.O./..X turn=O",
                "XO./.../...",
                "3x2",
                "width=2 height=2 k=2",
                "k=2 X../.O./..X",
                "XXX/.../... turn=X",
            ][..],
        ),
        ("subtraction", &["17", "n=9 take={1,2}", "heap=4", "n=0"]),
        (
            "nim",
            &["3,5,6", "3 5 7", "1.stones=1 2.stones=1 3.stones=1"],
        ),
        ("kayles", &["7", "n=12"]),
        ("coins-in-a-row", &["", "row=[3,1,2,9]", "3,1,2,9"]),
        ("cops-and-robbers", &[""]),
    ] {
        let base = Request::catalogue(game).unwrap();
        let many = Questions::new(base.clone(), &options).unwrap();
        let mut many = many.with_each_move(true);
        // Each is asked twice: what is kept of the first time must not change the answer.
        for question in [questions, questions].concat() {
            let request = base.clone().about_words(question).unwrap();
            let report = many.ask(question).unwrap();
            let alone = alone(&request, &options);
            assert_equal(&report, &alone, &format!("{game} {question}"));
            assert_eq!(
                report.parameters.len(),
                request.settings.parameters.len(),
                "{game} {question}"
            );
        }
    }
}

#[test]
fn moves_lead_to_the_position_that_is_asked_about() {
    let options = SolveOptions::default().with_moves(MovesAsked::All);
    let base = Request::catalogue("tic-tac-toe").unwrap();
    let many = Questions::new(base.clone(), &options).unwrap();
    let mut many = many.with_written(Written::Moves).with_each_move(true);
    for moves in ["", "1,1", "1,1, 0,0", "0,0 1,1 2,2"] {
        let request = base.clone().after(moves).unwrap();
        let report = many.ask(moves).unwrap();
        assert_equal(&report, &alone(&request, &options), moves);
    }
    assert!(many.ask("1,1, 1,1").is_err());
    assert!(many.ask("9,9").is_err());
    assert!(many.ask("1,1").is_ok());
}

#[test]
fn a_position_that_play_does_not_reach_is_answered_too() {
    let options = SolveOptions::default();
    let base = Request::catalogue("subtraction").unwrap().set("n", "20");
    let at_ten = base.clone().at("heap=10");
    let mut many = Questions::new(at_ten, &options).unwrap();
    for heap in 0..=20 {
        let text = format!("heap={heap}");
        let report = many.ask(&text).unwrap();
        let told = alone(&base.clone().at(&text), &options);
        assert_eq!(
            serde_json::to_value(report.outcome).unwrap(),
            told["outcome"]
        );
        assert_eq!(report.position.as_deref(), Some(&*text));
    }
}

#[test]
fn positions_of_a_game_that_is_too_large_to_be_solved_are_to_be_searched() {
    let options = SolveOptions::default().with_memory(1 << 28);
    let base = Request::catalogue("connect-four").unwrap();
    let many = Questions::new(base, &options).unwrap();
    let many = many.with_written(Written::Moves);
    let problem = many.to_be_searched().unwrap();
    let report = problem
        .with_search(&options, |search| {
            let moves = "144124355040632411646655112560522326";
            let position = many.searched_position(moves)?.unwrap();
            let found = search.assess(&position, zug::Purpose::AllMoves)?;
            Ok::<_, zug::Error>(many.assessed(&position, &found))
        })
        .unwrap();
    assert!(report.outcome.is_some());
    let hash = Head::of_problem(&problem).game_hash;
    assert!(hash.is_some() && report.game_hash == hash);
    assert!(many.searched_position("9").is_err());
}
