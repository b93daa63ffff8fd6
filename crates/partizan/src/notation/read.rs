//! Reads values, expressions and questions.
//!
//! A recursive descent, one function for each form of the notation; values are worked out while the
//! text is read. Brackets may be nested [`MOST_NESTED`] deep.

use std::ops::Range;

use crate::arena::Arena;
use crate::dyadic::Dyadic;
use crate::error::PartizanError;
use crate::form::{Form, Plain};
use crate::notation::answer::Answer;
use crate::notation::braces::Groups;
use crate::notation::error::{ReadError, ReadFault};
use crate::notation::functions::Function;
use crate::order::Relation;

/// How deep brackets may be nested.
pub const MOST_NESTED: usize = 500;

/// Knows values that are written otherwise than this crate writes them, such as positions of games.
pub trait Names {
    /// The value that the beginning of a text names; `None` if the text begins with nothing that is
    /// known. It is asked wherever a value is expected, except for functions and for infinitesimals that
    /// are words, such as `v` and `Tiny`.
    fn value(&mut self, arena: &mut Arena, text: &str) -> Option<NamedValue>;
}

/// What the beginning of a text names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedValue {
    /// The number of bytes that the name takes, with what belongs to it.
    pub bytes: usize,
    /// The value, or why there is none.
    pub value: Result<Form, RefusedName>,
}

/// Why a name that is known gives no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedName {
    /// What is wrong, in one line.
    pub message: String,
    /// The bytes that are at fault, counted from the beginning of the name; `None` if it is all that
    /// belongs to the name.
    pub within: Option<Range<usize>>,
}

/// Knows no names.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoNames;

impl Names for NoNames {
    fn value(&mut self, _: &mut Arena, _: &str) -> Option<NamedValue> {
        None
    }
}

impl Arena {
    /// Reads a value without names that the caller would have to know.
    ///
    /// ```
    /// let mut arena = zug_partizan::Arena::default();
    /// let sum = arena.parse("{2|-1} + {1|0}")?;
    /// assert_eq!(arena.text(sum)?, "{3|2||0|-1}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(&mut self, text: &str) -> Result<Form, ReadError> {
        self.read_value(text, &mut NoNames)
    }

    /// Reads a value.
    pub fn read_value(&mut self, text: &str, names: &mut dyn Names) -> Result<Form, ReadError> {
        let mut reader = Reader::new(self, text, names);
        let value = reader.expression()?;
        reader.end()?;
        Ok(value)
    }

    /// Reads the options in a pair of braces, those of Left first, as they are written: none is
    /// removed or replaced.
    pub fn read_options(
        &mut self,
        text: &str,
        names: &mut dyn Names,
    ) -> Result<[Vec<Form>; 2], ReadError> {
        let mut reader = Reader::new(self, text, names);
        reader.skip_space();
        if !reader.rest().starts_with('{') {
            return reader.expected("braces with options: {left|right}");
        }
        let groups = reader.groups_with_bars()?;
        reader.end()?;
        groups.sides(self)
    }

    /// Reads a value, a function of values, or two values with a question between them: `?`, `=`,
    /// `!=`, `<`, `<=`, `>`, `>=`, or `||` for "confused with".
    ///
    /// ```
    /// use zug_partizan::{Answer, Arena, NoNames, Relation};
    /// let mut arena = Arena::default();
    /// let answer = arena.read("^ ? *", &mut NoNames)?;
    /// assert_eq!(answer, Answer::Relation(Relation::Confused));
    /// # Ok::<(), zug_partizan::ReadError>(())
    /// ```
    pub fn read(&mut self, text: &str, names: &mut dyn Names) -> Result<Answer, ReadError> {
        Ok(self.read_terms(text, names)?.0)
    }

    /// As [`Arena::read`], with the terms of the sum that the text is: none where it is a question, or a
    /// function that gives no value.
    pub fn read_terms(
        &mut self,
        text: &str,
        names: &mut dyn Names,
    ) -> Result<(Answer, Vec<Term>), ReadError> {
        let mut reader = Reader::new(self, text, names);
        let answer = reader.question()?;
        reader.end()?;
        Ok((answer, reader.terms))
    }
}

/// A term of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// The bytes of the text that it takes, with its sign if that is a minus.
    pub span: Range<usize>,
    /// Its value, with its sign.
    pub value: Form,
}

struct Reader<'a> {
    arena: &'a mut Arena,
    text: &'a str,
    names: &'a mut dyn Names,
    at: usize,
    nested: usize,
    /// The terms outside of all brackets.
    terms: Vec<Term>,
}

