//! Every compiled function is a loop with one round for each position of a block.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{
    AbiParam, Block, BlockArg, Function, InstBuilder, MemFlags, Signature, Value,
};
use cranelift_codegen::isa::CallConv;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};

/// The signature of every compiled function. Its six parameters are addresses:
///
/// 1. the first word of the first item (a position, a step or a rank);
/// 2. the end of the items;
/// 3. the output, where successors or positions are written;
/// 4. the last address at which a round may begin to write its output;
/// 5. the notes, one number for each item;
/// 6. the tables.
///
/// The function returns the number of notes that it made. If the round after the last note
/// failed, all bits of that number are inverted.
pub(crate) fn signature(convention: CallConv) -> Signature {
    let mut signature = Signature::new(convention);
    signature.params = vec![AbiParam::new(I64); 6];
    signature.returns = vec![AbiParam::new(I64)];
    signature
}

/// The round that is being made, and what the loop needs to go on to the next round.
pub(crate) struct Rounds {
    /// The address of the item that this round works on.
    pub(crate) from: Value,
    /// The address at which this round writes its output.
    pub(crate) out: Value,
    /// The address of this round's note.
    note_at: Value,
    /// The address of the tables.
    pub(crate) tables: Value,
    /// The end of the items.
    end: Value,
    /// The last address at which a round may begin to write its output.
    room: Value,
    /// The address of the first round's note.
    first_note: Value,
    /// The block in which each round begins.
    again: Block,
}

impl Rounds {
    /// Begins a function that has its signature. The loop goes round at least once, so that
    /// the function must be called with at least one item.
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

    /// Ends a round, with a note if there is one. The function ends after the last item, or
    /// where there is no room for the output of another round. An item begins `stride` bytes
    /// after the one before it; the next round writes its output at `out`.
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

    /// Ends the function because a check of this round failed.
    pub(crate) fn fail(&self, b: &mut FunctionBuilder<'_>) {
        let done = self.done(b, self.note_at);
        let failed = b.ins().bnot(done);
        b.ins().return_(&[failed]);
    }

    /// The number of notes before `note_at`.
    fn done(&self, b: &mut FunctionBuilder<'_>, note_at: Value) -> Value {
        let bytes = b.ins().isub(note_at, self.first_note);
        b.ins().ushr_imm(bytes, 3)
    }
}
