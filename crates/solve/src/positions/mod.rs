//! The positions that play can reach: what solvers of positions share.
//!
//! Positions are found breadth first and numbered in that order. Nothing here gives a
//! position its value, unless the rules end the game there: [`crate::strong`] gives
//! values, [`crate::impartial`] gives nimbers, [`crate::compound`] plays several games at
//! once, and each of them starts from the positions that are found here.
//!
//! - [`graph`] holds the positions and the moves between them;
//! - `discovery` finds them; `expand` asks the game for moves and `numbering` numbers what these
//!   lead to, on any number of threads;
//! - [`id`] is the number of a position, and tells the largest;
//! - `ids` holds the positions and finds the number of each, `edges` holds the moves, and
//!   `values` the values that are known so far;
//! - [`movers`] tells who may be to move, where a position stands for others with the players
//!   swapped;
//! - `order` looks for an order in which every move leads forward;
//! - [`mod@probe`] bounds the number of positions from below, before the work;
//! - [`memory`] has the formulas for the bytes that all this takes;
//! - `pace` tells the caller how far a pass over the positions is.

pub mod graph;
pub mod memory;
pub mod probe;

pub mod id;
pub mod movers;

mod discovery;
mod expand;
mod numbering;
mod ids;

mod edges;
mod values;

mod order;
mod pace;

pub use graph::Graph;
pub(crate) use id::{Long, MOST_SHORT, Number};
pub use id::{MAX_POSITIONS, MAX_WITH_MOVES, PositionId};
pub use memory::{
    floor_bytes, floor_bytes_in_tiers, floor_bytes_without_moves, refuse_if_too_large,
    worst_case_bytes,
};
pub use movers::Movers;
pub use probe::{Bound, probe};

pub(crate) use discovery::Keep;
pub(crate) use edges::{Edge, Edges};
pub(crate) use expand::{Batch, Moves};
pub(crate) use graph::Ascending;
pub(crate) use ids::{Ids, hash};
pub(crate) use memory::{floor_bytes_with_edges, reversal_bytes};
pub(crate) use order::{Order, is_seen_to_go_round};
pub(crate) use pace::Pace;
pub(crate) use values::{
    MOST_PLIES, Values, cell_of, finished_cell, finished_in, must_fit, value_in,
};
