//! Positions without the moves between them, for games that can take moves back.
//!
//! A move takes four bytes while positions are found, and four more when it is turned round
//! for retrograde analysis; with a dozen moves for each position that is most of the
//! memory. Where a game tells the positions before a position ([`Retractable`]) no move
//! need be kept: retrograde analysis asks the game.
//!
//! The moves are kept all the same as long as they fit: a stored move is found faster than
//! one is taken back, and a game in which play always ends needs no predecessors at all.
//! When the budget is about to break the moves are let go, and discovery goes on without
//! them. [`Method::Retracting`] keeps none from the start.
//!
//! Cost: bytes held for each position, where a position takes K bytes, are K, 5.7 to 11.5 of
//! hash table, 1 of value and 1 for its number of moves, and up to 4 for two levels of
//! remoteness while it is solved. Time: each won or lost position is asked once for the
//! positions before it, and each of these is looked up. When not to use it: for nimbers,
//! which need the moves.

use std::hash::Hash;
use std::num::NonZeroU32;

use zug_game::{Fault, Game, Player, Retractable, Step};
use zug_job::Job;
use zug_values::Turn;

use crate::checkpoint::{Checkpoints, FoundLog, LevelLog};
use crate::error::Error;
use crate::positions::{Ascending, Graph, Ids, Keep, Movers, Moves, reversal_bytes};
use crate::strong::options::Method;
use crate::strong::predecessors::Predecessors;
use crate::strong::replay;
use crate::strong::retrograde::{self, Known, OpenMoves};
use crate::strong::solution::{Acyclic, Route, Solution};
use crate::strong::tiers::Key;

/// All positions that play can reach from some roots, with the number of moves of each, and
/// the moves between them if these fit.
///
/// ```
/// use zug_game::{Fault, Game, Players, Retractable, Step};
/// use zug_solve::strong::{Method, Positions, Route};
/// use zug_solve::Job;
/// use zug_values::Value;
///
/// /// A counter on a ring of seven cells goes one or two cells on; it is never stuck.
/// struct Ring;
/// impl Game for Ring {
///     type Position = u8;
///     type Move = u8;
///     fn start(&self) -> u8 {
///         0
///     }
///     fn players(&self) -> Players<Self> {
///         Players::Impartial
///     }
///     fn moves(&self, _: &u8, out: &mut Vec<u8>) -> Result<(), Fault> {
///         out.extend([1, 2]);
///         Ok(())
///     }
///     fn play(&self, cell: &u8, by: &u8) -> Result<Step<u8>, Fault> {
///         Ok(Step::passing((cell + by) % 7))
///     }
///     fn move_name(&self, _: &u8, by: &u8) -> String {
///         format!("{by} on")
///     }
/// }
/// impl Retractable for Ring {
///     fn predecessors(&self, cell: &u8, out: &mut Vec<Step<u8>>) -> Result<(), Fault> {
///         out.extend([1, 2].map(|by| Step::passing((cell + 7 - by) % 7)));
///         Ok(())
///     }
/// }
///
/// let (method, job) = (Method::Retracting, Job::default());
/// let positions = Positions::explore(&Ring, [0], method, &job)?;
/// assert!(positions.len() == 7 && positions.graph().is_none());
/// let solution = positions.solve(&Ring, method, &job)?;
/// assert_eq!(solution.route(), Route::Retracting);
/// assert_eq!(solution.value(&0), Some(Value::Draw));
/// # Ok::<(), zug_solve::Error>(())
/// ```
#[derive(Debug)]
pub struct Positions<P> {
    graph: Graph<P>,
    /// What keeps checkpoints while the positions get their values.
    log: Option<LevelLog>,
}

impl<P: Copy + Eq + Hash + Send + Sync> Positions<P> {
    /// Finds every position that play can reach from these roots, and keeps the moves
    /// between them if these fit and `method` uses them.
    ///
    /// # Errors
    ///
    /// Those of [`Graph::explore`].
    pub fn explore<G>(
        game: &G,
        roots: impl IntoIterator<Item = P>,
        method: Method,
        job: &Job,
    ) -> Result<Self, Error>
    where
        G: Game<Position = P> + Sync,
    {
        Self::explore_probing(game, &mut roots.into_iter(), method, None, job)
    }

    /// As [`Positions::explore`]. With `probe`, that number of playouts comes before the work,
    /// and the job is refused if they show that the positions cannot fit.
    pub(crate) fn explore_probing(
        game: &(dyn Moves<P> + Sync),
        roots: &mut dyn Iterator<Item = P>,
        method: Method,
        probe: Option<NonZeroU32>,
        job: &Job,
    ) -> Result<Self, Error> {
        let keep = keep(method);
        let graph = Graph::explore_keeping(game, roots, keep, probe, job)?;
        Ok(Self { graph, log: None })
    }

