//! Through the tiers: forward to find the positions, backward to give them values.
//!
//! A tier is solved when all tiers are that its moves lead to, so the last tier is solved
//! first; and its positions are all found when those of all tiers before are expanded, so the
//! first tier is expanded first (as endgames are solved by the
//! pieces on the board, K. Thompson, 1986).
//!
//! Where all slots fit into the budget, they stay in memory, and each position is expanded
//! once. Otherwise the slots of a tier are there while the tier is worked on or is an exit of
//! that tier, and its positions are expanded once more before it gets its values; what is
//! solved goes to a store, and is read from there.
//!
//! Where the caller gives a store, each tier goes there as soon as it is finished, forward and
//! backward. A run that finds complete streams in the store does not work them out again: of the
//! tiers whose positions are found it expands those once more that lead to one whose positions
//! are not, and each other one before it gives it values.

use std::sync::Mutex;

use zug_game::{NumberTier, NumberedGame};
use zug_job::{Job, Phase, Tier};

use super::Counters;
use super::bits::{Bits, Window};
use super::discover::Discovery;
use super::known::Known;
use super::levels::Levels;
use super::regions::Regions;
use super::slots::Slots;
use super::streams::{StoredNumbers, StoredSlots, write_numbers, write_slots};
use crate::error::Error;
use crate::strong::tiers::Gone;
use crate::strong::tiers::store::{Store, StoreError, Stream};

/// What is there of a tier when all tiers are solved.
#[derive(Debug)]
pub(super) enum Held {
    /// Play cannot reach a position of the tier.
    Nothing,
    /// The slots, in memory.
    Known(Known),
    /// The slots, in the store.
    Stored(StoredSlots),
}

/// What is there when all tiers are solved.
pub(super) struct Passed {
    /// What is there of each tier.
    pub(super) tiers: Vec<Held>,
    /// What is counted of all positions.
    pub(super) counters: Counters,
    /// The positions that were found, where slots do not tell that.
    pub(super) found: Bits,
}

/// How the slots of tiers are kept.
#[derive(Clone, Copy)]
pub(super) struct Keeping<'a> {
    /// Where finished tiers go, if they go anywhere.
    pub(super) store: Option<&'a dyn Store>,
    /// Whether the slots of all tiers stay in memory. If not, there is a store, unless nothing is solved.
    pub(super) in_memory: bool,
}

/// The way through the tiers of a game.
pub(super) struct Passage<'a> {
    game: &'a dyn NumberedGame,
    job: &'a Job,
    keeping: Keeping<'a>,
    /// The positions of all tiers that were found.
    found: Bits,
    tiers: Vec<Place>,
    /// What is counted of the tiers that are found.
    counters: Counters,
    /// The number of positions that have no value yet.
    left: u64,
}

/// A tier, and how far it is.
struct Place {
    tier: NumberTier,
    window: Window,
    counters: Counters,
    /// The slots of positions that were expanded and have no values yet.
    open: Option<Slots>,
    /// The solved slots, in memory.
    known: Option<Known>,
    /// The solved slots, in the store.
    stored: Option<StoredSlots>,
}

impl Place {
    /// Whether the positions need not be expanded once more.
    fn is_expanded(&self) -> bool {
        self.open.is_some() || self.stored.is_some() || self.counters.positions == 0
    }
}

impl<'a> Passage<'a> {
    /// The way through these tiers of a game. `found` has the roots.
    pub(super) fn new(
        game: &'a dyn NumberedGame,
        tiers: Vec<NumberTier>,
        found: Bits,
        keeping: Keeping<'a>,
        job: &'a Job,
    ) -> Self {
        let place = |tier: NumberTier| Place {
            window: Window::of(&tier),
            tier,
            counters: Counters::default(),
            open: None,
            known: None,
            stored: None,
        };
        Self {
            game,
            job,
            keeping,
            found,
            tiers: tiers.into_iter().map(place).collect(),
            counters: Counters::default(),
            left: 0,
        }
    }

