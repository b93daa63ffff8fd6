//! Tiers as units of work, which many machines can do.
//!
//! A *unit* is a pure function from named, complete streams of a store to named streams. It asks
//! nobody, and whoever does it writes the same bytes. So any engine that runs functions can run
//! units, on any number of machines that share the store: this module knows neither a network nor
//! a scheduler.
//!
//! A tier is cut into *shards*, ranges of its keys. The distinct positions that the moves out of
//! one shard lead to are a *run*; it is sorted and used twice. On the way forward the sorted union
//! of all runs is the next tier. On the way back each shard *answers* every run that reaches it,
//! with the values of the positions that they share.
//!
//! | unit | reads | writes |
//! |---|---|---|
//! | expand (tier, shard) | its keys | its run: the positions of each later tier that its moves reach |
//! | split (tier) | the first keys of the blocks of all runs into the tier | where its shards begin |
//! | keys (tier, shard) | its range of these runs | its keys |
//! | answer (tier, shard) | its range of these runs, its keys, its values | answers, a section for each run |
//! | values (tier, shard) | its keys, its run, the answers to its run | its values, and their counts |
//!
//! Nimbers or scores, where they are wanted ([`Units::with_besides`]), are worked out and answered together with the
//! values. If they are not defined of some position, they are left out of all shards from which play leads there.
//!
//! Expanding and solving are those of one machine ([`super::solve`]), which sees one shard in the
//! place of a tier, and the run in the place of the tiers behind it. A run is kept
//! because looking up successors in the shards themselves would read each of these many times over:
//! on Connect Four 5 by 5, moves out of one of 256 shards reach 53 shards of the next tier.
//!
//! [`Needs`] says, by the streams that are there, which units can be done now: a stream that was
//! deleted makes its unit, and all that this one stands on, ready again.
//!
//! Cost: that of one machine, and besides it the runs are written, merged and read again, 1.8 keys
//! for each position of Connect Four 5 by 5 in 256 shards. Memory: of a unit what its shard takes on
//! one machine, with its run in the place of the tiers behind it; to merge or answer, a few blocks
//! of each run that reaches the shard. When not to use it: where one machine suffices.

mod unit;
mod needs;
mod shards;
mod piece;
mod split;
mod expand;
mod keys;
mod answer;
pub(in crate::strong) mod counts;
mod values;
mod joined;

use zug_game::Graded;
use zug_job::Job;

use crate::error::Error;

use super::backup::meaning_of;
use super::besides::{Besides, back_ups};
use super::cells::Meaning;
use super::key::Key;
use super::store::{Kind, Store, Stream};

pub use counts::{Counted, counted};
pub use joined::Joined;
pub use needs::{Needs, Stage};
pub use unit::{Exits, Levels, NoUnit, Order, Unit};

use shards::Shards;

/// The largest number of keys in a block of a run.
const MOST_IN_RUN_BLOCK: u64 = super::MOST_IN_BLOCK;

/// A run has at least this number of blocks for each full shard, so that shards can be cut between
/// them.
const BLOCKS_OF_SHARD: u64 = 64;

/// The units of a game.
#[derive(Debug)]
pub struct Units<'a, G: Graded> {
    game: &'a G,
    root: G::Position,
    store: &'a dyn Store,
    /// About the largest number of positions of a shard.
    shard_positions: u64,
    besides: Option<Besides<'a, G::Position>>,
}

impl<'a, G> Units<'a, G>
where
    G: Graded<Position: Key> + Sync,
{
    /// The units by which the positions are solved that play can reach from the root, in shards of
    /// about `shard_positions` positions at most. All streams in the store must be of this game,
    /// this root and this size of shards.
    pub fn new(
        game: &'a G,
        root: G::Position,
        store: &'a dyn Store,
        shard_positions: u64,
    ) -> Result<Self, Error> {
        let (from, to) = (game.levels(), game.level(&root));
        if to >= from {
            return Err(Error::Level { from: to, to });
        }
        Ok(Self {
            game,
            root,
            store,
            shard_positions: shard_positions.max(1),
            besides: None,
        })
    }

    /// The same units, which work out nimbers or scores too if any are wanted.
    #[must_use]
    pub fn with_besides(self, besides: Option<Besides<'a, G::Position>>) -> Self {
        Self { besides, ..self }
    }

    /// The kinds of the streams of a shard: its positions first, then what is worked out.
    #[must_use]
    pub fn kinds(&self) -> Vec<Kind> {
        let besides = self.besides.map(|_| self.meaning_of(self.besides).kind());
        [Kind::Keys, Kind::Values]
            .into_iter()
            .chain(besides)
            .collect()
    }

    /// What the cells mean that back-up works out in the order of [`back_ups`], which is that of the answers too.
    fn meanings(&self) -> impl Iterator<Item = Meaning> {
        let all = back_ups(self.besides).into_iter();
        all.map(|of| self.meaning_of(of))
    }

    /// The meaning of the cells of these nimbers or scores, or of the values for `None`.
    fn meaning_of(&self, besides: Option<Besides<'_, G::Position>>) -> Meaning {
        meaning_of(besides.as_ref(), self.game.levels())
    }

    /// The levels of the game.
    #[must_use]
    pub fn levels(&self) -> Levels {
        Levels {
            first: self.game.level(&self.root),
            end: self.game.levels(),
            climb: self.game.longest_climb().max(1),
        }
    }

    /// Does a unit. What it reads must be there.
    ///
    /// # Errors
    ///
    /// The rules break; a move does not climb as the game promises ([`Error::Level`]); the budget
    /// does not suffice; the caller cancelled; the store fails ([`Error::Store`]), or does not have
    /// what the unit reads. Then the unit has written nothing, or not the stream that it writes last
    /// ([`Unit::writes`]).
    pub fn make(&self, unit: Unit, job: &Job) -> Result<(), Error> {
        match unit {
            Unit::Expand(tier, shard) => self.expand(tier, shard, job),
            Unit::Split(tier) => self.split(tier, job),
            Unit::Keys(tier, shard) => self.keys(tier, shard, job),
            Unit::Answer(tier, shard) => self.answer(tier, shard, job),
            Unit::Values(tier, shard) => self.values(tier, shard, job),
        }
    }

    /// The shards of a tier.
    fn shards(&self, tier: u32) -> Result<Shards<G::Position>, Error> {
        Ok(Shards::open(self.store, tier)?)
    }

    /// The tiers whose moves can lead into a tier.
    fn before(&self, tier: u32) -> std::ops::Range<u32> {
        self.levels().before(tier)
    }

    /// The number of keys in each block of a run but the last of a tier.
    fn in_run_block(&self) -> usize {
        (self.shard_positions / BLOCKS_OF_SHARD).clamp(1, MOST_IN_RUN_BLOCK) as usize
    }
}

/// The number of shards of a tier, once it was split.
///
/// # Errors
///
/// The store cannot be read.
pub fn shards(store: &dyn Store, tier: u32) -> Result<Option<u32>, Error> {
    let split = store.open(Stream::split(tier))?;
    Ok(split.map(|split| split.blocks().len() as u32))
}