type Read<T> = Result<T, ReadError>;

impl<'a> Reader<'a> {
    fn new(arena: &'a mut Arena, text: &'a str, names: &'a mut dyn Names) -> Self {
        Self {
            arena,
            text,
            names,
            at: 0,
            nested: 0,
            terms: Vec::new(),
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_space(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Takes a text if it comes next.
    fn takes(&mut self, text: &str) -> bool {
        let takes = self.rest().starts_with(text);
        if takes {
            self.at += text.len();
        }
        takes
    }

    /// The characters that come next and are all of one kind.
    fn row(&self, is_of_kind: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|character| !is_of_kind(character));
        &rest[..end.unwrap_or(rest.len())]
    }

    /// The letters and digits that come next.
    fn word(&self) -> &'a str {
        self.row(|character| character.is_ascii_alphanumeric() || character == '_')
    }

    /// Something else was expected where the reader is.
    fn expected<T>(&self, what: &'static str) -> Read<T> {
        let next = self.rest().chars().next();
        let end = self.at + next.map_or(0, char::len_utf8);
        fault(self.at..end, ReadFault::Expected(what))
    }

    /// A result of the arena for what stands from `start` to here.
    fn worked_out<T>(&self, start: usize, result: Result<T, PartizanError>) -> Read<T> {
        result.or_else(|error| fault(start..self.at, error))
    }

    fn end(&mut self) -> Read<()> {
        self.skip_space();
        if self.rest().is_empty() {
            return Ok(());
        }
        self.expected("an operator, or the end")
    }

    /// Reads what stands in brackets, or behind a sign.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.nested == MOST_NESTED {
            return fault(self.at..self.at, ReadFault::TooDeep(MOST_NESTED));
        }
        self.nested += 1;
        let result = read(self);
        self.nested -= 1;
        result
    }

    fn question(&mut self) -> Read<Answer> {
        self.skip_space();
        // A function alone may give more than a value.
        let start = self.at;
        if let Some(function) = Function::named(self.word()) {
            let answer = self.call(function)?;
            self.skip_space();
            if self.rest().is_empty() {
                if let Answer::Value(value) = answer {
                    self.keep_term(start, None, value);
                }
                return Ok(answer);
            }
            self.at = start;
        }
        let one = self.expression()?;
        self.skip_space();
        let signs = ["?", "<=", ">=", "!=", "=", "<", ">", "||"];
        let Some(sign) = signs.into_iter().find(|sign| self.takes(sign)) else {
            return Ok(Answer::Value(one));
        };
        let two = self.expression()?;
        self.terms.clear();
        let relation = self.arena.compare(one, two);
        let relation = self.worked_out(start, relation)?;
        Ok(match sign {
            "<=" => Answer::Truth(matches!(relation, Relation::Less | Relation::Equal)),
            ">=" => Answer::Truth(matches!(relation, Relation::Greater | Relation::Equal)),
            "!=" => Answer::Truth(relation != Relation::Equal),
            "=" => Answer::Truth(relation == Relation::Equal),
            "<" => Answer::Truth(relation == Relation::Less),
            ">" => Answer::Truth(relation == Relation::Greater),
            "||" => Answer::Truth(relation == Relation::Confused),
            _ => Answer::Relation(relation),
        })
    }

    fn expression(&mut self) -> Read<Form> {
        let mut sum = Form::ZERO;
        let mut sign = None;
        loop {
            let start = self.at;
            let is_minus = sign == Some('-');
            let is_number = self.rest().starts_with(|next: char| next.is_ascii_digit());
            let mut term = if is_minus && is_number {
                match self.named()? {
                    Some(value) => value,
                    None => self.copies_or_sum(start, 1)?,
                }
            } else {
                self.term()?
            };
            if is_minus {
                let negative = self.arena.negate(term);
                term = self.worked_out(start, negative)?;
            }
            if self.nested == 0 {
                self.keep_term(start, sign, term);
            }
            let result = self.arena.add(sum, term);
            sum = self.worked_out(start - sign.map_or(0, char::len_utf8), result)?;
            self.skip_space();
            sign = ['+', '-'].into_iter().find(|&sign| self.takes_sign(sign));
            if sign.is_none() {
                return Ok(sum);
            }
        }
    }

    /// Keeps a term of the whole text, which begins at `start` behind its sign.
    fn keep_term(&mut self, start: usize, sign: Option<char>, value: Form) {
        let start = match sign {
            Some('-') => start - 1,
            _ => start,
        };
        let span = start..self.at;
        self.terms.push(Term { span, value });
    }

    /// Takes a character if it comes next.
    fn takes_sign(&mut self, sign: char) -> bool {
        let takes = self.rest().starts_with(sign);
        self.at += if takes { sign.len_utf8() } else { 0 };
        takes
    }

    fn term(&mut self) -> Read<Form> {
        self.skip_space();
        let start = self.at;
        if self.takes("+-") || self.takes("±") {
            return self.deeper(|reader| reader.switch(start));
        }
        if self.takes("-") {
            let is_number = self.rest().starts_with(|next: char| next.is_ascii_digit());
            let term = match self.named()? {
                Some(value) => value,
                None if is_number => return self.copies_or_sum(start, -1),
                None => self.deeper(Self::term)?,
            };
            let negative = self.arena.negate(term);
            return self.worked_out(start, negative);
        }
        if let Some(value) = self.named()? {
            return Ok(value);
        }
        match self.rest().chars().next() {
            Some('0'..='9') => self.copies_or_sum(start, 1),
            Some('*' | '^') => self.beside_number(start, Dyadic::ZERO),
            Some('(') => self.in_brackets(),
            Some('{') => {
                let groups = self.groups_with_bars()?;
                groups.value(self.arena)
            }
            Some(letter) if letter.is_ascii_alphabetic() || letter == '_' => {
                let word = self.word();
                if is_infinitesimal(word) {
                    return self.beside_number(start, Dyadic::ZERO);
                }
                let name = ReadFault::UnknownName(word.to_owned());
                fault(start..start + word.len(), name)
            }
            _ => self.expected("a value"),
        }
    }

    fn in_brackets(&mut self) -> Read<Form> {
        self.at += 1;
        let value = self.deeper(Self::expression)?;
        self.skip_space();
        if !self.takes(")") {
            return self.expected("`)`");
        }
        Ok(value)
    }

    /// What follows `+-`: a number, brackets, or braces.
    fn switch(&mut self, start: usize) -> Read<Form> {
        let of = match self.rest().chars().next() {
            Some('0'..='9') => {
                let number = self.number(1)?;
                if self.begins_infinitesimal() {
                    return self.expected("an operator: write +-(1*) or +-1 + *");
                }
                let number = self.arena.number(number);
                self.worked_out(start, number)?
            }
            Some('(') => self.in_brackets()?,
            Some('{') => {
                let groups = self.groups()?;
                if groups.bars.is_empty() {
                    return self.symmetric(start, &groups.lists[0]);
                }
                groups.value(self.arena)?
            }
            _ => return self.expected("a number, brackets or braces"),
        };
        let switch = self.arena.switch(of);
        self.worked_out(start, switch)
    }

    /// The game with these Left options and their negatives as Right options.
    fn symmetric(&mut self, start: usize, left: &[Form]) -> Read<Form> {
        let mut right = Vec::with_capacity(left.len());
        for &option in left {
            let negative = self.arena.negate(option);
            right.push(self.worked_out(start, negative)?);
        }
        let value = self.arena.from_options(left, &right);
        self.worked_out(start, value)
    }

    /// What begins with a number, which has this sign: copies of a value, or the number with an
    /// infinitesimal beside it.
    fn copies_or_sum(&mut self, start: usize, sign: i64) -> Read<Form> {
        let number = self.number(sign)?;
        if let Some(value) = self.starred(start, number)? {
            return Ok(value);
        }
        if !self.takes(".") {
            return self.beside_number(start, number);
        }
        let Some(copies) = number.as_integer() else {
            return fault(
                start..self.at,
                ReadFault::Expected("an integer before the dot"),
            );
        };
        if self.rest().starts_with(|next: char| next.is_ascii_digit()) {
            return self
                .expected("a value to copy: write 3/2 for 1.5, and 3.(2) for 3 copies of 2");
        }
        let value = self.deeper(Self::term)?;
        let copies = self.arena.multiple(value, copies);
        self.worked_out(start, copies)
    }

    /// The copies of a named value behind an integer and a star, as in `2*nim(3)`; `None` if no name stands
    /// behind a star that comes next: `2*3` is 2 + *3.
    fn starred(&mut self, start: usize, number: Dyadic) -> Read<Option<Form>> {
        let before = self.at;
        self.skip_space();
        if self.takes("*")
            && let Some(copies) = number.as_integer()
        {
            self.skip_space();
            if let Some(value) = self.named()? {
                let copies = self.arena.multiple(value, copies);
                return self.worked_out(start, copies).map(Some);
            }
        }
        self.at = before;
        Ok(None)
    }

    fn number(&mut self, sign: i64) -> Read<Dyadic> {
        let start = self.at;
        let numerator = self.digits("a number")?;
        let denominator = if self.takes("/") {
            self.digits("a denominator")?
        } else {
            1
        };
        let span = start..self.at;
        if !denominator.is_power_of_two() {
            return fault(span, ReadFault::NotDyadic);
        }
        let Ok(numerator) = i64::try_from(numerator) else {
            return fault(span, ReadFault::NumberTooLarge);
        };
        let number = Dyadic::new(sign * numerator, denominator.trailing_zeros());
        self.worked_out(start, number)
    }

    fn digits(&mut self, what: &'static str) -> Read<u64> {
        let digits = self.row(|character| character.is_ascii_digit());
        if digits.is_empty() {
            return self.expected(what);
        }
        let start = self.at;
        self.at += digits.len();
        match digits.parse() {
            Ok(number) => Ok(number),
            Err(_) => fault(start..self.at, ReadFault::NumberTooLarge),
        }
    }

    /// A count of digits that fits into 16 bits, or 1 if there are no digits.
    fn count(&mut self) -> Read<u16> {
        let start = self.at;
        if !self.rest().starts_with(|next: char| next.is_ascii_digit()) {
            return Ok(1);
        }
        let number = self.digits("a number")?;
        match u16::try_from(number) {
            Ok(count) => Ok(count),
            Err(_) => fault(start..self.at, ReadFault::NumberTooLarge),
        }
    }

    /// Whether an infinitesimal comes next that may stand beside a number.
    fn begins_infinitesimal(&self) -> bool {
        self.rest().starts_with(['*', '^']) || is_infinitesimal(self.word())
    }

    /// The number, with what infinitesimals stand beside it: ups or a tiny, then a nimber.
    fn beside_number(&mut self, start: usize, number: Dyadic) -> Read<Form> {
        let infinitesimal = match self.rest().chars().next() {
            Some('^') => self.ups(start, '^')?,
            Some('v') if is_infinitesimal(self.word()) => {
                let ups = self.ups(start, 'v')?;
                let downs = self.arena.negate(ups);
                self.worked_out(start, downs)?
            }
            Some('T' | 'M') if is_infinitesimal(self.word()) => self.tiny(start)?,
            _ => Form::ZERO,
        };
        let nimber = if self.takes("*") { self.count()? } else { 0 };
        let plain = Plain {
            number,
            ups: 0,
            nimber,
        };
        let plain = self.arena.plain(plain);
        let plain = self.worked_out(start, plain)?;
        let sum = self.arena.add(infinitesimal, plain);
        self.worked_out(start, sum)
    }

    /// Ups or an uptimal, whose sign comes next; with the sign of downs, their negative.
    fn ups(&mut self, start: usize, sign: char) -> Read<Form> {
        let row = self.row(|character| character == sign).len();
        self.at += row;
        if row == 1
            && let Some(uptimal) = self.uptimal(start)?
        {
            return Ok(uptimal);
        }
        if row > 1 && self.rest().starts_with(|next: char| next.is_ascii_digit()) {
            return self.expected("an operator: write ^3 or ^^^ for three ups");
        }
        let count = if row == 1 { self.count()?.into() } else { row };
        let Ok(count) = i16::try_from(count) else {
            return fault(start..self.at, ReadFault::NumberTooLarge);
        };
        let ups = self.arena.ups(count);
        self.worked_out(start, ups)
    }

    /// `[n]` or `<n>`, if one comes next.
    fn uptimal(&mut self, start: usize) -> Read<Option<Form>> {
        let before = self.at;
        for (opens, closes) in [("[", "]"), ("<", ">")] {
            if !self.takes(opens) {
                continue;
            }
            let has_digits = self.rest().starts_with(|next: char| next.is_ascii_digit());
            let count = if has_digits { self.count()? } else { 0 };
            if !has_digits || !self.takes(closes) {
                if opens == "[" {
                    return self.expected("a number and `]`");
                }
                // `^ < 3` is a question.
                self.at = before;
                return Ok(None);
            }
            let uptimal = match opens {
                "[" => self.arena.uptimal_sum(count),
                _ => self.arena.uptimal(count),
            };
            return self.worked_out(start, uptimal).map(Some);
        }
        Ok(None)
    }

    fn tiny(&mut self, start: usize) -> Read<Form> {
        let word = self.word();
        self.at += word.len();
        if !self.rest().starts_with('(') {
            return self.expected("`(`");
        }
        let of = self.in_brackets()?;
        let tiny = match word {
            "Tiny" => self.arena.tiny(of),
            _ => self.arena.miny(of),
        };
        self.worked_out(start, tiny)
    }

    /// Options between braces, from `{` to `}`.
    fn groups(&mut self) -> Read<Groups> {
        self.at += 1;
        self.deeper(|reader| {
            let mut groups = Groups::default();
            loop {
                let list = reader.options()?;
                groups.lists.push(list);
                if reader.takes("}") {
                    return Ok(groups);
                }
                let bars = reader.row(|character| character == '|').len();
                if bars == 0 {
                    return reader.expected("`,`, `|` or `}`");
                }
                groups.bars.push(reader.at..reader.at + bars);
                reader.at += bars;
            }
        })
    }

    /// Options between braces, with at least one bar.
    fn groups_with_bars(&mut self) -> Read<Groups> {
        let groups = self.groups()?;
        if groups.bars.is_empty() {
            let wanted = ReadFault::Expected("a bar: braces hold {left|right}");
            return fault(self.at - 1..self.at, wanted);
        }
        Ok(groups)
    }

    /// Options with commas between them; there may be none.
    fn options(&mut self) -> Read<Vec<Form>> {
        let mut options = Vec::new();
        self.skip_space();
        if self.rest().starts_with(['|', '}']) {
            return Ok(options);
        }
        loop {
            options.push(self.expression()?);
            self.skip_space();
            if !self.takes(",") {
                return Ok(options);
            }
        }
    }

    /// What a function gives, or the value of a name that the caller knows; `None` if neither comes next.
    fn named(&mut self) -> Read<Option<Form>> {
        let start = self.at;
        let word = self.word();
        if let Some(function) = Function::named(word) {
            return match self.call(function)? {
                Answer::Value(value) => Ok(Some(value)),
                _ => fault(start..self.at, ReadFault::NoValue(function.name)),
            };
        }
        if is_infinitesimal(word) {
            return Ok(None);
        }
        let Some(named) = self.names.value(self.arena, self.rest()) else {
            return Ok(None);
        };
        self.at += named.bytes;
        match named.value {
            Ok(value) => Ok(Some(value)),
            Err(refused) => {
                let within = refused.within.unwrap_or(0..named.bytes);
                let span = start + within.start..start + within.end;
                fault(span, ReadFault::Refused(refused.message))
            }
        }
    }

    /// Calls a function, whose name comes next.
    fn call(&mut self, function: &'static Function) -> Read<Answer> {
        let start = self.at;
        self.at += function.name.len();
        if !self.takes("(") {
            return self.expected("`(`");
        }
        let arguments = self.deeper(|reader| {
            let mut arguments = Vec::new();
            loop {
                arguments.push(reader.expression()?);
                reader.skip_space();
                if reader.takes(")") {
                    return Ok(arguments);
                }
                if !reader.takes(",") {
                    return reader.expected("`,` or `)`");
                }
            }
        })?;
        if arguments.len() != function.parameters.len() {
            let wanted = match function.parameters.len() {
                1 => "one argument",
                2 => "two arguments",
                _ => "three arguments",
            };
            let parameters = function.parameters.join(", ");
            let name = function.name;
            let wrong = ReadFault::Arguments {
                name,
                wanted,
                parameters,
            };
            return fault(start..self.at, wrong);
        }
        let answer = function.apply(self.arena, &arguments);
        self.worked_out(start, answer)
    }
}

/// The error of a fault in a part of the text.
fn fault<T>(span: Range<usize>, fault: impl Into<ReadFault>) -> Read<T> {
    let fault = fault.into();
    Err(ReadError { span, fault })
}

/// Whether a word is an infinitesimal that may stand beside a number: downs, a tiny or a miny.
#[must_use]
pub fn is_infinitesimal(word: &str) -> bool {
    if word == "Tiny" || word == "Miny" {
        return true;
    }
    let Some(behind) = word.strip_prefix('v') else {
        return false;
    };
    let all = |kind: fn(char) -> bool| behind.chars().all(kind);
    all(|character| character == 'v') || all(|character| character.is_ascii_digit())
}
