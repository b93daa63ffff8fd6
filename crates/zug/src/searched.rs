//! The search of one position, as a [`SearchPlan`] says.

mod read;

use std::sync::Arc;

use zug_game::{Searchable, Step};
use zug_job::Job;
use zug_lang::{RulesGame, Word};
use zug_solve::Error as SolveError;
use zug_solve::scores::by_move;
use zug_solve::search::{Aim, Engine, Keeper, Leaves, NodeTheorem, Search, SearchOptions};
use zug_solve::strong::tiers::store::StoreError;
use zug_values::{Outcome, Plies, Turn, Value, Worth};

use crate::assess::{Known, way};
use crate::error::{Error, KnownSoFar};
use crate::native::{Width, native};
use crate::openings::Openings;
use crate::options::{MovesAsked, SolveOptions};
use crate::patience::Patience;
use crate::plan::SearchPlan;
use crate::problem::{Position, Problem};
use crate::proof::{CountByRules, Proof, ProofClaim};
use crate::request::Scope;
use crate::solution::{Defined, Solution, points};
use crate::subject::{AnyGame, LevelOf, Subject};
use crate::turns::Turns;

/// What the search of one position found.
#[derive(Debug)]
#[non_exhaustive]
pub struct Searched {
    /// What the position is worth to the player to move.
    pub worth: Worth,
    /// The score for the player to move, if both play for the largest score; `None` if the game
    /// does not end with scores, or if they were not asked for ([`SearchPlan::scores`]).
    pub score: Option<i64>,
    /// The moves that were asked for ([`MovesAsked`]), the best first.
    ///
    /// [`MovesAsked`]: crate::MovesAsked
    pub moves: Vec<SearchedMove>,
    /// Whether the position has other moves too.
    pub more_moves: bool,
    /// The number of positions that were searched.
    pub nodes: u64,
    /// How often the value or the score of a position was known from solved positions, so that the
    /// position was not searched.
    pub leaves: u64,
    /// Whether play came back to a position, so that closed sets of positions told who wins.
    pub went_round: bool,
    /// What searched last.
    pub engine: Engine,
    /// The most memory that the search held at any time, in bytes.
    pub peak_bytes: u64,
    /// What proves the worth, if it was asked for. To a proof endless play is a draw.
    pub proof: Option<Proof>,
    /// What proves besides which one of the two a draw of [`Searched::proof`] is, where the rules have draws
    /// and a winner of endless play.
    pub proof_of_draws: Option<ProofOfDraws>,
    /// The plan that was followed.
    pub plan: SearchPlan,
}

impl Searched {
    /// Whether the search left moves unvalued though the caller did not ask for one alone, because to
    /// value all can take long.
    #[must_use]
    pub fn left_moves_unvalued(&self) -> bool {
        self.more_moves && self.plan.moves_asked != MovesAsked::One
    }

    /// What [`Searched::proof`] proves.
    #[must_use]
    pub fn claim(&self) -> ProofClaim {
        match self.score {
            Some(score) => ProofClaim::Score(score),
            // A proof knows endless play as a draw.
            None => ProofClaim::Worth(self.worth.clone().found().alone()),
        }
    }

    /// How the answer was found, in words.
    #[must_use]
    pub fn method(&self) -> &'static str {
        if self.plan.is_opening {
            "known opening, and a search from there on"
        } else if self.went_round {
            "search for closed sets of positions"
        } else if self.engine == Engine::ProofNumbers {
            "search with proof numbers"
        } else {
            "search with null windows"
        }
    }
}

/// What a position is worth in the game in which each draw is won by the player who loses endless play
/// ([`Problem::draws_won`]), with its proof.
#[derive(Debug)]
pub struct ProofOfDraws {
    /// What is proved.
    pub claim: ProofClaim,
    /// What proves it.
    pub proof: Proof,
}

/// A move, and what it is worth to the player who makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchedMove {
    /// The move as a person writes it.
    pub name: String,
    /// The position after it.
    pub position: Position,
    /// What the player who makes the move gets.
    pub outcome: Outcome,
    /// The number of moves until the game ends, this one counted; `None` for a draw, and where it
    /// was not asked for or the outcome of another move is better.
    pub remoteness: Option<Plies>,
    /// Whether somebody wins by this move because play never ends.
    pub is_endless: bool,
    /// The score that the player who makes the move gets; `None` where [`Searched::score`] is. What the
    /// move gains is counted.
    pub score: Option<i64>,
    /// The number of points that the player gains by the move; `None` where no move of the game gains
    /// points.
    pub gain: Option<i64>,
}

