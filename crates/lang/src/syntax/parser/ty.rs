//! Types as they are written.

use super::expression::LOWEST_IN_RANGE;
use super::{Parser, RESERVED};
use crate::syntax::ast::{CellNames, Expr, Name, TypeExpr, TypeKind};
use crate::text::diagnostic::Result;
use crate::text::foreign;
use crate::text::lexer::Token;

/// Advice where a type is expected.
const TYPES: &str = "a type is `0..n`, `bool`, `player`, `player?`, `grid(w, h)`, \
     `bag(k) of …`, `(…, …)` or the name of a type";

impl Parser {
    pub(super) fn ty(&mut self) -> Result<TypeExpr> {
        self.nested(Self::ty_inner)
    }

    pub(super) fn ty_inner(&mut self) -> Result<TypeExpr> {
        let start = self.span();
        if matches!(self.peek(), Token::Sign("=" | ":") | Token::Newline) {
            return Err(self.unexpected("a type").help(TYPES));
        }
        let mut kind = if self.is_sign("(") && !self.tuple_is_expression() {
            self.advance();
            let mut parts = vec![self.ty()?];
            while self.eat_sign(",").is_some() {
                parts.push(self.ty()?);
            }
            self.expect_sign(")", "after the tuple's types")?;
            TypeKind::Tuple(parts)
        } else if self.eat_sign("{").is_some() {
            let names = self.values().map_err(|fault| {
                fault.help(
                    "the values of an enumeration are names: `{red, green}`; numbers are a range: \
                     `0..9`",
                )
            })?;
            TypeKind::Enum(names)
        } else if self.eat_word("bool").is_some() {
            TypeKind::Bool
        } else if self.eat_word("player").is_some() {
            TypeKind::Player
        } else if self.eat_word("grid").is_some() {
            self.grid(CellNames::Numbers)?
        } else if self.is_word("squares") && matches!(self.peek_at(1), Token::Sign("(")) {
            self.advance();
            self.grid(CellNames::Squares)?
        } else if self.eat_word("bag").is_some() {
            self.expect_sign("(", "and the number of things in the bag")?;
            let size = self.expression()?;
            self.expect_sign(")", "after the number of things in the bag")?;
            self.expect_word("of", "and what is in the bag")?;
            TypeKind::Bag(size, Box::new(self.ty()?))
        } else if self.is_word("list")
            && matches!(self.peek_at(1), Token::Word(word) if &**word == "of")
        {
            self.advance();
            self.advance();
            TypeKind::List(Box::new(self.ty()?))
        } else {
            let named = match self.peek() {
                Token::Word(word) if !RESERVED.contains(&&**word) => {
                    let ends = !matches!(
                        self.peek_at(1),
                        Token::Sign("+" | "-" | "*" | "**" | "//" | "%" | ".." | "[" | "(")
                    );
                    ends.then(|| word.clone())
                }
                _ => None,
            };
            if let Some(word) = named {
                self.advance();
                TypeKind::Named(word)
            } else {
                let word = self.peek().clone();
                let low = self.bound()?;
                if !self.is_sign("..") {
                    let fault = self.unexpected("`..` and the largest value");
                    return Err(match word {
                        Token::Word(word) => fault.help(foreign::ty(&word).unwrap_or(TYPES)),
                        _ => fault.help(TYPES),
                    });
                }
                self.advance();
                TypeKind::Range(low, self.bound()?)
            }
        };
        if self.eat_sign("?").is_some() {
            let span = start.to(self.last_span());
            kind = TypeKind::Optional(Box::new(TypeExpr { kind, span }));
        }
        Ok(TypeExpr {
            kind,
            span: start.to(self.last_span()),
        })
    }

    /// Reads the values of an enumeration, behind its first bracket.
    fn values(&mut self) -> Result<Vec<Name>> {
        let mut names = vec![self.name("the first value of the enumeration")?];
        while self.eat_sign(",").is_some() {
            names.push(self.name("a value of the enumeration")?);
        }
        self.expect_sign("}", "after the enumeration")?;
        Ok(names)
    }

    /// Reads a bound of a range. An `=` behind it comes before a first value, and compares nothing.
    fn bound(&mut self) -> Result<Expr> {
        let bound = self.binary(LOWEST_IN_RANGE);
        self.behind = None;
        bound
    }

    /// Reads what stands behind `grid` or `squares`.
    fn grid(&mut self, names: CellNames) -> Result<TypeKind> {
        let (width, height) = self.sides().map_err(|fault| {
            fault.help(match names {
                CellNames::Numbers => "a grid has a width and a height: `grid(3, 3)`",
                CellNames::Squares => "squares have a width and a height: `squares(8, 8)`",
            })
        })?;
        Ok(TypeKind::Grid(width, height, names))
    }

    /// Reads a width and a height in brackets.
    fn sides(&mut self) -> Result<(Expr, Expr)> {
        self.expect_sign("(", "and the grid's width and height")?;
        let width = self.expression()?;
        self.expect_sign(",", "between the grid's width and height")?;
        let height = self.expression()?;
        self.expect_sign(")", "after the grid's width and height")?;
        Ok((width, height))
    }

    /// Whether the bracket at this place opens the first bound of a range, as in `(n +
    /// 1)..9`, rather than a tuple of types.
    pub(super) fn tuple_is_expression(&self) -> bool {
        let mut open = 0;
        for ahead in 0.. {
            match self.peek_at(ahead) {
                Token::Sign("(" | "[" | "{") => open += 1,
                Token::Sign(")" | "]" | "}") => {
                    open -= 1;
                    if open == 0 {
                        return matches!(
                            self.peek_at(ahead + 1),
                            Token::Sign(".." | "+" | "-" | "*" | "//" | "%" | "**")
                        );
                    }
                }
                Token::Newline | Token::End => return false,
                _ => {}
            }
        }
        false
    }
}
