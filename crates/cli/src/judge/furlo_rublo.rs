//! `zug judge furlo-rublo`: piles that shrink to a root (Codeforces 255E).
//!
//! Input: the number n of piles, then n sizes. Output: `Furlo` if the mover wins,
//! otherwise `Rublo`.

use std::io::{BufRead, Write};

use zug_catalogue::furlo_rublo::nimber_of;
use zug_values::Nimber;

use super::tokens::{InputError, Tokens};

/// The contest has at most 77,777 piles; piles are not kept.
const MOST_PILES: u64 = 1_000_000_000;

/// The contest has at most 777,777,777,777.
const LARGEST_PILE: u64 = 1_000_000_000_000_000_000;

pub(crate) fn judge(input: impl BufRead, mut output: impl Write) -> Result<(), InputError> {
    let mut tokens = Tokens::new(input);
    let count = tokens.number("the number of piles", 1..=MOST_PILES)?;
    let mut sum = Nimber::ZERO;
    for _ in 0..count {
        sum += nimber_of(tokens.number("a pile", 1..=LARGEST_PILE)?);
    }
    tokens.end()?;
    writeln!(output, "{}", if sum.is_zero() { "Rublo" } else { "Furlo" })?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::testing::{answered, endless_digits_are_refused, refused};

    #[test]
    fn the_samples_are_answered() {
        assert_eq!(answered(judge, "1\n1\n"), "Rublo\n");
        assert_eq!(answered(judge, "2\n1 2\n"), "Rublo\n");
        let ten = answered(judge, "10\n1 2 3 4 5 6 7 8 9 10\n");
        assert_eq!(ten, "Furlo\n");
    }

    #[test]
    fn piles_on_both_sides_of_a_border_differ() {
        for border in [3, 15, 81, 6723, 50_625, 2_562_991_875i64] {
            let output = answered(judge, &format!("2 {border} {}", border + 1));
            assert_eq!(output, "Furlo\n", "{border}");
        }
        assert_eq!(answered(judge, "2 777777777777 2562991876"), "Rublo\n");
    }

    #[test]
    fn what_is_no_input_is_refused_with_its_place_and_without_an_answer() {
        let error = |text: &str| refused(judge, text);
        assert_eq!(
            error("\n"),
            "line 2, column 1: expected the number of piles from 1 to 1000000000, \
             found the end of the input"
        );
        assert_eq!(
            error("2\n7"),
            "line 2, column 2: expected a pile from 1 to 1000000000000000000, \
             found the end of the input"
        );
        assert!(error("0").contains("the number of piles from 1"));
        assert!(error("1 0").contains("a pile from 1"));
        assert!(error("1 10000000000000000000000").contains("a pile from 1"));
        assert!(error("1 4.0").ends_with("found `4.0`"));
        assert!(error("1 4 4").ends_with("expected the end of the input, found `4`"));
    }

    #[test]
    fn endless_digits_are_refused_at_once() {
        endless_digits_are_refused(judge, &["", "3 1 "]);
    }
}
