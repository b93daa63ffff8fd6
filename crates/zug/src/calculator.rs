//! Expressions of partizan values, `domineering(4,4) - {2|-1}`, and worksheets of such expressions.

use std::collections::HashMap;

use zug_job::{Job, Stopped};
use zug_partizan::{
    Answer, AnyValue, Arena, NamedValue, Names, PartizanError, ReadError, ReadFault, RefusedName,
    Temper,
};
use zug_solve::compound::Compound;
use zug_values::Variant;

use crate::error::Error;
use crate::expression::extent::{self, Extent};
use crate::expression::{Expression, ExpressionError, ExpressionFault};
use crate::loopy_value::LoopyWorth;
use crate::names;
use crate::options::SolveOptions;
use crate::partizan::{PartizanWorth, TermWorth, value_of_variant};
use crate::problem::Problem;
use crate::request::Request;
use crate::sum::{Shelf, SumPart};

/// What an expression of partizan values says.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Calculated {
    /// A value of a game that ends.
    Value(Box<PartizanWorth>),
    /// A value in which play can go round.
    Loopy(Box<LoopyWorth>),
    /// Several values, each as a text.
    Values(Vec<String>),
    /// Something else, as a text: yes or no, a relation, an outcome, a number.
    Text(String),
}

/// Works out expressions of partizan values. The rules of a game that an expression names are found by a
/// function of the caller, who alone may read files.
///
/// ```
/// use zug::{Calculated, Calculator, Request, SolveOptions};
///
/// let rules = |game: &str| Request::catalogue(game);
/// let mut calculator = Calculator::new(&rules, &SolveOptions::default())?;
/// let Calculated::Value(value) = calculator.read("domineering(2, 2) + {1|0}")? else {
///     unreachable!("it is a value");
/// };
/// assert_eq!(value.value, "{2|1||0|-1}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Calculator<'r> {
    arena: Arena,
    names: Games<'r>,
    /// The value that was worked out last.
    last: Option<AnyValue>,
}

/// The games that an expression names.
struct Games<'r> {
    rules: &'r dyn Fn(&str) -> Result<Request, Error>,
    options: SolveOptions,
    shelf: Shelf,
    known: HashMap<String, AnyValue>,
    /// The values with names of their own.
    given: HashMap<String, AnyValue>,
    /// Whether the value of a game was refused memory.
    is_refused_memory: bool,
}

impl std::fmt::Debug for Games<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Games")
            .field("known", &self.known.len())
            .finish_non_exhaustive()
    }
}

impl<'r> Calculator<'r> {
    /// A calculator that knows nothing yet.
    ///
    /// # Errors
    ///
    /// The memory allowed does not suffice to begin.
    pub fn new(
        rules: &'r dyn Fn(&str) -> Result<Request, Error>,
        options: &SolveOptions,
    ) -> Result<Self, Error> {
        let arena = Arena::new(&options.job())?;
        let names = Games {
            rules,
            options: options.clone(),
            shelf: Shelf::default(),
            known: HashMap::new(),
            given: HashMap::new(),
            is_refused_memory: false,
        };
        let last = None;
        Ok(Self { arena, names, last })
    }

    /// What texts are read with.
    pub(crate) fn parts(&mut self) -> (&mut Arena, &mut dyn Names) {
        (&mut self.arena, &mut self.names)
    }

