//! `zug tree GAME`: the game tree with its minimax values.

use anyhow::{Result, bail};
use indicatif::HumanCount;
use zug::report::TreeReport;
use zug::{
    Charge, Error, Merging, Phase, Problem, Progress, Request, Scope, Stopped, Tree, TreeLimits,
};
use zug_draw::flat;
use zug_draw::wave::{self, Wave};
use zug_keep::solved::Solved;

use crate::arguments::{MOST_NODES, TreeArguments, TreeFormat};
use crate::clock::Clock;
use crate::message::{Kind, tell};
use crate::{adviser, json, kept, question};

/// The number of seconds that a search may take for all positions, if nothing is said.
const SECONDS: u64 = 30;

/// Why there is no graph where a search answers.
const NOT_SOLVED: &str = "--format graph draws solved positions: this game has too many to solve";

/// The largest number of nodes, if nothing is said.
const NODES: usize = 20_000;

/// The largest number of nodes of a text for a person, where not all are drawn in any case.
const NODES_TO_READ: usize = 1_000;

/// The formats of a tree, by the endings of files.
const ENDINGS: [(&str, TreeFormat); 6] = [
    ("txt", TreeFormat::Text),
    ("svg", TreeFormat::Svg),
    ("dot", TreeFormat::Dot),
    ("gv", TreeFormat::Dot),
    ("json", TreeFormat::Json),
    // A picture of all positions is an SVG too.
    ("svg", TreeFormat::Graph),
];

