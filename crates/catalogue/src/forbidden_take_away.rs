//! Forbidden Take-Away: piles, and finitely many numbers that may not be taken.
//!
//! The problem: a move takes from one pile any positive number that is not forbidden;
//! whoever cannot move loses. Who wins, and by which moves? (CMU 15-295, 2019; the
//! all-but games of *Winning Ways*.)
//!
//! The theorem: the piles are a sum, so the nimber is the xor of their nimbers (Sprague
//! 1935, Grundy 1939). The nimber of a pile is the mex over all smaller piles except a
//! few; [`zug_sequences::all_but`] reads it off a histogram.
//!
//! Cost: two steps for each forbidden number and each size up to the largest pile; 8
//! bytes a size. Positions with the same forbidden numbers share the table
//! ([`ForbiddenTakeAway::with_piles`]).
//!
//! When not to use it: the table is as long as the largest pile, so piles above 10^7
//! are refused, and so are piles that take more bytes than the caller allows.
//!
//! ```
//! use zug_catalogue::forbidden_take_away::{ForbiddenTakeAway, Take};
//! use zug_values::Nimber;
//!
//! let game = ForbiddenTakeAway::new([1, 2, 3], vec![5, 6, 7, 20])?;
//! let nimbers: Vec<Nimber> = game.nimbers().collect();
//! assert_eq!(nimbers, [1, 1, 1, 5].map(Nimber));
//! assert_eq!(game.winning_moves()[0], Take { pile: 3, take: 13 });
//! # Ok::<(), zug_catalogue::forbidden_take_away::ForbiddenTakeAwayError>(())
//! ```

use std::sync::Arc;

use zug_sequences::all_but::{AllBut, AllButError};
use zug_values::{NimSum, Nimber, Outcome};

/// The largest pile; the table takes at most 80 MB.
pub const LARGEST_PILE: u32 = 10_000_000;

/// Why a setup is not a game of Forbidden Take-Away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ForbiddenTakeAwayError {
    /// A forbidden number is not a number of stones that could be taken.
    #[error(transparent)]
    Forbidden(#[from] AllButError),
    /// A pile is too large for the table.
    #[error("a pile of {pile} is too large: at most {LARGEST_PILE}")]
    TooLarge {
        /// The first such pile.
        pile: u32,
    },
    /// The table takes more bytes than are allowed.
    #[error("a pile of {pile} takes {needed} bytes, and {bytes} are allowed")]
    TooManyBytes {
        /// The largest pile.
        pile: u32,
        /// The bytes of the table.
        needed: u64,
        /// The bytes that are allowed.
        bytes: u64,
    },
}

/// A move: stones taken from one pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Take {
    /// The pile's place in the list, from 0.
    pub pile: usize,
    /// The number of stones.
    pub take: u32,
}

/// Piles of stones, with the numbers that may not be taken.
#[derive(Clone, Debug)]
pub struct ForbiddenTakeAway {
    /// Invariant: the table reaches the largest pile.
    table: Arc<AllBut>,
    piles: Vec<u32>,
}

impl ForbiddenTakeAway {
    /// Checks the setup and works out the nimbers up to the largest pile.
    ///
    /// # Errors
    ///
    /// A forbidden number is 0, or a pile is too large.
    pub fn new(
        forbidden: impl IntoIterator<Item = u32>,
        piles: Vec<u32>,
    ) -> Result<Self, ForbiddenTakeAwayError> {
        Self::within(u64::MAX, forbidden, piles)
    }

    /// As [`ForbiddenTakeAway::new`], with at most `bytes` bytes for the table.
    ///
    /// # Errors
    ///
    /// As for [`ForbiddenTakeAway::new`]; or the table would take more bytes.
    pub fn within(
        bytes: u64,
        forbidden: impl IntoIterator<Item = u32>,
        piles: Vec<u32>,
    ) -> Result<Self, ForbiddenTakeAwayError> {
        let mut table = AllBut::new(forbidden)?;
        if let Some(&pile) = piles.iter().find(|&&pile| pile > LARGEST_PILE) {
            return Err(ForbiddenTakeAwayError::TooLarge { pile });
        }
        let pile = piles.iter().copied().max().unwrap_or(0);
        let needed = AllBut::bytes_to(pile);
        if needed > bytes {
            return Err(ForbiddenTakeAwayError::TooManyBytes {
                pile,
                needed,
                bytes,
            });
        }
        table.grow(pile);
        let table = Arc::new(table);
        Ok(Self { table, piles })
    }

    /// Other piles with the same forbidden numbers, as after a move: the table is
    /// shared. `None` if the table does not reach a pile.
    #[must_use]
    pub fn with_piles(&self, piles: Vec<u32>) -> Option<Self> {
        let is_known = |&pile: &u32| self.table.get(pile).is_some();
        piles.iter().all(is_known).then(|| Self {
            table: Arc::clone(&self.table),
            piles,
        })
    }

