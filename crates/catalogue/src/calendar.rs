//! The Calendar Game: parity of month + day, and the graph of all dates.
//!
//! The problem: from a date the mover goes to the next day, or to the same day of the
//! next month where that day exists. Whoever lands exactly on 2001-11-04 wins; whoever
//! goes past it loses. Who wins? (ACM ICPC Taejon 2001, LA 2321, POJ 1082.)
//!
//! The theorem: the mover wins exactly when month + day is even, or the day is 30 and
//! the month 9 or 11. The theorem is contest folklore.
//!
//! Why: call a date odd or even by month + day; the goal is odd. Both moves change that
//! parity, except the move to the next day from a 30th that ends its month, or from
//! 02-28. So an odd date leads to even dates only, except 09-30 and 11-30, from which
//! the next day is odd again: these two are won like the even dates. An even date has a
//! move to an odd date other than these two: if one of its moves has no such date, the
//! other has. Such a move may seem to go past the goal, but from 2001-10-05 on it is
//! the move to the next day.
//!
//! The graph is solved by backward induction over the 37,198 dates from 1900-01-01 to
//! 2001-11-04, as an array by day: both moves lead to a later date. It gives the
//! remoteness too, which the theorem does not.
//!
//! Cost: for the theorem one parity; for the graph two moves a date and 8 bytes a date,
//! when it is first asked for.
//!
//! When not to use it: the theorem need not hold for another goal; solve the rules of
//! `calendar`, which take any goal.
//!
//! ```
//! use zug_catalogue::calendar::{CalendarMove, Date, Landing, graph};
//! use zug_values::{Outcome, Plies, Value};
//!
//! let date = Date::new(2001, 10, 4)?;
//! assert_eq!(date.outcome(), Outcome::Win); // 10 + 4 is even
//! assert_eq!(graph().value(date), Value::Win(Plies(1)));
//! assert_eq!(date.play(CalendarMove::Month), Some(Landing::Goal));
//! assert_eq!(date.winning_moves(), [CalendarMove::Day, CalendarMove::Month]);
//! # Ok::<(), zug_catalogue::calendar::CalendarError>(())
//! ```

use std::fmt;
use std::sync::OnceLock;

use zug_values::{Outcome, Plies, Turn, Value};

/// The first and the last year of the game.
const YEARS: [u32; 2] = [1900, 2001];

/// The date to land on.
pub const GOAL: Date = Date {
    year: 2001,
    month: 11,
    day: 4,
};

/// Why a date is not in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CalendarError {
    /// There is no such date in the calendar.
    #[error("there is no date {year}-{month:02}-{day:02}")]
    NoDate {
        /// The year.
        year: u32,
        /// The month.
        month: u32,
        /// The day.
        day: u32,
    },
    /// The date is before 1900-01-01 or after the goal.
    #[error("{year}-{month:02}-{day:02} is not from 1900-01-01 to {GOAL}")]
    OutOfRange {
        /// The year.
        year: u32,
        /// The month.
        month: u32,
        /// The day.
        day: u32,
    },
}

/// A date of the game: from 1900-01-01 to the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// A move of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CalendarMove {
    /// To the next day.
    Day,
    /// To the same day of the next month.
    Month,
}

impl fmt::Display for CalendarMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Day => "day",
            Self::Month => "month",
        })
    }
}

/// Where a move leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Landing {
    /// A date before the goal: play goes on.
    Open(Date),
    /// The goal: whoever moved there wins.
    Goal,
    /// A date past the goal: whoever moved there loses.
    Past,
}

/// The number of days of a month.
fn days(year: u32, month: u32) -> u32 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if is_leap => 29,
        2 => 28,
        _ => 31,
    }
}

impl Date {
    /// The first date of the game.
    pub const FIRST: Self = Self {
        year: YEARS[0] as u16,
        month: 1,
        day: 1,
    };

    /// The date, if it exists and is in the game.
    ///
    /// # Errors
    ///
    /// The calendar has no such date, or it lies outside the game.
    pub fn new(year: u32, month: u32, day: u32) -> Result<Self, CalendarError> {
        if !(1..=12).contains(&month) || !(1..=days(year, month)).contains(&day) {
            return Err(CalendarError::NoDate { year, month, day });
        }
        let is_later = (year, month, day) > (GOAL.year(), GOAL.month(), GOAL.day());
        if year < YEARS[0] || is_later {
            return Err(CalendarError::OutOfRange { year, month, day });
        }
        Ok(Self {
            year: year as u16,
            month: month as u8,
            day: day as u8,
        })
    }

