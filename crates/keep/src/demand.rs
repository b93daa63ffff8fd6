//! What a unit of work takes: the bytes that it reads, and its memory, by the sizes of what it reads.
//!
//! The memory is an estimate. It adds up what the unit holds at once where memory is plentiful; a unit that is allowed
//! less goes over its moves or its look-ups more than once, and stays within what it is allowed.
//!
//! | unit | holds |
//! |---|---|
//! | split | a first key and a count for each block of the runs into the tier |
//! | keys | of each run that reaches the shard two blocks and the directory |
//! | expand | the distinct positions that the moves lead to: as many for each position as of another shard of this tier or of the tier before |
//! | values | the positions of the run in a hash table, and a value for each position of the shard |
//! | answer | as keys, and a value for each position of the runs that is in the shard |
//!
//! Where the positions of a game have numbers, the solver says what a unit holds: it follows from the sizes of the tiers.
//!
//! Cost: opens the files that belong to the shard, and the directory of one run.

use std::cell::RefCell;
use std::collections::HashMap;

use zug::{ProblemUnits, SolveOptions};
use zug_solve::strong::tiers::MOST_IN_BLOCK;
use zug_solve::strong::tiers::store::{Kind, Store, Stream};
use zug_solve::strong::tiers::units::{Order, Unit};
use zug_tablebase::TierStore;

use crate::cluster::{Begun, State, Task};

/// The bytes of the program itself, of what it compiles for a game, and of what reads and writes files.
const PROGRAM: u64 = 24 << 20;

/// The bytes that a block takes in the directory of a file that is open.
const BLOCK: u64 = 72;

/// The share of the positions of a run that its memory has room for beside, as a fraction: vectors grow in steps.
const ROOM: (u64, u64) = (5, 4);

/// The bytes of a hash table for each byte of the keys and values in it, as a fraction.
const TABLE: (u64, u64) = (8, 5);

/// The bytes of fresh positions that are sorted before they are merged, at most.
const FRESH: u64 = 32 << 20;

/// The bytes of look-ups that wait until they are many, at most, and for each byte of the positions of a run.
const WAITING: u64 = 128 << 20;
const WAITING_FOR_BYTE: u64 = 2;

/// The most entries of the sketch by which a tier is cut.
const MOST_IN_SKETCH: u64 = 1 << 19;

/// The number of positions that moves out of a position lead to, where no run of the tier or of the tier before is there.
const SUCCESSORS: u64 = 4;

/// Says what units take. It asks the store about each run once, and keeps the answer.
#[derive(Debug)]
pub struct Demand<'a> {
    state: &'a State,
    units: &'a ProblemUnits,
    /// The bytes of a position before it is written.
    key_bytes: u64,
    store: TierStore,
    extents: RefCell<HashMap<Stream, Extent>>,
}

/// The numbers of entries and of blocks of a stream.
#[derive(Clone, Copy, Debug, Default)]
struct Extent {
    entries: u64,
    blocks: u64,
}

impl<'a> Demand<'a> {
    /// What the units of a folder take that is in this state.
    #[must_use]
    pub fn new(begun: &'a Begun, state: &'a State, options: &SolveOptions) -> Self {
        Self {
            state,
            units: begun.units(),
            key_bytes: begun.units().key_bytes() as u64,
            store: begun.cluster().store(&options.job().budget),
            extents: RefCell::default(),
        }
    }