impl SearchedMove {
    /// What the move is worth to the player who makes it: its score if that is known, else its
    /// value or its outcome.
    #[must_use]
    pub fn told(&self) -> String {
        match (self.score, self.value()) {
            (Some(score), _) => points(score),
            (None, Some(value)) => value.to_string(),
            (None, None) => self.outcome.to_string(),
        }
    }

    /// The value of the move, where the number of moves is known or there is none.
    #[must_use]
    pub fn value(&self) -> Option<Value> {
        match (self.outcome, self.remoteness) {
            (Outcome::Draw, _) => Some(Value::Draw),
            (Outcome::Win, _) if self.is_endless => Some(Value::EndlessWin),
            (Outcome::Loss, _) if self.is_endless => Some(Value::EndlessLoss),
            (Outcome::Win, Some(plies)) => Some(Value::Win(plies)),
            (Outcome::Loss, Some(plies)) => Some(Value::Loss(plies)),
            _ => None,
        }
    }
}

/// What a search has beside the rules.
#[derive(Clone, Copy, Default)]
#[non_exhaustive]
pub struct Beside<'b> {
    /// Keeps what the search knows, and hands on what an earlier search of the game knew.
    pub keeper: Option<&'b dyn Keeper>,
    /// Solved positions of the game, which the search need not search: leaves.
    pub leaves: Option<&'b Solution>,
    /// How the search takes turns with solving all positions; `None` if it works alone.
    pub(crate) turns: Option<&'b Arc<Turns>>,
}

impl<'b> Beside<'b> {
    /// With a keeper.
    #[must_use]
    pub fn with_keeper(self, keeper: &'b dyn Keeper) -> Self {
        Self {
            keeper: Some(keeper),
            ..self
        }
    }

    /// With solved positions of the game, which may be solved from any of its positions.
    #[must_use]
    pub fn with_leaves(self, leaves: &'b Solution) -> Self {
        Self {
            leaves: Some(leaves),
            ..self
        }
    }
}

impl Beside<'_> {
    /// Whether all positions are being solved besides.
    fn positions_go_on(&self) -> bool {
        self.turns.is_some_and(|turns| !turns.is_search_alone())
    }

    /// The share of the memory that the table of the search may take: what is left is for the
    /// positions that are solved besides, or for what a search keeps beside its table.
    fn table_share(&self) -> u64 {
        if self.positions_go_on() { 16 } else { 2 }
    }
}

impl std::fmt::Debug for Beside<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Beside")
            .field("keeper", &self.keeper.is_some())
            .field("leaves", &self.leaves.is_some())
            .field("turns", &self.turns.is_some())
            .finish()
    }
}

impl SearchPlan {
    /// The game that a search with this plan asks beside these leaves: run as the plan says, with its
    /// declared symmetry, and with scores where they are asked for or where moves gain points.
    pub(crate) fn prepared<W: Width>(
        &self,
        game: &RulesGame<W>,
        leaves: Option<&Solution>,
        job: &Job,
    ) -> Result<RulesGame<W>, Error> {
        let (game, _) = native(&game.with_declared_symmetry(), self.run_by, job)?;
        let game = game.with_search(job)?;
        Ok(if game.has_gains() || self.tells_scores_beside(leaves) {
            game.with_scores_told()
        } else {
            game
        })
    }
}

impl Problem {
    /// Searches the position asked about, and no more positions than decide who wins there and
    /// what its moves are worth.
    ///
    /// ```
    /// use zug::{Outcome, Problem, Request, SolveOptions};
    ///
    /// let request = Request::catalogue("connect-four")?;
    /// let problem = Problem::new(&request.set("width", "5").set("height", "4"))?;
    /// let searched = problem.search(&SolveOptions::default())?;
    /// assert_eq!(searched.worth.outcome(), Outcome::Draw);
    /// # Ok::<(), zug::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The rules break in a position; the budget does not suffice; the caller cancelled.
    pub fn search(&self, options: &SolveOptions) -> Result<Searched, Error> {
        self.search_with(options, Beside::default())
    }

