//! What sums of games, and expressions of partizan values, are worth.

use std::fs;
use std::ops::Range;
use std::path::Path;

use pyo3::prelude::*;
use zug::report::{ExplainValueReport, ValueReport};
use zug::{
    Calculated, Calculator, Compound, Error, Expression, PartizanWorth, Play, Player, ReadError,
    Request, Shelf, SolveError, SolveOptions, Stopped, is_of_values, may_be_of_values,
};

use zug_draw::thermograph;

use crate::failure::{self, Failure, Result, json, soon};
use crate::game::play;
use crate::work::Work;

/// The largest number of winning turns that are looked for, as on the command line.
const MOST_TURNS: usize = 1000;

/// The largest number of bytes that is read of a rules file.
const LONGEST_FILE: u64 = 16 << 20;

/// What an expression is worth.
#[pyclass(frozen, module = "zug._zug")]
pub(crate) struct Value {
    text: String,
    report: String,
    partizan: Option<PartizanWorth>,
}

#[pymethods]
impl Value {
    /// What an expression is worth.
    #[staticmethod]
    #[pyo3(signature = (work, text, compound, play_word, to_move, verify, outcome))]
    #[expect(
        clippy::too_many_arguments,
        reason = "the package names each where it calls this"
    )]
    fn of(
        py: Python<'_>,
        work: &Work,
        text: &str,
        compound: &str,
        play_word: Option<&str>,
        to_move: Option<&str>,
        verify: bool,
        outcome: bool,
    ) -> PyResult<Self> {
        let asked = soon(|| {
            if outcome && verify {
                return Err(Failure::Setting(
                    "outcome=True finds no value that could be verified".to_owned(),
                ));
            }
            Ok(Asked {
                compound: compound_of(compound)?,
                play: play_word.map(play).transpose()?,
                to_move: to_move.map(player_of).transpose()?,
                verify,
                outcome,
            })
        })?;
        work.run(py, |options| {
            if is_of_values(text) && outcome {
                Err(Failure::Setting(
                    "outcome=True asks about a sum of games, and this is an expression of values: its value says who \
                     wins"
                        .to_owned(),
                ))
            } else if is_of_values(text) {
                asked.calculated(text, options)
            } else {
                asked.sum(text, options)
            }
        })
    }

    /// What `zug value --json` prints.
    #[getter]
    fn report(&self) -> &str {
        &self.report
    }

    /// The value in LaTeX; `None` where the expression has no partizan value.
    fn latex(&self, py: Python<'_>, work: &Work) -> PyResult<Option<String>> {
        work.run(py, |options| {
            let latex = self
                .partizan
                .as_ref()
                .map(|worth| worth.latex(&options.job()));
            Ok(latex.transpose()?)
        })
    }

    /// The thermograph as SVG; `None` where the expression has no partizan value.
    fn thermograph(&self) -> PyResult<Option<String>> {
        let drawing = |worth| failure::drawn(Ok(thermograph::drawn(&self.text, worth)));
        soon(|| self.partizan.as_ref().map(drawing).transpose())
    }

    /// What `zug explain EXPRESSION --json` prints.
    #[staticmethod]
    fn explain(py: Python<'_>, work: &Work, text: &str) -> PyResult<String> {
        work.run(py, |options| {
            let rules = &rules_named;
            let mut calculator = Calculator::new(rules, options)?;
            let explained = calculator.explain(text);
            let is_cancelled = calculator.is_cancelled();
            let report: ExplainValueReport = explained.map_err(|error| {
                if is_cancelled {
                    cancelled()
                } else {
                    drawn(text, &error)
                }
            })?;
            json(&report)
        })
    }
}

/// How a value is asked for.
struct Asked {
    compound: Compound,
    play: Option<Play>,
    to_move: Option<Player>,
    verify: bool,
    /// Whether only the winner is asked for.
    outcome: bool,
}

impl Asked {
    /// What a sum of games is worth.
    fn sum(&self, text: &str, options: &SolveOptions) -> Result<Value> {
        let expression = Expression::read(text).map_err(Error::from)?;
        let mut shelf = Shelf::to_move(self.to_move.unwrap_or(Player::First));
        let sum = shelf.read(
            &expression,
            rules_named,
            (self.compound, self.play),
            options,
        )?;
        let worth = if self.outcome {
            sum.winner(MOST_TURNS, options)?
        } else {
            sum.solve(MOST_TURNS, options)?
        };
        let verified = self
            .verify
            .then(|| sum.verify(&worth, options))
            .transpose()?;
        Ok(Value {
            text: text.to_owned(),
            report: json(&ValueReport::of(text, &sum, &worth).verified(verified))?,
            partizan: worth.partizan,
        })
    }

