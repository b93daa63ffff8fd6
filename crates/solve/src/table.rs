//! A solved table: the value of each position, wherever the table is stored.
//!
//! Whoever asks for values, be it a report, a tree or an opponent in play, need not know
//! whether a table lies in memory or on disk. A [`Table`] is asked for one position, or hands
//! on all of them block by block, and each answer may be an [`Unreadable`]: the table could
//! not be read. A table in memory ([`crate::strong::Solution`]) is always readable.
//!
//! Cost: a block at a time goes through a function pointer, so that a pass over a table
//! costs no call for each position. When not to use it: inside a solver, which knows how
//! its own positions are stored.

use std::error::Error;
use std::ops::ControlFlow;
use std::sync::Arc;

use zug_values::{Nimber, Outcome, Plies, Value};

/// The value of every position that play can reach from some roots.
///
/// Laws: [`Table::each_block`] hands on each position once, [`Table::len`] positions in all,
/// and [`Table::find`] gives each of them the value that it was handed on with.
///
/// ```
/// use zug_solve::table::{Table, Unreadable};
///
/// fn share_of_wins<P: Copy>(table: &dyn Table<Position = P>) -> Result<f64, Unreadable> {
///     let counts = table.counts()?;
///     Ok(counts.wins as f64 / counts.positions as f64)
/// }
/// ```
pub trait Table {
    /// A position of the game.
    type Position: Copy;

    /// The value of a position; `None` if play cannot reach it from the roots.
    ///
    /// # Errors
    ///
    /// The table could not be read.
    fn find(&self, position: &Self::Position) -> Result<Option<Value>, Unreadable>;

    /// The nimber of a position; `None` where the table has none, be it that it keeps no
    /// nimbers or that play cannot reach the position from the roots.
    ///
    /// # Errors
    ///
    /// The table could not be read.
    fn nimber(&self, _position: &Self::Position) -> Result<Option<Nimber>, Unreadable> {
        Ok(None)
    }

    /// The number of positions.
    fn len(&self) -> u64;

    /// Whether there was no root.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes of memory that the table takes now.
    fn held_bytes(&self) -> u64;

    /// Hands on all positions, block by block, until `take` breaks off. The order is that
    /// of the table, and the same in each pass.
    ///
    /// # Errors
    ///
    /// The table could not be read; blocks before the fault were handed on.
    fn each_block(&self, take: &mut Take<'_, Self::Position>) -> Result<(), Unreadable>;

    /// The number of positions of each kind.
    ///
    /// # Errors
    ///
    /// The table could not be read.
    fn counts(&self) -> Result<Counts, Unreadable> {
        self.counts_by(&mut |_| 1)
    }

    /// The number of positions of each kind where each position stands for `weight`
    /// positions, as a canonical one does for its orbit.
    ///
    /// # Errors
    ///
    /// The table could not be read.
    fn counts_by(
        &self,
        weight: &mut dyn FnMut(&Self::Position) -> u64,
    ) -> Result<Counts, Unreadable> {
        let mut counts = Counts::default();
        self.each_block(&mut |block| {
            for entry in block {
                counts.add(entry.value, entry.finished, weight(&entry.position));
            }
            ControlFlow::Continue(())
        })?;
        Ok(counts)
    }
}

/// What is done with each block of a table: it says whether the pass goes on.
pub type Take<'a, P> = dyn FnMut(&[Entry<P>]) -> ControlFlow<()> + 'a;

/// What a table tells of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<P> {
    /// The position.
    pub position: P,
    /// What the position is worth to the player to move.
    pub value: Value,
    /// How the rules end the game here, for the mover; `None` if it goes on.
    pub finished: Option<Outcome>,
}

/// A table could not be read.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the table of positions cannot be read: {0}")]
pub struct Unreadable(Arc<dyn Error + Send + Sync>);

impl Unreadable {
    /// A table could not be read for this reason.
    pub fn new(why: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self(Arc::from(why.into()))
    }

    /// The reason. It is no source of this error, whose message tells it already.
    #[must_use]
    pub fn why(&self) -> &(dyn Error + Send + Sync + 'static) {
        &*self.0
    }
}

/// The number of positions of each kind. The outcomes are the mover's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All positions.
    pub positions: u64,
    /// The positions in which the game is over.
    pub finished: u64,
    /// The positions that the mover wins.
    pub wins: u64,
    /// The positions that the mover loses.
    pub losses: u64,
    /// The positions that neither player can win.
    pub draws: u64,
    /// The longest win; `None` if there is no win.
    pub longest_win: Option<Plies>,
    /// The longest loss; `None` if there is no loss.
    pub longest_loss: Option<Plies>,
}

impl Counts {
    /// The largest remoteness of any position; `None` if all are draws.
    #[must_use]
    pub fn max_remoteness(&self) -> Option<Plies> {
        self.longest_win.max(self.longest_loss)
    }

    /// Counts `weight` positions more of this value; `finished` is how the rules end the
    /// game in them, `None` if it goes on there.
    pub fn add(&mut self, value: Value, finished: Option<Outcome>, weight: u64) {
        self.positions += weight;
        if finished.is_some() {
            self.finished += weight;
        }
        match value {
            Value::Win(plies) => {
                self.wins += weight;
                self.longest_win = self.longest_win.max(Some(plies));
            }
            Value::Loss(plies) => {
                self.losses += weight;
                self.longest_loss = self.longest_loss.max(Some(plies));
            }
            Value::Draw => self.draws += weight,
        }
    }
}
