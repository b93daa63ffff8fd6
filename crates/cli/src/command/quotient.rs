//! `zug quotient CODE`: the misère quotient of a heap game, and its genera.

use std::io::{self, Write};
use std::time::Instant;

use anyhow::{Result, bail};
use zug::heaps::{MiserePosition, QuotientAnswer, QuotientQuestion};
use zug::report::QuotientReport;
use zug::report::quotient::MiserePositionReport;
use zug::{Budget, Error, Job, Player, When, verdict};
use zug_draw::monoid;
use zug_sequences::misere::{Limits, period};

use crate::arguments::{QuotientArguments, QuotientFormat};
use crate::exit::Cancelled;
use crate::{heaps, json, signal};

/// The largest number of relations or lost elements that are shown; `--json` has all.
const MOST_SHOWN: usize = 100;

/// The formats of a quotient, by the endings of files.
const ENDINGS: [(&str, QuotientFormat); 3] = [
    ("txt", QuotientFormat::Text),
    ("svg", QuotientFormat::Svg),
    ("json", QuotientFormat::Json),
];

pub(crate) fn run(arguments: &QuotientArguments) -> Result<()> {
    let limits = Limits::default()
        .with_elements(arguments.elements)
        .with_steps(arguments.steps);
    let asked = arguments.json.then_some(QuotientFormat::Json);
    let asked = asked.or(arguments.format);
    let format = arguments.to.format(asked, &ENDINGS, QuotientFormat::Text)?;
    arguments.to.refuse_if_hopeless()?;
    let game = heaps::game(&arguments.code)?;
    let asked_at = arguments.at.iter().flatten().copied().max();
    let largest = arguments.heaps.max(asked_at.unwrap_or_default());
    let question = QuotientQuestion::new(game.clone(), largest)
        .with_limits(limits)
        .with_genera(arguments.genus);
    let cancel = signal::cancelling()?;
    let job = Job::default()
        .with_budget(Budget::of_bytes(arguments.memory.left()))
        .with_cancel(cancel.clone());
    let started = Instant::now();
    let answer = question.run(&job);
    let at = arguments.at.as_ref().filter(|_| !cancel.is_cancelled());
    let at = at.map(|heaps| {
        let found = MiserePosition::of_answer(&game, &answer, heaps, &job);
        let found = found.map_err(Error::from)?;
        Ok::<_, Error>((heaps, found))
    });
    let at = at.transpose()?;
    signal::work_is_done();
    let mut report = QuotientReport::of(&arguments.code, &question, &answer, started.elapsed());
    report.at = at
        .as_ref()
        .map(|(heaps, found)| MiserePositionReport::of(heaps, found));
    arguments.to.write(|out| {
        if let (QuotientFormat::Text, Some((heaps, found))) = (format, &at) {
            write_at(out, heaps, found)?;
        }
        written(out, format, arguments, &report, &answer)
    })?;
    if cancel.is_cancelled() {
        return Err(Cancelled.into());
    }
    Ok(())
}

/// Writes who wins some heaps.
fn write_at(out: &mut dyn Write, heaps: &[u64], found: &MiserePosition) -> io::Result<()> {
    let sentence = verdict(None, Player::First, found.outcome, When::NotKnown);
    writeln!(out, "{sentence}")?;
    writeln!(out, "by {}", found.by)?;
    if !found.winning.is_empty() {
        writeln!(out)?;
        writeln!(out, "winning:")?;
    }
    for winning in found.winning.iter().take(MOST_SHOWN) {
        writeln!(out, "  {}", winning.name(heaps))?;
    }
    let hidden = found.winning.len().saturating_sub(MOST_SHOWN);
    if hidden > 0 {
        writeln!(out, "  … and {hidden} more")?;
    }
    if found.more {
        writeln!(out, "  moves of some heaps are too many to be looked at")?;
    }
    writeln!(out)
}

