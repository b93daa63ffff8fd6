//! Values as numbers, and what is asked or claimed of a position: is it worth at least this?
//!
//! A search never asks for the value of a position. It asks for one bit, whether the mover
//! attains an *aim*, and several such answers make a value. An aim is a score that the
//! position should have at least, so that every question is a search with a null window. A
//! proof of what a search found says of each position which aims it attains or misses
//! ([`Bounds`]).
//!
//! [`Score::wanted`] is the one place where an aim becomes that of the positions behind a move.
//! It is [`Value::before`] turned round.
//!
//! In a game that ends with scores a search asks for these *points* instead of plies. Points stand
//! between the draw, which is 0 points, and the longest win, and a move leaves them as they are. Where
//! moves gain points, the score of a position is what the player to move can still get: what a move
//! gains is added to the score behind it ([`Score::before_with`]), and is no part of what is asked there
//! ([`Score::wanted_with`]).

use std::fmt;

use crate::{Outcome, Plies, Turn, Value, Worth};

/// The most plies that a score can tell.
pub const MOST_PLIES: u32 = 6000;

/// The most points that a score can tell, and the negative of the fewest.
pub const MOST_POINTS: i64 = 2000;

/// The score of a position that is won, and where no ply is left to play.
const TOP: i16 = 8190;

/// The largest score that tells nothing of plies.
const TOP_OF_ANY_LENGTH: i16 = TOP - MOST_PLIES as i16 - 1;

/// A value in the mover's order: a win in n plies is `TOP - n`, a draw is 0, a loss in n plies
/// is `n - TOP`.
///
/// Scores between a draw and the longest win belong to no value. They are aims: score 1 is
/// "any win, however long", score 0 is "no loss". In a game that ends with scores they are points
/// too: at least 1 point is a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i16);

/// What must hold of a position, by the player to move there, so that the move to it attains
/// an aim; or what is claimed of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The position attains this score.
    Attains(Score),
    /// The position does not attain this score.
    Misses(Score),
}

impl Score {
    /// A win, however long: the least aim that a draw does not attain.
    pub const WIN: Self = Self(1);
    /// A draw or better.
    pub const DRAW: Self = Self(0);
    /// The least score of all: a loss without a ply.
    pub const LEAST: Self = Self(-TOP);
    /// The greatest score of all: a win without a ply.
    pub const GREATEST: Self = Self(TOP);

    /// The score of a value; `None` where its plies are more than [`MOST_PLIES`], and where play
    /// never ends and somebody wins by that, which a search knows as a draw.
    #[must_use]
    pub fn of(value: Value) -> Option<Self> {
        let plies = |plies: Plies| (plies.0 <= MOST_PLIES).then_some(plies.0 as i16);
        Some(match value {
            Value::Win(length) => Self(TOP - plies(length)?),
            Value::Draw => Self(0),
            Value::Loss(length) => Self(plies(length)? - TOP),
            Value::EndlessWin | Value::EndlessLoss => return None,
        })
    }

