//! Reads the notation of a game on heaps by recursive descent.

use std::ops::Range;

use super::{NotationError, NotationFault};
use crate::{Bound, Breaking, HeapGame, Leaving, Parts, Splitting, TakeSet};

/// The most numbers of a set: a range may ask for very many in a few characters.
const MOST_NUMBERS: u64 = 1 << 20;

type Result<T> = std::result::Result<T, NotationError>;

/// Reads a whole text.
pub(super) fn read(text: &str) -> Result<HeapGame> {
    if let Some(known) = crate::find(text) {
        return known.notation.parse();
    }
    let mut reader = Reader { text, at: 0 };
    let game = reader.game()?;
    match reader.peek() {
        None => Ok(game),
        Some(_) => Err(reader.expected("the end")),
    }
}

struct Reader<'t> {
    text: &'t str,
    /// Invariant: the place of a character in the text, or its end.
    at: usize,
}

impl<'t> Reader<'t> {
    fn game(&mut self) -> Result<HeapGame> {
        let first = self.peek();
        if first.is_none() {
            return Err(self.expected("a code such as 0.137, a set such as {1,3,4}, or a name"));
        }
        if self.begins_code() {
            return self.code();
        }
        if first == Some('{') {
            return Ok(HeapGame::Subtraction(self.set()?));
        }
        let begin = self.at;
        match &*self.word() {
            "sub" | "subtract" | "subtraction" => Ok(HeapGame::Subtraction(self.set()?)),
            "allbut" | "all-but" => Ok(HeapGame::AllBut(self.set()?)),
            "all" if self.word() == "but" => Ok(HeapGame::AllBut(self.set()?)),
            "split" => self.splitting(),
            "leave" => self.leaving(),
            _ => {
                let name = self.text[begin..].trim_end();
                let place = begin..begin + name.len();
                let name = name.to_owned();
                Err(NotationError::new(place, NotationFault::Unknown { name }))
            }
        }
    }

    /// Whether a code begins here: with a point, with a decimal digit, or with a letter
    /// that is a digit and a point after it.
    fn begins_code(&self) -> bool {
        let mut signs = self.text[self.at..].chars();
        match signs.next() {
            Some('.' | '0'..='9') => true,
            Some(letter) if letter.is_ascii_hexdigit() => {
                signs.find(|sign| !sign.is_whitespace()) == Some('.')
            }
            _ => false,
        }
    }

    /// `[digit] "." {digit} ["(" digit {digit} ")"]`, with a digit after the point.
    fn code(&mut self) -> Result<HeapGame> {
        const DIGIT: &str = "a digit of a code, 0 to 9 or A to F";
        let begin = self.at;
        let first = self.digit();
        let place = begin..self.at;
        if !self.eat('.') {
            return Err(self.expected("the point of a code, such as 0.137"));
        }
        if first.is_some_and(|first| first & 3 != 0) {
            return Err(NotationError::new(place, NotationFault::TakesNothing));
        }
        let mut digits = vec![first.unwrap_or(0)];
        digits.extend(std::iter::from_fn(|| self.digit()));
        let mut tail = Vec::new();
        if self.eat('(') {
            tail.extend(std::iter::from_fn(|| self.digit()));
            if tail.is_empty() {
                return Err(self.expected(DIGIT));
            }
            if !self.eat(')') {
                return Err(self.expected("a digit of a code, or `)`"));
            }
            if self.peek().is_some() {
                return Err(self.expected("the end: these digits repeat for ever"));
            }
        } else if digits.len() == 1 || self.peek().is_some() {
            return Err(self.expected(if digits.len() == 1 {
                "a digit of a code, 0 to 9 or A to F, or digits that repeat, in brackets"
            } else {
                DIGIT
            }));
        }
        match Breaking::new(digits, tail) {
            Ok(breaking) => Ok(HeapGame::Breaking(breaking)),
            // The digits were checked above, and only `d_0` can be wrong.
            Err(_) => Err(NotationError::new(place, NotationFault::TakesNothing)),
        }
    }

    /// `"{" [items] "}"` or `items`, which are `item {"," item}`.
    fn set(&mut self) -> Result<TakeSet> {
        let begin = self.at;
        let numbers = self.items()?;
        TakeSet::new(numbers).map_err(|_| NotationError::new(begin..self.at, NotationFault::Zero))
    }

