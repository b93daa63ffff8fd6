//! Values of expressions on variables.

use zug_game::linear::{LinearCondition, LinearSum};

use crate::domain::value::Value;
use crate::syntax::ast::CompareOp;

/// A number by cases: in each position exactly one condition is true, and the number is its sum.
pub(super) type Cases = Vec<(LinearCondition, LinearSum)>;

/// The most cases of a number.
pub(super) const MOST_CASES: usize = 64;

/// A value that may depend on variables.
#[derive(Clone, Debug)]
pub(super) enum Sym {
    /// A value that depends on no variable.
    Known(Value),
    /// A number.
    Int(Cases),
    /// A truth value.
    Bool(LinearCondition),
    /// A tuple.
    Tuple(Vec<Sym>),
    /// A list.
    List(Vec<Sym>),
    /// The numbers from the first to the second.
    Range(Cases, Bound),
    /// The pairs of numbers from 0 on that are below these two.
    Grid(Cases, Cases),
    /// A state array: its index with its elements.
    Map(Vec<(Value, Sym)>),
}

/// A number that others are at most. The least and the largest of several numbers are kept apart, since
/// what is at most these is said without cases.
#[derive(Clone, Debug)]
pub(super) enum Bound {
    /// One number.
    Number(Cases),
    /// The least of several.
    Least(Vec<Bound>),
    /// The largest of several.
    Largest(Vec<Bound>),
}

impl Bound {
    /// Returns the condition that a number is at most this; `None` if a number does not fit.
    pub(super) fn admits(&self, number: &Cases) -> Option<LinearCondition> {
        match self {
            Self::Number(bound) => compared(CompareOp::LessEqual, number, bound),
            Self::Least(all) => all
                .iter()
                .try_fold(LinearCondition::Known(true), |sum, one| {
                    Some(sum.and(one.admits(number)?))
                }),
            Self::Largest(all) => all
                .iter()
                .try_fold(LinearCondition::Known(false), |sum, one| {
                    Some(sum.or(one.admits(number)?))
                }),
        }
    }
}

impl Sym {
    /// Returns the number with these cases.
    pub(super) fn int(cases: Cases) -> Self {
        match &cases[..] {
            [(LinearCondition::Known(true), sum)] if sum.known().is_some() => {
                Self::Known(Value::Int(sum.constant))
            }
            _ => Self::Int(cases),
        }
    }

    /// Returns the number that this variable is.
    pub(super) fn variable(variable: usize) -> Self {
        let sum = LinearSum::variable(variable);
        Self::Int(vec![(LinearCondition::Known(true), sum)])
    }

    /// Returns the truth value of a condition.
    pub(super) fn bool(condition: LinearCondition) -> Self {
        match condition {
            LinearCondition::Known(known) => Self::Known(Value::Bool(known)),
            other => Self::Bool(other),
        }
    }

    /// Returns the number by cases, if the value is a number.
    pub(super) fn cases(&self) -> Option<Cases> {
        match self {
            Self::Int(cases) => Some(cases.clone()),
            Self::Known(Value::Int(number)) => Some(number_cases(*number)),
            _ => None,
        }
    }

    /// Returns the condition under which the value is true, if it is a truth value.
    pub(super) fn condition(&self) -> Option<LinearCondition> {
        match self {
            Self::Bool(condition) => Some(condition.clone()),
            Self::Known(Value::Bool(known)) => Some(LinearCondition::Known(*known)),
            _ => None,
        }
    }

    /// Returns the value if it depends on no variable.
    pub(super) fn known(&self) -> Option<Value> {
        let all = |items: &[Self]| items.iter().map(Self::known).collect::<Option<Vec<_>>>();
        match self {
            Self::Known(value) => Some(value.clone()),
            Self::Tuple(items) => Some(Value::Tuple(all(items)?.into())),
            Self::List(items) => Some(Value::List(all(items)?.into())),
            _ => None,
        }
    }

