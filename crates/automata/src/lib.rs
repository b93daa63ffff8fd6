//! Deterministic automata that read the digits of several natural numbers at once.
//!
//! An [`Automaton`] stands for a set of tuples of natural numbers. It reads one digit of each
//! number in a step, the most significant digits first; shorter numbers have zeros in front. Sets
//! that linear conditions describe have such automata, and so have their combinations: the
//! intersection, the complement, the projection. Whether a set is empty, and whether two sets are
//! equal, is a search over the states (Büchi 1960; Bruyère, Hansel, Michaux, Villemaire 1994, and
//! Shallit, *The Logical Approach to Automatic Sequences*, 2022).
//!
//! The most significant digit comes first because sets of one number are smaller that way: the
//! remainder on division by 7 takes seven states instead of 21.
//!
//! **Cost.** The table of an automaton has a row for each state and a column for each letter, a
//! tuple of digits. Twelve numbers in base 2 make 4096 columns. A projection can take exponentially
//! many states; each operation has a bound ([`Bounds`]) and stops with an error.
//!
//! ```
//! use zug_automata::{Automaton, Bounds, Digits, Linear, Relation};
//! use zug_job::Job;
//!
//! let job = Job::default();
//! let bounds = Bounds::new(&job, 1000);
//! let binary = Digits::base(2);
//! // The numbers x with x = 3 y for some y.
//! let triple = Linear::new([(0, 1), (1, -3)], 0);
//! let multiples = Automaton::linear(binary, &triple, Relation::Zero, &bounds)?.exists(1, &bounds)?;
//! assert_eq!(multiples.states(), 3);
//! assert!(multiples.accepts(&[12]) && !multiples.accepts(&[13]));
//! # Ok::<(), zug_automata::Error>(())
//! ```

#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

mod bounds;
mod digits;
mod automaton;
mod linear;
mod product;
mod projection;
mod minimal;
mod emptiness;

pub use automaton::{Automaton, Track};
pub use bounds::{Bounds, Error};
pub use digits::Digits;
pub use linear::{Linear, Relation};
