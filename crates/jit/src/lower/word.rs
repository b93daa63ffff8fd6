//! Fields of a position in one, two or four words.
//!
//! A field may lie across the border of two words. Where the place of a field is known
//! only when the code runs, two words are shifted as one number; of more words, the two
//! neighbours are picked first in which the field lies.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, Value};
use cranelift_frontend::FunctionBuilder;
use zug_game::U256;
use zug_program::Field;

use super::Lower;
use crate::straight::read_bits;

/// The most words of a position.
pub(super) const WORDS: usize = U256::BITS as usize / 64;

/// The words of a mask that are not 0, each with its place.
pub(super) fn words_of(mask: U256) -> impl Iterator<Item = (usize, u64)> {
    (0..WORDS)
        .map(move |word| (word, word_of(mask, word)))
        .filter(|&(_, word)| word != 0)
}

/// The 64 bits of one word of a pattern.
pub(super) fn word_of(pattern: U256, word: usize) -> u64 {
    let (high, low) = pattern.into_words();
    let half = if word < 2 { low } else { high };
    (half >> (64 * (word % 2))) as u64
}

impl Lower<'_, '_> {
    pub(super) fn int(&mut self, value: i64) -> Value {
        self.b.ins().iconst(I64, value)
    }

    pub(super) fn word(&mut self, word: usize) -> Value {
        self.b.use_var(self.position[word])
    }

    pub(super) fn words(&mut self) -> Vec<Value> {
        (0..self.position.len())
            .map(|word| self.word(word))
            .collect()
    }

    /// The field's value.
    pub(super) fn field(&mut self, field: usize) -> Value {
        if let Some(digit) = self.noted_digit(field) {
            return self.plus(digit, self.residual.layout().fields[field].scalar.lo);
        }
        let field = self.residual.layout().fields[field];
        if field.bits == 0 {
            return self.int(field.scalar.lo);
        }
        let words = self.words();
        let raw = read_bits(&mut self.b, &words, field.shift, field.bits);
        let raw = match field.weight {
            None => raw,
            Some(weight) => self.digit(raw, weight, field),
        };
        self.plus(raw, field.scalar.lo)
    }

    /// What a field that shares its bits holds, from 0, where these hold `number`.
    fn digit(&mut self, number: Value, weight: u64, field: Field) -> Value {
        let upper = divided(&mut self.b, number, field.bits, weight);
        let radix = field.scalar.radix() as u64;
        let quotient = divided(&mut self.b, upper, field.bits, radix);
        let product = self.b.ins().imul_imm(quotient, radix as i64);
        self.b.ins().isub(upper, product)
    }

    /// The value of the field that is `by` bits above `field`.
    pub(super) fn moved_field(&mut self, field: Field, by: Value) -> Value {
        if field.bits == 0 {
            return self.int(field.scalar.lo);
        }
        let shift = self.plus(by, i64::from(field.shift));
        let words = self.words();
        let raw = match words[..] {
            [only] => self.b.ins().ushr(only, shift),
            [low, high] => {
                let near = self.shifted_pair(low, high, shift);
                let within = self.b.ins().band_imm(shift, 63);
                let far = self.b.ins().ushr(high, within);
                self.pick_word(shift, far, near)
            }
            _ => {
                let (low, high) = self.neighbours(&words, shift);
                self.shifted_pair(low, high, shift)
            }
        };
        let raw = self.b.ins().band_imm(raw, mask(field.bits) as i64);
        self.plus(raw, field.scalar.lo)
    }

    /// The value with a number added to it.
    pub(super) fn plus(&mut self, value: Value, number: i64) -> Value {
        match number {
            0 => value,
            _ => self.b.ins().iadd_imm(value, number),
        }
    }

