//! A sum that splits: each part solved alone, the nimbers added up.
//!
//! R. Sprague (1935) and P. M. Grundy (1939): where both players have the same
//! moves, play ends and who is stuck loses, a sum is worth the xor of what its
//! parts are worth. A board of ten parts with a thousand positions each takes
//! ten thousand positions, not their product.
//!
//! Where play in a part can go round in a circle, loopy nimbers are added up
//! ([`zug_values::loopy`]), and the sum may be drawn.
//!
//! Not for misere play, where nimbers do not add.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use zug_lang::{Instance, Rules};
use zug_values::{LoopyNimber, LoopySum, NimSum, Nimber, Outcome, loopy};

use crate::error::Error;
use crate::method::AnswerBy;
use crate::options::SolveOptions;
use crate::problem::{Position, Problem};
use crate::request::Request;
use crate::solution::Solution;

use super::facts::Facts;
use super::{Applied, ClaimedMove, Found, Named, PlacedNumber, Reader};
use crate::part_names::in_part;

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
    /// The position of each part, with its loopy nimber: its nimber where play in it ends.
    here: Vec<(Position, LoopyNimber)>,
    /// Whether play in some part can go round in a circle.
    is_loopy: bool,
}

/// Who found that nimbers add up, and when.
pub(super) const SOURCE: &str = "R. Sprague, 1935; P. M. Grundy, 1939";

/// Who found that loopy nimbers add up, and when.
const LOOPY_SOURCE: &str = "C. A. B. Smith, 1966; A. S. Fraenkel and Y. Perl, 1975";

/// What is added up where the parts turn out to have no nimbers.
pub(super) fn otherwise() -> String {
    format!(
        "where play in a part can go round in a circle, loopy nimbers are added up ({LOOPY_SOURCE})"
    )
}

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
        self.name_of("")
    }

    /// The name of the theorem, with a word before the nimbers.
    fn name_of(&self, loopy: &str) -> String {
        match self.parts.len() {
            1 => format!("the {loopy}nimber of the only part"),
            parts => format!("the {loopy}nimbers of the {parts} parts, added up"),
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

/// The split into the parts that were prepared; `None` if the nimbers of a part were not worked out.
pub(super) fn of(prepared: Prepared, options: &SolveOptions) -> Result<Option<Found>, Error> {
    let (name, loopy_name, job) = (prepared.name(), prepared.name_of("loopy "), options.job());
    let mut different = Vec::with_capacity(prepared.different.len());
    let mut is_loopy = false;
    for problem in prepared.different {
        let solution = problem.solve_within(options, &job)?;
        let root = problem.root();
        if solution.loopy_nimber(&root)?.is_none() {
            return Ok(None);
        }
        is_loopy |= solution.nimber(&root)?.is_none();
        different.push(Arc::new(SolvedPart { problem, solution }));
    }
    let places = prepared.parts.iter();
    let parts: Parts = places.map(|&place| different[place].clone()).collect();
    let roots = parts.iter().map(|part| part.problem.root()).collect();
    let Some(here) = Split::at(&parts, is_loopy, roots) else {
        return Ok(None);
    };
    let read: Reader = Box::new(move |facts| {
        let (whole, position) = facts.place?;
        let places = parts.iter().enumerate().map(|(number, part)| {
            let bits = whole.project(position, number, part.problem.instance()?);
            Some(part.problem.position(bits))
        });
        let places = places.collect::<Option<_>>()?;
        Some(Box::new(Split::at(&parts, is_loopy, places)?))
    });
    Ok(Some(Found {
        name: if is_loopy { loopy_name } else { name },
        source: if is_loopy { LOOPY_SOURCE } else { SOURCE },
        read,
        here: Box::new(here),
    }))
}

impl Split {
    fn at(parts: &Parts, is_loopy: bool, places: Vec<Position>) -> Option<Self> {
        let nimbers: Option<Vec<LoopyNimber>> = parts
            .iter()
            .zip(&places)
            .map(|(part, place)| part.solution.loopy_nimber(place).ok()?)
            .collect();
        Some(Self {
            parts: parts.clone(),
            here: places.into_iter().zip(nimbers?).collect(),
            is_loopy,
        })
    }

    fn values(&self) -> Vec<LoopyNimber> {
        self.here.iter().map(|(_, value)| value.clone()).collect()
    }

    fn sum(&self) -> LoopyNimber {
        self.values().into_iter().sum()
    }

    /// Every move, with what it leaves of the sum beside a heap of Nim of the size `rest`.
    fn moves_beside(&self, rest: Nimber) -> Option<Vec<(String, LoopyNimber)>> {
        let mut moves = Vec::new();
        let beside = loopy::beside(&self.values());
        let parts = self.parts.iter().zip(&self.here).zip(beside);
        for (number, ((part, (place, _)), beside)) in parts.enumerate() {
            let beside = beside + rest.into();
            for of in part.solution.moves_in_order(place).ok()? {
                let name = in_part(self.parts.len(), number, of.name);
                moves.push((name, of.after.loopy_nimber()? + beside.clone()));
            }
        }
        Some(moves)
    }
}

impl Applied for Split {
    fn outcome(&self) -> Outcome {
        self.sum().outcome()
    }

    fn nimber(&self) -> Option<Nimber> {
        self.sum().nimber()
    }

    fn loopy_nimber(&self) -> Option<LoopyNimber> {
        Some(self.sum())
    }

    fn moves_beside_draws(&self) -> Option<Vec<ClaimedMove>> {
        let moves = self.is_loopy.then(|| self.moves_beside(Nimber::ZERO))??;
        let claimed = moves.into_iter();
        Some(
            claimed
                .map(|(name, after)| ClaimedMove::leaving(name, None, after))
                .collect(),
        )
    }

    fn winning_moves_beside(&self, rest: Nimber) -> Option<Named> {
        let moves = self.moves_beside(rest)?.into_iter();
        let winning = moves.filter(|(_, after)| *after == LoopyNimber::ZERO);
        Some(Named::all(winning.map(|(name, _)| name)))
    }

    fn is_nim_sum(&self) -> bool {
        self.values().iter().all(|value| value.nimber().is_some())
    }

    fn placed(&self) -> Vec<PlacedNumber> {
        let nimbers: Option<Vec<u32>> = self
            .here
            .iter()
            .map(|(_, value)| Some(value.nimber()?.0))
            .collect();
        PlacedNumber::of_parts(nimbers.unwrap_or_default())
    }

    fn why(&self) -> Vec<String> {
        let values = self.values();
        let nimbers: Option<Vec<Nimber>> = values.iter().map(LoopyNimber::nimber).collect();
        let Some(nimbers) = nimbers else {
            let why = LoopySum(&values).why();
            return match values.len() {
                1 => vec![format!("the loopy nimber of the only part is {why}")],
                _ => vec![format!("the loopy nimbers of the parts: {why}")],
            };
        };
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
