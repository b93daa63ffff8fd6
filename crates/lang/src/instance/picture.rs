//! Positions as pictures of several lines: what the rules `show`.
//!
//! A variable is drawn if it is an array: over a grid as a board with its coordinates, over
//! anything else as a row. A map that the rules make of the position is drawn likewise, and a
//! list of texts line by line, as it is. What is drawn, as data, is the business of
//! [`board`](super::board).

use std::fmt::Write as _;

use super::Instance;
use super::board::{Cell, Form};
use super::squares::has_squares;
use crate::domain::square;

/// The most cells of a drawn board.
const MOST_CELLS: i64 = 1 << 16;

/// What a `show` line shows.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shown {
    /// The variable with the first number, in the line with the second among those of its part.
    Variable(usize, usize),
    /// The expression of the line with this number.
    Drawing(usize),
}

impl Instance {
    /// Draws what the rules show, in their order. `None` if there is nothing to draw, or the
    /// drawing would show no more than one line does. A drawing that is a fault in this position
    /// is left out.
    pub(crate) fn picture(&self, values: &[i64]) -> Option<String> {
        let parts = 0..self.parts.len();
        let drawn = |part: usize| {
            let has_squares = has_squares(self.parts[part].decl());
            let pictures = self.pictures(part, values).into_iter();
            pictures.filter_map(move |picture| picture.form.drawn(has_squares))
        };
        let pictures: Vec<String> = parts.flat_map(drawn).collect();
        (!pictures.is_empty()).then(|| pictures.join("\n"))
    }
}

impl Form {
    /// Draws the picture in lines of text. `None` for a value that one line shows as well, and
    /// where a board would have too many cells.
    fn drawn(&self, has_squares: bool) -> Option<String> {
        match self {
            Self::Grid(cells) => board(cells, has_squares),
            Self::Row(cells) => Some(row(cells)),
            Self::Lines(lines) => {
                let lines = lines.iter().map(|line| format!("{}\n", line.trim_end()));
                Some(lines.collect())
            }
            Self::Value(_) => None,
        }
    }
}

/// The largest number of characters of these texts, at least 1.
fn width<'a>(texts: impl Iterator<Item = &'a str>) -> usize {
    let widths = texts.map(|text| text.chars().count());
    widths.max().unwrap_or(1).max(1)
}

/// Draws cells side by side, above their keys.
fn row(cells: &[Cell]) -> String {
    let marks = || cells.iter().map(|cell| &*cell.mark);
    let keys = || cells.iter().map(|cell| &*cell.key);
    let width = width(marks()).max(width(keys()));
    let line = |items: Vec<&str>| {
        let items: Vec<String> = items.iter().map(|item| format!("{item:>width$}")).collect();
        items.join(" ")
    };
    format!("{}\n{}\n", line(marks().collect()), line(keys().collect()))
}

/// Draws a board with the names of its rows and columns. `None` if there are no cells, or
/// their coordinates span too many.
fn board(cells: &[Cell], has_squares: bool) -> Option<String> {
    let xs = || cells.iter().map(|cell| cell.x);
    let ys = || cells.iter().map(|cell| cell.y);
    let (x0, y0) = (xs().min()?, ys().min()?);
    let columns = xs().max()?.checked_sub(x0)?.checked_add(1)?;
    let rows = ys().max()?.checked_sub(y0)?.checked_add(1)?;
    if columns.checked_mul(rows)? > MOST_CELLS {
        return None;
    }
    let mut marks = vec![" "; (columns * rows) as usize];
    for cell in cells {
        marks[((cell.x - x0) * rows + cell.y - y0) as usize] = &cell.mark;
    }
    let row = |y: i64| if has_squares { y + 1 } else { y };
    let column = |x: i64| match square::file(x).filter(|_| has_squares) {
        Some(letters) => letters,
        None => x.to_string(),
    };
    let margin = row(y0 + rows - 1).to_string().len();
    let width = column(x0 + columns - 1)
        .len()
        .max(width(marks.iter().copied()));
    let mut picture = String::new();
    for y in (0..rows).rev() {
        let _ = write!(picture, "{:>margin$}", row(y0 + y));
        for x in 0..columns {
            let _ = write!(picture, " {:>width$}", marks[(x * rows + y) as usize]);
        }
        picture.truncate(picture.trim_end().len());
        picture.push('\n');
    }
    let _ = write!(picture, "{:>margin$}", "");
    for x in 0..columns {
        let _ = write!(picture, " {:>width$}", column(x0 + x));
    }
    picture.push('\n');
    Some(picture)
}
