//! Games that are written in Python.
//!
//! Play is followed once, under the interpreter, from the start: each position gets a number, and its moves are kept
//! as the numbers of the positions behind them. That graph is a game written in Rust, which is solved, explained and
//! checked without the interpreter. Only names of moves and texts of positions are asked of Python again.
//!
//! Cost: one call of `moves` for each position and one of `play` for each move; 4 bytes for each move and 10 for each
//! position, beside what Python needs for the positions themselves.

use std::fmt;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use zug::{Outcome, Problem, RustGame};
use zug_game::{Fault, Game, Notation, NotationError, Packed, Player, Players, Step, U256};
use zug_values::Play;

use crate::failure::{Failure, soon};
use crate::game::{self, Core};

/// The functions of a class that is a game.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Asked<'py> {
    name: String,
    play: String,
    start: Bound<'py, PyAny>,
    moves: Bound<'py, PyAny>,
    play_move: Bound<'py, PyAny>,
    result: Option<Bound<'py, PyAny>>,
    player: Option<Bound<'py, PyAny>>,
    players: Option<[String; 2]>,
    most: usize,
    progress: Option<Bound<'py, PyAny>>,
}

/// The functions that are asked again for names and texts, by the number of a position.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Face {
    names: Py<PyAny>,
    text: Py<PyAny>,
    number: Py<PyAny>,
}

/// A position: its number.
type Number = u32;

/// A game of Python as a graph of positions by their numbers.
struct Graph {
    name: String,
    players: [String; 2],
    stuck: Outcome,
    /// Whose turn it is; empty where both players have the same moves.
    movers: Vec<Player>,
    /// How the game ended, for the player to move.
    results: Vec<Option<Outcome>>,
    /// The place of the first move of each position, and behind them the number of all moves.
    first: Vec<usize>,
    /// The position behind each move.
    targets: Vec<Number>,
    face: Face,
}

impl fmt::Debug for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Graph")
            .field("name", &self.name)
            .field("positions", &self.results.len())
            .finish_non_exhaustive()
    }
}

/// The number of positions between two looks for signals.
const BETWEEN: usize = 1 << 10;

/// The positions that play reaches, as a list and with their numbers, and the moves between them.
struct Walk<'a, 'py> {
    asked: &'a Asked<'py>,
    positions: Bound<'py, PyList>,
    numbers: Bound<'py, PyDict>,
}

impl<'py> Walk<'_, 'py> {
    /// Follows play from the start, and gives the graph its positions and moves.
    fn run(&self, graph: &mut Graph) -> PyResult<()> {
        let py = self.positions.py();
        self.number(self.asked.start.clone())?;
        let mut at = 0;
        while at < self.positions.len() {
            if at.is_multiple_of(BETWEEN) {
                py.check_signals()?;
                if let Some(progress) = &self.asked.progress {
                    let found = self.positions.len();
                    progress.call1(("discovering", found, at, None::<u64>, 0))?;
                }
            }
            let position = self.positions.get_item(at)?;
            if let Some(player) = &self.asked.player {
                let player = player.call1((&position,))?;
                graph.movers.push(self.player(&player)?);
            }
            let result = match &self.asked.result {
                Some(result) => outcome(&result.call1((&position,))?)?,
                None => None,
            };
            graph.results.push(result);
            let moves_before = graph.targets.len();
            if result.is_none() {
                for chosen in self.asked.moves.call1((&position,))?.try_iter()? {
                    let after = self.asked.play_move.call1((&position, chosen?))?;
                    graph.targets.push(self.number(after)?);
                }
            }
            if result.is_none() && graph.targets.len() == moves_before {
                graph.results[at] = Some(graph.stuck);
            }
            graph.first.push(graph.targets.len());
            at += 1;
        }
        Ok(())
    }

    /// The number of a position, which gets one if it has none.
    fn number(&self, position: Bound<'py, PyAny>) -> PyResult<Number> {
        let known = self.numbers.get_item(&position);
        if let Some(known) = known.map_err(|error| unhashable(&position, error))? {
            return known.extract();
        }
        let number = self.positions.len();
        if number >= self.asked.most.min(Number::MAX as usize) {
            return Err(Failure::TooManyPositions(self.asked.most).into());
        }
        self.numbers.set_item(&position, number)?;
        self.positions.append(position)?;
        Ok(number as Number)
    }

    /// The player that `player` returned: 0 or 1, or the name of a player.
    fn player(&self, told: &Bound<'py, PyAny>) -> PyResult<Player> {
        let number = match (told.extract::<String>(), &self.asked.players) {
            (Ok(name), Some(players)) => players.iter().position(|known| *known == name),
            (Ok(_), None) => None,
            (Err(_), _) => told.extract::<usize>().ok(),
        };
        match number {
            Some(0) => Ok(Player::First),
            Some(1) => Ok(Player::Second),
            _ => {
                let wrong = told.repr()?;
                let text =
                    format!("`player` returned {wrong}: 0, 1 or one of the names in `players`");
                Err(Failure::Setting(text).into())
            }
        }
    }
}

