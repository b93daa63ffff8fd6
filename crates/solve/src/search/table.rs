//! The transposition table: bounds of positions that were searched.
//!
//! It grows while more positions are searched, up to a fixed size, and then forgets: where a
//! bucket is full, the entry that cost least work is given up. It never confuses two
//! positions. A position is mixed by a bijection of its bits;
//! some of the mixed bits are the number of its bucket, and the entry has all others. So a
//! hash that happens to be equal cannot make an answer wrong.
//!
//! An entry takes 16 bytes, and 24 where positions have more bits than two words can tell
//! beside bounds, move and work; 32 or a whole bucket where positions have more than 128 bits and
//! the number of the bucket does not have enough of these. A bucket is one line of the cache. Threads may share a table: a bit
//! of the bucket locks it for the few instructions of a look or of a change.

mod mixing;

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use prefetch_index::prefetch_index;
use zug_game::U256;
use zug_job::{Job, Refusal};
use zug_values::Score;

use super::fresh::{Buckets, HIGH_BITS, WORDS};
use mixing::{mixed, unmixed};

/// The bytes of a table before it grows: many questions take a hundred positions, and to clear more
/// would take longer than to answer them.
const FIRST_BYTES: u64 = 1 << 16;

/// Locks a bucket. It is a bit of the first entry's word of bounds.
const LOCK: u64 = 1 << 63;

/// The place of the high part of a tag, which has [`HIGH_BITS`].
const HIGH_SHIFT: u32 = 43;
const UPPER_SHIFT: u32 = 14;
const BEST_SHIFT: u32 = 28;
const WORK_SHIFT: u32 = 37;
const SCORE_MASK: u64 = (1 << 14) - 1;
const BEST_MASK: u64 = (1 << 9) - 1;
const WORK_MASK: u64 = (1 << 6) - 1;

/// No move is noted. Moves from this place on in the list of a position are not noted.
pub(crate) const NO_MOVE: u16 = BEST_MASK as u16;

/// A position whose bits are mixed, in a table of any size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Key {
    pub(super) low: u64,
    /// The bits beyond 64.
    high: u64,
    /// The bits beyond 128.
    top: u128,
}

impl Key {
    /// A number that hardly another position has.
    pub(crate) fn mark(self) -> u64 {
        self.low
    }

    /// The bits of the key without the lowest `bits`, which are fewer than 64.
    #[inline]
    pub(super) fn without(self, bits: u32) -> Tag {
        let Self { low, high, top } = self;
        // Shifted twice, as a shift by no bits would be one by 64 or 128.
        Tag {
            low: low >> bits | high << 1 << (63 - bits),
            high: high >> bits | (top as u64) << 1 << (63 - bits),
            top: top >> bits,
        }
    }

    /// The key whose lowest `bits` are given, and whose others [`Key::without`] told.
    pub(super) fn with(tag: Tag, lowest: u64, bits: u32) -> Self {
        let Tag { low, high, top } = tag;
        Self {
            low: low << bits | lowest,
            high: high << bits | low >> 1 >> (63 - bits),
            top: top << bits | u128::from(high >> 1 >> (63 - bits)),
        }
    }
}

/// The bits of a key that do not tell its bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tag {
    pub(super) low: u64,
    pub(super) high: u64,
    pub(super) top: u128,
}

/// The bounds of a position that were found, the move that was best and the work that was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The position is worth this at least.
    pub(crate) lower: Score,
    /// The position is worth this at most.
    pub(crate) upper: Score,
    /// The place of the move that attained an aim last, in the list of the position's moves.
    pub(crate) best: u16,
    /// The logarithm of the number of positions that were searched for it.
    pub(crate) work: u8,
}

impl Entry {
    /// What the position is worth, as far as that decides whether it attains an aim: if it does,
    /// so much at least, and otherwise at most.
    #[inline]
    pub(crate) fn tells(&self, aim: Score) -> Option<Score> {
        if self.lower >= aim {
            Some(self.lower)
        } else {
            (self.upper < aim).then_some(self.upper)
        }
    }
}

/// Bounds of positions, by position.
pub(crate) struct Table {
    buckets: Buckets,
    /// Whether several threads use the table.
    shared: bool,
}

