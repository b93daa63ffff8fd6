//! `zug plan GAME`: what would be done, and why; sizes before any work.

use std::io::{self, Write};

use anyhow::Result;
use bytesize::ByteSize;
use zug::Scope;

use crate::arguments::PlanArguments;
use crate::question;

pub(crate) fn run(arguments: &PlanArguments) -> Result<()> {
    let scope = if arguments.all {
        Scope::Everywhere
    } else {
        Scope::Reachable
    };
    let problem = question::problem(&arguments.game, scope)?;
    let plan = problem.plan(&question::options(&arguments.solver));
    let bytes = |bytes: u64| ByteSize::b(bytes).display().iec().to_string();

    let mut out = io::stdout().lock();
    let mut line = |label: &str, text: String| writeln!(out, "{label:<12}{text}");
    line("game", problem.name().to_owned())?;
    for (name, value) in problem.parameters() {
        line("", format!("{name} = {value}"))?;
    }
    line("position", problem.print(&problem.root()))?;
    line("method", plan.method.to_owned())?;
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
            "{most}; at least {} a position; {} allowed",
            bytes(plan.least_bytes_a_position),
            bytes(plan.budget)
        ),
    )?;
    Ok(())
}
