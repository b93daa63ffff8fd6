//! The answer in a sentence.

use zug_game::Player;
use zug_values::{Outcome, Plies};

/// Who wins, in a sentence: `X to move wins: in 3 moves.`
///
/// `players` are their names, or `None` in an impartial game; `plies` is the
/// remoteness where it is known.
pub fn verdict(
    players: Option<&[String; 2]>,
    mover: Player,
    outcome: Outcome,
    plies: Option<Plies>,
) -> String {
    // A draw has no remoteness; that it is over is told elsewhere.
    let when = match plies {
        Some(Plies::ZERO) => ": the game is over.".to_owned(),
        Some(Plies(1)) => ": in 1 move.".to_owned(),
        Some(plies) => format!(": in {plies} moves."),
        None => ".".to_owned(),
    };
    let Some([first, second]) = players else {
        return match outcome {
            Outcome::Win => format!("The player to move wins{when}"),
            Outcome::Loss => format!("The player to move loses{when}"),
            Outcome::Draw => "A draw.".to_owned(),
        };
    };
    let (me, opponent) = match mover {
        Player::First => (first, second),
        Player::Second => (second, first),
    };
    match outcome {
        Outcome::Win => format!("{me} to move wins{when}"),
        Outcome::Loss => format!("{me} to move loses, {opponent} wins{when}"),
        Outcome::Draw => format!("{me} to move: a draw."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sentence_names_the_mover_and_the_winner() {
        let players = ["Black".to_owned(), "White".to_owned()];
        let of = |mover, outcome, plies| verdict(Some(&players), mover, outcome, plies);
        assert_eq!(
            of(Player::Second, Outcome::Win, Some(Plies(1))),
            "White to move wins: in 1 move."
        );
        assert_eq!(
            of(Player::Second, Outcome::Loss, None),
            "White to move loses, Black wins."
        );
        assert_eq!(
            verdict(None, Player::First, Outcome::Loss, Some(Plies::ZERO)),
            "The player to move loses: the game is over."
        );
    }
}
