//! Where the values of a solution are stored.
//!
//! Whoever asks for a value, or checks one, asks a [`Table`], which may fail to be read. How
//! the positions got their values is known of tables in memory alone.
//!
//! To add another storage, implement [`Table`] for it and hand it to
//! [`Solution::of_table`](crate::Solution::of_table). `tests/it/stored.rs` has such a table, and
//! one whose reading fails.

use std::fmt;
use std::hash::Hash;
use std::marker::PhantomData;
use std::sync::Arc;

use zug_game::{DenseIndex, U256};
use zug_job::{Budget, Job};
use zug_lang::Word;
use zug_solve::impartial::{LoopyNimbers, Nimbers};
use zug_solve::positions::PositionId;
use zug_solve::scores::{Attained, Gained, Scores};
use zug_solve::strong;
use zug_solve::table::{Counts, Entry, Table, Take, Unreadable};
use zug_values::{LoopyNimber, Nimber, Plies, Value};

use super::folded::Folded;
use crate::options::SolveOptions;

/// The values of a solution.
#[derive(Debug)]
pub(super) enum Stored<P> {
    /// In memory, as the solver left them.
    InMemory(InMemory<P>),
    /// In memory, each for itself and for positions with the players swapped.
    Folded(Folded<P>),
    /// In memory, by the numbers of an index.
    Dense(Dense<P>),
    /// In tiers.
    InTiers(InTiers<P>),
    /// In a table of the caller.
    Elsewhere(Elsewhere<P>),
}

impl<P: Word> Stored<P> {
    /// What the player to move attains in a position of a game whose moves gain points; `None` where
    /// no move does, and where the position was not solved.
    pub(super) fn attained(&self, position: &P) -> Result<Option<Attained>, Unreadable> {
        let table = self.table();
        let Some(plies) = table.plies(position)? else {
            return Ok(None);
        };
        let score = table.score(position)?;
        Ok(score.map(|score| Attained { score, plies }))
    }

    /// The budget that the table was charged to; `None` for a table of the caller.
    fn budget(&self) -> Option<&Budget> {
        match self {
            Self::InMemory(memory) => Some(&memory.budget),
            Self::Folded(folded) => Some(&folded.memory.budget),
            Self::Dense(dense) => Some(dense.budget()),
            Self::InTiers(tiers) => Some(&tiers.budget),
            Self::Elsewhere(_) => None,
        }
    }

    /// The job of work on the table, within the budget that the table was charged to.
    pub(super) fn job(&self, options: &SolveOptions) -> Job {
        match self.budget() {
            Some(budget) => options.job().with_budget(budget.clone()),
            None => options.job(),
        }
    }

    /// The table that holds the values.
    pub(super) fn table(&self) -> &(dyn Table<Position = P> + Send + Sync) {
        match self {
            Self::InMemory(memory) => memory,
            Self::Folded(folded) => folded,
            Self::Dense(dense) => dense,
            Self::InTiers(tiers) => &*tiers.table,
            Self::Elsewhere(table) => table,
        }
    }

    /// The counts of the table, each orbit counted with its size; `None` if finding the counts takes a
    /// pass over all positions.
    pub(super) fn orbit_counts(&self) -> Option<Counts> {
        let kept = match self {
            Self::InTiers(tiers) => tiers.orbit_counts,
            _ => None,
        };
        kept.or_else(|| self.table().orbit_counts())
    }
}

/// A solution over an index.
pub(super) type Dense<P> = strong::DenseSolution<P, Arc<dyn DenseIndex<P>>>;

/// Positions in memory with their values and, where they are defined, their nimbers.
#[derive(Debug)]
pub(super) struct InMemory<P> {
    pub(super) values: strong::Solution<P>,
    /// The nimbers by the numbers of the positions; `None` where they are not defined.
    pub(super) nimbers: Option<Nimbers>,
    /// The loopy nimbers by the numbers of the positions; `None` where play ends, and where they are
    /// not defined.
    pub(super) loopy: Option<LoopyNimbers>,
    /// The scores of a game that ends with scores, by the numbers of the positions, where no move gains points.
    pub(super) scores: Option<Scores>,
    /// The scores of a game whose moves gain points, by the numbers of the positions.
    pub(super) gained: Option<Gained>,
    /// The budget that the table was charged to.
    pub(super) budget: Budget,
}

impl<P> InMemory<P> {
    /// The score of the position with this number; `None` where positions have no scores.
    pub(super) fn score_of(&self, id: PositionId) -> Option<i64> {
        let gained = self.gained.as_ref().map(|gained| &gained.scores);
        Some(self.scores.as_ref().or(gained)?.get(id))
    }
}

impl<P: Copy + Eq + Hash> Table for InMemory<P> {
    type Position = P;

    fn score(&self, position: &P) -> Result<Option<i64>, Unreadable> {
        Ok(self.values.id(position).and_then(|id| self.score_of(id)))
    }

    fn plies(&self, position: &P) -> Result<Option<Plies>, Unreadable> {
        let gained = self.gained.as_ref();
        Ok(gained.and_then(|gained| Some(gained.get(self.values.id(position)?).plies)))
    }