    /// The score of a position where the game is over.
    #[must_use]
    pub const fn finished(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win => Self::GREATEST,
            Outcome::Draw => Self::DRAW,
            Outcome::Loss => Self::LEAST,
        }
    }

    /// What a position with this outcome is worth at least if it is won, and at most if it is
    /// lost, where nothing is known of plies.
    #[must_use]
    pub const fn of_any_length(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win => Self::WIN,
            Outcome::Draw => Self::DRAW,
            Outcome::Loss => Self(-1),
        }
    }

    /// The score of a position that is worth this number of points, however long play goes on;
    /// `None` where these are more than [`MOST_POINTS`] or fewer than its negative.
    #[must_use]
    pub fn of_points(points: i64) -> Option<Self> {
        (points.abs() <= MOST_POINTS).then_some(Self(points as i16))
    }

    /// The number of points that a score stands for; `None` for a score that tells plies.
    #[must_use]
    pub fn points(self) -> Option<i64> {
        let points = i64::from(self.0);
        (points.abs() <= MOST_POINTS).then_some(points)
    }

    /// The aim to win within this number of plies.
    #[must_use]
    pub const fn win_within(plies: u32) -> Self {
        Self(TOP - within(plies))
    }

    /// The aim not to lose before this number of plies is played.
    #[must_use]
    pub const fn lasts(plies: u32) -> Self {
        Self(within(plies) - TOP)
    }

    /// Whether the aim says nothing of plies. The aims behind moves say nothing of them
    /// either, so that play can come back to a position with the same aim.
    #[must_use]
    pub fn is_of_any_length(self) -> bool {
        (1 - TOP_OF_ANY_LENGTH..=TOP_OF_ANY_LENGTH).contains(&self.0)
    }

    /// The value that a score stands for; `None` for a score that is an aim alone.
    #[must_use]
    pub fn value(self) -> Option<Value> {
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
    #[must_use]
    pub fn below(self) -> Self {
        Self(self.0 - 1)
    }

    /// What a move must lead to so that it attains this aim.
    ///
    /// It is [`Value::before`] turned round: each ply that a win may still take, or that a
    /// loss must last, is one less behind the move. Aims that ask for no plies, such as "any win"
    /// and "no loss", ask for none behind the move either.
    #[must_use]
    pub fn wanted(self, turn: Turn) -> Wanted {
        let Self(aim) = self;
        let of_any_length = self.is_of_any_length();
        match turn {
            Turn::Kept => Wanted::Attains(Self(match aim {
                _ if of_any_length => aim,
                1.. => aim + 1,
                _ => aim - 1,
            })),
            Turn::Passes => Wanted::Misses(Self(match aim {
                _ if of_any_length => 1 - aim,
                1.. => -aim,
                _ => 2 - aim,
            })),
        }
    }

    /// The score of a move to a position of this score, for the player who makes it.
    ///
    /// For scores of values it is [`Value::before`], and it keeps or reverses the order of all
    /// scores: what a position is worth at least or at most tells the same of the move.
    #[must_use]
    pub fn before(self, turn: Turn) -> Self {
        let Self(score) = self;
        let later = match score {
            _ if score.abs() <= TOP_OF_ANY_LENGTH => score,
            1.. => score - 1,
            _ => score + 1,
        };
        Self(match turn {
            Turn::Kept => later,
            Turn::Passes => -later,
        })
    }

    /// What a move must lead to so that it attains this aim, where the move gains this number of
    /// points; `None` where the aim behind it is beyond what points can tell. A move that gains
    /// something is asked for points alone.
    #[must_use]
    #[inline]
    pub fn wanted_with(self, gain: i64, turn: Turn) -> Option<Wanted> {
        if gain == 0 {
            return Some(self.wanted(turn));
        }
        let aim = i64::from(self.0).saturating_sub(gain);
        // One more than the most points is an aim that no score attains.
        let is_told = (-MOST_POINTS..=MOST_POINTS + 1).contains(&aim);
        is_told.then(|| Self(aim as i16).wanted(turn))
    }

    /// The score of a move to a position of this score, for the player who makes it, where the move
    /// gains this number of points.
    ///
    /// Scores beyond the most points, and below the fewest, count as one more, and one less: a lower
    /// bound stays true where it was above the fewest points, and an upper bound where it was not
    /// above the most. Scores that tell plies stay as they are.
    #[must_use]
    #[inline]
    pub fn before_with(self, gain: i64, turn: Turn) -> Self {
        let before = self.before(turn);
        if gain == 0 || !before.is_of_any_length() {
            return before;
        }
        let beyond = MOST_POINTS + 1;
        let points = i64::from(before.0).saturating_add(gain);
        Self(points.clamp(-beyond, beyond) as i16)
    }

    /// The next higher score.
    #[must_use]
    pub fn above(self) -> Self {
        Self(self.0 + 1)
    }

    /// The score as a number of 14 bits that is not 0.
    #[must_use]
    pub fn to_bits(self) -> u64 {
        (self.0 + TOP + 1) as u64
    }

    /// The score that [`Score::to_bits`] made this number of.
    #[must_use]
    pub fn from_bits(bits: u64) -> Self {
        Self(bits as i16 - TOP - 1)
    }

    /// The score that [`Score::to_bits`] made this number of; `None` for a number that it
    /// makes of no score.
    #[must_use]
    pub fn checked_from_bits(bits: u64) -> Option<Self> {
        (1..=Self::GREATEST.to_bits())
            .contains(&bits)
            .then(|| Self::from_bits(bits))
    }
}

