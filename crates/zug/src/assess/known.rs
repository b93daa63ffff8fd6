//! What is proved of a position, where not all is.
//!
//! A search that may not take as long as it needs leaves bounds behind. Nothing here is a guess:
//! each bound holds, and what is not bounded is not known.

use std::fmt;

use zug_solve::search::Aim;
use zug_values::{Outcome, Plies, Turn, Value};

use crate::solution::points;

/// What is proved of a position, for the player to move there; or of a move, for the player who
/// makes it.
///
/// ```
/// use zug::{Known, Outcome};
///
/// assert_eq!(Known::NOTHING.to_string(), "not known");
/// assert_eq!(Known::of_outcome(Outcome::Win).to_string(), "win");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    at_least: Outcome,
    at_most: Outcome,
    /// Whoever wins needs no more plies.
    within: Option<u32>,
    /// The player does not win within this number of plies; 0 tells nothing.
    no_win_within: u32,
    /// The player does not lose within this number of plies; 0 tells nothing.
    no_loss_within: u32,
    /// The player to move attains this score or a larger one.
    score_at_least: Option<i64>,
    /// The player to move attains no score that is larger than this.
    score_at_most: Option<i64>,
    /// Somebody wins because play never ends.
    is_endless: bool,
}

impl Known {
    /// Nothing is proved.
    pub const NOTHING: Self = Self {
        at_least: Outcome::Loss,
        at_most: Outcome::Win,
        within: None,
        no_win_within: 0,
        no_loss_within: 0,
        score_at_least: None,
        score_at_most: None,
        is_endless: false,
    };

    /// Who wins is proved, and not how long it takes.
    #[must_use]
    pub fn of_outcome(outcome: Outcome) -> Self {
        Self {
            at_least: outcome,
            at_most: outcome,
            ..Self::NOTHING
        }
    }

    /// The worst and the best outcome are proved that there may be.
    pub(crate) fn between(at_least: Outcome, at_most: Outcome) -> Self {
        Self {
            at_least,
            at_most,
            ..Self::NOTHING
        }
    }

    /// All is proved.
    #[must_use]
    pub fn of_value(value: Value) -> Self {
        let plies = value.remoteness().map(|plies| plies.0);
        let before = plies.map_or(0, |plies| plies.saturating_sub(1));
        Self {
            within: plies,
            no_win_within: before,
            no_loss_within: before,
            is_endless: value.is_endless(),
            ..Self::of_outcome(value.outcome())
        }
    }

    /// The same knowledge by rules that name a winner of endless play, which is a draw to the search
    /// that proved it. `wins` says whether the player to move is that winner; `None` if the rules
    /// name nobody.
    #[must_use]
    pub(crate) fn read(self, wins: Option<bool>) -> Self {
        let Some(wins) = wins else {
            return self;
        };
        let of = |outcome: Outcome| match outcome {
            Outcome::Draw if wins => Outcome::Win,
            Outcome::Draw => Outcome::Loss,
            decided => decided,
        };
        Self {
            at_least: of(self.at_least),
            at_most: of(self.at_most),
            is_endless: self.is_endless || self.outcome() == Some(Outcome::Draw),
            ..self
        }
    }

    /// The same knowledge by rules that name a winner of endless play and have draws. `drawn` is what is
    /// proved by the rules in which each draw is won by the other player; endless play is a draw to both
    /// searches. `wins` says whether the player to move is the winner of endless play.
    #[must_use]
    pub(crate) fn read_beside(self, drawn: Self, wins: bool) -> Self {
        let (read, drawn) = (self.read(Some(wins)), drawn.read(Some(wins)));
        // By those rules one player wins just where they can force a draw or better by the real ones.
        let (at_least, at_most) = if wins {
            let at_most = better(drawn.at_most, Outcome::Draw);
            (
                better(self.at_least, drawn.at_least),
                worse(read.at_most, at_most),
            )
        } else {
            let at_least = worse(drawn.at_least, Outcome::Draw);
            (
                better(read.at_least, at_least),
                worse(self.at_most, drawn.at_most),
            )
        };
        let is_decided = at_least == at_most && at_least != Outcome::Draw;
        Self {
            at_least,
            at_most,
            is_endless: self.outcome() == Some(Outcome::Draw) && is_decided,
            ..self
        }
    }

