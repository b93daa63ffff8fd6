//! Whether a game is impartial, and whose turn it is.

use zug_game::{Fault, Game, Orbits, Player, Players, Step};

use crate::coins::Coins;
use crate::ring::Ring;

/// A duel in which a position is written as the mover sees it: my lives and yours.
struct Duel;

impl Game for Duel {
    type Position = (u8, u8);
    type Move = ();

    fn start(&self) -> (u8, u8) {
        (2, 2)
    }

    fn players(&self) -> Players<Self> {
        Players::Unnamed
    }

    fn moves(&self, (mine, yours): &(u8, u8), out: &mut Vec<()>) -> Result<(), Fault> {
        if *mine > 0 && *yours > 0 {
            out.push(());
        }
        Ok(())
    }

    fn play(&self, (mine, yours): &(u8, u8), (): &()) -> Result<Step<(u8, u8)>, Fault> {
        Ok(Step::passing((yours - 1, *mine)))
    }

    fn move_name(&self, _: &(u8, u8), (): &()) -> String {
        "hit".to_owned()
    }
}

#[test]
fn a_game_is_impartial_only_if_it_says_so() {
    assert!(Coins(3).is_impartial());
    assert!(!Ring.is_impartial());
    assert!(!Duel.is_impartial());
}

#[test]
fn a_partizan_game_tells_the_mover_of_each_position() {
    for state in Ring::states() {
        assert_eq!(Ring.mover(&state), state.1);
    }
}

#[test]
fn where_nobody_tells_the_mover_is_first() {
    assert_eq!(Coins(3).mover(&2), Player::First);
    assert_eq!(Duel.mover(&(1, 2)), Player::First);
}

#[test]
fn a_game_made_of_another_has_its_players() {
    let orbits = Orbits::new(&Ring);
    assert!(!orbits.is_impartial());
    for state in Ring::states() {
        assert_eq!(orbits.mover(&state), Ring.mover(&state));
    }
    let told = |players: Players<Duel>| format!("{players:?}");
    assert_eq!(
        told(Coins(3).players().told_by(|_, _| Player::Second)),
        "Impartial"
    );
    assert_eq!(
        told(Duel.players().told_by(|_, _| Player::Second)),
        "Unnamed"
    );
    assert_eq!(
        told(Ring.players().told_by(|_, _| Player::Second)),
        "Partizan(..)"
    );
}
