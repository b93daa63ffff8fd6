//! The cells of a tier, which hold its values, nimbers or scores, and the worth of a cell to whoever moves
//! there.
//!
//! A tier has cells of one byte where its numbers allow, else of two or four; the bytes of a number are there from the
//! lowest on. Back-up itself is the same whatever cells mean ([`Meaning`]): the cell of a position is made of
//! what its moves are worth together ([`Scale`]).

use std::ops::RangeInclusive;

use zug_values::{Nimber, Outcome, Plies, Turn, Value};

use crate::attained::{self, Attained};
use crate::error::Error;
use crate::positions::{cell_of, finished_cell, finished_in, value_in};
use crate::table::Entry;

use super::store::{Kind, StoreError};

/// The widths that a cell may have, in bytes, the narrowest first.
pub(super) const WIDTHS: [usize; 3] = [1, 2, 4];

/// The narrowest width of cells that have room for this number.
pub(super) fn width_of(number: u32) -> usize {
    let fits = |width: &usize| u64::from(number) >> (8 * width) == 0;
    WIDTHS.into_iter().find(fits).unwrap_or(size_of::<u32>())
}

/// Puts a number into the cell at a place of cells of this width; returns whether it fits.
#[inline]
pub(super) fn put(cells: &mut [u8], width: usize, at: usize, number: u32) -> bool {
    let bytes = number.to_le_bytes();
    match width {
        1 => cells[at] = bytes[0],
        2 => cells[2 * at..][..2].copy_from_slice(&bytes[..2]),
        _ => cells[4 * at..][..4].copy_from_slice(&bytes),
    }
    u64::from(number) >> (8 * width) == 0
}

/// The cells of a block do not have the width that they can have, or a cell has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a block of values is damaged")]
pub(super) struct Damaged;

/// The cell at a place of a block of `count` values that [`decode`] finds to be whole.
pub(super) fn cell_at(bytes: &[u8], count: usize, at: usize) -> u32 {
    let width = bytes.len() / count;
    let mut number = [0; 4];
    number[..width].copy_from_slice(&bytes[at * width..(at + 1) * width]);
    u32::from_le_bytes(number)
}

/// What the cells of a stream say of positions. No cell is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// The value of the position, as `positions/values` writes it.
    Value,
    /// The nimber, and one more.
    Nimber,
    /// The score for the player to move.
    Score,
    /// The score for the player to move and the number of plies that are left, which is less than this number.
    Attained(u32),
}

impl Meaning {
    /// The streams of such cells.
    pub(super) fn kind(self) -> Kind {
        match self {
            Self::Value => Kind::Values,
            Self::Nimber => Kind::Nimbers,
            Self::Score => Kind::Scores,
            Self::Attained(_) => Kind::Attained,
        }
    }

    /// What is attained, where positions have fewer levels than this.
    pub(super) fn attained(levels: u32) -> Self {
        Self::Attained(levels.saturating_add(1))
    }

    /// A number that is greater than the numbers of plies beside scores.
    fn plies(self) -> u32 {
        match self {
            Self::Attained(plies) => plies,
            Self::Value | Self::Nimber | Self::Score => 1,
        }
    }

    /// The largest score that a cell holds, and the negative of the least one.
    pub(super) fn largest_score(self) -> i64 {
        i64::from(((u32::MAX - 2) / self.plies() - 1) / 2)
    }

    /// The cell of a score, or of a score with a number of plies; 0 plies where no plies are kept. Small scores have
    /// small cells.
    ///
    /// # Errors
    ///
    /// The score does not fit into a cell.
    pub(super) fn cell_of_score(self, score: i64, plies: u32) -> Result<u32, Error> {
        let largest = self.largest_score();
        if score.abs() > largest {
            return Err(Error::Score { score, largest });
        }
        Ok(attained::written(score) * self.plies() + plies + 1)
    }

