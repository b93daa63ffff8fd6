//! Expressions, by precedence climbing, which is a form of V. Pratt's top-down operator
//! precedence (1973).

use std::sync::Arc;

use super::{DECLARATIONS, Parser, RESERVED};
use crate::syntax::ast::{
    BinaryOp, CLOSURE, Closure, Collection, CompareOp, Expr, ExprKind, FoldOp, MapFor, UnaryOp,
};
use crate::text::diagnostic::{Diagnostic, Result};
use crate::text::foreign;
use crate::text::lexer::Token;
use crate::text::span::Span;

impl Parser {
    pub(super) fn expression(&mut self) -> Result<Expr> {
        self.nested(|parser| {
            let then = parser.binary(0)?;
            if !parser.is_word("if") || !parser.conditional_follows() {
                return Ok(then);
            }
            let mut height = parser.height;
            parser.advance();
            let condition = parser.binary(0)?;
            height = height.max(parser.height);
            parser.expect_word("else", "and the value otherwise")?;
            let otherwise = parser.expression()?;
            parser.grow(height.max(parser.height))?;
            let span = then.span.to(otherwise.span);
            Ok(Expr {
                kind: ExprKind::Conditional {
                    then: Box::new(then),
                    condition: Box::new(condition),
                    otherwise: Box::new(otherwise),
                },
                span,
            })
        })
    }

    /// Whether the `if` at this place belongs to `a if c else b`: an `else` follows on
    /// the same line, before a bracket closes that is open here.
    pub(super) fn conditional_follows(&self) -> bool {
        let mut open = 0;
        for ahead in 1.. {
            match self.peek_at(ahead) {
                Token::Sign("(" | "[" | "{") => open += 1,
                Token::Sign(")" | "]" | "}" | ":") if open == 0 => return false,
                Token::Sign(")" | "]" | "}") => open -= 1,
                Token::Word(word) if open == 0 && &**word == "else" => return true,
                Token::Newline | Token::End => return false,
                _ => {}
            }
        }
        false
    }

    /// Reads an expression whose operators outside of brackets bind at least as
    /// strongly as `least`.
    pub(super) fn binary(&mut self, least: u8) -> Result<Expr> {
        let read = self.nested(|parser| parser.binary_inner(least));
        self.behind = Some(self.at);
        read
    }

    pub(super) fn binary_inner(&mut self, least: u8) -> Result<Expr> {
        let mut left = self.unary()?;
        loop {
            let Some((operator, strength)) = self.operator() else {
                return Ok(left);
            };
            if strength < least {
                return Ok(left);
            }
            let mut height = self.height;
            let kind = match operator {
                Operator::Binary(op) => {
                    self.advance();
                    // `**` groups to the right, every other operator to the left.
                    let next = strength + u8::from(op != BinaryOp::Power);
                    let right = self.binary(next)?;
                    height = height.max(self.height);
                    let span = left.span.to(right.span);
                    Expr {
                        kind: ExprKind::Binary(op, Box::new(left), Box::new(right)),
                        span,
                    }
                }
                Operator::Range => {
                    self.advance();
                    let right = self.binary(strength + 1)?;
                    height = height.max(self.height);
                    let span = left.span.to(right.span);
                    Expr {
                        kind: ExprKind::Range(Box::new(left), Box::new(right)),
                        span,
                    }
                }
                Operator::Compare => {
                    let mut rest = Vec::new();
                    while let Some(op) = self.comparison() {
                        let right = self.binary(strength + 1)?;
                        height = height.max(self.height);
                        rest.push((op, right));
                    }
                    let end = rest.last().map_or(left.span, |(_, expr)| expr.span);
                    let span = left.span.to(end);
                    Expr {
                        kind: ExprKind::Compare(Box::new(left), rest),
                        span,
                    }
                }
            };
            left = kind;
            self.grow(height)?;
        }
    }

