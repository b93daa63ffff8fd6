//! `zug sequence CODE --terms N`: nimbers of heaps, their period, and its proof.

use std::io::{self, Write};
use std::ops::Range;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use zug::heaps::{
    FromRules, Missing, SequenceFacts, SequenceQuestion, VerifiedSequence, look_early, one_heap,
};
use zug::report::SequenceReport;
use zug::report::sequence::SequenceParts;
use zug::{Budget, Job};
use zug_heaps::HeapGame;
use zug_sequences::{EngineKind, Sequence, SequenceOptions};

use crate::arguments::{SequenceArguments, SequenceFormat};
use crate::message::{Kind, tell};
use crate::sequence::plot::Plot;
use crate::sequence::progress::CheckLine;
use crate::sequence::{Ended, SequenceError, StateFile, table, text, verified, work_out};
use crate::{heap_rules, heaps, json, output, question, signal};

pub(crate) fn run(arguments: &SequenceArguments) -> Result<()> {
    let format = format(arguments)?;
    let cancel = signal::cancelling()?;
    let job = Job::default()
        .with_budget(Budget::of_bytes(arguments.memory.left()))
        .with_threads(question::threads(arguments.threads))
        .with_cancel(cancel.clone());
    let read = from_rules(arguments, &job)?;
    let game = match &read {
        Some(read) => read.game.clone(),
        None => heaps::game(&arguments.code)?,
    };
    let asked = asked(arguments, &game)?;
    let plot = match &arguments.plot {
        Some(path) => Some(Plot::new(path, &asked)?),
        None => None,
    };
    let values = !arguments.no_values || plot.is_some();
    let plan = SequenceQuestion::new(asked.clone())
        .with_values(values)
        .with_verify(arguments.verify)
        .with_method(arguments.method.0)
        .plan(job.budget.left());
    let mut state = arguments
        .save
        .as_ref()
        .map(|path| StateFile::new(path, Duration::from_secs(arguments.save_every)));
    let (mut sequence, resumed) = begin(&game, plan.options, state.as_mut(), &job)?;
    let asked = affordable(arguments, &sequence, asked);
    admit(&sequence, &asked, values, state.as_mut())?;
    let start = Instant::now();
    let ended = work_out(
        &mut sequence,
        asked.end,
        plan.reach,
        &cancel,
        state.as_mut(),
    )?;
    // More heaps would be more to check.
    if !arguments.verify {
        look_early(&mut sequence, &cancel);
        sequence.prove();
    }
    let time = start.elapsed();
    let mut told = told(arguments, &sequence, &asked);
    if ended == Ended::Stopped {
        told.end = sequence.known().clamp(told.start, told.end);
    }
    if values && !sequence.tells(told.clone()) {
        return Err(SequenceError::Untold { heaps: told }.into());
    }
    let verified = match (arguments.verify, ended) {
        (false, _) => None,
        (true, Ended::Done) => Some(checked(&game, &mut sequence, &job)?),
        (true, Ended::Stopped) => Some(VerifiedSequence::nothing(sequence.known())),
    };
    let is_cut_short = verified.as_ref().is_some_and(VerifiedSequence::is_stopped);
    let code = game.to_string();
    let facts = SequenceFacts::new(code, told, &sequence, verified, time)
        .with_resumed(resumed)
        .with_rules(read.map(|read| read.rules));
    signal::work_is_done();
    let written = write(arguments, format, &sequence, &facts);
    // A reader who has read enough may still want the picture.
    if let Some(plot) = plot {
        plot.draw(&sequence, &facts)?;
    }
    written?;
    match ended {
        Ended::Done if is_cut_short => Err(SequenceError::CheckStopped.into()),
        Ended::Done => Ok(()),
        Ended::Stopped => Err(SequenceError::Stopped {
            known: sequence.known(),
            to: asked.end,
        }
        .into()),
    }
}

/// The form of the answer. A table of values needs values.
fn format(arguments: &SequenceArguments) -> Result<SequenceFormat, SequenceError> {
    let format = match arguments.format {
        _ if arguments.json => SequenceFormat::Json,
        format => format,
    };
    let is_table = matches!(format, SequenceFormat::Csv | SequenceFormat::Bfile);
    if arguments.no_values && is_table {
        return Err(SequenceError::NoTable);
    }
    Ok(format)
}

/// An error if the state was saved without the nimbers of heaps from `first` on.
fn tells_from(sequence: &Sequence, first: u64, state: &StateFile) -> Result<(), SequenceError> {
    let known = sequence.known();
    if known > 0 && !sequence.tells(first.min(known - 1)..known) {
        let path = state.path().to_owned();
        return Err(SequenceError::NotKept { path });
    }
    Ok(())
}

/// Writes the answer in the form asked for.
fn write(
    arguments: &SequenceArguments,
    format: SequenceFormat,
    sequence: &Sequence,
    facts: &SequenceFacts,
) -> io::Result<()> {
    let mut out = output::long_answers();
    match format {
        SequenceFormat::Text => {
            if !arguments.no_values {
                text::write_values(&mut out, sequence, facts)?;
            }
            text::write_facts(&mut out, facts)?;
            if arguments.statistics {
                text::write_statistics(&mut out, facts)?;
            }
        }
        SequenceFormat::Json => {
            let parts = SequenceParts {
                from: arguments.from > 0,
                values: !arguments.no_values,
                statistics: arguments.statistics,
            };
            json::write(&mut out, &SequenceReport::of(sequence, facts, parts))?;
        }
        SequenceFormat::Csv => {
            // The table has no place for what was checked.
            for line in facts.verified.iter().flat_map(verified::lines) {
                tell(Kind::Note, &line);
            }
            tell_of_file(facts);
            table::write_csv(&mut out, sequence, facts)?;
        }
        SequenceFormat::Bfile => {
            tell_of_file(facts);
            table::write_bfile(&mut out, sequence, facts)?;
        }
    }
    out.flush()
}

