//! What a compound is worth: by a theorem where one holds, else by the product of its parts.

use zug_game::{Game, Player};
use zug_job::Job;
use zug_values::{Nimber, Play, Value, Worth};

use super::kind::Compound;
use super::part::Part;
use super::product::Product;
use super::theorem::{self, Plan, Theorem};
use super::turns::{Source, Turns};
use super::{conjunctive, disjunctive, proper_selective, selective};
use crate::error::Error;
use crate::strong::Method;

/// What a compound is worth, and how to play it.
#[derive(Debug)]
pub struct Answer {
    /// What the compound is worth to the mover; its remoteness counts turns.
    pub worth: Worth,
    /// The theorem that told; `None` if the product of the parts was solved.
    pub theorem: Option<Theorem>,
    /// The turns that win.
    pub turns: Turns,
    pub(super) compound: Compound,
}

/// Who wins the compound of these parts in the positions they are in, and how.
///
/// By a theorem where one holds, else by solving the product of the parts.
/// `mover` matters with partizan parts alone, `method` if the product is solved.
///
/// # Errors
///
/// [`Error::NoParts`]; what ends the solving of a product: out of memory,
/// [`Error::TooLarge`], [`Error::TooManyPositions`], cancelled.
pub fn solve(
    parts: &[Part],
    mover: Player,
    compound: Compound,
    convention: Play,
    method: Method,
    job: &Job,
) -> Result<Answer, Error> {
    if parts.is_empty() {
        return Err(Error::NoParts);
    }
    match by_theorem(parts, mover, compound, convention) {
        Some(answer) => Ok(answer),
        None => by_product(parts, mover, compound, convention, method, job),
    }
}

/// The answer by a theorem; `None` where none holds, or there are no parts.
#[must_use]
pub fn by_theorem(
    parts: &[Part],
    mover: Player,
    compound: Compound,
    convention: Play,
) -> Option<Answer> {
    let Plan { theorem, live } = theorem::plan(parts, compound, convention)?;
    let own = || live.iter().map(|&index| &parts[index]);
    let values = || own().map(|part| part.value(mover, convention));
    let nimbers = || own().filter_map(|part| part.nimber().ok());
    let (worth, source) = match theorem {
        Theorem::NoTurn => {
            let value = Value::finished(convention.stuck());
            let nimber = Some(Nimber::ZERO);
            (alone(value, nimber, convention), Source::None)
        }
        Theorem::OnePart => {
            let part = &parts[live[0]];
            let value = part.value(mover, convention);
            let nimber = part.nimber().ok();
            let source = Source::Alone(live[0]);
            (alone(value, nimber, convention), source)
        }
        Theorem::NimSum => {
            let sum = disjunctive::nim_sum(nimbers());
            (sum.into(), Source::NimSum)
        }
        Theorem::MisereNim => {
            let outcome = disjunctive::misere_nim(nimbers());
            (outcome.into(), Source::MisereNim)
        }
        Theorem::AllLost => {
            let outcome = selective::normal(values().map(Value::outcome));
            (outcome.into(), Source::Selective)
        }
        Theorem::AllLostButTheLast => {
            let both = own().map(|part| {
                let value = |convention| part.value(mover, convention);
                (value(Play::Normal), value(Play::Misere))
            });
            (selective::misere(both).into(), Source::Selective)
        }
        Theorem::EqualNimbers => {
            let outcome = proper_selective::normal(nimbers());
            (outcome.into(), Source::EqualNimbers)
        }
        Theorem::LeastRemoteness => {
            let value = conjunctive::value(values());
            (value.into(), Source::LeastRemoteness)
        }
    };
    Some(Answer {
        worth,
        theorem: Some(theorem),
        turns: Turns {
            parts: parts.to_vec(),
            live,
            mover,
            convention,
            source,
        },
        compound,
    })
}

/// The answer by solving the product of the parts, whether or not a theorem holds.
///
/// # Errors
///
/// Those of [`solve`].
pub fn by_product(
    parts: &[Part],
    mover: Player,
    compound: Compound,
    convention: Play,
    method: Method,
    job: &Job,
) -> Result<Answer, Error> {
    let product = Product::new(parts, mover, compound, convention)?;
    let start = product.start();
    let solution = product.solve(method, job)?;
    let value = solution
        .value(&start)
        .expect("the solution has the position it was asked for");
    Ok(Answer {
        worth: value.into(),
        theorem: None,
        turns: Turns {
            parts: parts.to_vec(),
            live: (0..parts.len()).collect(),
            mover,
            convention,
            source: Source::Product(Box::new((product, solution))),
        },
        compound,
    })
}

/// What a position is worth of which the value is that of this convention, and the
/// nimber, if any, that of normal play.
fn alone(value: Value, nimber: Option<Nimber>, convention: Play) -> Worth {
    let worth = Worth::from(value);
    match nimber.filter(|_| convention == Play::Normal) {
        Some(nimber) => worth
            .with_in_sum(nimber)
            .expect("in normal play a position is lost exactly if its nimber is 0"),
        None => worth,
    }
}
