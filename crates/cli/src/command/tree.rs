//! `zug tree GAME`: the game tree with its minimax values.

use std::io::Write;

use anyhow::Result;
use zug::{Scope, Tree, TreeLimits};

use crate::arguments::{TreeArguments, TreeFormat};
use crate::{draw, output, question};

pub(crate) fn run(arguments: &TreeArguments) -> Result<()> {
    let problem = question::problem(&arguments.game, Scope::Reachable, &arguments.solver)?;
    let solution = question::solve(&problem, &arguments.solver)?;
    let limits = TreeLimits {
        depth: arguments.depth,
        ..TreeLimits::default()
    };
    let tree = Tree::new(&problem, &solution, &limits)?;
    let drawing = match arguments.format {
        TreeFormat::Text => draw::text::tree(&tree),
        TreeFormat::Svg => draw::svg::tree(&tree),
        TreeFormat::Dot => draw::dot::tree(&tree),
    };
    output::answers().write_all(drawing.as_bytes())?;
    Ok(())
}
