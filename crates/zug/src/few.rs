//! Whether play from a position reaches few positions.
//!
//! A game may have a vast number of states, and play from the position asked about may reach a
//! single one. Then machine code, an index and a sample of play would each take longer than all the
//! work. So the positions nearest to the one asked about are found first, by the interpreter, and
//! where there are no others their number is known.
//!
//! Cost: the moves of at most [`MOST`] positions, and of fewer in a game of many moves: a few tens
//! of milliseconds at most. When not to use it: for a game of few states.

use std::collections::HashSet;

use zug_job::CancelToken;

use crate::subject::Subject;

/// The largest number of positions that are few.
pub(crate) const MOST: usize = 1000;

/// The number of guards of moves that are asked before play is taken to reach many positions.
const MOST_GUARDS: usize = 1 << 21;

/// The number of guards that may be asked where some tenths of a second are well spent.
pub(crate) const MANY_GUARDS: usize = 1 << 24;

/// The number of positions that play reaches from `root`, itself included, if they are few;
/// `None` if they are many, if the rules break, and if the caller cancels.
pub(crate) fn few_positions<G: Subject>(
    game: &G,
    root: G::Position,
    cancel: &CancelToken,
) -> Option<u64> {
    positions_up_to(MOST, MOST_GUARDS, game, root, cancel)
}

/// As [`few_positions`], where at most `most` positions are few, and this number of guards may be asked.
pub(crate) fn positions_up_to<G: Subject>(
    most: usize,
    most_guards: usize,
    game: &G,
    root: G::Position,
    cancel: &CancelToken,
) -> Option<u64> {
    let guards = game.ground_moves().into_iter().max().unwrap_or(0);
    let most_expanded = most_guards / guards.max(1);
    let mut found = HashSet::from([root]);
    let mut waiting = vec![root];
    let mut steps = Vec::new();
    let mut expanded = 0;
    while let Some(position) = waiting.pop() {
        expanded += 1;
        if expanded > most_expanded || cancel.is_cancelled() {
            return None;
        }
        steps.clear();
        if game.expand(&position, &mut steps).ok()?.is_some() {
            continue;
        }
        for step in &steps {
            if found.insert(step.position) {
                waiting.push(step.position);
            }
        }
        if found.len() > most {
            return None;
        }
    }
    Some(found.len() as u64)
}
