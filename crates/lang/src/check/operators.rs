//! The types that operators and the functions of the language take, and the types of
//! their results.

use super::text::{subject, text};
use super::ty::{PLAYER, Type};
use crate::syntax::ast::{BinaryOp, CompareOp, Expr, ExprKind, FoldOp, Name};
use crate::text::diagnostic::{Diagnostic, Result};
use crate::text::span::Span;

/// Returns the type of `a op b`, or `None` if it has no meaning.
pub(super) fn arithmetic(op: BinaryOp, a: &Type, b: &Type) -> Option<Type> {
    let vectors = || {
        let (x, y) = (a.vector(), b.vector());
        match (a, b) {
            (Type::Any, _) if y.is_some() => Some(b.clone()),
            (_, Type::Any) if x.is_some() => Some(a.clone()),
            _ if x.is_some() && x == y => Some(a.clone()),
            _ => None,
        }
    };
    let is_set = |ty: &Type| matches!(ty, Type::Set(_));
    match (op, a, b) {
        (BinaryOp::And | BinaryOp::Or, ..) => None,
        (BinaryOp::Union | BinaryOp::Intersection, ..) => both_sets(a, b),
        (BinaryOp::Subtract, ..) if is_set(a) || is_set(b) => both_sets(a, b),
        (_, Type::Int, Type::Int) => Some(Type::Int),
        (BinaryOp::Divide | BinaryOp::Modulo | BinaryOp::Power, ..) => {
            (a.is_number() && b.is_number()).then_some(Type::Int)
        }
        (_, Type::Any, Type::Any) => Some(Type::Any),
        (BinaryOp::Multiply, Type::Int, Type::Any) | (BinaryOp::Multiply, Type::Any, Type::Int) => {
            Some(Type::Any)
        }
        (BinaryOp::Multiply, ..) => match (a.is_number(), b.is_number()) {
            (true, false) => b.vector().map(|_| b.clone()),
            (false, true) => a.vector().map(|_| a.clone()),
            _ => None,
        },
        (_, Type::Int, Type::Any) | (_, Type::Any, Type::Int) => Some(Type::Int),
        (BinaryOp::Add, Type::Text, Type::Text | Type::Any)
        | (BinaryOp::Add, Type::Any, Type::Text) => Some(Type::Text),
        (BinaryOp::Add, Type::List(x), Type::List(y)) => Some(x.unify(y)?.list()),
        (BinaryOp::Add, Type::List(_), Type::Any) => Some(a.clone()),
        (BinaryOp::Add, Type::Any, Type::List(_)) => Some(b.clone()),
        _ => vectors(),
    }
}

/// Returns the type of the sets that two sets make, or `None` if one is no set.
fn both_sets(a: &Type, b: &Type) -> Option<Type> {
    match (a, b) {
        (Type::Set(x), Type::Set(y)) => Some(x.unify(y)?.set()),
        (Type::Set(_), Type::Any) => Some(a.clone()),
        (Type::Any, Type::Set(_)) => Some(b.clone()),
        (Type::Any, Type::Any) => Some(Type::Any),
        _ => None,
    }
}

/// Whether the comparison is `in` or `not in`.
pub(super) fn is_in(op: CompareOp) -> bool {
    matches!(op, CompareOp::In | CompareOp::NotIn)
}

/// Checks that `a op b` has a meaning.
pub(super) fn compare(
    op: CompareOp,
    (left, a): (&Expr, &Type),
    (right, b): (&Expr, &Type),
) -> Result<()> {
    let sign = op.symbol();
    match op {
        CompareOp::Equal | CompareOp::NotEqual => {
            if a.unify(b).is_some() {
                return Ok(());
            }
            let fault = Diagnostic::new(
                format!(
                    "{} is {a}, but {} is {b}: they are never equal",
                    subject(left),
                    subject(right)
                ),
                left.span.to(right.span),
                format!("`{sign}` compares values of the same kind"),
            );
            Err(match (&left.kind, a) {
                (ExprKind::Name(name), _) if &**name == PLAYER => fault.help("did you mean `me`?"),
                (_, Type::Map(..)) => {
                    fault.help(format!("compare one element, `{}[…]`", short(left)))
                }
                _ => fault.help(format!("compare {} with {a}", subject(left))),
            })
        }
        CompareOp::In | CompareOp::NotIn => member(op, (left, a), (right, b)),
        _ => {
            let is_set = |ty: &Type| matches!(ty, Type::Set(_));
            let ordered = |ty: &Type| ty.is_number() || ty.vector().is_some() || is_set(ty);
            for (operand, ty) in [(left, a), (right, b)] {
                if !ordered(ty) {
                    let why = format!("`{sign}` compares numbers or sets");
                    return Err(wrong(operand, ty, &why));
                }
            }
            if a.unify(b).is_some() {
                return Ok(());
            }
            Err(Diagnostic::new(
                format!("{a} and {b} have no order"),
                left.span.to(right.span),
                format!(
                    "`{sign}` compares two numbers, tuples of the same length, or sets of one kind"
                ),
            ))
        }
    }
}