    /// As [`Problem::search`], with what else there is beside the rules. A keeper is handed what
    /// is known in the end too, however the search ends.
    ///
    /// # Errors
    ///
    /// As [`Problem::search`]; the keeper cannot read what an earlier search knew.
    pub fn search_with(
        &self,
        options: &SolveOptions,
        beside: Beside<'_>,
    ) -> Result<Searched, Error> {
        let plan = self.search_plan(options);
        self.may_be_searched(&plan)?;
        self.search_by(&plan, beside, &options.job())
    }

    /// Searches as a plan says.
    pub(crate) fn search_by(
        &self,
        plan: &SearchPlan,
        beside: Beside<'_>,
        job: &Job,
    ) -> Result<Searched, Error> {
        match self.mover_wins_endless(&self.root()) {
            Some(wins) => self.search_and_read(wins, plan, beside, job),
            None => self.search_unread(plan, beside, job),
        }
    }

    /// Searches as a plan says, where endless play is a draw.
    fn search_unread(
        &self,
        plan: &SearchPlan,
        beside: Beside<'_>,
        job: &Job,
    ) -> Result<Searched, Error> {
        match &self.game {
            AnyGame::Narrow(game) => self.search_rules(game, plan, beside, job),
            AnyGame::Wide(game) => self.search_rules(game, plan, beside, job),
            AnyGame::Widest(game) => self.search_rules(game, plan, beside, job),
            AnyGame::Rust(game) => self.search_game(game, plan, beside, job),
        }
    }

    fn search_rules<W: Width>(
        &self,
        game: &RulesGame<W>,
        plan: &SearchPlan,
        beside: Beside<'_>,
        job: &Job,
    ) -> Result<Searched, Error> {
        let game = plan.prepared(game, beside.leaves, job)?;
        self.search_game(&game, plan, beside, job)
    }

    fn search_game<G>(
        &self,
        game: &G,
        plan: &SearchPlan,
        beside: Beside<'_>,
        job: &Job,
    ) -> Result<Searched, Error>
    where
        G: Defined,
    {
        let root = Word::narrow(self.root().to_bits());
        let turns = beside.turns.cloned();
        let beside_positions = move || turns.as_ref().is_some_and(|turns| !turns.is_search_alone());
        let (patience, job) = &Patience::of(job, beside_positions);
        let options = SearchOptions {
            table_bytes: job.budget.left() / beside.table_share(),
            ends: plan.levels.is_some(),
            proves: plan.proof,
            engine: plan.engine,
            ..SearchOptions::default()
        };
        let leaves = beside
            .leaves
            .map(|solution| SolvedLeaves::new(self, game, solution, job));
        let leaves = leaves.transpose()?;
        let theorem = game.node_theorem(&job.budget);
        let checked = if plan.proof && theorem.is_some() {
            CountByRules::new(game, &game.definition(job), &job.budget)
        } else {
            None
        };
        let checked = checked.as_ref().map(|count| count as &dyn NodeTheorem<_>);
        let mut search = Search::new(game, options, job)?;
        if let Some(leaves) = &leaves {
            search.take_leaves(leaves);
        }
        if let Some(theorem) = &theorem {
            search.take_theorem(&**theorem, checked);
        }
        if let Some(mut openings) = Openings::of(game).filter(|_| !plan.proof) {
            openings.take_in(game, &root, &mut search)?;
        }
        if let Some(keeper) = beside.keeper {
            search.keep(keeper)?;
        }
        search.follow(|way: &[G::Position]| job.watch.line(&way::names(game, root, way)));
        let mut asked = Asked {
            problem: self,
            game,
            search: &mut search,
        };
        let found = asked.score(&root).and_then(|score| {
            let mut remoteness = plan.remoteness;
            let mut worth = match score {
                Some(score) => Worth::from(Outcome::of_score(score)),
                None => asked.worth(&root, remoteness)?,
            };
            if plan.remoteness_in_turns && score.is_none() && beside.positions_go_on() {
                let nodes = asked.search.nodes();
                let timed = patience.within(nodes, || asked.worth(&root, true))?;
                remoteness = timed.is_some();
                worth = timed.unwrap_or(worth);
            }
            let moves = match plan.moves {
                MovesAsked::All => asked.moves(&root, &worth, score, remoteness)?,
                MovesAsked::One => asked.best_move(&root, &worth, score)?,
                MovesAsked::Auto => {
                    let best = asked.best_move(&root, &worth, score)?;
                    let nodes = asked.search.nodes();
                    let all = || asked.moves(&root, &worth, score, remoteness);
                    match patience.within(nodes, all)? {
                        Some(all) => all,
                        None => asked.known_moves(&root, best)?,
                    }
                }
            };
            let proof = match (plan.proof, score) {
                (false, _) => None,
                (true, Some(score)) => Some(asked.search.proof_of_score(&root, score)?),
                (true, None) => Some(asked.search.proof(&root, &worth)?),
            };
            let proof = proof.map(Proof::new);
            Ok((worth, score, moves, proof))
        });
        search.keep_now();
        let (worth, score, moves, proof) = found.map_err(|error| match error {
            Error::Solve(SolveError::Stopped(stopped)) if stopped.is_cancelled() => {
                let known = KnownSoFar {
                    position: known_by(&search, &root),
                    moves: known_moves(game, &search, root),
                };
                Error::SearchStopped {
                    stopped,
                    known: Box::new(known),
                }
            }
            error => error,
        })?;
        Ok(Searched {
            worth,
            score,
            moves: moves.told,
            more_moves: moves.more,
            nodes: search.nodes(),
            leaves: search.leaves(),
            engine: search.engine(),
            went_round: search.went_round(),
            proof,
            proof_of_draws: None,
            peak_bytes: job.budget.peak(),
            plan: plan.clone(),
        })
    }
}