    /// The nimber of each pile.
    pub fn nimbers(&self) -> impl ExactSizeIterator<Item = Nimber> {
        self.piles.iter().map(|&pile| self.worth(pile))
    }

    /// The nimber of all piles together.
    pub fn nimber(&self) -> Nimber {
        self.nimbers().sum()
    }

    /// The mover's outcome.
    pub fn outcome(&self) -> Outcome {
        self.nimber().outcome()
    }

    /// The moves that leave a lost position, pile by pile, the smallest number first.
    /// Every move is looked at.
    pub fn winning_moves(&self) -> Vec<Take> {
        self.winning_moves_beside(Nimber::ZERO)
    }

    /// The moves that win in a sum whose other parts have the nimber `rest`.
    pub fn winning_moves_beside(&self, rest: Nimber) -> Vec<Take> {
        let total = self.nimber() + rest;
        let piles = 0..self.piles.len();
        piles.flat_map(|pile| self.moves_in(pile, total)).collect()
    }

    /// The reasons for the outcome, in one or two lines.
    pub fn why(&self) -> Vec<String> {
        let nimbers: Vec<Nimber> = self.nimbers().collect();
        let sum = NimSum(&nimbers);
        let total = sum.total();
        let mut piles = 0..self.piles.len();
        let first = piles.find_map(|pile| self.moves_in(pile, total).next());
        match first {
            Some(Take { pile, take }) => {
                let before = self.piles[pile];
                let after = before - take;
                let (old, new) = (self.worth(before), self.worth(after));
                vec![
                    format!("the nimbers of the piles: {sum}"),
                    format!(
                        "taking {take} from the pile of {before} leaves {after}: \
                         its nimber goes from {old} to {new}, and all together are worth 0"
                    ),
                ]
            }
            None if self.is_stuck() => {
                vec!["nothing can be taken: the mover is stuck and has lost".to_owned()]
            }
            None => vec![format!(
                "the nimbers of the piles: {sum}: \
                 whatever a move makes of one pile, another move can make it 0 again"
            )],
        }
    }

    fn is_stuck(&self) -> bool {
        let mut piles = self.piles.iter();
        piles.all(|&pile| (1..=pile).all(|take| !self.table.allows(take)))
    }

    /// The moves in a pile that make the nimber of the whole sum 0, which is `total`
    /// before them.
    fn moves_in(&self, pile: usize, total: Nimber) -> impl Iterator<Item = Take> {
        let before = self.piles[pile];
        let wanted = total + self.worth(before);
        (1..=before)
            .filter(|&take| self.table.allows(take))
            .filter(move |take| self.worth(before - take) == wanted)
            .map(move |take| Take { pile, take })
    }

    fn worth(&self, pile: u32) -> Nimber {
        self.table.get(pile).expect("the table reaches every pile")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn setups_that_are_no_game_are_refused() {
        let error = |forbidden: u32, pile| {
            let game = ForbiddenTakeAway::new([forbidden], vec![1, pile]);
            game.unwrap_err().to_string()
        };
        assert_eq!(error(0, 3), "a forbidden number must be at least 1");
        assert_eq!(
            error(1, 10_000_001),
            "a pile of 10000001 is too large: at most 10000000"
        );
        let within = |bytes| ForbiddenTakeAway::within(bytes, [1], vec![7, 998]);
        assert!(within(8000).is_ok());
        assert_eq!(
            within(7999).unwrap_err().to_string(),
            "a pile of 998 takes 8000 bytes, and 7999 are allowed"
        );
    }

    #[test]
    fn a_table_is_shared_by_piles_that_it_reaches() {
        let game = ForbiddenTakeAway::new([2, 5], vec![30, 4]).unwrap();
        let after = game.with_piles(vec![30, 0, 7]).unwrap();
        assert!(Arc::ptr_eq(&game.table, &after.table));
        let anew = ForbiddenTakeAway::new([2, 5], vec![30, 0, 7]).unwrap();
        assert!(after.nimbers().eq(anew.nimbers()));
        assert!(after.with_piles(vec![30, 31]).is_none());
    }

    #[test]
    fn the_reason_is_told_with_its_numbers() {
        let why = |piles: &[u32]| {
            let game = ForbiddenTakeAway::new([1, 2, 3], piles.to_vec());
            game.unwrap().why()
        };
        assert_eq!(
            why(&[5, 6, 7, 20]),
            [
                "the nimbers of the piles: 1 xor 1 xor 1 xor 5 = 4",
                "taking 13 from the pile of 20 leaves 7: \
                 its nimber goes from 5 to 1, and all together are worth 0",
            ]
        );
        assert_eq!(
            why(&[4, 7]),
            ["the nimbers of the piles: 1 xor 1 = 0: \
              whatever a move makes of one pile, another move can make it 0 again"]
        );
        assert_eq!(
            why(&[]),
            ["nothing can be taken: the mover is stuck and has lost"]
        );
    }
}
