//! Two heaps by definition: the nimber is the mex over all options, and the outcome
//! follows from those of the options.
//!
//! This is the oracle. It is never optimised. Cost: all options of all positions, so n³
//! for a game in which any number may be taken; 4 bytes a position for nimbers, 1 for
//! outcomes.
//!
//! ```
//! use zug_heaps::PairGame;
//! use zug_sequences::pairs::naive;
//!
//! let wythoff: PairGame = "wythoff".parse()?;
//! let nimbers = naive::nimbers(&wythoff, 4);
//! assert_eq!(nimbers, [[0, 1, 2, 3], [1, 2, 0, 4], [2, 0, 1, 5], [3, 4, 5, 6]]);
//! # Ok::<(), zug_heaps::PairError>(())
//! ```

use zug_heaps::PairGame;
use zug_values::{Mex, Nimber, Outcome, Play};

/// The nimbers of all two heaps below `size`; the nimber of (a, b) is at `[a][b]`.
pub fn nimbers(game: &PairGame, size: usize) -> Vec<Vec<u32>> {
    let mut nimbers = vec![vec![0; size]; size];
    let mut mex = Mex::default();
    for a in 0..size {
        for b in 0..size {
            game.options(a as u64, b as u64, &mut |x, y| {
                mex.insert(Nimber(nimbers[x as usize][y as usize]));
            });
            nimbers[a][b] = mex.take().0;
        }
    }
    nimbers
}

/// The outcomes of all two heaps below `size`; the outcome of (a, b) is at `[a][b]`.
pub fn outcomes(game: &PairGame, play: Play, size: usize) -> Vec<Vec<Outcome>> {
    let mut outcomes = vec![vec![play.stuck(); size]; size];
    for a in 0..size {
        for b in 0..size {
            let (mut stuck, mut wins) = (true, false);
            game.options(a as u64, b as u64, &mut |x, y| {
                stuck = false;
                wins |= outcomes[x as usize][y as usize] == Outcome::Loss;
            });
            outcomes[a][b] = match (stuck, wins) {
                (true, _) => play.stuck(),
                (false, true) => Outcome::Win,
                (false, false) => Outcome::Loss,
            };
        }
    }
    outcomes
}
