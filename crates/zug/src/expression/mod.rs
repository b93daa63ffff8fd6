//! Games at positions, joined by `+`: `nim(3) + 2*kayles(7) + ./my.zug(n=4) at heap=2`. A number
//! alone is a heap of Nim: `3 + 5`, or `*3 + *5`. A game on heaps may be written as its notation:
//! `0.77(5) + {1,3,4}(9)`. A position may stand in quotes: `domineering(4, 4) at 'full=1'`.
//!
//! An expression names games and what they are given; whose rules a name means
//! is for the caller to say, since only the caller may read files.

pub(crate) mod fault;
mod ranges;
pub(crate) mod extent;
mod request;
pub(crate) mod of_values;

use std::str::FromStr;

use zug_heaps::{HeapGame, PairGame};

use crate::heaps::HeapPart;

pub use fault::{ExpressionError, ExpressionFault};

/// An expression that is well formed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    /// The games in the order of the text; `2*G` stands for two games.
    pub parts: Vec<Named>,
}

/// A game of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The game as it is written, without the number of times that it is played.
    pub text: String,
    /// The name, or the path of a rules file.
    pub game: String,
    arguments: Vec<Argument>,
    /// The heaps, where the game is the notation of a game on heaps.
    heaps: Option<HeapPart>,
    /// The position behind `at`; `None` for the start.
    position: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Argument {
    /// The column of the first character of the argument, from 1.
    column: usize,
    name: Option<String>,
    value: String,
}

/// What a position may stand in.
const QUOTES: [char; 2] = ['\'', '"'];

/// The largest number of parts that are played side by side.
const MOST_PARTS: usize = 10_000;

impl Expression {
    /// Reads an expression.
    ///
    /// ```
    /// use zug::Expression;
    ///
    /// let sum: Expression = "nim(3) + 2*kayles(7)".parse()?;
    /// assert_eq!(sum.parts.len(), 3);
    /// assert_eq!(sum.parts[2].text, "kayles(7)");
    /// let heaps: Expression = "3+5+*6".parse()?;
    /// assert!(heaps.parts.iter().all(|part| part.game == "nim"));
    /// # Ok::<(), zug::ExpressionError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The first fault, with its column.
    pub fn read(text: &str) -> Result<Self, ExpressionError> {
        let mut reader = Reader {
            text: text.chars().collect(),
            at: 0,
        };
        let mut parts = Vec::new();
        loop {
            let (times, named) = reader.part()?;
            if parts.len() + times > MOST_PARTS {
                return Err(reader.fault(ExpressionFault::TooManyParts { most: MOST_PARTS }));
            }
            parts.extend(std::iter::repeat_n(named, times));
            match reader.next_visible() {
                None => return Ok(Self { parts }),
                Some('+') => reader.at += 1,
                Some(found) => return Err(reader.fault(ExpressionFault::ExpectedPlus { found })),
            }
        }
    }
}

impl Named {
    /// Whether the game is the notation of a game on heaps.
    #[must_use]
    pub fn is_heaps(&self) -> bool {
        self.heaps.is_some()
    }

    /// The heaps, if the game is the notation of a game on heaps.
    pub(crate) fn as_heaps(&self) -> Option<&HeapPart> {
        self.heaps.as_ref()
    }
}

impl FromStr for Expression {
    type Err = ExpressionError;

    fn from_str(text: &str) -> Result<Self, ExpressionError> {
        Self::read(text)
    }
}

struct Reader {
    text: Vec<char>,
    at: usize,
}

impl Reader {
    fn fault(&self, fault: ExpressionFault) -> ExpressionError {
        ExpressionError {
            column: self.at + 1,
            fault,
        }
    }

