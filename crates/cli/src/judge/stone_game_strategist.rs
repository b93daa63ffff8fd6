//! `zug judge stone-game-strategist`: StoneGameStrategist (TopCoder SRM 309).
//!
//! Input: T, then T lines `n p1 … pn`, piles in ascending order. Output for each line:
//! `TAKE s STONES FROM PILE k`, the winning move with the smallest s, then the smallest
//! k; or `YOU LOSE`.

use std::io::{BufRead, Write};

use zug_catalogue::stone_game_strategist::{StoneGame, Take};

use super::cases;
use super::tokens::InputError;

/// The contest has at most 50 piles.
const MOST_PILES: u32 = 1_000_000;

pub(crate) fn judge(input: impl BufRead, output: impl Write) -> Result<(), InputError> {
    cases::counted(input, output, "the number of cases", |tokens, place| {
        let mut piles = Vec::new();
        let mut before = 0;
        for _ in 0..tokens.number("the number of piles", 1..=MOST_PILES)? {
            let what = if before == 0 {
                "a pile"
            } else {
                "a pile, no smaller than the one before it,"
            };
            // The contest has at most 1000 stones in a pile.
            before = tokens.number(what, before..=u32::MAX)?;
            piles.push(before);
        }
        let game = StoneGame::new(piles).map_err(|error| place.case(error))?;
        let winning = game.winning_moves().into_iter();
        Ok(match winning.min_by_key(|take| (take.stones, take.pile)) {
            Some(take) => told(take),
            None => "YOU LOSE".to_owned(),
        })
    })
}

fn told(Take { pile, stones }: Take) -> String {
    format!("TAKE {stones} STONES FROM PILE {pile}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::testing::{
        Search, answered, broken, endless_digits_are_refused, lists, refused, spaced,
    };

    #[test]
    fn the_sample_is_answered() {
        let cases = "3\n2 6 6\n2 6 12\n5 3 5 9 11 16\n";
        let answers = "YOU LOSE\nTAKE 6 STONES FROM PILE 1\nTAKE 2 STONES FROM PILE 0\n";
        assert_eq!(answered(judge, cases), answers);
    }

    /// All moves, those with the fewest stones first, then those in the first pile.
    fn moves(piles: &[u32]) -> Vec<(Take, Vec<u32>)> {
        let most = piles.iter().copied().max().unwrap();
        let mut moves = Vec::new();
        for stones in 1..=most {
            for pile in (0..piles.len()).filter(|&pile| piles[pile] >= stones) {
                let mut after = piles.to_vec();
                after[pile] -= stones;
                if after.is_sorted() {
                    moves.push((Take { pile, stones }, after));
                }
            }
        }
        moves
    }

    #[test]
    fn the_first_move_of_all_small_cases_is_that_of_enumeration() {
        let mut search = Search::new(moves);
        for (count, most) in [(1, 9), (2, 9), (3, 8), (4, 6), (5, 5), (6, 4)] {
            let ascending = |piles: &[u32]| piles.last().copied().unwrap_or(0)..=most;
            for piles in lists(count, ascending) {
                let first = search.winning(&piles).into_iter().next();
                let expected = first.map_or("YOU LOSE".to_owned(), told) + "\n";
                let text = format!("1\n{count} {}\n", spaced(&piles));
                assert_eq!(answered(judge, &text), expected, "{text}");
            }
        }
    }

    #[test]
    fn a_broken_case_leaves_the_answers_before_it() {
        let error = |text: &str| refused(judge, text);
        let (output, message) = broken(judge, "2\n2 6 6\n3 1 4 3\n");
        assert_eq!(output, "YOU LOSE\n");
        assert_eq!(
            message,
            "line 3, column 7: expected a pile, no smaller than the one before it, from 4 to \
             4294967295, found `3`"
        );
        let (output, message) = broken(judge, "1\n2 6 6 6\n");
        assert_eq!(output, "YOU LOSE\n");
        assert!(message.starts_with("line 2, column 7: expected the end"));
        assert!(error("").starts_with("line 1, column 1: expected the number of cases from 1"));
        assert!(error("1\n0\n").starts_with("line 2, column 1: expected the number of piles"));
        assert!(error("1\n2 6\n").ends_with("found the end of the input"));
        assert!(error("1\n2 6 x\n").ends_with("found `x`"));
        assert!(error("1\n1 4294967296\n").ends_with("found `4294967296`"));
        assert!(error("1\n1000000 1\n").ends_with("found the end of the input"));
    }

    #[test]
    fn endless_digits_are_refused_at_once() {
        endless_digits_are_refused(judge, &["", "1 ", "1 2 6 "]);
    }
}
