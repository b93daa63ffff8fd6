//! Tiers of numbers as units of work, which many machines can do.
//!
//! A unit is a whole tier ([`NumberTier`]): play can go round in it, so that its values belong together. Tiers that do
//! not lead to each other can be worked on at the same time. What a unit needs of other tiers are those that moves
//! lead to, and of these it has sets and lists in memory ([`Near`]), not of all numbers.
//!
//! | unit | reads | writes |
//! |---|---|---|
//! | keys (tier) | what the runs of the tiers before have of it | its run; which of its numbers play can reach |
//! | expand (tier) | which of its numbers play can reach | its run, where it was removed |
//! | values (tier) | that of the tier and of its exits, and the values of the exits | its values, and their counts |
//!
//! The run of a tier says which numbers of its exits its moves lead to.
//!
//! Cost: each position is expanded twice, as on one machine that keeps tiers in a store. Memory: that of the tier and of
//! its exits, [`NumberUnits::bytes`]. When not to use it: where the game has one tier.

use std::fmt;

use zug_game::{NumberTier, NumberedGame};
use zug_job::{Job, Phase, Progress};

use super::bits::{Bits, One, Window};
use super::near::{Near, NearStore};
use super::streams::{ReadBlock, StoredNumbers, StoredSlots, write_found, write_numbers};
use super::tiers::{Keeping, Passage};
use super::{bytes_at_once, bytes_of_found, bytes_of_tier};
use crate::error::Error;
use crate::strong::tiers::store::{Kind, Store, StoreError, Stream};
use crate::strong::tiers::units::{Exits, Order, Unit, counts};
use crate::strong::tiers::{Gone, Numbers, Tally};

/// Appends, for each of some numbers in rising order, how many positions share it.
type OrbitSizes<'a> = dyn Fn(&[u64], &mut Vec<u32>) + Sync + 'a;

/// The units of a game by number.
pub struct NumberUnits<'a> {
    game: &'a dyn NumberedGame,
    tiers: Vec<NumberTier>,
    root: u64,
    orbit_sizes: &'a OrbitSizes<'a>,
    store: &'a dyn Store,
}

impl fmt::Debug for NumberUnits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NumberUnits")
            .field("tiers", &self.tiers)
            .field("store", &self.store)
            .finish_non_exhaustive()
    }
}

impl<'a> NumberUnits<'a> {
    /// The units by which the positions are solved that play can reach from the root. All streams in the store must be
    /// of this game and this root.
    pub fn new(
        game: &'a dyn NumberedGame,
        root: u64,
        orbit_sizes: &'a OrbitSizes<'a>,
        store: &'a dyn Store,
    ) -> Self {
        Self {
            game,
            tiers: game.tiers(),
            root,
            orbit_sizes,
            store,
        }
    }

    /// How tiers with these exits hang together.
    #[must_use]
    pub fn order(tiers: &[NumberTier]) -> Order {
        let exits = |tier: &NumberTier| tier.exits.iter().map(|exit| *exit as u32).collect();
        Order::Numbered(Exits::new(tiers.iter().map(exits).collect()))
    }

    /// The least number of bytes of memory in which the units of a tier are done.
    #[must_use]
    pub fn bytes(game: &dyn NumberedGame, tiers: &[NumberTier], unit: Unit) -> u64 {
        let near = Near::of(game, tiers, unit.tier() as usize).tiers();
        match unit {
            Unit::Values(..) => bytes_at_once(&near),
            _ => bytes_of_found(&near).saturating_add(bytes_of_tier(&near[0])),
        }
    }

