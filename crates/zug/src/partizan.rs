//! Values of positions in partizan theory, in which Left is the first player of the rules, and expressions
//! of such values: `domineering(4,4) - {2|-1}`.

use zug_game::{Boards as _, Player, U256};
use zug_job::Job;
use zug_lang::{Instance, RulesGame, Word};
use zug_partizan::{
    Answer, Arena, Form, Names, OutcomeClass, PartizanError, ReadError, RefusedName, Side, Style,
    Temper, Wall,
};
use zug_solve::partizan::{BoardValues, NoValue, PartValues};
use zug_solve::shrinking::{MoveSet, ShrinkingGame};
use zug_values::{Outcome, Play};

use crate::error::Error;
use crate::expression::Expression;
use crate::options::SolveOptions;
use crate::problem::{Position, Problem};
use crate::request::Request;
use crate::subject::AnyGame;

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
}

impl PartizanWorth {
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
        })
    }
}

/// The outcome for Left, who moves first.
pub(crate) fn outcome_of_left(class: OutcomeClass) -> Outcome {
    match class {
        OutcomeClass::Left | OutcomeClass::Next => Outcome::Win,
        OutcomeClass::Right | OutcomeClass::Previous => Outcome::Loss,
    }
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

/// The moves of Left from the position asked about, each by its name with the value behind it; `None` if
/// Left is not to move there, or if a move keeps the turn, so that no single move is a turn.
pub(crate) fn moves_of_left(
    problem: &Problem,
    arena: &mut Arena,
    job: &Job,
) -> Result<Option<Vec<ValuedMove>>, Error> {
    let root = problem.root();
    let legal = problem.legal_moves(&root)?;
    let keeps = legal.iter().any(|of| of.turn == zug_values::Turn::Kept);
    if keeps || problem.mover(&root) != Player::First {
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
}

/// The games that an expression names.
struct Games<'r> {
    rules: &'r dyn Fn(&str) -> Result<Request, Error>,
    options: SolveOptions,
    known: std::collections::HashMap<String, Form>,
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
            known: std::collections::HashMap::new(),
        };
        Ok(Self { arena, names })
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
        let answer = self.arena.read(text, &mut self.names)?;
        let arena = &mut self.arena;
        let whole = 0..text.len();
        let at = |error: PartizanError| ReadError {
            span: whole.clone(),
            fault: error.into(),
        };
        Ok(match answer {
            Answer::Value(form) => {
                Calculated::Value(Box::new(PartizanWorth::of(arena, form).map_err(at)?))
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
    fn value(
        &mut self,
        arena: &mut Arena,
        name: &str,
        arguments: Option<&str>,
    ) -> Option<Result<Form, RefusedName>> {
        let text = match arguments {
            Some(arguments) => format!("{name}({arguments})"),
            None => name.to_owned(),
        };
        if let Some(known) = self.known.get(&text) {
            return Some(Ok(*known));
        }
        let rules = match (self.rules)(name) {
            Err(Error::UnknownGame { .. }) => return None,
            rules => rules,
        };
        let value = rules.and_then(|rules| self.of(&text, &rules, arena));
        let refused = |error: Error| RefusedName {
            message: format!("{text}: {error}"),
            within: None,
        };
        Some(value.map_err(refused).inspect(|form| {
            self.known.insert(text.clone(), *form);
        }))
    }
}

impl Games<'_> {
    fn of(&self, text: &str, rules: &Request, arena: &mut Arena) -> Result<Form, Error> {
        let expression = Expression::read(text)?;
        let mut sum = Form::ZERO;
        for named in &expression.parts {
            let request = named.request(rules.clone())?;
            let problem = Problem::prepare(&request, &self.options)?;
            let forms = values(&problem, &[problem.root()], arena, &self.options.job())?;
            sum = arena.add(sum, forms[0])?;
        }
        Ok(sum)
    }
}
