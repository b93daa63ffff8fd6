//! `zug discover GAME`: a pattern of the lost positions, found from the rules and proved.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use anyhow::{Error, Result, bail};
use indicatif::HumanCount;
use zug::report::DiscoverReport;
use zug::{
    Discovery, Job, PatternAbout, PatternClaim, PatternFile, PatternStatus, PatternSubject,
    WalnutFile, certify_pattern_file, discover_about,
};
use zug_draw::automaton;
use zug_keep::whole_file;

use crate::arguments::{CertifyArguments, DiscoverArguments, DiscoverFormat, PlayChoice};
use crate::destination::unwritable;
use crate::exit::NothingProved;
use crate::question::RulesFileError;
use crate::{heaps, json, output, question, signal};

/// The formats of a pattern, by the endings of files.
const ENDINGS: [(&str, DiscoverFormat); 4] = [
    ("txt", DiscoverFormat::Text),
    ("json", DiscoverFormat::Json),
    ("svg", DiscoverFormat::Svg),
    ("dot", DiscoverFormat::Dot),
];

/// The largest certificate that is read, in bytes.
const LARGEST_CERTIFICATE: u64 = 64 << 20;

/// The most first lost positions that are shown.
const MOST_MEMBERS: usize = 12;

pub(crate) fn run(arguments: &DiscoverArguments) -> Result<()> {
    let asked = arguments.json.then_some(DiscoverFormat::Json);
    let asked = asked.or(arguments.format);
    let format = arguments.to.format(asked, &ENDINGS, DiscoverFormat::Text)?;
    arguments.to.refuse_if_hopeless()?;
    if let Some(path) = &arguments.certificate {
        let hopeless =
            whole_file::folder_of(path).and_then(|_| whole_file::refuse_named_pipe(path));
        hopeless.map_err(|why| unwritable(path, why))?;
    }
    let (subject, about) = subject(arguments)?;
    let job = Job::default()
        .with_budget(arguments.memory.budget())
        .with_cancel(signal::cancelling()?);
    let begin = Instant::now();
    let found = discover_about(&subject, about, &job)?;
    signal::work_is_done();
    let seconds = begin.elapsed().as_secs_f64();
    let certificate = PatternFile::of(&found);
    let written = certificate.as_ref().map(PatternFile::write);
    if let (Some(path), Some(text)) = (&arguments.certificate, &written) {
        let done = whole_file::write(path, &[text.as_bytes()]);
        done.map_err(|why| unwritable(path, why))?;
    }
    let bytes = certificate.map(|file| {
        PatternFile {
            rules: None,
            ..file
        }
        .write()
        .len()
    });
    let answer = |out: &mut dyn Write| {
        match format {
            DiscoverFormat::Json => json::write(out, &DiscoverReport::of(&found, seconds))?,
            DiscoverFormat::Svg | DiscoverFormat::Dot => {
                let Some(claim) = &found.claim else {
                    return Err(without_pattern(&found, "there is no pattern to draw"));
                };
                let drawn = match format {
                    DiscoverFormat::Svg => picture(&found, claim),
                    _ => automaton::graph(&found.name, claim),
                };
                write!(out, "{drawn}")?;
            }
            DiscoverFormat::Walnut => {
                let files = walnut(&found)?;
                let texts = files.map(|of| format!("# {}/{}\n\n{}", of.folder, of.name, of.text));
                out.write_all(texts.join("\n").as_bytes())?;
            }
            DiscoverFormat::Text => write_text(out, &found, bytes, seconds)?,
        }
        Ok(())
    };
    match arguments.to.file() {
        Some(folder) if format == DiscoverFormat::Walnut => write_walnut(folder, &walnut(&found)?)?,
        _ => arguments.to.write(answer)?,
    }
    match found.status {
        PatternStatus::Proved => Ok(()),
        _ => Err(NothingProved.into()),
    }
}

