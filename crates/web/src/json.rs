//! Values of the rules language as JSON.

use serde_json::{Map, Value as Json};
use zug::RulesValue;

use crate::api::words::Parameters;

/// A value as JSON: a number or a truth value is itself, `none` is null, a name is text, a tuple
/// of such is a text such as `0,1`, as keys are written, and any other tuple, list or set is an
/// array; a map is an object.
pub(crate) fn json(value: &RulesValue) -> Json {
    match value {
        RulesValue::None => Json::Null,
        RulesValue::Int(number) => Json::from(*number),
        RulesValue::Bool(truth) => Json::Bool(*truth),
        RulesValue::Symbol(_, name) => Json::from(&**name),
        RulesValue::Text(text) => Json::from(&**text),
        RulesValue::Tuple(items) if items.iter().all(is_single) => Json::from(key(value)),
        RulesValue::Tuple(items) | RulesValue::List(items) | RulesValue::Set(items) => {
            items.iter().map(json).collect()
        }
        RulesValue::Map(entries) => {
            let entries = entries.iter().map(|(of, value)| (key(of), json(value)));
            Json::Object(entries.collect::<Map<_, _>>())
        }
        other => Json::from(other.to_string()),
    }
}

fn is_single(value: &RulesValue) -> bool {
    value.items().is_none() && !matches!(value, RulesValue::Map(_))
}

/// A value as keys are written: without brackets and spaces.
fn key(value: &RulesValue) -> String {
    match value {
        RulesValue::Tuple(items) => items.iter().map(key).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

/// Parameters or other named values as JSON.
pub(crate) fn named(values: &[(String, RulesValue)]) -> Parameters {
    let json = values
        .iter()
        .map(|(name, value)| (name.clone(), json(value)));
    json.collect()
}
