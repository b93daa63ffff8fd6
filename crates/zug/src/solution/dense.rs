//! Solving the positions of a problem over an index.
//!
//! The index is that of the materials within reach, if the game has one, else the perfect
//! index of all states. The index of materials is folded where the rules let the players be swapped,
//! and with the symmetries that keep the position asked about, if all of these only carry what
//! stands in the cells of a board to other cells.

use std::sync::Arc;

use zug_game::{
    DenseIndex, EveryState, Game, NumberTier, NumberedGame, Orbits, Player, Symmetric, U256,
};
use zug_job::{Budget, Job};
use zug_lang::{IndexedRules, MaterialIndex, NoIndex, NoMoves, RulesGame};
use zug_solve::strong::dense::least_bytes;
use zug_solve::strong::tiers::store::Store;
use zug_solve::strong::tiers::units::{Order, Unit};
use zug_solve::strong::{NumberUnits, Ranked, Roots, solve_dense_in};
use zug_solve::table;

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
        let root = W::narrow(problem.root().to_bits());
        // Each number has a bit in memory; its byte may go to a store.
        let most = job.budget.left().saturating_mul(u8::BITS.into());
        let index = Index::of(game, root, plan.scope, most, job)?;
        let game = match (&index, index.folded_with()) {
            (Index::States(ranked), _) => ranked.without_symmetry(),
            (Index::Material(_), []) => game.without_symmetry(),
            (Index::Material(_), places) => game.with_some_symmetries(places),
        };
        let (game, _) = native(&game, plan.run_by, job)?;
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
        let mover = |position: &W| game.mover(position);
        let mover = table::mover(&game).map(|_| &mover as &(dyn Fn(&W) -> Player + Sync));
        let stored = stored.with_orbit_counts(orbit_counts, mover, job)?;
        Ok(Self {
            game,
            stored: Stored::Dense(stored),
            root,
            drawn: None,
        })
    }
}

/// These positions with their numbers in the index over which a problem, whose game is `game`, is
/// solved (`u64::MAX` for a position that has none); and `spread` more positions with theirs, whose
/// numbers are spread evenly over all.
pub(crate) fn numbered<W: Width>(
    game: &RulesGame<W>,
    problem: &Problem,
    positions: &[U256],
    spread: usize,
    job: &Job,
) -> Result<Vec<(U256, u64)>, Error> {
    let root = W::narrow(problem.root().to_bits());
    let numbered = |index: &dyn DenseIndex<W>| {
        let asked: Vec<W> = positions.iter().map(|bits| W::narrow(*bits)).collect();
        let mut numbers = Vec::with_capacity(positions.len() + spread);
        index.numbers(&asked, &mut numbers);
        let last = u128::from(index.size().saturating_sub(1));
        let part = |at: usize| last * at as u128 / spread.saturating_sub(1).max(1) as u128;
        let mut others: Vec<u64> = (0..spread).map(|at| part(at) as u64).collect();
        others.dedup();
        let mut found = Vec::with_capacity(others.len());
        index.positions(&others, &mut found);
        numbers.extend(others);
        let found = found.iter().map(|position| position.widen());
        positions
            .iter()
            .copied()
            .chain(found)
            .zip(numbers)
            .collect()
    };
    let most = job.budget.left().saturating_mul(u8::BITS.into());
    Ok(match Index::of(game, root, problem.scope(), most, job)? {
        Index::Material(index) => numbered(&*index),
        Index::States(ranked) => numbered(&EveryState(ranked)),
    })
}

/// The largest number of numbers of an index whose tiers are units of work, each of which must fit into the memory
/// alone.
const MOST_BY_TIERS: u64 = 1 << 50;

/// The memory by a quarter of which the lists of moves are bounded. It is a constant, as it must not depend on whoever
/// works whether a game has units.
const LISTS: u64 = 1 << 32;

/// The index of the positions that play can reach from `root`, tier by tier, and the game with the symmetries with which
/// it is folded, run by the interpreter; `None` if there is no such index.
pub(crate) fn indexed<W: Width>(
    game: &RulesGame<W>,
    root: W,
) -> Option<(RulesGame<W>, Arc<MaterialIndex>)> {
    let index = Arc::new(game.material_index(root, MOST_BY_TIERS).ok()?);
    let game = match index.folded_with() {
        [] => game.without_symmetry(),
        places => game.with_some_symmetries(places),
    };
    Some((game, index))
}

/// The moves of a game by the numbers of its index, tier by tier.
pub(crate) struct ByNumber<W> {
    moves: IndexedRules<W>,
    index: Arc<MaterialIndex>,
    root: u64,
    tiers: Vec<NumberTier>,
    order: Order,
}

impl<W: Width> ByNumber<W> {
    /// The moves of a problem, whose game is `game`; `None` if they do not go by the numbers of an index.
    ///
    /// # Errors
    ///
    /// The caller cancelled.
    pub(crate) fn of(
        game: &RulesGame<W>,
        problem: &Problem,
        plan: &TablePlan,
        job: &Job,
    ) -> Result<Option<Self>, Error> {
        let root = W::narrow(problem.root().to_bits());
        let Some((game, index)) = indexed(game, root) else {
            return Ok(None);
        };
        let (game, _) = native(&game, plan.run_by, job)?;
        let of_lists = job.clone().with_budget(Budget::of_bytes(LISTS));
        let moves = match game.by_number(index.clone(), &of_lists) {
            Ok(moves) => moves,
            Err(NoMoves::Interrupted(why)) => return Err(why.into()),
            Err(_) => return Ok(None),
        };
        let Some(root) = index.number(&root) else {
            return Ok(None);
        };
        let tiers = moves.tiers();
        Ok(Some(Self {
            order: NumberUnits::order(&tiers),
            moves,
            index,
            root,
            tiers,
        }))
    }

