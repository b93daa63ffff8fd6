//! Numbers that two players make smaller: Euclid and Fibonacci Nim.

use zug_catalogue::euclid::Euclid;
use zug_catalogue::fibonacci_nim::FibonacciNim;
use zug_values::Nimber;

use crate::theorem::facts::Facts;
use crate::theorem::{Applied, Named, PlacedNumber};

pub(super) fn euclid(facts: &Facts<'_>) -> Option<Box<dyn Applied>> {
    let first = facts.variable_or("a", "first")?;
    let second = facts.variable_or("b", "second")?;
    Some(Box::new(Euclid::new(first, second, facts.play)))
}

/// The name of a move of Euclid's game, by the multiples that it takes from both numbers.
fn multiples((first, second): (u64, u64)) -> String {
    match second {
        0 => format!("{first}x,0"),
        _ => format!("0,{second}x"),
    }
}

impl Applied for Euclid {
    says_itself!(nimber?);

    fn winning_moves_beside(&self, rest: Nimber) -> Option<Named> {
        // Beside others the options with the nimber `rest` are looked for one by one.
        rest.is_zero().then(|| {
            let moves = self.winning_moves().into_iter();
            Named::all(moves.map(multiples))
        })
    }

    fn placed(&self) -> Vec<PlacedNumber> {
        let (first, second) = self.numbers();
        vec![
            PlacedNumber::at(first, ["a"]),
            PlacedNumber::at(second, ["b"]),
        ]
    }
}

pub(super) fn fibonacci_nim(facts: &Facts<'_>) -> Option<Box<dyn Applied>> {
    if facts.is_misere() {
        return None;
    }
    let heap = facts.variable_or("heap", "n")?;
    let most = match facts.place {
        Some(_) => facts.variable("most")?,
        None => heap.checked_sub(1)?,
    };
    Some(Box::new(FibonacciNim::new(heap, most)))
}

impl Applied for FibonacciNim {
    says_itself!(nimber?);

    fn winning_moves_beside(&self, rest: Nimber) -> Option<Named> {
        // Beside others it takes nimbers, which are not known.
        rest.is_zero().then(|| {
            let moves = self.winning_moves().into_iter();
            Named::all(moves.map(|take| take.to_string()))
        })
    }

    fn placed(&self) -> Vec<PlacedNumber> {
        PlacedNumber::of_parts([self.heap()])
    }
}
