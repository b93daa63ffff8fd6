//! What looks like a mistake in the rules.

use schemars::JsonSchema;
use serde::Serialize;
use zug_lang::Diagnostic;

/// What looks like a mistake in the rules and is none for certain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct WarningReport {
    /// What it is, in one line.
    pub message: String,
    /// The line of the rules, counted from 1.
    pub line: usize,
    /// The first character of the place in the line, counted from 1.
    pub column: usize,
    /// What stands there.
    pub label: String,
    /// How to mend it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}

impl WarningReport {
    /// The reports of warnings about the rules whose text is `rules`.
    #[must_use]
    pub fn all(warnings: &[Diagnostic], rules: &str) -> Vec<Self> {
        let report = |warning: &Diagnostic| {
            let before = rules.get(..warning.span.start).unwrap_or(rules);
            let line = before.rsplit('\n').next().unwrap_or(before);
            Self {
                message: warning.message.clone(),
                line: before.matches('\n').count() + 1,
                column: line.chars().count() + 1,
                label: warning.label.clone(),
                help: warning.help.clone(),
            }
        };
        warnings.iter().map(report).collect()
    }
}
