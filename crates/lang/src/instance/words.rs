//! The words of positions and moves: how a value of a type is written, and under which labels a variable is.

use crate::domain::square;
use crate::domain::state::Variable;
use crate::domain::ty::{Shape, Ty};
use crate::domain::value::Value;

/// Returns the labels under which a variable is written: one, or one for each element
/// of an array that is indexed by players or an enumeration.
pub(super) fn labels(variable: &Variable) -> Vec<String> {
    match &variable.index {
        Some(index) if is_symbolic(index) => index
            .values()
            .iter()
            .map(|key| format!("{}[{key}]", variable.label))
            .collect(),
        _ => vec![variable.label.clone()],
    }
}

pub(super) fn is_symbolic(ty: &Ty) -> bool {
    matches!(ty.shape, Shape::Enum { .. })
}

pub(super) fn element_values<'v>(
    variable: &Variable,
    values: &'v [i64],
    place: usize,
) -> &'v [i64] {
    let first = variable.first + place * variable.stride;
    &values[first..first + variable.stride]
}

/// Returns a value as text without brackets and spaces.
pub(super) fn short(value: &Value) -> String {
    match value {
        Value::Tuple(parts) => parts.iter().map(short).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

/// Returns a value as [`short`] does, with each pair of numbers as a square where the game has squares.
pub(crate) fn named(value: &Value, has_squares: bool) -> String {
    let Value::Tuple(parts) = value else {
        return short(value);
    };
    if let ([Value::Int(column), Value::Int(row)], true) = (&**parts, has_squares)
        && let Some(square) = square::written(*column, *row)
    {
        return square;
    }
    let parts = parts.iter().map(|part| named(part, has_squares));
    parts.collect::<Vec<_>>().join(",")
}

pub(super) fn print_value(ty: &Ty, scalars: &[i64]) -> String {
    match &ty.shape {
        Shape::Bag { of, .. } => {
            let mut items = Vec::new();
            for (kind, &count) in of.values().iter().zip(scalars) {
                items.extend((0..count).map(|_| named(kind, of.is_square())));
            }
            format!("[{}]", items.join(";"))
        }
        _ => named(&ty.decode(scalars), ty.is_square()),
    }
}

/// Returns the width and height of a grid; `None` for other types.
pub(super) fn grid(ty: &Ty) -> Option<(usize, usize)> {
    match &ty.shape {
        Shape::Tuple(parts) => match &parts[..] {
            [x, y] if matches!((&x.shape, &y.shape), (Shape::Int { .. }, Shape::Int { .. })) => {
                Some((x.count() as usize, y.count() as usize))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Returns a character for each value of a type, or `None` if characters cannot tell
/// the values apart.
pub(super) fn characters(ty: &Ty) -> Option<Vec<char>> {
    match &ty.shape {
        Shape::Bool => Some(vec!['.', '#']),
        Shape::Int { lo, hi } if (0..=9).contains(lo) && *hi <= 9 => Some(
            (*lo..=*hi)
                .map(|digit| char::from(b'0' + digit as u8))
                .collect(),
        ),
        Shape::Enum {
            variants, optional, ..
        } => {
            let mut characters: Vec<char> = Vec::new();
            if *optional {
                characters.push('.');
            }
            for name in variants.iter() {
                let first = name.chars().next()?;
                if characters.contains(&first) {
                    return None;
                }
                characters.push(first);
            }
            Some(characters)
        }
        _ => None,
    }
}
