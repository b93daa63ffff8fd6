//! `zug judge bachet`: Bachet's game (problem 10404 of the Valladolid archive).
//!
//! Input: until the end of the file one game a line, `n m s1 … sm`; 1 is among the s,
//! which may be unsorted, repeated, or larger than n. Output: `Stan wins` if the mover
//! wins, otherwise `Ollie wins`.

use std::io::{BufRead, Write};

use zug::Outcome;
use zug::Play;
use zug_catalogue::subtraction::Subtraction;

use super::cases;
use super::tokens::InputError;

/// The contest has at most 10^6; a heap of 10^9 without a short period takes one or two
/// seconds and 130 MB.
const LARGEST: u64 = 1_000_000_000;

/// The contest has at most 10.
const MOST_MOVES: u32 = 1000;

/// A move may be larger than the heap; then it cannot be made.
const LARGEST_MOVE: u64 = 1_000_000_000_000_000_000;

pub(crate) fn judge(input: impl BufRead, output: impl Write) -> Result<(), InputError> {
    let mut number = 0u64;
    cases::until_the_end(input, output, |tokens, place| {
        number += 1;
        let stones = tokens.number("the number of stones", 1..=LARGEST)?;
        let counts = 1..=MOST_MOVES;
        let moves = tokens.list("the number of moves", counts, "a move", 1..=LARGEST_MOVE)?;
        if !moves.contains(&1) {
            return Err(place.case(format_args!(
                "game {number}: 1 must be among the moves, or no one may get the last stone"
            )));
        }
        // Since 1 may be taken, whoever cannot move has let the opponent take the last
        // stone.
        let game = Subtraction::new(moves, Play::Normal)
            .map_err(|error| place.case(format_args!("game {number}: {error}")))?;
        let outcome = game
            .outcome(stones)
            .map_err(|error| place.case(format_args!("game {number}: {error}")))?;
        Ok(match outcome {
            Outcome::Win => "Stan wins",
            Outcome::Loss | Outcome::Draw => "Ollie wins",
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::testing::{answered, broken, endless_digits_are_refused};

    #[test]
    fn the_samples_are_answered() {
        let output = answered(
            judge,
            "20 3 1 3 8\n21 3 1 3 8\n22 3 1 3 8\n23 3 1 3 8\n\
             1000000 10 1 23 38 11 7 5 4 8 3 13\n999996 10 1 23 38 11 7 5 4 8 3 13\n",
        );
        let winners = ["Stan", "Stan", "Ollie", "Stan", "Stan", "Ollie"];
        assert_eq!(
            output,
            winners.map(|name| format!("{name} wins\n")).concat()
        );
    }

    #[test]
    fn moves_in_any_order_repeated_and_too_large_change_nothing() {
        let output = answered(judge, "22 6 8 999999 3 1 8 23\n22 3 1 3 8");
        assert_eq!(output, "Ollie wins\nOllie wins\n");
    }

    #[test]
    fn what_is_no_input_is_refused_with_its_place() {
        let error = |text: &str| broken(judge, text).1;
        assert_eq!(
            error(" \n"),
            "line 2, column 1: expected the number of stones from 1 to 1000000000, \
             found the end of the input"
        );
        assert_eq!(
            error("5 2 1"),
            "line 1, column 6: expected a move from 1 to 1000000000000000000, \
             found the end of the input"
        );
        assert!(error("0 1 1").contains("the number of stones from 1"));
        assert!(error("5 0").contains("the number of moves from 1"));
        assert!(error("5 1 0").contains("a move from 1"));
        assert!(error("5 one 1").ends_with("found `one`"));
        assert_eq!(
            error("5 1 1\n5 2 2 3"),
            "line 2, column 1: game 2: 1 must be among the moves, \
             or no one may get the last stone"
        );
    }

    #[test]
    fn a_broken_game_leaves_the_answers_before_it() {
        let (output, error) = broken(judge, "22 3 1 3 8\n23 3 1 3\n");
        assert_eq!(output, "Ollie wins\n");
        assert!(error.starts_with("line 3, column 1: expected a move"));
    }

    #[test]
    fn endless_digits_are_refused_at_once() {
        endless_digits_are_refused(judge, &["", "5 ", "5 1 "]);
    }
}
