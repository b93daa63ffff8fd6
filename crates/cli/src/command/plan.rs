//! `zug plan GAME`: what would be done, and why; sizes before any work.

use std::io::{self, Write};

use anyhow::Result;
use bytesize::ByteSize;
use zug::{Plan, Problem, Retracting, Running, Scope, Theorem, Unmoves, Way};

use crate::arguments::PlanArguments;
use crate::{output, question};

pub(crate) fn run(arguments: &PlanArguments) -> Result<()> {
    let scope = if arguments.all {
        Scope::Everywhere
    } else {
        Scope::Reachable
    };
    let request = question::request(&arguments.game, scope)?;
    let options = question::options(&arguments.solver);
    let mut out = output::answers();
    let mut line = |label: &str, text: String| writeln!(out, "{label:<12}{text}");
    let theorem = Theorem::planned(&request, &options)?;
    if let Some(theorem) = theorem.as_ref().filter(|theorem| !theorem.with_positions) {
        head(&mut line, &theorem.game, &theorem.parameters)?;
        line(
            "method",
            format!("the theorem alone: {} ({})", theorem.name, theorem.source),
        )?;
        return Ok(());
    }
    let problem = Problem::prepare(&request, &options)?;
    let plan = problem.plan(&options)?;
    let bytes = |bytes: u64| ByteSize::b(bytes).display().iec().to_string();
    head(&mut line, problem.name(), &problem.parameters())?;
    line("position", problem.print(&problem.root()))?;
    if let Some(theorem) = &theorem {
        line("theorem", format!("{} ({})", theorem.name, theorem.source))?;
        line(
            "",
            "- it answers; the positions are solved too if they are few, for the number of moves"
                .to_owned(),
        )?;
    }
    line("method", plan.method.to_owned())?;
    if theorem.is_none() && !arguments.all && options.way != Way::Positions {
        line("", "- no theorem is known for these rules".to_owned())?;
    }
    for why in &plan.why {
        line("", format!("- {why}"))?;
    }
    line(
        "states",
        format!(
            "{} ({:.1} bits by mixed radix; {} bits in fields, kept in {})",
            plan.index_size,
            (plan.index_size as f64).log2(),
            plan.position_bits,
            if plan.key_bytes == 8 { "u64" } else { "u128" },
        ),
    )?;
    let moves: Vec<String> = plan.ground_moves.iter().map(usize::to_string).collect();
    let whose = if moves.len() > 1 {
        " for the one and the other player"
    } else {
        ""
    };
    line(
        "moves",
        format!("{} with their choices made{whose}", moves.join(" and ")),
    )?;
    if plan.constant_steps > 0 {
        let all = plan.ground_moves.iter().sum::<usize>();
        let of_all = if plan.constant_steps == all {
            "all of them".to_owned()
        } else {
            format!("{} of {all}", plan.constant_steps)
        };
        line(
            "",
            format!("{of_all} add the same number to the rank wherever they are legal"),
        )?;
    }
    line("un-moves", unmoves(&plan))?;
    line("runs", running(&plan.running))?;
    if plan.parts > 1 {
        line("sum", format!("{} parts", plan.parts))?;
    }
    if plan.symmetries_declared > 1 {
        line(
            "symmetry",
            format!(
                "{} of {} used",
                plan.symmetries_used, plan.symmetries_declared
            ),
        )?;
    }
    let most = match plan.most_bytes {
        Some(most) => format!("at most {}", bytes(most)),
        None => "no bound below 2^31 positions".to_owned(),
    };
    line(
        "memory",
        format!(
            "{most}; at least {} a position; {} allowed{}",
            bytes(plan.least_bytes_a_position),
            bytes(plan.budget),
            if arguments.solver.memory.is_share_of_machine() {
                ", three quarters of what the machine has to give"
            } else {
                ""
            },
        ),
    )?;
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
        Running::Asked => "interpreted, as asked".to_owned(),
        Running::Refused(why) => format!("interpreted: {why}"),
    }
}

/// How many un-moves there are and whether they are used, or why there are none.
fn unmoves(plan: &Plan) -> String {
    let counts = match &plan.unmoves {
        Unmoves::Counted(counts) => {
            let counts: Vec<String> = counts.iter().map(usize::to_string).collect();
            counts.join(" and ")
        }
        Unmoves::Refused(refused) => return format!("none; {refused}"),
        Unmoves::NotWorkedOut => "not counted: there are too many for a plan".to_owned(),
    };
    let use_of_them = match plan.retracting {
        Retracting::Asked => "used, as asked",
        Retracting::WhenNeeded => "used if the moves do not fit into the memory",
        Retracting::NotNeeded => "not used: all moves fit into the memory",
        Retracting::NotByThisMethod => "not used: backward induction needs none",
        Retracting::Impossible => "not used",
    };
    format!("{counts}, {use_of_them}")
}

/// The game with its parameters.
fn head(
    line: &mut impl FnMut(&str, String) -> io::Result<()>,
    game: &str,
    parameters: &[(String, String)],
) -> io::Result<()> {
    line("game", game.to_owned())?;
    for (name, value) in parameters {
        line("", format!("{name} = {value}"))?;
    }
    Ok(())
}
