//! Positions whose values, or scores, are known from elsewhere, such as from a solved table on disk:
//! they are leaves of a search.
//!
//! **Cost.** A look into a table on disk takes as long as searching some ten positions, and most
//! positions of a search may not be there: the table may have been solved from a later position.
//! So positions are asked about by their level: where few of a level are known, they are asked
//! about as rarely as keeps the cost below a small share of the search ([`Probes`]).

use zug_game::Searchable;
use zug_values::{Score, Value};

use crate::error::Error;

/// Tells the values of some positions, or their scores in a game that ends with scores.
pub trait Leaves<P>: Sync {
    /// The level of a position whose value may be known; `None` if it is certain not to be
    /// known. Positions of one level are about as likely to be known as each other. Any number will
    /// do where there are no levels.
    fn level(&self, position: &P) -> Option<u32>;

    /// The value of a position, if it is known.
    ///
    /// # Errors
    ///
    /// It cannot be read.
    fn value(&self, position: &P) -> Result<Option<Value>, Error>;

    /// The score of a position for the player to move, if it is known, in a game that ends with
    /// scores. A search that tells scores asks for it, and for no value.
    ///
    /// # Errors
    ///
    /// It cannot be read.
    fn points(&self, _position: &P) -> Result<Option<i64>, Error> {
        Ok(None)
    }
}

/// One question without an answer in this number of searched positions is always affordable. All
/// levels share these questions alike, so that the few positions near the root are asked about.
const AFFORDABLE: u64 = 512;

/// Questions are worth their time where one in this number is answered.
const WORTHWHILE: u64 = 4;

/// The number of questions after which a level is judged.
const FIRST: u64 = 64;

/// The questions that a walk asks about leaves.
pub(super) struct Probes<'a, P> {
    leaves: &'a dyn Leaves<P>,
    /// Whether scores are asked for, and not values.
    tells_scores: bool,
    /// By level, how many questions were asked, and how many were answered.
    levels: Vec<Level>,
    known: u64,
}

#[derive(Clone, Copy, Default)]
struct Level {
    asked: u64,
    answered: u64,
}

impl<'a, P> Probes<'a, P> {
    /// Questions about leaves of a search of this game.
    pub(super) fn new<G>(leaves: &'a dyn Leaves<P>, game: &G) -> Self
    where
        G: Searchable<Position = P>,
    {
        Self {
            leaves,
            tells_scores: game.tells_scores(),
            levels: Vec::new(),
            known: 0,
        }
    }

    /// The number of positions whose values or scores were known.
    pub(super) fn known(&self) -> u64 {
        self.known
    }

    /// The score of a position, if it is known and worth asking for. `searched` positions were
    /// searched by now.
    pub(super) fn ask(&mut self, position: &P, searched: u64) -> Result<Option<Score>, Error> {
        let Some(level) = self.leaves.level(position) else {
            return Ok(None);
        };
        // Where levels are many they share the last count.
        let level = level.min(MOST_LEVELS) as usize;
        if self.levels.len() <= level {
            self.levels.resize(level + 1, Level::default());
        }
        let levels = self.levels.len() as u64;
        let counts = &mut self.levels[level];
        let unanswered = counts.asked - counts.answered;
        let is_worth_it = counts.asked < FIRST
            || counts.answered * WORTHWHILE >= counts.asked
            || unanswered * AFFORDABLE * levels <= searched;
        if !is_worth_it {
            return Ok(None);
        }
        counts.asked += 1;
        let score = if self.tells_scores {
            self.leaves.points(position)?.and_then(Score::of_points)
        } else {
            self.leaves.value(position)?.and_then(Score::of)
        };
        if score.is_some() {
            counts.answered += 1;
            self.known += 1;
        }
        Ok(score)
    }
}

/// The most levels that are told apart.
const MOST_LEVELS: u32 = 1 << 10;