    /// What is attained in a position with a cell of scores; 0 plies where no plies are kept.
    pub(super) fn attained_in(self, cell: u32) -> Attained {
        let (number, plies) = (cell - 1, self.plies());
        Attained {
            score: attained::read(number / plies),
            plies: Plies(number % plies),
        }
    }

    /// The cell of the value of a position that has this cell, which says its value.
    #[inline]
    pub(super) fn value_cell(self, cell: u32) -> u32 {
        match self {
            Self::Attained(_) => cell_of_attained(self.attained_in(cell)),
            Self::Value | Self::Nimber | Self::Score => cell,
        }
    }

    /// Whether such cells say the values of positions.
    pub(super) fn has_value(self) -> bool {
        matches!(self, Self::Value | Self::Attained(_))
    }

    /// Appends the cells of a block in order; there must be `count` cells.
    pub(super) fn decode(
        self,
        bytes: &[u8],
        count: usize,
        cells: &mut Vec<u32>,
    ) -> Result<(), StoreError> {
        let width = bytes.len() / count.max(1);
        if width * count != bytes.len() || !WIDTHS.contains(&width) {
            return Err(StoreError::failed(Damaged));
        }
        let first = cells.len();
        match width {
            1 => cells.extend(bytes.iter().map(|cell| u32::from(*cell))),
            _ => cells.extend((0..count).map(|at| cell_at(bytes, count, at))),
        }
        let is_whole = |cell: &u32| match self {
            Self::Value => value_in(*cell).is_some(),
            Self::Nimber | Self::Score | Self::Attained(_) => *cell != 0,
        };
        if cells[first..].iter().all(is_whole) {
            Ok(())
        } else {
            Err(StoreError::failed(Damaged))
        }
    }
}

/// The cell of a nimber.
pub(super) fn cell_of_nimber(nimber: u32) -> u32 {
    nimber + 1
}

/// The nimber in a cell of nimbers.
pub(super) fn nimber_in(cell: u32) -> Nimber {
    Nimber(cell - 1)
}

/// The cell of the value of a position in which this is attained, where moves gain points.
fn cell_of_attained(attained: Attained) -> u32 {
    match attained.plies {
        Plies::ZERO => finished_cell(Outcome::of_score(attained.score)),
        _ => cell_of(attained.value()),
    }
}

/// The number that is kept with the scores of a tier: it has the least and the largest one, and is 0 if there are none.
pub(super) fn note_of_scores(scores: impl Iterator<Item = i64>) -> u64 {
    let range = scores.map(|score| (score, score));
    let range = range.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)));
    range.map_or(0, |(least, largest)| {
        let number = |score| u64::from(attained::written(score) + 1);
        number(least) << 32 | number(largest)
    })
}

/// Reads the least and the largest score of a tier from what [`note_of_scores`] returned; `None` if there are none.
pub(super) fn score_range_in(note: u64) -> Option<RangeInclusive<i64>> {
    let [least, largest] = [(note >> 32) as u32, note as u32];
    let score = |number| attained::read(number - 1);
    (least != 0 && largest != 0).then(|| score(least)..=score(largest))
}

/// Compares what moves give to the mover, by the cells of the positions that they lead to.
///
/// The *worth* of a move is a number. Of values and scores its order is that of what the mover gets: of values that
/// of [`Value`], as [`Value::before`] turns a value into what a move gives, and of scores with plies that of
/// [`Attained::better`]. Of nimbers it is a set: a bit
/// says that there are moves, the others which nimbers these lead to, of those from `from` on for which there are bits.
/// No move gives 0.
pub(super) struct Scale {
    meaning: Meaning,
    from: u32,
    /// For each turn and each cell of one byte, the worth of a move there that gains nothing.
    of_bytes: [[u32; 256]; 2],
}

/// Who moves behind a move, and what the move gains, in one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct By(u32);

impl By {
    /// A move that gains nothing.
    #[inline]
    pub(super) fn turn(turn: Turn) -> Self {
        Self(u32::from(turn == Turn::Kept))
    }

