//! The answer for every position of a problem.

use std::ops::ControlFlow;
use std::sync::Arc;

use zug_certify::Certificate;
use zug_game::{Game, Notation, Player, Symmetric, U256};
use zug_lang::{RulesGame, Word};
use zug_solve::Job;
use zug_solve::checkpoint::Keeper;
use zug_solve::scores::by_move;
use zug_solve::strong::Route;
use zug_solve::table::{Table, Unreadable};
use zug_values::{LoopyNimber, Nimber, Outcome, Turn, Value, Worth};

use crate::assess::LegalMove;
use crate::error::{Error, GainsLack};
use crate::method::Holding;
use crate::options::SolveOptions;
use crate::plan::table::TablePlan;
use crate::problem::{GameId, Position, Problem};
use crate::request::Scope;
use crate::subject::{AnyGame, Subject, Written, for_each_game, for_rules};

mod kept_tiers;
mod definition;
mod stored;
mod read;
mod counts;
mod pass;
mod folded;
mod packed;
mod besides;
mod explore;
mod dense;
mod copied;
mod verify;
mod ties;
mod view;
mod histogram;
mod statistics;
mod digest;

pub(crate) mod planted;

use stored::{Elsewhere, Stored};

pub(crate) use besides::Beside;
pub use counts::Counts;
pub(crate) use definition::{AsWritten, Defined, Definition, Images};
pub(crate) use dense::{ByNumber, indexed, numbered};
pub use digest::Digest;
pub use histogram::Histogram;
pub use kept_tiers::Tiers;
pub use packed::PackedTable;
pub use statistics::Statistics;
pub use ties::Ties;
pub use verify::Extent;
pub(crate) use verify::{Entries, not_certified};
pub use view::{View, ViewCounts};

/// The solved positions of a problem.
#[derive(Debug)]
pub struct Solution {
    inner: AnySolved,
    /// Which game it is of, for its positions.
    id: GameId,
    scope: Scope,
}

#[derive(Debug)]
enum AnySolved {
    Narrow(Solved<RulesGame<u64>>),
    Wide(Solved<RulesGame<u128>>),
    Widest(Solved<RulesGame<U256>>),
    Rust(Solved<Written>),
}

/// The solved positions of a game.
#[derive(Debug)]
struct Solved<G: Subject> {
    /// The game with the symmetries that were used and keep the position asked about.
    game: G,
    /// The values of the canonical positions.
    stored: Stored<G::Position>,
    root: G::Position,
    /// The same positions by rules in which a draw is won by the player who loses endless play;
    /// `None` if nobody wins endless play, or if the rules have no draws.
    drawn: Option<Box<Self>>,
}

/// A move, and the value of the position that it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SolvedMove {
    /// The move as a person writes it.
    pub name: String,
    /// The position after it.
    pub position: Position,
    /// Who moves in the position after the move.
    pub turn: Turn,
    /// The value that the mover gets by the move, which counts as a ply.
    pub value: Value,
    /// What the position after the move is worth to the player who moves there.
    pub after: Worth,
    /// The score that the mover gets by the move, in a game that ends with scores or whose moves
    /// gain points; what the move gains is counted.
    pub score: Option<i64>,
    /// The number of points that the mover gains by the move; `None` where no move of the game gains
    /// points.
    pub gain: Option<i64>,
}

impl SolvedMove {
    /// What the mover gets by the move, in words: the score where the game ends with scores, else
    /// the value.
    #[must_use]
    pub fn told(&self) -> String {
        match self.score {
            Some(score) => points(score),
            None => self.value.to_string(),
        }
    }
}

/// A score in words: `+3`, `0`, `-5`.
#[must_use]
pub fn points(score: i64) -> String {
    match score {
        0 => "0".to_owned(),
        score => format!("{score:+}"),
    }
}

impl From<SolvedMove> for LegalMove {
    fn from(solved: SolvedMove) -> Self {
        Self {
            name: solved.name,
            position: solved.position,
            turn: solved.turn,
            gain: solved.gain.unwrap_or_default(),
        }
    }
}

