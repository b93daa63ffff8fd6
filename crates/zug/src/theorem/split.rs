//! A sum that splits: each part solved alone, the nimbers added up.
//!
//! R. Sprague (1935) and P. M. Grundy (1939): where both players have the same
//! moves, play ends and who is stuck loses, a sum is worth the xor of what its
//! parts are worth. A board of ten parts with a thousand positions each takes
//! ten thousand positions, not their product.
//!
//! Not for misere play, where nimbers do not add.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use zug_lang::{Instance, Rules};
use zug_values::{NimSum, Nimber, Outcome};

use crate::error::Error;
use crate::options::{AnswerBy, SolveOptions};
use crate::problem::{Position, Problem};
use crate::request::Request;
use crate::solution::Solution;

use super::facts::Facts;
use super::{Applied, Found, Named, PlacedNumber, Reader, in_part};

/// The parts of a sum. Equal parts are solved once.
type Parts = Arc<[Arc<SolvedPart>]>;

/// A part of a sum, solved from its position in the sum.
#[derive(Debug)]
struct SolvedPart {
    problem: Problem,
    solution: Solution,
}

/// A sum in one position.
#[derive(Debug)]
struct Split {
    parts: Parts,
    /// The position of each part, with its nimber.
    here: Vec<(Position, Nimber)>,
}

/// Who found that nimbers add up, and when.
pub(super) const SOURCE: &str = "R. Sprague, 1935; P. M. Grundy, 1939";

/// The parts of the game as games of their own, if the game is a sum and nimbers of its
/// parts can be added up.
pub(super) fn applies(
    rules: &Rules,
    request: &Request,
    facts: &Facts<'_>,
    options: &SolveOptions,
) -> Option<Vec<Instance>> {
    // The code that needs the game itself reports what is wrong with the rules.
    let alone = rules.parts_while(&request.settings, &options.job());
    let alone = alone.ok()?;
    // A sum of one part is that part, and is answered as that part would be.
    let splits = alone.len() > 1 || options.answer_by == AnswerBy::Theorem;
    let splits = splits && alone.iter().all(Instance::may_have_nimbers);
    (!facts.is_misere() && rules.is_sum() && splits).then_some(alone)
}

/// The parts of a sum at their positions, ready to be solved.
pub(super) struct Prepared {
    /// The parts that differ from one another.
    different: Vec<Problem>,
    /// For each part of the sum its place in `different`.
    parts: Vec<usize>,
}

impl Prepared {
    /// The name of the theorem for these parts.
    pub(super) fn name(&self) -> String {
        match self.parts.len() {
            1 => "the nimber of the only part".to_owned(),
            parts => format!("the nimbers of the {parts} parts, added up"),
        }
    }
}

/// Prepares the parts `alone`, so that they can be solved.
///
/// # Errors
///
/// The rules of a part are too large to be worked out; the caller cancelled, or the
/// memory allowed is used up.
pub(super) fn prepare(
    alone: Vec<Instance>,
    request: &Request,
    facts: &Facts<'_>,
    options: &SolveOptions,
) -> Result<Prepared, Error> {
    let mut different = Vec::new();
    let mut parts = Vec::with_capacity(alone.len());
    let mut known = HashMap::new();
    for (number, part) in alone.into_iter().enumerate() {
        let root = match facts.place {
            Some((whole, position)) => whole.project(position, number, &part),
            None => part.start(),
        };
        let key = (part.name().to_owned(), part.parameters(), root);
        let place = match known.entry(key) {
            Entry::Occupied(equal) => *equal.get(),
            Entry::Vacant(new) => {
                let problem = Problem::of_instance(part, &options.job())
                    .map_err(|error| request.setting_error(error))?;
                let root = problem.position(root);
                different.push(problem.at(root));
                *new.insert(different.len() - 1)
            }
        };
        parts.push(place);
    }
    Ok(Prepared { different, parts })
}

/// The split into the parts that were prepared; `None` if play in a part can go round in
/// a circle.
pub(super) fn of(prepared: Prepared, options: &SolveOptions) -> Result<Option<Found>, Error> {
    let (name, job) = (prepared.name(), options.job());
    let mut different = Vec::with_capacity(prepared.different.len());
    for problem in prepared.different {
        let solution = problem.solve_within(options, &job)?;
        if solution.nimber(&problem.root())?.is_none() {
            return Ok(None); // play can go round in a circle
        }
        different.push(Arc::new(SolvedPart { problem, solution }));
    }
    let places = prepared.parts.iter();
    let parts: Parts = places.map(|&place| different[place].clone()).collect();
    let roots = parts.iter().map(|part| part.problem.root()).collect();
    let Some(here) = Split::at(&parts, roots) else {
        return Ok(None);
    };
    let read: Reader = Box::new(move |facts| {
        let (whole, position) = facts.place?;
        let places = parts.iter().enumerate().map(|(number, part)| {
            let bits = whole.project(position, number, part.problem.instance()?);
            Some(part.problem.position(bits))
        });
        Some(Box::new(Split::at(&parts, places.collect::<Option<_>>()?)?))
    });
    Ok(Some(Found {
        name,
        source: SOURCE,
        read,
        here: Box::new(here),
    }))
}

impl Split {
    fn at(parts: &Parts, places: Vec<Position>) -> Option<Self> {
        let nimbers: Option<Vec<Nimber>> = parts
            .iter()
            .zip(&places)
            .map(|(part, place)| part.solution.nimber(place).ok()?)
            .collect();
        Some(Self {
            parts: parts.clone(),
            here: places.into_iter().zip(nimbers?).collect(),
        })
    }

    fn sum(&self) -> Nimber {
        self.here.iter().map(|(_, nimber)| *nimber).sum()
    }
}

impl Applied for Split {
    fn outcome(&self) -> Outcome {
        self.sum().outcome()
    }

    fn nimber(&self) -> Option<Nimber> {
        Some(self.sum())
    }

    fn winning_moves_beside(&self, rest: Nimber) -> Option<Named> {
        let sum = self.sum() + rest;
        if sum.is_zero() {
            return Some(Named::all([]));
        }
        let mut winning = Vec::new();
        for (number, (part, (place, nimber))) in self.parts.iter().zip(&self.here).enumerate() {
            let wanted = Some(*nimber + sum);
            let moves = part.solution.moves_in_order(place).ok()?;
            let names = moves
                .into_iter()
                .filter(|answer| answer.after.nimber() == wanted);
            winning.extend(names.map(|answer| in_part(self.parts.len(), number, answer.name)));
        }
        Some(Named::all(winning))
    }

    fn is_nim_sum(&self) -> bool {
        true
    }

    fn placed(&self) -> Vec<PlacedNumber> {
        PlacedNumber::of_parts(self.here.iter().map(|(_, nimber)| nimber.0))
    }

    fn why(&self) -> Vec<String> {
        let nimbers: Vec<Nimber> = self.here.iter().map(|(_, nimber)| *nimber).collect();
        let sum = NimSum(&nimbers);
        let end = if sum.total().is_zero() {
            "whatever is done in a part, an answer makes it 0 again"
        } else {
            "not 0, and a move that makes it 0 wins"
        };
        match nimbers[..] {
            [only] if only.is_zero() => {
                vec!["the nimber of the only part is 0: the player to move loses it".to_owned()]
            }
            [only] => vec![format!(
                "the nimber of the only part is {only}: not 0, and a move that makes it 0 wins"
            )],
            _ => vec![format!("the nimbers of the parts: {sum}: {end}")],
        }
    }
}
