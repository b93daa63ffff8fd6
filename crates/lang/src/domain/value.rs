//! The values of the language, and its operations. An operation means the same for a
//! value known before the game starts and for one read from a position.

use std::fmt;
use std::sync::Arc;

use zug_program::arithmetic;

use crate::domain::items::{HEAVIEST, Items, Weigh};
use crate::syntax::ast::BinaryOp;

/// A value of the rules language. Sets and the keys of maps are sorted by its order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Value {
    /// `none`: no player, or the value of an optional type beside those of the type
    /// itself.
    None,
    /// A number.
    Int(i64),
    /// A truth value.
    Bool(bool),
    /// A player, or a value of an enumeration: its number, counted from 1 in the order
    /// of declaration, and its name.
    Symbol(u32, Arc<str>),
    /// A tuple of at least two values.
    Tuple(Items<Value>),
    /// A list: the values are in order, and a value may occur several times.
    List(Items<Value>),
    /// A set: the values are sorted, and each occurs once.
    Set(Items<Value>),
    /// A map: pairs of a key and its value, sorted by key.
    Map(Items<(Value, Value)>),
    /// A text. A text of one letter is a letter.
    Text(Arc<str>),
}

/// The result of an operation, or a message that says why there is none. The message
/// names no place: the caller knows it.
pub(crate) type OpResult<T> = std::result::Result<T, String>;

/// The largest set that is written out element by element.
pub(crate) const LARGEST_SET: usize = 1 << 20;

impl Value {
    /// Returns the number that stands for a scalar in a position: a number is itself,
    /// `none` and `false` are 0, `true` is 1, symbols count from 1, a letter is its number
    /// in Unicode. `None` if the value is no scalar.
    pub(crate) fn code(&self) -> Option<i64> {
        match self {
            Self::None => Some(0),
            Self::Int(value) => Some(*value),
            Self::Bool(value) => Some(i64::from(*value)),
            Self::Symbol(place, _) => Some(i64::from(*place)),
            Self::Text(text) => {
                let mut letters = text.chars();
                let first = letters.next()?;
                letters
                    .next()
                    .is_none()
                    .then(|| i64::from(u32::from(first)))
            }
            _ => None,
        }
    }

    /// Returns the number if the value is one, else `None`.
    pub fn number(&self) -> Option<i64> {
        match self {
            Self::Int(value) => Some(*value),
            _ => None,
        }
    }

    /// Returns the components of a tuple, or the elements of a list or set; `None` for
    /// other values.
    pub fn items(&self) -> Option<&[Value]> {
        match self {
            Self::Tuple(items) | Self::List(items) | Self::Set(items) => Some(items),
            _ => None,
        }
    }

    /// Returns the letters of a text as a list, and any other value as it is.
    pub(crate) fn spelt(self) -> Self {
        match &self {
            Self::Text(text) => {
                let letters = text
                    .chars()
                    .map(|letter| Self::Text(String::from(letter).into()));
                Self::List(letters.collect())
            }
            _ => self,
        }
    }

    /// Returns the elements of a list or set, the keys of a map, or the letters of a text;
    /// `None` for other values.
    pub(crate) fn elements(&self) -> Option<Vec<Value>> {
        if let Self::Text(_) = self {
            return self.clone().spelt().elements();
        }
        Some(self.each_element()?.cloned().collect())
    }

    /// As [`Self::elements`], but one after the other, and not of a text.
    pub(crate) fn each_element(&self) -> Option<impl ExactSizeIterator<Item = &Value>> {
        let (items, entries): (&[Value], &[(Value, Value)]) = match self {
            Self::List(items) | Self::Set(items) => (items, &[]),
            Self::Map(entries) => (&[], entries),
            _ => return None,
        };
        // One of the two slices is empty.
        let count = items.len() + entries.len();
        Some((0..count).map(|place| match items.get(place) {
            Some(item) => item,
            None => &entries[place].0,
        }))
    }

    /// Whether the value is an element of a list or set, a key of a map, or a part of a text.
    pub(crate) fn is_in(&self, collection: &Value) -> bool {
        match collection {
            Self::List(items) => items.contains(self),
            // Sets and maps are sorted.
            Self::Set(items) => items.binary_search(self).is_ok(),
            Self::Map(entries) => entries.binary_search_by(|(key, _)| key.cmp(self)).is_ok(),
            Self::Text(text) => matches!(self, Self::Text(part) if text.contains(&**part)),
            _ => false,
        }
    }

