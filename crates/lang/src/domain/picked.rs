//! The elements of a collection for which a condition can hold, found without a walk through
//! all of them.
//!
//! Lists of neighbours are made of the edges of a graph by comprehensions such as
//! `[b for (a, b) in edges if a == c]` or `{d for d in nodes if (c, d) in edges}`, once for each
//! node. Walked through, they cost the number of nodes times the number of edges. So the tuples
//! of a known collection are found by one of their components ([`Tuples`]), and the condition
//! tells which of them to look up ([`asks`]), and what else is to be evaluated for each element
//! that was picked. An element that is not picked is one for which the condition is false and meets
//! no fault.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::domain::part::Part;
use crate::domain::value::{self, Value};
use crate::syntax::ast::{BinaryOp, Clause, CompareOp, Expr, ExprKind, Pattern};

/// Collections of fewer tuples than this are walked through.
const FEW: usize = 16;

/// The tuples of a collection, found by one of their components.
#[derive(Debug)]
pub(crate) struct Tuples {
    /// The collection.
    all: Value,
    /// The number of components of each tuple.
    components: usize,
    /// For each value the places of the tuples that have it as this component, ascending.
    places: FxHashMap<Value, Vec<u32>>,
}

impl Tuples {
    /// Returns the tuples of a list or set by a component, counted from 0; `None` if the
    /// elements are few, or are not all tuples of one length that have this component.
    pub(crate) fn by(component: usize, all: &Value) -> Option<Self> {
        let (Value::List(items) | Value::Set(items)) = all else {
            return None;
        };
        if items.len() < FEW {
            return None;
        }
        let mut components = None;
        let mut places: FxHashMap<Value, Vec<u32>> = FxHashMap::default();
        for (place, item) in items.iter().enumerate() {
            let Value::Tuple(parts) = item else {
                return None;
            };
            if *components.get_or_insert(parts.len()) != parts.len() {
                return None;
            }
            let of_value = places.entry(parts.get(component)?.clone()).or_default();
            of_value.push(u32::try_from(place).ok()?);
        }
        Some(Self {
            all: all.clone(),
            components: components?,
            places,
        })
    }

    /// Returns the values that tuples have as the component, in order.
    pub(crate) fn keys(&self) -> Vec<Value> {
        let mut keys: Vec<Value> = self.places.keys().cloned().collect();
        keys.sort_unstable();
        keys
    }

    /// Returns the tuples with this value as the component, in the order of the collection.
    pub(crate) fn with(&self, value: &Value) -> impl Iterator<Item = &Value> {
        self.places(value).iter().map(|place| self.at(*place))
    }

    /// Returns the places in the collection of the tuples with this value as the component.
    fn places(&self, value: &Value) -> &[u32] {
        self.places.get(value).map_or(&[], Vec::as_slice)
    }

    fn at(&self, place: u32) -> &Value {
        &self.all.items().unwrap_or_default()[place as usize]
    }
}

/// A question about an element that has the answer no for all elements but a few: whether
/// the value of `key` and the element are components of one tuple of a known collection.
#[derive(Clone, Debug)]
pub(crate) struct Ask<'a> {
    /// The name of the collection.
    pub(crate) tuples: &'a Arc<str>,
    /// The component that is the value of `key`.
    pub(crate) component: usize,
    /// An expression that does not depend on the element.
    pub(crate) key: &'a Expr,
    /// The component that is the element; `None` if the element is the whole tuple.
    element: Option<usize>,
}

/// The elements that a clause goes through.
pub(crate) enum Domain {
    /// The numbers from the first to the second.
    Numbers(i64, i64),
    /// The elements of a list or set.
    Of(Value),
}

/// What a condition comes to: one of some questions has the answer yes, and then some conditions
/// hold, evaluated one after the other.
pub(crate) struct Asks<'a> {
    pub(crate) any: Vec<Ask<'a>>,
    pub(crate) then: Vec<&'a Expr>,
}

/// Returns what the condition of a clause comes to; `None` if that is not seen. `is_local` tells
/// whether a name is local where the clause stands.
pub(crate) fn asks(clause: &Clause, is_local: impl Fn(&str) -> bool) -> Option<Asks<'_>> {
    let condition = clause.condition.as_ref()?;
    let asked = Asked {
        clause,
        is_local: &is_local,
    };
    asked.by(condition)
}

