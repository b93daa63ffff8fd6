//! Cells in a row and coins in a circle.

use zug_catalogue::heap_position::HeapPosition;
use zug_catalogue::treblecross::Treblecross;
use zug_heaps::HeapGame;
use zug_values::{Nimber, Outcome};

use super::heaps::Pins;
use crate::theorem::facts::Facts;
use crate::theorem::{Applied, Named, PlacedNumber};

/// The largest number of cells that are named one by one.
const MOST_PLACED: u64 = 1000;

/// A strip, and its number of cells.
#[derive(Debug)]
struct Strip(Treblecross, u64);

/// The rules end this game by a win, so normal and misère play are the same.
pub(super) fn treblecross(facts: &Facts<'_>) -> Option<Box<dyn Applied>> {
    let cells = facts.count("n")?;
    let crosses: Vec<u64> = match facts.place {
        Some(_) => {
            let crossed = (1..).zip(facts.array_or("crossed", "n")?);
            let crossed = crossed.filter(|(_, crossed)| *crossed == 1);
            crossed.map(|(cell, _)| cell).collect()
        }
        None => Vec::new(),
    };
    let strip = Treblecross::new(cells, crosses).ok()?;
    Some(Box::new(Strip(strip, cells)))
}

impl Applied for Strip {
    fn outcome(&self) -> Outcome {
        self.0.outcome()
    }

    fn winning_moves(&self) -> Option<Named> {
        let winning = self.0.winning_moves();
        Some(Named {
            moves: winning.cells.iter().map(u64::to_string).collect(),
            all: winning.all,
        })
    }

    fn why(&self) -> Vec<String> {
        self.0.why()
    }

    fn placed(&self) -> Vec<PlacedNumber> {
        if self.1 > MOST_PLACED {
            return Vec::new();
        }
        let runs = self.0.runs().into_iter();
        runs.map(|(run, nimber)| PlacedNumber::at(nimber.0, run))
            .collect()
    }
}

/// A circle from which no coin was taken.
#[derive(Debug)]
struct WholeCircle {
    coins: u64,
}

pub(super) fn coins_in_a_circle(facts: &Facts<'_>) -> Option<Box<dyn Applied>> {
    if facts.is_misere() {
        return None;
    }
    let coins = facts.count("n")?;
    let there = match facts.place {
        Some(_) => facts.array_or("coin", "n")?,
        None => Vec::new(),
    };
    let Some(gap) = there.iter().position(|&coin| coin == 0) else {
        return Some(Box::new(WholeCircle { coins }));
    };
    // The circle is open at a gap: rows of coins as in Kayles.
    let gap = gap as u64;
    let (mut first, mut rows): (Vec<u64>, Vec<u64>) = (Vec::new(), Vec::new());
    let mut before = 0;
    for step in 1..=coins {
        let place = (gap + step) % coins;
        let coin = *there.get(usize::try_from(place).ok()?)?;
        match (before, coin, rows.last_mut()) {
            (1, 1, Some(row)) => *row += 1,
            (_, 1, _) => {
                first.push(place);
                rows.push(1);
            }
            _ => {}
        }
        before = coin;
    }
    let game = HeapGame::Breaking("0.77".parse().ok()?);
    let rows = HeapPosition::new(game, rows).ok()?;
    Some(Box::new(Pins::in_a_circle(rows, first, coins)))
}

impl Applied for WholeCircle {
    fn outcome(&self) -> Outcome {
        match self.coins {
            0..=2 => Outcome::Win,
            _ => Outcome::Loss,
        }
    }

    fn nimber(&self) -> Option<Nimber> {
        // One coin is a heap of Nim, and so are two, which may be taken together. Every
        // move from a larger circle leaves a row, and each row is worth more than 0.
        Some(match self.coins {
            1 => Nimber(1),
            2 => Nimber(2),
            _ => Nimber::ZERO,
        })
    }

    fn winning_moves_beside(&self, rest: Nimber) -> Option<Named> {
        let names: &[&str] = match (self.coins, rest.0) {
            (1, 0) => &["0"],
            (2, 0) => &["0-1", "1-0"],
            (2, 1) => &["0", "1"],
            (_, 0) => &[],
            _ => return None,
        };
        Some(Named::all(names.iter().map(ToString::to_string)))
    }

    fn why(&self) -> Vec<String> {
        match self.coins {
            0..=2 => vec!["one move takes all coins".to_owned()],
            3 => vec!["every move leaves one coin or two, and an answer takes them".to_owned()],
            coins => {
                let (odd, even) = if coins % 2 == 1 {
                    ("one coin", "two")
                } else {
                    ("two coins", "one")
                };
                vec![
                    "whatever the first move takes, the answer leaves two rows of equal length, and \
                     then mirrors every move"
                        .to_owned(),
                    format!(
                        "if the first move takes {odd}, the row that is left is even, and two coins \
                         in its middle are taken; if it takes {even}, the row is odd, and one is"
                    ),
                ]
            }
        }
    }
}
