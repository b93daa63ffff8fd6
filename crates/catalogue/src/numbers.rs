//! A Game With Numbers: every pair of hands solved at once, then looked up.
//!
//! The problem: two players hold some cards each, with values below a modulus (8 cards,
//! modulus 5 in the contest). The mover picks a card a of their own and a card b of the
//! opponent's, both not 0, and the mover's card becomes (a + b) mod m. Whoever first
//! holds only zeros wins. Play may go on for ever. Who wins? (Codeforces 919F, 2018.)
//!
//! The theorem is retrograde analysis (R. Bellman, 1965) on a graph made small. The
//! order of cards in a hand does not matter, so a hand is a histogram, and 8 cards mod
//! 5 make C(12, 4) = 495 hands. Nor does it matter who owns which hand, so a position
//! is the mover's hand and the opponent's: 495² = 245,025 positions for the 5¹⁶ ways to
//! deal. A position in which neither player can force a win is a draw.
//!
//! The table gives the remoteness too. Without it, a winner who only moves from won
//! positions to lost ones may go round in a circle and never win.
//!
//! A hand has a perfect rank, in the lexicographic order of histograms: for each card
//! value, count the histograms that hold fewer cards of that value (a sum of binomial
//! coefficients). The table of values is an array by rank.
//!
//! Cost: one expansion a position, with at most (m − 1)² moves; about 100 bytes a
//! position while the game is solved, 8 bytes after. Each question is then a look-up.
//!
//! When not to use it: for hands of different sizes, or for more than 2048
//! hands (13 cards mod 5 make 2,380).
//!
//! ```
//! use zug_catalogue::numbers;
//! use zug_values::{Plies, Value};
//!
//! let solved = numbers::contest();
//! let hands = solved.game().hands(&[1, 0, 0, 0, 0, 0, 0, 0], &[0, 0, 0, 4, 0, 0, 2, 0])?;
//! assert_eq!(solved.value(hands), Value::Win(Plies(1)));
//! assert_eq!(solved.winning_moves(hands)[0].to_string(), "1+4");
//! # Ok::<(), zug_catalogue::numbers::NumbersError>(())
//! ```

use std::cmp::Reverse;
use std::fmt;
use std::sync::OnceLock;

use zug_game::{Fault, Game, PerfectIndex, Players, Step};
use zug_solve::{Job, strong};
use zug_values::{Outcome, Turn, Value};

/// The largest number of hands; a position is a pair of hands.
const MOST_HANDS: u64 = 2048;

/// The largest modulus.
const LARGEST_MODULUS: u32 = 64;

/// Why there is no such game, or no such hand in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NumbersError {
    /// A hand must hold a card.
    #[error("a hand must hold at least one card")]
    NoCards,
    /// The modulus is not in its range.
    #[error("the modulus {modulus} is not in 2..{LARGEST_MODULUS}")]
    Modulus {
        /// The modulus.
        modulus: u32,
    },
    /// The game has too many positions.
    #[error("{cards} cards mod {modulus} make too many hands: at most {MOST_HANDS}")]
    TooManyHands {
        /// The number of cards in a hand.
        cards: u32,
        /// The modulus.
        modulus: u32,
    },
    /// A hand has the wrong number of cards.
    #[error("a hand holds {cards} cards, not {found}")]
    HandSize {
        /// The number of cards in a hand of the game.
        cards: u32,
        /// The number of cards found.
        found: usize,
    },
    /// A card is not in its range.
    #[error("the card {card} is not in 0..{}", modulus - 1)]
    Card {
        /// The first such card.
        card: u32,
        /// The modulus.
        modulus: u32,
    },
}

/// A multiset of cards, by its rank among all hands of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hand(u16);

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hands {
    /// The hand of the player to move.
    pub mover: Hand,
    /// The hand of the opponent.
    pub other: Hand,
}

/// A move: the mover's card `own` becomes `own + other` modulo m.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Addition {
    /// A card of the mover, not 0.
    pub own: u32,
    /// A card of the opponent, not 0.
    pub other: u32,
}

impl fmt::Display for Addition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.own, self.other)
    }
}

/// The game with its number of cards and its modulus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers {
    cards: u32,
    modulus: u32,
    /// `ways[j][k]` is the number of histograms of k cards over j values.
    ways: Vec<Vec<u64>>,
    /// The histogram of each hand, by rank: the number of cards of each value.
    histograms: Vec<Vec<u32>>,
}

impl Numbers {
    /// The game with `cards` cards in a hand.
    ///
    /// # Errors
    ///
    /// A number is not in its range, or there are too many hands.
    pub fn new(cards: u32, modulus: u32) -> Result<Self, NumbersError> {
        if cards == 0 {
            return Err(NumbersError::NoCards);
        }
        if !(2..=LARGEST_MODULUS).contains(&modulus) {
            return Err(NumbersError::Modulus { modulus });
        }
        let too_many = NumbersError::TooManyHands { cards, modulus };
        if u64::from(cards) >= MOST_HANDS {
            return Err(too_many);
        }
        // With no card value left, only 0 cards can be left.
        let mut ways = vec![vec![0; cards as usize + 1]];
        ways[0][0] = 1;
        for _ in 0..modulus {
            let mut sum: u64 = 0;
            let row = ways[ways.len() - 1].iter().map(|&fewer| {
                sum = sum.saturating_add(fewer);
                sum
            });
            let row = row.collect();
            ways.push(row);
        }
        let hands = ways[modulus as usize][cards as usize];
        if hands > MOST_HANDS {
            return Err(too_many);
        }
        let mut game = Self {
            cards,
            modulus,
            ways,
            histograms: Vec::new(),
        };
        game.histograms = (0..hands).map(|rank| game.unranked(rank)).collect();
        Ok(game)
    }