impl Table {
    /// A small table for positions of this number of bits, which grows up to this number of
    /// bytes.
    ///
    /// # Errors
    ///
    /// The budget of the job refuses.
    pub(crate) fn new(
        bits: u32,
        most_bytes: u64,
        shared: bool,
        job: &Job,
    ) -> Result<Self, Refusal> {
        let wide_bits = bits.saturating_sub(u64::BITS);
        let buckets = Buckets::new(wide_bits, most_bytes.min(FIRST_BYTES), most_bytes, job)?;
        Ok(Self { buckets, shared })
    }

    /// The number of entries that there is room for.
    pub(crate) fn room(&self) -> u64 {
        self.buckets.room()
    }

    /// How full the table is, in thousandths of the largest size that it may grow to: by a sample
    /// of its buckets.
    pub(crate) fn filled(&self) -> u16 {
        let (full, places) = self.sampled();
        let of_most =
            full * self.buckets.bytes() * 1000 / (places * self.buckets.most_bytes).max(1);
        of_most.min(1000) as u16
    }

    /// Makes the table four times as large, or as large as it may be beside the old one, until
    /// its entries have moved. Where the budget refuses, the table stays as it is.
    pub(crate) fn grow(&mut self, job: &Job) {
        let Some(buckets) = self.buckets.larger(job) else {
            return;
        };
        let shared = self.shared;
        let new = Self { buckets, shared };
        for (number, bucket) in self.buckets.list.iter().enumerate() {
            for at in self.buckets.places() {
                let bounds = bucket.0[at].load(Ordering::Relaxed) & !LOCK;
                if bounds != 0 {
                    let tag = self.tag_at(&bucket.0, at, bounds);
                    new.store(self.key_of(number, tag), |_| entry(bounds));
                }
            }
        }
        *self = new;
    }

    /// The numbers of entries and of places in a sample of buckets.
    fn sampled(&self) -> (u64, u64) {
        const SAMPLE: usize = 64;
        let step = (self.buckets.list.len() / SAMPLE).max(1);
        let sampled = self.buckets.list.iter().step_by(step);
        let (mut full, mut places) = (0, 0);
        for bucket in sampled {
            for at in self.buckets.places() {
                full += u64::from(bucket.0[at].load(Ordering::Relaxed) & !LOCK != 0);
                places += 1;
            }
        }
        (full, places)
    }

    /// About how many entries the table has: by a sample of its buckets.
    pub(crate) fn entries(&self) -> u64 {
        let (full, places) = self.sampled();
        full * self.room() / places.max(1)
    }

    /// Hands on the positions whose entries cost at least this much work, with their entries.
    /// Walks may go on changing the table: each entry is as it was at some moment.
    pub(crate) fn known(&self, least_work: u8) -> impl Iterator<Item = (U256, Entry)> {
        let buckets = self.buckets.list.iter().enumerate();
        buckets.flat_map(move |(number, bucket)| {
            let mut found = [None; WORDS / 2];
            let first = self.lock(&bucket.0);
            for (at, found) in self.buckets.places().zip(&mut found) {
                let bounds = match at {
                    0 => first,
                    _ => bucket.0[at].load(Ordering::Relaxed),
                };
                if bounds != 0 && entry(bounds).work >= least_work {
                    let tag = self.tag_at(&bucket.0, at, bounds);
                    let packed = self.unkey(self.key_of(number, tag));
                    *found = Some((packed, entry(bounds)));
                }
            }
            self.unlock(&bucket.0, first);
            found.into_iter().flatten()
        })
    }

    /// Takes in an entry that another table handed on. Returns whether the position has no more
    /// bits than those of this table.
    pub(crate) fn take(&self, packed: U256, known: Entry) -> bool {
        let bits = u64::BITS + self.buckets.wide_bits;
        if U256::BITS - packed.leading_zeros() > bits {
            return false;
        }
        self.store(self.key(packed), |old| match old {
            None => known,
            Some(old) => Entry {
                lower: old.lower.max(known.lower),
                upper: old.upper.min(known.upper),
                best: if old.best < NO_MOVE {
                    old.best
                } else {
                    known.best
                },
                work: old.work.max(known.work),
            },
        });
        true
    }

