//! Finds in how many plies a won or lost game ends, by questions of the form "does it end within this
//! number of plies?".
//!
//! A search that found who wins has often found how long that takes at most, since the game ended
//! in all that it looked at. From there on each question asks whether the game can end one ply
//! sooner than known. The search that answers yes often finds an end that is sooner by more than one
//! ply, and takes little time, since the table has the moves that win; the first no ends the
//! questions.
//!
//! Closed sets tell who wins and not within how many plies. Where nothing else tells it either,
//! questions go upwards instead, each time by a quarter of the plies: a search within few plies takes
//! little time, and each further ply takes several times as long.

use zug_values::{MOST_PLIES, Outcome, Plies, Score, Value};

/// The fewest and the most plies in which a won or lost game can end with best play, as far as
/// the search has found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Length {
    /// Whether the player to move wins, and so wants the game to end soon. Else that player loses,
    /// and wants it to end late.
    wins: bool,
    /// The game is known not to end in fewer plies than these.
    least: u32,
    /// The game is known to end within these plies; `None` as long as no such number is known.
    most: Option<u32>,
}

impl Length {
    /// Begins with a position of which nothing but the outcome is known; `None` for a draw, which
    /// takes no number of plies.
    pub(super) fn of(outcome: Outcome) -> Option<Self> {
        (outcome != Outcome::Draw).then_some(Self {
            wins: outcome == Outcome::Win,
            least: 0,
            most: None,
        })
    }

    /// Notes what the table tells of the score of the position: the least that it may be, and the
    /// greatest.
    pub(super) fn bound(&mut self, (lower, upper): (Score, Score)) {
        let plies = |score: Score| match score.value() {
            Some(Value::Win(Plies(plies))) if self.wins => Some(plies),
            Some(Value::Loss(Plies(plies))) if !self.wins => Some(plies),
            _ => None,
        };
        let (sooner, later) = (plies(upper), plies(lower));
        let (least, most) = if self.wins {
            (sooner, later)
        } else {
            (later, sooner)
        };
        if let Some(plies) = least {
            self.lasts(plies);
        }
        if let Some(plies) = most {
            self.ends(plies);
        }
    }

    /// Notes whether the game ends within this number of plies.
    pub(super) fn learn(&mut self, plies: u32, ends: bool) {
        if ends {
            self.ends(plies);
        } else {
            self.lasts(plies + 1);
        }
    }

    fn ends(&mut self, plies: u32) {
        self.most = Some(self.most.map_or(plies, |most| most.min(plies)));
    }

    fn lasts(&mut self, plies: u32) {
        self.least = self.least.max(plies);
    }

    /// The win or loss with its number of plies; `None` as long as that number is not known.
    pub(super) fn value(self) -> Option<Value> {
        let plies = self.most.filter(|&most| most == self.least).map(Plies)?;
        Some(if self.wins {
            Value::Win(plies)
        } else {
            Value::Loss(plies)
        })
    }

    /// The number of plies to ask about next: does the game end within them? `None` where the
    /// value is known, and where the game lasts longer than a search can tell.
    pub(super) fn next(self) -> Option<u32> {
        if let Some(most) = self.most {
            return (most > self.least).then(|| most - 1);
        }
        // `aim` adds a ply where the player to move loses, and no aim tells more than `MOST_PLIES`.
        let limit = MOST_PLIES - u32::from(!self.wins);
        (self.least <= limit).then(|| (self.least + self.least / 4).min(limit))
    }

    /// The aim that asks whether the game ends within this number of plies, and the answer that
    /// means that it does.
    pub(super) fn aim(self, plies: u32) -> (Score, bool) {
        if self.wins {
            (Score::win_within(plies), true)
        } else {
            // The game ends within these plies if the loser cannot put the end off by one ply more.
            (Score::lasts(plies + 1), false)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asks until the value is known, and returns it with the numbers of plies that were asked
    /// about.
    fn ask(mut length: Length, value: Value) -> (Option<Value>, Vec<u32>) {
        let score = Score::of(value).expect("it is short enough");
        let mut asked = Vec::new();
        while let Some(plies) = length.next() {
            let (aim, means) = length.aim(plies);
            length.learn(plies, (score >= aim) == means);
            asked.push(plies);
        }
        (length.value(), asked)
    }

    #[test]
    fn the_questions_find_every_length() {
        for plies in (0..200).chain([MOST_PLIES - 1]) {
            for value in [Value::Win(Plies(plies)), Value::Loss(Plies(plies))] {
                let length = Length::of(value.outcome()).expect("it is no draw");
                assert_eq!(ask(length, value).0, Some(value));
                for (before, behind) in [(0, 3), (plies, 0), (plies / 2, 7)] {
                    let mut length = length;
                    let worth = |plies: u32| {
                        let value = match value {
                            Value::Win(_) => Value::Win(Plies(plies)),
                            _ => Value::Loss(Plies(plies)),
                        };
                        Score::of(value).unwrap_or(Score::of_any_length(value.outcome()))
                    };
                    let bounds = [worth(plies - before), worth(plies + behind)];
                    length.bound((bounds[0].min(bounds[1]), bounds[0].max(bounds[1])));
                    assert_eq!(ask(length, value).0, Some(value));
                }
            }
        }
    }

    #[test]
    fn questions_go_down_from_what_is_known_and_up_where_nothing_is() {
        let value = Value::Loss(Plies(11));
        let mut length = Length::of(Outcome::Loss).expect("it is no draw");
        assert_eq!(ask(length, value).1, [0, 1, 2, 3, 5, 7, 10, 13, 12, 11]);
        length.learn(13, true);
        assert_eq!(ask(length, value).1, [12, 11, 10]);
        assert_eq!(Length::of(Outcome::Draw), None);
    }
}
