//! Solving the positions of a problem, as a [`TablePlan`] says.

use std::sync::Arc;

use zug_game::{Game, Orbits, PerfectIndex, Player, Symmetric};
use zug_job::Job;
use zug_lang::{MOST_UNMOVE_STEPS, NoRetraction, Retraction, RulesGame, Word};
use zug_solve::checkpoint::{Checkpoints, Keeper};
use zug_solve::impartial::{LoopyNimbers, Nimbers, loopy_nimbers, nimbers};
use zug_solve::positions::{Graph, Movers};
use zug_solve::scores::{self, Scores};
use zug_solve::strong::tiers::{self, Key, Memory};
use zug_solve::strong::{self, Method, Positions};
use zug_solve::{Error as SolveError, NoNimber};

use crate::error::{Error, GainsLack};
use crate::memory::{refuse_if_hopeless, refuse_if_too_large};
use crate::method::Holding;
use crate::native::{Width, native};
use crate::plan::table::{Moves, TablePlan};
use crate::problem::Problem;
use crate::request::Scope;
use crate::subject::{Subject, Written};

use super::besides::{Beside, end_of_orbit};
use super::folded::Folded;
use super::stored::{InMemory, InTiers, Stored};
use super::{Solved, Tiers};

impl<W: Width + Key> Solved<RulesGame<W>> {
    /// Solves the positions of a problem whose game, with its symmetries, is `game`. The keeper,
    /// if there is one, keeps checkpoints.
    pub(super) fn new(
        game: &RulesGame<W>,
        problem: &Problem,
        plan: &TablePlan,
        (keeper, job): (Option<Arc<dyn Keeper>>, &Job),
    ) -> Result<Self, Error> {
        let solved = Self::planned(game, problem, plan, (keeper, job))?;
        solved.refuse_endless_scores(problem, job)?;
        Ok(solved)
    }

    /// Refuses a game that ends with scores if play can come back to a position: what it is worth to go round for ever
    /// the rules do not say. Where the table has scores this is known. Otherwise the positions are found once more, with
    /// their moves; where these do not fit into the memory, nobody knows.
    fn refuse_endless_scores(&self, problem: &Problem, job: &Job) -> Result<(), Error> {
        let is_known =
            self.stored.table().has_scores() || matches!(self.stored, Stored::InTiers(_));
        if !problem.has_scores() || is_known {
            return Ok(());
        }
        let end = |position: &W| end_of_orbit(&self.game, position);
        let root = self.game.canonical(&self.root);
        let graph = Graph::explore(&Orbits::new(&self.game), [root], job);
        match graph.and_then(|graph| scores::scores(&graph, end, job)) {
            Err(SolveError::Cyclic { positions }) => Err(Error::EndlessScores { positions }),
            Err(error) if !error.is_too_large() => Err(error.into()),
            _ => Ok(()),
        }
    }

