//! Euclid's game without a table.
//!
//! The problem: a move takes a positive multiple of the smaller heap from the larger
//! one; the smaller heap must not be empty. Who wins, and by which moves?
//!
//! The theorem (A. J. Cole and A. J. T. Davie, 1969): with 0 < a < b the mover loses
//! exactly if b / a < φ, the golden ratio; equal heaps are won, because the mover takes
//! one whole. In misère play equal heaps are lost, because the mover must take one
//! whole.
//!
//! Why: if b / a < 2, there is one move, to (b - a, a), and b / a < φ exactly if a /
//! (b - a) > φ. Otherwise let r be the remainder of b divided by a: the mover may move
//! to (a, a + r), or past it to (r, a), which is the only option of (a, a + r), so one
//! of the two is lost.
//!
//! Cost: a multiplication of 128 bits. Answers all heaps of 64 bits.
//!
//! When not to use it: for nimbers, see [`super::PairNimbers`].
//!
//! ```
//! use zug_sequences::pairs::euclid;
//! use zug_values::{Outcome, Play};
//!
//! assert_eq!(euclid::outcome(5, 8, Play::Normal), Outcome::Loss);
//! assert_eq!(euclid::winning_options(8, 30, Play::Normal), [(8, 6)]);
//! ```

use std::cmp::Ordering;

use zug_values::{Outcome, Play};

/// The outcome of the heaps a and b.
pub fn outcome(a: u64, b: u64, play: Play) -> Outcome {
    let (small, large) = (u128::from(a.min(b)), u128::from(a.max(b)));
    if small == 0 {
        return play.stuck();
    }
    // b / a < φ exactly if b (b - a) < a².
    let near = large * (large - small) < small * small;
    match (near, play) {
        (true, Play::Normal) if small < large => Outcome::Loss,
        (true, Play::Misere) => Outcome::Loss,
        _ => Outcome::Win,
    }
}

/// The positions that a winning move leads to, in order.
pub fn winning_options(a: u64, b: u64, play: Play) -> Vec<(u64, u64)> {
    let (small, large) = (a.min(b), a.max(b));
    if small == 0 {
        return Vec::new();
    }
    // Every other move leaves one heap at least twice the other, with more than one
    // move: such a position is won.
    let rest = large % small;
    let mut options = Vec::new();
    for left in [rest, rest + small] {
        if left < large && outcome(small, left, play) == Outcome::Loss {
            match a.cmp(&b) {
                Ordering::Less => options.push((a, left)),
                Ordering::Greater => options.push((left, b)),
                Ordering::Equal => options.extend([(left, b), (a, left)]),
            }
        }
    }
    options.sort_unstable();
    options
}