    /// The low word of two neighbours that are shifted down together by the bits of a shift
    /// within a word.
    fn shifted_pair(&mut self, low: Value, high: Value, shift: Value) -> Value {
        let within = self.b.ins().band_imm(shift, 63);
        let back = self.b.ins().irsub_imm(within, 63);
        let low = self.b.ins().ushr(low, within);
        let twice = self.b.ins().ishl_imm(high, 1);
        let from_high = self.b.ins().ishl(twice, back);
        self.b.ins().bor(low, from_high)
    }

    /// The word that a shift leads to, and the word above it; 0 above the last.
    fn neighbours(&mut self, words: &[Value], shift: Value) -> (Value, Value) {
        let number = self.b.ins().ushr_imm(shift, 6);
        let zero = self.int(0);
        let (mut low, mut high) = (words[0], words[1]);
        for word in 1..words.len() {
            let is_here = self.b.ins().icmp_imm(IntCC::Equal, number, word as i64);
            let above = words.get(word + 1).copied().unwrap_or(zero);
            low = self.b.ins().select(is_here, words[word], low);
            high = self.b.ins().select(is_here, above, high);
        }
        (low, high)
    }

    /// `far` if the shift is 64 or more, else `near`.
    fn pick_word(&mut self, shift: Value, far: Value, near: Value) -> Value {
        let is_far = self
            .b
            .ins()
            .icmp_imm(IntCC::UnsignedGreaterThanOrEqual, shift, 64);
        self.b.ins().select(is_far, far, near)
    }

    /// Sets fields to constants: the position becomes `(position & !clear) | set`.
    pub(super) fn write_constants(&mut self, clear: U256, set: U256) {
        for (word, clear) in words_of(clear | set) {
            let old = self.word(word);
            let set = word_of(set, word);
            let mut new = old;
            if clear != set {
                new = self.b.ins().band_imm(new, !clear as i64);
            }
            if set != 0 {
                new = self.b.ins().bor_imm(new, set as i64);
            }
            self.b.def_var(self.position[word], new);
        }
        self.known.changed();
    }

    /// Sets a field to a value, of which only as many bits are used as the field has.
    pub(super) fn write_field(&mut self, place: usize, value: Value) {
        let field = self.residual.layout().fields[place];
        if field.bits == 0 {
            return;
        }
        let mut raw = self.plus(value, field.scalar.lo.wrapping_neg());
        if let Some(weight) = field.weight {
            let words = self.words();
            let (word, within) = ((field.shift / 64) as usize, field.shift % 64);
            let noted = self.noted_digit(place);
            self.written.push(place);
            if let Some(before) = noted
                && within + field.bits <= 64
            {
                let more = self.b.ins().isub(raw, before);
                let more = self.b.ins().imul_imm(more, (weight << within) as i64);
                let new = self.b.ins().iadd(words[word], more);
                self.b.def_var(self.position[word], new);
                self.known.changed();
                return;
            }
            let number = read_bits(&mut self.b, &words, field.shift, field.bits);
            let before = match noted {
                Some(before) => before,
                None => self.digit(number, weight, field),
            };
            let more = self.b.ins().isub(raw, before);
            let more = self.b.ins().imul_imm(more, weight as i64);
            raw = self.b.ins().iadd(number, more);
        }
        let raw = self.b.ins().band_imm(raw, mask(field.bits) as i64);
        let (first, within) = ((field.shift / 64) as usize, field.shift % 64);
        let all = field.mask();
        for (word, clear) in words_of(all) {
            let set = if word > first {
                self.b.ins().ushr_imm(raw, i64::from(64 - within))
            } else {
                self.b.ins().ishl_imm(raw, i64::from(within))
            };
            let old = self.word(word);
            let kept = self.b.ins().band_imm(old, !clear as i64);
            let new = self.b.ins().bor(kept, set);
            self.b.def_var(self.position[word], new);
        }
        self.known.changed();
    }

