//! The check of a table in shards, part by part, for many machines ([`zug_certify::shard`]).
//!
//! Each part reads streams of the table and of the parts before it, and writes one stream: a trace, the answers
//! to the traces, or the verdict on a shard. Who does a part, and when, is left to the caller.
//!
//! Where play can go round, a tier of numbers is one shard (`numbered`), which is looked up and not answered.
//!
//! A table has values, and besides them nimbers or scores where it has these ([`readers::Columns`]). For each column the
//! answers of a shard have a section for each trace, in the order of the traces: for each position of the trace that the
//! shard has, its cell in four bytes.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use zug_certify::shard::{Images as StandsFor, Shards, matched};
use zug_certify::{Flaw, Judged, NotCertified, Sample};
use zug_game::{Graded, Symmetric};
use zug_job::{Job, Phase, Progress, Stopped};
use zug_lang::{Climbing, RulesGame, Word};
use zug_solve::Error as SolveError;
use zug_solve::strong::tiers::store::{Block, Kind, Reader, StoreError, Stream};
use zug_solve::strong::tiers::units::{Levels, Order};
use zug_solve::strong::tiers::{Key, MOST_IN_BLOCK, streams as blocks};
use zug_solve::table::{Counts, Entry};

use crate::error::Error;
use crate::flaw::{SolutionFlaw, WrittenPosition};
use crate::native::Width;
use crate::options::SolveOptions;
use crate::problem::Problem;
use crate::request::Scope;
use crate::solution::{AsWritten, Defined, Definition, Extent, Images};
use crate::subject::{AnyGame, for_rules};

mod streams;
mod readers;
mod verdict;
mod numbered;

use numbered::NumberChecks;
use readers::{Answered, Claimed, Columns, Keys, Row, section_id, there};
pub use streams::ShardStreams;
pub use verdict::Verdict;

/// Checks a table of a problem in shards.
pub struct ShardChecks(Box<dyn AnyChecks>);

impl fmt::Debug for ShardChecks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ShardChecks").field(self.order()).finish()
    }
}

impl Problem {
    /// The parts of the check of a table of this problem that is in tiers, which have these `kinds` of streams: sorted
    /// positions or numbers of an index, then their values, then nimbers or scores if the table has any.
    ///
    /// # Errors
    ///
    /// The moves of the game do not climb levels, or it has no index; all states are asked for; the caller cancelled.
    pub fn shard_checks(
        &self,
        kinds: &[Kind],
        options: &SolveOptions,
    ) -> Result<ShardChecks, Error> {
        if self.scope() == Scope::Everywhere {
            return Err(Error::TiersOfEveryState);
        }
        let job = options.job();
        Ok(ShardChecks(for_rules!(
            self.symmetric(), AnyGame,
            game => checks(game, self, kinds, &job)?,
            else return Err(Error::NoLevels)
        )))
    }
}

fn checks<W: Width + Key>(
    game: &RulesGame<W>,
    problem: &Problem,
    kinds: &[Kind],
    job: &Job,
) -> Result<Box<dyn AnyChecks>, Error> {
    if kinds.contains(&Kind::Numbers) {
        Ok(Box::new(NumberChecks::of(game, problem)?))
    } else {
        Ok(Box::new(Checks::of(game, problem, kinds, job)?))
    }
}

impl ShardChecks {
    /// How the tiers hang together.
    #[must_use]
    pub fn order(&self) -> &Order {
        self.0.order()
    }

    /// Refuses a table that has no shard for the position that play begins from, by the number of shards of each tier.
    ///
    /// # Errors
    ///
    /// There is no such shard.
    pub fn root_has_a_shard(&self, shards: &BTreeMap<u32, u32>) -> Result<(), Error> {
        let tier = self.0.root_tier();
        if tier.is_some_and(|tier| shards.contains_key(&tier)) {
            return Ok(());
        }
        let root = WrittenPosition(self.0.root());
        Err(SolutionFlaw::Position(Box::new(Flaw::RootMissing { root })).into())
    }

    /// Plays the positions of a shard, and writes its trace. Of a tier of numbers [`ShardChecks::judge`] does so.
    ///
    /// # Errors
    ///
    /// The table is wrong ([`Error::Flaw`]); a stream cannot be read or written; memory does not suffice; the
    /// caller cancelled.
    pub fn play(&self, of: (u32, u32), streams: ShardStreams<'_>, job: &Job) -> Result<(), Error> {
        self.0.play(of, streams, job)
    }

