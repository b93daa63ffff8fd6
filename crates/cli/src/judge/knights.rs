//! `zug judge knights`: several knights, four ways to play them (*Algorithm
//! Games*).
//!
//! Input: T, then T times `MODE N K x1 y1 … xK yK`, for K knights, each on a board of N
//! by N cells. In a turn the mover moves `one` knight, `some` knights, some knights but
//! `notall`, or `all`; whoever cannot, loses. Cells are counted from 0. Output: `WIN`
//! or `LOSE` for the mover, one line each.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::{BufRead, Write};

use zug::Outcome;
use zug_catalogue::knights::{KnightBoard, KnightBoardError};
use zug_solve::compound::{Compound, conjunctive, disjunctive, proper_selective, selective};
use zug_values::{Nimber, Value};

use super::cases;
use super::tokens::InputError;

/// The statement has boards of 100 by 100; a table of the longest side takes 4 MiB.
const LONGEST_SIDE: u32 = 1024;
/// The statement has at most 1000.
const MOST_KNIGHTS: u32 = 1_000_000;
/// The most cells of all boards that are kept, at 4 bytes each.
const MOST_CELLS: u64 = 1 << 24;

const MODES: [Compound; 4] = [
    Compound::One,
    Compound::Some,
    Compound::NotAll,
    Compound::All,
];

pub(crate) fn judge(input: impl BufRead, output: impl Write) -> Result<(), InputError> {
    let mut boards = Boards::default();
    cases::counted(input, output, "the number of cases", |tokens, place| {
        let mode = tokens.one_of("MODE", &MODES)?;
        let side = tokens.number("the side of the board", 1..=LONGEST_SIDE)?;
        let count = tokens.number("the number of knights", 1..=MOST_KNIGHTS)?;
        let board = boards.of(side).map_err(|error| place.case(error))?;
        let mut knights = Vec::new();
        for _ in 0..count {
            let place = tokens.place()?;
            let x = tokens.number("x of a knight", 0..=side - 1)?;
            let y = tokens.number("y of a knight", 0..=side - 1)?;
            let knight = board.nimber(x, y).zip(board.value(x, y));
            knights.push(knight.ok_or_else(|| place.case("this cell is off the board"))?);
        }
        Ok(match outcome(mode, &knights) {
            Outcome::Win => "WIN",
            // Every move brings a knight closer to the corner, so no game is drawn.
            Outcome::Loss | Outcome::Draw => "LOSE",
        })
    })
}

/// The mover's outcome, from the nimber and the value of each knight.
fn outcome(mode: Compound, knights: &[(Nimber, Value)]) -> Outcome {
    let nimbers = knights.iter().map(|knight| knight.0);
    let values = knights.iter().map(|knight| knight.1);
    match mode {
        Compound::One if disjunctive::nim_sum(nimbers.clone()).is_zero() => Outcome::Loss,
        Compound::One => Outcome::Win,
        Compound::Some => selective::normal(values.map(Value::outcome)),
        Compound::NotAll => proper_selective::normal(nimbers),
        Compound::All => conjunctive::value(values).outcome(),
    }
}

/// The boards met so far, by the length of their side.
#[derive(Default)]
struct Boards {
    kept: HashMap<u32, KnightBoard>,
    cells: u64,
}