    fn items(&mut self) -> Result<Vec<u64>> {
        let braces = self.eat('{');
        let mut numbers = Vec::new();
        if braces && self.eat('}') {
            return Ok(numbers);
        }
        loop {
            self.item(&mut numbers)?;
            if !self.eat(',') {
                break;
            }
        }
        if braces && !self.eat('}') {
            return Err(self.expected("`,` or `}`"));
        }
        if !braces && self.peek().is_some() {
            return Err(self.expected("`,` or the end"));
        }
        Ok(numbers)
    }

    /// `number [".." number]`.
    fn item(&mut self, numbers: &mut Vec<u64>) -> Result<()> {
        let (first, begin) = self.number("a number from 1 up", u64::MAX)?;
        if first == 0 {
            return Err(NotationError::new(begin, NotationFault::Zero));
        }
        let (mut last, mut place) = (first, begin.clone());
        if self.eat_range() {
            let end;
            (last, end) = self.number("the last number of the range", u64::MAX)?;
            place.end = end.end;
        }
        if last < first {
            let fault = NotationFault::Backwards { first, last };
            return Err(NotationError::new(place, fault));
        }
        let room = MOST_NUMBERS - numbers.len() as u64;
        if last - first >= room {
            let most = MOST_NUMBERS;
            return Err(NotationError::new(place, NotationFault::TooMany { most }));
        }
        numbers.extend(first..=last);
        Ok(())
    }

    /// After `split`: `"(" number [".." [number]] ["," parts] ")"`.
    fn splitting(&mut self) -> Result<HeapGame> {
        if !self.eat('(') {
            return Err(self.expected("`(`, as in split(2)"));
        }
        let (fewest, mut place) = self.heaps()?;
        let split = |most, place| {
            Splitting::new(fewest, most, Parts::Any)
                .map_err(|error| NotationError::new(place, error.into()))
        };
        let mut splitting = split(Some(fewest), place.clone())?;
        if self.eat_range() {
            let mut most = None;
            if self.peek().is_some_and(|sign| sign.is_ascii_digit()) {
                let (last, end) = self.heaps()?;
                place.end = end.end;
                most = Some(last);
            }
            splitting = split(most, place)?;
        }
        let parts = if self.eat(',') {
            self.parts()?
        } else {
            Parts::Any
        };
        if !self.eat(')') {
            return Err(self.expected(match parts {
                Parts::Any => "`)`, or `,` and `unequal` or `not all equal`",
                _ => "`)`",
            }));
        }
        Ok(HeapGame::Splitting(splitting.with_parts(parts)))
    }

    /// A number of heaps, and where it stands.
    fn heaps(&mut self) -> Result<(u32, Range<usize>)> {
        let (heaps, place) = self.number("a number of heaps", u64::from(u32::MAX))?;
        Ok((heaps as u32, place))
    }

    fn parts(&mut self) -> Result<Parts> {
        self.skip_spaces();
        let begin = self.at;
        let words = match &*self.word() {
            "unequal" => Some(Parts::Distinct),
            "not" if self.word() == "all" && self.word() == "equal" => Some(Parts::NotAllEqual),
            _ => None,
        };
        words.ok_or_else(|| {
            self.at = begin;
            self.expected("`unequal` or `not all equal`")
        })
    }

    /// After `leave`: `bound ".." bound`.
    fn leaving(&mut self) -> Result<HeapGame> {
        let lo = self.bound()?;
        if !self.eat_range() {
            return Err(self.expected("`..` and the largest size"));
        }
        let hi = self.bound()?;
        Ok(HeapGame::Leaving(Leaving { lo, hi }))
    }