    /// How the tiers hang together.
    pub(crate) fn order(&self) -> &Order {
        &self.order
    }

    /// The moves, and the number of the position that play begins from.
    pub(crate) fn moves(&self) -> (&dyn NumberedGame, u64) {
        (&self.moves, self.root)
    }

    /// The least number of bytes in which a unit is done, those of the index and of the lists of moves included.
    pub(crate) fn bytes(&self, unit: Unit) -> u64 {
        let of_unit = NumberUnits::bytes(&self.moves, &self.tiers, unit);
        of_unit + self.index_bytes() + self.moves.bytes()
    }

    /// The bytes of the index.
    pub(crate) fn index_bytes(&self) -> u64 {
        DenseIndex::<W>::bytes(&*self.index)
    }

    /// Appends, for each number that a position has, how many positions share it.
    pub(crate) fn orbit_sizes(&self, numbers: &[u64], sizes: &mut Vec<u32>) {
        DenseIndex::<W>::orbit_sizes(&*self.index, numbers, sizes);
    }
}

/// Which index the positions of a game have.
enum Index<W> {
    /// That of the positions of the materials within reach.
    Material(Arc<MaterialIndex>),
    /// That of all states, by the ranks of this game.
    States(RulesGame<W>),
}

impl<W: Width> Index<W> {
    /// The index of the positions that are asked about, which may have `most` numbers. It is folded with the symmetries
    /// of the game if it can be.
    fn of(game: &RulesGame<W>, root: W, scope: Scope, most: u64, job: &Job) -> Result<Self, Error> {
        if scope == Scope::Everywhere {
            return Ok(Self::States(game.clone()));
        }
        let none = match game.material_index(root, most) {
            Ok(index) => return Ok(Self::Material(Arc::new(index))),
            Err(none) => none,
        };
        if least_bytes(&EveryState(game.clone())) <= job.budget.left() {
            return Ok(Self::States(game.clone()));
        }
        let NoIndex::TooManyPositions { most } = none else {
            return Err(none.into());
        };
        let limit = job.budget.limit();
        let in_use = limit.saturating_sub(job.budget.left());
        Err(Error::Solve(zug_solve::Error::IndexTooLarge {
            numbers: most.saturating_add(1),
            bytes: in_use.saturating_add(most / u64::from(u8::BITS) + 1),
            budget: limit,
        }))
    }

    /// The places of the symmetries of the game under which images share a number; nothing if images do
    /// not.
    fn folded_with(&self) -> &[usize] {
        match self {
            Self::Material(index) => index.folded_with(),
            Self::States(_) => &[],
        }
    }

    /// Solves the positions that play can reach from the roots. `game` has the symmetries that the
    /// index is folded with, and no others.
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
                    let canonical = Canonical::of(index.clone(), game);
                    return Ok(solve_dense_in(store, &moves, canonical, roots, job)?);
                }
                Err(NoMoves::Interrupted(why)) => return Err(why.into()),
                Err(_) => {}
            }
        }
        let back = &unmoves(game, Moves::TakenBack, job)?.ok_or(Error::NoPredecessors)?;
        let back = &Orbits::new(back);
        let (index, kept): (Arc<dyn DenseIndex<W>>, Arc<dyn DenseIndex<W>>) = match self {
            Self::Material(index) => (index.clone(), Canonical::of(index, game)),
            Self::States(_) => {
                let index = Arc::new(EveryState(game.clone()));
                (index.clone(), index)
            }
        };
        let moves = Ranked::new(back, &*index);
        Ok(solve_dense_in(store, &moves, kept, roots, job)?)
    }
}

/// An index by material that gives, for each number, the position that stands for all of its images
/// wherever else positions are kept.
#[derive(Debug)]
struct Canonical<W> {
    index: Arc<MaterialIndex>,
    game: RulesGame<W>,
}

impl<W: Width> Canonical<W> {
    /// The index with canonical positions, if it is folded; else the index.
    fn of(index: Arc<MaterialIndex>, game: &RulesGame<W>) -> Arc<dyn DenseIndex<W>> {
        if index.folded_with().is_empty() {
            return index;
        }
        let game = game.clone();
        Arc::new(Self { index, game })
    }
}

impl<W: Width> DenseIndex<W> for Canonical<W> {
    fn size(&self) -> u64 {
        DenseIndex::<W>::size(&*self.index)
    }

    fn number(&self, position: &W) -> Option<u64> {
        self.index.number(position)
    }

    fn numbers(&self, positions: &[W], out: &mut Vec<u64>) {
        self.index.numbers(positions, out);
    }

    fn positions(&self, numbers: &[u64], out: &mut Vec<W>) {
        let first = out.len();
        self.index.positions(numbers, out);
        for position in &mut out[first..] {
            *position = self.game.canonical(position);
        }
    }

    fn bytes(&self) -> u64 {
        DenseIndex::<W>::bytes(&*self.index)
    }

    fn symmetries(&self) -> u32 {
        DenseIndex::<W>::symmetries(&*self.index)
    }

    fn orbit_sizes(&self, numbers: &[u64], sizes: &mut Vec<u32>) {
        DenseIndex::<W>::orbit_sizes(&*self.index, numbers, sizes);
    }
}
