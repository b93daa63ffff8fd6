//! Discovery, level by level: finds the keys of each tier, from the first to the last.
//!
//! All moves into a tier come from earlier tiers. So once all earlier tiers are expanded,
//! what was gathered of the tier is all of it: it is written to the store, read back block
//! by block, and expanded in its turn. A move may climb several levels, and its position
//! waits for its tier.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use zug_game::Graded;
use zug_job::{Job, Phase, Progress, Tier};

use crate::error::Error;

use super::block::BLOCK;
use super::climb::{Climbing, Worker};
use super::expand::{Expander, read};
use super::gather::{Again, Fresh, Gather, Gathered, Spares};
use super::in_order;
use super::key::Key;
use super::least::{Extent, Refusing, refuse_passes};
use super::store::{Reader, Store, StoreError, Stream, Writer};
use super::tier_keys::{TierKeys, encode};
use crate::crew::{reached, share, with_progress};

/// The share of the free memory that fresh keys may take.
const FRESH_SHARE: u64 = 8;

/// The number of blocks that a thread expands in one go.
const BLOCKS_IN_ONE_GO: usize = 8;

/// The numbers of blocks and of positions of each that a sample expands.
const SAMPLED_BLOCKS: usize = 64;
const SAMPLED_POSITIONS: usize = 64;

/// The work of finding all positions.
pub(super) struct Discovery<'a, G: Graded> {
    pub(super) game: &'a G,
    pub(super) store: &'a dyn Store,
    pub(super) job: &'a Job,
    refusing: Refusing,
    spares: Arc<Spares<G::Position>>,
    /// How many positions the tiers have that are finished.
    found: Extent,
    /// The number of moves that were looked at.
    edges: u64,
    /// The tier that is worked on.
    tier: Option<Tier>,
    /// The number of keys in each block but the last of a tier.
    in_block: usize,
}

