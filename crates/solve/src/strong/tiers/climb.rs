//! Expands the positions of a tier and hands their successors to the tiers that gather them.
//!
//! A successor must be in a later tier, by at most the longest climb: each one is looked at,
//! where a move can climb several levels. Where every move climbs one level, whoever writes
//! the tier looks at each key once.

use std::sync::Arc;

use zug_game::{Graded, Step};

use crate::error::Error;

use super::expand::Expander;
use super::gather::{Fresh, Gather};
use super::key::Key;
use super::store::{Reader, StoreError};

/// What each thread has while a tier is expanded.
pub(super) struct Worker<K> {
    pub(super) expander: Expander<K>,
    /// The fresh keys of the levels above the tier, from the next on.
    pub(super) fresh: Vec<Fresh<K>>,
    pub(super) edges: u64,
}

/// What the threads that expand a tier share.
pub(super) struct Climbing<'a, G: Graded> {
    pub(super) game: &'a G,
    pub(super) tier: u32,
    /// The first of the tiers that are gathered.
    pub(super) next: u32,
    pub(super) gathers: &'a [&'a Gather<G::Position>],
}

impl<G> Climbing<'_, G>
where
    G: Graded<Position: Key>,
{
    /// Expands a block.
    pub(super) fn block(
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
                return Ok(fresh.add(gather, &[], keys).map_err(StoreError::from)?);
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
        let here = self.gathers.get(place as usize..);
        match (fresh.get_mut(place as usize), here) {
            (Some(fresh), Some([gather, behind @ ..])) => {
                let key = std::iter::once(step.position);
                let added = fresh.add(gather, behind, key);
                Ok(added.map_err(StoreError::from)?)
            }
            // The tiers behind are not asked for now.
            _ if level < self.game.levels() => Ok(()),
            _ => Err(Error::Level {
                from: self.tier,
                to: level,
            }),
        }
    }
}
