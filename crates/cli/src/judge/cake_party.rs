//! `zug judge cake-party`: CakeParty (TopCoder SRM 338).
//!
//! Input: T, then T lines `n p1 … pn`, the pieces of each cake. Output for each line:
//! `CAKE c PIECES p`, the first in the order of texts among all winning moves, or among
//! all moves if none wins.

use std::io::{BufRead, Write};

use zug_catalogue::cake_party::{CakeParty, Eats};

use super::cases;
use super::tokens::InputError;

/// The contest has at most 50 cakes.
const MOST_CAKES: u32 = 1_000_000;

pub(crate) fn judge(input: impl BufRead, output: impl Write) -> Result<(), InputError> {
    cases::counted(input, output, "the number of cases", |tokens, place| {
        let counts = 1..=MOST_CAKES;
        let cakes = tokens.list(
            "the number of cakes",
            counts,
            "a cake's pieces",
            0..=u32::MAX,
        )?;
        answer(&CakeParty::new(cakes)).ok_or_else(|| place.case("there is no piece to eat"))
    })
}

/// The first text among the moves; `None` if nothing is left.
fn answer(party: &CakeParty) -> Option<String> {
    let mut moves = party.winning_moves();
    if moves.is_empty() {
        moves = party.moves();
    }
    let told = |Eats { cake, least, most }| {
        let pieces = first_as_text(least, most);
        format!("CAKE {cake} PIECES {pieces}")
    };
    moves.into_iter().map(told).min()
}

/// The number from `least` to `most` whose decimal digits come first as text: of 9 to
/// 12 that is 10. Of the numbers with equally many digits the least comes first as
/// text, so it is enough to try one number of each length.
fn first_as_text(least: u32, most: u32) -> u32 {
    let powers = (1..=9).map(|digits| 10_u32.pow(digits));
    let candidates = powers.filter(|power| (least..=most).contains(power));
    let first = candidates.chain([least]).min_by_key(u32::to_string);
    first.unwrap_or(least)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::testing::{
        Search, answered, broken, endless_digits_are_refused, lists, refused,
    };

    #[test]
    fn the_sample_is_answered() {
        let cases = "5\n1 47\n2 3 3\n2 3 5\n3 3 3 112\n12 4 7 4 7 4 7 4 7 47 47 47 47\n";
        let answers = "CAKE 0 PIECES 47\nCAKE 0 PIECES 1\nCAKE 1 PIECES 2\nCAKE 2 PIECES 110\n\
                       CAKE 10 PIECES 1\n";
        assert_eq!(answered(judge, cases), answers);
    }

    #[test]
    fn the_whole_range_of_the_contest_is_taken() {
        assert_eq!(
            answered(judge, "1\n1 2000000000"),
            "CAKE 0 PIECES 2000000000\n"
        );
        // All numbers from 999999998 on win; 1000000000 comes first as text.
        let cases = "1\n3 2000000000 1000000003 1000000003\n";
        assert_eq!(answered(judge, cases), "CAKE 0 PIECES 1000000000\n");
        let cases = format!("1\n50{}", " 2000000000".repeat(50));
        assert_eq!(answered(judge, &cases), "CAKE 0 PIECES 1\n");
    }

    /// All moves, as text, each with the position after it.
    fn moves(cakes: &[u32]) -> Vec<(String, Vec<u32>)> {
        let mut moves = Vec::new();
        for cake in 0..cakes.len() {
            if cakes.iter().any(|&other| other > cakes[cake]) {
                continue;
            }
            for pieces in 1..=cakes[cake] {
                let mut after = cakes.to_vec();
                after[cake] -= pieces;
                moves.push((format!("CAKE {cake} PIECES {pieces}"), after));
            }
        }
        moves
    }

    #[test]
    fn the_first_text_of_all_small_cases_is_that_of_enumeration() {
        let mut search = Search::new(moves);
        for (count, most) in [(1, 30), (2, 21), (3, 12), (4, 6), (5, 3), (12, 1)] {
            for cakes in lists(count, |_| 0..=most) {
                let first = search.winning(&cakes).into_iter().min();
                let all = moves(&cakes).into_iter().map(|(text, _)| text);
                let first = first.or(all.min());
                assert_eq!(answer(&CakeParty::new(cakes.clone())), first, "{cakes:?}");
            }
        }
    }

    #[test]
    fn the_first_number_as_text_is_that_of_all() {
        for least in 1..250_u32 {
            let mut first = least;
            for most in least..1200 {
                if most.to_string() < first.to_string() {
                    first = most;
                }
                assert_eq!(first_as_text(least, most), first, "{least} to {most}");
            }
        }
        assert_eq!(first_as_text(999_999_999, u32::MAX), 1_000_000_000);
    }

    #[test]
    fn a_broken_case_leaves_the_answers_before_it() {
        let error = |text: &str| refused(judge, text);
        let (output, message) = broken(judge, "2\n1 47\n2 0 0\n");
        assert_eq!(output, "CAKE 0 PIECES 47\n");
        assert_eq!(message, "line 3, column 1: there is no piece to eat");
        let (output, message) = broken(judge, "1\n1 47\n 5\n");
        assert_eq!(output, "CAKE 0 PIECES 47\n");
        assert_eq!(
            message,
            "line 3, column 2: expected the end of the input, found `5`"
        );
        assert!(error("").starts_with("line 1, column 1: expected the number of cases from 1"));
        assert!(error("0\n").ends_with("found `0`"));
        assert!(error("1\n2 4\n").starts_with("line 3, column 1: expected a cake's pieces"));
        assert!(error("1\n2 4 -1\n").ends_with("from 0 to 4294967295, found `-1`"));
        assert!(error("1\n2 4 4294967296\n").starts_with("line 2, column 5: "));
        assert!(error("1\n2 4 all\n").ends_with("found `all`"));
        assert!(error("1\n1000000 4\n").ends_with("found the end of the input"));
    }

    #[test]
    fn endless_digits_are_refused_at_once() {
        endless_digits_are_refused(judge, &["", "1 ", "1 2 "]);
    }
}
