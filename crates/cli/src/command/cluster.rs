//! `zug cluster …`: positions solved by units of work, on any number of machines.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use anyhow::{Result, anyhow};
use indicatif::{HumanCount, HumanDuration};
use zug::report::cluster::{
    ClusterReadyReport, ClusterStageReport, ClusterStatusReport, ClusterUnitReport,
    ClusterUnitsReport, ClusterVerifyReport, ClusterWorkReport,
};
use zug::report::solve::CertificateReport;
use zug::report::{ProgramVersion, Version, parameters};
use zug::{Scope, SolveOptions};
use zug_keep::checks::{Check, Part};
use zug_keep::cluster::{self, Begun, State, Task, Work};
use zug_keep::demand::Demand;
use zug_keep::reached::Reached;

use crate::arguments::{
    ClusterArguments, ClusterBeginArguments, ClusterCommand, ClusterDoArguments,
    ClusterFolderArguments, ClusterVerifyArguments,
};
use crate::command::cluster_plan;
use crate::command::solve::write_head;
use crate::{json, kept, memory, output, question};

/// The kinds of units, in the order in which the units of a tier are done.
const STAGES: [&str; 5] = ["split", "keys", "expand", "values", "answer"];

/// The kinds of units that there are only where tiers are cut into shards.
const OF_SHARDS: [&str; 2] = ["split", "answer"];

pub(crate) fn run(arguments: &ClusterArguments) -> Result<()> {
    match &arguments.what {
        ClusterCommand::Begin(arguments) => begin(arguments),
        ClusterCommand::Units(arguments) => units(arguments),
        ClusterCommand::Do(arguments) => make(arguments),
        ClusterCommand::Status(arguments) => status(arguments),
        ClusterCommand::Plan(arguments) => cluster_plan::run(arguments),
        ClusterCommand::Verify(arguments) => verify(arguments),
    }
}

fn begin(arguments: &ClusterBeginArguments) -> Result<()> {
    let request = question::request(&arguments.game, Scope::Reachable);
    let request = request.map_err(|error| {
        let (first, second) = (arguments.folder.display().to_string(), &arguments.game.game);
        match zug_catalogue::find(&first) {
            Some(_) => {
                anyhow!("the folder stands before the game: `zug cluster begin {second} {first}`")
            }
            None => error,
        }
    })?;
    let (folder, shard) = (&arguments.folder, arguments.shard_positions);
    let (problem, begun) = question::stoppable_with(arguments.memory.options(), |options| {
        cluster::begin(&request, options, folder, shard).map_err(kept::plain)
    })?;
    question::tell_of_problem(&arguments.game, &problem);
    let mut out = output::answers();
    write_head(
        &mut out,
        problem.name(),
        problem.parameters(),
        Some(problem.print(&problem.root())),
    )?;
    writeln!(out)?;
    let has_shards = begun.units().order().has_shards();
    writeln!(
        out,
        "{}",
        in_shards(begun.tiers(), has_shards.then_some(shard))
    )?;
    Ok(())
}

fn units(arguments: &ClusterFolderArguments) -> Result<()> {
    let (folder, options) = (&arguments.folder, arguments.memory.options());
    let mut out = output::answers();
    if arguments.json {
        let ready = question::stoppable_with(options, |options| {
            of_ready(folder, options, |begun, state| {
                let demand = Demand::new(begun, state, options);
                let ready = |task: Task| ClusterReadyReport {
                    unit: task.to_string(),
                    reads: demand.reads(task),
                    memory: demand.memory(task),
                };
                state.tasks().into_iter().map(ready).collect()
            })
        })?;
        let report = ClusterUnitsReport {
            version: Version::CURRENT,
            done: ready.is_none(),
            units: ready.unwrap_or_default(),
        };
        json::write(&mut out, &report)?;
        return Ok(());
    }
    let ready = question::stoppable_with(options, |options| {
        of_ready(folder, options, |_, state| state.tasks())
    })?;
    for task in ready.into_iter().flatten() {
        writeln!(out, "{task}")?;
    }
    Ok(())
}

/// What is said of the units in a folder; `None` if all are done.
fn of_ready<T>(
    folder: &Path,
    options: &SolveOptions,
    say: impl FnOnce(&Begun, &State) -> T,
) -> Result<Option<T>> {
    let begun = match Work::open(folder, options).map_err(kept::plain)? {
        Work::Done(_) => return Ok(None),
        Work::Begun(begun) => begun,
    };
    let state = begun.state(options).map_err(kept::plain)?;
    Ok(Some(say(&begun, &state)))
}

fn make(arguments: &ClusterDoArguments) -> Result<()> {
    let tasks = arguments.units.iter().map(|unit| unit.parse());
    let tasks: Vec<Task> = tasks.collect::<Result<_, _>>()?;
    let options = arguments
        .memory
        .options()
        .with_threads(question::threads(arguments.threads));
    question::stoppable_with(options, |options| {
        match Work::open(&arguments.folder, options).map_err(kept::plain)? {
            Work::Done(_) => Ok(()),
            Work::Begun(begun) => begun.make(&tasks, options).map_err(kept::plain),
        }
    })
}

