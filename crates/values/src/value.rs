//! A solved position: who wins, and in how many plies.
//!
//! Remoteness (C. A. B. Smith, 1966, after H. Steinhaus, 1925; *Winning Ways*, ch. 9) counts
//! the plies until the game ends when the winner hurries and the loser delays; a finished
//! position has remoteness 0 and a draw has none.

use std::cmp::Ordering;
use std::fmt;

use crate::{Outcome, Turn};

/// A number of single moves (plies), not of rounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Plies(pub u32);

impl Plies {
    /// No ply: the game is over.
    pub const ZERO: Self = Self(0);

    /// One ply more.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

impl fmt::Display for Plies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// A solved position: its outcome, with the remoteness where there is one.
///
/// A draw has no remoteness, and a position that is not solved has no `Value`. The enum is
/// exhaustive.
///
/// Where the rules say who wins if play never ends, that player may win without ever ending the
/// game: such a win has no remoteness either. A solver knows such positions as draws, because
/// neither player can force an end that wins; [`Value::read`] makes values of what it found.
///
/// Values are ordered by what the mover prefers: any win before any draw before
/// any loss, the shorter win first and an endless one last, an endless loss first and the longer
/// loss before the shorter.
///
/// ```
/// use zug_values::{Plies, Turn, Value};
///
/// // Winning in 3 is better than winning in 5, and losing late than losing soon.
/// assert!(Value::Win(Plies(3)) > Value::Win(Plies(5)));
/// assert!(Value::Loss(Plies(8)) > Value::Loss(Plies(2)));
///
/// // A move that hands over a position lost in 4 wins in 5.
/// assert_eq!(Value::Loss(Plies(4)).before(Turn::Passes), Value::Win(Plies(5)));
/// // Moving again into a position that is won in 2 wins in 3.
/// assert_eq!(Value::Win(Plies(2)).before(Turn::Kept), Value::Win(Plies(3)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The mover wins, after this many plies.
    Win(Plies),
    /// The mover loses, after this many plies.
    Loss(Plies),
    /// Neither player wins.
    Draw,
    /// The mover wins, because play never ends.
    EndlessWin,
    /// The mover loses, because play never ends.
    EndlessLoss,
}

impl Value {
    /// The value of a position in which play goes on, where endless play is won: by the mover if
    /// `mover_wins`, else by the opponent. `self` is what a solver found: a draw is a position from
    /// which neither player can force an end that wins.
    #[must_use]
    pub fn read(self, mover_wins: bool) -> Self {
        match self {
            Self::Draw if mover_wins => Self::EndlessWin,
            Self::Draw => Self::EndlessLoss,
            decided => decided,
        }
    }

    /// Whether somebody wins because play never ends.
    #[must_use]
    pub fn is_endless(self) -> bool {
        matches!(self, Self::EndlessWin | Self::EndlessLoss)
    }

    /// The value of a position with this outcome in which the game ends after this many plies;
    /// `None` for a draw, which has no number of plies.
    #[must_use]
    pub fn after(outcome: Outcome, plies: Plies) -> Option<Self> {
        match outcome {
            Outcome::Win => Some(Self::Win(plies)),
            Outcome::Draw => None,
            Outcome::Loss => Some(Self::Loss(plies)),
        }
    }

    /// The value of a finished position.
    #[must_use]
    pub fn finished(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win => Self::Win(Plies::ZERO),
            Outcome::Loss => Self::Loss(Plies::ZERO),
            Outcome::Draw => Self::Draw,
        }
    }

    /// Who wins, without the number of plies.
    #[must_use]
    pub fn outcome(self) -> Outcome {
        match self {
            Self::Win(_) | Self::EndlessWin => Outcome::Win,
            Self::Loss(_) | Self::EndlessLoss => Outcome::Loss,
            Self::Draw => Outcome::Draw,
        }
    }

    /// The number of plies until the end under best play; `None` for a draw, and where play never
    /// ends.
    #[must_use]
    pub fn remoteness(self) -> Option<Plies> {
        match self {
            Self::Win(plies) | Self::Loss(plies) => Some(plies),
            Self::Draw | Self::EndlessWin | Self::EndlessLoss => None,
        }
    }

    /// What the mover gets by a move that leads to a position of this value.
    ///
    /// This is the only place where a child's value turns into its parent's:
    /// the view flips when the turn passes, and one ply is added.
    #[must_use]
    pub fn before(self, turn: Turn) -> Self {
        match (self, turn) {
            (Self::Win(plies), Turn::Kept) | (Self::Loss(plies), Turn::Passes) => {
                Self::Win(plies.next())
            }
            (Self::Loss(plies), Turn::Kept) | (Self::Win(plies), Turn::Passes) => {
                Self::Loss(plies.next())
            }
            (Self::Draw, _) => Self::Draw,
            (Self::EndlessWin, Turn::Kept) | (Self::EndlessLoss, Turn::Passes) => Self::EndlessWin,
            (Self::EndlessLoss, Turn::Kept) | (Self::EndlessWin, Turn::Passes) => Self::EndlessLoss,
        }
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        // (class, sign * plies): a larger pair is better for the mover.
        let key = |value: &Self| match *value {
            Self::Win(plies) => (2, -i64::from(plies.0)),
            Self::EndlessWin => (2, i64::MIN),
            Self::Draw => (1, 0),
            Self::EndlessLoss => (0, i64::MAX),
            Self::Loss(plies) => (0, i64::from(plies.0)),
        };
        key(self).cmp(&key(other))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.remoteness() {
            Some(plies) => write!(f, "{} in {plies}", self.outcome()),
            None if self.is_endless() => write!(f, "endless {}", self.outcome()),
            None => write!(f, "{}", self.outcome()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn values() -> impl Strategy<Value = Value> {
        prop_oneof![
            (0u32..100).prop_map(|n| Value::Win(Plies(n))),
            (0u32..100).prop_map(|n| Value::Loss(Plies(n))),
            Just(Value::Draw),
            Just(Value::EndlessWin),
            Just(Value::EndlessLoss),
        ]
    }

    #[test]
    fn the_winner_hurries_and_the_loser_delays() {
        let mut all = [
            Value::EndlessWin,
            Value::Draw,
            Value::EndlessLoss,
            Value::Loss(Plies(1)),
            Value::Win(Plies(9)),
            Value::Loss(Plies(7)),
            Value::Win(Plies(2)),
        ];
        all.sort();
        assert_eq!(
            all,
            [
                Value::Loss(Plies(1)),
                Value::Loss(Plies(7)),
                Value::EndlessLoss,
                Value::Draw,
                Value::EndlessWin,
                Value::Win(Plies(9)),
                Value::Win(Plies(2)),
            ]
        );
    }

    #[test]
    fn values_print_as_a_person_says_them() {
        assert_eq!(Value::Win(Plies(7)).to_string(), "win in 7");
        assert_eq!(Value::Draw.to_string(), "draw");
        assert_eq!(Value::EndlessLoss.to_string(), "endless loss");
    }

    proptest! {
        #[test]
        fn handing_over_the_turn_flips_the_outcome(value in values()) {
            prop_assert_eq!(value.before(Turn::Passes).outcome(), value.outcome().flipped());
            prop_assert_eq!(value.before(Turn::Kept).outcome(), value.outcome());
        }

        #[test]
        fn what_the_opponent_prefers_is_worse_for_the_mover(a in values(), b in values()) {
            prop_assert_eq!(a.cmp(&b), b.before(Turn::Passes).cmp(&a.before(Turn::Passes)));
        }
    }
}