    /// Returns a deep copy. Threads with a copy each do not wait for one another when
    /// they count references.
    pub(crate) fn deep_copy(&self) -> Self {
        let all = |items: &[Value]| items.iter().map(Self::deep_copy).collect();
        match self {
            Self::None | Self::Int(_) | Self::Bool(_) => self.clone(),
            Self::Symbol(place, name) => Self::Symbol(*place, Arc::from(&**name)),
            Self::Tuple(items) => Self::Tuple(all(items)),
            Self::List(items) => Self::List(all(items)),
            Self::Set(items) => Self::Set(all(items)),
            Self::Map(entries) => {
                let entries = entries.iter();
                Self::Map(
                    entries
                        .map(|(key, value)| (key.deep_copy(), value.deep_copy()))
                        .collect(),
                )
            }
            Self::Text(text) => Self::Text(Arc::from(&**text)),
        }
    }

    /// Returns the number of bytes that the value takes besides its own place, if it shares no
    /// part of itself: what a walk through all of it is measured by.
    pub(crate) fn weight(&self) -> u64 {
        match self {
            Self::None | Self::Int(_) | Self::Bool(_) => 0,
            Self::Symbol(_, text) | Self::Text(text) => text.len() as u64,
            Self::Tuple(items) | Self::List(items) | Self::Set(items) => items.weight(),
            Self::Map(entries) => entries.weight(),
        }
    }

    pub(crate) fn set(mut items: Vec<Value>) -> Self {
        items.sort();
        items.dedup();
        Self::Set(items.into())
    }

    pub(crate) fn pair(x: i64, y: i64) -> Self {
        Self::Tuple([Self::Int(x), Self::Int(y)].into())
    }
}

impl Weigh for Value {
    fn weight(&self) -> u64 {
        self.weight()
    }
}

impl Weigh for (Value, Value) {
    fn weight(&self) -> u64 {
        self.0.weight().saturating_add(self.1.weight())
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, open, items: &[Value], close| {
            f.write_str(open)?;
            for (i, item) in items.iter().enumerate() {
                write!(f, "{}{}", if i > 0 { ", " } else { "" }, Quoted(item))?;
            }
            f.write_str(close)
        };
        match self {
            Self::None => f.write_str("none"),
            Self::Int(value) => write!(f, "{value}"),
            Self::Bool(value) => write!(f, "{value}"),
            Self::Symbol(_, name) => f.write_str(name),
            Self::Tuple(items) => list(f, "(", items, ")"),
            Self::List(items) => list(f, "[", items, "]"),
            Self::Set(items) => list(f, "{", items, "}"),
            Self::Map(entries) => {
                f.write_str("{")?;
                for (i, (key, value)) in entries.iter().enumerate() {
                    let comma = if i > 0 { ", " } else { "" };
                    write!(f, "{comma}{}: {}", Quoted(key), Quoted(value))?;
                }
                f.write_str("}")
            }
            Self::Text(text) => f.write_str(text),
        }
    }
}

impl Value {
    /// The value as rules and settings write it: a text is written between quotes.
    pub fn written(&self) -> String {
        Quoted(self).to_string()
    }
}

/// A part of a value as it is written: a text is written between quotes.
struct Quoted<'a>(&'a Value);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Value::Text(text) => write!(f, "\"{text}\""),
            value => write!(f, "{value}"),
        }
    }
}

/// Returns the result of an operation on numbers, or the message that it needs more
/// than 64 bits.
fn fits(value: Option<i64>) -> OpResult<i64> {
    value.ok_or_else(|| "this number becomes too large for 64 bits".to_owned())
}

/// Returns `a // b`, rounded down.
pub(crate) fn divide(a: i64, b: i64) -> OpResult<i64> {
    if b == 0 {
        return Err("division by zero".to_owned());
    }
    fits(arithmetic::divide(a, b))
}

/// Returns `a % b`, which has the sign of `b` or is 0.
pub(crate) fn modulo(a: i64, b: i64) -> OpResult<i64> {
    if b == 0 {
        return Err("division by zero".to_owned());
    }
    fits(arithmetic::modulo(a, b))
}

/// Returns the greatest common divisor of two numbers; 0 divides by all numbers, and only 0 by 0.
pub(crate) fn gcd(a: i64, b: i64) -> OpResult<i64> {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    fits(i64::try_from(a).ok())
}

