//! Reads numbers, and the infinitesimals that may stand beside one: ups, uptimals, tinies and nimbers.

use crate::dyadic::Dyadic;
use crate::form::{Form, Plain};
use crate::loopy::value::AnyValue;
use crate::notation::error::ReadFault;
use crate::notation::read::{Read, Reader, fault, is_infinitesimal};

impl Reader<'_> {
    pub(super) fn number(&mut self, sign: i64) -> Read<Dyadic> {
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
    pub(super) fn begins_infinitesimal(&self) -> bool {
        self.rest().starts_with(['*', '^']) || is_infinitesimal(self.word())
    }

    /// The number, with what infinitesimals stand beside it: ups or a tiny, then a nimber.
    pub(super) fn beside_number(&mut self, start: usize, number: Dyadic) -> Read<AnyValue> {
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
        self.worked_out(start, sum).map(AnyValue::Short)
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
        let AnyValue::Short(of) = of else {
            return fault(start..self.at, ReadFault::GoesRound);
        };
        let tiny = match word {
            "Tiny" => self.arena.tiny(of),
            _ => self.arena.miny(of),
        };
        self.worked_out(start, tiny)
    }
}
