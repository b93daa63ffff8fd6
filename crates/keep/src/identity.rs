//! What a file is of: the game, its parameters, the position.

use zug::{Holding, Play, Problem, Request, Scope, SolveOptions};
use zug_solve::strong::tiers::units::Order;
use zug_tablebase::Identity;

use crate::error::Result;

/// More memory than any machine has.
const MOST_MEMORY: u64 = 1 << 60;

/// What the table of a request's problem is of. A table by number, which is solved by the options
/// `by_number`, has all positions; it has landmarks with their numbers, too.
pub(crate) fn of_table(
    request: &Request,
    problem: &Problem,
    by_number: Option<&SolveOptions>,
) -> Result<Identity> {
    let symmetries = match by_number {
        Some(options) => problem.plan(options).symmetries_used,
        None => problem.symmetries_used(),
    };
    Ok(Identity {
        scope: scope_word(problem.scope()).to_owned(),
        symmetries: symmetries as u64,
        landmarks: problem.landmarks_in_words(by_number)?,
        ..of_game(request, problem)
    })
}

/// What a table in tiers of a request's problem is of, whoever made it. It does not depend on the memory of whoever asks.
pub(crate) fn of_tiers(
    request: &Request,
    problem: &Problem,
    order: &Order,
    options: &SolveOptions,
) -> Result<Identity> {
    let by_number = options
        .clone()
        .with_holding(Holding::Numbers)
        .with_memory(MOST_MEMORY);
    let by_number = (!order.has_shards()).then_some(&by_number);
    of_table(request, problem, by_number)
}

/// What the file of a search about the position of a problem is of. The scope says what the file holds.
pub(crate) fn of_search(
    request: &Request,
    problem: &Problem,
    options: &SolveOptions,
    scope: &str,
) -> Result<Identity> {
    Ok(Identity {
        scope: scope.to_owned(),
        symmetries: problem.search_plan(options).symmetries as u64,
        landmarks: problem.landmarks_in_words(None)?,
        ..of_game(request, problem)
    })
}

fn of_game(request: &Request, problem: &Problem) -> Identity {
    Identity {
        game: problem.name().to_owned(),
        rules: request.source.clone(),
        parameters: problem.parameters(),
        play: problem.play().to_string(),
        position: problem.print(&problem.root()),
        scope: String::new(),
        symmetries: 1,
        draws_won: problem.are_draws_won(),
        landmarks: Vec::new(),
    }
}

/// The request that what is kept here answers. Messages name the origin.
pub(crate) fn request(of: &Identity, origin: impl Into<String>) -> Request {
    let mut request = Request::rules(&of.rules, origin).at(&of.position);
    request.settings.parameters.clone_from(&of.parameters);
    request.with_play(Some(play(of))).with_scope(scope(of))
}

/// The scope as tables have it.
fn scope_word(scope: Scope) -> &'static str {
    match scope {
        Scope::Everywhere => "all",
        _ => "reachable",
    }
}

/// The scope of a table.
pub(crate) fn scope(of: &Identity) -> Scope {
    if of.scope == scope_word(Scope::Everywhere) {
        Scope::Everywhere
    } else {
        Scope::Reachable
    }
}

/// The convention of play of a table or a proof.
pub fn play(of: &Identity) -> Play {
    if of.play == Play::Misere.to_string() {
        Play::Misere
    } else {
        Play::Normal
    }
}
