//! The types of the values that declared types, parameters and state variables hold.

use std::sync::Arc;

use super::names::Meaning;
use super::ty::{PLAYER, Type};
use super::typing::{Declared, LARGEST_TYPE, Locals, Typing};
use crate::syntax::ast::{StateDecl, TypeExpr, TypeKind};
use crate::text::diagnostic::{Diagnostic, Result};
use crate::text::span::Span;

impl Typing<'_> {
    /// Returns the declared type with the number `i`.
    pub(super) fn declared(&mut self, i: usize) -> Result<Declared> {
        if let Some(known) = &self.types[i] {
            return Ok(known.clone());
        }
        let decl = &self.names.game.types[i];
        let declared = match &decl.ty.kind {
            TypeKind::Enum(_) => plain(Type::Enum(decl.name.text.clone())),
            _ => self.any_type(&decl.ty)?,
        };
        self.types[i] = Some(declared.clone());
        Ok(declared)
    }

    /// Returns what a written type means; it may be a bag.
    pub(super) fn any_type(&mut self, ty: &TypeExpr) -> Result<Declared> {
        let mut none = Locals::default();
        Ok(match &ty.kind {
            TypeKind::Range(low, high) => {
                self.number(low, "a range goes from a number to a number", &mut none)?;
                self.number(high, "a range goes from a number to a number", &mut none)?;
                plain(Type::Int)
            }
            TypeKind::Bool => plain(Type::Bool),
            TypeKind::Player => plain(Type::player()),
            TypeKind::Named(name) => match self.names.get(name) {
                Some((Meaning::Type(i), _)) => self.declared(i)?,
                _ => {
                    return Err(Diagnostic::new(
                        format!("`{name}` is not a type"),
                        ty.span,
                        "expected a type",
                    ));
                }
            },
            TypeKind::Optional(inner) => plain(self.optional_type(inner, ty.span)?),
            TypeKind::Grid(width, height, _) => {
                self.number(width, "a grid's width is a number", &mut none)?;
                self.number(height, "a grid's height is a number", &mut none)?;
                Declared {
                    value: Type::cell(),
                    bag: false,
                    grid: true,
                }
            }
            TypeKind::Bag(size, of) => {
                self.number(size, "the number of things in a bag is a number", &mut none)?;
                let of = self.value_type(of)?;
                Declared {
                    value: of.map_to(Type::Int),
                    bag: true,
                    grid: false,
                }
            }
            TypeKind::List(_) => {
                return Err(Diagnostic::new(
                    "a list can only be the type of a parameter",
                    ty.span,
                    "a list",
                )
                .help("use an array for many values of one kind: `name[0..9]: type = first`"));
            }
            TypeKind::Tuple(parts) => plain(self.tuple_type(parts, ty.span)?),
            TypeKind::Enum(_) => {
                return Err(Diagnostic::new(
                    "an enumeration needs a name",
                    ty.span,
                    "values without a type",
                )
                .help("declare it, `type colour = {red, green}`, and use its name here"));
            }
        })
    }

    fn optional_type(&mut self, inner: &TypeExpr, span: Span) -> Result<Type> {
        match self.any_type(inner)?.value {
            Type::Enum(name) => Ok(Type::Optional(name)),
            other => Err(Diagnostic::new(
                format!("only a player or a value of an enumeration can be `none`, not {other}"),
                span,
                "this type cannot have `?`",
            )
            .help(match other {
                Type::Int => "leave one number of the range for it: `-1..n`, say",
                _ => "keep a `bool` beside it that says whether it is there",
            })),
        }
    }

    fn tuple_type(&mut self, parts: &[TypeExpr], span: Span) -> Result<Type> {
        let parts: Result<Arc<[Type]>> = parts.iter().map(|part| self.value_type(part)).collect();
        let parts = parts?;
        if parts.len() < 2 {
            return Err(Diagnostic::new(
                "a tuple has at least two components",
                span,
                "expected two types or more",
            )
            .help("write the type without brackets"));
        }
        let tuple = Type::Tuple(parts);
        if tuple.size() > LARGEST_TYPE {
            return Err(Diagnostic::new(
                "this type has too many parts",
                span,
                "too many components",
            )
            .help("use an array for many values of one kind"));
        }
        Ok(tuple)
    }

    /// Returns what a written type means; refuses a bag.
    pub(super) fn value_type(&mut self, ty: &TypeExpr) -> Result<Type> {
        let declared = self.any_type(ty)?;
        if declared.bag {
            return Err(Diagnostic::new(
                "a bag can only be the type of a state variable",
                ty.span,
                "a bag",
            )
            .help("declare a variable for it: `hand[player]: bag(k) of 0..9 = …`"));
        }
        Ok(declared.value)
    }

    /// Returns what the written type of a parameter means, which may be a list.
    fn parameter_type(&mut self, ty: &TypeExpr) -> Result<Type> {
        match &ty.kind {
            TypeKind::List(of) => Ok(self.parameter_type(of)?.list()),
            _ => self.value_type(ty),
        }
    }

    /// Returns the type of the parameter with the number `i`.
    pub(super) fn parameter(&mut self, i: usize) -> Result<Type> {
        if let Some(known) = &self.parameters[i] {
            return Ok(known.clone());
        }
        let parameter = &self.names.game.parameters[i];
        let name = &parameter.name.text;
        let default = &parameter.default;
        let found = self.expression(default, &mut Locals::default())?;
        let ty = match &parameter.ty {
            Some(declared) => {
                let wanted = self.parameter_type(declared)?;
                if !found.fits(&wanted) {
                    return Err(Diagnostic::new(
                        format!("the default of `{name}` is {found}, but `{name}` is {wanted}"),
                        default.span,
                        format!("{found}, expected {wanted}"),
                    )
                    .related(declared.span, "its type"));
                }
                wanted
            }
            None if found.is_vague() => {
                return Err(Diagnostic::new(
                    format!("this default does not show what `{name}` holds"),
                    default.span,
                    format!("{found}: of what?"),
                )
                .help(match found {
                    Type::None => format!("give its type: `{name}: player? = none`"),
                    _ => format!("give its type: `{name}: list of 0..9 = []`, or `{name}: list of (0..9, 0..9) = []` for pairs"),
                }));
            }
            None => found,
        };
        self.parameters[i] = Some(ty.clone());
        Ok(ty)
    }

    /// Returns the type that the state variable with the number `i` has in expressions:
    /// an array is a map from its index, a bag a map from what may be in it to counts.
    pub(super) fn state_type(&mut self, i: usize) -> Result<Type> {
        if let Some(known) = &self.state[i] {
            return Ok(known.clone());
        }
        let decl = &self.names.game.state[i];
        let element = self.element_type(decl)?.value;
        let ty = match &decl.index {
            Some(index) => self.value_type(&index.ty)?.map_to(element),
            None => element,
        };
        self.state[i] = Some(ty.clone());
        Ok(ty)
    }

    /// Returns what the written type of a variable, or of the elements of an array, means. A range
    /// may use the names of the index.
    fn element_type(&mut self, decl: &StateDecl) -> Result<Declared> {
        if let (Some(index), TypeKind::Range(low, high)) = (&decl.index, &decl.ty.kind)
            && let Some(pattern) = &index.pattern
        {
            let ty = self.value_type(&index.ty)?;
            let mut locals = Locals::default();
            locals.open();
            Self::bind(pattern, &ty, index.ty.span, &mut locals)?;
            for bound in [low, high] {
                self.number(bound, "a range goes from a number to a number", &mut locals)?;
            }
            return Ok(plain(Type::Int));
        }
        self.any_type(&decl.ty)
    }

    /// Checks that the first value of a variable fits the type of the variable.
    pub(super) fn check_first(&mut self, decl: &StateDecl) -> Result<()> {
        let name = &decl.name.text;
        let declared = self.element_type(decl)?;
        let wanted = match &declared.value {
            Type::Map(of, _) if declared.bag => of.as_ref().clone().list(),
            value => value.clone(),
        };
        let mut locals = Locals::default();
        locals.open();
        let mut index = None;
        if let Some(array) = &decl.index {
            let ty = self.value_type(&array.ty)?;
            if let Some(pattern) = &array.pattern {
                Self::bind(pattern, &ty, array.ty.span, &mut locals)?;
            }
            index = Some(ty);
        }
        let found = self.expression(&decl.first, &mut locals)?;
        if found.fits(&wanted) {
            return Ok(());
        }
        let (place, what) = match (&found, &index) {
            (Type::List(element), Some(_)) if element.fits(&wanted) => return Ok(()),
            (Type::Map(key, value), Some(index)) => {
                if key.fits(index) && value.fits(&wanted) {
                    return Ok(());
                }
                if key.fits(index) {
                    (format!("a map to {}", value.plural()), "each of its values")
                } else {
                    (format!("a map from {}", key.plural()), "each element")
                }
            }
            _ => (
                found.to_string(),
                if index.is_some() {
                    "each element"
                } else {
                    "it"
                },
            ),
        };
        let fault = Diagnostic::new(
            format!("the first value of `{name}` is {place}, but {what} is {wanted}"),
            decl.first.span,
            format!("expected {}", expected(&wanted, index.as_ref())),
        )
        .related(decl.ty.span, "its type");
        Err(match &wanted {
            Type::List(_) if declared.bag => {
                fault.help("list what is in the bag at the start: `[0, 0, 1]`, say")
            }
            Type::Enum(of) if matches!(found, Type::None | Type::Optional(_)) => {
                fault.help(format!("to allow `none` give it the type `{of}?`"))
            }
            _ => fault,
        })
    }

    /// Returns the declared type called `name`, which a symmetry speaks of.
    pub(super) fn declared_named(&mut self, name: &str, span: Span) -> Result<Declared> {
        match self.names.get(name) {
            Some((Meaning::Type(i), _)) => self.declared(i),
            _ => Err(Diagnostic::new(
                format!("`{name}` is not a type"),
                span,
                "expected the name of a type",
            )),
        }
    }
}

fn expected(wanted: &Type, index: Option<&Type>) -> String {
    match index {
        None => wanted.to_string(),
        Some(index) => format!(
            "{wanted} for all, or a map from {} to {}",
            index.plural(),
            wanted.plural()
        ),
    }
}

fn plain(value: Type) -> Declared {
    Declared {
        value,
        bag: false,
        grid: false,
    }
}

/// Returns a message that `name`, which is `wanted`, cannot be given the value `found`.
pub(super) fn holds(name: &str, found: &Type, wanted: &Type) -> String {
    match (found, wanted) {
        (Type::None, _) => format!("{name} is never `none`: it is always {wanted}"),
        (Type::Optional(a), Type::Enum(b)) if a == b => {
            let one = if &**a == PLAYER { "player" } else { a };
            format!("this may be `none`, but {name} is always a {one}")
        }
        _ => format!("{name} is {wanted} and cannot become {found}"),
    }
}
