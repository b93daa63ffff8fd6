//! Strong solutions: the value of every position that play can reach.
//!
//! [`solve`] does all of it. A caller who wants nimbers too ([`crate::impartial`]) takes the
//! two steps by themselves: [`Graph::explore`](crate::positions::Graph::explore) finds the positions, and [`Graph::solve`](crate::positions::Graph::solve)
//! chooses a method and gives them values.
//!
//! 1. [`crate::positions`] finds the positions, breadth first, and numbers them.
//! 2. If there is an order in which every move leads forward, the positions get their
//!    values by backward induction; if play can go round in a circle, by retrograde
//!    analysis. The positions that are found decide, not a promise of the game. Where the
//!    moves do not fit, they are let go: a game that can take moves back does so
//!    ([`retract`]), and any other plays them again (`replay`).
//! 3. [`solution`] holds positions and values, and answers.
//!
//! Cost: one expansion of each position, one or two visits of each edge. Memory is the
//! limit: about 22 bytes for each position and 4 for each edge while the solution is made,
//! 15 to 21 bytes for each position afterwards (see [`crate::positions::graph`]); without
//! the moves, 16 to 22 bytes all in all.
//! [`crate::positions::probe()`] tells in a moment that a game is hopeless. When not to use
//! it: for a single position of a large game; for a game with a perfect index so dense that
//! a flat table is smaller.
//!
//! To add a method, write a file here whose result is a [`Table`](crate::table::Table), a variant
//! of [`Method`] (what a caller asks for) and of [`Route`] (what was done), and a formula for its
//! memory in [`crate::positions::memory`]. The compiler then names each place in the façade and in
//! the command line that must know the new variants.
//!
//! # Examples
//!
//! Take one, three or four coins; whoever takes the last one wins:
//!
//! ```
//! use zug_game::{Fault, Game, Players, Step};
//! use zug_solve::{Job, strong};
//! use zug_values::{Plies, Value};
//!
//! struct Coins(u32);
//!
//! impl Game for Coins {
//!     type Position = u32;
//!     type Move = u32;
//!
//!     fn start(&self) -> u32 {
//!         self.0
//!     }
//!     fn players(&self) -> Players<Self> {
//!         Players::Impartial
//!     }
//!     fn moves(&self, coins: &u32, out: &mut Vec<u32>) -> Result<(), Fault> {
//!         out.extend([1, 3, 4].into_iter().filter(|take| take <= coins));
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
//! let game = Coins(21);
//! let solution = strong::solve(&game, [game.start()], &Job::default())?;
//! assert_eq!(solution.value(&7), Some(Value::Loss(Plies(4))));
//! assert_eq!(solution.value(&22), None); // play cannot reach it from 21
//! assert_eq!(solution.counts().losses(), 7);
//! # Ok::<(), zug_solve::Error>(())
//! ```

use zug_game::Game;
use zug_job::Job;

use crate::error::Error;

mod options;

pub mod retract;
pub mod tiers;
pub mod solution;

mod backward;
pub(crate) mod predecessors;
mod retrograde;
mod shared_levels;
mod replay;

mod choose;
pub mod dense;

pub use dense::tier_table::TierTable;
pub use dense::units::NumberUnits;
pub use dense::{DenseSolution, Ranked, Roots, solve_dense, solve_dense_in};
pub use options::{Method, Options};
pub use retract::Positions;
pub use solution::{Acyclic, Route, Solution};

/// Finds every position that play can reach from the roots, and its value.
///
/// # Errors
///
/// Those of [`Graph::explore`](crate::positions::Graph::explore) and [`Graph::solve`](crate::positions::Graph::solve).
pub fn solve<G>(
    game: &G,
    roots: impl IntoIterator<Item = G::Position>,
    job: &Job,
) -> Result<Solution<G::Position>, Error>
where
    G: Game + Sync,
{
    solve_with(game, roots, Options::default(), job)
}

/// Finds every position that play can reach from the roots, and its value, as the options say.
///
/// # Errors
///
/// Those of [`Graph::explore`](crate::positions::Graph::explore) and [`Graph::solve`](crate::positions::Graph::solve); [`Error::TooLarge`] if the probe that was
/// asked for shows that the positions cannot fit into the budget.
pub fn solve_with<G>(
    game: &G,
    roots: impl IntoIterator<Item = G::Position>,
    options: Options,
    job: &Job,
) -> Result<Solution<G::Position>, Error>
where
    G: Game + Sync,
{
    let Options { method, probe } = options;
    let roots = &mut roots.into_iter();
    let positions = Positions::explore_probing(game, roots, method, probe, job)?;
    positions.solve_replaying(game, method, job)
}
