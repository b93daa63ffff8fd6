//! Strong solutions of games whose every move climbs a level: sorted tiers.
//!
//! Where each move leads to a higher level ([`zug_game::Graded`]: the number of marks on a
//! board, say), all successors of a position are in later *tiers*, a tier being the
//! positions of one level. So play ends, and no table of all positions is needed at once:
//!
//! 1. `discover` goes from the first tier to the last. What the moves out of the tiers before
//!    lead to is gathered (`gather`), sorted and freed of doubles (`distinct`): a tier is an
//!    ascending list of packed positions, kept as blocks of differences (`block`).
//! 2. `backup` goes from the last tier to the first (J. von Neumann and O. Morgenstern,
//!    1944). Each position is expanded once more, and gets the best value that a move gives to its mover. Its
//!    successors wait until there are many for one part of the next tiers (`settle`), which
//!    is a hash table that the cache holds (`lookup`).
//! 3. Nimbers or scores, where they are wanted ([`Besides`]), come by a back-up of their own: the same moves, and other
//!    cells.
//! 4. A finished tier goes to a [`store`]: in memory ([`Memory`]), or wherever the caller
//!    keeps streams of bytes. What is complete there is not worked out again.
//! 5. [`TierTable`] answers.
//!
//! Working level by level over sorted lists on disk is the way of R. E. Korf (*Delayed
//! duplicate detection*, 2003) and of J. Tromp's count of Connect Four. That a level is one is
//! checked with every move: where the promise of a game is broken, there is an error and no
//! value.
//!
//! Cost: two expansions of each position; each move's successor is sorted once and looked up
//! once. Nimbers or scores take one expansion and one look-up more, and a byte or two a position; where moves gain points
//! the values come with the scores. Memory: 2 to 4 bytes for each position; of the largest tiers 15 bytes a position and
//! what waits, at most 128 MiB a thread; and what is gathered. With less memory moves are gone
//! over in passes, and the tiers behind are unpacked in parts: on Connect Four 5 by 5 a third
//! of the memory took a third longer. When not to use it: where moves can
//! lead back or aside there are no levels; where moves climb many levels at once, since all tiers that they lead to are
//! in memory; and small games are as well solved by [`crate::strong::solve`].
//!
//! # Examples
//!
//! Take one, three or four coins; whoever takes the last one wins:
//!
//! ```
//! use std::sync::Arc;
//! use zug_game::{Fault, Game, Graded, Players, Step};
//! use zug_solve::strong::tiers::{self, Memory};
//! use zug_solve::{Job, table::Table};
//! use zug_values::{Plies, Value};
//!
//! #[derive(Clone)]
//! struct Coins(u32);
//!
//! impl Game for Coins {
//!     // …
//! #     type Position = u32;
//! #     type Move = u32;
//! #     fn start(&self) -> u32 {
//! #         self.0
//! #     }
//! #     fn players(&self) -> Players<Self> {
//! #         Players::Impartial
//! #     }
//! #     fn moves(&self, coins: &u32, out: &mut Vec<u32>) -> Result<(), Fault> {
//! #         out.extend([1, 3, 4].into_iter().filter(|take| take <= coins));
//! #         Ok(())
//! #     }
//! #     fn play(&self, coins: &u32, take: &u32) -> Result<Step<u32>, Fault> {
//! #         Ok(Step::passing(coins - take))
//! #     }
//! #     fn move_name(&self, _: &u32, take: &u32) -> String {
//! #         format!("take {take}")
//! #     }
//! }
//!
//! impl Graded for Coins {
//!     fn levels(&self) -> u32 {
//!         self.0 + 1
//!     }
//!     fn level(&self, coins: &u32) -> u32 {
//!         self.0.saturating_sub(*coins)
//!     }
//!     fn longest_climb(&self) -> u32 {
//!         4
//!     }
//! }
//!
//! let (game, job) = (Coins(21), Job::default());
//! let store = Arc::new(Memory::new(&job.budget));
//! let levels = game.clone();
//! let level = move |coins: &u32| levels.level(coins);
//! let table = tiers::solve(&game, game.start(), level, store, &job)?;
//! assert_eq!(table.find(&7)?, Some(Value::Loss(Plies(4))));
//! assert_eq!(table.find(&22)?, None); // play cannot reach it from 21
//! assert_eq!(table.counts()?.losses(), 7);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod store;
pub mod streams;
pub mod units;