    /// The key of a packed position.
    #[inline]
    pub(crate) fn key(&self, packed: U256) -> Key {
        let (top, packed) = packed.into_words();
        let mut low = mixed(packed as u64);
        let mut high = 0;
        if self.buckets.wide_bits > 0 {
            let wide = (packed >> 64) as u64;
            high = wide ^ (low >> (64 - self.buckets.wide_bits.min(64)));
            low = mixed(low.wrapping_add(high.wrapping_mul(SPREAD)));
        }
        if self.buckets.wide_bits > 64 {
            low = mixed(low.wrapping_add(folded(top)));
        }
        Key { low, high, top }
    }

    /// The packed position that [`Table::key`] made this key of.
    fn unkey(&self, key: Key) -> U256 {
        let Key { mut low, high, top } = key;
        let mut wide = 0;
        if self.buckets.wide_bits > 64 {
            low = unmixed(low).wrapping_sub(folded(top));
        }
        if self.buckets.wide_bits > 0 {
            low = unmixed(low).wrapping_sub(high.wrapping_mul(SPREAD));
            wide = high ^ (low >> (64 - self.buckets.wide_bits.min(64)));
        }
        U256::from_words(top, u128::from(wide) << 64 | u128::from(unmixed(low)))
    }

    /// The number of a key's bucket, and the other bits of the key.
    #[inline]
    fn place(&self, key: Key) -> (usize, Tag) {
        let bucket = key.low & ((1 << self.buckets.bits) - 1);
        if self.buckets.wide_bits == 0 {
            let low = key.low >> self.buckets.bits;
            let (high, top) = (0, 0);
            return (bucket as usize, Tag { low, high, top });
        }
        (bucket as usize, key.without(self.buckets.bits))
    }

    /// The key that [`Table::place`] took apart.
    fn key_of(&self, bucket: usize, tag: Tag) -> Key {
        Key::with(tag, bucket as u64, self.buckets.bits)
    }

    /// Has the cache fetch the bucket of a key, which is asked for soon.
    #[inline]
    pub(crate) fn prefetch(&self, key: Key) {
        let (bucket, _) = self.place(key);
        prefetch_index(&self.buckets.list, bucket);
    }

    /// The entry of a key.
    #[inline]
    pub(crate) fn get(&self, key: Key) -> Option<Entry> {
        self.bounds(key).map(entry)
    }

    /// The word of bounds of the entry that a key has.
    #[inline]
    fn bounds(&self, key: Key) -> Option<u64> {
        if self.buckets.stride != 2 || self.shared {
            return self.bounds_of_any(key);
        }
        // Most calls by far come to this line: an entry takes two words, and no other thread writes.
        let (bucket, tag) = self.place(key);
        let bucket = &self.buckets.list[bucket].0;
        find::<2>(bucket, bucket[0].load(Ordering::Relaxed), tag)
    }

    /// As [`Table::bounds`], for positions of any size and any number of threads.
    fn bounds_of_any(&self, key: Key) -> Option<u64> {
        let (bucket, tag) = self.place(key);
        let bucket = &self.buckets.list[bucket].0;
        if self.shared && !self.may_have(bucket, tag) {
            return None;
        }
        let first = self.lock(bucket);
        // A stride that is a constant makes a loop that the compiler can unroll.
        let found = match self.buckets.stride {
            2 => find::<2>(bucket, first, tag),
            3 => find::<3>(bucket, first, tag),
            4 => find::<4>(bucket, first, tag),
            _ => find::<5>(bucket, first, tag),
        };
        self.unlock(bucket, first);
        found
    }

    /// Whether a bucket seems to have the entry of a key with this tag. It is not locked, so that a
    /// line of the cache that several threads read stays with all these threads: an entry that is
    /// changed at the moment may be missed.
    #[inline]
    fn may_have(&self, bucket: &[AtomicU64; WORDS], tag: Tag) -> bool {
        let mut places = self.buckets.places();
        places.any(|at| bucket[at + 1].load(Ordering::Relaxed) == tag.low)
    }

