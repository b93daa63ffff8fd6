//! Games on heaps: sequences of nimbers, games on two heaps, misère quotients.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use zug::heaps::{
    FromRules, MiserePosition, Missing, NotOnHeaps, PairQuestion, Pairs, QuotientQuestion,
    SequenceFacts, SequenceQuestion, Terms, look_early, one_heap, two_heaps, verify,
};
use zug::report::quotient::MiserePositionReport;
use zug::report::sequence::SequenceParts;
use zug::report::{PairsReport, QuotientReport, SequenceReport};
use zug::{Error, Job, Play};
use zug_draw::monoid;
use zug_draw::plot::Plot;
use zug_heaps::{HeapGame, PairGame};
use zug_sequences::misere::Limits;
use zug_sequences::{EngineKind, Sequence};

use crate::failure::{Failure, Result, drawn, json, soon};
use crate::game::{Game, play};
use crate::value::{cancelled, marked};
use crate::work::Work;

/// The largest number of nimbers that a notebook plots: with more, whoever looks at it would wait.
const MOST_PLOTTED: u64 = 1 << 24;

/// A game on heaps: a notation or a name, or rules.
#[derive(FromPyObject)]
pub(crate) enum Heaps<'py> {
    Notation(String),
    Rules(PyRef<'py, Game>),
}

/// The game of a notation, or of a name of a game on heaps.
fn heap_game(text: &str) -> Result<HeapGame> {
    text.parse().map_err(|error: zug_heaps::NotationError| {
        marked(text, error.place.clone(), &error.to_string())
    })
}

impl From<NotOnHeaps> for Failure {
    fn from(fault: NotOnHeaps) -> Self {
        match fault {
            NotOnHeaps::Rules(error) => (*error).into(),
            NotOnHeaps::Stopped(stopped) => Error::Solve(stopped.into()).into(),
            other => Self::Setting(other.to_string()),
        }
    }
}

/// The nimbers of a game on heaps.
#[pyclass(frozen, module = "zug._zug")]
pub(crate) struct Nimbers {
    sequence: Mutex<Sequence>,
    facts: SequenceFacts,
    parts: SequenceParts,
}

/// What is asked of a sequence.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct AskedSequence {
    first: u64,
    terms: u64,
    values: bool,
    statistics: bool,
    verify: bool,
    engine: Option<String>,
}

impl AskedSequence {
    fn question(&self) -> Result<SequenceQuestion> {
        let end = self.first.checked_add(self.terms);
        let end =
            end.ok_or_else(|| Failure::Setting(format!("there are no heaps past {}", u64::MAX)))?;
        let engine = self.engine.as_deref().map(|word| {
            let mut engines = EngineKind::ALL.into_iter();
            let found = engines.find(|engine| engine.to_string() == word);
            found.ok_or_else(|| {
                let all: Vec<String> = EngineKind::ALL.iter().map(ToString::to_string).collect();
                Failure::Setting(format!("there is no engine `{word}`: {}", all.join(", ")))
            })
        });
        Ok(SequenceQuestion::new(self.first..end)
            .with_values(self.values)
            .with_verify(self.verify)
            .with_method(engine.transpose()?))
    }
}

#[pymethods]
impl Nimbers {
    /// Works out a sequence.
    #[staticmethod]
    fn of(py: Python<'_>, work: &Work, heaps: Heaps<'_>, asked: AskedSequence) -> PyResult<Self> {
        let question = soon(|| asked.question())?;
        let (text, rules) = match heaps {
            Heaps::Notation(text) => (text, None),
            Heaps::Rules(game) => (String::new(), Some(soon(|| game.request().cloned())?)),
        };
        work.run(py, |options| {
            let job = options.job();
            let read = match &rules {
                Some(request) => {
                    let largest = question.heaps.end.saturating_sub(1);
                    Some(one_heap(request, largest, Missing::Fault, &job)?)
                }
                None => None,
            };
            let game = match &read {
                Some(read) => read.game.clone(),
                None => heap_game(&text)?,
            };
            Self::worked_out(&game, read, &asked, &question, &job)
        })
    }

