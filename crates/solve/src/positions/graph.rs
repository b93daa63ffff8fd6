//! All positions that play can reach, and the moves between them.
//!
//! Each position is stored once; the moves are one flat array of numbers of positions. A
//! position in which the rules end the game has its value from the start.
//!
//! Bytes held for each position, where a position takes K bytes (8 for most games):
//!
//! | what | bytes |
//! |---|---|
//! | the position | K |
//! | hash table | 5.7 to 11.5, doubling in steps of 1/64 |
//! | value | 1, or 2 or 4 where a remoteness is above 125 or 32,765 |
//! | number of moves | 1.125, or 2 or 4 more where it is above 255 |
//!
//! and 4 bytes for each move. To this come one segment of each array that is not full (at
//! most 2^18 items) and the buffers of the threads (1/16 of the budget, at most 32 MiB).
//! [`crate::positions::memory`] bounds the sum.
//!
//! When not to use it: where the value of one position is asked for, forward search looks
//! at a small part of the positions.

use std::hash::Hash;

use zug_job::Budget;
use zug_values::Outcome;

use crate::positions::edges::Edges;
use crate::positions::id::PositionId;
use crate::positions::ids::Ids;
use crate::positions::values::Values;

/// All positions that play can reach from some roots, and the moves between them.
///
/// A position has no value yet, unless the rules end the game there.
///
/// Invariant: outside this crate a graph has all its edges. A graph whose edges were let go
/// is inside a [`crate::strong::Positions`].
///
/// ```
/// use zug_game::{Fault, Game, Players, Step};
/// use zug_solve::{Job, positions::Graph, strong::Method};
/// use zug_values::{Plies, Value};
///
/// /// Take one or two coins.
/// struct Coins;
/// impl Game for Coins {
///     type Position = u32;
///     type Move = u32;
///     fn start(&self) -> u32 {
///         5
///     }
///     fn players(&self) -> Players<Self> {
///         Players::Impartial
///     }
///     fn moves(&self, coins: &u32, out: &mut Vec<u32>) -> Result<(), Fault> {
///         out.extend(1..=*coins.min(&2));
///         Ok(())
///     }
///     fn play(&self, coins: &u32, take: &u32) -> Result<Step<u32>, Fault> {
///         Ok(Step::passing(coins - take))
///     }
///     fn move_name(&self, _: &u32, take: &u32) -> String {
///         format!("take {take}")
///     }
/// }
///
/// let job = Job::default();
/// let graph = Graph::explore(&Coins, [5], &job)?;
/// assert_eq!((graph.len(), graph.edges()), (6, 9));
/// let solution = graph.solve(Method::Auto, &job)?;
/// assert_eq!(solution.value(&3), Some(Value::Loss(Plies(2))));
/// # Ok::<(), zug_solve::Error>(())
/// ```
#[derive(Debug)]
pub struct Graph<P> {
    pub(crate) ids: Ids<P>,
    pub(crate) edges: Edges,
    pub(crate) values: Values,
    pub(crate) ascending: Ascending,
    pub(crate) turn_kept: bool,
    pub(crate) impartial: bool,
    pub(crate) budget: Budget,
}

/// Whether every edge leads to a larger number, so that the numbers themselves are a
/// topological order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ascending {
    All,
    /// Some edge leads to a number that is not larger.
    NotAll,
}

impl<P: Copy + Eq + Hash> Graph<P> {
    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there was no root.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of moves between the positions.
    #[must_use]
    pub fn edges(&self) -> u64 {
        self.edges.len() as u64
    }

    /// The number of a position; `None` if it was not found.
    #[must_use]
    pub fn id(&self, position: &P) -> Option<PositionId> {
        self.ids.find(position).map(PositionId::new)
    }

    /// The position with this number.
    ///
    /// # Panics
    ///
    /// If no position has this number; so does [`Graph::finished`].
    #[must_use]
    pub fn position(&self, id: PositionId) -> P {
        self.ids.position(id.index())
    }

    /// How the rules end the game in this position; `None` if it goes on.
    #[must_use]
    pub fn finished(&self, id: PositionId) -> Option<Outcome> {
        self.values.finished(id.index())
    }
}
