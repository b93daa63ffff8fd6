//! A check of a JSON value by a JSON Schema, as far as Zug's schemas go. What a
//! schema says that is not known here is a fault of the test.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

/// A schema with its definitions.
pub(crate) struct Schema<'a> {
    root: &'a Value,
}

impl<'a> Schema<'a> {
    pub(crate) fn new(root: &'a Value) -> Self {
        Self { root }
    }

    /// Checks a value; the fields that it has are added to `met`.
    ///
    /// Stricter than the standard: a field must be known.
    pub(crate) fn check(&self, value: &Value, met: &mut BTreeSet<String>) -> Result<(), String> {
        self.check_by(self.root, value, "$", met)
    }

    /// All fields that an object may have, as `Type.field`.
    pub(crate) fn fields(&self) -> BTreeSet<String> {
        let mut fields = BTreeSet::new();
        collect(self.root, "$", &mut fields);
        fields
    }

    fn check_by(
        &self,
        schema: &'a Value,
        value: &Value,
        at: &str,
        met: &mut BTreeSet<String>,
    ) -> Result<(), String> {
        let schema = match schema {
            Value::Bool(true) => return Ok(()),
            other => other.as_object().ok_or("a schema is an object")?,
        };
        for (keyword, says) in schema {
            match keyword.as_str() {
                "$schema" | "$defs" | "title" | "description" | "format" | "properties" => {}
                "$ref" => self.check_by(self.definition(says), value, at, met)?,
                "type" => {
                    let is = match says {
                        Value::Array(any) => any.iter().any(|says| is_of(value, says)),
                        one => is_of(value, one),
                    };
                    demand(is, at, value, says)?;
                }
                "const" => demand(value == says, at, value, says)?,
                "enum" => demand(says.as_array().unwrap().contains(value), at, value, says)?,
                "minimum" => demand(value.as_f64() >= says.as_f64(), at, value, says)?,
                "maximum" => demand(value.as_f64() <= says.as_f64(), at, value, says)?,
                "required" => {
                    for name in says.as_array().unwrap() {
                        let is_there = value.get(name.as_str().unwrap()).is_some();
                        demand(is_there, at, value, name)?;
                    }
                }
                "additionalProperties" => assert_eq!(says, &Value::Bool(true), "{at}"),
                "items" if schema.get("prefixItems").is_none() => {
                    for (place, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.check_by(says, item, &format!("{at}[{place}]"), met)?;
                    }
                }
                "prefixItems" => {
                    let items = value.as_array().into_iter().flatten();
                    for (says, item) in says.as_array().unwrap().iter().zip(items) {
                        self.check_by(says, item, at, met)?;
                    }
                }
                "minItems" | "maxItems" => {
                    let count = value.as_array().map(|items| items.len() as u64);
                    let (count, says_count) = (count.unwrap(), says.as_u64().unwrap());
                    let fits = if keyword == "minItems" {
                        count >= says_count
                    } else {
                        count <= says_count
                    };
                    demand(fits, at, value, says)?;
                }
                "anyOf" | "oneOf" => {
                    let ways = says.as_array().unwrap();
                    let way = ways.iter().find(|way| {
                        let mut unused = BTreeSet::new();
                        self.check_by(way, value, at, &mut unused).is_ok()
                    });
                    let way = way.ok_or_else(|| format!("{at}: {value} is none of {says}"))?;
                    self.check_by(way, value, at, met)?;
                }
                other => panic!("{at}: a schema says `{other}`, which the test does not know"),
            }
        }
        if let Some(Value::Object(properties)) = schema.get("properties") {
            self.check_fields(schema, properties, value, at, met)?;
        }
        Ok(())
    }

    fn check_fields(
        &self,
        schema: &Map<String, Value>,
        properties: &'a Map<String, Value>,
        value: &Value,
        at: &str,
        met: &mut BTreeSet<String>,
    ) -> Result<(), String> {
        for (name, inner) in value.as_object().into_iter().flatten() {
            let Some(says) = properties.get(name) else {
                return Err(format!("{at}: the schema knows no field `{name}`"));
            };
            met.insert(field(schema, name));
            self.check_by(says, inner, &format!("{at}.{name}"), met)?;
        }
        Ok(())
    }

    fn definition(&self, reference: &Value) -> &'a Value {
        let path = reference.as_str().and_then(|path| path.strip_prefix('#'));
        self.root.pointer(path.unwrap()).unwrap()
    }
}

/// A field, told from those of the same name by what its object is.
fn field(schema: &Map<String, Value>, name: &str) -> String {
    let object = schema.get("description").and_then(Value::as_str);
    format!("{}: {name}", object.unwrap_or_default())
}

fn collect(schema: &Value, at: &str, fields: &mut BTreeSet<String>) {
    if let Some(object) = schema.as_object() {
        if let Some(Value::Object(properties)) = object.get("properties") {
            fields.extend(properties.keys().map(|name| field(object, name)));
        }
        for (name, inner) in object {
            collect(inner, &format!("{at}.{name}"), fields);
        }
    }
    for inner in schema.as_array().into_iter().flatten() {
        collect(inner, at, fields);
    }
}

fn is_of(value: &Value, kind: &Value) -> bool {
    match kind.as_str().unwrap() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_u64() || value.is_i64(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("there is no type `{other}`"),
    }
}

fn demand(is_so: bool, at: &str, value: &Value, says: &Value) -> Result<(), String> {
    if is_so {
        Ok(())
    } else {
        Err(format!("{at}: {value} is not as the schema says: {says}"))
    }
}
