//! From arguments to a [`Problem`] and its solution.

use std::fs::File;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, bail};
use indicatif::HumanCount;
use zug::{
    AnswerBy, Diagnostic, Error, Expression, Named, NoTheorem, Plan, Play, Problem, Reason, Reply,
    Request, Scope, Smaller, Solution, SolveOptions, Stopped, TheoremPlan, smaller,
};
use zug_keep::solved::{self, Solved};
use zug_keep::table;

use crate::arguments::{
    GameArguments, MethodChoice, PlayChoice, SolverArguments, StoreArguments, TimeArguments,
};
use crate::clock::Clock;
use crate::heaps::HeapsError;
use crate::message::{self, Kind, tell, told_time};
use crate::terminal::ProgressLine;
use crate::{heaps, kept, signal, value_file};

/// The request that the arguments make. A note says whose turn it is in a position that does not say so.
///
/// From here on a signal ends the process with a line of its own, also while rules are prepared.
pub(crate) fn request(arguments: &GameArguments, scope: Scope) -> Result<Request> {
    // In this order: a signal between the two would cancel a token that nobody looks at.
    signal::work_is_done();
    signal::cancelling()?;
    let placed = placed(arguments, scope)?;
    tell_of_turn(&placed)?;
    after(placed, arguments)
}

/// The same request where it is one of many: without the note, and while work goes on that a signal
/// cancels.
pub(crate) fn one_of_many(arguments: &GameArguments, scope: Scope) -> Result<Request> {
    after(placed(arguments, scope)?, arguments)
}

/// The request about the position that the arguments name, before the moves of `--moves`.
fn placed(arguments: &GameArguments, scope: Scope) -> Result<Request> {
    let arguments = &settled(arguments)?;
    let mut request = with_settings(rules(&arguments.game)?, &arguments.settings)?;
    if let Some(choice) = arguments.play {
        request.settings.play = Some(play(choice));
    }
    if let Some(position) = &arguments.from {
        // `--from 3,5,6` is what stands behind the name of a game too.
        request = if position.contains(['=', '/']) || position.trim().is_empty() {
            request.at_written(position)?
        } else {
            request.about(position)?
        };
    }
    request.scope = scope;
    Ok(request.about_rest(&arguments.about)?)
}

/// The request after the moves of `--moves`.
fn after(mut request: Request, arguments: &GameArguments) -> Result<Request> {
    for moves in &arguments.moves {
        request = request.after(moves)?;
    }
    Ok(request)
}

/// Prints a note with the player to move in a position that was written without it, in a game whose players
/// differ.
fn tell_of_turn(request: &Request) -> Result<()> {
    let Some(written) = request.position.as_deref() else {
        return Ok(());
    };
    if written.contains("turn=") || written.contains("over=") {
        return Ok(());
    }
    let whole = request.clone().after("")?.position.unwrap_or_default();
    let turn = whole
        .split_whitespace()
        .find_map(|word| word.strip_prefix("turn="));
    if let Some(player) = turn {
        let text = format!("{player} moves, as at the start: the position does not say turn=…");
        tell(Kind::Note, &text);
    }
    Ok(())
}

/// The arguments with parameters as settings that stand behind the name of the game: `subtraction n=5`
/// is `subtraction --set n=5`, and `chomp 3x4` sets the first two parameters, which are numbers.
pub(crate) fn settled(arguments: &GameArguments) -> Result<GameArguments> {
    let mut settled = arguments.clone();
    if !arguments.about.is_empty() {
        let rules = rules(&arguments.game)?;
        let (settings, about) = rules.settings_among(&arguments.about);
        settled.settings.extend(settings);
        settled.about = about;
    }
    Ok(settled)
}

/// The convention of play that the choice names.
pub(crate) fn play(choice: PlayChoice) -> Play {
    match choice {
        PlayChoice::Normal => Play::Normal,
        PlayChoice::Misere => Play::Misere,
    }
}

/// The request with these parameters, whose values may stand in files.
pub(crate) fn with_settings(
    mut request: Request,
    settings: &[(String, String)],
) -> Result<Request> {
    for (name, written) in settings {
        let value = value_file::value(written, || request.texts(name))?;
        request = request.set(name, value);
    }
    Ok(request)
}

