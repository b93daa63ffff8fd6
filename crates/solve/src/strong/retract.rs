//! Positions without the moves between them, for games that can take moves back.
//!
//! A move takes four bytes while positions are found and four more while they are
//! solved by retrograde analysis; with a dozen moves a position that is most of
//! the memory. Where a game tells the positions before a position
//! ([`Retractable`]) no move need be kept: retrograde analysis asks the game.
//!
//! The moves are kept all the same as long as they fit, since a stored move is
//! found faster than one is taken back, and since a game in which play always ends
//! needs no predecessors at all. When the budget is about to break they are let
//! go, and discovery goes on without; [`Method::Retracting`] keeps none from the
//! start.
//!
//! Cost: bytes held for each position with a key of K bytes are K, 5.7 to 11.5 of
//! hash table, 1 of value and 1 for its number of moves, and up to 4 for two levels
//! of remoteness while it is solved. Time: each won or lost position is asked for
//! those before it once, with one look-up for each. Not for nimbers, which need
//! the moves.

use std::hash::Hash;

use zug_game::Retractable;
use zug_job::{Budget, Job};

use crate::error::Error;
use crate::positions::{Ascending, Edges, Graph, Ids, Keep, Keeping, Values};
use crate::strong::options::Method;
use crate::strong::retrograde;
use crate::strong::solution::{Acyclic, Route, Solution};

/// What discovery came back with.
#[derive(Debug)]
pub enum Explored<P> {
    /// All positions, and the moves between them.
    Graph(Graph<P>),
    /// All positions; the moves did not fit, or were not wanted.
    Positions(Positions<P>),
}

/// All positions that play can reach from some roots, with the number of moves of
/// each.
#[derive(Debug)]
pub struct Positions<P> {
    ids: Ids<P>,
    /// The number of them alone.
    edges: Edges,
    values: Values,
    budget: Budget,
}

impl<P: Copy + Eq + Hash + Send + Sync> Explored<P> {
    /// Finds every position that play can reach from these roots, with the moves
    /// between them as long as they fit.
    ///
    /// # Errors
    ///
    /// Those of [`Graph::explore`].
    pub fn explore<G>(
        game: &G,
        roots: impl IntoIterator<Item = P>,
        method: Method,
        job: &Job,
    ) -> Result<Self, Error>
    where
        G: Retractable<Position = P> + Sync,
    {
        let keep = match method {
            Method::Retracting => Keep::Never,
            // It needs the moves, and says so.
            Method::Backward => Keep::Always,
            Method::Auto | Method::Retrograde => Keep::WhileTheyFit,
        };
        let graph = Graph::explore_keeping(game, roots, keep, None, job)?;
        Ok(match graph.edges.keeping() {
            Keeping::Edges => Self::Graph(graph),
            Keeping::Degrees => Self::Positions(graph.into_positions()),
        })
    }

    /// Gives every position its value.
    ///
    /// # Errors
    ///
    /// Those of [`Graph::solve`].
    pub fn solve<G>(self, game: &G, method: Method, job: &Job) -> Result<Solution<P>, Error>
    where
        G: Retractable<Position = P>,
    {
        match self {
            Self::Graph(graph) if graph.can_be_reversed(method, job) => graph.solve(method, job),
            Self::Graph(graph) => graph.into_positions().solve(game, job),
            Self::Positions(positions) => positions.solve(game, job),
        }
    }
}

impl<P: Copy + Eq + Hash + Send + Sync> Graph<P> {
    fn into_positions(self) -> Positions<P> {
        let Self {
            ids,
            mut edges,
            values,
            budget,
            ..
        } = self;
        edges.let_go(&budget);
        Positions {
            ids,
            edges,
            values,
            budget,
        }
    }

    /// Whether retrograde analysis with its edges fits, or they are needed.
    fn can_be_reversed(&self, method: Method, job: &Job) -> bool {
        let ordered = self.ascending == Ascending::All && method == Method::Auto;
        if ordered || method == Method::Backward {
            return true;
        }
        let (positions, edges) = (self.len() as u64, self.edges.len() as u64);
        // Reversed edges and where they end; two levels.
        let needed = 4 * edges + 8 * positions + SLACK;
        job.budget.left() >= needed
    }
}

/// Segments that are not full.
const SLACK: u64 = 4 << 20;

impl<P: Copy + Eq + Hash + Send + Sync> Positions<P> {
    /// How many positions were found.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there was no root.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Gives every position its value, by moves taken back.
    ///
    /// # Errors
    ///
    /// The rules break, the budget does not suffice, or the caller cancelled.
    pub fn solve<G>(self, game: &G, job: &Job) -> Result<Solution<P>, Error>
    where
        G: Retractable<Position = P>,
    {
        let moves = self.edges.len() as u64;
        let values = retrograde::retracting(game, &self.ids, self.edges, self.values, job)?;
        Ok(Solution::new(
            self.ids,
            values,
            moves,
            Route::Retracting,
            Acyclic::NotLookedAt,
            &self.budget,
        ))
    }
}