/// Tells the person if the values stand on a file that was not checked whole.
fn tell_of_file(facts: &SequenceFacts) {
    for line in facts.resumed.iter().flat_map(verified::lines_of_file) {
        tell(Kind::Note, &line);
    }
}

/// Checks the sequence, with a line of progress.
fn checked(
    game: &HeapGame,
    sequence: &mut Sequence,
    job: &Job,
) -> Result<VerifiedSequence, SequenceError> {
    let line = CheckLine::new();
    let job = job.clone().with_watch(line.clone());
    let verified = zug::heaps::verify(game, sequence, &job);
    line.finish();
    verified.map_err(|flaw| SequenceError::Flaw { flaw })
}

/// The number of heaps in which a period is looked for, where no number of heaps is asked for.
const LOOKED_FOR: u64 = 100_000;

/// The same where a heap has as many options as there are splits of it.
const LOOKED_FOR_SLOWLY: u64 = 5000;

/// The same for rules, which are played heap by heap.
const PLAYED: u64 = 1000;

/// The fewest heaps that are printed where no number of heaps is asked for.
const LEAST_PRINTED: u64 = 20;

/// The most heaps that are printed where no number of heaps is asked for.
const PRINTED: u64 = 100;

/// The heaps that are worked out, or those before the period is proved.
fn asked(arguments: &SequenceArguments, game: &HeapGame) -> Result<Range<u64>, SequenceError> {
    let terms = arguments.terms.unwrap_or(LOOKED_FOR);
    let end = arguments.from.checked_add(terms);
    let end = end.ok_or(SequenceError::TooFar)?;
    // What is not listed cannot be worked out.
    let end = match game {
        HeapGame::Listed(listed) => end.min(listed.largest() + 1),
        _ => end,
    };
    Ok(arguments.from..end)
}

/// The heaps that are worked out: where no number of heaps is asked for, fewer if the engine is slow.
fn affordable(
    arguments: &SequenceArguments,
    sequence: &Sequence,
    mut asked: Range<u64>,
) -> Range<u64> {
    if arguments.terms.is_none() && sequence.method() == EngineKind::XorSets {
        asked.end = asked.end.min(asked.start.saturating_add(LOOKED_FOR_SLOWLY));
    }
    asked
}

/// Refuses before the work what is sure to fail.
fn admit(
    sequence: &Sequence,
    asked: &Range<u64>,
    values: bool,
    state: Option<&mut StateFile>,
) -> Result<(), SequenceError> {
    sequence
        .admit(asked.end)
        .map_err(|stop| SequenceError::Refused { stop })?;
    if let Some(state) = state {
        if values {
            tells_from(sequence, asked.start, state)?;
        }
        // A file that cannot be written is better known before the work.
        state.write(sequence)?;
    }
    Ok(())
}

/// The heaps that are printed: those asked for, or the beginning and two rounds of the period, up to a
/// hundred heaps.
fn told(arguments: &SequenceArguments, sequence: &Sequence, asked: &Range<u64>) -> Range<u64> {
    if arguments.terms.is_some() {
        return asked.clone();
    }
    let rounds = sequence.proof().map(|proof| {
        let repetition = proof.repetition;
        repetition
            .preperiod()
            .saturating_add(repetition.period().saturating_mul(2))
    });
    let terms = rounds.unwrap_or(PRINTED).clamp(LEAST_PRINTED, PRINTED);
    asked.start..asked.end.min(asked.start.saturating_add(terms))
}

/// The game that rules play, where rules are given.
fn from_rules(arguments: &SequenceArguments, job: &Job) -> Result<Option<FromRules<HeapGame>>> {
    let code = &arguments.code;
    let is_notation = code.parse::<HeapGame>().is_ok();
    let Some(request) = heap_rules::of(code, &arguments.settings, is_notation)? else {
        return Ok(None);
    };
    if arguments.save.is_some() {
        bail!("--save is for games in a notation such as 0.77, and not for rules files");
    }
    let largest = arguments
        .from
        .saturating_add(arguments.terms.unwrap_or(PLAYED));
    let missing = match arguments.terms {
        Some(_) => Missing::Fault,
        None => Missing::Allowed,
    };
    let read = one_heap(&request, largest.saturating_sub(1), missing, job)?;
    let rules = &read.rules;
    let what = match read.game {
        HeapGame::Listed(_) => "was played".to_owned(),
        ref game => format!("has the moves of {game}"),
    };
    let text = format!("{code} {what} for the heaps 0 to {}", rules.compared);
    tell(Kind::Note, &text);
    Ok(Some(read))
}

/// The sequence from its beginning; or from where it was saved, with what was checked of that.
pub(crate) fn begin(
    game: &HeapGame,
    options: SequenceOptions,
    state: Option<&mut StateFile>,
    job: &Job,
) -> Result<(Sequence, Option<VerifiedSequence>), SequenceError> {
    if let Some(state) = state
        && let Some(saved) = state.read()?
    {
        let resumed = zug::heaps::resume(game, options, saved, job);
        let (sequence, checked) = resumed.map_err(|source| SequenceError::Resume {
            path: state.path().to_owned(),
            source: Box::new(source),
        })?;
        return Ok((sequence, Some(checked)));
    }
    let sequence = Sequence::new(game, options, job);
    let sequence = sequence.map_err(|stop| SequenceError::Refused { stop })?;
    Ok((sequence, None))
}
