//! The choice of method: how the positions of a graph get their values.
//!
//! If there is an order in which every move leads forward (`positions::order`), the values
//! come by backward induction. Else play can go round in a circle, and only retrograde
//! analysis solves the graph. Where a few walks see play go round, no order is looked for.
//!
//! Cost: that of the chosen method, and that of looking for an order.

use std::hash::Hash;

use zug_job::Job;

use crate::checkpoint::LevelLog;
use crate::error::Error;
use crate::positions::{Ascending, Graph, Order, is_seen_to_go_round};
use crate::strong::options::Method;
use crate::strong::solution::{Acyclic, Route, Solution};
use crate::strong::{backward, retrograde};

impl<P: Copy + Eq + Hash + Send + Sync> Graph<P> {
    /// Gives every position its value, and lets go of the edges.
    ///
    /// # Errors
    ///
    /// [`Error::Cyclic`] if [`Method::Backward`] was asked for and play can go round in a
    /// circle; [`Error::TooManyMoves`] if retrograde analysis cannot count the moves into
    /// a position; [`Error::Stopped`] if the budget does not suffice or the caller
    /// cancelled.
    pub fn solve(self, method: Method, job: &Job) -> Result<Solution<P>, Error> {
        self.solve_logged(method, None, job)
    }

    /// As [`Graph::solve`]; the log keeps checkpoints where the values come level by level.
    pub(crate) fn solve_logged(
        self,
        method: Method,
        log: Option<LevelLog>,
        job: &Job,
    ) -> Result<Solution<P>, Error> {
        let moves = self.edges();
        let order = match method {
            Method::Auto | Method::Replaying
                if self.ascending == Ascending::NotAll
                    && is_seen_to_go_round(&self.edges, self.len()) =>
            {
                None
            }
            Method::Auto | Method::Backward | Method::Replaying | Method::Tiers => {
                match self.order(job) {
                    Err(Error::Cyclic { .. })
                        if !matches!(method, Method::Backward | Method::Tiers) =>
                    {
                        None
                    }
                    order => Some(order?),
                }
            }
            Method::Retrograde | Method::Retracting | Method::Dense => None,
        };
        let (values, route, acyclic) = match order {
            Some(Order::ByNumber) => {
                let values = backward::by_number(&self.edges, self.values, job)?;
                (values, Route::DiscoveryOrder, Acyclic::Yes)
            }
            Some(order @ Order::Listed(_)) => {
                let values = backward::in_order(&order, &self.edges, self.values, job)?;
                (values, Route::TopologicalOrder, Acyclic::Yes)
            }
            None => {
                let acyclic = match (self.ascending, method) {
                    (Ascending::All, _) => Acyclic::Yes,
                    (Ascending::NotAll, Method::Auto | Method::Replaying) => Acyclic::No,
                    (Ascending::NotAll, _) => Acyclic::NotLookedAt,
                };
                let values = retrograde::by_kept_moves(self.edges, self.values, log, job)?;
                (values, Route::Retrograde, acyclic)
            }
        };
        Ok(Solution::new(
            self.ids,
            values,
            moves,
            route,
            acyclic,
            &self.budget,
        ))
    }
}
