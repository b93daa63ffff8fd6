//! How a position becomes one number.
//!
//! A packed position is a row of bit fields, one for each scalar of each variable: a field is
//! read and written with a shift and a mask. Where, and only where, such fields do not fit into
//! 256 bits, neighbouring fields of an array *share* bits: they are the digits of one number in a
//! mixed radix, as 4 cells with 13 values are in 15 bits instead of 16. Such a field is read by a
//! division and a remainder, and nothing that goes by single bits (tests and writes of bits,
//! tables by bits, symmetries, un-moves, levels, the index by material) ever touches it.
//!
//! In tables a position is known by its *rank*:
//! the values of the fields are digits of a mixed radix. All counts of a bag are one digit,
//! the place of the bag's multiset among all multisets of its size. So every rank below the
//! number of ranks is a state.

use std::ops::Range;

use zug_game::U256;

/// The range of one number of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scalar {
    /// The least value.
    pub lo: i64,
    /// The largest value.
    pub hi: i64,
}

impl Scalar {
    /// The number of values in the range.
    #[must_use]
    #[inline]
    pub fn radix(self) -> u128 {
        (i128::from(self.hi) - i128::from(self.lo) + 1) as u128
    }
}

/// One scalar of a position.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The range of its values.
    pub scalar: Scalar,
    /// The place of its lowest bit; of the lowest bit that it shares.
    pub shift: u32,
    /// The number of its bits, those that it shares included; 0 for a scalar with one value.
    pub bits: u32,
    /// The weight of the field as a digit of the number in these bits, where it shares them with
    /// other fields; `None` if the bits are its own.
    pub weight: Option<u64>,
}

impl Field {
    /// The mask of the field's bits in a packed position, those that it shares included.
    #[must_use]
    #[inline]
    pub fn mask(self) -> U256 {
        match self.bits {
            // A field without bits may stand behind the last bit of the word.
            0 => U256::ZERO,
            bits => mask(bits) << self.shift,
        }
    }

    /// A value of the range, as the bits that the field then has in a packed position; what it
    /// adds to the bits that it shares.
    #[must_use]
    #[inline]
    pub fn content(self, value: i64) -> U256 {
        if self.bits == 0 {
            return U256::ZERO;
        }
        let times = self.weight.unwrap_or(1);
        U256::from((value - self.scalar.lo) as u64 * times) << self.shift
    }

    /// The value of the field, given what its bits hold.
    #[inline]
    fn value(self, content: u64) -> i64 {
        match self.weight {
            None => content as i64 + self.scalar.lo,
            Some(weight) => {
                let digit = content / weight % self.scalar.radix() as u64;
                digit as i64 + self.scalar.lo
            }
        }
    }
}

/// One digit of the rank.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "a variant's text names its fields")]
pub enum Digit {
    /// The scalar of this field.
    Field(usize),
    /// The counts in `kinds` fields from `first` on, which add up to `size`.
    Bag {
        first: usize,
        kinds: usize,
        size: i64,
    },
}

/// The fields of a game's positions.
#[derive(Clone, Debug)]
pub struct Layout {
    /// One field for each scalar of each variable, then a field for whose turn it is and a
    /// field for how the game ended, if there are such fields.
    pub fields: Vec<Field>,
    /// The digits of a rank, the highest first.
    pub digits: Vec<Digit>,
    /// The fields of each array whose fields may share bits with their neighbours.
    pub arrays: Vec<Range<usize>>,
    /// The field of whose turn it is, by [`number`]; `None` in an impartial game.
    pub turn: Option<usize>,
    /// The field of how the last move ended the game for the mover, by [`number`]; `None` if
    /// no move can end the game.
    pub over: Option<usize>,
    /// The number of bits of all fields.
    pub bits: u32,
    /// The number of ranks; `None` if it is 2^128 or more. Then positions have no ranks.
    pub size: Option<u128>,
}

