//! Several games at once, in four ways.
//!
//! The parts lie side by side. In its turn a player moves in one of them
//! ([`Compound::One`], the disjunctive sum), in any that he likes
//! ([`Compound::Some`], selective), in any but not in all ([`Compound::NotAll`],
//! proper selective) or in every one ([`Compound::All`], conjunctive). Who has no
//! such turn is stuck, and loses in normal play, wins in misère play.
//!
//! C. A. B. Smith, *Graphs and composite games* (1966), compares such ways; J. H.
//! Conway, *On Numbers and Games* (1976), ch. 14, has a dozen. Each of the four has
//! a file with its theorem, why it holds, and for which parts:
//!
//! | | normal play | misère play |
//! |---|---|---|
//! | [`disjunctive`] | xor of nimbers: impartial, no cycles | Bouton's rule: heaps of Nim |
//! | [`selective`] | lost if all are: impartial | the same, but for the last part: impartial, no cycles |
//! | [`proper_selective`] | lost if all nimbers are equal: impartial, no cycles | |
//! | [`conjunctive`] | the least remoteness decides | the same, with misère remoteness |
//!
//! Where no theorem holds, [`product`] makes one game of all parts, which is
//! solved if the memory budget allows it. Three remarks make the theorems reach
//! further, for all kinds of parts: a part that nobody can move any more plays no
//! role in `One` and `Some`; with such a part `NotAll` is `Some` of the others; and
//! `NotAll` of two parts is `One`.
//!
//! Cost: by theorem, one look at each part's table. Not for one game alone, which
//! [`crate::strong`] solves; nor for thousands of heaps, for which the catalogue
//! has theorems that need no table.
//!
//! ```
//! use zug_game::{Fault, Game, Player, Players, Step};
//! use zug_solve::compound::{self, Compound, Part, Theorem};
//! use zug_solve::{Job, strong::Method};
//! use zug_values::{Nimber, Outcome, Play, Worth};
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
//! let (mover, normal) = (Player::First, Play::Normal);
//! let one = compound::solve(&parts, mover, Compound::One, normal, method, &job)?;
//! assert_eq!(one.worth, Worth::from(Nimber(0)));
//! assert_eq!(one.worth.outcome(), Outcome::Loss);
//! assert_eq!(one.theorem, Some(Theorem::NimSum));
//!
//! let some = compound::solve(&parts, mover, Compound::Some, normal, method, &job)?;
//! assert_eq!(some.worth.outcome(), Outcome::Win);
//! assert_eq!(some.turns.count(), Some(1)); // take all of all
//! # Ok::<(), zug_solve::Error>(())
//! ```

pub mod part;

mod kind;
mod turn_set;

pub mod disjunctive;
pub mod selective;
pub mod proper_selective;
pub mod conjunctive;
pub mod product;

pub mod turns;

mod theorem;
mod answer;
mod why;

pub use answer::{Answer, by_product, by_theorem, solve};
pub use kind::{Choice, Compound};
pub use part::{Explored, Part};
pub use product::Product;
pub use theorem::Theorem;
pub use turns::Turns;
