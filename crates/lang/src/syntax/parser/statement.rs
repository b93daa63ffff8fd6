//! Statements of the bodies of moves.

use super::advice::{BODY, EQUALITY};
use super::{Parser, RESERVED};
use crate::syntax::ast::{AssignOp, Repeat, Stmt, Target};
use crate::text::diagnostic::{Diagnostic, Result};
use crate::text::foreign;
use crate::text::lexer::Token;

impl Parser {
    /// Reads `:` and an indented block; `of` names what the block belongs to.
    pub(super) fn block(&mut self, of: &str) -> Result<Vec<Stmt>> {
        if !self.is_sign(":") {
            let fault = self.unexpected(&format!("`:` and the body of {of}"));
            return Err(self.or_operator(fault).help(BODY));
        }
        self.advance();
        if *self.peek() != Token::Newline {
            return Err(self.unexpected("the end of the line after `:`").help(
                if self.is_sign("=") {
                    EQUALITY
                } else {
                    "write the body on its own lines, indented"
                },
            ));
        }
        self.advance();
        if *self.peek() != Token::Indent {
            return Err(Diagnostic::new(
                format!("the body of {of} is missing"),
                self.last_span(),
                "expected an indented block",
            )
            .help("indent what belongs to it by four spaces"));
        }
        self.advance();
        self.nested(|parser| {
            let mut body = Vec::new();
            while *parser.peek() != Token::Dedent {
                if *parser.peek() == Token::Indent {
                    return Err(Diagnostic::new(
                        "this line is indented more than its block",
                        parser.span(),
                        "nothing above opens a block",
                    )
                    .help("give the lines of one block the same number of spaces"));
                }
                body.push(parser.statement()?);
            }
            parser.advance();
            Ok(body)
        })
    }

    pub(super) fn statement(&mut self) -> Result<Stmt> {
        let word = match self.peek() {
            Token::Word(word) => word.clone(),
            _ => return Err(self.unexpected("a statement")),
        };
        match &*word {
            "if" => {
                self.advance();
                let mut arms = vec![(self.expression()?, self.block("`if`")?)];
                let mut otherwise = Vec::new();
                loop {
                    if self.eat_word("elif").is_some() {
                        arms.push((self.expression()?, self.block("`elif`")?));
                    } else if self.eat_word("else").is_some() {
                        if self.is_word("if") {
                            return Err(self
                                .unexpected("`:` and the body of `else`")
                                .help("`else if` is written `elif`"));
                        }
                        otherwise = self.block("`else`")?;
                        break;
                    } else {
                        break;
                    }
                }
                Ok(Stmt::If { arms, otherwise })
            }
            "elif" | "else" => Err(Diagnostic::new(
                format!("`{word}` without an `if`"),
                self.span(),
                "there is no `if` before it in this block",
            )
            .help("give it the indentation of its `if`")),
            "for" => {
                let clauses = self.clauses()?;
                let body = self.block("`for`")?;
                Ok(Stmt::For { clauses, body })
            }
            "repeat" if !self.names_a_variable() => {
                self.advance();
                let bound = self.expression()?;
                if self.eat_word("while").is_none() {
                    return Err(self.unexpected("`while` and a condition").help(
                        "say how often at most, and as long as what: `repeat 20 while heap > 9:`",
                    ));
                }
                let condition = self.expression()?;
                let body = self.block("`repeat`")?;
                Ok(Stmt::Repeat(Repeat {
                    bound,
                    condition,
                    body,
                }))
            }
            "while" if !self.names_a_variable() => Err(Diagnostic::new(
                "a loop needs a bound",
                self.span(),
                "nothing says how often at most",
            )
            .help("write `repeat 20 while …:`, with a bound that is never passed")),
            "assert" if !self.names_a_variable() => {
                self.advance();
                let condition = self.expression()?;
                self.expect_newline("after the condition")?;
                Ok(Stmt::Assert(condition))
            }
            "let" => {
                self.advance();
                let name = self.name("the name to define")?;
                if self.is_sign("(") {
                    return Err(self
                        .unexpected("`=`")
                        .help("define functions outside of moves"));
                }
                self.expect_sign("=", "and the value")
                    .map_err(|fault| fault.help("write `let y = …`, or `x = …` to change `x`"))?;
                let value = self.expression()?;
                self.expect_newline("after the value")?;
                Ok(Stmt::Let { name, value })
            }
            "again" => {
                self.advance();
                if self.is_word("if") {
                    return Err(self
                        .unexpected("the end of the line after `again`")
                        .help("put it under an `if …:`"));
                }
                self.expect_newline("after `again`")?;
                Ok(Stmt::Again)
            }
            "gain" if !self.names_a_variable() => {
                let start = self.advance();
                let value = self.expression()?;
                self.expect_newline("after the number")?;
                let span = start.to(value.span);
                Ok(Stmt::Gain { value, span })
            }
            "win" | "draw" => {
                let decl = self.result()?;
                self.expect_newline("after the result")
                    .map_err(|fault| fault.help("a condition begins with `if`: `win me if …`"))?;
                Ok(Stmt::Result(decl))
            }
            _ => self.assignment(),
        }
    }

