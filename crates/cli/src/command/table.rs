//! `zug table …`: tables of solved positions on disk.

use std::io::Write;
use std::path::Path;

use anyhow::{Result, bail};
use zug::report::solve::{CertificateReport, CountsReport};
use zug::report::table::{ScopeWord, ScoreRangeReport, TableFileReport};
use zug::report::{
    ProgramVersion, TableDigestReport, TableInfoReport, TableQueryReport, TableVerifyReport,
    Version, parameters,
};
use zug::{Extent, SolveOptions, When, points, verdict};
use zug_keep::table::{self, VerifiedTable};
use zug_keep::{export, whole_file};
use zug_solve::table::Counts;
use zug_tablebase::{FileEntry, Kind as StreamKind, Manifest, StoredTable, TierStore};

use crate::arguments::{
    ExportFormat, TableArguments, TableCommand, TableExportArguments, TableFolderArguments,
    TableQueryArguments, TableVerifyArguments,
};
use crate::command::solve::{
    number, positions_told, told_moves, write_endless, write_head, write_moves, write_nimber,
};
use crate::{json, kept, memory, output, question};

pub(crate) fn run(arguments: &TableArguments) -> Result<()> {
    match &arguments.what {
        TableCommand::Info(arguments) => info(arguments),
        TableCommand::Query(arguments) => query(arguments),
        TableCommand::Verify(arguments) => verify(arguments),
        TableCommand::Digest(arguments) => digest(arguments),
        TableCommand::Export(arguments) => export(arguments),
    }
}

fn info(arguments: &TableFolderArguments) -> Result<()> {
    let manifest = Manifest::read(&arguments.folder)?;
    let (counts, of_draws) = counts(&arguments.folder, &manifest, &arguments.memory.options())?;
    let report = info_report(&manifest, of_draws.as_ref(), counts);
    let mut out = output::answers();
    if arguments.json {
        json::write(&mut out, &report)?;
        return Ok(());
    }
    write_head(
        &mut out,
        &manifest.of.game,
        manifest.of.parameters.clone(),
        Some(report.position.clone()),
    )?;
    writeln!(out)?;
    let what = match report.scope {
        ScopeWord::Reachable => "all positions that play can reach from this one",
        ScopeWord::All => "all states that the variables can express",
    };
    writeln!(out, "{what}, {} play", manifest.of.play)?;
    if let Some(counts) = &report.counts {
        let of_kinds = [counts.wins, counts.losses, counts.draws];
        writeln!(out, "{}", positions_told(counts.positions, of_kinds))?;
        if let Some(longest) = counts.max_remoteness {
            writeln!(
                out,
                "the longest takes {}",
                number(longest.into(), "move", "moves")
            )?;
        }
        write_endless(&mut out, counts.endless)?;
    }
    if let Some(scores) = report.scores {
        let [least, largest] = [scores.least, scores.largest].map(points);
        writeln!(
            out,
            "scores from {least} to {largest} for the player to move"
        )?;
    }
    if report.symmetries > 1 {
        writeln!(
            out,
            "{} kept, by {} symmetries",
            report.kept, report.symmetries
        )?;
    }
    write_sizes(&mut out, &manifest)?;
    if let Some(of_draws) = of_draws {
        writeln!(
            out,
            "and a second table, which tells draws from play that never ends:"
        )?;
        write_sizes(&mut out, &of_draws)?;
    }
    writeln!(
        out,
        "written by {}, form {}, rules {}",
        report.program, report.form, report.rules_hash
    )?;
    Ok(())
}

/// The number of positions of each kind, if the table has it, and the manifest of the second table, of rules
/// that have two. Their files are opened, so that a table without them is an error.
fn counts(
    folder: &Path,
    manifest: &Manifest,
    options: &SolveOptions,
) -> Result<(Option<CountsReport>, Option<Manifest>)> {
    let of = &manifest.of;
    // In the files play that never ends is a draw. Only rules with this word can say who wins it.
    if of.rules.contains("endless") {
        let (problem, solution) = table::opened(folder, options).map_err(kept::plain)?;
        let counts = CountsReport::of(&solution.counts()?, problem.players().as_ref());
        let manifests = table::manifests(&problem, folder).map_err(kept::plain)?;
        return Ok((Some(counts), manifests.into_iter().nth(1)));
    }
    let budget = options.job().budget;
    if manifest.is_in_tiers() {
        TierStore::open_of(folder, of, &budget)?;
    } else {
        StoredTable::open_of(folder, of, &budget)?;
    }
    let kept = manifest.kept.positions().unwrap_or_default();
    let counts = manifest.positions.map(|counts| {
        let counts = zug::Counts::of_orbits(&Counts::from(counts), kept, None);
        CountsReport::of(&counts, None)
    });
    Ok((counts, None))
}

