//! `zug play GAME`: a game against the perfect opponent.

use std::io;

use anyhow::{Result, anyhow};
use zug::Scope;

use crate::arguments::PlayArguments;
use crate::session::{Session, seats};
use crate::{output, question};

pub(crate) fn run(arguments: &PlayArguments) -> Result<()> {
    let problem = question::problem(&arguments.game, Scope::Reachable, &arguments.solver)?;
    let seats = seats(&arguments.side, &problem).map_err(|message| anyhow!(message))?;
    let solution = question::solve(&problem, &arguments.solver)?;
    let (input, output) = (io::stdin().lock(), output::answers());
    Session::new(&problem, &solution, seats, input, output).play()?;
    Ok(())
}
