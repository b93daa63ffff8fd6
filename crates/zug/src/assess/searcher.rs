//! A search of one game that is asked about many of its positions.

use std::fmt;

use zug_game::{Searchable, Step, U256};
use zug_job::{CancelToken, Job};
use zug_lang::{RulesGame, Word};
use zug_solve::Error as SolveError;
use zug_solve::search::{Aim, Narrowing, Search, SearchOptions};
use zug_values::{MOST_POINTS, Outcome, Turn, Value};

use crate::error::{Error, GainsLack};
use crate::native::Width;
use crate::openings::Openings;
use crate::options::SolveOptions;
use crate::plan::SearchPlan;
use crate::problem::{Position, Problem};
use crate::searched::{Beside, SolvedLeaves};
use crate::solution::Solution;
use crate::subject::{AnyGame, Subject};

use super::Known;
use super::pace::Pace;
use super::playouts::{self, Results};
use super::way;

/// A move of a position, of which nothing need be known.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LegalMove {
    /// The move as a person writes it.
    pub name: String,
    /// The position after it.
    pub position: Position,
    /// Who moves in the position after the move.
    pub turn: Turn,
    /// The number of points that the mover gains by the move; 0 where no move of the game gains
    /// points.
    pub gain: i64,
}

/// Searches positions of one game, one question after the other, and keeps what it learnt.
pub struct Searcher<'a> {
    problem: &'a Problem,
    asked: Box<dyn Asked + 'a>,
    pace: Pace,
    /// No position can come again in play.
    pub(super) ends: bool,
    /// Who wins is no longer asked without a number of plies: memory did not suffice for it.
    pub(super) asks_for_plies_alone: bool,
    /// The search by the rules in which a draw is won by the player who loses endless play; `None` if
    /// nobody wins endless play, or if the rules have no draws.
    pub(super) drawn: Option<Box<Self>>,
}

/// How far one question came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Told {
    /// The answer.
    Answer(bool),
    /// The question took longer than it may take now.
    NotYet,
    /// The memory does not suffice for it.
    NoRoom,
    /// The caller cancelled.
    Cancelled,
}