/// Checks that `a in b` or `a not in b` has a meaning.
fn member(op: CompareOp, (left, a): (&Expr, &Type), (right, b): (&Expr, &Type)) -> Result<()> {
    let Some(element) = b.element() else {
        let fault = Diagnostic::new(
            format!(
                "{} is {b}, but `in` looks into a set, a list or a map",
                subject(right)
            ),
            right.span,
            b.to_string(),
        );
        return Err(match b.unify(a) {
            Some(_) if op == CompareOp::In => fault.help("to compare two values write `==`"),
            Some(_) => fault.help("to compare two values write `!=`"),
            None => fault,
        });
    };
    if a.unify(&element).is_some() {
        return Ok(());
    }
    let fault = Diagnostic::new(
        format!(
            "{} is {a}, but {} holds {}",
            subject(left),
            subject(right),
            element.plural()
        ),
        left.span,
        format!("{a}, expected {element}"),
    );
    Err(match b {
        Type::Map(..) => fault.help(format!(
            "`in` asks for a key; for a value write `any({0}[c] == … for c in {0})`",
            short(right)
        )),
        _ => fault,
    })
}

/// Returns the type of a fold over elements of the type `element`; `place` is the
/// expression of the element.
pub(super) fn fold(op: FoldOp, element: &Type, place: &Expr) -> Result<Type> {
    let conditions = matches!(op, FoldOp::Any | FoldOp::All | FoldOp::Count);
    let result = match op {
        FoldOp::Any | FoldOp::All => Type::Bool,
        FoldOp::Count | FoldOp::Sum => Type::Int,
        FoldOp::Min | FoldOp::Max => element.clone(),
    };
    match element {
        Type::Any => Ok(result),
        Type::Tuple(_) if op.is_of_ordered() && element.vector().is_some() => Ok(result),
        Type::Bool if conditions => Ok(result),
        Type::Int if !conditions => Ok(result),
        ty if conditions => {
            let why = match op {
                FoldOp::Count => "`count` counts how often a condition holds".to_owned(),
                op => format!("`{}` asks for conditions", op.name()),
            };
            Err(not_a_condition(place, ty, &why))
        }
        Type::Bool if op == FoldOp::Sum => Err(wrong(place, element, "`sum` adds numbers")
            .help("to see how often a condition holds write `count(…)`")),
        ty => {
            let why = match op {
                FoldOp::Sum => "`sum` adds numbers".to_owned(),
                op => format!("`{}` compares numbers, or tuples of numbers", op.name()),
            };
            Err(wrong(place, ty, &why))
        }
    }
}

/// Returns the type of a call of a built-in function.
pub(super) fn builtin(
    function: &Name,
    arguments: &[Expr],
    types: &[Type],
    span: Span,
) -> Result<Type> {
    let name = &*function.text;
    let (Some(argument), Some(ty)) = (arguments.first(), types.first()) else {
        return Err(count_of_arguments(function, 1, 0, span));
    };
    let Some(op) = FoldOp::named(name) else {
        if name == "gcd" {
            return gcd(function, arguments, types, span);
        }
        if arguments.len() != 1 {
            return Err(count_of_arguments(function, 1, arguments.len(), span));
        }
        return match name {
            "abs" | "isqrt" if ty.is_number() => Ok(Type::Int),
            "abs" => Err(wrong(
                argument,
                ty,
                "`abs` is the distance of a number from 0",
            )),
            "isqrt" => Err(wrong(
                argument,
                ty,
                "`isqrt` is the whole part of a number's square root",
            )),
            _ if ty.element().is_some() => Ok(Type::Int),
            _ => Err(wrong(
                argument,
                ty,
                "`len` counts the elements of a list, a set or a map, and the letters of a text",
            )),
        };
    };
    if let (FoldOp::Min | FoldOp::Max, true) = (op, arguments.len() > 1) {
        let mut common = Type::Any;
        for (argument, ty) in arguments.iter().zip(types) {
            let found = fold(op, ty, argument)?;
            common = common.unify(&found).ok_or_else(|| {
                Diagnostic::new(
                    format!("`{name}` compares values of one kind"),
                    argument.span,
                    format!("{found} among {}", common.plural()),
                )
                .related(arguments[0].span, "the first of them")
            })?;
        }
        return Ok(common);
    }
    if arguments.len() > 1 {
        return Err(count_of_arguments(function, 1, arguments.len(), span)
            .help(format!("put them into a list: `{name}([…])`")));
    }
    fold_of(op, argument, ty)
}

