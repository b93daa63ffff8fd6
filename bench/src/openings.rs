//! Writes the openings of Connect Four on 7 by 6 cells for the catalogue: `zug-bench openings BOOKS FILE`.
//!
//! **What.** Who wins each position after eight moves, as `zug_catalogue::Openings` describes it.
//!
//! **Source.** The books of M. Thill, `BitBully` Databases 0.0.2 (Python Package Index, 2025): `BOOKS` is the
//! folder in which `book_8ply.dat` and `book_12ply_distances.dat` lie. To search all of these positions
//! anew would take some 32 hours of the processor.
//!
//! **Checks.** Who wins after eight moves follows from who wins after twelve, which is the other
//! book. And of the positions in which neither player can complete a line at once there are as many wins,
//! losses and draws as J. Tromp published (*Connect-4*, UCI Machine Learning Repository, 1995). The tests
//! of the façade search some of the positions again.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::discs::Position;

const PLIES: usize = 8;
/// The number of moves before the positions of the other book.
const LATER: i32 = 12;

/// Wins, losses and draws of the player to move, where neither player can complete a line at once.
const PUBLISHED: [usize; 3] = [44_473, 16_635, 6_449];

/// The letters in a line of the file.
const LINE: usize = 100;

/// Who wins, for the player to move: 1, 0 or -1.
type Values = HashMap<u32, i8>;

/// Reads the books, compares them, and writes the openings.
pub(crate) fn run(books: &Path, file: &Path) -> Result<()> {
    let read = |name: &str| {
        let path = books.join(name);
        std::fs::read(&path).with_context(|| format!("{} cannot be read", path.display()))
    };
    let values = of_eight(&read("book_8ply.dat")?);
    let mut later = Later {
        values: of_twelve(&read("book_12ply_distances.dat")?),
        found: HashMap::new(),
    };
    let mut letters = String::new();
    let mut counts = [0; 3];
    for (number, position) in positions().iter().enumerate() {
        let value = match position.value_at_once() {
            Some(value) => value,
            // Of the positions after eight moves the book leaves out those that the mover wins.
            None => find(&values, *position).unwrap_or(1),
        };
        ensure!(
            later.value(*position)? == value,
            "the books differ in who wins the position {number}"
        );
        if position.is_quiet() {
            counts[[1, -1, 0].iter().position(|of| *of == value).unwrap_or(0)] += 1;
        }
        if number > 0 && number % LINE == 0 {
            letters.push('\n');
        }
        letters.push(match value {
            1 => 'w',
            0 => 'd',
            _ => 'l',
        });
    }
    ensure!(
        counts == PUBLISHED,
        "{counts:?} wins, losses and draws, published are {PUBLISHED:?}"
    );
    letters.push('\n');
    Ok(std::fs::write(file, letters)?)
}

/// The positions after eight moves, in the order in which they are met, mirrored ones once.
fn positions() -> Vec<Position> {
    let mut level = vec![Position::after([])];
    for _ in 0..PLIES {
        let mut met = HashSet::new();
        let mut next = Vec::new();
        for position in level.iter().filter(|position| !position.is_lost()) {
            let behind = position.moves();
            next.extend(
                behind.filter(|behind| met.insert(behind.key().min(behind.mirrored().key()))),
            );
        }
        level = next;
    }
    level
}

/// The book of positions after eight moves: three bytes each, the lowest two bits of which tell of a
/// draw, 0, or a loss, 1.
fn of_eight(book: &[u8]) -> Values {
    let entries = book.chunks_exact(3);
    let entries = entries.map(|entry| u32::from_be_bytes([0, entry[0], entry[1], entry[2]]));
    entries
        .map(|entry| {
            let value = match entry & 3 {
                0 => 0,
                _ => -1,
            };
            (entry & !3, value)
        })
        .collect()
}

/// The book of positions after twelve moves: four bytes and a number that has the sign of the value.
fn of_twelve(book: &[u8]) -> Values {
    let entries = book.chunks_exact(5);
    entries
        .map(|entry| {
            let code = u32::from_be_bytes([entry[0], entry[1], entry[2], entry[3]]);
            (code, entry[4].cast_signed().signum())
        })
        .collect()
}

/// What a book has of a position or its mirror image.
fn find(values: &Values, position: Position) -> Option<i8> {
    let images = [position, position.mirrored()];
    images
        .iter()
        .find_map(|image| values.get(&code(*image)).copied())
}

/// The number of a position of the first player in the books: a bit 0 ends a column, before it stand 10
/// for a disc of the first player and 11 for one of the second, the lowest first; one more 0 at the end.
fn code(position: Position) -> u32 {
    let columns = position.columns().into_iter();
    let code = columns.fold(0_u64, |code, column| {
        let discs = column.into_iter();
        discs.fold(code, |code, is_own| code << 2 | if is_own { 2 } else { 3 }) << 1
    });
    u32::try_from(code << 1).expect("at most twelve discs")
}

/// Who wins as it follows from the book of positions after twelve moves.
struct Later {
    values: Values,
    found: HashMap<u64, i8>,
}

impl Later {
    fn value(&mut self, position: Position) -> Result<i8> {
        if let Some(value) = position.value_at_once() {
            return Ok(value);
        }
        if position.played == LATER {
            return find(&self.values, position).context("the book lacks a position");
        }
        let key = position.key().min(position.mirrored().key());
        if let Some(value) = self.found.get(&key) {
            return Ok(*value);
        }
        let mut value = -1;
        for behind in position.moves() {
            value = value.max(-self.value(behind)?);
        }
        self.found.insert(key, value);
        Ok(value)
    }
}