    /// What is known once bounds of the score are proved besides, in a game that ends with scores.
    #[must_use]
    pub(crate) fn with_scores(self, at_least: Option<i64>, at_most: Option<i64>) -> Self {
        let mut known = self;
        if let Some(score) = at_least {
            known = known.with(Aim::Scores(score), true);
        }
        if let Some(score) = at_most {
            known = known.with(Aim::Scores(score + 1), false);
        }
        known
    }

    /// The score, if it is proved, in a game that ends with scores.
    #[must_use]
    pub fn score(self) -> Option<i64> {
        let at_most = self.score_at_most;
        self.score_at_least.filter(|score| at_most == Some(*score))
    }

    /// The least score and the greatest that there may be, as far as they are proved.
    #[must_use]
    pub fn score_bounds(self) -> (Option<i64>, Option<i64>) {
        (self.score_at_least, self.score_at_most)
    }

    /// The worst outcome that there may be.
    #[must_use]
    pub fn at_least(self) -> Outcome {
        self.at_least
    }

    /// The best outcome that there may be.
    #[must_use]
    pub fn at_most(self) -> Outcome {
        self.at_most
    }

    /// The outcome, if it is proved.
    #[must_use]
    pub fn outcome(self) -> Option<Outcome> {
        (self.at_least == self.at_most).then_some(self.at_least)
    }

    /// The value, if outcome and number of plies are proved.
    #[must_use]
    pub fn value(self) -> Option<Value> {
        let exact = |shorter: u32| {
            let within = self.within.filter(|&within| within <= shorter + 1);
            within.map(Plies)
        };
        match self.outcome()? {
            Outcome::Draw => Some(Value::Draw),
            Outcome::Win if self.is_endless => Some(Value::EndlessWin),
            Outcome::Loss if self.is_endless => Some(Value::EndlessLoss),
            Outcome::Win => exact(self.no_win_within).map(Value::Win),
            Outcome::Loss => exact(self.no_loss_within).map(Value::Loss),
        }
    }

    /// The number of plies that the winner needs at most, if it is known who wins.
    #[must_use]
    pub fn within(self) -> Option<Plies> {
        self.within.map(Plies)
    }

    /// The number of plies within which the player does not win.
    #[must_use]
    pub fn no_win_within(self) -> Plies {
        Plies(self.no_win_within)
    }

    /// The number of plies within which the player does not lose.
    #[must_use]
    pub fn no_loss_within(self) -> Plies {
        Plies(self.no_loss_within)
    }

    /// What is known once a search told whether the player attains an aim.
    #[must_use]
    pub(crate) fn with(mut self, aim: Aim, attains: bool) -> Self {
        let sooner = |plies: u32| Some(self.within.map_or(plies, |within| within.min(plies)));
        match (aim, attains) {
            (Aim::Win, true) => self.at_least = Outcome::Win,
            (Aim::Win, false) => self.at_most = worse(self.at_most, Outcome::Draw),
            (Aim::Draw, true) => self.at_least = better(self.at_least, Outcome::Draw),
            (Aim::Draw, false) => self.at_most = Outcome::Loss,
            (Aim::WinWithin(plies), true) => {
                self.within = sooner(plies.0);
                self.at_least = Outcome::Win;
            }
            (Aim::WinWithin(plies), false) => {
                self.no_win_within = self.no_win_within.max(plies.0);
            }
            (Aim::Last(plies), true) => {
                self.no_loss_within = self.no_loss_within.max(plies.0.saturating_sub(1));
            }
            (Aim::Last(plies), false) => {
                self.within = sooner(plies.0.saturating_sub(1));
                self.at_most = Outcome::Loss;
            }
            (Aim::Scores(score), true) => {
                self.score_at_least = self.score_at_least.max(Some(score));
                self.at_least = better(self.at_least, Outcome::of_score(score));
            }
            (Aim::Scores(score), false) => {
                self.score_at_most = least_bound(self.score_at_most, Some(score - 1));
                self.at_most = worse(self.at_most, Outcome::of_score(score - 1));
            }
        }
        self
    }

