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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::instance::{Rules, Settings};

    /// Returns the value of a parameter whose default is `default` and which is set to `written`,
    /// as rules write it; or the message that it has none.
    fn set(default: &str, written: &str) -> Result<String, String> {
        let source = format!(
            "game g(x = {default})\nimpartial\nheap: 0..9 = 9\n\
             move take if heap > 0:\n    heap -= 1\n"
        );
        let settings = Settings::default().set("x", written);
        let rules = Rules::read(&source).unwrap();
        let values = rules.values(&settings).map_err(|error| error.to_string())?;
        Ok(values[0].1.written())
    }

    #[test]
    fn a_text_is_the_letters_as_they_stand() {
        for letters in [
            "01", "0110", "10^3", "1_0", "-0", "+5", "", " 1 ", "a + b", "[1]", "#",
        ] {
            assert_eq!(set("\"c\"", letters), Ok(format!("\"{letters}\"")));
            assert_eq!(
                set("\"c\"", &format!("\"{letters}\"")),
                Ok(format!("\"{letters}\""))
            );
        }
        assert_eq!(set("\"c\"", "\"0\" + \"1\""), Ok("\"01\"".to_owned()));
        assert!(set("\"c\"", "0\"1").unwrap_err().contains("quotation mark"));
        assert!(set("\"c\"", "0\n1").unwrap_err().contains("cannot be seen"));
    }

    #[test]
    fn texts_in_lists_keep_their_letters() {
        let texts = "[\"a\", \"b\"]";
        let told = |value: &str| Ok(value.to_owned());
        assert_eq!(
            set(texts, "[01, 1_0, \"00\"]"),
            told("[\"01\", \"1_0\", \"00\"]")
        );
        assert_eq!(
            set(texts, "[10^3, -07, a]"),
            told("[\"10^3\", \"-07\", \"a\"]")
        );
        assert_eq!(set(texts, "007"), told("[\"007\"]"));
        assert_eq!(set("[(\"a\", 1)]", "[(01, 02)]"), told("[(\"01\", 2)]"));
        assert_eq!(set("{\"a\"}", "{02, 01}"), told("{\"01\", \"02\"}"));
        assert_eq!(set("{\"a\": 1}", "{01: 02}"), told("{\"01\": 2}"));
        // Numbers that are worked out have no letters to keep.
        assert_eq!(set(texts, "[i for i in 0..1]"), told("[\"0\", \"1\"]"));
    }

    #[test]
    fn brackets_may_be_left_out() {
        let told = |value: &str| Ok(value.to_owned());
        assert_eq!(set("[1]", "3,5,6"), told("[3, 5, 6]"));
        assert_eq!(set("[1]", " 3 , 2 + 3 "), told("[3, 5]"));
        assert_eq!(set("{1}", "3,1,4"), told("{1, 3, 4}"));
        assert_eq!(set("(1, 2)", "3,5"), told("(3, 5)"));
        assert_eq!(set("[(1, 2)]", "(3, 4), (2, 3)"), told("[(3, 4), (2, 3)]"));
        assert_eq!(set("[\"a\"]", "01,b"), told("[\"01\", \"b\"]"));
        assert!(set("1", "3,5").is_err());
        assert!(set("[1]", "3,,5").is_err());
    }

    #[test]
    fn numbers_are_read_as_numbers() {
        assert_eq!(set("1", " 007 "), Ok("7".to_owned()));
        assert_eq!(set("[1]", "[010, 10^3]"), Ok("[10, 1000]".to_owned()));
        assert!(set("1", "").is_err());
        assert!(set("1", "\"1\"").is_err());
    }

    proptest! {
        #[test]
        fn every_text_of_digits_is_kept(letters in "[-+ 0-9^_.,()\\[\\]]{0,20}") {
            let quoted = format!("\"{letters}\"");
            prop_assert_eq!(set("\"c\"", &letters), Ok(quoted.clone()));
            prop_assert_eq!(set("[\"c\"]", &format!("[{quoted}]")), Ok(format!("[{quoted}]")));
        }

        #[test]
        fn every_row_of_digits_is_kept_in_a_list(letters in "0{0,3}[1-9][0-9_]{0,8}") {
            let list = format!("[\"{letters}\"]");
            prop_assert_eq!(set("[\"c\"]", &format!("[{letters}]")), Ok(list));
        }
    }
}