/// Solved positions, as leaves of a search.
pub(crate) struct SolvedLeaves<'s, P> {
    solution: &'s Solution,
    /// The level of each position, if every move climbs levels.
    level: Option<LevelOf<P>>,
    /// The level of the position from which the others were solved. None of a lower level is
    /// among them.
    least: u32,
}

impl<'s, P: Word> SolvedLeaves<'s, P> {
    /// The leaves of a problem's search, from solved positions of the same game.
    ///
    /// # Errors
    ///
    /// The positions are of another game.
    pub(crate) fn new<G: Subject<Position = P>>(
        problem: &Problem,
        game: &G,
        solution: &'s Solution,
        job: &Job,
    ) -> Result<Self, Error> {
        let root = solution.root().bits_in(problem.id)?;
        let level = game.level(job);
        let least = match (&level, solution.scope()) {
            (Some(level), Scope::Reachable) => level(&P::narrow(root)),
            _ => 0,
        };
        Ok(Self {
            solution,
            level,
            least,
        })
    }
}

impl<P: Word> Leaves<P> for SolvedLeaves<'_, P> {
    fn level(&self, position: &P) -> Option<u32> {
        let level = self.level.as_ref().map_or(0, |level| level(position));
        (level >= self.least).then_some(level)
    }

    fn value(&self, position: &P) -> Result<Option<Value>, SolveError> {
        let value = self.solution.found_of_bits(position.widen());
        value.map_err(|why| StoreError::failed(why).into())
    }

    fn points(&self, position: &P) -> Result<Option<i64>, SolveError> {
        let score = self.solution.score_of_bits(position.widen());
        score.map_err(|why| StoreError::failed(why).into())
    }
}

/// What a search has proved of a position.
fn known_by<G: Subject>(search: &Search<'_, G>, position: &G::Position) -> Known {
    let (at_least, at_most) = search.bounds(position);
    let known = Known::between(at_least, at_most);
    if !search.tells_scores() {
        return known;
    }
    let (at_least, at_most) = search.score_bounds(position);
    known.with_scores(at_least, at_most)
}

/// The moves of a position of which something is proved, by their names.
fn known_moves<G: Subject>(
    game: &G,
    search: &Search<'_, G>,
    position: G::Position,
) -> Vec<(String, Known)> {
    let (mut choices, mut steps) = (Vec::new(), Vec::new());
    let goes_on = matches!(game.expand(&position, &mut steps), Ok(None));
    if !goes_on || game.moves(&position, &mut choices).is_err() {
        return Vec::new();
    }
    let Ok(gains) = game.gain_of_each(&position, steps.len()) else {
        return Vec::new();
    };
    let names = game.names(&position, &choices).into_iter();
    let known = names
        .zip(steps.iter().zip(gains))
        .map(|(name, (step, gain))| {
            let behind = known_by(search, &step.position);
            (name, behind.before_with(gain, step.turn))
        });
    known
        .filter(|(_, known)| *known != Known::NOTHING)
        .collect()
}