/// Returns the most steps that Euclid's algorithm takes where the smaller number is at most this: they
/// are most for numbers of Fibonacci's sequence (G. Lamé, 1844).
pub fn steps_of_gcd(smaller: i64) -> usize {
    let (mut number, mut next, mut steps) = (1_u64, 2_u64, 1);
    while number <= smaller.unsigned_abs() {
        (number, next) = (next, number.saturating_add(next));
        steps += 1;
    }
    steps
}

/// Returns the largest whole number whose square is at most `a`.
pub(crate) fn square_root(a: i64) -> OpResult<i64> {
    let root = a.checked_isqrt();
    root.ok_or_else(|| "a negative number has no square root".to_owned())
}

/// Returns `a ** b`.
pub(crate) fn power(a: i64, b: i64) -> OpResult<i64> {
    let exponent = exponent(b)?;
    match a {
        0 | 1 => Ok(if exponent == 0 { 1 } else { a }),
        -1 => Ok(if exponent.is_multiple_of(2) { 1 } else { -1 }),
        _ => fits(u32::try_from(exponent).ok().and_then(|e| a.checked_pow(e))),
    }
}

/// Returns `a ** b % m` without working out the power.
pub(crate) fn power_modulo(a: i64, b: i64, m: i64) -> OpResult<i64> {
    let mut exponent = exponent(b)?;
    let mut base = i128::from(modulo(a, m)?);
    let modulus = i128::from(m);
    let mut result = i128::from(modulo(1, m)?);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * base % modulus;
        }
        base = base * base % modulus;
        exponent >>= 1;
    }
    modulo(fits(i64::try_from(result).ok())?, m)
}

fn exponent(b: i64) -> OpResult<u64> {
    u64::try_from(b).map_err(|_| "the exponent is negative".to_owned())
}

/// The value of an operator on two values. `and` and `or` have none: their right side is not always
/// evaluated.
#[inline]
pub(crate) fn binary(op: BinaryOp, a: &Value, b: &Value) -> OpResult<Value> {
    let ints = |op: fn(i64, i64) -> OpResult<i64>| match (a, b) {
        (Value::Int(a), Value::Int(b)) => op(*a, *b).map(Value::Int),
        _ => Err("this needs two numbers".to_owned()),
    };
    match op {
        BinaryOp::Add => add(a, b),
        BinaryOp::Subtract => subtract(a, b),
        BinaryOp::Multiply => multiply(a, b),
        BinaryOp::Divide => ints(divide),
        BinaryOp::Modulo => ints(modulo),
        BinaryOp::Power => ints(power),
        BinaryOp::Union => combine(a, b, |a, b| a || b),
        BinaryOp::Intersection => combine(a, b, |a, b| a && b),
        BinaryOp::Or | BinaryOp::And => Err("`and` and `or` are conditions".to_owned()),
    }
}

pub(crate) fn add(a: &Value, b: &Value) -> OpResult<Value> {
    match (a, b) {
        (Value::Int(x), Value::Int(y)) => Ok(Value::Int(fits(x.checked_add(*y))?)),
        (Value::Tuple(x), Value::Tuple(y)) if x.len() == y.len() => zip(x, y, add),
        (Value::Text(x), Value::Text(y)) => Ok(Value::Text(format!("{x}{y}").into())),
        (Value::List(x), Value::List(y)) => Ok(Value::List(
            x.iter().chain(y.iter()).cloned().collect::<Vec<_>>().into(),
        )),
        _ => Err(format!("{a} and {b} cannot be added")),
    }
}

pub(crate) fn subtract(a: &Value, b: &Value) -> OpResult<Value> {
    match (a, b) {
        (Value::Int(x), Value::Int(y)) => Ok(Value::Int(fits(x.checked_sub(*y))?)),
        (Value::Tuple(x), Value::Tuple(y)) if x.len() == y.len() => zip(x, y, subtract),
        (Value::Set(_), Value::Set(_)) => combine(a, b, |a, b| a && !b),
        _ => Err(format!("{b} cannot be subtracted from {a}")),
    }
}

/// Whether each element of a set is in another set; `None` if one of the two is no set.
pub(crate) fn is_subset(a: &Value, b: &Value) -> Option<bool> {
    match (a, b) {
        (Value::Set(items), Value::Set(_)) => Some(items.iter().all(|item| item.is_in(b))),
        _ => None,
    }
}