impl Default for Layout {
    /// No fields: there is one position.
    fn default() -> Self {
        Self {
            fields: Vec::new(),
            digits: Vec::new(),
            arrays: Vec::new(),
            turn: None,
            over: None,
            bits: 0,
            size: Some(1),
        }
    }
}

/// The numbers that stand for players and outcomes in positions: what the fields
/// [`Layout::turn`] and [`Layout::over`] hold.
pub mod number {
    use zug_game::Player;
    use zug_values::Outcome;

    /// The players in the order of their numbers, and of a program's sides.
    pub const PLAYERS: [Player; 2] = [Player::First, Player::Second];

    /// The game goes on: no move has ended it.
    pub const GOES_ON: i64 = 0;

    /// The number of a player.
    #[inline]
    #[must_use]
    pub const fn of_player(player: Player) -> i64 {
        match player {
            Player::First => 1,
            Player::Second => 2,
        }
    }

    /// The player of whom this is the number.
    #[inline]
    #[must_use]
    pub const fn player(number: i64) -> Player {
        match number {
            1 => Player::First,
            _ => Player::Second,
        }
    }

    /// The number of the other player.
    #[inline]
    #[must_use]
    pub const fn of_opponent(number: i64) -> i64 {
        of_player(Player::First) + of_player(Player::Second) - number
    }

    /// The number of an outcome, which is the mover's.
    #[inline]
    #[must_use]
    pub const fn of_outcome(outcome: Outcome) -> i64 {
        match outcome {
            Outcome::Win => 1,
            Outcome::Loss => 2,
            Outcome::Draw => 3,
        }
    }

    /// The number of how a move ended the game: [`GOES_ON`] if it did not.
    #[inline]
    #[must_use]
    pub fn of_end(end: Option<Outcome>) -> i64 {
        end.map_or(GOES_ON, of_outcome)
    }

    /// The outcome of which this is the number; `None` if the game goes on.
    #[inline]
    #[must_use]
    pub const fn outcome(number: i64) -> Option<Outcome> {
        match number {
            1 => Some(Outcome::Win),
            2 => Some(Outcome::Loss),
            3 => Some(Outcome::Draw),
            _ => None,
        }
    }
}

/// A position takes more than 256 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a position does not fit into 256 bits")]
pub struct TooLarge;

impl Layout {
    /// What is told instead of the rank of a position that has none.
    pub const NO_RANK: u128 = u128::MAX;

    /// Adds a field behind all other fields, and returns its place among the fields. When all
    /// fields were added, [`Layout::fit`] sees that a position has room for them.
    pub fn add_field(&mut self, scalar: Scalar) -> usize {
        let bits = bits_of(scalar.radix());
        self.fields.push(Field {
            scalar,
            shift: self.bits,
            bits,
            weight: None,
        });
        self.bits += bits;
        self.fields.len() - 1
    }

    /// Whether some fields share bits.
    #[must_use]
    pub fn shares_bits(&self) -> bool {
        self.fields.iter().any(|field| field.weight.is_some())
    }

    /// Makes the fields fit into 256 bits: if they do not, neighbours in arrays share bits, the
    /// fewest fields together that suffice.
    ///
    /// # Errors
    ///
    /// There is no room for the fields.
    pub fn fit(&mut self) -> Result<(), TooLarge> {
        if self.bits <= U256::BITS {
            return Ok(());
        }
        let shared = (2..=MOST_TOGETHER).map(|together| self.shared(together));
        let fitting = shared.into_iter().find(|layout| layout.bits <= U256::BITS);
        *self = fitting.ok_or(TooLarge)?;
        Ok(())
    }

    /// The layout in which up to `together` neighbours in an array share bits, wherever that
    /// saves some.
    #[must_use]
    pub fn shared(&self, together: usize) -> Self {
        let mut layout = Self {
            bits: 0,
            ..self.clone()
        };
        let mut at = 0;
        for array in &self.arrays {
            (at..array.start).for_each(|field| layout.place(field..field + 1));
            for first in array.clone().step_by(together) {
                layout.place(first..(first + together).min(array.end));
            }
            at = array.end;
        }
        (at..self.fields.len()).for_each(|field| layout.place(field..field + 1));
        layout
    }

