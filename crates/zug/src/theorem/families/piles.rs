//! Piles, cakes and numbers that a move changes together.

use zug_catalogue::cake_party::CakeParty;
use zug_catalogue::powers::{OfBase, Powers, bases_of_numbers};
use zug_catalogue::roxor::Roxor;
use zug_catalogue::stone_game_strategist::StoneGame;
use zug_values::{Nimber, Outcome};

use super::small;
use crate::theorem::facts::Facts;
use crate::theorem::{Applied, Named, PlacedNumber};

pub(super) fn stone_game(facts: &Facts<'_>) -> Option<Box<dyn Applied>> {
    if facts.is_misere() {
        return None;
    }
    let piles = small(facts.array_or("pile", "piles")?)?;
    Some(Box::new(StoneGame::new(piles).ok()?))
}

impl Applied for StoneGame {
    says_itself!();

    fn winning_moves(&self) -> Option<Named> {
        let names = self
            .winning_moves()
            .into_iter()
            .map(|take| format!("take {} stones from pile {}", take.stones, take.pile));
        Some(Named::all(names))
    }

    fn is_nim_sum(&self) -> bool {
        true
    }

    fn placed(&self) -> Vec<PlacedNumber> {
        let steps = self.counted_steps();
        steps
            .map(|(pile, step)| PlacedNumber::at(step, [pile]))
            .collect()
    }
}

pub(super) fn roxor(facts: &Facts<'_>) -> Option<Box<dyn Applied>> {
    if facts.is_misere() {
        return None;
    }
    let piles = facts.array_or("pile", "piles")?;
    Some(Box::new(Roxor::new(piles).ok()?))
}

impl Applied for Roxor {
    says_itself!();

    fn winning_moves(&self) -> Option<Named> {
        let names = self
            .winning_moves()
            .map(|spread| format!("{} {} {}", spread.i, spread.j, spread.k));
        Some(Named::all(names))
    }

    fn is_nim_sum(&self) -> bool {
        true
    }

    fn placed(&self) -> Vec<PlacedNumber> {
        let odd = self.odd_piles();
        odd.map(|(pile, worth)| PlacedNumber::at(worth.0, [pile]))
            .collect()
    }
}

pub(super) fn cake_party(facts: &Facts<'_>) -> Option<Box<dyn Applied>> {
    if facts.is_misere() {
        return None;
    }
    let cakes = small(facts.array_or("cake", "cakes")?)?;
    Some(Box::new(CakeParty::new(cakes)))
}

impl Applied for CakeParty {
    says_itself!(nimber?);

    fn winning_moves(&self) -> Option<Named> {
        let mut all = true;
        let names: Vec<String> = self
            .winning_moves()
            .into_iter()
            .map(|eats| {
                all &= eats.least == eats.most;
                format!("cake {} pieces {}", eats.cake, eats.least)
            })
            .collect();
        // Of a range of millions the first stands for all.
        Some(if all {
            Named::all(names)
        } else {
            Named::some(names)
        })
    }

    fn placed(&self) -> Vec<PlacedNumber> {
        let most = self.cakes().iter().copied().max().unwrap_or_default();
        let largest = self.cakes().iter().enumerate();
        let largest = largest.filter(|(_, pieces)| **pieces == most && most > 0);
        largest
            .map(|(cake, _)| PlacedNumber::at(most, [cake]))
            .collect()
    }
}

/// Numbers that are left in the middle of the Game with Powers, base by base.
#[derive(Debug)]
struct Left(Vec<OfBase>);

impl Left {
    fn sum(&self) -> Nimber {
        self.0.iter().map(|base| base.nimber).sum()
    }
}

pub(super) fn powers(facts: &Facts<'_>) -> Option<Box<dyn Applied>> {
    if facts.is_misere() {
        return None;
    }
    if facts.is_start() {
        return Some(Box::new(Powers::new(facts.count("n")?).ok()?));
    }
    let left = (1..).zip(facts.array_or("left", "n")?);
    let left: Vec<u64> = left
        .filter(|(_, there)| *there == 1)
        .map(|(x, _)| x)
        .collect();
    Some(Box::new(Left(bases_of_numbers(left).ok()?)))
}

/// The largest number for which each first move is looked at; for larger numbers one
/// winning move is named.
const POWERS_LOOKED_AT: u64 = 100_000;

/// The largest number of numbers that are named one by one.
const MOST_PLACED: u64 = 1000;

/// The nimber of each base, with its numbers.
fn of_bases(bases: &[OfBase]) -> Vec<PlacedNumber> {
    let bases = bases.iter();
    bases
        .map(|base| PlacedNumber::at(base.nimber.0, &base.numbers))
        .collect()
}

impl Applied for Powers {
    says_itself!();

    fn winning_moves(&self) -> Option<Named> {
        Some(if self.n() <= POWERS_LOOKED_AT {
            Named::all(self.winning_moves().map(|x| x.to_string()))
        } else {
            Named::some(self.winning_move().map(|x| x.to_string()))
        })
    }

    fn is_nim_sum(&self) -> bool {
        true
    }

    fn placed(&self) -> Vec<PlacedNumber> {
        if self.n() > MOST_PLACED {
            return Vec::new();
        }
        of_bases(&bases_of_numbers(1..=self.n()).unwrap_or_default())
    }
}

impl Applied for Left {
    fn outcome(&self) -> Outcome {
        self.sum().outcome()
    }

    fn nimber(&self) -> Option<Nimber> {
        Some(self.sum())
    }

    fn why(&self) -> Vec<String> {
        vec![format!(
            "the powers of each base are a game of their own; what is left of all bases, \
             {} numbers, is worth {}",
            self.0.iter().map(|base| base.numbers.len()).sum::<usize>(),
            self.sum()
        )]
    }

    fn is_nim_sum(&self) -> bool {
        true
    }

    fn placed(&self) -> Vec<PlacedNumber> {
        of_bases(&self.0)
    }
}