/// The largest number of bytes that is read of a rules file, which is far more than the
/// language takes. A device may have no end.
const LONGEST_FILE: u64 = 16 << 20;

/// As [`rules`], for a caller who knows no other errors than those of the library.
pub(crate) fn known_rules(game: &str) -> Result<Request, Error> {
    rules(game).map_err(|error| {
        let no_rules = |error: anyhow::Error| Error::NoRules {
            why: format!("{error:#}"),
        };
        error.downcast::<Error>().unwrap_or_else(no_rules)
    })
}

/// The rules: of a file if the name looks like a path, else of a game of the catalogue.
pub(crate) fn rules(game: &str) -> Result<Request> {
    let path = Path::new(game);
    let is_of_number = |c: char| c.is_ascii_digit() || " ,+".contains(c);
    if game.chars().all(is_of_number) && !path.exists() {
        return Err(RulesFileError::Numbers(game.to_owned()).into());
    }
    if let Some(error) = on_heaps(game) {
        return Err(error);
    }
    let is_path = path.extension().is_some() || game.contains(std::path::MAIN_SEPARATOR);
    if !is_path {
        if let Some((name, rest)) = game.split_once('(')
            && zug_catalogue::find(name.trim()).is_some()
        {
            let game = game.to_owned();
            let values = rest.split(')').next().unwrap_or_default();
            return Err(RulesFileError::Expression {
                asked: format!("{} {}", name.trim(), values.replace(' ', "")),
                game,
            }
            .into());
        }
        let known = Request::catalogue(game);
        if known.is_err() {
            let file = [game.to_owned(), format!("{game}.zug")];
            if let Some(file) = file.into_iter().find(|file| Path::new(file).is_file()) {
                let game = game.to_owned();
                return Err(RulesFileError::WithoutPath { game, file }.into());
            }
        }
        return Ok(known?);
    }
    if !path.exists()
        && let Ok(sum) = Expression::read(game)
        && let [first, _, ..] = &sum.parts[..]
    {
        return Err(RulesFileError::Expression {
            asked: first.game.clone(),
            game: game.to_owned(),
        }
        .into());
    }
    let unreadable = |source| RulesFileError::Unreadable {
        path: game.to_owned(),
        source,
    };
    let read = || {
        let mut bytes = Vec::new();
        let mut file = File::open(path)?.take(LONGEST_FILE);
        file.read_to_end(&mut bytes).map(|_| bytes)
    };
    let bytes = signal::ended_at_once(read).map_err(unreadable)?;
    if bytes.len() as u64 == LONGEST_FILE {
        return Err(RulesFileError::TooLong(game.to_owned()).into());
    }
    let source = String::from_utf8(bytes).map_err(|_| RulesFileError::NotText(game.to_owned()))?;
    Ok(Request::rules(source, game))
}

/// The heaps that the arguments name by the notation of their games, `0.77(5, 7) + {1,3,4}(9)` or `0.77 5 7`;
/// `None` where they name anything else.
///
/// # Errors
///
/// An option belongs to rules with positions.
pub(crate) fn heaps(arguments: &GameArguments) -> Result<Option<Expression>> {
    let GameArguments { game, about, .. } = arguments;
    if zug_catalogue::find(game).is_some() || Path::new(game).exists() {
        return Ok(None);
    }
    let text = if about.is_empty() {
        game.clone()
    } else {
        format!("{game}({})", about.join(", "))
    };
    let heaps = Expression::read(&text).ok();
    let heaps = heaps.filter(|heaps| heaps.parts.iter().all(Named::is_heaps));
    let other = [
        ("--set", !arguments.settings.is_empty()),
        ("--from", arguments.from.is_some()),
        ("--moves", !arguments.moves.is_empty()),
    ];
    if let (Some(_), Some((option, _))) = (&heaps, other.iter().find(|(_, is_there)| *is_there)) {
        bail!("{option} is for rules with positions, and `{text}` has its heaps in brackets");
    }
    Ok(heaps)
}

