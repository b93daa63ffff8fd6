//! How many positions each player wins, whoever is to move there.

use zug_game::{Game, Player, Players};
use zug_values::Outcome;

/// The number of positions that First wins, and the number that Second wins.
///
/// ```
/// use zug_game::Player;
/// use zug_solve::table::Wins;
/// use zug_values::Outcome;
///
/// let mut wins = Wins::default();
/// wins.add(Player::First, Outcome::Win, 2);
/// wins.add(Player::Second, Outcome::Loss, 1);
/// wins.add(Player::Second, Outcome::Draw, 5);
/// assert_eq!(wins.of(Player::First), 3);
/// assert_eq!(wins.of(Player::Second), 0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wins {
    first: u64,
    second: u64,
}

impl Wins {
    /// Counts `weight` more positions in which `mover` is to move and gets `outcome`.
    pub fn add(&mut self, mover: Player, outcome: Outcome, weight: u64) {
        match (mover, outcome) {
            (_, Outcome::Draw) => {}
            (Player::First, Outcome::Win) | (Player::Second, Outcome::Loss) => {
                self.first += weight;
            }
            (Player::First, Outcome::Loss) | (Player::Second, Outcome::Win) => {
                self.second += weight;
            }
        }
    }

    /// The number of positions that a player wins.
    #[must_use]
    pub fn of(&self, player: Player) -> u64 {
        match player {
            Player::First => self.first,
            Player::Second => self.second,
        }
    }
}

/// What says who is to move in a position.
pub type Mover<G> = fn(&G, &<G as Game>::Position) -> Player;

/// What says who is to move in a position of a game; `None` where both players have the same
/// moves, and where a position does not say whose turn it is.
pub fn mover<G: Game>(game: &G) -> Option<Mover<G>> {
    match game.players() {
        Players::Partizan(mover) => Some(mover),
        _ => None,
    }
}
