//! `zug plan GAME`: what would be done, and why; sizes before any work.

use std::io::{self, Write};

use anyhow::Result;
use zug::report::PlanReport;
use zug::report::plan::RetractingWord;
use zug::{
    Begins, Holding, Needs, NoTheorem, Plan, Reason, Running, Scope, Sizes, TablePlan, TheoremPlan,
    Unmoves,
};
use zug_keep::table;

use crate::arguments::PlanArguments;
use crate::command::solve::shortened;
use crate::{json, memory, output, question};

pub(crate) fn run(arguments: &PlanArguments) -> Result<()> {
    let scope = if arguments.all {
        Scope::Everywhere
    } else {
        Scope::Reachable
    };
    let request = question::request(&arguments.game, scope)?;
    let options = question::options(&arguments.solver);
    let options = arguments.pattern.with(options)?;
    let plan = Plan::of(&request, &options)?;
    question::tell_of_play(&arguments.game, plan.decides_stuck());
    question::warn(&request, &plan.warnings());
    let sizes = plan.sizes(&options)?;
    let mut out = output::answers();
    if arguments.json {
        json::write(&mut out, &PlanReport::of(&plan, sizes.as_ref()))?;
    } else {
        let is_share = arguments.solver.memory.is_share_of_machine();
        write(&mut out, &plan, sizes.as_ref(), is_share)?;
    }
    Ok(())
}

/// Writes what may answer in the place of a theorem.
fn write_otherwise(
    line: &mut impl FnMut(&str, String) -> io::Result<()>,
    theorem: &TheoremPlan,
) -> io::Result<()> {
    match theorem.otherwise() {
        Some(otherwise) => line("", format!("- {otherwise}")),
        None => Ok(()),
    }
}

fn write(
    out: &mut impl Write,
    plan: &Plan,
    sizes: Option<&Sizes>,
    is_share_of_machine: bool,
) -> io::Result<()> {
    let mut line = |label: &str, text: String| writeln!(out, "{label:<12}{text}");
    let (Some(positions), Some(sizes)) = (plan.positions(), sizes) else {
        if let Some(theorem) = plan.theorem() {
            head(&mut line, theorem.game(), &theorem.parameters())?;
            line(
                "method",
                format!(
                    "the theorem alone: {} ({})",
                    theorem.name(),
                    theorem.source()
                ),
            )?;
            write_otherwise(&mut line, theorem)?;
        }
        if let Plan::Search { problem, .. } = plan {
            head(&mut line, problem.name(), &problem.parameters())?;
            line("position", problem.print(&problem.root()))?;
            write_search(&mut line, plan)?;
        }
        return Ok(());
    };
    let (problem, table) = (&positions.problem, &positions.table);
    head(&mut line, problem.name(), &problem.parameters())?;
    line("position", problem.print(&problem.root()))?;
    if let Some(theorem) = plan.theorem() {
        line(
            "theorem",
            format!("{} ({})", theorem.name(), theorem.source()),
        )?;
        line(
            "",
            "- it answers; the positions are solved too if they are few, for the number of moves"
                .to_owned(),
        )?;
        write_otherwise(&mut line, theorem)?;
    }
    line("method", table.in_words())?;
    match plan.no_theorem() {
        Some(NoTheorem::Unanswering(theorem)) => line("", format!("- {theorem}"))?,
        Some(_) => line("", "- no theorem is known for these rules".to_owned())?,
        None => {}
    }
    for reason in table.reasons() {
        line("", format!("- {reason}"))?;
    }
    line("", restart(table).to_owned())?;
    write_search(&mut line, plan)?;
    if let Some(levels) = &table.levels {
        line("level", levels.clone())?;
    }
    write_sizes(&mut line, table, sizes)?;
    let most = match sizes.most_bytes {
        Some(most) => format!("at most {}", memory::told(most)),
        None => "no bound is known before the work".to_owned(),
    };
    let of_what = match plan.theorem() {
        None if is_share_of_machine => ", three quarters of what the machine has to give",
        Some(_) => " beside the theorem",
        None => "",
    };
    line(
        "memory",
        format!(
            "{most}; at least {} a position; {} allowed{of_what}",
            memory::told(sizes.least_bytes_a_position),
            memory::told(table.memory),
        ),
    )?;
    if table.holding() == Holding::Levels {
        let needs = Needs::beside(&table::room_of(None));
        line(
            "",
            format!(
                "with --scratch or --table: at least {} and {} B for each thousand positions, \
                 and {} B for each thousand on the disk",
                memory::told(needs.buffers),
                needs.memory_of_thousand,
                needs.stored_of_thousand,
            ),
        )?;
    }
    Ok(())
}

/// Writes how one position is searched, if it is or may be.
fn write_search(
    line: &mut impl FnMut(&str, String) -> io::Result<()>,
    plan: &Plan,
) -> io::Result<()> {
    let Some(search) = plan.search() else {
        return Ok(());
    };
    let is_first = matches!(plan, Plan::Search { .. });
    line(
        match plan.begins() {
            _ if is_first => "method",
            Some(Begins::AfterPositions(_)) => "in turns",
            _ => "or else",
        },
        search.in_words(),
    )?;
    for reason in plan.search_reasons() {
        line("", format!("- {reason}"))?;
    }
    if let Plan::Search { .. } = plan {
        line(
            "",
            "- with --save FILE what it knows is kept, and one that was stopped goes on from there"
                .to_owned(),
        )?;
    }
    if is_first && let Some(levels) = &search.levels {
        line("level", levels.clone())?;
    }
    Ok(())
}

