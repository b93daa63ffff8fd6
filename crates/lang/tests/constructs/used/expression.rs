//! Expressions, and the patterns and clauses in them.

use std::sync::Arc;

use super::{Form, Walk};
use crate::syntax::ast::{
    BinaryOp, CLOSURE, Clause, Collection, CompareOp, Expr, ExprKind, FoldOp, Name, Pattern,
    UnaryOp,
};
use crate::testing::constructs::Construct;
use crate::testing::constructs::Construct as C;

impl Walk<'_> {
    pub(super) fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Int(_) => self.add(C::Int),
            ExprKind::Bool(true) => self.add(C::True),
            ExprKind::Bool(false) => self.add(C::False),
            ExprKind::None => self.add(C::None),
            ExprKind::Me => self.add(C::Me),
            ExprKind::Other => self.add(C::Other),
            ExprKind::Stuck => self.add(C::Stuck),
            ExprKind::Text(_) => self.add(C::Text),
            ExprKind::Name(name) => self.name(name),
            ExprKind::Tuple(parts) => self.parts(C::TupleOf, parts),
            ExprKind::List(parts) if parts.is_empty() => self.add(C::EmptyList),
            ExprKind::List(parts) => self.parts(C::ListOf, parts),
            ExprKind::Set(parts) => self.parts(C::SetOf, parts),
            ExprKind::Map(entries) => {
                self.add(C::MapOf);
                for (key, value) in entries {
                    self.expr(key);
                    self.expr(value);
                }
            }
            ExprKind::Comprehension {
                collection: Collection::List,
                element,
                clauses,
            } => self.comprehension(C::ListFor, element, clauses),
            ExprKind::Comprehension {
                collection: Collection::Set,
                element,
                clauses,
            } => self.comprehension(C::SetFor, element, clauses),
            ExprKind::MapComprehension(of) => {
                self.add(C::MapFor);
                let bound = self.locals.len();
                self.clauses(&of.clauses);
                self.expr(&of.key);
                self.expr(&of.value);
                self.locals.truncate(bound);
            }
            ExprKind::Range(low, high) => self.both(C::RangeOf, low, high),
            ExprKind::Index(base, index) => self.index(base, index),
            ExprKind::Call {
                function,
                arguments,
            } => {
                let construct = self.called(&function.text, arguments.len());
                self.parts(construct, arguments);
            }
            ExprKind::Fold {
                op,
                element,
                clauses,
            } => self.comprehension(fold(*op), element, clauses),
            ExprKind::Closure(closure) => {
                self.add(match closure.pattern {
                    Pattern::Name(_) => C::Closure,
                    Pattern::Tuple(..) => C::ClosureOfTuples,
                });
                self.expr(&closure.start);
                let bound = self.locals.len();
                self.pattern(&closure.pattern);
                self.expr(&closure.step);
                self.locals.truncate(bound);
            }
            ExprKind::Unary(op, operand) => {
                self.add(match op {
                    UnaryOp::Not => C::Not,
                    UnaryOp::Negate if is_tuple(operand) => C::NegateTuple,
                    UnaryOp::Negate => C::Negate,
                });
                self.expr(operand);
            }
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b),
            ExprKind::Compare(first, rest) => self.comparison(first, rest),
            ExprKind::Conditional {
                then,
                condition,
                otherwise,
            } => {
                self.expr(then);
                self.both(C::Conditional, condition, otherwise);
            }
        }
    }

    /// Returns the construct that a call of the function `name` is.
    fn called(&self, name: &str, arguments: usize) -> Construct {
        let mut lets = self.game.lets.iter();
        if lets.any(|decl| *decl.name.text == *name) {
            return C::Call;
        }
        builtin(name, arguments).unwrap_or(C::Call)
    }

    fn parts(&mut self, construct: Construct, parts: &[Expr]) {
        self.add(construct);
        for part in parts {
            self.expr(part);
        }
    }

    fn both(&mut self, construct: Construct, a: &Expr, b: &Expr) {
        self.add(construct);
        self.expr(a);
        self.expr(b);
    }

    fn comprehension(&mut self, construct: Construct, element: &Expr, clauses: &[Clause]) {
        self.add(construct);
        let bound = self.locals.len();
        self.clauses(clauses);
        self.expr(element);
        self.locals.truncate(bound);
    }

    fn name(&mut self, name: &str) {
        let game = self.game;
        let mut parameters = game.parameters.iter().map(|one| &one.name);
        let mut lets = game.lets.iter().map(|one| &one.name);
        let mut players = game.players.iter().flat_map(|(both, _)| both);
        let is = |one: &Name| *one.text == *name;
        let construct = if self.is_local(name) {
            C::LocalName
        } else if name == "player" {
            C::PlayerType
        } else if self.is_type(name) {
            C::TypeName
        } else if parameters.any(is) {
            C::ParameterName
        } else if lets.any(is) {
            C::ConstantName
        } else if players.any(is) {
            C::PlayerName
        } else {
            match self.form(name) {
                Some(Form::One) => C::VariableName,
                Some(Form::Array | Form::ArrayOfBags) => C::ArrayName,
                Some(Form::Bag) => C::BagName,
                None => C::EnumerationValue,
            }
        };
        self.add(construct);
    }

    fn index(&mut self, base: &Expr, index: &Expr) {
        let form = |expr: &Expr| match &expr.kind {
            ExprKind::Name(name) => self.form(name),
            _ => None,
        };
        let construct = match (form(base), &base.kind) {
            (Some(Form::Array | Form::ArrayOfBags), _) => C::IndexArray,
            (Some(Form::Bag), _) => C::IndexBag,
            (_, ExprKind::Index(inner, _)) if form(inner) == Some(Form::ArrayOfBags) => {
                C::IndexBagOfArray
            }
            (_, ExprKind::Text(_)) => C::IndexText,
            _ => C::Index,
        };
        self.add_if(matches!(index.kind, ExprKind::Tuple(_)), C::IndexPair);
        self.add_if(matches!(index.kind, ExprKind::Range(..)), C::Slice);
        // The name of an array that is indexed does not count as a name that stands
        // alone.
        self.add(construct);
        if form_of_name(base).is_none_or(|name| self.form(name).is_none()) {
            self.expr(base);
        }
        self.expr(index);
    }

    fn binary(&mut self, op: BinaryOp, a: &Expr, b: &Expr) {
        let tuples = is_tuple(a) || is_tuple(b);
        let construct = match op {
            BinaryOp::Or => C::Or,
            BinaryOp::And => C::And,
            BinaryOp::Add if is_list(a) || is_list(b) => C::AddLists,
            BinaryOp::Add if tuples => C::AddTuples,
            BinaryOp::Add => C::Add,
            BinaryOp::Subtract if tuples => C::SubtractTuples,
            BinaryOp::Subtract if is_set(a) || is_set(b) => C::SubtractSets,
            BinaryOp::Subtract => C::Subtract,
            BinaryOp::Union => C::Union,
            BinaryOp::Intersection => C::Intersection,
            BinaryOp::Multiply if tuples => C::MultiplyTuple,
            BinaryOp::Multiply => C::Multiply,
            BinaryOp::Divide => C::Divide,
            BinaryOp::Modulo if matches!(a.kind, ExprKind::Binary(BinaryOp::Power, ..)) => {
                C::PowerModulo
            }
            BinaryOp::Modulo => C::Modulo,
            BinaryOp::Power => C::Power,
        };
        self.both(construct, a, b);
    }

    fn comparison(&mut self, first: &Expr, rest: &[(CompareOp, Expr)]) {
        self.add_if(rest.len() > 1, C::Chain);
        self.expr(first);
        let mut left = first;
        for (op, right) in rest {
            let tuples = is_tuple(left) || is_tuple(right);
            let range = matches!(right.kind, ExprKind::Range(..));
            let (construct, of_tuples) = match op {
                CompareOp::Equal => (C::Equal, Some(C::EqualTuples)),
                CompareOp::NotEqual => (C::NotEqual, Some(C::EqualTuples)),
                CompareOp::Less => (C::Less, Some(C::CompareTuples)),
                CompareOp::LessEqual => (C::LessEqual, Some(C::CompareTuples)),
                CompareOp::Greater => (C::Greater, Some(C::CompareTuples)),
                CompareOp::GreaterEqual => (C::GreaterEqual, Some(C::CompareTuples)),
                CompareOp::In if range => (C::InWrittenRange, None),
                CompareOp::In => (C::In, None),
                CompareOp::NotIn if range => (C::NotInWrittenRange, None),
                CompareOp::NotIn => (C::NotIn, None),
            };
            self.add(construct);
            if let (Some(construct), true) = (of_tuples, tuples) {
                self.add(construct);
            }
            match of_tuples {
                Some(C::EqualTuples) => self.add_if(is_set(left) || is_set(right), C::EqualSets),
                Some(_) => self.add_if(is_set(left) || is_set(right), C::CompareSets),
                None => {}
            }
            self.expr(right);
            left = right;
        }
    }

    pub(super) fn pattern(&mut self, pattern: &Pattern) {
        match pattern {
            Pattern::Name(name) => {
                self.add(match &*name.text {
                    "_" => C::PatternAnything,
                    _ => C::PatternName,
                });
                self.locals.push(name.text.clone());
            }
            Pattern::Tuple(parts, _) => {
                self.add(C::PatternTuple);
                let nested = parts.iter().any(|part| matches!(part, Pattern::Tuple(..)));
                self.add_if(nested, C::PatternNested);
                for part in parts {
                    self.pattern(part);
                }
            }
        }
    }

    pub(super) fn clauses(&mut self, clauses: &[Clause]) {
        self.add_if(clauses.len() > 1, C::SeveralClauses);
        for clause in clauses {
            self.domain(&clause.domain);
            self.pattern(&clause.pattern);
            if let Some(condition) = &clause.condition {
                self.add(C::ClauseIf);
                self.expr(condition);
            }
        }
    }

    /// Walks the collection that a clause or a choice goes through.
    pub(super) fn domain(&mut self, domain: &Expr) {
        let construct = match &domain.kind {
            ExprKind::List(_)
            | ExprKind::Comprehension {
                collection: Collection::List,
                ..
            } => C::InList,
            ExprKind::Set(_)
            | ExprKind::Comprehension {
                collection: Collection::Set,
                ..
            } => C::InSet,
            ExprKind::Range(..) => C::InRange,
            ExprKind::Map(_) | ExprKind::MapComprehension(_) => C::InMap,
            ExprKind::Text(_) => C::InText,
            ExprKind::Name(name) if self.is_type(name) => C::InType,
            ExprKind::Name(name) if self.form(name).is_some() => C::InVariable,
            _ => C::InOther,
        };
        self.add(construct);
        self.expr(domain);
    }
}

