//! How the positions of a game are written on one line. Labels and the names of values are worked out once, as pieces,
//! and then the line of a position takes time linear in its length.

use std::fmt::Write as _;
use std::ops::Range;
use std::sync::Arc;

use zug_program::layout::number;
use zug_values::Outcome;

use super::words::{characters, grid, is_symbolic, labels, print_value};
use crate::domain::state::{State, Variable};
use crate::domain::ty::{Shape, Ty};

/// How the positions of a game are written as lines.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// For each variable, the labels under which it is written, each with the pieces of its value.
    variables: Vec<Vec<(String, Vec<Piece>)>>,
    /// Whose turn it is, and how the game ended.
    state_of_play: Vec<Piece>,
}

/// A piece of a line.
#[derive(Clone, Debug)]
enum Piece {
    /// This text.
    Text(&'static str),
    /// `characters[number - first]` of the number in this field.
    Character(usize, i64, Arc<[char]>),
    /// `texts[number - first]` of the number in this field.
    Name(usize, i64, Vec<String>),
    /// The number in this field.
    Number(usize),
    /// The value of this type whose numbers are in these fields.
    Value(Ty, Range<usize>),
}

impl Line {
    /// How the positions of a game with this state are written.
    pub(super) fn of(state: &State, players: Option<&[String; 2]>) -> Self {
        let mut state_of_play = Vec::new();
        if let (Some(turn), Some(players)) = (state.layout.turn, players) {
            let texts = players.iter().map(|name| format!("turn={name} "));
            state_of_play.push(Piece::Name(turn, 1, texts.collect()));
        }
        if let Some(over) = state.layout.over {
            let ends = [Outcome::Win, Outcome::Loss, Outcome::Draw];
            debug_assert_eq!(ends.map(number::of_outcome), [1, 2, 3]);
            let ends = ends.map(|outcome| format!("over={outcome} "));
            let texts = [String::new()].into_iter().chain(ends);
            state_of_play.push(Piece::Name(over, number::GOES_ON, texts.collect()));
        }
        Self {
            variables: state.variables.iter().map(pieces_of).collect(),
            state_of_play,
        }
    }

    /// The line of the position whose fields have these values.
    pub(super) fn text(&self, values: &[i64]) -> String {
        let mut line = String::with_capacity(2 * values.len());
        for (label, pieces) in self.variables.iter().flatten() {
            line.push_str(label);
            line.push('=');
            write(pieces, values, &mut line);
            line.push(' ');
        }
        write(&self.state_of_play, values, &mut line);
        line.truncate(line.trim_end().len());
        line
    }

    /// The value of the variable at this place as text; a text for each label, where it has several.
    pub(super) fn value(&self, place: usize, values: &[i64]) -> impl Iterator<Item = String> {
        self.variables[place].iter().map(|(_, pieces)| {
            let mut text = String::new();
            write(pieces, values, &mut text);
            text
        })
    }
}

/// Appends the pieces, with these values in the fields of the position.
fn write(pieces: &[Piece], values: &[i64], out: &mut String) {
    for piece in pieces {
        match piece {
            Piece::Text(text) => out.push_str(text),
            Piece::Character(field, first, characters) => {
                out.push(characters[(values[*field] - first) as usize]);
            }
            Piece::Name(field, first, texts) => {
                out.push_str(&texts[(values[*field] - first) as usize]);
            }
            Piece::Number(field) => {
                let _ = write!(out, "{}", values[*field]);
            }
            Piece::Value(ty, fields) => out.push_str(&print_value(ty, &values[fields.clone()])),
        }
    }
}

/// The labels under which a variable is written, each with the pieces of its value.
fn pieces_of(variable: &Variable) -> Vec<(String, Vec<Piece>)> {
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
                let open = [Piece::Text("[")].into_iter();
                let close = [Piece::Text("]")];
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
fn joined(runs: impl Iterator<Item = Vec<Piece>>, between: &'static str) -> Vec<Piece> {
    let mut all = Vec::new();
    for (place, run) in runs.enumerate() {
        if place > 0 {
            all.push(Piece::Text(between));
        }
        all.extend(run);
    }
    all
}