/// What a run goes on from that was killed.
fn restart(table: &TablePlan) -> &'static str {
    match table.holding() {
        Holding::Levels => {
            "- with --table a run that was killed goes on from its last finished tier"
        }
        // Over an index there may be one tier alone.
        Holding::Numbers => {
            "- with --table a run that was killed goes on from its last finished tier, if the \
             positions have several"
        }
        _ if table.reasons().contains(&Reason::MovesGain) => {
            "- a run that was killed begins again: the solved positions are kept in memory alone"
        }
        _ => "- with --table a run that was killed goes on from its last checkpoint",
    }
}

fn write_sizes(
    line: &mut impl FnMut(&str, String) -> io::Result<()>,
    table: &TablePlan,
    sizes: &Sizes,
) -> io::Result<()> {
    let bits = sizes.position_bits;
    let word = match sizes.key_bytes {
        8 => "u64",
        16 => "u128",
        _ => "u256",
    };
    let states = match sizes.states {
        Some(states) => format!(
            "{states} ({:.1} bits by mixed radix; {bits} bits in fields, kept in {word})",
            (states as f64).log2(),
        ),
        None => format!("2^128 or more ({bits} bits in fields, kept in {word})"),
    };
    line("states", states)?;
    let moves: Vec<String> = sizes.ground_moves.iter().map(usize::to_string).collect();
    let whose = if moves.len() > 1 {
        " for the one and the other player"
    } else {
        ""
    };
    line(
        "moves",
        format!("{} with their choices made{whose}", moves.join(" and ")),
    )?;
    if sizes.constant_steps > 0 {
        let all = sizes.ground_moves.iter().sum::<usize>();
        let of_all = if sizes.constant_steps == all {
            "all of them".to_owned()
        } else {
            format!("{} of {all}", sizes.constant_steps)
        };
        line(
            "",
            format!("{of_all} add the same number to the rank wherever they are legal"),
        )?;
    }
    line("un-moves", unmoves(table, sizes))?;
    line("runs", running(&sizes.running))?;
    if sizes.parts > 1 {
        line("sum", format!("{} parts", sizes.parts))?;
    }
    if table.symmetries_declared > 1 {
        line(
            "symmetry",
            format!(
                "{} of {} used",
                table.symmetries_used, table.symmetries_declared
            ),
        )?;
    }
    Ok(())
}

fn running(running: &Running) -> String {
    match running {
        Running::Compiled {
            code_bytes,
            symmetries,
            ranks,
            time,
        } => {
            let of = [
                (true, "moves"),
                (*symmetries, "symmetries"),
                (*ranks, "ranks"),
            ];
            let of: Vec<&str> = of
                .into_iter()
                .filter_map(|(is_there, of)| is_there.then_some(of))
                .collect();
            format!(
                "as machine code ({}): {code_bytes} bytes, made in {:.1} ms",
                of.join(", "),
                time.as_secs_f64() * 1e3
            )
        }
        Running::ToBeCompiled => {
            "as machine code, unless that is too long: not worked out for a plan".to_owned()
        }
        Running::FewStates => "interpreted: there are too few states to compile for".to_owned(),
        Running::FewPositions => {
            "interpreted: play reaches too few positions to compile for".to_owned()
        }
        Running::Asked => "interpreted, as asked".to_owned(),
        Running::NotBuilt => "interpreted: this program was built without a compiler".to_owned(),
        Running::Refused(why) => format!("interpreted: {why}"),
        Running::Rust => "by the game's own code".to_owned(),
    }
}

/// The number of un-moves and whether they are used, or why there are none.
fn unmoves(table: &TablePlan, sizes: &Sizes) -> String {
    let counts = match &sizes.unmoves {
        Unmoves::Counted(counts) => {
            let counts: Vec<String> = counts.iter().map(usize::to_string).collect();
            counts.join(" and ")
        }
        Unmoves::Refused(refused) => return format!("none; {refused}"),
        Unmoves::NotWorkedOut => "not counted: there are too many for a plan".to_owned(),
        Unmoves::NotOffered => return "none: the game does not give predecessors".to_owned(),
    };
    let use_of_them = match RetractingWord::of(table, sizes) {
        RetractingWord::Asked => "used, as asked",
        RetractingWord::OverIndex => "used: over an index no moves are kept",
        RetractingWord::WhenNeeded => "used if the moves do not fit into the memory",
        RetractingWord::NotNeeded => "not used: all moves fit into the memory",
        RetractingWord::NotByThisMethod => "not used: backward induction needs none",
        _ => "not used",
    };
    format!("{counts}, {use_of_them}")
}

/// Writes the game with its parameters.
fn head(
    line: &mut impl FnMut(&str, String) -> io::Result<()>,
    game: &str,
    parameters: &[(String, String)],
) -> io::Result<()> {
    line("game", game.to_owned())?;
    for (name, value) in parameters {
        line("", format!("{name} = {}", shortened(value)))?;
    }
    Ok(())
}
