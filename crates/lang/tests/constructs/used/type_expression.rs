//! What the types in a rules file are: of variables, of indices, and in bags.

use super::{Form, Walk};
use crate::syntax::ast::{
    ArrayIndex, CellNames, Expr, ExprKind, Pattern, StateDecl, TypeExpr, TypeKind, UnaryOp,
};
use crate::testing::constructs::Construct as C;

impl<'a> Walk<'a> {
    /// Walks the expressions in a type: the bounds of a range, the sides of a grid, the
    /// size of a bag.
    pub(super) fn bounds(&mut self, ty: Option<&TypeExpr>) {
        match ty.map(|ty| &ty.kind) {
            Some(TypeKind::Range(a, b) | TypeKind::Grid(a, b, _)) => {
                self.expr(a);
                self.expr(b);
            }
            Some(TypeKind::Bag(size, of)) => {
                self.expr(size);
                self.bounds(Some(of));
            }
            Some(TypeKind::Optional(inner) | TypeKind::List(inner)) => self.bounds(Some(inner)),
            Some(TypeKind::Tuple(parts)) => parts.iter().for_each(|part| self.bounds(Some(part))),
            Some(TypeKind::Bool | TypeKind::Player | TypeKind::Named(_) | TypeKind::Enum(_))
            | None => {}
        }
    }

    /// Returns the form of a type; the name of a type is replaced by what it was
    /// declared for.
    pub(super) fn meaning<'t>(&self, ty: &'t TypeExpr) -> &'t TypeKind
    where
        'a: 't,
    {
        let mut kind = &ty.kind;
        while let TypeKind::Named(name) = kind {
            let mut types = self.game.types.iter();
            match types.find(|decl| decl.name.text == *name) {
                Some(decl) => kind = &decl.ty.kind,
                None => break,
            }
        }
        kind
    }

    pub(super) fn state(&mut self, decl: &'a StateDecl) {
        if !decl.is_ranged_by_index() {
            self.bounds(Some(&decl.ty));
        }
        let StateDecl {
            index, ty, first, ..
        } = decl;
        match self.meaning(ty) {
            TypeKind::Range(low, high) => {
                self.add(C::Range);
                let negative = matches!(low.kind, ExprKind::Int(low) if low < 0)
                    || matches!(low.kind, ExprKind::Unary(UnaryOp::Negate, _));
                self.add_if(negative, C::NegativeRange);
                let same = match (&low.kind, &high.kind) {
                    (ExprKind::Int(low), ExprKind::Int(high)) => low == high,
                    _ => false,
                };
                self.add_if(same, C::EmptyField);
                // A number or a name by itself is seldom one of the index.
                let is_worked_out = matches!(high.kind, ExprKind::Binary(..));
                self.add_if(decl.is_ranged_by_index() && is_worked_out, C::RangeByIndex);
            }
            TypeKind::Bool => self.add(C::Bool),
            TypeKind::Player => self.add(C::Player),
            TypeKind::Enum(_) => self.add(C::Enumeration),
            TypeKind::Optional(inner) => self.add(match self.meaning(inner) {
                TypeKind::Player => C::OptionalPlayer,
                _ => C::OptionalEnumeration,
            }),
            TypeKind::Grid(.., CellNames::Numbers) => self.add(C::Grid),
            TypeKind::Grid(.., CellNames::Squares) => self.add(C::Squares),
            TypeKind::Tuple(parts) => {
                self.add(C::Tuple);
                let nested = parts
                    .iter()
                    .any(|part| matches!(self.meaning(part), TypeKind::Tuple(_)));
                self.add_if(nested, C::NestedTuple);
            }
            TypeKind::Bag(_, of) => {
                self.add(match index {
                    Some(_) => C::ArrayOfBags,
                    None => C::Bag,
                });
                let of = self.meaning(of);
                let of = match of {
                    TypeKind::Range(..) => C::BagOfRange,
                    TypeKind::Bool => C::BagOfBool,
                    TypeKind::Player => C::BagOfPlayer,
                    TypeKind::Optional(inner) => match self.meaning(inner) {
                        TypeKind::Player => C::BagOfOptionalPlayer,
                        _ => C::BagOfOptionalEnumeration,
                    },
                    TypeKind::Enum(_) => C::BagOfEnumeration,
                    TypeKind::Grid(..) => C::BagOfGrid,
                    TypeKind::Tuple(_) => C::BagOfTuple,
                    // The rules were checked: no bag or list is in a bag, and every name of a
                    // type is declared.
                    TypeKind::Bag(..) | TypeKind::List(_) | TypeKind::Named(_) => C::Bag,
                };
                self.add(of);
            }
            // The rules were checked: no variable is a list, and every name of a type is declared.
            TypeKind::List(_) | TypeKind::Named(_) => {}
        }
        if let Some(index) = index {
            self.array(index, first);
        }
        if decl.is_ranged_by_index() {
            self.bounds(Some(&decl.ty));
        }
        self.expr(first);
        self.locals.clear();
    }

    fn array(&mut self, index: &'a ArrayIndex, first: &Expr) {
        self.bounds(Some(&index.ty));
        match self.meaning(&index.ty) {
            TypeKind::Range(..) => self.add(C::IndexedByRange),
            TypeKind::Bool => self.add(C::IndexedByBool),
            TypeKind::Player => self.add(C::IndexedByPlayer),
            TypeKind::Optional(inner) => self.add(match self.meaning(inner) {
                TypeKind::Player => C::IndexedByOptionalPlayer,
                _ => C::IndexedByOptionalEnumeration,
            }),
            TypeKind::Enum(_) => self.add(C::IndexedByEnumeration),
            TypeKind::Grid(..) => self.add(C::IndexedByGrid),
            TypeKind::Tuple(_) => self.add(C::IndexedByTuple),
            // The rules were checked: no bag or list is an index, and every name of a type is
            // declared.
            TypeKind::Bag(..) | TypeKind::List(_) | TypeKind::Named(_) => {}
        }
        match &index.pattern {
            Some(pattern) => {
                self.add(match pattern {
                    Pattern::Name(_) => C::FirstByName,
                    Pattern::Tuple(..) => C::FirstByTuple,
                });
                self.pattern(pattern);
            }
            None => self.add(match &first.kind {
                ExprKind::List(_) => C::FirstList,
                ExprKind::Map(_) => C::FirstMap,
                _ => C::FirstValue,
            }),
        }
    }

    pub(super) fn is_local(&self, name: &str) -> bool {
        self.locals.iter().any(|local| **local == *name)
    }

    pub(super) fn is_type(&self, name: &str) -> bool {
        let mut types = self.game.types.iter();
        !self.is_local(name) && (name == "player" || types.any(|decl| *decl.name.text == *name))
    }

    /// Returns the form of the variable `name`, or `None` if the name is not that of a
    /// variable.
    pub(super) fn form(&self, name: &str) -> Option<Form> {
        if self.is_local(name) {
            return None;
        }
        let mut state = self.game.state.iter();
        let decl = state.find(|decl| *decl.name.text == *name)?;
        let bag = matches!(self.meaning(&decl.ty), TypeKind::Bag(..));
        Some(match (decl.index.is_some(), bag) {
            (false, false) => Form::One,
            (true, false) => Form::Array,
            (false, true) => Form::Bag,
            (true, true) => Form::ArrayOfBags,
        })
    }
}