/// What the streams take, together and each.
fn write_sizes(out: &mut impl Write, manifest: &Manifest) -> Result<()> {
    let kept = manifest.kept.positions().unwrap_or_default().max(1) as f64;
    let each = |bytes: u64| format!("{:.3}", bytes as f64 / kept);
    let streams = StreamKind::ALL.into_iter().filter_map(|kind| {
        let of_kind = || {
            manifest
                .files
                .iter()
                .filter(move |file| file.stream.kind == kind)
        };
        let bytes = of_kind().map(|file| file.bytes).sum();
        of_kind()
            .next()
            .map(|_| format!("{} {}", kind.word(), each(bytes)))
    });
    let streams: Vec<String> = streams.collect();
    writeln!(
        out,
        "{} in {} files, {} bytes a kept position ({})",
        memory::told(manifest.bytes()),
        manifest.files.len(),
        each(manifest.bytes()),
        streams.join(", "),
    )?;
    Ok(())
}

fn info_report(
    manifest: &Manifest,
    of_draws: Option<&Manifest>,
    counts: Option<CountsReport>,
) -> TableInfoReport {
    let of = &manifest.of;
    let kept = manifest.kept.positions().unwrap_or_default();
    let file = |(folder, file): (Option<&str>, &FileEntry)| TableFileReport {
        name: match folder {
            Some(folder) => format!("{folder}/{}", file.stream.file_name()),
            None => file.stream.file_name(),
        },
        tier: file.stream.tier,
        holds: file.stream.kind.word().to_owned(),
        bytes: file.bytes,
        entries: file.entries,
    };
    let bytes = manifest.bytes() + of_draws.map_or(0, Manifest::bytes);
    let of_draws = of_draws.into_iter().flat_map(|manifest| &manifest.files);
    let files = manifest.files.iter().map(|file| (None, file));
    let files = files.chain(of_draws.map(|file| (Some(table::DRAWS), file)));
    TableInfoReport {
        version: Version::CURRENT,
        zug: ProgramVersion::CURRENT,
        game: of.game.clone(),
        parameters: parameters(of.parameters.clone()),
        play: zug_keep::play(of).into(),
        position: of.position.clone(),
        scope: match &*of.scope {
            "all" => ScopeWord::All,
            _ => ScopeWord::Reachable,
        },
        symmetries: of.symmetries,
        kept,
        counts,
        scores: manifest.scores.map(|range| ScoreRangeReport {
            least: range.least,
            largest: range.largest,
        }),
        bytes,
        files: files.map(file).collect(),
        program: manifest.program.clone(),
        form: manifest.version,
        rules_hash: of.rules_hash(),
        rules: of.rules.clone(),
    }
}

/// What is told where a game ends with scores, and the table has none.
const NO_SCORES: &str = "scores are not told: this table keeps who wins, and in how many moves; `zug solve` without \
     --table tells them";

fn query(arguments: &TableQueryArguments) -> Result<()> {
    let opened = table::opened(&arguments.folder, &arguments.memory.options());
    let (problem, solution) = opened.map_err(kept::plain)?;
    let position = match &arguments.position {
        Some(text) => problem.parse(text)?,
        None => problem.root(),
    };
    let report = TableQueryReport::of(&problem, &solution, &position)?;
    let mut out = output::answers();
    if arguments.json {
        json::write(&mut out, &report)?;
        return Ok(());
    }
    write_head(
        &mut out,
        problem.name(),
        problem.parameters(),
        Some(report.position),
    )?;
    if let Some(picture) = problem.picture(&position) {
        write!(out, "{picture}")?;
    }
    writeln!(out)?;
    let worth = solution.worth(&position)?;
    let score = solution.score(&position)?;
    if let Some(worth) = worth {
        let (players, mover) = (problem.players(), solution.mover(&position));
        // The number of moves is that of the quickest win, and whoever plays for the largest score
        // may take longer.
        let when = match score {
            Some(_) => When::NotKnown,
            None => (&worth).into(),
        };
        let sentence = verdict(players.as_ref(), mover, worth.outcome(), when);
        writeln!(out, "{sentence}")?;
        write_nimber(&mut out, &problem, &worth)?;
    }
    if let Some(score) = score {
        writeln!(out, "score {} for the player to move", points(score))?;
    } else if problem.has_scores() {
        writeln!(out, "{NO_SCORES}")?;
    }
    let moves = solution.moves(&position)?;
    let moves = told_moves(&moves);
    if !moves.is_empty() {
        writeln!(out)?;
        write_moves(&mut out, &moves, problem.names_parts())?;
    }
    Ok(())
}

