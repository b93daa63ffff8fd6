//! Checks by play what a sum is said to be worth.

use zug_certify::partizan::trees::Trees;
use zug_solve::compound::Compound;
use zug_values::{Nimber, Play};

use crate::error::Error;
use crate::options::SolveOptions;
use crate::value_check::{ValueCheck, VerifiedValue};

use super::{Sum, SumWorth};

impl Sum {
    /// Checks by play the worth that was found for this sum: each part against its value, and the sum of the
    /// values of the parts against the value of the whole.
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
        let partizan = worth.partizan.as_ref().map(|partizan| &partizan.value);
        let wholes = told(partizan, worth.nimber());
        if wholes.is_empty() {
            return refused("no value and no nimber was told");
        }
        let job = options.job();
        let mut check = ValueCheck::new(&job);
        let mut trees = Trees::default();
        let mut known = vec![None; self.kinds.len()];
        let mut values = Vec::with_capacity(self.parts.len());
        for ((place, kind), part) in self.in_order().zip(&worth.parts) {
            if known[place].is_none() {
                for told in told(part.value.as_ref(), part.nimber()) {
                    let text = (&*part.text, &*told);
                    known[place] = Some(check.part(&kind.as_part(), text, &mut trees)?);
                }
            }
            let Some(value) = known[place] else {
                return refused("a part has no value and no nimber");
            };
            values.push(value);
        }
        let sum = trees.sum(values);
        let texts: Vec<&str> = worth.parts.iter().map(|part| &*part.text).collect();
        let text = texts.join(" + ");
        for told in wholes {
            check.total((&mut trees, sum), (&text, &told))?;
        }
        Ok(check.verified())
    }
}

/// The claims about one thing, each once: its value, and its nimber as a value.
fn told(value: Option<&String>, nimber: Option<Nimber>) -> Vec<String> {
    let nimber = nimber.map(|nimber| match nimber.0 {
        0 => "0".to_owned(),
        1 => "*".to_owned(),
        many => format!("*{many}"),
    });
    let nimber = nimber.filter(|nimber| Some(nimber) != value);
    value.cloned().into_iter().chain(nimber).collect()
}