    /// Finds all positions and gives them their values.
    pub(super) fn run(mut self) -> Result<Passed, Error> {
        self.find()?;
        self.left = self.counters.positions;
        let is_folded = |place: &Place| place.window.to_image().is_some();
        if self.tiers.iter().all(Place::is_expanded) && !self.tiers.iter().any(is_folded) {
            // The slots tell which positions were found.
            self.found = Bits::default();
        }
        for place in (0..self.tiers.len()).rev() {
            let positions = self.tiers[place].counters.positions;
            self.left -= positions;
            if positions > 0 && self.tiers[place].stored.is_none() {
                self.solve(place)?;
            }
        }
        let mut counters = Counters::default();
        let held = self.tiers.into_iter().map(|place| {
            counters.positions += place.counters.positions;
            counters.moves += place.counters.moves;
            match (place.known, place.stored) {
                (Some(known), _) if self.keeping.in_memory => Held::Known(known),
                (_, Some(stored)) => Held::Stored(stored),
                (Some(known), None) => Held::Known(known),
                (None, None) => Held::Nothing,
            }
        });
        Ok(Passed {
            tiers: held.collect(),
            counters,
            found: self.found,
        })
    }

    /// Expands the first tier alone, and returns the positions of all tiers that were found then.
    pub(super) fn expand_first(mut self) -> Result<Bits, Error> {
        self.expand(0)?;
        Ok(self.found)
    }

    /// Gives the positions of the first tier their values, which go to the store. The store has the positions of all
    /// tiers, and the values of the others.
    pub(super) fn solve_first(mut self) -> Result<(), Error> {
        for place in 0..self.tiers.len() {
            let gone = |stream| StoreError::failed(Gone(stream));
            let positions = self.numbers_in_store(place)?;
            let positions = positions.ok_or_else(|| gone(Stream::numbers(place as u32)))?;
            self.tiers[place].counters.positions = positions;
            if place > 0 && positions > 0 {
                let slots = self.slots_in_store(place)?;
                let slots = slots.ok_or_else(|| gone(Stream::slots(place as u32)))?;
                self.tiers[place].stored = Some(slots);
            }
        }
        self.counters.positions = self.tiers[0].counters.positions;
        match self.keeping.store {
            Some(store) if self.counters.positions == 0 => {
                Ok(store.create(Stream::slots(0))?.finish(0)?)
            }
            _ => self.solve(0),
        }
    }

    /// What the watch is told of a tier.
    fn told(&self, place: usize) -> Option<Tier> {
        let (number, of) = (place as u32, self.tiers.len() as u32);
        (of > 1).then_some(Tier { number, of })
    }

    /// Finds the positions of all tiers.
    fn find(&mut self) -> Result<(), Error> {
        let stored = (0..self.tiers.len()).map(|place| self.numbers_in_store(place));
        let stored: Vec<Option<u64>> = stored.collect::<Result<_, Error>>()?;
        for place in 0..self.tiers.len() {
            if let Some(positions) = stored[place] {
                self.tiers[place].counters.positions = positions;
                self.tiers[place].stored = self.slots_in_store(place)?;
            }
            let Place {
                tier,
                stored: solved,
                counters,
                ..
            } = &mut self.tiers[place];
            if let Some(solved) = solved {
                counters.moves = solved.moves();
            }
            let leads_on = tier.exits.iter().any(|exit| stored[*exit].is_none());
            if stored[place].is_none() || leads_on {
                self.expand(place)?;
            }
            if let (None, Some(store)) = (stored[place], self.keeping.store) {
                let tier = (&self.found, &self.tiers[place].window);
                write_numbers(store, place as u32, tier, self.job)?;
                if self.tiers[place].counters.positions == 0 {
                    store.create(Stream::slots(place as u32))?.finish(0)?;
                }
            }
            let place = &mut self.tiers[place];
            self.counters.positions += place.counters.positions;
            self.counters.moves += place.counters.moves;
            if !self.keeping.in_memory || place.stored.is_some() {
                place.open = None;
            }
        }
        Ok(())
    }