    /// All dates of the game, in order; the goal is the last.
    pub fn all() -> impl Iterator<Item = Self> {
        std::iter::successors(Some(Self::FIRST), |date| {
            match date.play(CalendarMove::Day) {
                Some(Landing::Open(next)) => Some(next),
                Some(Landing::Goal) => Some(GOAL),
                Some(Landing::Past) | None => None,
            }
        })
    }

    /// The year.
    pub const fn year(self) -> u32 {
        self.year as u32
    }

    /// The month, from 1.
    pub const fn month(self) -> u32 {
        self.month as u32
    }

    /// The day of the month, from 1.
    pub const fn day(self) -> u32 {
        self.day as u32
    }

    /// The number of days from the first date to this one.
    fn index(self) -> usize {
        // The number of leap days before a year of the Gregorian calendar.
        let leap_days = |year: u32| (year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400;
        let years = 365 * (self.year() - YEARS[0]) + leap_days(self.year()) - leap_days(YEARS[0]);
        let months: u32 = (1..self.month())
            .map(|month| days(self.year(), month))
            .sum();
        (years + months + self.day() - 1) as usize
    }

    /// Where a move leads; `None` if the next month has no such day.
    pub fn play(self, choice: CalendarMove) -> Option<Landing> {
        let (year, month, day) = (self.year(), self.month(), self.day());
        let (later_year, later_month) = match month {
            12 => (year + 1, 1),
            _ => (year, month + 1),
        };
        let (year, month, day) = match choice {
            CalendarMove::Day if day < days(year, month) => (year, month, day + 1),
            CalendarMove::Day => (later_year, later_month, 1),
            CalendarMove::Month if day <= days(later_year, later_month) => {
                (later_year, later_month, day)
            }
            CalendarMove::Month => return None,
        };
        Some(match Self::new(year, month, day) {
            Ok(GOAL) => Landing::Goal,
            Ok(date) => Landing::Open(date),
            // The date exists, so it is past the goal.
            Err(_) => Landing::Past,
        })
    }

    /// The possible moves, each with where it leads.
    fn landings(self) -> impl Iterator<Item = (CalendarMove, Landing)> {
        let moves = [CalendarMove::Day, CalendarMove::Month].into_iter();
        moves.filter_map(move |choice| Some((choice, self.play(choice)?)))
    }

    /// The mover's outcome, by the theorem.
    pub fn outcome(self) -> Outcome {
        let is_even = self.sum().is_multiple_of(2);
        if is_even || self.is_exception() {
            Outcome::Win
        } else {
            Outcome::Loss
        }
    }

    /// Whether this is 09-30 or 11-30, which the parity does not decide.
    fn is_exception(self) -> bool {
        matches!((self.month, self.day), (9 | 11, 30))
    }

    /// The winning moves, by the theorem.
    pub fn winning_moves(self) -> Vec<CalendarMove> {
        let wins = |landing| match landing {
            Landing::Open(date) => date.outcome() == Outcome::Loss,
            Landing::Goal => true,
            Landing::Past => false,
        };
        let landings = self.landings().filter(|&(_, landing)| wins(landing));
        landings.map(|(choice, _)| choice).collect()
    }

    /// Month + day, whose parity the theorem asks for.
    pub fn sum(self) -> u32 {
        self.month() + self.day()
    }

    /// The moves of which the reasons tell: the first winning move, or all moves if none wins.
    fn told_moves(self) -> Vec<CalendarMove> {
        match self.winning_moves().first() {
            Some(&choice) => vec![choice],
            None => self.landings().map(|(choice, _)| choice).collect(),
        }
    }

    /// The dates of which the reasons tell month + day: this one, and those that the moves they
    /// name lead to.
    pub fn told_dates(self) -> Vec<Self> {
        let moves = self.told_moves().into_iter();
        let led_to = moves.filter_map(|choice| match self.play(choice)? {
            Landing::Open(date) => Some(date),
            Landing::Goal | Landing::Past => None,
        });
        std::iter::once(self).chain(led_to).collect()
    }

    /// The reasons for the outcome: the parity, and what it does to the moves.
    pub fn why(self) -> Vec<String> {
        let sum = |date: Self| {
            let (month, day) = (date.month(), date.day());
            let parity = if date.sum().is_multiple_of(2) {
                "even"
            } else {
                "odd"
            };
            format!("{month} + {day} = {} is {parity}", date.sum())
        };
        let end = match self.outcome() {
            Outcome::Loss => "who moves there wins",
            Outcome::Win | Outcome::Draw => "who moves there loses",
        };
        let leads = |choice| match self.play(choice) {
            Some(Landing::Open(date)) => format!("{choice} leads to {date}: {}, {end}", sum(date)),
            Some(Landing::Goal) => format!("{choice} leads to {GOAL}, the goal"),
            Some(Landing::Past) => format!("{choice} leads past {GOAL} and loses"),
            None => format!("{choice} leads to no date"),
        };
        let mut lines = vec![match self.outcome() {
            Outcome::Loss => format!("{}: the mover loses", sum(self)),
            Outcome::Win | Outcome::Draw if self.is_exception() => {
                let day = self.month() + 1;
                format!("{}, but the day after, {day}-01, is odd too", sum(self))
            }
            Outcome::Win | Outcome::Draw => format!("{}: the mover wins", sum(self)),
        }];
        lines.extend(self.told_moves().into_iter().map(leads));
        lines
    }
}

/// The value of every date of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CalendarGraph {
    /// The values, by the number of days after the first date.
    values: Vec<Value>,
}