pub(crate) fn run(arguments: &TreeArguments) -> Result<()> {
    let asked = arguments.json.then_some(TreeFormat::Json);
    let asked = asked.or(arguments.format);
    let format = arguments.to.format(asked, &ENDINGS, TreeFormat::Text)?;
    arguments.to.refuse_if_hopeless()?;
    let as_graph = format == TreeFormat::Graph;
    if as_graph && (arguments.depth.is_some() || arguments.merge) {
        bail!("--format graph draws all positions, each once, and takes no --depth or --merge");
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
    let merging = arguments.merge.then(|| Merging::of(&request, &problem));
    let merging = merging.transpose()?;
    let (limits, cut_at) = if as_graph {
        (TreeLimits::default(), None)
    } else {
        fitting(&problem, merging.as_ref(), arguments, format)?
    };
    let Some(solved) = solved else {
        let mut tree = by_search(&request, &problem, arguments, &limits, merging.as_ref())?;
        tree.cut_at = cut_at;
        return write(arguments, format, &problem, &tree);
    };
    let Solved {
        problem,
        solution,
        unwritten,
    } = solved;
    if as_graph {
        let wave = Wave::new(&problem, &solution).map_err(undrawn)?;
        let title = format!("{}: its positions", arguments.game.game);
        let drawing = wave::graph(&title, &wave);
        arguments
            .to
            .write(|out| Ok(out.write_all(drawing.as_bytes())?))?;
        return kept::told(unwritten);
    }
    let mut tree = match &merging {
        Some(merging) => Tree::merged(&problem, &solution, &limits, merging)?,
        None => Tree::new(&problem, &solution, &limits)?,
    };
    tree.cut_at = cut_at;
    write(arguments, format, &problem, &tree)?;
    kept::told(unwritten)
}

/// The error, as the rest of the command line knows it.
fn undrawn(error: zug_draw::Error) -> anyhow::Error {
    match error {
        zug_draw::Error::Zug(error) => error.into(),
        other => other.into(),
    }
}

/// The tree with the values that a search proves within the time.
fn by_search(
    request: &Request,
    problem: &Problem,
    arguments: &TreeArguments,
    limits: &TreeLimits,
    merging: Option<&Merging>,
) -> Result<Tree> {
    let time = arguments.time.or_seconds(SECONDS);
    let (clock, options) = Clock::new(question::options(&arguments.solver))?;
    let leaves = question::leaves(request, &options, &arguments.store)?;
    problem.with_search_and_leaves(&options, leaves.as_ref(), |search| {
        let tree = clock.within(time, || match merging {
            Some(merging) => Tree::searched_and_merged(search, limits, merging),
            None => Tree::searched(search, limits),
        })??;
        if clock.is_stopped() {
            return Err(adviser::stopped(tree.root.known, &[], search.nodes()).into());
        }
        Ok(tree)
    })
}

/// The limits of a tree that is not too large to be drawn: it has as many nodes as are allowed, and is
/// as wide as is allowed where it is drawn as a picture. Where that is not all that was asked for, a
/// note says so, and the depth at which the tree is cut is returned too.
fn fitting(
    problem: &Problem,
    merging: Option<&Merging>,
    arguments: &TreeArguments,
    format: TreeFormat,
) -> Result<(TreeLimits, Option<usize>)> {
    let nodes = arguments.nodes.map_or(Ok(NODES), usize::try_from)?;
    let limits = TreeLimits::default().with_nodes(nodes);
    let limits = limits.with_depth(arguments.depth);
    let outline = |limits: TreeLimits| Tree::outline(problem, &limits.cutting(), merging);
    let mut tree = outline(limits)?;
    let is_asked = arguments.nodes.is_some() || arguments.depth.is_some();
    let is_to_read = tree.cut_at.is_some() && format == TreeFormat::Text && !is_asked;
    if is_to_read {
        match outline(limits.with_nodes(NODES_TO_READ)) {
            Err(Error::TreeTooLarge { .. }) => {}
            fewer => tree = fewer?,
        }
    }
    let limits = limits.with_depth(tree.cut_at.or(arguments.depth));
    let merge = if arguments.merge {
        ""
    } else {
        ", --merge draws each position once"
    };
    let narrowed = if format == TreeFormat::Svg {
        narrowed(&tree, arguments.width, |depth| {
            outline(limits.with_depth(Some(depth)))
        })?
    } else {
        None
    };
    if let Some((depth, width)) = narrowed {
        let (moves, pixels) = (moves(depth), HumanCount(width));
        let told = format!(
            "the picture would be {pixels} pixels wide, and is cut after {moves}: --width {width} \
             allows that{merge}"
        );
        tell(Kind::Note, &told);
        return Ok((limits.with_depth(Some(depth)), Some(depth)));
    }
    if let Some(depth) = tree.cut_at {
        let more = if is_to_read {
            format!("--depth {} draws one more", depth + 1)
        } else {
            format!("--nodes N draws more (up to {MOST_NODES})")
        };
        let (moves, nodes) = (moves(depth), HumanCount(nodes as u64));
        let told = format!(
            "the tree has more than {nodes} nodes, and is cut after {moves}: {more}{merge}"
        );
        tell(Kind::Note, &told);
    }
    Ok((limits, tree.cut_at))
}

/// The depth at which a tree is so wide as is allowed, and the width of the whole; `None` if the whole
/// is. `less` makes the tree less deep.
fn narrowed(
    tree: &Tree,
    most: u32,
    mut less: impl FnMut(usize) -> Result<Tree, Error>,
) -> Result<Option<(usize, u64)>> {
    let pixels = |tree: &Tree| zug_draw::svg::width(tree).ceil() as u64;
    let whole = pixels(tree);
    if whole <= most.into() {
        return Ok(None);
    }
    let mut depth = flat::plies(tree).saturating_sub(1);
    let mut width = whole;
    while depth > 1 {
        depth -= 1;
        width = pixels(&less(depth)?);
        if width <= most.into() {
            return Ok(Some((depth, whole)));
        }
    }
    Err(TooWide { width, most }.into())
}

/// Even the first moves make a picture too wide.
#[derive(Debug, thiserror::Error)]
#[error(
    "the picture of the first moves alone is {width} pixels wide, and at most {most} are allowed: --width {width} draws it"
)]
struct TooWide {
    width: u64,
    most: u32,
}

fn moves(depth: usize) -> String {
    format!("{depth} {}", if depth == 1 { "move" } else { "moves" })
}

/// The bytes that each node of a drawing takes, and each byte of its label, measured: an SVG is a
/// tree of elements before it is a text.
const SVG: [u64; 2] = [8 << 10, 128];
/// As [`SVG`], of a drawing that is made as a text at once.
const TEXT: [u64; 2] = [512, 8];

/// Takes the memory of the drawing out of what is allowed, before it is made.
fn charge(arguments: &TreeArguments, format: TreeFormat, tree: &Tree) -> Result<Charge> {
    let [of_node, of_letter] = match format {
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

fn write(
    arguments: &TreeArguments,
    format: TreeFormat,
    problem: &Problem,
    tree: &Tree,
) -> Result<()> {
    let _drawing = charge(arguments, format, tree)?;
    let drawing = match format {
        TreeFormat::Text => zug_draw::text::tree(tree),
        TreeFormat::Svg => zug_draw::svg::tree(tree),
        TreeFormat::Dot => zug_draw::dot::tree(tree),
        TreeFormat::Graph => bail!(NOT_SOLVED),
        TreeFormat::Json => {
            let report = TreeReport::of(problem, tree);
            return arguments.to.write(|out| Ok(json::write(out, &report)?));
        }
    };
    arguments
        .to
        .write(|out| Ok(out.write_all(drawing.as_bytes())?))
}
