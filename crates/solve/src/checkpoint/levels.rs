//! Checkpoints between two levels of remoteness, when all positions are found.
//!
//! An item is what is known of a position: its value, if it is won or lost in at most as many
//! plies as the level has; else the number of its moves that are not known to lose, where the
//! method counts them. That is all that retrograde analysis knows besides the moves.
//!
//! Two streams take turns, so that the one is complete while the other is written. A block has a
//! byte for the width of values and one for the width of counters, then the values of all its
//! positions, and then the counters of those that have no value.

use zug_job::{Job, Phase, Progress};
use zug_values::Value;

use super::block::{self, width_of};
use super::{Checkpoints, Event, Moment, strange};
use crate::cells::Cells;
use crate::error::Error;
use crate::positions::{MOST_PLIES, Values, finished_in, value_in};
use crate::strong::tiers::store::{Kind, Store, Stream};

/// The number of positions of a block: the widest take as many bytes as there is room for.
const IN_BLOCK: usize = block::BYTES / 8;

/// What is known of a position between two levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Held {
    /// Its value, as a cell of values has it.
    Solved(u32),
    /// The number of its moves that are not known to lose, where it is counted.
    Open(u32),
}

/// Whether moves that are not known to lose are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WithCounters {
    Yes,
    No,
}

/// Keeps checkpoints of the values of positions that are all found.
#[derive(Clone, Debug)]
pub(crate) struct LevelLog {
    checkpoints: Checkpoints,
    /// Which of the two streams is written next.
    next: u32,
}

fn stream(number: u32) -> Stream {
    Stream::new(number, Kind::Levels)
}

impl LevelLog {
    pub(super) fn new(checkpoints: Checkpoints) -> Self {
        Self {
            checkpoints,
            next: 0,
        }
    }

    /// Removes the checkpoints of a store.
    pub(super) fn remove(store: &dyn Store) -> Result<(), Error> {
        store.remove(stream(0))?;
        Ok(store.remove(stream(1))?)
    }

    /// Puts the values of the last checkpoint into `values`, and the counters into `counters`, if
    /// the method has some. Returns the remoteness up to which values are known; 0 if there is no
    /// checkpoint.
    pub(crate) fn restore(
        &mut self,
        values: &mut Values,
        mut counters: Option<&mut Cells>,
        job: &Job,
    ) -> Result<u32, Error> {
        let keeper = self.checkpoints.keeper.clone();
        let mut last = None;
        for number in 0..2 {
            if let Some(reader) = keeper.store().open(stream(number))? {
                let note = Note::of(reader.note()).ok_or_else(|| strange(stream(number)))?;
                if last
                    .as_ref()
                    .is_none_or(|(_, before, _): &(_, Note, _)| note.remoteness > before.remoteness)
                {
                    last = Some((number, note, reader));
                }
            }
        }
        let Some((number, note, reader)) = last else {
            return Ok(0);
        };
        self.next = 1 - number;
        if note.variant != self.checkpoints.variant || counters.is_some() && !note.has_counters {
            keeper.tell(&Event::Unfit);
            return Ok(0);
        }
        let (name, count) = (stream(number), values.len());
        let refused = |refusal| Error::out_of_memory(refusal, Phase::Solving, count);
        let (mut items, mut at) = (Vec::new(), 0);
        let all = Checkpoints::read(name, &*reader, 0, &mut |of_block, bytes| {
            job.tell(&progress(count, count - at, job))?;
            let (cells, open) = decoded(bytes, of_block, note.has_counters, &mut items)
                .filter(|_| at + of_block <= count)
                .ok_or_else(|| strange(name))?;
            let mut open = open.into_iter();
            for cell in cells {
                let known = values.cell(at);
                let is_level = |cell| {
                    let plies = value_in(cell).and_then(Value::remoteness);
                    plies.is_some_and(|plies| plies.0 <= note.remoteness)
                };
                // What the rules end has its value from discovery.
                let is_right = match cell {
                    0 => known == 0,
                    cell if finished_in(cell).is_some() => known == cell,
                    cell => known == 0 && is_level(cell),
                };
                if !is_right {
                    return Err(strange(name));
                }
                values.set_cell(at, cell).map_err(refused)?;
                if let (0, Some(counters)) = (cell, &mut counters) {
                    let open = open.next().filter(|open| *open <= counters.get(at));
                    let open = open.ok_or_else(|| strange(name))?;
                    counters.set(at, open).map_err(refused)?;
                }
                at += 1;
            }
            Ok(())
        })?;
        if all != count {
            return Err(strange(name));
        }
        let remoteness = note.remoteness;
        keeper.tell(&Event::Solved { remoteness });
        Ok(remoteness)
    }

