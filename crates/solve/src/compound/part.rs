//! One part of a compound: a small table of all that can become of it.
//!
//! Parts meet in a compound whatever their games are, so a part forgets its game:
//! it keeps the numbers of its positions, the options of each, and what each is
//! worth alone. In a compound a player may move twice in the same part while the
//! other moves elsewhere. So a position here does not say who moves; it has the
//! options of both players, which are the same ones in an impartial game.
//!
//! Cost: one expansion a position and player. Bytes held: 4 an option and about 30
//! a position (twice that for a partizan game), and its game's positions with
//! their table as long as [`Explored`] is kept; about twice as much while it is
//! made, and the buffers of [`crate::positions::graph`]. Not for a game that fills the
//! memory by itself: the parts of a sum are small.
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
use zug_job::{Budget, Refusal, bytes_of};
use zug_values::{Nimber, Play, Value};

use crate::error::NoNimber;
use crate::positions::PositionId;

mod lists;
mod alone;
mod heaps;
mod table;
mod explore;

pub use explore::Explored;

use alone::Sides;
use table::Table;

/// A game in one of its positions, as a part of a compound. Clones share the
/// table.
#[derive(Clone)]
pub struct Part {
    table: Arc<Table>,
    at: PositionId,
}

impl Part {
    /// The position it is in.
    #[must_use]
    pub fn position(&self) -> PositionId {
        self.at
    }

    /// The same part in another position.
    ///
    /// # Panics
    ///
    /// If the part has no such position.
    #[must_use]
    pub fn at(&self, position: PositionId) -> Self {
        assert!(
            position.index() < self.table.count,
            "no position of this part"
        );
        Self {
            table: self.table.clone(),
            at: position,
        }
    }

    /// How many positions the table has; their numbers are those below.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.table.count
    }

    /// Whether both players have the same options in all positions.
    #[must_use]
    pub fn is_impartial(&self) -> bool {
        self.table.sides == Sides::Alike
    }

    /// Whether neither player has a move here: it is over.
    #[must_use]
    pub fn is_dead(&self) -> bool {
        let rows = self.table.sides.rows().iter();
        rows.copied()
            .all(|mover| self.table.options.of(self.row(mover)).len() == 0)
    }

    /// The different positions that a player can move to, in the order of the
    /// rules.
    pub fn options(&self, mover: Player) -> impl ExactSizeIterator<Item = PositionId> + '_ {
        self.options_at(self.at, mover)
    }

    /// The same for another position of the table.
    pub(crate) fn options_at(
        &self,
        position: PositionId,
        mover: Player,
    ) -> impl ExactSizeIterator<Item = PositionId> + '_ {
        let places = self.option_range(position, mover);
        places.map(|place| self.option(place))
    }

    /// Where the options of a position stand in the table; [`Part::option`] reads
    /// them.
    pub(crate) fn option_range(&self, position: PositionId, mover: Player) -> Range<usize> {
        let Table { count, sides, .. } = *self.table;
        let row = sides.row(count, position.index(), mover);
        self.table.options.range(row)
    }

    /// The option at a place of the table.
    pub(crate) fn option(&self, place: usize) -> PositionId {
        PositionId::new(self.table.options.option(place) as usize)
    }

    /// What it is worth to the mover when it is played alone.
    #[must_use]
    pub fn value(&self, mover: Player, convention: Play) -> Value {
        let values = match convention {
            Play::Normal => &self.table.normal,
            Play::Misere => &self.table.misere,
        };
        values.get(self.row(mover))
    }

    /// Its nimber (in normal play).
    ///
    /// # Errors
    ///
    /// Why it has none: the players differ, or play can go round in a circle
    /// somewhere in the table.
    pub fn nimber(&self) -> Result<Nimber, NoNimber> {
        match &self.table.nimbers {
            Ok(nimbers) => Ok(nimbers.get(self.at)),
            Err(why) => Err(*why),
        }
    }

    /// Its size, if it is a heap of Nim: not only worth as much, but with just the
    /// options that the heap has, and these with just theirs. Such a part is a heap
    /// in misère play too.
    #[must_use]
    pub fn heap(&self) -> Option<Nimber> {
        let nimber = self.nimber().ok()?;
        self.table.heaps.get(self.at.index()).then_some(nimber)
    }

    /// How many positions can be reached from here, this one included, and how
    /// many options these have (of both players).
    pub(crate) fn reach(&self, budget: &Budget) -> Result<(usize, usize), Refusal> {
        let count = self.table.count;
        // Each position waits once at most, as the number that the table's lists hold.
        let bytes = bytes_of::<bool>(count) + bytes_of::<u32>(count);
        let _room = budget.charge(bytes)?;
        let mut found = vec![false; count];
        found[self.at.index()] = true;
        let mut waiting = Vec::with_capacity(count);
        waiting.push(self.at.index() as u32);
        let (mut positions, mut options) = (0, 0);
        while let Some(position) = waiting.pop() {
            positions += 1;
            for &mover in self.table.sides.rows() {
                for to in self.options_at(PositionId::new(position as usize), mover) {
                    options += 1;
                    if !std::mem::replace(&mut found[to.index()], true) {
                        waiting.push(to.index() as u32);
                    }
                }
            }
        }
        Ok((positions, options))
    }

    fn row(&self, mover: Player) -> usize {
        let Table { count, sides, .. } = *self.table;
        sides.row(count, self.at.index(), mover)
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
