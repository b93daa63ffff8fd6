//! Finds where the moves out of a shard lead.
//!
//! Discovery sees a store with one tier, which is the shard. What it writes as the keys of later
//! tiers are the sections of the run.

use std::sync::{Arc, Mutex, PoisonError};

use zug_game::Graded;
use zug_job::Job;

use crate::error::Error;

use super::super::discover::Discovery;
use super::super::key::Key;
use super::super::store::{Block, Kind, Reader, Store, StoreCost, StoreError, Stream, Writer};
use super::Units;
use super::piece::Nothing;

impl<G> Units<'_, G>
where
    G: Graded<Position: Key> + Sync,
{
    pub(super) fn expand(&self, tier: u32, shard: u32, job: &Job) -> Result<(), Error> {
        let run = Stream::new(tier, Kind::Run).of_shard(shard);
        let view = View {
            store: self.store,
            keys: Stream::keys(tier).of_shard(shard),
            run: Mutex::new(self.store.create(run)?),
        };
        let mut discovery = Discovery::new(self.game, &view, job);
        discovery = discovery.with_blocks_of(self.in_run_block());
        discovery.run_of(tier)?;
        let run = view
            .run
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        Ok(run.finish(0)?)
    }
}

/// The store as discovery sees it.
struct View<'a> {
    store: &'a dyn Store,
    /// The keys of the shard.
    keys: Stream,
    run: Mutex<Box<dyn Writer + 'a>>,
}

impl std::fmt::Debug for View<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("View")
            .field("keys", &self.keys)
            .finish_non_exhaustive()
    }
}

impl Store for View<'_> {
    fn create(&self, _: Stream) -> Result<Box<dyn Writer + '_>, StoreError> {
        Ok(Box::new(Section { run: &self.run }))
    }

    fn open(&self, stream: Stream) -> Result<Option<Arc<dyn Reader>>, StoreError> {
        if stream.tier == self.keys.tier {
            return self.store.open(self.keys);
        }
        Ok(Some(Arc::new(Nothing)))
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

/// Writes the keys of one tier into the run.
struct Section<'v, 'a> {
    run: &'v Mutex<Box<dyn Writer + 'a>>,
}

impl Section<'_, '_> {
    fn with(
        &self,
        write: impl FnOnce(&mut dyn Writer) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let mut run = self.run.lock().unwrap_or_else(PoisonError::into_inner);
        write(&mut **run)
    }
}

impl Writer for Section<'_, '_> {
    fn write(&mut self, block: Block, bytes: &[u8]) -> Result<(), StoreError> {
        self.with(|run| run.write(block, bytes))
    }

    fn write_packed(&mut self, block: Block, bytes: &[u8]) -> Result<(), StoreError> {
        self.with(|run| run.write_packed(block, bytes))
    }

    fn finish(self: Box<Self>, _: u64) -> Result<(), StoreError> {
        Ok(())
    }
}
