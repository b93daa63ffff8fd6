//! The numbers of a packed position as columns of a table, for programs that read whole tables. The meaning
//! of each number stands at its column, once, and no position is written as text.

use zug_game::U256;

use super::Instance;
use super::words::{print_value, short};
use crate::domain::ty::{Shape, Ty};
use zug_program::Scalar;

/// A column: a number that each position has.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PositionColumn {
    /// The name of the variable; of an element of an array with its key, such as `board[0,2]`.
    pub name: String,
    /// What the number means.
    pub kind: ColumnKind,
    /// The place of the number among those of [`Instance::all_numbers`].
    pub place: usize,
}

/// What a number of a position means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// A number of this range, both ends included.
    Number(i64, i64),
    /// A truth value: 0 or 1.
    Truth,
    /// A name or a player: `names[number - first]`.
    Names {
        /// The number of the first name.
        first: i64,
        /// The names as the rules have them; `none` for the absence of an optional one.
        names: Vec<String>,
    },
}

impl Instance {
    /// The columns of the variables in the order of the rules, and then that of the player to move, if the players
    /// have different moves.
    #[must_use]
    pub fn columns(&self) -> Vec<PositionColumn> {
        let mut columns = Vec::new();
        for variable in &self.state.variables {
            let keys = variable.index.as_ref().map(Ty::values);
            for element in 0..variable.elements {
                let mut name = variable.label.clone();
                if let Some(keys) = &keys {
                    name = format!("{name}[{}]", short(&keys[element]));
                }
                for scalar in 0..variable.stride {
                    let place = variable.first + element * variable.stride + scalar;
                    columns.push(PositionColumn {
                        name: match &variable.ty.shape {
                            Shape::Bag { of, .. } => {
                                format!("{name}[{}]", short(&of.values()[scalar]))
                            }
                            _ if variable.stride > 1 => format!("{name}.{scalar}"),
                            _ => name.clone(),
                        },
                        kind: self.kind_of(&variable.ty, place),
                        place,
                    });
                }
            }
        }
        if let (Some(place), Some(players)) = (self.state.layout.turn, self.players()) {
            columns.push(PositionColumn {
                name: "turn".to_owned(),
                kind: ColumnKind::Names {
                    first: self.state.layout.fields[place].scalar.lo,
                    names: players.to_vec(),
                },
                place,
            });
        }
        columns
    }

    fn kind_of(&self, ty: &Ty, place: usize) -> ColumnKind {
        let Scalar { lo, hi } = self.state.layout.fields[place].scalar;
        match &ty.shape {
            Shape::Bool => ColumnKind::Truth,
            Shape::Enum { .. } => ColumnKind::Names {
                first: lo,
                names: (lo..=hi).map(|code| print_value(ty, &[code])).collect(),
            },
            _ => ColumnKind::Number(lo, hi),
        }
    }

    /// The number of a packed position at the place of a column.
    #[inline]
    #[must_use]
    pub fn number(&self, position: U256, place: usize) -> i64 {
        self.state.layout.get(position, place)
    }

    /// The numbers of a packed position, by the places of its columns.
    #[must_use]
    pub fn all_numbers(&self, position: U256) -> Vec<i64> {
        self.state.layout.unpack(position)
    }
}
