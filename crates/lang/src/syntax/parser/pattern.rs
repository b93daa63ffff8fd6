//! Patterns, and the clauses that bind them.

use super::Parser;
use crate::syntax::ast::{Clause, Pattern};
use crate::text::diagnostic::Result;

impl Parser {
    /// Reads `a, b` or `(a, b)` or `a`.
    pub(super) fn pattern(&mut self) -> Result<Pattern> {
        let first = self.pattern_term()?;
        if !self.is_sign(",") {
            return Ok(first);
        }
        let start = first.span();
        let mut parts = vec![first];
        while self.eat_sign(",").is_some() {
            parts.push(self.pattern_term()?);
        }
        Ok(Pattern::Tuple(parts, start.to(self.last_span())))
    }

    pub(super) fn pattern_term(&mut self) -> Result<Pattern> {
        if let Some(start) = self.eat_sign("(") {
            let inner = self.nested(Self::pattern)?;
            let end = self.expect_sign(")", "after the names")?;
            return Ok(match inner {
                Pattern::Tuple(parts, _) => Pattern::Tuple(parts, start.to(end)),
                name @ Pattern::Name(_) => name,
            });
        }
        Ok(Pattern::Name(self.name("a name")?))
    }

    /// Reads `for p in d if c for q in e …`; the caller has seen the first `for`.
    pub(super) fn clauses(&mut self) -> Result<Vec<Clause>> {
        let mut clauses = Vec::new();
        let mut height = 0;
        while self.eat_word("for").is_some() {
            let pattern = self.pattern()?;
            self.expect_word("in", "and what the names range over")
                .map_err(|fault| fault.help("a loop goes through a set: `for i in 1..3`"))?;
            // Not a whole expression, to which a following `if` would belong: that `if`
            // is the condition of the clause.
            let domain = self.binary(0)?;
            height = height.max(self.height);
            let condition = match self.eat_word("if") {
                Some(_) => Some(self.binary(0)?),
                None => None,
            };
            height = height.max(self.height);
            clauses.push(Clause {
                pattern,
                domain,
                condition,
            });
        }
        self.height = height;
        Ok(clauses)
    }
}