/// A position that was solved, with all that its table tells of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SolvedPosition {
    /// The position, the canonical one of its orbit.
    pub position: Position,
    /// What the position is worth to the player to move.
    pub value: Value,
    /// Whether the game is over here.
    pub is_finished: bool,
    /// The number of positions that the symmetries which keep the position asked about make
    /// equal to this one, itself included.
    pub orbit: u64,
}

/// A line of best play: the winner hurries, the loser delays.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line {
    /// The moves in order.
    pub moves: Vec<String>,
    /// Whether the line goes on to the end of the game, and was not cut before.
    pub complete: bool,
}

impl Problem {
    /// Solves the positions, as the plan of the problem says.
    ///
    /// # Errors
    ///
    /// The rules break in some position, the budget does not suffice, the
    /// caller cancelled, or the method does not fit.
    pub fn solve(&self, options: &SolveOptions) -> Result<Solution, Error> {
        self.solve_within(options, &options.job())
    }

    /// Solves the positions tier by tier, level by level or over an index, and keeps the tiers
    /// where the caller says. What is complete there is not worked out again: the work goes on behind it, and if all tiers
    /// are complete, the solution is there at once.
    ///
    /// # Errors
    ///
    /// Those of [`Problem::solve`]; the method is not dense and the moves of the game do not
    /// climb levels, or the store fails.
    pub fn solve_in(&self, options: &SolveOptions, tiers: Tiers) -> Result<Solution, Error> {
        self.refuse_draws_beside_endless("a table in tiers")?;
        let job = options.job();
        let plan = TablePlan::new(self, options, &job.budget);
        if self.has_gains() && plan.holding() != Holding::Levels {
            return Err(Error::Gains(GainsLack::Method));
        }
        let inner = match self.symmetric() {
            AnyGame::Narrow(game) => {
                AnySolved::Narrow(Solved::kept_in_tiers(game, self, &plan, tiers, &job)?)
            }
            AnyGame::Wide(game) => {
                AnySolved::Wide(Solved::kept_in_tiers(game, self, &plan, tiers, &job)?)
            }
            AnyGame::Widest(game) => {
                AnySolved::Widest(Solved::kept_in_tiers(game, self, &plan, tiers, &job)?)
            }
            AnyGame::Rust(_) if plan.holding() == Holding::Numbers => {
                return Err(Error::NoIndexOfRust);
            }
            AnyGame::Rust(_) => return Err(Error::NoLevels),
        };
        let (scope, id) = (plan.scope, self.id);
        Ok(Solution { inner, id, scope })
    }

    /// As [`Problem::solve`], and checkpoints are kept where the positions are solved as one
    /// whole. The work goes on from the last checkpoint, if there is one; whoever makes the keeper
    /// sees to it that its store is of the same problem.
    ///
    /// # Errors
    ///
    /// Those of [`Problem::solve`]; a checkpoint cannot be read.
    pub fn solve_with_checkpoints(
        &self,
        options: &SolveOptions,
        keeper: Arc<dyn Keeper>,
    ) -> Result<Solution, Error> {
        let job = options.job();
        let plan = TablePlan::new(self, options, &job.budget);
        Solution::with_keeper(self, &plan, Some(keeper), &job)
    }

    /// Solves with what is left of the budget of the job.
    pub(crate) fn solve_within(
        &self,
        options: &SolveOptions,
        job: &Job,
    ) -> Result<Solution, Error> {
        let plan = TablePlan::new(self, options, &job.budget);
        Solution::new(self, &plan, job)
    }
}

impl Solution {
    /// Solves as the plan says, with what is left of the budget of the job.
    pub(crate) fn new(problem: &Problem, plan: &TablePlan, job: &Job) -> Result<Self, Error> {
        Self::with_keeper(problem, plan, None, job)
    }

    fn with_keeper(
        problem: &Problem,
        plan: &TablePlan,
        keeper: Option<Arc<dyn Keeper>>,
        job: &Job,
    ) -> Result<Self, Error> {
        let to = (keeper, job);
        let inner = match problem.symmetric() {
            AnyGame::Narrow(game) => AnySolved::Narrow(Solved::new(game, problem, plan, to)?),
            AnyGame::Wide(game) => AnySolved::Wide(Solved::new(game, problem, plan, to)?),
            AnyGame::Widest(game) => AnySolved::Widest(Solved::new(game, problem, plan, to)?),
            AnyGame::Rust(game) => AnySolved::Rust(Solved::of_rust(game, problem, plan, to)?),
        };
        let solution = Self {
            inner,
            id: problem.id,
            scope: plan.scope,
        };
        match problem.draws_won() {
            Some(drawn) => {
                let drawn = Self::with_keeper(drawn, plan, None, job)?;
                Ok(solution.with_draws_won(drawn))
            }
            None => Ok(solution),
        }
    }

