//! The state variables of a game, and the fields in which a position holds them.

use std::ops::Range;
use std::sync::Arc;

use zug_values::Outcome;

use crate::domain::ty::{Shape, Ty};
use zug_game::{Player, U256};
use zug_program::layout::number;
use zug_program::{Digit, Layout, Scalar, TooLarge};

/// The state variables of a game and the layout of its positions.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    /// The fields of a position: one for each scalar of each variable, then one for
    /// whose turn it is and one for how the game ended.
    pub(crate) layout: Layout,
    /// The variables of all parts: part by part, in each part in the order of the
    /// rules.
    pub(crate) variables: Vec<Variable>,
}

/// A state variable of one part of the game.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    /// How the notation of positions calls the variable: by its name, in a sum with the
    /// number of its part.
    pub(crate) label: String,
    /// The type that an array is indexed by; `None` if the variable is no array.
    pub(crate) index: Option<Ty>,
    /// The type of the variable, or of an element of the array. Where the elements have ranges of
    /// their own, it is the least range that holds all of these.
    pub(crate) ty: Ty,
    /// The range of each element of an array; empty if all elements have the same range.
    pub(crate) ranges: Vec<Scalar>,
    /// The number of the variable's first field.
    pub(crate) first: usize,
    /// The number of fields of one element.
    pub(crate) stride: usize,
    /// The number of elements; 1 if the variable is no array.
    pub(crate) elements: usize,
}

/// The most fields that one variable may have. More than 256 fit only where most have one value.
pub(crate) const MOST_FIELDS: u128 = 1 << 16;

impl State {
    /// Adds a variable behind all others, and returns its number. `ranges` are those of the
    /// elements of an array where they are not all one; else there are none.
    ///
    /// # Errors
    ///
    /// A position has no room for the variable.
    pub(crate) fn add_variable(
        &mut self,
        label: String,
        index: Option<Ty>,
        ty: Ty,
        ranges: Vec<Scalar>,
    ) -> Result<usize, TooLarge> {
        let elements = index.as_ref().map_or(1, Ty::count);
        let scalars = ty.scalars();
        if elements.saturating_mul(scalars.len() as u128) > MOST_FIELDS {
            return Err(TooLarge);
        }
        let first = self.layout.fields.len();
        for place in 0..elements as usize {
            let element = self.layout.fields.len();
            match ranges.get(place) {
                Some(range) => {
                    self.layout.add_field(*range);
                }
                None => {
                    for scalar in &scalars {
                        self.layout.add_field(*scalar);
                    }
                }
            }
            if let Shape::Bag { size, .. } = ty.shape {
                self.layout.add_digit(Digit::Bag {
                    first: element,
                    kinds: scalars.len(),
                    size,
                });
            } else {
                for i in 0..scalars.len() {
                    self.layout.add_digit(Digit::Field(element + i));
                }
            }
        }
        if index.is_some() && !matches!(ty.shape, Shape::Bag { .. }) {
            let end = self.layout.fields.len();
            self.layout.arrays.push(first..end);
        }
        if self.layout.bits > U256::BITS {
            // Where even these fields have no room, this is the variable that is too large.
            self.layout.clone().fit()?;
        }
        self.variables.push(Variable {
            label,
            index,
            ty,
            ranges,
            first,
            stride: scalars.len(),
            elements: elements as usize,
        });
        Ok(self.variables.len() - 1)
    }

    /// Returns the player to move where the fields hold `values`; `None` in an
    /// impartial game.
    pub(crate) fn mover(&self, values: &[i64]) -> Option<Player> {
        self.layout.turn.map(|turn| number::player(values[turn]))
    }

    /// Returns the outcome for the mover if a move has ended the game, else `None`.
    pub(crate) fn ended(&self, values: &[i64]) -> Option<Outcome> {
        self.layout
            .over
            .and_then(|over| number::outcome(values[over]))
    }

    /// Whether the element of an array whose index is not known must be told apart case by case:
    /// where the elements have ranges of their own, and where they share bits.
    pub(crate) fn is_told_apart(&self, variable: &Variable) -> bool {
        let mut fields = self.layout.fields[variable.fields()].iter();
        !variable.ranges.is_empty() || fields.any(|field| field.weight.is_some())
    }

    /// Returns a deep copy, as [`Ty::deep_copy`] makes it of types.
    pub(crate) fn deep_copy(&self) -> Self {
        Self {
            layout: self.layout.clone(),
            variables: self.variables.iter().map(Variable::deep_copy).collect(),
        }
    }
}

impl Variable {
    /// Returns a deep copy, as [`Ty::deep_copy`] makes it of types.
    fn deep_copy(&self) -> Self {
        Self {
            index: self.index.as_ref().map(Ty::deep_copy),
            ty: self.ty.deep_copy(),
            ..self.clone()
        }
    }

    /// Returns the type of an element of the array, or of the variable.
    pub(crate) fn element_type(&self, place: usize) -> Ty {
        match self.ranges.get(place) {
            Some(&Scalar { lo, hi }) => Ty {
                name: None,
                shape: Shape::Int { lo, hi },
            },
            None => self.ty.clone(),
        }
    }

    /// Returns the type of the key that comes after so many keys: an index of the array, then a
    /// kind of thing in a bag. `None` if no key is missing.
    pub(crate) fn next_key(&self, keys: usize) -> Option<&Ty> {
        let of_bag = match &self.ty.shape {
            Shape::Bag { of, .. } => Some(&**of),
            _ => None,
        };
        self.index.as_ref().into_iter().chain(of_bag).nth(keys)
    }

    /// Returns the numbers of the variable's fields.
    pub(crate) fn fields(&self) -> Range<usize> {
        self.first..self.first + self.elements * self.stride
    }

    /// Returns the numbers of the fields of an element.
    pub(crate) fn fields_of(&self, element: usize) -> Range<usize> {
        let first = self.first + element * self.stride;
        first..first + self.stride
    }
}

/// Returns the label of a variable. `part` is the number of its part from 0, or `None`
/// if the game has one part only.
pub(crate) fn label(part: Option<usize>, name: &Arc<str>) -> String {
    match part {
        Some(number) => format!("{}.{name}", number + 1),
        None => name.to_string(),
    }
}
