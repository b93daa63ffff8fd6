//! `zug play GAME`: a game against the perfect opponent, or against a search.

use anyhow::{Result, anyhow};
use zug::{PlayedSum, Problem, Request, Scope};

use crate::adviser::{Adviser, Searching, Solved};
use crate::arguments::PlayArguments;
use crate::clock::Clock;
use crate::message::{self, Kind};
use crate::played::{Board, Summed};
use crate::session::{Seats, Session, seats};
use crate::{kept, lines, output, question};

/// The number of seconds that a search may take for a move, if nothing is said.
const SECONDS_OF_MOVE: u64 = 5;

pub(crate) fn run(arguments: &PlayArguments) -> Result<()> {
    let options = question::options(&arguments.solver);
    if let Some(heaps) = question::heaps(&arguments.game)?
        && let play = arguments.game.play.map(question::play)
        && let Some(sum) = PlayedSum::of_heaps(&heaps, play, &options)?
    {
        return play_sum(&sum, arguments);
    }
    let request = question::request(&arguments.game, Scope::Reachable)?;
    if let Some(sum) = PlayedSum::of_left(&request, &options)? {
        return play_sum(&sum, arguments);
    }
    let problem = Problem::prepare(&request, &options)?;
    let seats = seats(&arguments.side, &problem).map_err(|message| anyhow!(message))?;
    question::tell_of_problem(&arguments.game, &problem);
    let solved = question::solve_unless_searched(
        &request,
        &problem,
        &arguments.solver,
        &arguments.store,
        arguments.time,
    );
    match question::advised(&request, &arguments.solver, solved)? {
        Some(solved) => {
            let root = solved.problem.root();
            if problem.has_scores() && solved.solution.score(&root)?.is_none() {
                tell_of_scores();
            }
            play(&solved.problem, &mut Solved(&solved.solution), seats)?;
            kept::told(solved.unwritten)
        }
        None => by_search(&request, &problem, seats, arguments),
    }
}

/// Plays by a search of each position, since not all of them are solved.
fn by_search(
    request: &Request,
    problem: &Problem,
    seats: Seats,
    arguments: &PlayArguments,
) -> Result<()> {
    let time = arguments.time.or_seconds(SECONDS_OF_MOVE);
    message::tell(
        Kind::Note,
        &format!(
            "not all positions are solved: each move is searched for {} at most (--time)",
            message::told_time(time)
        ),
    );
    let (clock, options) = Clock::new(question::options(&arguments.solver))?;
    let leaves = question::leaves(request, &options, &arguments.store)?;
    problem.with_search_and_leaves(&options, leaves.as_ref(), |search| {
        if problem.has_scores() && !search.tells_scores() {
            tell_of_scores();
        }
        let mut searching = Searching {
            search,
            clock: &clock,
            time,
        };
        play(problem, &mut searching, seats)
    })
}

/// Says that a game which ends with scores is not played for them.
fn tell_of_scores() {
    message::tell(
        Kind::Note,
        "scores are not known: Zug plays to win, by whatever score",
    );
}

/// Plays a sum of heaps, or of games that moves leave.
fn play_sum(sum: &PlayedSum, arguments: &PlayArguments) -> Result<()> {
    let seats = seats(&arguments.side, sum).map_err(|message| anyhow!(message))?;
    play(sum, &mut Summed(sum), seats)
}

fn play<B: Board>(
    board: &B,
    adviser: &mut dyn Adviser<Position = B::Position>,
    seats: Seats,
) -> Result<()> {
    let mut lines = lines::of_stdin();
    Session::new(board, adviser, seats, lines.as_mut(), output::answers()).play()?;
    Ok(())
}
