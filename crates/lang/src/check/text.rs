//! Expressions written as text again: for messages, and to see whether two expressions
//! say the same.

use crate::syntax::ast::{
    BinaryOp, Clause, Collection, CompareOp, Expr, ExprKind, Pattern, UnaryOp,
};

/// How tightly the parts of an expression are bound together, the loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Conditional,
    Or,
    And,
    Not,
    Compare,
    Union,
    Intersection,
    Range,
    Sum,
    Product,
    Negative,
    Power,
    Postfix,
}

/// Returns the expression as the language writes it. Two expressions have the same text
/// if and only if they differ at most in spaces and needless brackets.
pub(crate) fn text(expression: &Expr) -> String {
    let mut out = String::new();
    write(expression, Level::Conditional, &mut out);
    out
}

/// Returns how a message speaks of an expression: by its text in quotes if it is short,
/// else as "this".
pub(super) fn subject(expression: &Expr) -> String {
    let text = text(expression);
    if text.chars().count() <= 32 {
        format!("`{text}`")
    } else {
        "this".to_owned()
    }
}

/// Returns a pattern as the language writes it.
pub(super) fn pattern(pattern: &Pattern) -> String {
    match pattern {
        Pattern::Name(name) => name.text.to_string(),
        Pattern::Tuple(parts, _) => {
            let parts: Vec<_> = parts.iter().map(self::pattern).collect();
            format!("({})", parts.join(", "))
        }
    }
}

fn level(expression: &Expr) -> Level {
    match &expression.kind {
        ExprKind::Conditional { .. } => Level::Conditional,
        ExprKind::Binary(op, ..) => match op {
            BinaryOp::Or => Level::Or,
            BinaryOp::And => Level::And,
            BinaryOp::Add | BinaryOp::Subtract => Level::Sum,
            BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Modulo => Level::Product,
            BinaryOp::Power => Level::Power,
            BinaryOp::Union => Level::Union,
            BinaryOp::Intersection => Level::Intersection,
        },
        ExprKind::Unary(UnaryOp::Not, _) => Level::Not,
        ExprKind::Unary(UnaryOp::Negate, _) => Level::Negative,
        ExprKind::Compare(..) => Level::Compare,
        ExprKind::Range(..) => Level::Range,
        ExprKind::Int(value) if *value < 0 => Level::Negative,
        _ => Level::Postfix,
    }
}

/// Returns the next tighter level, which the right operand of a left-associative
/// operator needs.
fn tighter(level: Level) -> Level {
    match level {
        Level::Conditional => Level::Or,
        Level::Or => Level::And,
        Level::And => Level::Not,
        Level::Not => Level::Compare,
        Level::Compare => Level::Union,
        Level::Union => Level::Intersection,
        Level::Intersection => Level::Range,
        Level::Range => Level::Sum,
        Level::Sum => Level::Product,
        Level::Product => Level::Negative,
        Level::Negative => Level::Power,
        Level::Power | Level::Postfix => Level::Postfix,
    }
}

