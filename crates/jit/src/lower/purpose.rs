//! What a function that works on positions is for.
//!
//! A solver wants the successors. A search wants the same with the number of each move, or
//! only whether the game is over, or how many moves there are: then no successor is made, and
//! a legal move is only counted.

use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{InstBuilder, Value};

use super::Lower;

/// What is made of each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The successors; their number is noted.
    Successors,
    /// The successors with the number of each ground move; their number is noted.
    Placed,
    /// As `Placed`, of positions in which the game goes on and no move wins at once; beside each
    /// successor is told whether the opponent wins at once there (`quiet`).
    Quiet,
    /// Nothing but a note whether the game is over, and how. No more moves are asked than it
    /// takes to find a legal one. No move of the program may fail.
    Outcome,
    /// Nothing but a note of the number of legal moves. No move of the program may fail.
    Count,
    /// Nothing but a note: how the game is over, or else the number of moves that win at once
    /// (`wins`).
    Wins,
    /// As `Wins`, but it is not asked whether the player to move is stuck, and 0 is noted there.
    Threats,
}

impl Purpose {
    /// Whether successors are written.
    pub(super) fn writes(self) -> bool {
        matches!(self, Self::Successors | Self::Placed | Self::Quiet)
    }

    /// Whether each successor is written with the number of the ground move that leads to it.
    pub(super) fn numbers_moves(self) -> bool {
        matches!(self, Self::Placed | Self::Quiet)
    }
}

impl Lower<'_, '_> {
    /// The number of a ground move, if successors get one.
    pub(super) fn number_of(&mut self, ground: u32) -> Option<Value> {
        let is_asked = self.purpose.numbers_moves();
        is_asked.then(|| self.b.ins().iconst(I32, i64::from(ground)))
    }

    /// Counts a legal move, if `holds` is 1 or `None`, where no successors are written.
    pub(super) fn tally(&mut self, holds: Option<Value>) {
        if self.purpose == Purpose::Outcome {
            return self.found(holds);
        }
        let more = match holds {
            Some(holds) => self.b.ins().uextend(I64, holds),
            None => self.int(1),
        };
        self.tally_more(more);
    }

    /// Asks no more moves if `holds` is not 0, or `None`.
    fn found(&mut self, holds: Option<Value>) {
        let next = self.b.create_block();
        match holds {
            Some(holds) => self.b.ins().brif(holds, self.legal, &[], next, &[]),
            None => self.b.ins().jump(self.legal, &[]),
        };
        self.begin(next);
    }

    /// Counts the bits of some words, each of which is a legal move.
    pub(super) fn tally_bits(&mut self, words: &[Value]) {
        if self.purpose == Purpose::Outcome {
            let any = words.iter().copied();
            let any = any.reduce(|a, b| self.b.ins().bor(a, b));
            if any.is_some() {
                self.found(any);
            }
            return;
        }
        for word in words {
            let more = self.b.ins().popcnt(*word);
            self.tally_more(more);
        }
    }

    fn tally_more(&mut self, more: Value) {
        let count = self.b.use_var(self.out);
        let count = self.b.ins().iadd(count, more);
        self.b.def_var(self.out, count);
    }
}
