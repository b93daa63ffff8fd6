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

mod wins;

use std::error::Error;
use std::ops::ControlFlow;
use std::sync::Arc;

use zug_game::Player;
use zug_values::{LoopyNimber, Nimber, Outcome, Plies, Value};

pub use wins::{Mover, Wins, mover};

/// The value of every position that play can reach from some roots.
///
/// Each entry has a place: a number of its own below [`Table::places`]. A table by rank has
/// places without an entry.
///
/// Laws: [`Table::each_block`] hands on each position once, [`Table::len`] positions in all,
/// in the order of their places; [`Table::find`] gives each of them the value that it was
/// handed on with, and [`Table::entry`] at its [`Table::place`] gives the same entry.
///
/// ```
/// use zug_solve::table::{Table, Unreadable};
///
/// fn share_of_wins<P: Copy>(table: &dyn Table<Position = P>) -> Result<f64, Unreadable> {
///     let counts = table.counts()?;
///     Ok(counts.wins() as f64 / counts.positions() as f64)
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

    /// The nimber of a position in a game that ends; `None` where the table has none, be it that it
    /// keeps no nimbers, that play can go round in a circle, or that play cannot reach the position from the roots.
    ///
    /// # Errors
    ///
    /// The table could not be read.
    fn nimber(&self, _position: &Self::Position) -> Result<Option<Nimber>, Unreadable> {
        Ok(None)
    }

    /// The loopy nimber of a position: its nimber where play ends. `None` where the table has none,
    /// be it that it keeps none or that play cannot reach the position from the roots.
    ///
    /// # Errors
    ///
    /// The table could not be read.
    fn loopy_nimber(&self, position: &Self::Position) -> Result<Option<LoopyNimber>, Unreadable> {
        Ok(self.nimber(position)?.map(LoopyNimber::from))
    }

    /// The score of a position for the player to move; `None` where the table has none, be it
    /// that it keeps no scores or that play cannot reach the position from the roots.
    ///
    /// # Errors
    ///
    /// The table could not be read.
    fn score(&self, _position: &Self::Position) -> Result<Option<i64>, Unreadable> {
        Ok(None)
    }

    /// The number of plies that are left in a position if both play for the largest score, of draws
    /// too, in the table of a game whose moves gain points; `None` in any other table, and where play
    /// cannot reach the position from the roots.
    ///
    /// # Errors
    ///
    /// The table could not be read.
    fn plies(&self, _position: &Self::Position) -> Result<Option<Plies>, Unreadable> {
        Ok(None)
    }

    /// Whether the table has the score of every position. Asking costs no pass.
    fn has_scores(&self) -> bool {
        false
    }

    /// The place of a position; `None` if play cannot reach it from the roots.
    ///
    /// # Errors
    ///
    /// The table could not be read.
    fn place(&self, position: &Self::Position) -> Result<Option<u64>, Unreadable>;

    /// The entry at a place; `None` if there is none.
    ///
    /// # Errors
    ///
    /// The table could not be read.
    fn entry(&self, place: u64) -> Result<Option<Entry<Self::Position>>, Unreadable>;

    /// A number that is larger than the place of any entry.
    fn places(&self) -> u64 {
        self.len()
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
                counts.add(entry, weight(entry.position()));
            }
            ControlFlow::Continue(())
        })?;
        Ok(counts)
    }

    /// The number of positions of each kind where each position stands for its orbit under
    /// the symmetries in use, if the table keeps these numbers. Asking costs no pass.
    fn orbit_counts(&self) -> Option<Counts> {
        None
    }

    /// The number of positions that each player wins, where each position stands for its orbit, if
    /// the table keeps these numbers. Asking costs no pass.
    fn wins(&self) -> Option<Wins> {
        None
    }
}

/// What is done with each block of a table: it says whether the pass goes on.
pub type Take<'a, P> = dyn FnMut(&[Entry<P>]) -> ControlFlow<()> + 'a;

/// What a table tells of one position: its value, and how the rules end the game in it.
///
/// A win or a loss in 0 plies is a finished position, and no other win or loss is. A draw may
/// be a finished position or a draw by play.
///
/// ```
/// use zug_solve::table::Entry;
/// use zug_values::{Outcome, Plies, Value};
///
/// let won = Entry::new("a", Value::Win(Plies(3)));
/// assert_eq!(won.finished(), None);
/// let by_play = Entry::new("b", Value::Draw);
/// let by_rules = Entry::of_finished("c", Outcome::Draw);
/// assert_eq!(by_play.value(), by_rules.value());
/// assert_eq!((by_play.finished(), by_rules.finished()), (None, Some(Outcome::Draw)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<P> {
    position: P,
    value: Value,
    /// Invariant: set for draws alone.
    is_finished_draw: bool,
}

impl<P> Entry<P> {
    /// A position with this value. A draw is one by play.
    #[must_use]
    pub fn new(position: P, value: Value) -> Self {
        Self {
            position,
            value,
            is_finished_draw: false,
        }
    }

    /// A position in which the rules end the game with this outcome for the mover.
    #[must_use]
    pub fn of_finished(position: P, outcome: Outcome) -> Self {
        Self {
            position,
            value: Value::finished(outcome),
            is_finished_draw: outcome == Outcome::Draw,
        }
    }

