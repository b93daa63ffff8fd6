//! A window of the latest values of a sequence, with a fingerprint of it.

/// A multiplier without a pattern: 2^64 / golden ratio, odd.
const BASE: u64 = 0x9E37_79B9_7F4A_7C15;

/// The latest values of a sequence; all values before its beginning are 0.
#[derive(Clone, Debug)]
pub(crate) struct Ring<T> {
    /// Invariant: the length is a power of two above `window`.
    cells: Vec<T>,
    pushed: usize,
    window: usize,
    /// The window as a number in base [`BASE`], modulo 2^64 (R. M. Karp and M. O.
    /// Rabin, 1987): each push costs one step, whatever the size of the window.
    fingerprint: u64,
    /// `BASE` to the power `window`: the weight of the value that leaves.
    leaving: u64,
}

impl<T: Copy + Default + Eq + Into<u64>> Ring<T> {
    /// An empty sequence with a window of `window` values; one value more is kept.
    pub(crate) fn new(window: usize) -> Self {
        Self {
            cells: vec![T::default(); (window + 1).next_power_of_two()],
            pushed: 0,
            window,
            fingerprint: 0,
            leaving: power(window),
        }
    }

    /// The bytes that a window of `window` values takes; `u64::MAX` if they are more.
    pub(crate) fn bytes(window: u64) -> u64 {
        let cells = window
            .checked_add(1)
            .and_then(u64::checked_next_power_of_two);
        cells.map_or(u64::MAX, |cells| {
            cells.saturating_mul(size_of::<T>() as u64)
        })
    }

    pub(crate) fn window(&self) -> usize {
        self.window
    }

    pub(crate) fn push(&mut self, value: T) {
        // With an empty window it is the new value that leaves.
        let gone = match self.window {
            0 => value,
            window => self.back(window),
        };
        self.fingerprint = self
            .fingerprint
            .wrapping_mul(BASE)
            .wrapping_add(value.into())
            .wrapping_sub(gone.into().wrapping_mul(self.leaving));
        let place = self.pushed & (self.cells.len() - 1);
        self.cells[place] = value;
        self.pushed = self.pushed.wrapping_add(1);
    }

    /// The value that was pushed `ago` pushes ago; 1 is the latest.
    pub(crate) fn back(&self, ago: usize) -> T {
        self.cells[self.pushed.wrapping_sub(ago) & (self.cells.len() - 1)]
    }

    pub(crate) fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// Whether the windows hold the same values.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        (1..=self.window).all(|ago| self.back(ago) == other.back(ago))
    }
}

/// `BASE` to the power `exponent`, modulo 2^64.
fn power(mut exponent: usize) -> u64 {
    let (mut power, mut square) = (1u64, BASE);
    while exponent > 0 {
        if exponent % 2 == 1 {
            power = power.wrapping_mul(square);
        }
        square = square.wrapping_mul(square);
        exponent /= 2;
    }
    power
}
