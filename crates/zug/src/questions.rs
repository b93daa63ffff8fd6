//! Many questions about one game.
//!
//! The rules are prepared once for each set of parameters, and where all positions are solved, they are
//! solved once. A question is what a person writes behind the name of the game: a position, values of
//! parameters, or both.
//!
//! Kept are the game of the request and the game with other parameters that was asked about last, so that
//! the memory does not grow with the number of questions.

use zug_lang::Settings;

use crate::assess::Assessment;
use crate::error::Error;
use crate::options::SolveOptions;
use crate::plan::Plan;
use crate::problem::{Position, Problem};
use crate::report::Parameters;
use crate::report::query::{Hashed, QueryReport};
use crate::request::Request;
use crate::run::answer;
use crate::solution::Solution;

/// What a question is written as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Written {
    /// As what stands behind the name of a game: a position, or values of parameters.
    #[default]
    About,
    /// As the moves from the position of the request.
    Moves,
}

/// Many questions about one game.
///
/// ```
/// use zug::{Questions, Request, SolveOptions};
///
/// let request = Request::catalogue("tic-tac-toe")?;
/// let mut questions = Questions::new(request, &SolveOptions::default())?;
/// let corner = questions.ask("X../.../... turn=O")?;
/// assert_eq!(corner.best.as_deref(), Some("1,1"));
/// assert!(questions.ask("X../.O./..").is_err());
/// # Ok::<(), zug::Error>(())
/// ```
#[derive(Debug)]
pub struct Questions {
    base: Request,
    options: SolveOptions,
    written: Written,
    /// Whether every report lists the value of each move.
    each_move: bool,
    own: Prepared,
    /// The game with other parameters that was asked about last.
    other: Option<(Settings, Prepared)>,
}

/// A game with its parameters, made ready for questions.
#[derive(Debug)]
enum Prepared {
    /// All positions are solved.
    Solved(Hashed, Box<Solution>),
    /// A search answers, which the caller lends.
    Searched(Hashed),
    /// Each question is answered by itself: by a theorem, or by a plan of its own.
    Alone,
}

impl Questions {
    /// Makes ready to answer questions about the game of a request, which may solve all its positions.
    ///
    /// # Errors
    ///
    /// Those of [`Plan::of`] and [`Plan::run`].
    pub fn new(base: Request, options: &SolveOptions) -> Result<Self, Error> {
        Ok(Self {
            own: Prepared::of(&base, options)?,
            base,
            options: options.clone(),
            written: Written::About,
            each_move: false,
            other: None,
        })
    }

    /// The questions, written in this way.
    #[must_use]
    pub fn with_written(self, written: Written) -> Self {
        Self { written, ..self }
    }

    /// The questions, with or without the value of each move.
    #[must_use]
    pub fn with_each_move(self, each_move: bool) -> Self {
        Self { each_move, ..self }
    }

    /// The problem that a search answers, if positions of the request are searched one by one.
    #[must_use]
    pub fn to_be_searched(&self) -> Option<Problem> {
        match &self.own {
            Prepared::Searched(game) => Some(Problem::clone(&game.problem)),
            _ => None,
        }
    }

    /// The position that a question names, if a search that the caller has made for
    /// [`Questions::to_be_searched`] is to answer it; `None` if [`Questions::ask`] answers.
    ///
    /// # Errors
    ///
    /// The text is no position, and a move that it names is not legal.
    pub fn searched_position(&self, text: &str) -> Result<Option<Position>, Error> {
        match &self.own {
            Prepared::Searched(game) => self.position(&game.problem, text),
            _ => Ok(None),
        }
    }

    /// The report of what a search found of a position that [`Questions::searched_position`] gave.
    ///
    /// # Panics
    ///
    /// No search answers questions about this game.
    #[must_use]
    pub fn assessed(&self, position: &Position, found: &Assessment) -> QueryReport {
        let Prepared::Searched(game) = &self.own else {
            panic!("no search answers these questions");
        };
        QueryReport::of_assessed(game, position, found, self.each_move)
    }

