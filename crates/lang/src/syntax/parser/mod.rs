//! Makes a syntax tree of tokens: by recursive descent for declarations and statements, and
//! for expressions by precedence climbing, a form of V. Pratt's top-down operator precedence
//! (1973).

use crate::syntax::ast::{Expr, File, Name};
use crate::text::diagnostic::{Diagnostic, Result};
use crate::text::foreign::{CHOICE, RANGE};
use crate::text::lexer::{Origin, Token, tokens};
use crate::text::span::Span;

mod declaration;
mod ty;
mod pattern;
mod becomes;
mod statement;
mod expression;
mod template;
mod advice;

/// The deepest that expressions and blocks may nest; a bracket takes two or three
/// levels. It is far more than a person writes, and so little that every walk over the
/// tree may be recursive.
const DEEPEST: u32 = 120;

/// The greatest height of the tree of an expression, which also grows by chains such as
/// `a + b + c`.
const TALLEST: u32 = 240;

/// The words that cannot be names.
const RESERVED: [&str; 31] = [
    "again",
    "and",
    "bag",
    "bool",
    "draw",
    "elif",
    "else",
    "false",
    "for",
    "game",
    "grid",
    "if",
    "impartial",
    "in",
    "let",
    "me",
    "misere",
    "move",
    "none",
    "not",
    "of",
    "or",
    "other",
    "player",
    "players",
    "require",
    "stuck",
    "true",
    "type",
    "win",
    "show",
];

/// The words that begin declarations, for the advice in messages.
const DECLARATIONS: [&str; 14] = [
    "assert",
    "game",
    "players",
    "impartial",
    "misere",
    "require",
    "type",
    "let",
    "move",
    "win",
    "draw",
    "symmetry",
    "show",
    "sum",
];

/// Advice where elements are chosen by a condition.
const ELEMENTS: &str = "a condition on elements follows a `for`: `{k for k in 1..9 if …}`";

/// Reads a rules file.
pub(crate) fn parse(source: &str) -> Result<File> {
    let mut parser = Parser::new(tokens(source, Origin::Rules)?);
    let mut games = Vec::new();
    while *parser.peek() != Token::End {
        games.push(parser.game()?);
    }
    if games.is_empty() {
        return Err(Diagnostic::new(
            "there is no game in this file",
            parser.span(),
            "expected `game name`",
        )
        .help("begin with a line such as `game nim(n = 5)`"));
    }
    Ok(File { games })
}

/// Reads the expression that a caller sets a parameter to.
pub(crate) fn parse_setting(source: &str) -> Result<Expr> {
    parse_expression(source, Origin::Setting, 0)
}

/// Reads one expression that stands alone. `source` begins at byte `base` of a larger
/// text; the places in the tree and in faults are places of the larger text.
fn parse_expression(source: &str, origin: Origin, base: usize) -> Result<Expr> {
    let shifted = |span: Span| Span {
        start: span.start + base,
        end: span.end + base,
    };
    let tokens = tokens(source, origin)
        .map_err(|mut fault| {
            fault.span = shifted(fault.span);
            fault
        })?
        .into_iter()
        .map(|(token, span)| (token, shifted(span)))
        .collect();
    let mut parser = Parser::new(tokens);
    let expr = parser.expression()?;
    parser.expect_newline("after the value")?;
    if *parser.peek() != Token::End {
        return Err(parser.unexpected("nothing after the value"));
    }
    Ok(expr)
}

struct Parser {
    tokens: Vec<(Token, Span)>,
    at: usize,
    /// The number of nested constructs that are open at this place.
    depth: u32,
    /// The height of the tree of the expression that was read last.
    height: u32,
    /// The place behind the expression that was read last.
    behind: Option<usize>,
}

impl Parser {
    fn new(tokens: Vec<(Token, Span)>) -> Self {
        Self {
            tokens,
            at: 0,
            depth: 0,
            height: 0,
            behind: None,
        }
    }

    // Looking and stepping.

    fn peek(&self) -> &Token {
        &self.tokens[self.at].0
    }

