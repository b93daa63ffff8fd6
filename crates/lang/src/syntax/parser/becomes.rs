//! `becomes`: the games that a move leaves in the place of its own.

use super::Parser;
use crate::syntax::ast::{Becomes, LeftGame};
use crate::text::diagnostic::{Diagnostic, Result};
use crate::text::lexer::Token;

/// What stands behind `becomes`.
const FORM: &str = "write `becomes row(i) + row(n - i)`, or `becomes nothing`";

impl Parser {
    /// Whether the body of a move begins here with `becomes`.
    pub(super) fn begins_becomes(&self) -> bool {
        let body = [self.peek_at(0), self.peek_at(1), self.peek_at(2)];
        let [colon, line, indent] = body;
        let is_word = |token: &Token| matches!(token, Token::Word(word) if &**word == "becomes");
        let is_assigned = matches!(self.peek_at(4), Token::Sign("=" | "+=" | "-=" | "[" | ","));
        matches!(colon, Token::Sign(":"))
            && *line == Token::Newline
            && *indent == Token::Indent
            && is_word(self.peek_at(3))
            && !is_assigned
    }

    /// Reads the body of a move that begins with `becomes`.
    pub(super) fn becomes(&mut self) -> Result<Becomes> {
        for _ in 0..3 {
            self.advance();
        }
        let start = self.advance();
        let mut parts = Vec::new();
        if self.is_word("nothing") && *self.peek_at(1) == Token::Newline {
            self.advance();
        } else {
            loop {
                parts.push(self.left_game()?);
                if self.eat_sign("+").is_none() {
                    break;
                }
            }
        }
        let span = start.to(self.last_span());
        self.expect_newline("after the games that are left")
            .map_err(|fault| fault.help(FORM))?;
        if *self.peek() != Token::Dedent {
            return Err(Diagnostic::new(
                "a move that leaves other games does nothing else",
                self.span(),
                "stands beside `becomes`",
            )
            .related(span, "the games that are left")
            .help("what the games need is worked out in the line of the move: `move cut(i in 1..n-1, j = n - i)`"));
        }
        self.advance();
        Ok(Becomes { parts, span })
    }

    fn left_game(&mut self) -> Result<LeftGame> {
        if !matches!(self.peek(), Token::Word(_)) {
            return Err(self.unexpected("the name of a game").help(FORM));
        }
        let game = self.name("the game that is left")?;
        let arguments = self.arguments()?;
        Ok(LeftGame { game, arguments })
    }
}