    /// Notes what a position was found to be worth: if that attains the aim, it is worth so much
    /// at least, and otherwise at most. Bounds that were known before stay known.
    pub(crate) fn put(&self, key: Key, aim: Score, told: Score, best: u16, work: u8) {
        self.store(key, |old| {
            let mut entry = old.unwrap_or(Entry {
                lower: Score::LEAST,
                upper: Score::GREATEST,
                best: NO_MOVE,
                work: 0,
            });
            if told >= aim {
                entry.lower = entry.lower.max(told);
            } else {
                entry.upper = entry.upper.min(told);
            }
            if best < NO_MOVE {
                entry.best = best;
            }
            entry.work = entry.work.max(work);
            entry
        });
    }

    /// Notes the score of a position that is known from elsewhere.
    pub(crate) fn put_leaf(&self, key: Key, score: Score) {
        self.store(key, |_| Entry {
            lower: score,
            upper: score,
            best: NO_MOVE,
            work: LEAF_WORK,
        });
    }

    /// Stores what `make` makes of the entry that a key has. A key without an entry takes a
    /// free place, or that of the entry in its bucket that cost least work.
    fn store(&self, key: Key, make: impl FnOnce(Option<Entry>) -> Entry) {
        // A stride that is a constant makes a loop that the compiler can unroll.
        match self.buckets.stride {
            2 => self.store_by::<2>(key, make),
            3 => self.store_by::<3>(key, make),
            4 => self.store_by::<4>(key, make),
            _ => self.store_by::<5>(key, make),
        }
    }

    /// [`Table::store`] where entries take `STRIDE` words each.
    #[inline]
    fn store_by<const STRIDE: usize>(&self, key: Key, make: impl FnOnce(Option<Entry>) -> Entry) {
        let (bucket, tag) = self.place(key);
        let bucket = &self.buckets.list[bucket].0;
        let mut first = self.lock(bucket);
        let mut old = None;
        let (mut least, mut into) = (u64::MAX, 0);
        for at in (0..WORDS / STRIDE).map(|number| number * STRIDE) {
            let bounds = if at == 0 {
                first
            } else {
                bucket[at].load(Ordering::Relaxed)
            };
            if bounds == 0 {
                into = at;
                break;
            }
            if tag_at::<STRIDE>(bucket, at, bounds) == tag {
                (old, into) = (Some(entry(bounds)), at);
                break;
            }
            let work = bounds >> WORK_SHIFT & WORK_MASK;
            if work < least {
                (least, into) = (work, at);
            }
        }
        let mut bounds = packed(make(old));
        bucket[into + 1].store(tag.low, Ordering::Relaxed);
        if STRIDE == 2 {
            bounds |= tag.high << HIGH_SHIFT;
        } else {
            let rest = [tag.high, tag.top as u64, (tag.top >> 64) as u64];
            for (word, rest) in bucket[into + 2..into + STRIDE].iter().zip(rest) {
                word.store(rest, Ordering::Relaxed);
            }
        }
        if into == 0 {
            first = bounds;
        } else {
            bucket[into].store(bounds, Ordering::Relaxed);
        }
        if into == 0 || self.shared {
            bucket[0].store(first, Ordering::Release);
        }
    }

    /// The tag of the entry at this place, whose word of bounds is `bounds`.
    #[inline]
    fn tag_at(&self, bucket: &[AtomicU64; WORDS], at: usize, bounds: u64) -> Tag {
        match self.buckets.stride {
            2 => tag_at::<2>(bucket, at, bounds),
            3 => tag_at::<3>(bucket, at, bounds),
            4 => tag_at::<4>(bucket, at, bounds),
            _ => tag_at::<5>(bucket, at, bounds),
        }
    }

    /// Waits for the bucket, and returns its first word without the lock.
    #[inline]
    fn lock(&self, bucket: &[AtomicU64; WORDS]) -> u64 {
        if !self.shared {
            return bucket[0].load(Ordering::Relaxed);
        }
        loop {
            let first = bucket[0].fetch_or(LOCK, Ordering::Acquire);
            if first & LOCK == 0 {
                return first;
            }
            std::hint::spin_loop();
        }
    }

    #[inline]
    fn unlock(&self, bucket: &[AtomicU64; WORDS], first: u64) {
        if self.shared {
            bucket[0].store(first, Ordering::Release);
        }
    }
}

