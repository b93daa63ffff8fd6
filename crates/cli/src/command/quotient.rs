//! `zug quotient CODE`: the misère quotient of a heap game, and its genera.

use std::io::{self, Write};
use std::time::Instant;

use anyhow::Result;
use schemars::JsonSchema;
use serde::Serialize;
use zug::heaps::{QuotientAnswer, QuotientQuestion};
use zug::{Budget, Job};
use zug_sequences::misere::{Element, Genus, Limits, Monoid, Presentation, Quotient, period};

use crate::arguments::QuotientArguments;
use crate::exit::Cancelled;
use crate::json::{self, PlayWord, Version};
use crate::{heaps, output, signal};

/// Relations and lost elements that are shown; `--json` has all.
const MOST_SHOWN: usize = 100;

pub(crate) fn run(arguments: &QuotientArguments) -> Result<()> {
    let question = QuotientQuestion {
        game: heaps::game(&arguments.code)?,
        heaps: arguments.heaps,
        limits: Limits::default()
            .with_elements(arguments.elements)
            .with_steps(arguments.steps),
        genera: arguments.genus,
    };
    let cancel = signal::cancelling()?;
    let job = Job::default()
        .with_budget(Budget::of_bytes(arguments.memory.left()))
        .with_cancel(cancel.clone());
    let started = Instant::now();
    let found = question.run(&job);
    // From now on the first Ctrl-C ends the process.
    let was_cancelled = cancel.is_cancelled();
    cancel.cancel();
    let quotient = found.quotients.quotient();
    let presentation = quotient.presentation();
    let answer = Answer {
        arguments,
        found: &found,
        quotient,
        presentation: &presentation,
    };
    let mut out = output::answers();
    if arguments.json {
        let report = answer.report(started.elapsed().as_secs_f64());
        json::write(&mut out, &report)?;
    } else {
        answer.write(&mut out)?;
    }
    if was_cancelled {
        return Err(Cancelled.into());
    }
    Ok(())
}

/// All that is to be told.
struct Answer<'a> {
    arguments: &'a QuotientArguments,
    found: &'a QuotientAnswer,
    quotient: &'a Quotient,
    presentation: &'a Presentation,
}

impl Answer<'_> {
    fn monoid(&self) -> &Monoid {
        self.quotient.monoid()
    }

    fn word(&self, element: Element) -> String {
        let word = self.presentation.word(element);
        word.map_or_else(String::new, ToString::to_string)
    }

    /// The element of a heap, if it is known.
    fn element(&self, heap: u64) -> Option<Element> {
        let heap = self.found.period.map_or(heap, |period| period.reduce(heap));
        self.quotient
            .phi()
            .get(usize::try_from(heap).ok()?)
            .copied()
    }

    /// The letters of the generators with their heaps.
    fn generators(&self) -> impl Iterator<Item = (String, u64)> {
        let letters = self.monoid().generators().iter();
        let letters = letters.map(|&generator| self.word(generator));
        letters.zip(self.quotient.generators().iter().copied())
    }

    fn relations(&self) -> impl Iterator<Item = (String, String)> {
        let relations = self.presentation.relations().iter();
        relations.map(|(left, right)| (left.to_string(), right.to_string()))
    }

    fn lost(&self) -> impl Iterator<Item = String> {
        let lost = self.monoid().elements();
        lost.filter(|&element| self.monoid().is_lost(element))
            .map(|element| self.word(element))
    }

    fn genus(&self, heap: u64) -> Option<&Genus> {
        self.found.genera.as_ref()?.0.heaps().nth(heap as usize)
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut line = |label: &str, text: &str| writeln!(out, "{label:<12}{text}");
        line("game", &format!("{}, misère play", self.arguments.code))?;
        let known = self.quotient.heaps();
        line(
            "heaps",
            &match self.found.period {
                Some(_) => format!("all ({known} were looked at)"),
                None => format!("up to {known}"),
            },
        )?;
        let tame = match self.monoid().tame() {
            Some(k) => format!("tame: as nim with heaps below {}", 1u64 << k.min(63)),
            None => "wild: no quotient of nim".to_owned(),
        };
        line("order", &format!("{}; {tame}", self.quotient.order()))?;
        if let (Some(stop), Some(bound)) = (&self.found.stopped, self.found.quotients.at_least()) {
            line(
                "at least",
                &format!(
                    "{} elements with heap {}; stopped there: {stop}",
                    bound.elements, bound.heap
                ),
            )?;
        }
        let generators: Vec<String> = self
            .generators()
            .map(|(letter, heap)| format!("{letter} = heap {heap}"))
            .collect();
        line("generators", &shown(&generators))?;
        let relations: Vec<String> = self
            .relations()
            .map(|(left, right)| format!("{left} = {right}"))
            .collect();
        line("relations", &shown(&relations))?;
        line("lost", &shown(&self.lost().collect::<Vec<_>>()))?;
        match (self.found.period, period::seen(self.quotient.phi())) {
            (Some(period), _) => line(
                "period",
                &format!(
                    "{} from heap {}; proved by the heaps up to {} (Plambeck and Siegel, 2008)",
                    period.period, period.preperiod, period.checked_to
                ),
            )?,
            (None, Some((preperiod, period))) => line(
                "period",
                &format!("{period} from heap {preperiod} is seen, and not proved"),
            )?,
            (None, None) => line("period", "none is seen")?,
        }
        writeln!(out)?;
        self.write_heaps(out)?;
        if let Some((genera, Some(stop))) = &self.found.genera {
            writeln!(out)?;
            writeln!(
                out,
                "the genus of heap {} is not known: {stop}",
                genera.known()
            )?;
        }
        Ok(())
    }

    /// The table of heaps.
    fn write_heaps(&self, out: &mut impl Write) -> io::Result<()> {
        let heap_width = self.arguments.heaps.to_string().len().max(4);
        let words: Vec<Option<String>> = (1..=self.arguments.heaps)
            .map(|heap| self.element(heap).map(|element| self.word(element)))
            .collect();
        let longest = words.iter().flatten().map(String::len).max().unwrap_or(0);
        let width = longest.max("worth".len());
        let head = format!("{:>heap_width$}  {:<width$}", "heap", "worth");
        let genus = if self.found.genera.is_some() {
            "  genus"
        } else {
            ""
        };
        writeln!(out, "{}", format!("{head}{genus}").trim_end())?;
        for (heap, word) in (1..).zip(words) {
            let genus = self.genus(heap).map(ToString::to_string);
            if word.is_none() && genus.is_none() {
                break;
            }
            let word = word.unwrap_or_else(|| "?".to_owned());
            let genus = genus.map_or_else(String::new, |genus| format!("  {genus}"));
            let line = format!("{heap:>heap_width$}  {word:<width$}{genus}");
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }

    fn report(&self, seconds: f64) -> Report {
        let heaps = 0..=self.arguments.heaps;
        let phi = heaps.map_while(|heap| Some(self.word(self.element(heap)?)));
        let at_least = self
            .found
            .quotients
            .at_least()
            .zip(self.found.stopped.as_ref());
        Report {
            version: Version::CURRENT,
            code: self.arguments.code.clone(),
            play: PlayWord::Misere,
            heaps: self.quotient.heaps(),
            order: self.quotient.order(),
            orders: self.found.quotients.orders().to_vec(),
            at_least: at_least.map(|(bound, stop)| AtLeastReport {
                heap: bound.heap,
                order: bound.elements,
                stopped: stop.to_string(),
            }),
            tame: self.monoid().tame(),
            generators: self
                .generators()
                .map(|(letter, heap)| GeneratorReport { letter, heap })
                .collect(),
            relations: self
                .relations()
                .map(|(left, right)| [left, right])
                .collect(),
            elements: self.monoid().elements().map(|x| self.word(x)).collect(),
            lost: self.lost().collect(),
            phi: phi.collect(),
            period: self.found.period.map(|period| PeriodReport {
                preperiod: period.preperiod,
                period: period.period,
                theorem: "Plambeck-Siegel",
                checked_to: period.checked_to,
            }),
            genus: self.found.genera.as_ref().map(|(genera, _)| {
                let genera = genera.heaps().take(self.arguments.heaps as usize + 1);
                genera.map(ToString::to_string).collect()
            }),
            seconds,
        }
    }
}

