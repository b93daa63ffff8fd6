//! What decides a sum: numbers, temperatures, atomic weights.
//!
//! - *Number avoidance.* Whoever can win a sum moving first can do so by a move that is not in a
//!   number, unless all parts are numbers (Conway 1976; *Winning Ways*, chapter 6).
//! - Switches {x|y} with x > y are played in the order of their temperatures (x - y)/2, and each
//!   takes that much from the mean, or adds it.
//! - A number other than 0 is larger, in size, than every infinitesimal.
//! - *Two-ahead rule.* All-small values whose atomic weights add up to at least 2 are positive; to
//!   1, Left wins if she moves first (*Winning Ways*, chapter 8).

use zug_partizan::{Dyadic, Form, OutcomeClass, PartizanError, ReadError, Side};

use crate::partizan::PartizanWorth;
use crate::report::{TermReport, TermWord};

use super::explainer::Explainer;

/// A part of a sum.
pub(super) struct Term {
    pub(super) report: TermReport,
    mean: Dyadic,
    temperature: Dyadic,
    /// The atomic weight, where it is a number.
    weight: Option<Dyadic>,
    value: Form,
    /// Whether Left, moving first in the sum, wins by a move in this term; and whether Right does.
    wins: [bool; 2],
}

/// The largest number of terms in which winning moves are looked for.
const MOST_PLAYED: usize = 50;