/// Writes an answer in this format.
fn written(
    out: &mut dyn Write,
    format: QuotientFormat,
    arguments: &QuotientArguments,
    report: &QuotientReport,
    answer: &QuotientAnswer,
) -> Result<()> {
    if format == QuotientFormat::Json {
        json::write(out, report)?;
    } else if format == QuotientFormat::Svg {
        let quotient = answer.quotients.quotient();
        if quotient.order() > monoid::MOST_ELEMENTS {
            bail!(
                "the quotient has {} elements: at most {} are drawn",
                quotient.order(),
                monoid::MOST_ELEMENTS
            );
        }
        write!(
            out,
            "{}",
            monoid::graph(&report.code, report.heaps, quotient)
        )?;
    } else {
        write(out, report, answer)?;
        writeln!(out)?;
        write_heaps(out, report, arguments.heaps)?;
        if let Some((genera, Some(stop))) = &answer.genera {
            writeln!(out)?;
            writeln!(
                out,
                "the genus of heap {} is not known: {stop}",
                genera.known()
            )?;
        }
    }
    Ok(())
}

/// Writes the quotient.
fn write(out: &mut dyn Write, report: &QuotientReport, answer: &QuotientAnswer) -> io::Result<()> {
    let mut line = |label: &str, text: &str| writeln!(out, "{label:<12}{text}");
    line("game", &format!("{}, misère play", report.code))?;
    let known = report.heaps;
    line(
        "heaps",
        &match report.period {
            Some(_) => format!("all ({known} were looked at)"),
            None => format!("up to {known}"),
        },
    )?;
    let tame = match report.tame {
        Some(k) => format!("tame: as nim with heaps below {}", 1u64 << k.min(63)),
        None => "wild: no quotient of nim".to_owned(),
    };
    line("order", &format!("{}; {tame}", report.order))?;
    if let Some(bound) = &report.at_least {
        line(
            "at least",
            &format!(
                "{} elements with heap {}; stopped there: {}",
                bound.order, bound.heap, bound.stopped
            ),
        )?;
    }
    let generators: Vec<String> = report
        .generators
        .iter()
        .map(|generator| format!("{} = heap {}", generator.letter, generator.heap))
        .collect();
    line("generators", &shown(&generators))?;
    let relations: Vec<String> = report
        .relations
        .iter()
        .map(|[left, right]| format!("{left} = {right}"))
        .collect();
    line("relations", &shown(&relations))?;
    line("lost", &shown(&report.lost))?;
    line("period", &told_period(answer))
}

/// What is known of the period, in words.
fn told_period(answer: &QuotientAnswer) -> String {
    if let Some(period) = &answer.period {
        return format!(
            "{} from heap {}; proved by the heaps up to {} (after Plambeck and Siegel, 2008)",
            period.period, period.preperiod, period.checked_to
        );
    }
    match period::seen(answer.quotients.quotient().phi()) {
        Some((preperiod, period)) => {
            format!("{period} from heap {preperiod} fits these heaps, and is not proved")
        }
        None => "none found: the elements of these heaps do not repeat".to_owned(),
    }
}

/// Writes the table of the heaps from 1 to `largest`.
fn write_heaps(out: &mut dyn Write, report: &QuotientReport, largest: u64) -> io::Result<()> {
    let heap_width = largest.to_string().len().max(4);
    let words = report.phi.get(1..).unwrap_or_default();
    let longest = words.iter().map(String::len).max().unwrap_or(0);
    let width = longest.max("worth".len());
    let head = format!("{:>heap_width$}  {:<width$}", "heap", "worth");
    let genus = if report.genus.is_some() {
        "  genus"
    } else {
        ""
    };
    writeln!(out, "{}", format!("{head}{genus}").trim_end())?;
    let genera = report.genus.as_ref().and_then(|genera| genera.get(1..));
    let genera = genera.unwrap_or_default();
    for place in 0..words.len().max(genera.len()) {
        let heap = place + 1;
        let word = words.get(place).map_or("?", String::as_str);
        let genus = genera.get(place);
        let genus = genus.map_or_else(String::new, |genus| format!("  {genus}"));
        let line = format!("{heap:>heap_width$}  {word:<width$}{genus}");
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// The items in one line, which is cut if there are many.
fn shown(items: &[String]) -> String {
    let cut = items.len().saturating_sub(MOST_SHOWN);
    let shown = items[..items.len() - cut].join(", ");
    match (items.len(), cut) {
        (0, _) => "none".to_owned(),
        (_, 0) => shown,
        _ => format!("{shown}, … and {cut} more"),
    }
}
