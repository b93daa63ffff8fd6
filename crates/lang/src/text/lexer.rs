//! Splits the text of rules into tokens: words, numbers, signs, and the indentation
//! that makes blocks.
//!
//! A line ends at its newline, unless a bracket is open or the last token of the line
//! needs something to its right (`and`, `+`, `,` …). Comments run from `#` to the end
//! of the line. Indentation becomes [`Token::Indent`] and [`Token::Dedent`].

use std::sync::Arc;

use crate::text::diagnostic::{Diagnostic, Result};
use crate::text::foreign;
use crate::text::span::Span;
use crate::text::visible::is_unprintable;

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// A name or a keyword.
    Word(Arc<str>),
    /// A number.
    Int(i64),
    /// A text without its quotes.
    Text(Arc<str>),
    /// Punctuation or an operator.
    Sign(&'static str),
    /// The end of a logical line.
    Newline,
    /// A block begins.
    Indent,
    /// A block ends.
    Dedent,
    /// The end of the text.
    End,
}

impl Token {
    /// Returns what a message calls the token.
    pub(crate) fn describe(&self) -> String {
        match self {
            Self::Word(word) => format!("`{word}`"),
            Self::Int(value) => format!("`{value}`"),
            Self::Text(text) => format!("the text \"{text}\""),
            Self::Sign(sign) => format!("`{sign}`"),
            Self::Newline => "the end of the line".to_owned(),
            Self::Indent => "an indented line".to_owned(),
            Self::Dedent => "the end of the block".to_owned(),
            Self::End => "the end of the file".to_owned(),
        }
    }
}

/// The signs of the language. The first that fits is taken, so each sign stands before
/// every shorter sign that it begins with: `..` before `.`.
const SIGNS: [&str; 31] = [
    "**", "//", "..", "==", "!=", "<=", ">=", "+=", "-=", "->", "(", ")", "[", "]", "{", "}", ",",
    ":", "=", "<", ">", "+", "-", "*", "%", "?", ".", "/", "!", "|", "&",
];

/// The most bytes that a rules file may have. Rules are written by hand; anything
/// longer is a mistake.
pub(crate) const LONGEST_SOURCE: usize = 1 << 20;

/// The most bytes that the value of a parameter may have: a graph of a hundred thousand edges.
pub(crate) const LONGEST_SETTING: usize = 16 << 20;

/// The most bytes that a name or a text may have: each may be repeated in every line of
/// an answer.
const LONGEST_WORD: usize = 1000;

/// Where a text comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A rules file.
    Rules,
    /// A caller who sets a parameter. Here a power may be written `^`, as it usually is
    /// outside of rules.
    Setting,
}

/// Splits the text into tokens with their places.
pub(crate) fn tokens(source: &str, origin: Origin) -> Result<Vec<(Token, Span)>> {
    let (what, longest) = match origin {
        Origin::Rules => ("rules file", LONGEST_SOURCE),
        Origin::Setting => ("value", LONGEST_SETTING),
    };
    if source.len() > longest {
        return Err(Diagnostic::new(
            format!("this {what} is too long"),
            Span { start: 0, end: 0 },
            format!("{} bytes; at most {longest} are read", source.len()),
        ));
    }
    Lexer {
        source,
        origin,
        // Some editors begin a file with a byte order mark.
        at: source.len() - source.trim_start_matches('\u{feff}').len(),
        tokens: Vec::new(),
        indents: vec![0],
        open: Vec::new(),
    }
    .run()
}

/// Returns the text of these letters as they stand, which have no quotation marks around them.
pub(crate) fn bare_text(letters: &str) -> Result<Arc<str>> {
    let place = |at: usize, length: usize| Span {
        start: at,
        end: at + length,
    };
    if letters.len() > LONGEST_WORD {
        let fault = format!("{} bytes; at most {LONGEST_WORD} are taken", letters.len());
        return Err(Diagnostic::new("this text is too long", place(0, 1), fault).help("shorten it"));
    }
    if let Some(at) = letters.find('"') {
        return Err(Diagnostic::new(
            "no text can have a quotation mark",
            place(at, 1),
            "a quotation mark",
        ));
    }
    check_printable(letters, 0)?;
    Ok(Arc::from(letters))
}

