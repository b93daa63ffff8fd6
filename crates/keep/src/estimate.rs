//! What it would take to solve a game by units of work, from what a smaller board of the game takes.
//!
//! The smaller board has a table. It is solved once more, by units in a temporary folder, one unit after the other, and
//! what the units take and write is measured. All else is extrapolated: each position that the planned game
//! keeps is taken to need as many bytes and as much time as one of the smaller board, and the sizes of the tiers are
//! those of the smaller board, stretched. The smaller board is cut into as many shards as the planned game will have
//! in its largest tier, at most `MOST_SHARDS`: the more shards there are, the more positions are in several runs.
//!
//! What is not extrapolated: that keys of more bits take longer, and that larger tiers have more positions in a row.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use zug::{Problem, Request, SolveOptions};
use zug_solve::strong::tiers::store::{Store, StoreError, Stream};
use zug_solve::strong::tiers::units::Unit;
use zug_tablebase::Manifest;

use crate::cluster::{self, Begun, Task};
use crate::error::{Error, Result};
use crate::identity;

/// The largest number of shards that a tier of the smaller board is cut into.
const MOST_SHARDS: u64 = 64;

/// The bytes that a unit takes for each position of its shard, about.
const BYTES_OF_POSITION: u64 = 15;

/// The keys of a run that a unit holds in memory while it merges runs.
const KEYS_OF_RUN: u64 = 4096;

/// The number of positions of a shard that is taken where its units fit into the memory.
const SHARD: u64 = 1 << 22;

/// The factor between the sizes of shards that are tried otherwise, and the number of these sizes on each side.
const TRIED: (u64, u32) = (2, 10);

/// What is to be planned.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// The number of positions of the planned game.
    pub positions: u64,
    /// The number of cores that work at the same time.
    pub cores: u64,
    /// The bytes of memory that a unit may take.
    pub memory: u64,
    /// The bytes that all machines together read and write in a second.
    pub disk_rate: Option<u64>,
}

/// Bytes by what they are of.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bytes {
    /// The positions.
    pub keys: u64,
    /// Their values, and their nimbers or scores where these are worked out.
    pub values: u64,
    /// The runs.
    pub runs: u64,
    /// The answers.
    pub answers: u64,
    /// The most bytes that are in the folder at a time.
    pub at_rest: u64,
}

impl Bytes {
    /// What all units read together.
    #[must_use]
    pub fn read(&self) -> u64 {
        // Three kinds of units read keys, three runs; values are read for the answers, and answers for the values.
        3 * (self.keys + self.runs) + self.values + self.answers
    }

    /// What all units write together.
    #[must_use]
    pub fn written(&self) -> u64 {
        self.keys + self.values + self.runs + self.answers
    }

    fn times(&self, factor: f64) -> Self {
        let times = |bytes: u64| (bytes as f64 * factor) as u64;
        Self {
            keys: times(self.keys),
            values: times(self.values),
            runs: times(self.runs),
            answers: times(self.answers),
            at_rest: times(self.at_rest),
        }
    }
}

/// The size of the work on a game.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// The positions as the rules define them.
    pub positions: u64,
    /// The positions that are kept.
    pub kept: u64,
    /// The number of tiers.
    pub tiers: u64,
    /// The positions kept in the largest tier.
    pub largest_tier: u64,
    /// About the largest number of positions of a shard.
    pub shard_positions: u64,
    /// The number of shards of all tiers.
    pub shards: u64,
    /// The positions of all runs.
    pub run_positions: u64,
    /// The bytes.
    pub bytes: Bytes,
    /// The time that one core takes for all units.
    pub core_time: Duration,
}

impl Size {
    /// The number of units.
    #[must_use]
    pub fn units(&self) -> u64 {
        // A tier is split, a shard has four units but those of the first tier, and the last unit ends the work.
        self.tiers + 4 * self.shards
    }
}

