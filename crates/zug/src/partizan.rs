//! Values of positions in partizan theory, in which Left is the first player of the rules, and expressions
//! of such values: `domineering(4,4) - {2|-1}`.

use std::collections::HashMap;

use zug_game::{Boards as _, Player, U256};
use zug_job::{Job, Stopped};
use zug_lang::{Instance, RulesGame, Word};
use zug_partizan::{
    Answer, Arena, Form, NamedValue, Names, OutcomeClass, PartizanError, ReadError, ReadFault,
    RefusedName, Side, Style, Temper, Term, Wall,
};
use zug_solve::compound::Compound;
use zug_solve::partizan::{BoardValues, NoValue, PartValues};
use zug_solve::shrinking::{MoveSet, ShrinkingGame};
use zug_values::{Outcome, Play};

use crate::error::Error;
use crate::expression::extent::{self, Extent};
use crate::expression::{Expression, ExpressionError, ExpressionFault};
use crate::names;
use crate::options::SolveOptions;
use crate::problem::{Position, Problem};
use crate::request::Request;
use crate::subject::AnyGame;
use crate::sum::Shelf;

/// A partizan value with its measures. All numbers and values are texts in the notation of `zug value`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PartizanWorth {
    /// The value.
    pub value: String,
    /// The value with all braces, and with names for numbers alone.
    pub form: String,
    /// Who wins.
    pub class: OutcomeClass,
    /// Where play ends if Left begins and both play for the largest number and the least.
    pub left_stop: String,
    /// Where play ends if Right begins.
    pub right_stop: String,
    /// The mean.
    pub mean: String,
    /// The temperature.
    pub temperature: String,
    /// The reduced canonical form.
    pub reduced: String,
    /// The atomic weight; `None` unless the value is all-small.
    pub atomic_weight: Option<String>,
    /// The birthday.
    pub birthday: u64,
    /// The corners of Left's wall and of Right's wall of the thermograph, each as a value and a temperature,
    /// from the temperature -1 upwards.
    pub thermograph: [Vec<[String; 2]>; 2],
    /// The terms of the expression that the value is of; none where the value is of games, of a function that
    /// gives no value, or of more than a thousand terms.
    pub terms: Vec<TermWorth>,
}

/// A term of an expression of values.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TermWorth {
    /// The term as the expression writes it, with its sign if that is a minus.
    pub text: String,
    /// The value, with the sign of the term.
    pub value: String,
    /// The temperature.
    pub temperature: String,
    /// Whether no other term is hotter. A number never is the hottest term.
    pub is_hottest: bool,
    /// The values of the term after each winning move in it, of Left if Left begins and of Right if Right does.
    /// Moves are those of canonical forms.
    pub winning: [Vec<String>; 2],
}

/// The largest number of terms of an expression whose winning moves are looked for.
const MOST_TERMS: usize = 1000;

impl TermWorth {
    /// The terms of an expression with this text.
    fn all(text: &str, terms: &[Term], arena: &mut Arena) -> Result<Vec<Self>, PartizanError> {
        if terms.len() > MOST_TERMS {
            return Ok(Vec::new());
        }
        let forms: Vec<Form> = terms.iter().map(|term| term.value).collect();
        let hottest = hottest(&forms, arena)?;
        let winning = arena.winning_moves_of_sum(&forms)?;
        let mut told = Vec::with_capacity(terms.len());
        for (term, is_hottest) in terms.iter().zip(hottest) {
            told.push(Self {
                text: text[term.span.clone()].trim().to_owned(),
                value: arena.text(term.value)?,
                temperature: arena.temperature(term.value)?.to_string(),
                is_hottest,
                winning: [Vec::new(), Vec::new()],
            });
        }
        for (side, moves) in winning.into_iter().enumerate() {
            for made in moves {
                let after = arena.text(made.to)?;
                told[made.term].winning[side].push(after);
            }
        }
        Ok(told)
    }
}

impl PartizanWorth {
    /// Whether the value is that of an expression in which several terms are not 0.
    #[must_use]
    pub fn is_sum(&self) -> bool {
        self.terms.iter().filter(|term| term.value != "0").count() > 1
    }