    /// `["-"] number`, or `[number] "n" ["/" number] [plus]`, or
    /// `"n" "^" "(" "1" "/" number ")" [plus]`.
    fn bound(&mut self) -> Result<Bound> {
        const WHAT: &str = "a size such as 5, n-3, 2n/3 or n^(1/4)";
        if self.peek() == Some('-') {
            return Ok(Bound::constant(self.plus()?));
        }
        let mut times = None;
        if self.peek() != Some('n') && self.peek() != Some('N') {
            let (number, place) = self.number(WHAT, i64::MAX as u64)?;
            times = Some((number, place));
        }
        if !(self.eat('n') || self.eat('N')) {
            let constant = times.map_or(0, |(number, _)| number as i64);
            return Ok(Bound::constant(constant));
        }
        let times = match times {
            Some((number, place)) => u32::try_from(number).map_err(|_| {
                let most = u64::from(u32::MAX);
                NotationError::new(place, NotationFault::TooLarge { most })
            })?,
            None => 1,
        };
        if times == 1 && self.eat('^') {
            return self.root();
        }
        let (mut over, mut place) = (1, self.at..self.at);
        if self.eat('/') {
            let number;
            (number, place) = self.number("a number to divide by", u64::from(u32::MAX))?;
            over = number as u32;
        }
        let plus = self.plus()?;
        let least = NotationFault::TooSmall { least: 1 };
        Bound::share(times, over, plus).ok_or_else(|| NotationError::new(place, least))
    }

    /// After `n^`: `"(" "1" "/" number ")" [plus]`.
    fn root(&mut self) -> Result<Bound> {
        const WHAT: &str = "the degree of a root, as in n^(1/4)";
        let begins = self.eat('(') && self.eat('1') && self.eat('/');
        if !begins {
            return Err(self.expected(WHAT));
        }
        let (degree, place) = self.number(WHAT, u64::from(Bound::LARGEST_ROOT))?;
        if !self.eat(')') {
            return Err(self.expected("`)`"));
        }
        let plus = self.plus()?;
        let least = NotationFault::TooSmall { least: 1 };
        Bound::root(degree as u32, plus).ok_or_else(|| NotationError::new(place, least))
    }

    /// `("+" | "-") number`, or nothing.
    fn plus(&mut self) -> Result<i64> {
        if self.eat('+') {
            let (number, _) = self.number("a number", i64::MAX as u64)?;
            Ok(number as i64)
        } else if self.eat('-') {
            let (number, _) = self.number("a number", i64::MIN.unsigned_abs())?;
            // No wrap: the number is at most that of `i64::MIN`.
            Ok(0_i64.wrapping_sub_unsigned(number))
        } else {
            Ok(0)
        }
    }

    // Characters and words.

    fn skip_spaces(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    /// The next character after spaces, which is not passed.
    fn peek(&mut self) -> Option<char> {
        self.skip_spaces();
        self.text[self.at..].chars().next()
    }

    fn eat(&mut self, sign: char) -> bool {
        let found = self.peek() == Some(sign);
        if found {
            self.at += sign.len_utf8();
        }
        found
    }

    fn eat_range(&mut self) -> bool {
        self.skip_spaces();
        let found = self.text[self.at..].starts_with("..");
        if found {
            self.at += 2;
        }
        found
    }

    /// Passes the next character if it is a digit of a code.
    fn digit(&mut self) -> Option<u8> {
        let digit = self.peek()?.to_digit(16)?;
        self.at += 1;
        Some(digit as u8)
    }

    /// Passes the next letters and hyphens, and returns them in small letters.
    fn word(&mut self) -> String {
        self.skip_spaces();
        let rest: &'t str = &self.text[self.at..];
        let end = rest.find(|sign: char| !sign.is_alphabetic() && sign != '-');
        let word = &rest[..end.unwrap_or(rest.len())];
        self.at += word.len();
        word.to_lowercase()
    }

    /// A number of at most `most`, and where it stands.
    fn number(&mut self, what: &'static str, most: u64) -> Result<(u64, Range<usize>)> {
        self.skip_spaces();
        let rest = &self.text[self.at..];
        let end = rest.find(|sign: char| !sign.is_ascii_digit());
        let digits = &rest[..end.unwrap_or(rest.len())];
        if digits.is_empty() {
            return Err(self.expected(what));
        }
        let place = self.at..self.at + digits.len();
        self.at = place.end;
        // Digits make no number only if they are too many.
        match digits.parse() {
            Ok(number) if number <= most => Ok((number, place)),
            _ => Err(NotationError::new(place, NotationFault::TooLarge { most })),
        }
    }

    /// The error that `what` was expected instead of the next character.
    fn expected(&mut self, what: &'static str) -> NotationError {
        let length = self.peek().map_or(0, char::len_utf8);
        let place = self.at..self.at + length;
        NotationError::new(place, NotationFault::Expected { what })
    }
}
