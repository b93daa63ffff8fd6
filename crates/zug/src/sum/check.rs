//! Checks by play what a sum is told to be worth.

use zug_certify::partizan::trees::Trees;
use zug_solve::compound::Compound;
use zug_values::Play;

use crate::error::Error;
use crate::options::SolveOptions;
use crate::value_check::{ValueCheck, VerifiedValue};

use super::{PartWorth, Sum, SumWorth};

impl Sum {
    /// Checks by play what was told of this sum: each part against its value, and the sum of these values
    /// against the value of the whole.
    ///
    /// # Errors
    ///
    /// A value is wrong, which is a defect of Zug; nothing was told that play could check, or not within the
    /// memory; or the caller cancelled.
    pub fn verify(&self, worth: &SumWorth, options: &SolveOptions) -> Result<VerifiedValue, Error> {
        let refused = |why: &str| Err(Error::UnplayedValue(why.to_owned()));
        if self.compound != Compound::One || self.play != Play::Normal {
            return refused("values belong to normal play with a move in one part");
        }
        let nimber = worth.nimber().map(|nimber| format!("*{}", nimber.0));
        let told = worth.partizan.as_ref().map(|partizan| &partizan.value);
        let Some(told) = told.cloned().or(nimber) else {
            return refused("no value and no nimber was told");
        };
        let job = options.job();
        let mut check = ValueCheck::new(&job);
        let mut trees = Trees::default();
        let mut known = vec![None; self.kinds.len()];
        let mut values = Vec::with_capacity(self.parts.len());
        for ((place, kind), part) in self.in_order().zip(&worth.parts) {
            let value = if let Some(value) = known[place] {
                value
            } else {
                let Some(told) = told_of(part) else {
                    return refused("a part has no value and no nimber");
                };
                check.part(&kind.as_part(), (&part.text, &told), &mut trees)?
            };
            known[place] = Some(value);
            values.push(value);
        }
        let sum = trees.sum(values);
        let texts: Vec<&str> = worth.parts.iter().map(|part| &*part.text).collect();
        check.total((trees, sum), (&texts.join(" + "), &told))
    }
}

/// The value that is told of a part.
fn told_of(part: &PartWorth) -> Option<String> {
    let nimber = part.nimber().map(|nimber| format!("*{}", nimber.0));
    part.value.clone().or(nimber)
}