/// What the work on a game would take.
#[derive(Clone, Debug)]
pub struct Estimate {
    /// The parameters of the smaller board.
    pub small: Vec<(String, String)>,
    /// What was measured on the smaller board.
    pub measured: Size,
    /// What the planned game would take.
    pub planned: Size,
    /// The share of the runs before a tier that reach a shard of the tier, as measured.
    pub reaching: f64,
    /// The bytes of memory that the largest unit takes, about.
    pub memory: u64,
    /// The time that reading and writing takes; `None` where no rate was given.
    pub disk_time: Option<Duration>,
    /// The time of the work, on all cores.
    pub time: Duration,
}

/// Estimates what solving the positions of a request by units of work would take. The folder has the table of a smaller
/// board of the game; `now` is the
/// time that this process has taken of the processor, or else the time since any moment.
///
/// # Errors
///
/// There is no table in sorted tiers in the folder, or one of another game; the game has no units; the system refuses;
/// memory does not suffice, or the caller cancelled.
pub fn estimate(
    request: &Request,
    options: &SolveOptions,
    folder: &Path,
    asked: Asked,
    now: &dyn Fn() -> Duration,
) -> Result<Estimate> {
    let problem = Problem::prepare(request, options)?;
    let units = problem.units(options)?;
    let manifest = Manifest::read(folder)?;
    if manifest.of.rules != request.source {
        return Err(Error::OtherRules(folder.display().to_string()));
    }
    let of_tiers = tiers_of(&manifest);
    let kept = manifest.kept.positions().unwrap_or(0);
    if of_tiers.is_empty() || manifest.is_by_number() || kept == 0 {
        return Err(Error::NotInShards(folder.display().to_string()));
    }
    let all = manifest.positions.and_then(|totals| totals.positions());
    let small_positions = all.unwrap_or(kept);
    let factor = if manifest.of.symmetries == problem.symmetries_used() as u64 {
        asked.positions as f64 / small_positions as f64
    } else {
        asked.positions as f64 / problem.symmetries_used() as f64 / kept as f64
    };
    let tiers = stretched(&of_tiers, units.order().tiers().len(), factor);
    let largest = tiers.iter().copied().max().unwrap_or(0);
    // Before the measurement: positions are in two runs, and each run reaches a fifth of the shards.
    let shape = Shape {
        key_bytes: units.key_bytes() as u64,
        largest,
        in_runs: 2.0,
        reaching: 0.2,
    };
    let shards = largest
        .div_ceil(shape.shard_positions(asked.memory))
        .clamp(1, MOST_SHARDS);
    let small_largest = of_tiers.iter().copied().max().unwrap_or(1);
    let request = identity::request(&manifest.of, folder.display().to_string());
    let (mut measured, reaching) = measure(&request, small_largest.div_ceil(shards), options, now)?;
    measured.positions = small_positions;
    measured.kept = kept;
    measured.largest_tier = small_largest;
    let in_runs = measured.run_positions as f64 / kept as f64;
    let shape = Shape {
        in_runs,
        reaching,
        ..shape
    };
    let shard_positions = shape.shard_positions(asked.memory);
    let in_shards = |tier: &u64| ((*tier as f64 * in_runs) as u64).div_ceil(shard_positions);
    let planned = Size {
        positions: asked.positions,
        kept: (kept as f64 * factor) as u64,
        tiers: tiers.len() as u64,
        largest_tier: largest,
        shard_positions,
        shards: tiers.iter().map(|tier| in_shards(tier).max(1)).sum(),
        run_positions: (measured.run_positions as f64 * factor) as u64,
        bytes: measured.bytes.times(factor),
        core_time: measured.core_time.mul_f64(factor),
    };
    let moved = planned.bytes.read() + planned.bytes.written();
    let disk_time = asked
        .disk_rate
        .map(|rate| Duration::from_secs_f64(moved as f64 / rate as f64));
    let of_cores = planned.core_time.div_f64(asked.cores as f64);
    Ok(Estimate {
        small: manifest.of.parameters.clone(),
        measured,
        planned,
        reaching,
        memory: shape.memory(shard_positions),
        disk_time,
        time: disk_time.map_or(of_cores, |disk| disk.max(of_cores)),
    })
}

