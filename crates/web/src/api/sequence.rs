//! `POST /api/v1/sequence`: the nimbers of the heaps of a game on heaps.

use std::ops::Range;
use std::time::Instant;

use axum::extract::State;
use axum::response::Response;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use zug::heaps::SequenceQuestion;
use zug::{Phase, Progress};
use zug_heaps::{HeapGame, NotationError};
use zug_sequences::Sequence;

use super::asked::Asked;
use super::problem::{Diagnostic, Problem};
use super::replies::{begin, data};
use super::values::Done;
use crate::answer;
use crate::library::Library;
use crate::limits::{SEQUENCE, TERMS};
use crate::prepared::Origin;
use crate::shared::Shared;
use crate::work::{Context, Lane};

/// A game on heaps, and which heaps are asked for.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SequenceRequest {
    /// The game: a code (`0.137`), a set (`{1,3,4}`), a split, an interval, or a name.
    pub code: String,
    /// The first heap; 0 if null.
    pub from: Option<u64>,
    /// The number of heaps, at most 1,000,000; 1000 if null.
    pub terms: Option<u64>,
}

/// The nimbers of heaps, and what is known of them.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SequenceReply {
    /// Always `done`.
    pub state: Done,
    /// The game in its notation.
    pub code: String,
    /// The names of the game in a sentence.
    pub titles: Vec<String>,
    /// The kind of the game, in words.
    pub kind: String,
    /// The rules, a line each.
    pub rules: Vec<String>,
    /// Other notations of the same rules.
    pub same_as: Vec<String>,
    /// The first heap of `values`.
    pub from: u64,
    /// The nimbers, a number for each heap.
    pub values: Vec<u64>,
    /// The period, if one is proved; null otherwise.
    pub period: Option<PeriodReply>,
    /// The largest nimber that was seen, with the first heap that has it.
    pub largest: Option<LargestReply>,
    /// The number of heaps with each nimber, from nimber 0, of the heaps asked for or worked out.
    pub counts: Vec<u64>,
    /// The name of the method that worked the nimbers out.
    pub method: String,
    /// Whether all heaps asked for are told: the time or the memory may have run out.
    pub complete: bool,
    /// The number of seconds that the work took.
    pub seconds: f64,
}

/// A period that is proved.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PeriodReply {
    /// The first heap of the part that repeats.
    pub preperiod: u64,
    /// The number of heaps after which nimbers repeat.
    pub period: u64,
    /// What a period adds to each nimber.
    pub saltus: u64,
    /// The last heap before the part that repeats; null if there is none.
    pub last_exception: Option<u64>,
    /// The theorem that proves it.
    pub theorem: String,
    /// The last heap that the theorem asks for.
    pub checked_to: u64,
}

/// The largest nimber.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LargestReply {
    /// The nimber.
    pub nimber: u32,
    /// The first heap that has it.
    pub heap: u64,
}

pub(super) async fn sequence(
    State(shared): State<Shared>,
    Asked(asked): Asked<SequenceRequest>,
) -> Result<Response, Problem> {
    let terms = asked.terms.unwrap_or(TERMS.1);
    let from = asked.from.unwrap_or(0);
    let end = from
        .checked_add(terms)
        .filter(|_| terms <= TERMS.0)
        .ok_or_else(|| Problem::bad(format!("`terms` is at most {}", TERMS.0)))?;
    let game: HeapGame = asked
        .code
        .parse()
        .map_err(|error| of_notation(&asked.code, &error))?;
    let key = format!("sequence {from} {end} {game}");
    let lane = if end <= FEW { Lane::Light } else { Lane::Heavy };
    let library = shared.library.clone();
    let work = move |context: &Context| data(&told(&library, &game, from..end, context)?);
    begin(&shared, key, (lane, Origin::Request), work).await
}

/// Up to this heap a sequence is light work.
const FEW: u64 = 20_000;

/// The longest notation that is told back.
const LONGEST: usize = 10_000;

