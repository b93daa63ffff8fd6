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
use zug_job::Job;

use crate::error::Error;
use crate::positions::{Ascending, Graph, Keep, reversal_bytes};
use crate::strong::options::Method;
use crate::strong::retrograde;
use crate::strong::solution::{Acyclic, Route, Solution};

/// All positions that play can reach from some roots, with the number of moves of each,
/// and the moves themselves as long as they fit.
#[derive(Debug)]
pub struct Explored<P>(Graph<P>);

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
            // Backward induction needs the moves, and says so where they do not fit.
            Method::Backward => Keep::Always,
            Method::Auto | Method::Retrograde => Keep::WhileTheyFit,
        };
        Graph::explore_keeping(game, roots, keep, None, job).map(Self)
    }

    /// The positions with all moves between them; `None` if the moves did not fit, or were
    /// not wanted.
    #[must_use]
    pub fn graph(&self) -> Option<&Graph<P>> {
        self.0.edges.are_kept().then_some(&self.0)
    }

    /// The number of positions that were found.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there was no root.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Gives every position its value: by the moves that were kept, unless their reverse
    /// does not fit, else by moves taken back.
    ///
    /// # Errors
    ///
    /// Those of [`Graph::solve`]; the rules break where a move is taken back.
    pub fn solve<G>(self, game: &G, method: Method, job: &Job) -> Result<Solution<P>, Error>
    where
        G: Retractable<Position = P>,
    {
        let Self(graph) = self;
        if graph.edges.are_kept() && can_be_reversed(&graph, method, job) {
            graph.solve(method, job)
        } else {
            take_back(graph, game, job)
        }
    }
}

/// Whether retrograde analysis with the edges of this graph fits into the budget, or the
/// edges are needed.
fn can_be_reversed<P>(graph: &Graph<P>, method: Method, job: &Job) -> bool
where
    P: Copy + Eq + Hash,
{
    let ordered = graph.ascending == Ascending::All && method == Method::Auto;
    if ordered || method == Method::Backward {
        return true;
    }
    job.budget.left() >= reversal_bytes(graph.len() as u64, graph.edges())
}

/// Gives every position its value by moves taken back, and lets go of the edges before.
fn take_back<G>(
    mut graph: Graph<G::Position>,
    game: &G,
    job: &Job,
) -> Result<Solution<G::Position>, Error>
where
    G: Retractable,
{
    graph.edges.let_go();
    let moves = graph.edges();
    let values = retrograde::retracting(game, &graph.ids, graph.edges, graph.values, job)?;
    Ok(Solution::new(
        graph.ids,
        values,
        moves,
        Route::Retracting,
        Acyclic::NotLookedAt,
        &graph.budget,
    ))
}