    /// Compares a shard with all traces, and writes the answers to them.
    ///
    /// # Errors
    ///
    /// Those of [`ShardChecks::play`].
    pub fn matches(
        &self,
        of: (u32, u32),
        streams: ShardStreams<'_>,
        job: &Job,
    ) -> Result<(), Error> {
        self.0.matches(of, streams, job)
    }

    /// Compares the values of a shard with the answers to its trace, and writes the verdict.
    ///
    /// # Errors
    ///
    /// Those of [`ShardChecks::play`].
    pub fn judge(&self, of: (u32, u32), streams: ShardStreams<'_>, job: &Job) -> Result<(), Error> {
        self.0.judge(of, streams, job)
    }
}

/// The checks of positions of any width.
trait AnyChecks: Send + Sync {
    fn order(&self) -> &Order;
    /// The tier of the position that play begins from.
    fn root_tier(&self) -> Option<u32>;
    /// The position that play begins from, as the rules write it.
    fn root(&self) -> String;
    fn play(&self, of: (u32, u32), streams: ShardStreams<'_>, job: &Job) -> Result<(), Error>;
    fn matches(&self, of: (u32, u32), streams: ShardStreams<'_>, job: &Job) -> Result<(), Error>;
    fn judge(&self, of: (u32, u32), streams: ShardStreams<'_>, job: &Job) -> Result<(), Error>;
}

/// A game with levels, run by the interpreter, and the position that play begins from.
struct Checks<W: Word> {
    game: RulesGame<W>,
    quick: Climbing<W>,
    root: W,
    order: Order,
    columns: Columns,
}

/// What the rules declare, for one part of a check.
struct Declared<'d, W: Word> {
    quick: &'d Climbing<W>,
    rules: &'d AsWritten<W>,
    /// `None` where each position stands for itself.
    orbits: Option<Images<'d, W>>,
}

impl<W: Width + Key> StandsFor<W> for Declared<'_, W> {
    fn kept(&self, position: &W) -> W {
        self.quick.canonical(position)
    }

    fn images(&self, kept: &W, images: &mut Vec<W>) {
        images.clear();
        images.extend((0..self.quick.order()).map(|element| self.quick.image(kept, element)));
        images.sort_unstable();
        images.dedup();
    }

    fn is_orbit(&self, kept: &W, images: &[W]) -> bool {
        if !images.iter().all(|position| self.rules.is_state(*position)) {
            return false;
        }
        let Some(orbits) = &self.orbits else {
            return images == [*kept];
        };
        let mut orbit = Vec::with_capacity(images.len());
        orbits(*kept, &mut orbit);
        orbit == images
    }

    fn tier(&self, position: &W) -> u32 {
        self.quick.level(position)
    }

    fn number(&self, position: &W) -> u64 {
        let (high, low) = position.widen().into_words();
        let folded = high ^ low;
        folded as u64 ^ (folded >> 64) as u64
    }
}

/// The positions that are played by the rules as they are written.
fn judged(streams: ShardStreams<'_>) -> Judged {
    let positions = streams.positions;
    let (all, finished) = (positions.positions(), positions.finished());
    if all <= streams.sample {
        Judged::All
    } else {
        Judged::Sample(Sample::of(streams.sample, all, finished, Extent::SEED))
    }
}

/// The rules in memory of their own, until `job` is cancelled.
fn judge_of<W: Width>(game: &RulesGame<W>, job: &Job) -> AsWritten<W> {
    game.definition(&Job::default().with_cancel(job.cancel.clone()))
}

impl<W: Width + Key> Checks<W> {
    fn of(
        game: &RulesGame<W>,
        problem: &Problem,
        kinds: &[Kind],
        job: &Job,
    ) -> Result<Self, Error> {
        let game = game.interpreted();
        let quick = game.climbing(job)?.ok_or(Error::NoLevels)?;
        let root = W::narrow(problem.root().to_bits());
        let levels = Levels {
            first: quick.level(&root),
            end: quick.levels(),
            climb: quick.longest_climb().max(1),
        };
        Ok(Self {
            game,
            quick,
            root,
            order: levels.into(),
            columns: Columns::of(kinds, levels.end),
        })
    }