/// A search, and the problem that it is for.
struct Asked<'a, 'g, G: Searchable> {
    problem: &'a Problem,
    game: &'g G,
    search: &'a mut Search<'g, G>,
}

impl<G: Subject> Asked<'_, '_, G> {
    /// What a position is worth; with the number of moves if that is asked for.
    fn worth(&mut self, position: &G::Position, remoteness: bool) -> Result<Worth, Error> {
        Ok(if remoteness {
            self.search.value(position)?.into()
        } else {
            self.search.outcome(position)?.into()
        })
    }

    /// The score of a position, if the search tells scores.
    fn score(&mut self, position: &G::Position) -> Result<Option<i64>, Error> {
        if !self.search.tells_scores() {
            return Ok(None);
        }
        Ok(Some(self.search.score(position, 0)?))
    }

    /// The moves of a position with this score, each with its score, the best first.
    fn moves_with_scores(&mut self, position: &G::Position, score: i64) -> Result<Moves, Error> {
        let steps = self.steps(position)?;
        let gains = self.game.gain_of_each(position, steps.len())?;
        // The score of the best move is a good guess, as most moves are not much worse.
        let guess = |step: &Step<_>, gain: i64| of_other_side(score - gain, step.turn);
        let questions = steps.iter().zip(&gains).flat_map(|(step, &gain)| {
            let guess = guess(step, gain);
            [guess, guess + 1].map(|aim| (step.position, Aim::Scores(aim)))
        });
        self.search.search_apart(&questions.collect::<Vec<_>>())?;
        let mut told = Vec::with_capacity(steps.len());
        let names = self.names(position, steps.len())?;
        for (name, (step, gain)) in names.into_iter().zip(steps.iter().zip(gains)) {
            let behind = self.search.score(&step.position, guess(step, gain))?;
            let by_move = by_move(gain, behind, step.turn);
            let outcome = Outcome::of_score(by_move);
            told.push(SearchedMove {
                score: Some(by_move),
                gain: self.search.moves_gain().then_some(gain),
                ..self.told(name, step, outcome, None)
            });
        }
        best_first(&mut told);
        Ok(Moves { told, more: false })
    }

    /// The moves of a position of this worth, the best first.
    fn moves(
        &mut self,
        position: &G::Position,
        worth: &Worth,
        score: Option<i64>,
        remoteness: bool,
    ) -> Result<Moves, Error> {
        if let Some(score) = score {
            return self.moves_with_scores(position, score);
        }
        let best = worth.outcome();
        let steps = self.steps(position)?;
        // The answers to both tell who wins behind a move; a win tells that it is no loss.
        let questions = [Aim::Win, Aim::Draw]
            .into_iter()
            .flat_map(|aim| steps.iter().map(move |step| (step.position, aim)));
        self.search.search_apart(&questions.collect::<Vec<_>>())?;
        let mut told = Vec::with_capacity(steps.len());
        for (name, step) in self.names(position, steps.len())?.into_iter().zip(&steps) {
            let before = |behind: Outcome| Value::finished(behind).before(step.turn).outcome();
            let outcome = before(self.worth(&step.position, false)?.outcome());
            let behind = if remoteness && outcome == best {
                self.worth(&step.position, true)?.value()
            } else {
                None
            };
            let plies = behind.and_then(|value| value.before(step.turn).remoteness());
            told.push(self.told(name, step, outcome, plies));
        }
        best_first(&mut told);
        Ok(Moves { told, more: false })
    }