impl Problem {
    /// Makes a search of this game ready, and hands it to `work`, which may ask it about many
    /// positions.
    ///
    /// ```
    /// use zug::{Outcome, Problem, Purpose, Request, SolveOptions};
    ///
    /// let problem = Problem::new(&Request::catalogue("tic-tac-toe")?)?;
    /// let assessed = problem.with_search(&SolveOptions::default(), |search| {
    ///     search.assess(&problem.root(), Purpose::AllMoves)
    /// })?;
    /// assert_eq!(assessed.known.outcome(), Some(Outcome::Draw));
    /// assert_eq!(assessed.moves.len(), 9);
    /// # Ok::<(), zug::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of `work`; the budget does not suffice to begin; the caller cancelled before the
    /// search began.
    pub fn with_search<T, E: From<Error>>(
        &self,
        options: &SolveOptions,
        work: impl FnOnce(&mut Searcher<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        self.with_search_and_leaves(options, None, work)
    }

    /// As [`Problem::with_search`], with solved positions of the game, if there are any, which
    /// the search need not search. They may be solved from any position of the game.
    ///
    /// # Errors
    ///
    /// Those of [`Problem::with_search`]; the solved positions are of another game.
    pub fn with_search_and_leaves<T, E: From<Error>>(
        &self,
        options: &SolveOptions,
        leaves: Option<&Solution>,
        work: impl FnOnce(&mut Searcher<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let beside = Beside {
            leaves,
            ..Beside::default()
        };
        self.with_search_beside(options, beside, work)
    }

    /// As [`Problem::with_search`], with what else there is beside the rules.
    ///
    /// # Errors
    ///
    /// Those of [`Problem::with_search_and_leaves`]; the keeper cannot read what an earlier search knew.
    fn with_search_beside<T, E: From<Error>>(
        &self,
        options: &SolveOptions,
        beside: Beside<'_>,
        work: impl FnOnce(&mut Searcher<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let (mut work, mut done) = (Some(work), None);
        self.lend_search(options, beside, &mut |search| {
            done = work.take().map(|work| work(search));
        })?;
        done.expect("a search that is ready is lent")
    }

    /// Refuses a search for what no search finds in a game whose moves gain points.
    pub(crate) fn may_be_searched(&self, plan: &SearchPlan) -> Result<(), Error> {
        let lack = match plan {
            _ if !self.has_gains() => return Ok(()),
            SearchPlan {
                remoteness: true, ..
            } => GainsLack::Remoteness,
            SearchPlan {
                proof: true,
                levels: None,
                ..
            } => GainsLack::Proof,
            _ => return Ok(()),
        };
        Err(Error::Gains(lack))
    }

    /// Makes a search ready, and lends it once. This does not depend on what is done with the search,
    /// so that callers in other crates do not have all searches built again.
    fn lend_search(
        &self,
        options: &SolveOptions,
        beside: Beside<'_>,
        work: &mut dyn FnMut(&mut Searcher<'_>),
    ) -> Result<(), Error> {
        let Some(drawn) = self.draws_won() else {
            return self.lend_one(options, beside, &mut |mut search| work(&mut search));
        };
        // Two games are searched, each with half of the memory.
        let options = &SolveOptions {
            memory: options.memory / 2,
            ..options.clone()
        };
        let mut second = Ok(());
        self.lend_one(options, beside, &mut |search| {
            let mut search = Some(search);
            second = drawn.lend_one(options, Beside::default(), &mut |drawn| {
                if let Some(search) = search.take() {
                    work(&mut Searcher {
                        drawn: Some(Box::new(drawn)),
                        ..search
                    });
                }
            });
        })?;
        second
    }

    /// Makes a search ready that knows endless play as a draw, and lends it once.
    fn lend_one(
        &self,
        options: &SolveOptions,
        beside: Beside<'_>,
        work: &mut dyn FnMut(Searcher<'_>),
    ) -> Result<(), Error> {
        let plan = self.search_plan(options);
        self.may_be_searched(&plan)?;
        let job = options.job();
        match &self.game {
            AnyGame::Narrow(game) => self.with_rules(game, (&plan, beside), job, work),
            AnyGame::Wide(game) => self.with_rules(game, (&plan, beside), job, work),
            AnyGame::Widest(game) => self.with_rules(game, (&plan, beside), job, work),
            AnyGame::Rust(game) => self.with_game(game, (&plan, beside), job, work),
        }
    }

    fn with_rules<W: Width>(
        &self,
        game: &RulesGame<W>,
        (plan, beside): (&SearchPlan, Beside<'_>),
        job: Job,
        work: &mut dyn FnMut(Searcher<'_>),
    ) -> Result<(), Error> {
        let game = plan.prepared(game, beside.leaves, &job)?;
        self.with_game(&game, (plan, beside), job, work)
    }

    fn with_game<G: Subject>(
        &self,
        game: &G,
        (plan, beside): (&SearchPlan, Beside<'_>),
        job: Job,
        work: &mut dyn FnMut(Searcher<'_>),
    ) -> Result<(), Error> {
        let (pace, job) = Pace::of(job);
        let options = SearchOptions {
            table_bytes: job.budget.left() / 2,
            ends: plan.levels.is_some(),
            engine: plan.engine,
            ..SearchOptions::default()
        };
        let leaves = beside
            .leaves
            .map(|solution| SolvedLeaves::new(self, game, solution, &job));
        let leaves = leaves.transpose()?;
        let theorem = game.node_theorem(&job.budget);
        let mut search = Search::new(game, options, &job)?;
        if let Some(leaves) = &leaves {
            search.take_leaves(leaves);
        }
        if let Some(theorem) = &theorem {
            search.take_theorem(&**theorem, None);
        }
        let root = Word::narrow(self.root().to_bits());
        if let Some(keeper) = beside.keeper {
            search.keep(keeper)?;
        }
        search.follow(|way: &[G::Position]| job.watch.line(&way::names(game, root, way)));
        work(Searcher {
            problem: self,
            asked: Box::new(OfGame {
                game,
                search,
                openings: Openings::of(game),
            }),
            pace,
            ends: plan.levels.is_some(),
            asks_for_plies_alone: false,
            drawn: None,
        });
        Ok(())
    }
}

impl<'a> Searcher<'a> {
    /// The game that is searched, at the position that was asked about first.
    #[must_use]
    pub fn problem(&self) -> &'a Problem {
        self.problem
    }

    /// The number of positions that were searched.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.asked.nodes() + self.drawn.as_ref().map_or(0, |drawn| drawn.nodes())
    }

    /// Whether play came back to a position, so that closed sets told who wins.
    #[must_use]
    pub fn went_round(&self) -> bool {
        self.asked.went_round() || self.drawn.as_ref().is_some_and(|drawn| drawn.went_round())
    }

    /// Whether the memory did not suffice for some question: from then on the search answers less
    /// than it could.
    #[must_use]
    pub fn is_short_of_memory(&self) -> bool {
        let drawn = self.drawn.as_ref();
        self.asks_for_plies_alone || drawn.is_some_and(|drawn| drawn.is_short_of_memory())
    }

    /// Whether the caller cancelled.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.pace.is_cancelled()
    }

    /// Whether scores are told, and not only who wins: the game ends with scores, and the scores of
    /// the leaves are known if there are leaves.
    #[must_use]
    pub fn tells_scores(&self) -> bool {
        self.asked.tells_scores()
    }

    /// Whether moves of the game gain points.
    pub(super) fn moves_gain(&self) -> bool {
        self.problem.has_gains()
    }

    /// What is known of a position where the game is over; `None` where it goes on.
    pub(crate) fn known_if_finished(&self, position: &Position) -> Result<Option<Known>, Error> {
        let Some(outcome) = self.finished(position)? else {
            return Ok(None);
        };
        let known = Known::of_value(Value::finished(outcome));
        if !self.tells_scores() {
            return Ok(Some(known));
        }
        let score = self.asked.score_of_end(self.bits(position)?)?;
        Ok(Some(known.with_scores(score, score)))
    }

    /// Adds to what is known of a position its score, if that is found in questions of at most
    /// this number of ticks each. Returns how far the last question came.
    pub(super) fn find_score(
        &mut self,
        position: &Position,
        known: &mut Known,
        guess: i64,
        ticks: u64,
    ) -> Result<Told, Error> {
        let bits = self.bits(position)?;
        let mut narrowing = if self.moves_gain() {
            Narrowing::of_any()
        } else {
            Narrowing::default()
        };
        loop {
            let (at_least, at_most) = self.asked.score_bounds(bits);
            *known = known.with_scores(at_least, at_most);
            let (at_least, at_most) = known.score_bounds();
            narrowing.bound(at_least, at_most);
            if let Some(score) = narrowing.score() {
                if score.abs() > MOST_POINTS {
                    let largest = MOST_POINTS;
                    return Err(SolveError::GainsTooLarge { largest }.into());
                }
                *known = known.with_scores(Some(score), Some(score));
                return Ok(Told::Answer(true));
            }
            let aim = narrowing.next(guess);
            let attains = match self.attains(position, Aim::Scores(aim), ticks)? {
                Told::Answer(attains) => attains,
                told => return Ok(told),
            };
            narrowing.learn(aim, attains);
            *known = known.with(Aim::Scores(aim), attains);
        }
    }

    /// How the game ends for the player to move if it is over here; `None` if it goes on.
    ///
    /// # Errors
    ///
    /// The rules break; the position is of another game.
    pub fn finished(&self, position: &Position) -> Result<Option<Outcome>, Error> {
        Ok(self.asked.moves(self.bits(position)?)?.err())
    }

    /// The moves of a position in the order of the rules; none if the game is over.
    ///
    /// # Errors
    ///
    /// The rules break; the position is of another game.
    pub fn moves(&self, position: &Position) -> Result<Vec<LegalMove>, Error> {
        let moves = self.asked.moves(self.bits(position)?)?.unwrap_or_default();
        let legal = moves.into_iter().map(|(name, step, gain)| LegalMove {
            name,
            position: self.problem.position(step.position),
            turn: step.turn,
            gain,
        });
        Ok(legal.collect())
    }

    /// Who wins, however long that takes.
    ///
    /// # Errors
    ///
    /// The rules break; the position is of another game; the caller cancelled; the memory does not
    /// suffice.
    pub fn outcome(&mut self, position: &Position) -> Result<Outcome, Error> {
        if let Some(outcome) = self.finished(position)? {
            return Ok(outcome);
        }
        let found = Known::of_outcome(self.found(position)?);
        let drawn = self.drawn.as_mut().map(|drawn| drawn.found(position));
        let drawn = drawn.transpose()?.map(Known::of_outcome);
        let known = self.read(position, found, drawn.unwrap_or(Known::NOTHING));
        Ok(known.outcome().expect("two outcomes tell who wins"))
    }

    /// Who wins where endless play is a draw.
    fn found(&mut self, position: &Position) -> Result<Outcome, Error> {
        let bits = self.bits(position)?;
        for (aim, outcome) in [(Aim::Win, Outcome::Win), (Aim::Draw, Outcome::Draw)] {
            self.pace.begin(u64::MAX);
            if self.asked.attains(bits, aim)? {
                return Ok(outcome);
            }
        }
        Ok(Outcome::Loss)
    }

    /// Who wins by the rules, as far as it follows from `known`, which takes endless play for a draw. It is of a
    /// position that is not over, or of a move there, for the player to move. `drawn` is what the search
    /// [`Searcher::drawn`] proved of the same, if there is one.
    pub(super) fn read(&self, position: &Position, known: Known, drawn: Known) -> Known {
        match (self.problem.mover_wins_endless(position), &self.drawn) {
            (Some(wins), Some(_)) => known.read_beside(drawn, wins),
            (wins, _) => known.read(wins),
        }
    }

    /// The image that stands for all images of a position under the symmetries of the game.
    ///
    /// # Errors
    ///
    /// The position is of another game.
    pub fn canonical(&self, position: &Position) -> Result<Position, Error> {
        let image = self.asked.canonical(self.bits(position)?);
        Ok(self.problem.position(image))
    }

    /// The places of the moves of a position in their list, the most promising first.
    pub(super) fn promising(&mut self, position: &Position) -> Result<Vec<usize>, Error> {
        let bits = self.bits(position)?;
        let mut order = self.asked.promising(bits)?;
        let moves = self.asked.moves(bits)?.unwrap_or_default().len();
        let others: Vec<usize> = (0..moves).filter(|at| !order.contains(at)).collect();
        order.extend(others);
        Ok(order)
    }

    /// Whether the player to move attains an aim, if that takes at most this number of ticks.
    pub(super) fn attains(
        &mut self,
        position: &Position,
        aim: Aim,
        ticks: u64,
    ) -> Result<Told, Error> {
        let bits = self.bits(position)?;
        self.pace.begin(ticks);
        let told = self.asked.attains(bits, aim);
        self.told(told)
    }

    /// Whether a move attains an aim for the player who makes it, if that takes at most this
    /// number of ticks.
    pub(super) fn attains_by(
        &mut self,
        of: &LegalMove,
        aim: Aim,
        ticks: u64,
    ) -> Result<Told, Error> {
        let step = Step {
            position: self.bits(&of.position)?,
            turn: of.turn,
        };
        self.pace.begin(ticks);
        let told = self.asked.attains_by(step, aim.without(of.gain));
        self.told(told)
    }

    /// Plays games at random behind a move, until the moves of about this number of positions were
    /// looked at. Returns whether the work goes on.
    pub(super) fn play_out(
        &mut self,
        of: &LegalMove,
        positions: u32,
        seed: &mut u64,
        results: &mut Results,
    ) -> Result<bool, Error> {
        let step = Step {
            position: self.bits(&of.position)?,
            turn: of.turn,
        };
        let cancelled = self.pace.cancelled();
        let random = (seed, results);
        let step = (step, of.gain);
        self.asked.play_out(step, positions, random, cancelled)?;
        self.pace.tell(self.nodes());
        Ok(!self.is_cancelled())
    }

    /// The number of ticks that the last question left.
    pub(super) fn left(&self) -> u64 {
        self.pace.left()
    }

    fn told(&self, told: Result<bool, SolveError>) -> Result<Told, Error> {
        Ok(match told {
            Ok(answer) => Told::Answer(answer),
            Err(error) if error.is_cancelled() && self.is_cancelled() => Told::Cancelled,
            Err(error) if error.is_cancelled() => Told::NotYet,
            Err(error) if error.is_too_large() => Told::NoRoom,
            Err(error) => return Err(error.into()),
        })
    }

    fn bits(&self, position: &Position) -> Result<U256, Error> {
        position.bits_in(self.problem.id)
    }
}

impl fmt::Debug for Searcher<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Searcher")
            .field("nodes", &self.nodes())
            .finish_non_exhaustive()
    }
}

/// The moves of a position with their names and what they gain, or how the game ended there.
type Moves = Result<Vec<(String, Step<U256>, i64)>, Outcome>;

/// A game and its search, by packed positions.
trait Asked {
    fn moves(&self, position: U256) -> Result<Moves, Error>;
    fn promising(&mut self, position: U256) -> Result<Vec<usize>, SolveError>;
    fn attains(&mut self, position: U256, aim: Aim) -> Result<bool, SolveError>;
    fn attains_by(&mut self, step: Step<U256>, aim: Aim) -> Result<bool, SolveError>;
    fn play_out(
        &self,
        step: (Step<U256>, i64),
        positions: u32,
        random: (&mut u64, &mut Results),
        cancelled: &CancelToken,
    ) -> Result<(), SolveError>;
    fn canonical(&self, position: U256) -> U256;
    fn tells_scores(&self) -> bool;
    fn score_bounds(&self, position: U256) -> (Option<i64>, Option<i64>);
    fn score_of_end(&self, position: U256) -> Result<Option<i64>, SolveError>;
    fn nodes(&self) -> u64;
    fn went_round(&self) -> bool;
}

struct OfGame<'g, G: Searchable> {
    game: &'g G,
    search: Search<'g, G>,
    openings: Option<Openings<G::Position>>,
}

impl<'g, G: Subject> OfGame<'g, G> {
    /// The search that is to be asked about a position. If that is an opening, it is taken into the table
    /// before.
    fn search_of(&mut self, position: &G::Position) -> Result<&mut Search<'g, G>, SolveError> {
        if let Some(openings) = &mut self.openings {
            openings.take_in(self.game, position, &mut self.search)?;
        }
        Ok(&mut self.search)
    }
}

impl<G: Subject> Asked for OfGame<'_, G> {
    fn moves(&self, position: U256) -> Result<Moves, Error> {
        let position = Word::narrow(position);
        let (mut choices, mut steps) = (Vec::new(), Vec::new());
        if let Some(outcome) = self.game.expand(&position, &mut steps)? {
            return Ok(Err(outcome));
        }
        self.game.moves(&position, &mut choices)?;
        let names = self.game.names(&position, &choices).into_iter();
        let gains = self.game.gain_of_each(&position, steps.len())?;
        let wide = |(name, (step, gain)): (String, (Step<G::Position>, i64))| {
            let position = step.position.widen();
            let turn = step.turn;
            (name, Step { position, turn }, gain)
        };
        let moves = names.zip(steps.into_iter().zip(gains));
        Ok(Ok(moves.map(wide).collect()))
    }

    fn promising(&mut self, position: U256) -> Result<Vec<usize>, SolveError> {
        let position = Word::narrow(position);
        self.search_of(&position)?.promising(&position, Aim::Win)
    }

    fn attains(&mut self, position: U256, aim: Aim) -> Result<bool, SolveError> {
        let position = Word::narrow(position);
        self.search_of(&position)?.attains(&position, aim)
    }

    fn attains_by(&mut self, step: Step<U256>, aim: Aim) -> Result<bool, SolveError> {
        let step = Step {
            position: Word::narrow(step.position),
            turn: step.turn,
        };
        self.search_of(&step.position)?.attains_by(&step, aim)
    }

    fn play_out(
        &self,
        step: (Step<U256>, i64),
        positions: u32,
        random: (&mut u64, &mut Results),
        cancelled: &CancelToken,
    ) -> Result<(), SolveError> {
        playouts::play(self.game, step, positions, random, cancelled)
    }

    fn canonical(&self, position: U256) -> U256 {
        self.game.canonical(&Word::narrow(position)).widen()
    }

    fn tells_scores(&self) -> bool {
        self.search.tells_scores()
    }

    fn score_bounds(&self, position: U256) -> (Option<i64>, Option<i64>) {
        self.search.score_bounds(&Word::narrow(position))
    }

    fn score_of_end(&self, position: U256) -> Result<Option<i64>, SolveError> {
        Ok(self.game.score_of_end(&Word::narrow(position))?)
    }

    fn nodes(&self) -> u64 {
        self.search.nodes()
    }

    fn went_round(&self) -> bool {
        self.search.went_round()
    }
}