    /// The bytes that a task reads, about. Of runs and of answers a unit reads a part, which is taken to be as large as
    /// the parts that others read; directories are not counted.
    #[must_use]
    pub fn reads(&self, task: Task) -> u64 {
        let of = |tier, shard, kind| self.bytes(Stream::new(tier, kind).of_shard(shard));
        match task {
            Task::Unit(unit) if !self.order().has_shards() => self.reads_of_numbers(unit),
            Task::Finish => self.all(&self.order().tiers().collect::<Vec<_>>(), Kind::Tally),
            Task::Unit(Unit::Split(_)) => 0,
            Task::Unit(Unit::Expand(tier, shard)) => of(tier, shard, Kind::Keys),
            Task::Unit(Unit::Keys(tier, _)) => self.runs_of_shard(tier),
            Task::Unit(Unit::Answer(tier, shard)) => {
                let kinds = self.units.kinds().into_iter();
                self.runs_of_shard(tier) + kinds.map(|kind| of(tier, shard, kind)).sum::<u64>()
            }
            Task::Unit(Unit::Values(tier, shard)) => {
                let own = [Kind::Keys, Kind::Run].map(|kind| of(tier, shard, kind));
                let answers = self.all(&self.order().behind(tier), Kind::Answers);
                answers / self.shards(tier) + own.iter().sum::<u64>()
            }
        }
    }

    /// The bytes that a unit reads of tiers of numbers. Of a run it reads the part that is in its tier.
    fn reads_of_numbers(&self, unit: Unit) -> u64 {
        let (tier, order) = (unit.tier(), self.order());
        let own = self.bytes(Stream::numbers(tier));
        match unit {
            Unit::Keys(..) => {
                let of_run = |tier: u32| {
                    let exits = order.behind(tier).len().max(1) as u64;
                    self.bytes(Stream::new(tier, Kind::Run)) / exits
                };
                order.before(tier).into_iter().map(of_run).sum()
            }
            Unit::Values(..) => {
                let of_exit = |kind| self.all(&order.behind(tier), kind);
                own + of_exit(Kind::Numbers) + of_exit(Kind::Slots)
            }
            _ => own,
        }
    }

    /// How the tiers hang together.
    fn order(&self) -> &Order {
        self.units.order()
    }

    /// The bytes of memory that a task takes where memory is plentiful, about. A file that cannot be read counts for
    /// nothing: the unit that reads it says what is wrong.
    #[must_use]
    pub fn memory(&self, task: Task) -> u64 {
        if let Task::Unit(unit) = task
            && let Some(held) = self.units.memory(unit)
        {
            return PROGRAM + held;
        }
        let held = match task {
            Task::Finish => 0,
            Task::Unit(Unit::Split(tier)) => self.sketch(tier),
            Task::Unit(Unit::Keys(tier, shard)) => self.merging(tier, shard, 2),
            Task::Unit(Unit::Expand(tier, shard)) => {
                let run = self.successors(tier, shard) * self.key_bytes;
                run * ROOM.0 / ROOM.1 + run.min(FRESH)
            }
            Task::Unit(Unit::Values(tier, shard)) => {
                let own = self.extent(Stream::keys(tier).of_shard(shard)).entries;
                let run = self.extent(Stream::new(tier, Kind::Run).of_shard(shard));
                let table = run.entries * (self.key_bytes + self.value_bytes());
                let waiting = (WAITING_FOR_BYTE * run.entries * self.key_bytes).min(WAITING);
                table * TABLE.0 / TABLE.1 + waiting + own * self.value_bytes() + run.blocks * BLOCK
            }
            Task::Unit(Unit::Answer(tier, shard)) => {
                let answers = self.keys_of_runs(tier, self.runs_of_shard(tier));
                // Every stream has a cell for each position, but the stream of keys has none.
                let cells = self.units.kinds().len() as u64 - 1;
                self.merging(tier, shard, 1) + answers * cells * self.value_bytes()
            }
        };
        PROGRAM + held
    }

    /// What cutting a tier holds: for each block of the runs into it a first key and a count.
    fn sketch(&self, tier: u32) -> u64 {
        let bytes = self.all(&self.order().before(tier), Kind::Run);
        let keys = self.keys_of_runs(tier, bytes);
        let in_block = (self.run_before(tier)).map_or(MOST_IN_BLOCK, |run| {
            let Extent { entries, blocks } = self.extent(run);
            entries.div_ceil(blocks.max(1)).max(1)
        });
        (keys / in_block).min(MOST_IN_SKETCH) * (self.key_bytes + 8)
    }

