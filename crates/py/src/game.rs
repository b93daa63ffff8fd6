//! Games and their positions.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use pyo3::prelude::*;
use zug::report::{ExplainReport, GamesReport, PlanReport, parameters};
use zug::{
    AnswerBy, Error, Outcome, Plan, Play, Player, Problem, Purpose, Reply, Request, Scope,
    SolveOptions, Turn, explain_assessed,
};
use zug_draw::board::Board;

use crate::failure::{Failure, Result, drawn, json, soon};
use crate::work::Work;

/// A game with its parameters and the position that is asked about.
#[derive(Debug)]
pub(crate) struct Core {
    /// The request; `None` for a game that is written in Python.
    request: Option<Request>,
    /// The game; the error where its positions do not fit into any word and only a theorem can answer.
    problem: std::result::Result<Problem, Error>,
}

impl Core {
    /// The game of a request. Where its positions cannot be had, a theorem must answer.
    fn of_request(request: Request, options: &SolveOptions) -> Result<Self> {
        let problem = Problem::prepare(&request, options);
        if let Err(error) = &problem {
            let by_theorem = options.clone().with_answer_by(AnswerBy::Theorem);
            if Plan::of(&request, &by_theorem).is_err() {
                return Err(error.clone().into());
            }
        }
        Ok(Self {
            request: Some(request),
            problem,
        })
    }

    /// The game of a problem that is written in Python.
    pub(crate) fn of_problem(problem: Problem) -> Self {
        Self {
            request: None,
            problem: Ok(problem),
        }
    }

    /// The game, if its positions can be had.
    pub(crate) fn problem(&self) -> Result<&Problem> {
        match &self.problem {
            Ok(problem) => Ok(problem),
            Err(error) => Err(error.clone().into()),
        }
    }

    /// The request; `None` for a game that is written in Python.
    pub(crate) fn request(&self) -> Option<&Request> {
        self.request.as_ref()
    }

    /// The game of a table, which was made of this request.
    pub(crate) fn of_table(request: Request, problem: Problem) -> Self {
        Self {
            request: Some(request),
            problem: Ok(problem),
        }
    }

    /// The same game, asked about another position.
    pub(crate) fn at(self: &Arc<Self>, position: Option<&Position>) -> Result<Arc<Self>> {
        let Some(position) = position else {
            return Ok(self.clone());
        };
        position.must_be_of(self)?;
        let problem = self.problem()?;
        let written = problem.print(&position.at);
        Ok(Arc::new(Self {
            request: self.request.clone().map(|request| request.at(written)),
            problem: Ok(problem.clone().at(position.at)),
        }))
    }

    /// The plan by which the position asked about is answered.
    pub(crate) fn plan(&self, options: &SolveOptions) -> Result<Plan> {
        if let Some(request) = &self.request {
            return Ok(Plan::of(request, options)?);
        }
        match options.answer_by {
            AnswerBy::Theorem => Err(Error::NoTheorem.into()),
            AnswerBy::Search => Ok(Plan::Search {
                search: self.problem()?.search_plan(options),
                problem: Box::new(self.problem()?.clone()),
            }),
            // All positions are in memory already.
            _ => Ok(Plan::of_problem(
                self.problem()?.clone(),
                &options.clone().with_answer_by(AnswerBy::Positions),
            )),
        }
    }

    /// Whether two games have the same positions: they are one game, or have the same rules and parameters.
    fn is_same(self: &Arc<Self>, other: &Arc<Self>) -> bool {
        if Arc::ptr_eq(self, other) {
            return true;
        }
        match (&self.problem, &other.problem) {
            (Ok(one), Ok(other)) => {
                one.rules().is_some()
                    && one.rules() == other.rules()
                    && one.parameters() == other.parameters()
                    && one.play() == other.play()
                    && one.endless() == other.endless()
            }
            // Positions cannot be had of either, so that only what was asked can be compared.
            (Err(_), Err(_)) => {
                let asked = |core: &Self| {
                    let request = core.request.as_ref()?;
                    let settings = &request.settings;
                    Some((
                        request.source.clone(),
                        settings.parameters.clone(),
                        settings.play,
                    ))
                };
                asked(self) == asked(other)
            }
            _ => false,
        }
    }
}

/// The largest number of plies in the line of play of a search, as on the command line.
const LONGEST_LINE: usize = 8;

/// What a search proved of a move: its name, the position behind it, the worst and the best outcome for the player
/// who makes it, the remoteness and the score.
type KnownOfMove = (
    String,
    Position,
    (&'static str, &'static str),
    Option<u32>,
    Option<i64>,
);

/// A game with its parameters and the position that is asked about.
#[pyclass(frozen, module = "zug._zug")]
pub(crate) struct Game(Arc<Core>);

impl Game {
    pub(crate) fn of(core: Core) -> Self {
        Self(Arc::new(core))
    }

