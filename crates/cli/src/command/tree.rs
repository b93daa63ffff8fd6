//! `zug tree GAME`: the game tree with its minimax values.

use std::io::Write;

use anyhow::{Result, bail};
use zug::report::TreeReport;
use zug::{Charge, Phase, Problem, Progress, Request, Scope, Stopped, Tree, TreeLimits};

use crate::arguments::{TreeArguments, TreeFormat};
use crate::clock::Clock;
use crate::draw::wave::{self, Wave};
use crate::{adviser, draw, json, output, question, stored};

/// The number of seconds that a search may take for all positions, if nothing is said.
const SECONDS: u64 = 30;

/// Why there is no graph where a search answers.
const NOT_SOLVED: &str = "--format graph draws solved positions: this game has too many to solve";

pub(crate) fn run(arguments: &TreeArguments) -> Result<()> {
    let as_graph = arguments.format == TreeFormat::Graph;
    if as_graph && arguments.depth.is_some() {
        bail!("--format graph draws all positions, and takes no --depth");
    }
    let request = question::request(&arguments.game, Scope::Reachable)?;
    let problem = Problem::prepare(&request, &question::options(&arguments.solver))?;
    let (solver, store) = (&arguments.solver, &arguments.store);
    let solved = if as_graph {
        question::solve(&request, problem.clone(), solver, store).map(Some)
    } else {
        question::solve_unless_searched(&request, &problem, solver, store, arguments.time)
    };
    let solved = question::advised(&request, &arguments.solver, solved)?;
    question::tell_of_problem(&arguments.game, &problem);
    let limits = TreeLimits::default().with_depth(arguments.depth);
    let Some(solved) = solved else {
        return write(
            arguments,
            &problem,
            &by_search(&request, &problem, arguments, &limits)?,
        );
    };
    if as_graph {
        let wave = Wave::new(&solved.problem, &solved.solution)?;
        let title = format!("{}: its positions", arguments.game.game);
        output::answers().write_all(wave::graph(&title, &wave).as_bytes())?;
        return stored::told(solved.unwritten);
    }
    let tree = Tree::new(&solved.problem, &solved.solution, &limits)?;
    write(arguments, &solved.problem, &tree)?;
    stored::told(solved.unwritten)
}

/// The tree with the values that a search proves within the time.
fn by_search(
    request: &Request,
    problem: &Problem,
    arguments: &TreeArguments,
    limits: &TreeLimits,
) -> Result<Tree> {
    let time = arguments.time.or_seconds(SECONDS);
    let (clock, options) = Clock::new(question::options(&arguments.solver))?;
    let leaves = question::leaves(request, &options, &arguments.store)?;
    problem.with_search_and_leaves(&options, leaves.as_ref(), |search| {
        let tree = clock.within(time, || Tree::searched(search, limits))??;
        if clock.is_stopped() {
            return Err(adviser::stopped(tree.root.known, &[], search.nodes()).into());
        }
        Ok(tree)
    })
}

/// The bytes that each node of a drawing takes, and each byte of its label, measured: an SVG is a
/// tree of elements before it is a text.
const SVG: [u64; 2] = [8 << 10, 128];
/// As [`SVG`], of a drawing that is made as a text at once.
const TEXT: [u64; 2] = [512, 8];

/// Takes the memory of the drawing out of what is allowed, before it is made.
fn charge(arguments: &TreeArguments, tree: &Tree) -> Result<Charge> {
    let [of_node, of_letter] = match arguments.format {
        TreeFormat::Svg => SVG,
        _ => TEXT,
    };
    let (mut nodes, mut letters) = (0, 0);
    let mut waiting = vec![&tree.root];
    while let Some(node) = waiting.pop() {
        nodes += 1;
        letters += node.label.len() as u64;
        waiting.extend(node.branches.iter().map(|branch| &branch.node));
    }
    let budget = question::options(&arguments.solver).job().budget;
    let charge = budget.charge(nodes * of_node + letters * of_letter);
    charge.map_err(|refusal| {
        let stopped = Stopped::out_of_memory(refusal, Progress::at(Phase::Storing, nodes));
        zug::Error::Solve(stopped.into()).into()
    })
}

fn write(arguments: &TreeArguments, problem: &Problem, tree: &Tree) -> Result<()> {
    if arguments.json {
        json::write(&mut output::answers(), &TreeReport::of(problem, tree))?;
        return Ok(());
    }
    let _drawing = charge(arguments, tree)?;
    let drawing = match arguments.format {
        TreeFormat::Text => draw::text::tree(tree),
        TreeFormat::Svg => draw::svg::tree(tree),
        TreeFormat::Dot => draw::dot::tree(tree),
        TreeFormat::Graph => bail!(NOT_SOLVED),
    };
    output::answers().write_all(drawing.as_bytes())?;
    Ok(())
}
