//! From a residual program to Cranelift's intermediate form.
//!
//! A round works on one position: it asks the results in order, and writes the successor
//! of each legal ground move behind the successor before it. `word` reads and writes fields
//! of the position, `expression` works out numbers and truths, `tests` asks for many
//! patterns at once, `moves` asks guards and what neighbouring guards share, `runs` does
//! moves together that differ by a shift only, `lines` asks guards of many tests of all cells at
//! once, `closure` works out sets that grow by steps,
//! `body` does the statements of a move, and `changes` does without jumps those whose
//! conditions do not disturb each other.
//!
//! A node that was worked out is not worked out again where its value is still valid:
//! `known` keeps the values, with marks to which it goes back where the code leaves the
//! blocks that the values dominate. A long expression that is asked from many places is a
//! subroutine, which remembers its value (`shared`).

mod body;
mod changes;
mod closure;
mod expression;
mod known;
mod lines;
mod moves;
mod purpose;
mod quiet;
mod runs;
mod shared;
mod tests;
mod wins;
mod word;

use std::collections::HashMap;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I64};
use cranelift_codegen::ir::{Block, BlockArg, FuncRef, Function, InstBuilder, SigRef, Value};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Variable};
use zug_game::Player;
use zug_program::layout::number;
use zug_program::{ExprId, GroundResult, Node, Residual, Side};
use zug_values::Outcome;

use crate::call::{GOES_ON, Machine, over};
use crate::rounds::Rounds;
use crate::straight::load_words;
use crate::{Error, MOST_OPERATIONS};
use body::Effects;
use known::Known;
pub(crate) use purpose::Purpose;
pub(crate) use shared::{MOST_DEEP, Shared, Subroutines, signature as subroutine_signature};

/// All tables in one row of numbers, as machine code reads them.
#[derive(Debug)]
pub(crate) struct Tables {
    values: Vec<i64>,
    /// The place of each table's first number among `values`.
    firsts: Vec<usize>,
}

impl Tables {
    pub(crate) fn new(residual: &Residual) -> Self {
        let mut tables = Self {
            values: Vec::new(),
            firsts: Vec::new(),
        };
        for table in residual.tables() {
            let first = tables.add(table);
            tables.firsts.push(first);
        }
        tables
    }

    /// Adds a table that is not one of the program's. Returns the place of its first number.
    pub(crate) fn add(&mut self, table: &[i64]) -> usize {
        let first = self.values.len();
        self.values.extend(table);
        first
    }

    pub(crate) fn into_values(self) -> Box<[i64]> {
        self.values.into()
    }
}

/// The function that works on positions, or a subroutine of it, while it is made.
pub(crate) struct Lower<'a, 'f> {
    residual: &'a Residual,
    most_instructions: usize,
    shared: &'a Shared,
    subroutines: &'a mut Subroutines,
    purpose: Purpose,
    tables: &'a Tables,
    /// The address at which the row of all tables begins.
    tables_at: Value,
    b: FunctionBuilder<'f>,
    /// The words of the position, the lowest first. The body of a move changes them.
    position: Vec<Variable>,
    /// The address of the frame, if the program has one.
    frame: Option<Value>,
    /// The node whose subroutine this is.
    making: Option<ExprId>,
    /// The subroutines that this function calls, by their numbers.
    imported: HashMap<u32, FuncRef>,
    /// The signature of subroutines, if this function calls some.
    signature: Option<SigRef>,
    /// The fields sharing bits that the body of the move has written.
    written: Vec<usize>,
    /// The address at which the next successor is written; where no successors are written,
    /// the number of legal moves so far.
    out: Variable,
    /// What `out` is before the first move.
    first_out: Value,
    /// The block that notes a status and goes on with the next position.
    next: Block,
    /// The block that gives up because a check failed.
    faulted: Block,
    /// The block to which the first legal move jumps, where only outcomes are asked.
    legal: Block,
    known: Known,
    effects: Effects,
    /// The number that each slot holds.
    slots: Vec<Variable>,
    /// For each node, whether it depends on a slot.
    uses_slots: &'a [bool],
    step_bytes: i64,
    turn_offset: i32,
    /// Of what use the function is.
    of_use: Use,
}

/// Of what use a function is for its purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// Of none: the program is not of the kind that the purpose needs.
    None,
    /// It finds some of what is asked.
    Some,
    /// It finds all.
    All,
}

