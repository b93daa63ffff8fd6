//! Sentences about a game on one number, which say its nimber by the remainder of the number.

use std::fmt::Write as _;

use zug_automata::{Automaton, Error, Track};
use zug_game::linear::{LinearCondition, LinearSum};

use crate::compile::Compiler;
use crate::phrase::{LARGEST_MODULUS, Read, listed};

/// A sentence names at most this many exceptions: numbers with another nimber than all later numbers of the same
/// remainder suggest.
const MOST_EXCEPTIONS: usize = 16;

/// The number of nimbers that a sentence is made from.
const LOOKED_AT: usize = 4 * LARGEST_MODULUS as usize;

/// A rule for nimbers: `slope` times the number, plus a constant for its remainder, but for some exceptions.
struct ByRemainder {
    /// The factor of the number, 0 or 1.
    slope: i64,
    /// For each remainder the constant that is added.
    constants: Vec<i64>,
    /// The numbers for which the rule is wrong, with their nimbers.
    exceptions: Vec<(usize, i64)>,
}

/// Returns a sentence with the set that it speaks of; `None` if none of the smallest numbers suggest one.
pub(crate) fn by_remainder(
    number: Read<'_>,
    nimber: Read<'_>,
    found: &Automaton,
    compiler: &Compiler<'_>,
) -> Result<Option<(String, Automaton)>, Error> {
    let Some(nimbers) = nimbers(found) else {
        return Ok(None);
    };
    let guesses = (1..=LARGEST_MODULUS as usize).flat_map(|modulus| [(modulus, 0), (modulus, 1)]);
    let guesses = guesses.map(|(modulus, slope)| guess(&nimbers, modulus, slope));
    let Some(guess) = guesses.into_iter().flatten().next() else {
        return Ok(None);
    };
    let set = compiler.condition(&guess.condition(number.track, nimber.track))?;
    Ok(Some((guess.sentence(number.name, nimber.name), set)))
}

/// The nimbers of the smallest numbers; `None` if one has none, or a very large one.
fn nimbers(found: &Automaton) -> Option<Vec<i64>> {
    let of = |number: u64| {
        let mut may_be = 0..=2 * number + 16;
        may_be.find(|nimber| found.accepts(&[number, *nimber]))
    };
    let all = (0..LOOKED_AT as u64).map(|number| of(number).map(|nimber| nimber as i64));
    all.collect()
}

fn guess(nimbers: &[i64], modulus: usize, slope: i64) -> Option<ByRemainder> {
    let rest = |number: usize| nimbers[number] - slope * number as i64;
    let last = nimbers.len() - modulus;
    let mut constants = vec![0; modulus];
    for number in last..nimbers.len() {
        constants[number % modulus] = rest(number);
    }
    let is_other = |number: &usize| rest(*number) != constants[number % modulus];
    let others = (0..last).filter(is_other).take(MOST_EXCEPTIONS + 1);
    let exceptions: Vec<(usize, i64)> = others.map(|number| (number, nimbers[number])).collect();
    // Half of what was looked at must be as the sentence says.
    let is_regular = exceptions
        .iter()
        .all(|(number, _)| *number < nimbers.len() / 2);
    let is_few = exceptions.len() <= MOST_EXCEPTIONS;
    (is_regular && is_few).then_some(ByRemainder {
        slope,
        constants,
        exceptions,
    })
}

impl ByRemainder {
    fn condition(&self, number: Track, nimber: Track) -> LinearCondition {
        let own = LinearSum::variable(usize::from(number));
        let is = |constant: i64| {
            let known = LinearSum::number(-constant);
            own.plus(1, &known).map(LinearCondition::zero)
        };
        let other = |slope: i64, constant: i64| {
            let sum = LinearSum::variable(usize::from(nimber)).plus(-slope, &own);
            let sum = sum.and_then(|sum| sum.plus(-1, &LinearSum::number(constant)));
            sum.map(LinearCondition::zero)
        };
        let never = || LinearCondition::Known(false);
        let modulus = self.constants.len() as u32;
        let mut regular = never();
        for (constant, remainder) in self.constants.iter().zip(0..) {
            let class = own.plus(-1, &LinearSum::number(remainder));
            let class = class.map(|sum| LinearCondition::MultipleOf(modulus, sum));
            let both = class.zip(other(self.slope, *constant));
            regular = regular.or(both.map_or_else(never, |(class, other)| class.and(other)));
        }
        let mut all = never();
        for (exception, nimber) in &self.exceptions {
            let here = is(*exception as i64).unwrap_or_else(never);
            regular = regular.and(here.clone().negated());
            all = all.or(here.and(other(0, *nimber).unwrap_or_else(never)));
        }
        regular.or(all)
    }

    fn sentence(&self, number: &str, nimber: &str) -> String {
        let told = |constant: &i64| match (self.slope, constant) {
            (0, _) => constant.to_string(),
            (_, 0) => number.to_owned(),
            (_, 1..) => format!("{number} + {constant}"),
            (_, _) => format!("{number} - {}", constant.unsigned_abs()),
        };
        let values: Vec<String> = self.constants.iter().map(told).collect();
        let mut sentence = format!("{nimber} = {}", values[0]);
        if let many @ 2.. = values.len() {
            let all = listed(&values);
            let (to, last) = (if many == 2 { "and" } else { "to" }, many - 1);
            sentence = format!("{nimber} = {all}, where {number} mod {many} is 0 {to} {last}");
        }
        if !self.exceptions.is_empty() {
            let others = self.exceptions.iter();
            let others = others.map(|(exception, nimber)| format!("{nimber} at {exception}"));
            let others: Vec<String> = others.collect();
            let _ = write!(sentence, "; but {}", listed(&others));
        }
        sentence
    }
}
