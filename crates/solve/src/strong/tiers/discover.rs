//! Discovery, level by level: finds the keys of each tier, from the first to the last.
//!
//! All moves into a tier come from earlier tiers. So once all earlier tiers are expanded,
//! what was gathered of the tier is all of it: it is written to the store, read back block
//! by block, and expanded in its turn. A move may climb several levels, and its position
//! waits for its tier.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use zug_game::{Graded, Step};
use zug_job::{Job, Phase, Progress, Tier};

use crate::error::Error;

use super::block::{self, BLOCK};
use super::crew::{reached, share, with_progress};
use super::expand::{Expander, read};
use super::gather::{Fresh, Gather, Spares};
use super::in_order;
use super::key::Key;
use super::spare::Charged;
use super::store::{Block, Reader, Store, StoreError, Stream};

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
    spares: Arc<Spares<G::Position>>,
    /// The number of positions of all tiers that are finished.
    positions: u64,
    /// The number of moves that were looked at.
    edges: u64,
    /// The tier that is worked on.
    tier: Option<Tier>,
}

/// What each thread has while a tier is expanded.
struct Worker<K> {
    expander: Expander<K>,
    /// The fresh keys of the levels above the tier, from the next on.
    fresh: Vec<Fresh<K>>,
    edges: u64,
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
            spares: Arc::new(Spares::new(&job.budget)),
            positions: 0,
            edges: 0,
            tier: None,
        }
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
        while absent < levels && self.opened(absent)?.is_some() {
            absent += 1;
        }
        if absent == levels {
            return Ok(());
        }
        let climb = self.game.longest_climb().max(1);
        // Of the tiers that are there, only these have moves to one that is not.
        let from = absent.saturating_sub(climb).max(first);
        let mut waiting: VecDeque<Gather<G::Position>> = VecDeque::new();
        if absent == first {
            let gather = Gather::new(&mut Vec::new(), 1, 0, &self.spares);
            gather
                .settle(0, &mut vec![root])
                .map_err(StoreError::from)?;
            waiting.push_back(gather);
        }
        for tier in from..levels {
            self.tier = Some(Tier {
                number: tier - first,
                of: levels - first,
            });
            if tier >= absent {
                match waiting.pop_front() {
                    Some(gather) => self.finish(tier, gather)?,
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

    /// Writes the keys of a tier.
    fn finish(&mut self, tier: u32, gather: Gather<G::Position>) -> Result<(), Error> {
        let buckets = gather.into_keys();
        let mut starts = vec![0];
        for (keys, _) in &buckets {
            starts.push(starts[starts.len() - 1] + keys.len());
        }
        let count = starts[starts.len() - 1];
        let tier_keys = TierKeys { buckets, starts };
        in_order::write(
            self.store,
            (Stream::keys(tier), 0),
            count.div_ceil(BLOCK),
            &mut vec![Vec::new(); self.job.threads.get()],
            (self.job, self.reached(0)),
            |keys, place, bytes| {
                let from = place * BLOCK;
                tier_keys.copy(from..count.min(from + BLOCK), keys);
                encode(self.game, tier, keys, bytes)
            },
        )?;
        self.spares.settled.put(tier_keys.buckets);
        self.positions += count as u64;
        Ok(())
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
        let blocks = reader.blocks().len();
        if blocks == 0 {
            return Ok(());
        }
        // The tiers that moves lead to and that are not written yet.
        let next = (tier + 1).max(absent);
        let end = self.game.levels().min(tier + self.game.longest_climb() + 1);
        self.prepare(&reader, (end.saturating_sub(next)) as usize, waiting)?;
        let gathers: Vec<&Gather<G::Position>> = waiting.iter().collect();
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
            gathers: &gathers,
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
                    [self.positions, edges, left],
                    self.tier,
                    self.job,
                )
            },
            |worker, piece| {
                let first = piece * BLOCKS_IN_ONE_GO;
                for place in first..blocks.min(first + BLOCKS_IN_ONE_GO) {
                    climbing.block(worker, &reader, place)?;
                }
                edges.fetch_add(std::mem::take(&mut worker.edges), Ordering::Relaxed);
                Ok(())
            },
        )?;
        self.edges = edges.into_inner();
        let fresh = workers.into_iter().map(|worker| worker.fresh);
        self.settle(&gathers, fresh.collect())
    }

    /// Settles what is still fresh of the keys that each thread found.
    fn settle(
        &self,
        gathers: &[&Gather<G::Position>],
        fresh: Vec<Vec<Fresh<G::Position>>>,
    ) -> Result<(), Error> {
        let mut left = Vec::new();
        for fresh in fresh {
            for (gather, fresh) in gathers.iter().zip(fresh) {
                let buckets = fresh.into_buckets().into_iter().enumerate();
                // Each is locked once, by the thread that settles it.
                left.extend(buckets.map(|(bucket, keys)| Mutex::new((gather, bucket, keys))));
            }
        }
        share(
            self.job,
            &mut vec![(); self.job.threads.get()],
            left.len(),
            |_| self.reached(0),
            |(), piece| {
                let mut of = left[piece].lock().unwrap_or_else(PoisonError::into_inner);
                let (gather, bucket, (keys, _)) = &mut *of;
                if !keys.is_empty() {
                    gather.settle(*bucket, keys).map_err(StoreError::from)?;
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
        let blocks = reader.blocks();
        let (mut sample, mut expanded) = (Vec::new(), 0);
        let mut charge = self.job.budget.open();
        let mut expander = Expander::new(&self.job.budget);
        let (mut bytes, mut keys) = (Vec::new(), Vec::new());
        let step = blocks.len().div_ceil(SAMPLED_BLOCKS);
        for place in (0..blocks.len()).step_by(step) {
            keys.clear();
            read(reader, place, &mut bytes, &mut keys)?;
            let batch = expander.expand(self.game, &keys[..keys.len().min(SAMPLED_POSITIONS)])?;
            expanded += batch.positions.len() as u64;
            let room = charge.make_room(&mut sample, batch.steps.len());
            room.map_err(StoreError::from)?;
            sample.extend(batch.steps.iter().map(|step| step.position));
        }
        let positions: u64 = blocks.iter().map(|block| u64::from(block.count)).sum();
        let expected = positions.saturating_mul(sample.len() as u64) / expanded.max(1);
        let fresh = self.job.budget.left() / FRESH_SHARE;
        let room = fresh / (self.job.threads.get() * tiers) as u64;
        while waiting.len() < tiers {
            let gather = Gather::new(&mut sample, expected, room, &self.spares);
            waiting.push_back(gather);
        }
        Ok(())
    }

    fn reached(&self, left: u64) -> Progress {
        reached(
            Phase::Discovering,
            [self.positions, self.edges, left],
            self.tier,
            self.job,
        )
    }
}

/// A complete stream is gone from the store.
#[derive(Debug, thiserror::Error)]
#[error("{0} are not there any more")]
pub(super) struct Gone(pub(super) Stream);

/// What the threads that expand a tier share.
struct Climbing<'a, G: Graded> {
    game: &'a G,
    tier: u32,
    /// The first of the tiers that are gathered.
    next: u32,
    gathers: &'a [&'a Gather<G::Position>],
}