    /// The answer to a question.
    ///
    /// # Errors
    ///
    /// The text is no question about the game; else those of [`answer`].
    pub fn ask(&mut self, text: &str) -> Result<QueryReport, Error> {
        let own = self.own_answer(text)?;
        if let Some(report) = own {
            return Ok(report);
        }
        let request = match self.written {
            Written::Moves => self.base.clone().after(text)?,
            Written::About => self.base.clone().about_words(text)?,
        };
        let set = &request.settings;
        let is_other = *set != self.base.settings;
        if is_other && self.other.as_ref().is_none_or(|(known, _)| known != set) {
            // The memory of one game is free before the next one is solved.
            self.other = None;
            let mut whole = request.clone();
            whole.position.clone_from(&self.base.position);
            let prepared = Prepared::of_few(&whole, &self.options)?;
            self.other = Some((set.clone(), prepared));
        }
        let prepared = match &self.other {
            Some((_, prepared)) if is_other => prepared,
            _ => &self.own,
        };
        let mut report = None;
        if let Prepared::Solved(game, solution) = prepared {
            let position = match &request.position {
                Some(text) => game.problem.parse(text)?,
                None => game.problem.root(),
            };
            let parameters = crate::report::parameters(game.problem.parameters());
            let solved = (game, &**solution);
            report = QueryReport::of_solved(solved, &position, parameters, self.each_move)?;
        }
        let mut report = match report {
            Some(report) => report,
            None => QueryReport::of_reply(&answer(&request, &self.options)?, self.each_move)?,
        };
        if is_other {
            let new = &set.parameters[self.base.settings.parameters.len()..];
            report
                .parameters
                .retain(|name, _| new.iter().any(|(set, _)| set == name));
        } else {
            report.parameters.clear();
        }
        Ok(report)
    }

    /// The answer, if the text is a position of the solved game of the request.
    fn own_answer(&self, text: &str) -> Result<Option<QueryReport>, Error> {
        let Prepared::Solved(game, solution) = &self.own else {
            return Ok(None);
        };
        match self.position(&game.problem, text)? {
            Some(position) => {
                let solved = (game, &**solution);
                QueryReport::of_solved(solved, &position, Parameters::new(), self.each_move)
            }
            None => Ok(None),
        }
    }

    /// The position of a game that a text names; `None` if it may be something else than a position.
    fn position(&self, problem: &Problem, text: &str) -> Result<Option<Position>, Error> {
        match self.written {
            Written::Moves => problem.after(text).map(Some),
            Written::About if text.is_empty() => Ok(Some(problem.root())),
            Written::About => Ok(problem.parse(text).ok()),
        }
    }
}

impl Prepared {
    /// The game of a request: solved if its positions fit into the memory.
    fn of(request: &Request, options: &SolveOptions) -> Result<Self, Error> {
        Ok(match Plan::of(request, options)? {
            Plan::Theorem { .. } => Self::Alone,
            Plan::Search { problem, .. } => Self::Searched(Hashed::of(problem)),
            Plan::Positions {
                positions,
                in_turns,
                ..
            } => {
                if in_turns.is_some() && !positions.table.fits {
                    return Ok(Self::Searched(Hashed::of(positions.problem)));
                }
                let solution = positions.problem.solve(options)?;
                Self::Solved(Hashed::of(positions.problem), Box::new(solution))
            }
        })
    }

    /// The game of a request: solved if its positions are few, since it may be asked about only once.
    fn of_few(request: &Request, options: &SolveOptions) -> Result<Self, Error> {
        match Plan::of(request, options)? {
            Plan::Positions {
                positions,
                in_turns: None,
                ..
            } => {
                let solution = positions.problem.solve(options)?;
                Ok(Self::Solved(
                    Hashed::of(positions.problem),
                    Box::new(solution),
                ))
            }
            _ => Ok(Self::Alone),
        }
    }
}