/// A list in one line, cut if it is long.
fn shown(items: &[String]) -> String {
    let cut = items.len().saturating_sub(MOST_SHOWN);
    let shown = items[..items.len() - cut].join(", ");
    match (items.len(), cut) {
        (0, _) => "none".to_owned(),
        (_, 0) => shown,
        _ => format!("{shown}, … and {cut} more"),
    }
}

/// What `zug quotient --json` prints: the misère quotient of a game on heaps.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Report {
    version: Version,
    /// The game on heaps as it was asked.
    code: String,
    /// Always `misere`.
    play: PlayWord,
    /// The number of heaps that were looked at, from heap 0.
    heaps: u64,
    /// The number of elements of the quotient.
    order: usize,
    /// The numbers of elements of the quotients to heap 0, 1, 2 and so on.
    orders: Vec<usize>,
    /// What is known of the next heap, where work stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<AtLeastReport>,
    /// If the quotient is that of Nim with heaps below 2^k, this k.
    #[serde(skip_serializing_if = "Option::is_none")]
    tame: Option<u32>,
    /// The letters that words are made of, with their heaps.
    generators: Vec<GeneratorReport>,
    /// Pairs of words that are the same element.
    relations: Vec<[String; 2]>,
    /// A shortest word for each element.
    elements: Vec<String>,
    /// The words of the elements that are lost.
    lost: Vec<String>,
    /// The word of each heap, from heap 0.
    phi: Vec<String>,
    /// The period of all heaps, if one is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    period: Option<PeriodReport>,
    /// The genus of each heap, from heap 0, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    genus: Option<Vec<String>>,
    /// How long it took.
    seconds: f64,
}

/// A quotient that was not finished.
#[derive(Serialize, JsonSchema)]
struct AtLeastReport {
    /// The quotient to this heap was not finished.
    heap: u64,
    /// It has at least this number of elements.
    order: usize,
    /// Why work stopped.
    stopped: String,
}

/// A letter and the heap that it stands for.
#[derive(Serialize, JsonSchema)]
struct GeneratorReport {
    letter: String,
    heap: u64,
}

/// A period of the words of heaps.
#[derive(Serialize, JsonSchema)]
struct PeriodReport {
    /// The first heap of the part that repeats.
    preperiod: u64,
    /// After how many heaps it repeats.
    period: u64,
    /// The theorem that proves it.
    theorem: &'static str,
    /// The last heap that the theorem asks for.
    checked_to: u64,
}
