//! What answers for a position: a table of all positions, a theorem, or a search.
//!
//! Unless the request asks for a table or for a search, the first of these that has an answer
//! gives it:
//!
//! 1. a table or the result of a search that the library kept;
//! 2. a theorem, if the positions are not known to fit into the memory;
//! 3. a search for at most a second, if the plan of the game begins with a search and no theorem
//!    speaks of the game;
//! 4. all positions, solved now; in a small memory and for a short time if they may not fit, and not
//!    at all if they may not fit and others wait;
//! 5. a search for the time that the request gives.

use std::sync::Arc;
use std::time::Duration;

use zug::{
    Assessment, CancelToken, Error, Position, Progress, Purpose, Searcher, SolveOptions, Theorem,
    TheoremPlan, Watch,
};

use crate::alarm::Alarm;
use crate::api::problem::Problem;
use crate::api::request::By;
use crate::at::At;
use crate::library::{Library, Table};
use crate::limits::{BEGINNING, FEW_STATES, PREPARING, TRYING, TRYING_IF_OTHERS_WAIT};
use crate::prepared::Prepared;
use crate::work::{Context, Lane};

/// The time for which a position is searched before all positions are solved. All positions would
/// answer the next click too, so that the two do not take turns: a search that ends at once answers.
const FIRST_SEARCH: Duration = Duration::from_secs(1);

/// What answers for a position.
#[derive(Debug)]
pub(crate) enum Found {
    /// Solved positions, this one among them.
    Table(Arc<Table>),
    /// A theorem, at this position.
    Theorem(Box<Theorem>),
    /// What a search proved.
    Search(Arc<Assessment>),
}

/// The lane for work that may have to solve a game.
pub(crate) fn lane(game: &Prepared) -> Lane {
    match game.game.states() {
        Some(states) if states <= FEW_STATES => Lane::Light,
        _ => Lane::Heavy,
    }
}

/// The lane for work on a position that needs all positions: they may be solved already.
pub(crate) fn lane_at(library: &Library, at: &At) -> Result<Lane, Problem> {
    let is_solved = library.table(&at.game, &at.position)?.is_some();
    Ok(if is_solved {
        Lane::Light
    } else {
        lane(&at.game)
    })
}

/// What is at hand for a position without any work, a search of this time included if there is
/// one; without a time whatever a search has proved will do.
pub(crate) fn at_hand(
    library: &Library,
    game: &Prepared,
    position: &Position,
    (by, time): (By, Option<Duration>),
) -> Result<Option<Found>, Problem> {
    if by != By::Search
        && let Some(table) = library.table(game, position)?
    {
        return Ok(Some(Found::Table(table)));
    }
    if by == By::Table {
        return Ok(None);
    }
    let assessed = library.assessment(game, position, time);
    let assessed = assessed.filter(|assessed| by == By::Search || game.is_answered_by(assessed));
    Ok(assessed.map(Found::Search))
}

/// Finds what answers for a position, by work if need be.
pub(crate) fn find(
    library: &Library,
    game: &Arc<Prepared>,
    position: &Position,
    (by, time): (By, Duration),
    context: &Context,
) -> Result<Found, Problem> {
    if let Some(found) = at_hand(library, game, position, (by, Some(time)))? {
        return Ok(found);
    }
    if by != By::Search {
        let fits = library.planned(game).fits;
        if by == By::Any
            && !fits
            && let Some(theorem) = theorem(library, game, position, context)?
        {
            return Ok(Found::Theorem(Box::new(theorem)));
        }
        // A try to solve all positions takes longer than a search, and others wait for their answers.
        let may_try = by == By::Table || fits || !context.others_wait();
        if may_try && by == By::Any && is_searched_first(library, game, context)? {
            let assessed = assess(library, game, position, time.min(FIRST_SEARCH), context)?;
            if assessed.complete {
                return Ok(Found::Search(assessed));
            }
        }
        if may_try && let Some(table) = table(library, game, position, by, context)? {
            return Ok(Found::Table(table));
        }
    }
    let assessed = assess(library, game, position, time, context)?;
    Ok(Found::Search(assessed))
}

/// Whether the position is searched for a moment before all positions are solved. Where a theorem
/// speaks of the game it is not: the answer has the reason from the theorem and the number of moves
/// from the positions.
fn is_searched_first(
    library: &Library,
    game: &Prepared,
    context: &Context,
) -> Result<bool, Problem> {
    if game.is_too_large() || !library.planned(game).is_searched_first {
        return Ok(false);
    }
    if let Some(has_theorem) = game.has_theorem.get() {
        return Ok(!has_theorem);
    }
    let has_theorem = TheoremPlan::of(&game.request, &options(library, context))?.is_some();
    Ok(!game.has_theorem.get_or_init(|| has_theorem))
}

/// Searches a position for a time, and keeps what is proved.
fn assess(
    library: &Library,
    game: &Arc<Prepared>,
    position: &Position,
    time: Duration,
    context: &Context,
) -> Result<Arc<Assessment>, Problem> {
    let at = *position;
    let assessed = search(library, game, position, time, context, move |search| {
        search.assess(&at, Purpose::AllMoves)
    })?;
    let assessed = Arc::new(assessed);
    library.keep_assessment(game, position, time, assessed.clone());
    Ok(assessed)
}

