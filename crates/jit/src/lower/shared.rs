//! Expressions that are asked from many places, as subroutines.
//!
//! In chess each move of a man asks whether the man is pinned, and each such question asks which
//! men ride along a line. An expression in line with every guard that asks it would be worked out
//! once for each way that leads to it: 35,000 nodes of chess have 156 million such ways. So an
//! expression with many instructions and more than one user becomes a subroutine, which is
//! compiled once. It works its value out when it is first called in a position, and
//! remembers it.
//!
//! What it remembers is in a *frame*, which each round of the calling function clears:
//!
//! 1. the words of the round's position;
//! 2. the digits of the fields that share bits, taken apart once;
//! 3. a bit for each shared node, whether its value is known;
//! 4. the values of the shared nodes.
//!
//! A value is that of the round's position: once the body of a move has changed the position,
//! expressions are worked out in line. A shared node cannot fail, reads no slot, and does not
//! ask whether there is a legal move. Programs without such nodes, and without fields that
//! share bits, have no frame and pay nothing.

use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{
    AbiParam, ExtFuncData, ExternalName, FuncRef, Function, InstBuilder, MemFlags, Signature,
    StackSlotData, StackSlotKind, UserExternalName, Value,
};
use cranelift_codegen::isa::CallConv;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use zug_program::{ExprId, Field, Residual};

use super::expression::own_cost;
use super::word::divided;
use super::{Common, EASY, Lower, Purpose};
use crate::Error;
use crate::call::Machine;
use crate::straight::{load_words, read_bits};

/// The fewest instructions for which a node is shared. To call a subroutine and to find its value
/// known takes about a dozen.
const WORTH_SHARING: u32 = 64;

/// The most subroutines that call each other in a row, so that the stack has room for them.
pub(crate) const MOST_DEEP: u32 = 100;

/// The most shared nodes of a program.
const MOST_SHARED: usize = 1 << 13;

/// A call counts as more than [`EASY`] instructions, so that it is made only where its value is
/// needed.
const A_CALL: u32 = EASY + 1;

/// Which nodes of a program are shared, and where a frame has their values.
#[derive(Debug)]
pub(crate) struct Shared {
    /// For each node its place among the shared nodes; `None` for other nodes.
    places: Vec<Option<u32>>,
    /// The shared nodes. A node comes after those that it calls.
    nodes: Vec<ExprId>,
    /// For each node, about how many instructions it takes where it is used.
    costs: Vec<u32>,
    /// For each field its place among the fields that share bits; `None` for other fields.
    digits: Vec<Option<u32>>,
    /// The fields that share bits: those of one group together, the one with the least weight first.
    groups: Vec<Vec<usize>>,
    /// For each node, whether it depends on a slot.
    uses_slots: Vec<bool>,
    /// The number of words of a position.
    words: usize,
}

impl Shared {
    /// Which nodes of a program are shared.
    pub(crate) fn of<W: Machine>(residual: &Residual) -> Self {
        let mut shared = Self::none::<W>(residual);
        let users = users(residual);
        let mut depths: Vec<u32> = Vec::with_capacity(users.len());
        shared.costs.clear();
        for (at, (node, (id, users))) in residual.nodes().iter().zip(users).enumerate() {
            let (mut cost, mut depth) = (own_cost(node), 0);
            node.each_operand(|operand| {
                cost = cost.saturating_add(shared.costs[operand.index()]);
                depth = depth.max(depths[operand.index()]);
            });
            let place = id.filter(|id| {
                let facts = residual.facts(*id);
                let depends = facts.stuck || shared.uses_slots[at];
                facts.reads
                    && !facts.faults
                    && !depends
                    && users > 1
                    && cost >= WORTH_SHARING
                    && depth < MOST_DEEP
            });
            match place.filter(|_| shared.nodes.len() < MOST_SHARED) {
                Some(id) => {
                    shared.places.push(Some(shared.nodes.len() as u32));
                    shared.nodes.push(id);
                    (cost, depth) = (A_CALL, depth + 1);
                }
                None => shared.places.push(None),
            }
            shared.costs.push(cost);
            depths.push(depth);
        }
        shared
    }

    /// The same for a program whose expressions are all worked out in line.
    pub(crate) fn none<W: Machine>(residual: &Residual) -> Self {
        let mut costs: Vec<u32> = Vec::with_capacity(residual.nodes().len());
        for node in residual.nodes() {
            let mut cost = own_cost(node);
            node.each_operand(|operand| cost = cost.saturating_add(costs[operand.index()]));
            costs.push(cost);
        }
        let (digits, groups) = digits(&residual.layout().fields);
        Self {
            places: Vec::new(),
            nodes: Vec::new(),
            costs,
            digits,
            groups,
            uses_slots: residual.uses_slots(),
            words: W::WORDS,
        }
    }

    /// About how many instructions a node takes where it is used.
    pub(super) fn cost(&self, id: ExprId) -> u32 {
        self.costs[id.index()]
    }