    /// Places some fields behind those that have a place: as digits of one number if that saves
    /// bits.
    fn place(&mut self, fields: Range<usize>) {
        let radixes = self.fields[fields.clone()].iter();
        let radixes: Vec<u128> = radixes.map(|field| field.scalar.radix()).collect();
        let states = radixes
            .iter()
            .try_fold(1u128, |states, radix| states.checked_mul(*radix));
        let apart: u32 = radixes.iter().map(|radix| bits_of(*radix)).sum();
        let together = states.map(bits_of);
        match together.filter(|together| *together < apart && *together <= MOST_SHARED) {
            Some(together) => {
                let mut weight = 1;
                for (field, radix) in self.fields[fields].iter_mut().zip(radixes) {
                    if radix > 1 {
                        field.shift = self.bits;
                        field.bits = together;
                        field.weight = Some(weight);
                    }
                    weight *= radix as u64;
                }
                self.bits += together;
            }
            None => {
                for field in &mut self.fields[fields] {
                    field.shift = self.bits;
                    field.bits = bits_of(field.scalar.radix());
                    field.weight = None;
                    self.bits += field.bits;
                }
            }
        }
    }

    /// Adds a digit of the rank, below all other digits.
    pub fn add_digit(&mut self, digit: Digit) {
        let radix = self.radix(&digit);
        self.size = self.size.and_then(|size| size.checked_mul(radix));
        self.digits.push(digit);
    }

    /// Adds the field and the digit of whose turn it is.
    pub fn add_turn(&mut self) {
        let field = self.add_field(Scalar { lo: 1, hi: 2 });
        self.turn = Some(field);
        self.add_digit(Digit::Field(field));
    }

    /// The bit of a packed position that is set where Second is to move; 0 where no
    /// field says whose turn it is.
    #[must_use]
    pub fn turn_bit(&self) -> U256 {
        match self.turn {
            Some(turn) => U256::ONE << self.fields[turn].shift,
            None => U256::ZERO,
        }
    }

    /// Adds the field and the digit of how the last move ended the game.
    pub fn add_over(&mut self) {
        let field = self.add_field(Scalar { lo: 0, hi: 3 });
        self.over = Some(field);
        self.add_digit(Digit::Field(field));
    }

    /// The number of values of a digit.
    #[must_use]
    pub fn radix(&self, digit: &Digit) -> u128 {
        match *digit {
            Digit::Field(field) => self.fields[field].scalar.radix(),
            Digit::Bag { kinds, size, .. } => multisets(kinds as u128, size as u128),
        }
    }

    /// The value of a field in a packed position.
    #[inline]
    pub fn get(&self, key: U256, field: usize) -> i64 {
        let of = self.fields[field];
        if of.bits == 0 {
            return of.scalar.lo;
        }
        of.value(bits_at(key, of.shift) & (u64::MAX >> (u64::BITS - of.bits)))
    }

    /// The values of all fields.
    pub fn unpack(&self, key: U256) -> Vec<i64> {
        (0..self.fields.len())
            .map(|field| self.get(key, field))
            .collect()
    }

    /// The packed position whose fields have these values, each of which is in its range.
    pub fn pack(&self, values: &[i64]) -> U256 {
        let contents = self.fields.iter().zip(values);
        contents.fold(U256::ZERO, |key, (field, value)| {
            key + field.content(*value)
        })
    }

    /// Whether these are the values of a state: each value is in its range, and the counts of
    /// every bag add up to its size.
    pub fn is_state(&self, values: &[i64]) -> bool {
        let in_range = |field: usize| {
            let Scalar { lo, hi } = self.fields[field].scalar;
            (lo..=hi).contains(&values[field])
        };
        self.digits.iter().all(|digit| match *digit {
            Digit::Field(field) => in_range(field),
            Digit::Bag { first, kinds, size } => {
                let counts = first..first + kinds;
                counts.clone().all(in_range)
                    && counts.map(|field| values[field]).sum::<i64>() == size
            }
        })
    }

