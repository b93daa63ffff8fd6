//! Types once the parameters are known. Such a type is a finite set of values, and a
//! position holds each value as a few small numbers, its *scalars*.

use std::sync::Arc;

use crate::domain::value::Value;
use zug_program::{Scalar, multisets};

/// A type with a known finite set of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ty {
    /// The name by which it was declared; symmetries name the types that they move.
    pub(crate) name: Option<Arc<str>>,
    /// The form of its values.
    pub(crate) shape: Shape,
}

/// The forms of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// The numbers from `lo` to `hi`, both included.
    Int { lo: i64, hi: i64 },
    /// `false` and `true`, whose scalars are 0 and 1.
    Bool,
    /// Named values, whose scalars count from 1. Where the type is `optional`, `none`
    /// is also a value, with the scalar 0.
    Enum {
        variants: Arc<[Arc<str>]>,
        optional: bool,
        /// Whether the values are the two players, whatever their names.
        players: bool,
    },
    /// A value of each of these types.
    Tuple(Vec<Ty>),
    /// A multiset of `size` values, held as a count for each value of the type `of`.
    Bag { size: i64, of: Box<Ty> },
}

impl Ty {
    /// The name of the type of the columns of squares; no type can be declared by it.
    pub(crate) const FILE: &'static str = "column of squares";

    /// Whether the values are cells that are written as squares, such as `b3`.
    pub(crate) fn is_square(&self) -> bool {
        match &self.shape {
            Shape::Tuple(parts) => parts
                .first()
                .is_some_and(|column| column.name.as_deref() == Some(Self::FILE)),
            _ => false,
        }
    }

    /// Returns a deep copy, as [`Value::deep_copy`] makes it of values.
    pub(crate) fn deep_copy(&self) -> Self {
        let shape = match &self.shape {
            Shape::Enum {
                variants,
                optional,
                players,
            } => Shape::Enum {
                variants: variants.iter().map(|name| Arc::from(&**name)).collect(),
                optional: *optional,
                players: *players,
            },
            Shape::Tuple(parts) => Shape::Tuple(parts.iter().map(Self::deep_copy).collect()),
            Shape::Bag { size, of } => Shape::Bag {
                size: *size,
                of: Box::new(of.deep_copy()),
            },
            Shape::Int { .. } | Shape::Bool => self.shape.clone(),
        };
        Self {
            name: self.name.as_ref().map(|name| Arc::from(&**name)),
            shape,
        }
    }

    /// Returns the ranges of the scalars that a value has, in order.
    pub(crate) fn scalars(&self) -> Vec<Scalar> {
        match &self.shape {
            Shape::Int { lo, hi } => vec![Scalar { lo: *lo, hi: *hi }],
            Shape::Bool => vec![Scalar { lo: 0, hi: 1 }],
            Shape::Enum {
                variants, optional, ..
            } => vec![Scalar {
                lo: i64::from(!*optional),
                hi: variants.len() as i64,
            }],
            Shape::Tuple(parts) => parts.iter().flat_map(Self::scalars).collect(),
            Shape::Bag { size, of } => {
                let kinds = of.count().min(1 << 20) as usize;
                vec![Scalar { lo: 0, hi: *size }; kinds]
            }
        }
    }

    /// Returns the number of scalars that a value has.
    pub(crate) fn width(&self) -> usize {
        match &self.shape {
            Shape::Tuple(parts) => parts.iter().map(Self::width).sum(),
            Shape::Bag { .. } => self.scalars().len(),
            _ => 1,
        }
    }

    /// Returns the number of values of the type; for a bag the number of [`multisets`].
    pub(crate) fn count(&self) -> u128 {
        match &self.shape {
            Shape::Tuple(parts) => parts
                .iter()
                .fold(1u128, |n, part| n.saturating_mul(part.count())),
            Shape::Bag { size, of } => multisets(of.count(), *size as u128),
            _ => self.scalars()[0].radix(),
        }
    }

    /// Returns the number of bytes of a value of the type, at most about.
    pub(crate) fn bytes(&self) -> u64 {
        const ONE: u64 = size_of::<Value>() as u64;
        match &self.shape {
            // A collection has two counts of references, a weight and a block of its own.
            Shape::Tuple(parts) => parts.iter().fold(48 + ONE, |sum, part| sum + part.bytes()),
            _ => ONE,
        }
    }