fn verify(arguments: &TableVerifyArguments) -> Result<()> {
    let options = arguments
        .memory
        .options()
        .with_threads(question::threads(arguments.threads));
    let extent = match arguments.sample {
        Some(size) => Extent::Sample(size),
        None if arguments.full => Extent::All,
        None => Extent::Affordable,
    };
    let verified = question::stoppable_with(options, |options| {
        table::verified(&arguments.folder, extent, options).map_err(kept::plain)
    })?;
    let VerifiedTable {
        checked,
        certificate,
        scores,
    } = verified;
    let mut out = output::answers();
    if arguments.json {
        let report = TableVerifyReport {
            version: Version::CURRENT,
            zug: ProgramVersion::CURRENT,
            files: checked.files,
            blocks: checked.blocks,
            bytes: checked.bytes,
            positions: checked.positions,
            certificate: CertificateReport::of_certificate(&certificate),
            scores,
        };
        json::write(&mut out, &report)?;
        return Ok(());
    }
    writeln!(
        out,
        "read: {} positions in {} blocks of {} files, {}; all checksums are right",
        checked.positions,
        checked.blocks,
        checked.files,
        memory::told(checked.bytes),
    )?;
    let scores = if scores { ", and their scores" } else { "" };
    writeln!(out, "verified: {certificate}{scores}")?;
    Ok(())
}

fn digest(arguments: &TableFolderArguments) -> Result<()> {
    let digest = question::stoppable_with(arguments.memory.options(), |options| {
        let (_, solution) = table::opened(&arguments.folder, options).map_err(kept::plain)?;
        Ok(solution.digest(&options.job())?)
    })?;
    let report = TableDigestReport {
        version: Version::CURRENT,
        positions: digest.positions,
        digest: format!("{:032x}", digest.sum),
    };
    let mut out = output::answers();
    if arguments.json {
        json::write(&mut out, &report)?;
        return Ok(());
    }
    writeln!(out, "{}  {} positions", report.digest, report.positions)?;
    Ok(())
}

/// The formats of an exported table, by the endings of files.
const ENDINGS: [(&str, ExportFormat); 2] = [
    ("csv", ExportFormat::Csv),
    ("parquet", ExportFormat::Parquet),
];

fn export(arguments: &TableExportArguments) -> Result<()> {
    let to = &arguments.to;
    let format = to.format(arguments.format, &ENDINGS, ExportFormat::Csv)?;
    to.refuse_if_hopeless()?;
    let file = to.file();
    if format == ExportFormat::Parquet && file.is_none() {
        bail!("Parquet is written to a file: name one with --output FILE");
    }
    question::stoppable_with(arguments.memory.options(), |options| {
        let (problem, solution) = table::opened(&arguments.folder, options).map_err(kept::plain)?;
        let (texts, job) = (!arguments.no_text, options.job());
        let exported = match file {
            Some(file) => whole_file::write_by(file, |file| match format {
                ExportFormat::Csv => export::csv(&problem, &solution, texts, file, &job),
                ExportFormat::Parquet => export::parquet(&problem, &solution, texts, file, &job),
            }),
            None => export::csv(&problem, &solution, texts, &mut output::answers(), &job),
        };
        match exported {
            Err(zug_keep::Error::NoParquet) => bail!(NO_PARQUET),
            exported => exported.map_err(kept::plain),
        }
    })
}

/// What is said where the program cannot write Parquet.
const NO_PARQUET: &str = "this zug was built without Parquet. CSV (--format csv) is read by the same programs; \
     Parquet is there after: cargo install --profile dist --features parquet --path crates/cli";