    fn operator(&self) -> Option<(Operator, u8)> {
        Some(match self.peek() {
            Token::Word(word) => match &**word {
                "or" => (Operator::Binary(BinaryOp::Or), 1),
                "and" => (Operator::Binary(BinaryOp::And), 2),
                "in" => (Operator::Compare, 4),
                "not" if matches!(self.peek_at(1), Token::Word(w) if &**w == "in") => {
                    (Operator::Compare, 4)
                }
                _ => return None,
            },
            Token::Sign(sign) => match *sign {
                "==" | "!=" | "<" | "<=" | ">" | ">=" => (Operator::Compare, 4),
                "|" => (Operator::Binary(BinaryOp::Union), LOWEST_IN_RANGE - 3),
                "&" => (
                    Operator::Binary(BinaryOp::Intersection),
                    LOWEST_IN_RANGE - 2,
                ),
                ".." => (Operator::Range, LOWEST_IN_RANGE - 1),
                "+" => (Operator::Binary(BinaryOp::Add), LOWEST_IN_RANGE),
                "-" => (Operator::Binary(BinaryOp::Subtract), LOWEST_IN_RANGE),
                "*" => (Operator::Binary(BinaryOp::Multiply), LOWEST_IN_RANGE + 1),
                "//" => (Operator::Binary(BinaryOp::Divide), LOWEST_IN_RANGE + 1),
                "%" => (Operator::Binary(BinaryOp::Modulo), LOWEST_IN_RANGE + 1),
                "**" => (Operator::Binary(BinaryOp::Power), LOWEST_IN_RANGE + 3),
                _ => return None,
            },
            _ => return None,
        })
    }

    pub(super) fn comparison(&mut self) -> Option<CompareOp> {
        let op = match self.peek() {
            Token::Word(word) if &**word == "in" => CompareOp::In,
            Token::Word(word)
                if &**word == "not"
                    && matches!(self.peek_at(1), Token::Word(w) if &**w == "in") =>
            {
                self.advance();
                CompareOp::NotIn
            }
            Token::Sign("==") => CompareOp::Equal,
            Token::Sign("!=") => CompareOp::NotEqual,
            Token::Sign("<") => CompareOp::Less,
            Token::Sign("<=") => CompareOp::LessEqual,
            Token::Sign(">") => CompareOp::Greater,
            Token::Sign(">=") => CompareOp::GreaterEqual,
            _ => return None,
        };
        self.advance();
        Some(op)
    }

    pub(super) fn unary(&mut self) -> Result<Expr> {
        let start = self.span();
        let (op, strength) = if self.is_word("not") {
            (UnaryOp::Not, 3)
        } else if self.is_sign("-") {
            (UnaryOp::Negate, LOWEST_IN_RANGE + 2)
        } else if self.is_sign("!") {
            return Err(self.unexpected("an expression").help("write `not`"));
        } else {
            return self.postfix();
        };
        self.advance();
        let operand = self.binary(strength)?;
        self.grow(self.height)?;
        let span = start.to(operand.span);
        // `-1` is read as one number, so that it is known as a number in a set, a range
        // and an index.
        let kind = match (op, operand.kind) {
            (UnaryOp::Negate, ExprKind::Int(value)) => ExprKind::Int(-value),
            (op, kind) => ExprKind::Unary(
                op,
                Box::new(Expr {
                    kind,
                    span: operand.span,
                }),
            ),
        };
        Ok(Expr { kind, span })
    }

    pub(super) fn postfix(&mut self) -> Result<Expr> {
        let mut expr = self.primary()?;
        loop {
            if self.is_sign("(") {
                return Err(Diagnostic::new(
                    "only a name can be called",
                    self.span(),
                    "this is called like a function",
                )
                .help(match expr.kind {
                    ExprKind::Me | ExprKind::Other | ExprKind::Stuck => {
                        "this word has no arguments: leave them out"
                    }
                    _ => "to multiply write `*`",
                }));
            }
            if self.eat_sign("[").is_none() {
                return Ok(expr);
            }
            let height = self.height;
            let index = self.nested(Self::index)?;
            let end = self.expect_sign("]", "after the index")?;
            self.grow(height.max(self.height))?;
            let span = expr.span.to(end);
            expr = Expr {
                kind: ExprKind::Index(Box::new(expr), Box::new(index)),
                span,
            };
        }
    }

    /// Reads what stands between `[` and `]`: one expression, or several, which make a
    /// tuple.
    pub(super) fn index(&mut self) -> Result<Expr> {
        let (mut parts, span) = self.list_until("]")?;
        match (parts.pop(), parts.is_empty()) {
            (Some(only), true) => Ok(only),
            (Some(last), false) => {
                parts.push(last);
                Ok(Expr {
                    kind: ExprKind::Tuple(parts),
                    span,
                })
            }
            (None, _) => Err(self.unexpected("an index")),
        }
    }