/// Returns the type of a greatest common divisor.
fn gcd(function: &Name, arguments: &[Expr], types: &[Type], span: Span) -> Result<Type> {
    if arguments.len() < 2 {
        return Err(count_of_arguments(function, 2, arguments.len(), span));
    }
    let mut given = arguments.iter().zip(types);
    match given.find(|(_, ty)| !ty.is_number()) {
        Some((argument, ty)) => Err(wrong(
            argument,
            ty,
            "`gcd` is the greatest common divisor of numbers",
        )),
        None => Ok(Type::Int),
    }
}

/// Returns the type of a fold over the elements of one argument, such as `any(a)`.
fn fold_of(op: FoldOp, argument: &Expr, ty: &Type) -> Result<Type> {
    let name = op.name();
    match ty {
        Type::List(element) | Type::Set(element) => {
            fold(op, element, argument).map_err(|mut fault| {
                fault.message = format!(
                    "{} is {ty}, but `{name}` {}",
                    subject(argument),
                    match op {
                        FoldOp::Any | FoldOp::All | FoldOp::Count => "asks for conditions",
                        _ => "asks for numbers",
                    }
                );
                fault.label = ty.to_string();
                fault.help = Some(format!(
                    "say what of each element: `{name}(… for x in {})`",
                    text(argument)
                ));
                fault
            })
        }
        Type::Any => Ok(match op {
            FoldOp::Any | FoldOp::All => Type::Bool,
            FoldOp::Count | FoldOp::Sum => Type::Int,
            FoldOp::Min | FoldOp::Max => Type::Any,
        }),
        _ => Err(Diagnostic::new(
            format!(
                "{} is {ty}, but `{name}` goes through a list or a set",
                subject(argument)
            ),
            argument.span,
            ty.to_string(),
        )
        .help(match op {
            FoldOp::Min | FoldOp::Max => format!("write `{name}(a, b)` or `{name}(… for x in …)`"),
            _ => format!("write `{name}(… for x in …)`"),
        })),
    }
}

/// Returns the fault of a call with too few or too many arguments.
pub(super) fn count_of_arguments(
    function: &Name,
    wanted: usize,
    given: usize,
    span: Span,
) -> Box<Diagnostic> {
    let plural = |n| if n == 1 { "" } else { "s" };
    Diagnostic::new(
        format!(
            "`{}` takes {wanted} argument{}, not {given}",
            function.text,
            plural(wanted)
        ),
        span,
        format!("{given} argument{} given", plural(given)),
    )
}

/// Returns the fault of an expression whose type an operation cannot take, without advice;
/// `why` says what it takes.
pub(super) fn unfit(expression: &Expr, ty: &Type, why: &str) -> Box<Diagnostic> {
    Diagnostic::new(
        format!("{} is {ty}, but {why}", subject(expression)),
        expression.span,
        ty.to_string(),
    )
}

/// Returns the fault of an expression whose type an operation cannot take, with advice for this
/// type; `why` says what the operation takes.
pub(super) fn wrong(expression: &Expr, ty: &Type, why: &str) -> Box<Diagnostic> {
    let fault = unfit(expression, ty, why);
    match ty {
        Type::Set(_) | Type::List(_) => fault.help(format!(
            "for the number of its elements write `len({})`",
            short(expression)
        )),
        Type::Map(..) => fault.help(format!("for one element write `{}[…]`", short(expression))),
        Type::Tuple(_) => fault.help(format!(
            "for one component write `{}[0]`",
            short(expression)
        )),
        _ => fault,
    }
}

/// Returns the fault of an expression that stands where a condition is needed.
pub(super) fn not_a_condition(expression: &Expr, ty: &Type, why: &str) -> Box<Diagnostic> {
    let fault = Diagnostic::new(
        format!("{} is {ty}, but {why}", subject(expression)),
        expression.span,
        "neither true nor false",
    );
    let name = short(expression);
    match ty {
        _ if matches!(expression.kind, ExprKind::Me) => {
            fault.help("the opponent of `me` is `other`; to compare write `… == me`")
        }
        Type::Int => fault.help(format!("compare it: `{name} > 0`, say")),
        Type::Enum(of) if &**of == PLAYER => fault.help(format!("compare it: `{name} == me`, say")),
        Type::Optional(_) => fault.help(format!("compare it: `{name} != none`, say")),
        Type::Set(_) => fault.help(format!("ask `x in {name}`")),
        Type::List(_) => fault.help(format!("ask of its elements: `any(… for x in {name})`")),
        Type::Map(..) => fault.help(format!("ask of an element: `{name}[…] == …`")),
        _ => fault.help("compare it: `… == …`"),
    }
}

/// Returns the text of an expression for advice if it is short enough to be repeated,
/// else dots.
fn short(expression: &Expr) -> String {
    let text = text(expression);
    if text.chars().count() <= 32 {
        text
    } else {
        "…".to_owned()
    }
}
