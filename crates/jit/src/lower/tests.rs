//! Tests of the position against patterns, many at once.
//!
//! The lines of a board are one pattern in many places. Tests that differ by a shift only
//! are answered by one row of shifts and conjunctions: bit t of `x & x >> 1 & x >> 2` says
//! whether the three bits of x from t on are set. So any number of places costs as much as
//! one place; and a pattern that is a smaller pattern twice takes half of the steps.

use std::collections::HashMap;
use std::iter;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I64};
use cranelift_codegen::ir::{InstBuilder, Value};
use zug_game::U256;
use zug_program::{ExprId, Node};

use super::Lower;
use super::word::{word_of, words_of};

/// Tests that differ by a shift only.
#[derive(Debug)]
pub(super) struct Shape {
    /// The mask, shifted so that its lowest bit is bit 0.
    pub(super) mask: U256,
    pub(super) pattern: U256,
    /// The shifts of the tests, as bits.
    pub(super) places: U256,
}

/// The tests by shape, in the order in which the shapes first appear.
pub(super) fn shapes(tests: impl IntoIterator<Item = (U256, U256)>) -> Vec<Shape> {
    let mut shapes: Vec<Shape> = Vec::new();
    for (mask, pattern) in tests {
        let shift = mask.trailing_zeros() % U256::BITS;
        let (mask, pattern) = (mask >> shift, pattern >> shift);
        let place = U256::ONE << shift;
        // A test that comes twice begins a shape of its own: a sum counts it twice.
        let same = |shape: &&mut Shape| {
            (shape.mask, shape.pattern) == (mask, pattern) && shape.places & place == 0
        };
        match shapes.iter_mut().find(same) {
            Some(shape) => shape.places |= place,
            None => shapes.push(Shape {
                mask,
                pattern,
                places: place,
            }),
        }
    }
    shapes
}

impl Lower<'_, '_> {
    /// Whether `(position & mask) == pattern`.
    pub(super) fn test(&mut self, mask: U256, pattern: U256) -> Value {
        let mut all = None;
        for (word, mask) in words_of(mask) {
            let bits = self.word(word);
            let bits = match mask {
                u64::MAX => bits,
                _ => self.b.ins().band_imm(bits, mask as i64),
            };
            let same = self
                .b
                .ins()
                .icmp_imm(IntCC::Equal, bits, word_of(pattern, word) as i64);
            all = Some(match all {
                Some(all) => self.b.ins().band(all, same),
                None => same,
            });
        }
        all.unwrap_or_else(|| self.b.ins().iconst(I8, 1))
    }

    /// Whether one of the tests holds.
    pub(super) fn any_test(&mut self, tests: &[(U256, U256)]) -> Value {
        let mut any: Option<Value> = None;
        let mut found: Option<Vec<Value>> = None;
        let mut cells = Cells::new();
        for shape in shapes(tests.iter().copied()) {
            if !self.pays(&shape) {
                for shift in bits_of(shape.places) {
                    let truth = self.test(shape.mask << shift, shape.pattern << shift);
                    any = Some(self.or(any, truth));
                }
                continue;
            }
            let places = self.places(&shape, &mut cells);
            found = Some(match found {
                Some(found) => self.each(&found, &places, |lower, a, b| lower.b.ins().bor(a, b)),
                None => places,
            });
        }
        if let Some(found) = found {
            let joined = found
                .into_iter()
                .reduce(|a, b| self.b.ins().bor(a, b))
                .expect("a position has a word");
            let truth = self.b.ins().icmp_imm(IntCC::NotEqual, joined, 0);
            any = Some(self.or(any, truth));
        }
        any.unwrap_or_else(|| self.b.ins().iconst(I8, 0))
    }

    fn or(&mut self, any: Option<Value>, truth: Value) -> Value {
        match any {
            Some(any) => self.b.ins().bor(any, truth),
            None => truth,
        }
    }

