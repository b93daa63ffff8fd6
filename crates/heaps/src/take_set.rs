//! A set of numbers of counters.

/// A set of numbers of counters that a move may take, or may not take.
///
/// ```
/// use zug_heaps::TakeSet;
///
/// let takes = TakeSet::new([4, 1, 3, 1])?;
/// assert_eq!(takes.as_slice(), [1, 3, 4]);
/// assert!(TakeSet::new([2, 0]).is_err());
/// # Ok::<(), zug_heaps::TakeSetError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct TakeSet {
    /// Invariant: increasing, and no number is 0.
    numbers: Vec<u64>,
}

/// Why numbers are not a [`TakeSet`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TakeSetError {
    /// A number is 0: a move that takes nothing and splits nothing would be no move.
    #[error("number {place} of the set is 0, and a move takes at least 1")]
    Zero {
        /// The place of the first 0 among the numbers given, counted from 1.
        place: usize,
    },
}

impl TakeSet {
    /// The set of these numbers, which may come in any order and more than once.
    pub fn new(numbers: impl IntoIterator<Item = u64>) -> Result<Self, TakeSetError> {
        let mut numbers: Vec<u64> = numbers.into_iter().collect();
        if let Some(before) = numbers.iter().position(|&number| number == 0) {
            return Err(TakeSetError::Zero { place: before + 1 });
        }
        numbers.sort_unstable();
        numbers.dedup();
        Ok(Self { numbers })
    }

    /// The numbers, increasing.
    pub fn as_slice(&self) -> &[u64] {
        &self.numbers
    }

    /// Whether the number is in the set.
    pub fn contains(&self, number: u64) -> bool {
        self.numbers.binary_search(&number).is_ok()
    }

    /// The largest number, or `None` if the set is empty.
    pub fn largest(&self) -> Option<u64> {
        self.numbers.last().copied()
    }
}
