//! Who wins, in a sentence.

use zug::{Outcome, Player, Plies, Value, verdict};

#[test]
fn the_sentence_names_the_mover_and_the_winner() {
    let players = ["Black".to_owned(), "White".to_owned()];
    let of = |mover, outcome, plies: Option<Plies>| verdict(Some(&players), mover, outcome, plies);
    assert_eq!(
        of(Player::Second, Outcome::Win, Some(Plies(1))),
        "White to move wins: in 1 move."
    );
    assert_eq!(
        of(Player::Second, Outcome::Loss, None),
        "White to move loses, Black wins."
    );
    assert_eq!(
        verdict(
            Some(&players),
            Player::First,
            Outcome::Loss,
            Value::EndlessLoss
        ),
        "Black to move loses, White wins: play never ends."
    );
    assert_eq!(
        verdict(None, Player::First, Outcome::Loss, Some(Plies::ZERO)),
        "The player to move loses: the game is over."
    );
}
