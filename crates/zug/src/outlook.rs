//! Whether positions that are solved tier by tier can fit, before the work.
//!
//! Finished tiers are on a disk, so that the memory need not hold all positions. It must hold what
//! cannot be cut, and the disk the tiers: both are bounded from below by the number of positions,
//! and that by a sample of play. What cannot fit is refused with the numbers.
//!
//! Cost: that of the sample, from milliseconds to a few seconds in a game of thousands of millions
//! of positions. When not to use it: where all states together fit, which the plan tells.

use zug_game::Graded;
use zug_lang::RulesGame;
use zug_solve::strong::tiers::store::StoreCost;
use zug_solve::strong::tiers::{Extent, Key};

use crate::error::Error;
use crate::memory::{MOST_WALKS_FOR_TIERS, sampled};
use crate::method::Holding;
use crate::native::{Width, native};
use crate::options::SolveOptions;
use crate::plan::table::TablePlan;
use crate::problem::Problem;
use crate::subject::{AnyGame, for_rules};

/// A place for finished tiers.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// What the store of tiers takes of the memory.
    pub cost: StoreCost,
    /// Returns a lower bound on the bytes that the tiers of so many positions take in the store.
    pub least_stored: fn(u64) -> u64,
    /// The bytes that the store can take in all, as far as it is known.
    pub room: Option<u64>,
}

/// What is known before the work of positions that are solved tier by tier. The numbers are lower
/// bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outlook {
    /// The number of positions; 0 if nothing is known of it.
    pub positions: u64,
    /// The bytes of memory that solving them takes, beside what the program holds already.
    pub memory: u64,
    /// The bytes that they take in the store.
    pub stored: u64,
}

/// What is known of a game without a sample: what each thousand positions take, and what is taken
/// besides. The numbers are lower bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Needs {
    /// The bytes of memory that are taken however few positions there are.
    pub buffers: u64,
    /// The bytes of memory for each thousand positions.
    pub memory_of_thousand: u64,
    /// The bytes in the store for each thousand positions.
    pub stored_of_thousand: u64,
}

impl Problem {
    /// What is known before the work, if the positions are solved tier by tier and the tiers go to
    /// a store. A sample of play tells it, unless all positions fit for certain or the options
    /// want none.
    ///
    /// # Errors
    ///
    /// The positions cannot fit into the memory ([`SolveError::TooLarge`](crate::SolveError)) or
    /// into the store ([`Error::NoRoom`]); the caller cancelled; the rules break.
    pub fn outlook(&self, options: &SolveOptions, room: &Room) -> Result<Outlook, Error> {
        let job = options.job();
        let plan = TablePlan::new(self, options, &job.budget);
        if plan.holding() != Holding::Levels {
            return Ok(Outlook::default());
        }
        for_rules!(
            self.symmetric(), AnyGame,
            game => of_tiers(game, self, &plan, room, options),
            else Ok(Outlook::default())
        )
    }
}

impl Needs {
    /// What positions take that are solved tier by tier, beside such a store.
    #[must_use]
    pub fn beside(room: &Room) -> Self {
        const MANY: u64 = 1 << 40;
        let buffers = Extent::default().least_bytes::<u64>(room.cost);
        let many = Extent::in_tiers(MANY, u32::MAX).least_bytes::<u64>(room.cost);
        let thousands = MANY / 1000;
        Self {
            buffers,
            memory_of_thousand: (many - buffers) / thousands,
            stored_of_thousand: (room.least_stored)(MANY) / thousands,
        }
    }
}

fn of_tiers<W: Width + Key>(
    game: &RulesGame<W>,
    problem: &Problem,
    plan: &TablePlan,
    room: &Room,
    options: &SolveOptions,
) -> Result<Outlook, Error> {
    let job = &options.job();
    let (game, _) = native(game, plan.run_by, job)?;
    let Some(climbing) = game.climbing(job)? else {
        return Ok(Outlook::default());
    };
    let levels = climbing.levels();
    let limit = job.budget.limit();
    let in_use = limit.saturating_sub(job.budget.left());
    let outlook = |positions| Outlook {
        positions,
        memory: Extent::in_tiers(positions, levels).least_bytes::<W>(room.cost),
        stored: (room.least_stored)(positions),
    };
    let refuse = |positions| {
        let Outlook { memory, stored, .. } = outlook(positions);
        let bytes = memory.saturating_add(in_use);
        if bytes > limit {
            return Err(Error::Solve(zug_solve::Error::TooLarge {
                positions,
                bytes,
                budget: limit,
            }));
        }
        let extent = Extent::in_tiers(positions, levels);
        let buffers = Extent::default().least_bytes::<W>(room.cost);
        let passes = extent.refuse_many_passes::<W>(limit, in_use.saturating_add(buffers));
        passes.map_err(Error::Solve)?;
        match room.room {
            Some(room) if stored > room => Err(Error::NoRoom {
                positions,
                bytes: stored,
                room,
            }),
            _ => Ok(()),
        }
    };
    refuse(0)?;
    if !plan.sample {
        return Ok(outlook(0));
    }
    let root = W::narrow(problem.root().to_bits());
    Ok(outlook(sampled(
        &game,
        root,
        MOST_WALKS_FOR_TIERS,
        job,
        refuse,
    )?))
}
