//! Values of many boards: a table over parameters, the positions of one game by their values, and the
//! least position that has a value.
//!
//! Positions come in the order of a search from the start: those behind fewer turns first, whoever
//! moves when.

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::Serialize;
use zug_game::{Boards as _, U256};
use zug_job::Job;
use zug_lang::{RulesGame, Word};
use zug_partizan::{Arena, Form};
use zug_solve::partizan::{NoValue, PartizanValues, WholeBoards};

use crate::error::Error;
use crate::expression::{Expression, Named};
use crate::options::SolveOptions;
use crate::partizan::{PartizanWorth, refuse_other_ends, values};
use crate::problem::Problem;
use crate::request::Request;
use crate::subject::{AnyGame, for_rules};
use crate::sum::SumPart;

/// The largest number of states of a board that is searched.
const MOST_STATES: u128 = 1 << 18;

/// The largest number of positions that are searched for a value.
const MOST_POSITIONS: u64 = 1 << 20;

/// The largest sum of the parameters of a board that is searched.
const LARGEST: i64 = 40;

/// A board and what it is worth.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BoardWorth {
    /// The board as an expression writes it.
    pub text: String,
    /// The parameters of the rules with their values.
    pub parameters: Vec<(String, String)>,
    /// What the board is worth.
    pub worth: PartizanWorth,
}

/// The positions that have one value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ValueCountReport")]
#[non_exhaustive]
pub struct ValueCount {
    /// The value.
    pub value: String,
    /// The number of positions.
    pub count: u64,
    /// The first such position in the order of a search from the start.
    pub first: String,
}

/// A search for a position with a value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ValueSearchReport")]
#[non_exhaustive]
pub struct FoundValue {
    /// The value that was looked for.
    pub value: String,
    /// The board and the position, as an expression writes them; absent if none was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<String>,
    /// The number of boards that were searched.
    pub boards: u64,
    /// The last board that was searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_board: Option<String>,
    /// The number of positions that were searched.
    pub positions: u64,
    /// The number of boards that were left out because they have more than 2^18 states.
    pub too_large: u64,
}

/// Finds rules by the name or path of a game.
type RulesOf<'a> = &'a dyn Fn(&str) -> Result<Request, Error>;

/// The value of each board that the ranges of a text stand for: `domineering(3..5, 2..6)`.
///
/// ```
/// use zug::{Request, SolveOptions, values_of_boards};
///
/// let rules = |game: &str| Request::catalogue(game);
/// let rows = values_of_boards("domineering(1..2, 2)", &rules, &SolveOptions::default())?;
/// let values: Vec<&str> = rows.iter().map(|row| &*row.worth.value).collect();
/// assert_eq!(values, ["1", "+-1"]);
/// # Ok::<(), zug::Error>(())
/// ```
///
/// # Errors
///
/// The text is no game alone, or has too many boards; a board has no value, or it cannot be worked out within
/// the memory; or the caller cancelled.
pub fn values_of_boards(
    text: &str,
    rules: RulesOf<'_>,
    options: &SolveOptions,
) -> Result<Vec<BoardWorth>, Error> {
    let job = options.job();
    let mut arena = Arena::new(&job)?;
    let mut rows = Vec::new();
    for board in game(text)?.boards()? {
        let problem = problem(&board, rules, &job)?;
        let forms = values(&problem, &[problem.root()], &mut arena, &job)?;
        rows.push(BoardWorth {
            text: board.text.clone(),
            parameters: problem.parameters(),
            worth: PartizanWorth::of(&mut arena, forms[0])?,
        });
    }
    Ok(rows)
}

/// The positions that play can reach from a position, whoever moves when, by their values: the most frequent
/// value first.
///
/// # Errors
///
/// As [`values_of_boards`].
pub fn positions_by_value(
    text: &str,
    rules: RulesOf<'_>,
    options: &SolveOptions,
) -> Result<Vec<ValueCount>, Error> {
    let job = options.job();
    let mut arena = Arena::new(&job)?;
    let problem = problem(&game(text)?, rules, &job)?;
    let positions = positions(&problem, &mut arena, &job)?;
    let mut places = HashMap::new();
    let mut counts: Vec<(Form, u64, U256)> = Vec::new();
    for (position, form) in positions {
        let place = *places.entry(form).or_insert(counts.len());
        match counts.get_mut(place) {
            Some((_, count, _)) => *count += 1,
            None => counts.push((form, 1, position)),
        }
    }
    counts.sort_by_key(|(_, count, _)| std::cmp::Reverse(*count));
    let told = counts.into_iter().map(|(form, count, first)| {
        Ok(ValueCount {
            value: arena.text(form)?,
            count,
            first: problem.print(&problem.position(first)),
        })
    });
    told.collect()
}