/// The error for a text that means a game on heaps, or is more like the name of one than
/// like any name of the catalogue; such a game has no rules file.
fn on_heaps(game: &str) -> Option<anyhow::Error> {
    let is_known = zug_catalogue::find(game).is_some();
    let is_file = Path::new(game).exists() || game.contains(std::path::MAIN_SEPARATOR);
    if is_known
        || is_file
        || Path::new(game).extension() == Some("zug".as_ref())
        || !heaps::is_meant(game)
    {
        return None;
    }
    Some(match heaps::game(game) {
        Ok(known) => RulesFileError::OnHeaps {
            game: game.to_owned(),
            what: match known.names().next() {
                Some(named) => format!("{} ({}): {}", named.title, named.notation, named.line),
                None => known.kind().to_string(),
            },
        }
        .into(),
        Err(error) => error,
    })
}

/// What to do instead, if the error is that a game cannot be had.
pub(crate) fn advice(error: &anyhow::Error) -> Option<String> {
    if let Some(RulesFileError::OnHeaps { game, .. }) = error.downcast_ref() {
        return Some(format!(
            "its heaps stand in brackets: `zug solve '{game}(5, 7)'` says who wins heaps of 5 and 7, and explain, \
             play and value take them too; `zug sequence '{game}' --terms 20` prints its nimbers, `zug quotient \
             '{game}'` what its heaps are worth under misère play, `zug games '{game}'` what it is"
        ));
    }
    if let Some(RulesFileError::Numbers(numbers)) = error.downcast_ref() {
        let piles = numbers.split([',', '+', ' ']);
        let piles: Vec<&str> = piles.filter(|pile| !pile.is_empty()).collect();
        let piles = piles.join(",");
        return Some(format!(
            "`zug solve nim {piles}` is Nim with these piles, `zug value '{numbers}'` a sum of heaps of Nim"
        ));
    }
    if let Some(RulesFileError::Expression { game, asked }) = error.downcast_ref() {
        return Some(format!(
            "`zug solve {asked}` asks about one game, `zug value '{game}'` what a sum of games is worth"
        ));
    }
    let error = error.downcast_ref::<HeapsError>()?;
    error.advice().map(str::to_owned)
}

/// Why there is no rules file to be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RulesFileError {
    #[error("cannot read {path}")]
    Unreadable { path: String, source: io::Error },
    #[error("{0} is too long for a rules file")]
    TooLong(String),
    #[error("{0} is not a rules file: it is not text in UTF-8")]
    NotText(String),
    #[error("`{game}` is an expression, and no name of a game")]
    Expression { game: String, asked: String },
    #[error("a game is missing before `{0}`")]
    Numbers(String),
    #[error("`{game}` is a game on heaps and has no rules file: {what}")]
    OnHeaps { game: String, what: String },
    #[error("there is no game `{game}` in the catalogue; for the file {file} write ./{file}")]
    WithoutPath { game: String, file: String },
}

/// Solves the positions of a problem, which the request poses, with a line of progress;
/// Ctrl-C stops it. If a folder is named, they are looked for there and else written.
pub(crate) fn solve(
    request: &Request,
    problem: Problem,
    arguments: &SolverArguments,
    store: &StoreArguments,
) -> Result<Solved> {
    let MethodChoice(method) = arguments.method;
    if !method.may_solve_positions() {
        let name = method.name;
        bail!("--method {name} is for solve, plan and explain: here the positions are needed");
    }
    stoppable(arguments, |options| match (&store.table, &store.scratch) {
        (Some(folder), _) => kept::solved(request, options, folder, store.every()),
        (None, Some(folder)) => {
            let solution = in_scratch(&problem, options, folder)?;
            Ok(Solved::written((problem, solution)))
        }
        (None, None) => {
            let solution = problem.solve(options)?;
            Ok(Solved::written((problem, solution)))
        }
    })
}

/// The solution of a problem, which keeps in the folder what does not fit into the memory.
fn in_scratch(problem: &Problem, options: &SolveOptions, folder: &Path) -> Result<Solution> {
    solved::in_scratch(problem, options, folder, &*kept::face()).map_err(kept::plain)
}

/// How long a plan may take where a search within a time can stand in for it, all positions are not
/// certain to fit into the memory, and nothing was said of a time or of a method.
const PATIENCE: Duration = Duration::from_secs(30);