    pub(crate) fn core(&self) -> &Arc<Core> {
        &self.0
    }

    pub(crate) fn of_core(core: Arc<Core>) -> Self {
        Self(core)
    }

    /// The request of a game that has rules.
    pub(crate) fn request(&self) -> Result<&Request> {
        let request = self.0.request();
        request.ok_or_else(|| {
            Failure::Setting("a game written in Python has no rules for this".to_owned())
        })
    }
}

/// What is asked of the rules: parameters as texts, the convention of play, the position and the scope.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Asked {
    settings: Vec<(String, String)>,
    play: Option<String>,
    position: Option<String>,
    everywhere: bool,
}

impl Asked {
    /// The request for these rules.
    fn request(self, mut request: Request) -> Result<Request> {
        for (name, value) in self.settings {
            request = request.set(name, value);
        }
        if let Some(word) = self.play {
            request.settings.play = Some(play(&word)?);
        }
        if let Some(position) = self.position {
            request = request.about(&position)?;
        }
        let scope = if self.everywhere {
            Scope::Everywhere
        } else {
            Scope::Reachable
        };
        Ok(request.with_scope(scope))
    }
}

/// The convention of play that a word means.
pub(crate) fn play(word: &str) -> Result<Play> {
    match word {
        "normal" => Ok(Play::Normal),
        "misere" | "misère" => Ok(Play::Misere),
        _ => Err(Failure::Setting(format!(
            "play is `normal` or `misere`, and not `{word}`"
        ))),
    }
}

#[pymethods]
impl Game {
    /// The game of the catalogue that has this name.
    #[staticmethod]
    fn catalogue(py: Python<'_>, name: &str, asked: Asked, work: &Work) -> PyResult<Self> {
        work.run(py, |options| {
            let request = asked.request(Request::catalogue(name)?)?;
            Ok(Self::of(Core::of_request(request, options)?))
        })
    }

    /// The game of a text of rules.
    #[staticmethod]
    fn rules_text(
        py: Python<'_>,
        text: &str,
        origin: &str,
        asked: Asked,
        work: &Work,
    ) -> PyResult<Self> {
        work.run(py, |options| {
            let request = asked.request(Request::rules(text, origin))?;
            Ok(Self::of(Core::of_request(request, options)?))
        })
    }

    /// What `zug games --json` prints.
    #[staticmethod]
    fn games() -> PyResult<String> {
        soon(|| json(&GamesReport::of_catalogue()))
    }

    #[getter]
    fn name(&self) -> PyResult<String> {
        soon(|| Ok(self.0.problem()?.name().to_owned()))
    }

    #[getter]
    fn parameters(&self) -> PyResult<String> {
        soon(|| json(&parameters(self.0.problem()?.parameters())))
    }

    #[getter]
    fn rules(&self) -> Option<&str> {
        self.0.request().map(|request| &*request.source)
    }

    #[getter]
    fn play(&self) -> PyResult<String> {
        soon(|| Ok(self.0.problem()?.play().to_string()))
    }

    #[getter]
    fn players(&self) -> PyResult<Option<[String; 2]>> {
        soon(|| Ok(self.0.problem()?.players()))
    }

    /// Whether moves gain points.
    #[getter]
    fn has_gains(&self) -> PyResult<bool> {
        soon(|| Ok(self.0.problem()?.has_gains()))
    }

    /// The place in `players` of the player who wins where play never ends.
    #[getter]
    fn endless(&self) -> PyResult<Option<usize>> {
        soon(|| {
            let winner = self.0.problem()?.endless();
            Ok(winner.map(|player| usize::from(player == Player::Second)))
        })
    }

    #[getter]
    fn start(&self) -> PyResult<Position> {
        soon(|| Ok(Position::of(&self.0, self.0.problem()?.root())))
    }

    /// The position that a text names.
    fn position(&self, text: &str) -> PyResult<Position> {
        soon(|| {
            let problem = self.0.problem()?;
            let Some(request) = self.0.request() else {
                return Ok(Position::of(&self.0, problem.parse(text)?));
            };
            let placed = request.clone().at_written(text)?;
            if placed.settings.parameters != request.settings.parameters {
                return Err(Failure::Setting(format!(
                    "this position belongs to other parameters: zug.game(…, position={text:?}) sets them"
                )));
            }
            let written = placed.position.unwrap_or_default();
            Ok(Position::of(&self.0, problem.parse(&written)?))
        })
    }

    /// Whether two games have the same rules and parameters.
    fn is_same(&self, other: &Self) -> bool {
        self.0.is_same(&other.0)
    }

    /// What `zug plan --json` prints.
    fn plan(&self, py: Python<'_>, work: &Work, position: Option<&Position>) -> PyResult<String> {
        let core = self.0.at(position)?;
        work.run(py, |options| {
            let plan = core.plan(options)?;
            let sizes = plan.sizes(options)?;
            json(&PlanReport::of(&plan, sizes.as_ref()))
        })
    }

