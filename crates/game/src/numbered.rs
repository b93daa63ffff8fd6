//! Games whose positions have numbers with few gaps between them.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use zug_values::Turn;

use crate::{Expanded, Fault, PerfectIndex};

/// Numbers below a size for positions.
///
/// Unlike with a [`PerfectIndex`](crate::PerfectIndex) there may be positions without a
/// number, and positions that are images of each other under some symmetries may share one.
///
/// Law: every number below the size has a position, and this number is the number of that position.
/// Only an index in which positions share numbers, or one that leaves out what some fields of a position
/// imply of others, may have numbers that are the number of no position.
pub trait DenseIndex<P>: fmt::Debug + Send + Sync {
    /// The number of numbers.
    fn size(&self) -> u64;

    /// The number of a position; `None` if it has none.
    fn number(&self, position: &P) -> Option<u64>;

    /// Appends the number of each position; `u64::MAX` for a position that has none. An index
    /// that works on many positions at once faster replaces the provided version.
    fn numbers(&self, positions: &[P], out: &mut Vec<u64>) {
        let number = |position| self.number(position).unwrap_or(u64::MAX);
        out.extend(positions.iter().map(number));
    }

    /// Appends the position of each number. The numbers are below the size, and in rising
    /// order.
    fn positions(&self, numbers: &[u64], out: &mut Vec<P>);

    /// The bytes that the index takes.
    fn bytes(&self) -> u64;

    /// The number of symmetries with which positions are folded, so that images share a number; 1
    /// where each position has its own.
    fn symmetries(&self) -> u32 {
        1
    }

    /// Appends, for each number that a position has, how many positions share it. The numbers are in
    /// rising order.
    fn orbit_sizes(&self, numbers: &[u64], sizes: &mut Vec<u32>) {
        sizes.extend(numbers.iter().map(|_| 1));
    }
}

impl<P, I: DenseIndex<P> + ?Sized> DenseIndex<P> for Arc<I> {
    fn size(&self) -> u64 {
        (**self).size()
    }

    fn number(&self, position: &P) -> Option<u64> {
        (**self).number(position)
    }

    fn numbers(&self, positions: &[P], out: &mut Vec<u64>) {
        (**self).numbers(positions, out);
    }

    fn positions(&self, numbers: &[u64], out: &mut Vec<P>) {
        (**self).positions(numbers, out);
    }

    fn bytes(&self) -> u64 {
        (**self).bytes()
    }

    fn symmetries(&self) -> u32 {
        (**self).symmetries()
    }

    fn orbit_sizes(&self, numbers: &[u64], sizes: &mut Vec<u32>) {
        (**self).orbit_sizes(numbers, sizes);
    }
}

/// The perfect index of a game: every state that has a rank has a number, whether play can reach it or
/// not.
#[derive(Clone, Debug)]
pub struct EveryState<G>(pub G);

impl<G: PerfectIndex + fmt::Debug + Send + Sync> DenseIndex<G::Position> for EveryState<G> {
    fn size(&self) -> u64 {
        u64::try_from(self.0.size()).unwrap_or(u64::MAX)
    }

    fn number(&self, position: &G::Position) -> Option<u64> {
        u64::try_from(self.0.rank(position)).ok()
    }

    fn numbers(&self, positions: &[G::Position], out: &mut Vec<u64>) {
        let mut ranks = vec![0; positions.len()];
        self.0.rank_block(positions, &mut ranks);
        let number = |rank: u128| u64::try_from(rank).unwrap_or(u64::MAX);
        out.extend(ranks.into_iter().map(number));
    }

    fn positions(&self, numbers: &[u64], out: &mut Vec<G::Position>) {
        let ranks: Vec<u128> = numbers.iter().map(|number| u128::from(*number)).collect();
        self.0.unrank_block(&ranks, out);
    }

    fn bytes(&self) -> u64 {
        0
    }
}

/// A game whose moves go by the numbers of positions.
///
/// Law: [`NumberedGame::predecessors_in`], for all tiers together, gives each position in which the
/// game goes on and that has a number as often as a move leads from it to the position asked about.
/// It may give finished positions too.
pub trait NumberedGame: Sync {
    /// The number of numbers.
    fn size(&self) -> u64;

    /// Appends to `ends` whether the game is over in each position, and gives the numbers of all
    /// successors to `after`, in any order; `u64::MAX` for a successor that has no number. A number
    /// that several of the positions have moves to may be given once for all these positions.
    /// The numbers asked about are in rising order.
    ///
    /// # Errors
    ///
    /// The rules break in one of the positions.
    fn expand(
        &self,
        numbers: &[u64],
        ends: &mut Vec<Expanded>,
        after: &mut dyn Successors,
    ) -> Result<(), Fault>;

