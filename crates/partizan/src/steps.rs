//! Why a value is what it is, step by step: for whoever learns the theory.
//!
//! [`Arena::steps`] shows how options become a canonical form, by the theorems at the head of
//! `canonical`. [`Arena::winning_moves`] shows why A ≤ B or not: the moves by which a player who
//! moves first wins A - B. Both are slower than the arena's own way to the answers, and agree with
//! it.

use crate::arena::Arena;
use crate::dyadic::{Dyadic, End};
use crate::error::Result;
use crate::form::{Form, Side};

/// One step from options to a canonical form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The value is the simplest number that no option forbids.
    Number {
        /// The number.
        number: Dyadic,
        /// The lower end of the interval of numbers; `None` if it is infinite.
        above: Option<End>,
        /// The upper end of the interval of numbers; `None` if it is infinite.
        below: Option<End>,
    },
    /// An option is removed because it is no better than another one of the same player.
    Dominated {
        /// Whose option it is.
        side: Side,
        /// The option.
        option: Form,
        /// The option that is at least as good.
        by: Form,
    },
    /// An option is replaced because the opponent has an answer that is no worse for the opponent
    /// than the game was.
    Reversible {
        /// Whose option it is.
        side: Side,
        /// The option.
        option: Form,
        /// The answer.
        through: Form,
        /// The options that take the option's place: all that its player has in the answer.
        replaced_by: Vec<Form>,
    },
}

/// A part of a difference A - B.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// The part A.
    First,
    /// The part -B. A player moves there as the other player does in B.
    Second,
}

/// A move in a difference A - B.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DifferenceMove {
    /// The part in which it is made.
    pub part: Part,
    /// The value of A, or of B, after the move.
    pub to: Form,
}

impl Arena {
    /// The steps from these options to the canonical form of the value.
    pub fn steps(&mut self, left: &[Form], right: &[Form]) -> Result<Vec<Step>> {
        let value = self.from_options(left, right)?;
        if let Some(number) = self.as_number(value) {
            let (above, below) = self.interval(left, right);
            return Ok(vec![Step::Number {
                number,
                above,
                below,
            }]);
        }
        let mut steps = Vec::new();
        for (side, options) in [(Side::Left, left), (Side::Right, right)] {
            let mut options: Vec<Form> = Vec::from(options);
            while let Some(step) = self.next_step(value, &mut options, side)? {
                steps.push(step);
            }
        }
        Ok(steps)
    }

    /// Removes or replaces one option, if one is dominated or reversible.
    fn next_step(
        &mut self,
        value: Form,
        options: &mut Vec<Form>,
        side: Side,
    ) -> Result<Option<Step>> {
        for number in 0..options.len() {
            for other in 0..options.len() {
                let (option, by) = (options[number], options[other]);
                if number != other && self.is_no_better(option, by, side)? {
                    options.remove(number);
                    return Ok(Some(Step::Dominated { side, option, by }));
                }
            }
        }
        for number in 0..options.len() {
            let option = options[number];
            if let Some(through) = self.reversing(option, value, side)? {
                let replaced_by = self.options(through, side)?;
                options.remove(number);
                options.extend(&replaced_by);
                return Ok(Some(Step::Reversible {
                    side,
                    option,
                    through,
                    replaced_by,
                }));
            }
        }
        Ok(None)
    }

    /// The moves of a player in the difference a - b.
    pub fn difference_moves(
        &mut self,
        a: Form,
        b: Form,
        side: Side,
    ) -> Result<Vec<DifferenceMove>> {
        let mut moves = Vec::new();
        for (part, of, side) in [(Part::First, a, side), (Part::Second, b, side.other())] {
            for to in self.options(of, side)? {
                moves.push(DifferenceMove { part, to });
            }
        }
        Ok(moves)
    }

    /// The moves by which a player who moves first in a - b wins. No such move for Left means a ≤
    /// b, none for Right a ≥ b.
    pub fn winning_moves(&mut self, a: Form, b: Form, side: Side) -> Result<Vec<DifferenceMove>> {
        let mut winning = Vec::new();
        for made in self.difference_moves(a, b, side)? {
            let (a, b) = made.applied(a, b);
            let wins = match side {
                Side::Left => self.is_at_most(b, a)?,
                Side::Right => self.is_at_most(a, b)?,
            };
            if wins {
                winning.push(made);
            }
        }
        Ok(winning)
    }
}

impl DifferenceMove {
    /// The parts A and B after the move.
    #[must_use]
    pub fn applied(self, a: Form, b: Form) -> (Form, Form) {
        match self.part {
            Part::First => (self.to, b),
            Part::Second => (a, self.to),
        }
    }
}