    /// Does a unit. What it reads must be there.
    ///
    /// # Errors
    ///
    /// The rules break; a move leads to a tier that is no exit ([`Error::OutsideIndex`]); the budget does not suffice
    /// ([`Error::IndexTooLarge`]); the caller cancelled; the store fails ([`Error::Store`]), or does not have what the
    /// unit reads. Then the unit has written nothing, or of two streams the first.
    pub fn make(&self, unit: Unit, job: &Job) -> Result<(), Error> {
        let tier = unit.tier();
        let near = Near::of(self.game, &self.tiers, tier as usize);
        let (bytes, left) = (Self::bytes(self.game, &self.tiers, unit), job.budget.left());
        if bytes > left {
            let budget = job.budget.limit();
            return Err(Error::IndexTooLarge {
                numbers: near.size(),
                bytes: bytes.saturating_add(budget.saturating_sub(left)),
                budget,
            });
        }
        match unit {
            Unit::Keys(..) => {
                let found = Self::expanded(&near, self.reached(tier, &near, job)?, job)?;
                self.write_run(tier, &near, &found, job)?;
                let own = Window::of(&near.tiers()[0]);
                write_numbers(&self.near_store(&near), 0, (&found, &own), job)?;
                Ok(())
            }
            Unit::Expand(..) => {
                let (own, found) = (Window::of(&near.tiers()[0]), Self::none(&near, job)?);
                let numbers = StoredNumbers::open(&self.near_store(&near), 0)?;
                let numbers = numbers.ok_or_else(|| gone(Stream::numbers(tier)))?;
                numbers.read_into((&found, &own), job)?;
                let found = Self::expanded(&near, found, job)?;
                self.write_run(tier, &near, &found, job)
            }
            Unit::Values(..) => {
                let store = self.near_store(&near);
                let keeping = Keeping {
                    store: Some(&store),
                    in_memory: false,
                };
                let found = Self::none(&near, job)?;
                Passage::new(&near, near.tiers(), found, keeping, job).solve_first()?;
                self.count(tier, job)
            }
            Unit::Split(_) | Unit::Answer(..) => Ok(()),
        }
    }

    /// The empty set of the numbers of a tier and its exits.
    fn none(near: &Near<'_>, job: &Job) -> Result<Bits, Error> {
        let none = Bits::below(near.size() as usize, &job.budget);
        none.map_err(|refusal| Error::out_of_memory(refusal, Phase::Discovering, 0))
    }

    fn near_store<'s>(&self, near: &'s Near<'a>) -> NearStore<'s, 'a> {
        NearStore {
            near,
            whole: self.store,
        }
    }

    /// The positions of a tier that moves out of the tiers before lead to, and the root if it is there.
    fn reached(&self, tier: u32, near: &Near<'_>, job: &Job) -> Result<Bits, Error> {
        let (own, found) = (Window::of(&near.tiers()[0]), Self::none(near, job)?);
        if let Some(root) = near.own(self.root) {
            found.insert::<One>(root as usize);
        }
        let leads_here = |before: &u32| {
            self.tiers[*before as usize]
                .exits
                .contains(&(tier as usize))
        };
        for before in (0..tier).filter(leads_here) {
            let stream = Stream::new(before, Kind::Run);
            let run = self.store.open(stream)?.ok_or_else(|| gone(stream))?;
            let here = StoredNumbers::of(stream, near.section(0, run));
            here.read_into((&found, &own), job)?;
        }
        Ok(found)
    }

    /// These positions of a tier, and those that moves lead to out of the tier.
    fn expanded(near: &Near<'_>, found: Bits, job: &Job) -> Result<Bits, Error> {
        let keeping = Keeping {
            store: None,
            in_memory: true,
        };
        Passage::new(near, near.tiers(), found, keeping, job).expand_first()
    }

    /// Writes which positions of its exits the moves out of a tier lead to.
    fn write_run(&self, tier: u32, near: &Near<'_>, found: &Bits, job: &Job) -> Result<(), Error> {
        let mut run = self.store.create(Stream::new(tier, Kind::Run))?;
        for (place, exit) in near.tiers().iter().enumerate().skip(1) {
            let mut take =
                |block, bytes: &[u8]| run.write(near.block_of_whole(place, block), bytes);
            write_found(&mut take, (found, &Window::of(exit)), job)?;
        }
        Ok(run.finish(0)?)
    }

    /// Writes the counts of the positions of a tier that has its values.
    fn count(&self, tier: u32, job: &Job) -> Result<(), Error> {
        let window = Window::of(&self.tiers[tier as usize]);
        let slots = StoredSlots::open(self.store, tier, &window)?;
        let slots = slots.ok_or_else(|| gone(Stream::slots(tier)))?;
        let (mut block, mut sizes, mut tally) = (ReadBlock::default(), Vec::new(), Tally::new());
        for place in 0..slots.blocks() {
            job.go_on(|| Progress::at(Phase::Counting, 0))?;
            slots.read(place, &mut block)?;
            sizes.clear();
            (self.orbit_sizes)(&block.numbers, &mut sizes);
            for (slot, size) in block.slots.iter().zip(&sizes) {
                // A slot is the same number as the cell that this value has in sorted tiers.
                let numbers = Numbers {
                    kept: 1,
                    orbits: u64::from(*size),
                    first_to_move: 0,
                };
                tally.add_all(*slot, numbers);
            }
        }
        counts::write(self.store, (tier, 0), &tally)
    }
}

fn gone(stream: Stream) -> StoreError {
    StoreError::failed(Gone(stream))
}
