//! Rounds without a jump: a round reads a position or a rank, and makes a number or the
//! words of a position.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{Function, InstBuilder, MemFlags, Value};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};

use crate::rounds::Rounds;

/// A function without a jump in its rounds, while it is made.
pub(crate) struct Straight<'f> {
    pub(crate) b: FunctionBuilder<'f>,
    /// The words of the round's item, the lowest first.
    pub(crate) words: Vec<Value>,
    rounds: Rounds,
    /// The number of bytes from one item to the next.
    stride: usize,
}

impl<'f> Straight<'f> {
    /// A function whose items are `words` words each, and begin every `stride` bytes.
    pub(crate) fn new(
        words: usize,
        stride: usize,
        function: &'f mut Function,
        frontend: &'f mut FunctionBuilderContext,
    ) -> Self {
        let (mut b, rounds) = Rounds::begin(function, frontend);
        Self {
            words: load_words(&mut b, rounds.from, words),
            rounds,
            stride,
            b,
        }
    }

    pub(crate) fn int(&mut self, value: i64) -> Value {
        self.b.ins().iconst(I64, value)
    }

    /// The bits of `value` that are in the mask, moved `up` places up; down where `up` is
    /// negative.
    pub(crate) fn moved(&mut self, value: Value, mask: u64, up: i32) -> Value {
        let kept = match mask {
            u64::MAX => value,
            _ => self.b.ins().band_imm(value, mask as i64),
        };
        match up {
            0 => kept,
            1.. => self.b.ins().ishl_imm(kept, i64::from(up)),
            _ => self.b.ins().ushr_imm(kept, i64::from(-up)),
        }
    }

    /// The number at `index` of the table whose first number is at place `first` among all
    /// tables. The table must have a number there.
    pub(crate) fn load(&mut self, first: usize, index: Value) -> Value {
        load(&mut self.b, self.rounds.tables, first, index)
    }

    /// The number that `bits` bits of the item hold, from the bit `shift` on.
    pub(crate) fn bits(&mut self, shift: u32, bits: u32) -> Value {
        match bits {
            0 => self.int(0),
            _ => read_bits(&mut self.b, &self.words, shift, bits),
        }
    }

    /// 1 if the words `a` and `b` are equal, else 0.
    pub(crate) fn is_same(&mut self, a: &[Value], b: &[Value]) -> Value {
        let mut differ = self.int(0);
        for (&a, &b) in a.iter().zip(b) {
            let differs = self.b.ins().bxor(a, b);
            differ = self.b.ins().bor(differ, differs);
        }
        let is_same = self.b.ins().icmp_imm(IntCC::Equal, differ, 0);
        self.b.ins().uextend(I64, is_same)
    }

    /// Ends the function, whose rounds write these words over those of the item.
    pub(crate) fn put_back(mut self, words: &[Value]) {
        self.store(words, self.rounds.from);
        let out = self.rounds.out;
        self.finish(out, None);
    }

    /// Ends the function, whose rounds write these words behind the output of the round
    /// before.
    pub(crate) fn put_out(mut self, words: &[Value]) {
        self.store(words, self.rounds.out);
        let out = self
            .b
            .ins()
            .iadd_imm(self.rounds.out, 8 * words.len() as i64);
        self.finish(out, None);
    }

    /// Ends the function, whose rounds note this number.
    pub(crate) fn note(self, number: Value) {
        let out = self.rounds.out;
        self.finish(out, Some(number));
    }

    fn store(&mut self, words: &[Value], to: Value) {
        for (at, &word) in (0..).step_by(8).zip(words) {
            self.b.ins().store(MemFlags::trusted(), word, to, at);
        }
    }

    fn finish(mut self, out: Value, note: Option<Value>) {
        self.rounds.next(&mut self.b, self.stride, out, note);
        self.b.finalize();
    }
}

/// Loads `words` words that stand side by side from the address `from` on, the lowest
/// first.
pub(crate) fn load_words(b: &mut FunctionBuilder<'_>, from: Value, words: usize) -> Vec<Value> {
    let load = |at| b.ins().load(I64, MemFlags::trusted(), from, at);
    (0..).step_by(8).take(words).map(load).collect()
}

/// Loads the number at `index` of the table whose first number is at place `first` among
/// all tables. The table must have a number there.
pub(crate) fn load(
    b: &mut FunctionBuilder<'_>,
    tables_at: Value,
    first: usize,
    index: Value,
) -> Value {
    let offset = b.ins().ishl_imm(index, 3);
    let address = b.ins().iadd(tables_at, offset);
    // Tables are never written.
    let flags = MemFlags::trusted().with_readonly();
    b.ins().load(I64, flags, address, (8 * first) as i32)
}

/// The number that `bits` bits of the words hold, from the bit `shift` on. `bits` is from 1
/// to 64.
pub(crate) fn read_bits(
    b: &mut FunctionBuilder<'_>,
    words: &[Value],
    shift: u32,
    bits: u32,
) -> Value {
    let (word, within) = ((shift / 64) as usize, shift % 64);
    let mut value = words[word];
    if within > 0 {
        value = b.ins().ushr_imm(value, i64::from(within));
    }
    if within + bits > 64 {
        let high = b.ins().ishl_imm(words[word + 1], i64::from(64 - within));
        value = b.ins().bor(value, high);
    }
    if within + bits == 64 || bits == 64 {
        return value;
    }
    b.ins().band_imm(value, (u64::MAX >> (64 - bits)) as i64)
}