    /// The tiers, in the order of their numbers; together they have all numbers. Provided is
    /// one tier of all numbers.
    fn tiers(&self) -> Vec<NumberTier> {
        vec![NumberTier {
            numbers: 0..self.size(),
            exits: Vec::new(),
            images: 1,
        }]
    }

    /// Puts the numbers of the predecessors of all positions that are in the tier with this
    /// place into `before`, in any order. The numbers asked about are in rising order.
    ///
    /// # Errors
    ///
    /// The rules break where a move is taken back.
    fn predecessors_in(
        &self,
        tier: usize,
        numbers: &[u64],
        before: &mut Predecessors,
    ) -> Result<(), Fault>;
}

/// A tier of positions that have numbers: play can go round within it, and does not come back
/// once it has left it.
///
/// Law: a move from a position of a tier leads to a position of the same tier, or to one of
/// its exits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberTier {
    /// The numbers of the positions.
    pub numbers: Range<u64>,
    /// The places of the other tiers that moves may lead to; they are all later.
    pub exits: Vec<usize>,
    /// The number of equal parts, one behind the other, that the numbers fall into: 1 or 2.
    ///
    /// Law: positions in the same place of two parts have the same value, and all tiers have the
    /// same number of parts. A move of one of these positions corresponds to a move of the other one: both pass the
    /// turn or keep it, and lead to the same place of a tier, in two parts. So with two parts, one
    /// has the positions of one player and the other those of the opponent.
    pub images: u32,
}

impl NumberTier {
    /// The number of numbers of a part.
    #[must_use]
    pub fn part(&self) -> u64 {
        (self.numbers.end - self.numbers.start) / u64::from(self.images.max(1))
    }
}

/// Receives the numbers of successors.
pub trait Successors {
    /// A move leads to this number.
    fn number(&mut self, number: u64);

    /// Moves lead to these numbers.
    fn numbers(&mut self, numbers: &[u64]) {
        for number in numbers {
            self.number(*number);
        }
    }

    /// Moves lead to `first` plus the places of the bits that are set in `bits`: bit 64 is
    /// the lowest bit of the second word.
    fn row(&mut self, first: u64, bits: &[u64]) {
        for (place, word) in (first..).step_by(u64::BITS as usize).zip(bits) {
            let mut word = *word;
            while word != 0 {
                self.number(place + u64::from(word.trailing_zeros()));
                word &= word - 1;
            }
        }
    }
}

impl Successors for Vec<u64> {
    fn number(&mut self, number: u64) {
        self.push(number);
    }
}

/// The numbers of predecessors, by what the move from there does to the turn.
#[derive(Clone, Debug, Default)]
pub struct Predecessors {
    /// Those from which a move passes the turn.
    pub passing: Numbers,
    /// Those from which a move keeps the turn.
    pub kept: Numbers,
}

impl Predecessors {
    /// Takes all numbers out.
    pub fn clear(&mut self) {
        self.passing.clear();
        self.kept.clear();
    }

    /// The numbers from which a move does this to the turn.
    pub fn by(&mut self, turn: Turn) -> &mut Numbers {
        match turn {
            Turn::Passes => &mut self.passing,
            Turn::Kept => &mut self.kept,
        }
    }
}

/// A list of numbers to which some that may or may not belong to it are added without a
/// branch.
///
/// ```
/// use zug_game::Numbers;
/// let mut odd = Numbers::default();
/// odd.extend_if([1, 2, 3, 4, 5].map(|number| (number, number % 2 == 1)).into_iter());
/// odd.push(9);
/// assert_eq!(odd.as_slice(), [1, 3, 5, 9]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Numbers {
    /// The numbers, and behind them what was written over.
    items: Vec<u64>,
    /// The number of numbers.
    len: usize,
}

impl Numbers {
    /// The numbers.
    #[must_use]
    pub fn as_slice(&self) -> &[u64] {
        &self.items[..self.len]
    }

    /// The numbers, to be changed in their places.
    pub fn as_mut_slice(&mut self) -> &mut [u64] {
        &mut self.items[..self.len]
    }

    /// The number of numbers.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no number.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Takes all numbers out.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds a number.
    pub fn push(&mut self, number: u64) {
        self.extend_if(std::iter::once((number, true)));
    }

    /// Adds those numbers of which it is said that they belong to the list.
    #[inline]
    pub fn extend_if(&mut self, numbers: impl ExactSizeIterator<Item = (u64, bool)>) {
        let most = self.len + numbers.len();
        if most > self.items.len() {
            self.make_room(most);
        }
        let room = &mut self.items[..most];
        let mut len = self.len;
        for (number, belongs) in numbers {
            room[len] = number;
            len += usize::from(belongs);
        }
        self.len = len;
    }

    #[cold]
    fn make_room(&mut self, most: usize) {
        self.items.resize(2 * most, 0);
    }
}