    /// Writes what is known of all positions, if it is worth its time. All values up to this
    /// remoteness are known, and no others; `left` positions have no value.
    pub(crate) fn keep(
        &mut self,
        remoteness: u32,
        (count, left): (usize, usize),
        with: WithCounters,
        job: &Job,
        held: &(dyn Fn(usize) -> Held + Sync),
    ) -> Result<(), Error> {
        let bytes = count + left * usize::from(with == WithCounters::Yes);
        let keeper = &self.checkpoints.keeper;
        if !keeper.is_due(Moment::Within, bytes as u64) {
            return Ok(());
        }
        let note = Note {
            remoteness,
            variant: self.checkpoints.variant,
            has_counters: with == WithCounters::Yes,
        };
        let name = (stream(self.next), note.to_bits());
        let to = (job, progress(count, left, job));
        let written =
            self.checkpoints
                .write(name, 0..count, IN_BLOCK, to, &|range, items, bytes| {
                    let held = range.map(held);
                    let (mut cells, mut open) = (Vec::with_capacity(IN_BLOCK), Vec::new());
                    for held in held {
                        match held {
                            Held::Solved(cell) => cells.push(cell),
                            Held::Open(moves) => {
                                cells.push(0);
                                open.push(moves);
                            }
                        }
                    }
                    if with == WithCounters::No {
                        open.clear();
                    }
                    let width =
                        |numbers: &[u32]| width_of(numbers.iter().copied().max().unwrap_or(0));
                    bytes.extend([width(&cells) as u8, width(&open) as u8]);
                    block::put_numbers(&cells, width(&cells), items, bytes);
                    block::put_numbers(&open, width(&open), items, bytes);
                });
        if self.checkpoints.told(written)? {
            self.next = 1 - self.next;
        }
        Ok(())
    }
}

/// The cells of a block and the counters of positions without a value; `None` if no solver writes
/// such a block.
fn decoded(
    bytes: &[u8],
    count: usize,
    has_counters: bool,
    items: &mut Vec<u8>,
) -> Option<(Vec<u32>, Vec<u32>)> {
    let ([of_cells, of_open], rest) = bytes.split_first_chunk()?;
    let width = |byte: &u8| Some(usize::from(*byte)).filter(|width| matches!(width, 1 | 2 | 4));
    let (of_cells, of_open) = (width(of_cells)?, width(of_open)?);
    let (cells, open) = rest.split_at_checked(count * of_cells)?;
    let cells = block::numbers(cells, of_cells, items);
    let unsolved = cells.iter().filter(|cell| **cell == 0).count();
    let is_whole = open.len() == of_open * unsolved * usize::from(has_counters);
    let most = u32::MAX - 1;
    let is_right = is_whole && cells.iter().all(|cell| *cell <= most && plies_fit(*cell));
    is_right.then(|| (cells, block::numbers(open, of_open, items)))
}

fn plies_fit(cell: u32) -> bool {
    let plies = value_in(cell).and_then(Value::remoteness);
    plies.is_none_or(|plies| plies.0 <= MOST_PLIES)
}

fn progress(count: usize, left: usize, job: &Job) -> Progress {
    Progress {
        bytes: job.budget.used(),
        frontier: left as u64,
        whole: Some(count as u64),
        ..Progress::at(Phase::Solving, count as u64)
    }
}

/// What the stream tells besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Note {
    /// The remoteness up to which all values are known.
    remoteness: u32,
    variant: u16,
    has_counters: bool,
}

impl Note {
    fn to_bits(self) -> u64 {
        let variant = u64::from(self.variant) << 8;
        u64::from(self.remoteness) << 24 | variant | u64::from(self.has_counters)
    }

    /// The note of these bits; `None` if no solver writes them.
    fn of(bits: u64) -> Option<Self> {
        let note = Self {
            remoteness: (bits >> 24) as u32,
            variant: (bits >> 8) as u16,
            has_counters: bits & 1 != 0,
        };
        (note.to_bits() == bits).then_some(note)
    }
}