/// Does what a plan says for this time at most. Returns `None`, with a note to the person, if
/// that does not suffice.
fn within<T>(
    patience: Duration,
    options: SolveOptions,
    work: impl FnOnce(&SolveOptions) -> Result<T>,
) -> Result<Option<T>> {
    let (clock, options) = Clock::new(options)?;
    match clock.within(patience, || work(&options))? {
        Err(error) if is_cancelled(&error) && !clock.is_stopped() => {
            let patience = told_time(patience);
            tell(
                Kind::Note,
                &format!(
                    "there was no answer within {patience}: positions are searched for a time now \
                     (--method positions solves all, however long it takes)"
                ),
            );
            Ok(None)
        }
        done => done.map(Some),
    }
}

/// As [`solve`], unless the positions are to be searched one by one: where that is asked for, and
/// where the plan answers by a search or not at all ([`answered_by`]). Returns `None` then.
pub(crate) fn solve_unless_searched(
    request: &Request,
    problem: &Problem,
    arguments: &SolverArguments,
    store: &StoreArguments,
    time: TimeArguments,
) -> Result<Option<Solved>> {
    let is_stored = store.table.is_some() || store.scratch.is_some();
    let options = options(arguments);
    if options.answer_by == AnswerBy::Search {
        refuse_scratch_of_search(store)?;
        return Ok(None);
    }
    if options.answer_by != AnswerBy::Any || is_stored {
        return solve(request, problem.clone(), arguments, store).map(Some);
    }
    let plan = Plan::of_problem(problem.clone(), &options);
    Ok(match answered_by(plan, options, time)? {
        Answer::Reply(
            Reply::Positions {
                problem, solution, ..
            },
            _,
        ) => Some(Solved::written((*problem, *solution))),
        _ => None,
    })
}

/// Does what a plan says. The position asked about is to be searched within a time instead where the
/// plan is a search, where a time is set and the positions are not certain to fit into the memory,
/// where they turn out not to fit, and where they might not fit and the plan takes long.
fn answered_by(plan: Plan, options: SolveOptions, time: TimeArguments) -> Result<Answer> {
    let (problem, fits) = match plan {
        Plan::Search { problem, .. } => return Ok(Answer::ToBeSearched(problem)),
        Plan::Positions {
            ref positions,
            in_turns: Some(_),
            ..
        } => (positions.problem.clone(), positions.table.fits),
        plan => {
            let run = |options: &SolveOptions| Ok(plan.run(options)?);
            return Ok(Answer::Reply(stoppable_with(options, run)?, None));
        }
    };
    if !fits && time.time.is_some() {
        return Ok(Answer::ToBeSearched(problem));
    }
    let run = |options: &SolveOptions| Ok(plan.run(options)?);
    let ran = if fits {
        stoppable_with(options, run).map(Some)
    } else {
        within(PATIENCE, options, run)
    };
    match ran {
        Ok(Some(reply)) => Ok(Answer::Reply(reply, None)),
        Ok(None) => Ok(Answer::ToBeSearched(problem)),
        Err(error) if is_too_large(&error) => Ok(Answer::ToBeSearched(problem)),
        Err(error) => Err(error),
    }
}

/// Whether the work was cancelled.
fn is_cancelled(error: &anyhow::Error) -> bool {
    Stopped::behind(error.as_ref()).is_some_and(Stopped::is_cancelled)
}

/// Whether the positions do not fit into the memory.
pub(crate) fn is_too_large(error: &anyhow::Error) -> bool {
    match error.downcast_ref::<Error>() {
        Some(Error::Solve(error)) => error.is_too_large(),
        _ => false,
    }
}

/// The leaves of a search: the positions of the table in the folder of `--table`, if it is named.
///
/// # Errors
///
/// There is no finished table of this game.
pub(crate) fn leaves(
    request: &Request,
    options: &SolveOptions,
    store: &StoreArguments,
) -> Result<Option<Solution>> {
    let folder = store.table.as_deref();
    let leaves = folder.map(|folder| table::leaves(request, options, folder));
    leaves.transpose().map_err(kept::plain)
}

/// Refuses a folder for what does not fit into the memory beside a search, which solves no
/// positions.
fn refuse_scratch_of_search(store: &StoreArguments) -> Result<()> {
    if store.scratch.is_some() {
        bail!("--method search solves no positions that a folder could keep");
    }
    Ok(())
}

