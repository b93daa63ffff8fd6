//! The variables of a game, and where a position has their fields.

use std::ops::Range;
use std::sync::Arc;

use zug_values::Outcome;

use crate::domain::ty::{Shape, Ty};
use zug_game::Player;
use zug_program::layout::number;
use zug_program::{Digit, Layout, TooLarge};

/// What a position of a game is made of.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    /// One field for each scalar of each variable, then whose turn it is and how the
    /// game ended.
    pub(crate) layout: Layout,
    /// The variables of all parts, in the order of the rules.
    pub(crate) variables: Vec<Variable>,
}

/// A variable that positions are made of, declared by the rules of one part of the game.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    /// As a position writes it: the name, with the part's number in a sum.
    pub(crate) label: String,
    /// What an array is indexed by.
    pub(crate) index: Option<Ty>,
    /// The type of the variable, or of an element.
    pub(crate) ty: Ty,
    /// The first of its fields.
    pub(crate) first: usize,
    /// Fields of one element.
    pub(crate) stride: usize,
    /// How many elements; 1 unless an array.
    pub(crate) elements: usize,
}

/// The most fields of a variable.
const MOST_FIELDS: u128 = 4096;

impl State {
    /// Adds a variable behind all others, and returns its place.
    ///
    /// # Errors
    ///
    /// A position has no room for the variable.
    pub(crate) fn add_variable(
        &mut self,
        label: String,
        index: Option<Ty>,
        ty: Ty,
    ) -> Result<usize, TooLarge> {
        let elements = index.as_ref().map_or(1, Ty::count);
        let scalars = ty.scalars();
        if elements.saturating_mul(scalars.len() as u128) > MOST_FIELDS {
            return Err(TooLarge);
        }
        let first = self.layout.fields.len();
        for _ in 0..elements {
            let element = self.layout.fields.len();
            for scalar in &scalars {
                self.layout.add_field(*scalar)?;
            }
            if let Shape::Bag { size, .. } = ty.shape {
                self.layout.add_digit(Digit::Bag {
                    first: element,
                    kinds: scalars.len(),
                    size,
                })?;
            } else {
                for i in 0..scalars.len() {
                    self.layout.add_digit(Digit::Field(element + i))?;
                }
            }
        }
        self.variables.push(Variable {
            label,
            index,
            ty,
            first,
            stride: scalars.len(),
            elements: elements as usize,
        });
        Ok(self.variables.len() - 1)
    }

    /// The player to move where the fields hold `values`; `None` in an impartial game.
    pub(crate) fn mover(&self, values: &[i64]) -> Option<Player> {
        self.layout.turn.map(|turn| number::player(values[turn]))
    }

    /// The outcome for the mover, if a move has ended the game.
    pub(crate) fn ended(&self, values: &[i64]) -> Option<Outcome> {
        self.layout
            .over
            .and_then(|over| number::outcome(values[over]))
    }

    /// The same state with its types in memory of their own.
    pub(crate) fn apart(&self) -> Self {
        Self {
            layout: self.layout.clone(),
            variables: self.variables.iter().map(Variable::apart).collect(),
        }
    }
}

impl Variable {
    /// The same variable with its types in memory of their own.
    fn apart(&self) -> Self {
        Self {
            index: self.index.as_ref().map(Ty::apart),
            ty: self.ty.apart(),
            ..self.clone()
        }
    }

    /// The places of its fields.
    pub(crate) fn fields(&self) -> Range<usize> {
        self.first..self.first + self.elements * self.stride
    }
}

/// The label of a variable in part `part` of a sum of several.
pub(crate) fn label(part: Option<usize>, name: &Arc<str>) -> String {
    match part {
        Some(number) => format!("{}.{name}", number + 1),
        None => name.to_string(),
    }
}
