//! Gives the positions of a shard their values, and their nimbers or scores where these are wanted.
//!
//! Back-up sees a store in which the tier is the shard, and each later tier is what the run of the
//! shard has of it. The values of these positions are joined from the answers of all shards that
//! the run reaches.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use zug_game::Graded;
use zug_job::Job;

use crate::error::Error;

use super::super::backup::BackUp;
use super::super::besides::{Besides, back_ups};
use super::super::cells::Meaning;
use super::super::key::Key;
use super::super::store::{Block, Kind, Reader, Store, StoreCost, StoreError, Stream, Writer};
use super::super::tally::Tally;
use super::Units;
use super::answer::{id, width_in};
use super::piece::{Nothing, Section};
use super::shards::{Name, there};

impl<G> Units<'_, G>
where
    G: Graded<Position: Key> + Sync,
{
    pub(super) fn values(&self, tier: u32, shard: u32, job: &Job) -> Result<(), Error> {
        let mut tally = Tally::new();
        for (place, of) in back_ups(self.besides).into_iter().enumerate() {
            match self.work_out((tier, shard), (place, of), job)? {
                Some(worked_out) if self.meaning_of(of).has_value() => tally = worked_out,
                Some(_) => {}
                None => {
                    let stream = Stream::new(tier, self.meaning_of(of).kind());
                    self.store.create(stream.of_shard(shard))?.finish(0)?;
                }
            }
        }
        super::counts::write(self.store, (tier, shard), &tally)
    }

    /// Works out the values of a shard, or its nimbers or scores: what has this place among [`back_ups`]. `None` if that
    /// is not defined of some position to which play leads from there.
    fn work_out(
        &self,
        (tier, shard): Name,
        (place, of): (usize, Option<Besides<'_, G::Position>>),
        job: &Job,
    ) -> Result<Option<Tally>, Error> {
        let meaning = self.meaning_of(of);
        let behind = match self.behind((tier, shard), (place, meaning))? {
            Some(behind) => behind,
            None if meaning.has_value() => return Err(StoreError::failed(Misfit).into()),
            None => return Ok(None),
        };
        let view = View {
            store: self.store,
            tier,
            shard,
            behind,
            is_begun: AtomicBool::new(false),
        };
        match BackUp::new(self.game, &view, job).of(of).one(tier) {
            Err(Error::NoNimber(_) | Error::Score { .. }) if !meaning.has_value() => Ok(None),
            worked_out => worked_out.map(Some),
        }
    }

    /// What the run of a shard has of each tier behind, with the section of the answers that has this place. `None` if a
    /// shard that answers lacks the nimbers or scores of the section.
    fn behind(&self, run: Name, of: (usize, Meaning)) -> Result<Option<Vec<Behind>>, Error> {
        let mut all = Vec::new();
        for later in self.levels().behind(run.0) {
            let section = self.section(run, later)?;
            let Some(behind) = self.answered(run, later, &section, of)? else {
                return Ok(None);
            };
            all.push(behind);
        }
        Ok(Some(all))
    }

    /// What a run has of a later tier, with the answers to it.
    fn answered(
        &self,
        run: Name,
        later: u32,
        section: &Section<G::Position>,
        (place, meaning): (usize, Meaning),
    ) -> Result<Option<Behind>, Error> {
        let blocks = &section.run.blocks()[section.blocks.clone()];
        let mut answered = Behind {
            keys: Arc::new(Keys {
                run: section.run.clone(),
                first: section.blocks.start,
                blocks: blocks.to_vec(),
            }),
            values: Arc::new(Nothing),
        };
        let (Some(first), Some(last)) = (
            section.blocks.clone().next(),
            section.blocks.clone().next_back(),
        ) else {
            return Ok(Some(answered));
        };
        let (first_key, last_key) = (section.keys_of(first).0, section.keys_of(last).1);
        let shards = self.shards(later)?;
        let mut values = Joined {
            blocks: blocks.to_vec(),
            answers: Vec::new(),
            parts: vec![Vec::new(); blocks.len()],
            meaning,
            width: 1,
        };
        for shard in shards.with(first_key, last_key) {
            let answers = there(
                self.store,
                Stream::new(later, Kind::Answers).of_shard(shard),
            )?;
            let Some(width) = width_in(&*answers, place) else {
                return Ok(None);
            };
            let ids = section.blocks.clone().map(|block| id(place, run, block));
            let ids: Vec<_> = ids.collect();
            let known = answers.blocks();
            let begin = known.partition_point(|block| block.first < ids[0]);
            for (at, block) in known.iter().enumerate().skip(begin) {
                let Ok(of) = ids.binary_search(&block.first) else {
                    break;
                };
                values.parts[of].push((values.answers.len(), at));
            }
            values.width = values.width.max(width);
            values.answers.push(answers);
        }
        answered.values = Arc::new(values);
        Ok(Some(answered))
    }
}

/// What a run has of a later tier.
#[derive(Debug)]
struct Behind {
    keys: Arc<dyn Reader>,
    values: Arc<dyn Reader>,
}

/// The keys that a run has of a tier.
#[derive(Debug)]
struct Keys {
    run: Arc<dyn Reader>,
    /// The first block of the tier in the run.
    first: usize,
    blocks: Vec<Block>,
}

impl Reader for Keys {
    fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    fn note(&self) -> u64 {
        0
    }

    fn read(&self, block: usize, bytes: &mut Vec<u8>) -> Result<(), StoreError> {
        self.run.read(self.first + block, bytes)
    }
}

/// The values of these keys, or what is worked out besides, joined from the answers of several shards.
#[derive(Debug)]
struct Joined {
    blocks: Vec<Block>,
    answers: Vec<Arc<dyn Reader>>,
    /// For each block, the answers that have some of its values, in order, and the block there.
    parts: Vec<Vec<(usize, usize)>>,
    /// What the cells mean.
    meaning: Meaning,
    /// The bytes of a cell.
    width: usize,
}

/// The answers to a run are not as many as its positions.
#[derive(Debug, thiserror::Error)]
#[error("the answers do not fit the positions that asked for them")]
struct Misfit;

impl Reader for Joined {
    fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    fn note(&self) -> u64 {
        0
    }

    fn read(&self, block: usize, bytes: &mut Vec<u8>) -> Result<(), StoreError> {
        let (mut part, mut cells) = (Vec::new(), Vec::new());
        bytes.clear();
        for &(answers, place) in &self.parts[block] {
            let answers = &self.answers[answers];
            answers.read(place, &mut part)?;
            let count = answers.blocks()[place].count as usize;
            cells.clear();
            self.meaning.decode(&part, count, &mut cells)?;
            for cell in &cells {
                bytes.extend_from_slice(&cell.to_le_bytes()[..self.width]);
            }
        }
        if bytes.len() == self.blocks[block].count as usize * self.width {
            Ok(())
        } else {
            Err(StoreError::failed(Misfit))
        }
    }
}

/// The store as back-up sees it.
#[derive(Debug)]
struct View<'a> {
    store: &'a dyn Store,
    tier: u32,
    shard: u32,
    /// What the run has of the tiers behind, the next tier first.
    behind: Vec<Behind>,
    /// Whether the values of the shard are written.
    is_begun: AtomicBool,
}

