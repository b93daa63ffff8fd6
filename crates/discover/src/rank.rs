//! A sum that falls with each move. A move in a heap of Nim beside the position is left out: it makes that heap
//! smaller, and leaves the position as it is.

use zug_automata::Error;
use zug_game::linear::{LinearCondition, LinearGame, LinearSum};

use crate::compile::Compiler;

/// The most sums that are tried.
const MOST_SUMS: usize = 2000;

/// Returns a sum of the variables, with small coefficients that are not below 0, which every move from
/// an allowed position makes less; `None` if none was found. The sum of all variables is tried first.
pub(crate) fn rank(
    game: &LinearGame,
    allowed: &LinearCondition,
    compiler: &Compiler<'_>,
) -> Result<Option<LinearSum>, Error> {
    let variables = game.parameters..game.nim_heap.unwrap_or(game.variables.len());
    let count = variables.len();
    let all = vec![1; count];
    let others = (1..3usize.saturating_pow(count.min(12) as u32)).map(|number| {
        let place = |i: usize| (number / 3usize.pow(i as u32) % 3) as i64;
        (0..count).map(place).collect::<Vec<i64>>()
    });
    for coefficients in std::iter::once(all).chain(others).take(MOST_SUMS) {
        let terms = variables.clone().zip(coefficients).filter(|(_, c)| *c != 0);
        let sum = LinearSum {
            terms: terms.collect(),
            constant: 0,
        };
        if falls(game, allowed, &sum, compiler)? {
            return Ok(Some(sum));
        }
    }
    Ok(None)
}

fn falls(
    game: &LinearGame,
    allowed: &LinearCondition,
    sum: &LinearSum,
    compiler: &Compiler<'_>,
) -> Result<bool, Error> {
    let moves = game.moves.iter().filter(|step| !game.is_of_nim(step));
    for (step, left) in moves.flat_map(|step| step.left().map(move |left| (step, left))) {
        let after = sum.replaced(left);
        let Some(rise) = after.and_then(|after| after.plus(-1, sum)) else {
            return Ok(false);
        };
        // Where the sum rises by a known number, no search is needed.
        match rise.known() {
            Some(..0) => continue,
            Some(_) => return Ok(false),
            None => {}
        }
        let rises = LinearCondition::at_least_zero(rise).and(step.condition.clone());
        if !compiler.condition(&rises.and(allowed.clone()))?.is_empty() {
            return Ok(false);
        }
    }
    Ok(true)
}