    /// The number of cards in a hand.
    pub fn cards(&self) -> u32 {
        self.cards
    }

    /// The modulus.
    pub fn modulus(&self) -> u32 {
        self.modulus
    }

    /// The hand of these cards, in any order.
    ///
    /// # Errors
    ///
    /// There are more or fewer cards than in a hand of the game, or a card is not in
    /// its range.
    pub fn hand(&self, cards: &[u32]) -> Result<Hand, NumbersError> {
        if cards.len() != self.cards as usize {
            return Err(NumbersError::HandSize {
                cards: self.cards,
                found: cards.len(),
            });
        }
        let modulus = self.modulus;
        let mut histogram = vec![0; modulus as usize];
        for &card in cards {
            let place = histogram.get_mut(card as usize);
            *place.ok_or(NumbersError::Card { card, modulus })? += 1;
        }
        Ok(self.ranked(&histogram))
    }

    /// The position of two hands, the mover's first.
    ///
    /// # Errors
    ///
    /// As for [`Numbers::hand`].
    pub fn hands(&self, mover: &[u32], other: &[u32]) -> Result<Hands, NumbersError> {
        Ok(Hands {
            mover: self.hand(mover)?,
            other: self.hand(other)?,
        })
    }

    /// For each card value, the number of cards of that value in a hand.
    pub fn histogram(&self, hand: Hand) -> &[u32] {
        &self.histograms[hand.0 as usize]
    }

    /// Whether all cards of the hand are 0, so that its owner has won.
    pub fn is_zero(&self, hand: Hand) -> bool {
        self.histogram(hand)[0] == self.cards
    }

    /// All positions, by rank.
    pub fn positions(&self) -> impl Iterator<Item = Hands> {
        let hands = self.histograms.len() as u16;
        let of_mover = move |mover| {
            (0..hands).map(move |other| Hands {
                mover: Hand(mover),
                other: Hand(other),
            })
        };
        (0..hands).flat_map(of_mover)
    }

    /// Solves the game: works out the value of every position.
    pub fn solve(self) -> SolvedNumbers {
        let solution = strong::solve(&self, self.positions(), &Job::default())
            .expect("no position faults, and no limit is set");
        let values = self.positions().map(|hands| {
            solution
                .value(&hands)
                .expect("every position was a root of the solution")
        });
        SolvedNumbers {
            values: values.collect(),
            game: self,
        }
    }

    /// The hand with this histogram.
    fn ranked(&self, histogram: &[u32]) -> Hand {
        let mut left = self.cards as usize;
        let mut rank = 0;
        for (ways, &count) in self.ways.iter().rev().zip(histogram) {
            let after = left - count as usize;
            rank += ways[left] - ways[after];
            left = after;
        }
        Hand(rank as u16)
    }

    /// The histogram with this rank.
    fn unranked(&self, mut rank: u64) -> Vec<u32> {
        let mut left = self.cards as usize;
        let mut histogram = Vec::new();
        for ways in self.ways.iter().skip(1).rev() {
            // With `after` cards left for the later values, the number of histograms
            // with fewer cards of this value.
            let before = |after: usize| ways[left] - ways[after];
            let after = (0..=left).find(|&after| before(after) <= rank);
            let after = after.expect("no histogram comes before one without this value");
            histogram.push((left - after) as u32);
            rank -= before(after);
            left = after;
        }
        histogram
    }
}

impl Game for Numbers {
    type Position = Hands;
    type Move = Addition;

    /// Both hands hold only cards of 1.
    fn start(&self) -> Hands {
        let mut histogram = vec![0; self.modulus as usize];
        histogram[1] = self.cards;
        let hand = self.ranked(&histogram);
        Hands {
            mover: hand,
            other: hand,
        }
    }

    fn players(&self) -> Players<Self> {
        Players::Unnamed
    }

    fn result(&self, hands: &Hands) -> Result<Option<Outcome>, Fault> {
        Ok(if self.is_zero(hands.mover) {
            Some(Outcome::Win)
        } else if self.is_zero(hands.other) {
            Some(Outcome::Loss)
        } else {
            None
        })
    }

    fn moves(&self, hands: &Hands, out: &mut Vec<Addition>) -> Result<(), Fault> {
        let held = |hand: Hand| {
            let counts = self.histogram(hand).iter().enumerate().skip(1);
            counts.filter(|(_, count)| **count > 0)
        };
        for (own, _) in held(hands.mover) {
            out.extend(held(hands.other).map(|(other, _)| Addition {
                own: own as u32,
                other: other as u32,
            }));
        }
        Ok(())
    }