    /// Makes the checker of shards and calls `check` with it. A flaw that it finds becomes an error in which positions are
    /// written as the rules write them.
    fn with<T>(
        &self,
        streams: ShardStreams<'_>,
        job: &Job,
        check: impl FnOnce(
            &Shards<'_, AsWritten<W>, Climbing<W>, Declared<'_, W>>,
        ) -> Result<T, Wrong<W>>,
    ) -> Result<T, Error> {
        let rules = judge_of(&self.game, job);
        let orbits = match self.quick.order() {
            1 => None,
            _ => Some(
                rules
                    .orbits(Some(self.root))
                    .map_err(SolutionFlaw::Symmetries)?,
            ),
        };
        let images = Declared {
            quick: &self.quick,
            rules: &rules,
            orbits,
        };
        let judged = judged(streams);
        let shards = Shards {
            judge: &rules,
            quick: &self.quick,
            images: &images,
            root: self.root,
            judged,
        };
        check(&shards).map_err(|Wrong(error)| match error {
            // What is cancelled in the middle of a position looks like broken rules.
            NotCertified::Flaw(Flaw::Fault { .. }) if job.cancel.is_cancelled() => {
                let reached = Progress::at(Phase::Verifying, 0);
                SolveError::from(Stopped::cancelled(reached)).into()
            }
            NotCertified::Flaw(flaw) => {
                let flaw = flaw.map(|position| WrittenPosition(rules.text(position)));
                SolutionFlaw::Position(Box::new(flaw)).into()
            }
            NotCertified::Stopped(stopped) => SolveError::from(stopped).into(),
            NotCertified::Unreadable(why) => unreadable(why),
        })
    }

    /// The key at which a shard begins and the one at which the next shard begins; `None` where the shard has
    /// all keys of the tier on that side.
    fn bounds((tier, shard): (u32, u32), streams: ShardStreams<'_>) -> Bounds<W> {
        let mut bounds = [None, None];
        let mut before: Option<W> = None;
        for other in 0..streams.shards.get(&tier).copied().unwrap_or(0) {
            let keys = there(streams.table, Stream::keys(tier).of_shard(other))?;
            let Some(first) = keys.blocks().first() else {
                continue;
            };
            let first = W::from_bits(first.first);
            if before >= Some(first) {
                return Err(NotCertified::from(Flaw::Misplaced { position: first }).into());
            }
            if other == shard && before.is_some() {
                bounds[0] = Some(first);
            }
            if other > shard {
                bounds[1] = Some(first);
                break;
            }
            before = Some(first);
        }
        Ok(bounds)
    }

    /// The blocks of a trace that have positions of a tier.
    fn section(&self, trace: &Arc<dyn Reader>, tier: u32) -> Range<usize> {
        let blocks = trace.blocks();
        let level = |block: &Block| self.quick.level(&W::from_bits(block.first));
        let begin = blocks.partition_point(|block| level(block) < tier);
        begin..begin + blocks[begin..].partition_point(|block| level(block) == tier)
    }
}

/// Bounds of a shard, or why there are none.
type Bounds<W> = Result<[Option<W>; 2], Wrong<W>>;

/// Why a part of a check was not done.
struct Wrong<W: Word>(NotCertified<W, StoreError>);

impl<W: Word> From<NotCertified<W, StoreError>> for Wrong<W> {
    fn from(error: NotCertified<W, StoreError>) -> Self {
        Self(error)
    }
}

impl<W: Word> From<StoreError> for Wrong<W> {
    fn from(error: StoreError) -> Self {
        Self(NotCertified::Unreadable(error))
    }
}

impl<W: Width + Key> AnyChecks for Checks<W> {
    fn order(&self) -> &Order {
        &self.order
    }

    fn root_tier(&self) -> Option<u32> {
        Some(self.quick.level(&self.root))
    }

    fn root(&self) -> String {
        judge_of(&self.game, &Job::default()).text(self.root)
    }

    fn play(
        &self,
        (tier, shard): (u32, u32),
        streams: ShardStreams<'_>,
        job: &Job,
    ) -> Result<(), Error> {
        let keys = there(streams.table, Stream::keys(tier).of_shard(shard)).map_err(unreadable)?;
        let trace = self.with(streams, job, |shards| {
            let trace = shards.play(tier, Keys::all_of(keys), job)?;
            // A tier without shards is matched with nothing.
            let is_there = |tier: &u32| streams.shards.contains_key(tier);
            match trace.iter().find(|(later, _)| !is_there(later)) {
                None => Ok(trace),
                Some((_, left_out)) => {
                    let position = left_out[0];
                    Err(NotCertified::from(Flaw::LeftOut { position }).into())
                }
            }
        })?;
        let stream = Stream::new(tier, Kind::Run).of_shard(shard);
        let write = || {
            let mut writer = streams.checks.create(stream)?;
            let mut bytes = Vec::new();
            for positions in trace.values() {
                for positions in positions.chunks(MOST_IN_BLOCK as usize) {
                    let block = blocks::write_keys(positions, &mut bytes);
                    writer.write(block, &bytes)?;
                }
            }
            writer.finish(0)
        };
        write().map_err(unreadable)
    }

