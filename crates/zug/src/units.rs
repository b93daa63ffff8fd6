//! The positions of a problem as units of work, for many machines ([`zug_solve::strong::tiers::units`]).
//!
//! A unit is done on a store that all machines share; who does it, and when, is left to the caller.

use std::fmt;

use zug_game::Orbits;
use zug_job::Job;
use zug_lang::{Climbing, RulesGame, Word};
use zug_solve::strong::Method;
use zug_solve::strong::tiers::store::Store;
use zug_solve::strong::tiers::units::{Levels, Unit, Units};
use zug_solve::strong::tiers::{Key, Memory};

use crate::error::{Error, GainsLack};
use crate::native::{Width, native};
use crate::options::SolveOptions;
use crate::plan::table::TablePlan;
use crate::problem::Problem;
use crate::request::Scope;
use crate::subject::AnyGame;

/// The units of a problem. Each can be done by another process that has the same problem.
pub struct ProblemUnits(Box<dyn AnyUnits>);

impl fmt::Debug for ProblemUnits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ProblemUnits").field(&self.levels()).finish()
    }
}

impl Problem {
    /// The units by which the positions of this problem are solved, tier by tier.
    ///
    /// # Errors
    ///
    /// The moves of the game do not climb levels, or gain points; all states are asked for; the
    /// rules name a winner of play that never ends, and have draws; the caller cancelled.
    pub fn units(&self, options: &SolveOptions) -> Result<ProblemUnits, Error> {
        self.refuse_draws_beside_endless("work by units")?;
        if self.has_gains() {
            return Err(Error::Gains(GainsLack::Method));
        }
        if self.scope() == Scope::Everywhere {
            return Err(Error::TiersOfEveryState);
        }
        let job = options.job();
        let options = options.clone().with_method(Method::Tiers);
        let plan = TablePlan::new(self, &options, &job.budget);
        Ok(ProblemUnits(match self.symmetric() {
            AnyGame::Narrow(game) => Prepared::of(game, self, &plan, &job)?,
            AnyGame::Wide(game) => Prepared::of(game, self, &plan, &job)?,
            AnyGame::Widest(game) => Prepared::of(game, self, &plan, &job)?,
            AnyGame::Rust(_) => return Err(Error::NoLevels),
        }))
    }
}

impl ProblemUnits {
    /// The levels that are tiers.
    #[must_use]
    pub fn levels(&self) -> Levels {
        self.0.levels()
    }

    /// The bytes of a position before it is written.
    #[must_use]
    pub fn key_bytes(&self) -> usize {
        self.0.key_bytes()
    }

    /// Does a unit on a store whose streams are of this problem, in shards of about
    /// `shard_positions` positions at most.
    ///
    /// # Errors
    ///
    /// Those of [`Units::make`].
    pub fn make(
        &self,
        unit: Unit,
        store: &dyn Store,
        shard_positions: u64,
        job: &Job,
    ) -> Result<(), Error> {
        self.0.make(unit, store, shard_positions, job)
    }
}

/// Units of positions of any width.
trait AnyUnits: Send + Sync {
    fn levels(&self) -> Levels;

    fn key_bytes(&self) -> usize;

    fn make(
        &self,
        unit: Unit,
        store: &dyn Store,
        shard_positions: u64,
        job: &Job,
    ) -> Result<(), Error>;
}

/// A game with levels, and the position that play begins from.
struct Prepared<W: Word> {
    game: Climbing<W>,
    root: W,
    levels: Levels,
}

impl<W: Width + Key> Prepared<W> {
    fn of(
        game: &RulesGame<W>,
        problem: &Problem,
        plan: &TablePlan,
        job: &Job,
    ) -> Result<Box<dyn AnyUnits>, Error> {
        let (game, _) = native(game, plan.run_by, job)?;
        let game = game.climbing(job)?.ok_or(Error::NoLevels)?;
        let root = W::narrow(problem.root().to_bits());
        let orbits = Orbits::new(&game);
        let none = Memory::new(&job.budget);
        let levels = Units::new(&orbits, root, &none, 1)?.levels();
        Ok(Box::new(Self { game, root, levels }))
    }
}

impl<W: Width + Key> AnyUnits for Prepared<W> {
    fn levels(&self) -> Levels {
        self.levels
    }

    fn key_bytes(&self) -> usize {
        W::BYTES
    }

    fn make(
        &self,
        unit: Unit,
        store: &dyn Store,
        shard_positions: u64,
        job: &Job,
    ) -> Result<(), Error> {
        let orbits = Orbits::new(&self.game);
        let units = Units::new(&orbits, self.root, store, shard_positions)?;
        Ok(units.make(unit, job)?)
    }
}
