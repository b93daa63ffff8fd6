//! What the player to move attains in a game whose positions have scores, and the numbers by which scores are kept.

use zug_values::{Outcome, Plies, Turn, Value};

/// A score of at most 32 bits as a number of a cell: small where the score is near to 0.
#[inline]
pub(crate) fn written(score: i64) -> u32 {
    (score << 1 ^ score >> 63) as u32
}

/// The score for which [`written`] returned this number.
#[inline]
pub(crate) fn read(cell: u32) -> i64 {
    i64::from(cell >> 1) ^ -i64::from(cell & 1)
}

/// The score of a move for the player who makes it: what it gains, and the score `after` of the
/// player to move behind it, with its sign turned where the turn passes.
#[must_use]
#[inline]
pub fn by_move(gain: i64, after: i64, turn: Turn) -> i64 {
    match turn {
        Turn::Passes => gain.saturating_sub(after),
        Turn::Kept => gain.saturating_add(after),
    }
}

/// What the player to move attains, if both play for the largest score.
///
/// Of the moves that attain it whoever wins from here on chooses one with the fewest plies, whoever
/// loses one with the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attained {
    /// The score.
    pub score: i64,
    /// The number of plies that are left.
    pub plies: Plies,
}

impl Attained {
    /// What a move attains for the player who makes it, which gains this number of points and leads
    /// to a position where the player to move attains this.
    #[must_use]
    #[inline]
    pub fn before(self, gain: i64, turn: Turn) -> Self {
        Self {
            score: by_move(gain, self.score, turn),
            plies: Plies(self.plies.0 + 1),
        }
    }

    /// The better of what two moves attain: the larger score; of equal scores the fewer plies, or
    /// the more if the score is below 0.
    #[must_use]
    pub fn better(self, other: Self) -> Self {
        let (score, plies) = (self.score, self.plies);
        let is_better = match other.score.cmp(&score) {
            std::cmp::Ordering::Equal if score < 0 => other.plies > plies,
            std::cmp::Ordering::Equal => other.plies < plies,
            by_score => by_score.is_gt(),
        };
        if is_better { other } else { self }
    }

    /// The value of a position where the player to move attains this.
    #[must_use]
    pub fn value(self) -> Value {
        match Outcome::of_score(self.score) {
            Outcome::Win => Value::Win(self.plies),
            Outcome::Draw => Value::Draw,
            Outcome::Loss => Value::Loss(self.plies),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_score_is_read_as_it_was_written() {
        let most = i64::from(i32::MAX);
        for near in [0, 1 << 15, 1 << 16, most - 99] {
            for score in near..near + 99 {
                assert_eq!(read(written(score)), score);
                assert_eq!(read(written(-score)), -score);
            }
        }
        assert_eq!(read(written(most)), most);
        assert_eq!(read(written(-most)), -most);
        assert!(written(-128) < 256 && written(127) < 256);
        assert!(written(-32_768) < 1 << 16 && written(32_767) < 1 << 16);
    }

    #[test]
    fn whoever_wins_hurries_and_whoever_loses_delays() {
        let of = |score, plies| Attained {
            score,
            plies: Plies(plies),
        };
        for (a, b) in [
            (of(3, 9), of(2, 1)),
            (of(2, 1), of(2, 3)),
            (of(-2, 3), of(-2, 1)),
            (of(0, 1), of(0, 4)),
        ] {
            assert_eq!((a.better(b), b.better(a)), (a, a));
        }
    }
}
