//! Faults that tests plant in a theorem.

#![cfg(feature = "testing")]

use zug_values::{Nimber, Outcome};

use crate::error::Error;
use crate::problem::Problem;
use crate::solution::Solution;
use crate::verified::Agreement;

use super::facts::Facts;
use super::{Applied, Found, Named, Theorem};

/// Where a theorem is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lie {
    /// It is right.
    Nowhere,
    /// The other player wins.
    Outcome,
    /// The nimber is larger by 1.
    Nimber,
    /// The move `1: 1` wins.
    Moves,
}

/// A theorem, applied to a position, with a lie.
#[derive(Debug)]
struct Lying {
    applied: Box<dyn Applied>,
    lie: Lie,
}

impl Applied for Lying {
    fn outcome(&self) -> Outcome {
        match self.lie {
            Lie::Outcome => self.applied.outcome().flipped(),
            _ => self.applied.outcome(),
        }
    }

    fn nimber(&self) -> Option<Nimber> {
        let nimber = self.applied.nimber()?;
        Some(match self.lie {
            Lie::Nimber => Nimber(nimber.0 + 1),
            _ => nimber,
        })
    }

    fn winning_moves(&self) -> Option<Named> {
        match self.lie {
            Lie::Moves => Some(Named::all(["1: 1".to_owned()])),
            _ => self.applied.winning_moves(),
        }
    }

    fn why(&self) -> Vec<String> {
        self.applied.why()
    }
}

/// Compares a solution with a theorem that lies about the position asked about, or about other
/// positions.
pub fn agreement(
    theorem: Theorem,
    [here, elsewhere]: [Lie; 2],
    problem: &Problem,
    solution: &Solution,
) -> Result<Agreement, Error> {
    let Theorem { found, asked } = theorem;
    let lying = |applied, lie| Box::new(Lying { applied, lie });
    let read = move |facts: &Facts<'_>| -> Option<Box<dyn Applied>> {
        Some(lying((found.read)(facts)?, elsewhere))
    };
    let found = Found {
        here: lying(found.here, here),
        read: Box::new(read),
        ..found
    };
    Theorem { found, asked }.agree(problem, solution)
}