    /// A move that gains this number of points; `None` if that is too large.
    pub(super) fn gaining(turn: Turn, gain: i64) -> Option<Self> {
        let gain = i32::try_from(gain).ok()?;
        let is_small = gain << 1 >> 1 == gain;
        is_small.then(|| Self((gain << 1) as u32 | Self::turn(turn).0))
    }

    fn gain(self) -> i64 {
        i64::from(self.0 as i32 >> 1)
    }

    fn whose_turn(self) -> Turn {
        if self.0 & 1 == 1 {
            Turn::Kept
        } else {
            Turn::Passes
        }
    }
}

/// The worth of a move that gives a draw; a loss has a lower one and a win a higher one.
const DRAW: u32 = 1 << 31;

/// The worths of scores for which there are no cells: too low ones, and too high ones.
const TOO_LOW: u32 = 1;
const TOO_HIGH: u32 = u32::MAX;

/// The bit that says that a position has moves.
const HAS_MOVES: u32 = 1 << 31;

/// The number of nimbers for which a worth has bits.
pub(super) const NIMBERS_AT_ONCE: u32 = 31;

impl Scale {
    /// The scale of cells that mean this. Of nimbers it sees those from `from` on alone, and otherwise `from` is 0.
    pub(super) fn new(meaning: Meaning, from: u32) -> Self {
        let turns = [Turn::Passes, Turn::Kept].map(By::turn);
        let worths = |by| std::array::from_fn(|cell| worth(meaning, from, cell as u32, by));
        Self {
            meaning,
            from,
            of_bytes: turns.map(worths),
        }
    }

    /// What cells mean.
    pub(super) fn meaning(&self) -> Meaning {
        self.meaning
    }

    /// The worth of a move to a position with this cell.
    #[inline]
    pub(super) fn before(&self, cell: u32, by: By) -> u32 {
        let of_bytes = self.of_bytes.get(by.0 as usize);
        let known = of_bytes.and_then(|worths| worths.get(cell as usize));
        let unlisted = || worth(self.meaning, self.from, cell, by);
        known.copied().unwrap_or_else(unlisted)
    }

    /// What two moves are worth together to the player who chooses between them.
    #[inline]
    pub(super) fn either(&self, one: u32, other: u32) -> u32 {
        match self.meaning {
            Meaning::Nimber => one | other,
            Meaning::Value | Meaning::Score | Meaning::Attained(_) => one.max(other),
        }
    }

    /// The cell of a position whose moves are worth this together, which is not 0. Of a nimber that
    /// is too large for the bits it is that of the first nimber behind them ([`Scale::is_beyond`]).
    ///
    /// # Errors
    ///
    /// The score does not fit into a cell.
    #[inline]
    pub(super) fn cell_before(&self, best: u32) -> Result<u32, Error> {
        Ok(match self.meaning {
            Meaning::Value => cell_of(match best {
                DRAW => Value::Draw,
                ..DRAW => Value::Loss(Plies(best - 1)),
                _ => Value::Win(Plies(u32::MAX - best)),
            }),
            Meaning::Nimber => cell_of_nimber(self.from + (best & !HAS_MOVES).trailing_ones()),
            Meaning::Score | Meaning::Attained(_) => {
                let (largest, plies) = (self.meaning.largest_score(), self.meaning.plies());
                let score = match best {
                    TOO_LOW => -largest - 1,
                    TOO_HIGH => largest + 1,
                    _ => i64::from((best - TOO_LOW - 1) / plies) - largest,
                };
                let order = best.wrapping_sub(TOO_LOW + 1) % plies;
                self.meaning
                    .cell_of_score(score, by_score(score, order, plies))?
            }
        })
    }

    /// Whether a cell that [`Scale::cell_before`] returned is only known to be at least this.
    pub(super) fn is_beyond(&self, cell: u32) -> bool {
        self.meaning == Meaning::Nimber && cell == cell_of_nimber(self.from + NIMBERS_AT_ONCE)
    }