    fn play(&self, hands: &Hands, choice: &Addition) -> Result<Step<Hands>, Fault> {
        let mut histogram = self.histogram(hands.mover).to_vec();
        histogram[choice.own as usize] -= 1;
        histogram[((choice.own + choice.other) % self.modulus) as usize] += 1;
        Ok(Step::passing(Hands {
            mover: hands.other,
            other: self.ranked(&histogram),
        }))
    }

    fn move_name(&self, _: &Hands, choice: &Addition) -> String {
        choice.to_string()
    }
}

impl PerfectIndex for Numbers {
    fn size(&self) -> u128 {
        (self.histograms.len() as u128).pow(2)
    }

    fn rank(&self, hands: &Hands) -> u128 {
        u128::from(hands.mover.0) * self.histograms.len() as u128 + u128::from(hands.other.0)
    }

    fn unrank(&self, rank: u128) -> Option<Hands> {
        let count = self.histograms.len() as u128;
        (rank < self.size()).then(|| Hands {
            mover: Hand((rank / count) as u16),
            other: Hand((rank % count) as u16),
        })
    }
}

/// The game with the value of every position.
#[derive(Clone, Debug)]
pub struct SolvedNumbers {
    game: Numbers,
    /// The values, by the rank of the position.
    values: Vec<Value>,
}

impl SolvedNumbers {
    /// The game that is solved.
    pub fn game(&self) -> &Numbers {
        &self.game
    }

    /// The value of the position, for the mover.
    pub fn value(&self, hands: Hands) -> Value {
        self.values[self.game.rank(&hands) as usize]
    }

    /// All moves, each with its value for the mover, the best first; empty if the game
    /// is over.
    pub fn moves(&self, hands: Hands) -> Vec<(Addition, Value)> {
        let mut steps = Vec::new();
        let is_over = self.game.expand(&hands, &mut steps);
        if is_over != Ok(None) {
            return Vec::new();
        }
        let mut moves = Vec::new();
        self.game
            .moves(&hands, &mut moves)
            .expect("no position faults");
        let values = steps.iter().map(|step| self.value(step.position));
        let values = values.map(|value| value.before(Turn::Passes));
        let mut moves: Vec<_> = moves.into_iter().zip(values).collect();
        moves.sort_by_key(|&(_, value)| Reverse(value));
        moves
    }

    /// The winning moves, the fastest first. Whoever always plays the first of these
    /// does win.
    pub fn winning_moves(&self, hands: Hands) -> Vec<Addition> {
        let wins = self.moves(hands).into_iter();
        wins.filter(|(_, value)| value.outcome() == Outcome::Win)
            .map(|(addition, _)| addition)
            .collect()
    }
}

/// The game of the contest, 8 cards mod 5; solved when it is first asked for.
pub fn contest() -> &'static SolvedNumbers {
    static SOLVED: OnceLock<SolvedNumbers> = OnceLock::new();
    SOLVED.get_or_init(|| {
        let game = Numbers::new(8, 5).expect("8 cards mod 5 make 495 hands");
        game.solve()
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]
mod tests {
    use super::*;

    #[test]
    fn rank_and_unrank_are_inverse() {
        for (cards, modulus, hands) in [(8, 5, 495), (1, 64, 64), (5, 3, 21), (2047, 2, 2048)] {
            let Ok(game) = Numbers::new(cards, modulus) else {
                panic!("{cards} mod {modulus}");
            };
            assert_eq!(game.histograms.len(), hands);
            for (rank, histogram) in game.histograms.iter().enumerate() {
                assert_eq!(histogram.iter().sum::<u32>(), cards);
                assert_eq!(game.ranked(histogram), Hand(rank as u16));
            }
            assert!(game.histograms.is_sorted());
            if hands < 500 {
                for (rank, hands) in game.positions().enumerate() {
                    assert_eq!(game.rank(&hands), rank as u128);
                    assert_eq!(game.unrank(rank as u128), Some(hands));
                }
            }
            assert_eq!(game.unrank(game.size()), None);
        }
    }

    #[test]
    fn the_number_at_fault_is_named() {
        let error = |cards, modulus| Numbers::new(cards, modulus).unwrap_err().to_string();
        assert_eq!(error(0, 5), "a hand must hold at least one card");
        assert_eq!(error(8, 1), "the modulus 1 is not in 2..64");
        assert_eq!(error(8, 65), "the modulus 65 is not in 2..64");
        assert_eq!(
            error(16, 5),
            "16 cards mod 5 make too many hands: at most 2048"
        );
        assert_eq!(
            error(u32::MAX, 2),
            "4294967295 cards mod 2 make too many hands: at most 2048"
        );
        let game = Numbers::new(2, 3).unwrap();
        let error = |cards: &[u32]| game.hand(cards).unwrap_err().to_string();
        assert_eq!(error(&[1]), "a hand holds 2 cards, not 1");
        assert_eq!(error(&[1, 3]), "the card 3 is not in 0..2");
    }
}
