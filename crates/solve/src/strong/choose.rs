//! The choice of method: how the positions of a graph get their values.
//!
//! If every move leads to a larger number, the order of discovery turned round is an order
//! for backward induction. Else a topological order is looked for. If there is none, play
//! can go round in a circle, and only retrograde analysis solves the graph.
//!
//! Cost: that of the chosen method, and that of looking for an order
//! (`positions::order`) where some move leads to a number that is not larger.

use std::hash::Hash;

use zug_job::Job;

use crate::error::Error;
use crate::positions::{Ascending, Graph, Order, order};
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
        let edges = self.edges.len() as u64;
        let (values, route, acyclic) = match (method, self.ascending) {
            (Method::Auto | Method::Backward, Ascending::All) => {
                let values = backward::descending(&self.edges, self.values, job)?;
                (values, Route::DiscoveryOrder, Acyclic::Yes)
            }
            (Method::Retrograde | Method::Retracting, Ascending::All) => {
                let values = retrograde::retrograde(self.edges, self.values, job)?;
                (values, Route::Retrograde, Acyclic::Yes)
            }
            (Method::Retrograde | Method::Retracting, Ascending::NotAll) => {
                let values = retrograde::retrograde(self.edges, self.values, job)?;
                (values, Route::Retrograde, Acyclic::NotLookedAt)
            }
            (method, Ascending::NotAll) => match order(&self.edges, &self.values, job)? {
                Order::Found(order) => {
                    let values = backward::in_order(&order, &self.edges, self.values, job)?;
                    (values, Route::TopologicalOrder, Acyclic::Yes)
                }
                Order::Cyclic { positions } if method == Method::Backward => {
                    return Err(Error::Cyclic { positions });
                }
                Order::Cyclic { .. } => {
                    let values = retrograde::retrograde(self.edges, self.values, job)?;
                    (values, Route::Retrograde, Acyclic::No)
                }
            },
        };
        Ok(Solution::new(
            self.ids,
            values,
            edges,
            route,
            acyclic,
            &self.budget,
        ))
    }
}
