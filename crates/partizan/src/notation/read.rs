//! Reads values, expressions and questions.
//!
//! A recursive descent, one function for each form of the notation; values are worked out while the
//! text is read. Brackets may be nested [`MOST_NESTED`] deep.

use std::ops::Range;

use crate::arena::Arena;
use crate::dyadic::Dyadic;
use crate::error::PartizanError;
use crate::form::Form;
use crate::loopy::value::AnyValue;
use crate::notation::answer::Answer;
use crate::notation::braces::Groups;
use crate::notation::error::{ReadError, ReadFault};
use crate::notation::functions::Function;
use crate::notation::loops::{self, Drawn, Item, PASS};
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
    pub value: Result<AnyValue, RefusedName>,
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

    /// Reads a value of a game that ends.
    pub fn read_value(&mut self, text: &str, names: &mut dyn Names) -> Result<Form, ReadError> {
        match self.read_any(text, names)? {
            AnyValue::Short(form) => Ok(form),
            AnyValue::Loopy(_) => fault(0..text.len(), ReadFault::GoesRound),
        }
    }

    /// Reads a value; play may go round in it.
    ///
    /// ```
    /// use zug_partizan::{Arena, NoNames};
    /// let mut arena = Arena::default();
    /// let value = arena.read_any("a{0|a} + on + off", &mut NoNames)?;
    /// assert_eq!(arena.text_of_any(value)?, "dud");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_any(&mut self, text: &str, names: &mut dyn Names) -> Result<AnyValue, ReadError> {
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
        let sides = groups.sides(self, &mut Drawn::default())?;
        let short = |item: Item| match item {
            Item::Value(AnyValue::Short(form)) => Ok(form),
            _ => fault(0..text.len(), ReadFault::GoesRound),
        };
        let [left, right] = sides.map(|side| side.into_iter().map(short).collect::<Read<_>>());
        Ok([left?, right?])
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
        let mut terms = reader.terms;
        if !matches!(answer, Answer::Value(_)) {
            terms.clear();
        }
        Ok((answer, terms))
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

pub(super) struct Reader<'a> {
    pub(super) arena: &'a mut Arena,
    text: &'a str,
    names: &'a mut dyn Names,
    /// The byte at which the reader is.
    pub(super) at: usize,
    nested: usize,
    /// The terms outside of all brackets that are values of games that end.
    terms: Vec<Term>,
    /// The positions of braces that name themselves.
    drawn: Drawn,
}

pub(super) type Read<T> = Result<T, ReadError>;

impl<'a> Reader<'a> {
    fn new(arena: &'a mut Arena, text: &'a str, names: &'a mut dyn Names) -> Self {
        Self {
            arena,
            text,
            names,
            at: 0,
            nested: 0,
            terms: Vec::new(),
            drawn: Drawn::default(),
        }
    }

    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_space(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Takes a text if it comes next.
    pub(super) fn takes(&mut self, text: &str) -> bool {
        let takes = self.rest().starts_with(text);
        if takes {
            self.at += text.len();
        }
        takes
    }

    /// The characters that come next and are all of one kind.
    pub(super) fn row(&self, is_of_kind: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|character| !is_of_kind(character));
        &rest[..end.unwrap_or(rest.len())]
    }

