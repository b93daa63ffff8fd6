//! Heaps of which a move takes some: Nim and its kin.

use zug_catalogue::forbidden_take_away::ForbiddenTakeAway;
use zug_catalogue::furlo_rublo::{FurloRublo, nimber_of};
use zug_catalogue::heap_position::{HeapPosition, Split};
use zug_catalogue::nim::{Nim, NimMove};
use zug_catalogue::subtraction::{Heap, Subtraction};
use zug_catalogue::wythoff::Wythoff;
use zug_heaps::HeapGame;
use zug_values::{Nimber, Outcome};

use super::small;
use crate::part_names::in_part;
use crate::theorem::facts::Facts;
use crate::theorem::{Applied, Named, PlacedNumber};

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

    fn is_nim_sum(&self) -> bool {
        true
    }

    fn placed(&self) -> Vec<PlacedNumber> {
        PlacedNumber::of_parts(self.piles().iter().copied())
    }

    fn winning_moves_beside(&self, rest: Nimber) -> Option<Named> {
        // The other parts are one more pile, in which no move is made here.
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

    fn is_nim_sum(&self) -> bool {
        self.0.piles().iter().any(|&pile| pile > 1)
    }

    fn placed(&self) -> Vec<PlacedNumber> {
        self.0.placed()
    }
}

pub(super) fn subtraction(facts: &Facts<'_>) -> Option<Box<dyn Applied>> {
    heap(facts, "heap")
}

pub(super) fn bachet(facts: &Facts<'_>) -> Option<Box<dyn Applied>> {
    heap(facts, "stones")
}

/// The largest number of pins that are named one by one.
const MOST_PLACED: u64 = 1000;

/// The largest number of looks of a walk along the heaps: a second or two where each look
/// misses the cache.
const MOST_LOOKS: u64 = 1 << 25;

/// The largest heap whose nimber is found in less than a thousandth of a second.
const MOST_QUICK: u64 = 10_000;

fn heap(facts: &Facts<'_>, variable: &str) -> Option<Box<dyn Applied>> {
    let game = Subtraction::new(facts.counts("take")?, facts.play).ok()?;
    let game = game.with_looks(MOST_LOOKS).within(facts.job);
    Some(Box::new(game.heap(facts.variable_or(variable, "n")?).ok()?))
}

impl Applied for Heap {
    fn outcome(&self) -> Outcome {
        self.outcome()
    }

    fn nimber(&self) -> Option<Nimber> {
        self.nimber()?.ok()
    }

    fn is_quick(&self) -> bool {
        self.size() <= MOST_QUICK
    }

    fn winning_moves(&self) -> Option<Named> {
        let moves = self.winning_moves().iter();
        Some(Named::all(moves.map(u64::to_string)))
    }

    fn why(&self) -> Vec<String> {
        self.why()
    }

    fn placed(&self) -> Vec<PlacedNumber> {
        PlacedNumber::of_parts([self.size()])
    }
}

pub(super) fn forbidden_take_away(facts: &Facts<'_>) -> Option<Box<dyn Applied>> {
    if facts.is_misere() {
        return None;
    }
    let piles = small(facts.heaps_or("stones", "piles")?)?;
    let forbidden = small(facts.counts("forbidden")?)?;
    let game = ForbiddenTakeAway::within(facts.job.budget.left(), forbidden, piles);
    Some(Box::new(game.ok()?))
}

impl Applied for ForbiddenTakeAway {
    says_itself!();

    fn is_nim_sum(&self) -> bool {
        true
    }

    fn placed(&self) -> Vec<PlacedNumber> {
        PlacedNumber::of_parts(self.nimbers().map(|nimber| nimber.0))
    }

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

    fn is_nim_sum(&self) -> bool {
        true
    }

    fn placed(&self) -> Vec<PlacedNumber> {
        let piles = self.piles().iter();
        PlacedNumber::of_parts(piles.map(|&pile| nimber_of(pile).0))
    }

    fn winning_moves_beside(&self, rest: Nimber) -> Option<Named> {
        let parts = self.piles().len();
        let moves = self.winning_moves_beside(rest).into_iter();
        // In each pile others, that leave more, may win too.
        Some(Named::some(
            moves.map(|leave| in_part(parts, leave.pile, leave.coins)),
        ))
    }
}

pub(super) fn kayles(facts: &Facts<'_>) -> Option<Box<dyn Applied>> {
    pins(facts, "0.77")
}

pub(super) fn dawsons_kayles(facts: &Facts<'_>) -> Option<Box<dyn Applied>> {
    pins(facts, "0.07")
}

