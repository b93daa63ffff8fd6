//! Values as numbers, and what a search asks: is a position worth at least this?
//!
//! A search never asks for the value of a position. It asks for one bit, whether the mover
//! attains an *aim*, and several such answers make a value. An aim is a score that the
//! position should have at least, so that every question is a search with a null window.

use zug_values::{Plies, Turn, Value};

/// The most plies that a score can tell.
pub(crate) const MOST_PLIES: u32 = 8000;

/// The score of a position that is won, and where no ply is left to play.
const TOP: i16 = 8190;

/// A value in the mover's order: a win in n plies is `TOP - n`, a draw is 0, a loss in n plies
/// is `n - TOP`.
///
/// Scores between a draw and the longest win belong to no value. They are aims: score 1 is
/// "any win, however long", score 0 is "no loss".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Score(i16);

/// What must hold of a successor, by the player to move there, so that a move attains an aim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// The successor attains this score.
    Attains(Score),
    /// The successor, where the opponent is to move, does not attain this score.
    Misses(Score),
}

impl Score {
    /// A win, however long: the least aim that a draw does not attain.
    pub(crate) const WIN: Self = Self(1);
    /// A draw or better.
    pub(crate) const DRAW: Self = Self(0);
    /// The least score of all: a loss without a ply.
    pub(crate) const LEAST: Self = Self(-TOP);
    /// The greatest score of all: a win without a ply.
    pub(crate) const GREATEST: Self = Self(TOP);

    /// The score of a value; `None` where its plies are more than [`MOST_PLIES`].
    pub(crate) fn of(value: Value) -> Option<Self> {
        let plies = |plies: Plies| (plies.0 <= MOST_PLIES).then_some(plies.0 as i16);
        Some(match value {
            Value::Win(length) => Self(TOP - plies(length)?),
            Value::Draw => Self(0),
            Value::Loss(length) => Self(plies(length)? - TOP),
        })
    }

    /// The aim to win within this number of plies.
    pub(crate) const fn win_within(plies: u32) -> Self {
        Self(TOP - within(plies))
    }

    /// The aim not to lose before this number of plies is played.
    pub(crate) const fn lasts(plies: u32) -> Self {
        Self(within(plies) - TOP)
    }

    /// The score that a player attains whoever attains this aim.
    pub(crate) fn of_aim(aim: super::Aim) -> Self {
        match aim {
            super::Aim::Win => Self::WIN,
            super::Aim::Draw => Self::DRAW,
            super::Aim::WinWithin(plies) => Self::win_within(plies.0),
            super::Aim::Last(plies) => Self::lasts(plies.0),
        }
    }

    /// Whether the aim says nothing of plies. The aims behind moves say nothing of them
    /// either, so that play can come back to a position with the same aim.
    pub(crate) fn is_of_any_length(self) -> bool {
        self == Self::WIN || self == Self::DRAW
    }

    /// The value that a score stands for; `None` for a score that is an aim alone.
    pub(crate) fn value(self) -> Option<Value> {
        let plies = (TOP - self.0.abs()) as u32;
        if plies > MOST_PLIES {
            return (self.0 == 0).then_some(Value::Draw);
        }
        Some(if self.0 > 0 {
            Value::Win(Plies(plies))
        } else {
            Value::Loss(Plies(plies))
        })
    }

    /// The next lower score.
    pub(crate) fn below(self) -> Self {
        Self(self.0 - 1)
    }

    /// What a move must lead to so that it attains this aim.
    ///
    /// It is [`Value::before`] turned round: each ply that a win may still take, or that a
    /// loss must last, is one less behind the move. The aims "any win" and "no loss" ask for
    /// no plies and stay as they are.
    pub(crate) fn wanted(self, turn: Turn) -> Wanted {
        let Self(aim) = self;
        match turn {
            Turn::Kept => Wanted::Attains(Self(match aim {
                2.. => aim + 1,
                0 | 1 => aim,
                _ => aim - 1,
            })),
            Turn::Passes => Wanted::Misses(Self(match aim {
                2.. => -aim,
                0 | 1 => 1 - aim,
                _ => 2 - aim,
            })),
        }
    }

    /// The score as a number of 14 bits that is not 0.
    pub(crate) fn to_bits(self) -> u64 {
        (self.0 + TOP + 1) as u64
    }

    /// The score that [`Score::to_bits`] made this number of.
    pub(crate) fn from_bits(bits: u64) -> Self {
        Self(bits as i16 - TOP - 1)
    }
}

impl Wanted {
    /// Whether a successor with a score from `lower` to `upper` is wanted; `None` where these
    /// bounds do not tell.
    pub(crate) fn holds(self, lower: Score, upper: Score) -> Option<bool> {
        let aim = self.aim();
        let attains = if lower >= aim {
            true
        } else if upper < aim {
            false
        } else {
            return None;
        };
        Some(self.is(attains))
    }

    /// Whether a successor is wanted that attains the aim, or does not.
    pub(crate) fn is(self, attains: bool) -> bool {
        matches!(self, Self::Attains(_)) == attains
    }

    /// The aim that is asked of the successor.
    pub(crate) fn aim(self) -> Score {
        match self {
            Self::Attains(aim) | Self::Misses(aim) => aim,
        }
    }
}

/// A number of plies, as far as scores tell them apart.
const fn within(plies: u32) -> i16 {
    if plies > MOST_PLIES {
        MOST_PLIES as i16
    } else {
        plies as i16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All values of up to seven plies, as they may stand behind a move.
    fn values() -> Vec<Value> {
        let decided =
            (0..8).flat_map(|plies| [Value::Win(Plies(plies)), Value::Loss(Plies(plies))]);
        decided.chain([Value::Draw]).collect()
    }

    #[test]
    fn scores_are_in_the_order_of_values() {
        for a in values() {
            for b in values() {
                let scores = [a, b].map(|value| Score::of(value).unwrap());
                assert_eq!(scores[0].cmp(&scores[1]), a.cmp(&b), "{a} {b}");
            }
        }
        assert_eq!(Score::of(Value::Win(Plies(MOST_PLIES + 1))), None);
    }

    #[test]
    fn a_move_attains_an_aim_where_its_successor_is_what_is_wanted() {
        let aims = (0..9).flat_map(|plies| [Score::win_within(plies), Score::lasts(plies)]);
        for aim in aims.chain([Score::WIN, Score::DRAW]) {
            for behind in values() {
                for turn in [Turn::Passes, Turn::Kept] {
                    let attains = Score::of(behind.before(turn)).unwrap() >= aim;
                    let score = Score::of(behind).unwrap();
                    let wanted = aim.wanted(turn).holds(score, score);
                    assert_eq!(wanted, Some(attains), "{aim:?} {behind} {turn:?}");
                }
            }
        }
    }

    #[test]
    fn scores_fit_into_the_bits_of_an_entry() {
        for score in [Score::LEAST, Score::GREATEST, Score::WIN, Score::DRAW] {
            assert!(score.to_bits() > 0 && score.to_bits() < 1 << 14);
            assert_eq!(Score::from_bits(score.to_bits()), score);
        }
    }
}