    /// The function that finds rules by the name of a game.
    pub(crate) fn rules(&self) -> &'r dyn Fn(&str) -> Result<Request, Error> {
        self.names.rules
    }

    /// The job of the caller.
    pub(crate) fn job(&self) -> Job {
        self.names.options.job()
    }

    /// Works out an expression.
    ///
    /// # Errors
    ///
    /// The text is no expression, with the place of the fault; or its value cannot be worked out.
    pub fn read(&mut self, text: &str) -> Result<Calculated, ReadError> {
        match self.worked_out(text) {
            Err(error) if self.has_no_room(&error) => {
                self.forget().map_err(|_| error)?;
                self.worked_out(text)
            }
            worked_out => worked_out,
        }
    }

    /// Reads a line of a worksheet: an expression, or `let NAME = EXPRESSION`, which gives a value a name for
    /// later lines. There `ans` and `_` are the last value.
    ///
    /// ```
    /// use zug::{Calculated, Calculator, Request, SolveOptions};
    ///
    /// let rules = |game: &str| Request::catalogue(game);
    /// let mut calculator = Calculator::new(&rules, &SolveOptions::default())?;
    /// calculator.line("let a = {2|1}")?;
    /// let Calculated::Value(value) = calculator.line("a - 1/2")? else {
    ///     unreachable!("it is a value");
    /// };
    /// assert_eq!(value.value, "{3/2|1/2}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`Calculator::read`]; the name cannot be given.
    pub fn line(&mut self, text: &str) -> Result<Calculated, ReadError> {
        let name = names::of_let(text)?;
        let body = name.as_ref().map_or(0, |of| of.body);
        let calculated = self.read(&text[body..]).map_err(|error| ReadError {
            span: error.span.start + body..error.span.end + body,
            ..error
        })?;
        match (name, self.last) {
            (Some(name), Some(value))
                if matches!(calculated, Calculated::Value(_) | Calculated::Loopy(_)) =>
            {
                self.names.given.insert(name.name.to_owned(), value);
            }
            (Some(name), _) => {
                return Err(ReadError {
                    span: name.body..text.len(),
                    fault: ReadFault::Expected("a value behind `let`"),
                });
            }
            (None, _) => {}
        }
        if let Some(last) = self.last {
            self.names
                .given
                .extend(names::OF_LAST.map(|name| (name.to_owned(), last)));
        }
        Ok(calculated)
    }

    /// The names that `let` gave, in the order of the alphabet.
    #[must_use]
    pub fn given_names(&self) -> Vec<&str> {
        let given = self.names.given.keys().map(String::as_str);
        let mut given: Vec<&str> = given
            .filter(|name| !names::OF_LAST.contains(name))
            .collect();
        given.sort_unstable();
        given
    }

    /// Whether the caller cancelled the work.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.job().cancel.is_cancelled()
    }

    /// Whether memory did not suffice.
    fn has_no_room(&self, error: &ReadError) -> bool {
        let refused = |error: &PartizanError| matches!(error, PartizanError::Stopped(stopped) if stopped.refusal().is_some());
        matches!(&error.fault, ReadFault::Value(error) if refused(error))
            || self.names.is_refused_memory
    }

    /// Forgets all values without names, and the values of games.
    fn forget(&mut self) -> Result<(), PartizanError> {
        self.names.is_refused_memory = false;
        self.names.known.clear();
        self.names.shelf = Shelf::default();
        let given = self.names.given.values_mut().chain(&mut self.last);
        let short = given.filter_map(|value| match value {
            AnyValue::Short(form) => Some(form),
            AnyValue::Loopy(_) => None, // all of these are kept
        });
        let kept = self.arena.keep_only(short);
        if kept.is_err() {
            // Forms of the old arena are void now.
            self.names.given.clear();
            self.last = None;
        }
        kept
    }

    fn worked_out(&mut self, text: &str) -> Result<Calculated, ReadError> {
        self.names.is_refused_memory = false;
        let (answer, terms) = self.arena.read_terms(text, &mut self.names)?;
        let arena = &mut self.arena;
        let whole = 0..text.len();
        let at = |error: PartizanError| ReadError {
            span: whole.clone(),
            fault: error.into(),
        };
        Ok(match answer {
            Answer::Value(form) => {
                let mut worth = PartizanWorth::of(arena, form).map_err(at)?;
                worth.terms = TermWorth::all(text, &terms, arena).map_err(at)?;
                self.last = Some(form.into());
                Calculated::Value(Box::new(worth))
            }
            Answer::Loopy(value) => {
                let worth = LoopyWorth::of(arena, value).map_err(at)?;
                self.last = Some(value);
                Calculated::Loopy(Box::new(worth))
            }
            Answer::Values(forms) => {
                let texts = forms.into_iter().map(|form| arena.text(form));
                Calculated::Values(texts.collect::<Result<_, _>>().map_err(at)?)
            }
            Answer::Truth(truth) => Calculated::Text(if truth { "yes" } else { "no" }.to_owned()),
            Answer::Relation(relation) => Calculated::Text(relation.sign().to_owned()),
            Answer::Outcome(class) => Calculated::Text(class.letter().to_string()),
            Answer::Count(count) => Calculated::Text(count.to_string()),
            Answer::Temper(temper) => Calculated::Text(
                match temper {
                    Some(Temper::Even) => "even",
                    Some(Temper::Odd) => "odd",
                    None => "neither even nor odd",
                }
                .to_owned(),
            ),
            Answer::Text(text) => Calculated::Text(text),
            Answer::Thermograph(graph) => Calculated::Text(format!(
                "mast at {} from the temperature {}",
                graph.mean(),
                graph.temperature()
            )),
            Answer::Uptimals(None) => Calculated::Text("no uptimal expansion".to_owned()),
            Answer::Uptimals(Some(expansion)) => Calculated::Text(expansion.to_string()),
            other => Calculated::Text(format!("{other:?}")),
        })
    }
}