fn told(
    library: &Library,
    game: &HeapGame,
    heaps: Range<u64>,
    context: &Context,
) -> Result<SequenceReply, Problem> {
    let begun = Instant::now();
    let job = answer::options(library, context)
        .with_memory(library.limits().trying())
        .job();
    let plan = SequenceQuestion::new(heaps.clone()).plan(library.limits().trying());
    let mut sequence = Sequence::new(game, plan.options, &job).map_err(|stop| stopped(&stop))?;
    // Heaps that are too far to be worked out one by one may follow from a period.
    let mut is_cut = false;
    while sequence.known() < heaps.end && sequence.proof().is_none() {
        if context.cancel().is_cancelled() {
            return Err(Problem::cancelled());
        }
        let is_late = begun.elapsed() > SEQUENCE;
        if is_late || sequence.known() > plan.reach || sequence.step(heaps.end).is_err() {
            is_cut = true;
            break;
        }
        let progress = Progress {
            positions: sequence.known(),
            whole: Some(heaps.end),
            frontier: heaps.end.saturating_sub(sequence.known()),
            bytes: sequence.bytes(),
            ..Progress::at(Phase::Solving, sequence.known())
        };
        zug::Watch::progress(context, &progress);
    }
    is_cut &= sequence.prove().is_none();
    let end = if is_cut {
        sequence.known().clamp(heaps.start, heaps.end)
    } else {
        heaps.end
    };
    let known = heaps.start..end;
    let mut values = vec![0; (end - heaps.start) as usize];
    if !sequence.terms(heaps.start, &mut values) {
        values.clear();
    }
    let proof = sequence.proof();
    let statistics = sequence.statistics_of(known);
    let statistics = statistics.as_ref().unwrap_or(sequence.statistics());
    let code = game.to_string();
    Ok(SequenceReply {
        state: Done::Done,
        code: code.chars().take(LONGEST).collect(),
        titles: game.names().map(|known| known.title.to_owned()).collect(),
        kind: game.kind().to_string(),
        rules: game.words(),
        same_as: game.same_rules().iter().map(HeapGame::to_string).collect(),
        from: heaps.start,
        complete: !is_cut && values.len() as u64 == heaps.end - heaps.start,
        values,
        period: proof.map(|proof| PeriodReply {
            preperiod: proof.repetition.preperiod(),
            period: proof.repetition.period(),
            saltus: proof.repetition.saltus(),
            last_exception: proof.repetition.last_exception(),
            theorem: proof.theorem.to_string(),
            checked_to: proof.checked_to,
        }),
        largest: statistics
            .largest
            .map(|(nimber, heap)| LargestReply { nimber, heap }),
        counts: statistics.counts.clone(),
        method: sequence.method().name().to_owned(),
        seconds: begun.elapsed().as_secs_f64(),
    })
}

/// The problem of an engine that cannot go on.
fn stopped(stop: &zug_sequences::Stop) -> Problem {
    Problem::impossible(
        "unanswerable",
        "Zug cannot answer this here",
        stop.to_string(),
    )
}

/// The problem of a text that is not a game on heaps, with the place of its fault.
fn of_notation(text: &str, error: &NotationError) -> Problem {
    let shown: String = text.chars().take(LONGEST).collect();
    let before = text.get(..error.place.start).unwrap_or_default();
    let fault = text.get(error.place.clone()).unwrap_or_default();
    let units = |text: &str| text.encode_utf16().count();
    let remedy = "a game on heaps is written as 0.137, {1,3,4} or split(2)";
    let column = before.chars().count() + 1;
    let length = fault.chars().count().max(1);
    let problem = Problem::impossible("notation", "This is not a game on heaps", error.to_string());
    Problem {
        diagnostic: Some(Box::new(Diagnostic {
            line: 1,
            column,
            length,
            start: units(before),
            end: units(before) + units(fault),
            message: error.to_string(),
            label: String::new(),
            remedy: Some(remedy.to_owned()),
            drawn: format!("{shown}\n{}{}", " ".repeat(column - 1), "^".repeat(length)),
        })),
        ..problem.remedy(remedy)
    }
}