fn status(arguments: &ClusterFolderArguments) -> Result<()> {
    let folder = &arguments.folder;
    let report = question::stoppable_with(arguments.memory.options(), |options| {
        let work = Work::open(folder, options).map_err(kept::plain)?;
        let of = match &work {
            Work::Done(manifest) => &manifest.of,
            Work::Begun(begun) => begun.cluster().of(),
        };
        Ok(ClusterStatusReport {
            version: Version::CURRENT,
            game: of.game.clone(),
            parameters: parameters(of.parameters.clone()),
            done: matches!(work, Work::Done(_)),
            work: match &work {
                Work::Done(_) => None,
                Work::Begun(begun) => Some(self::work(begun, options)?),
            },
        })
    })?;
    let mut out = output::answers();
    if arguments.json {
        json::write(&mut out, &report)?;
        return Ok(());
    }
    let Some(work) = &report.work else {
        writeln!(out, "all is done: `zug table info` tells of the table")?;
        return Ok(());
    };
    writeln!(out, "{}", in_shards(work.tiers, work.shard_positions))?;
    for ClusterStageReport { stage, done, known } in &work.stages {
        writeln!(out, "{stage:<7} {done} of {known} units are done")?;
    }
    writeln!(
        out,
        "positions: {} found, {} with values",
        work.found, work.valued
    )?;
    write_rate(&mut out, work)?;
    let ready = match work.ready {
        1 => "1 unit".to_owned(),
        many => format!("{many} units"),
    };
    let bytes = memory::told(work.bytes);
    writeln!(out, "{ready} can be done now; {bytes} on the disk")?;
    Ok(())
}

/// The number of tiers, and the size of their shards if they are cut into shards.
fn in_shards(tiers: u32, shard_positions: Option<u64>) -> String {
    match (tiers, shard_positions) {
        (1, None) => "1 tier, which is one shard".to_owned(),
        (_, None) => format!("{tiers} tiers, each of which is one shard"),
        (1, Some(shard)) => format!("1 tier, in shards of about {shard} positions at most"),
        (_, Some(shard)) => format!("{tiers} tiers, in shards of about {shard} positions at most"),
    }
}

/// How fast the work is, if that is known, and how long it lasts.
fn write_rate(out: &mut impl Write, work: &ClusterWorkReport) -> Result<()> {
    let Some(rate) = work.rate else {
        return Ok(());
    };
    let rate = HumanCount(rate.round() as u64);
    match work.seconds_left {
        None => writeln!(out, "rate: {rate} positions are found a second")?,
        Some(left) => {
            let left = HumanDuration(Duration::from_secs_f64(left));
            writeln!(
                out,
                "rate: {rate} positions get values a second; all have them in about {left}"
            )?;
        }
    }
    Ok(())
}

fn verify(arguments: &ClusterVerifyArguments) -> Result<()> {
    let (folder, options) = (&arguments.folder, arguments.memory.options());
    let mut report = ClusterVerifyReport {
        version: Version::CURRENT,
        zug: ProgramVersion::CURRENT,
        units: None,
        shards: None,
        certificate: None,
        scores: false,
    };
    if arguments.list {
        let parts = question::stoppable_with(options, |options| {
            let check = Check::open(folder, options).map_err(kept::plain)?;
            check.parts().map_err(kept::plain)
        })?;
        let mut out = output::answers();
        if arguments.json {
            let units = parts.iter().map(Part::to_string);
            report.units = Some(units.map(|unit| ClusterUnitReport { unit }).collect());
            json::write(&mut out, &report)?;
            return Ok(());
        }
        for part in parts {
            writeln!(out, "{part}")?;
        }
        return Ok(());
    }
    let parts = arguments.units.iter().map(|part| part.parse());
    let parts: Vec<Part> = parts.collect::<Result<_, _>>()?;
    let verified = question::stoppable_with(options, |options| {
        let check = Check::open(folder, options).map_err(kept::plain)?;
        let check = check.with_sample(arguments.sample);
        if parts.is_empty() {
            return Ok(Some(check.verified(options).map_err(kept::plain)?));
        }
        check.make(&parts, options).map_err(kept::plain)?;
        Ok(None)
    })?;
    let Some(verified) = verified else {
        return Ok(());
    };
    let mut out = output::answers();
    if arguments.json {
        report.shards = Some(verified.shards);
        report.certificate = Some(CertificateReport::of_certificate(&verified.certificate));
        report.scores = verified.scores;
        json::write(&mut out, &report)?;
        return Ok(());
    }
    let shards = match verified.shards {
        1 => "1 shard".to_owned(),
        many => format!("{many} shards"),
    };
    let scores = if verified.scores {
        ", and their scores"
    } else {
        ""
    };
    writeln!(
        out,
        "verified in {shards}: {}{scores}",
        verified.certificate
    )?;
    Ok(())
}

/// How far the work is.
fn work(begun: &Begun, options: &SolveOptions) -> Result<ClusterWorkReport> {
    let state = begun.state(options).map_err(kept::plain)?;
    let has_shards = begun.units().order().has_shards();
    let stages = STAGES
        .into_iter()
        .filter(|stage| has_shards || !OF_SHARDS.contains(stage));
    let stages = stages.map(|stage| {
        let units = state.needs.stage(stage);
        ClusterStageReport {
            stage: stage.to_owned(),
            done: units.done,
            known: units.known,
        }
    });
    let reached = Reached::of(begun, &state, options).map_err(kept::plain)?;
    Ok(ClusterWorkReport {
        found: reached.found,
        valued: reached.valued,
        rate: reached.rate,
        seconds_left: reached.left.map(|left| left.as_secs_f64()),
        shard_positions: has_shards.then(|| begun.cluster().shard_positions()),
        tiers: begun.tiers(),
        ready: state.tasks().len() as u64,
        stages: stages.collect(),
        bytes: state.bytes,
    })
}
