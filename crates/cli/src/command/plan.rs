//! `zug plan GAME`: what would be done, and why; sizes before any work.

use std::io::{self, Write};

use anyhow::Result;
use schemars::JsonSchema;
use serde::Serialize;
use zug::{
    Method, Moves, NoTheorem, Plan, PositionsPlan, Problem, Reason, Running, Scope, Sizes,
    SolveOptions, TablePlan, TheoremPlan, Unmoves,
};

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
    let plan = Plan::of(&request, &options)?;
    question::tell_of_play(&arguments.game, plan.decides_stuck());
    let told = Told::of(&plan, &options)?;
    let mut out = output::answers();
    if arguments.json {
        json::write(&mut out, &Report::new(&told))?;
    } else {
        let is_share = arguments.solver.memory.is_share_of_machine();
        write(&mut out, &told, is_share)?;
    }
    Ok(())
}

/// All that is told of a plan.
struct Told<'p> {
    theorem: Option<&'p TheoremPlan>,
    no_theorem: Option<&'p NoTheorem>,
    positions: Option<Positions<'p>>,
}

/// What is told of how the positions are solved.
struct Positions<'p> {
    problem: &'p Problem,
    table: &'p TablePlan,
    sizes: Sizes,
}

impl<'p> Told<'p> {
    fn of(plan: &'p Plan, options: &SolveOptions) -> Result<Self> {
        let (theorem, no_theorem, positions) = match plan {
            Plan::Theorem {
                theorem, positions, ..
            } => (Some(&**theorem), None, positions.as_ref()),
            Plan::Positions {
                positions,
                no_theorem,
            } => (None, no_theorem.as_ref(), Some(positions)),
            _ => (None, None, None),
        };
        let sized = |positions: &'p PositionsPlan| -> Result<Positions<'p>> {
            let PositionsPlan { problem, table } = positions;
            Ok(Positions {
                problem,
                table,
                sizes: problem.sizes(table, options)?,
            })
        };
        Ok(Self {
            theorem,
            no_theorem,
            positions: positions.map(sized).transpose()?,
        })
    }
}

fn write(out: &mut impl Write, told: &Told<'_>, is_share_of_machine: bool) -> io::Result<()> {
    let mut line = |label: &str, text: String| writeln!(out, "{label:<12}{text}");
    let Some(positions) = &told.positions else {
        if let Some(theorem) = told.theorem {
            head(&mut line, theorem.game(), &theorem.parameters())?;
            line(
                "method",
                format!(
                    "the theorem alone: {} ({})",
                    theorem.name(),
                    theorem.source()
                ),
            )?;
        }
        return Ok(());
    };
    let Positions {
        problem,
        table,
        sizes,
    } = positions;
    head(&mut line, problem.name(), &problem.parameters())?;
    line("position", problem.print(&problem.root()))?;
    if let Some(theorem) = told.theorem {
        line(
            "theorem",
            format!("{} ({})", theorem.name(), theorem.source()),
        )?;
        line(
            "",
            "- it answers; the positions are solved too if they are few, for the number of moves"
                .to_owned(),
        )?;
    }
    line("method", method(table).to_owned())?;
    match told.no_theorem {
        Some(NoTheorem::Unanswering(theorem)) => line("", format!("- {theorem}"))?,
        Some(_) => line("", "- no theorem is known for these rules".to_owned())?,
        None => {}
    }
    for reason in table.reasons() {
        line("", format!("- {}", why(reason)))?;
    }
    write_sizes(&mut line, table, sizes)?;
    let most = match sizes.most_bytes {
        Some(most) => format!("at most {}", memory::told(most)),
        None => "no bound below 2^31 positions".to_owned(),
    };
    let of_what = match told.theorem {
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
    )
}

fn write_sizes(
    line: &mut impl FnMut(&str, String) -> io::Result<()>,
    table: &TablePlan,
    sizes: &Sizes,
) -> io::Result<()> {
    let states = sizes.states.unwrap_or_default();
    line(
        "states",
        format!(
            "{states} ({:.1} bits by mixed radix; {} bits in fields, kept in {})",
            (states as f64).log2(),
            sizes.position_bits,
            if sizes.key_bytes == 8 { "u64" } else { "u128" },
        ),
    )?;
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

/// How the positions are found.
fn method(table: &TablePlan) -> &'static str {
    match table.scope {
        Scope::Everywhere => "all states of the perfect index",
        Scope::Reachable => "all positions from the one asked about, by discovery",
    }
}

