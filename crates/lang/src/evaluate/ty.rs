//! The meaning of written types, with the sizes that the parameters give them.

use std::sync::Arc;

use super::{DEEPEST, Eval, Evaluator, NoValue, fault, too_deep};
use crate::domain::ty::{Shape, Ty};
use crate::syntax::ast::{CellNames, TypeExpr, TypeKind};
use crate::text::diagnostic::Diagnostic;
use crate::text::span::Span;

/// The most things that a bag may hold.
const LARGEST_BAG: i64 = 1000;

impl<'a> Evaluator<'a> {
    /// Returns the meaning of the type called `name`, which is worked out once.
    pub(crate) fn named_type(&mut self, name: &Arc<str>, span: Span) -> Eval<Ty> {
        if let Some(ty) = self.part.kept_type(name) {
            return Ok(ty);
        }
        let decl = self
            .part
            .decl()
            .types
            .iter()
            .find(|decl| decl.name.text == *name);
        let Some(decl) = decl else {
            return Err(fault(format!("there is no type `{name}`"), span));
        };
        let mut fresh = Evaluator::new(self.part);
        fresh.depth = self.depth + 1;
        if fresh.depth > DEEPEST {
            return Err(too_deep(span));
        }
        let mut ty = fresh.ty(&decl.ty)?;
        ty.name = Some(name.clone());
        self.part.keep_type(name, &ty);
        Ok(ty)
    }

    pub(crate) fn ty(&mut self, expr: &'a TypeExpr) -> Eval<Ty> {
        let span = expr.span;
        let plain = |shape| Ty { name: None, shape };
        Ok(match &expr.kind {
            TypeKind::Range(lo, hi) => {
                let (lo, hi) = (self.int(lo)?, self.int(hi)?);
                plain(int_shape(lo, hi, span)?)
            }
            TypeKind::Bool => plain(Shape::Bool),
            TypeKind::Player => self
                .part
                .player_type()
                .ok_or_else(|| fault("this game has no players".to_owned(), span))?,
            TypeKind::Named(name) => self.named_type(name, span)?,
            TypeKind::Optional(inner) => {
                let mut ty = self.ty(inner)?;
                match &mut ty.shape {
                    Shape::Enum { optional, .. } => *optional = true,
                    _ => {
                        return Err(fault(
                            "only a player or an enumeration can be `none`".to_owned(),
                            span,
                        ));
                    }
                }
                ty
            }
            TypeKind::Grid(width, height, names) => {
                let (w, h) = (self.int(width)?, self.int(height)?);
                let mut column = plain(int_shape(0, w.saturating_sub(1), width.span)?);
                let row = plain(int_shape(0, h.saturating_sub(1), height.span)?);
                if *names == CellNames::Squares {
                    column.name = Some(Ty::FILE.into());
                }
                plain(Shape::Tuple(vec![column, row]))
            }
            TypeKind::Bag(size, of) => {
                let count = self.int(size)?;
                if !(0..=LARGEST_BAG).contains(&count) {
                    return Err(fault(
                        format!("a bag holds 0 to {LARGEST_BAG} things, not {count}"),
                        size.span,
                    ));
                }
                let of = self.ty(of)?;
                if of.count() > 4096 || matches!(of.shape, Shape::Bag { .. }) {
                    return Err(fault("too many kinds of things for a bag".to_owned(), span));
                }
                plain(Shape::Bag {
                    size: count,
                    of: Box::new(of),
                })
            }
            // The rules were checked: only a parameter is a list, and its elements are asked for.
            TypeKind::List(_) => {
                return Err(fault("a list is no type of one value".to_owned(), span));
            }
            TypeKind::Tuple(parts) => {
                let mut types = Vec::new();
                for part in parts {
                    let ty = self.ty(part)?;
                    if matches!(ty.shape, Shape::Bag { .. }) {
                        return Err(fault(
                            "a bag cannot be part of a tuple".to_owned(),
                            part.span,
                        ));
                    }
                    types.push(ty);
                }
                plain(Shape::Tuple(types))
            }
            TypeKind::Enum(names) => plain(Shape::Enum {
                variants: names.iter().map(|name| name.text.clone()).collect(),
                optional: false,
                players: false,
            }),
        })
    }
}

fn int_shape(lo: i64, hi: i64, span: Span) -> Eval<Shape> {
    if hi < lo {
        return Err(NoValue::Fault(
            Diagnostic::new(
                format!("the range {lo}..{hi} is empty"),
                span,
                "no value fits this type",
            )
            .help("a variable needs at least one value; write the smaller bound first"),
        ));
    }
    if i128::from(hi) - i128::from(lo) >= 1 << 62 {
        return Err(fault(format!("the range {lo}..{hi} is too large"), span));
    }
    Ok(Shape::Int { lo, hi })
}
