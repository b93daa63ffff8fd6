//! Which moves win a sum.
//!
//! Left, who moves first, wins G + H by a move to G' exactly if G' + H ≥ 0, that is G' ≥ -H. Moves are those
//! of canonical forms: if a player has a winning move at all, then also one of these.
//!
//! Cost: for each term two additions beside the comparisons; none of a sum of two terms, as the other term
//! is what is beside each.

use crate::arena::Arena;
use crate::error::Result;
use crate::form::{Form, Side};

/// A move in a term of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SumMove {
    /// The number of the term, from 0.
    pub term: usize,
    /// The value of the term after the move.
    pub to: Form,
}

impl Arena {
    /// The moves by which Left, who moves first in the sum of these terms, wins, and those by which Right
    /// does.
    ///
    /// ```
    /// use zug_partizan::{Arena, SumMove};
    /// let mut arena = Arena::default();
    /// let terms = ["{3|1}", "{-1|-2||-3}"].map(|text| arena.parse(text).unwrap());
    /// let cooler = arena.parse("{-1|-2}")?;
    /// let [left, _] = arena.winning_moves_of_sum(&terms)?;
    /// assert_eq!(left, [SumMove { term: 1, to: cooler }]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn winning_moves_of_sum(&mut self, terms: &[Form]) -> Result<[Vec<SumMove>; 2]> {
        let mut behind = vec![Form::ZERO];
        for &term in terms.iter().skip(1).rev() {
            let sum = behind.last().copied().unwrap_or(Form::ZERO);
            behind.push(self.add(term, sum)?);
        }
        let mut winning = [Vec::new(), Vec::new()];
        let mut before = Form::ZERO;
        for (number, (&term, behind)) in terms.iter().zip(behind.into_iter().rev()).enumerate() {
            let beside = self.add(before, behind)?;
            let wanted = self.negate(beside)?;
            for side in Side::BOTH {
                for to in self.options(term, side)? {
                    if self.is_no_better(wanted, to, side)? {
                        winning[side as usize].push(SumMove { term: number, to });
                    }
                }
            }
            before = self.add(before, term)?;
        }
        Ok(winning)
    }
}