    /// The sum of the terms. Terms that are tests of one shape are counted together.
    pub(super) fn sum(&mut self, terms: &[ExprId]) -> Value {
        let mut tests = Vec::new();
        let mut total: Option<Value> = None;
        for &term in terms {
            if let Node::Test { mask, pattern } = *self.node(term) {
                tests.push((mask, pattern));
            } else {
                let value = self.number(term);
                total = Some(self.add(total, value));
            }
        }
        for shape in shapes(tests) {
            let counted = if self.pays(&shape) {
                let places = self.places(&shape, &mut Cells::new());
                places
                    .into_iter()
                    .map(|word| self.b.ins().popcnt(word))
                    .collect()
            } else {
                let mut counted = Vec::new();
                for shift in bits_of(shape.places) {
                    let truth = self.test(shape.mask << shift, shape.pattern << shift);
                    counted.push(self.b.ins().uextend(I64, truth));
                }
                counted
            };
            for value in counted {
                total = Some(self.add(total, value));
            }
        }
        total.unwrap_or_else(|| self.int(0))
    }

    fn add(&mut self, total: Option<Value>, value: Value) -> Value {
        match total {
            Some(total) => self.b.ins().iadd(total, value),
            None => value,
        }
    }

    /// Whether to ask for all places of a shape together takes fewer instructions.
    fn pays(&self, shape: &Shape) -> bool {
        // A test takes about three instructions for each word; all together take two for
        // each step and word.
        let words = self.position.len() as u32;
        let steps = 1 + steps(shape.mask) * words;
        shape.mask != 0 && 3 * shape.places.count_ones() > 2 * steps * words
    }

    /// The places at which the shape is found, as bits. Where it is made of cells with the
    /// same content, these are looked for once, for all shapes of the same cells.
    pub(super) fn places(&mut self, shape: &Shape, cells: &mut Cells) -> Vec<Value> {
        let words = self.words();
        if let Some((bits, content, distances)) = cells_of(shape) {
            let base = match cells.get(&(bits, content)) {
                Some(base) => base.clone(),
                None => self.cells(&words, bits, content),
            };
            cells.insert((bits, content), base.clone());
            let found = self.all_of(&base, distances);
            return self.only(found, shape.places);
        }
        let mut found: Option<Vec<Value>> = None;
        for (mask, wanted) in [
            (shape.mask & shape.pattern, true),
            (shape.mask & !shape.pattern, false),
        ] {
            if mask == 0 {
                continue;
            }
            let base = if wanted {
                words.clone()
            } else {
                words.iter().map(|&word| self.b.ins().bnot(word)).collect()
            };
            let part = self.all_of(&base, mask);
            found = Some(match found {
                Some(found) => self.each(&found, &part, |lower, a, b| lower.b.ins().band(a, b)),
                None => part,
            });
        }
        self.only(found.expect("a shape has a bit"), shape.places)
    }

    /// The places from which on `bits` bits are this content, which has ones and zeros.
    fn cells(&mut self, words: &[Value], bits: u32, content: U256) -> Vec<Value> {
        let (ones, zeros): (Vec<u32>, Vec<u32>) =
            (0..bits).partition(|bit| content >> bit & 1 == 1);
        let mut found = self.shifted_down(words, ones[0]);
        for bit in &ones[1..] {
            let here = self.shifted_down(words, *bit);
            found = self.each(&found, &here, |lower, a, b| lower.b.ins().band(a, b));
        }
        for bit in zeros {
            let here = self.shifted_down(words, bit);
            found = self.each(&found, &here, |lower, a, b| lower.b.ins().band_not(a, b));
        }
        found
    }

    /// Those of the bits that stand at one of the places.
    fn only(&mut self, words: Vec<Value>, places: U256) -> Vec<Value> {
        words
            .into_iter()
            .enumerate()
            .map(|(word, bits)| self.b.ins().band_imm(bits, word_of(places, word) as i64))
            .collect()
    }