    fn matches(
        &self,
        (tier, shard): (u32, u32),
        streams: ShardStreams<'_>,
        job: &Job,
    ) -> Result<(), Error> {
        let mut charge = job.budget.open();
        let (mut names, mut answers) = (Vec::new(), Vec::new());
        self.with(streams, job, |_| {
            let [begin, end] = Self::bounds((tier, shard), streams)?;
            let mut traces = Vec::new();
            let mut most = 0;
            for earlier in self.order.before(tier) {
                for of in 0..streams.shards.get(&earlier).copied().unwrap_or(0) {
                    let trace = Stream::new(earlier, Kind::Run).of_shard(of);
                    let trace = there(streams.checks, trace)?;
                    let section = self.section(&trace, tier);
                    let trace = Keys::between(trace, section, [begin, end]);
                    if trace.most() == 0 {
                        continue;
                    }
                    most += trace.most();
                    names.push((earlier, of));
                    traces.push(trace);
                }
            }
            let buffers = traces.len() as u64 * MOST_IN_BLOCK * 2 * size_of::<W>() as u64;
            let rows = most.saturating_mul(size_of::<Row>() as u64);
            let room = charge.grow(rows.saturating_add(buffers));
            room.map_err(StoreError::from)?;
            answers.resize_with(traces.len(), Vec::new);
            let entries = Claimed::of((tier, shard), &self.columns, streams)?;
            let answer = |trace: usize, row: Row| answers[trace].push(row);
            let root = (self.root_tier() == Some(tier)).then_some(self.root);
            Ok(matched(entries, traces, (end, root), answer, job)?)
        })?;
        let write = || {
            let stream = Stream::new(tier, Kind::Answers).of_shard(shard);
            let mut writer = streams.checks.create(stream)?;
            let mut bytes = Vec::new();
            for column in self.columns.places() {
                for (&name, rows) in names.iter().zip(&answers) {
                    for (place, rows) in rows.chunks(MOST_IN_BLOCK as usize).enumerate() {
                        bytes.clear();
                        bytes.extend(rows.iter().flat_map(|row| row[column].to_le_bytes()));
                        let first = section_id(column, name, place as u32);
                        let count = rows.len() as u32;
                        writer.write(Block { first, count }, &bytes)?;
                    }
                }
            }
            writer.finish(0)
        };
        write().map_err(unreadable)
    }

    fn judge(
        &self,
        (tier, shard): (u32, u32),
        streams: ShardStreams<'_>,
        job: &Job,
    ) -> Result<(), Error> {
        let mut charge = job.budget.open();
        let mut kept = Counts::default();
        let certificate = self.with(streams, job, |shards| {
            let trace = there(streams.checks, Stream::new(tier, Kind::Run).of_shard(shard))?;
            let all: u64 = trace
                .blocks()
                .iter()
                .map(|block| u64::from(block.count))
                .sum();
            let each = (size_of::<W>() + size_of::<Row>()) as u64;
            let room = charge.grow(all.saturating_mul(each));
            room.map_err(StoreError::from)?;
            let mut answered = BTreeMap::new();
            for later in self.order.behind(tier) {
                let section = self.section(&trace, later);
                let section = (section, later);
                let answers = Answered::of((tier, shard), &trace, section, &self.columns, streams)?;
                answered.insert(later, answers);
            }
            let answers = |position: &W| {
                let answered: &Answered<W> = answered.get(&self.quick.level(position))?;
                let place = answered.keys.binary_search(position).ok()?;
                self.columns.claimed(answered.rows[place]).ok()
            };
            let entries = Claimed::of((tier, shard), &self.columns, streams)?.map(|entry| {
                let (key, row) = entry?;
                let claimed = self.columns.claimed(row)?;
                let entry = match claimed.value {
                    value if claimed.is_over == Some(false) => Entry::new((), value),
                    value => Entry::of_finished((), value.outcome()),
                };
                kept.add(&entry, 1);
                Ok((key, claimed))
            });
            Ok(shards.judge(entries, answers, job)?)
        })?;
        let verdict = Verdict { certificate, kept };
        verdict
            .write((tier, shard), streams.checks)
            .map_err(unreadable)
    }
}

fn unreadable(why: StoreError) -> Error {
    SolveError::from(why).into()
}
