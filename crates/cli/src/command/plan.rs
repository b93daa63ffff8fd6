//! `zug plan GAME`: what would be done, and why; sizes before any work.

use std::io::{self, Write};

use anyhow::Result;
use bytesize::ByteSize;
use zug::{Problem, Scope, Theorem, Way};

use crate::arguments::PlanArguments;
use crate::question;

pub(crate) fn run(arguments: &PlanArguments) -> Result<()> {
    let scope = if arguments.all {
        Scope::Everywhere
    } else {
        Scope::Reachable
    };
    let request = question::request(&arguments.game, scope)?;
    let options = question::options(&arguments.solver);
    let mut out = io::stdout().lock();
    let mut line = |label: &str, text: String| writeln!(out, "{label:<12}{text}");
    let head = |game: &str, parameters: Vec<(String, String)>| {
        let parameters = parameters
            .into_iter()
            .map(|(name, value)| format!("{name} = {value}"));
        std::iter::once(game.to_owned())
            .chain(parameters)
            .collect::<Vec<String>>()
    };
    let theorem = Theorem::planned(&request, &options)?;
    if let Some(theorem) = theorem.as_ref().filter(|theorem| !theorem.with_positions) {
        for (place, text) in head(&theorem.game, theorem.parameters.clone())
            .into_iter()
            .enumerate()
        {
            line(if place == 0 { "game" } else { "" }, text)?;
        }
        line(
            "method",
            format!("the theorem alone: {} ({})", theorem.name, theorem.source),
        )?;
        return Ok(());
    }
    let problem = Problem::new(&request)?;
    let plan = problem.plan(&options);
    let bytes = |bytes: u64| ByteSize::b(bytes).display().iec().to_string();
    for (place, text) in head(problem.name(), problem.parameters())
        .into_iter()
        .enumerate()
    {
        line(if place == 0 { "game" } else { "" }, text)?;
    }
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
