//! A solution as a table of packed positions, for whoever writes it somewhere.

use std::ops::ControlFlow;

use zug_game::U256;
use zug_lang::Word;
use zug_solve::table::{Counts, Entry, Table, Take, Unreadable};
use zug_values::{LoopyNimber, Nimber, Plies, Value};

use crate::error::Error;
use crate::subject::for_each_game;

use super::{AnySolved, Solution};

/// The table of a solution, its positions packed ([`Position::to_bits`](crate::Position)):
/// one of each orbit of the symmetries that keep the position asked about. [`Solution::of_table`] takes such a table.
#[derive(Clone, Copy, Debug)]
pub struct PackedTable<'s> {
    solution: &'s Solution,
    /// Whether the table is of the second one of [`Problem::halves`](crate::Problem::halves).
    draws_are_won: bool,
}

impl Solution {
    /// The table of the solution, its positions packed. Of a problem with halves
    /// ([`Problem::halves`](crate::Problem::halves)) it is the table of the first one.
    ///
    /// ```
    /// use zug::{Problem, Request, SolveOptions};
    /// use zug_solve::table::Table;
    ///
    /// let problem = Problem::new(&Request::catalogue("tic-tac-toe")?)?;
    /// let solution = problem.solve(&SolveOptions::default())?;
    /// let (table, root) = (solution.packed(), problem.root());
    /// assert_eq!(table.find(&root.to_bits())?, solution.value(&root)?);
    /// # Ok::<(), zug::Error>(())
    /// ```
    #[must_use]
    pub fn packed(&self) -> PackedTable<'_> {
        PackedTable {
            solution: self,
            draws_are_won: false,
        }
    }

    /// The table of the second one of the halves of the problem
    /// ([`Problem::halves`](crate::Problem::halves)); `None` if it has none.
    #[must_use]
    pub fn packed_with_draws_won(&self) -> Option<PackedTable<'_>> {
        let has_halves = for_each_game!(&self.inner, AnySolved, solved => solved.drawn.is_some());
        has_halves.then_some(PackedTable {
            solution: self,
            draws_are_won: true,
        })
    }
}

/// Evaluates an expression in which `solved` is the half of a solution that a table is of.
macro_rules! in_half {
    ($table:expr, $solved:ident => $body:expr) => {
        for_each_game!(&$table.solution.inner, AnySolved, solved => {
            let $solved = match &solved.drawn {
                Some(drawn) if $table.draws_are_won => &**drawn,
                _ => solved,
            };
            $body
        })
    };
}

impl PackedTable<'_> {
    /// The number of positions of each kind as the rules define them: each orbit counts with
    /// its size. A table that is written keeps these counts, since a pass over all positions
    /// takes long ([`Table::orbit_counts`]).
    ///
    /// # Errors
    ///
    /// The table of values cannot be read.
    pub fn counts_of_orbits(&self) -> Result<Counts, Error> {
        in_half!(self, solved => Ok(solved.orbit_counts()?))
    }
}

impl Table for PackedTable<'_> {
    type Position = U256;

    fn find(&self, position: &U256) -> Result<Option<Value>, Unreadable> {
        in_half!(self, solved => {
            solved.stored.table().find(&Word::narrow(*position))
        })
    }

    fn nimber(&self, position: &U256) -> Result<Option<Nimber>, Unreadable> {
        in_half!(self, solved => {
            solved.stored.table().nimber(&Word::narrow(*position))
        })
    }

    fn loopy_nimber(&self, position: &U256) -> Result<Option<LoopyNimber>, Unreadable> {
        in_half!(self, solved => {
            solved.stored.table().loopy_nimber(&Word::narrow(*position))
        })
    }

    fn score(&self, position: &U256) -> Result<Option<i64>, Unreadable> {
        self.solution.score_of_bits(*position)
    }

    fn plies(&self, position: &U256) -> Result<Option<Plies>, Unreadable> {
        in_half!(self, solved => {
            solved.stored.table().plies(&Word::narrow(*position))
        })
    }

    fn has_scores(&self) -> bool {
        self.solution.tells_scores()
    }

    fn place(&self, position: &U256) -> Result<Option<u64>, Unreadable> {
        in_half!(self, solved => {
            solved.stored.table().place(&Word::narrow(*position))
        })
    }

    fn entry(&self, place: u64) -> Result<Option<Entry<U256>>, Unreadable> {
        in_half!(self, solved => {
            let entry = solved.stored.table().entry(place)?;
            Ok(entry.as_ref().map(packed))
        })
    }

    fn places(&self) -> u64 {
        in_half!(self, solved => solved.stored.table().places())
    }

    fn len(&self) -> u64 {
        in_half!(self, solved => solved.stored.table().len())
    }

    fn held_bytes(&self) -> u64 {
        in_half!(self, solved => solved.stored.table().held_bytes())
    }

    fn counts(&self) -> Result<Counts, Unreadable> {
        in_half!(self, solved => solved.stored.table().counts())
    }

    fn each_block(&self, take: &mut Take<'_, U256>) -> Result<(), Unreadable> {
        let mut all: Vec<Entry<U256>> = Vec::new();
        in_half!(self, solved => {
            solved.stored.table().each_block(&mut |block| {
                // A block of a table in memory may be all of it.
                for part in block.chunks(PART) {
                    all.clear();
                    all.extend(part.iter().map(packed));
                    if take(&all).is_break() {
                        return ControlFlow::Break(());
                    }
                }
                ControlFlow::Continue(())
            })
        })
    }
}

/// An entry with its position packed.
fn packed<W: Word>(entry: &Entry<W>) -> Entry<U256> {
    entry.map(Word::widen)
}

/// The number of positions that are packed at once.
const PART: usize = 4096;