    /// The solution of a problem whose positions were solved before, read from a table
    /// wherever it is stored.
    ///
    /// The positions of the table are packed ([`Position::to_bits`]), and one of each orbit
    /// of the symmetries that keep the position asked about: the canonical one, as
    /// [`Solution::each_value`] hands it on.
    pub fn of_table(
        problem: &Problem,
        table: impl Table<Position = U256> + Send + Sync + 'static,
    ) -> Self {
        let inner = match problem.symmetric() {
            AnyGame::Narrow(game) => AnySolved::Narrow(Solved::elsewhere(game, problem, table)),
            AnyGame::Wide(game) => AnySolved::Wide(Solved::elsewhere(game, problem, table)),
            AnyGame::Widest(game) => AnySolved::Widest(Solved::elsewhere(game, problem, table)),
            AnyGame::Rust(game) => AnySolved::Rust(Solved::elsewhere(game, problem, table)),
        };
        let scope = problem.scope();
        let id = problem.id;
        Self { inner, id, scope }
    }

    /// The position that the solved positions were found from. A table that was solved
    /// before may begin from another position than the one asked about.
    pub fn root(&self) -> Position {
        for_each_game!(&self.inner, AnySolved, solved => {
            Position::new(solved.root.widen(), self.id)
        })
    }

    /// The value of a position; `None` if it was not among those solved.
    ///
    /// # Errors
    ///
    /// The table of values cannot be read.
    pub fn value(&self, position: &Position) -> Result<Option<Value>, Error> {
        for_each_game!(&self.inner, AnySolved, solved => {
            Ok(solved.value(Word::narrow(position.bits_in(self.id)?))?)
        })
    }

    /// What the solver found of a packed position of the game, before it was read who wins where
    /// play never ends.
    pub(crate) fn found_of_bits(&self, bits: U256) -> Result<Option<Value>, Unreadable> {
        for_each_game!(&self.inner, AnySolved, solved => solved.found(Word::narrow(bits)))
    }

    /// Which positions are solved.
    pub(crate) fn scope(&self) -> Scope {
        self.scope
    }

    /// The nimber of a position; `None` where nimbers are not defined, and where play can go round in
    /// a circle.
    ///
    /// # Errors
    ///
    /// The table of values cannot be read.
    pub fn nimber(&self, position: &Position) -> Result<Option<Nimber>, Error> {
        for_each_game!(&self.inner, AnySolved, solved => {
            Ok(solved.nimber(Word::narrow(position.bits_in(self.id)?))?)
        })
    }

    /// The loopy nimber of a position: its nimber where play ends. `None` where loopy nimbers are not
    /// defined, and where they were not worked out: they take the moves of all positions in memory, and
    /// tables on disk do not keep them.
    ///
    /// # Errors
    ///
    /// The table of values cannot be read.
    pub fn loopy_nimber(&self, position: &Position) -> Result<Option<LoopyNimber>, Error> {
        for_each_game!(&self.inner, AnySolved, solved => {
            Ok(solved.loopy_nimber(Word::narrow(position.bits_in(self.id)?))?)
        })
    }

    /// What a position is worth, with all that was found of it; `None` if it was not
    /// among those solved.
    ///
    /// # Errors
    ///
    /// The table of values cannot be read.
    pub fn worth(&self, position: &Position) -> Result<Option<Worth>, Error> {
        for_each_game!(&self.inner, AnySolved, solved => {
            Ok(solved.worth(Word::narrow(position.bits_in(self.id)?))?)
        })
    }

    /// The error for a position that is not among those solved.
    pub(crate) fn not_solved(&self, position: &Position) -> Error {
        for_each_game!(&self.inner, AnySolved, solved => {
            let bits = Word::narrow(position.to_bits());
            Error::NotSolved { position: solved.game.print(&bits) }
        })
    }

