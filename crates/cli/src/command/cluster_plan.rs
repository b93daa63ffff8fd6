//! `zug cluster plan`: what solving a game by units of work would take.

use std::io::Write;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use anyhow::Result;
use zug::report::cluster::{ClusterPlanReport, ClusterSizeReport};
use zug::report::{ProgramVersion, Version, parameters};
use zug::{Problem, Scope};
use zug_keep::estimate::{Asked, Estimate, Size, estimate};
use zug_keep::processor;

use crate::arguments::ClusterPlanArguments;
use crate::{json, kept, memory, output, question};

pub(crate) fn run(arguments: &ClusterPlanArguments) -> Result<()> {
    let request = question::request(&arguments.game, Scope::Reachable)?;
    let memory = arguments.memory;
    let options = memory.options().with_threads(NonZeroUsize::MIN);
    let asked = Asked {
        positions: arguments.positions,
        cores: arguments.cores,
        memory: memory.bytes(),
        disk_rate: arguments.disk_rate.map(|rate| rate.as_u64()),
    };
    let begin = Instant::now();
    // Other programs may take the processor meanwhile.
    let now = || processor::time().unwrap_or_else(|| begin.elapsed());
    let (problem, estimate) = question::stoppable_with(options, |options| {
        let problem = Problem::prepare(&request, options)?;
        let folder = &arguments.from_table;
        let estimate = estimate(&request, options, folder, asked, &now);
        Ok((problem, estimate.map_err(kept::plain)?))
    })?;
    let mut out = output::answers();
    if arguments.json {
        json::write(&mut out, &report(&problem, &estimate, asked))?;
        return Ok(());
    }
    write(&mut out, &problem, &estimate, asked)
}

/// Prints the figures of both boards side by side.
fn write(out: &mut impl Write, problem: &Problem, estimate: &Estimate, asked: Asked) -> Result<()> {
    let board = |parameters: &[(String, String)]| {
        let settings = parameters.iter();
        let settings = settings.map(|(name, value)| format!(" {name}={value}"));
        settings.collect::<String>()
    };
    let name = problem.name();
    let (small, large) = (board(&estimate.small), board(&problem.parameters()));
    writeln!(out, "measured on one core: {name}{small}")?;
    writeln!(out, "extrapolated from it: {name}{large}")?;
    writeln!(out)?;
    writeln!(out, "{:<28} {:>16} {:>16}", "", "measured", "extrapolated")?;
    for (what, figure) in FIGURES {
        let (one, two) = (figure(&estimate.measured), figure(&estimate.planned));
        writeln!(out, "{what:<28} {one:>16} {two:>16}")?;
    }
    writeln!(out)?;
    let reaching = 100.0 * estimate.reaching;
    writeln!(
        out,
        "positions are as given, tiers as the rules have them; a shard is reached by {reaching:.0} % of \
         the runs before it"
    )?;
    let bytes = memory::told(estimate.memory);
    writeln!(out, "memory of the largest unit: about {bytes}")?;
    if estimate.memory > asked.memory {
        let allowed = memory::told(asked.memory);
        writeln!(
            out,
            "with {allowed} for each unit the largest tier cannot be solved: shards of any size take more"
        )?;
    }
    if let Some(time) = estimate.disk_time {
        writeln!(out, "reading and writing: {}", hours(time))?;
    }
    let cores = match asked.cores {
        1 => "1 core".to_owned(),
        many => format!("{many} cores"),
    };
    writeln!(out, "on {cores}: {}", hours(estimate.time))?;
    Ok(())
}

/// A figure of the work on a game, in words.
type Figure = fn(&Size) -> String;

/// The figures that are printed, with what they are.
const FIGURES: [(&str, Figure); 15] = [
    ("positions", |size| size.positions.to_string()),
    ("positions kept", |size| size.kept.to_string()),
    ("tiers", |size| size.tiers.to_string()),
    ("largest tier, kept", |size| size.largest_tier.to_string()),
    ("positions of a shard, most", |size| {
        size.shard_positions.to_string()
    }),
    ("shards", |size| size.shards.to_string()),
    ("units", |size| size.units().to_string()),
    ("positions of runs", |size| size.run_positions.to_string()),
    ("keys and values", |size| {
        memory::told(size.bytes.keys + size.bytes.values)
    }),
    ("runs", |size| memory::told(size.bytes.runs)),
    ("answers", |size| memory::told(size.bytes.answers)),
    ("read", |size| memory::told(size.bytes.read())),
    ("written", |size| memory::told(size.bytes.written())),
    ("on the disk at a time, most", |size| {
        memory::told(size.bytes.at_rest)
    }),
    ("time of one core", |size| hours(size.core_time)),
];

/// A time in hours, or in seconds where it is short.
fn hours(time: Duration) -> String {
    match time.as_secs_f64() {
        short if short < 3600.0 => format!("{short:.1} s"),
        long => format!("{:.1} h", long / 3600.0),
    }
}

fn report(problem: &Problem, estimate: &Estimate, asked: Asked) -> ClusterPlanReport {
    ClusterPlanReport {
        version: Version::CURRENT,
        zug: ProgramVersion::CURRENT,
        game: problem.name().to_owned(),
        parameters: parameters(problem.parameters()),
        small: parameters(estimate.small.clone()),
        measured: size_report(&estimate.measured),
        planned: size_report(&estimate.planned),
        memory: estimate.memory,
        cores: asked.cores,
        disk_rate: asked.disk_rate,
        disk_seconds: estimate.disk_time.map(|time| time.as_secs_f64()),
        seconds: estimate.time.as_secs_f64(),
    }
}

fn size_report(size: &Size) -> ClusterSizeReport {
    ClusterSizeReport {
        positions: size.positions,
        kept: size.kept,
        tiers: size.tiers,
        largest_tier: size.largest_tier,
        shard_positions: size.shard_positions,
        shards: size.shards,
        units: size.units(),
        run_positions: size.run_positions,
        key_bytes: size.bytes.keys,
        value_bytes: size.bytes.values,
        run_bytes: size.bytes.runs,
        answer_bytes: size.bytes.answers,
        read_bytes: size.bytes.read(),
        written_bytes: size.bytes.written(),
        bytes_at_rest: size.bytes.at_rest,
        core_seconds: size.core_time.as_secs_f64(),
    }
}
