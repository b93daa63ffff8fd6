//! Scalars in the fields of a position: reading them, and finding the field of a key.

use super::{Partial, Specialiser, overflow};
use crate::domain::ty::{Shape, Ty};
use crate::evaluate::{Eval, fault};
use crate::text::span::Span;
use zug_program::ExprId;

/// A field of an array that an assignment writes or an expression reads: the field
/// `first + index * stride`, where the index must be below `count`.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    pub(super) first: usize,
    pub(super) stride: usize,
    pub(super) count: usize,
    pub(super) index: ExprId,
    /// The message of the fault of an index that is not below `count`.
    pub(super) outside: &'static str,
}

/// The message for a key that is no index of its array.
pub(super) const NO_PLACE: &str = "there is no such place in this array";
/// The message for a key that is no kind of thing in its bag.
pub(super) const NO_KIND: &str = "there is no such kind in this bag";
/// The message where it is not known which of the two keys is wrong.
const NEITHER: &str = "there is no such place in this array, or no such kind in its bag";

/// Returns the message for an array of bags, where one of the two keys may be known to
/// be right.
pub(super) fn outside(place_is_inside: bool, kind_is_inside: bool) -> &'static str {
    match (place_is_inside, kind_is_inside) {
        (true, _) => NO_KIND,
        (_, true) => NO_PLACE,
        (false, false) => NEITHER,
    }
}

/// Returns the value of type `ty` whose scalars are numbered from `first` on. `scalar` makes a scalar of
/// its number and its type; a count in a bag has no type.
fn of_scalars(
    ty: &Ty,
    first: usize,
    scalar: &mut dyn FnMut(usize, Option<&Ty>) -> Partial,
) -> Partial {
    match &ty.shape {
        Shape::Tuple(parts) => {
            let mut at = first;
            let parts = parts
                .iter()
                .map(|part| {
                    let value = of_scalars(part, at, scalar);
                    at += part.scalars().len();
                    value
                })
                .collect();
            Partial::Tuple(parts)
        }
        Shape::Bag { of, .. } => {
            let kinds = of.values().into_iter().enumerate();
            Partial::Map(
                kinds
                    .map(|(i, kind)| (kind, scalar(first + i, None)))
                    .collect(),
            )
        }
        _ => scalar(first, Some(ty)),
    }
}

impl Specialiser<'_> {
    /// Returns the value of type `ty` whose scalars are in the fields from `first` on.
    pub(super) fn of_fields(&mut self, ty: &Ty, first: usize) -> Partial {
        of_scalars(ty, first, &mut |field, ty| {
            let id = self.residual.field(field);
            match (self.residual.constant(id), ty) {
                (Some(only), Some(ty)) => Partial::Known(ty.decode(&[only])),
                _ => Partial::Scalar(id),
            }
        })
    }

    /// Returns the value of type `ty` in an element of an array whose index is not
    /// known.
    pub(super) fn of_element(&mut self, ty: &Ty, spot: Spot, span: Span) -> Partial {
        of_scalars(ty, spot.first, &mut |first, _| {
            Partial::Scalar(self.read(Spot { first, ..spot }, span))
        })
    }

    pub(super) fn read(&mut self, spot: Spot, span: Span) -> ExprId {
        self.residual
            .element(spot.first, spot.stride, spot.count, spot.index, |r| {
                self.sites.add(r, spot.outside.to_owned(), span)
            })
    }

    /// Returns a node that computes the index of a key among the values of a type: -1
    /// or another index that no value has if the key is not a value of the type.
    /// `message` is that of the fault if that is known now.
    pub(super) fn index_of(
        &mut self,
        ty: &Ty,
        key: &Partial,
        message: &str,
        span: Span,
    ) -> Eval<ExprId> {
        if let Partial::Known(known) = key {
            return match ty.index_of(known) {
                Some(index) => Ok(self.residual.int(index as i64)),
                None => Err(fault(message.to_owned(), span)),
            };
        }
        let mut scalars = Vec::new();
        self.flatten(ty, key, span, &mut scalars)?;
        let ranges = ty.scalars();
        let mut index = self.residual.int(0);
        let mut inside = Vec::new();
        for (scalar, range) in scalars.iter().zip(&ranges) {
            let (lo, hi) = (self.residual.int(range.lo), self.residual.int(range.hi));
            inside.push(self.between(*scalar, lo, hi));
            let radix = self.residual.int(range.radix() as i64);
            let offset = self
                .residual
                .subtract(*scalar, lo)
                .map_err(overflow(span))?;
            index = self
                .residual
                .multiply(index, radix)
                .map_err(overflow(span))?;
            index = self.residual.add(index, offset).map_err(overflow(span))?;
        }
        if ranges.len() > 1 {
            // Else one component out of its range could be made up for by another.
            let inside = self.residual.and(&inside);
            let nowhere = self.residual.int(-1);
            index = self.residual.select(inside, index, nowhere);
        }
        Ok(index)
    }

    /// Appends the scalars of a value of type `ty` to `out`.
    pub(super) fn flatten(
        &mut self,
        ty: &Ty,
        value: &Partial,
        span: Span,
        out: &mut Vec<ExprId>,
    ) -> Eval<()> {
        if let Shape::Tuple(parts) = &ty.shape {
            let values = self.components(value, span)?;
            for (part, value) in parts.iter().zip(&values) {
                self.flatten(part, value, span, out)?;
            }
        } else {
            out.push(self.scalar(value, span)?);
        }
        Ok(())
    }
}