    fn next_visible(&mut self) -> Option<char> {
        while self
            .text
            .get(self.at)
            .is_some_and(|letter| letter.is_whitespace())
        {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    fn slice(&self, from: usize, to: usize) -> String {
        self.text[from..to].iter().collect()
    }

    /// Reads `at POSITION`, if it stands here. A position stands in quotes, or goes on to the next `+`.
    fn position(&mut self) -> Result<Option<String>, ExpressionError> {
        self.next_visible();
        let is_at = self.text[self.at..].starts_with(&['a', 't']);
        let after = self.text.get(self.at + 2).copied();
        if !is_at
            || after.is_some_and(|letter| !letter.is_whitespace() && !QUOTES.contains(&letter))
        {
            return Ok(None);
        }
        self.at += 2;
        let first = self.next_visible();
        let begin = self.at;
        if let Some(quote) = first.filter(|letter| QUOTES.contains(letter)) {
            let begin = begin + 1;
            let close = self.text[begin..]
                .iter()
                .position(|letter| *letter == quote);
            let Some(close) = close else {
                return Err(self.fault(ExpressionFault::QuoteNotClosed));
            };
            self.at = begin + close + 1;
            let position = self.slice(begin, begin + close).trim().to_owned();
            if position.is_empty() {
                return Err(self.fault(ExpressionFault::ExpectedPosition));
            }
            return Ok(Some(position));
        }
        while self.text.get(self.at).is_some_and(|letter| *letter != '+') {
            self.at += 1;
        }
        let position = self.slice(begin, self.at).trim().to_owned();
        if position.is_empty() {
            return Err(self.fault(ExpressionFault::ExpectedPosition));
        }
        Ok(Some(position))
    }

    /// Reads `[TIMES *] NAME [(ARGUMENTS)] [at POSITION]`.
    fn part(&mut self) -> Result<(usize, Named), ExpressionError> {
        let times = self.times()?;
        let Some(_) = self.next_visible() else {
            return Err(self.fault(ExpressionFault::ExpectedGame { found: None }));
        };
        let begin = self.at;
        if let Some(heap) = self.heap() {
            return Ok((times, heap));
        }
        if let Some(notation) = self.notation()? {
            return Ok((times, notation));
        }
        if self.text[begin] == '{' {
            return Err(self.fault(ExpressionFault::NoHeaps));
        }
        let ends = |letter: char| letter.is_whitespace() || "(+*),=".contains(letter);
        while self.text.get(self.at).is_some_and(|letter| !ends(*letter)) {
            self.at += 1;
        }
        if self.at == begin {
            let found = Some(self.text[begin]);
            return Err(self.fault(ExpressionFault::ExpectedGame { found }));
        }
        let game = self.slice(begin, self.at);
        let mut end = self.at;
        let mut arguments = Vec::new();
        if self.next_visible() == Some('(') {
            self.at += 1;
            arguments = self.arguments()?;
            end = self.at;
        }
        let mut text = self.slice(begin, end);
        let position = self.position()?;
        if let Some(position) = &position {
            text = format!("{text} at {position}");
        }
        Ok((
            times,
            Named {
                text,
                game,
                arguments,
                heaps: None,
                position,
            },
        ))
    }

    /// Reads the notation of a game on heaps with its heaps, such as `{1,3,4}(9)`, if it stands here.
    fn notation(&mut self) -> Result<Option<Named>, ExpressionError> {
        let begin = self.at;
        // The part goes on to the next `+` outside of all brackets, and the last bracket has the heaps.
        let (mut depth, mut open, mut end) = (0_u32, None, begin);
        for at in begin..self.text.len() {
            match self.text[at] {
                '+' if depth == 0 => break,
                letter @ ('(' | '[' | '{') => {
                    if depth == 0 && letter == '(' {
                        open = Some(at);
                    }
                    depth += 1;
                }
                ')' | ']' | '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            if !self.text[at].is_whitespace() {
                end = at + 1;
            }
        }
        let Some(open) = open.filter(|_| self.text[end - 1] == ')') else {
            return Ok(None);
        };
        let game = self.slice(begin, open).trim().to_owned();
        let is_notation = game.parse::<HeapGame>().is_ok() || game.parse::<PairGame>().is_ok();
        if !is_notation || zug_catalogue::find(&game).is_some() {
            return Ok(None);
        }
        self.at = open + 1;
        let arguments = self.arguments()?;
        let number = |argument: &Argument| {
            let number = argument
                .name
                .is_none()
                .then(|| whole_number(&argument.value));
            number.flatten().ok_or_else(|| ExpressionError {
                column: argument.column,
                fault: ExpressionFault::ExpectedHeap {
                    found: argument.value.clone(),
                },
            })
        };
        let heaps: Vec<u64> = arguments.iter().map(number).collect::<Result<_, _>>()?;
        let two_heaps = || ExpressionError {
            column: open + 1,
            fault: ExpressionFault::TwoHeaps { game: game.clone() },
        };
        Ok(Some(Named {
            text: self.slice(begin, end),
            heaps: Some(HeapPart::of(&game, heaps).ok_or_else(two_heaps)?),
            game,
            arguments,
            position: None,
        }))
    }

    /// Reads a number that stands alone, or behind a star, if it stands here: a heap of Nim.
    fn heap(&mut self) -> Option<Named> {
        let begin = self.at;
        let star = usize::from(self.text.get(begin) == Some(&'*'));
        let digits = self.text[begin + star..].iter();
        let end = begin + star + digits.take_while(|letter| letter.is_ascii_digit()).count();
        let goes_on = |letter: &char| !letter.is_whitespace() && *letter != '+';
        if end == begin + star || self.text.get(end).is_some_and(goes_on) {
            return None;
        }
        self.at = end;
        Some(Named {
            text: self.slice(begin, end),
            game: "nim".to_owned(),
            arguments: vec![Argument {
                column: begin + 1,
                name: None,
                value: self.slice(begin + star, end),
            }],
            heaps: None,
            position: None,
        })
    }

    /// Reads `3 *`, if it stands here; returns the number of times, else 1.
    fn times(&mut self) -> Result<usize, ExpressionError> {
        self.next_visible();
        let begin = self.at;
        while self.text.get(self.at).is_some_and(char::is_ascii_digit) {
            self.at += 1;
        }
        let end = self.at;
        if end == begin || self.next_visible() != Some('*') {
            self.at = begin;
            return Ok(1);
        }
        let digits = self.slice(begin, end);
        let times = digits
            .parse()
            .ok()
            .filter(|times| (1..=MOST_PARTS).contains(times));
        let Some(times) = times else {
            self.at = begin;
            return Err(self.fault(ExpressionFault::Times { most: MOST_PARTS }));
        };
        self.at += 1;
        Ok(times)
    }

    /// Reads what stands between the brackets, with the closing bracket.
    fn arguments(&mut self) -> Result<Vec<Argument>, ExpressionError> {
        let open = self.at - 1;
        let mut arguments = Vec::new();
        if self.next_visible() == Some(')') {
            self.at += 1;
            return Ok(arguments);
        }
        loop {
            self.next_visible();
            let begin = self.at;
            let mut depth = 0i32;
            let mut equals = None;
            let mut in_text = false;
            let end = loop {
                let Some(&letter) = self.text.get(self.at) else {
                    self.at = open;
                    return Err(self.fault(ExpressionFault::NotClosed));
                };
                match letter {
                    '"' => in_text = !in_text,
                    _ if in_text => {}
                    '(' | '[' | '{' => depth += 1,
                    ')' | ',' if depth == 0 => break self.at,
                    ')' | ']' | '}' => depth -= 1,
                    '=' if depth == 0 && equals.is_none() => equals = Some(self.at),
                    _ => {}
                }
                self.at += 1;
            };
            let text = |from: usize, to: usize| self.slice(from, to).trim().to_owned();
            let (name, value) = match equals {
                Some(equals) => (Some(text(begin, equals)), text(equals + 1, end)),
                None => (None, text(begin, end)),
            };
            if value.is_empty() || name.as_ref().is_some_and(String::is_empty) {
                self.at = begin;
                return Err(self.fault(ExpressionFault::ExpectedValue));
            }
            arguments.push(Argument {
                column: begin + 1,
                name,
                value,
            });
            self.at += 1;
            if self.text[end] == ')' {
                return Ok(arguments);
            }
        }
    }
}

/// A whole number such as 12 or 10^18.
fn whole_number(text: &str) -> Option<u64> {
    match text.split_once('^') {
        None => text.parse().ok(),
        Some((base, exponent)) => {
            let (base, exponent) = (base.trim().parse::<u64>(), exponent.trim().parse());
            base.ok()?.checked_pow(exponent.ok()?)
        }
    }
}
