//! Automata against plain evaluation on all small tuples, and adders that prove themselves.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod adders;
mod laws;
mod limits;

use zug_automata::Digits;

/// The systems of digits that the tests go through.
const SYSTEMS: [Digits; 5] = [
    Digits::base(2),
    Digits::base(3),
    Digits::FIBONACCI,
    Digits::recurrent(2),
    Digits::recurrent(3),
];
