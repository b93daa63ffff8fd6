//! Explanations are short, and say what the solution says.

use zug::{AnswerBy, Error, Plan, Request, SolveOptions, answer, explain};
use zug_testkit::all_or;

/// The explanation, unless the positions might be too many: to find out how many there are could
/// take long.
fn lines(request: &Request) -> Option<Vec<String>> {
    let options = SolveOptions::default().with_memory(64 << 20);
    let options = match Plan::of(request, &options).unwrap() {
        Plan::Positions { positions, .. } if !positions.table.fits => return None,
        Plan::Positions { .. } => options.with_answer_by(AnswerBy::Positions),
        _ => options,
    };
    match answer(request, &options) {
        Ok(reply) => Some(explain(&reply).unwrap()),
        Err(Error::Solve(error)) if error.is_too_large() => None,
        Err(error) => panic!("{}: {error}", request.origin),
    }
}

#[test]
fn every_game_is_explained_in_two_to_seven_lines() {
    let mut explained = 0;
    let part = all_or(2, 1);
    for entry in zug_catalogue::entries().iter().step_by(part) {
        let Some(lines) = lines(&Request::catalogue(entry.name).unwrap()) else {
            continue;
        };
        assert!((2..=7).contains(&lines.len()), "{}: {lines:#?}", entry.name);
        for line in &lines {
            assert!(
                line.ends_with('.') || line.ends_with('…'),
                "{}: {line}",
                entry.name
            );
            assert!(!line.contains(".."), "{}: {line}", entry.name);
        }
        explained += 1;
    }
    assert!(explained >= 20 / part, "{explained}");
}

#[test]
fn a_theorem_is_told_with_the_numbers_put_in() {
    let nim = Request::catalogue("nim").unwrap().set("piles", "[5, 3, 6]");
    let lines = lines(&nim).unwrap();
    assert_eq!(lines[0], "The player to move loses: in 14 moves.");
    assert_eq!(
        lines[1],
        "Nimber 0: options have nimbers 1 to 7; the least number that is missing is 0."
    );
    assert!(lines[2].starts_with("5 xor 3 xor 6 = 0: "), "{}", lines[2]);
    assert!(lines[3].contains("is met by"), "{}", lines[3]);
    assert_eq!(
        lines.last().unwrap(),
        "By the xor of the piles (C. L. Bouton, 1901)."
    );
}

#[test]
fn a_solved_graph_is_told_by_its_line_of_best_play() {
    let lines = lines(
        &Request::catalogue("tic-tac-toe")
            .unwrap()
            .at("board=XO./.../... turn=X"),
    );
    let lines = lines.unwrap();
    assert_eq!(lines[0], "X to move wins: in 5 moves.");
    assert!(lines[1].contains("moves win: "), "{}", lines[1]);
    assert!(lines[2].starts_with("Best play: "), "{}", lines[2]);
    assert!(lines[2].ends_with("(0 left)."), "{}", lines[2]);
}

#[test]
fn what_is_over_needs_no_reason() {
    let over = Request::catalogue("tic-tac-toe")
        .unwrap()
        .at("board=XXX/OO./... turn=O");
    assert_eq!(
        lines(&over).unwrap(),
        [
            "O to move loses, X wins: the game is over.",
            "Nobody moves any more: the game is over."
        ]
    );
}
