//! One part of a compound: a game in one of its positions, with a table of all positions.
//!
//! The parts of a compound may be of different games, so that a part forgets its game: it
//! keeps the numbers of the positions, the options of each, and what each is worth alone.
//! In a compound a player may move twice in a row in one part, while the opponent moves in
//! another. So a position of a part does not say who is to move; it has the options of
//! either player, which are equal in an impartial game.
//!
//! Cost: one expansion for each position and player. Bytes held: 4 for each option and
//! about 30 for each position (60 for a partizan game), and the game's own positions as
//! long as the [`ExploredPart`] is kept; about twice as much while the table is made, and
//! the buffers of [`crate::positions::graph`]. Not for a game that fills the memory by
//! itself: the parts of a sum are small.
//!
//! ```
//! use zug_game::{Fault, Game, Players, Step};
//! use zug_solve::{Job, compound::Part};
//! use zug_values::{Nimber, Play, Plies, Value};
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
//! let heap = Part::explore(&Heap, 10, &Job::default())?;
//! assert_eq!(heap.part().nimber(), Ok(Nimber(1)));
//! let five = heap.find(&5).expect("play comes by 5");
//! let five = heap.part().at(five);
//! let mover = zug_game::Player::First;
//! assert_eq!(five.value(mover, Play::Normal), Value::Win(Plies(3)));
//! assert_eq!(five.value(mover, Play::Misere), Value::Win(Plies(4)));
//! # Ok::<(), zug_solve::Error>(())
//! ```

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use zug_game::Player;
use zug_job::{Budget, Refusal};
use zug_values::{LoopyNimber, Nimber, Play, Value};

use crate::error::NoNimber;
use crate::positions::PositionId;

mod rows;
mod lists;
mod alone;
mod heaps;
mod table;
mod explore;

pub use explore::ExploredPart;

use rows::Sides;
use table::Table;

/// A game in one of its positions, as a part of a compound. Clones share the table.
#[derive(Clone)]
pub struct Part {
    table: Arc<Table>,
    at: PositionId,
}

impl Part {
    /// The position that the part is in.
    #[must_use]
    pub fn position(&self) -> PositionId {
        self.at
    }

    /// The same game in another position.
    ///
    /// # Panics
    ///
    /// If the table has no position with this number.
    #[must_use]
    pub fn at(&self, position: PositionId) -> Self {
        assert!(
            position.index() < self.positions(),
            "no position of this part"
        );
        Self {
            table: self.table.clone(),
            at: position,
        }
    }

    /// The number of positions that the table has.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.table.rows.positions
    }

    /// Whether both players have the same options in every position of the table.
    #[must_use]
    pub fn is_impartial(&self) -> bool {
        self.table.rows.sides == Sides::Alike
    }

    /// Whether neither player has a move here.
    #[must_use]
    pub fn is_dead(&self) -> bool {
        let mut players = self.table.rows.sides.players().iter();
        players.all(|&mover| self.options(mover).len() == 0)
    }

    /// The different positions that a player can move to, in the order of the rules.
    pub fn options(&self, mover: Player) -> impl ExactSizeIterator<Item = PositionId> + '_ {
        let options = self.table.options_of(self.at.index(), mover);
        options.map(|to| PositionId::new(to as usize))
    }

    /// The places in the table where the options of a position stand, for this player to
    /// move. [`Part::option`] reads a place.
    pub(crate) fn option_range(&self, position: PositionId, mover: Player) -> Range<usize> {
        let row = self.table.rows.row(position.index(), mover);
        self.table.options.range(row)
    }

    /// The option at a place of the table.
    pub(crate) fn option(&self, place: usize) -> PositionId {
        PositionId::new(self.table.options.option(place) as usize)
    }

    /// What the part is worth to the mover when it is played alone.
    #[must_use]
    pub fn value(&self, mover: Player, convention: Play) -> Value {
        let row = self.table.rows.row(self.at.index(), mover);
        self.table.value(row, convention)
    }

    /// The nimber of the part, in normal play, where play from all positions of the table ends.
    ///
    /// # Errors
    ///
    /// The reason why the table has no nimbers: the players differ, or play can go round
    /// in a circle from some position of the table.
    pub fn nimber(&self) -> Result<Nimber, NoNimber> {
        match &self.table.nimbers {
            Ok(nimbers) => Ok(nimbers.get(self.at)),
            Err(why) => Err(*why),
        }
    }

    /// The loopy nimber of the part, in normal play: its nimber where it has one.
    ///
    /// # Errors
    ///
    /// The reason why the table has no loopy nimbers: the players differ, or a set of numbers is too
    /// large.
    pub fn loopy_nimber(&self) -> Result<LoopyNimber, NoNimber> {
        match (&self.table.nimbers, &self.table.loopy) {
            (Ok(nimbers), _) => Ok(nimbers.get(self.at).into()),
            (Err(_), Some(loopy)) => Ok(loopy.get(self.at)),
            (Err(why), None) => Err(*why),
        }
    }

    /// The size of the part, if it *is* a heap of Nim: each smaller heap is an option, and
    /// each option is such a heap. Such a part is a heap in misère play too, which a part
    /// that is only worth as much as a heap need not be.
    #[must_use]
    pub fn heap(&self) -> Option<Nimber> {
        let nimber = self.nimber().ok()?;
        self.table.heaps.get(self.at.index()).then_some(nimber)
    }

    /// Returns the number of positions that can be reached from here, this one included,
    /// and the number of options that they have, of both players.
    pub(crate) fn reach(&self, budget: &Budget) -> Result<(usize, usize), Refusal> {
        self.table.reach(self.at.index(), budget)
    }
}

impl fmt::Debug for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Part")
            .field("positions", &self.positions())
            .field("at", &self.at)
            .finish_non_exhaustive()
    }
}
