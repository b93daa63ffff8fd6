//! `zug play GAME`: a game against the perfect opponent.

use anyhow::{Result, anyhow};
use zug::{Problem, Scope};

use crate::arguments::PlayArguments;
use crate::session::{Session, seats};
use crate::{lines, output, question};

pub(crate) fn run(arguments: &PlayArguments) -> Result<()> {
    let request = question::request(&arguments.game, Scope::Reachable)?;
    let problem = Problem::prepare(&request, &question::options(&arguments.solver))?;
    let seats = seats(&arguments.side, &problem).map_err(|message| anyhow!(message))?;
    question::tell_of_play(&arguments.game, problem.decides_stuck());
    let solution = question::solve(&problem, &arguments.solver);
    let solution = question::advised(&request, &arguments.solver, solution)?;
    let mut lines = lines::of_stdin();
    Session::new(
        &problem,
        &solution,
        seats,
        lines.as_mut(),
        output::answers(),
    )
    .play()?;
    Ok(())
}