mod key;
mod block;
mod memory;
mod least;

pub(crate) mod in_order;
mod expand;

mod spare;
mod splitters;
mod distinct;
mod gather;
mod climb;
mod tier_keys;
mod discover;

mod cells;
mod besides;
mod tally;
mod part;
mod lookup;
mod settle;
mod backup;

mod table;

use std::sync::Arc;

use zug_game::{Graded, Players};
use zug_job::Job;
use zug_values::Outcome;

use crate::error::{Error, NoNimber};

pub use besides::{Besides, End, Gains, Scores};
pub use key::Key;
pub use least::Extent;
pub use memory::Memory;
pub use table::TierTable;

pub(in crate::strong) use discover::Gone;
pub(in crate::strong) use tally::{Numbers, Tally};

use backup::{BackUp, meaning_of};
use besides::back_ups;
use discover::Discovery;
use store::{Store, Stream};

/// The most positions in a block of a stream of keys or values.
pub const MOST_IN_BLOCK: u64 = block::BLOCK as u64;

/// Finds every position that play can reach from the root, and its value. `level` tells the
/// level of a position as `game` does, for as long as the table is there.
///
/// What the store has complete is not worked out again. It must be of the same game, with the
/// same symmetries, and of the same root.
///
/// # Errors
///
/// The rules break; a move does not climb as the game promises ([`Error::Level`]); the budget
/// does not suffice; the positions found so far show that it cannot suffice
/// ([`Error::TooLarge`]); the caller cancelled; the store fails ([`Error::Store`]).
pub fn solve<G>(
    game: &G,
    root: G::Position,
    level: impl Fn(&G::Position) -> u32 + Send + Sync + 'static,
    store: Arc<dyn Store>,
    job: &Job,
) -> Result<TierTable<G::Position>, Error>
where
    G: Graded<Position: Key> + Sync,
{
    solve_besides(game, root, level, store, None, job)
}

/// As [`solve`], with the nimbers or the scores of all positions.
///
/// # Errors
///
/// Those of [`solve`]; nimbers are not defined ([`Error::NoNimber`]); a score does not fit into a cell of 32 bits, which
/// has the number of plies besides where moves gain points ([`Error::Score`]). Of either the store then has none.
///
/// # Panics
///
/// If `gains` does not give one number for each move of a position.
pub fn solve_besides<G>(
    game: &G,
    root: G::Position,
    level: impl Fn(&G::Position) -> u32 + Send + Sync + 'static,
    store: Arc<dyn Store>,
    besides: Option<Besides<'_, G::Position>>,
    job: &Job,
) -> Result<TierTable<G::Position>, Error>
where
    G: Graded<Position: Key> + Sync,
{
    let first = game.level(&root);
    if first >= game.levels() {
        let to = first;
        return Err(Error::Level { from: to, to });
    }
    if let Some(Besides::Nimbers) = besides {
        may_have_nimbers(game)?;
    }
    Discovery::new(game, &*store, job).run(root)?;
    let (end, mut counts) = (game.levels(), None);
    for of in back_ups(besides) {
        let worked_out = BackUp::new(game, &*store, job).of(of).run(first);
        if let Err(Error::NoNimber(_) | Error::Score { .. }) = worked_out {
            let kind = meaning_of(of.as_ref(), end).kind();
            for tier in first..end {
                store.remove(Stream::new(tier, kind))?;
            }
        }
        counts = counts.or(worked_out?);
    }
    let table = TierTable::new(store, first, end, Box::new(level), &job.budget)?;
    Ok(table.with_counts(counts))
}

/// Refuses a game without nimbers, as far as that can be seen without play.
fn may_have_nimbers<G: Graded>(game: &G) -> Result<(), NoNimber> {
    if !matches!(game.players(), Players::Impartial) {
        return Err(NoNimber::Partizan);
    }
    if game.stuck() != Outcome::Loss {
        return Err(NoNimber::Result);
    }
    Ok(())
}