impl Names for Games<'_> {
    fn value(&mut self, arena: &mut Arena, text: &str) -> Option<NamedValue> {
        if let Some(name) = names::at_start(text, &self.given) {
            let value = Ok(self.given[name]);
            return Some(NamedValue {
                bytes: name.len(),
                value,
            });
        }
        let is_known = |word: &str| extent::is_known(word);
        let bytes = match extent::of_game(text, &is_known) {
            Some(Extent::To(bytes)) => bytes,
            Some(Extent::NotClosed(open)) => {
                let refused = RefusedName {
                    message: ExpressionFault::NotClosed.to_string(),
                    within: Some(open..open + 1),
                };
                let value = Err(refused);
                return Some(NamedValue {
                    bytes: open + 1,
                    value,
                });
            }
            None => return unknown(text),
        };
        let text = &text[..bytes];
        let value = match self.known.get(text) {
            Some(known) => Ok(*known),
            None => self.of(text, arena).map_err(|error| {
                let refusal = Stopped::behind(&error).and_then(Stopped::refusal);
                self.is_refused_memory |= refusal.is_some();
                refused(text, &error)
            }),
        };
        if let Ok(value) = value {
            if self.known.len() >= MOST_KNOWN {
                self.known.clear();
            }
            self.known.insert(text.to_owned(), value);
        }
        Some(NamedValue { bytes, value })
    }
}

/// The variant that a text such as `twisted(domineering(4, 4))` names, and the board in its brackets.
pub(crate) fn varied(text: &str) -> Option<(Variant, &str)> {
    let (word, rest) = text.split_once('(')?;
    let variant = Variant::of_word(word.trim_end())?;
    Some((variant, rest.trim_end().strip_suffix(')')?))
}

/// The problem of the one game that a text names.
///
/// # Errors
///
/// The text names no single game by rules; what reading it gives.
pub(crate) fn problem_of(
    text: &str,
    rules: &dyn Fn(&str) -> Result<Request, Error>,
    job: &Job,
) -> Result<Problem, Error> {
    let expression = Expression::read(text)?;
    if let [named] = &expression.parts[..]
        && let SumPart::Rules(request) = named.part(rules)?
    {
        return Problem::new_while(&request, job);
    }
    Err(Error::NoRules {
        why: format!(
            "a variant is one of a game by its rules, and {} is none",
            text.trim()
        ),
    })
}

/// The largest number of games whose values are kept by their texts. When there are more, all are forgotten.
const MOST_KNOWN: usize = 10_000;

/// The fault of a word that is no name, if another name is like it.
fn unknown(text: &str) -> Option<NamedValue> {
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-';
    let end = text.find(|letter| !is_name(letter)).unwrap_or(text.len());
    let word = text[..end].trim_end_matches('-');
    if !word.starts_with(|letter: char| letter.is_ascii_alphabetic()) || word.len() > LONGEST_WORD {
        return None;
    }
    let nearest = zug_catalogue::nearest(word)?;
    let refused = RefusedName {
        message: format!("unknown name `{word}`; did you mean `{nearest}`?"),
        within: None,
    };
    Some(NamedValue {
        bytes: word.len(),
        value: Err(refused),
    })
}

/// The most bytes of a word for which a similar name is looked for.
const LONGEST_WORD: usize = 40;

/// Why the game that a text names has no value, with its place in the text.
fn refused(text: &str, error: &Error) -> RefusedName {
    let Error::Expression(ExpressionError { column, fault }) = error else {
        let message = format!("{text}: {error}");
        return RefusedName {
            message,
            within: None,
        };
    };
    let mut places = text.char_indices().skip(column - 1).map(|(place, _)| place);
    let begin = places.next().unwrap_or(text.len());
    RefusedName {
        message: fault.to_string(),
        within: Some(begin..places.next().unwrap_or(text.len())),
    }
}

impl Games<'_> {
    fn of(&mut self, text: &str, arena: &mut Arena) -> Result<AnyValue, Error> {
        if let Some((variant, board)) = varied(text) {
            let problem = problem_of(board, self.rules, &self.options.job())?;
            let form = value_of_variant(&problem, variant, arena, &self.options.job())?;
            return Ok(form.into());
        }
        let expression = Expression::read(text)?;
        let how = (Compound::One, None);
        let sum = self
            .shelf
            .read(&expression, self.rules, how, &self.options)?;
        sum.any_value(usize::MAX, arena, &self.options.job())
    }
}
