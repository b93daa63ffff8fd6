//! Comparisons of variables that are true at the start and stay true.
//!
//! At first all comparisons are assumed. Those that a start, or a move from a position in which all of
//! the assumed ones hold, can break are dropped, again and again until no more is broken (Flanagan and
//! Leino 2001). The comparisons that are left then hold in all play.

use zug_automata::Error;
use zug_game::linear::{LinearCondition, LinearGame, LinearSum};

use crate::compile::Compiler;

/// Returns the comparisons that all play keeps, beside what the rules allow.
pub(crate) fn invariants(
    game: &LinearGame,
    compiler: &Compiler<'_>,
) -> Result<Vec<LinearCondition>, Error> {
    let implied = |condition: &LinearCondition, by: LinearCondition| {
        let breaks = by.and(condition.clone().negated());
        Ok::<bool, Error>(compiler.condition(&breaks)?.is_empty())
    };
    let mut kept = Vec::new();
    // Beside a heap of Nim of any size.
    let count = game.nim_heap.unwrap_or(game.variables.len());
    for small in game.parameters..count {
        for large in (0..count).filter(|large| *large != small) {
            let difference = LinearSum::variable(large).plus(-1, &LinearSum::variable(small));
            let condition = LinearCondition::AtLeastZero(difference.unwrap_or_default());
            if holds_at_start(game, &condition, compiler)?
                && !implied(&condition, game.domain.clone())?
            {
                kept.push(condition);
            }
        }
    }
    loop {
        let allowed = kept
            .iter()
            .cloned()
            .fold(game.domain.clone(), LinearCondition::and);
        let mut next = Vec::new();
        for condition in &kept {
            if is_kept(game, &allowed, condition, compiler)? {
                next.push(condition.clone());
            }
        }
        if next.len() == kept.len() {
            return Ok(kept);
        }
        kept = next;
    }
}

fn holds_at_start(
    game: &LinearGame,
    condition: &LinearCondition,
    compiler: &Compiler<'_>,
) -> Result<bool, Error> {
    for (case, sums) in &game.start {
        let by: Vec<_> = (game.parameters..).zip(sums.iter().cloned()).collect();
        let (Some(domain), Some(condition)) = (game.domain.replaced(&by), condition.replaced(&by))
        else {
            return Ok(false);
        };
        let breaks = case.clone().and(domain).and(condition.negated());
        if !compiler.condition(&breaks)?.is_empty() {
            return Ok(false);
        }
    }
    Ok(true)
}

fn is_kept(
    game: &LinearGame,
    allowed: &LinearCondition,
    condition: &LinearCondition,
    compiler: &Compiler<'_>,
) -> Result<bool, Error> {
    let moves = game.moves.iter();
    for (step, left) in moves.flat_map(|step| step.left().map(move |left| (step, left))) {
        let Some(after) = condition.replaced(left) else {
            return Ok(false);
        };
        if after == *condition {
            continue;
        }
        let breaks = allowed
            .clone()
            .and(step.condition.clone())
            .and(after.negated());
        if !compiler.condition(&breaks)?.is_empty() {
            return Ok(false);
        }
    }
    Ok(true)
}
