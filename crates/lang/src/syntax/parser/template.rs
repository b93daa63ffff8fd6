//! The notation of a move: text with values in braces.

use std::sync::Arc;

use super::parse_expression;
use crate::syntax::ast::{Template, TemplatePart};
use crate::text::diagnostic::{Diagnostic, Result};
use crate::text::lexer::Origin;
use crate::text::span::Span;

/// Splits the notation of a move into its pieces; `span` is the place of the text with
/// its quotes.
pub(super) fn template(text: &str, span: Span) -> Result<Template> {
    let mut parts = Vec::new();
    let mut rest = text;
    let mut offset = span.start + 1;
    while let Some(open) = rest.find(['{', '}']) {
        let here = Span {
            start: offset + open,
            end: offset + open + 1,
        };
        let close = rest[open..].find('}');
        let (true, Some(length)) = (rest[open..].starts_with('{'), close) else {
            if rest[open..].starts_with('{') {
                // The quotation mark that was to begin a text inside the brackets ended the notation.
                let ended = Span {
                    start: span.end - 1,
                    end: span.end,
                };
                return Err(Diagnostic::new(
                    "this notation ends inside of a bracket",
                    ended,
                    "this quotation mark ends the notation",
                )
                .related(here, "this bracket is still open")
                .help(
                    "close the bracket before it; a text has no place in a notation: give it a name \
                     first, as in `let letters = \"NBRQK\"` and then `{letters[kind]}`",
                ));
            }
            return Err(Diagnostic::new(
                "a bracket in this notation has no partner",
                here,
                "`{` and `}` enclose a value",
            )
            .help("write `{name}` for the value of a parameter"));
        };
        if open > 0 {
            parts.push(TemplatePart::Text(Arc::from(&rest[..open])));
        }
        let inner = &rest[open + 1..open + length];
        let expr = parse_expression(inner, Origin::Rules, offset + open + 1)?;
        parts.push(TemplatePart::Value(expr));
        rest = &rest[open + length + 1..];
        offset += open + length + 1;
    }
    if !rest.is_empty() {
        parts.push(TemplatePart::Text(Arc::from(rest)));
    }
    Ok(Template { parts })
}