    /// What a search proves of the position within the time of the work: what `zug explain --json` prints, whether
    /// all was proved, and the bounds of each move.
    fn search(
        &self,
        py: Python<'_>,
        work: &Work,
        position: Option<&Position>,
        best_alone: bool,
    ) -> PyResult<(String, bool, Vec<KnownOfMove>)> {
        let core = self.0.at(position)?;
        let purpose = if best_alone {
            Purpose::BestMove
        } else {
            Purpose::AllMoves
        };
        work.within(py, |options, clock| {
            let problem = core.problem()?;
            let root = problem.root();
            problem.with_search(options, |search| {
                let assessed = search.assess(&root, purpose)?;
                // What a proof rests on is mostly in the table still, so that a line takes little time.
                clock.reset();
                let line = search.line(&root, assessed.known, LONGEST_LINE)?;
                let why = explain_assessed(problem, &assessed, Some(&line));
                let report = json(&ExplainReport::of_assessed(problem, &assessed, why))?;
                let moves = assessed.moves.iter().map(|of| {
                    let known = of.known;
                    let after = Position::of(&core, of.legal.position);
                    let remoteness = known.value().and_then(zug::Value::remoteness);
                    let bounds = (word(known.at_least()), word(known.at_most()));
                    let name = of.legal.name.clone();
                    (
                        name,
                        after,
                        bounds,
                        remoteness.map(|plies| plies.0),
                        known.score(),
                    )
                });
                Ok((report, assessed.complete, moves.collect()))
            })
        })
    }
}

/// A position of a game.
#[pyclass(frozen, module = "zug._zug")]
#[derive(Clone)]
pub(crate) struct Position {
    core: Arc<Core>,
    at: zug::Position,
}

impl Position {
    pub(crate) fn of(core: &Arc<Core>, at: zug::Position) -> Self {
        Self {
            core: core.clone(),
            at,
        }
    }

    /// The position, which must be of this game.
    pub(crate) fn must_be_of(&self, core: &Arc<Core>) -> Result<zug::Position> {
        if self.core.is_same(core) {
            Ok(self.at)
        } else {
            Err(Error::OtherGame.into())
        }
    }

    fn problem(&self) -> Result<&Problem> {
        self.core.problem()
    }
}

#[pymethods]
impl Position {
    /// The position as the rules write it, on one line.
    #[getter]
    fn text(&self) -> PyResult<String> {
        soon(|| Ok(self.problem()?.print(&self.at)))
    }

    /// The picture that the rules show, of several lines.
    #[getter]
    fn picture(&self) -> PyResult<Option<String>> {
        soon(|| Ok(self.problem()?.picture(&self.at)))
    }

    /// The picture of the position as SVG.
    fn svg(&self) -> PyResult<String> {
        soon(|| drawn(Board::new(self.problem()?, &self.at).svg()))
    }

    /// The packed position; of a game written in Python its number.
    #[getter]
    fn number(&self) -> u128 {
        self.at.to_bits().as_u128()
    }

    /// The name of the player to move; `None` if both have the same moves.
    #[getter]
    fn mover(&self) -> PyResult<Option<String>> {
        soon(|| {
            let problem = self.problem()?;
            let Some([first, second]) = problem.players() else {
                return Ok(None);
            };
            Ok(Some(match problem.mover(&self.at) {
                Player::First => first,
                Player::Second => second,
            }))
        })
    }

    /// How the game ends for the player to move, if it is over.
    #[getter]
    fn result(&self) -> PyResult<Option<&'static str>> {
        soon(|| Ok(self.problem()?.finished(&self.at)?.map(word)))
    }

    /// The names of the legal moves, each with the position behind it, and whether the same player moves on.
    fn moves(&self) -> PyResult<Vec<(String, Self, bool)>> {
        soon(|| {
            let legal = self.problem()?.legal_moves(&self.at)?.into_iter();
            let told = legal.map(|of| {
                let after = Self::of(&self.core, of.position);
                (of.name, after, of.turn == Turn::Kept)
            });
            Ok(told.collect())
        })
    }

    /// The position after some moves, as a person writes them.
    fn after(&self, moves: &str) -> PyResult<Self> {
        soon(|| {
            let problem = self.problem()?.clone().at(self.at);
            Ok(Self::of(&self.core, problem.after(moves)?))
        })
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.at == other.at && self.core.is_same(&other.core)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.at.hash(&mut hasher);
        hasher.finish()
    }
}

/// An outcome as reports call it.
pub(crate) fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "win",
        Outcome::Loss => "loss",
        Outcome::Draw => "draw",
    }
}

/// Whether a reply knows of all positions that play reaches.
pub(crate) fn kind(reply: &Reply) -> &'static str {
    match reply {
        Reply::Theorem(_) => "theorem",
        Reply::Positions { .. } => "positions",
        Reply::Searched { .. } => "search",
    }
}