    /// What an expression of partizan values is worth.
    fn calculated(&self, text: &str, options: &SolveOptions) -> Result<Value> {
        let rules = &rules_named;
        let mut calculator = Calculator::new(rules, options)?;
        let found = match calculator.read(text) {
            Ok(found) => found,
            Err(_) if calculator.is_cancelled() => return Err(cancelled()),
            Err(error) => {
                return Err(match Expression::read(text) {
                    Err(fault) if !may_be_of_values(text, &fault) => Error::from(fault).into(),
                    _ => drawn(text, &error),
                });
            }
        };
        if self.play == Some(Play::Misere) || self.compound != Compound::One {
            let why = "values belong to normal play, and to sums: a turn moves in one part";
            return Err(Failure::Setting(why.to_owned()));
        }
        let verified = self
            .verify
            .then(|| calculator.verify(text, &found))
            .transpose()?;
        let mut report = ValueReport::of_calculated(text, &found).verified(verified);
        report.to_move = self.to_move.map(Into::into);
        Ok(Value {
            text: text.to_owned(),
            report: json(&report)?,
            partizan: match found {
                Calculated::Value(worth) => Some(*worth),
                _ => None,
            },
        })
    }
}

fn compound_of(word: &str) -> Result<Compound> {
    match word {
        "one" => Ok(Compound::One),
        "some" => Ok(Compound::Some),
        "notall" => Ok(Compound::NotAll),
        "all" => Ok(Compound::All),
        _ => Err(Failure::Setting(format!(
            "a turn moves in `one` part, `some`, `notall` or `all`, and not in `{word}`"
        ))),
    }
}

fn player_of(word: &str) -> Result<Player> {
    match word {
        "first" | "left" => Ok(Player::First),
        "second" | "right" => Ok(Player::Second),
        _ => Err(Failure::Setting(format!(
            "the player to move is `first` or `second` (`left` or `right`), and not `{word}`"
        ))),
    }
}

/// The work was cancelled before it had looked at any position.
pub(crate) fn cancelled() -> Failure {
    Error::Solve(SolveError::from(Stopped::cancelled(
        zug::Progress::default(),
    )))
    .into()
}

/// The fault of a text that is no expression of values, with its place.
fn drawn(text: &str, error: &ReadError) -> Failure {
    match Stopped::behind(&error.fault) {
        Some(stopped) => Error::Solve(SolveError::from(*stopped)).into(),
        None => marked(text, error.span.clone(), &error.fault.to_string()),
    }
}

/// A fault of a text, with the place marked below it.
pub(crate) fn marked(text: &str, place: Range<usize>, fault: &str) -> Failure {
    const SHOWN: usize = 40;
    let before = text[..place.start].chars().count();
    let width = text[place].chars().count().clamp(1, SHOWN);
    let (from, indent) = (before.saturating_sub(SHOWN), before.min(SHOWN));
    let around: String = text.chars().skip(from).take(2 * SHOWN).collect();
    let around = zug::visible(&around).replace('\n', " ");
    let marks = "^".repeat(width);
    Failure::Setting(format!(
        "{fault}\n  {around}\n  {}{marks}",
        " ".repeat(indent)
    ))
}

/// The rules of a name in an expression: of a file if the name looks like a path, else of the catalogue.
fn rules_named(name: &str) -> std::result::Result<Request, Error> {
    let path = Path::new(name);
    if path.extension().is_none() && !name.contains(std::path::MAIN_SEPARATOR) {
        return Request::catalogue(name);
    }
    let no_rules = |why: String| Error::NoRules {
        why: format!("cannot read {name}: {why}"),
    };
    let size = fs::metadata(path)
        .map_err(|error| no_rules(error.to_string()))?
        .len();
    if size > LONGEST_FILE {
        return Err(no_rules("it is too long for a rules file".to_owned()));
    }
    let text = fs::read_to_string(path).map_err(|error| no_rules(error.to_string()))?;
    Ok(Request::rules(text, name))
}
