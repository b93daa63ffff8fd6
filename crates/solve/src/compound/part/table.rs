//! The table of a part: the options of every position, and what each is worth alone.

use zug_job::{Job, Phase};
use zug_values::{Play, Value};

use super::alone::{Alone, Sides};
use super::heaps::heaps;
use super::lists::Lists;
use crate::error::{Error, NoNimber};
use crate::impartial::{Nimbers, nimbers};
use crate::positions::Graph;
use crate::segments::Segments;
use crate::strong::Method;

/// All positions of a part.
///
/// What differs between the players has a row for each: first the rows of First,
/// then those of Second. An impartial part has only the former.
pub(super) struct Table {
    pub(super) count: usize,
    pub(super) sides: Sides,
    pub(super) options: Lists,
    pub(super) normal: Segments<Value>,
    pub(super) misere: Segments<Value>,
    pub(super) nimbers: Result<Nimbers, NoNimber>,
    /// Whether a position is a heap of Nim, option for option.
    pub(super) heaps: Segments<bool>,
}

impl Table {
    /// Works out what each position is worth alone, from the options of every row.
    pub(super) fn new(count: usize, sides: Sides, lists: Lists, job: &Job) -> Result<Self, Error> {
        let alone = |convention| Alone {
            count,
            sides,
            lists: &lists,
            convention,
        };
        let normal = alone(Play::Normal).explore(job)?;
        let nimbers = match nimbers(&normal, job) {
            Ok(nimbers) => Ok(nimbers),
            Err(Error::NoNimber(why)) => Err(why),
            Err(other) => return Err(other),
        };
        let normal = values(normal, job)?;
        let misere = values(alone(Play::Misere).explore(job)?, job)?;
        let heaps = match &nimbers {
            Ok(nimbers) => heaps(&lists, nimbers, job)?,
            Err(_) => Segments::new(&job.budget),
        };
        Ok(Self {
            count,
            sides,
            options: lists,
            normal,
            misere,
            nimbers,
            heaps,
        })
    }
}

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
