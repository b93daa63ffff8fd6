//! The loop that each function is: a round for each position of a block.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{
    AbiParam, Block, BlockArg, Function, InstBuilder, MemFlags, Signature, Value,
};
use cranelift_codegen::isa::CallConv;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};

/// Where words come from and end, where what is made goes and has room up to, where
/// notes go, the tables; gives back how many notes were made, with all bits turned over
/// where the next round failed.
pub(crate) fn signature(convention: CallConv) -> Signature {
    let mut signature = Signature::new(convention);
    signature.params = vec![AbiParam::new(I64); 6];
    signature.returns = vec![AbiParam::new(I64)];
    signature
}

/// The round in the making, and what leads to the next one.
pub(crate) struct Rounds {
    /// Where the words are that this round is about.
    pub(crate) from: Value,
    /// Where what it makes goes.
    pub(crate) out: Value,
    /// Where its note goes.
    note_at: Value,
    pub(crate) tables: Value,
    /// Where the words end.
    end: Value,
    /// A round begins with `out` up to here.
    room: Value,
    first_note: Value,
    again: Block,
}

impl Rounds {
    /// A function whose signature is there, in its first round. There is one at least.
    pub(crate) fn begin<'f>(
        function: &'f mut Function,
        frontend: &'f mut FunctionBuilderContext,
    ) -> (FunctionBuilder<'f>, Self) {
        let mut b = FunctionBuilder::new(function, frontend);
        let entry = b.create_block();
        b.append_block_params_for_function_params(entry);
        b.switch_to_block(entry);
        b.seal_block(entry);
        let again = b.create_block();
        let [from, out, note_at] = [(); 3].map(|()| b.append_block_param(again, I64));
        let &[first, end, first_out, room, first_note, tables] = b.block_params(entry) else {
            unreachable!("the signature has six parameters");
        };
        b.ins()
            .jump(again, &[first, first_out, first_note].map(BlockArg::Value));
        b.switch_to_block(again);
        let rounds = Self {
            from,
            out,
            note_at,
            tables,
            end,
            room,
            first_note,
            again,
        };
        (b, rounds)
    }

    /// Ends a round, if need be with a note, and the function after the last round, or
    /// where there is no room for more. Words are `stride` bytes from the next ones; what
    /// the next round makes goes to `out`.
    pub(crate) fn next(
        &self,
        b: &mut FunctionBuilder<'_>,
        stride: usize,
        out: Value,
        note: Option<Value>,
    ) {
        let from = b.ins().iadd_imm(self.from, stride as i64);
        let mut note_at = self.note_at;
        if let Some(note) = note {
            b.ins().store(MemFlags::trusted(), note, note_at, 0);
            note_at = b.ins().iadd_imm(note_at, 8);
        }
        let is_more = b.ins().icmp(IntCC::NotEqual, from, self.end);
        let has_room = b.ins().icmp(IntCC::UnsignedLessThanOrEqual, out, self.room);
        let goes_on = b.ins().band(is_more, has_room);
        let done = b.create_block();
        let next = [from, out, note_at].map(BlockArg::Value);
        b.ins().brif(goes_on, self.again, &next, done, &[]);
        b.seal_block(self.again);
        b.switch_to_block(done);
        b.seal_block(done);
        let done = self.done(b, note_at);
        b.ins().return_(&[done]);
    }

    /// Ends the function, as this round failed.
    pub(crate) fn fail(&self, b: &mut FunctionBuilder<'_>) {
        let done = self.done(b, self.note_at);
        let failed = b.ins().bnot(done);
        b.ins().return_(&[failed]);
    }

    fn done(&self, b: &mut FunctionBuilder<'_>, note_at: Value) -> Value {
        let bytes = b.ins().isub(note_at, self.first_note);
        b.ins().ushr_imm(bytes, 3)
    }
}