    /// Returns the components of a tuple, or the elements of a list, set or array, if it is known how
    /// many there are.
    pub(super) fn items(&self) -> Option<Vec<Self>> {
        match self {
            Self::Tuple(items) | Self::List(items) => Some(items.clone()),
            Self::Map(entries) => {
                let keys = entries.iter().map(|(key, _)| Self::Known(key.clone()));
                Some(keys.collect())
            }
            Self::Known(value @ (Value::Tuple(_) | Value::List(_) | Value::Set(_))) => {
                let items = value.items().unwrap_or_default().iter();
                Some(items.cloned().map(Self::Known).collect())
            }
            Self::Known(value) => Some(value.elements()?.into_iter().map(Self::Known).collect()),
            Self::Int(_) | Self::Bool(_) | Self::Range(..) | Self::Grid(..) => None,
        }
    }
}

/// Returns a known number by cases.
pub(super) fn number_cases(number: i64) -> Cases {
    vec![(LinearCondition::Known(true), LinearSum::number(number))]
}

/// Returns the cases of what `of` makes of the cases of two numbers; `None` if there are too many
/// cases or a number does not fit.
pub(super) fn by_cases(
    a: &Cases,
    b: &Cases,
    of: impl Fn(&LinearSum, &LinearSum) -> Option<LinearSum>,
) -> Option<Cases> {
    let mut all: Cases = Vec::new();
    for (if_a, one) in a {
        for (if_b, other) in b {
            let condition = if_a.clone().and(if_b.clone());
            add_case(&mut all, condition, of(one, other)?);
        }
    }
    (all.len() <= MOST_CASES).then_some(all)
}

/// Adds a case that is not impossible; a case with the same number takes it in.
pub(super) fn add_case(all: &mut Cases, condition: LinearCondition, sum: LinearSum) {
    if condition == LinearCondition::Known(false) {
        return;
    }
    match all.iter_mut().find(|(_, known)| *known == sum) {
        Some((known, _)) => {
            let before = std::mem::replace(known, LinearCondition::Known(false));
            *known = before.or(condition);
        }
        None => all.push((condition, sum)),
    }
}

/// Returns the condition under which two numbers compare as `op` says; `None` if a number does not
/// fit, or `op` compares no numbers.
pub(super) fn compared(op: CompareOp, a: &Cases, b: &Cases) -> Option<LinearCondition> {
    let mut any = LinearCondition::Known(false);
    for (if_a, one) in a {
        for (if_b, other) in b {
            let condition = if_a.clone().and(if_b.clone());
            any = any.or(condition.and(sums(op, one, other)?));
        }
    }
    Some(any)
}

fn sums(op: CompareOp, a: &LinearSum, b: &LinearSum) -> Option<LinearCondition> {
    let one = LinearSum::number(1);
    let (a_less_b, b_less_a) = (a.plus(-1, b)?, b.plus(-1, a)?);
    Some(match op {
        CompareOp::Equal => LinearCondition::zero(a_less_b),
        CompareOp::NotEqual => LinearCondition::zero(a_less_b).negated(),
        CompareOp::Less => LinearCondition::at_least_zero(b_less_a.plus(-1, &one)?),
        CompareOp::LessEqual => LinearCondition::at_least_zero(b_less_a),
        CompareOp::Greater => LinearCondition::at_least_zero(a_less_b.plus(-1, &one)?),
        CompareOp::GreaterEqual => LinearCondition::at_least_zero(a_less_b),
        CompareOp::In | CompareOp::NotIn => return None,
    })
}

/// Returns the condition under which two values are equal; `None` if their forms differ, or a form is
/// not compared.
pub(super) fn equal(a: &Sym, b: &Sym) -> Option<LinearCondition> {
    if let (Some(a), Some(b)) = (a.known(), b.known()) {
        return Some(LinearCondition::Known(a == b));
    }
    if let (Some(a), Some(b)) = (a.cases(), b.cases()) {
        return compared(CompareOp::Equal, &a, &b);
    }
    if let (Some(a), Some(b)) = (a.condition(), b.condition()) {
        let both = a.clone().and(b.clone());
        return Some(both.or(a.negated().and(b.negated())));
    }
    let (a, b) = (a.items()?, b.items()?);
    if a.len() != b.len() {
        return Some(LinearCondition::Known(false));
    }
    let mut pairs = a.iter().zip(&b);
    pairs.try_fold(LinearCondition::Known(true), |all, (a, b)| {
        Some(all.and(equal(a, b)?))
    })
}
