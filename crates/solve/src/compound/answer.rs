//! Who wins a compound: by a theorem where one holds, else by the product of its parts.

use zug_game::Game;
use zug_job::Job;
use zug_values::{LoopyNimber, Play, Value, Worth};

use super::product::Product;
use super::question::Question;
use super::theorem::{Applicable, CompoundTheorem, applicable};
use super::turns::{FoundBy, Turns};
use super::{conjunctive, disjunctive, proper_selective, selective};
use crate::error::Error;
use crate::strong::Method;

/// What a compound is worth, and how to play it.
#[derive(Debug)]
pub struct Answer {
    worth: Worth,
    turns: Turns,
}

impl Answer {
    /// What the compound is worth to the mover. Its remoteness counts turns.
    #[must_use]
    pub fn worth(&self) -> &Worth {
        &self.worth
    }

    /// The theorem that told; `None` if the product of the parts was solved.
    #[must_use]
    pub fn theorem(&self) -> Option<CompoundTheorem> {
        match &self.turns.found_by {
            FoundBy::Theorem(applicable) => Some(applicable.theorem),
            FoundBy::Product(..) => None,
        }
    }

    /// The turns that win.
    #[must_use]
    pub fn turns(&self) -> &Turns {
        &self.turns
    }
}

impl Question {
    /// Who wins, and how: by a theorem where one holds, else by solving the product of
    /// the parts by `method`.
    ///
    /// # Errors
    ///
    /// What ends the solving of a product: out of memory, [`Error::TooLarge`],
    /// [`Error::TooManyPositions`], cancelled.
    pub fn solve(&self, method: Method, job: &Job) -> Result<Answer, Error> {
        match applicable(self) {
            Some(applicable) => Ok(answer(self, applicable)),
            None => self.solve_product(method, job),
        }
    }

    /// Who wins, and how, by a theorem; `None` where no theorem holds.
    #[must_use]
    pub fn solve_by_theorem(&self) -> Option<Answer> {
        let applicable = applicable(self)?;
        Some(answer(self, applicable))
    }

    /// Who wins, and how, by solving the product of the parts, whether or not a theorem
    /// holds.
    ///
    /// # Errors
    ///
    /// Those of [`Question::solve`].
    pub fn solve_product(&self, method: Method, job: &Job) -> Result<Answer, Error> {
        let product = Product::new(self.clone())?;
        let solution = product.solve(method, job)?;
        let value = solution
            .value(&product.start())
            .expect("the solution has the position it was asked for");
        let found_by = FoundBy::Product(Box::new((product, solution)));
        Ok(Answer {
            worth: value.into(),
            turns: Turns {
                question: self.clone(),
                found_by,
            },
        })
    }
}

/// The answer by a theorem that holds for the parts.
fn answer(question: &Question, applicable: Applicable) -> Answer {
    Answer {
        worth: worth(question, &applicable),
        turns: Turns {
            question: question.clone(),
            found_by: FoundBy::Theorem(applicable),
        },
    }
}

/// What the theorem says of the compound.
fn worth(question: &Question, applicable: &Applicable) -> Worth {
    let (mover, convention) = (question.mover(), question.convention());
    let own = || {
        let parts = applicable.parts.iter();
        parts.map(|&index| &question.parts()[index])
    };
    let values = || own().map(|part| part.value(mover, convention));
    let nimbers = || own().filter_map(|part| part.nimber().ok());
    match applicable.theorem {
        CompoundTheorem::NoTurn => {
            let value = Value::finished(convention.stuck());
            alone(value, Some(LoopyNimber::ZERO), convention)
        }
        CompoundTheorem::OnePart => {
            let part = &question.parts()[applicable.parts[0]];
            let value = part.value(mover, convention);
            alone(value, part.loopy_nimber().ok(), convention)
        }
        CompoundTheorem::NimSum => disjunctive::nim_sum(nimbers()).into(),
        CompoundTheorem::LoopyNimSum => own()
            .filter_map(|part| part.loopy_nimber().ok())
            .sum::<LoopyNimber>()
            .into(),
        CompoundTheorem::MisereNim => disjunctive::misere_nim(nimbers()).into(),
        CompoundTheorem::AllLost => selective::normal(values().map(Value::outcome)).into(),
        CompoundTheorem::AllLostButTheLast => {
            let both = own().map(|part| {
                let value = |convention| part.value(mover, convention);
                (value(Play::Normal), value(Play::Misere))
            });
            selective::misere(both).into()
        }
        CompoundTheorem::EqualNimbers => proper_selective::normal(nimbers()).into(),
        CompoundTheorem::LeastRemoteness => conjunctive::value(values()).into(),
    }
}

/// What a position is worth that has this value under this convention and, if any, this loopy nimber
/// in normal play.
fn alone(value: Value, nimber: Option<LoopyNimber>, convention: Play) -> Worth {
    let worth = Worth::from(value);
    match nimber.filter(|_| convention == Play::Normal) {
        Some(nimber) => worth
            .with_in_sum(nimber)
            .expect("in normal play the outcome of a position is that of its loopy nimber"),
        None => worth,
    }
}