/// What the pattern is to be of, and what it is to say.
fn subject(arguments: &DiscoverArguments) -> Result<(PatternSubject, PatternAbout)> {
    let heaps = match question::rules(&arguments.game) {
        Err(error) => match error.downcast_ref() {
            Some(RulesFileError::OnHeaps { .. }) => heaps::game(&arguments.game)?,
            _ => return Err(error),
        },
        Ok(request) => {
            let request = question::with_settings(request, &arguments.settings)?;
            let play = arguments.play.map(question::play).or(request.settings.play);
            let about = if arguments.nimbers {
                PatternAbout::Nimbers
            } else {
                PatternAbout::Lost
            };
            return Ok((PatternSubject::Rules(request.with_play(play)), about));
        }
    };
    if !arguments.settings.is_empty() {
        bail!("`{heaps}` is a game on heaps and has no parameters to set");
    }
    if arguments.play == Some(PlayChoice::Misere) {
        bail!(
            "what heaps of `{heaps}` are worth under misère play is no nimber: `zug quotient '{heaps}'` says it"
        );
    }
    Ok((PatternSubject::Heaps(heaps), PatternAbout::Nimbers))
}

/// Reads the text of a file that is the certificate of a pattern; `None` if it is no such file. What
/// cannot be read is left to others.
pub(crate) fn certificate(path: &Path) -> Option<String> {
    let file = fs::metadata(path).ok()?;
    if !file.is_file() || file.len() > LARGEST_CERTIFICATE {
        return None;
    }
    let text = fs::read_to_string(path).ok()?;
    text.trim_start().starts_with('{').then_some(text)
}

/// `zug certify FILE` of the certificate of a pattern.
pub(crate) fn certify(arguments: &CertifyArguments, text: &str) -> Result<()> {
    let job = Job::default()
        .with_budget(arguments.memory.budget())
        .with_cancel(signal::cancelling()?);
    let begin = Instant::now();
    let origin = arguments.file.display().to_string();
    let found = certify_pattern_file(text, &origin, &job)?;
    signal::work_is_done();
    let seconds = begin.elapsed().as_secs_f64();
    let mut out = output::answers();
    if arguments.json {
        json::write(&mut out, &DiscoverReport::of(&found, seconds))?;
        return Ok(());
    }
    write_text(&mut out, &found, Some(text.len()), seconds)?;
    Ok(())
}

/// The error of a command that needs a pattern where none was found.
fn without_pattern(found: &Discovery, what: &str) -> Error {
    Error::new(NothingProved).context(format!("{what}: {}", none(found)))
}

/// The files for Walnut.
fn walnut(found: &Discovery) -> Result<[WalnutFile; 2]> {
    if found.claim.is_none() {
        let what = "there is no pattern for Walnut to prove";
        return Err(without_pattern(found, what));
    }
    Ok(found.walnut_files().map_err(zug::Error::from)?)
}

/// Writes the files for Walnut into its folder, where Walnut looks for them.
fn write_walnut(folder: &Path, files: &[WalnutFile]) -> Result<()> {
    for file in files {
        let path = folder.join(file.folder).join(&file.name);
        let into = fs::create_dir_all(folder.join(file.folder));
        let written = into.and_then(|()| whole_file::write(&path, &[file.text.as_bytes()]));
        written.map_err(|why| unwritable(&path, why))?;
    }
    Ok(())
}

/// The picture of the automaton of a pattern.
fn picture(found: &Discovery, claim: &PatternClaim) -> String {
    let rings = match found.about() {
        PatternAbout::Lost => "lost",
        PatternAbout::Nimbers => "a position with its nimber",
    };
    let under = format!(
        "reads {} digits of {}, the first digit first; two rings: {rings}",
        found.digits(),
        found.reads().join(", "),
    );
    automaton::picture(&title(found), &under, claim)
}