/// Returns the construct that a function over a comprehension is.
fn fold(op: FoldOp) -> Construct {
    match op {
        FoldOp::Any => C::Any,
        FoldOp::All => C::All,
        FoldOp::Count => C::Count,
        FoldOp::Sum => C::SumFor,
        FoldOp::Min => C::Min,
        FoldOp::Max => C::Max,
    }
}

/// Returns the construct that a call of a built-in function is, or `None` if `name` is
/// that of no such function.
pub(crate) fn builtin(name: &str, arguments: usize) -> Option<Construct> {
    let Some(op) = FoldOp::named(name) else {
        return match name {
            "len" => Some(C::Len),
            "abs" => Some(C::Abs),
            "gcd" => Some(C::Gcd),
            "isqrt" => Some(C::Isqrt),
            CLOSURE => Some(C::Closure),
            _ => None,
        };
    };
    Some(match op {
        FoldOp::Any => C::AnyOf,
        FoldOp::All => C::AllOf,
        FoldOp::Count => C::CountOf,
        FoldOp::Sum => C::SumOf,
        FoldOp::Min if arguments > 1 => C::MinOfSeveral,
        FoldOp::Min => C::MinOf,
        FoldOp::Max if arguments > 1 => C::MaxOfSeveral,
        FoldOp::Max => C::MaxOf,
    })
}

fn form_of_name(expr: &Expr) -> Option<&Arc<str>> {
    match &expr.kind {
        ExprKind::Name(name) => Some(name),
        _ => None,
    }
}

fn is_tuple(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Tuple(_))
}

/// Whether it is written that the expression is a set.
fn is_set(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Set(parts) => !parts.is_empty(),
        ExprKind::Comprehension { collection, .. } => *collection == Collection::Set,
        ExprKind::Closure(_) => true,
        ExprKind::Binary(op, ..) => matches!(op, BinaryOp::Union | BinaryOp::Intersection),
        _ => false,
    }
}

fn is_list(expr: &Expr) -> bool {
    let ExprKind::Comprehension { collection, .. } = &expr.kind else {
        return matches!(expr.kind, ExprKind::List(_));
    };
    *collection == Collection::List
}
