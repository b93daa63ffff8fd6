//! Predicates in Walnut's language.

use std::collections::BTreeSet;

use zug_game::linear::LinearCondition::{
    self, All, Any, AtLeastZero, Known, MultipleOf, Not, Zero,
};
use zug_game::linear::LinearSum;

use super::names::Names;

/// What joins the parts of a predicate; it says where brackets are needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// A comparison, an automaton, or the negation of a predicate.
    One,
    /// Predicates joined by `&`.
    All,
    /// Predicates joined by `|`.
    Any,
    /// A quantifier, whose scope is all that follows it, or an implication.
    Open,
}

/// A predicate, and the numbers that it is about.
#[derive(Clone, Debug)]
pub(super) struct Predicate {
    text: String,
    form: Form,
    about: BTreeSet<usize>,
}

impl Predicate {
    /// The automaton accepts the position; of the variables in `after` the position has the values there.
    pub(super) fn lost(names: &Names, reads: &[usize], after: &[(usize, LinearSum)]) -> Self {
        let mut about = BTreeSet::new();
        let mut values = Vec::new();
        for variable in reads {
            let own = LinearSum::variable(*variable);
            let changed = after.iter().find(|(changed, _)| changed == variable);
            let sum = changed.map_or(&own, |(_, sum)| sum);
            about.extend(sum.terms.iter().map(|(variable, _)| *variable));
            values.push(value(names, sum));
        }
        let text = format!("${}({})", names.lost, values.join(", "));
        Self {
            text,
            form: Form::One,
            about,
        }
    }

    /// The first sum, which is not below 0, is less than the second one.
    pub(super) fn less(names: &Names, sum: &LinearSum, than: &LinearSum) -> Self {
        let text = format!("{}<{}", value(names, sum), value(names, than));
        Self::comparison(text, &[sum, than])
    }

    /// A linear condition.
    pub(super) fn linear(names: &Names, condition: &LinearCondition) -> Self {
        match condition {
            Known(true) => Self::comparison("0=0".to_owned(), &[]),
            Known(false) => Self::comparison("0=1".to_owned(), &[]),
            Zero(sum) => {
                let [plus, minus] = sides(names, sum);
                Self::comparison(format!("{plus}={minus}"), &[sum])
            }
            AtLeastZero(sum) => {
                let [plus, minus] = sides(names, sum);
                Self::comparison(format!("{plus}>={minus}"), &[sum])
            }
            MultipleOf(modulus, sum) => {
                let multiple = format!("{modulus}*{}", names.quotient);
                let [plus, minus] = sides(names, sum);
                let is_more = |larger: &str, smaller: &str| {
                    let smaller = match smaller {
                        "0" => multiple.clone(),
                        _ => format!("{smaller}+{multiple}"),
                    };
                    let text = format!("E {} {larger}={smaller}", names.quotient);
                    let form = Form::Open;
                    Self {
                        form,
                        ..Self::comparison(text, &[sum])
                    }
                };
                let above = is_more(&plus, &minus);
                match &*minus {
                    "0" => above,
                    _ => above.or(is_more(&minus, &plus)),
                }
            }
            Not(inner) => Self::linear(names, inner).negated(),
            All(all) => {
                let all = all.iter().map(|one| Self::linear(names, one));
                all.reduce(Self::and)
                    .unwrap_or_else(|| Self::linear(names, &Known(true)))
            }
            Any(any) => {
                let any = any.iter().map(|one| Self::linear(names, one));
                any.reduce(Self::or)
                    .unwrap_or_else(|| Self::linear(names, &Known(false)))
            }
        }
    }

    fn comparison(text: String, sums: &[&LinearSum]) -> Self {
        let terms = sums.iter().flat_map(|sum| &sum.terms);
        Self {
            text,
            form: Form::One,
            about: terms.map(|(track, _)| *track).collect(),
        }
    }

    pub(super) fn and(self, other: Self) -> Self {
        self.joined("&", Form::All, other)
    }

    pub(super) fn or(self, other: Self) -> Self {
        self.joined("|", Form::Any, other)
    }

    pub(super) fn implies(self, other: Self) -> Self {
        self.joined("=>", Form::Open, other)
    }

