//! `zug judge subtraction`: one heap, normal or misère play.
//!
//! Input: T, then T lines `normal|misere n k s1 … sk`. Output for each line: `W` if the
//! mover wins, otherwise `L`.

use std::io::{BufRead, Write};

use zug::Outcome;
use zug::Play;
use zug_catalogue::subtraction::Subtraction;

use super::cases;
use super::tokens::InputError;

/// A heap of 10^9 without a short period takes one or two seconds and 130 MB.
const LARGEST: u64 = 1_000_000_000;

/// No contest needs as many moves; each costs one word operation for 64 heaps.
const MOST_MOVES: u32 = 1000;

/// A move may be larger than the heap; then it cannot be made.
const LARGEST_MOVE: u64 = 1_000_000_000_000_000_000;

pub(crate) fn judge(input: impl BufRead, output: impl Write) -> Result<(), InputError> {
    cases::counted(input, output, "the number of cases", |tokens, place| {
        let play = tokens.one_of("the play", &[Play::Normal, Play::Misere])?;
        let heap = tokens.number("a heap", 0..=LARGEST)?;
        let counts = 0..=MOST_MOVES;
        let moves = tokens.list("the number of moves", counts, "a move", 1..=LARGEST_MOVE)?;
        let game = Subtraction::new(moves, play).map_err(|error| place.case(error))?;
        let outcome = game.outcome(heap).map_err(|error| place.case(error))?;
        Ok(match outcome {
            Outcome::Win => 'W',
            Outcome::Loss | Outcome::Draw => 'L',
        })
    })
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;
    use crate::judge::testing::{answered, broken, endless_digits_are_refused};

    fn all(play: &str) -> String {
        let mut text = "12\n".to_owned();
        for n in 0..12 {
            writeln!(text, "{play} {n} 3 1 3 4").unwrap();
        }
        let output = answered(judge, &text);
        output.lines().collect()
    }

    #[test]
    fn the_known_series_are_answered() {
        assert_eq!(all("normal"), "LWLWWWWLWLWW");
        assert_eq!(all("misere"), "WLWLWWWWLWLW");
    }

    #[test]
    fn heaps_without_a_move_are_over() {
        let output = answered(judge, "4 normal 3 1 4 misere 3 1 4 normal 5 0 misere 5 0");
        assert_eq!(output, "L\nW\nL\nW\n");
    }

    #[test]
    fn what_is_no_input_is_refused_with_its_place() {
        let error = |text: &str| broken(judge, text).1;
        assert_eq!(
            error(""),
            "line 1, column 1: expected the number of cases from 1 to 1000000000, \
             found the end of the input"
        );
        assert_eq!(
            error("1\nnimble 3 1 1"),
            "line 2, column 1: expected the play, one of normal, misere, found `nimble`"
        );
        assert_eq!(
            error("1\nnormal 3 2 1"),
            "line 2, column 13: expected a move from 1 to 1000000000000000000, \
             found the end of the input"
        );
        assert!(error("1\nnormal 3 1 0").contains("expected a move from 1 to"));
        assert!(error("1\nnormal -3 1 1").contains("expected a heap from 0 to"));
        assert!(error("1\nnormal three 1 1").ends_with("found `three`"));
        assert!(error("1\nnormal 3 1 1\n7").ends_with("expected the end of the input, found `7`"));
    }

    #[test]
    fn a_broken_case_leaves_the_answers_before_it() {
        let (output, error) = broken(judge, "9\nnormal 3 1 1\nmisere 3 1\n");
        assert_eq!(output, "W\n");
        assert!(error.starts_with("line 4, column 1: expected a move"));
    }

    #[test]
    fn endless_digits_are_refused_at_once() {
        endless_digits_are_refused(judge, &["", "1 ", "1 normal ", "1 normal 3 1 "]);
    }
}
