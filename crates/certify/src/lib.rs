//! Checks a solution, position by position, with code that cannot solve.
//!
//! A claim gives a value to each position of a set. [`certify`] plays every move
//! of every position once and checks:
//!
//! 1. the set has the roots and every position that a move from one of its positions leads
//!    to;
//! 2. a finished position has the value of its result;
//! 3. any other position has the best value that, by the claim, a move gives to its mover,
//!    remoteness included.
//!
//! **Why looking one move ahead suffices.** Let a position be claimed a win in r
//! or a loss in r. By 2 and 3 a claimed remoteness of 0 is a finished position,
//! and a win in r has a move to a position that the mover wins with r - 1 to go,
//! while every move from a loss in r leads to one that the mover loses with
//! at most r - 1 to go. Remoteness falls with every move of a winner who plays by the claim,
//! so the argument does not go round in a circle, even where play does: by induction on r
//! the winner wins in at most r plies. By 3 the winner has no faster move, and the loser has
//! a move after which the game lasts r - 1 plies more: by induction again, the loser can
//! hold out for r plies. So every claimed win and loss is true, and its remoteness is
//! exact.
//!
//! Let a position that is not finished be claimed a draw. By 3 the mover has a move to a
//! position claimed a draw, and no move that wins by the claim. A player who plays such a
//! move in every position claimed a draw never comes to a position claimed lost: by 3 the
//! opponent, too, has no move from a draw that wins by the claim. So either player can avoid
//! losing for ever; neither wins, and the position is a draw, though play may go on without
//! end. A claim that calls a true win a draw is caught as well: by this argument the loser
//! could hold out for ever.
//!
//! Moves that keep the turn change nothing in this: [`Value::before`] gives each
//! value in the mover's view.
//!
//! **What it does not check**: whether the rules are those of the game that is meant, and
//! whether the game keeps what [`Game`] asks of it.
//!
//! [`certify_entries`] checks a [`Claim`] whose entries each stand for the positions
//! of one orbit. It checks besides that each position is looked up in the one entry that
//! stands for it, so that nothing about symmetries is believed; that each position is
//! reached from the roots; and that each nimber is the least that no option has, and each
//! score the best that a move attains, in a game that ends. Two games play the rules: the judge, which says what the rules are, and a
//! quick one, which plays every position and must agree with the judge wherever both play:
//! in all positions, or in those of a [`Sample`].
//!
//! A table that is too large to look positions up in is checked in parts by [`shard`], and by [`TierCheck`] where play
//! can go round within a tier.
//!
//! The proof of what a search of one position found is checked by [`proof`].
//!
//! The nimbers of heaps, and the claim that they repeat with a period, are checked by [`heaps`], and loopy nimbers by
//! [`loopy`]. The canonical form of
//! a partizan game is checked by [`partizan`]. An automaton that accepts the lost positions of a game for all
//! values of its parameters is checked by [`pattern`].
//!
//! Cost: one expansion of each position and one look-up of the claim, and for each move one
//! look-up of the claim, or of a faster index of it ([`Claim::entry_with`]), and one of the set. [`certify`] holds the set (10 to 21 bytes for a position of 8 bytes),
//! [`certify_table`] nothing, and [`certify_entries`] a bit to three for each position and,
//! where there are nimbers or scores, at most 12 bytes for each entry.
//!
//! # Examples
//!
//! ```
//! use zug_certify::{Flaw, certify};
//! use zug_game::{Fault, Game, Players, Step};
//! use zug_values::{Plies, Value};
//!
//! /// Take one or two coins; whoever cannot has lost.
//! struct Coins;
//! impl Game for Coins {
//!     type Position = u32;
//!     type Move = u32;
//!     fn start(&self) -> u32 {
//!         3
//!     }
//!     fn players(&self) -> Players<Self> {
//!         Players::Impartial
//!     }
//!     fn moves(&self, coins: &u32, out: &mut Vec<u32>) -> Result<(), Fault> {
//!         out.extend(1..=*coins.min(&2));
//!         Ok(())
//!     }
//!     fn play(&self, coins: &u32, take: &u32) -> Result<Step<u32>, Fault> {
//!         Ok(Step::passing(coins - take))
//!     }
//!     fn move_name(&self, _: &u32, take: &u32) -> String {
//!         format!("take {take}")
//!     }
//! }
//!
//! let truth = |coins: &u32| match coins {
//!     0 => Some(Value::Loss(Plies(0))),
//!     1 | 2 => Some(Value::Win(Plies(1))),
//!     3 => Some(Value::Loss(Plies(2))),
//!     _ => None,
//! };
//! let certificate = certify(&Coins, &[3], 0..=3, truth)?;
//! assert_eq!((certificate.positions, certificate.moves), (4, 5));
//!
//! let lie = |coins: &u32| if *coins == 3 { Some(Value::Draw) } else { truth(coins) };
//! assert!(matches!(certify(&Coins, &[3], 0..=3, lie), Err(Flaw::NoSuchMove { .. })));
//! # Ok::<(), Flaw<u32>>(())
//! ```
//!
//! [`Game`]: zug_game::Game
//! [`Value::before`]: zug_values::Value::before

#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

mod certificate;
mod chunks;
mod claim;
mod entries;
mod positions;
mod flaw;
mod judge;
mod random;
mod terms;

pub mod shard;
pub mod proof;
pub mod heaps;
pub mod loopy;
pub mod partizan;
pub mod pattern;

pub use certificate::{Certificate, certify, certify_table};
pub use chunks::{Chunks, on_threads};
pub use claim::{Beside, Claim, Told};
pub use entries::{Left, TierCheck, certify_entries};
pub use flaw::{Flaw, NotCertified, NotProved};
pub use terms::{Judged, Listed, Sample, Terms};