/// The numbers of positions in the tiers of a table.
fn tiers_of(manifest: &Manifest) -> Vec<u64> {
    let mut tiers = BTreeMap::new();
    for file in &manifest.files {
        if file.stream.kind == zug_tablebase::Kind::Packed {
            *tiers.entry(file.stream.tier).or_insert(0) += file.entries;
        }
    }
    tiers.into_values().collect()
}

/// Tiers of a number, in proportions like these, with `factor` times as many positions in all.
fn stretched(tiers: &[u64], number: usize, factor: f64) -> Vec<u64> {
    let last = tiers.len() - 1;
    let size = |place: usize| {
        let at = place as f64 * last as f64 / (number.max(2) - 1) as f64;
        let (below, share) = (at.floor() as usize, at.fract());
        let above = tiers[(below + 1).min(last)];
        tiers[below.min(last)] as f64 * (1.0 - share) + above as f64 * share
    };
    let sizes: Vec<f64> = (0..number).map(size).collect();
    let wanted = tiers.iter().sum::<u64>() as f64 * factor;
    let scale = wanted / sizes.iter().sum::<f64>();
    sizes.iter().map(|size| (size * scale) as u64).collect()
}

/// What the memory of units depends on.
#[derive(Clone, Copy, Debug)]
struct Shape {
    key_bytes: u64,
    /// The positions kept in the largest tier.
    largest: u64,
    /// The positions of runs for each position kept.
    in_runs: f64,
    /// The share of runs that reach a shard.
    reaching: f64,
}

impl Shape {
    /// The bytes of the largest unit with shards of this size, about.
    fn memory(&self, shard_positions: u64) -> u64 {
        let in_runs = self.largest as f64 * self.in_runs;
        let runs = (in_runs / shard_positions as f64 * self.reaching).max(1.0);
        let merging = (runs * (KEYS_OF_RUN * self.key_bytes) as f64) as u64;
        merging + BYTES_OF_POSITION * shard_positions.min(in_runs as u64)
    }

    /// The size of shards nearest to [`SHARD`] whose units take no more than this memory; where there is none, the size
    /// whose units take least.
    fn shard_positions(&self, memory: u64) -> u64 {
        let (factor, most) = TRIED;
        let sizes = (0..=most).flat_map(|power| {
            let factor = factor.pow(power);
            [SHARD / factor, SHARD * factor]
        });
        let fits = sizes.clone().find(|size| self.memory(*size) <= memory);
        let least = || sizes.min_by_key(|size| self.memory(*size));
        fits.or_else(least).unwrap_or(SHARD)
    }
}

