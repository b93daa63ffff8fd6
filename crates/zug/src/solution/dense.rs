//! Solving the positions of a problem over an index.
//!
//! The index is that of the materials within reach, if the game has one, else the perfect
//! index of all states. The index of materials is folded where the rules let the players be swapped;
//! other symmetries are not used: each number has its byte, be it that of a canonical position or
//! not.

use std::sync::Arc;

use zug_game::{DenseIndex, EveryState, U256};
use zug_job::Job;
use zug_lang::{MaterialIndex, NoIndex, NoMoves, RulesGame};
use zug_solve::strong::dense::least_bytes;
use zug_solve::strong::tiers::store::Store;
use zug_solve::strong::{Ranked, Roots, solve_dense_in};

use crate::error::Error;
use crate::native::{Width, native};
use crate::plan::table::{Moves, TablePlan};
use crate::problem::Problem;
use crate::request::Scope;

use super::explore::unmoves;
use super::stored::{Dense, Stored};
use super::{Solved, Tiers};

impl<W: Width> Solved<RulesGame<W>> {
    /// Solves the positions of a problem, whose game is `game`, over an index, and keeps tiers
    /// where the caller says if the caller says so.
    pub(super) fn dense(
        game: &RulesGame<W>,
        problem: &Problem,
        plan: &TablePlan,
        tiers: Option<Tiers>,
        job: &Job,
    ) -> Result<Self, Error> {
        let game = game.without_symmetry();
        let root = W::narrow(problem.root().to_bits());
        let (game, _) = native(&game, plan.run_by, job)?;
        let index = Index::of(&game, root, plan.scope, job)?;
        let at = [root];
        let roots = match plan.scope {
            Scope::Reachable => Roots::At(&at),
            Scope::Everywhere => Roots::Everywhere,
        };
        let (store, orbit_counts) = match tiers {
            Some(tiers) => (Some(tiers.store), tiers.orbit_counts),
            None => (None, None),
        };
        let stored = index.solve(&game, &roots, store, job)?;
        Ok(Self {
            game,
            stored: Stored::Dense(stored.with_orbit_counts(orbit_counts)),
            root,
        })
    }
}

/// The numbers of some positions in the index over which a problem, whose game is `game`, is
/// solved; `u64::MAX` for a position that has none.
pub(crate) fn numbers_of<W: Width>(
    game: &RulesGame<W>,
    problem: &Problem,
    positions: &[U256],
    job: &Job,
) -> Result<Vec<u64>, Error> {
    let game = game.without_symmetry();
    let root = W::narrow(problem.root().to_bits());
    let positions: Vec<W> = positions.iter().map(|bits| W::narrow(*bits)).collect();
    let mut numbers = Vec::with_capacity(positions.len());
    match Index::of(&game, root, problem.scope(), job)? {
        Index::Material(index) => index.numbers(&positions, &mut numbers),
        Index::EveryState(index) => index.numbers(&positions, &mut numbers),
    }
    Ok(numbers)
}

/// An index of the positions of a game.
enum Index<W> {
    /// The positions of the materials within reach.
    Material(Arc<MaterialIndex>),
    /// All states.
    EveryState(Arc<EveryState<RulesGame<W>>>),
}

impl<W: Width> Index<W> {
    /// The index of the positions that are asked about.
    fn of(game: &RulesGame<W>, root: W, scope: Scope, job: &Job) -> Result<Self, Error> {
        let every = EveryState(game.clone());
        if scope == Scope::Everywhere {
            return Ok(Self::EveryState(Arc::new(every)));
        }
        // Each number has a bit in memory; its byte may go to a store.
        let most = job.budget.left().saturating_mul(u8::BITS.into());
        match game.material_index(root, most) {
            Ok(index) => Ok(Self::Material(Arc::new(index))),
            Err(NoIndex::TooManyPositions { most }) if least_bytes(&every) > job.budget.left() => {
                let limit = job.budget.limit();
                let in_use = limit.saturating_sub(job.budget.left());
                Err(Error::Solve(zug_solve::Error::IndexTooLarge {
                    numbers: most.saturating_add(1),
                    bytes: in_use.saturating_add(most / u64::from(u8::BITS) + 1),
                    budget: limit,
                }))
            }
            Err(none) if least_bytes(&every) > job.budget.left() => Err(none.into()),
            Err(_) => Ok(Self::EveryState(Arc::new(every))),
        }
    }

    /// Solves the positions that play can reach from the roots.
    fn solve(
        self,
        game: &RulesGame<W>,
        roots: &Roots<'_, W>,
        store: Option<Arc<dyn Store>>,
        job: &Job,
    ) -> Result<Dense<W>, Error> {
        if let Self::Material(index) = &self {
            match game.by_number(index.clone(), job) {
                Ok(moves) => {
                    let index: Arc<dyn DenseIndex<W>> = index.clone();
                    return Ok(solve_dense_in(store, &moves, index, roots, job)?);
                }
                Err(NoMoves::Interrupted(why)) => return Err(why.into()),
                Err(_) => {}
            }
        }
        let game = &unmoves(game, Moves::TakenBack, job)?.ok_or(Error::NoPredecessors)?;
        Ok(match self {
            Self::Material(index) => {
                let erased: Arc<dyn DenseIndex<W>> = index.clone();
                solve_dense_in(store, &Ranked::new(game, &*index), erased, roots, job)?
            }
            Self::EveryState(index) => {
                let erased: Arc<dyn DenseIndex<W>> = index.clone();
                solve_dense_in(store, &Ranked::new(game, &*index), erased, roots, job)?
            }
        })
    }
}
