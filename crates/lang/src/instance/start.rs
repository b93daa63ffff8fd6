//! The values of state variables at the start.

use crate::domain::part::Part;
use crate::domain::state::Variable;
use crate::domain::ty::{Shape, Ty};
use crate::domain::value::Value;
use crate::evaluate::{Evaluator, NoValue, fault};
use crate::syntax::ast::StateDecl;
use crate::text::diagnostic::Diagnostic;
use crate::text::span::Span;

/// Returns the values of a variable's fields at the start.
pub(super) fn first_values(
    part: &Part,
    decl: &StateDecl,
    variable: &Variable,
) -> Result<Vec<i64>, NoValue> {
    let span = decl.first.span;
    let mut scalars = Vec::new();
    let ty = |place| variable.element_type(place);
    let Some(index_ty) = &variable.index else {
        let value = Evaluator::new(part).eval(&decl.first)?;
        first_value(&value, &variable.ty, None, span, &mut scalars)?;
        return Ok(scalars);
    };
    let pattern = decl.index.as_ref().and_then(|index| index.pattern.as_ref());
    if let Some(pattern) = pattern {
        for (place, key) in index_ty.values().into_iter().enumerate() {
            let mut evaluator = Evaluator::new(part);
            evaluator.bind(pattern, key.clone())?;
            let value = evaluator.eval(&decl.first)?;
            first_value(&value, &ty(place), Some(&key), span, &mut scalars)?;
        }
        return Ok(scalars);
    }
    let first = Evaluator::new(part).eval(&decl.first)?;
    let keys = index_ty.values();
    for (place, key) in keys.iter().enumerate() {
        let value = match &first {
            Value::Map(entries) => {
                let entry = entries.iter().find(|(k, _)| k == key);
                let Some((_, value)) = entry else {
                    return Err(fault(format!("there is no first value for {key}"), span));
                };
                if entries.len() > keys.len() {
                    return Err(fault(
                        "there are more first values than places".to_owned(),
                        span,
                    ));
                }
                value
            }
            Value::List(items) if !variable.ty.contains(&first) => {
                if items.len() != keys.len() {
                    return Err(fault(
                        format!("{} first values for {} places", items.len(), keys.len()),
                        span,
                    ));
                }
                &items[place]
            }
            one => one,
        };
        first_value(value, &ty(place), Some(key), span, &mut scalars)?;
    }
    Ok(scalars)
}

fn first_value(
    value: &Value,
    ty: &Ty,
    key: Option<&Value>,
    span: Span,
    out: &mut Vec<i64>,
) -> Result<(), NoValue> {
    if ty.contains(value) && ty.encode(value, out).is_some() {
        return Ok(());
    }
    let of = key
        .map(|key| format!(" of place {key}"))
        .unwrap_or_default();
    let fault = Diagnostic::new(
        format!("the first value{of} is not in {}", ty.describe()),
        span,
        format!("the value is {value}"),
    );
    Err(NoValue::Fault(match ty.shape {
        Shape::Bag { size, .. } => fault.help(format!("list the {size} things in the bag")),
        _ => fault.help("make the range wider, or choose another first value"),
    }))
}