    /// Reads expressions separated by commas, up to the bracket `close`, which is not
    /// read.
    pub(super) fn list_until(&mut self, close: &str) -> Result<(Vec<Expr>, Span)> {
        let start = self.span();
        let mut parts = Vec::new();
        let mut height = 0;
        while !self.is_sign(close) {
            parts.push(self.expression()?);
            height = height.max(self.height);
            if self.eat_sign(",").is_none() {
                break;
            }
        }
        self.grow(height)?;
        Ok((parts, start.to(self.last_span())))
    }

    pub(super) fn primary(&mut self) -> Result<Expr> {
        let start = self.span();
        self.height = 1;
        let kind = match self.peek().clone() {
            Token::Int(value) => {
                self.advance();
                ExprKind::Int(value)
            }
            Token::Text(text) => {
                self.advance();
                ExprKind::Text(text)
            }
            Token::Word(word) => return self.word(&word),
            Token::Sign("(") => {
                self.advance();
                let (mut parts, _) = self.list_until(")")?;
                let comma = matches!(self.tokens[self.at - 1].0, Token::Sign(","));
                let end = self.expect_sign(")", "to close the bracket")?;
                let span = start.to(end);
                if parts.len() == 1 && !comma {
                    let inner = parts.remove(0);
                    return Ok(Expr {
                        kind: inner.kind,
                        span,
                    });
                }
                if parts.len() < 2 {
                    return Err(Diagnostic::new(
                        "a tuple has at least two components",
                        span,
                        "expected two values or more",
                    )
                    .help("for a collection write `[…]` or `{…}`"));
                }
                return Ok(Expr {
                    kind: ExprKind::Tuple(parts),
                    span,
                });
            }
            Token::Sign("[") => {
                self.advance();
                let kind = self.nested(|p| p.collection(Collection::List, "]"))?;
                self.expect_sign("]", "to close the list")?;
                kind
            }
            Token::Sign("{") => {
                self.advance();
                let kind = self.nested(Self::braces)?;
                self.expect_sign("}", "to close the set")?;
                kind
            }
            _ => return Err(self.unexpected("a value")),
        };
        Ok(Expr {
            kind,
            span: start.to(self.last_span()),
        })
    }

    pub(super) fn collection(
        &mut self,
        collection: Collection,
        close: &'static str,
    ) -> Result<ExprKind> {
        if self.is_sign(close) {
            return Ok(match collection {
                Collection::List => ExprKind::List(Vec::new()),
                Collection::Set => ExprKind::Set(Vec::new()),
            });
        }
        let first = self.expression()?;
        self.collection_after(first, collection, close)
    }

    /// Reads the rest of a list or set whose first element has been read.
    pub(super) fn collection_after(
        &mut self,
        first: Expr,
        collection: Collection,
        close: &'static str,
    ) -> Result<ExprKind> {
        let mut height = self.height;
        if self.is_word("for") {
            let clauses = self.clauses()?;
            self.grow(height.max(self.height))?;
            return Ok(ExprKind::Comprehension {
                collection,
                element: Box::new(first),
                clauses,
            });
        }
        let mut parts = vec![first];
        while self.eat_sign(",").is_some() && !self.is_sign(close) {
            parts.push(self.expression()?);
            height = height.max(self.height);
        }
        self.grow(height)?;
        Ok(match collection {
            Collection::List => ExprKind::List(parts),
            Collection::Set => ExprKind::Set(parts),
        })
    }

    /// Reads a set, or a map if a `:` follows the first element.
    pub(super) fn braces(&mut self) -> Result<ExprKind> {
        if self.is_sign("}") {
            return Ok(ExprKind::Set(Vec::new()));
        }
        let mut key = self.expression()?;
        if !self.is_sign(":") {
            return self.collection_after(key, Collection::Set, "}");
        }
        let mut entries = Vec::new();
        let mut height = self.height;
        loop {
            self.expect_sign(":", "and the value of this key")?;
            let value = self.expression()?;
            height = height.max(self.height);
            if entries.is_empty() && self.is_word("for") {
                let clauses = self.clauses()?;
                self.grow(height.max(self.height))?;
                let of = MapFor {
                    key,
                    value,
                    clauses,
                };
                return Ok(ExprKind::MapComprehension(Box::new(of)));
            }
            entries.push((key, value));
            if self.eat_sign(",").is_none() || self.is_sign("}") {
                break;
            }
            key = self.expression()?;
            height = height.max(self.height);
        }
        self.grow(height)?;
        Ok(ExprKind::Map(entries))
    }