/// What all functions and subroutines of a program have in common.
pub(crate) struct Common<'a> {
    /// The largest number of instructions of the function.
    pub(crate) most_instructions: usize,
    pub(crate) residual: &'a Residual,
    pub(crate) shared: &'a Shared,
    pub(crate) subroutines: &'a mut Subroutines,
    pub(crate) tables: &'a Tables,
}

impl<'a, 'f> Lower<'a, 'f> {
    /// Fills a function that has its signature. Returns of what use it is.
    pub(crate) fn function<W: Machine>(
        common: Common<'a>,
        stuck: Outcome,
        purpose: Purpose,
        function: &'f mut Function,
        frontend: &'f mut FunctionBuilderContext,
    ) -> Result<Use, Error> {
        let (mut b, rounds) = Rounds::begin(function, frontend);
        let words = load_words(&mut b, rounds.from, W::WORDS);
        let mut lower = Self::new::<W>(common, purpose, b, &words, rounds.tables);
        if purpose.writes() {
            lower.first_out = rounds.out;
            lower.b.def_var(lower.out, rounds.out);
        }
        lower.make_frame();
        let (next, faulted) = (lower.next, lower.faulted);
        let status = lower.b.append_block_param(next, I64);
        lower.whole(stuck);
        lower.begin(faulted);
        rounds.fail(&mut lower.b);
        lower.end_round(&rounds, status);
        if lower.is_too_large() {
            return Err(lower.too_large());
        }
        let of_use = lower.of_use;
        lower.b.finalize();
        Ok(of_use)
    }

    /// What works on the position of these words.
    fn new<W: Machine>(
        common: Common<'a>,
        purpose: Purpose,
        mut b: FunctionBuilder<'f>,
        words: &[Value],
        tables_at: Value,
    ) -> Self {
        let Common {
            most_instructions,
            residual,
            shared,
            subroutines,
            tables,
        } = common;
        let position = words.iter().map(|word| {
            let variable = b.declare_var(I64);
            b.def_var(variable, *word);
            variable
        });
        let position = position.collect();
        let out = b.declare_var(I64);
        let first_out = b.ins().iconst(I64, 0);
        b.def_var(out, first_out);
        let slots = (0..residual.slots).map(|_| b.declare_var(I64)).collect();
        let effects = Effects {
            again: b.declare_var(I8),
            end: b.declare_var(I64),
        };
        let [next, faulted] = [b.create_block(), b.create_block()];
        Self {
            most_instructions,
            residual,
            shared,
            subroutines,
            purpose,
            tables,
            tables_at,
            position,
            frame: None,
            making: None,
            imported: HashMap::new(),
            signature: None,
            written: Vec::new(),
            out,
            first_out,
            next,
            faulted,
            legal: next,
            known: Known::default(),
            effects,
            slots,
            uses_slots: shared.uses_slots(),
            step_bytes: W::STEP as i64,
            turn_offset: W::TURN as i32,
            of_use: Use::All,
            b,
        }
    }

    /// Whether the function has more instructions than are compiled. A node that several
    /// expressions share is compiled once for each way that leads to it, so that short rules
    /// can make a function of any length.
    fn is_too_large(&self) -> bool {
        self.b.func.dfg.num_insts() > self.most_instructions
    }

    /// Why a function that is too large is not compiled.
    fn too_large(&self) -> Error {
        if self.most_instructions < MOST_OPERATIONS {
            Error::NoRoom
        } else {
            Error::TooLarge
        }
    }

    /// Goes on in a block, after all jumps to the block were made.
    fn begin(&mut self, block: Block) {
        self.b.switch_to_block(block);
        self.b.seal_block(block);
    }

