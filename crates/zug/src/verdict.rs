//! The answer in a sentence.

use zug_game::Player;
use zug_values::{Outcome, Plies, Value, Worth};

/// When a win or a loss comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum When {
    /// It is not known, or nobody wins.
    NotKnown,
    /// After this number of plies.
    After(Plies),
    /// Never: somebody wins because play never ends.
    Never,
}

/// After the plies, if they are known.
impl From<Option<Plies>> for When {
    fn from(plies: Option<Plies>) -> Self {
        plies.map_or(Self::NotKnown, Self::After)
    }
}

impl From<Value> for When {
    fn from(value: Value) -> Self {
        if value.is_endless() {
            Self::Never
        } else {
            value.remoteness().into()
        }
    }
}

impl From<&Worth> for When {
    fn from(worth: &Worth) -> Self {
        if worth.is_endless() {
            Self::Never
        } else {
            worth.remoteness().into()
        }
    }
}

/// Who wins, in a sentence: `X to move wins: in 3 moves.`
///
/// `players` are their names, or `None` in an impartial game; `when` may be a value, a worth, or
/// the remoteness where it is known.
pub fn verdict(
    players: Option<&[String; 2]>,
    mover: Player,
    outcome: Outcome,
    when: impl Into<When>,
) -> String {
    // A draw has no remoteness; that it is over is told elsewhere.
    let when = match when.into() {
        When::After(Plies::ZERO) => ": the game is over.".to_owned(),
        When::After(Plies(1)) => ": in 1 move.".to_owned(),
        When::After(plies) => format!(": in {plies} moves."),
        When::Never => ": play never ends.".to_owned(),
        When::NotKnown => ".".to_owned(),
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