/// A reason in words.
fn why(reason: Reason) -> &'static str {
    match reason {
        Reason::EveryStateAsked => "every state that the variables can express was asked for",
        Reason::PositionsDecide => {
            "values by backward induction if no play goes round in a circle, else by retrograde \
             analysis: the positions found decide"
        }
        Reason::MethodAsked(Method::Backward) => "values by backward induction, as asked",
        Reason::MethodAsked(Method::Retracting) => {
            "values by retrograde analysis with moves taken back, as asked"
        }
        Reason::MethodAsked(_) => "values by retrograde analysis, as asked",
        Reason::AllFit => "all states together fit into the memory allowed: it cannot run out",
        Reason::SampleDecides => {
            "not all states together would fit into the memory allowed; a sample of play decides \
             first whether those within reach can"
        }
        Reason::WorkDecides => {
            "not all states together would fit into the memory allowed; the positions are given \
             up if those within reach do not"
        }
        Reason::NumberDecides => {
            "not all states together are certain to fit into the memory allowed; those that \
             cannot are refused before any work"
        }
        Reason::SymmetriesKeepThePosition => {
            "symmetries that move the position asked about are not used, so that positions are \
             counted exactly"
        }
        _ => "for a reason that this version has no words for",
    }
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
        Running::Rust => "by the game's own code".to_owned(),
    }
}

/// How many un-moves there are and whether they are used, or why there are none.
fn unmoves(table: &TablePlan, sizes: &Sizes) -> String {
    let counts = match &sizes.unmoves {
        Unmoves::Counted(counts) => {
            let counts: Vec<String> = counts.iter().map(usize::to_string).collect();
            counts.join(" and ")
        }
        Unmoves::Refused(refused) => return format!("none; {refused}"),
        Unmoves::NotWorkedOut => "not counted: there are too many for a plan".to_owned(),
        Unmoves::NotOffered => return "none: the game tells no predecessors".to_owned(),
    };
    let use_of_them = match RetractingWord::of(table, sizes) {
        RetractingWord::Asked => "used, as asked",
        RetractingWord::WhenNeeded => "used if the moves do not fit into the memory",
        RetractingWord::NotNeeded => "not used: all moves fit into the memory",
        RetractingWord::NotByThisMethod => "not used: backward induction needs none",
        RetractingWord::Impossible => "not used",
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

impl RetractingWord {
    fn of(table: &TablePlan, sizes: &Sizes) -> Self {
        match (table.moves, table.method) {
            _ if matches!(sizes.unmoves, Unmoves::Refused(_)) => Self::Impossible,
            (Moves::TakenBack, _) => Self::Asked,
            (Moves::KeptWhileTheyFit, _) => Self::WhenNeeded,
            (_, Method::Backward) => Self::NotByThisMethod,
            _ => Self::NotNeeded,
        }
    }
}

impl Report {
    /// The report; a theorem, positions or both are there.
    fn new(told: &Told<'_>) -> Self {
        let head = match (&told.positions, told.theorem) {
            (Some(positions), _) => json::Head::of_problem(positions.problem),
            (None, Some(theorem)) => json::Head::of_planned(theorem),
            (None, None) => unreachable!("a plan is of a theorem or of positions"),
        };
        Self {
            head,
            theorem: told.theorem.map(TheoremReport::of_planned),
            positions: told.positions.as_ref().map(PositionsReport::new),
        }
    }
}

impl PositionsReport {
    fn new(positions: &Positions<'_>) -> Self {
        let Positions {
            problem,
            table,
            sizes,
        } = positions;
        Self {
            position: problem.print(&problem.root()),
            method: method(table),
            why: table
                .reasons()
                .into_iter()
                .map(|reason| why(reason).to_owned())
                .collect(),
            states: sizes.states.unwrap_or_default().to_string(),
            position_bits: sizes.position_bits,
            key_bytes: sizes.key_bytes,
            ground_moves: sizes.ground_moves.clone(),
            constant_steps: sizes.constant_steps,
            unmoves: match &sizes.unmoves {
                Unmoves::Counted(counts) => Some(counts.clone()),
                Unmoves::Refused(_) | Unmoves::NotWorkedOut | Unmoves::NotOffered => None,
            },
            retracting: RetractingWord::of(table, sizes),
            runs: match &sizes.running {
                Running::Compiled { .. } | Running::ToBeCompiled | Running::Rust => {
                    RunsWord::MachineCode
                }
                Running::FewStates | Running::Asked | Running::Refused(_) => RunsWord::Interpreted,
            },
            parts: sizes.parts,
            symmetries_declared: table.symmetries_declared,
            symmetries_used: table.symmetries_used,
            most_bytes: sizes.most_bytes,
            least_bytes_a_position: sizes.least_bytes_a_position,
            budget: table.memory,
        }
    }
}