/// The word of bounds of the entry in a bucket that has this tag. Entries take `STRIDE` words each;
/// the first word of the bucket was read before.
#[inline]
fn find<const STRIDE: usize>(bucket: &[AtomicU64; WORDS], first: u64, tag: Tag) -> Option<u64> {
    (0..WORDS / STRIDE).find_map(|number| {
        let at = number * STRIDE;
        // This word differs in most entries of other positions.
        if bucket[at + 1].load(Ordering::Relaxed) != tag.low {
            return None;
        }
        let bounds = match at {
            0 => first,
            _ => bucket[at].load(Ordering::Relaxed),
        };
        (bounds != 0 && tag_at::<STRIDE>(bucket, at, bounds) == tag).then_some(bounds)
    })
}

/// The tag of the entry at this place, which takes `STRIDE` words, and whose word of bounds is
/// `bounds`.
#[inline]
fn tag_at<const STRIDE: usize>(bucket: &[AtomicU64; WORDS], at: usize, bounds: u64) -> Tag {
    let word = |place: usize| bucket[at + place].load(Ordering::Relaxed);
    let high = match STRIDE {
        2 => bounds >> HIGH_SHIFT & ((1 << HIGH_BITS) - 1),
        _ => word(2),
    };
    let top = match STRIDE {
        2 | 3 => 0,
        4 => u128::from(word(3)),
        _ => u128::from(word(4)) << 64 | u128::from(word(3)),
    };
    let low = word(1);
    Tag { low, high, top }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("room", &self.room())
            .finish_non_exhaustive()
    }
}

/// A look into a table on disk takes as long as searching about eight positions.
const LEAF_WORK: u8 = 3;

/// What spreads the bits of a position beyond 64 over all others: the golden ratio.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// A number that is made of the bits of a position beyond 128.
fn folded(top: u128) -> u64 {
    let (high, low) = ((top >> 64) as u64, top as u64);
    low.wrapping_mul(SPREAD) ^ high.wrapping_mul(SPREAD).rotate_left(32)
}

fn packed(entry: Entry) -> u64 {
    entry.lower.to_bits()
        | entry.upper.to_bits() << UPPER_SHIFT
        | u64::from(entry.best) << BEST_SHIFT
        | u64::from(entry.work).min(WORK_MASK) << WORK_SHIFT
}