    /// The rank of the position whose fields have these values. It is below
    /// [`Layout::size`], which must be known.
    pub fn rank(&self, values: &[i64]) -> u128 {
        self.digits.iter().fold(0, |rank, digit| {
            let place = match *digit {
                Digit::Field(field) => (values[field] - self.fields[field].scalar.lo) as u128,
                Digit::Bag { first, kinds, size } => rank_bag(&values[first..first + kinds], size),
            };
            rank * self.radix(digit) + place
        })
    }

    /// The rank of a packed position.
    #[must_use]
    pub(crate) fn rank_of(&self, position: U256) -> u128 {
        self.rank(&self.unpack(position))
    }

    /// The packed position of a rank; `None` if the rank is not below [`Layout::size`].
    #[must_use]
    pub fn position_of(&self, rank: u128) -> Option<U256> {
        Some(self.pack(&self.unrank(rank)?))
    }

    /// The values of the fields of the position of a rank; `None` if the rank is not below
    /// [`Layout::size`].
    pub fn unrank(&self, mut rank: u128) -> Option<Vec<i64>> {
        if self.size.is_none_or(|size| rank >= size) {
            return None;
        }
        let mut values: Vec<i64> = self.fields.iter().map(|field| field.scalar.lo).collect();
        for digit in self.digits.iter().rev() {
            let radix = self.radix(digit);
            let place = rank % radix;
            rank /= radix;
            match *digit {
                Digit::Field(field) => values[field] += place as i64,
                Digit::Bag { first, kinds, size } => {
                    unrank_bag(place, size, &mut values[first..first + kinds]);
                }
            }
        }
        Some(values)
    }
}

/// The number of multisets of `size` elements over `kinds` kinds: the binomial coefficient
/// (kinds + size − 1 over size), or `u128::MAX` if that is too large to work out.
pub fn multisets(kinds: u128, size: u128) -> u128 {
    if kinds == 0 {
        return u128::from(size == 0);
    }
    (1..=size)
        // Exact at each step: n is (kinds - 1 + i - 1 over i - 1).
        .try_fold(1u128, |n, i| Some(n.checked_mul(kinds - 1 + i)? / i))
        .unwrap_or(u128::MAX)
}

/// The most fields that share bits.
const MOST_TOGETHER: usize = 32;

/// The most bits that fields share.
const MOST_SHARED: u32 = 62;

/// The number of bits of a number with so many values.
fn bits_of(radix: u128) -> u32 {
    128 - (radix - 1).leading_zeros()
}

/// The 64 bits of a packed position from the bit `shift` on.
#[inline]
fn bits_at(key: U256, shift: u32) -> u64 {
    // Shifts of the halves are quicker than one of the whole.
    let (high, low) = key.into_words();
    let bits = match shift.checked_sub(u128::BITS) {
        Some(shift) => high >> shift,
        None => low >> shift | (high << 1) << (u128::BITS - 1 - shift),
    };
    bits as u64
}

/// A mask of the lowest `bits` bits; of all 256 bits where `bits` is 256 or more.
#[must_use]
#[inline]
pub fn mask(bits: u32) -> U256 {
    if bits >= U256::BITS {
        U256::MAX
    } else {
        (U256::ONE << bits) - 1
    }
}

/// The place of a multiset among all multisets of its size, given its counts. A multiset
/// with more elements of the first kind comes later.
pub fn rank_bag(counts: &[i64], size: i64) -> u128 {
    let mut left = size;
    let mut rank = 0;
    for (kind, &count) in counts.iter().enumerate() {
        rank += bag_step(counts.len() - kind - 1, left, count);
        left -= count;
    }
    rank
}

/// The number of multisets of `left` elements that have fewer than `count` elements of the
/// first kind, if `rest` kinds follow the first kind.
#[must_use]
pub fn bag_step(rest: usize, left: i64, count: i64) -> u128 {
    (0..count)
        .map(|fewer| multisets(rest as u128, (left - fewer) as u128))
        .sum()
}