    /// Bit t of the result says whether, for every bit m of the mask, bit t + m of `base` is
    /// set.
    fn all_of(&mut self, base: &[Value], mask: U256) -> Vec<Value> {
        let low = mask.trailing_zeros();
        let result = match split(mask >> low) {
            Split::One => base.to_vec(),
            Split::Twice(half, shift) => {
                let half = self.all_of(base, half);
                let moved = self.shifted_down(&half, shift);
                self.each(&half, &moved, |lower, a, b| lower.b.ins().band(a, b))
            }
            Split::First(rest) => {
                let rest = self.all_of(base, rest);
                self.each(base, &rest, |lower, a, b| lower.b.ins().band(a, b))
            }
        };
        match low {
            0 => result,
            _ => self.shifted_down(&result, low),
        }
    }

    /// The words shifted down by a number of bits; up where the number is negative.
    pub(super) fn moved_down(&mut self, words: &[Value], by: i32) -> Vec<Value> {
        match by {
            0.. => self.shifted_down(words, by as u32),
            _ => self.shifted_up_by(words, by.unsigned_abs()),
        }
    }

    fn shifted_up_by(&mut self, words: &[Value], by: u32) -> Vec<Value> {
        match *words {
            [only] if by < 64 => vec![self.b.ins().ishl_imm(only, i64::from(by))],
            [low, high] if by < 64 => {
                let high = self.b.ins().ishl_imm(high, i64::from(by));
                let from_low = self.b.ins().ushr_imm(low, i64::from(64 - by));
                let high = self.b.ins().bor(high, from_low);
                vec![self.b.ins().ishl_imm(low, i64::from(by)), high]
            }
            [low, _] if by < 128 => {
                let high = self.b.ins().ishl_imm(low, i64::from(by - 64));
                vec![self.int(0), high]
            }
            [_] | [_, _] => vec![self.int(0); words.len()],
            _ => {
                let below = |word: usize, more: u32| word.checked_sub((by / 64 + more) as usize);
                (0..words.len())
                    .map(|word| {
                        let near = below(word, 0).map(|from| words[from]);
                        let far = below(word, 1).map(|from| words[from]);
                        self.joined(near, far, by % 64, Direction::Up)
                    })
                    .collect()
            }
        }
    }

    pub(super) fn shifted_down(&mut self, words: &[Value], by: u32) -> Vec<Value> {
        let zero = |lower: &mut Self| lower.int(0);
        match *words {
            [only] if by < 64 => vec![self.b.ins().ushr_imm(only, i64::from(by))],
            [_] => vec![zero(self)],
            [low, high] if by == 0 => vec![low, high],
            [low, high] if by < 64 => {
                let low = self.b.ins().ushr_imm(low, i64::from(by));
                let from_high = self.b.ins().ishl_imm(high, i64::from(64 - by));
                let low = self.b.ins().bor(low, from_high);
                vec![low, self.b.ins().ushr_imm(high, i64::from(by))]
            }
            [_, high] if by < 128 => {
                let low = self.b.ins().ushr_imm(high, i64::from(by - 64));
                vec![low, zero(self)]
            }
            [_, _] => vec![zero(self); words.len()],
            _ => (0..words.len())
                .map(|word| {
                    let at = word + (by / 64) as usize;
                    let [near, far] = [at, at + 1].map(|from| words.get(from).copied());
                    self.joined(near, far, by % 64, Direction::Down)
                })
                .collect(),
        }
    }

    /// A word of several that are shifted by fewer bits than a word has: made of the word that is
    /// shifted within its place, and of its neighbour, where they are.
    fn joined(
        &mut self,
        near: Option<Value>,
        far: Option<Value>,
        by: u32,
        direction: Direction,
    ) -> Value {
        let (by, back) = (i64::from(by), i64::from(64 - by));
        let near = near.map(|word| match (by, direction) {
            (0, _) => word,
            (_, Direction::Up) => self.b.ins().ishl_imm(word, by),
            (_, Direction::Down) => self.b.ins().ushr_imm(word, by),
        });
        let far = far.filter(|_| by > 0).map(|word| match direction {
            Direction::Up => self.b.ins().ushr_imm(word, back),
            Direction::Down => self.b.ins().ishl_imm(word, back),
        });
        match (near, far) {
            (Some(near), Some(far)) => self.b.ins().bor(near, far),
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => self.int(0),
        }
    }