/// The game with its settings.
fn title(found: &Discovery) -> String {
    let set = found.subject.parameters().iter();
    let set = set.map(|(name, value)| format!(" {name}={value}"));
    let play = match found.play {
        zug::Play::Normal => "",
        zug::Play::Misere => ", misère play",
    };
    format!("{}{}{play}", found.name, set.collect::<String>())
}

/// The open parameters, as the head of a sentence.
fn for_every(found: &Discovery) -> String {
    match &found.game.variables[..found.game.parameters] {
        [] => "in every position".to_owned(),
        open => format!("for every {}", open.join(", ")),
    }
}

/// A number of things.
fn counted(number: u64, thing: &str) -> String {
    let many = if number == 1 { "" } else { "s" };
    format!("{} {thing}{many}", HumanCount(number))
}

fn none(found: &Discovery) -> String {
    match &found.reason {
        Some(reason) => reason.clone(),
        None => format!(
            "no small automaton in {} fits the positions solved",
            found.tried.join(", ")
        ),
    }
}

fn write_text(
    out: &mut dyn Write,
    found: &Discovery,
    bytes: Option<usize>,
    seconds: f64,
) -> Result<()> {
    writeln!(out, "{}", title(found))?;
    writeln!(out)?;
    let states = found
        .claim
        .as_ref()
        .map_or(0, |claim| claim.automaton.next.len());
    let most = found.compared;
    match (found.status, found.clause()) {
        (PatternStatus::Proved, Some(clause)) => {
            writeln!(out, "proved: {}, {clause}", for_every(found))?;
        }
        (PatternStatus::Agrees, Some(clause)) => {
            writeln!(out, "agrees, not proved: {clause}, up to {most}")?;
        }
        (PatternStatus::Refuted, Some(clause)) => {
            writeln!(out, "refuted: {clause}; true up to {most}")?;
        }
        _ => writeln!(out, "none: {}", none(found))?,
    }
    if let (Some(reason), true) = (&found.reason, found.claim.is_some()) {
        writeln!(out, "  {reason}")?;
    }
    for invariant in found.invariants() {
        writeln!(out, "  in positions of play, where {invariant}")?;
    }
    let members = found.first_members(MOST_MEMBERS);
    if !members.is_empty() {
        let told = members.iter().map(|numbers| {
            if let [number] = &numbers[..] {
                return number.to_string();
            }
            let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
            format!("({})", numbers.join(", "))
        });
        let told = told.collect::<Vec<_>>().join(", ");
        writeln!(out)?;
        let more = if members.len() == MOST_MEMBERS {
            ", …"
        } else {
            ""
        };
        let of = match found.about() {
            PatternAbout::Lost => "lost",
            PatternAbout::Nimbers => "nimbers",
        };
        writeln!(out, "{of}, by {}: {told}{more}", found.reads().join(", "))?;
    }
    writeln!(out)?;
    if found.positions > 0 {
        writeln!(
            out,
            "from {} solved; digits tried: {}",
            counted(found.positions as u64, "position"),
            found.tried.join(", ")
        )?;
    }
    write_check(out, found, states, bytes, seconds)
}

/// Writes what was checked of a pattern that is proved.
fn write_check(
    out: &mut dyn Write,
    found: &Discovery,
    states: usize,
    bytes: Option<usize>,
    seconds: f64,
) -> Result<()> {
    if let Some(shown) = &found.certificate {
        writeln!(
            out,
            "each move makes {} less; {}, certificate {} bytes",
            found.rank(),
            counted(states as u64, "state"),
            HumanCount(bytes.unwrap_or(0) as u64)
        )?;
        writeln!(
            out,
            "checked by code that finds nothing: {}, {}; the rules in play at {}; {seconds:.1} s",
            counted(shown.nodes, "node"),
            counted(shown.steps, "step"),
            counted(found.judged as u64, "position"),
        )?;
        for never in &shown.shown {
            writeln!(out, "  never: {never}")?;
        }
    }
    Ok(())
}
