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

#[cfg(test)]
mod tests {
    use zug_game::linear::LinearGame;
    use zug_values::Outcome;

    use super::*;

    fn names() -> Names {
        let game = LinearGame {
            variables: ["a", "b"].map(str::to_owned).to_vec(),
            parameters: 0,
            domain: Known(true),
            start: Vec::new(),
            won: Known(false),
            lost: Known(false),
            stuck: Outcome::Loss,
            moves: Vec::new(),
            nim_heap: None,
        };
        Names::of(&game, "g_lost".to_owned())
    }

    fn sum(a: i64, b: i64, constant: i64) -> LinearSum {
        let terms = [(0, a), (1, b)].into_iter().filter(|(_, c)| *c != 0);
        LinearSum {
            terms: terms.collect(),
            constant,
        }
    }

    #[test]
    fn each_side_of_a_comparison_has_what_it_adds() {
        let told = |condition: LinearCondition| Predicate::linear(&names(), &condition).text;
        assert_eq!(told(Zero(sum(2, -1, 3))), "2*a+3=b");
        assert_eq!(told(AtLeastZero(sum(-1, 0, 0))), "0>=a");
        assert_eq!(told(MultipleOf(3, sum(1, 0, 0))), "E q a=3*q");
        let differ = told(MultipleOf(3, sum(1, -1, 0)));
        assert_eq!(differ, "(E q a=b+3*q) | (E q b=a+3*q)");
    }

    #[test]
    fn brackets_stand_where_signs_differ() {
        let names = names();
        let a = || Predicate::linear(&names, &Zero(sum(1, 0, 0)));
        let b = || Predicate::linear(&names, &Zero(sum(0, 1, 0)));
        assert_eq!(a().and(b()).and(a()).text, "a=0 & b=0 & a=0");
        assert_eq!(a().and(b().or(a())).text, "a=0 & (b=0 | a=0)");
        assert_eq!(a().and(b().negated()).text, "a=0 & ~(b=0)");
        let some = a().and(b()).exists_from(&names, 1);
        assert_eq!(some.clone().or(b()).text, "(E b (a=0 & b=0)) | b=0");
        assert_eq!(some.for_all(&names), "A a (E b (a=0 & b=0))");
        let after = [(0, sum(1, -2, 1))];
        let lost = Predicate::lost(&names, &[1, 0], &after);
        assert_eq!(lost.for_none(&names), "~(E a,b ($g_lost(b, a+1-2*b)))");
    }

    #[test]
    fn what_is_true_of_all_natural_numbers_is_left_out() {
        let true_of_all = AtLeastZero(sum(1, 1, 0));
        let other = Zero(sum(1, -1, 0));
        let all = All(vec![true_of_all.clone(), other.clone(), other.clone()]);
        assert_eq!(simple(&all), other);
        assert_eq!(simple(&true_of_all.clone().negated()), Known(false));
        assert_eq!(simple(&Any(vec![other.clone(), true_of_all])), Known(true));
        assert_eq!(simple(&Zero(sum(-1, 0, -1))), Known(false));
    }
}