    /// Whether the player attains an aim, if it is known; asked only where the game goes on.
    pub(crate) fn tells(self, aim: Aim) -> Option<bool> {
        let within = |plies: u32| self.within.is_some_and(|within| within <= plies);
        let (wins, loses) = (self.at_least == Outcome::Win, self.at_most == Outcome::Loss);
        match aim {
            Aim::Win if wins => Some(true),
            Aim::WinWithin(plies) if wins && within(plies.0) => Some(true),
            Aim::WinWithin(plies) if plies.0 <= self.no_win_within => Some(false),
            Aim::Win | Aim::WinWithin(_) if self.at_most != Outcome::Win => Some(false),
            Aim::Draw if loses => Some(false),
            Aim::Last(plies) if loses && plies.0 > 0 && within(plies.0 - 1) => Some(false),
            Aim::Last(plies) if plies.0 <= self.no_loss_within + 1 => Some(true),
            Aim::Draw | Aim::Last(_) if self.at_least != Outcome::Loss => Some(true),
            Aim::Scores(score) => {
                let (least, most) = self.scores_by_all();
                if least.is_some_and(|least| least >= score) {
                    return Some(true);
                }
                most.is_some_and(|most| most < score).then_some(false)
            }
            _ => None,
        }
    }

    /// What is known of a move whose successor has these bounds for the player to move there.
    #[must_use]
    pub(crate) fn before(self, turn: Turn) -> Self {
        // Where plies are left, the game is not over, so that it is not won or lost within 0 plies.
        let goes_on = self.within.is_some_and(|plies| plies > 0);
        let later = |plies: u32| if plies == 0 && !goes_on { 0 } else { plies + 1 };
        let kept = Self {
            within: self.within.map(|plies| plies + 1),
            no_win_within: later(self.no_win_within),
            no_loss_within: later(self.no_loss_within),
            ..self
        };
        match turn {
            Turn::Kept => kept,
            Turn::Passes => Self {
                at_least: self.at_most.flipped(),
                at_most: self.at_least.flipped(),
                no_win_within: kept.no_loss_within,
                no_loss_within: kept.no_win_within,
                score_at_least: self.score_at_most.map(|score| -score),
                score_at_most: self.score_at_least.map(|score| -score),
                ..kept
            },
        }
    }

    /// The bounds of the score that follow from all that is known, who wins included.
    fn scores_by_all(self) -> (Option<i64>, Option<i64>) {
        let least = match self.at_least {
            Outcome::Win => Some(1),
            Outcome::Draw => Some(0),
            Outcome::Loss => None,
        };
        let most = match self.at_most {
            Outcome::Win => None,
            Outcome::Draw => Some(0),
            Outcome::Loss => Some(-1),
        };
        let most = least_bound(self.score_at_most, most);
        (self.score_at_least.max(least), most)
    }

    /// As [`Known::before`], of a move that gains this number of points, in a search for scores.
    #[must_use]
    pub(crate) fn before_with(self, gain: i64, turn: Turn) -> Self {
        if gain == 0 {
            return self.before(turn);
        }
        let (least, most) = self.scores_by_all();
        let (least, most) = match turn {
            Turn::Kept => (least, most),
            Turn::Passes => (most.map(|most| -most), least.map(|least| -least)),
        };
        let with = |score: i64| score.saturating_add(gain);
        Self::NOTHING.with_scores(least.map(with), most.map(with))
    }

    /// Bounds of the position behind a move with these bounds that gains this number of points, in a
    /// search for scores.
    #[must_use]
    pub(crate) fn behind_with(self, gain: i64, turn: Turn) -> Self {
        let gain = match turn {
            Turn::Kept => gain.saturating_neg(),
            Turn::Passes => gain,
        };
        self.before_with(gain, turn)
    }

    /// What is known of a position whose moves are known so; there is one at least.
    pub(crate) fn of_moves(moves: impl Iterator<Item = Self> + Clone) -> Self {
        let at_least = moves.clone().map(|of| of.at_least).reduce(better);
        let at_most = moves.clone().map(|of| of.at_most).reduce(better);
        let (Some(at_least), Some(at_most)) = (at_least, at_most) else {
            return Self::NOTHING;
        };
        let within = match (at_least, at_most) {
            (Outcome::Win, _) => {
                let winning = moves.clone().filter(|of| of.at_least == Outcome::Win);
                winning.filter_map(|of| of.within).min()
            }
            (_, Outcome::Loss) => {
                let longest = moves.clone().map(|of| of.within).min();
                longest
                    .flatten()
                    .and(moves.clone().filter_map(|of| of.within).max())
            }
            _ => None,
        };
        let may_win = moves.clone().filter(|of| of.at_most == Outcome::Win);
        let no_win_within = may_win.map(|of| of.no_win_within).min();
        let no_loss_within = moves.clone().map(|of| of.no_loss_within).max();
        let score_at_least = moves.clone().filter_map(|of| of.score_at_least).max();
        // No move is known to score more.
        let all_at_most: Option<Vec<i64>> = moves.map(|of| of.score_at_most).collect();
        let score_at_most = all_at_most.and_then(|scores| scores.into_iter().max());
        Self {
            at_least,
            at_most,
            within,
            no_win_within: no_win_within.unwrap_or(0),
            no_loss_within: no_loss_within.unwrap_or(0),
            score_at_least,
            score_at_most,
            is_endless: false,
        }
    }

