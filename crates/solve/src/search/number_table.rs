//! The table of proof and disproof numbers.
//!
//! Unlike the bounds of the transposition table (`table`), the numbers are estimates: a search
//! that lost them is slower and not wrong. Still no two questions are confused. An entry has all
//! bits of the mixed position that do not tell its bucket, and the aim. It takes 16 bytes,
//! and more where positions have more bits than two words can tell beside the rest. The numbers
//! are rounded up to eight bits and a power of two.
//!
//! The table grows up to a fixed size. Then an entry takes the place of that one in its bucket
//! which cost least work; an entry whose question is answered is dropped, since bounds tell the
//! answer from then on.
//!
//! Threads may share a table, and no bucket is locked. If two threads write into one place at the
//! same moment, the entry may have words of both, and so tell the estimates of another question.
//! Invariant: both numbers of an entry stand in one word, so that a thread reads what some thread
//! wrote, and never the numbers of an answer.

use prefetch_index::prefetch_index;
use zug_job::{Job, Refusal};
use zug_values::Score;

use super::fresh::{Bucket, Buckets, HIGH_BITS};
use super::table::{Key, Tag};

/// How far a position is from an answer: a proof number or a disproof number. It is the
/// number of positions, as far as is known, that must still be shown to be as hoped for.
pub(super) type Number = u32;

/// The number of what was shown not to hold.
pub(super) const NEVER: Number = Number::MAX;

/// The greatest number of what is not known yet.
pub(super) const MOST: Number = 511 << 21;

/// The proof number and the disproof number of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    /// How far the mover is from a proof that it attains the aim.
    pub(super) proof: Number,
    /// How far it is from a proof that it does not.
    pub(super) disproof: Number,
}

/// The bytes of a table before it grows.
const FIRST_BYTES: u64 = 1 << 20;

/// The place in the first word of the high part of a tag, which has [`HIGH_BITS`].
const HIGH_SHIFT: u32 = 44;
const PROOF_SHIFT: u32 = 14;
const DISPROOF_SHIFT: u32 = 27;
const WORK_SHIFT: u32 = 40;
const AIM_MASK: u64 = (1 << 14) - 1;
const NUMBER_MASK: u64 = (1 << 13) - 1;
const WORK_MASK: u64 = (1 << 4) - 1;

/// The parts of a question in which the questions of a bucket differ.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Question {
    tag: Tag,
    aim: u64,
}

/// Numbers of questions, by position and aim.
pub(super) struct NumberTable {
    buckets: Buckets,
}

impl NumberTable {
    /// A small table for positions of this number of bits, which grows up to this number of
    /// bytes.
    ///
    /// # Errors
    ///
    /// The budget of the job refuses.
    pub(super) fn new(bits: u32, most_bytes: u64, job: &Job) -> Result<Self, Refusal> {
        let wide_bits = bits.saturating_sub(u64::BITS);
        let buckets = Buckets::new(wide_bits, most_bytes.min(FIRST_BYTES), most_bytes, job)?;
        Ok(Self { buckets })
    }

    /// The number of entries that there is room for.
    pub(super) fn room(&self) -> u64 {
        self.buckets.room()
    }

    /// Makes the table four times as large, or as large as it may be beside the old one, until
    /// its entries have moved. Where the budget refuses, the table stays as it is.
    pub(super) fn grow(&mut self, job: &Job) {
        let Some(buckets) = self.buckets.larger(job) else {
            return;
        };
        let new = Self { buckets };
        for (number, bucket) in self.buckets.list.iter().enumerate() {
            for at in self.buckets.places() {
                let word = bucket.word(at);
                if word != 0 {
                    let asked = self.question_at(bucket, at, word);
                    new.store(self.key_of(number, asked), asked.aim, word);
                }
            }
        }
        *self = new;
    }

    /// The numbers of a question, if the table has them.
    #[inline]
    pub(super) fn get(&self, key: Key, aim: Score) -> Option<Numbers> {
        let (number, asked) = self.place(key, aim.to_bits());
        let bucket = &self.buckets.list[number];
        let mut words = self.buckets.places().map(|at| (at, bucket.word(at)));
        let (_, word) =
            words.find(|(at, word)| *word != 0 && self.question_at(bucket, *at, *word) == asked)?;
        Some(Numbers {
            proof: expanded(word >> PROOF_SHIFT & NUMBER_MASK),
            disproof: expanded(word >> DISPROOF_SHIFT & NUMBER_MASK),
        })
    }

    /// Notes the numbers of a question on which this number of positions were looked at.
    pub(super) fn put(&self, key: Key, aim: Score, numbers: Numbers, work: u64) {
        let work = u64::from((work + 1).ilog2() / 2).min(WORK_MASK);
        let word = rounded_up(numbers.proof) << PROOF_SHIFT
            | rounded_up(numbers.disproof) << DISPROOF_SHIFT
            | work << WORK_SHIFT;
        self.store(key, aim.to_bits(), word);
    }

    /// Drops the numbers of a question that is answered.
    pub(super) fn drop(&self, key: Key, aim: Score) {
        let (number, asked) = self.place(key, aim.to_bits());
        let bucket = &self.buckets.list[number];
        for at in self.buckets.places() {
            let word = bucket.word(at);
            if word != 0 && self.question_at(bucket, at, word) == asked {
                bucket.set(at, 0);
            }
        }
    }

    /// Has the cache fetch the bucket of a question.
    #[inline]
    pub(super) fn prefetch(&self, key: Key, aim: Score) {
        let (number, _) = self.place(key, aim.to_bits());
        prefetch_index(&self.buckets.list, number);
    }