    pub(super) fn each(
        &mut self,
        a: &[Value],
        b: &[Value],
        join: impl Fn(&mut Self, Value, Value) -> Value,
    ) -> Vec<Value> {
        a.iter().zip(b).map(|(&a, &b)| join(self, a, b)).collect()
    }
}

/// Where bits are shifted to.
#[derive(Clone, Copy)]
enum Direction {
    Up,
    Down,
}

/// For the number of bits of a cell and its content, the places at which cells have it.
pub(super) type Cells = HashMap<(u32, U256), Vec<Value>>;

/// The cells that a shape is made of, if all have the same content with ones and zeros: the
/// number of bits of a cell, the content, and the distances of the cells as bits.
fn cells_of(shape: &Shape) -> Option<(u32, U256, U256)> {
    let together = shape.mask.trailing_ones().min(8);
    (2..=together).find_map(|bits| {
        let cell = (U256::ONE << bits) - 1;
        let content = shape.pattern & cell;
        let (mut left, mut distances) = (shape.mask, U256::ZERO);
        while left != 0 {
            let at = left.trailing_zeros();
            let is_same = left >> at & cell == cell && shape.pattern >> at & cell == content;
            if !is_same {
                return None;
            }
            left &= !(cell << at);
            distances |= U256::ONE << at;
        }
        let is_mixed = content != 0 && content != cell;
        is_mixed.then_some((bits, content, distances))
    })
}

/// How a set of bits, bit 0 among them, is made of smaller sets.
#[derive(Debug, PartialEq, Eq)]
enum Split {
    /// The set is bit 0 alone.
    One,
    /// A smaller set, together with its image this number of bits up.
    Twice(U256, u32),
    /// Bit 0, together with these bits.
    First(U256),
}

/// The split that takes the fewest steps: four in a row are two in a row, twice.
fn split(mask: U256) -> Split {
    if mask == 1 {
        return Split::One;
    }
    let twice = bits_of(mask)
        .skip(1)
        .filter_map(|shift| Some((half(mask, shift)?, shift)))
        .min_by_key(|&(half, shift)| (half.count_ones(), shift));
    match twice {
        Some((half, shift)) => Split::Twice(half, shift),
        None => Split::First(mask & !U256::ONE),
    }
}

/// The smallest set that, together with its image `shift` bits up, is the mask; `None` if
/// there is none smaller than the mask.
fn half(mask: U256, shift: u32) -> Option<U256> {
    let mut half = U256::ZERO;
    for bit in bits_of(mask) {
        let source = bit
            .checked_sub(shift)
            .map_or(U256::ZERO, |source| U256::ONE << source);
        if half & source != 0 {
            continue;
        }
        let has_image = bit + shift < U256::BITS && mask >> (bit + shift) & 1 == 1;
        half |= if has_image {
            U256::ONE << bit
        } else {
            source & mask
        };
    }
    (half | half << shift == mask && half != mask).then_some(half)
}

/// The number of conjunctions that a shape takes.
fn steps(mask: U256) -> u32 {
    match split(mask >> mask.trailing_zeros()) {
        Split::One => 0,
        Split::Twice(rest, _) | Split::First(rest) => 1 + steps(rest),
    }
}

/// The bits of a mask that are set, the lowest first.
pub(super) fn bits_of(mask: U256) -> impl Iterator<Item = u32> {
    words_of(mask).flat_map(|(word, mut left)| {
        iter::from_fn(move || {
            let bit = (left != 0).then(|| left.trailing_zeros())?;
            left &= left - 1;
            Some(64 * word as u32 + bit)
        })
    })
}