    /// The entry with its position replaced by `to(position)`.
    pub fn map<Q>(self, to: impl FnOnce(P) -> Q) -> Entry<Q> {
        Entry {
            position: to(self.position),
            value: self.value,
            is_finished_draw: self.is_finished_draw,
        }
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &P {
        &self.position
    }

    /// What the position is worth to the player to move.
    #[must_use]
    pub fn value(&self) -> Value {
        self.value
    }

    /// How the rules end the game here, for the mover; `None` if it goes on.
    #[must_use]
    pub fn finished(&self) -> Option<Outcome> {
        let is_over = self.is_finished_draw || self.value.remoteness() == Some(Plies::ZERO);
        is_over.then(|| self.value.outcome())
    }
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

    /// Why the table cannot be read. [`Error::source`] does not give this reason again,
    /// because the message of this error contains it.
    #[must_use]
    pub fn why(&self) -> &(dyn Error + Send + Sync + 'static) {
        &*self.0
    }
}

/// The number of positions of each kind. The outcomes are the mover's.
///
/// ```
/// use zug_solve::table::{Counts, Entry};
/// use zug_values::{Outcome, Plies, Value};
///
/// let mut counts = Counts::default();
/// counts.add(&Entry::of_finished("over", Outcome::Loss), 1);
/// counts.add(&Entry::new("one move before", Value::Win(Plies(1))), 2);
/// assert_eq!((counts.positions(), counts.finished(), counts.wins()), (3, 1, 2));
/// assert_eq!(counts.max_remoteness(), Some(Plies(1)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    finished: u64,
    wins: u64,
    losses: u64,
    draws: u64,
    /// Invariant: these are among the wins and losses.
    endless: u64,
    longest_win: Option<Plies>,
    longest_loss: Option<Plies>,
}

impl Counts {
    /// The counts with this number of positions in which the game is over.
    #[must_use]
    pub fn with_finished(self, finished: u64) -> Self {
        Self { finished, ..self }
    }

    /// The counts with this number of wins, of which the longest takes `longest` plies.
    #[must_use]
    pub fn with_wins(self, wins: u64, longest: Option<Plies>) -> Self {
        Self {
            wins,
            longest_win: longest,
            ..self
        }
    }

    /// The counts with this number of losses, of which the longest takes `longest` plies.
    #[must_use]
    pub fn with_losses(self, losses: u64, longest: Option<Plies>) -> Self {
        Self {
            losses,
            longest_loss: longest,
            ..self
        }
    }

    /// The counts with this number of draws.
    #[must_use]
    pub fn with_draws(self, draws: u64) -> Self {
        Self { draws, ..self }
    }

    /// Counts `weight` positions more of the kind that this entry is of.
    pub fn add<P>(&mut self, entry: &Entry<P>, weight: u64) {
        if entry.finished().is_some() {
            self.finished += weight;
        }
        match entry.value {
            Value::Win(plies) => {
                self.wins += weight;
                self.longest_win = self.longest_win.max(Some(plies));
            }
            Value::Loss(plies) => {
                self.losses += weight;
                self.longest_loss = self.longest_loss.max(Some(plies));
            }
            Value::EndlessWin => {
                self.wins += weight;
                self.endless += weight;
            }
            Value::EndlessLoss => {
                self.losses += weight;
                self.endless += weight;
            }
            Value::Draw => self.draws += weight,
        }
    }

    /// Who wins the positions, from the counts of those in which First is to move.
    #[must_use]
    pub fn wins_by_player(&self, first_to_move: &Self) -> Wins {
        let mut wins = Wins::default();
        for (mover, won, lost) in [
            (Player::First, first_to_move.wins, first_to_move.losses),
            (
                Player::Second,
                self.wins - first_to_move.wins,
                self.losses - first_to_move.losses,
            ),
        ] {
            wins.add(mover, Outcome::Win, won);
            wins.add(mover, Outcome::Loss, lost);
        }
        wins
    }

    /// All positions.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.wins + self.losses + self.draws
    }

    /// The positions in which the game is over.
    #[must_use]
    pub fn finished(&self) -> u64 {
        self.finished
    }

    /// The positions that the mover wins.
    #[must_use]
    pub fn wins(&self) -> u64 {
        self.wins
    }

    /// The positions that the mover loses.
    #[must_use]
    pub fn losses(&self) -> u64 {
        self.losses
    }

    /// The positions that neither player can win.
    #[must_use]
    pub fn draws(&self) -> u64 {
        self.draws
    }

    /// The positions that somebody wins because play never ends, which are among the wins and the
    /// losses.
    #[must_use]
    pub fn endless(&self) -> u64 {
        self.endless
    }

    /// The longest win; `None` if there is no win.
    #[must_use]
    pub fn longest_win(&self) -> Option<Plies> {
        self.longest_win
    }

    /// The longest loss; `None` if there is no loss.
    #[must_use]
    pub fn longest_loss(&self) -> Option<Plies> {
        self.longest_loss
    }

    /// The largest remoteness of any position; `None` if all are draws.
    #[must_use]
    pub fn max_remoteness(&self) -> Option<Plies> {
        self.longest_win.max(self.longest_loss)
    }
}
