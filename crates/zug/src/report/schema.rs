//! The JSON Schema of a report.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

/// The JSON Schema of what is written of a type, such as a report, made from the type.
///
/// ```
/// use zug::report::{SolveReport, schema};
///
/// let schema = schema::<SolveReport>();
/// assert_eq!(schema.pointer("/properties/version/$ref").unwrap(), "#/$defs/Version");
/// ```
#[must_use]
pub fn schema<T: JsonSchema>() -> Schema {
    // What is written, not what would be read.
    let settings = SchemaSettings::draft2020_12().for_serialize();
    settings.into_generator().into_root_schema_for::<T>()
}