    /// Asks whether the game is over, then does all that the player to move needs.
    fn whole(&mut self, stuck: Outcome) {
        if let Some(field) = self.residual.layout().over {
            let ended = self.field(field);
            let goes_on = self.b.create_block();
            let is_over = self.b.create_block();
            self.b.ins().brif(ended, is_over, &[], goes_on, &[]);
            self.begin(is_over);
            let status = self.b.ins().ineg(ended);
            self.give(status);
            self.begin(goes_on);
        }
        match (&self.residual.sides[..], self.residual.layout().turn) {
            ([first, second], Some(turn)) => {
                let mover = self.field(turn);
                let [ones, twos] = [self.b.create_block(), self.b.create_block()];
                let is_first =
                    self.b
                        .ins()
                        .icmp_imm(IntCC::Equal, mover, number::of_player(Player::First));
                self.b.ins().brif(is_first, ones, &[], twos, &[]);
                for (block, side, mover) in
                    [(ones, first, Player::First), (twos, second, Player::Second)]
                {
                    self.begin(block);
                    let mark = self.known.mark();
                    self.side(side, Some(mover), stuck);
                    self.known.forget(mark);
                }
            }
            (sides, _) => self.side(&sides[0], None, stuck),
        }
    }

    /// Asks the results and does the moves of one player to move. Ends the block.
    fn side(&mut self, side: &'a Side, mover: Option<Player>, stuck: Outcome) {
        let asks_stuck = side.results.iter().position(|result| result.asks_stuck);
        let (before, after) = side
            .results
            .split_at(asks_stuck.unwrap_or(side.results.len()));
        match self.purpose {
            Purpose::Wins => return self.wins(side, [before, after], mover, stuck),
            Purpose::Threats => return self.threats(side, mover, stuck),
            Purpose::Quiet => return self.quiet(side, mover, stuck),
            _ => {}
        }
        self.results(before);
        match self.purpose {
            Purpose::Outcome => self.any_move(side, mover),
            _ => self.moves(side, mover),
        }
        self.results(after);
        let count = self.count();
        let stuck = self.b.ins().iconst(I64, over(stuck));
        let status = self.b.ins().select(count, count, stuck);
        self.give(status);
    }

    /// The number of legal moves that this round has found so far.
    fn count(&mut self) -> Value {
        let out = self.b.use_var(self.out);
        if !self.purpose.writes() {
            return out;
        }
        let length = self.b.ins().isub(out, self.first_out);
        match self.step_bytes {
            bytes if bytes.count_ones() == 1 => {
                self.b.ins().ushr_imm(length, i64::from(bytes.ilog2()))
            }
            bytes => self.b.ins().udiv_imm(length, bytes),
        }
    }

    /// Asks moves up to the first legal one, after which the number of moves is 1.
    fn any_move(&mut self, side: &'a Side, mover: Option<Player>) {
        self.legal = self.b.create_block();
        let after = self.b.create_block();
        let mark = self.known.mark();
        self.moves(side, mover);
        self.known.forget(mark);
        self.b.ins().jump(after, &[]);
        self.begin(self.legal);
        let one = self.int(1);
        self.b.def_var(self.out, one);
        self.b.ins().jump(after, &[]);
        self.begin(after);
    }

    fn results(&mut self, results: &[GroundResult]) {
        for result in results {
            let [holds, next] = [self.b.create_block(), self.b.create_block()];
            let mark = self.branch(result.condition, holds, next);
            self.begin(holds);
            let status = self.b.ins().iconst(I64, over(result.outcome));
            self.give(status);
            self.known.forget(mark);
            self.begin(next);
        }
    }

    /// Ends the round with a status, and the block.
    fn give(&mut self, status: Value) {
        self.b.ins().jump(self.next, &[BlockArg::Value(status)]);
    }

    /// Ends every round. Where the game is over, the successors that were written are given
    /// up.
    fn end_round(&mut self, rounds: &Rounds, status: Value) {
        self.begin(self.next);
        let mut next_out = rounds.out;
        if self.purpose.writes() {
            let out = self.b.use_var(self.out);
            let goes_on = IntCC::SignedGreaterThanOrEqual;
            let goes_on = self.b.ins().icmp_imm(goes_on, status, GOES_ON);
            next_out = self.b.ins().select(goes_on, out, rounds.out);
        }
        let stride = 8 * self.position.len();
        rounds.next(&mut self.b, stride, next_out, Some(status));
    }

    fn node(&self, id: ExprId) -> &'a Node {
        self.residual.node(id)
    }

    fn cost(&self, id: ExprId) -> u32 {
        self.shared.cost(id)
    }

    /// Whether a node may be worked out where its value may not be needed: it takes few
    /// instructions, and cannot fail.
    fn is_easy(&self, id: ExprId) -> bool {
        !self.residual.facts(id).faults && self.cost(id) <= EASY
    }
}

/// The most instructions that are done rather than jumped over.
const EASY: u32 = 16;