    /// Whether a position with this cell is to be worked out: where the scale sees nimbers from some number on, those
    /// are known that are less.
    #[inline]
    pub(super) fn is_wanted(&self, cell: impl FnOnce() -> u32) -> bool {
        self.from == 0 || cell() == cell_of_nimber(self.from)
    }
}

/// The worth of a move to a position with this cell.
fn worth(meaning: Meaning, from: u32, cell: u32, by: By) -> u32 {
    match meaning {
        _ if cell == 0 => 0,
        Meaning::Value => match value_in(cell).map(|value| value.before(by.whose_turn())) {
            None => 0,
            Some(Value::Loss(Plies(plies))) => 1 + plies,
            Some(Value::Win(Plies(plies))) => u32::MAX - plies,
            // Solvers know no endless wins: what is a draw to them is read as one later.
            Some(_) => DRAW,
        },
        Meaning::Nimber => match nimber_in(cell).0.checked_sub(from) {
            Some(bit) if bit < NIMBERS_AT_ONCE => HAS_MOVES | 1 << bit,
            _ => HAS_MOVES,
        },
        Meaning::Score | Meaning::Attained(_) => {
            let (largest, plies) = (meaning.largest_score(), meaning.plies());
            let attained = meaning.attained_in(cell).before(by.gain(), by.whose_turn());
            match attained.score {
                score if score < -largest => TOO_LOW,
                score if score > largest => TOO_HIGH,
                score => {
                    // A number of plies that is kept is less than `plies`; otherwise it is no part of a worth.
                    let order = by_score(score, attained.plies.0 % plies, plies);
                    (score + largest) as u32 * plies + order + TOO_LOW + 1
                }
            }
        }
    }
}

/// From a number of plies, which is less than `plies`, to the place that it has among worths of a score, and back: whoever
/// gets a score below 0 would have more plies, anybody else fewer.
fn by_score(score: i64, number: u32, plies: u32) -> u32 {
    if score < 0 {
        number
    } else {
        plies - 1 - number
    }
}

