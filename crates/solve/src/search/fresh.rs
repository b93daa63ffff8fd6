//! The buckets that tables are made of, and fresh memory for them.

use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use zug_job::{Charge, Job, Refusal, bytes_of};

/// The least bytes that are worth a start of threads.
const WORTH_THREADS: u64 = 4 << 20;

/// The bytes of the smallest pages of memory that systems have.
const PAGE: usize = 4096;

/// Words of a bucket.
pub(super) const WORDS: usize = 8;

/// The number of bits of a tag's high part that share a word with the bounds, where an entry has two words.
pub(super) const HIGH_BITS: u32 = 20;

/// One line of the cache.
#[derive(Default)]
#[repr(align(64))]
pub(super) struct Bucket(pub(super) [AtomicU64; WORDS]);

impl Bucket {
    #[inline]
    pub(super) fn word(&self, at: usize) -> u64 {
        self.0[at].load(Ordering::Relaxed)
    }

    #[inline]
    pub(super) fn set(&self, at: usize, word: u64) {
        self.0[at].store(word, Ordering::Relaxed);
    }
}

/// The buckets of a table that grows up to a fixed size. Their number is a power of two.
pub(super) struct Buckets {
    pub(super) list: Vec<Bucket>,
    /// The bits of the number of a bucket.
    pub(super) bits: u32,
    /// Bits of a position beyond 64.
    pub(super) wide_bits: u32,
    /// Words of an entry, from 2 to 5.
    pub(super) stride: usize,
    /// The most bytes that the buckets may grow to.
    pub(super) most_bytes: u64,
    charge: Charge,
}

impl Buckets {
    /// Buckets of about this number of bytes, for positions with this number of bits beyond 64.
    ///
    /// # Errors
    ///
    /// The budget of the job refuses.
    pub(super) fn new(
        wide_bits: u32,
        bytes: u64,
        most_bytes: u64,
        job: &Job,
    ) -> Result<Self, Refusal> {
        let mut charge = job.budget.open();
        let bits = (bytes / bytes_of::<Bucket>(1)).max(1).ilog2();
        // An entry has a word of other things, and those bits of a position that do not say which
        // bucket it is in.
        let stride = match wide_bits.saturating_sub(bits) {
            0..=HIGH_BITS => 2,
            bits if bits <= 64 => 3,
            bits if bits <= 128 => 4,
            _ => 5,
        };
        Ok(Self {
            list: fresh(1 << bits, &mut charge, job)?,
            bits,
            wide_bits,
            stride,
            most_bytes,
            charge,
        })
    }

    /// Empty buckets of four times as many bytes, or of as many as there may be beside the old ones
    /// until the entries have moved. `None` where that is less than twice as many. `None` also where
    /// the budget refuses; then these buckets never grow again.
    pub(super) fn larger(&mut self, job: &Job) -> Option<Self> {
        let bytes = self.bytes();
        let larger = (bytes * 4).min(self.most_bytes.saturating_sub(bytes));
        if larger < 2 * bytes {
            return None;
        }
        let new = Self::new(self.wide_bits, larger, self.most_bytes, job);
        if new.is_err() {
            self.most_bytes = bytes;
        }
        new.ok()
    }

    pub(super) fn bytes(&self) -> u64 {
        self.charge.bytes()
    }

    /// The number of entries that there is room for.
    pub(super) fn room(&self) -> u64 {
        (self.list.len() * (WORDS / self.stride)) as u64
    }

    /// The places in a bucket where entries begin.
    #[inline]
    pub(super) fn places(&self) -> impl Iterator<Item = usize> + use<> {
        (0..=WORDS - self.stride).step_by(self.stride)
    }
}

/// A vector of this number of default values. Its bytes are charged.
///
/// The system clears pages of memory when they are first written to, which takes most of the time
/// here, and all walks wait meanwhile. So the threads of the job write to a part of the pages each.
///
/// # Errors
///
/// The budget or the machine refuses.
fn fresh<T: Default + Send>(
    number: usize,
    charge: &mut Charge,
    job: &Job,
) -> Result<Vec<T>, Refusal> {
    let mut values = Vec::new();
    charge.make_room(&mut values, number)?;
    let threads = job.threads.get();
    if threads > 1 && bytes_of::<T>(number) >= WORTH_THREADS {
        let part = number.div_ceil(threads);
        let mut parts = values.spare_capacity_mut()[..number].chunks_mut(part);
        let own = parts.next();
        thread::scope(|scope| {
            for part in parts {
                // What no thread writes to is cleared below.
                let _ = job.threads.start(scope, || touch(part));
            }
            own.map(touch);
        });
    }
    values.resize_with(number, T::default);
    Ok(values)
}

/// Writes to each page of some memory.
fn touch<T: Default>(memory: &mut [MaybeUninit<T>]) {
    for page in memory.chunks_mut((PAGE / size_of::<T>()).max(1)) {
        page[0].write(T::default());
    }
}