    /// The player to move.
    pub fn mover(&self, position: &Position) -> Player {
        for_each_game!(&self.inner, AnySolved, solved => {
            let bits = position.bits_in(self.id);
            let bits = bits.expect("a solution is asked about positions of its own game");
            solved.game.mover(&Word::narrow(bits))
        })
    }

    /// How the game ends for the mover if it is over here; `None` if it goes on.
    pub fn finished(&self, position: &Position) -> Result<Option<Outcome>, Error> {
        for_each_game!(&self.inner, AnySolved, solved => {
            Ok(solved.game.result(&Word::narrow(position.bits_in(self.id)?))?)
        })
    }

    /// Every move with its value, the best first; moves of one value in the
    /// order of the rules.
    ///
    /// # Errors
    ///
    /// The position was not among those solved.
    pub fn moves(&self, position: &Position) -> Result<Vec<SolvedMove>, Error> {
        let mut moves = Vec::new();
        for of in self.moves_in_order(position)? {
            let [from, to] = [position.bits_in(self.id)?, of.position.bits_in(self.id)?];
            let draw = for_each_game!(&self.inner, AnySolved, solved => {
                solved.draw_by(Word::narrow(from), Word::narrow(to), of.turn)?
            });
            moves.push((std::cmp::Reverse((of.score, of.value, draw)), of));
        }
        moves.sort_by_key(|(worth, _)| *worth);
        Ok(moves.into_iter().map(|(_, of)| of).collect())
    }

    /// Every move with its value, in the order of the rules.
    ///
    /// # Errors
    ///
    /// The position was not among those solved.
    pub fn moves_in_order(&self, position: &Position) -> Result<Vec<SolvedMove>, Error> {
        let mut moves = for_each_game!(&self.inner, AnySolved, solved => {
            solved.moves(Word::narrow(position.bits_in(self.id)?), self.id)
        })?;
        for of in &mut moves {
            let after = self.score(&of.position)?;
            let gain = of.gain.unwrap_or_default();
            of.score = after.map(|after| by_move(gain, after, of.turn));
        }
        Ok(moves)
    }

    /// Whether the moves of the game gain points.
    #[must_use]
    pub fn has_gains(&self) -> bool {
        for_rules!(&self.inner, AnySolved, solved => solved.game.has_gains(), else false)
    }

    /// Whether scores are told of positions: the game ends with scores, and they are known.
    #[must_use]
    pub fn tells_scores(&self) -> bool {
        for_each_game!(&self.inner, AnySolved, solved => solved.stored.table().has_scores())
    }

    /// The score of a packed position of the game; `None` where it is not known.
    pub(crate) fn score_of_bits(&self, bits: U256) -> Result<Option<i64>, Unreadable> {
        for_each_game!(&self.inner, AnySolved, solved => {
            let canonical = solved.game.canonical(&Word::narrow(bits));
            solved.stored.table().score(&canonical)
        })
    }

    /// The score of a position for the player to move, if both play for the largest score; `None`
    /// if the game does not end with scores, or if the position was not among those solved.
    ///
    /// # Errors
    ///
    /// The position is of another game, or the table cannot be read.
    pub fn score(&self, position: &Position) -> Result<Option<i64>, Error> {
        Ok(self.score_of_bits(position.bits_in(self.id)?)?)
    }

    /// The number of positions of each kind.
    ///
    /// # Errors
    ///
    /// The table of values cannot be read.
    pub fn counts(&self) -> Result<Counts, Error> {
        for_each_game!(&self.inner, AnySolved, solved => Ok(solved.counts()?))
    }

    /// Hands on positions with their values, until `take` breaks off: one position within
    /// reach for each orbit of the symmetries that keep the position asked about.
    ///
    /// # Errors
    ///
    /// The table of values cannot be read; positions before the fault were handed on.
    pub fn each_value(
        &self,
        take: &mut dyn FnMut(Position, Value) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        for_each_game!(&self.inner, AnySolved, solved => {
            Ok(solved.each_read(&mut |entry| {
                let position = Position::new(entry.position().widen(), self.id);
                take(position, entry.value())
            })?)
        })
    }

