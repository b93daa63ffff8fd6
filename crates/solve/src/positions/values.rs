//! The values of positions, in as few bytes as they need.
//!
//! | cell | means |
//! |---|---|
//! | 0 | not solved yet |
//! | 1 | the rules end the game level |
//! | 2 | a draw by play |
//! | 3 + 2r | a loss in r plies |
//! | 4 + 2r | a win in r plies |
//!
//! One byte holds a remoteness up to 125, two bytes hold one up to 32,765; a segment of 2^18
//! positions widens when one of its values asks for it. Only this file knows these
//! numbers: outside, the value of a position that is not solved is `None`.

use zug_job::{Budget, Refusal};
use zug_values::{Outcome, Plies, Value};

use crate::cells::Cells;
use crate::error::Error;

/// What is known of each position so far.
#[derive(Debug)]
pub(crate) struct Values(Cells);

const UNSOLVED: u32 = 0;
const FINISHED_DRAW: u32 = 1;
const DRAW: u32 = 2;
const FIRST_LOSS: u32 = 3;

impl Values {
    pub(crate) fn new(budget: &Budget) -> Self {
        Self(Cells::new(budget))
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.0.bytes()
    }

    /// Adds the next position, in which the rules end the game with this outcome.
    pub(crate) fn push_finished(&mut self, outcome: Outcome) -> Result<(), Refusal> {
        self.0.push(finished_cell(outcome))
    }

    /// Adds the next position, in which the game goes on.
    pub(crate) fn push_unsolved(&mut self) -> Result<(), Refusal> {
        self.0.push(UNSOLVED)
    }

    #[inline]
    pub(crate) fn get(&self, index: usize) -> Option<Value> {
        value_in(self.0.get(index))
    }

    /// Gives a position its value, whose remoteness is at most [`MOST_PLIES`]: where the
    /// positions may be more than that, ask [`must_fit`] first.
    #[inline]
    pub(crate) fn set(&mut self, index: usize, value: Value) -> Result<(), Refusal> {
        self.0.set(index, cell_of(value))
    }

    /// What is known of a position, as a number: 0 if the position is not solved.
    pub(crate) fn cell(&self, index: usize) -> u32 {
        self.0.get(index)
    }

    /// Puts what [`Values::cell`] told of a position, whose remoteness is at most
    /// [`MOST_PLIES`].
    pub(crate) fn set_cell(&mut self, index: usize, cell: u32) -> Result<(), Refusal> {
        self.0.set(index, cell)
    }

    /// How the rules end the game in a position; `None` if the game goes on. The answer
    /// does not change when the position is solved.
    pub(crate) fn finished(&self, index: usize) -> Option<Outcome> {
        finished_in(self.0.get(index))
    }
}

/// The value in a cell; `None` if the position is not solved yet.
#[inline]
pub(crate) fn value_in(cell: u32) -> Option<Value> {
    match cell {
        UNSOLVED => None,
        FINISHED_DRAW | DRAW => Some(Value::Draw),
        cell => {
            let plies = Plies((cell - FIRST_LOSS) / 2);
            Some(if (cell - FIRST_LOSS).is_multiple_of(2) {
                Value::Loss(plies)
            } else {
                Value::Win(plies)
            })
        }
    }
}

/// How the rules end the game in the position of a cell; `None` if the game goes on.
pub(crate) fn finished_in(cell: u32) -> Option<Outcome> {
    const LOST: u32 = FIRST_LOSS;
    const WON: u32 = FIRST_LOSS + 1;
    match cell {
        FINISHED_DRAW => Some(Outcome::Draw),
        LOST => Some(Outcome::Loss),
        WON => Some(Outcome::Win),
        _ => None,
    }
}

/// The cell of a position in which the rules end the game with this outcome.
pub(crate) fn finished_cell(outcome: Outcome) -> u32 {
    match outcome {
        Outcome::Draw => FINISHED_DRAW,
        Outcome::Win | Outcome::Loss => cell_of(Value::finished(outcome)),
    }
}

/// The largest remoteness that a cell holds.
pub(crate) const MOST_PLIES: u32 = (u32::MAX - FIRST_LOSS - 1) / 2;

/// Refuses a value that no cell holds.
///
/// # Errors
///
/// [`Error::TooLong`].
#[inline]
pub(crate) fn must_fit(value: Value) -> Result<(), Error> {
    match value.remoteness() {
        Some(Plies(plies)) if plies > MOST_PLIES => Err(Error::TooLong { limit: MOST_PLIES }),
        _ => Ok(()),
    }
}

/// The cell of a value that play gives, whose remoteness is at most [`MOST_PLIES`].
pub(crate) fn cell_of(value: Value) -> u32 {
    match value {
        Value::Draw | Value::EndlessWin | Value::EndlessLoss => DRAW,
        Value::Loss(Plies(plies)) => FIRST_LOSS + 2 * plies,
        Value::Win(Plies(plies)) => FIRST_LOSS + 1 + 2 * plies,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_reads_back_as_it_was_written() {
        let budget = Budget::unlimited();
        let mut values = Values::new(&budget);
        values.push_unsolved().unwrap();
        assert_eq!(values.get(0), None);
        let last = MOST_PLIES;
        for plies in [0, 1, 125, 126, 32_765, 32_766, 70_000, last].map(Plies) {
            for value in [Value::Draw, Value::Loss(plies), Value::Win(plies)] {
                values.set(0, value).unwrap();
                assert_eq!(values.get(0), Some(value));
            }
        }
    }

    #[test]
    fn a_value_that_no_cell_holds_is_refused() {
        assert_eq!(must_fit(Value::Win(Plies(MOST_PLIES))), Ok(()));
        assert_eq!(must_fit(Value::Draw), Ok(()));
        let limit = MOST_PLIES;
        for value in [Value::Win, Value::Loss].map(|of| of(Plies(MOST_PLIES + 1))) {
            assert_eq!(must_fit(value), Err(Error::TooLong { limit }));
        }
    }

    #[test]
    fn a_draw_by_play_is_not_a_finished_draw() {
        let mut values = Values::new(&Budget::unlimited());
        values.push_finished(Outcome::Draw).unwrap();
        values.push_unsolved().unwrap();
        values.set(1, Value::Draw).unwrap();
        assert_eq!(values.get(0), values.get(1));
        assert_eq!(values.finished(0), Some(Outcome::Draw));
        assert_eq!(values.finished(1), None);
    }
}
