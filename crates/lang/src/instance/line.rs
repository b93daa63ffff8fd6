//! The line of text of a position, with the labels and the names of values looked up once for all positions.
//!
//! Cost: a line takes time linear in its length. Making the pieces takes as long as a few lines: whoever writes one
//! position asks [`Instance::print`], which makes them anew.

use std::fmt::Write as _;
use std::ops::Range;
use std::sync::Arc;

use zug_program::layout::number;
use zug_values::Outcome;

use super::Instance;
use super::notation::{characters, grid, is_symbolic, labels, print_value};
use crate::domain::state::Variable;
use crate::domain::ty::{Shape, Ty};

/// How the positions of a game are written as lines.
#[derive(Clone, Debug)]
pub struct Line {
    pieces: Vec<Piece>,
}

/// A piece of a line.
#[derive(Clone, Debug)]
pub(super) enum Piece {
    /// This text.
    Text(String),
    /// `characters[number - first]` of the number in this field.
    Character(usize, i64, Arc<[char]>),
    /// `texts[number - first]` of the number in this field.
    Name(usize, i64, Vec<String>),
    /// The number in this field.
    Number(usize),
    /// The value of this type whose numbers are in these fields.
    Value(Ty, Range<usize>),
}

impl Instance {
    /// How its positions are written as lines.
    #[must_use]
    pub fn line(&self) -> Line {
        let mut pieces = Vec::new();
        for (label, value) in self.state.variables.iter().flat_map(pieces_of) {
            pieces.push(Piece::Text(format!("{label}=")));
            pieces.extend(value);
            pieces.push(Piece::Text(" ".to_owned()));
        }
        if let (Some(turn), Some(players)) = (self.state.layout.turn, self.players()) {
            let texts = players.iter().map(|name| format!("turn={name} "));
            pieces.push(Piece::Name(turn, 1, texts.collect()));
        }
        if let Some(over) = self.state.layout.over {
            let ends = [Outcome::Win, Outcome::Loss, Outcome::Draw];
            debug_assert_eq!(ends.map(number::of_outcome), [1, 2, 3]);
            let ends = ends.map(|outcome| format!("over={outcome} "));
            let texts = [String::new()].into_iter().chain(ends);
            pieces.push(Piece::Name(over, number::GOES_ON, texts.collect()));
        }
        Line { pieces }
    }
}

impl Line {
    /// The line of the position with these numbers, those of [`Instance::all_numbers`].
    #[must_use]
    pub fn text(&self, numbers: &[i64]) -> String {
        let mut line = String::with_capacity(2 * self.pieces.len());
        write_pieces(&self.pieces, numbers, &mut line);
        line.truncate(line.trim_end().len());
        line
    }
}

/// Appends the pieces, with these numbers in the fields of the position.
pub(super) fn write_pieces(pieces: &[Piece], numbers: &[i64], out: &mut String) {
    for piece in pieces {
        match piece {
            Piece::Text(text) => out.push_str(text),
            Piece::Character(field, first, characters) => {
                out.push(characters[(numbers[*field] - first) as usize]);
            }
            Piece::Name(field, first, texts) => {
                out.push_str(&texts[(numbers[*field] - first) as usize]);
            }
            Piece::Number(field) => {
                let _ = write!(out, "{}", numbers[*field]);
            }
            Piece::Value(ty, fields) => out.push_str(&print_value(ty, &numbers[fields.clone()])),
        }
    }
}

/// The labels under which a variable is written, each with the pieces of its value.
pub(super) fn pieces_of(variable: &Variable) -> Vec<(String, Vec<Piece>)> {
    let fields = |place: usize| {
        let first = variable.first + place * variable.stride;
        first..first + variable.stride
    };
    let labels = labels(variable).into_iter();
    match &variable.index {
        Some(index) if !is_symbolic(index) => {
            let pieces = if let Some(characters) = characters(&variable.ty) {
                let characters: Arc<[char]> = characters.into();
                let lo = variable.ty.scalars()[0].lo;
                let cell = |place| Piece::Character(fields(place).start, lo, characters.clone());
                match grid(index) {
                    Some((width, height)) => {
                        let rows = (0..height).rev().map(|y| {
                            let cells = (0..width).map(|x| cell(x * height + y));
                            cells.collect::<Vec<Piece>>()
                        });
                        joined(rows, "/")
                    }
                    None => (0..variable.elements).map(cell).collect(),
                }
            } else {
                let items =
                    (0..variable.elements).map(|place| vec![value(&variable.ty, fields(place))]);
                let open = [Piece::Text("[".to_owned())].into_iter();
                let close = [Piece::Text("]".to_owned())];
                open.chain(joined(items, ";")).chain(close).collect()
            };
            labels.zip([pieces]).collect()
        }
        _ => labels
            .enumerate()
            .map(|(place, label)| (label, vec![value(&variable.ty, fields(place))]))
            .collect(),
    }
}

/// The value of this type whose numbers are in these fields.
fn value(ty: &Ty, fields: Range<usize>) -> Piece {
    match &ty.shape {
        Shape::Int { .. } => Piece::Number(fields.start),
        Shape::Bool | Shape::Enum { .. } => {
            let scalar = ty.scalars()[0];
            let texts = (scalar.lo..=scalar.hi).map(|code| print_value(ty, &[code]));
            Piece::Name(fields.start, scalar.lo, texts.collect())
        }
        Shape::Tuple(_) | Shape::Bag { .. } => Piece::Value(ty.clone(), fields),
    }
}

/// These runs of pieces, with this text between two of the runs.
fn joined(runs: impl Iterator<Item = Vec<Piece>>, between: &str) -> Vec<Piece> {
    let mut all = Vec::new();
    for (place, run) in runs.enumerate() {
        if place > 0 {
            all.push(Piece::Text(between.to_owned()));
        }
        all.extend(run);
    }
    all
}
