//! Nimbers of all positions of an impartial game that ends.
//!
//! R. Sprague (1935) and P. M. Grundy (1939): under normal play, a position of a finite
//! impartial game is worth the Nim heap whose size is the least number that is not the
//! nimber of an option (*mex*). The positions are worked out in an order in which
//! options come first, as in backward induction.
//!
//! Where play can go round in a circle the game is refused: [`loopy_nimbers`] are for such games.
//! Nimbers are not defined, and the game is refused, where the players' moves differ, where a move
//! keeps the turn, and where the rules end a game otherwise than by a stuck player
//! losing.
//!
//! Cost: one look at each edge; 1 byte a position (2 or 4 where a nimber is above 255
//! or 65,535), and 4 bytes a position for an order where the order of discovery does
//! not do. When not to use it: for a sum, solve the parts and add their nimbers; for one position of a board
//! that falls into parts, [`NimberSearch`] needs few of all positions.
//!
//! ```
//! use zug_game::{Fault, Game, Players, Step};
//! use zug_solve::{Job, impartial, positions::Graph};
//! use zug_values::Nimber;
//!
//! /// Take one or two from a heap.
//! struct Heap;
//! impl Game for Heap {
//!     type Position = u32;
//!     type Move = u32;
//!     fn start(&self) -> u32 {
//!         10
//!     }
//!     fn players(&self) -> Players<Self> {
//!         Players::Impartial
//!     }
//!     fn moves(&self, heap: &u32, out: &mut Vec<u32>) -> Result<(), Fault> {
//!         out.extend(1..=*heap.min(&2));
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
//! let job = Job::default();
//! let graph = Graph::explore(&Heap, [10], &job)?;
//! let nimbers = impartial::nimbers(&graph, &job)?;
//! let five = graph.id(&5).expect("5 is on the way from 10");
//! assert_eq!(nimbers.get(five), Nimber(2));
//! # Ok::<(), zug_solve::Error>(())
//! ```

use std::hash::Hash;

use zug_job::{Job, Phase};
use zug_values::{Mex, Nimber};

use crate::cells::Cells;
use crate::error::{Error, NoNimber};
use crate::positions::{Graph, Pace, PositionId};

mod by_parts;
mod defined;
mod loopy;

use defined::refuse_undefined;

pub use by_parts::NimberSearch;
pub use loopy::{LoopyNimbers, loopy_nimbers};

/// The nimber of every position of a graph, by the position's id.
#[derive(Debug)]
pub struct Nimbers(Cells);

impl Nimbers {
    /// The nimber of the position with this id. The id must come from the graph that
    /// the nimbers were worked out for, or from its solution.
    ///
    /// # Panics
    ///
    /// If no position of that graph has this id.
    #[must_use]
    pub fn get(&self, id: PositionId) -> Nimber {
        Nimber(self.0.get(id.index()))
    }

    /// The nimbers of all positions, in order of discovery.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Nimber> {
        (0..self.0.len()).map(|index| Nimber(self.0.get(index)))
    }

    /// The bytes that the nimbers take.
    #[must_use]
    pub fn held_bytes(&self) -> u64 {
        self.0.bytes()
    }
}

/// The nimber of every position of the graph.
///
/// # Errors
///
/// [`NoNimber`] where nimbers are not defined; the other errors say that memory ran out
/// or that the caller cancelled the work.
pub fn nimbers<P>(graph: &Graph<P>, job: &Job) -> Result<Nimbers, Error>
where
    P: Copy + Eq + Hash,
{
    refuse_undefined(graph, job)?;
    let count = graph.len();
    let mut pace = Pace::new(Phase::Solving, count, graph.edges.len(), job);
    let order = match graph.order(job) {
        Err(Error::Cyclic { positions }) => return Err(NoNimber::Cyclic { positions }.into()),
        order => order?,
    };
    let refused = |refusal| Error::out_of_memory(refusal, Phase::Solving, count);
    let mut nimbers = Cells::zeros(count, &job.budget).map_err(refused)?;
    let mut mex = Mex::default();
    for place in (0..count).rev() {
        pace.step(place)?;
        let position = order.position(place);
        for edge in graph.edges.at(graph.edges.range(position)) {
            mex.insert(Nimber(nimbers.get(edge.to())));
        }
        nimbers.set(position, mex.take().0).map_err(refused)?;
    }
    Ok(Nimbers(nimbers))
}