    /// Whether the word here is the name of a variable, which is declared or changed:
    /// `repeat`, `assert` and `gain` are words of the language only where nothing else makes sense.
    ///
    /// A bracket behind the word is the index of a variable where it is followed as a variable is,
    /// and else begins a list: `score [1, 0, -1][x] if stuck`.
    pub(super) fn names_a_variable(&self) -> bool {
        let follows = |ahead| {
            let next = self.peek_at(ahead);
            matches!(next, Token::Sign("=" | "+=" | "-=" | ":" | ","))
        };
        match self.peek_at(1) {
            Token::Sign("[") => follows(self.after_bracket(1)),
            Token::Sign("==") => true,
            _ => follows(1),
        }
    }

    /// Returns how far ahead the token is that follows the bracket which opens `ahead` tokens from
    /// here, and its closing bracket.
    fn after_bracket(&self, ahead: usize) -> usize {
        let mut open = 0;
        for at in ahead.. {
            match self.peek_at(at) {
                Token::Sign("(" | "[" | "{") => open += 1,
                Token::Sign(")" | "]" | "}") if open == 1 => return at + 1,
                Token::Sign(")" | "]" | "}") => open -= 1,
                Token::End => return at,
                _ => {}
            }
        }
        ahead
    }

    pub(super) fn assignment(&mut self) -> Result<Stmt> {
        let word = self.peek().clone();
        let target = self.target()?;
        if self.is_sign(",") {
            return self.together(target);
        }
        let op = if self.eat_sign("=").is_some() {
            AssignOp::Set
        } else if self.eat_sign("+=").is_some() {
            AssignOp::Add
        } else if self.eat_sign("-=").is_some() {
            AssignOp::Subtract
        } else {
            let fault = self.unexpected("`=`, `+=` or `-=`");
            let advice = match &word {
                Token::Word(word) => foreign::statement(word),
                _ => None,
            };
            if let Some(advice) = advice {
                return Err(fault.help(advice));
            }
            return Err(match self.peek() {
                Token::Sign("<") => fault.help("write `=` alone"),
                Token::Sign("==") => fault.help("`==` compares; to change a variable write `=`"),
                Token::Sign(":") => fault.help(
                    "a value gets a name by `let y = …`; what changes is declared at the left edge",
                ),
                Token::Sign("(") => fault.help("an element is written `board[c]`"),
                _ => fault.help("a body changes variables: `heap -= k`"),
            });
        };
        let value = self.expression()?;
        self.expect_newline("after the new value")?;
        Ok(Stmt::Assign { target, op, value })
    }

    /// Reads the rest of `target, target = value, value` behind the first target.
    fn together(&mut self, first: Target) -> Result<Stmt> {
        let start = first.span;
        let mut targets = vec![first];
        while self.eat_sign(",").is_some() {
            targets.push(self.target()?);
        }
        let span = start.to(self.last_span());
        if self.eat_sign("=").is_none() {
            return Err(self
                .unexpected("`=` and the new values")
                .help("several variables change together by `=` alone: `a, b = b, a`"));
        }
        let mut values = vec![self.expression()?];
        while self.eat_sign(",").is_some() {
            values.push(self.expression()?);
        }
        if targets.len() != values.len() {
            let (of, count) = (targets.len(), values.len());
            let told = if count == 1 { "value" } else { "values" };
            let from = values.first().map_or(span, |value| value.span);
            return Err(Diagnostic::new(
                format!("{count} {told} for {of} variables"),
                from.to(self.last_span()),
                format!("expected {of} values"),
            )
            .related(span, "these change together")
            .help("give each variable a value of its own: `a, b = b, a`"));
        }
        self.expect_newline("after the new values")?;
        Ok(Stmt::Together { targets, values })
    }

    fn target(&mut self) -> Result<Target> {
        if let Token::Word(word) = self.peek()
            && RESERVED.contains(&&**word)
            && let Some(advice) = foreign::statement(word)
        {
            return Err(self.unexpected("a variable to change").help(advice));
        }
        let name = self.name("a variable to change")?;
        let start = name.span;
        let mut indices = Vec::new();
        while self.eat_sign("[").is_some() {
            indices.push(self.nested(Self::index)?);
            self.expect_sign("]", "after the index")?;
        }
        let span = start.to(self.last_span());
        Ok(Target {
            name,
            indices,
            span,
        })
    }
}
