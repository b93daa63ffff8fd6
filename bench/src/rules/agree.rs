//! Checks that a rival plays the game it says: that it does the same as the rules, move
//! for move, in every position that its own play reaches.

use std::collections::HashSet;

use anyhow::{Result, ensure};
use rustc_hash::FxBuildHasher;
use zug_game::Game;

use super::rival::{Rival, Tuned};
use crate::judge::Random;

/// All positions that can be reached from the start, in the order of discovery.
pub(super) fn reachable<R: Rival>(rival: &R) -> Vec<R::Key> {
    let start = rival.start();
    let mut found = vec![start];
    let mut seen = HashSet::with_hasher(FxBuildHasher);
    seen.insert(start);
    let mut steps = Vec::new();
    let mut next = 0;
    while next < found.len() {
        steps.clear();
        rival.expand(found[next], &mut steps);
        for step in &steps {
            if seen.insert(step.position) {
                found.push(step.position);
            }
        }
        next += 1;
    }
    found
}

/// A sample of positions met in random games; it is always the same.
pub(super) fn sample<R: Rival>(rival: &R, positions: usize) -> Vec<R::Key> {
    let mut random = Random(1);
    let mut found = Vec::new();
    let mut seen = HashSet::with_hasher(FxBuildHasher);
    let mut steps = Vec::new();
    let mut position = rival.start();
    while found.len() < positions {
        if seen.insert(position) {
            found.push(position);
        }
        steps.clear();
        rival.expand(position, &mut steps);
        position = match steps.len() {
            0 => rival.start(),
            moves => steps[random.number(0, moves as u64 - 1) as usize].position,
        };
    }
    found
}

/// Plays all moves of these positions by two games. `key` converts a position of the
/// first game to one of the second. Both games must begin in the same position, and
/// find the same successors in the same order and the same outcomes. So whatever one
/// can reach, the other can. Returns the number of successors.
pub(super) fn agree<A: Game, B: Game>(
    one: &A,
    other: &B,
    positions: impl IntoIterator<Item = A::Position>,
    key: impl Fn(A::Position) -> B::Position,
) -> Result<u64> {
    let mut successors = 0;
    ensure!(key(one.start()) == other.start(), "another start");
    let (mut ones, mut others) = (Vec::new(), Vec::new());
    for position in positions {
        ones.clear();
        others.clear();
        let finished = one.expand(&position, &mut ones)?;
        let same_end = other.expand(&key(position), &mut others)? == finished;
        let same_moves = ones.len() == others.len()
            && ones
                .iter()
                .zip(&others)
                .all(|(one, other)| key(one.position) == other.position && one.turn == other.turn);
        ensure!(
            same_end && same_moves,
            "another {} in {position:?}: {} and {} moves",
            if same_end { "move" } else { "end" },
            ones.len(),
            others.len(),
        );
        successors += ones.len() as u64;
    }
    Ok(successors)
}

/// The keys of these positions, of which no two may be equal.
pub(super) fn keys<P: Rival, T: Tuned<P>>(tuned: &T, positions: &[P::Key]) -> Result<Vec<T::Key>> {
    let keys: Vec<T::Key> = positions.iter().map(|&plain| tuned.key(plain)).collect();
    let mut sorted = keys.clone();
    sorted.sort_unstable();
    sorted.dedup();
    ensure!(
        sorted.len() == keys.len(),
        "two positions with the same key"
    );
    Ok(keys)
}
