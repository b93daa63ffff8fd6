//! Tables in memory, to be written and compared with.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use zug_game::U256;
use zug_solve::table::{Entry, Table, Take, Unreadable};
use zug_tablebase::{Cell, Ending, Identity};
use zug_values::{Nimber, Plies, Value};

/// A table in memory that hands its positions on in an order of its own.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sample {
    pub(crate) cells: BTreeMap<U256, Cell>,
    pub(crate) order: Vec<U256>,
    /// The number of positions of which a pass reads no more, for a table that is torn.
    pub(crate) torn_after: Option<usize>,
    /// Whether moves of the game gain points.
    pub(crate) gains: bool,
}

impl Sample {
    /// The table of these positions, handed on in this order.
    pub(crate) fn new(cells: impl IntoIterator<Item = (U256, Cell)>) -> Self {
        let cells: Vec<(U256, Cell)> = cells.into_iter().collect();
        Self {
            order: cells.iter().map(|cell| cell.0).collect(),
            cells: cells.into_iter().collect(),
            torn_after: None,
            gains: false,
        }
    }
}

impl Table for Sample {
    type Position = U256;

    fn find(&self, position: &U256) -> Result<Option<Value>, Unreadable> {
        Ok(self.cells.get(position).map(|cell| cell.value()))
    }

    fn nimber(&self, position: &U256) -> Result<Option<Nimber>, Unreadable> {
        let cell = self.cells.get(position);
        Ok(cell.and_then(|cell| cell.nimber).map(Nimber))
    }

    fn score(&self, position: &U256) -> Result<Option<i64>, Unreadable> {
        let cell = self.cells.get(position);
        Ok(cell.and_then(|cell| cell.score))
    }

    fn plies(&self, position: &U256) -> Result<Option<Plies>, Unreadable> {
        let cell = self.cells.get(position).filter(|_| self.gains);
        Ok(cell.map(|cell| Plies(cell.plies)))
    }

    fn has_scores(&self) -> bool {
        self.cells.values().any(|cell| cell.score.is_some())
    }

    fn place(&self, position: &U256) -> Result<Option<u64>, Unreadable> {
        let place = self.order.iter().position(|key| key == position);
        Ok(place.map(|place| place as u64))
    }

    fn entry(&self, place: u64) -> Result<Option<Entry<U256>>, Unreadable> {
        let key = self.order.get(place as usize);
        Ok(key.map(|key| self.cells[key].entry(*key)))
    }

    fn len(&self) -> u64 {
        self.cells.len() as u64
    }

    fn held_bytes(&self) -> u64 {
        0
    }

    fn each_block(&self, take: &mut Take<'_, U256>) -> Result<(), Unreadable> {
        let readable = self.torn_after.unwrap_or(self.order.len());
        for block in self.order[..readable].chunks(100) {
            let entry = |key: &U256| self.cells[key].entry(*key);
            let entries: Vec<Entry<U256>> = block.iter().map(entry).collect();
            if take(&entries) == ControlFlow::Break(()) {
                return Ok(());
            }
        }
        match self.torn_after {
            Some(_) => Err(Unreadable::new("the sample is torn")),
            None => Ok(()),
        }
    }
}

/// A small table with values of all kinds and keys near and far, some of them of 200 bits.
pub(crate) fn small(count: u128) -> Sample {
    let cell = |place: u128| {
        let (ending, plies) = match place % 7 {
            0 => (Ending::FinishedDraw, 0),
            1 | 4 => (Ending::DrawByPlay, 0),
            2 | 5 => (Ending::Win, place as u32 % 300 * 2 + 1),
            _ => (Ending::Loss, place as u32 % 300 * 2),
        };
        let nimber = Some(place as u32 % 5);
        Cell {
            ending,
            plies,
            nimber,
            score: None,
        }
    };
    // The order is none that a file has.
    let place = |number: u128| number * 7 % count;
    assert_ne!(count % 7, 0);
    Sample::new((0..count).map(|number| {
        let place = place(number);
        let far = if place % 9 == 0 { 160 } else { 40 };
        let key = U256::new(place * place * place) << far;
        (key | U256::new(place), cell(place))
    }))
}

/// The table [`small`] with scores instead of nimbers: some blocks have large ones, and others
/// none above 255.
pub(crate) fn scored(count: u128) -> Sample {
    let mut sample = small(count);
    for (place, cell) in sample.cells.values_mut().enumerate() {
        let most = if place % 5000 < 2500 { 255 } else { 32_767 };
        let points = 1 + (place as u64 * 7919 % most as u64) as i64;
        cell.nimber = None;
        cell.score = Some(match cell.ending {
            Ending::Win => points,
            Ending::Loss => -points,
            Ending::DrawByPlay | Ending::FinishedDraw => 0,
        });
    }
    sample
}

/// The table [`scored`] of a game whose moves gain points: draws have a number of plies too.
pub(crate) fn gaining(count: u128) -> Sample {
    let mut sample = scored(count);
    sample.gains = true;
    for (place, cell) in sample.cells.values_mut().enumerate() {
        cell.plies = match cell.ending {
            Ending::FinishedDraw => 0,
            Ending::DrawByPlay => 1 + place as u32 % 600,
            Ending::Win | Ending::Loss => cell.plies,
        };
    }
    sample
}

/// What the samples are of.
pub(crate) fn identity() -> Identity {
    Identity {
        game: "sample".to_owned(),
        rules: "game sample\n".to_owned(),
        parameters: vec![("n".to_owned(), "3".to_owned())],
        play: "normal".to_owned(),
        position: "at=3".to_owned(),
        scope: "reachable".to_owned(),
        symmetries: 2,
        draws_won: false,
        landmarks: vec!["3".to_owned(), "7".to_owned()],
    }
}