    /// For each node, whether it depends on a slot.
    pub(super) fn uses_slots(&self) -> &[bool] {
        &self.uses_slots
    }

    fn needs_frame(&self) -> bool {
        !self.nodes.is_empty() || !self.groups.is_empty()
    }

    /// The offset of the digit with this place, in a frame.
    fn digit_at(&self, place: usize) -> i32 {
        8 * (self.words + place) as i32
    }

    /// The offset of the word of bits that has the bit of the shared node with this place.
    fn known_at(&self, place: usize) -> i32 {
        let digits: usize = self.groups.iter().map(Vec::len).sum();
        self.digit_at(digits) + 8 * (place / 64) as i32
    }

    /// The offset of the value of the shared node with this place.
    fn value_at(&self, place: usize) -> i32 {
        self.known_at(self.nodes.len() + 63) + 8 * place as i32
    }

    fn bytes(&self) -> u32 {
        self.value_at(self.nodes.len()) as u32
    }
}

/// For each field its place among those that share bits, and these fields: those of one group
/// together, the field with the least weight first.
fn digits(fields: &[Field]) -> (Vec<Option<u32>>, Vec<Vec<usize>>) {
    let (mut places, mut groups) = (vec![None; fields.len()], Vec::<Vec<usize>>::new());
    let sharing = fields.iter().enumerate();
    let sharing = sharing.filter(|(_, field)| field.weight.is_some());
    for ((at, field), place) in sharing.zip(0..) {
        places[at] = Some(place);
        match groups.last_mut() {
            Some(group) if fields[group[0]].shift == field.shift => group.push(at),
            _ => groups.push(vec![at]),
        }
    }
    (places, groups)
}

/// For each node of a program the number of its users, which are nodes, results and moves of one
/// player; with the node's name, if it has any users. Of two players only one is to move in a
/// position, so that the one counts who has more users.
fn users(residual: &Residual) -> Vec<(Option<ExprId>, u32)> {
    let mut most: Vec<(Option<ExprId>, u32)> = vec![(None, 0); residual.nodes().len()];
    for side in &residual.sides {
        let mut users = vec![(None, 0_u32); most.len()];
        let used = |id: ExprId, users: &mut Vec<(Option<ExprId>, u32)>| {
            let (name, count) = &mut users[id.index()];
            *name = Some(id);
            *count = count.saturating_add(1);
        };
        for result in &side.results {
            used(result.condition, &mut users);
        }
        for ground in &side.moves {
            ground.each_expression(|id| used(id, &mut users));
        }
        for (at, node) in residual.nodes().iter().enumerate().rev() {
            if users[at].0.is_some() {
                node.each_operand(|operand| used(operand, &mut users));
            }
        }
        for (most, users) in most.iter_mut().zip(users) {
            *most = (most.0.or(users.0), most.1.max(users.1));
        }
    }
    most
}

/// The subroutines that functions call, in the order in which they were first called.
#[derive(Debug, Default)]
pub(crate) struct Subroutines {
    /// The places of the shared nodes.
    called: Vec<u32>,
    /// For each shared node the number of its subroutine among those that are called.
    numbers: Vec<Option<u32>>,
}

impl Subroutines {
    /// The number of the subroutine of a shared node. In a module, subroutines come before all
    /// other functions, in the order of their numbers.
    fn number(&mut self, place: usize) -> u32 {
        if self.numbers.len() <= place {
            self.numbers.resize(place + 1, None);
        }
        let Self { called, numbers } = self;
        *numbers[place].get_or_insert_with(|| {
            called.push(place as u32);
            called.len() as u32 - 1
        })
    }

    /// The place of the shared node whose subroutine has this number.
    pub(crate) fn place(&self, number: usize) -> Option<usize> {
        Some(*self.called.get(number)? as usize)
    }
}

/// The signature of every subroutine: the addresses of the frame and of the tables, and the value.
pub(crate) fn signature(convention: CallConv) -> Signature {
    let mut signature = Signature::new(convention);
    signature.params = vec![AbiParam::new(I64); 2];
    signature.returns = vec![AbiParam::new(I64)];
    signature
}