    /// Solves the positions as the plan says.
    fn planned(
        game: &RulesGame<W>,
        problem: &Problem,
        plan: &TablePlan,
        (keeper, job): (Option<Arc<dyn Keeper>>, &Job),
    ) -> Result<Self, Error> {
        if problem.has_gains() && !plan.allows_gains() {
            return Err(Error::Gains(GainsLack::Method));
        }
        if plan.holding() == Holding::Numbers {
            return Self::dense(game, problem, plan, None, job);
        }
        let (game, _) = native(game, plan.run_by, job)?;
        if plan.holding() == Holding::Levels {
            if plan.sample && plan.scope == Scope::Reachable {
                let root = W::narrow(problem.root().to_bits());
                refuse_if_hopeless(&game, root, Moves::InTiers, job)?;
            }
            let store = Arc::new(Memory::new(&job.budget));
            let tiers = Self::in_tiers(game.clone(), problem, plan, Tiers::new(store), job);
            let is_too_large = matches!(&tiers, Err(Error::Solve(SolveError::Score { .. })));
            if !(is_too_large && plan.is_own_choice()) {
                return tiers;
            }
        }
        if problem.has_gains() {
            return Self::gaining(game, problem, plan, job);
        }
        let root = W::narrow(problem.root().to_bits());
        if let Some(swap) = plan.swap
            && swap.is_used
            && let Some(swapping) = game.fixing_with_swap(root)
        {
            return Self::folded(game, &swapping, problem, plan, (keeper, job));
        }
        let unmoves = unmoves(&game, plan.moves, job)?;
        let score = |position: &W| end_of_orbit(&game, position);
        let how = How {
            root: None,
            method: plan.method,
            checkpoints: checkpoints(keeper, game.order()),
            nimbers: game.may_have_nimbers(),
            score: problem.has_scores().then_some(&score as &tiers::End<'_, W>),
            job,
        };
        let solve = Solve {
            game: &game,
            unmoves,
            how,
        };
        let found = match plan.scope {
            Scope::Reachable => {
                if plan.sample {
                    refuse_if_hopeless(&game, root, plan.moves, job)?;
                }
                solve.from([root])?
            }
            Scope::Everywhere => {
                refuse_if_too_large(&game, plan.moves, job)?;
                solve.from(states(&game))?
            }
        };
        let memory = found.in_memory(job);
        Ok(Self {
            game,
            stored: Stored::InMemory(memory),
            root,
            drawn: None,
        })
    }

    /// Solves the positions of a game whose moves gain points.
    fn gaining(
        game: RulesGame<W>,
        problem: &Problem,
        plan: &TablePlan,
        job: &Job,
    ) -> Result<Self, Error> {
        let root = W::narrow(problem.root().to_bits());
        let orbits = Orbits::new(&game);
        let graph = match plan.scope {
            Scope::Reachable => {
                if plan.sample {
                    refuse_if_hopeless(&game, root, plan.moves, job)?;
                }
                Graph::explore(&orbits, [game.canonical(&root)], job)?
            }
            Scope::Everywhere => {
                refuse_if_too_large(&game, plan.moves, job)?;
                Graph::explore(&orbits, states(&game), job)?
            }
        };
        let gained = scores::gains(
            graph,
            |position| end_of_orbit(&game, position),
            |position, out| game.gains(*position, out),
            job,
        );
        let (values, gained) = match gained {
            Err(SolveError::Cyclic { positions }) => {
                return Err(Error::EndlessScores { positions });
            }
            gained => gained?,
        };
        let memory = InMemory {
            gained: Some(gained),
            ..InMemory::of_values(values, job)
        };
        Ok(Self {
            game,
            stored: Stored::InMemory(memory),
            root,
            drawn: None,
        })
    }

    /// Solves the positions that play can reach from `root`, with the players swapped where
    /// Second is to move: `swapping` is the game with the symmetries that do so, `game` the
    /// game without these.
    fn folded(
        game: RulesGame<W>,
        swapping: &RulesGame<W>,
        problem: &Problem,
        plan: &TablePlan,
        (keeper, job): (Option<Arc<dyn Keeper>>, &Job),
    ) -> Result<Self, Error> {
        let root = W::narrow(problem.root().to_bits());
        let (swapping, _) = native(swapping, plan.run_by, job)?;
        if plan.sample {
            refuse_if_hopeless(&swapping, root, plan.moves, job)?;
        }
        let kept = swapping.canonical(&root);
        let score = |position: &W| end_of_orbit(&swapping, position);
        let how = How {
            root: Some((kept, game.mover(&root))),
            method: plan.method,
            checkpoints: checkpoints(keeper, swapping.order()),
            nimbers: game.may_have_nimbers(),
            score: problem.has_scores().then_some(&score as &tiers::End<'_, W>),
            job,
        };
        let solve = Solve {
            unmoves: unmoves(&swapping, plan.moves, job)?,
            game: &swapping,
            how,
        };
        let mut found = solve.from([kept])?;
        let movers = found.movers.take();
        let memory = found.in_memory(job);
        let stored = match movers {
            Some(movers) => Stored::Folded(Folded::new(memory, movers, game.clone(), swapping)),
            None => Stored::InMemory(memory),
        };
        Ok(Self {
            game,
            stored,
            root,
            drawn: None,
        })
    }
}

/// All states of a game, each replaced by its canonical image under the symmetries.
fn states<W: Width>(game: &RulesGame<W>) -> impl Iterator<Item = W> {
    let states = (0..game.size()).filter_map(|rank| game.unrank(rank));
    states.map(|position| game.canonical(&position))
}

impl<W: Width + Key> Solved<RulesGame<W>> {
    /// Solves the positions of a problem tier by tier, and keeps the tiers where the caller
    /// says.
    pub(super) fn kept_in_tiers(
        game: &RulesGame<W>,
        problem: &Problem,
        plan: &TablePlan,
        tiers: Tiers,
        job: &Job,
    ) -> Result<Self, Error> {
        if plan.holding() == Holding::Numbers {
            let solved = Self::dense(game, problem, plan, Some(tiers), job)?;
            solved.refuse_endless_scores(problem, job)?;
            return Ok(solved);
        }
        let (game, _) = native(game, plan.run_by, job)?;
        Self::in_tiers(game, problem, plan, tiers, job)
    }

    /// Solves the positions of a problem level by level.
    fn in_tiers(
        game: RulesGame<W>,
        problem: &Problem,
        plan: &TablePlan,
        tiers: Tiers,
        job: &Job,
    ) -> Result<Self, Error> {
        if plan.scope == Scope::Everywhere {
            return Err(Error::TiersOfEveryState);
        }
        let climbing = game.climbing(job)?.ok_or(Error::NoLevels)?;
        let root = W::narrow(problem.root().to_bits());
        let Tiers {
            store,
            orbit_counts,
        } = tiers;
        let beside = match orbit_counts {
            // The tiers of a table were finished before. What they have is there.
            Some(_) => None,
            None => problem.beside(),
        };
        let solve = |beside| {
            let level = climbing.level_of_position();
            let orbits = Orbits::new(&climbing);
            Beside::with(beside, &game, |besides| {
                tiers::solve_besides(&orbits, root, level, store.clone(), besides, job)
            })
        };
        let table = match solve(beside) {
            // A move keeps the turn.
            Err(SolveError::NoNimber(_)) => solve(None)?,
            // Who wins is known all the same.
            Err(SolveError::Score { .. }) if beside != Some(Beside::Gains) => solve(None)?,
            solved => solved?,
        };
        let stored = Stored::InTiers(InTiers {
            moves: table.edges(),
            orbit_counts,
            table: Box::new(table),
            budget: job.budget.clone(),
        });
        Ok(Self {
            game,
            stored,
            root,
            drawn: None,
        })
    }
}

impl Solved<Written> {
    /// Solves the positions of a problem whose game is written in Rust.
    pub(super) fn of_rust(
        game: &Written,
        problem: &Problem,
        plan: &TablePlan,
        (keeper, job): (Option<Arc<dyn Keeper>>, &Job),
    ) -> Result<Self, Error> {
        match plan.holding() {
            Holding::Numbers => return Err(Error::NoIndexOfRust),
            Holding::Levels => return Err(Error::NoLevels),
            Holding::Together => {}
        }
        if plan.moves == Moves::TakenBack {
            return Err(Error::NoPredecessors);
        }
        let root = Word::narrow(problem.root().to_bits());
        if plan.sample {
            refuse_if_hopeless(game, root, plan.moves, job)?;
        }
        let how = How {
            root: None,
            method: plan.method,
            checkpoints: checkpoints(keeper, 1),
            nimbers: game.may_have_nimbers(),
            score: None,
            job,
        };
        let replay = |found: Positions<_>| found.solve_replaying(game, how.method, job);
        let found = how.solve(game, [root], replay)?;
        Ok(Self {
            game: game.clone(),
            stored: Stored::InMemory(found.in_memory(job)),
            root,
            drawn: None,
        })
    }
}

/// The largest number of steps that working out the un-moves takes where they may not be
/// needed: less than a second.
const STEPS_IN_CASE: u64 = 4_000_000;

/// The game with its un-moves, where the plan wants them.
pub(super) fn unmoves<W: Width>(
    game: &RulesGame<W>,
    moves: Moves,
    job: &Job,
) -> Result<Option<Retraction<W>>, Error> {
    let most_steps = match moves {
        Moves::Kept | Moves::PlayedAgain | Moves::InTiers => return Ok(None),
        Moves::KeptWhileTheyFit => STEPS_IN_CASE,
        Moves::TakenBack => MOST_UNMOVE_STEPS,
    };
    match game.retraction_while(job, most_steps) {
        Ok(retraction) => Ok(Some(retraction)),
        Err(NoRetraction::Interrupted(why)) => Err(why.into()),
        Err(refused) if moves == Moves::TakenBack => Err(Error::NotRetractable(refused)),
        Err(_) => Ok(None),
    }
}

/// Checkpoints of a game that is looked at through this number of symmetries.
fn checkpoints(keeper: Option<Arc<dyn Keeper>>, symmetries: usize) -> Option<Checkpoints> {
    let variant = u16::try_from(symmetries).unwrap_or(u16::MAX);
    keeper.map(|keeper| Checkpoints::new(keeper, variant))
}

/// What solving takes: the game, its un-moves if it has any, and how it is solved.
struct Solve<'a, W: Word> {
    game: &'a RulesGame<W>,
    unmoves: Option<Retraction<W>>,
    how: How<'a, W>,
}

/// How positions are solved.
struct How<'a, W> {
    /// In a game whose symmetries swap the players: the position that stands for the root, and
    /// who is to move in the root itself.
    root: Option<(W, Player)>,
    method: Method,
    /// What keeps checkpoints, if they are kept.
    checkpoints: Option<Checkpoints>,
    /// Whether nimbers are worked out, where they are defined.
    nimbers: bool,
    /// The score of a position in which the game is over; `None` if the game does not end with scores.
    score: Option<&'a tiers::End<'a, W>>,
    job: &'a Job,
}

