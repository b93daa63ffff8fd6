//! Positions as pictures of several lines: what the rules `show`.
//!
//! A variable is drawn if it is an array: over a grid as a board with its coordinates, over
//! anything else as a row. A map that the rules make of the position is drawn likewise, and a
//! list of texts line by line, as it is.

use std::fmt::Write as _;

use super::Instance;
use super::notation::{characters, element_values, grid, is_symbolic, print_value, short};
use crate::domain::state::Variable;
use crate::domain::ty::Shape;
use crate::domain::value::Value;
use crate::evaluate::Evaluator;

/// The most cells of a drawn map.
const MOST_CELLS: i64 = 1 << 16;

/// What a `show` line shows.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shown {
    /// The variable with this number.
    Variable(usize),
    /// The expression of a part's `show` line, by the numbers of both.
    Drawing {
        /// The number of the part.
        part: usize,
        /// The number of the line among those of the part.
        place: usize,
    },
}

impl Instance {
    /// Draws what the rules show, in their order. `None` if there is nothing to draw, or the
    /// drawing would show no more than one line does. A drawing that is a fault in this position
    /// is left out.
    pub(crate) fn picture(&self, values: &[i64]) -> Option<String> {
        let pictures: Vec<String> = self
            .shown
            .iter()
            .filter_map(|shown| match *shown {
                Shown::Variable(place) => draw_variable(&self.state.variables[place], values),
                Shown::Drawing { part, place } => {
                    let part = &self.parts[part];
                    let mut evaluator = Evaluator::at(part, &self.state, values);
                    draw_value(&evaluator.eval(&part.decl().shows[place]).ok()?)
                }
            })
            .collect();
        (!pictures.is_empty()).then(|| pictures.join("\n"))
    }
}

/// Draws an array: a grid with its coordinates, or a row. `None` for a variable that
/// one line shows as well.
fn draw_variable(variable: &Variable, values: &[i64]) -> Option<String> {
    let index = variable
        .index
        .as_ref()
        .filter(|index| !is_symbolic(index))?;
    let cell = |place: usize| match characters(&variable.ty) {
        Some(characters) => {
            let lo = variable.ty.scalars()[0].lo;
            characters[(element_values(variable, values, place)[0] - lo) as usize].to_string()
        }
        None => print_value(&variable.ty, element_values(variable, values, place)),
    };
    let cells: Vec<String> = (0..variable.elements).map(cell).collect();
    let Some((columns, rows)) = grid(index) else {
        let numbers: Vec<String> = index.values().iter().map(short).collect();
        return Some(row(&cells, &numbers));
    };
    let Shape::Tuple(sides) = &index.shape else {
        return None;
    };
    let corner = (sides[0].scalars()[0].lo, sides[1].scalars()[0].lo);
    Some(board(corner, columns, rows, &cells))
}

/// Draws a map from numbers as a row, a map from pairs of numbers as a board, and a list line by
/// line. `None` for anything else, and where a board would have too many cells.
fn draw_value(value: &Value) -> Option<String> {
    let pairs = match value {
        Value::Map(pairs) => pairs,
        Value::List(lines) => {
            let line = |line: &Value| match line {
                Value::List(parts) => parts.iter().map(mark).collect(),
                other => mark(other),
            };
            let lines: Vec<String> = lines.iter().map(line).collect();
            let lines = lines.iter().map(|line| format!("{}\n", line.trim_end()));
            return Some(lines.collect());
        }
        _ => return None,
    };
    let place = |key: &Value| match key {
        Value::Tuple(parts) => match **parts {
            [Value::Int(x), Value::Int(y)] => Some((x, y)),
            _ => None,
        },
        _ => None,
    };
    let places: Option<Vec<(i64, i64)>> = pairs.iter().map(|(key, _)| place(key)).collect();
    let Some(places) = places else {
        let cells: Vec<String> = pairs.iter().map(|(_, value)| mark(value)).collect();
        let numbers: Vec<String> = pairs.iter().map(|(key, _)| short(key)).collect();
        return Some(row(&cells, &numbers));
    };
    let (x0, y0) = (
        places.iter().map(|place| place.0).min()?,
        places.iter().map(|place| place.1).min()?,
    );
    let columns = places.iter().map(|place| place.0).max()?.checked_sub(x0)?;
    let rows = places.iter().map(|place| place.1).max()?.checked_sub(y0)?;
    let (columns, rows) = (columns.checked_add(1)?, rows.checked_add(1)?);
    if columns.checked_mul(rows)? > MOST_CELLS {
        return None;
    }
    let mut cells = vec![String::from(" "); (columns * rows) as usize];
    for ((x, y), (_, value)) in places.iter().zip(pairs.iter()) {
        cells[((x - x0) * rows + y - y0) as usize] = mark(value);
    }
    Some(board((x0, y0), columns as usize, rows as usize, &cells))
}

/// Returns what stands for a value in a drawing: texts and numbers as they are, else one character
/// as in the notation of positions.
fn mark(value: &Value) -> String {
    match value {
        Value::None | Value::Bool(false) => ".".to_owned(),
        Value::Bool(true) => "#".to_owned(),
        Value::Symbol(_, name) => name.chars().take(1).collect(),
        other => short(other),
    }
}

/// The largest number of characters of these texts, at least 1.
fn width(texts: &[String]) -> usize {
    let widths = texts.iter().map(|text| text.chars().count());
    widths.max().unwrap_or(1).max(1)
}

/// Draws cells side by side, above their numbers.
fn row(cells: &[String], numbers: &[String]) -> String {
    let width = width(numbers).max(width(cells));
    let line = |items: &[String]| {
        let items: Vec<String> = items.iter().map(|item| format!("{item:>width$}")).collect();
        items.join(" ")
    };
    format!("{}\n{}\n", line(cells), line(numbers))
}

/// Draws a board with the coordinates of its rows and columns. The cells stand column by column,
/// each column from its lowest cell, which for the first column is `corner`.
fn board((x0, y0): (i64, i64), columns: usize, rows: usize, cells: &[String]) -> String {
    let margin = (y0 + rows as i64 - 1).to_string().len();
    let width = (x0 + columns as i64 - 1)
        .to_string()
        .len()
        .max(width(cells));
    let mut picture = String::new();
    for y in (0..rows).rev() {
        let _ = write!(picture, "{:>margin$}", y0 + y as i64);
        for x in 0..columns {
            let _ = write!(picture, " {:>width$}", cells[x * rows + y]);
        }
        picture.truncate(picture.trim_end().len());
        picture.push('\n');
    }
    let _ = write!(picture, "{:>margin$}", "");
    for x in 0..columns {
        let _ = write!(picture, " {:>width$}", x0 + x as i64);
    }
    picture.push('\n');
    picture
}
