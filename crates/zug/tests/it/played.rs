//! Sums that are played move by move, against plain recursion over their own moves.

use std::collections::HashMap;

use zug::{Expression, Outcome, Play, PlayedPart, PlayedSum, Request, SolveOptions};

/// What the player to move gets, by looking at all play.
fn by_recursion(
    sum: &PlayedSum,
    parts: &[PlayedPart],
    known: &mut HashMap<String, Outcome>,
) -> Outcome {
    let text = sum.texts(parts).join(" + ");
    if let Some(outcome) = known.get(&text) {
        return *outcome;
    }
    let moves = sum.moves(parts).unwrap();
    let mut best = if moves.is_empty() {
        sum.stuck()
    } else {
        Outcome::Loss
    };
    for of in moves {
        let gets = by_recursion(sum, &of.after, known).flipped();
        assert_eq!(of.outcome, gets, "the move {} of {text}", of.name);
        if gets == Outcome::Win {
            best = Outcome::Win;
        }
    }
    known.insert(text, best);
    best
}

fn heaps(text: &str, play: Play) -> PlayedSum {
    let expression: Expression = text.parse().unwrap();
    let sum = PlayedSum::of_heaps(&expression, Some(play), &SolveOptions::default());
    sum.unwrap().expect("all parts are heaps")
}

#[test]
fn every_move_of_heaps_gives_what_recursion_says() {
    for text in [
        "0.77(9)",
        "0.77(3, 4) + {1,3,4}(6)",
        "0.137(7) + 4.7(5)",
        "{1,3,4}(9) + {1,3,4}(5)",
        "split(2)(6)",
        "king(4, 3)",
        "king(2, 2) + 0.07(6)",
    ] {
        let sum = heaps(text, Play::Normal);
        by_recursion(&sum, sum.start(), &mut HashMap::new());
    }
}

#[test]
fn every_move_of_heaps_in_misere_play_gives_what_recursion_says() {
    for text in ["0.77(7)", "0.77(3, 4)", "{1,3,4}(9) + {1,3,4}(5)", "4.7(6)"] {
        let sum = heaps(text, Play::Misere);
        by_recursion(&sum, sum.start(), &mut HashMap::new());
    }
}

#[test]
fn every_move_of_games_that_moves_leave_gives_what_recursion_says() {
    let row = "game row(n = 8)\nimpartial\nmove one(i in 0..n-1):\n    becomes row(i) + row(n - i - 1)\n\
               move two(i in 0..n-2):\n    becomes row(i) + row(n - i - 2)\n";
    let cake = "game cut(w = 4, h = 3)\nimpartial\nmove across(i in 1..h-1):\n    becomes cut(w, i) + \
                cut(w, h - i)\nmove down(i in 1..w-1):\n    becomes cut(i, h) + cut(w - i, h)\n";
    for source in [row, cake] {
        let request = Request::rules(source, "left.zug");
        let sum = PlayedSum::of_left(&request, &SolveOptions::default());
        let sum = sum.unwrap().expect("the moves leave other games");
        by_recursion(&sum, sum.start(), &mut HashMap::new());
    }
}

#[test]
fn what_cannot_be_played_is_told() {
    let options = SolveOptions::default();
    let of = |text: &str| PlayedSum::of_heaps(&text.parse().unwrap(), None, &options);
    assert!(of("0.77(3) + nim(2)").unwrap().is_none());
    let error = of("0.77(1000000)").unwrap_err();
    assert_eq!(
        error.to_string(),
        "the moves of 0.77(1000000) are too many to be listed"
    );
    // Misère play of different games, and of a game on two heaps, is not known: no move is called good.
    for text in ["0.77(2) + {1,3,4}(2)", "king(1, 2)"] {
        let expression = text.parse().unwrap();
        let error = PlayedSum::of_heaps(&expression, Some(Play::Misere), &options).unwrap_err();
        assert!(error.to_string().contains(" cannot be played: "), "{error}");
    }
    let nim = Request::catalogue("nim").unwrap();
    assert!(PlayedSum::of_left(&nim, &options).unwrap().is_none());
}