impl Explainer<'_> {
    /// The parts of a sum, in the order of the text.
    pub(super) fn terms(&mut self, text: &str) -> Result<Vec<Term>, ReadError> {
        let (_, read) = self.arena.read_terms(text, self.names)?;
        let mut terms = Vec::with_capacity(read.len());
        for term in read {
            // A sign stands before its term without a space.
            let written = text[term.span].trim().replacen("- ", "-", 1);
            let told = self.term(written, term.value);
            terms.push(told.map_err(|error| ReadError {
                span: 0..text.len(),
                fault: error.into(),
            })?);
        }
        if terms.len() <= MOST_PLAYED {
            let played = self.play(&mut terms);
            played.map_err(|error| ReadError {
                span: 0..text.len(),
                fault: error.into(),
            })?;
        }
        Ok(terms)
    }

    /// Finds in which terms the winning moves are.
    fn play(&mut self, terms: &mut [Term]) -> Result<(), PartizanError> {
        let total = self.arena.sum(terms.iter().map(|term| term.value))?;
        for term in terms {
            let rest = self.arena.subtract(total, term.value)?;
            for (side, wins) in Side::BOTH.into_iter().zip(&mut term.wins) {
                for option in self.arena.options(term.value, side)? {
                    let after = self.arena.add(rest, option)?;
                    *wins |= match side {
                        Side::Left => self.arena.is_at_least(after, Form::ZERO)?,
                        Side::Right => self.arena.is_at_most(after, Form::ZERO)?,
                    };
                }
            }
        }
        Ok(())
    }

    fn term(&mut self, text: String, value: Form) -> Result<Term, PartizanError> {
        let mean = self.arena.mean(value)?;
        let temperature = self.arena.temperature(value)?;
        let kind = if self.arena.as_number(value).is_some() {
            TermWord::Number
        } else if self.arena.is_infinitesimal(value) {
            TermWord::Infinitesimal
        } else if self.arena.is_numberish(value) {
            TermWord::Numberish
        } else if self.is_switch(value)? {
            TermWord::Switch
        } else {
            TermWord::Hot
        };
        // Of a tiny there may be none.
        let weight = (kind == TermWord::Infinitesimal)
            .then(|| self.arena.atomic_weight(value).ok())
            .flatten();
        let told = weight.map(|weight| self.text(weight)).transpose()?;
        let is_all_small = self.arena.is_all_small(value)?;
        Ok(Term {
            report: TermReport {
                text,
                value: self.text(value)?,
                kind,
                mean: mean.to_string(),
                temperature: temperature.to_string(),
                atomic_weight: told,
            },
            mean,
            temperature,
            value,
            wins: [false; 2],
            weight: weight
                .filter(|_| is_all_small)
                .and_then(|weight| self.arena.as_number(weight)),
        })
    }

    fn is_switch(&mut self, value: Form) -> Result<bool, PartizanError> {
        for side in Side::BOTH {
            let options = self.arena.options(value, side)?;
            let [only] = options[..] else {
                return Ok(false);
            };
            if self.arena.as_number(only).is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// What decides a sum, in lines.
pub(super) fn lines(terms: &[Term], worth: &PartizanWorth) -> Vec<String> {
    let of_kind = |kinds: &[TermWord]| -> Vec<&Term> {
        let terms = terms.iter();
        terms
            .filter(|term| kinds.contains(&term.report.kind))
            .collect()
    };
    let mut lines = Vec::new();
    let numbers = of_kind(&[TermWord::Number]);
    if !numbers.is_empty() && numbers.len() < terms.len() {
        let names = named(&numbers, |term| term.report.text.clone());
        let (is, it) = match numbers.len() {
            1 => ("is a number", "it is moved in last"),
            _ => ("are numbers", "they are moved in last"),
        };
        lines.push(format!(
            "{names} {is}: a move in a number loses by it, so {it}."
        ));
    }
    let mut hot = of_kind(&[TermWord::Switch, TermWord::Hot]);
    hot.sort_by_key(|term| std::cmp::Reverse(term.temperature));
    let small = of_kind(&[TermWord::Infinitesimal, TermWord::Numberish]);
    if let Some(hottest) = hot.first() {
        let names = named(&hot, |term| {
            format!(
                "{} has the temperature {}",
                term.report.text, term.temperature
            )
        });
        lines.push(format!("{names}."));
        if hot.len() > 1 {
            let name = &hottest.report.text;
            lines.push(format!(
                "The hottest is {name}: mostly it is right to move there first."
            ));
            lines.extend(against_the_rule(terms, hottest));
        }
        let is_switch = |term: &&Term| term.report.kind == TermWord::Switch;
        if hot.iter().all(is_switch) && small.is_empty() {
            lines.extend(of_switches(terms, &hot));
        }
    } else {
        lines.extend(of_small(terms, &small, worth));
    }
    let who = match worth.class {
        OutcomeClass::Left => "Left wins, whoever begins",
        OutcomeClass::Right => "Right wins, whoever begins",
        OutcomeClass::Next => "whoever begins wins",
        OutcomeClass::Previous => "whoever begins loses",
    };
    lines.push(format!("Together they are worth {}: {who}.", worth.value));
    lines
}

/// A line of an explanation names at most this number of terms of the sum.
const MOST_NAMED: usize = 8;

/// Some terms in words, with `and` before the last.
fn named(terms: &[&Term], name: impl Fn(&Term) -> String) -> String {
    let shown = terms.iter().take(MOST_NAMED);
    let mut names: Vec<String> = shown.map(|term| name(term)).collect();
    if terms.len() > MOST_NAMED {
        names.push(format!("{} more", terms.len() - MOST_NAMED));
    }
    let last = names.pop().unwrap_or_default();
    if names.is_empty() {
        last
    } else {
        format!("{} and {last}", names.join(", "))
    }
}

/// Says of a player who wins by moving first, and not in the hottest term, in which terms that is.
fn against_the_rule(terms: &[Term], hottest: &Term) -> Vec<String> {
    let mut lines = Vec::new();
    for (side, name) in ["Left", "Right"].into_iter().enumerate() {
        let winning: Vec<&Term> = terms.iter().filter(|term| term.wins[side]).collect();
        if !hottest.wins[side] && !winning.is_empty() {
            let winning = named(&winning, |term| term.report.text.clone());
            lines.push(format!(
                "Here {name}, moving first, wins only by a move in {winning}."
            ));
        }
    }
    lines
}

/// Where play stops if all that is hot is switches, and these are played hottest first.
fn of_switches(terms: &[Term], hot: &[&Term]) -> Vec<String> {
    let means = terms
        .iter()
        .try_fold(Dyadic::ZERO, |sum, term| sum.plus(term.mean));
    let Ok(mean) = means else {
        return Vec::new();
    };
    let mut lines = Vec::new();
    for side in Side::BOTH {
        let (mut at, mut sum) = (mean, vec![format!("the means {mean}")]);
        for (place, term) in hot.iter().enumerate() {
            let is_added = (place % 2 == 0) == (side == Side::Left);
            let by = term.temperature;
            let next = if is_added { at.plus(by) } else { at.minus(by) };
            let Ok(next) = next else {
                return Vec::new();
            };
            at = next;
            match place {
                0..MOST_NAMED => sum.push(format!("{} {by}", if is_added { '+' } else { '-' })),
                MOST_NAMED => sum.push("…".to_owned()),
                _ => {}
            }
        }
        let name = match side {
            Side::Left => "Left",
            Side::Right => "Right",
        };
        lines.push(format!(
            "If {name} begins and the switches are played hottest first, play stops at {} = {at}.",
            sum.join(" ")
        ));
    }
    lines
}

/// What is said of a sum in which nothing is hot.
fn of_small(terms: &[Term], small: &[&Term], worth: &PartizanWorth) -> Vec<String> {
    if small.is_empty() {
        return vec!["All are numbers, which are added up.".to_owned()];
    }
    if worth.left_stop != "0" {
        let total = &worth.left_stop;
        return vec![format!(
            "Nothing is hot, and the numbers add up to {total}: no infinitesimal matters beside that."
        )];
    }
    let weights = terms.iter().map(|term| match term.report.kind {
        TermWord::Number if term.mean.is_zero() => Some(Dyadic::ZERO),
        _ => term.weight,
    });
    let sum = weights.clone().try_fold(Dyadic::ZERO, |sum, weight| {
        let next = sum.plus(weight?);
        next.ok()
    });
    let Some(sum) = sum else {
        return vec!["All are infinitesimals, or numbers that add up to 0.".to_owned()];
    };
    let names = named(small, |term| {
        let weight = term.weight.unwrap_or(Dyadic::ZERO);
        format!("{} has the atomic weight {weight}", term.report.text)
    });
    let [one, two] = [1, 2].map(Dyadic::integer);
    let rule = if sum >= two {
        "Left is two ahead, and wins"
    } else if sum <= two.negated() {
        "Right is two ahead, and wins"
    } else if sum >= one {
        "Left is one ahead, and wins if she moves first"
    } else if sum <= one.negated() {
        "Right is one ahead, and wins if he moves first"
    } else {
        "nobody is ahead by a whole one, so that the weights do not decide"
    };
    vec![format!("{names}; together {sum}: {rule}.")]
}
