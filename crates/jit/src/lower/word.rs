//! Fields of a position in one or two words.
//!
//! A field may lie across the border of two words. Where the place of a field is known
//! only when the code runs, both words are shifted as one number.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, Value};
use zug_program::Field;

use super::Lower;
use crate::straight::read_bits;

/// The words of a mask that are not 0, each with its place.
pub(super) fn words_of(mask: u128) -> impl Iterator<Item = (usize, u64)> {
    [mask as u64, (mask >> 64) as u64]
        .into_iter()
        .enumerate()
        .filter(|&(_, word)| word != 0)
}

/// The 64 bits of one word of a pattern.
pub(super) fn word_of(pattern: u128, word: usize) -> u64 {
    (pattern >> (64 * word)) as u64
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
        let field = self.residual.layout().fields[field];
        if field.bits == 0 {
            return self.int(field.scalar.lo);
        }
        let words = self.words();
        let raw = read_bits(&mut self.b, &words, field.shift, field.bits);
        self.plus(raw, field.scalar.lo)
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
                let within = self.b.ins().band_imm(shift, 63);
                let back = self.b.ins().irsub_imm(within, 63);
                let low = self.b.ins().ushr(low, within);
                let twice = self.b.ins().ishl_imm(high, 1);
                let from_high = self.b.ins().ishl(twice, back);
                let near = self.b.ins().bor(low, from_high);
                let far = self.b.ins().ushr(high, within);
                self.pick_word(shift, far, near)
            }
            _ => unreachable!("a position has one word or two"),
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

    /// `far` if the shift is 64 or more, else `near`.
    fn pick_word(&mut self, shift: Value, far: Value, near: Value) -> Value {
        let is_far = self
            .b
            .ins()
            .icmp_imm(IntCC::UnsignedGreaterThanOrEqual, shift, 64);
        self.b.ins().select(is_far, far, near)
    }

    /// Sets fields to constants: the position becomes `(position & !clear) | set`.
    pub(super) fn write_constants(&mut self, clear: u128, set: u128) {
        for (word, clear) in words_of(clear | set) {
            let old = self.word(word);
            let kept = self.b.ins().band_imm(old, !clear as i64);
            let new = self.b.ins().bor_imm(kept, word_of(set, word) as i64);
            self.b.def_var(self.position[word], new);
        }
        self.known.changed();
    }

    /// Sets a field to a value, of which only as many bits are used as the field has.
    pub(super) fn write_field(&mut self, field: Field, value: Value) {
        if field.bits == 0 {
            return;
        }
        let raw = self.plus(value, field.scalar.lo.wrapping_neg());
        let raw = self.b.ins().band_imm(raw, mask(field.bits) as i64);
        let (first, within) = ((field.shift / 64) as usize, field.shift % 64);
        let all = u128::from(mask(field.bits)) << field.shift;
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
        let low = self.pick_word(shift, zero, near_low);
        let high = self.pick_word(shift, near_low, near_high);
        vec![low, high]
    }
}

/// A mask of the lowest `bits` bits, at most 64.
pub(super) fn mask(bits: u32) -> u64 {
    1u64.checked_shl(bits).map_or(u64::MAX, |bit| bit - 1)
}