    pub(super) fn word(&mut self, word: &Arc<str>) -> Result<Expr> {
        let start = self.span();
        let kind = match &**word {
            "true" => ExprKind::Bool(true),
            "false" => ExprKind::Bool(false),
            "none" => ExprKind::None,
            "me" => ExprKind::Me,
            "other" => ExprKind::Other,
            "stuck" => ExprKind::Stuck,
            "player" => ExprKind::Name(word.clone()),
            reserved if RESERVED.contains(&reserved) => {
                let fault = self.unexpected("a value");
                return Err(match reserved {
                    "if" => fault.help(foreign::CHOICE),
                    "grid" | "bag" | "bool" => fault.help(format!(
                        "`{word}` is a type: give it a name by `type cells = {word}…`"
                    )),
                    _ if DECLARATIONS.contains(&reserved) => fault.help(format!(
                        "`{word}` is a word of the language and no value: is the line above finished?"
                    )),
                    _ => fault.help(format!(
                        "`{word}` is a word of the language and cannot be used as a name"
                    )),
                });
            }
            _ if matches!(self.peek_at(1), Token::Sign("(")) => return self.call(),
            _ => ExprKind::Name(word.clone()),
        };
        self.advance();
        Ok(Expr { kind, span: start })
    }

    /// Reads what stands behind the start of a closure: `, pattern -> step`.
    fn closure_after(&mut self, start: Expr) -> Result<ExprKind> {
        let height = self.height;
        if self.eat_sign(",").is_none() {
            return Err(self
                .unexpected("`,` and the step from an element")
                .help(CLOSURE_FORM));
        }
        let pattern = self.pattern_term()?;
        if self.eat_sign("->").is_none() {
            return Err(self
                .unexpected("`->` and the elements to which there is a step")
                .help(CLOSURE_FORM));
        }
        let step = self.expression()?;
        self.grow(height.max(self.height))?;
        let closure = Closure {
            start,
            pattern,
            step,
        };
        Ok(ExprKind::Closure(Box::new(closure)))
    }

    pub(super) fn call(&mut self) -> Result<Expr> {
        let function = self.name("a function")?;
        let start = function.span;
        self.advance();
        let kind =
            self.nested(|parser| {
                if parser.is_sign(")") {
                    let fault = parser.unexpected("an argument");
                    return Err(match foreign::function(&function.text) {
                        Some(advice) => fault.help(advice),
                        None => fault.help(format!(
                            "a `let` without arguments is used without brackets: `{}`",
                            function.text
                        )),
                    });
                }
                let first = parser.expression()?;
                if &*function.text == CLOSURE {
                    return parser.closure_after(first);
                }
                let mut height = parser.height;
                if parser.is_word("for") {
                    let Some(op) = FoldOp::named(&function.text) else {
                        return Err(Diagnostic::new(
                            format!("`{}` does not take a comprehension", function.text),
                            parser.span(),
                            "`for` is not expected here",
                        )
                        .help(foreign::function(&function.text).unwrap_or(
                            "any, all, count, sum, min and max do; a list is `[… for …]`",
                        )));
                    };
                    let clauses = parser.clauses()?;
                    parser.grow(height.max(parser.height))?;
                    return Ok(ExprKind::Fold {
                        op,
                        element: Box::new(first),
                        clauses,
                    });
                }
                let mut arguments = vec![first];
                while parser.eat_sign(",").is_some() && !parser.is_sign(")") {
                    arguments.push(parser.expression()?);
                    height = height.max(parser.height);
                }
                parser.grow(height)?;
                Ok(ExprKind::Call {
                    function: function.clone(),
                    arguments,
                })
            })?;
        let end = self.expect_sign(")", "after the arguments")?;
        Ok(Expr {
            kind,
            span: start.to(end),
        })
    }
}

/// How a closure is written, for messages.
const CLOSURE_FORM: &str = "a closure is the start and the step from each element: \
     `closure({a}, c -> {d for d in near[c] if …})`";

/// What may stand between two operands.
enum Operator {
    Binary(BinaryOp),
    Range,
    Compare,
}

/// The strength of `+`, the weakest operator that a bound of a range may have outside
/// of brackets.
pub(super) const LOWEST_IN_RANGE: u8 = 8;
