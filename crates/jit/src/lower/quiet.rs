//! What a quiet position tells of the positions behind its moves.
//!
//! A position is *quiet* where the game goes on and no move wins at once. Most positions that a
//! search looks at are: it has asked that before it enters one. Behind each move it asks the same
//! again: does the opponent win at once there? `wins` answers that for one position, by words that
//! have a bit at each place where a move would complete a pattern. But where the moves of one player
//! do not disturb the patterns of the other, these words are the same behind all moves. So they are
//! made once, of the position before the moves; then each move is asked alone which replies are
//! legal behind it. That is how programs written for Connect Four find the moves that do not lose at
//! once.
//!
//! A move disturbs no pattern if it writes only cells which the pattern wants otherwise, before
//! the move, as the guard of the move tells, and after it: it fills an empty cell with a mark of its
//! own, where the pattern wants a mark of the opponent's.
//!
//! The position is known to be quiet, so that no result is asked. Behind a move the opponent has not
//! lost, or the move would have won. What else ends the game must need the opponent to be stuck: where
//! it has no legal move, nothing is told of the position.

use zug_game::{Player, U256};
use zug_program::{ExprId, GroundResult, Node, Side};
use zug_values::Outcome;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, MemFlags, Value};

use super::moves::Ground;
use super::runs::{Places, Run};
use super::tests::bits_of;
use super::wins::Tests;
use super::{Lower, Use};
use crate::call::SEEN_AFTER_TURN;

/// Some replies of the opponent, which do the same at different places.
pub(super) struct Reply {
    run: Run,
    /// The places at which a reply, if it is legal, completes a pattern that lets the opponent win.
    completing: Places,
}

/// The moves of a quiet position, and the replies to them.
struct Plan {
    moves: Vec<Run>,
    /// The replies, with the patterns by which they win.
    replies: Vec<(Run, Tests)>,
}

impl<'a> Lower<'a, '_> {
    /// Writes the successors of a quiet position, and beside each what is seen of it. Ends the
    /// block. Notes in `of_use` whether the rules are of the kind that it needs.
    pub(super) fn quiet(&mut self, side: &'a Side, mover: Option<Player>, stuck: Outcome) {
        let grounds = self.grounds(side, mover);
        if let Some(plan) = self.plan_quiet(&grounds, mover, stuck) {
            let mut replies = Vec::new();
            for (run, tests) in plan.replies {
                let completing = self.completing(&run, &tests).places;
                replies.push(Reply { run, completing });
            }
            let words = self.words();
            for run in &plan.moves {
                let legal = self.legal_places(run, &words);
                self.each_legal(&legal, run, &replies);
            }
        } else {
            self.of_use = Use::None;
        }
        let count = self.count();
        self.give(count);
    }

    /// The moves and the replies, if the rules are of the kind that is needed.
    fn plan_quiet(
        &self,
        grounds: &[Ground<'a>],
        mover: Option<Player>,
        stuck: Outcome,
    ) -> Option<Plan> {
        // Where both players have the same moves, each completes the patterns of both.
        let opponent = mover?.opponent();
        let side = &self.residual.sides[opponent as usize];
        let may_end = side.results.iter().any(|result| self.may_end(result));
        if may_end {
            return None;
        }
        let mut moves = Vec::new();
        let mut rest = grounds;
        while !rest.is_empty() {
            let run = self.run(rest, U256::ZERO)?;
            if run.one.ends || run.one.keeps_turn || run.one.writes.is_none() {
                return None;
            }
            rest = &rest[run.count..];
            moves.push(run);
        }
        let answers = self.grounds(side, Some(opponent));
        let wins = self.plan_wins(side, &answers, Some(opponent), stuck)?;
        let disturbed = wins
            .runs
            .iter()
            .any(|(reply, tests)| moves.iter().any(|run| disturbs(run, reply, tests)));
        (wins.finds_all && !disturbed).then_some(Plan {
            moves,
            replies: wins.runs,
        })
    }

    /// Whether a result may end the game behind a move that does not win, though there is a legal reply;
    /// or whether it may fail.
    fn may_end(&self, result: &GroundResult) -> bool {
        let condition = std::slice::from_ref(&result.condition);
        let parts = match self.node(result.condition) {
            Node::And(parts) => parts,
            _ => condition,
        };
        // To ask whether there is a legal move cannot fail here: no move can.
        let is_stuck = |part: &ExprId| matches!(self.node(*part), Node::Stuck);
        let may_fail = |part: &ExprId| !is_stuck(part) && self.residual.facts(*part).faults;
        parts.iter().any(may_fail) || result.outcome != Outcome::Loss && !parts.iter().any(is_stuck)
    }

    /// Writes beside the next successor, which has these words, what is seen of it: 0 where there is
    /// no legal reply, 2 where one of them wins, and else 1.
    pub(super) fn note_replies(&mut self, next: &[Value], replies: &[Reply]) {
        let mut any = self.int(0);
        let mut wins = self.int(0);
        for reply in replies {
            let legal = self.legal_places(&reply.run, next);
            for (legal, completing) in legal.into_iter().zip(&reply.completing) {
                let Some(legal) = legal else { continue };
                any = self.b.ins().bor(any, legal);
                if let Some(completing) = *completing {
                    let winning = self.b.ins().band(legal, completing);
                    wins = self.b.ins().bor(wins, winning);
                }
            }
        }
        let [any, wins] = [any, wins].map(|word| self.b.ins().icmp_imm(IntCC::NotEqual, word, 0));
        // A reply that wins is legal.
        let seen = self.b.ins().iadd(any, wins);
        let out = self.b.use_var(self.out);
        let at = self.turn_offset + SEEN_AFTER_TURN;
        self.b.ins().store(MemFlags::trusted(), seen, out, at);
    }
}

/// Whether a move of a run may change at which places replies complete one of these patterns, or may
/// complete one itself.
fn disturbs(run: &Run, reply: &Run, tests: &[(U256, U256)]) -> bool {
    let of = |run: &Run| run.one.writes.expect("the plan asked for it");
    let ((written, after), (by_reply, _)) = (of(run), of(reply));
    run.moves().any(|(place, (asked, known))| {
        let (written, after) = (written << place, after << place);
        tests.iter().any(|(mask, pattern)| {
            let met = mask & written;
            let fails_after = |bits: U256| bits & (after ^ pattern) != 0;
            let fails_before = |bits: U256| bits & asked & (known ^ pattern) != 0;
            let changes = |at: u32| {
                let own = by_reply << at & mask;
                let others = met & !own;
                own != 0 && others != 0 && !(fails_before(others) && fails_after(others))
            };
            met != 0 && (!fails_after(met) || bits_of(reply.places()).any(changes))
        })
    })
}
