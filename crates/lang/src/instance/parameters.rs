//! Gives parameters their values, and checks what the rules require of them.

use super::{Error, SettingFlaw};
use crate::check::{GameTypes, Type};
use crate::domain::part::Part;
use crate::domain::ty::Ty;
use crate::domain::value::Value;
use crate::evaluate::{Eval, Evaluator};
use crate::syntax::ast::{TypeExpr, TypeKind};
use crate::text::diagnostic::Diagnostic;
use crate::text::span::Span;

/// Gives every parameter its value: what the settings say, converted to the form of the
/// default, or else the default. `given` are the names that the caller has set.
pub(super) fn fill(part: &mut Part, types: &GameTypes, given: &[&str]) -> Result<(), Error> {
    let file = part.file.clone();
    for (parameter, (_, kind)) in file.games[part.game]
        .parameters
        .iter()
        .zip(&types.parameters)
    {
        let name = &parameter.name.text;
        let set = part.parameters.remove(name);
        let default = Evaluator::new(part).eval(&parameter.default)?;
        let ty = match &parameter.ty {
            Some(expr) => Some(Range::of(part, expr)?),
            None => None,
        };
        let is_given = given.contains(&&**name);
        let value = match set {
            None => default,
            Some(value) => match conform(part, kind, value.clone()) {
                Some(value) => value,
                None => {
                    return Err(Error::BadSetting {
                        name: name.to_string(),
                        text: value.to_string(),
                        flaw: SettingFlaw::OfAnotherKind {
                            wanted: kind.to_string(),
                            example: default.to_string(),
                        },
                    });
                }
            },
        };
        if let Some(ty) = ty.filter(|ty| !ty.contains(&value)) {
            let flaw = SettingFlaw::OutOfRange {
                range: ty.describe(),
            };
            return Err(if is_given {
                Error::BadSetting {
                    name: name.to_string(),
                    text: value.to_string(),
                    flaw,
                }
            } else {
                Diagnostic::new(
                    format!("the parameter `{name}` cannot be {value}: {flaw}"),
                    parameter.default.span,
                    "out of its range",
                )
                .into()
            });
        }
        part.parameters.insert(name.clone(), value);
    }
    Ok(())
}

/// The values that a parameter may have.
enum Range {
    /// Values of a type.
    Of(Ty),
    /// Lists of such values.
    ListOf(Box<Range>),
}

impl Range {
    fn of(part: &Part, written: &TypeExpr) -> Eval<Self> {
        Ok(match &written.kind {
            TypeKind::List(element) => Self::ListOf(Box::new(Self::of(part, element)?)),
            _ => Self::Of(Evaluator::new(part).ty(written)?),
        })
    }

    fn contains(&self, value: &Value) -> bool {
        match self {
            Self::Of(ty) => ty.contains(value),
            Self::ListOf(element) => {
                let items = value.items().unwrap_or_default();
                items.iter().all(|item| element.contains(item))
            }
        }
    }

    fn describe(&self) -> String {
        match self {
            Self::Of(ty) => ty.describe(),
            Self::ListOf(element) => format!("list of {}", element.describe()),
        }
    }
}

/// Converts a value to a type, where the forms differ as people write them: a single
/// value for a set or list, a list for a set, a set for a list. `None` if that is
/// impossible.
fn conform(part: &Part, ty: &Type, value: Value) -> Option<Value> {
    let all = |ty: &Type, items: &[Value]| -> Option<Vec<Value>> {
        items
            .iter()
            .map(|item| conform(part, ty, item.clone()))
            .collect()
    };
    match (ty, value) {
        (Type::Set(ty), Value::Set(items) | Value::List(items)) => {
            Some(Value::set(all(ty, &items)?))
        }
        (Type::List(ty), Value::List(items) | Value::Set(items)) => {
            Some(Value::List(all(ty, &items)?.into()))
        }
        (Type::Set(ty), one) => Some(Value::set(all(ty, &[one])?)),
        (Type::List(ty), one) => Some(Value::List(all(ty, &[one])?.into())),
        (Type::Tuple(types), Value::Tuple(items)) if types.len() == items.len() => {
            let items = types.iter().zip(items.iter());
            let items: Option<Vec<Value>> = items
                .map(|(ty, item)| conform(part, ty, item.clone()))
                .collect();
            Some(Value::Tuple(items?.into()))
        }
        (Type::Map(keys, values), Value::Map(entries)) => {
            let entries: Option<Vec<(Value, Value)>> = entries
                .iter()
                .map(|(key, value)| {
                    let key = conform(part, keys, key.clone())?;
                    Some((key, conform(part, values, value.clone())?))
                })
                .collect();
            Some(Value::Map(entries?.into()))
        }
        (Type::Enum(name) | Type::Optional(name), value @ Value::Symbol(..)) => {
            let ty = Evaluator::new(part)
                .named_type(name, Span::default())
                .ok()?;
            ty.contains(&value).then_some(value)
        }
        (Type::Optional(_) | Type::None, Value::None) => Some(Value::None),
        (Type::Any, value)
        | (Type::Int, value @ Value::Int(_))
        | (Type::Bool, value @ Value::Bool(_))
        | (Type::Text, value @ Value::Text(_)) => Some(value),
        // A node of a graph may be called 7.
        (Type::Text, Value::Int(number)) => Some(Value::Text(number.to_string().into())),
        _ => None,
    }
}

/// Checks every `require` of the rules.
pub(super) fn require(part: &Part) -> Result<(), Error> {
    for condition in &part.decl().requires {
        let holds = Evaluator::new(part).bool(condition)?;
        if !holds {
            let values: Vec<String> = part
                .parameter_values()
                .into_iter()
                .map(|(name, value)| format!("{name} = {value}"))
                .collect();
            return Err(Diagnostic::new(
                "the parameters are not what these rules require",
                condition.span,
                "this does not hold",
            )
            .help(format!("the parameters are {}", values.join(", ")))
            .into());
        }
    }
    Ok(())
}