fn entry(bounds: u64) -> Entry {
    Entry {
        lower: Score::from_bits(bounds & SCORE_MASK),
        upper: Score::from_bits(bounds >> UPPER_SHIFT & SCORE_MASK),
        best: (bounds >> BEST_SHIFT & BEST_MASK) as u16,
        work: (bounds >> WORK_SHIFT & WORK_MASK) as u8,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// Random numbers that are the same in every run.
    fn random(seed: &mut u64) -> u64 {
        *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed(*seed)
    }

    #[test]
    fn a_table_never_confuses_positions_and_never_makes_up_a_bound() {
        for (bits, bytes, shared) in [
            (12, 256, false),
            (64, 1 << 12, true),
            (85, 1 << 20, false),
            (90, 64, true),
            (128, 1 << 10, true),
            (129, 1 << 16, true),
            (150, 1 << 9, false),
            (197, 1 << 16, true),
            (256, 1 << 14, true),
        ] {
            let job = Job::default();
            let mut table = Table::new(bits, bytes, shared, &job).unwrap();
            let mut told: HashMap<U256, (Score, Score)> = HashMap::new();
            let mut seed = u64::from(bits);
            let mask = U256::MAX >> (256 - bits);
            let mut seen = 0;
            for round in 0..20_000 {
                if round % 5_000 == 4_999 {
                    table.buckets.most_bytes *= 8;
                    table.grow(&job);
                }
                // Few low bits and few high bits differ, as in positions of a game.
                let wide = U256::from(random(&mut seed) % 64) << (bits - 6);
                let position = (wide | U256::from(random(&mut seed) % 64)) & mask;
                let known = told
                    .entry(position)
                    .or_insert((Score::LEAST, Score::GREATEST));
                let key = table.key(position);
                if let Some(entry) = table.get(key) {
                    assert!(entry.lower <= known.0 && entry.upper >= known.1);
                    seen += 1;
                }
                let attains = random(&mut seed).is_multiple_of(2);
                let aim = Score::win_within((position.as_u32() & 15) + 20 * u32::from(attains));
                if attains {
                    known.0 = known.0.max(aim);
                } else {
                    known.1 = known.1.min(aim.below());
                }
                let told = if attains { aim } else { aim.below() };
                table.put(key, aim, told, 3, (random(&mut seed) % 9) as u8);
                let entry = table.get(key).unwrap();
                assert!(if attains {
                    entry.lower >= aim
                } else {
                    entry.upper < aim
                });
            }
            assert!(seen > 0, "{bits}");
        }
    }

    #[test]
    fn keys_are_a_bijection_of_positions() {
        for (bits, bytes) in [
            (14, 1 << 9),
            (64, 64),
            (70, 1 << 12),
            (128, 1 << 20),
            (129, 64),
            (200, 1 << 12),
            (256, 1 << 9),
        ] {
            let table = Table::new(bits, bytes, false, &Job::default()).unwrap();
            let spread = |n: u32| U256::from(n) << (bits - 7) | U256::from(n);
            let mut keys: Vec<_> = (0..1 << 7).map(|n| table.key(spread(n))).collect();
            for key in &keys {
                let (bucket, tag) = table.place(*key);
                assert_eq!(table.key_of(bucket, tag), *key);
            }
            for n in 0..1 << 7 {
                assert_eq!(table.unkey(table.key(spread(n))), spread(n));
            }
            keys.sort_unstable_by_key(|key| (key.top, key.high, key.low));
            keys.dedup();
            assert_eq!(keys.len(), 1 << 7);
        }
    }

    #[test]
    fn what_a_table_hands_on_another_one_knows() {
        for (bits, bytes) in [
            (40, 1 << 12),
            (64, 1 << 14),
            (85, 1 << 14),
            (128, 1 << 13),
            (129, 1 << 14),
            (180, 1 << 14),
            (256, 1 << 15),
        ] {
            let job = Job::default();
            let table = Table::new(bits, bytes, true, &job).unwrap();
            let mut seed = u64::from(bits);
            for _ in 0..1000 {
                let wide = (0..4).fold(U256::ZERO, |wide, _| {
                    wide << 64 | U256::from(random(&mut seed))
                });
                let position = wide & (U256::MAX >> (256 - bits));
                let work = (random(&mut seed) % 9) as u8;
                let aim = Score::win_within((random(&mut seed) % 50) as u32);
                let attains = work.is_multiple_of(2);
                let told = if attains { aim } else { aim.below() };
                table.put(table.key(position), aim, told, u16::from(work), work);
            }
            let known: HashMap<U256, Entry> = table.known(3).collect();
            assert!(known.len() > 100);
            let other = Table::new(bits, 1 << 20, false, &job).unwrap();
            for (position, entry) in &known {
                assert_eq!(table.get(table.key(*position)), Some(*entry));
                assert!(entry.work >= 3);
                assert!(other.take(*position, *entry));
            }
            assert_eq!(other.known(0).collect::<HashMap<_, _>>(), known);
            let (_, entry) = known.iter().next().unwrap();
            assert_eq!(other.take(U256::ONE << 127, *entry), bits >= 128);
            assert_eq!(other.take(U256::ONE << 255, *entry), bits == 256);
        }
    }

    #[test]
    fn a_table_that_grows_forgets_nothing() {
        let job = Job::default();
        let mut table = Table::new(85, 1 << 9, false, &job).unwrap();
        table.buckets.most_bytes = 1 << 20;
        let of = |n: u32| U256::from(n) << 70 | U256::from(n);
        for n in 0..8 {
            table.put(
                table.key(of(n)),
                Score::win_within(n),
                Score::win_within(n),
                n as u16,
                1,
            );
        }
        let known = |table: &Table| {
            (0..8)
                .map(|n| table.get(table.key(of(n))))
                .collect::<Vec<_>>()
        };
        let before = known(&table);
        let room = table.room();
        table.grow(&job);
        assert_eq!(table.room(), 4 * room);
        assert_eq!(known(&table), before);
        // Half of what is allowed is the old table while entries move.
        table.buckets.most_bytes = table.buckets.bytes() * 2;
        let room = table.room();
        table.grow(&job);
        assert_eq!(table.room(), room);
    }
}