    /// What `zug sequence --json` prints, with or without the nimbers.
    fn report(&self, values: bool) -> PyResult<String> {
        let parts = SequenceParts {
            from: self.parts.from,
            values: values && self.parts.values,
            statistics: self.parts.statistics,
        };
        soon(|| json(&SequenceReport::of(&self.sequence(), &self.facts, parts)))
    }

    /// The plot of the nimbers as SVG; `None` where they were not kept, or are too many.
    fn svg(&self) -> PyResult<Option<String>> {
        let heaps = &self.facts.heaps;
        if !self.parts.values || heaps.end - heaps.start > MOST_PLOTTED {
            return Ok(None);
        }
        let plot = Plot::new(&self.sequence(), &self.facts);
        soon(|| drawn(plot.svg()).map(Some))
    }

    /// The nimbers as numbers side by side, and the number of bytes of each.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyBytes>, usize)> {
        let sequence = self.sequence();
        let terms = Terms::of(&sequence, self.facts.heaps.clone());
        let terms = terms.filter(|_| self.parts.values).ok_or_else(|| {
            Failure::NotSolved("the nimbers of these heaps were not kept (values=False)".to_owned())
        })?;
        let largest = terms.clone().map(|(_, nimber)| nimber).max().unwrap_or(0);
        let width = [1, 2, 4]
            .into_iter()
            .find(|bytes| largest < 1 << (8 * bytes));
        let width = width.unwrap_or(size_of::<u64>());
        let count = self.facts.heaps.end - self.facts.heaps.start;
        let bytes = PyBytes::new_with(py, count as usize * width, |bytes| {
            for (place, (_, nimber)) in bytes.chunks_exact_mut(width).zip(terms) {
                place.copy_from_slice(&nimber.to_le_bytes()[..width]);
            }
            Ok(())
        })?;
        Ok((bytes, width))
    }
}

impl Nimbers {
    fn sequence(&self) -> MutexGuard<'_, Sequence> {
        self.sequence.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn worked_out(
        game: &HeapGame,
        read: Option<FromRules<HeapGame>>,
        asked: &AskedSequence,
        question: &SequenceQuestion,
        job: &Job,
    ) -> Result<Self> {
        let plan = question.plan(job.budget.left());
        let mut sequence = Sequence::new(game, plan.options, job).map_err(Error::from)?;
        let heaps = question.heaps.clone();
        sequence.admit(heaps.end).map_err(Error::from)?;
        let begun = Instant::now();
        while sequence.known() < heaps.end && sequence.proof().is_none() {
            if job.cancel.is_cancelled() {
                return Err(cancelled());
            }
            if let Err(stop) = sequence.step(heaps.end) {
                // The last heaps may prove a period.
                if sequence.prove().is_none() {
                    return Err(Error::from(stop).into());
                }
            }
        }
        // More heaps would be more to check.
        if !asked.verify {
            look_early(&mut sequence, &job.cancel);
        }
        sequence.prove();
        let time = begun.elapsed();
        if asked.values && !sequence.tells(heaps.clone()) {
            return Err(Failure::NotSolved(format!(
                "heaps {} to {} cannot be told: they were not kept, or their nimbers are too large",
                heaps.start,
                heaps.end.saturating_sub(1)
            )));
        }
        let verified = asked
            .verify
            .then(|| verify(game, &mut sequence, job))
            .transpose();
        let verified = verified.map_err(|flaw| Failure::Panicked(flaw.to_string()))?;
        let facts = SequenceFacts::new(game.to_string(), heaps, &sequence, verified, time)
            .with_rules(read.map(|read| read.rules));
        Ok(Self {
            sequence: Mutex::new(sequence),
            facts,
            parts: SequenceParts {
                from: asked.first > 0,
                values: asked.values,
                statistics: asked.statistics,
            },
        })
    }
}