fn write(expression: &Expr, least: Level, out: &mut String) {
    let own = level(expression);
    if own < least {
        out.push('(');
        write(expression, Level::Conditional, out);
        out.push(')');
        return;
    }
    match &expression.kind {
        ExprKind::Int(value) => out.push_str(&value.to_string()),
        ExprKind::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        ExprKind::None => out.push_str("none"),
        ExprKind::Me => out.push_str("me"),
        ExprKind::Other => out.push_str("other"),
        ExprKind::Stuck => out.push_str("stuck"),
        ExprKind::Text(text) => {
            out.push('"');
            out.push_str(text);
            out.push('"');
        }
        ExprKind::Name(name) => out.push_str(name),
        ExprKind::Tuple(parts) => enclosed("(", parts, ")", out),
        ExprKind::List(parts) => enclosed("[", parts, "]", out),
        ExprKind::Set(parts) => enclosed("{", parts, "}", out),
        ExprKind::Map(entries) => {
            out.push('{');
            for (i, (key, value)) in entries.iter().enumerate() {
                if i > 0 {
                    out.push_str(", ");
                }
                write(key, Level::Conditional, out);
                out.push_str(": ");
                write(value, Level::Conditional, out);
            }
            out.push('}');
        }
        ExprKind::Comprehension {
            collection,
            element,
            clauses,
        } => {
            let (open, close) = match collection {
                Collection::List => ('[', ']'),
                Collection::Set => ('{', '}'),
            };
            out.push(open);
            generator(element, clauses, out);
            out.push(close);
        }
        ExprKind::MapComprehension(of) => {
            out.push('{');
            write(&of.key, Level::Conditional, out);
            out.push_str(": ");
            generator(&of.value, &of.clauses, out);
            out.push('}');
        }
        ExprKind::Fold {
            op,
            element,
            clauses,
        } => {
            out.push_str(op.name());
            out.push('(');
            generator(element, clauses, out);
            out.push(')');
        }
        ExprKind::Closure(closure) => {
            out.push_str("closure(");
            write(&closure.start, Level::Conditional, out);
            out.push_str(", ");
            out.push_str(&pattern(&closure.pattern));
            out.push_str(" -> ");
            write(&closure.step, Level::Conditional, out);
            out.push(')');
        }
        ExprKind::Index(base, index) => {
            write(base, Level::Postfix, out);
            out.push('[');
            match &index.kind {
                ExprKind::Tuple(parts) if parts.len() > 1 => list(parts, out),
                _ => write(index, Level::Conditional, out),
            }
            out.push(']');
        }
        ExprKind::Call {
            function,
            arguments,
        } => {
            out.push_str(&function.text);
            enclosed("(", arguments, ")", out);
        }
        _ => operation(expression, own, out),
    }
}

fn operation(expression: &Expr, own: Level, out: &mut String) {
    match &expression.kind {
        ExprKind::Range(lo, hi) => {
            write(lo, Level::Sum, out);
            out.push_str("..");
            write(hi, Level::Sum, out);
        }
        ExprKind::Unary(op, operand) => {
            out.push_str(match op {
                UnaryOp::Not => "not ",
                UnaryOp::Negate => "-",
            });
            write(operand, own, out);
        }
        ExprKind::Binary(op, left, right) => {
            let (at_left, at_right) = match op {
                BinaryOp::Power => (Level::Postfix, Level::Negative),
                _ => (own, tighter(own)),
            };
            write(left, at_left, out);
            out.push(' ');
            out.push_str(op.symbol());
            out.push(' ');
            write(right, at_right, out);
        }
        ExprKind::Compare(first, rest) => {
            write(first, Level::Union, out);
            for (op, operand) in rest {
                out.push(' ');
                out.push_str(CompareOp::symbol(*op));
                out.push(' ');
                write(operand, Level::Union, out);
            }
        }
        ExprKind::Conditional {
            then,
            condition,
            otherwise,
        } => {
            write(then, Level::Or, out);
            out.push_str(" if ");
            write(condition, Level::Or, out);
            out.push_str(" else ");
            write(otherwise, Level::Conditional, out);
        }
        _ => {}
    }
}

fn enclosed(open: &str, parts: &[Expr], close: &str, out: &mut String) {
    out.push_str(open);
    list(parts, out);
    out.push_str(close);
}

fn list(parts: &[Expr], out: &mut String) {
    for (i, part) in parts.iter().enumerate() {
        if i > 0 {
            out.push_str(", ");
        }
        write(part, Level::Conditional, out);
    }
}

fn generator(element: &Expr, clauses: &[Clause], out: &mut String) {
    write(element, Level::Conditional, out);
    for clause in clauses {
        out.push_str(" for ");
        out.push_str(&pattern(&clause.pattern));
        out.push_str(" in ");
        write(&clause.domain, Level::Or, out);
        if let Some(condition) = &clause.condition {
            out.push_str(" if ");
            write(condition, Level::Or, out);
        }
    }
}