    /// Hands on the positions of [`Solution::each_value`] with all that the table tells of them
    /// but their nimbers, until `take` breaks off.
    ///
    /// # Errors
    ///
    /// The table of values cannot be read; positions before the fault were handed on.
    pub fn each_position(
        &self,
        take: &mut dyn FnMut(SolvedPosition) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        for_each_game!(&self.inner, AnySolved, solved => {
            Ok(solved.each_read(&mut |entry| take(SolvedPosition {
                position: Position::new(entry.position().widen(), self.id),
                value: entry.value(),
                is_finished: entry.finished().is_some(),
                orbit: solved.game.orbit(entry.position()) as u64,
            }))?)
        })
    }

    /// How the positions got their values, in words.
    pub fn method(&self) -> &'static str {
        let route = for_each_game!(&self.inner, AnySolved, solved => match &solved.stored {
            Stored::InMemory(memory) => Some(memory.values.route()),
            Stored::Folded(folded) => Some(folded.memory.values.route()),
            Stored::Dense(dense) => Some(dense.route()),
            // Counts are kept with tiers that were solved before.
            Stored::InTiers(tiers) if tiers.orbit_counts.is_some() => None,
            Stored::InTiers(_) => Some(Route::Tiers),
            Stored::Elsewhere(_) => None,
        });
        match route {
            Some(Route::DiscoveryOrder) => "backward induction, in the order of discovery",
            Some(Route::TopologicalOrder) => "backward induction, in a topological order",
            Some(Route::Retrograde) => "retrograde analysis",
            Some(Route::Dense) => "retrograde analysis over an index, with moves taken back",
            Some(Route::Retracting) => "retrograde analysis, with moves taken back",
            Some(Route::ReplayedBackward) => {
                "backward induction, in the order of discovery, with moves played again"
            }
            Some(Route::ReplayedByLevels) => {
                "retrograde analysis level by level, with moves played again"
            }
            Some(Route::Tiers) => "backward induction, level by level",
            None => "a table that was solved before",
        }
    }

    /// The most bytes that the solver took at any time; of a table that was solved before
    /// the bytes that it holds now.
    pub fn peak_bytes(&self) -> u64 {
        for_each_game!(&self.inner, AnySolved, solved => match &solved.stored {
            Stored::InMemory(memory) => memory.values.peak_bytes(),
            Stored::Folded(folded) => folded.memory.values.peak_bytes(),
            Stored::Dense(dense) => dense.peak_bytes(),
            Stored::InTiers(tiers) => tiers.budget.peak(),
            Stored::Elsewhere(table) => table.held_bytes(),
        })
    }

    /// The bytes that the solution holds now.
    pub fn held_bytes(&self) -> u64 {
        for_each_game!(&self.inner, AnySolved, solved => solved.stored.table().held_bytes())
    }

    /// A line of best play from a position, of at most `most` moves.
    ///
    /// # Errors
    ///
    /// The position was not among those solved.
    pub fn line(&self, position: &Position, most: usize) -> Result<Line, Error> {
        let mut at = *position;
        let mut moves = Vec::new();
        while moves.len() < most {
            let Some(best) = self.moves(&at)?.into_iter().next() else {
                return Ok(Line {
                    moves,
                    complete: true,
                });
            };
            at = best.position;
            moves.push(best.name);
        }
        let complete = self.finished(&at)?.is_some();
        Ok(Line { moves, complete })
    }

    /// Checks every position by code that cannot solve, against the rules as they are
    /// written: [`Solution::verify_with`] with default options.
    ///
    /// # Errors
    ///
    /// The errors of [`Solution::verify_with`].
    pub fn verify(&self) -> Result<Certificate, Error> {
        self.verify_with(Extent::default(), &SolveOptions::default())
    }

    /// Checks every position by code that cannot solve, the images under symmetries
    /// included. Of the options it heeds the threads, the watch and the token that cancels;
    /// and the memory, if the solution is a table of the caller ([`Solution::of_table`]).
    /// Any other solution is checked within its own budget.
    ///
    /// # Errors
    ///
    /// The first position that is wrong; or the memory does not suffice, or the caller
    /// cancelled.
    pub fn verify_with(
        &self,
        extent: Extent,
        options: &SolveOptions,
    ) -> Result<Certificate, Error> {
        for_each_game!(&self.inner, AnySolved, solved => {
            solved.verify(self.scope, extent, options)
        })
    }
}