    /// The value in LaTeX, for mathematics mode. No package is needed.
    ///
    /// # Errors
    ///
    /// The caller cancelled, or the memory does not suffice.
    pub fn latex(&self, job: &Job) -> Result<String, Error> {
        let mut arena = Arena::new(job)?;
        let form = arena.parse(&self.value);
        let form = form.map_err(|error| match error.fault {
            ReadFault::Value(error) => error,
            _ => unreachable!("what is written reads back"),
        })?;
        Ok(arena.write(form, Style::Latex)?)
    }

    pub(crate) fn of(arena: &mut Arena, form: Form) -> Result<Self, PartizanError> {
        let graph = arena.thermograph(form)?;
        let reduced = arena.reduced(form)?;
        let atomic_weight = if arena.is_all_small(form)? {
            let weight = arena.atomic_weight(form)?;
            Some(arena.text(weight)?)
        } else {
            None
        };
        let corners = |wall: &Wall| {
            let corners = wall.corners().iter();
            corners
                .map(|corner| [corner.value.to_string(), corner.temperature.to_string()])
                .collect()
        };
        Ok(Self {
            value: arena.text(form)?,
            form: arena.write(form, Style::Braces)?,
            class: arena.outcome_class(form)?,
            left_stop: arena.stop(form, Side::Left).to_string(),
            right_stop: arena.stop(form, Side::Right).to_string(),
            mean: graph.mean().to_string(),
            temperature: graph.temperature().to_string(),
            reduced: arena.text(reduced)?,
            atomic_weight,
            birthday: arena.birthday(form)?,
            thermograph: [Side::Left, Side::Right].map(|side| corners(graph.wall(side))),
            terms: Vec::new(),
        })
    }
}

/// The outcome for the player who moves first.
pub(crate) fn outcome(class: OutcomeClass, mover: Player) -> Outcome {
    match (class, mover) {
        (OutcomeClass::Left, Player::First)
        | (OutcomeClass::Right, Player::Second)
        | (OutcomeClass::Next, _) => Outcome::Win,
        _ => Outcome::Loss,
    }
}

/// For each value whether its temperature is the largest of all. Numbers are never hottest: nobody needs to
/// move there.
pub(crate) fn hottest(forms: &[Form], arena: &mut Arena) -> Result<Vec<bool>, PartizanError> {
    let mut temperatures = Vec::with_capacity(forms.len());
    for &form in forms {
        let is_number = arena.as_number(form).is_some();
        temperatures.push(match is_number {
            true => None,
            false => Some(arena.temperature(form)?),
        });
    }
    let largest = temperatures.iter().max().copied().flatten();
    let is_largest = |of: &Option<_>| of.is_some() && *of == largest;
    Ok(temperatures.iter().map(is_largest).collect())
}

/// The values of positions of a game, in their order. What is found for one serves the next.
///
/// # Errors
///
/// The positions have no values: play is misère, can go round in a circle, or ends otherwise than by a player
/// without a move; a value is too large; the caller cancelled, or the memory does not suffice.
pub(crate) fn values(
    problem: &Problem,
    positions: &[Position],
    arena: &mut Arena,
    job: &Job,
) -> Result<Vec<Form>, Error> {
    let ends_stuck = problem
        .instance()
        .is_some_and(Instance::ends_only_when_stuck);
    if problem.play() != Play::Normal || !ends_stuck {
        return Err(NoValue::Result.into());
    }
    let bits: Vec<U256> = positions.iter().map(|of| problem.bits(of)).collect();
    match &problem.game {
        AnyGame::Narrow(game) => of_game(game, &bits, arena, job),
        AnyGame::Wide(game) => of_game(game, &bits, arena, job),
        AnyGame::Widest(game) => of_game(game, &bits, arena, job),
        AnyGame::Rust(_) => Err(NoValue::Result.into()),
    }
}