/// What is known of a position's score: it is one of those from `lower` to `upper`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The position is worth this to the mover at least.
    pub lower: Score,
    /// The position is worth this to the mover at most.
    pub upper: Score,
}

impl Bounds {
    /// Nothing is known.
    pub const UNKNOWN: Self = Self {
        lower: Score::LEAST,
        upper: Score::GREATEST,
    };

    /// Nothing is known but that the game is not over: whoever wins needs a ply at least.
    pub const GOES_ON: Self = Self {
        lower: Score::lasts(1),
        upper: Score::win_within(1),
    };

    /// The bounds of a position with this score.
    #[must_use]
    pub fn exactly(score: Score) -> Self {
        Self {
            lower: score,
            upper: score,
        }
    }

    /// The bounds of a position with this outcome, where nothing is known of plies.
    #[must_use]
    pub fn of_any_length(outcome: Outcome) -> Self {
        let score = Score::of_any_length(outcome);
        match outcome {
            Outcome::Win => Self {
                lower: score,
                ..Self::UNKNOWN
            },
            Outcome::Draw => Self::exactly(score),
            Outcome::Loss => Self {
                upper: score,
                ..Self::UNKNOWN
            },
        }
    }

    /// Whether these bounds tell that a position is as wanted.
    #[must_use]
    pub fn show(self, wanted: Wanted) -> bool {
        wanted.holds(self.lower, self.upper) == Some(true)
    }

    /// What follows from these bounds and from what holds of the position besides.
    #[must_use]
    pub fn and(self, holds: Wanted) -> Self {
        match holds {
            Wanted::Attains(aim) => Self {
                lower: self.lower.max(aim),
                ..self
            },
            Wanted::Misses(aim) => Self {
                upper: self.upper.min(aim.below()),
                ..self
            },
        }
    }
}

impl Wanted {
    /// What has to be shown of a position to prove what it is worth when it is played alone: its
    /// outcome and, if its remoteness is known, that the game ends in this number of plies. Returns
    /// `None` where these are more than [`MOST_PLIES`].
    #[must_use]
    pub fn of(worth: &Worth) -> Option<Vec<Self>> {
        match (worth.value(), worth.outcome()) {
            (Some(value), _) => Score::of(value).map(Self::exactly),
            (None, Outcome::Win) => Some(vec![Self::Attains(Score::WIN)]),
            (None, Outcome::Draw) => Some(Self::exactly(Score::DRAW)),
            (None, Outcome::Loss) => Some(vec![Self::Misses(Score::DRAW)]),
        }
    }

    /// What has to be shown of a position to prove that it is worth this number of points, in a
    /// game that ends with scores: no less, and no more. Returns `None` where they are more than
    /// [`MOST_POINTS`], or fewer than its negative.
    #[must_use]
    pub fn of_points(points: i64) -> Option<Vec<Self>> {
        Score::of_points(points).map(Self::exactly)
    }

    /// What has to be shown of a position to prove that it is worth this score: no less, and no
    /// more.
    fn exactly(score: Score) -> Vec<Self> {
        vec![Self::Attains(score), Self::Misses(score.above())]
    }

    /// What holds where this does not.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Self::Attains(aim) => Self::Misses(aim),
            Self::Misses(aim) => Self::Attains(aim),
        }
    }

    /// Whether a successor with a score from `lower` to `upper` is wanted; `None` where these
    /// bounds do not tell.
    #[must_use]
    pub fn holds(self, lower: Score, upper: Score) -> Option<bool> {
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
    #[must_use]
    pub fn is(self, attains: bool) -> bool {
        matches!(self, Self::Attains(_)) == attains
    }

    /// The aim that is asked of the successor.
    #[must_use]
    pub fn aim(self) -> Score {
        match self {
            Self::Attains(aim) | Self::Misses(aim) => aim,
        }
    }
}