/// The solved positions of a game that have this one among them, solved if need be; `None` if they
/// are too many and something else may answer.
pub(crate) fn table(
    library: &Library,
    game: &Prepared,
    position: &Position,
    by: By,
    context: &Context,
) -> Result<Option<Arc<Table>>, Problem> {
    if let Some(table) = library.table(game, position)? {
        return Ok(Some(table));
    }
    if by != By::Table && game.is_too_large() {
        return Ok(None);
    }
    // The memory of a search is wanted now.
    library.search.let_go();
    let is_try = by != By::Table && !library.planned(game).fits;
    let memory = if is_try {
        library.limits().trying()
    } else {
        library.limits().solving()
    };
    // A try that takes long ends, and the job goes on.
    let part = context.cancel().of_part();
    let is_short = context.others_wait();
    let time = if is_short {
        TRYING_IF_OTHERS_WAIT
    } else {
        TRYING
    };
    let alarms = is_try.then(|| {
        let begins = context.clone();
        let is_late = move || begins.is_at_the_beginning();
        [
            Alarm::set_if(part.clone(), BEGINNING, is_late),
            Alarm::set(part.clone(), time),
        ]
    });
    let is_over = || alarms.iter().flatten().any(Alarm::rang);
    let options = context.options(library.options(memory)).with_cancel(part);
    match game.game.solve(&options) {
        Ok(solved) if solved.value(position)?.is_some() => {
            return Ok(Some(library.keep(game, solved)?));
        }
        // Play does not reach the position from the start.
        Ok(_) => {}
        Err(error) if is_too_large(&error) => {
            let _ = game.how_large.set(error.to_string());
            library.turned_out_too_large(game);
        }
        Err(_) if is_over() && !context.cancel().is_cancelled() => {
            // A short try says nothing of what a longer one finds.
            if is_short {
                return Ok(None);
            }
            library.turned_out_too_large(game);
        }
        Err(error) => return Err(error.into()),
    }
    if by != By::Table && game.is_too_large() {
        return Ok(None);
    }
    // From the position itself there may be fewer.
    match game.game.clone().at(*position).solve(&options) {
        Ok(solved) => Ok(Some(library.keep(game, solved)?)),
        Err(error) if by != By::Table && is_too_large(&error) => Ok(None),
        Err(_) if is_over() && !context.cancel().is_cancelled() => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// The theorem that speaks of a position, if there is one.
pub(crate) fn theorem(
    library: &Library,
    game: &Prepared,
    position: &Position,
    context: &Context,
) -> Result<Option<Theorem>, Problem> {
    let request = game.request.clone().at(game.game.print(position));
    let options = context.options(library.options(library.limits().trying()));
    let applied = TheoremPlan::of(&request, &options)
        .and_then(|plan| plan.map(|plan| plan.apply(&options)).transpose());
    match applied {
        Ok(theorem) => Ok(theorem.flatten()),
        Err(error) if is_too_large(&error) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Searches for a time.
///
/// The search is that of the last click where it is of the same game, with all that it knows.
pub(crate) fn search<T: Send + 'static>(
    library: &Library,
    game: &Arc<Prepared>,
    position: &Position,
    time: Duration,
    context: &Context,
    work: impl Fn(&mut Searcher<'_>) -> Result<T, Error> + Clone + Send + 'static,
) -> Result<T, Problem> {
    let _drawing = game.draws_for(time + PREPARING);
    let mut alarm = None;
    let kept = library.search.ask(
        game,
        || library.options(library.limits().searching()),
        context,
        |token| alarm = Some(Alarm::set(token, time)),
        work.clone(),
    );
    drop(alarm);
    if context.cancel().is_cancelled() {
        return Err(Problem::cancelled());
    }
    if let Some(found) = kept {
        return Ok(found?);
    }
    search_once(library, game, position, time, context, work)
}

/// Searches for a time from a position, with a search that is not kept.
pub(crate) fn search_once<T>(
    library: &Library,
    game: &Prepared,
    position: &Position,
    time: Duration,
    context: &Context,
    work: impl FnOnce(&mut Searcher<'_>) -> Result<T, Error>,
) -> Result<T, Problem> {
    let token = CancelToken::default();
    let options = library
        .options(library.limits().searching())
        .with_cancel(token.clone())
        .with_watch(Arc::new(Forwarding {
            to: context.clone(),
            token: token.clone(),
        }));
    let _alarm = Alarm::set(token, time);
    let problem = game.game.clone().at(*position);
    let found = problem.with_search(&options, work);
    if context.cancel().is_cancelled() {
        return Err(Problem::cancelled());
    }
    Ok(found?)
}

/// Options for other work of a job.
pub(crate) fn options(library: &Library, context: &Context) -> SolveOptions {
    context.options(library.options(library.limits().solving()))
}

/// Tells a job how far its search is, and stops the search when the job is cancelled.
struct Forwarding {
    to: Context,
    token: CancelToken,
}

impl Watch for Forwarding {
    fn progress(&self, progress: &Progress) {
        self.to.progress(progress);
        if self.to.cancel().is_cancelled() {
            self.token.cancel();
        }
    }
}

/// Whether positions are given up because the memory for them does not suffice.
fn is_too_large(error: &Error) -> bool {
    match error {
        Error::PreparationTooLarge | Error::NoRoomForRules { .. } | Error::NoRoom { .. } => true,
        Error::Solve(error) => error.is_too_large(),
        _ => false,
    }
}