    /// The letters and digits that come next.
    pub(super) fn word(&self) -> &'a str {
        self.row(|character| character.is_ascii_alphanumeric() || character == '_')
    }

    /// Something else was expected where the reader is.
    pub(super) fn expected<T>(&self, what: &'static str) -> Read<T> {
        let next = self.rest().chars().next();
        let end = self.at + next.map_or(0, char::len_utf8);
        fault(self.at..end, ReadFault::Expected(what))
    }

    /// A result of the arena for what stands from `start` to here.
    pub(super) fn worked_out<T>(&self, start: usize, result: Result<T, PartizanError>) -> Read<T> {
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
                    self.keep_term(start, None, value.into());
                }
                return Ok(answer);
            }
            self.at = start;
        }
        let one = self.expression()?;
        self.skip_space();
        let signs = ["?", "<=", ">=", "!=", "=", "<", ">", "||"];
        let Some(sign) = signs.into_iter().find(|sign| self.takes(sign)) else {
            return Ok(one.into());
        };
        let two = self.expression()?;
        self.terms.clear();
        let relation = self.arena.compare_any(one, two);
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

    fn expression(&mut self) -> Read<AnyValue> {
        let start = self.at;
        let item = self.item()?;
        self.value(start, item)
    }

    /// What began at `start`, as a value.
    fn value(&self, start: usize, item: Item) -> Read<AnyValue> {
        if let Item::Value(value) = item {
            return Ok(value);
        }
        let text = &self.text[start..self.at];
        let start = start + text.len() - text.trim_start().len();
        fault(start..start + text.trim().len(), ReadFault::NoOption)
    }

    /// An option, or whatever else stands between signs that are no part of a value: a sum, or two with `&` between.
    fn item(&mut self) -> Read<Item> {
        let start = self.at;
        let onside = self.sum()?;
        if !self.takes("&") {
            return Ok(onside);
        }
        let onside = self.value(start, onside)?;
        let behind = self.at;
        let offside = self.sum()?;
        let offside = self.value(behind, offside)?;
        if self.nested == 0 {
            self.terms.clear(); // the whole is no sum
        }
        let value = self.arena.with_sides(onside, offside);
        self.worked_out(start, value).map(Item::Value)
    }

    fn sum(&mut self) -> Read<Item> {
        let mut sum = AnyValue::Short(Form::ZERO);
        let mut sign = None;
        loop {
            let start = self.at;
            let is_minus = sign == Some('-');
            let is_number = self.rest().starts_with(|next: char| next.is_ascii_digit());
            let item = if is_minus && is_number {
                match self.named()? {
                    Some(value) => Item::Value(value),
                    None => Item::Value(self.copies_or_sum(start, 1)?),
                }
            } else {
                self.term()?
            };
            if sign.is_none() && !self.has_sign_next() && !matches!(item, Item::Value(_)) {
                self.skip_space();
                return Ok(item);
            }
            let mut term = self.value(start, item)?;
            if is_minus {
                let negative = self.arena.negative_of_any(term);
                term = self.worked_out(start, negative)?;
            }
            if self.nested == 0 {
                self.keep_term(start, sign, term);
            }
            let result = self.arena.sum_of_any(sum, term);
            sum = self.worked_out(start - sign.map_or(0, char::len_utf8), result)?;
            self.skip_space();
            sign = ['+', '-'].into_iter().find(|&sign| self.takes_sign(sign));
            if sign.is_none() {
                return Ok(Item::Value(sum));
            }
        }
    }

    /// Whether the sum goes on.
    fn has_sign_next(&self) -> bool {
        self.rest().trim_start().starts_with(['+', '-'])
    }

    /// Keeps a term of the whole text, which begins at `start` behind its sign.
    fn keep_term(&mut self, start: usize, sign: Option<char>, value: AnyValue) {
        let AnyValue::Short(value) = value else {
            return;
        };
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

    fn term(&mut self) -> Read<Item> {
        self.skip_space();
        let start = self.at;
        if self.takes("+-") || self.takes("±") {
            return self.deeper(|reader| reader.switch(start)).map(Item::Value);
        }
        if self.takes("-") {
            let is_number = self.rest().starts_with(|next: char| next.is_ascii_digit());
            let term = match self.named()? {
                Some(value) => value,
                None if is_number => return self.copies_or_sum(start, -1).map(Item::Value),
                None => self.deeper(Self::value_of_term)?,
            };
            let negative = self.arena.negative_of_any(term);
            return self.worked_out(start, negative).map(Item::Value);
        }
        if let Some(option) = self.option_within()? {
            return Ok(option);
        }
        if let Some(value) = self.named()? {
            return Ok(Item::Value(value));
        }
        match self.rest().chars().next() {
            Some('0'..='9') => self.copies_or_sum(start, 1).map(Item::Value),
            Some('*' | '^') => self.beside_number(start, Dyadic::ZERO).map(Item::Value),
            Some('(') => self.in_brackets().map(Item::Value),
            Some('{') => self.braces(None),
            Some(letter) if letter.is_ascii_alphabetic() || letter == '_' => {
                let word = self.word();
                if is_infinitesimal(word) {
                    return self.beside_number(start, Dyadic::ZERO).map(Item::Value);
                }
                let name = ReadFault::UnknownName(word.to_owned());
                fault(start..start + word.len(), name)
            }
            _ => self.expected("a value"),
        }
    }

    fn value_of_term(&mut self) -> Read<AnyValue> {
        let start = self.at;
        let item = self.term()?;
        self.value(start, item)
    }

    /// `pass`, the name of a position that is open, or braces with a name, if they come next.
    fn option_within(&mut self) -> Read<Option<Item>> {
        let word = self.word();
        if word.is_empty() {
            return Ok(None);
        }
        let behind = &self.rest()[word.len()..];
        if behind.starts_with('{') && !is_infinitesimal(word) && !loops::is_loopy(word) {
            self.at += word.len();
            return self.braces(Some(word)).map(Some);
        }
        let item = match self.drawn.labelled(word) {
            Some(position) => Item::Position(position),
            None if word == PASS => Item::Pass,
            None => return Ok(None),
        };
        self.at += word.len();
        Ok(Some(item))
    }

    /// Braces, which begin here, with a name or without one.
    fn braces(&mut self, label: Option<&str>) -> Read<Item> {
        let first = self.drawn.graph.len();
        let position = label.map(|label| {
            let position = self.drawn.position();
            self.drawn.labels.push((label.to_owned(), position));
            position
        });
        let start = self.at;
        let groups = self.groups_with_bars()?;
        if label.is_some() {
            self.drawn.labels.pop();
        }
        let item = groups.item(self.arena, &mut self.drawn, position)?;
        let Item::Position(position) = item else {
            return Ok(item);
        };
        let Some(graph) = self.drawn.closed(first) else {
            return Ok(item); // braces around these are named in them
        };
        let values = self.arena.values_of_graph(&graph);
        let values = self.worked_out(start, values)?;
        Ok(Item::Value(values[position - first]))
    }

    pub(super) fn in_brackets(&mut self) -> Read<AnyValue> {
        self.at += 1;
        let value = self.deeper(Self::expression)?;
        self.skip_space();
        if !self.takes(")") {
            return self.expected("`)`");
        }
        Ok(value)
    }

    /// What follows `+-`: a number, brackets, or braces.
    fn switch(&mut self, start: usize) -> Read<AnyValue> {
        let of = match self.rest().chars().next() {
            Some('0'..='9') => {
                let number = self.number(1)?;
                if self.begins_infinitesimal() {
                    return self.expected("an operator: write +-(1*) or +-1 + *");
                }
                let number = self.arena.number(number);
                AnyValue::Short(self.worked_out(start, number)?)
            }
            Some('(') => self.in_brackets()?,
            Some('{') => {
                let groups = self.groups()?;
                if groups.bars.is_empty() {
                    let options = groups.lists.into_iter().flatten();
                    let options = options.map(|item| self.value(start, item));
                    return self.symmetric(start, &options.collect::<Read<Vec<_>>>()?);
                }
                let item = groups.item(self.arena, &mut self.drawn, None)?;
                self.value(start, item)?
            }
            _ => return self.expected("a number, brackets or braces"),
        };
        self.symmetric(start, &[of])
    }

    /// The game with these Left options and their negatives as Right options.
    fn symmetric(&mut self, start: usize, left: &[AnyValue]) -> Read<AnyValue> {
        let mut right = Vec::with_capacity(left.len());
        for &option in left {
            let negative = self.arena.negative_of_any(option);
            right.push(self.worked_out(start, negative)?);
        }
        let value = self.arena.any_from_options(left, &right);
        self.worked_out(start, value)
    }

    /// What begins with a number, which has this sign: copies of a value, or the number with an
    /// infinitesimal beside it.
    fn copies_or_sum(&mut self, start: usize, sign: i64) -> Read<AnyValue> {
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
        let value = self.deeper(Self::value_of_term)?;
        let copies = self.arena.multiple_of_any(value, copies);
        self.worked_out(start, copies)
    }

    /// The copies of a named value behind an integer and a star, as in `2*nim(3)`; `None` if no name stands
    /// behind a star that comes next: `2*3` is 2 + *3.
    fn starred(&mut self, start: usize, number: Dyadic) -> Read<Option<AnyValue>> {
        let before = self.at;
        self.skip_space();
        if self.takes("*")
            && let Some(copies) = number.as_integer()
        {
            self.skip_space();
            if let Some(value) = self.named()? {
                let copies = self.arena.multiple_of_any(value, copies);
                return self.worked_out(start, copies).map(Some);
            }
        }
        self.at = before;
        Ok(None)
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
    fn options(&mut self) -> Read<Vec<Item>> {
        let mut options = Vec::new();
        self.skip_space();
        if self.rest().starts_with(['|', '}']) {
            return Ok(options);
        }
        loop {
            options.push(self.item()?);
            self.skip_space();
            if !self.takes(",") {
                return Ok(options);
            }
        }
    }

    /// What a function gives, or the value of a name that the caller knows; `None` if neither comes next.
    fn named(&mut self) -> Read<Option<AnyValue>> {
        let start = self.at;
        let word = self.word();
        if let Some(function) = Function::named(word) {
            return match self.call(function)? {
                Answer::Value(value) => Ok(Some(value.into())),
                Answer::Loopy(value) => Ok(Some(value)),
                _ => fault(start..self.at, ReadFault::NoValue(function.name)),
            };
        }
        if is_infinitesimal(word) {
            return Ok(None);
        }
        if let Some(constant) = loops::constant(word) {
            self.at += word.len();
            let value = constant.value(self.arena);
            return self.worked_out(start, value).map(Some);
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
pub(super) fn fault<T>(span: Range<usize>, fault: impl Into<ReadFault>) -> Read<T> {
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
