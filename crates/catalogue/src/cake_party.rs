//! Cake Party: the player to move with an even number of largest cakes loses.
//!
//! The problem: cakes in pieces. A move eats one or more pieces of one of the
//! cakes that have the most pieces left; whoever eats the last piece wins. Who
//! wins, and by which moves? (TopCoder SRM 338, 2007.)
//!
//! The theorem: the mover loses exactly when the number of cakes with the most pieces
//! is even, or nothing is left.
//!
//! Why: let c cakes have the most pieces. With c >= 2 a move leaves c - 1 of these
//! cakes, however much it eats: even becomes odd, odd becomes even. With c = 1 the
//! mover chooses. Let d cakes be the largest of the others. If d is even, the mover
//! eats the largest cake to less than their size, which leaves d largest cakes; if d is
//! odd, exactly to their size, which leaves d + 1; if there is no other cake, the mover
//! eats all.
//!
//! Nimbers: a position with an even c is worth 0. So every move from an odd c >= 3
//! leads to 0, and the position is worth 1. With c = 1, a move below the other cakes
//! and a move down to them lead to 0 and 1 in some order, unless d = 1; each further
//! piece of the largest cake adds one option: with m pieces more than the others it is
//! worth m + 1, and alone it is a heap of Nim. For c = d = 1 no short formula is known
//! here.
//!
//! Cost: one pass over the cakes. Winning moves are given as ranges: a cake may have
//! thousands of millions of pieces.
//!
//! When not to use it: for remoteness, and for nimbers with c = d = 1; solve the
//! rules.
//!
//! ```
//! use zug_catalogue::cake_party::{CakeParty, Eats};
//! use zug_values::Outcome;
//!
//! let party = CakeParty::new([3, 3, 112]);
//! assert_eq!(party.winning_moves(), [Eats { cake: 2, least: 110, most: 112 }]);
//! assert_eq!(CakeParty::new([3, 3]).outcome(), Outcome::Loss);
//! ```

use zug_values::{Nimber, Outcome};

/// A position: the pieces left of each cake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CakeParty {
    cakes: Vec<u32>,
}

/// The moves that eat any number of pieces from `least` to `most` from one cake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Eats {
    /// The cake's place in the list, from 0.
    pub cake: usize,
    /// The fewest pieces that are eaten; at least 1.
    pub least: u32,
    /// The most pieces that are eaten.
    pub most: u32,
}

/// The largest cakes of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Largest {
    /// The number of pieces of each; at least 1.
    pieces: u32,
    /// The number of such cakes; at least 1.
    count: usize,
}

impl CakeParty {
    /// The position with these cakes.
    pub fn new(cakes: impl Into<Vec<u32>>) -> Self {
        let cakes = cakes.into();
        Self { cakes }
    }

    /// The pieces left of each cake.
    pub fn cakes(&self) -> &[u32] {
        &self.cakes
    }

    /// The nimber; `None` if one cake is the largest and exactly one cake has the next
    /// smaller size, where no short formula is known.
    pub fn nimber(&self) -> Option<Nimber> {
        let Some(largest) = self.largest() else {
            return Some(Nimber::ZERO);
        };
        match (largest.count, self.next_to(largest)) {
            (1, None) => Some(Nimber(largest.pieces)),
            (1, Some(Largest { count: 1, .. })) => None,
            (1, Some(next)) => Some(Nimber(largest.pieces - next.pieces + 1)),
            (count, _) => Some(Nimber((count % 2) as u32)),
        }
    }

    /// The mover's outcome.
    pub fn outcome(&self) -> Outcome {
        match self.largest() {
            Some(largest) if largest.count % 2 == 1 => Outcome::Win,
            _ => Outcome::Loss,
        }
    }

    /// All moves that win: for each cake at most one range of pieces, in the
    /// order of the cakes.
    pub fn winning_moves(&self) -> Vec<Eats> {
        let Some(largest) = self.largest() else {
            return Vec::new();
        };
        if largest.count % 2 == 0 {
            return Vec::new();
        }
        let Largest { pieces, count } = largest;
        let (least, most) = match self.next_to(largest) {
            // Every move leaves an even number of largest cakes.
            _ if count > 1 => (1, pieces),
            None => (pieces, pieces),
            Some(next) if next.count % 2 == 1 => (pieces - next.pieces, pieces - next.pieces),
            Some(next) => (pieces - next.pieces + 1, pieces),
        };
        self.of_the_largest(pieces, least, most)
    }

