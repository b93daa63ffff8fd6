//! Several games at once, in four ways.
//!
//! The parts lie side by side. A turn moves in exactly one part ([`Compound::One`], the
//! disjunctive sum), in one or more ([`Compound::Some`], selective), in one or more but
//! not in all ([`Compound::NotAll`], proper selective) or in every part
//! ([`Compound::All`], conjunctive). A player who has no turn is stuck, and loses in
//! normal play, wins in misère play.
//!
//! C. A. B. Smith, *Graphs and composite games* (1966), compares such compounds; J. H.
//! Conway, *On Numbers and Games* (1976), ch. 14, has a dozen. Each of the four has a file
//! with its theorem, why the theorem is true, and for which parts, and the first has a second file
//! for parts in which play can go round in a circle:
//!
//! | | normal play | misère play |
//! |---|---|---|
//! | [`disjunctive`] | the xor of nimbers; impartial parts, no cycles | Bouton's rule; heaps of Nim |
//! | [`loopy`] | the sum of loopy nimbers; impartial parts | |
//! | [`selective`] | lost if all parts are lost; impartial parts | the same, but for the last part; impartial parts, no cycles |
//! | [`proper_selective`] | lost if all nimbers are equal; impartial parts, no cycles | |
//! | [`conjunctive`] | the least remoteness decides | the same, with misère remoteness |
//!
//! Where no theorem holds, [`product`] makes one game of all parts, which is solved if the
//! memory budget allows it. Three remarks make the theorems reach further, for all kinds of
//! parts: a dead part plays no role in `One` and `Some`; with a dead part `NotAll` is
//! `Some` of the other parts; and `NotAll` of two parts is `One`.
//!
//! A [`Question`] says which parts are played together and how, and an [`Answer`] who wins
//! and by which turns.
//!
//! Cost: by a theorem, one look at each part's table. Not for one game alone, which
//! [`crate::strong`] solves; nor for thousands of heaps, for which the catalogue
//! has theorems that need no table.
//!
//! ```
//! use zug_game::{Fault, Game, Players, Step};
//! use zug_solve::compound::{Compound, CompoundTheorem, Part, Question};
//! use zug_solve::{Job, strong::Method};
//! use zug_values::{Nimber, Outcome, Worth};
//!
//! /// Take any number from a heap.
//! struct Heap;
//! impl Game for Heap {
//!     type Position = u32;
//!     type Move = u32;
//!     fn start(&self) -> u32 {
//!         6
//!     }
//!     fn players(&self) -> Players<Self> {
//!         Players::Impartial
//!     }
//!     fn moves(&self, heap: &u32, out: &mut Vec<u32>) -> Result<(), Fault> {
//!         out.extend(1..=*heap);
//!         Ok(())
//!     }
//!     fn play(&self, heap: &u32, take: &u32) -> Result<Step<u32>, Fault> {
//!         Ok(Step::passing(heap - take))
//!     }
//!     fn move_name(&self, _: &u32, take: &u32) -> String {
//!         format!("take {take}")
//!     }
//! }
//!
//! let (method, job) = (Method::Auto, Job::default());
//! let heap = |n| -> Result<Part, zug_solve::Error> {
//!     Ok(Part::explore(&Heap, n, &job)?.part().clone())
//! };
//! let parts = [heap(5)?, heap(3)?, heap(6)?];
//! let one = Question::new(parts.clone(), Compound::One)?.solve(method, &job)?;
//! assert_eq!(one.worth(), &Worth::from(Nimber(0)));
//! assert_eq!(one.worth().outcome(), Outcome::Loss);
//! assert_eq!(one.theorem(), Some(CompoundTheorem::NimSum));
//!
//! let some = Question::new(parts, Compound::Some)?.solve(method, &job)?;
//! assert_eq!(some.worth().outcome(), Outcome::Win);
//! assert_eq!(some.turns().count(), Some(1)); // take all of all
//! # Ok::<(), zug_solve::Error>(())
//! ```

pub mod part;

mod kind;
mod choice;
mod question;
mod turn_set;

pub mod disjunctive;
pub mod loopy;
pub mod selective;
pub mod proper_selective;
pub mod conjunctive;
pub mod product;

mod theorem;

mod turns;

mod answer;
mod why;

pub use answer::Answer;
pub use choice::Choice;
pub use kind::Compound;
pub use part::{ExploredPart, Part};
pub use product::Product;
pub use question::Question;
pub use theorem::CompoundTheorem;
pub use turns::Turns;
