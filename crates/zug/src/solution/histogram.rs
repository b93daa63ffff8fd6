//! How many positions take how many plies, in memory that does not grow with the plies.
//!
//! Each row counts the positions of a few plies: of one, unless a remoteness is so large that there
//! would be too many rows. Then each two rows are made one, as often as it takes.

use zug_values::Plies;

/// The largest number of rows.
const MOST_ROWS: usize = 4096;

/// The number of positions for each number of plies, or for each few numbers of plies.
///
/// ```
/// use zug::{Histogram, Plies};
///
/// let mut histogram = Histogram::default();
/// histogram.add(Plies(0), 2);
/// histogram.add(Plies(3), 1);
/// let rows: Vec<_> = histogram.rows().collect();
/// assert_eq!(rows, [(Plies(0), 2), (Plies(3), 1)]);
/// assert_eq!(histogram.width(), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Histogram {
    /// The number of plies of a row: a power of two.
    width: u32,
    rows: Vec<u64>,
}

impl Default for Histogram {
    fn default() -> Self {
        Self {
            width: 1,
            rows: Vec::new(),
        }
    }
}

impl Histogram {
    /// Counts `weight` more positions that take `plies`.
    pub fn add(&mut self, plies: Plies, weight: u64) {
        while (plies.0 / self.width) as usize >= MOST_ROWS {
            self.widen();
        }
        let row = (plies.0 / self.width) as usize;
        if row >= self.rows.len() {
            self.rows.resize(row + 1, 0);
        }
        self.rows[row] += weight;
    }

    /// The number of plies that a row stands for: the row of `plies` counts those from there to
    /// below `plies` plus this number.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The rows that have positions, each with its least number of plies.
    pub fn rows(&self) -> impl Iterator<Item = (Plies, u64)> {
        let rows = (0..)
            .zip(&self.rows)
            .filter(|(_, positions)| **positions > 0);
        rows.map(|(row, positions): (u32, &u64)| (Plies(row * self.width), *positions))
    }

    /// The same histogram with rows of at least `width` plies, which is a power of two.
    #[must_use]
    pub fn widened(&self, width: u32) -> Self {
        let mut wide = self.clone();
        while wide.width < width {
            wide.widen();
        }
        wide
    }

    fn widen(&mut self) {
        self.width *= 2;
        let pairs = self.rows.chunks(2);
        self.rows = pairs.map(|pair| pair.iter().sum()).collect();
    }
}
