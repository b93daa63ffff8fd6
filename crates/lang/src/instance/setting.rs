//! Reads the value of a parameter as the caller wrote it, by the type of the parameter.
//!
//! A value is an expression of the language, but for texts. A text is the letters as they stand:
//! `01` is the text of these two letters, and not the number 1. A value that begins with a
//! quotation mark is read as the rules write it. In a list, set, tuple or map this holds of each
//! element whose type is that of texts. The brackets around a list, a set or a tuple may be left out:
//! `3,5,6` is a list where the parameter is one.

use std::sync::Arc;

use crate::check::Type;
use crate::domain::part::Part;
use crate::domain::value::Value;
use crate::evaluate::{Eval, Evaluator, NoValue};
use crate::syntax::ast::{Expr, ExprKind};
use crate::syntax::parser::parse_setting;
use crate::text::diagnostic::Result;
use crate::text::lexer::bare_text;

/// Returns the value that `written` is for a parameter of the type `ty`. `part` is the game whose
/// parameter it is; the value may name the parameters that are set already.
pub(super) fn value(part: &Part, ty: &Type, written: &str) -> Eval<Value> {
    let trimmed = written.trim();
    if *ty == Type::Text && !trimmed.starts_with('"') {
        let text = bare_text(written).map_err(NoValue::Fault)?;
        return Ok(Value::Text(text));
    }
    let bracketed = in_brackets(ty, trimmed);
    let written = bracketed.as_deref().unwrap_or(trimmed);
    let mut expr = parse_setting(written).map_err(NoValue::Fault)?;
    take_letters(&mut expr, ty, written).map_err(NoValue::Fault)?;
    Evaluator::new(part).eval(&expr)
}

/// The value with the brackets that its type has, where it is no expression without them and one with
/// them.
fn in_brackets(ty: &Type, written: &str) -> Option<String> {
    let [open, close] = match ty {
        Type::List(_) => ['[', ']'],
        Type::Set(_) => ['{', '}'],
        Type::Tuple(_) => ['(', ')'],
        _ => return None,
    };
    let bracketed = format!("{open}{written}{close}");
    (parse_setting(written).is_err() && parse_setting(&bracketed).is_ok()).then_some(bracketed)
}

/// Replaces each part of `expr` that stands for a text by the letters of `written` at its place.
fn take_letters(expr: &mut Expr, ty: &Type, written: &str) -> Result<()> {
    let letters = || &written[expr.span.start..expr.span.end];
    match (&mut expr.kind, ty) {
        (
            ExprKind::List(items) | ExprKind::Set(items),
            Type::List(element) | Type::Set(element),
        ) => {
            each(items, std::iter::repeat(&**element), written)?;
        }
        (ExprKind::Tuple(items), Type::Tuple(types)) => each(items, types.iter(), written)?,
        (ExprKind::Map(entries), Type::Map(keys, values)) => {
            for (key, value) in entries {
                take_letters(key, keys, written)?;
                take_letters(value, values, written)?;
            }
        }
        // One value may stand for a list of one element. A name stands for the whole list.
        (kind, Type::List(element) | Type::Set(element)) if is_number(kind) => {
            take_letters(expr, element, written)?;
        }
        (_, Type::Text) if !letters().contains('"') => {
            expr.kind = ExprKind::Text(bare_text(letters())?);
        }
        _ => {}
    }
    Ok(())
}

/// Takes the letters of each expression by its own type.
fn each<'t>(
    items: &mut [Expr],
    types: impl Iterator<Item = &'t Type>,
    written: &str,
) -> Result<()> {
    let mut items = items.iter_mut().zip(types);
    items.try_for_each(|(item, ty)| take_letters(item, ty, written))
}

/// Whether an expression is a number, or is made of numbers by operators: `-1`, `10^3`.
fn is_number(kind: &ExprKind) -> bool {
    match kind {
        ExprKind::Int(_) => true,
        ExprKind::Unary(_, operand) => is_number(&operand.kind),
        ExprKind::Binary(_, left, right) => is_number(&left.kind) && is_number(&right.kind),
        _ => false,
    }
}

/// Which words of a value are texts, where the value stands in a file.
///
/// ```
/// use zug_lang::{Rules, Texts};
///
/// let source = "game g(name = \"a\", edges = [(\"a\", 5)])\nimpartial\n\
///               heap: 0..9 = 9\nmove take if heap > 0:\n    heap -= 1\n";
/// let rules = Rules::read(source)?;
/// assert_eq!(rules.texts("name"), Texts::Whole);
/// assert_eq!(rules.texts("edges"), Texts::Columns(vec![true, false]));
/// # Ok::<(), Box<zug_lang::Diagnostic>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Texts {
    /// The whole value is one text.
    Whole,
    /// For each column of a list or set of tuples, whether its words are texts. A list or set of
    /// other values has one column; a value that is no list or set has none.
    Columns(Vec<bool>),
}

impl Texts {
    /// Returns which words of a value of this type are texts.
    pub(super) fn of(ty: Option<&Type>) -> Self {
        let is_text = |ty: &Type| *ty == Type::Text;
        match ty {
            Some(Type::Text) => Self::Whole,
            Some(Type::List(element) | Type::Set(element)) => Self::Columns(match &**element {
                Type::Tuple(types) => types.iter().map(is_text).collect(),
                single => vec![is_text(single)],
            }),
            _ => Self::Columns(Vec::new()),
        }
    }
}

/// Returns the type of the parameter with this name among `parameters`.
pub(super) fn type_of<'t>(parameters: &'t [(Arc<str>, Type)], name: &str) -> Option<&'t Type> {
    let found = parameters.iter().find(|(known, _)| **known == *name);
    found.map(|(_, ty)| ty)
}