/// What solving finds of the positions.
struct Found<W> {
    values: strong::Solution<W>,
    nimbers: FoundNimbers,
    /// The scores of the positions, where the game ends with scores and there was room for them.
    scores: Option<Scores>,
    /// Who may be to move, in a game whose symmetries swap the players.
    movers: Option<Movers>,
}

impl<P> InMemory<P> {
    /// Positions of which nothing is known but their values.
    pub(super) fn of_values(values: strong::Solution<P>, job: &Job) -> Self {
        Self {
            values,
            nimbers: None,
            loopy: None,
            scores: None,
            gained: None,
            budget: job.budget.clone(),
        }
    }
}

impl<W> Found<W> {
    /// The positions with all that was found.
    fn in_memory(self, job: &Job) -> InMemory<W> {
        let (nimbers, loopy) = match self.nimbers {
            FoundNimbers::None => (None, None),
            FoundNimbers::Ending(nimbers) => (Some(nimbers), None),
            FoundNimbers::Loopy(loopy) => (None, Some(loopy)),
        };
        InMemory {
            nimbers,
            loopy,
            scores: self.scores,
            ..InMemory::of_values(self.values, job)
        }
    }
}

/// The nimbers of the positions.
enum FoundNimbers {
    /// None are defined, or none were worked out.
    None,
    /// Those of a game in which play ends.
    Ending(Nimbers),
    /// Those of a game in which play can go round in a circle.
    Loopy(LoopyNimbers),
}

