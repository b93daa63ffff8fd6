//! Levels in words.

use zug_analyse::{Tally, Weights};

use crate::domain::state::Variable;
use crate::instance::Instance;
use crate::instance::words::print_value;

impl Instance {
    /// Returns what these tallies add up, in words.
    pub(crate) fn levels_in_words(&self, tallies: &[Tally]) -> String {
        let mut told = Vec::new();
        for variable in &self.state.variables {
            let of = |tally: &&Tally| tally.fields.iter().any(|f| variable.fields().contains(f));
            let of: Vec<_> = tallies.iter().filter(of).collect();
            if variable.index.is_some() && of.len() > 1 {
                told.push(format!(
                    "a weight for each content of each place of {}",
                    variable.label
                ));
                continue;
            }
            for tally in of {
                told.push(counted(variable, &tally.weights));
            }
        }
        told.join(", and ")
    }
}

/// Returns what is added up over a variable, in words.
fn counted(variable: &Variable, weights: &Weights) -> String {
    let name = &variable.label;
    let (weights, falls) = match weights {
        Weights::Slope(slope) => (&[][..], *slope < 0),
        Weights::Contents(weights) => {
            let first = weights.iter().find(|&&weight| weight != 0);
            (&weights[..], first.is_some_and(|&weight| weight < 0))
        }
    };
    let less = if falls { "less " } else { "" };
    let counting = |counts: bool| {
        let places = (0..weights.len()).filter(move |&content| (weights[content] != 0) == counts);
        places.collect::<Vec<usize>>()
    };
    let (counted, others) = (counting(true), counting(false));
    let is_even = counted
        .windows(2)
        .all(|pair| weights[pair[0]] == weights[pair[1]]);
    let told = match (&counted[..], &others[..]) {
        ([one], _) => named(variable, *one).map(|value| format!("is {value}")),
        (_, [other]) if is_even => named(variable, *other).map(|value| format!("is not {value}")),
        _ => None,
    };
    match told {
        Some(told) if variable.index.is_some() => {
            format!("{less}the number of places where {name} {told}")
        }
        Some(told) => format!("{less}1 if {name} {told}"),
        None => format!("{less}the sum over {name}"),
    }
}

/// Returns the value that is this content of a field, if an element of the variable has one
/// field.
fn named(variable: &Variable, content: usize) -> Option<String> {
    match variable.ty.scalars()[..] {
        // Each element has a range of its own, so that the same bits are different numbers in two
        // elements, and no one name fits.
        _ if !variable.ranges.is_empty() => None,
        [scalar] => Some(print_value(&variable.ty, &[scalar.lo + content as i64])),
        _ => None,
    }
}