    /// Returns the value that these scalars stand for.
    pub(crate) fn decode(&self, scalars: &[i64]) -> Value {
        match &self.shape {
            Shape::Int { .. } => Value::Int(scalars[0]),
            Shape::Bool => Value::Bool(scalars[0] != 0),
            Shape::Enum { variants, .. } => match scalars[0] {
                0 => Value::None,
                code => Value::Symbol(code as u32, variants[code as usize - 1].clone()),
            },
            Shape::Tuple(parts) => {
                let mut rest = scalars;
                Value::Tuple(
                    parts
                        .iter()
                        .map(|part| {
                            let (mine, others) = rest.split_at(part.width());
                            rest = others;
                            part.decode(mine)
                        })
                        .collect(),
                )
            }
            Shape::Bag { of, .. } => Value::Map(
                of.values()
                    .into_iter()
                    .zip(scalars.iter().map(|&count| Value::Int(count)))
                    .collect(),
            ),
        }
    }

    /// Appends the scalars of a value to `out`; they may be out of their ranges.
    /// Returns `None` if the value is of another form than the type's.
    pub(crate) fn encode(&self, value: &Value, out: &mut Vec<i64>) -> Option<()> {
        match (&self.shape, value) {
            (Shape::Tuple(parts), Value::Tuple(values)) if parts.len() == values.len() => {
                for (part, value) in parts.iter().zip(values.iter()) {
                    part.encode(value, out)?;
                }
            }
            (Shape::Bag { of, .. }, Value::List(items)) => {
                for kind in of.values() {
                    out.push(items.iter().filter(|item| **item == kind).count() as i64);
                }
            }
            (Shape::Int { .. }, Value::Int(_))
            | (Shape::Bool, Value::Bool(_))
            | (Shape::Enum { .. }, Value::Symbol(..) | Value::None) => out.push(value.code()?),
            _ => return None,
        }
        Some(())
    }

    /// Whether the value is a value of the type.
    pub(crate) fn contains(&self, value: &Value) -> bool {
        let mut scalars = Vec::new();
        if let (Shape::Bag { size, .. }, Value::List(items)) = (&self.shape, value) {
            return items.len() as i64 == *size
                && self.encode(value, &mut scalars).is_some()
                && scalars.iter().sum::<i64>() == *size;
        }
        self.encode(value, &mut scalars).is_some()
            && self
                .scalars()
                .iter()
                .zip(&scalars)
                .all(|(scalar, value)| (scalar.lo..=scalar.hi).contains(value))
    }

    /// Returns the index of a value in [`Ty::values`], or `None` if it is not a value
    /// of the type.
    pub(crate) fn index_of(&self, value: &Value) -> Option<usize> {
        self.index_after(0, value)
    }

    /// Returns the index of a value, plus `before` times the number of values of the
    /// type: the index of a tuple whose earlier components have the index `before`.
    fn index_after(&self, before: usize, value: &Value) -> Option<usize> {
        let (lo, hi) = match (&self.shape, value) {
            (Shape::Tuple(parts), Value::Tuple(values)) if parts.len() == values.len() => {
                let mut parts = parts.iter().zip(values.iter());
                return parts.try_fold(before, |index, (part, value)| {
                    part.index_after(index, value)
                });
            }
            (Shape::Int { lo, hi }, Value::Int(_)) => (*lo, *hi),
            (Shape::Bool, Value::Bool(_)) => (0, 1),
            (
                Shape::Enum {
                    variants, optional, ..
                },
                Value::Symbol(..) | Value::None,
            ) => (i64::from(!*optional), variants.len() as i64),
            _ => return None,
        };
        let scalar = Scalar { lo, hi };
        let code = value.code().filter(|code| (lo..=hi).contains(code))?;
        Some(before * scalar.radix() as usize + (code - lo) as usize)
    }

    /// Returns all values in increasing order, so that the last component of a tuple
    /// changes fastest. Not for bags.
    pub(crate) fn values(&self) -> Vec<Value> {
        let scalars = self.scalars();
        let mut digits: Vec<i64> = scalars.iter().map(|scalar| scalar.lo).collect();
        let mut values = Vec::new();
        loop {
            values.push(self.decode(&digits));
            let Some(next) = (0..digits.len()).rev().find(|&i| digits[i] < scalars[i].hi) else {
                return values;
            };
            digits[next] += 1;
            for (digit, scalar) in digits.iter_mut().zip(&scalars).skip(next + 1) {
                *digit = scalar.lo;
            }
        }
    }

    /// Returns the type in the words of the language, for messages.
    pub(crate) fn describe(&self) -> String {
        match (&self.name, &self.shape) {
            (Some(name), Shape::Enum { optional: true, .. }) => format!("{name}?"),
            (Some(name), _) => name.to_string(),
            (None, Shape::Int { lo, hi }) => format!("{lo}..{hi}"),
            (None, Shape::Bool) => "bool".to_owned(),
            (None, Shape::Enum { variants, .. }) => format!("{{{}}}", variants.join(", ")),
            (None, Shape::Tuple(parts)) => format!(
                "({})",
                parts
                    .iter()
                    .map(Self::describe)
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
            (None, Shape::Bag { size, of }) => format!("bag({size}) of {}", of.describe()),
        }
    }
}