impl<W: Width + Key> Solve<'_, W> {
    /// Solves the positions that play can reach from the roots, one for each orbit.
    fn from(&self, roots: impl IntoIterator<Item = W>) -> Result<Found<W>, SolveError> {
        let Self { game, unmoves, how } = self;
        match unmoves {
            None => {
                let game = Orbits::new(*game);
                how.solve(&game, roots, |found| {
                    found.solve_replaying(&game, how.method, how.job)
                })
            }
            Some(game) => {
                let game = Orbits::new(game);
                how.solve(&game, roots, |found| {
                    found.solve(&game, how.method, how.job)
                })
            }
        }
    }
}

impl<W: Word + Key> How<'_, W> {
    /// Finds the positions.
    fn explore<G: Game<Position = W> + Sync>(
        &self,
        game: &G,
        roots: impl IntoIterator<Item = W>,
    ) -> Result<Positions<W>, SolveError> {
        match &self.checkpoints {
            Some(kept) => Positions::explore_with(game, roots, self.method, kept, self.job),
            None => Positions::explore(game, roots, self.method, self.job),
        }
    }

    /// Finds the positions, and all that is asked about them; `values` works out their values.
    fn solve<G: Game<Position = W> + Sync>(
        &self,
        game: &G,
        roots: impl IntoIterator<Item = W>,
        values: impl FnOnce(Positions<W>) -> Result<strong::Solution<W>, SolveError>,
    ) -> Result<Found<W>, SolveError> {
        let positions = self.explore(game, roots)?;
        let movers = movers_of(&positions, game, self.root, self.job)?;
        Ok(Found {
            nimbers: nimbers_of(&positions, self)?,
            scores: scores_of(&positions, self)?,
            values: values(positions)?,
            movers,
        })
    }
}