impl Store for View<'_> {
    fn create(&self, stream: Stream) -> Result<Box<dyn Writer + '_>, StoreError> {
        self.is_begun.store(true, Ordering::Relaxed);
        self.store.create(stream.of_shard(self.shard))
    }

    fn open(&self, stream: Stream) -> Result<Option<Arc<dyn Reader>>, StoreError> {
        let Some(above) = stream.tier.checked_sub(self.tier + 1) else {
            // Values that are there from before are worked out anew.
            let is_there = stream.kind == Kind::Keys || self.is_begun.load(Ordering::Relaxed);
            return if is_there {
                self.store.open(stream.of_shard(self.shard))
            } else {
                Ok(None)
            };
        };
        Ok(Some(match (self.behind.get(above as usize), stream.kind) {
            (None, _) => Arc::new(Nothing),
            (Some(behind), Kind::Keys) => behind.keys.clone(),
            (Some(behind), _) => behind.values.clone(),
        }))
    }

    fn remove(&self, _: Stream) -> Result<(), StoreError> {
        Ok(())
    }

    fn pack(&self, bytes: &mut Vec<u8>) -> Result<(), StoreError> {
        self.store.pack(bytes)
    }

    fn held_bytes(&self) -> u64 {
        self.store.held_bytes()
    }

    fn cost(&self) -> StoreCost {
        self.store.cost()
    }
}
