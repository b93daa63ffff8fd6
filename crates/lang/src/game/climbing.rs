//! Rules with levels that every move climbs.

use std::sync::Arc;

use zug_analyse::{Levels, Tally, levels};
use zug_game::{Game, Graded, Symmetric};
use zug_job::{Job, Why};
use zug_program::Word;

use crate::game::RulesGame;

/// Rules whose every move climbs a level, as [`RulesGame::climbing`] makes them.
///
/// That moves climb follows from what their guards and their writes say of single fields. A
/// solver that relies on it checks it with every move.
pub type Climbing<W> = RulesGame<W, WithLevels<W>>;

/// The levels of a [`RulesGame`].
#[derive(Clone, Debug)]
pub struct WithLevels<W>(Arc<Levels<W>>);

/// The number of lines of play and the largest number of images on which it is checked that
/// the symmetries of the game keep the levels.
const PLAYOUTS: u64 = 16;
const MOST_IMAGES: usize = 20_000;

impl<W: Word> RulesGame<W> {
    /// Returns the game with levels that every move climbs; `None` if its rules show none that
    /// its symmetries keep.
    ///
    /// # Errors
    ///
    /// The job was cancelled, or its memory is used up.
    pub fn climbing(&self, job: &Job) -> Result<Option<Climbing<W>>, Why> {
        for found in levels(self.residual(), self.interpreter().symmetries(), job)? {
            job.check()?;
            if self.keeps(&found, job)? {
                return Ok(Some(RulesGame {
                    inner: self.inner.clone(),
                    runner: self.runner.clone(),
                    tells_scores: self.tells_scores,
                    power: WithLevels(Arc::new(found)),
                }));
            }
        }
        Ok(None)
    }

    /// Whether moves climb these levels and the symmetries of the game keep them, in
    /// some lines of play.
    fn keeps(&self, levels: &Levels<W>, job: &Job) -> Result<bool, Why> {
        let mut images = 0;
        let mut steps = Vec::new();
        for playout in 0..PLAYOUTS {
            // A fixed seed: the same rules are always checked on the same positions.
            let mut random = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(2 * playout + 1);
            let mut position = self.start();
            loop {
                job.check()?;
                let level = levels.level(position);
                for element in 0..self.order().min(MOST_IMAGES / PLAYOUTS as usize) {
                    images += 1;
                    if levels.level(self.image(&position, element)) != level {
                        return Ok(false);
                    }
                }
                steps.clear();
                let is_over = self
                    .expand(&position, &mut steps)
                    .map_or(true, |end| end.is_some());
                let climbs = steps.iter().all(|step| {
                    let next = levels.level(step.position);
                    next > level && next - level <= levels.longest_climb()
                });
                if !climbs {
                    return Ok(false);
                }
                if is_over || steps.is_empty() || images > MOST_IMAGES {
                    break;
                }
                random = random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                position = steps[(random >> 33) as usize % steps.len()].position;
            }
        }
        Ok(true)
    }
}

impl<W: Word> Climbing<W> {
    /// Returns what a level of the game adds up, over which fields of a position.
    pub fn tallies(&self) -> &[Tally] {
        self.power.0.tallies()
    }

    /// Returns what a level counts, in words.
    pub fn levels_in_words(&self) -> String {
        self.instance().levels_in_words(self.tallies())
    }

    /// Returns the level of a position, for whoever does not hold the game.
    pub fn level_of_position(&self) -> impl Fn(&W) -> u32 + Clone + Send + Sync + use<W> {
        let levels = self.power.0.clone();
        move |position| levels.level(*position)
    }
}

impl<W: Word> Graded for Climbing<W> {
    fn levels(&self) -> u32 {
        self.power.0.count()
    }

    fn level(&self, position: &W) -> u32 {
        self.power.0.level(*position)
    }

    fn longest_climb(&self) -> u32 {
        self.power.0.longest_climb()
    }
}
