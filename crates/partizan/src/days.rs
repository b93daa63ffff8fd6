//! All values born by a day.
//!
//! A value born by day n has options born by day n - 1, and after the dominated ones are removed no
//! option of a player is at most another. So all pairs of sets of pairwise confused values give all
//! values: 1, 4, 22 and 1474 by the days 0 to 3 (Conway 1976; Wolfe and Fraser 2004). By day 4
//! there are more than 3·10^12.

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use crate::arena::Arena;
use crate::error::{PartizanError, Result};
use crate::form::Form;
use crate::order::Relation;

impl Arena {
    /// All values born by a day, which is at most the third.
    pub fn born_by(&mut self, day: u32) -> Result<Vec<Form>> {
        if day > 3 {
            return Err(PartizanError::TooLarge(
                "the number of values born by this day",
            ));
        }
        let mut values = vec![Form::ZERO];
        for _ in 0..day {
            let sets = self.confused_sets(&values)?;
            let mut born: HashSet<Form, FxBuildHasher> = HashSet::default();
            for left in &sets {
                for right in &sets {
                    born.insert(self.from_options(left, right)?);
                }
            }
            values = born.into_iter().collect();
            values.sort_unstable();
        }
        Ok(values)
    }

    /// All sets of these values in which no two can be compared, the empty set among them.
    fn confused_sets(&mut self, of: &[Form]) -> Result<Vec<Vec<Form>>> {
        let mut sets = vec![vec![]];
        for &form in of {
            for number in 0..sets.len() {
                let mut set: Vec<Form> = sets[number].clone();
                set.push(form);
                if self.are_confused(&set)? {
                    sets.push(set);
                }
            }
        }
        Ok(sets)
    }

    /// Whether the last of these values is confused with each of the others.
    fn are_confused(&mut self, set: &[Form]) -> Result<bool> {
        let (&last, others) = set.split_last().expect("a set has a last value");
        for &other in others {
            if self.compare(last, other)? != Relation::Confused {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
