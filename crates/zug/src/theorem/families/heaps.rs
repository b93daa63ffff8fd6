//! Heaps of which a move takes some: Nim and its kin.

use zug_catalogue::forbidden_take_away::ForbiddenTakeAway;
use zug_catalogue::furlo_rublo::FurloRublo;
use zug_catalogue::nim::{Nim, NimMove};
use zug_catalogue::subtraction::{Heap, Limits, Subtraction};
use zug_values::{Nimber, Outcome};

use super::small;
use crate::theorem::facts::Facts;
use crate::theorem::{Applied, Named, in_part};

pub(super) fn nim(facts: &Facts<'_>) -> Option<Box<dyn Applied>> {
    let nim = Nim::new(small(facts.heaps_or("stones", "piles")?)?);
    Some(if facts.is_misere() {
        Box::new(MisereNim(nim))
    } else {
        Box::new(nim)
    })
}

/// Moves of Nim as its rules name them.
fn nim_moves(nim: &Nim, moves: Vec<NimMove>) -> Vec<String> {
    let parts = nim.piles().len();
    let names = moves
        .into_iter()
        .map(|NimMove { pile, take }| in_part(parts, pile, take));
    names.collect()
}

impl Applied for Nim {
    says_itself!();

    fn as_nim(&self) -> Option<&Nim> {
        Some(self)
    }

    fn winning_moves_beside(&self, rest: Nimber) -> Option<Named> {
        // The rest is one more pile, in which nothing is moved here.
        let own = self.piles().len();
        let mut piles = self.piles().to_vec();
        piles.push(rest.0);
        let mut moves = Nim::new(piles).winning_moves();
        moves.retain(|winning| winning.pile < own);
        Some(Named::all(nim_moves(self, moves)))
    }
}

#[derive(Debug)]
struct MisereNim(Nim);

impl Applied for MisereNim {
    fn outcome(&self) -> Outcome {
        self.0.misere_outcome()
    }

    fn winning_moves(&self) -> Option<Named> {
        Some(Named::all(nim_moves(
            &self.0,
            self.0.misere_winning_moves(),
        )))
    }

    fn why(&self) -> Vec<String> {
        self.0.misere_why()
    }
}

pub(super) fn subtraction(facts: &Facts<'_>) -> Option<Box<dyn Applied>> {
    heap(facts, "heap")
}

pub(super) fn bachet(facts: &Facts<'_>) -> Option<Box<dyn Applied>> {
    heap(facts, "stones")
}

/// Looks of a walk along the heaps: a second or two where each misses the cache.
const MOST_LOOKS: u64 = 1 << 25;

fn heap(facts: &Facts<'_>, variable: &str) -> Option<Box<dyn Applied>> {
    let game = Subtraction::new(facts.counts("take")?, facts.play).ok()?;
    let game = game.with_limits(Limits {
        looks: MOST_LOOKS,
        bytes: facts.memory,
    });
    Some(Box::new(game.heap(facts.variable_or(variable, "n")?).ok()?))
}

impl Applied for Heap {
    fn outcome(&self) -> Outcome {
        self.outcome()
    }

    fn nimber(&self) -> Option<Nimber> {
        self.nimber()?.ok()
    }

    fn winning_moves(&self) -> Option<Named> {
        let moves = self.winning_moves().iter();
        Some(Named::all(moves.map(u64::to_string)))
    }

    fn why(&self) -> Vec<String> {
        self.why()
    }
}

pub(super) fn forbidden_take_away(facts: &Facts<'_>) -> Option<Box<dyn Applied>> {
    if facts.is_misere() {
        return None;
    }
    let piles = small(facts.heaps_or("stones", "piles")?)?;
    let forbidden = small(facts.counts("forbidden")?)?;
    let game = ForbiddenTakeAway::within(facts.memory, forbidden, piles);
    Some(Box::new(game.ok()?))
}

impl Applied for ForbiddenTakeAway {
    says_itself!();

    fn winning_moves_beside(&self, rest: Nimber) -> Option<Named> {
        let parts = self.nimbers().len();
        let moves = self.winning_moves_beside(rest).into_iter();
        Some(Named::all(
            moves.map(|take| in_part(parts, take.pile, take.take)),
        ))
    }
}

pub(super) fn furlo_rublo(facts: &Facts<'_>) -> Option<Box<dyn Applied>> {
    if facts.is_misere() {
        return None;
    }
    Some(Box::new(FurloRublo::new(facts.heaps_or("coins", "piles")?)))
}

impl Applied for FurloRublo {
    says_itself!();

    fn winning_moves_beside(&self, rest: Nimber) -> Option<Named> {
        let parts = self.piles().len();
        let moves = self.winning_moves_beside(rest).into_iter();
        // In each pile others, that leave more, may win too.
        Some(Named::some(
            moves.map(|leave| in_part(parts, leave.pile, leave.coins)),
        ))
    }
}