impl<'a, G> Discovery<'a, G>
where
    G: Graded<Position: Key> + Sync,
{
    pub(super) fn new(game: &'a G, store: &'a dyn Store, job: &'a Job) -> Self {
        Self {
            game,
            store,
            job,
            refusing: Refusing::new(&job.budget, store),
            spares: Arc::new(Spares::new(&job.budget)),
            found: Extent::default(),
            edges: 0,
            tier: None,
            in_block: BLOCK,
        }
    }

    /// Writes this number of keys into each block but the last of a tier.
    pub(super) fn with_blocks_of(self, in_block: usize) -> Self {
        Self { in_block, ..self }
    }

    /// Writes, for each tier that moves out of this one can lead to, the keys of the positions
    /// that they lead to. The store must show the tiers between as empty.
    pub(super) fn run_of(&mut self, tier: u32) -> Result<(), Error> {
        let written = self.successors(tier);
        written.map_err(|error| with_progress(error, self.reached(0)))
    }

    fn successors(&mut self, tier: u32) -> Result<(), Error> {
        let mut waiting = VecDeque::new();
        self.expand(tier, tier + 1, &mut waiting)?;
        for (later, gather) in (tier + 1..).zip(waiting) {
            self.finish(later, tier, gather)?;
        }
        Ok(())
    }

    /// Finds what play can reach from the root, and writes the keys of all tiers that are not
    /// in the store yet, from that of the root to the last.
    pub(super) fn run(&mut self, root: G::Position) -> Result<(), Error> {
        let found = self.find(root);
        found.map_err(|error| with_progress(error, self.reached(0)))
    }

    fn find(&mut self, root: G::Position) -> Result<(), Error> {
        let (first, levels) = (self.game.level(&root), self.game.levels());
        let mut absent = first;
        while absent < levels
            && let Some(reader) = self.opened(absent)?
        {
            self.found.add(count(&reader));
            absent += 1;
        }
        if absent == levels {
            return Ok(());
        }
        self.refusing.at_least::<G::Position>(self.found)?;
        let climb = self.game.longest_climb().max(1);
        // Of the tiers that are there, only these have moves to one that is not.
        let from = absent.saturating_sub(climb).max(first);
        let mut waiting: VecDeque<Gather<G::Position>> = VecDeque::new();
        if absent == first {
            let none = (None, Again::No);
            let gather = Gather::new(&mut Vec::new(), 1, 0, none, &self.spares);
            let settled = gather.settle(0, &mut vec![root], &[]);
            settled.map_err(StoreError::from)?;
            waiting.push_back(gather);
        }
        for tier in from..levels {
            self.tier = Some(Tier {
                number: tier - first,
                of: levels - first,
            });
            if tier >= absent {
                match waiting.pop_front() {
                    Some(gather) => self.finish(tier, first, gather)?,
                    None => self.store.create(Stream::keys(tier))?.finish(0)?,
                }
            }
            self.expand(tier, absent, &mut waiting)?;
        }
        Ok(())
    }

    fn opened(&self, tier: u32) -> Result<Option<Arc<dyn Reader>>, Error> {
        Ok(self.store.open(Stream::keys(tier))?)
    }

    /// Writes the keys of a tier. Where not all were gathered, goes over the moves that lead
    /// there once more, as often as it takes.
    fn finish(
        &mut self,
        tier: u32,
        first: u32,
        mut gather: Gather<G::Position>,
    ) -> Result<(), Error> {
        let mut writer = self.store.create(Stream::keys(tier))?;
        let (mut carried, mut written) = (Vec::new(), 0);
        let mut passes = Passes::default();
        loop {
            let gathered = gather.gathered();
            let is_last = gathered == Gathered::All;
            let before = written;
            (carried, written) = self.write(tier, gather, &mut *writer, carried, is_last)?;
            written += before;
            let after = match gathered {
                Gathered::All => break,
                Gathered::UpTo(key) => Some(key),
                Gathered::Nothing => None,
            };
            gather = self.gather_behind(tier, first, after, &mut passes)?;
        }
        writer.finish(0)?;
        self.found.add(written);
        // Values of so many positions must fit later.
        self.refusing.at_least::<G::Position>(self.found)
    }

    /// Gathers keys of a tier that are greater than `after`, if that is a key.
    fn gather_behind(
        &mut self,
        tier: u32,
        first: u32,
        after: Option<G::Position>,
        passes: &mut Passes,
    ) -> Result<Gather<G::Position>, Error> {
        let lowest = tier.saturating_sub(self.game.longest_climb()).max(first);
        let mut readers = Vec::new();
        let (mut sample, mut expected) = (Vec::new(), 0);
        for from in lowest..tier {
            let reader = self.opened(from)?;
            let reader = reader.ok_or_else(|| StoreError::failed(Gone(Stream::keys(from))))?;
            let (some, here) = self.sample(&reader)?;
            let of_tier = some.iter().filter(|key| self.game.level(key) == tier);
            sample.extend(of_tier.copied());
            expected += here;
            readers.push((from, reader));
        }
        let gathered = sample.iter().filter(|key| Some(**key) <= after).count();
        let forecast = passes.forecast(gathered as u64, sample.len() as u64);
        refuse_passes(forecast, self.job.budget.limit())?;
        let room = self.job.budget.left() / FRESH_SHARE / self.job.threads.get() as u64;
        let gather = Gather::new(
            &mut sample,
            expected,
            room,
            (after, Again::No),
            &self.spares,
        );
        let edges = self.edges;
        for (from, reader) in readers {
            self.expand_into(from, &reader, tier, &[&gather])?;
        }
        // These moves were looked at before.
        self.edges = edges;
        Ok(gather)
    }

    /// Writes keys that were gathered behind those that are carried. Returns those that do not
    /// fill a block, unless they are the last of the tier, and the number of those written.
    fn write(
        &mut self,
        tier: u32,
        gather: Gather<G::Position>,
        writer: &mut dyn Writer,
        carried: Vec<G::Position>,
        is_last: bool,
    ) -> Result<(Vec<G::Position>, u64), Error> {
        let for_store = self.store.cost().a_thread * self.job.threads.get() as u64;
        if self.job.budget.left() < for_store {
            self.spares.clear();
        }
        let mut buckets = vec![(carried, self.job.budget.open())];
        buckets.extend(gather.into_keys());
        let mut starts = vec![0];
        for (keys, _) in &buckets {
            starts.push(starts[starts.len() - 1] + keys.len());
        }
        let all = starts[starts.len() - 1];
        let in_block = self.in_block;
        let count = if is_last {
            all
        } else {
            all / in_block * in_block
        };
        let tier_keys = TierKeys { buckets, starts };
        in_order::write(
            (self.store, writer),
            count.div_ceil(in_block),
            &mut vec![Vec::new(); self.job.threads.get()],
            (self.job, self.reached(0)),
            |keys, place, bytes| {
                let from = place * in_block;
                tier_keys.copy(from..count.min(from + in_block), keys);
                encode(self.game, tier, keys, bytes)
            },
        )?;
        let mut carried = Vec::new();
        tier_keys.copy(count..all, &mut carried);
        let gathered = tier_keys.buckets.into_iter().skip(1);
        self.spares.settled.put(gathered);
        Ok((carried, count as u64))
    }

    /// Expands a tier, and gathers what its moves lead to in the tiers from `absent` on.
    fn expand(
        &mut self,
        tier: u32,
        absent: u32,
        waiting: &mut VecDeque<Gather<G::Position>>,
    ) -> Result<(), Error> {
        let reader = self.opened(tier)?;
        let reader = reader.ok_or_else(|| StoreError::failed(Gone(Stream::keys(tier))))?;
        if reader.blocks().is_empty() {
            return Ok(());
        }
        // The tiers that moves lead to and that are not written yet.
        let next = (tier + 1).max(absent);
        let end = self.game.levels().min(tier + self.game.longest_climb() + 1);
        self.prepare(&reader, (end.saturating_sub(next)) as usize, waiting)?;
        let gathers: Vec<&Gather<G::Position>> = waiting.iter().collect();
        self.expand_into(tier, &reader, next, &gathers)
    }

    /// Expands a tier, and gathers what its moves lead to in the tier `next` and those behind
    /// it, as many as there are places to gather. Where the memory does not suffice, what can be
    /// made again is given back, and the tier is expanded again: what was gathered is a set.
    fn expand_into(
        &mut self,
        tier: u32,
        reader: &Arc<dyn Reader>,
        next: u32,
        gathers: &[&Gather<G::Position>],
    ) -> Result<(), Error> {
        let edges = self.edges;
        // What is kept for later is given back once: each attempt leaves some there again.
        let mut is_first = true;
        loop {
            let done = self.try_expand_into(tier, reader, next, gathers);
            if !done.as_ref().is_err_and(Error::is_refusal) {
                return done;
            }
            let had_spares = self.spares.clear() && is_first;
            if !(had_spares || Gather::drop_last(gathers)) {
                return done;
            }
            is_first = false;
            self.edges = edges;
        }
    }

    fn try_expand_into(
        &mut self,
        tier: u32,
        reader: &Arc<dyn Reader>,
        next: u32,
        gathers: &[&Gather<G::Position>],
    ) -> Result<(), Error> {
        let blocks = reader.blocks().len();
        let budget = &self.job.budget;
        let mut workers: Vec<Worker<G::Position>> = Vec::new();
        workers.resize_with(self.job.threads.get(), || Worker {
            expander: Expander::new(budget),
            fresh: gathers.iter().map(|gather| Fresh::new(gather)).collect(),
            edges: 0,
        });
        let climbing = Climbing {
            game: self.game,
            tier,
            next,
            gathers,
        };
        let pieces = blocks.div_ceil(BLOCKS_IN_ONE_GO);
        let edges = AtomicU64::new(self.edges);
        let counts = reader.blocks();
        share(
            self.job,
            &mut workers,
            pieces,
            |done| {
                let left = &counts[(done * BLOCKS_IN_ONE_GO).min(blocks)..];
                let left = left.len() as u64 * BLOCK as u64;
                let edges = edges.load(Ordering::Relaxed);
                reached(
                    Phase::Discovering,
                    [self.found.positions, edges, left],
                    self.tier,
                    self.job,
                )
            },
            |worker, piece| {
                let first = piece * BLOCKS_IN_ONE_GO;
                for place in first..blocks.min(first + BLOCKS_IN_ONE_GO) {
                    climbing.block(worker, reader, place)?;
                }
                edges.fetch_add(std::mem::take(&mut worker.edges), Ordering::Relaxed);
                Ok(())
            },
        )?;
        self.edges = edges.into_inner();
        let fresh = workers.into_iter().map(|worker| worker.fresh);
        self.settle(gathers, fresh.collect())
    }

    /// Settles what is still fresh of the keys that each thread found.
    fn settle(
        &self,
        gathers: &[&Gather<G::Position>],
        fresh: Vec<Vec<Fresh<G::Position>>>,
    ) -> Result<(), Error> {
        let mut left = Vec::new();
        for fresh in fresh {
            for (place, fresh) in fresh.into_iter().enumerate() {
                let buckets = fresh.into_buckets().into_iter().enumerate();
                // Each is locked once, by the thread that settles it.
                left.extend(buckets.map(|(bucket, keys)| Mutex::new((place, bucket, keys))));
            }
        }
        share(
            self.job,
            &mut vec![(); self.job.threads.get()],
            left.len(),
            |_| self.reached(0),
            |(), piece| {
                let mut of = left[piece].lock().unwrap_or_else(PoisonError::into_inner);
                let (place, bucket, (keys, _)) = &mut *of;
                if let [gather, behind @ ..] = &gathers[*place..]
                    && !keys.is_empty()
                {
                    let settled = gather.settle(*bucket, keys, behind);
                    settled.map_err(StoreError::from)?;
                }
                Ok(())
            },
        )?;
        let left = left.into_iter().map(|of| {
            let (_, _, keys) = of.into_inner().unwrap_or_else(PoisonError::into_inner);
            keys
        });
        self.spares.fresh.put(left);
        Ok(())
    }

    /// Makes a place to gather keys for each of the next tiers, as a sample of the tier shows
    /// that it will be needed.
    fn prepare(
        &self,
        reader: &Arc<dyn Reader>,
        tiers: usize,
        waiting: &mut VecDeque<Gather<G::Position>>,
    ) -> Result<(), Error> {
        if waiting.len() >= tiers {
            return Ok(());
        }
        let (mut sample, expected) = self.sample(reader)?;
        let fresh = self.job.budget.left() / FRESH_SHARE;
        let room = fresh / (self.job.threads.get() * tiers) as u64;
        while waiting.len() < tiers {
            let again = (None, Again::FromTheStart);
            let gather = Gather::new(&mut sample, expected, room, again, &self.spares);
            waiting.push_back(gather);
        }
        Ok(())
    }

    /// What some moves out of a tier lead to, and the number of its moves, about.
    fn sample(&self, reader: &Arc<dyn Reader>) -> Result<(Vec<G::Position>, u64), Error> {
        let sampled = self.try_sample(reader);
        if sampled.as_ref().is_err_and(Error::is_refusal) && self.spares.clear() {
            return self.try_sample(reader);
        }
        sampled
    }

    fn try_sample(&self, reader: &Arc<dyn Reader>) -> Result<(Vec<G::Position>, u64), Error> {
        let blocks = reader.blocks();
        let (mut sample, mut expanded) = (Vec::new(), 0);
        let mut charge = self.job.budget.open();
        let mut expander = Expander::new(&self.job.budget);
        let (mut bytes, mut keys) = (Vec::new(), Vec::new());
        let step = blocks.len().div_ceil(SAMPLED_BLOCKS).max(1);
        for place in (0..blocks.len()).step_by(step) {
            keys.clear();
            read(reader, place, &mut bytes, &mut keys)?;
            // Keys ascend: those of the sample are spread over the block.
            let stride = keys.len().div_ceil(SAMPLED_POSITIONS).max(1);
            let mut spread = 0;
            for place in (0..keys.len()).step_by(stride) {
                keys[spread] = keys[place];
                spread += 1;
            }
            let batch = expander.expand(self.game, &keys[..spread])?;
            expanded += batch.positions.len() as u64;
            let room = charge.make_room(&mut sample, batch.steps.len());
            room.map_err(StoreError::from)?;
            sample.extend(batch.steps.iter().map(|step| step.position));
        }
        let positions: u64 = blocks.iter().map(|block| u64::from(block.count)).sum();
        let expected = positions.saturating_mul(sample.len() as u64) / expanded.max(1);
        Ok((sample, expected))
    }

    fn reached(&self, left: u64) -> Progress {
        reached(
            Phase::Discovering,
            [self.found.positions, self.edges, left],
            self.tier,
            self.job,
        )
    }
}

