//! Un-moves of which it is known what they lead to.
//!
//! Whoever goes back plays the move once more in the position that an un-move gives, as that
//! position may be no predecessor. Where each ground move is a constant step whose guard is a
//! test of bits and nothing more ([`StepGuard::Test`]), there is less to find out. Such a move
//! is legal wherever the game goes on and the bits are as the test asks, and its un-move gives
//! the one position from which it leads back. So the position is a predecessor, once for this
//! move, if the game is not over there: if no result holds. That the mover is stuck there is
//! no result, as the move that is taken back is legal.

use zug_program::{GroundMove, GroundResult, Meter, Op, Residual, Side};

use super::replace::Known;
use crate::steps::{StepGuard, constant_steps};

/// The program whose only move is legal wherever the game goes on and a move is legal, and
/// leaves the position as it is. `None` where more than that decides whether un-moves give
/// predecessors, or a result may break the rules.
pub(super) fn program(residual: &Residual, meter: Meter) -> Option<Residual> {
    let mut steps = constant_steps(residual).into_iter().flatten();
    if !steps.all(|step| step.is_some_and(|step| step.guard == StepGuard::Test)) {
        return None;
    }
    let mut program = residual.clone().measured_by(meter);
    let always = program.bool(true);
    let mut known = Known::with_a_move(&mut program);
    for side in 0..program.sides.len() {
        let asked = std::mem::take(&mut program.sides[side].results);
        let results = asked.into_iter().map(|result| {
            let condition = known.put_into(&mut program, result.condition).ok()?;
            (!program.facts(condition).faults).then_some(GroundResult {
                condition,
                asks_stuck: false,
                ..result
            })
        });
        let results = results.collect::<Option<_>>()?;
        program.sides[side] = Side {
            results,
            moves: vec![GroundMove {
                derived: Vec::new(),
                guard: always,
                body: vec![Op::Again],
                gain: None,
            }],
        };
    }
    Some(program)
}
