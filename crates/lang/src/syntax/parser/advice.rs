//! Advice about a token that stands where it cannot, because another language has it there.

use super::{DECLARATIONS, Parser, RESERVED};
use crate::text::diagnostic::Diagnostic;
use crate::text::foreign::{self, CHOICE, COMMENT, RANGE};
use crate::text::lexer::Token;

/// The words of the language that are values.
const VALUES: [&str; 6] = ["true", "false", "none", "me", "other", "stuck"];

/// Advice where a body is expected.
pub(super) const BODY: &str = "end the line with `:` and indent the body below it";

/// Advice where two values are compared as in another language.
pub(super) const EQUALITY: &str = "equality is written `==`";

impl Parser {
    /// Returns advice about the token at this place and its neighbours, or `None` if they are
    /// like nothing that another language has.
    pub(super) fn advice(&self) -> Option<&'static str> {
        let before = match self.at {
            // Nothing stands before the first token, not even the end of a line.
            0 => &Token::End,
            at => &self.tokens[at - 1].0,
        };
        let begins_line = matches!(before, Token::Newline | Token::Indent | Token::Dedent);
        Some(match (before, self.peek(), self.peek_at(1)) {
            (_, Token::Sign("//"), next) if *next != Token::Sign("=") => COMMENT,
            (_, Token::Sign("/"), Token::Sign("*" | "**")) => COMMENT,
            (_, Token::Sign("*" | "%" | "-") | Token::Text(_), _) if begins_line => COMMENT,
            (Token::Sign(".."), Token::Sign(_) | Token::Newline, _) | (_, Token::Sign(".."), _) => {
                RANGE
            }
            (_, Token::Sign("//" | "/" | "*" | "**" | "%" | "|" | "&"), Token::Sign("=")) => {
                "only `+=` and `-=` change by a value; else write `x = x * 2`"
            }
            (_, Token::Sign("+"), Token::Sign("+")) | (Token::Sign("+"), Token::Sign("+"), _) => {
                "to add one write `x += 1`"
            }
            (_, Token::Sign("-"), Token::Sign("-")) => "to subtract one write `x -= 1`",
            (Token::Sign("="), Token::Sign("+"), _) => "to add write `+=`",
            (_, Token::Sign(":"), Token::Sign("=")) if self.is_behind() => EQUALITY,
            (_, Token::Sign(":"), Token::Sign("=")) => "write `=` alone",
            (_, Token::Sign("="), Token::Sign(">")) => "greater or equal is written `>=`",
            (_, Token::Sign("="), Token::Sign("<")) => "less or equal is written `<=`",
            (Token::Sign("!="), Token::Sign("="), _) | (Token::Sign("<"), Token::Sign(">"), _) => {
                "different is written `!=`"
            }
            (Token::Sign("=="), Token::Sign("="), _) => EQUALITY,
            (Token::Sign("&"), Token::Sign("&"), _) => "both conditions: write `and`",
            (Token::Sign("|"), Token::Sign("|"), _) => "one condition or the other: write `or`",
            (Token::Sign("=" | "(" | "<" | "=="), Token::Sign("|"), _) => {
                "the number of elements is `len(x)`"
            }
            (_, Token::Sign("!"), _) if self.is_behind() => "write `not`, or `!=` for different",
            (_, Token::Sign("!"), _) => "write `not`",
            (_, Token::Sign("/"), _) => "division is `//` and rounds down",
            (Token::Int(_), Token::Sign("."), _) | (_, Token::Sign("."), Token::Int(_)) => {
                "all numbers are whole; a range is written `1..3`"
            }
            (_, Token::Sign("."), _) => {
                "a value has no fields and no methods: write `x[i]`, `len(x)`, `c in x`"
            }
            (_, Token::Sign("?"), _) => CHOICE,
            (Token::Word(word), Token::Sign(":"), _) if DECLARATIONS.contains(&&**word) => {
                "this is a word of the language: remove the `:`, or choose another name"
            }
            (_, Token::Sign("="), _) if self.is_behind() => EQUALITY,
            (Token::Word(not), _, _) if self.is_behind() && not.eq_ignore_ascii_case("not") => {
                "write `not`"
            }
            (_, Token::Word(word), _) if self.is_behind() => {
                let is_loud = word.chars().all(char::is_uppercase);
                return match foreign::operator(word) {
                    _ if !is_loud && self.divides_before() => Some(COMMENT),
                    advice => advice,
                };
            }
            _ => return None,
        })
    }

    /// Adds to a fault that an operator is missing if a value stands right behind a value.
    pub(super) fn or_operator(&self, fault: Box<Diagnostic>) -> Box<Diagnostic> {
        let is_value = match self.peek() {
            Token::Word(word) => !RESERVED.contains(&&**word) || VALUES.contains(&&**word),
            Token::Int(_) => true,
            _ => false,
        };
        if is_value && self.is_behind() {
            fault.help("an operator or a comma is missing here; a function has brackets: `any(…)`")
        } else {
            fault
        }
    }

    /// Whether an expression ends right before this place, so that an operator might follow.
    pub(super) fn is_behind(&self) -> bool {
        self.behind == Some(self.at)
    }

    /// Whether `//` stands between the beginning of this line and this place.
    fn divides_before(&self) -> bool {
        self.tokens[..self.at]
            .iter()
            .rev()
            .take_while(|(token, _)| *token != Token::Newline)
            .any(|(token, _)| *token == Token::Sign("//"))
    }
}