    /// As [`Positions::explore`], and checkpoints are kept, here and by [`Positions::solve`] and
    /// [`Positions::solve_replaying`]. The work goes on from the last of them, if there is one.
    ///
    /// # Errors
    ///
    /// Those of [`Graph::explore`]; a checkpoint cannot be read ([`Error::Store`]).
    pub fn explore_with<G>(
        game: &G,
        roots: impl IntoIterator<Item = P>,
        method: Method,
        checkpoints: &Checkpoints,
        job: &Job,
    ) -> Result<Self, Error>
    where
        G: Game<Position = P> + Sync,
        P: Key,
    {
        let mut log = FoundLog::new(checkpoints);
        let roots = &mut roots.into_iter();
        let graph = Graph::explore_logged(game, roots, keep(method), &mut log, job)?;
        let log = log.into_levels();
        Ok(Self { graph, log })
    }

    /// The positions with all moves between them; `None` if the moves were not kept.
    #[must_use]
    pub fn graph(&self) -> Option<&Graph<P>> {
        self.graph.edges.are_kept().then_some(&self.graph)
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.graph.len()
    }

    /// Whether there was no root.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Finds who may be to move in the positions of play that each position stands for, in a
    /// game whose symmetries swap the players ([`positions::movers`](crate::positions::movers)).
    /// `roots` are the positions that stand for the roots, with who is to move in the roots
    /// themselves.
    ///
    /// # Errors
    ///
    /// The budget does not suffice; the caller cancelled; the rules break where a move is
    /// played again.
    pub fn movers<G>(
        &self,
        game: &G,
        roots: impl IntoIterator<Item = (P, Player)>,
        job: &Job,
    ) -> Result<Movers, Error>
    where
        G: Game<Position = P>,
    {
        self.graph.movers(game, &mut roots.into_iter(), job)
    }

    /// Gives every position its value: by the moves that were kept, if these and the memory
    /// that `method` takes for them are there; else by moves taken back.
    ///
    /// # Errors
    ///
    /// Those of [`Graph::solve`]; the rules break where a move is taken back.
    pub fn solve<G>(self, game: &G, method: Method, job: &Job) -> Result<Solution<P>, Error>
    where
        G: Retractable<Position = P>,
    {
        let Self { graph, log } = self;
        if graph.edges.are_kept() && is_solved_by_edges(&graph, method, job) {
            graph.solve_logged(method, log, job)
        } else if method == Method::Replaying {
            replay::solve(graph, game, log, job)
        } else {
            let before = |position: &P, steps: &mut _| game.predecessors(position, steps);
            take_back(graph, &before, log, job)
        }
    }

    /// Gives every position its value: by the moves that were kept, if these and the memory
    /// that `method` takes for them are there; else by moves that are played again. This is
    /// for games that cannot take moves back.
    ///
    /// # Errors
    ///
    /// Those of [`Graph::solve`]; the rules break where a move is played again.
    pub fn solve_replaying<G>(
        self,
        game: &G,
        method: Method,
        job: &Job,
    ) -> Result<Solution<P>, Error>
    where
        G: Game<Position = P>,
    {
        let Self { graph, log } = self;
        if graph.edges.are_kept() && is_solved_by_edges(&graph, method, job) {
            graph.solve_logged(method, log, job)
        } else {
            replay::solve(graph, game, log, job)
        }
    }
}

/// Whether discovery keeps the moves for a method.
fn keep(method: Method) -> Keep {
    match method {
        Method::Retracting | Method::Replaying => Keep::Never,
        // Backward induction needs the moves, and says so where they do not fit.
        Method::Backward | Method::Tiers => Keep::Always,
        Method::Auto | Method::Retrograde | Method::Dense => Keep::WhileTheyFit,
    }
}

/// Whether the graph is solved by its edges: because it is solved in an order, or because
/// turning the edges round fits into the budget.
fn is_solved_by_edges<P>(graph: &Graph<P>, method: Method, job: &Job) -> bool
where
    P: Copy + Eq + Hash,
{
    let is_ordered = graph.ascending == Ascending::All && method == Method::Auto;
    if is_ordered || matches!(method, Method::Backward | Method::Tiers) {
        return true;
    }
    job.budget.left() >= reversal_bytes(graph.len() as u64, graph.edges())
}