    /// A move that is as good as the position; none where the game is over.
    fn best_move(
        &mut self,
        position: &G::Position,
        worth: &Worth,
        score: Option<i64>,
    ) -> Result<Moves, Error> {
        let steps = self.steps(position)?;
        let plies = worth.remoteness();
        let aim = match (worth.outcome(), plies, score) {
            (_, _, Some(score)) => Aim::Scores(score),
            (Outcome::Win, None, _) => Aim::Win,
            (Outcome::Win, Some(plies), _) => Aim::WinWithin(plies),
            (Outcome::Draw, ..) => Aim::Draw,
            (Outcome::Loss, plies, _) => Aim::Last(plies.unwrap_or(Plies(0))),
        };
        // The search tried first what it knows to be good. Moves that it need not look at come
        // behind: the game may end with one of them.
        let mut order = self.search.promising(position, aim)?;
        order.extend(0..steps.len());
        let gains = self.game.gain_of_each(position, steps.len())?;
        let mut told = Vec::new();
        for number in order {
            let Some(step) = steps.get(number) else {
                continue;
            };
            let gain = gains[number];
            if self.search.attains_by(step, aim.without(gain))? {
                let name = self.names(position, steps.len())?.swap_remove(number);
                let best = self.told(name, step, worth.outcome(), plies);
                let gain = self.search.moves_gain().then_some(gain);
                told.push(SearchedMove {
                    score,
                    gain,
                    ..best
                });
                break;
            }
        }
        let more = told.len() < steps.len();
        Ok(Moves { told, more })
    }

    /// One of the best moves, and those others whose score or outcome is known by now.
    fn known_moves(&mut self, position: &G::Position, best: Moves) -> Result<Moves, Error> {
        let Moves { mut told, .. } = best;
        let steps = self.steps(position)?;
        let gains = self.game.gain_of_each(position, steps.len())?;
        let names = self.names(position, steps.len())?;
        for (name, (step, gain)) in names.into_iter().zip(steps.iter().zip(gains)) {
            if told.iter().any(|best| best.name == name) {
                continue;
            }
            let known = if self.search.tells_scores() {
                let (at_least, at_most) = self.search.score_bounds(&step.position);
                let score = at_least.filter(|_| at_least == at_most);
                score.map(|behind| {
                    let score = by_move(gain, behind, step.turn);
                    (Outcome::of_score(score), Some(score))
                })
            } else {
                let (at_least, at_most) = self.search.bounds(&step.position);
                let outcome = Value::finished(at_least).before(step.turn).outcome();
                (at_least == at_most).then_some((outcome, None))
            };
            if let Some((outcome, score)) = known {
                told.push(SearchedMove {
                    score,
                    gain: self.search.moves_gain().then_some(gain),
                    ..self.told(name, step, outcome, None)
                });
            }
        }
        best_first(&mut told);
        let more = told.len() < steps.len();
        Ok(Moves { told, more })
    }

    /// What the moves of a position lead to; nothing where the game is over.
    fn steps(&self, position: &G::Position) -> Result<Vec<Step<G::Position>>, Error> {
        let mut steps = Vec::new();
        let ended = self.game.expand(position, &mut steps)?;
        Ok(if ended.is_some() { Vec::new() } else { steps })
    }

    /// The names of the moves of a position, of which there are so many.
    fn names(&self, position: &G::Position, count: usize) -> Result<Vec<String>, Error> {
        let mut choices = Vec::new();
        if count > 0 {
            self.game.moves(position, &mut choices)?;
        }
        Ok(self.game.names(position, &choices))
    }

    fn told(
        &self,
        name: String,
        step: &Step<G::Position>,
        outcome: Outcome,
        remoteness: Option<Plies>,
    ) -> SearchedMove {
        SearchedMove {
            name,
            position: self.problem.position(step.position.widen()),
            outcome,
            remoteness,
            is_endless: false,
            score: None,
            gain: None,
        }
    }
}

/// The score of the player who makes a move, from that of the player to move behind it; or the
/// other way round.
fn of_other_side(score: i64, turn: Turn) -> i64 {
    match turn {
        Turn::Passes => -score,
        Turn::Kept => score,
    }
}

/// Sorts moves of a position, the best first.
fn best_first(moves: &mut [SearchedMove]) {
    moves.sort_by_key(|of| {
        let order = (of.score, Value::finished(of.outcome), of.value());
        std::cmp::Reverse(order)
    });
}

/// The moves of a position that were asked for.
struct Moves {
    told: Vec<SearchedMove>,
    /// Whether there are others.
    more: bool,
}