    /// All that either of two proofs about one position tells.
    #[must_use]
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            at_least: better(self.at_least, other.at_least),
            at_most: worse(self.at_most, other.at_most),
            within: match (self.within, other.within) {
                (Some(one), Some(two)) => Some(one.min(two)),
                (one, two) => one.or(two),
            },
            no_win_within: self.no_win_within.max(other.no_win_within),
            no_loss_within: self.no_loss_within.max(other.no_loss_within),
            score_at_least: self.score_at_least.max(other.score_at_least),
            score_at_most: least_bound(self.score_at_most, other.score_at_most),
            is_endless: self.is_endless || other.is_endless,
        }
    }

    /// How good it is for the player, the better the greater: first what is proved at least, then
    /// what may be, then a sooner win and a later loss.
    pub(crate) fn rank(self) -> impl Ord + use<> {
        let sooner = match self.at_least {
            Outcome::Win => self.within.map(std::cmp::Reverse),
            _ => None,
        };
        let lasts = match self.at_most {
            Outcome::Loss => self.within.unwrap_or(u32::MAX).max(self.no_loss_within),
            _ => 0,
        };
        let (least, most) = (self.score_at_least, self.score_at_most.unwrap_or(i64::MAX));
        let outcomes = (place(self.at_least), place(self.at_most));
        (outcomes.0, least, outcomes.1, most, sooner, lasts)
    }
}

/// The smaller one of two upper bounds, each of which may be unknown.
fn least_bound(one: Option<i64>, two: Option<i64>) -> Option<i64> {
    match (one, two) {
        (Some(one), Some(two)) => Some(one.min(two)),
        (one, two) => one.or(two),
    }
}

/// The place of an outcome in the order of a player's wishes.
fn place(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Loss => 0,
        Outcome::Draw => 1,
        Outcome::Win => 2,
    }
}

fn better(one: Outcome, two: Outcome) -> Outcome {
    if place(one) >= place(two) { one } else { two }
}

fn worse(one: Outcome, two: Outcome) -> Outcome {
    if place(one) >= place(two) { two } else { one }
}

impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(score) = self.score() {
            return f.write_str(&points(score));
        }
        if let Some(value) = self.value() {
            return value.fmt(f);
        }
        if let (Some(outcome), Some(within)) = (self.outcome(), self.within) {
            return write!(f, "{outcome} within {within}");
        }
        let (win, loss) = (self.no_win_within, self.no_loss_within);
        let (words, plies) = match (self.at_least, self.at_most) {
            (Outcome::Win, _) => ("win", [win, 0]),
            (_, Outcome::Loss) => ("loss", [0, loss]),
            (Outcome::Draw, Outcome::Draw) => ("draw", [0, 0]),
            (Outcome::Draw, Outcome::Win) => ("draw at least", [win, 0]),
            (Outcome::Loss, Outcome::Draw) => ("draw at most", [0, loss]),
            (Outcome::Loss, Outcome::Win) => ("not known", [win, loss]),
        };
        f.write_str(words)?;
        match self.score_bounds() {
            (Some(least), Some(most)) => write!(f, ", {} to {}", points(least), points(most))?,
            (Some(least), None) => write!(f, ", {} at least", points(least))?,
            (None, Some(most)) => write!(f, ", {} at most", points(most))?,
            (None, None) => {}
        }
        match plies {
            [0, 0] => Ok(()),
            [win, 0] => write!(f, ", no win within {win}"),
            [0, loss] => write!(f, ", no loss within {loss}"),
            [win, loss] if win == loss => write!(f, ", no win or loss within {win}"),
            [win, loss] => write!(f, ", no win within {win}, no loss within {loss}"),
        }
    }
}