    /// All legal moves: one range for each of the largest cakes.
    pub fn moves(&self) -> Vec<Eats> {
        match self.largest() {
            Some(Largest { pieces, .. }) => self.of_the_largest(pieces, 1, pieces),
            None => Vec::new(),
        }
    }

    /// The reasons for the outcome, in a few lines.
    pub fn why(&self) -> Vec<String> {
        let Some(largest) = self.largest() else {
            return vec!["nothing is left: whoever ate the last piece has won".to_owned()];
        };
        let Largest { pieces, count } = largest;
        if count > 1 {
            let fewer = count - 1;
            return vec![if count % 2 == 0 {
                format!(
                    "{count} cakes have the most pieces, {pieces}: every move leaves {fewer}, an \
                     odd number, and there is an answer that leaves an even number again"
                )
            } else {
                format!(
                    "{count} cakes have the most pieces, {pieces}: every move leaves {fewer}, an \
                     even number, and the opponent can only make it odd again"
                )
            }];
        }
        let first = format!("1 cake has the most pieces, {pieces}");
        let Some(next) = self.next_to(largest) else {
            return vec![format!("{first}, and it is the last one: eat it all")];
        };
        let each = next.pieces;
        let (now, after, eat) = if next.count % 2 == 1 {
            (next.count, next.count + 1, pieces - each)
        } else {
            (next.count, next.count, pieces - each + 1)
        };
        vec![
            format!("{first}; next come {now} with {each}"),
            format!(
                "eat {eat} of the {pieces}: then {after} cakes have the most pieces, an even \
                 number, and the opponent can only make it odd again"
            ),
        ]
    }

    /// The largest cakes; `None` when nothing is left.
    fn largest(&self) -> Option<Largest> {
        self.largest_below(u64::from(u32::MAX) + 1)
    }

    /// The largest cakes among those smaller than `largest`.
    fn next_to(&self, largest: Largest) -> Option<Largest> {
        self.largest_below(largest.pieces.into())
    }

    fn largest_below(&self, bound: u64) -> Option<Largest> {
        let below = || {
            let cakes = self.cakes.iter().copied();
            cakes.filter(move |&cake| cake > 0 && u64::from(cake) < bound)
        };
        let pieces = below().max()?;
        let count = below().filter(|&cake| cake == pieces).count();
        Some(Largest { pieces, count })
    }

    /// The moves of one range, for every cake with `pieces` pieces.
    fn of_the_largest(&self, pieces: u32, least: u32, most: u32) -> Vec<Eats> {
        let cakes = self.cakes.iter().enumerate();
        cakes
            .filter(|&(_, &cake)| cake == pieces)
            .map(|(cake, _)| Eats { cake, least, most })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reason_names_the_largest_cakes_and_the_move() {
        let why = |cakes: &[u32]| CakeParty::new(cakes).why();
        assert_eq!(
            why(&[3, 3, 112]),
            [
                "1 cake has the most pieces, 112; next come 2 with 3",
                "eat 110 of the 112: then 2 cakes have the most pieces, an even number, and the \
                 opponent can only make it odd again"
            ]
        );
        assert_eq!(
            why(&[3, 5])[1],
            "eat 2 of the 5: then 2 cakes have the most pieces, an even number, and the \
             opponent can only make it odd again"
        );
        assert_eq!(
            why(&[4, 4]),
            [
                "2 cakes have the most pieces, 4: every move leaves 1, an odd number, and there is \
                 an answer that leaves an even number again"
            ]
        );
        assert!(why(&[4, 4, 4])[0].contains("every move leaves 2, an even number"));
        assert_eq!(
            why(&[0, 7]),
            ["1 cake has the most pieces, 7, and it is the last one: eat it all"]
        );
        assert_eq!(
            why(&[0]),
            ["nothing is left: whoever ate the last piece has won"]
        );
    }
}