/// Lets go of the edges, and gives every position its value by moves taken back.
fn take_back<P: Copy + Eq + Hash>(
    mut graph: Graph<P>,
    before: &Before<'_, P>,
    log: Option<LevelLog>,
    job: &Job,
) -> Result<Solution<P>, Error> {
    graph.edges.let_go();
    let moves = graph.edges.len();
    let predecessors = TakenBack {
        before,
        ids: &graph.ids,
        steps: Vec::new(),
    };
    let open_moves = OpenMoves {
        counters: graph.edges.into_degrees(),
        moves,
    };
    let known = Known::restored(open_moves, graph.values, log, job)?;
    let values = retrograde::solve(predecessors, known, job)?;
    Ok(Solution::new(
        graph.ids,
        values,
        moves as u64,
        Route::Retracting,
        Acyclic::NotLookedAt,
        &graph.budget,
    ))
}

/// [`Retractable::predecessors`] of a game.
type Before<'a, P> = dyn Fn(&P, &mut Vec<Step<P>>) -> Result<(), Fault> + 'a;

/// Moves taken back by the game. A move from a position that was not found is left out.
struct TakenBack<'a, P> {
    before: &'a Before<'a, P>,
    ids: &'a Ids<P>,
    /// The moves into the last position that was asked about.
    steps: Vec<Step<P>>,
}

impl<P: Copy + Eq + Hash> Predecessors for TakenBack<'_, P> {
    fn each(
        &mut self,
        position: usize,
        mut take: impl FnMut(usize, Turn) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.steps.clear();
        let position = self.ids.position(position);
        (self.before)(&position, &mut self.steps)?;
        for step in &self.steps {
            if let Some(from) = self.ids.find(&step.position) {
                take(from, step.turn)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use zug_game::Players;

    use super::*;
    use crate::positions::{MAX_WITH_MOVES, MOST_SHORT};
    use crate::strong::Route;

    /// A number is halved or divided by three; beside it one may go round between two numbers.
    /// Who reaches 0 wins.
    struct Dividing(u32);

    impl Game for Dividing {
        type Position = u32;
        type Move = u32;

        fn start(&self) -> u32 {
            self.0 - 1
        }

        fn players(&self) -> Players<Self> {
            Players::Impartial
        }

        fn moves(&self, n: &u32, out: &mut Vec<u32>) -> Result<(), Fault> {
            if *n > 0 {
                out.extend([n / 2, n / 3]);
            }
            match n % 5 {
                1 if n + 1 < self.0 => out.push(n + 1),
                2 => out.push(n - 1),
                _ => {}
            }
            Ok(())
        }

        fn play(&self, _: &u32, to: &u32) -> Result<Step<u32>, Fault> {
            Ok(Step::passing(*to))
        }

        fn move_name(&self, _: &u32, to: &u32) -> String {
            to.to_string()
        }
    }

    impl Retractable for Dividing {
        fn predecessors(&self, n: &u32, out: &mut Vec<Step<u32>>) -> Result<(), Fault> {
            let divided = [2 * n, 2 * n + 1, 3 * n, 3 * n + 1, 3 * n + 2];
            let round = match n % 5 {
                2 => Some(n - 1),
                1 => Some(n + 1),
                _ => None,
            };
            let all = divided.into_iter().filter(|&from| from > 0).chain(round);
            out.extend(all.filter(|&from| from < self.0).map(Step::passing));
            Ok(())
        }
    }

    fn solved(count: u32, method: Method) -> Result<Solution<u32>, Error> {
        let (game, job) = (Dividing(count), Job::default());
        Positions::explore(&game, 0..count, method, &job)?.solve(&game, method, &job)
    }

    #[test]
    fn positions_beyond_short_numbers_and_kept_moves_are_solved() {
        let few = solved(MOST_SHORT as u32, Method::Retrograde).unwrap();
        assert_eq!(few.route(), Route::Retrograde);
        for count in [MOST_SHORT as u32 + 1, MAX_WITH_MOVES as u32 + 999] {
            let taken_back = solved(count, Method::Retracting).unwrap();
            let again = solved(count, Method::Replaying).unwrap();
            assert_eq!(taken_back.route(), Route::Retracting);
            assert_eq!(again.route(), Route::ReplayedByLevels);
            for n in 0..count {
                let value = taken_back.value(&n);
                assert!(value.is_some() && value == again.value(&n), "{n}");
                // A number leads to smaller ones, and at most to the next one.
                if n + 2 < MOST_SHORT as u32 {
                    assert_eq!(value, few.value(&n), "{n}");
                }
            }
        }
    }

    #[test]
    fn moves_that_no_edge_can_name_are_let_go_or_refused() {
        let count = MAX_WITH_MOVES as u32 + 1;
        let solution = solved(count, Method::Auto).unwrap();
        assert_eq!(solution.route(), Route::Retracting);
        let limit = MAX_WITH_MOVES as u64;
        assert_eq!(
            solved(count, Method::Backward).unwrap_err(),
            Error::TooManyPositions { limit }
        );
    }
}