/// What is asked of a game on two heaps: one position (`at`), the nimbers, or the lost positions.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct AskedPairs {
    nimbers: bool,
    largest: Option<u64>,
    most: usize,
    at: Option<(u64, u64)>,
    play: Option<String>,
}

/// What `zug pairs --json` prints.
#[pyfunction]
pub(crate) fn pairs(
    py: Python<'_>,
    work: &Work,
    heaps: Heaps<'_>,
    asked: AskedPairs,
) -> PyResult<String> {
    let (text, rules) = match heaps {
        Heaps::Notation(text) => (text, None),
        Heaps::Rules(game) => (String::new(), Some(soon(|| game.request().cloned())?)),
    };
    let AskedPairs {
        largest, most, at, ..
    } = asked;
    let of = match at {
        Some((a, b)) => Pairs::At(a, b),
        None if asked.nimbers => Pairs::Nimbers {
            largest: largest.unwrap_or(PairQuestion::HEAPS),
        },
        None => Pairs::Lost { largest, most },
    };
    work.run(py, |options| {
        let job = options.job();
        let read = match &rules {
            Some(request) => {
                let largest = at.map_or(largest.unwrap_or(PairQuestion::HEAPS), |(a, b)| a.max(b));
                Some(two_heaps(request, largest, &job)?)
            }
            None => None,
        };
        let (game, own) = if let Some(read) = &read {
            (read.game.clone(), read.play)
        } else {
            let game = text.parse::<PairGame>();
            let game = game.map_err(|error| {
                Failure::Setting(format!("`{text}` is no game on two heaps: {error}"))
            })?;
            (game, Play::Normal)
        };
        let play = asked.play.as_deref().map_or(Ok(own), play)?;
        if matches!(of, Pairs::Nimbers { .. }) && play == Play::Misere {
            let why = "nimbers belong to normal play: there are none in misère play";
            return Err(Failure::Setting(why.to_owned()));
        }
        let question = PairQuestion::new(game, of).with_play(play);
        let found = question.run(&job).map_err(Error::from)?;
        let rules = read.as_ref().map(|read| &read.rules);
        json(&PairsReport::of(&question, &found).with_rules(rules))
    })
}

/// What is asked of a misère quotient: the heaps up to this one, who wins heaps (`at`), the genera, and the limits.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct AskedQuotient {
    heaps: u64,
    at: Option<Vec<u64>>,
    genus: bool,
    elements: usize,
    steps: u64,
}

/// What `zug quotient --json` prints, and the picture where there are few elements.
#[pyfunction]
pub(crate) fn quotient(
    py: Python<'_>,
    work: &Work,
    code: &str,
    asked: AskedQuotient,
) -> PyResult<(String, Option<String>)> {
    work.run(py, |options| {
        let job = options.job();
        let game = heap_game(code)?;
        let at = asked.at.as_deref();
        let asked_at = at.and_then(|heaps| heaps.iter().copied().max());
        let largest = asked.heaps.max(asked_at.unwrap_or_default());
        let limits = Limits::default()
            .with_elements(asked.elements)
            .with_steps(asked.steps);
        let question = QuotientQuestion::new(game.clone(), largest)
            .with_limits(limits)
            .with_genera(asked.genus);
        let begun = Instant::now();
        let answer = question.run(&job);
        if job.cancel.is_cancelled() {
            return Err(cancelled());
        }
        let found = at.map(|heaps| MiserePosition::of_answer(&game, &answer, heaps, &job));
        let found = found.transpose().map_err(Error::from)?;
        let mut report = QuotientReport::of(code, &question, &answer, begun.elapsed());
        let found = at.zip(found.as_ref());
        report.at = found.map(|(heaps, found)| MiserePositionReport::of(heaps, found));
        let quotient = answer.quotients.quotient();
        let is_drawn = quotient.order() <= monoid::MOST_ELEMENTS;
        let picture = is_drawn.then(|| drawn(Ok(monoid::graph(code, report.heaps, quotient))));
        Ok((json(&report)?, picture.transpose()?))
    })
}
