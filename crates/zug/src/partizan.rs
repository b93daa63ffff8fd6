//! Values of positions in partizan theory, in which Left is the first player of the rules, and their
//! measures.

use zug_game::{Boards as _, InParts, Player, U256};
use zug_job::Job;
use zug_lang::{Instance, RulesGame, Word};
use zug_partizan::{
    Arena, Dyadic, Form, OutcomeClass, PartizanError, ReadFault, Side, Style, Term, Wall,
};
use zug_solve::partizan::{
    NoValue, PartizanValues, PlayedPart, SumSearch, VariedBoards, WholeBoards,
};
use zug_solve::shrinking::{ShrinkingGame, ShrinkingParts};
use zug_solve::table::Table as _;
use zug_values::{Outcome, Play, Turn, Variant};

use crate::assess::LegalMove;
use crate::error::Error;
use crate::options::SolveOptions;
use crate::problem::{Position, Problem};
use crate::reply::Reply;
use crate::solution::Solution;
use crate::subject::{AnyGame, for_rules};

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
    pub(crate) fn all(
        text: &str,
        terms: &[Term],
        arena: &mut Arena,
    ) -> Result<Vec<Self>, PartizanError> {
        if terms.len() > MOST_TERMS {
            return Ok(Vec::new());
        }
        let forms: Vec<Form> = terms.iter().map(|term| term.value).collect();
        let temperatures = temperatures(&forms, arena)?;
        let winning = arena.winning_moves_of_sum(&forms)?;
        let mut told = Vec::with_capacity(terms.len());
        for (term, (temperature, is_hottest)) in terms.iter().zip(temperatures) {
            told.push(Self {
                text: text[term.span.clone()].trim().to_owned(),
                value: arena.text(term.value)?,
                temperature: temperature.to_string(),
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

/// A value in LaTeX, for mathematics mode, from what is written for it. No package is needed.
///
/// # Errors
///
/// Braces are nested too deep; the caller cancelled, or the memory does not suffice.
pub fn value_in_latex(value: &str, job: &Job) -> Result<String, Error> {
    let mut arena = Arena::new(job)?;
    let form = arena.parse(value);
    let form = form.map_err(|error| match error.fault {
        ReadFault::Value(error) => error,
        // What is written reads back, unless its braces are nested too deep.
        _ => PartizanError::TooLarge("the text"),
    })?;
    Ok(arena.write(form, Style::Latex)?)
}

impl PartizanWorth {
    /// Whether the value is that of an expression in which several terms are not 0.
    #[must_use]
    pub fn is_sum(&self) -> bool {
        self.terms.iter().filter(|term| term.value != "0").count() > 1
    }

    /// Who wins, in words.
    #[must_use]
    pub fn who(&self) -> &'static str {
        match self.class {
            OutcomeClass::Left => "Left wins, whoever begins",
            OutcomeClass::Right => "Right wins, whoever begins",
            OutcomeClass::Next => "whoever begins wins",
            OutcomeClass::Previous => "whoever begins loses",
        }
    }

    /// The value in LaTeX ([`value_in_latex`]).
    ///
    /// # Errors
    ///
    /// As [`value_in_latex`].
    pub fn latex(&self, job: &Job) -> Result<String, Error> {
        value_in_latex(&self.value, job)
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

/// The temperature of each value, and whether it is the largest of all. Numbers are never hottest: nobody
/// needs to move there.
pub(crate) fn temperatures(
    forms: &[Form],
    arena: &mut Arena,
) -> Result<Vec<(Dyadic, bool)>, PartizanError> {
    let mut temperatures = Vec::with_capacity(forms.len());
    for &form in forms {
        let is_number = arena.as_number(form).is_some();
        temperatures.push((arena.temperature(form)?, !is_number));
    }
    let hot = temperatures
        .iter()
        .filter(|(_, may_be_hottest)| *may_be_hottest);
    let largest = hot.map(|(temperature, _)| *temperature).max();
    for (temperature, is_hottest) in &mut temperatures {
        *is_hottest &= Some(*temperature) == largest;
    }
    Ok(temperatures)
}

/// The most positions of a game beside which a partizan value is worked out without being asked for.
pub(crate) const MOST_POSITIONS: u64 = 3_000;

/// The memory that such a value may take.
const MEMORY: u64 = 64 << 20;

/// A job for a value that nobody asked for.
pub(crate) fn cheap(options: &SolveOptions) -> Job {
    let memory = MEMORY.min(options.memory);
    options.clone().with_memory(memory).job()
}

impl Reply {
    /// The partizan value of the position asked about, where the players have different moves, all positions
    /// were solved, and they are few: then the value takes little beside them. `None` elsewhere, also where
    /// the position has no such value or one that takes too much memory.
    ///
    /// # Errors
    ///
    /// The table of values cannot be read; the caller cancelled.
    pub fn partizan_value(&self, options: &SolveOptions) -> Result<Option<String>, Error> {
        match self {
            Self::Positions {
                problem, solution, ..
            } => {
                let found = ValueOfOptions::of(problem, solution, options)?;
                Ok(found.map(|found| found.value))
            }
            _ => Ok(None),
        }
    }
}

/// A partizan value, and what it is made of.
pub(crate) struct ValueOfOptions {
    pub(crate) value: String,
    /// The values that Left can move to, and Right, each once, in the order of the rules.
    pub(crate) options: [Vec<String>; 2],
}

impl ValueOfOptions {
    /// Of the position asked about, where it is cheap beside solving the positions; see
    /// [`Reply::partizan_value`].
    pub(crate) fn of(
        problem: &Problem,
        solution: &Solution,
        options: &SolveOptions,
    ) -> Result<Option<Self>, Error> {
        // All positions are counted only where those that are kept are few.
        if problem.players().is_none()
            || refuse_other_ends(problem).is_err()
            || solution.packed().len() > MOST_POSITIONS
            || solution.counts()?.positions > MOST_POSITIONS
        {
            return Ok(None);
        }
        let job = cheap(options);
        let root = problem.bits(&problem.root());
        let found = for_rules!(
            &problem.game, AnyGame,
            game => Self::in_game(game, root, &job),
            else return Ok(None)
        );
        match found {
            Err(error) if options.cancel.is_cancelled() => Err(error),
            found => Ok(found.ok()),
        }
    }

    fn in_game<W: Word>(game: &RulesGame<W>, position: U256, job: &Job) -> Result<Self, Error> {
        let mut arena = Arena::new(job)?;
        let board = game.board(&W::narrow(position));
        let mut boards = WholeBoards(game);
        let mut values = PartizanValues::new(WholeBoards(game), job);
        let mut told = [Vec::new(), Vec::new()];
        for (told, player) in told.iter_mut().zip([Player::First, Player::Second]) {
            let mut turns = Vec::new();
            boards.options(&board, player, &mut turns)?;
            for turn in turns {
                let behind = values.value(turn, &mut arena)?;
                let text = arena.text(behind)?;
                if !told.contains(&text) {
                    told.push(text);
                }
            }
        }
        let value = values.value(vec![board], &mut arena)?;
        Ok(Self {
            value: arena.text(value)?,
            options: told,
        })
    }
}

/// Refuses a problem whose positions have no partizan values, as it is of misère play or can end otherwise
/// than by a player without a move.
pub(crate) fn refuse_other_ends(problem: &Problem) -> Result<(), Error> {
    let ends_stuck = problem
        .instance()
        .is_some_and(Instance::ends_only_when_stuck);
    if problem.play() != Play::Normal || !ends_stuck {
        return Err(NoValue::Result.into());
    }
    Ok(())
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
    with_parts(problem, positions, Valuing { arena, job })
}

/// The value of the position asked about in a variant of the rules.
///
/// # Errors
///
/// As of [`values`].
pub(crate) fn value_of_variant(
    problem: &Problem,
    variant: Variant,
    arena: &mut Arena,
    job: &Job,
) -> Result<Form, Error> {
    refuse_other_ends(problem)?;
    let root = problem.bits(&problem.root());
    for_rules!(
        &problem.game, AnyGame,
        game => of_varied(game, root, variant, arena, job),
        else Err(NoValue::Result.into())
    )
}

fn of_varied<W: Word>(
    game: &RulesGame<W>,
    root: U256,
    variant: Variant,
    arena: &mut Arena,
    job: &Job,
) -> Result<Form, Error> {
    let board = game.board(&W::narrow(root));
    let mut values = PartizanValues::new(VariedBoards(game, variant), job);
    Ok(values.value(vec![(board, false)], arena)?)
}

/// What is done with positions of a game, each of which falls into parts.
pub(crate) trait WithParts<'g> {
    /// What it finds.
    type Found;

    /// Does it, for positions by their parts.
    fn of_parts<G>(self, game: G, positions: Vec<Vec<G::Part>>) -> Result<Self::Found, NoValue>
    where
        G: InParts<Part: 'g, Key: 'g> + 'g,
        NoValue: From<G::Refusal>;
}

/// Works out the values of positions.
struct Valuing<'a> {
    arena: &'a mut Arena,
    job: &'a Job,
}

impl<'g> WithParts<'g> for Valuing<'_> {
    type Found = Vec<Form>;

    fn of_parts<G>(self, game: G, positions: Vec<Vec<G::Part>>) -> Result<Vec<Form>, NoValue>
    where
        G: InParts<Part: 'g, Key: 'g> + 'g,
        NoValue: From<G::Refusal>,
    {
        let mut values = PartizanValues::new(game, self.job);
        let found = positions
            .into_iter()
            .map(|parts| values.value(parts, self.arena));
        found.collect()
    }
}

/// Adds a game to a search, with these positions.
impl<'g> WithParts<'g> for &mut SumSearch<'g> {
    type Found = Vec<Vec<PlayedPart>>;

    fn of_parts<G>(self, game: G, positions: Vec<Vec<G::Part>>) -> Result<Self::Found, NoValue>
    where
        G: InParts<Part: 'g, Key: 'g> + 'g,
        NoValue: From<G::Refusal>,
    {
        self.add(game, positions)
    }
}

/// Does something with positions of a game by the parts that they fall into: sets of moves where moves only become
/// fewer, else what the rules separate, else whole boards.
///
/// # Errors
///
/// Play is misère, or can end otherwise than by a player without a move; and as what is done.
pub(crate) fn with_parts<'g, F: WithParts<'g>>(
    problem: &'g Problem,
    positions: &[Position],
    with: F,
) -> Result<F::Found, Error> {
    refuse_other_ends(problem)?;
    let bits: Vec<U256> = positions.iter().map(|of| problem.bits(of)).collect();
    for_rules!(
        &problem.game, AnyGame,
        game => in_game(game, &bits, with),
        else Err(NoValue::Result.into())
    )
}

fn in_game<'g, W: Word, F: WithParts<'g>>(
    game: &'g RulesGame<W>,
    positions: &[U256],
    with: F,
) -> Result<F::Found, Error> {
    if !is_impartial(game)
        && let Some(moves) = game.shrinking()
    {
        let takes = moves.takes().iter();
        let takes = takes.map(|taken| taken.iter().copied().collect()).collect();
        if let Some(game) = ShrinkingGame::new(takes) {
            let parts = ShrinkingParts::new(game, moves.of_first());
            let positions = positions.iter().map(|bits| moves.left(*bits).collect());
            let positions = positions.map(|left| parts.parts(left)).collect();
            return Ok(with.of_parts(parts, positions)?);
        }
    }
    let boards = positions.iter().map(|bits| game.board(&W::narrow(*bits)));
    if let Some(parts) = game.separation() {
        let positions = boards.map(|board| parts.of_board(board)).collect();
        return Ok(with.of_parts(parts, positions)?);
    }
    let positions = boards.map(|board| vec![board]).collect();
    Ok(with.of_parts(WholeBoards(game), positions)?)
}

fn is_impartial<W: Word>(game: &RulesGame<W>) -> bool {
    use zug_game::Game as _;
    game.is_impartial()
}

/// A move by its name, the position behind it and that position's value.
pub(crate) type ValuedMove = (String, Position, Form);

/// The value of the position asked about, and the moves of a player from there, each by its name with the value
/// behind it. The moves are `None` as of [`turns`].
pub(crate) fn value_and_moves(
    player: Player,
    problem: &Problem,
    arena: &mut Arena,
    job: &Job,
) -> Result<(Form, Option<Vec<ValuedMove>>), Error> {
    let turns = turns(player, problem);
    let behind = turns.iter().flatten().flatten();
    let behind = behind.map(|of| of.position);
    let positions: Vec<Position> = std::iter::once(problem.root()).chain(behind).collect();
    // That the position has no value is an error of its own, before that of rules that break.
    let forms = values(problem, &positions, arena, job)?;
    let moves = turns?.map(|turns| {
        let moves = turns.into_iter().zip(forms[1..].iter());
        moves
            .map(|(of, form)| (of.name, of.position, *form))
            .collect()
    });
    Ok((forms[0], moves))
}

/// The moves of a player from the position asked about; `None` if the other player is to move there, or if a move
/// keeps the turn, so that no single move is a turn.
///
/// # Errors
///
/// The rules break.
pub(crate) fn turns(player: Player, problem: &Problem) -> Result<Option<Vec<LegalMove>>, Error> {
    let root = problem.root();
    if problem.players().is_some() && problem.mover(&root) != player {
        return Ok(None);
    }
    let legal = problem.legal_moves(&root)?;
    let are_turns = legal.iter().all(|of| of.turn == Turn::Passes);
    Ok(are_turns.then_some(legal))
}
