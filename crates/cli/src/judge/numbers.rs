//! `zug judge numbers`: A Game With Numbers (Codeforces 919F).
//!
//! Input: T, then for each game f (0: Alice begins, 1: Bob), eight cards of Alice and
//! eight of Bob. Output: one line a game, `Alice`, `Bob` or `Deal`.

use std::io::{BufRead, Write};

use zug::Outcome;
use zug_catalogue::numbers;

use super::cases;
use super::tokens::InputError;

/// The number of cards in a hand.
const CARDS: usize = 8;

pub(crate) fn judge(input: impl BufRead, output: impl Write) -> Result<(), InputError> {
    cases::counted(input, output, "the number of games", |tokens, place| {
        let first = tokens.number("0 (Alice begins) or 1 (Bob), a number", 0..=1)?;
        let mut hand = |what| -> Result<[u32; CARDS], InputError> {
            let mut cards = [0; CARDS];
            for card in &mut cards {
                *card = tokens.number(what, 0..=4)?;
            }
            Ok(cards)
        };
        let (alice, bob) = (hand("a card of Alice")?, hand("a card of Bob")?);
        let [mover, other] = match first {
            0 => [("Alice", alice), ("Bob", bob)],
            _ => [("Bob", bob), ("Alice", alice)],
        };
        let solved = numbers::contest();
        let hands = solved.game().hands(&mover.1, &other.1);
        let hands = hands.map_err(|error| place.case(error))?;
        Ok(match solved.value(hands).outcome() {
            Outcome::Win => mover.0,
            Outcome::Loss => other.0,
            Outcome::Draw => "Deal",
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::testing::{answered, broken, endless_digits_are_refused, refused};

    const SAMPLE: &str = "4
1
0 0 0 0 0 0 0 0
1 2 3 4 1 2 3 4
1
0 0 0 1 0 0 0 0
0 0 0 0 4 0 0 0
0
1 0 0 0 0 0 0 0
0 0 0 4 0 0 2 0
1
1 1 1 1 1 1 1 1
1 1 1 1 1 1 1 1
";

    #[test]
    fn the_sample_is_answered() {
        let answers = "Alice\nBob\nAlice\nDeal\n";
        assert_eq!(answered(judge, SAMPLE), answers);
    }

    #[test]
    fn malformed_input_is_refused_where_it_breaks() {
        let error = |text: &str| refused(judge, text);
        assert_eq!(
            error(" \n"),
            "line 2, column 1: expected the number of games from 1 to 1000000000, \
             found the end of the input"
        );
        assert_eq!(
            error("1 2 "),
            "line 1, column 3: expected 0 (Alice begins) or 1 (Bob), a number from 0 to 1, found `2`"
        );
        assert_eq!(
            error("1\n0\n0 0 0 0 0 0 0 5\n"),
            "line 3, column 15: expected a card of Alice from 0 to 4, found `5`"
        );
        assert_eq!(
            error("1\n0\n0 0 0 0 0 0 0 1\n1 one"),
            "line 4, column 3: expected a card of Bob from 0 to 4, found `one`"
        );
        assert_eq!(
            error("1\n0\n0 0 0 0 0 0 0 1\n1 1 1 1 1 1 1"),
            "line 4, column 14: expected a card of Bob from 0 to 4, found the end of the input"
        );
    }

    #[test]
    fn a_broken_game_leaves_the_answers_before_it() {
        let (output, _) = broken(judge, &SAMPLE.replacen('4', "5", 1));
        assert_eq!(output, "Alice\nBob\nAlice\nDeal\n");
        let (output, error) = broken(judge, &SAMPLE.replacen('4', "3", 1));
        assert_eq!(output, "Alice\nBob\nAlice\n");
        assert_eq!(
            error,
            "line 11, column 1: expected the end of the input, found `1`"
        );
    }

    #[test]
    fn endless_digits_are_refused_at_once() {
        endless_digits_are_refused(judge, &["", "1 ", "1 0 "]);
    }
}