/// Rows of pins in one line or in a circle, each a heap of a code that takes one pin or two.
#[derive(Debug)]
pub(super) struct Pins {
    rows: HeapPosition,
    /// The number of the first pin of each row.
    first: Vec<u64>,
    /// Where the pins stand in a circle, their number: the pin after the last one is pin 0.
    circle: Option<u64>,
}

fn pins(facts: &Facts<'_>, code: &str) -> Option<Box<dyn Applied>> {
    if facts.is_misere() {
        return None;
    }
    let (mut first, mut rows): (Vec<u64>, Vec<u64>) = (Vec::new(), Vec::new());
    if facts.place.is_some() {
        let mut before = 0;
        for (pin, up) in (1..).zip(facts.array_or("up", "n")?) {
            match (before, up, rows.last_mut()) {
                (1, 1, Some(row)) => *row += 1,
                (_, 1, _) => {
                    first.push(pin);
                    rows.push(1);
                }
                _ => {}
            }
            before = up;
        }
    } else {
        first.push(1);
        rows.push(facts.count("n")?);
    }
    let game = HeapGame::Breaking(code.parse().ok()?);
    let rows = HeapPosition::new(game, rows).ok()?;
    Some(Box::new(Pins {
        rows,
        first,
        circle: None,
    }))
}

impl Pins {
    /// Rows in a circle of places, of which at least one is empty; `first` has the place at
    /// which each row begins.
    pub(super) fn in_a_circle(rows: HeapPosition, first: Vec<u64>, places: u64) -> Self {
        Self {
            rows,
            first,
            circle: Some(places),
        }
    }

    /// The number of the pin that stands at a place in line.
    fn pin(&self, place: u64) -> u64 {
        self.circle.map_or(place, |places| place % places)
    }

    /// The names of a move: the two moves that mirror each other leave the same rows.
    fn names(&self, Split { heap, leave }: &Split) -> Vec<String> {
        let (first, row) = (self.first[*heap], self.rows.heaps()[*heap]);
        let taken = row - leave.iter().sum::<u64>();
        // The number of pins that are left before the pins that are taken.
        let mut before = match leave[..] {
            [one, other] => vec![one, other],
            [one] => vec![0, one],
            _ => vec![0],
        };
        before.dedup();
        let name = |before: u64| {
            let pin = first + before;
            match taken {
                1 => self.pin(pin).to_string(),
                _ => format!("{}-{}", self.pin(pin), self.pin(pin + 1)),
            }
        };
        before.into_iter().map(name).collect()
    }
}

impl Applied for Pins {
    fn outcome(&self) -> Outcome {
        self.rows.outcome()
    }

    fn nimber(&self) -> Option<Nimber> {
        Some(self.rows.nimber())
    }

    fn winning_moves_beside(&self, rest: Nimber) -> Option<Named> {
        let winning = self.rows.winning_moves_beside(rest);
        let moves: Vec<String> = winning
            .moves
            .iter()
            .flat_map(|split| self.names(split))
            .collect();
        Some(if winning.all {
            Named::all(moves)
        } else {
            Named::some(moves)
        })
    }

    fn why(&self) -> Vec<String> {
        self.rows.why()
    }

    fn is_nim_sum(&self) -> bool {
        true
    }

    fn placed(&self) -> Vec<PlacedNumber> {
        if self.rows.heaps().iter().sum::<u64>() > MOST_PLACED {
            return Vec::new();
        }
        let rows = self.first.iter().zip(self.rows.heaps());
        let rows = rows.zip(self.rows.nimbers());
        let placed = rows.map(|((&first, row), nimber)| {
            let pins = (first..first + row).map(|place| self.pin(place));
            PlacedNumber::at(nimber.0, pins)
        });
        placed.collect()
    }
}

pub(super) fn wythoff(facts: &Facts<'_>) -> Option<Box<dyn Applied>> {
    let first = facts.variable_or("a", "first")?;
    let second = facts.variable_or("b", "second")?;
    Some(Box::new(Wythoff::new(first, second, facts.play).ok()?))
}

impl Applied for Wythoff {
    says_itself!(nimber?);

    fn winning_moves_beside(&self, rest: Nimber) -> Option<Named> {
        // Beside others it takes nimbers, which are not known.
        rest.is_zero().then(|| {
            let moves = self.winning_moves().into_iter();
            Named::all(moves.map(|(k, l)| format!("{k},{l}")))
        })
    }

    fn placed(&self) -> Vec<PlacedNumber> {
        let (first, second) = self.heaps();
        vec![
            PlacedNumber::at(first, ["a"]),
            PlacedNumber::at(second, ["b"]),
        ]
    }
}