    pub(super) fn negated(self) -> Self {
        Self {
            text: format!("~({})", self.text),
            form: Form::One,
            ..self
        }
    }

    /// There are numbers from `first` on for which the predicate is true.
    pub(super) fn exists_from(self, names: &Names, first: usize) -> Self {
        self.quantified('E', names, first)
    }

    /// The predicate is true for all numbers.
    pub(super) fn for_all(self, names: &Names) -> String {
        self.quantified('A', names, 0).text
    }

    /// There are no numbers for which the predicate is true.
    pub(super) fn for_none(self, names: &Names) -> String {
        self.exists_from(names, 0).negated().text
    }

    fn joined(mut self, sign: &str, form: Form, other: Self) -> Self {
        let [left, right] = [&self, &other].map(|part| {
            let is_plain = part.form == Form::One || part.form == form && form != Form::Open;
            if is_plain {
                part.text.clone()
            } else {
                format!("({})", part.text)
            }
        });
        self.text = format!("{left} {sign} {right}");
        self.form = form;
        self.about.extend(other.about);
        self
    }

    fn quantified(mut self, quantifier: char, names: &Names, first: usize) -> Self {
        let bound = self.about.split_off(&first);
        if bound.is_empty() {
            return self;
        }
        let bound: Vec<&str> = bound.iter().map(|track| &*names.numbers[*track]).collect();
        self.text = format!("{quantifier} {} ({})", bound.join(","), self.text);
        self.form = Form::Open;
        self
    }
}

/// Returns the condition without parts that are true or false for all natural numbers, and each part once.
pub(super) fn simple(condition: &LinearCondition) -> LinearCondition {
    let is_never_below = |sum: &LinearSum| sum.terms.iter().all(|(_, c)| *c > 0);
    let is_never_above = |sum: &LinearSum| sum.terms.iter().all(|(_, c)| *c < 0);
    match condition {
        AtLeastZero(sum) if is_never_below(sum) && sum.constant >= 0 => Known(true),
        AtLeastZero(sum) if is_never_above(sum) && sum.constant < 0 => Known(false),
        Zero(sum) if is_never_below(sum) && sum.constant > 0 => Known(false),
        Zero(sum) if is_never_above(sum) && sum.constant < 0 => Known(false),
        Not(inner) => simple(inner).negated(),
        All(all) => {
            let mut parts: Vec<LinearCondition> = Vec::new();
            for one in all.iter().map(simple) {
                match one {
                    All(more) => parts.extend(more),
                    one => parts.push(one),
                }
            }
            once(parts)
                .into_iter()
                .fold(Known(true), LinearCondition::and)
        }
        Any(any) => {
            let parts = any.iter().map(simple).collect();
            once(parts)
                .into_iter()
                .fold(Known(false), LinearCondition::or)
        }
        other => other.clone(),
    }
}

/// Returns each condition once.
fn once(conditions: Vec<LinearCondition>) -> Vec<LinearCondition> {
    let mut known = Vec::new();
    for condition in conditions {
        if !known.contains(&condition) {
            known.push(condition);
        }
    }
    known
}

/// Returns what a sum adds, and what it takes away, as two sums.
fn sides(names: &Names, sum: &LinearSum) -> [String; 2] {
    let pieces = pieces(names, sum);
    pieces.map(|pieces| match &pieces[..] {
        [] => "0".to_owned(),
        pieces => pieces.join("+"),
    })
}

/// Returns a sum that is not below 0 as one term: what it adds comes first, as Walnut knows no numbers below 0.
fn value(names: &Names, sum: &LinearSum) -> String {
    let [plus, minus] = pieces(names, sum);
    let first = if plus.is_empty() {
        "0".to_owned()
    } else {
        plus.join("+")
    };
    [vec![first], minus].concat().join("-")
}

fn pieces(names: &Names, sum: &LinearSum) -> [Vec<String>; 2] {
    [1, -1].map(|sign| {
        let terms = sum.terms.iter().filter(|(_, c)| c.signum() == sign);
        let terms = terms.map(|(track, c)| match c.abs() {
            1 => names.numbers[*track].clone(),
            times => format!("{times}*{}", names.numbers[*track]),
        });
        let constant = (sum.constant.signum() == sign).then(|| sum.constant.abs().to_string());
        terms.chain(constant).collect()
    })
}