fn unrank_bag(mut rank: u128, size: i64, counts: &mut [i64]) {
    let mut left = size;
    let kinds = counts.len();
    for (kind, count) in counts.iter_mut().enumerate() {
        let rest = (kinds - kind - 1) as u128;
        *count = 0;
        while left > 0 {
            let without = multisets(rest, left as u128);
            if rank < without {
                break;
            }
            rank -= without;
            *count += 1;
            left -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_of_eight_cards_from_five_kinds() {
        assert_eq!(multisets(5, 8), 495);
        assert_eq!(multisets(1, 8), 1);
        assert_eq!(multisets(3, 0), 1);
    }

    #[test]
    fn bags_are_ranked_without_gaps() {
        let mut layout = Layout::default();
        for _ in 0..5 {
            layout.add_field(Scalar { lo: 0, hi: 8 });
        }
        layout.add_digit(Digit::Bag {
            first: 0,
            kinds: 5,
            size: 8,
        });
        layout.add_turn();
        assert_eq!(layout.size, Some(495 * 2));
        for rank in 0..495 * 2 {
            let values = layout.unrank(rank).unwrap();
            assert_eq!(values[..5].iter().sum::<i64>(), 8);
            assert_eq!(layout.rank(&values), rank);
            assert_eq!(layout.unpack(layout.pack(&values)), values);
        }
        assert_eq!(layout.unrank(495 * 2), None);
    }

    /// The layout of a number from 3 to 9, of so many cells with `kinds` values each, and of whose
    /// turn it is.
    fn board(cells: usize, kinds: i64) -> Layout {
        let mut layout = Layout::default();
        layout.add_field(Scalar { lo: 3, hi: 9 });
        let first = layout.fields.len();
        for _ in 0..cells {
            layout.add_field(Scalar {
                lo: -1,
                hi: kinds - 2,
            });
        }
        layout.arrays.push(first..layout.fields.len());
        layout.add_turn();
        layout
    }

    #[test]
    fn fields_share_bits_only_where_they_do_not_fit_apart() {
        let mut fits = board(63, 13);
        fits.fit().unwrap();
        assert!(!fits.shares_bits());
        assert_eq!(fits.bits, 3 + 63 * 4 + 1);
        let mut chess = board(64, 13);
        chess.fit().unwrap();
        // Four cells share 15 bits. Two together would save nothing, as 13 * 13 values need 8 bits,
        // nor would three, as 13 * 13 * 13 values need 12.
        assert_eq!(chess.bits, 3 + 16 * 15 + 1);
        assert_eq!(board(70, 16).fit(), Err(TooLarge));
        assert_eq!(board(67, 13).fit(), Ok(()));
        assert_eq!(board(68, 13).fit(), Err(TooLarge));
    }

    #[test]
    fn fields_that_share_bits_hold_what_was_put_there() {
        for (cells, kinds, together) in [(7, 3, 2), (7, 3, 3), (7, 3, 5), (6, 5, 3), (5, 13, 4)] {
            let plain = board(cells, kinds);
            let shared = plain.shared(together);
            assert!(shared.bits <= plain.bits);
            assert!(shared.turn_bit().is_power_of_two());
            let mut seed = 1u64;
            for _ in 0..200 {
                let values: Vec<i64> = shared
                    .fields
                    .iter()
                    .map(|field| {
                        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                        field.scalar.lo + (seed >> 33) as i64 % field.scalar.radix() as i64
                    })
                    .collect();
                let key = shared.pack(&values);
                assert!(key <= mask(shared.bits));
                assert_eq!(shared.unpack(key), values);
                assert_eq!(shared.unpack(key), plain.unpack(plain.pack(&values)));
            }
        }
        assert!(board(7, 3).shared(3).shares_bits());
        assert_eq!(board(7, 3).shared(3).bits, 3 + 5 + 5 + 2 + 1);
        assert!(!board(7, 4).shared(3).shares_bits());
    }
}