/// Looks for the least position of a game that has a value. Boards come in the order of the sum of the
/// parameters that are numbers, and positions in the order of a search from the start; of a game with
/// arguments, such as `domineering(3, 3)`, only this board is searched.
///
/// # Errors
///
/// As [`values_of_boards`].
pub fn find_value(
    value: &str,
    text: &str,
    rules: RulesOf<'_>,
    options: &SolveOptions,
) -> Result<FoundValue, Error> {
    let job = options.job();
    let mut arena = Arena::new(&job)?;
    let wanted = arena.parse(value);
    let wanted = wanted.map_err(|error| Error::NoSuchValue {
        text: value.to_owned(),
        fault: error.to_string(),
    })?;
    let mut found = FoundValue {
        value: arena.text(wanted)?,
        ..FoundValue::default()
    };
    let named = game(text)?;
    if named.has_arguments() {
        let problem = problem(&named, rules, &job)?;
        search(
            &problem,
            &named.game,
            wanted,
            &mut arena,
            (&mut found, &job),
        )?;
        return Ok(found);
    }
    let request = rules(&named.game)?;
    let numbers = numbers(&request)?;
    let mut is_too_large = false;
    for size in 0..=LARGEST {
        let (mut tried, mut large) = (0, 0);
        for parameters in with_sum(size, numbers.len()) {
            let settings = numbers.iter().zip(&parameters);
            let request = settings.fold(request.clone(), |request, (name, number)| {
                request.set(name.clone(), number.to_string())
            });
            let problem = match Problem::new_while(&request, &job) {
                Ok(problem) => problem,
                Err(error) if zug_job::Stopped::behind(&error).is_some() => return Err(error),
                // The rules do not allow these parameters.
                Err(_) => continue,
            };
            tried += 1;
            if problem.states().is_none_or(|states| states > MOST_STATES) {
                large += 1;
                found.too_large += 1;
                continue;
            }
            search(
                &problem,
                &named.game,
                wanted,
                &mut arena,
                (&mut found, &job),
            )?;
            if found.found.is_some() || found.positions > MOST_POSITIONS {
                return Ok(found);
            }
        }
        is_too_large |= tried > 0 && large == tried;
        if is_too_large || numbers.is_empty() {
            break;
        }
    }
    Ok(found)
}

/// Looks for a value among the positions of one board.
fn search(
    problem: &Problem,
    game: &str,
    wanted: Form,
    arena: &mut Arena,
    (found, job): (&mut FoundValue, &Job),
) -> Result<(), Error> {
    found.boards += 1;
    let board = format!("{game}({})", written_parameters(problem));
    for (position, form) in positions(problem, arena, job)? {
        found.positions += 1;
        if form == wanted {
            let position = problem.print(&problem.position(position));
            found.found = Some(format!("{board} at {position}"));
            break;
        }
    }
    found.last_board = Some(board);
    Ok(())
}

/// The one game of a text.
fn game(text: &str) -> Result<Named, Error> {
    let mut parts = Expression::read(text)?.parts;
    match (parts.pop(), parts.is_empty()) {
        (Some(named), true) => Ok(named),
        _ => Err(unsearched("a single game is asked about")),
    }
}

fn problem(named: &Named, rules: RulesOf<'_>, job: &Job) -> Result<Problem, Error> {
    match named.part(rules)? {
        SumPart::Rules(request) => Problem::new_while(&request, job),
        SumPart::Heaps(_) => Err(unsearched("heaps have nimbers: `zug sequence` lists them")),
    }
}

fn unsearched(why: &str) -> Error {
    Error::UnsearchedValues(why.to_owned())
}

/// The names of the parameters that are numbers.
fn numbers(request: &Request) -> Result<Vec<String>, Error> {
    let rules = request.read()?;
    let names = rules.parameters().into_iter().map(|(name, _)| name);
    Ok(names.filter(|name| rules.is_number(name)).collect())
}

/// All ways to have a sum of some numbers that are at least 0; the first number changes slowest.
fn with_sum(sum: i64, numbers: usize) -> Vec<Vec<i64>> {
    match numbers {
        0 => vec![vec![]],
        1 => vec![vec![sum]],
        _ => (0..=sum)
            .flat_map(|first| {
                let rest = with_sum(sum - first, numbers - 1);
                rest.into_iter().map(move |mut rest| {
                    rest.insert(0, first);
                    rest
                })
            })
            .collect(),
    }
}

/// The parameters of a problem as arguments of its game.
fn written_parameters(problem: &Problem) -> String {
    let parameters = problem.parameters().into_iter();
    let written = parameters.map(|(name, value)| format!("{name}={value}"));
    written.collect::<Vec<_>>().join(", ")
}

/// The positions that play can reach from the root, whoever moves when, with their values.
fn positions(problem: &Problem, arena: &mut Arena, job: &Job) -> Result<Vec<(U256, Form)>, Error> {
    refuse_other_ends(problem)?;
    let root = problem.bits(&problem.root());
    for_rules!(
        &problem.game, AnyGame,
        game => of_game(game, root, arena, job),
        else Err(NoValue::Result.into())
    )
}

fn of_game<W: Word>(
    game: &RulesGame<W>,
    root: U256,
    arena: &mut Arena,
    job: &Job,
) -> Result<Vec<(U256, Form)>, Error> {
    let mut values = PartizanValues::new(WholeBoards(game), job);
    let board = game.board(&W::narrow(root));
    let reached = values.reached(board, arena)?;
    let reached = reached.into_iter();
    Ok(reached.map(|(board, form)| (board.widen(), form)).collect())
}