/// Does work with a line of progress, until it is done or Ctrl-C stops it.
pub(crate) fn stoppable<T>(
    arguments: &SolverArguments,
    work: impl FnOnce(&SolveOptions) -> Result<T>,
) -> Result<T> {
    stoppable_with(options(arguments), work)
}

/// Does work by these options, with a line of progress, until it is done or Ctrl-C stops it.
pub(crate) fn stoppable_with<T>(
    options: SolveOptions,
    work: impl FnOnce(&SolveOptions) -> Result<T>,
) -> Result<T> {
    let cancel = signal::cancelling()?;
    signal::work_begins();
    let line = Arc::new(ProgressLine::new());
    let options = options.with_watch(line.clone()).with_cancel(cancel);
    let done = work(&options);
    line.finish();
    signal::work_is_done();
    done
}

/// Notes that `--play` changes nothing, where the rules themselves say how the game ends
/// for a player who is stuck.
pub(crate) fn tell_of_play(arguments: &GameArguments, decides_stuck: bool) {
    if let (Some(choice), true) = (arguments.play, decides_stuck) {
        let play = play(choice);
        tell(
            Kind::Note,
            &format!(
                "--play {play} changes nothing: these rules themselves say how the game ends for \
                 a player without a move"
            ),
        );
    }
}

/// Notes what of the question changes nothing: `--play` where the rules say how the game ends for a
/// player who is stuck, and declared symmetries that could not be proved.
pub(crate) fn tell_of_problem(arguments: &GameArguments, problem: &Problem) {
    tell_of_play(arguments, problem.decides_stuck());
    let left_out = problem.symmetries_left_out().len();
    if left_out > 0 {
        tell(
            Kind::Note,
            &Reason::SymmetriesNotProved(left_out).to_string(),
        );
    }
}

/// Draws warnings about the rules of a request. They change no answer and no exit code.
pub(crate) fn warn(request: &Request, warnings: &[Diagnostic]) {
    for warning in warnings {
        let (source, origin) = (&request.source, &request.origin);
        let drawn = warning.render_warning(source, origin, message::is_coloured());
        for line in drawn.lines() {
            message::show(&message::shortened(line, message::LONGEST_LINE));
        }
    }
}

/// [`tell_of_problem`] of what a reply is about.
pub(crate) fn tell_of_reply(arguments: &GameArguments, reply: &Reply) {
    match reply {
        Reply::Theorem(theorem) => tell_of_play(arguments, theorem.decides_stuck()),
        Reply::Positions { problem, .. } | Reply::Searched { problem, .. } => {
            tell_of_problem(arguments, problem);
        }
    }
}

/// The plan of a request. Where the theorem of the rules does not speak of the request, a note
/// says so first, because the positions may be far too many, or too large.
fn planned(request: &Request, options: &SolveOptions) -> Result<Plan> {
    let plan = Plan::of(request, options);
    let unanswering = match &plan {
        Ok(Plan::Positions {
            no_theorem: Some(NoTheorem::Unanswering(theorem)),
            ..
        }) => Some(*theorem),
        Ok(_) => None,
        Err(_) => TheoremPlan::unanswering(request, options).unwrap_or(None),
    };
    if let Some(theorem) = unanswering {
        tell(Kind::Note, &theorem.to_string());
    }
    Ok(plan?)
}

/// Answers a request as its plan says. What does not fit into the memory goes to the folder
/// `scratch`, if one is named.
fn answer(request: &Request, options: &SolveOptions, scratch: Option<&Path>) -> Result<Reply> {
    match (planned(request, options)?, scratch) {
        (Plan::Positions { positions, .. }, Some(folder)) => {
            let solution = in_scratch(&positions.problem, options, folder)?;
            Ok(Reply::Positions {
                problem: positions.problem,
                solution: Box::new(solution),
                theorem: None,
            })
        }
        (plan, _) => Ok(plan.run(options)?),
    }
}

/// An answer, or what has to be searched for one.
pub(crate) enum Answer {
    /// The reply; if the table was to be written and could not be, the error is beside it.
    Reply(Reply, Option<zug_tablebase::Error>),
    /// The position asked about is to be searched, as long as the person likes to wait.
    ToBeSearched(Box<Problem>),
}

