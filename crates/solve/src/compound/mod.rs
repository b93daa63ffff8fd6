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
pub mod disjunctive;
pub mod selective;
pub mod proper_selective;
pub mod conjunctive;
pub mod product;
pub mod turns;

mod theorem;
mod why;

use std::fmt;

use zug_game::{Game, Player};
use zug_values::{Nimber, Play, Value, Worth};

use crate::error::Error;
use crate::strong::Method;

pub use part::{Explored, Part};
pub use product::Product;
pub use theorem::Theorem;
pub use turns::{Choice, Turns};

use theorem::Plan;
use turns::Source;
use zug_job::Job;

/// In which parts a turn moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Compound {
    /// In exactly one: the disjunctive sum.
    One,
    /// In one or more: the selective compound.
    Some,
    /// In one or more, but not in all: the proper selective compound. Parts at
    /// their end count.
    NotAll,
    /// In every one: the conjunctive compound. It ends when one part does.
    All,
}

impl fmt::Display for Compound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::One => "one",
            Self::Some => "some",
            Self::NotAll => "notall",
            Self::All => "all",
        })
    }
}

/// What a compound is worth, and how to play it.
#[derive(Debug)]
pub struct Answer {
    /// What the compound is worth to the mover; its remoteness counts turns.
    pub worth: Worth,
    /// The theorem that told; `None` if the product of the parts was solved.
    pub theorem: Option<Theorem>,
    /// The turns that win.
    pub turns: Turns,
    compound: Compound,
}

/// Who wins the compound of these parts in the positions they are in, and how.
///
/// By a theorem where one holds, else by solving the product of the parts.
/// `mover` matters with partizan parts alone, `method` if the product is solved.
///
/// # Errors
///
/// [`Error::NoParts`]; what ends the solving of a product: out of memory,
/// [`Error::TooLarge`], [`Error::TooManyPositions`], cancelled.
pub fn solve(
    parts: &[Part],
    mover: Player,
    compound: Compound,
    convention: Play,
    method: Method,
    job: &Job,
) -> Result<Answer, Error> {
    if parts.is_empty() {
        return Err(Error::NoParts);
    }
    match by_theorem(parts, mover, compound, convention) {
        Some(answer) => Ok(answer),
        None => by_product(parts, mover, compound, convention, method, job),
    }
}

/// The answer by a theorem; `None` where none holds, or there are no parts.
#[must_use]
pub fn by_theorem(
    parts: &[Part],
    mover: Player,
    compound: Compound,
    convention: Play,
) -> Option<Answer> {
    let Plan { theorem, live } = theorem::plan(parts, compound, convention)?;
    let own = || live.iter().map(|&index| &parts[index]);
    let values = || own().map(|part| part.value(mover, convention));
    let nimbers = || own().filter_map(|part| part.nimber().ok());
    let (worth, source) = match theorem {
        Theorem::NoTurn => {
            let value = Value::finished(convention.stuck());
            let nimber = Some(Nimber::ZERO);
            (alone(value, nimber, convention), Source::None)
        }
        Theorem::OnePart => {
            let part = &parts[live[0]];
            let value = part.value(mover, convention);
            let nimber = part.nimber().ok();
            let source = Source::Alone(live[0]);
            (alone(value, nimber, convention), source)
        }
        Theorem::NimSum => {
            let sum = disjunctive::nim_sum(nimbers());
            (sum.into(), Source::NimSum)
        }
        Theorem::MisereNim => {
            let outcome = disjunctive::misere_nim(nimbers());
            (outcome.into(), Source::MisereNim)
        }
        Theorem::AllLost => {
            let outcome = selective::normal(values().map(Value::outcome));
            (outcome.into(), Source::Selective)
        }
        Theorem::AllLostButTheLast => {
            let both = own().map(|part| {
                let value = |convention| part.value(mover, convention);
                (value(Play::Normal), value(Play::Misere))
            });
            (selective::misere(both).into(), Source::Selective)
        }
        Theorem::EqualNimbers => {
            let outcome = proper_selective::normal(nimbers());
            (outcome.into(), Source::EqualNimbers)
        }
        Theorem::LeastRemoteness => {
            let value = conjunctive::value(values());
            (value.into(), Source::LeastRemoteness)
        }
    };
    Some(Answer {
        worth,
        theorem: Some(theorem),
        turns: Turns {
            parts: parts.to_vec(),
            live,
            mover,
            convention,
            source,
        },
        compound,
    })
}

/// The answer by solving the product of the parts, whether or not a theorem holds.
///
/// # Errors
///
/// Those of [`solve`].
pub fn by_product(
    parts: &[Part],
    mover: Player,
    compound: Compound,
    convention: Play,
    method: Method,
    job: &Job,
) -> Result<Answer, Error> {
    let product = Product::new(parts, mover, compound, convention)?;
    let start = product.start();
    let solution = product.solve(method, job)?;
    let value = solution
        .value(&start)
        .expect("the solution has the position it was asked for");
    Ok(Answer {
        worth: value.into(),
        theorem: None,
        turns: Turns {
            parts: parts.to_vec(),
            live: (0..parts.len()).collect(),
            mover,
            convention,
            source: Source::Product(Box::new((product, solution))),
        },
        compound,
    })
}

/// What a position is worth of which the value is that of this convention, and the
/// nimber, if any, that of normal play.
fn alone(value: Value, nimber: Option<Nimber>, convention: Play) -> Worth {
    let worth = Worth::from(value);
    match nimber.filter(|_| convention == Play::Normal) {
        Some(nimber) => worth
            .with_in_sum(nimber)
            .expect("in normal play a position is lost exactly if its nimber is 0"),
        None => worth,
    }
}