    /// Sets the field that is `by` bits above `field` to a value, as `write_field` does.
    pub(super) fn write_moved_field(&mut self, field: Field, by: Value, value: Value) {
        if field.bits == 0 {
            return;
        }
        let raw = self.plus(value, field.scalar.lo.wrapping_neg());
        let raw = self.b.ins().band_imm(raw, mask(field.bits) as i64);
        let ones = self.int(mask(field.bits) as i64);
        let shift = self.plus(by, i64::from(field.shift));
        let set = self.shifted_up(raw, shift);
        let clear = self.shifted_up(ones, shift);
        for (word, (set, clear)) in set.into_iter().zip(clear).enumerate() {
            let old = self.word(word);
            let kept = self.b.ins().band_not(old, clear);
            let new = self.b.ins().bor(kept, set);
            self.b.def_var(self.position[word], new);
        }
        self.known.changed();
    }

    fn shifted_up(&mut self, value: Value, shift: Value) -> Vec<Value> {
        if self.position.len() == 1 {
            return vec![self.b.ins().ishl(value, shift)];
        }
        let within = self.b.ins().band_imm(shift, 63);
        let back = self.b.ins().irsub_imm(within, 63);
        let near_low = self.b.ins().ishl(value, within);
        let half = self.b.ins().ushr_imm(value, 1);
        let near_high = self.b.ins().ushr(half, back);
        let zero = self.int(0);
        if self.position.len() == 2 {
            let low = self.pick_word(shift, zero, near_low);
            let high = self.pick_word(shift, near_low, near_high);
            return vec![low, high];
        }
        let number = self.b.ins().ushr_imm(shift, 6);
        let is_at = (0..self.position.len())
            .map(|word| self.b.ins().icmp_imm(IntCC::Equal, number, word as i64));
        let is_at: Vec<Value> = is_at.collect();
        (0..is_at.len())
            .map(|word| {
                let from_below = match word.checked_sub(1) {
                    Some(below) => self.b.ins().select(is_at[below], near_high, zero),
                    None => zero,
                };
                self.b.ins().select(is_at[word], near_low, from_below)
            })
            .collect()
    }
}

/// A number of `bits` bits divided by a constant, and rounded down.
pub(super) fn divided(b: &mut FunctionBuilder<'_>, number: Value, bits: u32, by: u64) -> Value {
    if by == 1 {
        return number;
    }
    if let Some((factor, down)) = reciprocal(bits, by) {
        let product = b.ins().imul_imm(number, factor as i64);
        b.ins().ushr_imm(product, i64::from(down))
    } else {
        let by = b.ins().iconst(I64, by as i64);
        b.ins().udiv(number, by)
    }
}

/// A factor and a shift by which each number of `bits` bits is divided by `by`, which is 2 or
/// more; `None` if the product would not fit into 64 bits.
///
/// The product is larger than the quotient, both shifted, by less than `1 / by`, so that both are
/// the same when they are rounded down (Granlund and Montgomery, 1994).
fn reciprocal(bits: u32, by: u64) -> Option<(u64, u32)> {
    let down = bits + (u64::BITS - (by - 1).leading_zeros());
    (bits + down < u64::BITS).then(|| ((1_u64 << down).div_ceil(by), down))
}

/// A mask of the lowest `bits` bits, at most 64.
pub(super) fn mask(bits: u32) -> u64 {
    1u64.checked_shl(bits).map_or(u64::MAX, |bit| bit - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reciprocal_divides_every_number() {
        let mut divided = 0;
        for bits in 1..=30 {
            for by in 2..=200_u64 {
                let Some((factor, down)) = reciprocal(bits, by) else {
                    continue;
                };
                let all = 1_u64 << bits;
                // Near a multiple of the divisor, a quotient would be wrong first.
                let last = (all - 1) / by * by;
                let near = [last.saturating_sub(1), last, all - 1];
                for number in (0..all.min(3000)).chain(near) {
                    assert_eq!((number * factor) >> down, number / by, "{number} / {by}");
                    divided += 1;
                }
            }
        }
        assert!(divided > 1_000_000);
    }
}