impl Boards {
    fn of(&mut self, side: u32) -> Result<&KnightBoard, KnightBoardError> {
        let cells = u64::from(side).pow(2);
        if self.cells + cells > MOST_CELLS && !self.kept.contains_key(&side) {
            self.kept.clear();
            self.cells = 0;
        }
        match self.kept.entry(side) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(place) => {
                self.cells += cells;
                Ok(place.insert(KnightBoard::new(side)?))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;
    use crate::judge::testing::{
        Search, answered, broken, endless_digits_are_refused, lists, refused,
    };

    #[test]
    fn a_knight_alone_is_won_where_the_table_of_the_tutorial_is_above_0() {
        let table = "0 0 1 1 0 0 1 1 0 0 2 1 0 0 1 1 1 2 2 2 3 2 2 2 1 1 2 1 4 3 2 3 \
                     0 0 3 4 0 0 1 1 0 0 2 3 0 0 2 1 1 1 2 2 1 2 2 2 1 1 2 3 1 1 2 0";
        let nimbers: Vec<u32> = table.split(' ').map(|n| n.parse().unwrap()).collect();
        let mut input = String::from("256\n");
        let mut expected = String::new();
        for (n, nimber) in nimbers.iter().enumerate() {
            let (x, y) = (n / 8, n % 8);
            for mode in ["one", "some", "all", "notall"] {
                writeln!(input, "{mode} 8 1 {x} {y}").unwrap();
                let won = *nimber > 0 && mode != "notall";
                expected += if won { "WIN\n" } else { "LOSE\n" };
            }
        }
        assert_eq!(answered(judge, &input), expected);
    }

    #[test]
    fn two_knights_are_lost_where_the_table_has_the_same_nimber_twice() {
        // The nimber of (3, 4) and (4, 3) is 4, of (3, 3) it is 1, of (7, 7) it is 0.
        let output = answered(
            judge,
            "7\none 8 2 3 4 4 3\none 8 2 3 4 3 3\nsome 8 2 3 4 4 3\nsome 8 2 7 7 0 0\n\
             notall 8 2 3 4 4 3\nnotall 8 3 3 4 3 4 7 7\nall 8 2 3 4 0 0\n",
        );
        assert_eq!(output, "LOSE\nWIN\nWIN\nLOSE\nLOSE\nWIN\nLOSE\n");
    }

    /// The turns of a mode, each as a number, with the cells of the knights after it.
    fn turns(mode: Compound, side: i32, knights: &[(i32, i32)]) -> Vec<(usize, Vec<(i32, i32)>)> {
        // Each knight makes one of four moves or stays, which is the fifth choice.
        let codes = 0..5usize.pow(knights.len() as u32);
        let turns = codes.filter_map(|code| {
            let mut rest = code;
            let mut after = knights.to_vec();
            let mut moved = 0;
            for (x, y) in &mut after {
                let step = [(-2, 1), (-2, -1), (1, -2), (-1, -2), (0, 0)][rest % 5];
                moved += usize::from(rest % 5 < 4);
                (*x, *y) = (*x + step.0, *y + step.1);
                rest /= 5;
            }
            let is_legal = match mode {
                Compound::One => moved == 1,
                Compound::Some => moved > 0,
                Compound::NotAll => moved > 0 && moved < knights.len(),
                Compound::All => moved == knights.len(),
            };
            let inside = |&(x, y): &(i32, i32)| x.min(y) >= 0 && x.max(y) < side;
            (is_legal && after.iter().all(inside)).then_some((code, after))
        });
        turns.collect()
    }

    #[test]
    fn few_knights_on_small_boards_are_what_trying_every_turn_says() {
        let mut cases = 0;
        let mut input = String::new();
        let mut expected = String::new();
        for (side, most) in [(1, 4), (2, 4), (3, 4), (4, 3), (5, 3)] {
            for mode in MODES {
                let mut search = Search::new(|knights: &[_]| turns(mode, side, knights));
                for count in 1..=most {
                    let last = (side * side - 1) as u32;
                    let ascending = |cells: &[u32]| cells.last().copied().unwrap_or(0)..=last;
                    for cells in lists(count, ascending) {
                        let cells = cells.into_iter().map(|cell| cell as i32);
                        let knights: Vec<_> =
                            cells.map(|cell| (cell / side, cell % side)).collect();
                        write!(input, "{mode} {side} {count}").unwrap();
                        for (x, y) in &knights {
                            write!(input, " {x} {y}").unwrap();
                        }
                        input += "\n";
                        let is_lost = search.is_lost(&knights);
                        expected += if is_lost { "LOSE\n" } else { "WIN\n" };
                        cases += 1;
                    }
                }
            }
        }
        assert!(expected.matches("WIN").count() > 5000);
        assert!(expected.matches("LOSE").count() > 5000);
        assert_eq!(answered(judge, &format!("{cases}\n{input}")), expected);
    }

    #[test]
    fn a_fault_is_told_with_its_place_after_the_answers_before_it() {
        let error = |text: &str| refused(judge, text);
        let (output, fault) = broken(judge, "2\none 8 1 7 6\nany 8 1 0 0\n");
        assert_eq!(output, "WIN\n");
        assert_eq!(
            fault,
            "line 3, column 1: expected MODE, one of one, some, notall, all, found `any`"
        );
        assert_eq!(
            error("1 one 8 1 8 0"),
            "line 1, column 11: expected x of a knight from 0 to 7, found `8`"
        );
        assert_eq!(
            error("1 one 8 1 0 -1"),
            "line 1, column 13: expected y of a knight from 0 to 7, found `-1`"
        );
        assert_eq!(
            error("1 one 0 1 0 0"),
            "line 1, column 7: expected the side of the board from 1 to 1024, found `0`"
        );
        assert_eq!(
            error("1 one 8 0"),
            "line 1, column 9: expected the number of knights from 1 to 1000000, found `0`"
        );
        assert_eq!(
            error("1 one 8 two 0 0"),
            "line 1, column 9: expected the number of knights from 1 to 1000000, found `two`"
        );
        assert_eq!(
            error("1 one 8 2 0 0"),
            "line 1, column 14: expected x of a knight from 0 to 7, found the end of the input"
        );
        assert_eq!(
            error(""),
            "line 1, column 1: expected the number of cases from 1 to 1000000000, found the end of the input"
        );
        assert_eq!(
            broken(judge, "1 one 8 1 0 0 1").1,
            "line 1, column 15: expected the end of the input, found `1`"
        );
        let (_, fault) = broken(judge, "2 one 8 1 0 0");
        assert!(fault.ends_with("found the end of the input"));
    }

    #[test]
    fn endless_digits_are_refused_at_once() {
        endless_digits_are_refused(judge, &["", "1 ", "1 one ", "1 one 8 ", "1 one 8 1 "]);
    }

    #[test]
    fn boards_are_kept_within_bounds() {
        let mut boards = Boards::default();
        for side in [8, 1024, 1023, 1022, 8, 1021] {
            assert_eq!(boards.of(side).unwrap().side(), side);
        }
        for side in (990..1020).chain([1024, 8, 1019]) {
            assert_eq!(boards.of(side).unwrap().nimber(3, 4), Some(Nimber(4)));
            assert!(boards.cells <= MOST_CELLS);
            let kept: u64 = boards.kept.keys().map(|&side| u64::from(side).pow(2)).sum();
            assert_eq!(boards.cells, kept);
        }
    }
}