/// Who may be to move, if the symmetries of the game swap the players.
fn movers_of<W: Word, G: Game<Position = W>>(
    positions: &Positions<W>,
    game: &G,
    root: Option<(W, Player)>,
    job: &Job,
) -> Result<Option<Movers>, SolveError> {
    root.map(|root| positions.movers(game, [root], job))
        .transpose()
}

/// The nimbers of the positions; none if the game has none, or if the moves were not kept,
/// from which nimbers are worked out.
///
/// Loopy nimbers take the moves a second time, turned round. Where there is no room for these, the values
/// of the positions are the answer.
fn nimbers_of<W: Word>(
    positions: &Positions<W>,
    how: &How<'_, W>,
) -> Result<FoundNimbers, SolveError> {
    let Some(graph) = positions.graph().filter(|_| how.nimbers) else {
        return Ok(FoundNimbers::None);
    };
    match nimbers(graph, how.job) {
        Ok(nimbers) => return Ok(FoundNimbers::Ending(nimbers)),
        Err(SolveError::NoNimber(NoNimber::Cyclic { .. })) => {}
        Err(SolveError::NoNimber(_)) => return Ok(FoundNimbers::None),
        Err(error) => return Err(error),
    }
    match loopy_nimbers(graph, how.job) {
        Ok(loopy) => Ok(FoundNimbers::Loopy(loopy)),
        Err(SolveError::NoNimber(_)) => Ok(FoundNimbers::None),
        Err(error) if error.is_too_large() => Ok(FoundNimbers::None),
        Err(error) => Err(error),
    }
}

/// The scores of the positions; `None` if the game does not end with scores, if the moves were not kept, from which scores
/// are worked out, if play can come back to a position, or if there is too little memory for the scores.
fn scores_of<W: Word>(
    positions: &Positions<W>,
    how: &How<'_, W>,
) -> Result<Option<Scores>, SolveError> {
    let (Some(graph), Some(score)) = (positions.graph(), how.score) else {
        return Ok(None);
    };
    match scores::scores(graph, score, how.job) {
        // Of all states some may lie on a circle that play does not reach.
        Err(SolveError::Cyclic { .. }) => Ok(None),
        // Who wins takes less memory.
        Err(error) if error.is_too_large() => Ok(None),
        scores => scores.map(Some),
    }
}
