//! What sentences are made of.

use zug_automata::Track;

/// The largest modulus of a sentence about remainders.
pub(crate) const LARGEST_MODULUS: u64 = 60;

/// A variable that is read.
#[derive(Clone, Copy)]
pub(crate) struct Read<'a> {
    pub(crate) track: Track,
    pub(crate) name: &'a str,
}

/// Returns the names as a list: `a, b and c`.
pub(crate) fn listed<S: AsRef<str>>(names: &[S]) -> String {
    match names {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [others @ .., last] => {
            let others: Vec<&str> = others.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", others.join(", "), last.as_ref())
        }
    }
}