    fn has_scores(&self) -> bool {
        self.scores.is_some() || self.gained.is_some()
    }

    fn find(&self, position: &P) -> Result<Option<Value>, Unreadable> {
        self.values.find(position)
    }

    fn nimber(&self, position: &P) -> Result<Option<Nimber>, Unreadable> {
        let nimbers = self.nimbers.as_ref();
        Ok(nimbers.and_then(|nimbers| Some(nimbers.get(self.values.id(position)?))))
    }

    fn loopy_nimber(&self, position: &P) -> Result<Option<LoopyNimber>, Unreadable> {
        let Some(id) = self.values.id(position) else {
            return Ok(None);
        };
        let loopy = self.loopy.as_ref().map(|loopy| loopy.get(id));
        let plain = || Some(self.nimbers.as_ref()?.get(id).into());
        Ok(loopy.or_else(plain))
    }

    fn place(&self, position: &P) -> Result<Option<u64>, Unreadable> {
        self.values.place(position)
    }

    fn entry(&self, place: u64) -> Result<Option<Entry<P>>, Unreadable> {
        Table::entry(&self.values, place)
    }

    fn len(&self) -> u64 {
        Table::len(&self.values)
    }

    fn held_bytes(&self) -> u64 {
        let scores = self.scores.as_ref().map_or(0, Scores::held_bytes);
        let gained = self.gained.as_ref().map_or(0, Gained::held_bytes);
        let loopy = self.loopy.as_ref().map_or(0, LoopyNimbers::held_bytes);
        self.values.held_bytes() + scores + gained + loopy
    }

    fn each_block(&self, take: &mut Take<'_, P>) -> Result<(), Unreadable> {
        self.values.each_block(take)
    }
}

/// Positions in tiers with their values and, where they were worked out, their nimbers or scores.
pub(super) struct InTiers<P> {
    pub(super) table: Box<dyn Table<Position = P> + Send + Sync>,
    /// The number of moves between the positions.
    pub(super) moves: u64,
    /// The counts by orbits, where whoever keeps the tiers knows them.
    pub(super) orbit_counts: Option<Counts>,
    /// The budget that the table was charged to.
    pub(super) budget: Budget,
}

impl<P> fmt::Debug for InTiers<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InTiers")
            .field("moves", &self.moves)
            .finish_non_exhaustive()
    }
}

/// A table of the caller, whose positions are packed into 256 bits, with positions of
/// another width.
pub(super) struct Elsewhere<P> {
    table: Box<dyn Table<Position = U256> + Send + Sync>,
    width: PhantomData<fn() -> P>,
}

impl<P> Elsewhere<P> {
    pub(super) fn new(table: impl Table<Position = U256> + Send + Sync + 'static) -> Self {
        Self {
            table: Box::new(table),
            width: PhantomData,
        }
    }
}

impl<P: Word> Table for Elsewhere<P> {
    type Position = P;

    fn find(&self, position: &P) -> Result<Option<Value>, Unreadable> {
        self.table.find(&position.widen())
    }

    fn nimber(&self, position: &P) -> Result<Option<Nimber>, Unreadable> {
        self.table.nimber(&position.widen())
    }

    fn loopy_nimber(&self, position: &P) -> Result<Option<LoopyNimber>, Unreadable> {
        self.table.loopy_nimber(&position.widen())
    }

    fn score(&self, position: &P) -> Result<Option<i64>, Unreadable> {
        self.table.score(&position.widen())
    }

    fn plies(&self, position: &P) -> Result<Option<Plies>, Unreadable> {
        self.table.plies(&position.widen())
    }

    fn has_scores(&self) -> bool {
        self.table.has_scores()
    }

    fn place(&self, position: &P) -> Result<Option<u64>, Unreadable> {
        self.table.place(&position.widen())
    }

    fn entry(&self, place: u64) -> Result<Option<Entry<P>>, Unreadable> {
        let entry = self.table.entry(place)?;
        Ok(entry.map(|entry| entry.map(P::narrow)))
    }

    fn places(&self) -> u64 {
        self.table.places()
    }

    fn len(&self) -> u64 {
        self.table.len()
    }

    fn held_bytes(&self) -> u64 {
        self.table.held_bytes()
    }

    fn each_block(&self, take: &mut Take<'_, P>) -> Result<(), Unreadable> {
        let mut entries = Vec::new();
        self.table.each_block(&mut |block| {
            entries.clear();
            entries.extend(block.iter().map(|entry| entry.map(P::narrow)));
            take(&entries)
        })
    }

    fn counts_by(&self, weight: &mut dyn FnMut(&P) -> u64) -> Result<Counts, Unreadable> {
        self.table.counts_by(&mut |wide| weight(&P::narrow(*wide)))
    }

    fn orbit_counts(&self) -> Option<Counts> {
        self.table.orbit_counts()
    }
}

impl<P> fmt::Debug for Elsewhere<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Elsewhere").finish_non_exhaustive()
    }
}