/// Returns the elements of a domain for which one of the questions has the answer yes, in the
/// order of the domain. The values are those of the keys. `None` if the elements cannot be found
/// without a walk.
pub(crate) fn picked(
    part: &Part,
    domain: &Domain,
    clause: &Clause,
    asks: &[(Ask<'_>, Value)],
) -> Option<Vec<Value>> {
    let mut whole: Option<(Arc<Tuples>, Vec<u32>)> = None;
    let mut elements: Vec<Value> = Vec::new();
    for (ask, key) in asks {
        let tuples = part.tuples_by(ask.tuples, ask.component)?;
        match ask.element {
            None => {
                if matches!(&clause.pattern, Pattern::Tuple(parts, _) if parts.len() != tuples.components)
                {
                    return None;
                }
                let (_, places) = whole.get_or_insert_with(|| (tuples.clone(), Vec::new()));
                places.extend(tuples.places(key));
            }
            // No other tuple is a pair.
            Some(_) if tuples.components != 2 => return None,
            Some(element) => {
                let places = tuples.places(key).iter();
                let found = places.filter_map(|place| tuples.at(*place).items()?.get(element));
                elements.extend(found.cloned());
            }
        }
    }
    if let Some((tuples, mut places)) = whole {
        places.sort_unstable();
        places.dedup();
        let picked = places.into_iter().map(|place| tuples.at(place).clone());
        return elements.is_empty().then(|| picked.collect());
    }
    elements.sort_unstable();
    elements.dedup();
    match domain {
        Domain::Numbers(lo, hi) => {
            let numbers = value::each_number(*lo, *hi).ok()?;
            elements.retain(|element| element.number().is_some_and(|n| numbers.contains(&n)));
        }
        // The elements of a set are sorted too.
        Domain::Of(all @ Value::Set(_)) => elements.retain(|element| element.is_in(all)),
        Domain::Of(_) => return None,
    }
    Some(elements)
}

/// A clause of a comprehension, while its condition is searched for questions that pick elements.
struct Asked<'a, 'l> {
    clause: &'a Clause,
    is_local: &'l dyn Fn(&str) -> bool,
}

impl<'a> Asked<'a, '_> {
    /// Returns what a condition comes to.
    fn by(&self, condition: &'a Expr) -> Option<Asks<'a>> {
        match &condition.kind {
            // Where the first condition does not hold the second one is not evaluated.
            ExprKind::Binary(BinaryOp::And, first, second) => {
                let mut asks = self.by(first)?;
                asks.then.push(second);
                Some(asks)
            }
            ExprKind::Binary(BinaryOp::Or, one, other) => {
                let (one, other) = (self.by(one)?, self.by(other)?);
                let then = match (&one.then[..], &other.then[..]) {
                    ([], []) => Vec::new(),
                    _ => vec![condition],
                };
                let any: Vec<Ask<'a>> = one.any.into_iter().chain(other.any).collect();
                let is_whole = |ask: &Ask<'_>| ask.element.is_none();
                let alike = any.iter().all(|ask| is_whole(ask) == is_whole(&any[0]));
                alike.then_some(Asks { any, then })
            }
            ExprKind::Compare(left, rest) => {
                let ask = match rest.first()? {
                    (CompareOp::Equal, right) => {
                        let ask = self.equal(left, right);
                        ask.or_else(|| self.equal(right, left))?
                    }
                    (CompareOp::In, right) => self.member(left, right)?,
                    _ => return None,
                };
                let then = match &rest[..] {
                    [_] => Vec::new(),
                    _ => vec![condition],
                };
                let any = vec![ask];
                Some(Asks { any, then })
            }
            _ => None,
        }
    }

    /// Whether a component of the element, which is a tuple of the domain, equals a key.
    fn equal(&self, component: &Expr, key: &'a Expr) -> Option<Ask<'a>> {
        let component = match (&self.clause.pattern, &component.kind) {
            (Pattern::Tuple(parts, _), ExprKind::Name(name)) => {
                let is_name = |part: &Pattern| matches!(part, Pattern::Name(_));
                if !parts.iter().all(is_name) {
                    return None;
                }
                parts.iter().position(|part| binds(part, name))?
            }
            (Pattern::Name(element), ExprKind::Index(base, place)) => {
                match (&base.kind, &place.kind) {
                    (ExprKind::Name(name), ExprKind::Int(place)) if *name == element.text => {
                        usize::try_from(*place).ok()?
                    }
                    _ => return None,
                }
            }
            _ => return None,
        };
        Some(Ask {
            tuples: self.collection(&self.clause.domain)?,
            component,
            key: self.key(key)?,
            element: None,
        })
    }

    /// Whether the element and a key are components of one tuple of a collection.
    fn member(&self, tuple: &'a Expr, collection: &'a Expr) -> Option<Ask<'a>> {
        let (Pattern::Name(element), ExprKind::Tuple(parts)) = (&self.clause.pattern, &tuple.kind)
        else {
            return None;
        };
        let [first, second] = &parts[..] else {
            return None;
        };
        let is_element =
            |part: &Expr| matches!(&part.kind, ExprKind::Name(name) if *name == element.text);
        let (place, key) = match (is_element(first), is_element(second)) {
            (true, false) => (0, second),
            (false, true) => (1, first),
            _ => return None,
        };
        Some(Ask {
            tuples: self.collection(collection)?,
            component: 1 - place,
            key: self.key(key)?,
            element: Some(place),
        })
    }

    /// Returns the name of a collection, if that is what an expression is.
    fn collection(&self, expr: &'a Expr) -> Option<&'a Arc<str>> {
        match &expr.kind {
            ExprKind::Name(name)
                if !(self.is_local)(name) && !binds(&self.clause.pattern, name) =>
            {
                Some(name)
            }
            _ => None,
        }
    }

    /// Returns an expression, if it does not depend on the element.
    fn key(&self, expr: &'a Expr) -> Option<&'a Expr> {
        is_free_of(expr, &self.clause.pattern).then_some(expr)
    }
}

/// Whether a pattern binds a name.
fn binds(pattern: &Pattern, name: &str) -> bool {
    match pattern {
        Pattern::Name(bound) => &*bound.text == name,
        Pattern::Tuple(parts, _) => parts.iter().any(|part| binds(part, name)),
    }
}

/// Whether it is seen that the value of an expression does not depend on the names that a pattern
/// binds.
fn is_free_of(expr: &Expr, pattern: &Pattern) -> bool {
    let all = |exprs: &[Expr]| exprs.iter().all(|expr| is_free_of(expr, pattern));
    match &expr.kind {
        ExprKind::Int(_)
        | ExprKind::Bool(_)
        | ExprKind::None
        | ExprKind::Me
        | ExprKind::Other
        | ExprKind::Text(_) => true,
        ExprKind::Name(name) => !binds(pattern, name),
        ExprKind::Tuple(parts) => all(parts),
        ExprKind::Call { arguments, .. } => all(arguments),
        ExprKind::Index(one, other) | ExprKind::Binary(_, one, other) => {
            is_free_of(one, pattern) && is_free_of(other, pattern)
        }
        _ => false,
    }
}
