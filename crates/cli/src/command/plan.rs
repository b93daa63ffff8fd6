//! `zug plan GAME`: what would be done, and why; sizes before any work.

use std::io::{self, Write};

use anyhow::Result;
use schemars::JsonSchema;
use serde::Serialize;
use zug::{Plan, Planned, Problem, Retracting, Running, Scope, Theorem, Unmoves, Way};

use crate::arguments::PlanArguments;
use crate::json::{self, TheoremReport};
use crate::{memory, output, question};

pub(crate) fn run(arguments: &PlanArguments) -> Result<()> {
    let scope = if arguments.all {
        Scope::Everywhere
    } else {
        Scope::Reachable
    };
    let request = question::request(&arguments.game, scope)?;
    let options = question::options(&arguments.solver);
    let theorem = Theorem::planned(&request, &options)?;
    if let Some(theorem) = &theorem {
        question::tell_of_play(&arguments.game, theorem.decides_stuck);
    }
    let positions_too = match &theorem {
        Some(theorem) => theorem.with_positions,
        None => true,
    };
    let problem = positions_too
        .then(|| Problem::prepare(&request, &options))
        .transpose()?;
    let plan = match &problem {
        Some(problem) => Some(problem.plan(&options)?),
        None => None,
    };
    let mut out = output::answers();
    if arguments.json {
        json::write(&mut out, &Report::new(theorem, problem.zip(plan)))?;
        return Ok(());
    }
    let mut line = |label: &str, text: String| writeln!(out, "{label:<12}{text}");
    let Some((problem, plan)) = problem.zip(plan) else {
        if let Some(theorem) = theorem {
            head(&mut line, &theorem.game, &theorem.parameters)?;
            line(
                "method",
                format!("the theorem alone: {} ({})", theorem.name, theorem.source),
            )?;
        }
        return Ok(());
    };
    if theorem.is_none() {
        question::tell_of_play(&arguments.game, problem.decides_stuck());
    }
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
        let why = match Theorem::unanswering(&request, &options)? {
            Some(theorem) => format!("- {theorem}"),
            None => "- no theorem is known for these rules".to_owned(),
        };
        line("", why)?;
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
        Some(most) => format!("at most {}", memory::told(most)),
        None => "no bound below 2^31 positions".to_owned(),
    };
    line(
        "memory",
        format!(
            "{most}; at least {} a position; {} allowed{}",
            memory::told(plan.least_bytes_a_position),
            memory::told(plan.budget),
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

/// What `--json` prints: what would be done for a question, and how large it can
/// be.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Report {
    #[serde(flatten)]
    head: json::Head,
    /// The theorem that would answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    theorem: Option<TheoremReport>,
    /// What would be done with the positions; absent where the theorem would
    /// answer alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<PositionsReport>,
}

/// What would be done with the positions.
#[derive(Serialize, JsonSchema)]
struct PositionsReport {
    /// The position asked about.
    position: String,
    /// How positions would be found, in words.
    method: &'static str,
    /// Why so, a line each.
    why: Vec<String>,
    /// The number of states that the variables can express, in decimal digits: it
    /// may be larger than a JSON number can tell.
    states: String,
    /// Bits of a position while one works on it.
    position_bits: u32,
    /// Bytes of a position as it is stored.
    key_bytes: usize,
    /// The number of moves with their choices made, for each player to move.
    ground_moves: Vec<usize>,
    /// How many of these moves add the same number to the rank wherever they are
    /// legal.
    constant_steps: usize,
    /// The number of un-moves for each player; absent where not all moves can be
    /// taken back, or where counting them would take longer than a plan should.
    #[serde(skip_serializing_if = "Option::is_none")]
    unmoves: Option<Vec<usize>>,
    /// Whether moves would be taken back.
    retracting: RetractingWord,
    /// How the rules would be run.
    runs: RunsWord,
    /// The number of parts that are played side by side.
    parts: usize,
    /// The number of symmetries that the rules declare, the identity included.
    symmetries_declared: usize,
    /// The number of symmetries that keep the position asked about.
    symmetries_used: usize,
    /// Bytes that the work cannot exceed, where there is a useful bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    most_bytes: Option<u64>,
    /// Bytes for each position found, at least.
    least_bytes_a_position: u64,
    /// Bytes that may be taken.
    budget: u64,
}

/// Whether moves would be taken back instead of being kept.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum RetractingWord {
    /// All of them, as asked.
    Asked,
    /// If the moves do not fit into the memory.
    WhenNeeded,
    /// All moves fit into the memory.
    NotNeeded,
    /// Backward induction needs none.
    NotByThisMethod,
    /// Not all moves can be taken back.
    Impossible,
}

/// How the rules would be run.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum RunsWord {
    /// As machine code.
    MachineCode,
    /// By the interpreter.
    Interpreted,
}

impl Report {
    /// The report; one of the two is there.
    fn new(theorem: Option<Planned>, positions: Option<(Problem, Plan)>) -> Self {
        let head = match (&theorem, &positions) {
            (_, Some((problem, _))) => json::Head::of_problem(problem),
            (Some(theorem), None) => json::Head::of_planned(theorem),
            (None, None) => unreachable!("a plan is of a theorem or of positions"),
        };
        Self {
            head,
            theorem: theorem.map(|theorem| TheoremReport {
                name: theorem.name,
                source: theorem.source.to_owned(),
            }),
            positions: positions.map(|(problem, plan)| PositionsReport::new(&problem, plan)),
        }
    }
}

impl PositionsReport {
    fn new(problem: &Problem, plan: Plan) -> Self {
        Self {
            position: problem.print(&problem.root()),
            method: plan.method,
            why: plan.why,
            states: plan.index_size.to_string(),
            position_bits: plan.position_bits,
            key_bytes: plan.key_bytes,
            ground_moves: plan.ground_moves,
            constant_steps: plan.constant_steps,
            unmoves: match plan.unmoves {
                Unmoves::Counted(counts) => Some(counts),
                Unmoves::Refused(_) | Unmoves::NotWorkedOut => None,
            },
            retracting: match plan.retracting {
                Retracting::Asked => RetractingWord::Asked,
                Retracting::WhenNeeded => RetractingWord::WhenNeeded,
                Retracting::NotNeeded => RetractingWord::NotNeeded,
                Retracting::NotByThisMethod => RetractingWord::NotByThisMethod,
                Retracting::Impossible => RetractingWord::Impossible,
            },
            runs: match plan.running {
                Running::Compiled { .. } | Running::ToBeCompiled => RunsWord::MachineCode,
                Running::FewStates | Running::Asked | Running::Refused(_) => RunsWord::Interpreted,
            },
            parts: plan.parts,
            symmetries_declared: plan.symmetries_declared,
            symmetries_used: plan.symmetries_used,
            most_bytes: plan.most_bytes,
            least_bytes_a_position: plan.least_bytes_a_position,
            budget: plan.budget,
        }
    }
}
