//! `zug judge roxor`: Roxor (TopCoder SRM 216).
//!
//! Input: T, then T lines `n p0 … p(n-1)`, the stones of each pile. Output for each
//! line: the lexicographically smallest winning `i j k`, or `NONE`.

use std::io::{BufRead, Write};

use zug_catalogue::roxor::{MOST_PILES, Roxor, Spread};

use super::cases;
use super::tokens::InputError;

pub(crate) fn judge(input: impl BufRead, output: impl Write) -> Result<(), InputError> {
    cases::counted(input, output, "the number of cases", |tokens, place| {
        // The contest has at most 15 piles, each of at most 1000 stones.
        let counts = 2..=MOST_PILES as u32;
        let piles = tokens.list("the number of piles", counts, "a pile", 0..=u32::MAX)?;
        let piles: Vec<u64> = piles.into_iter().map(u64::from).collect();
        let game = Roxor::new(piles).map_err(|error| place.case(error))?;
        Ok(match game.winning_moves().next() {
            Some(Spread { i, j, k }) => format!("{i} {j} {k}"),
            None => "NONE".to_owned(),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::testing::{
        Search, answered, broken, endless_digits_are_refused, lists, refused, spaced,
    };

    #[test]
    fn the_sample_is_answered() {
        let cases = "3\n6 0 0 1 0 1 100\n5 1000 1000 1000 1000 1000\n5 2 1 1 1 5\n";
        let answers = "2 4 5\nNONE\n0 1 1\n";
        assert_eq!(answered(judge, cases), answers);
    }

    /// All moves in lexicographic order, each with the position after it. The last pile
    /// has no moves, and its stones are not counted.
    fn moves(piles: &[u32]) -> Vec<(String, Vec<u32>)> {
        let count = piles.len();
        let mut moves = Vec::new();
        for i in (0..count - 1).filter(|&i| piles[i] > 0) {
            for j in i + 1..count {
                for k in j..count {
                    let mut after = piles.to_vec();
                    after[i] -= 1;
                    after[j] += 1;
                    after[k] += 1;
                    after[count - 1] = 0;
                    moves.push((format!("{i} {j} {k}\n"), after));
                }
            }
        }
        moves
    }

    #[test]
    fn the_first_move_of_all_small_cases_is_that_of_enumeration() {
        let mut search = Search::new(moves);
        for (count, most) in [(2, 4), (3, 4), (4, 2), (5, 1)] {
            for piles in lists(count, |_| 0..=most) {
                let first = search.winning(&piles).into_iter().next();
                let expected = first.unwrap_or("NONE\n".to_owned());
                let text = format!("1\n{count} {}\n", spaced(&piles));
                assert_eq!(answered(judge, &text), expected, "{text}");
            }
        }
    }

    #[test]
    fn a_broken_case_leaves_the_answers_before_it() {
        let error = |text: &str| refused(judge, text);
        let (output, message) = broken(judge, "2\n2 1 0\n2 1\n");
        assert_eq!(output, "0 1 1\n");
        assert_eq!(
            message,
            "line 4, column 1: expected a pile from 0 to 4294967295, found the end of the input"
        );
        let (output, message) = broken(judge, "1\n2 1 0\n2");
        assert_eq!(output, "0 1 1\n");
        assert!(message.starts_with("line 3, column 1: expected the end"));
        assert!(error("").starts_with("line 1, column 1: expected the number of cases from 1"));
        assert!(error("1\n1 5\n").starts_with("line 2, column 1: expected the number of piles"));
        assert!(error("1\n201 5\n").contains("from 2 to 200"));
        assert!(error("1\n2 5 -3\n").starts_with("line 2, column 5: "));
        assert!(error("1\n2 5 x\n").ends_with("found `x`"));
    }

    #[test]
    fn the_most_piles_are_answered() {
        let piles = " 1".repeat(MOST_PILES);
        let output = answered(judge, &format!("1\n{MOST_PILES}{piles}\n"));
        assert_eq!(output.lines().count(), 1);
    }

    #[test]
    fn endless_digits_are_refused_at_once() {
        endless_digits_are_refused(judge, &["", "1 ", "1 2 "]);
    }
}