impl<G> Climbing<'_, G>
where
    G: Graded<Position: Key>,
{
    fn block(
        &self,
        worker: &mut Worker<G::Position>,
        reader: &Arc<dyn Reader>,
        place: usize,
    ) -> Result<(), Error> {
        let Worker {
            expander,
            fresh,
            edges,
        } = worker;
        expander.block(self.game, reader, place, |batch| {
            *edges += batch.steps.len() as u64;
            // Where every move climbs one level, the levels are looked at when the tier is
            // finished and each key is there once.
            if self.game.longest_climb() == 1
                && let ([gather], [fresh]) = (self.gathers, &mut fresh[..])
            {
                let keys = batch.steps.iter().map(|step| step.position);
                return Ok(fresh.add(gather, keys).map_err(StoreError::from)?);
            }
            batch
                .steps
                .iter()
                .try_for_each(|step| self.add(fresh, step))
        })
    }

    /// Adds a key to its tier, if that is gathered.
    fn add(&self, fresh: &mut [Fresh<G::Position>], step: &Step<G::Position>) -> Result<(), Error> {
        let level = self.game.level(&step.position);
        if level <= self.tier || level - self.tier > self.game.longest_climb() {
            return Err(Error::Level {
                from: self.tier,
                to: level,
            });
        }
        let Some(place) = level.checked_sub(self.next) else {
            return Ok(());
        };
        match (
            fresh.get_mut(place as usize),
            self.gathers.get(place as usize),
        ) {
            (Some(fresh), Some(gather)) => {
                let key = std::iter::once(step.position);
                Ok(fresh.add(gather, key).map_err(StoreError::from)?)
            }
            _ => Err(Error::Level {
                from: self.tier,
                to: level,
            }),
        }
    }
}

/// The keys of a tier in several vectors, one after the other.
struct TierKeys<K> {
    buckets: Vec<Charged<K>>,
    /// The number of keys before each vector, and of all keys.
    starts: Vec<usize>,
}

impl<K: Key> TierKeys<K> {
    /// Puts the keys of this range in the place of what `keys` held.
    fn copy(&self, range: std::ops::Range<usize>, keys: &mut Vec<K>) {
        keys.clear();
        let mut bucket = self.starts.partition_point(|&start| start <= range.start) - 1;
        while keys.len() < range.len() {
            let from = range.start + keys.len() - self.starts[bucket];
            let here = &self.buckets[bucket].0[from..];
            let wanted = range.len() - keys.len();
            keys.extend_from_slice(&here[..here.len().min(wanted)]);
            bucket += 1;
        }
    }
}

/// Makes a block of keys, all of which must be of this tier.
fn encode<K: Key>(
    game: &impl Graded<Position = K>,
    tier: u32,
    keys: &[K],
    bytes: &mut Vec<u8>,
) -> Result<Block, Error> {
    for key in keys {
        let level = game.level(key);
        if level != tier {
            return Err(Error::Level {
                from: tier.saturating_sub(1),
                to: level,
            });
        }
    }
    block::write(keys, bytes);
    Ok(Block {
        first: keys[0].to_bits(),
        count: keys.len() as u32,
    })
}