impl<'a, 'f> Lower<'a, 'f> {
    /// Fills the subroutine of the shared node with this place.
    pub(crate) fn subroutine<W: Machine>(
        common: Common<'a>,
        place: usize,
        function: &'f mut Function,
        frontend: &'f mut FunctionBuilderContext,
    ) -> Result<(), Error> {
        let shared = common.shared;
        let mut b = FunctionBuilder::new(function, frontend);
        let entry = b.create_block();
        b.append_block_params_for_function_params(entry);
        b.switch_to_block(entry);
        b.seal_block(entry);
        let &[frame, tables_at] = b.block_params(entry) else {
            unreachable!("the signature has two parameters");
        };
        let flags = MemFlags::trusted();
        let known = b.ins().load(I64, flags, frame, shared.known_at(place));
        let bit = 1_u64 << (place % 64);
        let is_known = b.ins().band_imm(known, bit as i64);
        let [have, make] = [b.create_block(), b.create_block()];
        b.ins().brif(is_known, have, &[], make, &[]);
        for block in [have, make] {
            b.seal_block(block);
        }
        b.switch_to_block(have);
        let value = b.ins().load(I64, flags, frame, shared.value_at(place));
        b.ins().return_(&[value]);
        b.switch_to_block(make);
        let words = load_words(&mut b, frame, W::WORDS);
        let id = shared.nodes[place];
        let mut lower = Self::new::<W>(common, Purpose::Successors, b, &words, tables_at);
        lower.frame = Some(frame);
        lower.making = Some(id);
        let value = lower.new_number(id);
        if lower.is_too_large() {
            return Err(lower.too_large());
        }
        let b = &mut lower.b;
        b.ins().store(flags, value, frame, shared.value_at(place));
        // The subroutines that were called have noted their own bits.
        let known = b.ins().load(I64, flags, frame, shared.known_at(place));
        let known = b.ins().bor_imm(known, bit as i64);
        b.ins().store(flags, known, frame, shared.known_at(place));
        b.ins().return_(&[value]);
        lower.b.finalize();
        Ok(())
    }

    /// Makes the frame of a round, if the program needs one.
    pub(super) fn make_frame(&mut self) {
        let shared = self.shared;
        if !shared.needs_frame() {
            return;
        }
        let slot = StackSlotData::new(StackSlotKind::ExplicitSlot, shared.bytes(), 3);
        let slot = self.b.create_sized_stack_slot(slot);
        let frame = self.b.ins().stack_addr(I64, slot, 0);
        let words = self.words();
        let flags = MemFlags::trusted();
        if !shared.nodes.is_empty() {
            for (at, word) in (0..).step_by(8).zip(&words) {
                self.b.ins().store(flags, *word, frame, at);
            }
            let none = self.int(0);
            for place in (0..shared.nodes.len()).step_by(64) {
                self.b
                    .ins()
                    .store(flags, none, frame, shared.known_at(place));
            }
        }
        let fields = &self.residual.layout().fields;
        for group in &shared.groups {
            let first = fields[group[0]];
            let mut upper = read_bits(&mut self.b, &words, first.shift, first.bits);
            let mut bits = first.bits;
            for at in group {
                let radix = fields[*at].scalar.radix() as u64;
                let quotient = divided(&mut self.b, upper, bits, radix);
                let product = self.b.ins().imul_imm(quotient, radix as i64);
                let digit = self.b.ins().isub(upper, product);
                self.note_digit(*at, frame, digit);
                upper = quotient;
                bits -= radix.ilog2();
            }
        }
        self.frame = Some(frame);
    }

    fn note_digit(&mut self, field: usize, frame: Value, digit: Value) {
        if let Some(place) = self.shared.digits[field] {
            let at = self.shared.digit_at(place as usize);
            self.b.ins().store(MemFlags::trusted(), digit, frame, at);
        }
    }

    /// What a field that shares its bits holds, from 0, if the frame has that: the body of the
    /// move has not written the field.
    pub(super) fn noted_digit(&mut self, field: usize) -> Option<Value> {
        let frame = self.frame?;
        let place = self.shared.digits[field]?;
        if self.written.contains(&field) {
            return None;
        }
        let at = self.shared.digit_at(place as usize);
        Some(self.b.ins().load(I64, MemFlags::trusted(), frame, at))
    }

    /// The place of a node whose subroutine may be called here.
    pub(super) fn shared_place(&self, id: ExprId) -> Option<usize> {
        let place = (*self.shared.places.get(id.index())?)?;
        let may_call = self.frame.is_some() && self.known.is_of_round() && self.making != Some(id);
        may_call.then_some(place as usize)
    }

    /// Calls the subroutine of a shared node. Returns the node's value.
    pub(super) fn call(&mut self, place: usize) -> Value {
        let number = self.subroutines.number(place);
        let function = self.import(number);
        let frame = self.frame.expect("who calls has a frame");
        let call = self.b.ins().call(function, &[frame, self.tables_at]);
        self.b.inst_results(call)[0]
    }

    /// The reference of this function to the subroutine with this number.
    fn import(&mut self, number: u32) -> FuncRef {
        if let Some(function) = self.imported.get(&number) {
            return *function;
        }
        let convention = self.b.func.signature.call_conv;
        let signature = *self
            .signature
            .get_or_insert_with(|| self.b.func.import_signature(signature(convention)));
        let name = UserExternalName::new(FUNCTIONS, number);
        let name = self.b.func.declare_imported_user_function(name);
        let function = self.b.func.import_function(ExtFuncData {
            name: ExternalName::user(name),
            signature,
            // Functions may lie far apart in memory.
            colocated: false,
        });
        self.imported.insert(number, function);
        function
    }
}

/// The name space in which a module has its functions.
const FUNCTIONS: u32 = 0;
