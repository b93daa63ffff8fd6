//! Boards, dates and remainders, on which two players move.

use zug_catalogue::calendar::{Date, GOAL};
use zug_catalogue::northcott::{Northcott, Row};
use zug_catalogue::vasya_chess::VasyaChess;
use zug_catalogue::{NumberGame, NumberGameSetup};
use zug_game::Player;
use zug_values::{Nimber, Outcome};

use super::small;
use crate::part_names::in_part;
use crate::theorem::facts::Facts;
use crate::theorem::{Applied, Named, PlacedNumber};

/// The largest number of cells that are named one by one.
const MOST_PLACED: usize = 100;

#[derive(Debug)]
struct Rows {
    board: Northcott,
    mover: Player,
}

pub(super) fn northcott(facts: &Facts<'_>) -> Option<Box<dyn Applied>> {
    if facts.is_misere() {
        return None; // a player who only retreats need not ever be stuck
    }
    let columns = u32::try_from(facts.count("columns")?).ok()?;
    let rows = match facts.place {
        Some(_) => facts.in_each_part("at")?,
        None => facts.rows("rows")?,
    };
    let row = |row: Vec<u64>| -> Option<Row> {
        let [black, white] = *small(row)? else {
            return None;
        };
        Some(Row { black, white })
    };
    let rows: Vec<Row> = rows.into_iter().map(row).collect::<Option<_>>()?;
    Some(Box::new(Rows {
        board: Northcott::new(columns, rows).ok()?,
        mover: facts.mover(),
    }))
}

impl Applied for Rows {
    fn outcome(&self) -> Outcome {
        self.board.outcome()
    }

    fn heap(&self) -> Option<Nimber> {
        Some(self.board.nim_sum())
    }

    fn winning_moves(&self) -> Option<Named> {
        let parts = self.board.rows().len();
        let advances = self.board.winning_advances(self.mover).into_iter();
        let names = advances.map(|slide| in_part(parts, slide.row, slide.to));
        Some(Named::some(names)) // some retreats win too
    }

    fn why(&self) -> Vec<String> {
        self.board.why(self.mover)
    }

    fn is_nim_sum(&self) -> bool {
        true
    }

    fn placed(&self) -> Vec<PlacedNumber> {
        let rows = self.board.rows().iter().enumerate();
        let placed = rows.map(|(part, row)| {
            let (left, right) = (row.black.min(row.white), row.black.max(row.white));
            // Rows that are too long for a board are not drawn either.
            let between = (left + 1..right).take(MOST_PLACED);
            PlacedNumber {
                part,
                ..PlacedNumber::at(row.gap(), between)
            }
        });
        placed.collect()
    }
}

pub(super) fn vasya_chess(facts: &Facts<'_>) -> Option<Box<dyn Applied>> {
    // The theorem is about the start; its answers lead through all else.
    if facts.is_misere() || !facts.is_start() {
        return None;
    }
    Some(Box::new(VasyaChess::new(facts.count("n")?).ok()?))
}

impl Applied for VasyaChess {
    fn outcome(&self) -> Outcome {
        (*self).outcome()
    }

    fn winning_moves(&self) -> Option<Named> {
        let first = (*self).first_move().into_iter();
        let names = first.map(|to| format!("{},{}", to.row, to.column));
        Some(Named::some(names)) // others may win too
    }

    fn why(&self) -> Vec<String> {
        (*self).why()
    }

    fn placed(&self) -> Vec<PlacedNumber> {
        // The column in which the answers mirror.
        let column = self.mirror();
        let cells = column.into_iter().flat_map(|column| {
            let rows = (1..=self.size()).take(MOST_PLACED);
            rows.map(move |row| format!("{row},{column}"))
        });
        let cells: Vec<String> = cells.collect();
        column
            .map(|column| PlacedNumber::at(column, cells))
            .into_iter()
            .collect()
    }
}

/// Nobody is ever stuck in this game, so normal and misère play are the same.
pub(super) fn calendar(facts: &Facts<'_>) -> Option<Box<dyn Applied>> {
    let goal = [GOAL.year(), GOAL.month(), GOAL.day()].map(u64::from);
    if facts.counts("goal")? != goal {
        return None; // another goal has another parity, if it has one
    }
    let [year, month, day] = ["year", "month", "day"].map(|part| facts.variable(part));
    let small = |number: Option<u64>| u32::try_from(number?).ok();
    let date = Date::new(small(year)?, small(month)?, small(day)?).ok()?;
    Some(Box::new(date))
}

impl Applied for Date {
    fn outcome(&self) -> Outcome {
        (*self).outcome()
    }

    fn winning_moves(&self) -> Option<Named> {
        let moves = (*self).winning_moves().into_iter();
        Some(Named::all(moves.map(|choice| choice.to_string())))
    }

    fn why(&self) -> Vec<String> {
        (*self).why()
    }

    fn placed(&self) -> Vec<PlacedNumber> {
        let dates = self.told_dates().into_iter();
        dates
            .map(|date| PlacedNumber::at(date.sum(), [date]))
            .collect()
    }
}

#[derive(Debug)]
struct Layer {
    n: u64,
    left: u64,
    outcome: Outcome,
}

/// A player who is stuck in this game has drawn, so normal and misère play are the same.
pub(super) fn number_game(facts: &Facts<'_>) -> Option<Box<dyn Applied>> {
    let small = |number: u64| u32::try_from(number).ok();
    let rounds = facts.count("rounds")?;
    let goals = facts.counts("goals")?.into_iter().map(small);
    let game = NumberGame::new(NumberGameSetup {
        start: small(facts.count("n0")?)?,
        rounds: small(rounds)?,
        e: small(facts.count("e")?)?,
        p: small(facts.count("p")?)?,
        goals: goals.collect::<Option<_>>()?,
    })
    .ok()?;
    let n = facts.variable_or("n", "n0")?;
    let left = match facts.place {
        Some(_) => facts.variable_or("moves", "rounds")?,
        None => 2 * rounds,
    };
    let outcome = *game.after(left).get(usize::try_from(n).ok()?)?;
    Some(Box::new(Layer { n, left, outcome }))
}

impl Applied for Layer {
    fn outcome(&self) -> Outcome {
        self.outcome
    }

    fn why(&self) -> Vec<String> {
        vec![format!(
            "with {} moves left, {} is a {} for the player to move: every n has a value for each \
             number of moves left, found from those with one move less",
            self.left, self.n, self.outcome
        )]
    }

    fn placed(&self) -> Vec<PlacedNumber> {
        vec![PlacedNumber::at(self.n, [self.n])]
    }
}
