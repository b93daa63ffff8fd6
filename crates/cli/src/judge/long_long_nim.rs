//! `zug judge long-long-nim`: the number of lost heaps (SRM 330).
//!
//! Input: T, then T lines `maxN k m1 … mk`, the moves strictly increasing. Output: for
//! each line the number of n from 1 to maxN for which the second player wins.

use std::io::{BufRead, Write};

use zug::Play;
use zug_catalogue::subtraction::Subtraction;

use super::cases;
use super::tokens::InputError;

/// The contest has at most 10^9; with a period any heap is quickly answered.
const LARGEST: u64 = 1_000_000_000_000_000_000;

/// The contest has at most 22; with moves up to 63 the state fits into one register.
const LARGEST_MOVE: u64 = 63;

pub(crate) fn judge(input: impl BufRead, output: impl Write) -> Result<(), InputError> {
    cases::counted(input, output, "the number of cases", |tokens, place| {
        let largest = tokens.number("the largest heap", 1..=LARGEST)?;
        let count = tokens.number("the number of moves", 1..=LARGEST_MOVE)?;
        let mut moves = Vec::new();
        let mut least = 1;
        for to_come in (0..count).rev() {
            // The later moves must be larger and still fit.
            let next = tokens.number("a larger move", least..=LARGEST_MOVE - to_come)?;
            least = next + 1;
            moves.push(next);
        }
        let game = Subtraction::new(moves, Play::Normal).map_err(|error| place.case(error))?;
        let lost = game.lost_from_1_to(largest);
        lost.map_err(|error| place.case(error))
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
            "4\n20 3 1 2 3\n999 1 1\n1000000000 2 1 2\n6543 5 2 4 7 11 20\n",
        );
        assert_eq!(output, "5\n499\n333333333\n1637\n");
    }

    #[test]
    fn heaps_below_the_least_move_are_lost() {
        assert_eq!(answered(judge, "2 4 1 5 7 1 5"), "4\n4\n");
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
            error("1\n20 3 1 3 3"),
            "line 2, column 10: expected a larger move from 4 to 63, found `3`"
        );
        assert_eq!(
            error("1\n20 3 1 63 64"),
            "line 2, column 8: expected a larger move from 2 to 62, found `63`"
        );
        assert!(error("1\n20 3 1 2").ends_with("found the end of the input"));
        assert!(error("1\n0 1 1").contains("the largest heap from 1"));
        assert!(error("1\n9 1 0").contains("a larger move from 1 to 63"));
        assert!(error("1\nnine 1 1").ends_with("found `nine`"));
        assert!(error("1\n9 1 1 1").ends_with("expected the end of the input, found `1`"));
    }

    #[test]
    fn a_broken_case_leaves_the_answers_before_it() {
        let (output, error) = broken(judge, "2\n20 3 1 2 3\n20 1\n");
        assert_eq!(output, "5\n");
        assert!(error.starts_with("line 4, column 1: expected a larger move"));
    }

    #[test]
    fn endless_digits_are_refused_at_once() {
        endless_digits_are_refused(judge, &["", "1 ", "1 20 ", "1 20 3 1 "]);
    }
}
