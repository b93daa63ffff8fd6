//! Roxor, stone by stone.
//!
//! The problem: piles of stones in a row. A move picks piles i < j <= k, takes a stone
//! from pile i, and adds one to j and one to k (two, if j = k). Whoever cannot move
//! loses. Who wins, and by which moves? (TopCoder SRM 216, 2004.)
//!
//! The theorem (R. Sprague, 1935; P. M. Grundy, 1939): no stone ever hinders another,
//! so each stone is a game of its own, and the nimber of a position is the xor of the
//! nimbers of its stones. A stone in the last pile is worth 0; a stone in pile i is
//! worth the mex of nimber j xor nimber k, over all i < j <= k. Two stones of one pile
//! cancel: only parities count.
//!
//! Cost: the nimbers for all distances from the last pile are worked out once, in the
//! square of the number of piles, which is at most 200, because options are only added
//! as the distance grows. All winning moves take the cube of the number of piles. The
//! number of stones costs nothing.
//!
//! When not to use it: the remoteness is not that of a sum of stones; for it, solve the
//! rules.
//!
//! ```
//! use zug_catalogue::roxor::{Roxor, Spread};
//! use zug_values::Outcome;
//!
//! let game = Roxor::new([0, 0, 1, 0, 1, 100])?;
//! assert_eq!(game.winning_moves().next(), Some(Spread { i: 2, j: 4, k: 5 }));
//! assert_eq!(Roxor::new([1000; 5])?.outcome(), Outcome::Loss);
//! # Ok::<(), zug_catalogue::roxor::RoxorError>(())
//! ```

use std::sync::LazyLock;

use zug_values::{Nimber, Outcome};

use crate::nim::Nim;

/// The most piles; all winning moves are then looked for among 1.3 million moves.
pub const MOST_PILES: usize = 200;

/// Why there is no such position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RoxorError {
    /// More piles than [`MOST_PILES`].
    #[error("{piles} piles are too many: at most {MOST_PILES}")]
    TooManyPiles {
        /// The number of piles.
        piles: usize,
    },
}

/// A move: a stone of pile `i` becomes one in `j` and one in `k`.
/// Piles are counted from 0, and i < j <= k.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spread {
    /// The pile that the stone leaves.
    pub i: usize,
    /// The pile that gets one stone.
    pub j: usize,
    /// The pile that gets the other stone.
    pub k: usize,
}

/// A position of Roxor: the number of stones of each pile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roxor {
    piles: Vec<u64>,
}

/// The nimbers of a stone with 0, 1, 2 … piles after its own.
static STONES: LazyLock<Vec<Nimber>> = LazyLock::new(|| {
    let mut nimbers: Vec<Nimber> = Vec::with_capacity(MOST_PILES);
    // With one pile more, all pairs are still options, and those with the new pile are
    // added. So the mex never falls.
    let mut options: Vec<bool> = Vec::new();
    let mut mex = 0;
    for _ in 0..MOST_PILES {
        while options.get(mex) == Some(&true) {
            mex += 1;
        }
        let stone = Nimber(mex as u32);
        nimbers.push(stone);
        for &other in &nimbers {
            let option = (stone + other).0 as usize;
            if option >= options.len() {
                options.resize(option + 1, false);
            }
            options[option] = true;
        }
    }
    nimbers
});

impl Roxor {
    /// The position with these piles.
    ///
    /// # Errors
    ///
    /// There are more than [`MOST_PILES`] piles.
    pub fn new(piles: impl Into<Vec<u64>>) -> Result<Self, RoxorError> {
        let piles = piles.into();
        if piles.len() > MOST_PILES {
            let piles = piles.len();
            return Err(RoxorError::TooManyPiles { piles });
        }
        Ok(Self { piles })
    }

    /// The xor of the nimbers of all stones.
    pub fn nimber(&self) -> Nimber {
        self.odd_piles().map(|(_, worth)| worth).sum()
    }

    /// The piles that have a stone left over when stones cancel in pairs, from 0, each with the
    /// nimber of that stone.
    pub fn odd_piles(&self) -> impl Iterator<Item = (usize, Nimber)> {
        let odd = (0..self.piles.len()).filter(|&pile| self.piles[pile] % 2 == 1);
        odd.map(|pile| (pile, self.worth(pile)))
    }

    /// The mover's outcome.
    pub fn outcome(&self) -> Outcome {
        self.nimber().outcome()
    }

    /// All moves that win, in lexicographic order of i, j, k. Each is worked out when
    /// it is asked for.
    pub fn winning_moves(&self) -> impl Iterator<Item = Spread> {
        let nimber = self.nimber();
        let count = self.piles.len();
        (0..count)
            .filter(|&i| self.piles[i] > 0)
            .flat_map(move |i| (i + 1..count).map(move |j| (i, j)))
            .flat_map(move |(i, j)| {
                let wanted = nimber + self.worth(i) + self.worth(j);
                let last = (j..count).filter(move |&k| self.worth(k) == wanted);
                last.map(move |k| Spread { i, j, k })
            })
    }

    /// The reasons for the outcome, in a few lines.
    pub fn why(&self) -> Vec<String> {
        let last = self.piles.len().saturating_sub(1);
        if self.piles[..last].iter().all(|&stones| stones == 0) {
            return vec!["no stone can leave its pile: the mover is stuck and has lost".to_owned()];
        }
        let odd: Vec<u32> = self.odd_piles().map(|(_, worth)| worth.0).collect();
        let worth = if odd.is_empty() {
            "the stones of a pile cancel in pairs, and every pile is even: they are worth 0"
                .to_owned()
        } else {
            let equation = Nim::new(odd).equation();
            format!("the stones of a pile cancel in pairs; those left over are worth {equation}")
        };
        let Some(Spread { i, j, k }) = self.winning_moves().next() else {
            return vec![
                worth,
                "a stone is worth the least number that none of its moves leads to, so every \
                 move changes the xor, and an answer makes it 0 again"
                    .to_owned(),
            ];
        };
        let [from, one, other] = [i, j, k].map(|pile| self.worth(pile));
        vec![
            worth,
            format!(
                "{i} {j} {k}: a stone worth {from} becomes two worth {one} xor {other} = {}, and \
                 the xor of all is 0",
                one + other
            ),
        ]
    }

    /// The nimber of a stone in this pile.
    fn worth(&self, pile: usize) -> Nimber {
        STONES[self.piles.len() - 1 - pile]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_many_piles_are_refused() {
        assert!(Roxor::new([1; MOST_PILES]).is_ok());
        assert_eq!(
            Roxor::new([1; 201]).unwrap_err().to_string(),
            "201 piles are too many: at most 200"
        );
    }

    #[test]
    fn the_reason_names_what_the_stones_are_worth() {
        let why = |piles: &[u64]| Roxor::new(piles).unwrap().why();
        assert_eq!(
            why(&[2, 1, 1, 1, 5]),
            [
                "the stones of a pile cancel in pairs; those left over are worth 4 xor 2 xor 1 \
                 xor 0 = 7",
                "0 1 1: a stone worth 7 becomes two worth 4 xor 4 = 0, and the xor of all is 0"
            ]
        );
        assert_eq!(
            why(&[4, 2])[0],
            "the stones of a pile cancel in pairs, and every pile is even: they are worth 0"
        );
        assert_eq!(
            why(&[0, 3]),
            ["no stone can leave its pile: the mover is stuck and has lost"]
        );
        assert_eq!(why(&[]), why(&[3]));
    }
}
