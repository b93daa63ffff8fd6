//! The table of a part: the options of every position, and what each is worth alone.

use zug_game::Player;
use zug_job::{Budget, Job, Phase, Refusal, bytes_of};
use zug_values::{Play, Value};

use super::alone::Alone;
use super::heaps::heaps;
use super::lists::Lists;
use super::rows::Rows;
use crate::error::{Error, NoNimber};
use crate::impartial::{LoopyNimbers, Nimbers, loopy_nimbers, nimbers};
use crate::positions::Graph;
use crate::segments::Segments;
use crate::strong::Method;

/// All positions of a part.
pub(super) struct Table {
    pub(super) rows: Rows,
    /// The options of each row, as numbers of positions.
    pub(super) options: Lists,
    /// The value of each row in normal play.
    normal: Segments<Value>,
    /// The value of each row in misère play.
    misere: Segments<Value>,
    /// The nimber of each position, or why there are none.
    pub(super) nimbers: Result<Nimbers, NoNimber>,
    /// The loopy nimber of each position, where there are no nimbers because play can go round in a
    /// circle.
    pub(super) loopy: Option<LoopyNimbers>,
    /// Whether each position is a heap of Nim, option for option; empty where there are no
    /// nimbers.
    pub(super) heaps: Segments<bool>,
}

impl Table {
    /// Works out what each position is worth alone, from the options of every row.
    pub(super) fn new(rows: Rows, options: Lists, job: &Job) -> Result<Self, Error> {
        let alone = |convention| Alone {
            rows,
            lists: &options,
            convention,
        };
        let normal = alone(Play::Normal).explore(job)?;
        let (nimbers, loopy) = match nimbers(&normal, job) {
            Ok(nimbers) => (Ok(nimbers), None),
            Err(Error::NoNimber(round @ NoNimber::Cyclic { .. })) => {
                match loopy_nimbers(&normal, job) {
                    Ok(loopy) => (Err(round), Some(loopy)),
                    Err(Error::NoNimber(why)) => (Err(why), None),
                    Err(other) => return Err(other),
                }
            }
            Err(Error::NoNimber(why)) => (Err(why), None),
            Err(other) => return Err(other),
        };
        let normal = values(normal, job)?;
        let misere = values(alone(Play::Misere).explore(job)?, job)?;
        let heaps = match &nimbers {
            Ok(nimbers) => heaps(&options, nimbers, job)?,
            Err(_) => Segments::new(&job.budget),
        };
        Ok(Self {
            rows,
            options,
            normal,
            misere,
            nimbers,
            loopy,
            heaps,
        })
    }

    /// The value of a row under a convention.
    pub(super) fn value(&self, row: usize, convention: Play) -> Value {
        let values = match convention {
            Play::Normal => &self.normal,
            Play::Misere => &self.misere,
        };
        values.get(row)
    }

    /// Returns the number of positions that can be reached from this position, itself
    /// included, and the number of options that they have, of both players.
    pub(super) fn reach(
        &self,
        position: usize,
        budget: &Budget,
    ) -> Result<(usize, usize), Refusal> {
        let count = self.rows.positions;
        // A position waits at most once, and then takes 4 bytes.
        let bytes = bytes_of::<bool>(count) + bytes_of::<u32>(count);
        let _room = budget.charge(bytes)?;
        let mut found = vec![false; count];
        found[position] = true;
        let mut waiting = Vec::with_capacity(count);
        waiting.push(position as u32);
        let (mut positions, mut options) = (0, 0);
        while let Some(position) = waiting.pop() {
            positions += 1;
            for &mover in self.rows.sides.players() {
                for to in self.options_of(position as usize, mover) {
                    options += 1;
                    if !std::mem::replace(&mut found[to as usize], true) {
                        waiting.push(to);
                    }
                }
            }
        }
        Ok((positions, options))
    }

    /// The options of a position for this player to move.
    pub(super) fn options_of(
        &self,
        position: usize,
        mover: Player,
    ) -> impl ExactSizeIterator<Item = u32> + '_ {
        self.options.of(self.rows.row(position, mover))
    }
}

/// The value of every position of a graph, in order.
fn values(graph: Graph<u32>, job: &Job) -> Result<Segments<Value>, Error> {
    let solution = graph.solve(Method::Auto, job)?;
    let mut values = Segments::new(&job.budget);
    for (_, value) in solution.iter() {
        values
            .push(value)
            .map_err(|refusal| Error::out_of_memory(refusal, Phase::Solving, solution.len()))?;
    }
    Ok(values)
}