    fn peek_at(&self, ahead: usize) -> &Token {
        let last = self.tokens.len() - 1;
        &self.tokens[(self.at + ahead).min(last)].0
    }

    fn span(&self) -> Span {
        self.tokens[self.at].1
    }

    fn last_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].1
    }

    fn advance(&mut self) -> Span {
        let span = self.span();
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
        span
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Token::Sign(found) if *found == sign)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Word(found) if &**found == word)
    }

    fn eat_sign(&mut self, sign: &str) -> Option<Span> {
        self.is_sign(sign).then(|| self.advance())
    }

    fn eat_word(&mut self, word: &str) -> Option<Span> {
        self.is_word(word).then(|| self.advance())
    }

    fn unexpected(&self, wanted: &str) -> Box<Diagnostic> {
        let fault = Diagnostic::new(
            format!("expected {wanted}, found {}", self.peek().describe()),
            self.span(),
            format!("expected {wanted}"),
        );
        match self.advice() {
            Some(advice) => fault.help(advice),
            None => fault,
        }
    }

    fn expect_sign(&mut self, sign: &'static str, place: &str) -> Result<Span> {
        self.eat_sign(sign).ok_or_else(|| {
            let fault = self.unexpected(&format!("`{sign}` {place}"));
            match (sign, self.peek(), self.peek_at(1)) {
                (")" | "]", Token::Sign(":"), Token::Int(_)) => fault.help(RANGE),
                ("]", Token::Sign(":" | ","), _) if self.is_behind() => fault.help(ELEMENTS),
                ("]" | "}", Token::Word(word), _) if &**word == "if" => fault.help(ELEMENTS),
                _ => self.or_operator(fault),
            }
        })
    }

    fn expect_word(&mut self, word: &'static str, place: &str) -> Result<Span> {
        self.eat_word(word)
            .ok_or_else(|| self.unexpected(&format!("`{word}` {place}")))
    }

    fn expect_newline(&mut self, place: &str) -> Result<()> {
        if *self.peek() == Token::Newline {
            self.advance();
            Ok(())
        } else {
            let fault = self.unexpected(&format!("the end of the line {place}"));
            Err(match self.peek() {
                Token::Sign(":") => fault.help("remove the `:`, as no body can follow"),
                Token::Sign(",") => fault
                    .help("conditions are joined by `and`; several values have brackets: `{1, 3}`, `(1, 3)`"),
                Token::Word(word) if &**word == "if" && self.is_behind() => fault.help(CHOICE),
                Token::Word(word) if &**word == "for" => {
                    fault.help("a condition on elements is `any(… for c in cells)` or `all(…)`")
                }
                Token::Word(word) if &**word == "else" => {
                    fault.help("each result has its own line; a choice between two values is `a if condition else b`")
                }
                _ => self.or_operator(fault),
            })
        }
    }

    fn name(&mut self, wanted: &str) -> Result<Name> {
        match self.peek() {
            Token::Word(word) if RESERVED.contains(&&**word) => Err(Diagnostic::new(
                format!("expected {wanted}, found the word `{word}` of the language"),
                self.span(),
                format!("expected {wanted}"),
            )
            .help(format!("choose another name, such as `{word}_`"))),
            Token::Word(word) => {
                let text = word.clone();
                let span = self.advance();
                Ok(Name { text, span })
            }
            _ => Err(self.unexpected(wanted)),
        }
    }

    /// Runs `read` one level deeper.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth >= DEEPEST {
            return Err(Diagnostic::new(
                "this is nested too deeply",
                self.span(),
                "too many brackets or blocks around this".to_owned(),
            )
            .help("give a part of it a name with `let`"));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Notes that an expression was made whose tallest operand has the height `height`.
    fn grow(&mut self, height: u32) -> Result<()> {
        self.height = height + 1;
        if self.height > TALLEST {
            return Err(Diagnostic::new(
                "this expression is too long",
                self.last_span(),
                format!("more than {TALLEST} operations in a row"),
            )
            .help("give a part of it a name with `let`"));
        }
        Ok(())
    }
}