/// The value of a cell; `None` if there is no such cell.
pub(super) fn told(cell: u32) -> Option<Entry<()>> {
    match finished_in(cell) {
        Some(outcome) => Some(Entry::of_finished((), outcome)),
        None => Some(Entry::new((), value_in(cell)?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TURNS: [Turn; 2] = [Turn::Passes, Turn::Kept];

    #[test]
    fn worths_are_ordered_as_values() {
        let scale = Scale::new(Meaning::Value, 0);
        let values = [0, 1, 2, 124, 125, 126, 127, 128, 70_000].map(Plies);
        let values = values
            .into_iter()
            .flat_map(|n| [Value::Loss(n), Value::Win(n)]);
        let values: Vec<Value> = values.chain([Value::Draw]).collect();
        for turn in TURNS {
            for &one in &values {
                let worth = |value| scale.before(cell_of(value), By::turn(turn));
                let cell = scale.cell_before(worth(one)).unwrap();
                assert_eq!(value_in(cell), Some(one.before(turn)));
                for &two in &values {
                    let order = one.before(turn).cmp(&two.before(turn));
                    assert_eq!(worth(one).cmp(&worth(two)), order);
                }
            }
        }
    }

    /// Compares the worths of moves with what the moves attain, for each turn and several gains.
    fn worths_are_ordered_as_what_is_attained(meaning: Meaning, plies: &[u32]) {
        let scale = Scale::new(meaning, 0);
        let most = meaning.largest_score();
        let scores = [0, 1, -1, 126, 127, -128, 40_000, most, -most];
        let all: Vec<(i64, u32)> = scores
            .into_iter()
            .flat_map(|score| plies.iter().map(move |&plies| (score, plies)))
            .collect();
        for gain in [0, 1, -3, 1 << 17] {
            for turn in TURNS {
                let by = By::gaining(turn, gain).unwrap();
                assert_eq!((by.gain(), by.whose_turn()), (gain, turn));
                let of_move = |(score, plies): (i64, u32)| {
                    let cell = meaning.cell_of_score(score, plies).unwrap();
                    let told = meaning.attained_in(cell);
                    assert_eq!((told.score, told.plies.0), (score, plies));
                    (scale.before(cell, by), told.before(gain, turn))
                };
                for &one in &all {
                    let (worth, expected) = of_move(one);
                    match scale.cell_before(worth) {
                        Ok(cell) => {
                            let found = meaning.attained_in(cell);
                            assert_eq!(found.score, expected.score);
                            assert!(plies.len() == 1 || found == expected);
                        }
                        Err(_) => assert!(expected.score.abs() > most),
                    }
                    for &two in &all {
                        let (other, also) = of_move(two);
                        if expected.score.abs().max(also.score.abs()) > most {
                            continue;
                        }
                        let is_better = worth > other;
                        let better = expected.better(also);
                        let expected = if plies.len() == 1 {
                            expected.score > also.score
                        } else {
                            better != also
                        };
                        assert_eq!(is_better, expected, "{one:?} {two:?} {gain} {turn:?}");
                    }
                }
            }
        }
        assert!(meaning.cell_of_score(most + 1, 0).is_err());
        assert!(meaning.cell_of_score(-most - 1, 0).is_err());
    }

    #[test]
    fn worths_of_scores_are_ordered_as_scores() {
        worths_are_ordered_as_what_is_attained(Meaning::Score, &[0]);
        worths_are_ordered_as_what_is_attained(Meaning::Attained(51), &[0, 1, 7, 48, 49]);
        worths_are_ordered_as_what_is_attained(Meaning::Attained(4097), &[0, 1, 4000]);
        let note = note_of_scores([3, -7, 5].into_iter());
        assert_eq!(score_range_in(note), Some(-7..=5));
        assert_eq!(score_range_in(note_of_scores([].into_iter())), None);
        assert_eq!(By::gaining(Turn::Passes, 1 << 30), None);
        assert_eq!(By::gaining(Turn::Passes, -1 << 40), None);
    }

    /// The nimber of a position whose moves lead to these, found as back-up does, some nimbers at a time.
    fn nimber_behind(options: &[u32]) -> u32 {
        let mut cell = cell_of_nimber(0);
        for from in (0..).step_by(NIMBERS_AT_ONCE as usize) {
            let scale = Scale::new(Meaning::Nimber, from);
            assert!(scale.is_wanted(|| cell));
            let worths = options
                .iter()
                .map(|&nimber| scale.before(cell_of_nimber(nimber), By::turn(Turn::Passes)));
            let best = worths
                .reduce(|one, other| scale.either(one, other))
                .unwrap();
            cell = scale.cell_before(best).unwrap();
            if !scale.is_beyond(cell) {
                break;
            }
        }
        nimber_in(cell).0
    }

    #[test]
    fn a_nimber_is_the_least_that_no_move_leads_to() {
        assert_eq!(nimber_behind(&[1, 5]), 0);
        for most in [0, 1, 29, 30, 31, 61, 62, 300] {
            let mut options: Vec<u32> = (0..=most).collect();
            assert_eq!(nimber_behind(&options), most + 1);
            options.retain(|&nimber| nimber != most / 2);
            options.push(most + 7);
            assert_eq!(nimber_behind(&options), most / 2);
        }
    }

    #[test]
    fn a_number_that_does_not_fit_is_told() {
        let mut cells = [0; 8];
        for (width, most) in WIDTHS.into_iter().zip([0xff, 0xffff, u32::MAX]) {
            assert!(put(&mut cells, width, 1, most));
            assert_eq!(cell_at(&cells[..2 * width], 2, 1), most);
            assert!(width == 4 || !put(&mut cells, width, 1, most + 1));
        }
    }
}