/// What is claimed of the player to move, as in "the player to move loses within 4 plies".
impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Score(aim) = self.aim();
        let plies = TOP - aim.abs();
        let points = self.aim().is_of_any_length();
        match (self, aim) {
            (Self::Attains(_), 1) => f.write_str("wins"),
            (Self::Attains(_), 0) => f.write_str("does not lose"),
            (Self::Attains(_), _) if points => write!(f, "scores {aim} at least"),
            (Self::Attains(_), 2..) => write!(f, "wins within {plies} plies"),
            (Self::Attains(_), _) => write!(f, "does not lose before ply {plies}"),
            (Self::Misses(_), 1) => f.write_str("does not win"),
            (Self::Misses(_), 0) => f.write_str("loses"),
            (Self::Misses(_), _) if points => write!(f, "scores less than {aim}"),
            (Self::Misses(_), 2..) => write!(f, "does not win within {plies} plies"),
            (Self::Misses(_), _) => write!(f, "loses within {} plies", plies - 1),
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
    fn a_score_stands_for_its_value_up_to_the_most_plies() {
        let longest = [MOST_PLIES - 1, MOST_PLIES].map(Plies);
        let longest = longest.map(|plies| [Value::Win(plies), Value::Loss(plies)]);
        for value in values().into_iter().chain(longest.into_iter().flatten()) {
            assert_eq!(Score::of(value).and_then(Score::value), Some(value));
        }
        let longest = Some(Value::Win(Plies(MOST_PLIES)));
        assert_eq!(Score::win_within(MOST_PLIES).value(), longest);
        assert_eq!(Score::WIN.value(), None);
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
    fn the_score_before_a_move_is_that_of_the_value_before_it() {
        let mut scores: Vec<Score> = values().into_iter().filter_map(Score::of).collect();
        scores.extend([Score::WIN, Score::DRAW.below()]);
        let aims = (0..9).flat_map(|plies| [Score::win_within(plies), Score::lasts(plies)]);
        let aims: Vec<Score> = aims.chain([Score::WIN, Score::DRAW]).collect();
        for turn in [Turn::Passes, Turn::Kept] {
            for value in values() {
                let score = Score::of(value).unwrap();
                assert_eq!(Some(score.before(turn)), Score::of(value.before(turn)));
            }
            for &score in &scores {
                for &aim in &aims {
                    let attains = aim.wanted(turn).holds(score, score);
                    assert_eq!(
                        attains,
                        Some(score.before(turn) >= aim),
                        "{aim:?} {score:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn points_are_as_many_behind_a_move_as_before_it() {
        let points = [-MOST_POINTS, -7, -1, 0, 1, 7, MOST_POINTS];
        let between = [1 - TOP_OF_ANY_LENGTH, TOP_OF_ANY_LENGTH].map(Score);
        let scores = points.map(|points| Score::of_points(points).unwrap());
        let aims: Vec<Score> = scores.into_iter().chain(between).collect();
        for &behind in &aims {
            for (turn, sign) in [(Turn::Passes, -1), (Turn::Kept, 1)] {
                let before = behind.before(turn);
                assert_eq!(before.points(), behind.points().map(|points| sign * points));
                for &aim in &aims {
                    let attains = aim.wanted(turn).holds(behind, behind);
                    assert_eq!(attains, Some(before >= aim), "{aim:?} {behind:?} {turn:?}");
                    assert!(aim.wanted(turn).aim().is_of_any_length());
                }
            }
        }
        assert_eq!(Score::of_points(MOST_POINTS + 1), None);
        assert_eq!(Score::win_within(MOST_PLIES).points(), None);
        assert!(!Score::win_within(MOST_PLIES).is_of_any_length());
        assert!(!Score::lasts(MOST_PLIES).is_of_any_length());
    }

    #[test]
    fn what_a_move_gains_is_added_to_the_points_behind_it() {
        let points = |points| Score::of_points(points).unwrap();
        for behind in [-MOST_POINTS, -7, -1, 0, 1, 7, MOST_POINTS] {
            for gain in [-4001, -2000, -9, -1, 0, 1, 9, 2000, 4001] {
                for (turn, sign) in [(Turn::Passes, -1), (Turn::Kept, 1)] {
                    let (sum, before) =
                        (gain + sign * behind, points(behind).before_with(gain, turn));
                    assert_eq!(
                        before.points(),
                        Some(sum).filter(|sum| sum.abs() <= MOST_POINTS)
                    );
                    for aim in [-MOST_POINTS, -8, -2, -1, 0, 1, 2, 8, MOST_POINTS] {
                        assert_eq!(before >= points(aim), sum >= aim, "{gain} {behind} {aim}");
                        let Some(wanted) = points(aim).wanted_with(gain, turn) else {
                            assert!((aim - gain).abs() > MOST_POINTS);
                            continue;
                        };
                        let score = points(behind);
                        assert_eq!(wanted.holds(score, score), Some(sum >= aim));
                        assert!(wanted.aim().is_of_any_length());
                    }
                }
            }
        }
        for unknown in [Score::LEAST, Score::GREATEST, Score::lasts(1)] {
            assert_eq!(
                unknown.before_with(7, Turn::Passes),
                unknown.before(Turn::Passes)
            );
        }
    }

    #[test]
    fn a_finished_position_has_the_score_of_its_value() {
        for outcome in [Outcome::Win, Outcome::Draw, Outcome::Loss] {
            let score = Score::finished(outcome);
            assert_eq!(Some(score), Score::of(Value::finished(outcome)));
        }
    }

    #[test]
    fn bounds_show_what_every_score_between_them_shows() {
        let scores: Vec<Score> = values().into_iter().filter_map(Score::of).collect();
        for &lower in &scores {
            for &upper in scores.iter().filter(|upper| **upper >= lower) {
                let bounds = Bounds { lower, upper };
                let between = || scores.iter().filter(|s| (lower..=upper).contains(s));
                for aim in [lower, upper, Score::WIN, Score::DRAW] {
                    for wanted in [Wanted::Attains(aim), Wanted::Misses(aim)] {
                        let always = between().all(|s| Bounds::exactly(*s).show(wanted));
                        assert!(always || !bounds.show(wanted), "{bounds:?} {wanted}");
                        assert!(bounds.and(wanted).show(wanted) || !always);
                        assert_ne!(
                            Bounds::exactly(lower).show(wanted),
                            Bounds::exactly(lower).show(wanted.negated())
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn what_has_to_be_shown_of_a_value_is_true_of_it_alone() {
        for value in values() {
            let claims = Wanted::of(&Worth::from(value)).unwrap();
            let of_outcome = Wanted::of(&Worth::from(value.outcome())).unwrap();
            for other in values() {
                let bounds = Bounds::exactly(Score::of(other).unwrap());
                let all = |claims: &[Wanted]| claims.iter().all(|claim| bounds.show(*claim));
                assert_eq!(all(&claims), other == value, "{value} {other}");
                assert_eq!(all(&of_outcome), other.outcome() == value.outcome());
            }
        }
    }

    #[test]
    fn claims_are_told_in_words() {
        let told = [
            (Wanted::Attains(Score::WIN), "wins"),
            (Wanted::Misses(Score::WIN), "does not win"),
            (Wanted::Attains(Score::DRAW), "does not lose"),
            (Wanted::Misses(Score::DRAW), "loses"),
            (Wanted::Attains(Score::win_within(3)), "wins within 3 plies"),
            (
                Wanted::Misses(Score::win_within(2)),
                "does not win within 2 plies",
            ),
            (
                Wanted::Attains(Score::lasts(4)),
                "does not lose before ply 4",
            ),
            (Wanted::Misses(Score::lasts(5)), "loses within 4 plies"),
            (Wanted::Attains(Score(5)), "scores 5 at least"),
            (Wanted::Misses(Score(-3)), "scores less than -3"),
        ];
        for (claim, words) in told {
            assert_eq!(claim.to_string(), words);
        }
    }

    #[test]
    fn scores_fit_into_the_bits_of_an_entry() {
        for score in [Score::LEAST, Score::GREATEST, Score::WIN, Score::DRAW] {
            assert!(score.to_bits() > 0 && score.to_bits() < 1 << 14);
            assert_eq!(Score::from_bits(score.to_bits()), score);
            assert_eq!(Score::checked_from_bits(score.to_bits()), Some(score));
        }
    }
}
