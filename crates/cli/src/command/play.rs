//! `zug play GAME`: a game against the perfect opponent.

use anyhow::{Result, anyhow};
use zug::{Problem, Scope};

use crate::arguments::PlayArguments;
use crate::session::{Session, seats};
use crate::{lines, output, question, stored};

pub(crate) fn run(arguments: &PlayArguments) -> Result<()> {
    let request = question::request(&arguments.game, Scope::Reachable)?;
    let problem = Problem::prepare(&request, &question::options(&arguments.solver))?;
    let seats = seats(&arguments.side, &problem).map_err(|message| anyhow!(message))?;
    question::tell_of_play(&arguments.game, problem.decides_stuck());
    let solved = question::solve(&request, problem, &arguments.solver, &arguments.store);
    let solved = question::advised(&request, &arguments.solver, solved)?;
    let mut lines = lines::of_stdin();
    Session::new(
        &solved.problem,
        &solved.solution,
        seats,
        lines.as_mut(),
        output::answers(),
    )
    .play()?;
    stored::told(solved.unwritten)
}