fn of_game<W: Word>(
    game: &RulesGame<W>,
    positions: &[U256],
    arena: &mut Arena,
    job: &Job,
) -> Result<Vec<Form>, Error> {
    let by_parts = game
        .shrinking()
        .filter(|_| !is_impartial(game))
        .and_then(|moves| {
            let takes = moves.takes().iter();
            let takes = takes.map(|taken| taken.iter().copied().collect()).collect();
            Some((ShrinkingGame::new(takes)?, moves))
        });
    if let Some((parts, moves)) = by_parts {
        let mut values = PartValues::new(parts, moves.of_first(), job);
        let found = positions.iter().map(|bits| {
            let left: MoveSet = moves.left(*bits).collect();
            Ok(values.value(left, arena)?)
        });
        return found.collect();
    }
    let mut values = BoardValues::new(game, job);
    let found = positions.iter().map(|bits| {
        let board = game.board(&W::narrow(*bits));
        Ok(values.value(board, arena)?)
    });
    found.collect()
}

fn is_impartial<W: Word>(game: &RulesGame<W>) -> bool {
    use zug_game::Game as _;
    game.is_impartial()
}

/// A move by its name, the position behind it and that position's value.
pub(crate) type ValuedMove = (String, Position, Form);

/// The moves of a player from the position asked about, each by its name with the value behind it; `None` if
/// the other player is to move there, or if a move keeps the turn, so that no single move is a turn.
pub(crate) fn moves_of(
    player: Player,
    problem: &Problem,
    arena: &mut Arena,
    job: &Job,
) -> Result<Option<Vec<ValuedMove>>, Error> {
    let root = problem.root();
    let legal = problem.legal_moves(&root)?;
    let keeps = legal.iter().any(|of| of.turn == zug_values::Turn::Kept);
    let is_other = problem.players().is_some() && problem.mover(&root) != player;
    if keeps || is_other {
        return Ok(None);
    }
    let positions: Vec<Position> = legal.iter().map(|of| of.position).collect();
    let forms = values(problem, &positions, arena, job)?;
    let moves = legal.into_iter().zip(forms);
    Ok(Some(
        moves
            .map(|(of, form)| (of.name, of.position, form))
            .collect(),
    ))
}

/// What an expression of partizan values says.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Calculated {
    /// A value.
    Value(Box<PartizanWorth>),
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
    last: Option<Form>,
}

/// The games that an expression names.
struct Games<'r> {
    rules: &'r dyn Fn(&str) -> Result<Request, Error>,
    options: SolveOptions,
    shelf: Shelf,
    known: HashMap<String, Form>,
    /// The values with names of their own.
    given: HashMap<String, Form>,
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
            (Some(name), Some(value)) if matches!(calculated, Calculated::Value(_)) => {
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
        self.names.options.job().cancel.is_cancelled()
    }

    /// Whether memory did not suffice.
    fn has_no_room(&self, error: &ReadError) -> bool {
        let refused = |error: &PartizanError| matches!(error, PartizanError::Stopped(stopped) if stopped.refusal().is_some());
        matches!(&error.fault, ReadFault::Value(error) if refused(error))
            || self.names.is_refused_memory
    }

    /// Forgets all values that have no name, and what is known of games.
    fn forget(&mut self) -> Result<(), PartizanError> {
        self.names.is_refused_memory = false;
        self.names.known.clear();
        self.names.shelf = Shelf::default();
        let given = self.names.given.values_mut();
        self.arena.keep_only(given.chain(&mut self.last))
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
        if let Answer::Value(form) = answer {
            self.last = Some(form);
        }
        Ok(match answer {
            Answer::Value(form) => {
                let mut worth = PartizanWorth::of(arena, form).map_err(at)?;
                worth.terms = TermWorth::all(text, &terms, arena).map_err(at)?;
                Calculated::Value(Box::new(worth))
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
        let is_known = |word: &str| zug_catalogue::find(word).is_some();
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
        if let Ok(form) = value {
            if self.known.len() >= MOST_KNOWN {
                self.known.clear();
            }
            self.known.insert(text.to_owned(), form);
        }
        Some(NamedValue { bytes, value })
    }
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
    fn of(&mut self, text: &str, arena: &mut Arena) -> Result<Form, Error> {
        let expression = Expression::read(text)?;
        let how = (Compound::One, None);
        let sum = self
            .shelf
            .read(&expression, self.rules, how, &self.options)?;
        sum.form(arena, &self.options.job())
    }
}