impl CalendarGraph {
    /// Backward induction: every move leads to a later date.
    fn solve() -> Self {
        let dates: Vec<Date> = Date::all().collect();
        let mut graph = Self {
            // These values are replaced before they are read: the last date leads to no
            // other.
            values: vec![Value::Draw; dates.len()],
        };
        for &date in dates.iter().rev() {
            let values = date.landings().map(|(_, landing)| graph.worth(landing));
            graph.values[date.index()] = values.max().expect("a next day always exists");
        }
        graph
    }

    /// The value of a move, for the player who makes it, by where it leads.
    fn worth(&self, landing: Landing) -> Value {
        match landing {
            Landing::Open(date) => self.value(date).before(Turn::Passes),
            Landing::Goal => Value::Win(Plies(1)),
            Landing::Past => Value::Loss(Plies(1)),
        }
    }

    /// What the date is worth to the player to move.
    pub fn value(&self, date: Date) -> Value {
        self.values[date.index()]
    }

    /// All moves, each with its value for the mover.
    pub fn moves(&self, date: Date) -> Vec<(CalendarMove, Value)> {
        let landings = date.landings();
        landings
            .map(|(choice, landing)| (choice, self.worth(landing)))
            .collect()
    }
}

/// The values of all dates, worked out when they are first asked for.
pub fn graph() -> &'static CalendarGraph {
    static GRAPH: OnceLock<CalendarGraph> = OnceLock::new();
    GRAPH.get_or_init(CalendarGraph::solve)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]
mod tests {
    use super::*;

    #[test]
    fn dates_have_their_index() {
        for (index, date) in Date::all().enumerate() {
            assert_eq!(date.index(), index, "{date}");
            let same = Date::new(date.year(), date.month(), date.day());
            assert_eq!(same, Ok(date));
        }
        assert_eq!(Date::all().count(), 37_198);
        assert_eq!(Date::all().last(), Some(GOAL));
    }

    #[test]
    fn a_date_outside_the_game_is_refused() {
        let error = |y, m, d| Date::new(y, m, d).unwrap_err().to_string();
        assert_eq!(error(1900, 2, 29), "there is no date 1900-02-29");
        assert_eq!(error(2000, 2, 30), "there is no date 2000-02-30");
        assert_eq!(error(2001, 13, 1), "there is no date 2001-13-01");
        assert_eq!(error(2001, 0, 1), "there is no date 2001-00-01");
        assert_eq!(error(2001, 4, 31), "there is no date 2001-04-31");
        assert_eq!(error(2001, 4, 0), "there is no date 2001-04-00");
        assert_eq!(
            error(2001, 11, 5),
            "2001-11-05 is not from 1900-01-01 to 2001-11-04"
        );
        assert_eq!(
            error(1899, 12, 31),
            "1899-12-31 is not from 1900-01-01 to 2001-11-04"
        );
        assert!(Date::new(2000, 2, 29).is_ok());
    }
}