    /// Stores the numbers and the work of `word`.
    fn store(&self, key: Key, aim: u64, word: u64) {
        let (number, asked) = self.place(key, aim);
        let bucket = &self.buckets.list[number];
        let work = |at: usize| match bucket.word(at) {
            0 => None,
            word => Some(word >> WORK_SHIFT & WORK_MASK),
        };
        let is_own = |at: &usize| {
            let word = bucket.word(*at);
            word != 0 && self.question_at(bucket, *at, word) == asked
        };
        let own = self.buckets.places().find(is_own);
        let into = own.or_else(|| self.buckets.places().min_by_key(|at| work(*at)));
        let into = into.expect("a bucket has a place");
        let kept = NUMBERS_MASK | WORK_MASK << WORK_SHIFT;
        let mut first = word & kept | aim;
        let tag = asked.tag;
        if self.buckets.stride == 2 {
            first |= tag.high << HIGH_SHIFT;
        }
        bucket.set(into, first);
        bucket.set(into + 1, tag.low);
        let rest = [tag.high, tag.top as u64, (tag.top >> 64) as u64];
        for (at, word) in (into + 2..into + self.buckets.stride).zip(rest) {
            bucket.set(at, word);
        }
    }

    /// The number of a question's bucket, and the rest of the question.
    #[inline]
    fn place(&self, key: Key, aim: u64) -> (usize, Question) {
        let mask = (1 << self.buckets.bits) - 1;
        let tag = key.without(self.buckets.bits);
        (
            ((key.low ^ spread(aim)) & mask) as usize,
            Question { tag, aim },
        )
    }

    /// The key that [`NumberTable::place`] took apart.
    fn key_of(&self, bucket: usize, Question { tag, aim }: Question) -> Key {
        let mask = (1 << self.buckets.bits) - 1;
        Key::with(tag, (bucket as u64 ^ spread(aim)) & mask, self.buckets.bits)
    }

    /// The question of the entry at this place, whose first word is `first`.
    #[inline]
    fn question_at(&self, bucket: &Bucket, at: usize, first: u64) -> Question {
        let high = if self.buckets.stride == 2 {
            first >> HIGH_SHIFT & ((1 << HIGH_BITS) - 1)
        } else {
            bucket.word(at + 2)
        };
        let top = (at + 3..at + self.buckets.stride).rev();
        let top = top.fold(0, |top, at| top << 64 | u128::from(bucket.word(at)));
        let low = bucket.word(at + 1);
        Question {
            tag: Tag { low, high, top },
            aim: first & AIM_MASK,
        }
    }
}

const NUMBERS_MASK: u64 = NUMBER_MASK << PROOF_SHIFT | NUMBER_MASK << DISPROOF_SHIFT;

/// Spreads aims over all buckets.
#[inline]
fn spread(aim: u64) -> u64 {
    aim.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20
}

/// A number in 13 bits: the smallest bits that stand for it or more.
fn rounded_up(number: Number) -> u64 {
    let number = u64::from(number.min(MOST));
    if number < 256 {
        return number;
    }
    let shift = number.ilog2() - 8;
    let mantissa = (number + (1 << shift) - 1) >> shift;
    // A mantissa that became 512 carries into the power.
    (u64::from(shift + 1) << 8) + (mantissa - 256)
}

/// The number that 13 bits stand for.
fn expanded(bits: u64) -> Number {
    let (power, mantissa) = (bits >> 8, bits & 255);
    match power {
        0 => mantissa as Number,
        power => ((256 + mantissa) << (power - 1)) as Number,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use zug_game::U256;

    use super::super::table::Table;
    use super::*;
    use crate::random::SplitMix;

    #[test]
    fn numbers_are_rounded_up_and_by_little() {
        let all = (0..2000).chain((11..29).flat_map(|power| {
            let around = 1 << power;
            around - 3..around + 3
        }));
        for number in all.chain([MOST - 1, MOST]) {
            let told = expanded(rounded_up(number));
            assert!(
                told >= number && told - number <= number / 256,
                "{number} {told}"
            );
        }
        assert_eq!(expanded(rounded_up(NEVER)), MOST);
    }

    #[test]
    fn a_table_of_numbers_never_confuses_questions() {
        for (bits, bytes) in [
            (12, 256),
            (64, 1 << 12),
            (85, 1 << 20),
            (90, 64),
            (128, 1 << 10),
            (129, 1 << 16),
            (190, 1 << 14),
            (256, 1 << 14),
        ] {
            let job = Job::default();
            let keys = Table::new(bits, 64, false, &job).unwrap();
            let mut table = NumberTable::new(bits, bytes, &job).unwrap();
            let mut told = HashMap::new();
            let mut random = SplitMix(u64::from(bits));
            let mut seen = 0;
            for round in 0..20_000 {
                if round % 5_000 == 4_999 {
                    table.buckets.most_bytes *= 8;
                    table.grow(&job);
                }
                // Few low bits and few high bits differ, as in positions of a game.
                let wide = U256::from(random.below(64) as u64) << (bits - 6);
                let position = wide | U256::from(random.below(64) as u64);
                let aim = Score::win_within(random.below(4) as u32);
                let key = keys.key(position);
                if let Some(found) = table.get(key, aim) {
                    assert_eq!(told.get(&(position, aim.to_bits())), Some(&found));
                    seen += 1;
                }
                if random.below(8) == 0 {
                    table.drop(key, aim);
                    assert_eq!(table.get(key, aim), None);
                    continue;
                }
                let numbers = Numbers {
                    proof: 1 + random.below(255) as Number,
                    disproof: 1 + random.below(255) as Number,
                };
                table.put(key, aim, numbers, random.below(1 << 9) as u64);
                told.insert((position, aim.to_bits()), numbers);
                assert_eq!(table.get(key, aim), Some(numbers));
            }
            assert!(seen > 0, "{bits}");
        }
    }
}
