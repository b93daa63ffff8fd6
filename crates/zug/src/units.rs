//! The positions of a problem as units of work, for many machines ([`zug_solve::strong::tiers::units`]).
//!
//! A unit is done on a store that all machines share; who does it, and when, is left to the caller.

use std::fmt;

use zug_game::Orbits;
use zug_job::Job;
use zug_lang::{Climbing, RulesGame, Word};
use zug_solve::strong::NumberUnits;
use zug_solve::strong::tiers::store::{Kind, Store, StoreError};
use zug_solve::strong::tiers::units::{Order, Unit, Units};
use zug_solve::strong::tiers::{Key, Memory};

use crate::error::{Error, GainsLack};
use crate::method::Holding;
use crate::native::{Width, native};
use crate::options::SolveOptions;
use crate::plan::table::TablePlan;
use crate::problem::Problem;
use crate::request::Scope;
use crate::solution::{Beside, ByNumber};
use crate::subject::{AnyGame, for_rules};

/// The units of a problem. Each can be done by another process that has the same problem.
pub struct ProblemUnits(Box<dyn AnyUnits>);

impl fmt::Debug for ProblemUnits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ProblemUnits").field(self.order()).finish()
    }
}

impl Problem {
    /// The units by which the positions of this problem are solved, tier by tier: level by level where the moves of the
    /// game climb levels, else over an index.
    ///
    /// # Errors
    ///
    /// The moves of the game climb no levels, and go by no index or gain points; all states are asked for; the
    /// rules name a winner of play that never ends, and have draws; the caller cancelled.
    pub fn units(&self, options: &SolveOptions) -> Result<ProblemUnits, Error> {
        self.refuse_draws_beside_endless("work by units")?;
        if self.scope() == Scope::Everywhere {
            return Err(Error::TiersOfEveryState);
        }
        Ok(ProblemUnits(for_rules!(
            self.symmetric(), AnyGame,
            game => prepared(game, self, options)?,
            else return Err(Error::NoUnits)
        )))
    }
}

/// The units of a problem whose game is `game`.
fn prepared<W: Width + Key>(
    game: &RulesGame<W>,
    problem: &Problem,
    options: &SolveOptions,
) -> Result<Box<dyn AnyUnits>, Error> {
    let job = options.job();
    let plan =
        |holding| TablePlan::new(problem, &options.clone().with_holding(holding), &job.budget);
    let climbing = Prepared::of(game, problem, &plan(Holding::Levels), &job)?;
    if let Some(units) = climbing {
        return Ok(Box::new(units));
    }
    if problem.has_gains() {
        return Err(Error::Gains(GainsLack::Method));
    }
    let by_number = ByNumber::of(game, problem, &plan(Holding::Numbers), &job)?;
    Ok(Box::new(by_number.ok_or(Error::NoUnits)?))
}

impl ProblemUnits {
    /// How the tiers hang together.
    #[must_use]
    pub fn order(&self) -> &Order {
        self.0.order()
    }

    /// The kinds of the streams of a shard: its positions first, then what is worked out.
    #[must_use]
    pub fn kinds(&self) -> Vec<Kind> {
        self.0.kinds()
    }

    /// The bytes of memory that a unit takes at least; `None` if it depends on what the unit reads.
    #[must_use]
    pub fn memory(&self, unit: Unit) -> Option<u64> {
        self.0.memory(unit)
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
    fn order(&self) -> &Order;

    fn kinds(&self) -> Vec<Kind>;

    fn memory(&self, unit: Unit) -> Option<u64>;

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
    game: RulesGame<W>,
    climbing: Climbing<W>,
    beside: Option<Beside>,
    root: W,
    order: Order,
    kinds: Vec<Kind>,
}

impl<W: Width + Key> Prepared<W> {
    fn of(
        game: &RulesGame<W>,
        problem: &Problem,
        plan: &TablePlan,
        job: &Job,
    ) -> Result<Option<Self>, Error> {
        let (game, _) = native(game, plan.run_by, job)?;
        let Some(climbing) = game.climbing(job)? else {
            return Ok(None);
        };
        let root = W::narrow(problem.root().to_bits());
        let (beside, none) = (problem.beside(), Memory::new(&job.budget));
        let (order, kinds) = Beside::with(beside, &game, |besides| {
            let orbits = Orbits::new(&climbing);
            let units = Units::new(&orbits, root, &none, 1)?.with_besides(besides);
            Ok::<_, Error>((units.levels().into(), units.kinds()))
        })?;
        Ok(Some(Self {
            game,
            climbing,
            beside,
            root,
            order,
            kinds,
        }))
    }
}

impl<W: Width + Key> AnyUnits for Prepared<W> {
    fn order(&self) -> &Order {
        &self.order
    }

    fn kinds(&self) -> Vec<Kind> {
        self.kinds.clone()
    }

    fn memory(&self, _: Unit) -> Option<u64> {
        None
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
        let orbits = Orbits::new(&self.climbing);
        Beside::with(self.beside, &self.game, |besides| {
            let units = Units::new(&orbits, self.root, store, shard_positions)?;
            Ok(units.with_besides(besides).make(unit, job)?)
        })
    }
}

impl<W: Width> AnyUnits for ByNumber<W> {
    fn order(&self) -> &Order {
        self.order()
    }

    fn kinds(&self) -> Vec<Kind> {
        self.order().kinds().to_vec()
    }

    fn memory(&self, unit: Unit) -> Option<u64> {
        Some(self.bytes(unit))
    }

    fn key_bytes(&self) -> usize {
        size_of::<u64>()
    }

    fn make(&self, unit: Unit, store: &dyn Store, _: u64, job: &Job) -> Result<(), Error> {
        let sizes = |numbers: &[u64], sizes: &mut Vec<u32>| self.orbit_sizes(numbers, sizes);
        let (moves, root) = self.moves();
        let charged = job
            .budget
            .charge(self.index_bytes())
            .map_err(StoreError::from);
        let _charge = charged.map_err(zug_solve::Error::from)?;
        Ok(NumberUnits::new(moves, root, &sizes, store).make(unit, job)?)
    }
}