/// As [`reply`], with a line of progress, unless the position asked about is to be searched within a
/// time: where a search is asked for, and where the plan has no answer ([`answered_by`]).
pub(crate) fn reply_unless_searched(
    request: &Request,
    options: SolveOptions,
    store: &StoreArguments,
    time: TimeArguments,
) -> Result<Answer> {
    let is_stored = store.table.is_some() || store.scratch.is_some();
    if options.answer_by == AnswerBy::Search {
        refuse_scratch_of_search(store)?;
    } else if is_stored {
        let replied = stoppable_with(options, |options| reply(request, options, store));
        let (reply, unwritten) = replied?;
        return Ok(Answer::Reply(reply, unwritten));
    }
    let plan = planned(request, &options)?;
    answered_by(plan, options, time)
}

/// Answers a request: from the table of solved positions in the folder that is named, else
/// as its plan says. If the table was to be written and could not be, the error is given
/// beside the answer.
pub(crate) fn reply(
    request: &Request,
    options: &SolveOptions,
    store: &StoreArguments,
) -> Result<(Reply, Option<zug_tablebase::Error>)> {
    if options.answer_by == AnswerBy::Search {
        refuse_scratch_of_search(store)?;
    }
    match &store.table {
        Some(folder) => Ok(kept::solved(request, options, folder, store.every())?.reply()),
        None => Ok((answer(request, options, store.scratch.as_deref())?, None)),
    }
}

/// The result. If the game is too large, its error advises parameters with which the game
/// fits.
pub(crate) fn advised<T>(
    request: &Request,
    arguments: &SolverArguments,
    result: Result<T>,
) -> Result<T> {
    result.map_err(|error| {
        let fits = is_too_large(&error).then(|| smaller(request, arguments.memory.bytes()));
        match (error.downcast::<Error>(), fits.flatten()) {
            (Ok(error), Some(fits)) => Advised { error, fits }.into(),
            (Ok(error), None) => error.into(),
            (Err(error), _) => error,
        }
    })
}

/// A game that is too large, and the parameters with which it fits.
#[derive(Debug, thiserror::Error)]
#[error("{error}")]
pub(crate) struct Advised {
    pub(crate) error: Error,
    fits: Smaller,
}

impl Advised {
    /// The parameters to try.
    pub(crate) fn advice(&self) -> String {
        let settings = self.fits.parameters.iter();
        let settings: Vec<String> = settings
            .map(|(name, value)| format!("--set {name}={value}"))
            .collect();
        let states = match u64::try_from(self.fits.states) {
            Ok(states) => HumanCount(states).to_string(),
            Err(_) => self.fits.states.to_string(),
        };
        format!(
            "it should fit with {}: at most {states} positions",
            settings.join(" ")
        )
    }
}

/// The options of the solver that the arguments say, without a line of progress.
pub(crate) fn options(arguments: &SolverArguments) -> SolveOptions {
    let options = arguments.memory.options();
    options
        .with_named_method(arguments.method.0)
        .with_threads(threads(arguments.threads))
        .with_native(!arguments.no_jit)
}

/// The largest number of threads for each core: more threads only get in each other's
/// way.
const A_CORE: usize = 4;

/// The number of threads that may work: as asked, within reason; or one for each core.
pub(crate) fn threads(asked: Option<NonZeroUsize>) -> NonZeroUsize {
    let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let most = cores.saturating_mul(NonZeroUsize::MIN.saturating_add(A_CORE - 1));
    asked.unwrap_or(cores).min(most)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]
mod tests {
    use super::*;

    #[test]
    fn positions_that_take_long_to_solve_are_given_up() {
        let solved_within = |name: &str, patience| {
            let request = Request::catalogue(name).unwrap();
            let problem = Problem::new(&request).unwrap();
            let options = SolveOptions::default().with_probe(false);
            let solve = |options: &SolveOptions| Ok(problem.solve(options)?);
            within(patience, options, solve).unwrap().is_some()
        };
        assert!(!solved_within("connect-four", Duration::from_millis(1)));
        // What stopped the work is no reason to stop the work after it.
        assert!(solved_within("tic-tac-toe", Duration::from_secs(3600)));
    }
}