    /// Adds the positions of a tier that the store has to those found, and returns their
    /// number; `None` if the store does not have the tier.
    fn numbers_in_store(&self, place: usize) -> Result<Option<u64>, Error> {
        let Some(store) = self.keeping.store else {
            return Ok(None);
        };
        let Some(stored) = StoredNumbers::open(store, place as u32)? else {
            return Ok(None);
        };
        stored.read_into((&self.found, &self.tiers[place].window), self.job)?;
        Ok(Some(stored.positions()))
    }

    /// The solved slots of a tier in the store; `None` if it does not have them.
    fn slots_in_store(&self, place: usize) -> Result<Option<StoredSlots>, Error> {
        let Some(store) = self.keeping.store else {
            return Ok(None);
        };
        let window = &self.tiers[place].window;
        Ok(StoredSlots::open(store, place as u32, window)?)
    }

    /// Expands the positions of a tier that were found, and those that moves lead to within
    /// the tier.
    fn expand(&mut self, place: usize) -> Result<(), Error> {
        let (window, budget) = (&self.tiers[place].window, &self.job.budget);
        let refused = |refusal| {
            let positions = self.counters.positions as usize;
            Error::out_of_memory(refusal, Phase::Discovering, positions)
        };
        if !self.found.has_any_within(window) {
            return Ok(());
        }
        let mut discovery = Discovery {
            game: self.game,
            job: self.job,
            tier: self.told(place),
            window,
            found: &self.found,
            expanded: Bits::below(window.len(), budget).map_err(refused)?,
            slots: Slots::absent(window.slots(), budget).map_err(refused)?,
            counters: Counters::default(),
            before: self.counters,
        };
        discovery.run()?;
        let Discovery {
            slots, counters, ..
        } = discovery;
        self.tiers[place].counters = counters;
        self.tiers[place].open = Some(slots);
        Ok(())
    }

    /// Gives the positions of a tier their values.
    fn solve(&mut self, place: usize) -> Result<(), Error> {
        self.load_exits(place)?;
        if self.tiers[place].open.is_none() {
            // All positions were found: these are expanded once more for their moves.
            let counters = self.counters;
            self.counters.positions -= self.tiers[place].counters.positions;
            self.expand(place)?;
            self.counters = counters;
        }
        let Some(slots) = self.tiers[place].open.take() else {
            return Ok(());
        };
        let Place {
            tier,
            window,
            counters,
            ..
        } = &self.tiers[place];
        let exits = tier.exits.iter();
        let set = || {
            let set = Bits::below(window.slots(), &self.job.budget);
            set.map_err(|refusal| {
                let positions = self.counters.positions as usize;
                Error::out_of_memory(refusal, Phase::Solving, positions)
            })
        };
        let mut levels = Levels {
            game: self.game,
            job: self.job,
            place,
            tier: self.told(place),
            window,
            exits: exits
                .filter_map(|exit| self.tiers[*exit].known.as_ref())
                .collect(),
            whole: self.counters.positions,
            left: self.left,
            slots,
            counters: *counters,
            here: set()?,
            next: set()?,
            regions: Regions::of(window.slots()),
            found: &self.found,
            spare: Mutex::default(),
        };
        let of_slots = levels.run()?;
        let unsolved = counters.unsolved(&levels.slots);
        let positions = counters.positions;
        let known = Known::of(levels.slots, window.clone(), unsolved, of_slots, positions);
        if let Some(store) = self.keeping.store {
            let slots = (&known, &self.found);
            write_slots(store, place as u32, slots, counters.moves, self.job)?;
            self.tiers[place].stored = self.slots_in_store(place)?;
        }
        self.tiers[place].known = Some(known);
        Ok(())
    }

    /// Has the solved slots of the tiers that a tier leads to in memory, and those of no other
    /// tiers where not all fit.
    fn load_exits(&mut self, place: usize) -> Result<(), Error> {
        let exits = self.tiers[place].tier.exits.clone();
        if !self.keeping.in_memory {
            for (other, place) in self.tiers.iter_mut().enumerate() {
                if !exits.contains(&other) {
                    place.known = None;
                }
            }
        }
        for exit in exits {
            let exit = &mut self.tiers[exit];
            if let (None, Some(stored)) = (&exit.known, &exit.stored) {
                exit.known = Some(stored.known(&self.job.budget, self.job)?);
            }
        }
        Ok(())
    }
}