impl<G: Subject> Solved<G> {
    /// The solution of a problem that reads a table of the caller; `game` is the game of
    /// the problem with its symmetries.
    fn elsewhere(
        game: &G,
        problem: &Problem,
        table: impl Table<Position = U256> + Send + Sync + 'static,
    ) -> Self {
        Self {
            game: game.clone(),
            stored: Stored::Elsewhere(Elsewhere::new(table)),
            root: Word::narrow(problem.root().to_bits()),
            drawn: None,
        }
    }

    fn value(&self, position: G::Position) -> Result<Option<Value>, Unreadable> {
        let found = self.found(position)?;
        found
            .map(|value| self.read(&position, value, None))
            .transpose()
    }

    /// What the solver found of a position.
    fn found(&self, position: G::Position) -> Result<Option<Value>, Unreadable> {
        self.stored.table().find(&self.game.canonical(&position))
    }

    fn nimber(&self, position: G::Position) -> Result<Option<Nimber>, Unreadable> {
        if self.has_no_nimbers() {
            return Ok(None);
        }
        self.stored.table().nimber(&self.game.canonical(&position))
    }

    fn loopy_nimber(&self, position: G::Position) -> Result<Option<LoopyNimber>, Unreadable> {
        if self.has_no_nimbers() {
            return Ok(None);
        }
        self.stored
            .table()
            .loopy_nimber(&self.game.canonical(&position))
    }

    /// Whether the nimbers of a table mean nothing: an earlier program wrote nimbers of impartial games
    /// that end otherwise than by a stuck player.
    fn has_no_nimbers(&self) -> bool {
        self.game.is_impartial() && !self.game.may_have_nimbers()
    }

    fn worth(&self, position: G::Position) -> Result<Option<Worth>, Unreadable> {
        let canonical = self.game.canonical(&position);
        let Some(value) = self.stored.table().find(&canonical)? else {
            return Ok(None);
        };
        let worth = Worth::from(self.read(&position, value, None)?);
        Ok(Some(match self.loopy_nimber(canonical)? {
            // The outcome of a position is that of its loopy nimber.
            Some(nimber) => worth.with_in_sum(nimber).map_err(Unreadable::new)?,
            None => worth,
        }))
    }

    fn not_solved(&self, position: G::Position) -> Error {
        Error::NotSolved {
            position: self.game.print(&position),
        }
    }

    fn moves(&self, position: G::Position, id: GameId) -> Result<Vec<SolvedMove>, Error> {
        if self.value(position)?.is_none() {
            return Err(self.not_solved(position));
        }
        // Moves are found by the interpreter alone, because a certificate says that the
        // table is right, and nothing of machine code.
        let game = self.game.without_machine_code();
        let (mut choices, mut steps) = (Vec::new(), Vec::new());
        game.moves(&position, &mut choices)?;
        game.expand(&position, &mut steps)?;
        let names = game.names(&position, &choices);
        let gains = match steps.len() {
            0 => None,
            _ => game.gains(&position)?,
        };
        let gains = match gains {
            Some(gains) => gains.into_iter().map(Some).collect(),
            None => vec![None; steps.len()],
        };
        names
            .into_iter()
            .zip(steps)
            .zip(gains)
            .map(|((name, step), gain)| {
                let after = self.worth(step.position)?;
                let after = after.ok_or_else(|| self.not_solved(step.position))?;
                let attained = self.stored.attained(&self.game.canonical(&step.position))?;
                let value = match (gain, attained) {
                    (Some(gain), Some(after)) => Some(after.before(gain, step.turn).value()),
                    _ => after.value().map(|value| value.before(step.turn)),
                };
                let value = value.ok_or_else(|| self.not_solved(step.position))?;
                Ok(SolvedMove {
                    name,
                    position: Position::new(step.position.widen(), id),
                    turn: step.turn,
                    value,
                    after,
                    score: None,
                    gain,
                })
            })
            .collect()
    }
}