    /// What going through the runs that reach a shard holds, where `blocks` blocks of each run are held.
    fn merging(&self, tier: u32, shard: u32, blocks: u64) -> u64 {
        let run = self.run_before(tier).map(|run| self.extent(run));
        let a_block = 2 * MOST_IN_BLOCK * self.key_bytes;
        let a_run = blocks * a_block + run.map_or(0, |run| run.blocks * BLOCK);
        self.runs_reaching(tier, shard) * a_run
    }

    /// The number of distinct positions that moves out of a shard lead to, about.
    fn successors(&self, tier: u32, shard: u32) -> u64 {
        let keys = self.extent(Stream::keys(tier).of_shard(shard)).entries;
        let known = self.a_run(&[tier]).or_else(|| self.run_before(tier));
        let Some(run) = known else {
            return keys * SUCCESSORS;
        };
        let from = Stream {
            kind: Kind::Keys,
            ..run
        };
        let (from, run) = (self.extent(from).entries.max(1), self.extent(run).entries);
        (keys as f64 * run as f64 / from as f64) as u64
    }

    /// The number of positions in this number of bytes of the runs into a tier.
    fn keys_of_runs(&self, tier: u32, bytes: u64) -> u64 {
        let Some(run) = self.run_before(tier) else {
            return 0;
        };
        let in_all = self.extent(run).entries as f64;
        (bytes as f64 * in_all / self.bytes(run).max(1) as f64) as u64
    }

    /// The bytes that all runs into a tier have of one of its shards.
    fn runs_of_shard(&self, tier: u32) -> u64 {
        self.all(&self.order().before(tier), Kind::Run) / self.shards(tier)
    }

    /// The number of runs that reach a shard.
    fn runs_reaching(&self, tier: u32, shard: u32) -> u64 {
        let split = self.store.open(Stream::split(tier)).ok().flatten();
        let runs = split.and_then(|split| split.blocks().get(shard as usize).copied());
        runs.map_or(0, |runs| runs.count.into())
    }

    /// One of the runs out of the tiers whose moves lead into a tier.
    fn run_before(&self, tier: u32) -> Option<Stream> {
        self.a_run(&self.order().before(tier))
    }

    /// The largest run out of these tiers.
    fn a_run(&self, tiers: &[u32]) -> Option<Stream> {
        let runs = self.state.sizes.iter();
        let runs = runs.filter(|(of, _)| of.kind == Kind::Run && tiers.contains(&of.tier));
        runs.max_by_key(|(of, bytes)| (**bytes, **of))
            .map(|(of, _)| *of)
    }

    /// The number of shards of a tier, at least 1.
    fn shards(&self, tier: u32) -> u64 {
        let shards = self.state.needs.shards();
        (shards.filter(|(of, _)| *of == tier).count() as u64).max(1)
    }

    /// The size of the file of a stream.
    fn bytes(&self, stream: Stream) -> u64 {
        self.state.sizes.get(&stream).copied().unwrap_or(0)
    }

    /// The size of all files of this kind of some tiers.
    fn all(&self, tiers: &[u32], kind: Kind) -> u64 {
        let sizes = self.state.sizes.iter();
        let sizes = sizes.filter(|(of, _)| of.kind == kind && tiers.contains(&of.tier));
        sizes.map(|(_, size)| size).sum()
    }

    /// The bytes of a value: one holds what is won within some hundred moves.
    fn value_bytes(&self) -> u64 {
        if self.order().tiers().len() < 100 {
            1
        } else {
            2
        }
    }

    /// The extent of a stream; nothing if it is not there or cannot be read.
    fn extent(&self, stream: Stream) -> Extent {
        if let Some(known) = self.extents.borrow().get(&stream) {
            return *known;
        }
        let reader = self.store.open(stream).ok().flatten();
        let extent = reader.map_or(Extent::default(), |reader| Extent {
            entries: reader
                .blocks()
                .iter()
                .map(|block| u64::from(block.count))
                .sum(),
            blocks: reader.blocks().len() as u64,
        });
        self.extents.borrow_mut().insert(stream, extent);
        extent
    }
}