/// How many passes the keys of a tier took so far, and which share of them they gathered.
#[derive(Debug, Default)]
struct Passes {
    done: u64,
    /// The share of a sample of the keys that the first passes gathered, in millionths.
    before: u64,
}

/// The number of passes that are not counted: other tiers may have taken the memory meanwhile.
const UNCOUNTED: u64 = 2;

/// The number of passes after which those to come are foretold.
const FORETELLING: u64 = 6;

/// The size of a sample that tells a share.
const TELLING: u64 = 256;

impl Passes {
    /// One more pass is done, and `gathered` of a sample of `all` keys are among those gathered by
    /// now. Returns about how many passes it takes in all; 0 as long as that cannot be told.
    fn forecast(&mut self, gathered: u64, all: u64) -> u64 {
        const WHOLE: u64 = 1_000_000;
        self.done += 1;
        let share = gathered * WHOLE / all.max(1);
        if self.done <= UNCOUNTED {
            self.before = share;
        }
        if self.done < FORETELLING || all < TELLING {
            return 0;
        }
        let counted = self.done - UNCOUNTED;
        let gained = share.saturating_sub(self.before).max(1);
        self.done + WHOLE.saturating_sub(share) * counted / gained
    }
}

/// The number of entries of a stream.
pub(super) fn count(reader: &Arc<dyn Reader>) -> u64 {
    let counts = reader.blocks().iter().map(|block| u64::from(block.count));
    counts.sum()
}

/// A complete stream is gone from the store.
#[derive(Debug, thiserror::Error)]
#[error("{0} are not there any more")]
pub(in crate::strong) struct Gone(pub(in crate::strong) Stream);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_are_foretold_by_what_those_before_gained() {
        let mut passes = Passes::default();
        // The first two are not counted; each of the others gathers 1 % of the keys.
        for (done, gathered) in [10, 10, 20, 30, 40].into_iter().enumerate() {
            assert_eq!(passes.forecast(gathered, 1000), 0, "{done}");
        }
        assert_eq!(passes.forecast(50, 1000), 6 + 95);
        // Where nothing is gained any more there is no end in sight.
        assert!(passes.forecast(10, 1000) > 1_000_000);
        // A small sample tells nothing.
        assert_eq!(passes.forecast(1, 9), 0);
    }
}