/// The outcome that `result` returned.
fn outcome(told: &Bound<'_, PyAny>) -> PyResult<Option<Outcome>> {
    if told.is_none() {
        return Ok(None);
    }
    let word = told.extract::<String>().ok();
    match (word.as_deref(), told.extract::<i64>()) {
        (Some("win"), _) | (None, Ok(1)) => Ok(Some(Outcome::Win)),
        (Some("loss"), _) | (None, Ok(-1)) => Ok(Some(Outcome::Loss)),
        (Some("draw"), _) | (None, Ok(0)) => Ok(Some(Outcome::Draw)),
        _ => {
            let wrong = told.repr()?;
            let text = format!(
                "`result` returned {wrong}: \"win\", \"loss\" or \"draw\" for the player to move, or None where the \
                 game goes on"
            );
            Err(Failure::Setting(text).into())
        }
    }
}

/// The error for a position that cannot be a key.
fn unhashable(position: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
    let py = position.py();
    if !error.is_instance_of::<PyTypeError>(py) {
        return error;
    }
    let kind = position.get_type();
    let kind = kind
        .name()
        .map_or_else(|_| "object".to_owned(), |name| name.to_string());
    let text =
        format!("a position must be hashable, and a {kind} is not: a tuple or a frozenset is");
    let clear = PyErr::from(Failure::Setting(text));
    clear.set_cause(py, Some(error));
    clear
}

/// The game of a class of Python. `positions` and `numbers` are filled with the positions that play reaches, and with
/// their numbers.
#[pyfunction]
pub(crate) fn python_game<'py>(
    asked: Asked<'py>,
    face: Face,
    positions: Bound<'py, PyList>,
    numbers: Bound<'py, PyDict>,
) -> PyResult<game::Game> {
    let play = soon(|| game::play(&asked.play))?;
    let players = asked.players.clone();
    let mut graph = Graph {
        name: asked.name.clone(),
        players: players.unwrap_or_else(|| ["First".to_owned(), "Second".to_owned()]),
        stuck: match play {
            Play::Normal => Outcome::Loss,
            Play::Misere => Outcome::Win,
        },
        movers: Vec::new(),
        results: Vec::new(),
        first: vec![0],
        targets: Vec::new(),
        face,
    };
    let walk = Walk {
        asked: &asked,
        positions,
        numbers,
    };
    walk.run(&mut graph)?;
    soon(|| Ok(game::Game::of(Core::of_problem(Problem::of_game(graph)?))))
}

impl Graph {
    fn step(&self, from: Number, to: Number) -> Step<Number> {
        if self.movers.is_empty() || self.mover(&from) != self.mover(&to) {
            Step::passing(to)
        } else {
            Step::keeping(to)
        }
    }

    fn targets(&self, position: Number) -> &[Number] {
        let at = position as usize;
        &self.targets[self.first[at]..self.first[at + 1]]
    }

    /// What a function of Python returns for a position; `None` if it raises an exception.
    fn ask<T>(function: &Py<PyAny>, position: Number) -> Option<T>
    where
        T: for<'a, 'py> FromPyObject<'a, 'py>,
    {
        Python::attach(|py| function.bind(py).call1((position,)).ok()?.extract().ok())
    }
}

impl Game for Graph {
    type Position = Number;
    type Move = u32;

    fn start(&self) -> Number {
        0
    }

    fn players(&self) -> Players<Self> {
        if self.movers.is_empty() {
            Players::Impartial
        } else {
            Players::Partizan(|graph, position| graph.movers[*position as usize])
        }
    }

    fn result(&self, position: &Number) -> std::result::Result<Option<Outcome>, Fault> {
        Ok(self.results[*position as usize])
    }

    fn stuck(&self) -> Outcome {
        self.stuck
    }

    fn moves(&self, position: &Number, out: &mut Vec<u32>) -> std::result::Result<(), Fault> {
        out.extend(0..self.targets(*position).len() as u32);
        Ok(())
    }

    fn play(&self, position: &Number, chosen: &u32) -> std::result::Result<Step<Number>, Fault> {
        Ok(self.step(*position, self.targets(*position)[*chosen as usize]))
    }

    fn move_name(&self, position: &Number, chosen: &u32) -> String {
        let names: Option<Vec<String>> = Self::ask(&self.face.names, *position);
        let names = names.unwrap_or_default();
        let name = names.into_iter().nth(*chosen as usize);
        name.unwrap_or_else(|| format!("move {chosen}"))
    }

    fn expand(
        &self,
        position: &Number,
        out: &mut Vec<Step<Number>>,
    ) -> std::result::Result<Option<Outcome>, Fault> {
        let targets = self.targets(*position);
        out.extend(targets.iter().map(|to| self.step(*position, *to)));
        Ok(self.results[*position as usize])
    }
}

impl Notation for Graph {
    fn print(&self, position: &Number) -> String {
        Self::ask(&self.face.text, *position).unwrap_or_else(|| format!("#{position}"))
    }

    fn parse(&self, text: &str) -> std::result::Result<Number, NotationError> {
        let number = text
            .strip_prefix('#')
            .and_then(|number| number.parse().ok());
        let number = number.or_else(|| {
            Python::attach(|py| {
                let known = self.face.number.bind(py).call1((text,)).ok()?;
                known.extract::<Option<Number>>().ok()?
            })
        });
        let number = number.filter(|number| (*number as usize) < self.results.len());
        number.ok_or_else(|| NotationError::new("play does not reach this position from the start"))
    }
}

impl Packed for Graph {
    fn pack(&self, position: &Number) -> U256 {
        (*position).into()
    }

    fn unpack(&self, packed: U256) -> Number {
        packed.as_u32()
    }
}

impl RustGame for Graph {
    fn name(&self) -> &str {
        &self.name
    }

    fn player_names(&self) -> [String; 2] {
        self.players.clone()
    }
}