/// Refuses a text with a character that cannot be seen. The text begins at byte `start` of the
/// source.
fn check_printable(text: &str, start: usize) -> Result<()> {
    let Some((at, unprintable)) = text.char_indices().find(|(_, c)| is_unprintable(*c)) else {
        return Ok(());
    };
    let place = Span {
        start: start + at,
        end: start + at + unprintable.len_utf8(),
    };
    Err(Diagnostic::new(
        "a text holds a character that steers a terminal and cannot be seen",
        place,
        format!("U+{:04X}", u32::from(unprintable)),
    )
    .help("remove it; a text is shown as it is"))
}

struct Lexer<'a> {
    source: &'a str,
    origin: Origin,
    at: usize,
    tokens: Vec<(Token, Span)>,
    /// The columns at which the open blocks begin, the outermost block first.
    indents: Vec<usize>,
    /// The open brackets, each with its place.
    open: Vec<(char, Span)>,
}

impl Lexer<'_> {
    fn run(mut self) -> Result<Vec<(Token, Span)>> {
        while self.at < self.source.len() {
            self.line()?;
        }
        if let Some(&(bracket, span)) = self.open.last() {
            return Err(Diagnostic::new(
                format!("`{bracket}` is never closed"),
                span,
                "opened here",
            )
            .help(format!("write `{}` where it ends", closing(bracket))));
        }
        let end = Span {
            start: self.at,
            end: self.at,
        };
        if self
            .tokens
            .last()
            .is_some_and(|(t, _)| *t != Token::Newline)
        {
            self.tokens.push((Token::Newline, end));
        }
        for _ in 1..self.indents.len() {
            self.tokens.push((Token::Dedent, end));
        }
        self.tokens.push((Token::End, end));
        Ok(self.tokens)
    }

    fn rest(&self) -> &str {
        &self.source[self.at..]
    }

    /// Whether the logical line goes on after the newline that was just met.
    fn continues(&self) -> bool {
        if !self.open.is_empty() {
            return true;
        }
        match self.tokens.last() {
            Some((Token::Sign(sign), _)) => !matches!(*sign, ")" | "]" | "}" | ":" | "?"),
            Some((Token::Word(word), _)) => {
                matches!(&**word, "and" | "or" | "not" | "in" | "if" | "else" | "for")
            }
            _ => false,
        }
    }

    /// Reads one physical line, its newline included.
    fn line(&mut self) -> Result<()> {
        let start = self.at;
        while self.rest().starts_with(' ') {
            self.at += 1;
        }
        if self.rest().starts_with('\t') {
            return Err(
                Diagnostic::new("a tab in the indentation", self.here(1), "a tab")
                    .help("indent with spaces"),
            );
        }
        let column = self.at - start;
        let blank = matches!(
            self.rest().as_bytes().first(),
            None | Some(b'\n' | b'\r' | b'#')
        );
        if !blank && !self.continues() {
            self.indentation(column)?;
        }
        loop {
            while self.rest().starts_with([' ', '\t']) {
                self.at += 1;
            }
            let Some(next) = self.rest().chars().next() else {
                return Ok(());
            };
            match next {
                '\r' if self.rest().starts_with("\r\n") => self.at += 1,
                '\n' => {
                    let here = self.here(1);
                    self.at += 1;
                    if !blank && !self.continues() {
                        self.tokens.push((Token::Newline, here));
                    }
                    return Ok(());
                }
                '#' => {
                    self.at += self.rest().find('\n').unwrap_or(self.rest().len());
                }
                _ => self.token(next)?,
            }
        }
    }

    fn indentation(&mut self, column: usize) -> Result<()> {
        let here = self.here(1);
        if column > *self.indents.last().unwrap_or(&0) {
            self.indents.push(column);
            self.tokens.push((Token::Indent, here));
        }
        while column < *self.indents.last().unwrap_or(&0) {
            self.indents.pop();
            self.tokens.push((Token::Dedent, here));
        }
        if column != *self.indents.last().unwrap_or(&0) {
            return Err(Diagnostic::new(
                "no block above has the indentation of this line",
                here,
                format!("column {}", column + 1),
            )
            .help("give the lines of one block the same number of spaces"));
        }
        Ok(())
    }

    fn here(&self, length: usize) -> Span {
        Span {
            start: self.at,
            end: (self.at + length).min(self.source.len()),
        }
    }

    /// Refuses a name or a text (`what`) that is too long. `length` is in bytes,
    /// without quotes.
    fn check_length(&self, what: &str, length: usize) -> Result<()> {
        if length <= LONGEST_WORD {
            return Ok(());
        }
        // The error points at the first character alone: with a page of letters
        // underlined nobody would find the message.
        Err(Diagnostic::new(
            format!("this {what} is too long"),
            self.here(1),
            format!("{length} bytes; at most {LONGEST_WORD} are taken"),
        )
        .help("shorten it"))
    }

    fn push(&mut self, token: Token, length: usize) {
        self.tokens.push((token, self.here(length)));
        self.at += length;
    }

    fn token(&mut self, next: char) -> Result<()> {
        if next.is_ascii_digit() {
            self.number()
        } else if next.is_ascii_alphabetic() || next == '_' {
            let length = self.word_length();
            self.check_length("name", length)?;
            let word = Arc::from(&self.rest()[..length]);
            self.push(Token::Word(word), length);
            Ok(())
        } else if next == '"' {
            self.text()
        } else if let Some(sign) = SIGNS.iter().find(|sign| self.rest().starts_with(**sign)) {
            self.bracket(next)?;
            self.push(Token::Sign(sign), sign.len());
            Ok(())
        } else if next == '^' && self.origin == Origin::Setting {
            self.push(Token::Sign("**"), 1);
            Ok(())
        } else {
            Err(self.meaningless(next))
        }
    }

    /// Returns the number of letters, digits and `_` that stand here in a row.
    fn word_length(&self) -> usize {
        let ends = |c: char| !c.is_ascii_alphanumeric() && c != '_';
        self.rest().find(ends).unwrap_or(self.rest().len())
    }

    fn number(&mut self) -> Result<()> {
        let length = self.word_length();
        let digits = &self.rest()[..length];
        let Ok(value) = digits.replace('_', "").parse::<i64>() else {
            return Err(if digits.bytes().all(|b| b.is_ascii_digit() || b == b'_') {
                Diagnostic::new(
                    "this number is too large",
                    self.here(length),
                    format!("numbers go up to {}", i64::MAX),
                )
            } else {
                Diagnostic::new(
                    "this is not a number",
                    self.here(length),
                    "digits and letters",
                )
                .help("a product is written with `*`; a name begins with a letter")
            });
        };
        self.push(Token::Int(value), length);
        Ok(())
    }

    fn text(&mut self) -> Result<()> {
        let line = self.rest().lines().next().unwrap_or_default();
        let Some(length) = line[1..].find('"') else {
            return Err(Diagnostic::new(
                "this text is never closed",
                self.here(line.len()),
                "opened here",
            )
            .help("end it with `\"` on the same line"));
        };
        self.check_length("text", length)?;
        let text = &line[1..=length];
        check_printable(text, self.at + 1)?;
        let text = Arc::from(text);
        self.push(Token::Text(text), length + 2);
        Ok(())
    }

    /// Returns the fault of a character that begins no token.
    fn meaningless(&self, character: char) -> Box<Diagnostic> {
        Diagnostic::new(
            "a character that means nothing here",
            self.here(character.len_utf8()),
            format!("`{}`", character.escape_default()),
        )
        .help(foreign::character(character))
    }

    fn bracket(&mut self, next: char) -> Result<()> {
        match next {
            '(' | '[' | '{' => self.open.push((next, self.here(1))),
            ')' | ']' | '}' => match self.open.pop() {
                None => {
                    return Err(Diagnostic::new(
                        format!("`{next}` closes nothing"),
                        self.here(1),
                        "no bracket is open here",
                    )
                    .help("remove it, or open the bracket before"));
                }
                Some((bracket, span)) if closing(bracket) != next => {
                    return Err(Diagnostic::new(
                        format!("`{bracket}` is closed by `{next}`"),
                        self.here(1),
                        format!("expected `{}`", closing(bracket)),
                    )
                    .related(span, "opened here")
                    .help(format!("close it with `{}`", closing(bracket))));
                }
                Some(_) => {}
            },
            _ => {}
        }
        Ok(())
    }
}

fn closing(bracket: char) -> char {
    match bracket {
        '(' => ')',
        '[' => ']',
        _ => '}',
    }
}