/// Solves the positions of a request by units in a temporary folder. Returns what they take, and the share of runs that
/// reach a shard.
fn measure(
    request: &Request,
    shard_positions: u64,
    options: &SolveOptions,
    now: &dyn Fn() -> Duration,
) -> Result<(Size, f64)> {
    let folder = tempfile::tempdir()?;
    let (_, begun) = cluster::begin(request, options, folder.path(), shard_positions)?;
    let mut size = Size {
        positions: 0,
        kept: 0,
        tiers: begun.tiers().into(),
        largest_tier: 0,
        shard_positions,
        shards: 0,
        run_positions: 0,
        bytes: Bytes::default(),
        core_time: Duration::ZERO,
    };
    // The shards of each tier; the runs that reach shards, and those that could.
    let (mut shards, mut reaching, mut before) = (BTreeMap::new(), 0, 0);
    loop {
        let tasks = begun.state(options)?.tasks();
        let Some(Task::Unit(first)) = tasks.first() else {
            break;
        };
        let is_like = |task: &Task| matches!(task, Task::Unit(unit) if unit.word() == first.word());
        let tasks: Vec<Task> = tasks.iter().copied().filter(is_like).collect();
        let begin = now();
        begun.make(&tasks, options)?;
        size.core_time += now().saturating_sub(begin);
        let mut there = BTreeMap::new();
        let files = begun.cluster().streams()?.into_iter();
        there.extend(files.map(|file| (file.stream, file.bytes)));
        size.bytes.at_rest = size.bytes.at_rest.max(there.values().sum());
        for task in &tasks {
            let Task::Unit(unit) = *task else {
                continue;
            };
            let bytes = there.get(&unit.writes()).copied().unwrap_or(0);
            match unit {
                Unit::Keys(..) => size.bytes.keys += bytes,
                Unit::Expand(..) => {
                    size.bytes.runs += bytes;
                    size.run_positions += counts(&begun, options, unit.writes())?.1;
                }
                Unit::Answer(..) => size.bytes.answers += bytes,
                Unit::Values(tier, shard) => {
                    for kind in begun.units().kinds().into_iter().skip(1) {
                        let of_kind = Stream::new(tier, kind).of_shard(shard);
                        size.bytes.values += there.get(&of_kind).copied().unwrap_or(0);
                    }
                }
                Unit::Split(tier) => {
                    let (blocks, runs) = counts(&begun, options, unit.writes())?;
                    size.shards += blocks;
                    let before_it = begun.units().order().before(tier);
                    let shards_before = before_it.iter().filter_map(|tier| shards.get(tier));
                    let runs_before: u64 = shards_before.sum();
                    shards.insert(tier, blocks);
                    reaching += runs.min(blocks * runs_before);
                    before += blocks * runs_before;
                }
            }
        }
    }
    Ok((size, reaching as f64 / before.max(1) as f64))
}

/// The number of blocks of a stream, and of the entries that they have.
fn counts(begun: &Begun, options: &SolveOptions, stream: Stream) -> Result<(u64, u64)> {
    let store = begun.cluster().store(&options.job().budget);
    let failed = |error: StoreError| zug::Error::from(zug::SolveError::from(error));
    let Some(reader) = store.open(stream).map_err(failed)? else {
        return Ok((0, 0));
    };
    let blocks = reader.blocks();
    let entries = blocks.iter().map(|block| u64::from(block.count)).sum();
    Ok((blocks.len() as u64, entries))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretched_tiers_have_their_number_and_sum() {
        let tiers = [1, 4, 9, 10, 6];
        assert_eq!(stretched(&tiers, 5, 1.0), tiers);
        let more = stretched(&tiers, 9, 100.0);
        assert_eq!(more.len(), 9);
        let sum: u64 = more.iter().sum();
        assert!((2990..=3000).contains(&sum), "{more:?}");
        assert_eq!(more.iter().max(), Some(&more[6]));
        assert_eq!(stretched(&[7], 3, 3.0), [7, 7, 7]);
    }

    #[test]
    fn shards_have_the_usual_size_where_the_memory_allows_it() {
        let shape = Shape {
            key_bytes: 8,
            largest: 1 << 30,
            in_runs: 2.0,
            reaching: 0.2,
        };
        assert_eq!(shape.shard_positions(1 << 30), SHARD);
        // A smaller shard merges more runs, and a larger one has more positions.
        assert_eq!(shape.shard_positions(48 << 20), SHARD / 2);
        let larger = Shape {
            largest: 1 << 38,
            key_bytes: 16,
            ..shape
        };
        let size = larger.shard_positions(1 << 30);
        assert!(size > SHARD && larger.memory(size) <= 1 << 30);
        assert!(larger.memory(size / 2) > 1 << 30);
        let least = shape.shard_positions(0);
        assert!(shape.memory(least) <= shape.memory(2 * least).min(shape.memory(least / 2)));
    }
}
