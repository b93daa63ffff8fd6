//! `zug tree GAME`: the game tree with its minimax values.

use std::io::Write;

use anyhow::Result;
use zug::report::TreeReport;
use zug::{Problem, Scope, Tree, TreeLimits};

use crate::arguments::{TreeArguments, TreeFormat};
use crate::{draw, json, output, question, stored};

pub(crate) fn run(arguments: &TreeArguments) -> Result<()> {
    let request = question::request(&arguments.game, Scope::Reachable)?;
    let problem = Problem::prepare(&request, &question::options(&arguments.solver))?;
    let solved = question::solve(&request, problem, &arguments.solver, &arguments.store);
    let solved = question::advised(&request, &arguments.solver, solved)?;
    let (problem, solution) = (&solved.problem, &solved.solution);
    question::tell_of_play(&arguments.game, problem.decides_stuck());
    let limits = TreeLimits::default().with_depth(arguments.depth);
    let tree = Tree::new(problem, solution, &limits)?;
    let drawing = match arguments.format {
        _ if arguments.json => {
            json::write(&mut output::answers(), &TreeReport::of(problem, &tree))?;
            return stored::told(solved.unwritten);
        }
        TreeFormat::Text => draw::text::tree(&tree),
        TreeFormat::Svg => draw::svg::tree(&tree),
        TreeFormat::Dot => draw::dot::tree(&tree),
    };
    output::answers().write_all(drawing.as_bytes())?;
    stored::told(solved.unwritten)
}