/// Returns the elements of two sets that `keep` chooses by whether they are in the first and
/// whether they are in the second.
pub(crate) fn combine(a: &Value, b: &Value, keep: fn(bool, bool) -> bool) -> OpResult<Value> {
    let (Value::Set(x), Value::Set(y)) = (a, b) else {
        return Err(format!("{a} and {b} are not two sets"));
    };
    let all = x.iter().chain(y.iter());
    let kept = all.filter(|item| keep(item.is_in(a), item.is_in(b)));
    Ok(Value::set(kept.cloned().collect()))
}

pub(crate) fn multiply(a: &Value, b: &Value) -> OpResult<Value> {
    match (a, b) {
        (Value::Int(x), Value::Int(y)) => Ok(Value::Int(fits(x.checked_mul(*y))?)),
        (Value::Int(_), Value::Tuple(y)) => Ok(Value::Tuple(
            y.iter().map(|y| multiply(a, y)).collect::<OpResult<_>>()?,
        )),
        (Value::Tuple(_), Value::Int(_)) => multiply(b, a),
        _ => Err(format!("{a} and {b} cannot be multiplied")),
    }
}

fn zip(
    x: &[Value],
    y: &[Value],
    op: impl Fn(&Value, &Value) -> OpResult<Value>,
) -> OpResult<Value> {
    Ok(Value::Tuple(
        x.iter()
            .zip(y)
            .map(|(x, y)| op(x, y))
            .collect::<OpResult<_>>()?,
    ))
}

/// The number of bytes that a letter takes which is a value of its own.
const LETTER_BYTES: u64 = 64;

/// Returns the number of bytes that [`Value::spelt`] takes.
pub(crate) fn spelt_bytes(value: &Value) -> u64 {
    match value {
        Value::Text(text) => text.len() as u64 * LETTER_BYTES,
        _ => 0,
    }
}

/// Returns the number of bytes that [`at`] takes, at most about.
pub(crate) fn slice_bytes(collection: &Value, key: &Value) -> u64 {
    match (collection, key) {
        (Value::Text(_), _) => spelt_bytes(collection).saturating_add(key.weight()),
        (_, Value::Set(_)) => collection
            .weight()
            .min(HEAVIEST)
            .saturating_add(key.weight()),
        _ => 0,
    }
}

/// Returns the value of `collection[key]`: a list or text also has the elements at a set of
/// numbers.
pub(crate) fn at(collection: &Value, key: &Value) -> OpResult<Value> {
    match (collection, key) {
        (Value::List(_), Value::Set(places)) => {
            let items: OpResult<Vec<Value>> = places
                .iter()
                .map(|place| lookup(collection, place).cloned())
                .collect();
            Ok(Value::List(items?.into()))
        }
        (Value::Text(_), Value::Set(_)) => {
            let letters = at(&collection.clone().spelt(), key)?;
            let letters = letters.items().unwrap_or_default().iter();
            Ok(Value::Text(
                letters.map(Value::to_string).collect::<String>().into(),
            ))
        }
        (Value::Text(_), _) => lookup(&collection.clone().spelt(), key).cloned(),
        _ => lookup(collection, key).cloned(),
    }
}

/// Returns the element of a list at the index `key`, or the value of a map at `key`.
pub(crate) fn lookup<'a>(collection: &'a Value, key: &Value) -> OpResult<&'a Value> {
    let found = match (collection, key) {
        (Value::List(items) | Value::Tuple(items), Value::Int(place)) => {
            let length = items.len();
            return usize::try_from(*place)
                .ok()
                .and_then(|place| items.get(place))
                .ok_or_else(|| match length {
                    0 => format!("there is no element {place}: the list is empty"),
                    _ => format!(
                        "there is no element {place}: they go from 0 to {}",
                        length - 1
                    ),
                });
        }
        (Value::Map(entries), key) => entries
            .binary_search_by(|(k, _)| k.cmp(key))
            .ok()
            .map(|i| &entries[i].1),
        _ => None,
    };
    found.ok_or_else(|| format!("there is no entry for {key}"))
}

/// Returns the numbers from `lo` to `hi`, both included, as values.
pub(crate) fn range(lo: i64, hi: i64) -> OpResult<Vec<Value>> {
    Ok(each_number(lo, hi)?.map(Value::Int).collect())
}

/// Returns the numbers from `lo` to `hi`, both included, one after the other.
pub(crate) fn each_number(lo: i64, hi: i64) -> OpResult<std::ops::RangeInclusive<i64>> {
    if hi.saturating_sub(lo) >= LARGEST_SET as i64 {
        return Err(format!(
            "{lo}..{hi} has too many values to go through (more than {LARGEST_SET})"
        ));
    }
    Ok(lo..=hi)
}
